// Adams–Bashforth–Moulton methods of variable step and order, 1 to 12, predicting with order k and correcting with k + 1 (PECE).
//
// f through the last points is a polynomial in Newton's form. With psi_i the time from t_n+1 back over i steps, the scaled
// differences and their extrapolation to a step of length h are
//
//   phi_1(n) = f_n,   phi_i(n) = psi_1(n) .. psi_i-1(n) f[t_n, .., t_n-i+1]
//   beta_i = prod_j<i psi_j(n+1) / psi_j(n),   alpha_i = h / psi_i(n+1)
//   g_i = w_i1,   w_1q = 1/q,   w_iq = w_i-1,q - alpha_i-1 w_i-1,q+1
//
//   p     = y + h sum_i<=k g_i beta_i phi_i                        predictor
//   d     = f(t + h, p) - sum_i<=k beta_i phi_i                    what f differs from its extrapolation: phi_k+1(n+1)
//   y_new = p + h g_k+1 d                                          corrector
//   error = h |g_k+1 - g_k| |d|                                    of order k, while y_new is one order better
//
// The errors that other orders would make, at equal steps, are h sigma_j+1 gamma*_j |phi_j+1(n+1)|, with sigma_1 = 1,
// sigma_i = (i - 1) alpha_i-1 sigma_i-1 and gamma* the constants of the Adams–Moulton formulas: the order goes down where lower
// ones make smaller errors, and up where a higher one does.
//
// The Problem may correct y_new; f there enters the differences. So the history holds values of f at points on the constraints
// and one y: nothing has to start anew, as it would in a form that stores derivatives of y.
//
// Between the ends of a step: the integral of the polynomial through f_n+1, f_n, .., backwards from y_new, and what is missing at
// t_n (of the order of the error, and the Problem's corrections) spread smoothly.
//
// References: L.F. Shampine, M.K. Gordon: Computer Solution of Ordinary Differential Equations, Freeman 1975, ch. 5-7, 10;
// E. Hairer, S.P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I, 2nd ed., Springer 1993, III.5.
#pragma once
#include <array>
#include <vector>

#include "bricard/integrators/one_step.hpp"
#include "bricard/integrators/stiffness_watch.hpp"

namespace bricard {

class Adams final : public OneStepMethod {
 public:
  static constexpr int highest = 12;

  Adams(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);
  State state_at(double t) override;
  int order() const { return now_.order; }  // of the predictor, in the next step

 private:
  // Arrays are counted as in the formulas, from 1.
  using Row = std::array<double, highest + 3>;

  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  double growth(double ratio, double h) const override;
  int error_order() const override { return now_.order; }
  std::string failure() const override { return problem_.failure(); }
  std::string_view cause() const override { return statistics_.stiff_steps > 0 ? explicit_on_stiff : ""; }
  std::string advice() const override;
  bool in_passage() const override { return problem_.in_passage(); }
  void mark() override { marked_ = now_; }
  void return_to_mark() override { now_ = marked_; }

  bool evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f);
  double size(const Eigen::VectorXd& y) const { return y.size() == 0 ? 0 : (y.array().abs() / scale_.array()).maxCoeff(); }
  double initial_step();
  double most(double h) const;
  void prepare(double h);
  void estimate_errors(double h);
  bool lower_is_better() const;
  void update_differences();
  void choose_order(double h);
  void integral_back(double from_end, Eigen::VectorXd& y) const;

  // All that a step starts from.
  struct History {
    Eigen::VectorXd y;
    std::vector<Eigen::VectorXd> phi;
    Row psi;
    int order = 1;
    int points = 1;        // whose f is in phi
    bool starting = true;  // the order goes up, and the step doubles, with every step
  };
  OdeProblem& problem_;
  History now_, marked_;
  bool f_known_;  // phi_1 is f(t, y)
  Eigen::VectorXd scale_;
  int failures_ = 0;  // of this step
  int last_order_ = 1;
  Eigen::VectorXd y_previous_, gap_;  // start of the accepted step, and what the polynomial misses there
  bool gap_known_ = false;

  // Of the trial step.
  Row psi_, alpha_, beta_, sigma_, g_;
  Eigen::VectorXd p_, f_p_, d_, y_new_, f_new_, work_;
  double e_ = 0, e_1_ = 0, e_2_ = 0;  // errors of orders k, k - 1, k - 2
  double next_error_ = 0;             // at this step, with the order of the next
  StiffnessWatch stiffness_;
};

inline constexpr IntegratorEntry adams{.name = "adams",
                                       .help = "Adams–Bashforth–Moulton PECE, variable step and order 1 to 12, explicit",
                                       .accepts = ProblemKind::ode,
                                       .fixed_step = false,
                                       .order = Adams::highest,
                                       .variable_order = true,
                                       .make_ode = [](OdeProblem& problem, const Eigen::VectorXd& y0,
                                                      const IntegratorSettings& settings) -> std::unique_ptr<Integrator> {
                                         return std::make_unique<Adams>(problem, y0, settings);
                                       }};

}  // namespace bricard
