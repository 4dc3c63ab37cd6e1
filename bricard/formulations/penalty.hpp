// Penalty: forces proportional to the violation of the constraints, acceleration included, in place of multipliers,
//   (M + Phi_vᵀ alpha Phi_v) v' = Q + Phi_vᵀ alpha (gamma - 2 omega mu Phi' - omega² Phi)
// (García de Jalón and Bayo 1994, 5.1.4). The constraints give way a little: Phi'' + 2 omega mu Phi' + omega² Phi =
// -lambda/alpha. With alpha = 1e9 effective masses (penalized.hpp) accelerations are wrong by about 1e-9 of what the constraint
// forces do, over the smallest eigenvalue of the balanced constraints (1e-5 in Bricard's linkage; useless near singular
// positions), and by 1e-7 of rounding. A smaller alpha of the user gives way more. The augmented Lagrangian iterates the error
// away.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_penalty(const ProblemSettings& settings);

inline constexpr Formulation penalty{.name = "penalty",
                                     .help = "stiff forces in place of constraints, which give way a little",
                                     .yields = ProblemKind::ode,
                                     .stabilizes = true,
                                     .make_ode = make_penalty,
                                     .takes_massless = true,
                                     .penalizes = true,
                                     .keeps_redundant = true};

}  // namespace bricard
