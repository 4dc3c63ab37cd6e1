// Backward differentiation of order 1 or 2 with fixed steps for the index-3 equations on a Lie group (index3_method.hpp):
//
//   v_n+1 = v_n + w (v_n - v_n-1) + sigma v'_n+1,    d_n+1 = w d_n + sigma v_n+1,    q_n+1 = q_n ∘ d_n+1
//   order 1: w = 0, sigma = h;    order 2: w = x²/(1 + 2x), sigma = h (1 + x)/(1 + 2x), x = h/h_n: 1/3 and 2h/3
//
// x differs from 1 only in a last step that is shorter. In a vector space d_n = q_n - q_n-1, and the second formula is the first
// one for q. On a Lie group, seen from q_n, the point before lies at -d_n; the rate of those local coordinates differs from v_n+1
// by [d, v]/2 = O(h²), so order 2 is kept without a correction. The first step of order 2 is a trapezoidal one
//   v_1 = v_0 + h/2 (v'_0 + v'_1),   d_1 = h v_0 + h²/4 (v'_0 + v'_1)
// after which positions, velocities and multipliers have the accuracy of the method; one of order 1 leaves v'_1 and lambda_1
// wrong by half across the constraints.
//
// References: C.W. Gear: Simultaneous numerical solution of differential-algebraic equations, IEEE Trans. Circuit Theory 18
// (1971) 89-95; P. Lötstedt, L. Petzold: Numerical solution of nonlinear differential equations with algebraic constraints I,
// Math. Comput. 46 (1986) 491-516; V. Wieloch, M. Arnold: BDF integrators for constrained mechanical systems on Lie groups,
// J. Comput. Appl. Math. 387 (2021) 112517.
#pragma once
#include "bricard/integrators/index3_method.hpp"

namespace bricard {

class FixedBdf final : public Index3Method {
 public:
  FixedBdf(int order, DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
           const IntegratorSettings& settings);

 private:
  void begin(double h) override;
  Slopes slopes(double h) const override;
  void predict(double h) override;

  const int order_;
  bool trapezoidal_ = false;  // the first step of order 2
  double w_ = 0, sigma_ = 0;
};

template <int order>
std::unique_ptr<Integrator> make_bdf(DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                                     const IntegratorSettings& settings) {
  return std::make_unique<FixedBdf>(order, problem, q0, v0, settings);
}

}  // namespace bricard
