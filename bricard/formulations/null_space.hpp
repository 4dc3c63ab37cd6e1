// Reduction to the free motions: with Phi_v Z = 0, Zᵀ Z = I and a particular solution x = Phi_v⁺ gamma
//   v' = x + Z s,   Zᵀ M Z s = Zᵀ (Q - M x)
// (Kim and Vanderploeg 1986). Z is found anew in every evaluation, so that no choice of coordinates can become bad, by an
// orthogonal factorization that is sparse for large systems. M may be singular where Zᵀ M Z is not.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_null_space(const ProblemSettings& settings);

inline constexpr Formulation null_space{.name = "null_space",
                                        .help = "accelerations along an orthonormal basis of the free motions",
                                        .yields = ProblemKind::ode,
                                        .stabilizes = false,
                                        .make_ode = make_null_space,
                                        .takes_massless = true,
                                        .keeps_redundant = true};

}  // namespace bricard
