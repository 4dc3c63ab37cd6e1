#include "bricard/formulations/stabilizations/projection.hpp"

namespace bricard {

namespace {

constexpr double rounding = 1e-16;

// Closes positions once, where the violation is more than rounding. False: the matrices could not be factorized.
bool close_positions(const System& system, Equations& e, State& state, double open, double& truncate) {
  const double relative = open / system.reach();
  if (relative < 10 * rounding) return true;
  truncate = rounding / relative;
  if (!system.factor(e, truncate)) return false;
  system.correction(Order::position, e, e.increment);
  system.move(state.q, e.increment, e.moved);
  state.q = e.moved;
  system.motion(state, e);
  return true;
}

// Closes velocities and leaves e factorized with all selected rows. Directions that were left alone in position stay so in velocity.
bool close_velocities(const System& system, Equations& e, State& state, double truncate) {
  const double relative = system.violation(e, Order::velocity, system.row_set()) / std::max(system.speed(e), 1e-300);
  if (relative > 10 * rounding) truncate = std::max(truncate, rounding / relative);
  if (!system.factor(e, relative > 10 * rounding ? truncate : 0)) return false;
  if (relative <= 10 * rounding) return true;
  system.correction(Order::velocity, e, e.increment);
  state.v += e.increment;
  system.motion(state, e);
  return state.v.allFinite() && (!e.kernel.truncated() || e.kernel.factor());
}

}  // namespace

bool apply_projection(const System& system, Equations& e, State& state, double tolerance) {
  constexpr int most = 8;
  e.increment.setZero();
  system.move(state.q, e.increment, e.moved);  // unit quaternions
  state.q = e.moved;
  system.motion(state, e);
  const double closed = std::max(1e-3 * tolerance * system.layout().length, 100 * rounding * system.reach());
  double open = system.violation(e, Order::position, system.row_set()), truncate = 0;
  for (int i = 0; open > closed; ++i) {
    if (i == most || !std::isfinite(open)) return false;
    if (!close_positions(system, e, state, open, truncate)) return false;
    const double before = open;
    open = system.violation(e, Order::position, system.row_set());
    if (i > 0 && open > 0.5 * before) break;  // what is left cannot be closed here: rounding, or a direction left alone
  }
  const double bearable = e.kernel.truncated() ? 1e-3 * system.layout().length : 10 * closed;
  return open < bearable && close_velocities(system, e, state, truncate);
}

bool project_once(const System& system, Equations& e, State& state) {
  system.motion(state, e);
  double truncate = 0;
  return close_positions(system, e, state, system.violation(e, Order::position, system.row_set()), truncate) && state.q.allFinite() &&
         close_velocities(system, e, state, truncate);
}

}  // namespace bricard
