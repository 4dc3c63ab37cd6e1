// Backward differentiation formulas of variable order 1 to 5 and variable step,
//
//   sum_i alpha_i y_(n-i) = h beta f(t_n, y_n),
//
// by CVODE of SUNDIALS: Nordsieck history, Newton's iteration with J = df/dy kept over many steps, detection of stability limits.
// What is ours around it: the linear systems are those of the Problem (ShiftedMatrix), so that cost stays that of the mechanism;
// the norm is the largest component on the Problem's scale; the Problem's correction after a step is added before the history is
// updated (CVODE's projection), so that no order is lost by it.
//
// Reference: A.C. Hindmarsh et al.: SUNDIALS: Suite of nonlinear and differential/algebraic equation solvers, ACM TOMS 31 (2005)
// 363-396; projection: E. Eich: Convergence results for a coordinate projection method applied to mechanical systems with
// algebraic constraints, SIAM J. Numer. Anal. 30 (1993) 1467-1482.
#pragma once
#include "bricard/integrators/integrator.hpp"

namespace bricard {

std::unique_ptr<Integrator> make_bdf(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);

inline constexpr IntegratorEntry bdf{
    .name = "bdf",
    .help = "backward differentiation formulas of order 1 to 5 (CVODE), error-controlled, implicit: for stiff systems",
    .accepts = ProblemKind::ode,
    .fixed_step = false,
    .order = 5,
    .variable_order = true,
    .make_ode = make_bdf};

}  // namespace bricard
