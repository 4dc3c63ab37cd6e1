// RODAS: a Rosenbrock method of order 4 with an embedded one of order 3, stiffly accurate and L-stable, in six stages that need
// one factorization and no iteration:
//
//   (I - gamma h J) u_i = gamma h (f(t + alpha_i h, y + sum_j<i a_ij u_j) + sum_j<i c_ij/h u_j + gamma_i h df/dt),
//   y_new = y + a_61 u_1 + ... + a_65 u_5 + u_6,   error = u_6
//
// J and df/dt are taken in every step, df/dt by a difference. Between steps, s = (t - t_n)/h:
//
//   y(s) = (1 - s) y_n + s (y_n+1 + (1 - s) (sum_i d_1i u_i + s sum_i d_2i u_i))
//
// Good where little accuracy is asked of a stiff system and J is exact and cheap; elsewhere radau is better.
//
// Reference: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.7 and VI.4 (RODAS).
#pragma once
#include <array>

#include "bricard/integrators/one_step.hpp"

namespace bricard {

struct RosenbrockTableau {
  static constexpr int stages = 6;
  using Row = std::array<double, stages>;
  double gamma;
  Row alpha, gamma_i;
  std::array<Row, stages> a, c;  // strictly lower triangles
  std::array<Row, 2> d;
};

// clang-format off
inline constexpr RosenbrockTableau rodas{
    .gamma = 0.25,
    .alpha = {0, 0.386, 0.21, 0.63, 1, 1},
    .gamma_i = {0.25, -0.1043, 0.1035, -0.0362, 0, 0},
    .a = {{{},
           {0.1544000000000000e+01},
           {0.9466785280815826e+00, 0.2557011698983284e+00},
           {0.3314825187068521e+01, 0.2896124015972201e+01, 0.9986419139977817e+00},
           {0.1221224509226641e+01, 0.6019134481288629e+01, 0.1253708332932087e+02, -0.6878860361058950e+00},
           {0.1221224509226641e+01, 0.6019134481288629e+01, 0.1253708332932087e+02, -0.6878860361058950e+00, 1}}},
    .c = {{{},
           {-0.5668800000000000e+01},
           {-0.2430093356833875e+01, -0.2063599157091915e+00},
           {-0.1073529058151375e+00, -0.9594562251023355e+01, -0.2047028614809616e+02},
           {0.7496443313967647e+01, -0.1024680431464352e+02, -0.3399990352819905e+02, 0.1170890893206160e+02},
           {0.8083246795921522e+01, -0.7981132988064893e+01, -0.3152159432874371e+02, 0.1631930543123136e+02,
            -0.6058818238834054e+01}}},
    .d = {{{0.1012623508344586e+02, -0.7487995877610167e+01, -0.3480091861555747e+02, -0.7992771707568823e+01,
            0.1025137723295662e+01},
           {-0.6762803392801253e+00, 0.6087714651680015e+01, 0.1643084320892478e+02, 0.2476722511418386e+02,
            -0.6594389125716872e+01}}}};
// clang-format on

class Rosenbrock final : public OneStepMethod {
 public:
  Rosenbrock(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);
  State state_at(double t) override;

 private:
  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  std::string failure() const override { return problem_.failure(); }
  bool in_passage() const override { return problem_.in_passage(); }
  void mark() override;
  void return_to_mark() override;

  bool evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f);
  bool linearize(double h);
  double size(const Eigen::VectorXd& y) const { return y.size() == 0 ? 0 : (y.array().abs() / scale_.array()).maxCoeff(); }

  OdeProblem& problem_;
  std::unique_ptr<ShiftedMatrix> matrix_;
  Eigen::VectorXd y_, f_, scale_;  // accepted
  Eigen::VectorXd y_previous_;     // the step before
  std::array<Eigen::VectorXd, RosenbrockTableau::stages> u_;
  Eigen::VectorXd f_t_, stage_, stage_f_, y_new_, f_new_;  // of the trial step
  std::array<Eigen::VectorXd, 2> dense_;                   // of the last step
  Eigen::VectorXd y_marked_, f_marked_;                    // where a passage began
  bool f_known_ = false;                                   // f_ is f(t, y_)
  bool J_known_ = false;                                   // J and df/dt are those at (t, y_)
};

inline constexpr IntegratorEntry rosenbrock{
    .name = "rosenbrock",
    .help = "Rosenbrock method of order 4 (RODAS), error-controlled, linearly implicit: for stiff systems at low accuracy",
    .accepts = ProblemKind::ode,
    .fixed_step = false,
    .order = 4,
    .make_ode = [](OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
        -> std::unique_ptr<Integrator> { return std::make_unique<Rosenbrock>(problem, y0, settings); },
    .needs_derivatives = true};

}  // namespace bricard
