// Direct integration with the Moore–Penrose inverse of the whole matrix,
//   (v'; lambda) = [M Phi_vᵀ; Phi_v 0]⁺ (Q; gamma)
// (Pękal and Frączek 2016, eq. 11), by a complete orthogonal decomposition in balanced units. Large matrices whose rows are
// clearly independent, as the pivots of the kernel show, have an inverse and are solved sparsely.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_pseudo_inverse(const ProblemSettings& settings);

inline constexpr Formulation pseudo_inverse{.name = "pseudo_inverse",
                                            .help = "multipliers by the Moore-Penrose inverse of the whole matrix",
                                            .yields = ProblemKind::ode,
                                            .stabilizes = false,
                                            .make_ode = make_pseudo_inverse,
                                            .keeps_redundant = true};

}  // namespace bricard
