// The equation of Udwadia and Phohomsiri (2006), also for singular mass matrices: with E = I - Phi_v⁺ Phi_v
//   [E M; Phi_v] v' = (E (Q + C); gamma)
// (Pękal and Frączek 2016, eqs. 40–43). The solution is unique where [M; Phi_v] has full column rank: every motion has inertia or
// is held by a constraint. E is a projector without zeros: dense matrices. C is the law of non-ideal constraints: their forces W
// = M v' - Q do the work δwᵀ W = δwᵀ C in all displacements δw that they allow, E W = E C; ideal ones do none.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_udwadia_phohomsiri(const ProblemSettings& settings);

inline constexpr Formulation udwadia_phohomsiri{
    .name = "udwadia_phohomsiri",
    .help = "motion and constraints in one least-squares problem; takes singular mass matrices",
    .yields = ProblemKind::ode,
    .stabilizes = false,
    .make_ode = make_udwadia_phohomsiri,
    .takes_massless = true,
    .keeps_redundant = true,
    .takes_nonideal = true};

}  // namespace bricard
