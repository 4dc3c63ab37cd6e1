// Radau IIA of order 5: collocation at c = ((4 - √6)/10, (4 + √6)/10, 1), stiffly accurate and L-stable.
//
//   Z_i = h sum_j a_ij f(t + c_j h, y + Z_j),   y_new = y + Z_3
//
// A⁻¹ has one real eigenvalue gamma and a pair mu, conj(mu): in the basis of its eigenvectors u, w, conj(w) Newton's iteration
// with one J = df/dy for all stages falls apart into a real and a complex system of the size of y,
//
//   Z = u W_0 + 2 Re(w W_1),   (I - h/gamma J) dW_0 = -W_0 + h/gamma l_0 F,   (I - h/mu J) dW_1 = -W_1 + h/mu l_1 F,
//
// where l are the rows of the inverse basis. J is kept while the iteration is fast, the matrices while the step stays. Error:
//
//   error = (I - h/gamma J)⁻¹ (h/gamma f(t, y) + (e_1 Z_1 + e_2 Z_2 + e_3 Z_3) / gamma),   e = (-13 - 7√6, -13 + 7√6, -1) / 3
//
// It is of order 3, the method of order 5: the error allowed in a step is a power of the tolerance. The step follows Gustafsson's
// predictive controller. Between steps: the collocation polynomial (order 3), and what the Problem's own interpolation would have
// it be otherwise, filtered by (I - h/gamma J)⁻¹: of order 5, and derivatives of stiff components, which are not known well, do
// no harm.
//
// Reference: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.5, IV.8.
#pragma once
#include <array>

#include "bricard/integrators/one_step.hpp"

namespace bricard {

class Radau final : public OneStepMethod {
 public:
  Radau(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);
  State state_at(double t) override;

 private:
  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  std::string failure() const override { return problem_.failure(); }
  bool in_passage() const override { return problem_.in_passage(); }
  void mark() override;
  void return_to_mark() override;
  double caution() const override;

  bool evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f);
  bool prepare(double h);
  void predict(double h);
  bool newton(double t1, double h);
  double iterate(double t1, double h);
  bool estimate(double h);
  void forget();
  void make_dense();
  double size(const Eigen::VectorXd& y) const { return y.size() == 0 ? 0 : (y.array().abs() / scale_.array()).maxCoeff(); }

  OdeProblem& problem_;
  std::unique_ptr<ShiftedMatrix> real_, complex_;
  Eigen::VectorXd y_, f_, scale_;                      // accepted
  Eigen::VectorXd y_previous_, f_previous_;            // the step before
  std::array<Eigen::VectorXd, 3> Z_, F_, Z_previous_;  // stages
  Eigen::VectorXd W0_, dW0_;
  Eigen::VectorXcd W1_, dW1_;
  Eigen::VectorXd stage_, y_new_, f_new_, error_, weighted_;  // of the trial step
  Eigen::VectorXd y_marked_, f_marked_;                       // where a passage began
  std::array<Eigen::VectorXd, 3> dense_;                      // at 1/4, 1/2, 3/4 of the last step
  double h_previous_ = 0;                                     // to which Z_previous_ belongs; 0: there is none
  bool f_known_ = false;                                      // f_ is f(t, y_)
  bool J_usable_ = false, J_fresh_ = false;                   // fresh: taken at (t, y_)
  double matrix_step_ = 0;                                    // the step of the factorized matrices; 0: none that can be used
  double rate_ = 1;                                           // of the last iteration
  double missing_ = 1;                                        // what it left, in units of its last increment
  int iterations_ = 1;
  bool dense_ready_ = false;
  bool rejected_ = true;  // the last attempt was, or there was none
};

inline constexpr IntegratorEntry radau{
    .name = "radau",
    .help = "Radau IIA of order 5, error-controlled, implicit: for stiff systems at any accuracy",
    .accepts = ProblemKind::ode,
    .fixed_step = false,
    .order = 5,
    .make_ode = [](OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
        -> std::unique_ptr<Integrator> { return std::make_unique<Radau>(problem, y0, settings); }};

}  // namespace bricard
