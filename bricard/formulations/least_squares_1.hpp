// The first least-squares block solution (de Falco, Pennestrì and Vita 2009; Pękal and Frączek 2016, eq. 29):
//   v' = M⁻¹ (Q - Phi_vᵀ lambda),   lambda = N⁺ (Phi_v M⁻¹ Q - gamma),   N = Phi_v M⁻¹ Phi_vᵀ.
// M must be regular. N squares the condition of the constraints, which one correction with the true residual gamma - Phi_v v'
// makes good. Large N whose rows are clearly independent, as the pivots of the kernel show, are factorized sparsely.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_least_squares_1(const ProblemSettings& settings);

inline constexpr Formulation least_squares_1{.name = "least_squares_1",
                                             .help = "multipliers by the pseudo-inverse of the inverse masses of the constraints",
                                             .yields = ProblemKind::ode,
                                             .stabilizes = false,
                                             .make_ode = make_least_squares_1,
                                             .inverts_mass = true,
                                             .keeps_redundant = true};

}  // namespace bricard
