// Index 3: the formulation that changes nothing. The differential-algebraic equations
//   M(q) a + Phi_v(q)ᵀ lambda = Q(t, q, v, z),   Phi(t, q) = 0,   z' = g(t, q, v, z)
// go to the integrator as they are; rows that have no position equation (rolling) as Phi'(t, q, v) = 0. Rows that depend on
// others are left out (their multipliers are zero here; reported reactions are found afterwards), so that the iteration matrix is
// regular. Where a row that was left out opens, or the kept ones become nearly dependent, they are chosen again. The columns of
// the iteration matrix are exact directional derivatives by dual numbers, several bodies at a time where no row sees two of them
// (Curtis, Powell and Reid 1974).
//
// The option `projections`: after each step velocities, then accelerations are brought back to Phi' = 0 and Phi'' = 0,
//   M (v* - v) + Phi_vᵀ mu = 0,  Phi_v v* = nu;       M (a* - a) + Phi_vᵀ kappa = Q(v*) - Q(v),  Phi_v a* = gamma,
// the smallest changes in the metric of the masses (a* also takes up the change of Q, and so is the acceleration at the new
// velocities). With it this is the augmented Lagrangian formulation of index 3 with projections of Bayo and Ledesma (1996) and
// Cuadrado et al. (1997); its multipliers, there the limit of an iteration with penalties, are found here by Newton's iteration
// on the equations with multipliers, which have that limit as their solution and need no penalty factor.
//
// References: E. Bayo, R. Ledesma: Augmented Lagrangian and mass-orthogonal projection methods for constrained multibody
// dynamics, Nonlinear Dyn. 9 (1996) 113-130; J. Cuadrado, J. Cardenal, E. Bayo: Modeling and solution methods for efficient
// real-time simulation of multibody dynamics, Multibody Syst. Dyn. 1 (1997) 259-280.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<DaeProblem> make_index3(const ProblemSettings& settings);

inline constexpr Formulation index3{"index3",
                                    "constraints at position level, for integrators of differential-algebraic equations",
                                    ProblemKind::dae,
                                    true,
                                    nullptr,
                                    make_index3,
                                    true};

}  // namespace bricard
