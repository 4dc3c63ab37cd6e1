#include "bricard/analyses/driven/strike.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/power.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

std::vector<Blow> blows_between(const System& system, const State& before, const State& after,
                                const std::vector<double>& friction) {
  Equations e(system);
  system.motion(before, e, RowSet::all, Measure::all);
  const std::vector<double> rate = e.k.nu;
  const auto v = e.k.v, w = e.k.w;
  system.motion(after, e, RowSet::all, Measure::all);
  system.fill(e);
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    e.solution.A[b] << e.k.v[b] - v[b], e.k.w[b] - w[b];
    e.k.f[b].setZero();
  }
  apply_rubbing(system, e, friction);
  Reactions impulse;
  reactions(system, e, true, impulse);
  std::vector<Blow> blows;
  for (const int g : groups_that_depend_on_time(system.layout())) {
    Blow& blow = blows.emplace_back(Blow{g, 0, 0});
    const RowGroup& group = system.constraints().groups[g];
    for (int row = group.first_row; row < group.first_row + group.rows; ++row) {
      blow.impulse += impulse.effort[row];
      blow.work += impulse.effort[row] * 0.5 * (rate[row] + e.k.nu[row]);
    }
  }
  return blows;
}

Outcome strike(const System& system, const std::vector<char>& selected, State& state, std::vector<double>& friction) {
  Equations e(system);
  e.kernel.set_selected(selected);
  system.motion(state, e, RowSet::all, Measure::all);
  if (!system.factor(e)) return Outcome::failure(singular_message(system, e));
  const std::vector<Vec6<double>> before = twists(system, e);
  for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding of the first
    system.correction(Order::velocity, e, e.increment);
    state.v += e.increment;
    system.motion(state, e, RowSet::all, Measure::all);
  }
  if (!rub_in_impact(system, e, before, state, friction)) return Outcome::failure("in the impact " + why_not(system, e));
  return state.v.allFinite() ? Outcome{} : Outcome::failure("velocities after it are not finite");
}

std::string impulses(const System& system, const std::vector<Blow>& blows) {
  const UnitSystem& units = system.model().units;
  double largest = 0;
  for (const Blow& each : blows) largest = std::max(largest, std::abs(each.impulse));
  std::string text;
  for (const Blow& each : blows) {
    if (!(std::abs(each.impulse) > threshold::told * largest)) continue;
    const RowGroup& group = system.constraints().groups[each.group];
    const bool turns = group.kind == RowGroup::Kind::driver && drives_angle(system.model().drivers[group.element]);
    const Dimension dimension = (turns ? dimension::torque : dimension::force) * dimension::time;
    text += fmt::format("{}'{}' gives an impulse of {:.4g} {}", text.empty() ? "" : ", ", system.name_of(group),
                        each.impulse / units.factor(dimension), units.name(dimension));
  }
  return text;
}

}  // namespace bricard
