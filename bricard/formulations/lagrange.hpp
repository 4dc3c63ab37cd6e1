// Lagrange's equations with multipliers as an ordinary differential equation:
//   [M Phi_vᵀ; Phi_v 0] (v'; lambda) = (Q; gamma),   q' = T(q) v,
// solved by the kernel of system/kernel.hpp: exact for the tree, rank-aware for the loops, in any coordinates.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_lagrange(const ProblemSettings& settings);

inline constexpr Formulation lagrange{
    "lagrange", "multipliers eliminated by a sparse tree and loop factorization", ProblemKind::ode, false, make_lagrange, nullptr,
    true};

}  // namespace bricard
