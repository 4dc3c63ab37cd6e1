#include "bricard/analyses/many/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/many/crew.hpp"
#include "bricard/analyses/many/variants.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/root_locus.hpp"

namespace bricard {

namespace {

constexpr double most_variants = 100000;
constexpr std::size_t most_failures_told = 20;

// What is kept of one run until its rows are handed on.
struct Part {
  std::vector<ResultColumn> columns;
  std::vector<double> rows;
  Summary summary;
  std::string state;
  std::optional<Error> wrong;  // the model is wrong with these values
  bool has_ended = false;
  bool failed() const { return wrong || summary.outcome.failed(); }
  std::string reason() const;
};

std::string Part::reason() const {
  if (!wrong) return summary.outcome.failed() ? summary.outcome.message : "";
  const Fault& fault = wrong->faults()[0];
  return fault.where.empty() ? fault.what : fault.where + ": " + fault.what;
}

// What the parts of a sweep have cost together.
void add_costs(const Summary& run, Summary& summary) {
  summary.steps += run.steps;
  summary.rejected += run.rejected;
  summary.evaluations += run.evaluations;
  summary.factorizations += run.factorizations;
  summary.violation.position = std::max(summary.violation.position, run.violation.position);
  summary.violation.velocity = std::max(summary.violation.velocity, run.violation.velocity);
  summary.violation.acceleration = std::max(summary.violation.acceleration, run.violation.acceleration);
}

std::string words_of(const std::vector<Setting>& settings) {
  std::string words;
  for (const auto& [name, value] : settings) words += fmt::format("{}{} = {:.6g}", words.empty() ? "" : ", ", name, value);
  return words;
}

// The runs of a sweep, and their rows in the order of the values as they end.
class SweepRuns {
 public:
  SweepRuns(const std::vector<Sweep>& varied, const Keep& keep, const AnalysisOptions& options, const Control& control)
      : varied_(varied), keep_(keep), options_(options), control_(control), settings_(combinations_of(varied)) {
    parts_.resize(settings_.size());
    for (const Sweep& each : varied) results_.columns.push_back({each.parameter, dimension::none, each.unit});
    if (keep.what != Keep::What::numbers) return;
    const Model model = first_model();
    numbers_.emplace(model, keep.numbers);
    begin(numbers_->columns(model), model.units);
  }

  Results all() {
    const Stopwatch clock;
    const std::size_t begun = run_side_by_side(parts_.size(), 0, control_, [&](std::size_t i, const Control& own) {
      compute(i, own);
      try {
        hand_on(i);
      } catch (...) {  // the disk is full
        const std::lock_guard lock(mutex_);
        if (!trouble_) trouble_ = std::current_exception();
      }
    });
    if (trouble_) std::rethrow_exception(trouble_);
    finish(begun);
    clock.stop(results_.summary);
    return std::move(results_);
  }

 private:
  // Of the first values with which the model is right.
  Model first_model() const {
    for (std::size_t i = 0; i + 1 < settings_.size(); ++i) try {
        return control_.vary(settings_[i]);
      } catch (const Error&) {  // the next ones may do
      }
    return control_.vary(settings_.back());
  }

  void compute(std::size_t i, Control own) {
    Part& part = parts_[i];
    own.vary = [&, i](std::vector<std::pair<std::string, double>> values) {
      values.insert(values.begin(), settings_[i].begin(), settings_[i].end());
      return control_.vary(values);
    };
    own.rows = nullptr;
    own.last_row_only = keep_.what == Keep::What::last && !own.certify;  // a second run is compared along the whole motion
    try {
      const Model model = numbers_ ? numbers_->with_outputs(own.vary({})) : own.vary({});
      std::optional<KeptNumbers::Rows> rows;
      if (numbers_) own.rows = &rows.emplace(*numbers_);
      keep(run(model, options_, own), rows ? &*rows : nullptr, part);
    } catch (const Error& error) {
      part.wrong = error;
    } catch (const std::exception& error) {
      part.summary.outcome = Outcome::failure(error.what());
    }
    // What was interrupted has not ended. A run that an event has stopped just then is not told from it and left out too.
    const bool interrupted = control_.interrupt && control_.interrupt->load();
    part.has_ended = !(interrupted && part.summary.outcome.status == Status::stopped);
  }

  void keep(Results run, KeptNumbers::Rows* numbers, Part& part) const {
    if (numbers) {
      numbers->take_rest(run);
      part.rows = numbers->numbers(run.summary.events);
      for (std::string& each : numbers->warnings(run.summary.events)) run.summary.warnings.push_back(std::move(each));
    } else if (keep_.what == Keep::What::curves) {
      part.rows = std::move(run.values);
    } else if (run.rows() > 0) {
      part.rows.assign(run.values.end() - static_cast<std::ptrdiff_t>(run.columns.size()), run.values.end());
    }
    part.summary = std::move(run.summary);
    part.state = std::move(run.state);
    part.columns = std::move(run.columns);
  }

  void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
    results_.columns.insert(results_.columns.end(), columns.begin(), columns.end());
    results_.summary.units = units;
    has_begun_ = true;
  }

  // Rows of runs that have ended, as far as all before them have too.
  void hand_on(std::size_t i) {
    const std::lock_guard lock(mutex_);
    if (trouble_) return;
    if (parts_[i].has_ended && !parts_[i].failed() && !has_begun_) begin(parts_[i].columns, parts_[i].summary.units);
    ended_.resize(parts_.size());
    ended_[i] = true;
    if (!has_begun_) return;
    for (; next_ < parts_.size() && ended_[next_]; ++next_) write(next_);
  }

  void write(std::size_t i) {
    Part& part = parts_[i];
    if (!part.has_ended) return;
    const std::size_t varied = varied_.size(), width = results_.columns.size() - varied;
    std::vector<double> row;
    for (const auto& [name, value] : settings_[i]) row.push_back(value);
    row.resize(results_.columns.size(), std::numeric_limits<double>::quiet_NaN());
    if (part.failed() || width == 0) part.rows.clear();
    const std::size_t rows = width == 0 ? 0 : part.rows.size() / width;
    for (std::size_t k = 0; k < std::max<std::size_t>(rows, 1); ++k) {
      if (k < rows)
        std::copy_n(part.rows.begin() + static_cast<std::ptrdiff_t>(k * width), width,
                    row.begin() + static_cast<std::ptrdiff_t>(varied));
      keep_row(results_, control_.rows, row);
    }
    part.rows = {};
    report_.ended.push_back({{row.begin(), row.begin() + static_cast<std::ptrdiff_t>(varied)},
                             static_cast<long>(std::max<std::size_t>(rows, 1)),
                             part.reason()});
  }

  void finish(std::size_t begun) {
    for (; next_ < begun; ++next_)
      if (ended_[next_]) write(next_);
    std::size_t done = 0, failed = 0;
    for (const Part& part : parts_) {
      done += part.has_ended && !part.failed();
      failed += part.has_ended && part.failed();
    }
    if (done == 0 && failed == parts_.size())
      for (const Part& part : parts_)
        if (part.wrong) throw Error(*part.wrong);
    describe();
    add_locus();
    tell(done, failed);
    for (const Sweep& each : varied_) report_.varied.push_back({each.parameter, each.unit, each.values});
    report_.keep = keep_.text;
    for (const KeptNumber& each : keep_.numbers) report_.kept.push_back(each.name);
    report_.variants = static_cast<long>(parts_.size());
    results_.files.push_back({"variants.csv", variants_csv()});
    results_.summary.sweep = std::move(report_);
  }

  // The description of the model is that of the last run that was done; costs are added up; warnings that many variants share
  // are told once, with the first.
  void describe() {
    Summary& summary = results_.summary;
    std::vector<std::string> told, warnings;
    bool is_first = true;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      if (!part.has_ended || part.wrong) continue;
      for (const std::string& warning : part.summary.warnings) {
        if (std::find(told.begin(), told.end(), warning) != told.end()) continue;
        told.push_back(warning);
        warnings.push_back(words_of(settings_[i]) + ": " + warning);
      }
      if (!is_first && part.failed()) continue;
      const Summary before = std::exchange(summary, part.summary);
      add_costs(before, summary);
      results_.state = part.state;
      is_first = false;
    }
    summary.warnings = std::move(warnings);
  }

  void add_locus() {
    std::vector<LocusPoint> locus;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (parts_[i].has_ended && !parts_[i].failed() && !parts_[i].summary.modes.empty())
        locus.push_back({settings_[i][0].second, parts_[i].summary.modes});
    if (locus.empty()) return;
    if (varied_.size() > 1) {
      results_.summary.warnings.push_back("there is no root locus over several numbers; sweep one of them");
      return;
    }
    const Sweep& over = varied_[0];
    results_.files.push_back({"root_locus.csv", locus_csv(over.parameter, locus)});
    results_.files.push_back({"root_locus.svg", locus_svg(results_.summary.model, over.parameter, over.unit, locus)});
  }

  void tell(std::size_t done, std::size_t failed) {
    Summary& summary = results_.summary;
    std::string what = fmt::format("{} values of {}", parts_.size(), varied_[0].parameter);
    if (varied_.size() > 1) {
      what = fmt::format("{} variants of ", parts_.size());
      for (std::size_t i = 0; i < varied_.size(); ++i)
        what += (i == 0 ? "" : i + 1 == varied_.size() ? " and " : ", ") + varied_[i].parameter;
    }
    std::string first;
    std::size_t told = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i].has_ended || !parts_[i].failed()) continue;
      const std::string words = words_of(settings_[i]) + ": " + parts_[i].reason();
      if (first.empty()) first = words;
      if (++told <= most_failures_told) summary.warnings.push_back(words);
    }
    if (told > most_failures_told)
      summary.warnings.push_back(fmt::format("{} more variants failed; variants.csv has them", told - most_failures_told));
    if (done + failed < parts_.size())
      summary.outcome = {Status::stopped, fmt::format("interrupted after {} of {}", done + failed, what)};
    else if (failed == 0)
      summary.outcome = {Status::done, what};
    else if (done > 0)
      summary.outcome = {Status::done, fmt::format("{}, of which {} failed; {}", what, failed, first)};
    else
      summary.outcome = Outcome::failure(fmt::format("all {} failed; {}", what, first));
  }

  // One row for each variant: the values, how it ended, and why where it failed.
  std::string variants_csv() const {
    std::string text;
    for (const Sweep& each : varied_) text += each.parameter + ',';
    text += "status,reason\n";
    for (const SweepReport::Variant& each : report_.ended) {
      for (const double value : each.values) text += to_text(value) + ',';
      std::string reason = each.reason;
      for (std::size_t at = 0; (at = reason.find('"', at)) != std::string::npos; at += 2) reason.insert(at, 1, '"');
      std::replace(reason.begin(), reason.end(), '\n', ' ');
      text += each.reason.empty() ? "done,\n" : fmt::format("failed,\"{}\"\n", reason);
    }
    return text;
  }

  const std::vector<Sweep>& varied_;
  const Keep& keep_;
  const AnalysisOptions& options_;
  const Control& control_;
  std::vector<std::vector<Setting>> settings_;
  std::optional<KeptNumbers> numbers_;
  std::vector<Part> parts_;
  std::mutex mutex_;
  std::vector<bool> ended_;     // run, to the end or not
  std::size_t next_ = 0;        // whose rows are written next
  bool has_begun_ = false;      // the columns are known
  std::exception_ptr trouble_;  // rows could not be handed on
  Results results_;
  SweepReport report_;
};

}  // namespace

Results sweep(const std::vector<Sweep>& varied, const Keep& keep, const AnalysisOptions& options, const Control& control) {
  if (varied.empty()) throw Error("--sweep", "nothing is varied");
  double count = 1;
  for (std::size_t i = 0; i < varied.size(); ++i) {
    count *= static_cast<double>(varied[i].values.size());
    for (std::size_t k = 0; k < i; ++k)
      if (varied[k].parameter == varied[i].parameter)
        throw Error("--sweep " + varied[i].parameter, "this is varied twice", "give all its values in one --sweep");
  }
  if (count > most_variants)
    throw Error("--sweep", fmt::format("{:.0f} variants are more than {:.0f}", count, most_variants), "take fewer values");
  return SweepRuns(varied, keep, options, control).all();
}

}  // namespace bricard
