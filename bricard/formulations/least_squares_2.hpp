// The second least-squares block solution (de Falco, Pennestrì and Vita 2009; Pękal and Frączek 2016, eqs. 30–34), which also
// takes singular mass matrices:
//   v' = x + (E M E)⁺ (Q - M x),   x = Phi_v⁺ gamma,   E = I - Phi_v⁺ Phi_v.
// E is a projector without zeros: dense matrices.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_least_squares_2(const ProblemSettings& settings);

inline constexpr Formulation least_squares_2{
    .name = "least_squares_2",
    .help = "a least acceleration that the constraints ask for, completed by the free motions",
    .yields = ProblemKind::ode,
    .stabilizes = false,
    .make_ode = make_least_squares_2,
    .takes_massless = true,
    .keeps_redundant = true};

}  // namespace bricard
