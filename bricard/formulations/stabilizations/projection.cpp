#include "bricard/formulations/stabilizations/projection.hpp"

namespace bricard {

namespace {

void close_positions(const System& system, Equations& e, State& state) {
  system.correction(Order::position, e, e.increment);
  system.move(state.q, e.increment, e.moved);
  state.q = e.moved;
  system.motion(state, e);
}

bool close_velocities(const System& system, Equations& e, State& state) {
  if (!system.factor(e)) return false;
  system.correction(Order::velocity, e, e.increment);
  state.v += e.increment;
  system.motion(state, e);
  return state.v.allFinite();
}

}  // namespace

bool apply_projection(const System& system, Equations& e, State& state, double tolerance) {
  constexpr int most = 8;
  e.increment.setZero();
  system.move(state.q, e.increment, e.moved);  // unit quaternions
  state.q = e.moved;
  system.motion(state, e);
  const double closed = std::max(1e-3 * tolerance * system.layout().length, 1e-14 * system.reach());
  double open = system.violation(e, Order::position, system.row_set());
  for (int i = 0; open > closed; ++i) {
    if (i == most || !std::isfinite(open)) return false;
    if (i % 2 == 0 && !system.factor(e)) return false;  // a factorization serves two steps
    close_positions(system, e, state);
    const double before = open;
    open = system.violation(e, Order::position, system.row_set());
    if (i > 1 && open > 0.5 * before) {  // rounding, or no convergence
      if (open > 1e-3 * system.layout().length) return false;
      break;
    }
  }
  return close_velocities(system, e, state);
}

bool project_once(const System& system, Equations& e, State& state) {
  system.motion(state, e);
  if (!system.factor(e)) return false;
  close_positions(system, e, state);
  return state.q.allFinite() && close_velocities(system, e, state);
}

}  // namespace bricard
