// The generalized-alpha method for the index-3 equations on a Lie group, with Newton's iteration:
//
//   d         = h v_n + h² ((1/2 - beta) a_n + beta a_n+1),    q_n+1 = q_n ∘ d
//   v_n+1     = v_n + h ((1 - gamma) a_n + gamma a_n+1)
//   (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) v'_n+1 + alpha_f v'_n
//   M v'_n+1 + Phi_vᵀ lambda_n+1 = Q(t_n+1, q_n+1, v_n+1),     Phi(t_n+1, q_n+1) = 0
//
//   alpha_m = (2 rho - 1) / (rho + 1),  alpha_f = rho / (rho + 1),  gamma = 1/2 - Delta,  beta = (gamma + 1/2)² / 4,
//   Delta = alpha_m - alpha_f,   rho: spectral radius at infinite frequency, from 0 (all damped at once) to 1 (no damping)
//
// The auxiliary a_n is v'(t_n + Delta h) to second order; when the step changes it moves with it: a_n - v'_n grows with h.
// Unknown is the increment d, with the dynamic equation multiplied by beta h² (then nothing in the matrix grows as h shrinks):
//
//   [ (1 - alpha_m) / (1 - alpha_f) M + gamma h C + beta h² K   Phi_vᵀ ] [        delta d        ]     [ beta h² r ]
//   [                       Phi_v                                 0    ] [ beta h² delta lambda  ] = - [    Phi    ]
//
// Local errors, by Taylor's expansion:  q: (beta + Delta/2 - 1/6) h³ v'',   v: (1/12 + Delta (alpha_m - 1/2) - Delta²) h³ v'''.
//
// References: M. Arnold, O. Brüls: Convergence of the generalized-alpha scheme for constrained mechanical systems, Multibody
// Syst. Dyn. 18 (2007) 185-202; O. Brüls, A. Cardona, M. Arnold: Lie group generalized-alpha time integration of constrained
// flexible multibody systems, Mech. Mach. Theory 48 (2012) 121-137; C.L. Bottasso, D. Dopico, L. Trainelli: On the optimal
// scaling of index three DAEs in multibody dynamics, Multibody Syst. Dyn. 19 (2008) 3-20.
#pragma once
#include "bricard/integrators/one_step.hpp"

namespace bricard {

class GeneralizedAlpha final : public OneStepMethod {
 public:
  GeneralizedAlpha(DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const IntegratorSettings& settings,
                   double rho = 0.8);
  State state_at(double t) override;

 private:
  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  std::string failure() const override { return problem_.failure(); }

  bool start();
  void predict(double h);
  bool factorize(double t1, double h);
  bool newton(double t1, double h);
  void correct(double h);
  double increment_size(double h) const;
  double local_error(double h);
  double position_round_off() const;
  double round_off(double h) const;

  DaeProblem& problem_;
  const double alpha_m_, alpha_f_, delta_, gamma_, beta_;
  const double position_constant_, velocity_constant_;  // of the local errors

  struct Values {
    Eigen::VectorXd q, v, vdot, a, lambda;
    Eigen::VectorXd mean_v, mean_a;  // over the step that ended there, of length h
    double h = 0;
  };
  Values now_, previous_, trial_;
  Eigen::VectorXd jerk_;  // v'' over the last step
  double a_step_ = 0;     // the step to which now_.a belongs
  Eigen::VectorXd scale_q_, scale_v_;
  Eigen::VectorXd d_, r_, c_;
  bool started_ = false;
  double matrix_step_ = 0;  // the step of the factorized matrix; 0: none that can be used
  int matrix_age_ = 0;
  bool matrix_fresh_ = false;
  bool slow_ = false;  // the iteration was slow: renew the matrix for the next step
};

inline constexpr IntegratorEntry generalized_alpha{
    .name = "generalized_alpha",
    .help = "Lie group generalized-alpha on the index-3 equations, numerical damping rho = 0.8, fixed step or error-controlled",
    .accepts = ProblemKind::dae,
    .fixed_step = false,
    .order = 2,
    .make_dae = [](DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const IntegratorSettings& settings)
        -> std::unique_ptr<Integrator> { return std::make_unique<GeneralizedAlpha>(problem, q0, v0, settings); }};

}  // namespace bricard
