#include "bricard/formulations/stabilizations/projection.hpp"

namespace bricard {

namespace {

constexpr double rounding = 1e-16;
constexpr double largest_change = 10;  // of the tolerance

// Pivots (squares of singular values) below this are left alone when a relative violation is closed: see projection.hpp.
double truncation(double violation, double tolerance) {
  return std::max(rounding / violation, std::pow(violation / (largest_change * tolerance), 2));
}

// Closes positions once, where the violation is more than rounding. False: the matrices could not be factorized.
bool close_positions(const System& system, Equations& e, State& state, double open, double tolerance, double& truncate) {
  const double relative = open / system.reach();
  if (relative < 10 * rounding) return true;
  truncate = truncation(relative, tolerance);
  if (!system.factor(e, truncate)) return false;
  system.correction(Order::position, e, e.increment);
  system.move(state.q, e.increment, e.moved);
  state.q = e.moved;
  system.motion(state, e);
  return true;
}

// Closes velocities and leaves e factorized with all selected rows. Directions that were left alone in position stay so in
// velocity.
bool close_velocities(const System& system, Equations& e, State& state, double tolerance, double truncate) {
  const double relative = system.violation(e, Order::velocity, system.row_set()) / std::max(system.speed(e), 1e-300);
  if (relative > 10 * rounding) truncate = std::max(truncate, truncation(relative, tolerance));
  if (!system.factor(e, relative > 10 * rounding ? truncate : 0)) return false;
  if (relative <= 10 * rounding) return true;
  system.correction(Order::velocity, e, e.increment);
  state.v += e.increment;
  system.motion(state, e);
  return state.v.allFinite() && (!e.rows().truncated() || e.rows().factor());
}

}  // namespace

bool apply_projection(const System& system, Equations& e, State& state, double tolerance, double closed) {
  constexpr int most = 8;
  system.normalize(state);
  system.motion(state, e);
  closed = std::max(closed * system.layout().length, 100 * rounding * system.reach());
  double open = system.violation(e, Order::position, system.row_set()), truncate = 0;
  for (int i = 0; open > closed; ++i) {
    if (i == most || !std::isfinite(open)) return false;
    if (!close_positions(system, e, state, open, tolerance, truncate)) return false;
    const double before = open;
    open = system.violation(e, Order::position, system.row_set());
    if (i > 0 && open > 0.5 * before) break;  // what is left cannot be closed here: rounding, or a direction left alone
  }
  const double bearable = e.rows().truncated() ? 1e-3 * system.layout().length : 10 * closed;
  return open < bearable && close_velocities(system, e, state, tolerance, truncate);
}

// Stages are off by more than the tolerance, and what closing them changes is seen by error control: no limit.
bool project_once(const System& system, Equations& e, State& state) {
  system.motion(state, e);
  double truncate = 0;
  return close_positions(system, e, state, system.violation(e, Order::position, system.row_set()), unlimited, truncate) &&
         state.q.allFinite() && close_velocities(system, e, state, unlimited, truncate);
}

}  // namespace bricard
