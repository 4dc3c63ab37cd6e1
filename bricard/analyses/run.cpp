#include "bricard/analyses/run.hpp"

#include "bricard/analyses/assembly/assembly_analysis.hpp"
#include "bricard/analyses/beyond_range.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/driven/inverse_dynamics.hpp"
#include "bricard/analyses/driven/kinematics.hpp"
#include "bricard/analyses/dynamics/certificate.hpp"
#include "bricard/analyses/dynamics/dynamics.hpp"
#include "bricard/analyses/equilibrium/equilibrium.hpp"
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/analyses/linear/modes.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/external_function.hpp"
#include "bricard/model/halves.hpp"
#include "bricard/model/rods.hpp"

namespace bricard {

namespace {

struct Analysis {
  std::string_view type, help;
  Results (*run)(const Model&, const AnalysisOptions&, const Control&);
};

// The list of analyses: one line each.
constexpr Analysis analyses[] = {
    {"assembly", "the nearest position and velocities that satisfy all constraints", assembly},
    {"kinematics", "the motion that drivers prescribe", kinematics},
    {"inverse_dynamics", "the motion that drivers prescribe, the efforts and reactions it takes", inverse_dynamics},
    {"dynamics", "the motion that follows from forces", dynamics},
    {"equilibrium", "a position in which the mechanism stays, or a steady motion", equilibrium},
    {"modes", "small motions about an equilibrium or along a run: eigenvalues, shapes, responses", modes}};

bool starts_from_equilibrium(const AnalysisOptions& options) {
  return options.start == StartAt::equilibrium && !options.from && options.type != "equilibrium" && options.type != "modes";
}

// Finds the equilibrium, then runs from there with the parameters that were found.
Results run_from_equilibrium(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Equilibrium found = find_equilibrium(model, options, control);
  if (found.outcome.failed()) {
    Results results;
    results.summary = describe(System(model, chosen_coordinates(options)), options.type);
    results.summary.warnings = found.warnings;
    results.summary.assembly = found.assembly;
    results.summary.outcome = Outcome::failure("the run has no equilibrium to start from: " + found.outcome.message);
    return results;
  }
  AnalysisOptions from_there = options;
  from_there.from = found.state;
  Results results = run(found.model, from_there, control);
  Summary& summary = results.summary;
  summary.equilibrium = found.report;
  std::vector<std::string> warnings = found.warnings;
  if (!found.report.configuration.stable.value_or(true))
    warnings.push_back("the start is unstable: the motion that follows depends on rounding, or on the least disturbance");
  summary.warnings.insert(summary.warnings.begin(), warnings.begin(), warnings.end());
  return results;
}

}  // namespace

std::vector<AnalysisEntry> analysis_types() {
  std::vector<AnalysisEntry> entries;
  for (const Analysis& analysis : analyses) entries.push_back({analysis.type, analysis.help});
  return entries;
}

namespace {

// Of a model that was changed as its cuts ask, with what is to be told of that.
template <class Changed, class Analyze>
Results of_changed(const Changed& changed, const Analyze& analyze) {
  Results results = analyze(changed.model);
  auto& warnings = results.summary.warnings;
  warnings.insert(warnings.end(), changed.told.begin(), changed.told.end());
  return results;
}

// Rods that shall be cut (`cut: rod`) leave the model first; then bodies (`cut: body`) get their second halves, which mean
// something in relative coordinates only. False: there is nothing to change.
template <class Analyze>
bool by_cuts(const Model& model, const AnalysisOptions& options, Results& results, const Analyze& analyze) {
  if (has_rods(model))
    results = of_changed(with_rods_removed(model), analyze);
  else if (chosen_coordinates(options) == relative_coordinates && has_halves(model))
    results = of_changed(with_halves(model), analyze);
  else
    return false;
  return true;
}

}  // namespace

Results run(const Model& model, const AnalysisOptions& options, const Control& control) {
  Results changed;
  if (by_cuts(model, options, changed, [&](const Model& rest) { return run(rest, options, control); })) return changed;
  std::vector<std::string> known;
  for (const Analysis& analysis : analyses) {
    if (analysis.type == options.type) {
      if (starts_from_equilibrium(options)) return run_from_equilibrium(model, options, control);
      external_trouble();
      Results results = analysis.run(model, options, control);
      if (results.summary.outcome.failed())
        if (const std::string trouble = external_trouble(); !trouble.empty()) results.summary.outcome.message += "; " + trouble;
      add_evidence(model, results);
      warn_beyond_range(model, results);
      if (control.certify && !results.summary.error_estimate && analysis.run != dynamics)
        results.summary.warnings.push_back("there is no error to estimate by a second run: only `dynamics` integrates");
      return results;
    }
    known.emplace_back(analysis.type);
  }
  throw Error("analysis.type", "there is no analysis '" + options.type + "'", did_you_mean(options.type, known));
}

Results run(const Model& model, const Control& control) {
  if (!model.analysis)
    throw Error("analysis", "the model has no analysis section",
                "add one, for instance analysis: {type: dynamics, duration: 10}");
  return run(model, *model.analysis, control);
}

Results check(const Model& model, const AnalysisOptions& options) {
  Results changed;
  if (by_cuts(model, options, changed, [&](const Model& rest) { return check(rest, options); })) return changed;
  const System system(model, chosen_coordinates(options));
  Results results;
  results.summary = describe(system, "check");
  const Assembly assembly = assemble(system, assembly_settings(options));
  add(assembly, results.summary);
  results.summary.outcome = assembly.outcome;
  if (assembly.outcome.failed()) return results;
  Equations e(system);
  system.motion(assembly.state, e, RowSet::all, Measure::all);
  results.summary.violation.position = system.violation(e, Order::position, RowSet::all);
  results.summary.violation.velocity = system.violation(e, Order::velocity, RowSet::all);
  results.state = state_text(system, assembly.state);
  add(diagnose(system, assembly.state), results.summary);
  return results;
}

}  // namespace bricard
