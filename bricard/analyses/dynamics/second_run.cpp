#include "bricard/analyses/dynamics/second_run.hpp"

#include <fmt/format.h>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/certificate.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double first_share = 0.45;  // of the progress: the second run is finer

// Half the tolerance, or half the step.
AnalysisOptions finer(AnalysisOptions options) {
  if (options.step) {
    *options.step /= 2;
  } else {
    options.tolerance.relative /= 2;
    if (options.tolerance.absolute) *options.tolerance.absolute /= 2;
  }
  return options;
}

Control share_of(const Control& control, double from, double share) {
  Control part = control;
  if (control.progress) part.progress = [&control, from, share](double fraction) { control.progress(from + share * fraction); };
  return part;
}

bool interrupted(const Control& control) { return control.interrupt && control.interrupt->load(); }

void warn_of_error(const AnalysisOptions& options, const std::string& what, double length, Summary& summary) {
  const ErrorEstimate& estimate = *summary.error_estimate;
  const double asked = options.tolerance.absolute.value_or(options.tolerance.relative * length);
  const double limit = options.step ? threshold::bearable * length : 10 * asked;
  if (estimate.position > limit)
    summary.warnings.push_back(fmt::format(
        "the run at {} differs: the error estimate {} ({} at t = {:.4g} s) is {:.2g} times {}; {}", what,
        amount(estimate.position, dimension::length, summary.units), estimate.column, estimate.t,
        estimate.position / (options.step ? length : asked), options.step ? "the model's length" : "the tolerance",
        options.step ? "take a shorter step" : "errors grow in this motion: take a smaller tolerance, or trust a shorter time"));
}

// `fine`: the second run, with the options `second`.
void certify(const Model& model, const AnalysisOptions& options, const AnalysisOptions& second, const Results& fine,
             Results& results) {
  Summary& summary = results.summary;
  const std::string what = second.step ? "half the step" : "half the tolerance";
  if (fine.summary.outcome.failed()) {
    summary.warnings.push_back(
        fmt::format("no error estimate: the second run, at {}, failed: {}", what, fine.summary.outcome.message));
    return;
  }
  const MethodChoice methods = choose_methods(options);
  const double length = System(model, methods.coordinates).length();
  summary.error_estimate = estimate_error(model, results, fine, length, growth_of_error(methods, options));
  if (!summary.error_estimate) return;
  ErrorEstimate& estimate = *summary.error_estimate;
  estimate.steps = fine.summary.steps;
  if (second.step)
    estimate.step = second.step;
  else
    estimate.tolerance = second.tolerance.relative;
  warn_of_error(options, what, length, summary);
}

}  // namespace

Results run_twice(const Model& model, const AnalysisOptions& options, const Control& control, SimulateOnce simulate) {
  Results results = simulate(model, options, share_of(control, 0, first_share));
  Summary& summary = results.summary;
  if (summary.outcome.failed() || interrupted(control) || results.rows() < 2) return results;
  const AnalysisOptions second = finer(options);
  const Results fine = simulate(model, second, share_of(control, first_share, 1 - first_share));
  summary.cpu_seconds += fine.summary.cpu_seconds;
  summary.wall_seconds += fine.summary.wall_seconds;
  if (interrupted(control))
    summary.outcome = {Status::stopped, "interrupted in the second run, for the error estimate; the first is complete"};
  else
    certify(model, options, second, fine, results);
  return results;
}

}  // namespace bricard
