// Augmented Lagrangian, index 1: the penalty formulation, iterated with multipliers until the constraints hold exactly,
//   (M + Phi_vᵀ alpha Phi_v) v'_{i+1} = Q - Phi_vᵀ lambda_i + Phi_vᵀ alpha (gamma - 2 omega mu Phi' - omega² Phi),
//   lambda_{i+1} = lambda_i + alpha (Phi_v v'_{i+1} - gamma + 2 omega mu Phi' + omega² Phi)
// (Bayo, García de Jalón and Serna 1988; García de Jalón and Bayo 1994, 5.1.5). An error along a direction of the constraints
// with the relative eigenvalue s shrinks by 1/(1 + alpha s) in each iteration. Increments are found from the full residual, so
// that the rounding of large alpha is iterated away too.
//
// alpha starts with 1e5 effective masses (penalized.hpp), or with the user's, and grows a thousandfold, up to 1e14, where the
// iteration is slow: near singular positions. What it converges to does not depend on alpha.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_augmented_lagrangian(const ProblemSettings& settings);

inline constexpr Formulation augmented_lagrangian{.name = "augmented_lagrangian",
                                                  .help = "penalty forces, iterated until the constraints hold",
                                                  .yields = ProblemKind::ode,
                                                  .stabilizes = true,
                                                  .make_ode = make_augmented_lagrangian,
                                                  .takes_massless = true,
                                                  .penalizes = true,
                                                  .keeps_redundant = true};

}  // namespace bricard
