// Explicit Runge–Kutta methods, driven by a tableau (rk4.hpp, dopri5.hpp):
//
//   k_i = f(t + c_i h, y + h sum_j<i a_ij k_j),   y_new = y + h sum_i b_i k_i,   error = h sum_i e_i k_i
//
// A new method is one new tableau. The Problem's after_step returns f at the corrected y, which is the first stage of the next
// step.
//
// Stiffness: where the last two stages stand at t + h, h |df| / |dy| estimates h |lambda| of the dominant direction. Steps that
// stay near the border of the stability region in a damped direction are limited by stability and not by accuracy.
//
// Reference: E. Hairer, S.P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I, 2nd ed., Springer 1993, II.1-II.5;
// stiffness: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.2.
#pragma once
#include <span>
#include <vector>

#include "bricard/integrators/one_step.hpp"

namespace bricard {

struct Tableau {
  std::string_view name;
  std::string_view help;
  int order;
  int error_order;            // error ~ h^(error_order + 1); 0: no estimate
  double stability;           // length of the stability interval on the negative real axis if the last two c are 1, else 0
  std::span<const double> c;  // one per stage
  std::span<const double> a;  // the lower triangle by rows: a21, a31, a32, a41, ...
  std::span<const double> b;
  std::span<const double> e;  // b minus the weights of the embedded method; empty: no estimate

  constexpr int stages() const { return static_cast<int>(c.size()); }
  constexpr double a_ij(int i, int j) const { return a[i * (i - 1) / 2 + j]; }  // counted from 0, j < i
};

class RungeKutta final : public OneStepMethod {
 public:
  RungeKutta(const Tableau& tableau, OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);
  State state_at(double t) override;

 private:
  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  std::string failure() const override { return problem_.failure(); }
  bool in_passage() const override { return problem_.in_passage(); }
  void mark() override {
    y_marked_ = y_;
    f_marked_ = k_[0];
  }
  void return_to_mark() override {
    y_ = y_previous_ = y_marked_;
    k_[0] = f_previous_ = f_marked_;
    f_known_ = true;
  }
  std::string advice() const override;

  bool evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f);
  double size(const Eigen::VectorXd& y) const { return y.size() == 0 ? 0 : (y.array().abs() / scale_.array()).maxCoeff(); }
  double initial_step();
  void watch_stiffness(double h);
  void count_stiffness();

  const Tableau& tableau_;
  OdeProblem& problem_;
  Eigen::VectorXd y_, scale_;                // accepted
  Eigen::VectorXd y_previous_, f_previous_;  // the step before
  bool f_known_;                             // k_[0] is f(t, y_)
  std::vector<Eigen::VectorXd> k_;           // stages
  Eigen::VectorXd stage_, stage_before_;     // arguments of the last two
  Eigen::VectorXd y_new_, f_new_, error_;    // of the trial step
  Eigen::VectorXd y_marked_, f_marked_;      // where a passage began
  bool near_border_ = false;                 // of the stability region, in the trial step
  int stiff_hits_ = 0;
  int stiff_misses_ = 0;
};

template <const Tableau& tableau>
constexpr IntegratorEntry runge_kutta() {
  return {.name = tableau.name,
          .help = tableau.help,
          .accepts = ProblemKind::ode,
          .fixed_step = tableau.error_order == 0,
          .order = tableau.order,
          .make_ode = [](OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
              -> std::unique_ptr<Integrator> { return std::make_unique<RungeKutta>(tableau, problem, y0, settings); }};
}

}  // namespace bricard
