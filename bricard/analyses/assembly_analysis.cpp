#include "bricard/analyses/assembly_analysis.hpp"

#include <fmt/format.h>

#include "bricard/analyses/common.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

// "crank 0.2 mm and 1 deg, rod 3 mm and 0.5 deg"; bodies that moved by rounding only are left out.
std::string moves(const Assembly& assembly, const System& system) {
  const UnitSystem& units = system.model().units;
  std::string text;
  int still = 0;
  for (const BodyMove& move : assembly.moved) {
    if (move.distance <= 1e-9 * system.reach() && move.angle <= 1e-9) {
      ++still;
      continue;
    }
    text += fmt::format("{}{} by {} and {}", text.empty() ? "" : ", ", move.body, amount(move.distance, dimension::length, units),
                        amount(move.angle, dimension::angle, units));
  }
  if (text.empty()) return "no body moved";
  return fmt::format("moved: {}{}", text, still > 0 ? fmt::format("; {} stayed", still) : "");
}

}  // namespace

Results assembly(const Model& model, const AnalysisOptions& options, const Control&) {
  const Stopwatch clock;
  const System system(model, chosen_coordinates(options));
  const std::vector<int> kept = columns_up_to(system, Level::velocity);
  Results results;
  results.columns = result_columns(system, kept);
  Summary& summary = results.summary;
  summary = describe(system, "assembly");
  summary.methods = {std::string(system.coordinates()), "none", "none", "none", "nothing is integrated"};
  const Assembly assembly = assemble(system, assembly_settings(options));
  add(assembly, summary);
  summary.outcome = assembly.outcome;
  results.state = state_text(system, assembly.state);
  if (!assembly.outcome.failed()) {
    add(diagnose(system, assembly.state), summary);
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    system.fill(e);
    e.kernel.select();
    Recorder recorder(system, e.kernel.selected());
    std::vector<double> row;
    recorder.record(assembly.state, row);
    for (int column : kept) results.values.push_back(row[column]);
    summary.violation.position = recorder.position_violation();
    summary.violation.velocity = recorder.velocity_violation();
    summary.outcome.message = moves(assembly, system);
  }
  clock.stop(summary);
  return results;
}

}  // namespace bricard
