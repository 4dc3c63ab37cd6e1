#include "bricard/analyses/run.hpp"

#include "bricard/analyses/assembly_analysis.hpp"
#include "bricard/analyses/certificate.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics.hpp"
#include "bricard/analyses/inverse_dynamics.hpp"
#include "bricard/analyses/kinematics.hpp"
#include "bricard/core/text.hpp"
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
    {"dynamics", "the motion that follows from forces", dynamics}};

constexpr std::string_view planned[] = {"equilibrium", "modes"};

}  // namespace

std::vector<AnalysisEntry> analysis_types() {
  std::vector<AnalysisEntry> entries;
  for (const Analysis& analysis : analyses) entries.push_back({analysis.type, analysis.help});
  return entries;
}

namespace {

// Rods that shall be cut (`cut: rod`) leave the model first.
template <class Analyze>
Results without_rods(const Model& model, const Analyze& analyze) {
  const RodsRemoved without = with_rods_removed(model);
  Results results = analyze(without.model);
  auto& warnings = results.summary.warnings;
  warnings.insert(warnings.end(), without.told.begin(), without.told.end());
  return results;
}

}  // namespace

Results run(const Model& model, const AnalysisOptions& options, const Control& control) {
  if (has_rods(model)) return without_rods(model, [&](const Model& rest) { return run(rest, options, control); });
  std::vector<std::string> known;
  std::string available;
  for (const Analysis& analysis : analyses) {
    if (analysis.type == options.type) {
      Results results = analysis.run(model, options, control);
      add_evidence(model, results);
      if (control.certify && !results.summary.error_estimate && analysis.run != dynamics)
        results.summary.warnings.push_back("there is no error to estimate by a second run: only `dynamics` integrates");
      return results;
    }
    known.emplace_back(analysis.type);
    available += (available.empty() ? "" : ", ") + known.back();
  }
  for (std::string_view type : planned)
    if (type == options.type)
      throw Error("analysis.type", "the analysis '" + options.type + "' is not available in this version",
                  "available: " + available);
  throw Error("analysis.type", "there is no analysis '" + options.type + "'", did_you_mean(options.type, known));
}

Results run(const Model& model, const Control& control) {
  if (!model.analysis)
    throw Error("analysis", "the model has no analysis section",
                "add one, for instance analysis: {type: dynamics, duration: 10}");
  return run(model, *model.analysis, control);
}

Results check(const Model& model, const AnalysisOptions& options) {
  if (has_rods(model)) return without_rods(model, [&](const Model& rest) { return check(rest, options); });
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
