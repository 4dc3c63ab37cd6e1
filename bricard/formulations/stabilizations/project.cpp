#include "bricard/formulations/stabilizations/project.hpp"

#include "bricard/formulations/formulation.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double largest_change = 10;  // of the tolerance
constexpr double finest = 3;           // roundings of the reach

bool factor(const System& system, Equations& e, const Weights* weights, double truncate) {
  if (!weights) return system.factor(e, truncate);
  if (system.singular(e.k)) return false;
  system.fill(e);
  weigh(*weights, e);
  return e.rows().factor(truncate);
}

// Closes positions once, where the violation is more than rounding. False: the matrices could not be factorized.
bool close_positions(const System& system, Equations& e, State& state, const Weights* weights, double open, double tolerance,
                     double& truncate) {
  const double relative = open / system.reach();
  if (relative < finest * threshold::rounding) return true;
  truncate = left_alone_below(relative, tolerance);
  if (!factor(system, e, weights, truncate)) return false;
  system.correction(Order::position, e, e.increment);
  system.move(state.q, e.increment, e.moved);
  state.q = e.moved;
  system.motion(state, e);
  return true;
}

// Closes velocities and leaves e factorized with all selected rows and the masses. Directions that were left alone in position
// stay so in velocity.
bool close_velocities(const System& system, Equations& e, State& state, const Weights* weights, double tolerance,
                      double truncate) {
  const double relative = system.violation(e, Order::velocity, system.row_set()) / std::max(system.speed(e), threshold::nothing);
  const bool open = relative > 10 * threshold::rounding;
  if (!open) return system.factor(e);
  truncate = std::max(truncate, left_alone_below(relative, tolerance));
  if (!factor(system, e, weights, truncate)) return false;
  system.correction(Order::velocity, e, e.increment);
  state.v += e.increment;
  system.motion(state, e);
  if (!state.v.allFinite()) return false;
  return weights ? system.factor(e) : !e.rows().truncated() || e.rows().factor();
}

}  // namespace

double left_alone_below(double violation, double tolerance) {
  return std::max(threshold::rounding / violation, std::pow(violation / (largest_change * tolerance), 2));
}

bool project(const System& system, Equations& e, State& state, double tolerance, double closed, const Weights* weights) {
  constexpr int most = 8;
  system.normalize(state);
  system.motion(state, e);
  const double rounding = threshold::rounding * system.reach();
  closed = std::max(closed * system.length(), finest * rounding);
  double open = system.violation(e, Order::position, system.row_set()), truncate = 0;
  for (int i = 0; open > closed; ++i) {
    if (i == most) break;
    if (!std::isfinite(open)) return false;
    if (!close_positions(system, e, state, weights, open, tolerance, truncate)) return false;
    const double before = open;
    open = system.violation(e, Order::position, system.row_set());
    if (i > 0 && open > 0.5 * before) break;  // what is left cannot be closed here: rounding, or a direction left alone
  }
  const double bearable = e.rows().truncated() ? threshold::bearable * system.length() : std::max(10 * closed, 1000 * rounding);
  return open < bearable && close_velocities(system, e, state, weights, tolerance, truncate);
}

// Stages are off by more than the tolerance, and what closing them changes is seen by error control: no limit.
bool project_once(const System& system, Equations& e, State& state, const Weights* weights) {
  constexpr int most = 4;
  system.motion(state, e);
  double open = system.violation(e, Order::position, system.row_set()), left_alone = 0, truncate = 0;
  for (int i = 0; i < most; ++i) {
    if (!close_positions(system, e, state, weights, open, unlimited, truncate) || !state.q.allFinite()) return false;
    if (i == 0) left_alone = truncate;
    const double before = open;
    open = system.violation(e, Order::position, system.row_set());
    if (open < 100 * threshold::rounding * system.reach() || open > 0.5 * before) break;
  }
  return close_velocities(system, e, state, weights, unlimited, left_alone);
}

}  // namespace bricard
