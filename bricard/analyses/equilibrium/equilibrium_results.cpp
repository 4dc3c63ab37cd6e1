#include "bricard/analyses/equilibrium/equilibrium_results.hpp"

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/independent_rows.hpp"

namespace bricard {

Results results_of(const Equilibrium& found, const System& system, const AnalysisOptions& options, const std::string& why) {
  Results results;
  results.columns = result_columns(system);
  Summary& summary = results.summary;
  summary = describe(system, "equilibrium");
  summary.methods = {std::string(system.coordinates()), "none", "none", "none", why + "; nothing is integrated"};
  warn_of_keys_without_effect(options, summary);
  summary.warnings.insert(summary.warnings.end(), found.warnings.begin(), found.warnings.end());
  summary.assembly = found.assembly;
  summary.outcome = found.outcome;
  summary.steps = found.iterations;
  summary.evaluations = found.evaluations;
  summary.factorizations = found.factorizations;
  return results;
}

void add_row(const Equilibrium& found, const System& system, const State& state, Recorder recorder, Results& results) {
  Summary& summary = results.summary;
  add(diagnose(system, state, Therapy::none), summary);
  if (!recorder.record(state, results.values)) summary.warnings.push_back(without_accelerations);
  summary.violation = {recorder.position_violation(), recorder.velocity_violation(), recorder.acceleration_violation()};
  summary.equilibrium = found.report;
  results.state = state_text(found.state);
}

}  // namespace bricard
