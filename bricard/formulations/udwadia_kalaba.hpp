// The equation of Udwadia and Kalaba: with M = L Lᵀ and D = Phi_v L⁻ᵀ
//   v' = a + L⁻ᵀ D⁺ (gamma - Phi_v a),   a = M⁻¹ Q
// (Udwadia and Kalaba 1992; Pękal and Frączek 2016, eq. 24): of all accelerations that the constraints allow, the one nearest to
// the free acceleration in the metric of the masses (Gauss). Non-ideal constraints, whose work is that of the law C, add
//   L⁻ᵀ (I - D⁺ D) L⁻¹ C
// (Udwadia and Kalaba 2001; their M^(-1/2) is any such factor). M must be regular. L and D are sparse; D⁺ is taken by an
// orthogonal factorization of D itself, so that nothing is squared.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_udwadia_kalaba(const ProblemSettings& settings);

inline constexpr Formulation udwadia_kalaba{
    .name = "udwadia_kalaba",
    .help = "the free acceleration, corrected by the pseudo-inverse of the constraints seen through the masses",
    .yields = ProblemKind::ode,
    .stabilizes = false,
    .make_ode = make_udwadia_kalaba,
    .inverts_mass = true,
    .keeps_redundant = true,
    .takes_nonideal = true};

}  // namespace bricard
