#include "bricard/formulations/stabilizations/none.hpp"

namespace bricard {

bool apply_none(const System& system, Equations& e, State& state, double, double) {
  system.normalize(state);
  system.motion(state, e);
  return system.factor(e);
}

}  // namespace bricard
