// Projection after every step: the smallest change of position, then of velocity, in the metric of the masses, that closes
//   Phi(q) = 0  and  Phi_v v = nu.
// Mass-weighted, it is the change that an impulse of the constraint forces would make: momentum is kept and branches are not lost
// (identity weights do both badly at singular positions).
//
// Near a singular position, at the small singular value s, closing rounding errors of size u moves positions by u/s and disturbs
// accelerations like u/s³, while leaving a violation d open disturbs them like d/s. So a direction is left alone where s² < u/d,
// and nothing is done about violations of the size of rounding (measured on two four-bars through their singular position). Where
// the run names a tolerance, a direction is also left alone if closing it would change the state by more than ten of them, d/s >
// 10 tolerance: error control would not see that change.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

bool apply_projection(const System& system, Equations& e, State& state, double tolerance, double closed);

// One Newton step on positions and one on velocities, for the stages of a step.
bool project_once(const System& system, Equations& e, State& state);

inline constexpr Stabilization projection{"projection", "positions and velocities return to the constraints after every step",
                                          true, apply_projection};

}  // namespace bricard
