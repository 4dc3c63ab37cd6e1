#include "bricard/analyses/many/keep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/columns.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

constexpr const char* option = "--keep";
constexpr const char* hint_for_all = "last, curves, or numbers such as max(x), min(x), mean(x), rms(x), last(x), at(x, t == 2)";

[[noreturn]] void refuse(const std::string& text, const std::string& what, std::string hint = hint_for_all) {
  throw Error(option, quoted(text) + ' ' + what, std::move(hint));
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

// Places outside of all brackets at which `at` is true.
template <class At>
std::vector<std::size_t> outside_brackets(std::string_view text, const At& at) {
  std::vector<std::size_t> found;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth < 0) refuse(std::string(text), "has a `)` too many");
    if (depth == 0 && at(i)) found.push_back(i);
  }
  if (depth > 0) refuse(std::string(text), "has a `(` that is not closed");
  return found;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (const std::size_t comma : outside_brackets(text, [&](std::size_t i) { return text[i] == ','; })) {
    parts.push_back(trimmed(text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// "travel == 0" to f = (travel) - (0) and where it holds.
void read_condition(const std::string& text, const std::string& whole, KeptNumber& number) {
  const auto places = outside_brackets(text, [&](std::size_t i) {
    const bool second = i > 0 && (text[i] == '=') && std::string_view("=<>!").find(text[i - 1]) != std::string_view::npos;
    return !second && (text[i] == '<' || text[i] == '>' || text[i] == '=' || text[i] == '!');
  });
  constexpr const char* hint = "write one comparison or an event, for instance at(x, t == 2), at(x, y < 0) or at(x, touch)";
  if (places.empty() && !text.empty() && std::all_of(text.begin(), text.end(), is_of_name)) {
    number.event = text;
    return;
  }
  if (places.size() != 1) refuse(whole, "has no condition that is one comparison", hint);
  const std::size_t at = places[0], size = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
  const std::string sign = text.substr(at, size), left = trimmed(text.substr(0, at)), right = trimmed(text.substr(at + size));
  if (sign == "=" || sign.starts_with('!')) refuse(whole, "has " + quoted(sign) + " for a comparison", hint);
  if (left.empty() || right.empty()) refuse(whole, "has nothing on one side of " + quoted(sign), hint);
  number.condition = fmt::format("({}) - ({})", left, right);
  number.crossing = sign == "==" ? Crossing::zero : sign[0] == '<' ? Crossing::below : Crossing::above;
}

KeptNumber read_number(const std::string& text) {
  KeptNumber number;
  std::string call = text;
  std::size_t end = 0;
  while (end < text.size() && is_of_name(text[end])) ++end;
  const std::size_t equals = text.find_first_not_of(" \t", end);
  number.name = text;
  if (end > 0 && equals != std::string::npos && text[equals] == '=' && text.substr(equals, 2) != "==") {
    number.name = text.substr(0, end);
    call = trimmed(text.substr(equals + 1));
  }
  const std::size_t bracket = call.find('(');
  const std::string function = trimmed(call.substr(0, bracket));
  const auto known = std::find(std::begin(reduction_names), std::end(reduction_names), function);
  if (bracket == std::string::npos || !call.ends_with(')') || known == std::end(reduction_names)) {
    const std::string near = did_you_mean(function, reduction_names);
    refuse(text, "is no number of a run", near.empty() ? hint_for_all : near);
  }
  number.kind = static_cast<ReductionKind>(known - std::begin(reduction_names));
  const std::vector<std::string> arguments = split(std::string_view(call).substr(bracket + 1, call.size() - bracket - 2));
  const std::size_t wanted = number.kind == ReductionKind::at ? 2 : 1;
  if (arguments.size() != wanted || arguments[0].empty())
    refuse(text, wanted == 2 ? "needs a value and a condition" : "needs one value", hint_for_all);
  number.of = arguments[0];
  if (wanted == 2) read_condition(arguments[1], text, number);
  return number;
}

}  // namespace

Keep parse_keep(const std::string& text) {
  Keep keep;
  keep.text = trimmed(text);
  if (keep.text == "last") return keep;
  if (keep.text == "curves") {
    keep.what = Keep::What::curves;
    return keep;
  }
  if (keep.text.empty()) throw Error(option, "the value is missing", hint_for_all);
  keep.what = Keep::What::numbers;
  for (const std::string& each : split(keep.text)) {
    if (each.empty()) refuse(text, "has an empty entry");
    keep.numbers.push_back(read_number(each));
    for (std::size_t i = 0; i + 1 < keep.numbers.size(); ++i)
      if (keep.numbers[i].name == keep.numbers.back().name) refuse(each, "is asked for twice", "keep one of them");
  }
  return keep;
}

// A bare name in place of a condition is an event of the model.
static void check_event(const Model& model, const KeptNumber& number) {
  std::vector<std::string> names;
  for (const EventRule& each : model.events) names.push_back(each.name);
  if (std::find(names.begin(), names.end(), number.event) != names.end()) return;
  const std::string near = did_you_mean(number.event, names);
  throw Error(option, quoted(number.name) + ": " + quoted(number.event) + " is no event of the model",
              near.empty() ? "write an event or a comparison, for instance at(x, t == 2)" : near);
}

KeptNumbers::KeptNumbers(const Model& model, const std::vector<KeptNumber>& numbers) : numbers_(numbers) {
  std::set<std::string> taken;
  const Vocabulary vocabulary(model);
  for (const ColumnInfo& each : vocabulary.columns()) taken.insert(each.name);
  for (const Parameter& each : model.parameters) taken.insert(each.name);
  for (const NamedPoint& each : model.points) taken.insert(each.name);
  for (const Table& each : model.tables) taken.insert(each.name);
  std::string prefix = "kept_";
  while (std::any_of(taken.begin(), taken.end(), [&](const std::string& name) { return name.starts_with(prefix); }))
    prefix += '_';

  // Only what this output adds is wrong: the model was checked.
  const auto faults_with = [&](const Output& output) {
    Model tried = model;
    tried.outputs.push_back(output);
    std::vector<FunctionFault> faults = check_functions(tried);
    std::erase_if(faults, [&](const FunctionFault& fault) { return fault.where != "outputs." + output.name; });
    return faults;
  };
  const auto add = [&](const KeptNumber& number, const std::string& text) {
    Output output{fmt::format("{}{}", prefix, outputs_.size() + 1), Function(text)};
    if (const auto faults = faults_with(output); !faults.empty())
      throw Error(option, quoted(number.name) + ": " + faults[0].what, faults[0].hint);
    return outputs_.emplace_back(std::move(output)).name;
  };
  const auto add_rate = [&](const std::string& text) -> std::string {
    Output output{fmt::format("{}{}", prefix, outputs_.size() + 1), Function("der(" + text + ")")};
    return faults_with(output).empty() ? outputs_.emplace_back(std::move(output)).name : "";
  };
  for (const KeptNumber& each : numbers_) {
    Names& names = names_.emplace_back();
    names.x = add(each, each.of);
    names.x_rate = add_rate(each.of);
    if (!each.event.empty()) check_event(model, each);
    if (each.kind != ReductionKind::at || !each.event.empty()) continue;
    names.condition = add(each, each.condition);
    names.condition_rate = add_rate(each.condition);
  }
}

Model KeptNumbers::with_outputs(Model model) const {
  model.outputs.insert(model.outputs.end(), outputs_.begin(), outputs_.end());
  return model;
}

std::vector<ResultColumn> KeptNumbers::columns(const Model& model) const {
  const Vocabulary vocabulary(model);
  std::vector<ResultColumn> columns;
  for (const KeptNumber& each : numbers_) {
    const int of = vocabulary.find(each.of);
    const Dimension dimension = of < 0 ? dimension::none : vocabulary.columns()[of].dimension;
    columns.push_back({each.name, dimension::none, dimension == dimension::none ? "" : model.units.name(dimension)});
  }
  return columns;
}

KeptNumbers::Rows::Rows(const KeptNumbers& kept) : kept_(kept) {
  for (const KeptNumber& each : kept.numbers_) reductions_.emplace_back(each.kind, each.crossing);
  curves_.resize(reductions_.size());
}

void KeptNumbers::Rows::begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
  const auto find = [&](const std::string& name) {
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const ResultColumn& each) { return each.name == name; });
    return name.empty() || at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
  };
  t_ = find("t");
  second_ = units.factor(dimension::time);
  columns_.clear();
  for (std::size_t i = 0; i < kept_.names_.size(); ++i) {
    const Names& names = kept_.names_[i];
    columns_.push_back({find(names.x), find(names.x_rate), find(names.condition), find(names.condition_rate)});
    if (columns_.back().x < 0 || (!names.condition.empty() && columns_.back().condition < 0))
      throw Error(option, quoted(kept_.numbers_[i].name) + " uses columns that this analysis does not compute");
  }
}

void KeptNumbers::Rows::row(std::span<const double> values) {
  const auto point = [&](int value, int rate) {
    CurvePoint point;
    if (value >= 0) point.value = values[value];
    if (rate >= 0) point.rate = values[rate];
    return point;
  };
  for (std::size_t i = 0; i < reductions_.size(); ++i) {
    const Columns& at = columns_[i];
    const KeptNumber& number = kept_.numbers_[i];
    if (number.is_curve || !number.event.empty()) {
      curves_[i].push_back({t_ < 0 ? 0 : values[t_] / second_, point(at.x, at.x_rate)});
      continue;
    }
    reductions_[i].add(t_ < 0 ? 0 : values[t_] / second_, point(at.x, at.x_rate), point(at.condition, at.condition_rate));
  }
}

namespace {

// When an event first fired, in s.
std::optional<double> time_of(const std::string& name, const std::vector<Event>& events) {
  for (const Event& each : events)
    if (each.name == name) return each.t;
  return std::nullopt;
}

}  // namespace

void KeptNumbers::Rows::take_rest(const Results& run) {
  const std::size_t width = run.columns.size();
  if (run.tally.count == 0 && run.rows() > 0) begin(run.columns, run.summary.units);
  for (int i = 0; i < run.rows(); ++i) row({run.values.data() + static_cast<std::size_t>(i) * width, width});
}

std::vector<double> KeptNumbers::Rows::numbers(const std::vector<Event>& events) const {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < reductions_.size(); ++i) {
    const auto time = time_of(kept_.numbers_[i].event, events);
    if (!time) {
      numbers.push_back(reductions_[i].value());
      continue;
    }
    Reduction at(ReductionKind::at);
    for (const Point& each : curves_[i]) at.add(each.t, each.x, {each.t - *time / second_, 1});
    numbers.push_back(at.value());
  }
  return numbers;
}

std::vector<std::string> KeptNumbers::Rows::warnings(const std::vector<Event>& events) const {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < reductions_.size(); ++i) {
    const KeptNumber& number = kept_.numbers_[i];
    if (!number.event.empty() && !time_of(number.event, events))
      warnings.push_back(fmt::format("the event of {} never fires: nan is written", quoted(number.name)));
    else if (number.event.empty() && !number.is_curve && !reductions_[i].was_met())
      warnings.push_back(fmt::format("the condition of {} never holds: nan is written", quoted(number.name)));
  }
  return warnings;
}

}  // namespace bricard
