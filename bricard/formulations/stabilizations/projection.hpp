// Projection after every step: the smallest change of position, then of velocity, in the metric of the masses, that closes
//   Phi(q) = 0  and  Phi_v v = nu.
// Mass-weighted, it is the change that an impulse of the constraint forces would make: momentum is kept and branches are not lost
// (identity weights do both badly at singular positions).
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

bool apply_projection(const System& system, Equations& e, State& state, double tolerance);

// One Newton step on positions and one on velocities, for the stages of a step.
bool project_once(const System& system, Equations& e, State& state);

inline constexpr Stabilization projection{"projection", "positions and velocities return to the constraints after every step", true,
                                          apply_projection};

}  // namespace bricard
