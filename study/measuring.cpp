#include "study/measuring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard::study {

namespace {

constexpr std::size_t largest_mode = 10'000;

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// Behind the bracket that closes the one at `open`; and how many commas stand directly inside.
std::size_t end_of_call(const std::string& text, std::size_t open, int& commas) {
  int depth = 0;
  commas = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ',' && depth == 1) ++commas;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  throw Error("", quoted(text) + " has a `(` that is not closed");
}

// What an Error of parse_keep says, without its option.
[[noreturn]] void rethrow(const Error& error, const std::string& where) {
  Fault fault = error.faults()[0];
  fault.where = where;
  throw Error(std::vector{fault});
}

KeptNumber curve_of(const std::string& name, const std::string& text) {
  KeptNumber number;
  number.name = name;
  number.of = text;
  number.is_curve = true;
  return number;
}

}  // namespace

std::string Measuring::placeholder() const { return fmt::format("number_{}_of_run", sources_.size()); }

void Measuring::add(KeptNumber number) {
  sources_.push_back({false, numbers_.size()});
  numbers_.push_back(std::move(number));
  places_.push_back(place_);
}

void Measuring::keep_last(const std::string& text) {
  KeptNumber number;
  number.name = text;
  number.kind = ReductionKind::last;
  number.of = text;
  add(std::move(number));
}

// The text with a placeholder for each number of the run.
std::string Measuring::take_calls(const std::string& text) {
  std::string rest;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_of_name(text[i])) {
      rest += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_of_name(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    const bool of_mode = word == "frequency" || word == "damping";
    const bool known = of_mode || std::find(std::begin(reduction_names), std::end(reduction_names), word) != std::end(reduction_names);
    int commas = 0;
    const std::size_t after = known && end < text.size() && text[end] == '(' ? end_of_call(text, end, commas) : 0;
    if (after == 0 || ((word == "max" || word == "min") && commas > 0)) {  // of two numbers: a function of expressions
      rest += word;
      i = end;
      continue;
    }
    const std::string call = text.substr(i, after - i);
    rest += placeholder();
    if (of_mode) {
      Mode mode;
      mode.damping = word == "damping";
      const std::string inside = text.substr(end + 1, after - end - 2);
      const auto read = std::from_chars(inside.data(), inside.data() + inside.size(), mode.number);
      if (read.ec != std::errc() || read.ptr != inside.data() + inside.size() || mode.number < 1 || mode.number > largest_mode)
        throw Error("", quoted(call) + " names no mode", "modes count from 1, the slowest first");
      sources_.push_back({true, modes_.size()});
      modes_.push_back(mode);
    } else {
      add(parse_keep(call).numbers[0]);
    }
    i = after;
  }
  return rest;
}

Measuring::Measuring(const Model& model, const Study& study) : varied_(study.vary.size()), measures_(study.measures.size()) {
  std::vector<std::string> known;
  for (const Varied& each : study.vary) known.push_back(each.name);
  struct Waiting {
    std::string text;
    std::vector<std::string> names;
    std::string where;
  };
  std::vector<Waiting> waiting;
  for (const Measure& each : study.measures) {
    const std::string where = "measure." + each.name;
    try {
      const std::size_t before = sources_.size();
      place_ = where;
      std::string text = take_calls(each.text);
      if (sources_.size() == before) {  // of what is known already, or a column
        try {
          Formula(text, known);
        } catch (const Error&) {
          text = placeholder();
          keep_last(each.text);
        }
      }
      waiting.push_back({text, known, where});
    } catch (const Error& error) {
      rethrow(error, where);
    }
    known.push_back(each.name);
  }
  for (Waiting& each : waiting) {  // now all placeholders are known; they come after the names of the study in the values
    std::vector<std::string> names = study.names();
    for (std::size_t i = each.names.size(); i < names.size(); ++i) names[i].clear();  // later measures
    for (std::size_t i = 0; i < sources_.size(); ++i) names.push_back(fmt::format("number_{}_of_run", i));
    try {
      formulas_.emplace_back(each.text, names, "columns stand inside of max(x), last(x), at(x, t == 2) and the like");
    } catch (const Error& error) {
      rethrow(error, each.where);
    }
  }
  first_curve_ = numbers_.size();
  if (const auto* identify = std::get_if<Identify>(&study.purpose)) {
    for (const auto& [column, text] : identify->match) numbers_.push_back(curve_of(column, text));
    curves_ = identify->match.size();
    at_ = identify->at;
    numbers_.push_back(curve_of(identify->over, identify->over));
  }
  if (numbers_.empty()) return;
  try {
    kept_.emplace(model, numbers_);
  } catch (const Error& all) {  // of which measure, they say one at a time
    for (std::size_t i = 0; i < numbers_.size(); ++i) try {
        KeptNumbers(model, {numbers_[i]});
      } catch (const Error& error) {
        rethrow(error, i < places_.size() ? places_[i] : "identify.match");
      }
    rethrow(all, "measure");
  }
}

std::size_t Measuring::size() const { return measures_ + curves_ * at_.size(); }

Measuring::Taking::Taking(const Measuring& measuring) : measuring_(measuring) {
  if (measuring.kept_) rows_.emplace(*measuring.kept_);
}

std::vector<double> Measuring::Taking::finish(const Results& run, const Point& point, std::vector<std::string>& warnings) {
  const Measuring& m = measuring_;
  std::vector<double> kept;
  if (rows_) {
    rows_->take_rest(run);
    kept = rows_->numbers(run.summary.events);
    warnings = rows_->warnings(run.summary.events);
  }
  std::vector<double> values(m.varied_ + m.measures_ + m.sources_.size());
  std::copy(point.begin(), point.end(), values.begin());
  for (std::size_t i = 0; i < m.sources_.size(); ++i) {
    double& value = values[m.varied_ + m.measures_ + i];
    value = std::numeric_limits<double>::quiet_NaN();
    if (!m.sources_[i].is_mode) {
      value = kept[m.sources_[i].index];
      continue;
    }
    const Mode& mode = m.modes_[m.sources_[i].index];
    if (mode.number <= run.summary.modes.size())
      value = mode.damping ? run.summary.modes[mode.number - 1].damping : run.summary.modes[mode.number - 1].frequency;
    else
      warnings.push_back(fmt::format("there are {} modes, and number {} is asked for", run.summary.modes.size(), mode.number));
  }
  for (std::size_t i = 0; i < m.measures_; ++i) values[m.varied_ + i] = m.formulas_[i](values);
  std::vector<double> numbers(values.begin() + static_cast<std::ptrdiff_t>(m.varied_),
                              values.begin() + static_cast<std::ptrdiff_t>(m.varied_ + m.measures_));
  // Curves where they were measured: x where the curve `over` first passes the value.
  for (std::size_t c = 0; c < m.curves_; ++c) {
    const auto& x = rows_->curve(m.first_curve_ + c);
    const auto& over = rows_->curve(m.first_curve_ + m.curves_);
    for (const double at : m.at_) {
      Reduction reduction(ReductionKind::at);
      for (std::size_t i = 0; i < x.size(); ++i) reduction.add(x[i].t, x[i].x, {over[i].x.value - at, over[i].x.rate});
      numbers.push_back(reduction.value());
      if (!reduction.was_met())
        warnings.push_back(fmt::format("the run does not reach {} = {:g}", m.numbers_.back().name, at));
    }
  }
  return numbers;
}

}  // namespace bricard::study
