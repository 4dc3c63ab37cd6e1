#include "bricard/analyses/dynamics/second_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <numbers>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/certificate.hpp"
#include "bricard/analyses/dynamics/row_comparison.hpp"
#include "bricard/core/unnamed_file.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double first_share = 0.45;  // of the progress: the second run is finer

// Where nothing happens steps are limited by the duration alone: the second run shall look elsewhere, and more often.
constexpr double other_longest_step = 0.0382;  // of the duration; the methods' own is a tenth of it
constexpr double other_max_step = 0.618;       // of the one that is given
constexpr std::size_t most_told = 3;
constexpr double of_a_turn = 0.05;  // what whole turns may miss

// Half the tolerance and other steps, or half the step.
AnalysisOptions finer(AnalysisOptions options) {
  if (options.step) {
    *options.step /= 2;
  } else {
    options.tolerance.relative /= 2;
    if (options.tolerance.absolute) *options.tolerance.absolute /= 2;
    options.max_step = options.max_step ? other_max_step * *options.max_step : other_longest_step * *options.duration;
  }
  return options;
}

Control share_of(const Control& control, double from, double share) {
  Control part = control;
  if (control.progress) part.progress = [&control, from, share](double fraction) { control.progress(from + share * fraction); };
  return part;
}

bool interrupted(const Control& control) { return control.interrupt && control.interrupt->load(); }

// Of positions: what the tolerance asks for.
double asked_error(const AnalysisOptions& options, double length) {
  return options.tolerance.absolute.value_or(options.tolerance.relative * length);
}

void warn_of_error(const AnalysisOptions& options, const std::string& what, double length, Summary& summary) {
  const ErrorEstimate& estimate = *summary.error_estimate;
  if (estimate.trusted_until)
    summary.warnings.push_back(
        fmt::format("the run at {} differs: the error estimate {} ({} at t = {:.4g} s) is {:.2g} times {}; trust it until t = "
                    "{:.4g} s, or {}",
                    what, amount(estimate.position, dimension::length, summary.units), estimate.column, estimate.t,
                    estimate.position / (options.step ? length : asked_error(options, length)),
                    options.step ? "the model's length" : "the tolerance", *estimate.trusted_until,
                    options.step ? "take a shorter step" : "take a smaller tolerance: errors grow in this motion"));
}

// What happened in one run and not in the other.
void compare_events(const Results& fine, const std::string& what, double within, Summary& summary) {
  std::vector<std::string> told;
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> times;
  for (const Event& event : summary.events) times[event.name].first.push_back(event.t);
  for (const Event& event : fine.summary.events) times[event.name].second.push_back(event.t);
  for (const auto& [name, both] : times) {
    const auto& [here, there] = both;
    if (here.size() != there.size()) {
      told.push_back(fmt::format("event '{}' happened {} times, and {} times there", name, here.size(), there.size()));
      continue;
    }
    for (std::size_t i = 0; i < here.size(); ++i)
      if (std::abs(here[i] - there[i]) > within) {
        told.push_back(fmt::format("event '{}' was at t = {:.9g} s, and at t = {:.9g} s there", name, here[i], there[i]));
        break;
      }
  }
  if (summary.switches != fine.summary.switches)
    told.push_back(fmt::format("functions switched {} times, and {} times there", summary.switches, fine.summary.switches));
  if (told.size() > most_told) told.resize(most_told);
  if (!told.empty())
    summary.warnings.push_back(fmt::format(
        "the run at {} and with other steps went another way: {}; one of them has missed something: take a smaller max_step",
        what, fmt::join(told, ", ")));
}

// An angle that is off by whole turns has lost them.
void compare_turns(const Results& results, const Results& fine, Summary& summary) {
  if (results.tally.count == 0 || fine.tally.count == 0) return;
  for (std::size_t c = 0; c < results.columns.size(); ++c) {
    if (!(results.columns[c].dimension == dimension::angle)) continue;
    const double turns = (results.tally.last[c] - fine.tally.last[c]) / (2 * std::numbers::pi);
    if (std::abs(turns) < 0.5 || std::abs(turns - std::round(turns)) > of_a_turn) continue;
    summary.warnings.push_back(fmt::format("{} has {:.0f} turns {} than in the run with other steps: take a smaller max_step",
                                           results.columns[c].name, std::abs(turns), turns > 0 ? "more" : "less"));
    return;
  }
}

// `fine`: the second run, with the options `second`; `estimate`: the error from their rows.
void certify(const AnalysisOptions& options, const AnalysisOptions& second, double length, const Results& fine,
             std::optional<ErrorEstimate> estimate, Results& results) {
  Summary& summary = results.summary;
  const std::string what = second.step ? "half the step" : "half the tolerance";
  if (fine.summary.outcome.failed()) {
    summary.warnings.push_back(
        fmt::format("no error estimate: the second run, at {}, failed: {}", what, fine.summary.outcome.message));
    return;
  }
  compare_events(fine, what, threshold::bearable * *options.duration, summary);
  compare_turns(results, fine, summary);
  if (!estimate) return;
  summary.error_estimate = std::move(estimate);
  summary.error_estimate->steps = fine.summary.steps;
  if (second.step)
    summary.error_estimate->step = second.step;
  else
    summary.error_estimate->tolerance = second.tolerance.relative;
  warn_of_error(options, what, length, summary);
}

// Keeps what is compared of the rows that a sink takes, in a file without name.
class KeptRows final : public RowSink {
 public:
  KeptRows(const ComparedColumns& columns, RowSink& taker, const std::string& folder)
      : columns_(columns), taker_(taker), file_(fdopen(unnamed_file(folder), "w+b"), std::fclose) {}
  void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) override { taker_.begin(columns, units); }
  void row(std::span<const double> values) override {
    taker_.row(values);
    columns_.pick(values, picked_);
    if (!is_full_) is_full_ = std::fwrite(picked_.data(), sizeof(double), picked_.size(), file_.get()) != picked_.size();
  }
  // From the first on, once all have come. False: some could not be kept.
  bool rewind() {
    is_full_ = is_full_ || std::fflush(file_.get()) != 0;
    std::rewind(file_.get());
    return !is_full_;
  }
  bool next(std::vector<double>& picked) {
    picked.resize(columns_.size());
    return std::fread(picked.data(), sizeof(double), picked.size(), file_.get()) == picked.size();
  }

 private:
  const ComparedColumns& columns_;
  RowSink& taker_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::vector<double> picked_;
  bool is_full_ = false;
};

}  // namespace

Results run_twice(const Model& model, const AnalysisOptions& options, const Control& control, SimulateOnce simulate) {
  const ComparedColumns compared(model);
  std::optional<KeptRows> kept;
  Control first = share_of(control, 0, first_share);
  if (control.rows)
    first.rows = &kept.emplace(compared, *control.rows, control.scratch.empty() ? temporary_folder() : control.scratch);
  Results results = simulate(model, options, first);
  Summary& summary = results.summary;
  if (summary.outcome.failed() || interrupted(control) || results.tally.count < 2) return results;
  if (kept && !kept->rewind()) {
    summary.warnings.push_back("no error estimate: there is no room to keep the rows of the first run beside its results");
    return results;
  }

  int row = 0;
  const auto next = [&](std::vector<double>& picked) {
    if (kept) return kept->next(picked);
    if (row == results.rows()) return false;
    const std::size_t width = results.columns.size();
    compared.pick({results.values.data() + static_cast<std::size_t>(row++) * width, width}, picked);
    return true;
  };
  const MethodChoice methods = choose_methods(options);
  const double length = System(model, methods.coordinates).length();
  const double growth = growth_of_error(methods, options);
  const double limit = options.step ? threshold::bearable * length : 10 * asked_error(options, length);
  RowComparison comparison(compared, results.tally.last[0], length, limit / growth, next);
  const AnalysisOptions second = finer(options);
  Control finer_run = share_of(control, first_share, 1 - first_share);
  finer_run.rows = &comparison;
  const Results fine = simulate(model, second, finer_run);
  summary.cpu_seconds += fine.summary.cpu_seconds;
  summary.wall_seconds += fine.summary.wall_seconds;
  if (interrupted(control))
    summary.outcome = {Status::stopped, "interrupted in the second run, for the error estimate; the first is complete"};
  else
    certify(options, second, length, fine, comparison.found(growth), results);
  return results;
}

}  // namespace bricard
