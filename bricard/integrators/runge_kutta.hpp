// Explicit Runge–Kutta methods, driven by a tableau (rk4.hpp, dopri5.hpp, dop853.hpp):
//
//   k_i = f(t + c_i h, y + h sum_j<i a_ij k_j),   y_new = y + h sum_i b_i k_i,   error = h sum_i e_i k_i
//
// A new method is one new tableau. The Problem's after_step returns f at the corrected y, which is the first stage of the next
// step. With a second, lower estimate the error may be |e|² / sqrt(|e|² + |e_low|² / 100), which falls faster with h than either;
// near a singular position, where f is not as smooth as that presumes, it is |e|.
//
// Estimates of a smooth motion of frequency w fall like (w h)^(k+1) and (w h)^(l+1) of its amplitude: |e| is about |e_low|^p, or
// more, p = (k + 1)/(l + 1), times a number of the method. An |e| that is far smaller is so by chance, at a step at which its
// coefficient happens to vanish, and would let an error through that is a thousand times the tolerance.
//
// Between the ends of a step: the Problem's interpolation, which is of order 5 for what has second derivatives, positions and
// velocities; the method's own for the rest, and for all where it is of higher order, from more stages, which are evaluated where
// somebody asks. With x = (t - t_n) / h, over all stages k_1 .. k_s, f_new, more stages:
//
//   y(x) = cubic Hermite polynomial of (y, f) and (y_new, f_new) + h x² (1 - x)² (d_1 k + x (d_2 k + (1 - x) (d_3 k + x d_4 k)))
//
// so that it ends, with its slope, in the values that the Problem has corrected.
//
// Reference: E. Hairer, S.P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I, 2nd ed., Springer 1993, II.1-II.6,
// II.10.
#pragma once
#include <span>
#include <vector>

#include "bricard/integrators/one_step.hpp"
#include "bricard/integrators/stiffness_watch.hpp"

namespace bricard {

struct Tableau {
  std::string_view name;
  std::string_view help;
  int order;
  int error_order;            // error ~ h^(error_order + 1); 0: no estimate
  double stability;           // length of the stability interval on the negative real axis; 0: no stage before y_new has c = 1
  std::span<const double> c;  // one per stage
  std::span<const double> a;  // the lower triangle by rows: a21, a31, a32, a41, ...
  std::span<const double> b;
  std::span<const double> e;            // b minus the weights of the embedded method; empty: no estimate
  std::span<const double> e_low = {};   // the same for a second embedded method, of lower order
  double by_chance = 0;                 // |e| below so much |e_low|^p tells nothing (p: below)
  int order_of_e = 0;                   // where both make one estimate: that of e alone
  std::span<const double> more_c = {};  // of the stages for the interpolant; empty: the Problem knows second derivatives better
  std::span<const double> more_a = {};  // their rows: over the stages, f_new, and those before them
  std::span<const double> d = {};       // four rows: over the stages, f_new and these; empty: the Problem's interpolation serves

  constexpr int stages() const { return static_cast<int>(c.size()); }
  constexpr double a_ij(int i, int j) const { return a[i * (i - 1) / 2 + j]; }  // counted from 0, j < i
  constexpr int more_stages() const { return static_cast<int>(more_c.size()); }
  constexpr double more_a_ij(int i, int j) const { return more_a[i * (stages() + 1) + i * (i - 1) / 2 + j]; }
  constexpr int all_stages() const { return stages() + 1 + more_stages(); }
  constexpr double d_ij(int i, int j) const { return d[i * all_stages() + j]; }
  // The last stage is taken at y_new.
  constexpr bool last_is_new() const {
    for (int j = 0; j + 1 < stages(); ++j)
      if (a_ij(stages() - 1, j) != b[j]) return false;
    return true;
  }
};

class RungeKutta final : public OneStepMethod {
 public:
  RungeKutta(const Tableau& tableau, OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings);
  State state_at(double t) override;
  State rough_state_at(double t) override;

 private:
  Trial attempt(double t1, double h) override;
  StepEnd finish(double t1) override;
  void accept(double h) override;
  std::string failure() const override { return problem_.failure(); }
  bool in_passage() const override { return problem_.in_passage(); }
  int error_order() const override {
    return tableau_.order_of_e == 0 || !in_passage() ? tableau_.error_order : tableau_.order_of_e;
  }
  void mark() override {
    y_marked_ = y_;
    f_marked_ = k_[0];
  }
  void return_to_mark() override {
    y_ = y_previous_ = y_marked_;
    k_[0] = f_previous_ = f_marked_;
    f_known_ = true;
  }
  std::string_view cause() const override { return statistics_.stiff_steps > 0 ? explicit_on_stiff : ""; }
  std::string advice() const override;

  bool evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f);
  double size(const Eigen::VectorXd& y) const { return y.size() == 0 ? 0 : (y.array().abs() / scale_.array()).maxCoeff(); }
  double error(double h);
  double initial_step();
  const Eigen::VectorXd& slope(int i) const;
  bool evaluate_more_stages();
  void interpolate(double x);
  void interpolate_best(double x);

  const Tableau& tableau_;
  OdeProblem& problem_;
  Eigen::VectorXd y_, scale_;                // accepted
  Eigen::VectorXd y_previous_, f_previous_;  // the step before
  bool f_known_;                             // k_[0] is f(t, y_)
  std::vector<Eigen::VectorXd> k_;           // stages
  std::vector<Eigen::VectorXd> more_;        // those of the interpolant
  bool k_kept_ = false;                      // k_[1] .. belong to the accepted step
  bool more_known_ = false;                  // more_ does
  Eigen::VectorXd stage_, stage_before_;     // arguments of the last two stages
  Eigen::VectorXd y_new_, f_new_, error_;    // of the trial step
  Eigen::VectorXd y_marked_, f_marked_;      // where a passage began
  StiffnessWatch stiffness_;
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
