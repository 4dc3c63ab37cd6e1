#include "bricard/formulations/stabilizations/none.hpp"

namespace bricard {

bool apply_none(const System& system, Equations& e, State& state, double, double) {
  e.increment.setZero();
  system.move(state.q, e.increment, e.moved);
  state.q = e.moved;
  system.motion(state, e);
  return system.factor(e);
}

}  // namespace bricard
