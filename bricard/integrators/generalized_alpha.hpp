// The generalized-alpha method for the index-3 equations on a Lie group, with Newton's iteration (index3_method.hpp):
//
//   d         = h v_n + h² ((1/2 - beta) a_n + beta a_n+1),    q_n+1 = q_n ∘ d
//   v_n+1     = v_n + h ((1 - gamma) a_n + gamma a_n+1)
//   (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) v'_n+1 + alpha_f v'_n
//   gamma = 1/2 - Delta,  beta = (gamma + 1/2)² / 4,  Delta = alpha_m - alpha_f
//
// A member of the family is a pair of coefficients. Generalized-alpha of Chung and Hulbert, least damping of what is resolved:
//
//   alpha_m = (2 rho - 1) / (rho + 1),  alpha_f = rho / (rho + 1)
//   rho: spectral radius at infinite frequency, from 0 (all damped at once) to 1 (no damping)
//
// The auxiliary a_n is v'(t_n + Delta h) to second order; when the step changes it moves with it: a_n - v'_n grows with h.
//
// Local errors, by Taylor's expansion:  q: (beta + Delta/2 - 1/6) h³ v'',   v: (1/12 + Delta (alpha_m - 1/2) - Delta²) h³ v'''.
//
// References: M. Arnold, O. Brüls: Convergence of the generalized-alpha scheme for constrained mechanical systems, Multibody
// Syst. Dyn. 18 (2007) 185-202; O. Brüls, A. Cardona, M. Arnold: Lie group generalized-alpha time integration of constrained
// flexible multibody systems, Mech. Mach. Theory 48 (2012) 121-137; J. Chung, G.M. Hulbert: A time integration algorithm for
// structural dynamics with improved numerical dissipation, J. Appl. Mech. 60 (1993) 371-375.
#pragma once
#include "bricard/integrators/index3_method.hpp"

namespace bricard {

struct AlphaCoefficients {
  std::string_view name;
  double m, f;
};

class AlphaMethod final : public Index3Method {
 public:
  AlphaMethod(const AlphaCoefficients& alpha, DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
              const IntegratorSettings& settings);

 private:
  void started() override;
  void begin(double h) override;
  Slopes slopes(double h) const override;
  void predict(double h) override;
  void complete() override;
  double local_error(double h) override;

  const double alpha_m_, alpha_f_, delta_, gamma_, beta_;
  const double position_constant_, velocity_constant_;  // of the local errors
  double a_step_ = 0;                                   // the step to which now_.a belongs
};

// With spectral radius rho.
constexpr AlphaCoefficients generalized_alpha_with(double rho) {
  return {"generalized_alpha", (2 * rho - 1) / (rho + 1), rho / (rho + 1)};
}

inline constexpr IntegratorEntry generalized_alpha{
    .name = "generalized_alpha",
    .help = "Lie group generalized-alpha on the index-3 equations, numerical damping rho = 0.8, fixed step or error-controlled",
    .accepts = ProblemKind::dae,
    .fixed_step = false,
    .order = 2,
    .make_dae = [](DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                   const IntegratorSettings& settings) -> std::unique_ptr<Integrator> {
      return std::make_unique<AlphaMethod>(generalized_alpha_with(0.8), problem, q0, v0, settings);
    }};

}  // namespace bricard
