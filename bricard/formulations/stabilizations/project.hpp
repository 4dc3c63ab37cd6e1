// Projection: the smallest change of position, then of velocity, in the metric of the masses, that closes
//   Phi(q) = 0  and  Phi_v v = nu.
// Mass-weighted, it is the change that an impulse of the constraint forces would make: momentum is kept and branches are not lost
// (identity weights do both badly at singular positions).
//
// Near a singular position, at the small singular value s, closing rounding errors of size u moves positions by u/s and disturbs
// accelerations like u/s³, while leaving a violation d open disturbs them like d/s. So a direction is left alone where s² < u/d,
// and nothing is done about violations of the size of rounding (measured on two four-bars through their singular position). What
// is left alone there is what positions were open by before: so they are always closed to three roundings, not to a hundred (two
// four-bars then pass at a tenth of the tolerance). Where
// the run names a tolerance, a direction is also left alone if closing it would change the state by more than ten of them, d/s >
// 10 tolerance: error control would not see that change.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

// As Stabilizer::apply; `weights` take the place of the masses while it closes.
bool project(const System& system, Equations& e, State& state, double tolerance, double closed, const Weights* weights = nullptr);
// Newton's iteration on positions and one step on velocities, for the stages of a step.
bool project_once(const System& system, Equations& e, State& state, const Weights* weights = nullptr);

// The two limits above: pivots (squares of singular values) below this are left alone when a relative violation is closed.
double left_alone_below(double violation, double tolerance);

}  // namespace bricard
