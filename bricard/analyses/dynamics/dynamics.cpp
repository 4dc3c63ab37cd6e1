#include "bricard/analyses/dynamics/dynamics.hpp"

#include <fmt/format.h>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/run_record.hpp"
#include "bricard/analyses/dynamics/second_run.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

Outcome follow(Simulation& simulation, const Control& control) {
  const double end = simulation.course().end();
  Outcome outcome;
  if (control.progress) control.progress(0);  // assembly and diagnosis are over
  while (outcome.status == Status::done && simulation.t() < end) {
    if (control.interrupt && control.interrupt->load())
      return {Status::stopped, fmt::format("interrupted at t = {:.6g} s", simulation.t())};
    outcome = simulation.step();
    if (control.progress) control.progress(simulation.t() / end);
  }
  return outcome;
}

// Where motions branch, velocities do not say along which of them it goes on: accelerations differ at the same velocities.
void explain_start(double t, double end, Summary& summary) {
  if (!summary.outcome.failed() || !summary.singularity.singular || t > threshold::sliver * end) return;
  summary.outcome.message =
      fmt::format("it starts in a bifurcation, from where several motions lead on with the same velocities ({}): start a little "
                  "away from it, on the motion that is meant; {}",
                  summary.singularity.words, summary.outcome.message);
}

void simulate_from_start(const Model& model, const AnalysisOptions& options, const Control& control, Results& results) {
  Simulation simulation(model, options);
  const Course& course = simulation.course();
  results.columns = result_columns(course.system());
  check_size(options, results.columns.size(), control);
  Summary& summary = results.summary;
  summary = describe(course.system(), "dynamics");
  summary.methods = course.methods().names();
  warn_of_keys_without_effect(options, summary);
  add(course.assembly(), summary);
  summary.outcome = course.outcome();
  if (course.assembly().outcome.failed()) return;
  add(diagnose(course.system(), course.assembly().state, Therapy::none), summary);
  if (summary.outcome.failed()) return;
  RunRecord record(model, options, control, simulation.course(), results);
  summary.outcome = follow(simulation, control);
  record.finish();
  explain_start(simulation.t(), course.end(), summary);
}

Results simulate(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  Results results;
  simulate_from_start(model, options, control, results);
  clock.stop(results.summary);
  return results;
}

}  // namespace

Results dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  return control.certify ? run_twice(model, options, control, simulate) : simulate(model, options, control);
}

}  // namespace bricard
