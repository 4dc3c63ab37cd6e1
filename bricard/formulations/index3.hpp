// Index 3: the formulation that changes nothing. The differential-algebraic equations
//   M(q) a + Phi_v(q)ᵀ lambda = Q(t, q, v),   Phi(t, q) = 0
// go to the integrator as they are. Rows that depend on others are left out (their multipliers are zero here; reported reactions
// are found afterwards), so that the iteration matrix is regular. Its columns are exact directional derivatives by dual numbers,
// several bodies at a time where no row sees two of them (Curtis, Powell and Reid 1974).
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<DaeProblem> make_index3(const ProblemSettings& settings);

inline constexpr Formulation index3{
    "index3",         "constraints at position level, for integrators of differential-algebraic equations",
    ProblemKind::dae, true,
    nullptr,          make_index3};

}  // namespace bricard
