// Baumgarte's stabilization: the accelerations answer what is open in position and velocity,
//   Phi'' + 2 alpha Phi' + beta² Phi = 0     (rows for velocities only:  Phi'' + alpha Phi' = 0),
// so that a violation dies out instead of growing with time (J. Baumgarte: Stabilization of constraints and integrals of motion
// in dynamical systems, Comput. Methods Appl. Mech. Eng. 1 (1972) 1-16). Nothing jumps after a step, which suits multistep
// methods; the state never lies on the constraints exactly, and near singular positions feedback does not keep the branch.
//
// Without rates from the user alpha = beta follow from the step: formulations/problems/feedback_rate.hpp.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_baumgarte(const ProblemSettings& settings);

inline constexpr Stabilization baumgarte{
    "baumgarte", "accelerations answer violations: Φ'' + 2 alpha Φ' + beta² Φ = 0, with rates from the step or the key baumgarte",
    false, make_baumgarte};

}  // namespace bricard
