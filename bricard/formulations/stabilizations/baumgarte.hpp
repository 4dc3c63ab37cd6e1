// Baumgarte's stabilization: the accelerations answer what is open in position and velocity,
//   Phi'' + 2 alpha Phi' + beta² Phi = 0     (rows for velocities only:  Phi'' + alpha Phi' = 0),
// so that a violation dies out instead of growing with time (J. Baumgarte: Stabilization of constraints and integrals of motion
// in dynamical systems, Comput. Methods Appl. Mech. Eng. 1 (1972) 1-16). Nothing jumps after a step, which suits multistep
// methods; the state never lies on the constraints exactly, and near singular positions feedback does not keep the branch.
//
// Without rates from the user they follow from the step h: alpha = beta = c / h with c = 0.03, at tolerances below 1e-6
// c = 0.03 (tolerance / 1e-6)^¼. A violation dies out within some thirty steps, and alpha h stays far inside the stability
// interval of every explicit method (3.3 for dopri5, 0.3 for Adams methods of high order). Faster feedback costs more than it
// gives: the stages of a step lie off the constraints by a low power of h, feedback answers that too, and error control must
// follow it, the more so the smaller the tolerance. On the pendulum A01 and the Bricard linkage A04 at 1e-6 this rate takes 3 to
// 13 % more steps than none and leaves 1/30 to 1/100 of its drift, while 0.1 / h doubles the steps and leaves hardly less. So
// that histories of multistep methods seldom see a change, the rates follow only where h has changed by more than two: at once
// where it grew, for stability; after eight steps where it shrank. Below 10 / span feedback would come too late to matter; above
// the ceiling rounding errors of positions, times beta², would be felt as accelerations.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_baumgarte(const ProblemSettings& settings);

inline constexpr Stabilization baumgarte{
    "baumgarte", "accelerations answer violations: Φ'' + 2 alpha Φ' + beta² Φ = 0, with rates from the step or the key baumgarte",
    false, make_baumgarte};

}  // namespace bricard
