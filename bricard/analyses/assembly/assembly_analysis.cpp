#include "bricard/analyses/assembly/assembly_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/analyses/common.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_bodies = 12;  // that are told by name

// "moved: crank by 0.2 mm and 1 deg, rod by 3 mm and 0.5 deg": those that moved most; rounding does not count.
std::string moves(const Assembly& assembly, const System& system) {
  const UnitSystem& units = system.model().units;
  const double length = system.length();
  const auto size = [&](const BodyMove& move) { return std::max(move.distance / length, move.angle); };
  std::vector<BodyMove> moved;
  for (const BodyMove& move : assembly.moved)
    if (move.distance > threshold::as_written * system.reach() || move.angle > threshold::as_written) moved.push_back(move);
  if (moved.empty()) return "no body moved";
  std::stable_sort(moved.begin(), moved.end(), [&](const BodyMove& a, const BodyMove& b) { return size(a) > size(b); });
  std::string text = "moved: ";
  for (std::size_t i = 0; i < std::min(moved.size(), most_bodies); ++i)
    text += fmt::format("{}{} by {} and {}", i ? ", " : "", moved[i].body, amount(moved[i].distance, dimension::length, units),
                        amount(moved[i].angle, dimension::angle, units));
  if (moved.size() > most_bodies) text += fmt::format(" and {} more bodies", moved.size() - most_bodies);
  if (moved.size() < assembly.moved.size()) text += fmt::format("; {} stayed", assembly.moved.size() - moved.size());
  return text;
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
