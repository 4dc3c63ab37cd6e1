#include "bricard/integrators/generalized_alpha.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace bricard {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 10;
constexpr double newton_share = 1e-2;  // of the allowed error
constexpr double slow = 0.2;           // contraction above which the matrix is renewed for the next step
constexpr double step_change = 1.5;    // of the matrix
constexpr double stalled = 1e4;        // times round-off: an iteration that no longer contracts may end there
constexpr std::string_view no_start = "the accelerations cannot be evaluated";
constexpr std::string_view no_matrix = "the iteration matrix cannot be factorized";
constexpr std::string_view no_convergence = "Newton's iteration does not converge";
constexpr std::string_view overflow = "the new values are not finite";

double largest(const Eigen::VectorXd& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }
double largest(const Eigen::VectorXd& x, const Eigen::VectorXd& scale) {
  return x.size() == 0 ? 0 : (x.array().abs() / scale.array()).maxCoeff();
}
}  // namespace

GeneralizedAlpha::GeneralizedAlpha(DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                                   const IntegratorSettings& settings, double rho)
    : OneStepMethod("generalized_alpha", settings, 2),
      problem_(problem),
      alpha_m_((2 * rho - 1) / (rho + 1)),
      alpha_f_(rho / (rho + 1)),
      delta_(alpha_m_ - alpha_f_),
      gamma_(0.5 - delta_),
      beta_((gamma_ + 0.5) * (gamma_ + 0.5) / 4),
      position_constant_(std::abs(beta_ + delta_ / 2 - 1. / 6)),
      velocity_constant_(std::abs(1. / 12 + delta_ * (alpha_m_ - 0.5) - delta_ * delta_)) {
  assert(problem.nz() == 0);
  const auto zero = Eigen::VectorXd::Zero(problem.nv());
  now_ = {q0, v0, zero, zero, Eigen::VectorXd::Zero(problem.nl())};
  previous_ = trial_ = now_;
  jerk_ = d_ = r_ = free_jerk_ = trial_jerk_ = zero;
  scale_q_ = scale_v_ = Eigen::VectorXd::Ones(problem.nv());
  c_ = now_.lambda;
  problem_.error_scale(now_.q, now_.v, scale_q_, scale_v_);
  started_ = start();
  previous_ = now_;
}

// v'(t_0), and v''(t_0) from a second evaluation a little later; they give a_0 = v'(t_0 + Delta h) and the length of the first
// step.
bool GeneralizedAlpha::start() {
  ++statistics_.evaluations;
  if (!problem_.accelerations(t(), now_.q, now_.v, now_.vdot, now_.lambda)) return false;
  if (!now_.vdot.allFinite() || !now_.lambda.allFinite()) return false;

  const double s = fixed() ? 0.01 * next_step() : 1e-6 * span();
  d_ = s * now_.v + (s * s / 2) * now_.vdot;
  problem_.move(now_.q, d_, trial_.q);
  trial_.v = now_.v + s * now_.vdot;
  ++statistics_.evaluations;
  jerk_.setZero();
  if (problem_.accelerations(t() + s, trial_.q, trial_.v, trial_.vdot, trial_.lambda) && trial_.vdot.allFinite())
    jerk_ = (trial_.vdot - now_.vdot) / s;

  const double error = position_constant_ * largest(jerk_, scale_q_) * span();  // position_constant h³ v'' T/h = tolerance
  start_with(error > 0 ? 0.5 * std::sqrt(tolerance() / error) : 1e-3 * span());
  a_step_ = next_step();
  now_.a = now_.vdot + delta_ * a_step_ * jerk_;
  return true;
}

OneStepMethod::Trial GeneralizedAlpha::attempt(double t1, double h) {
  if (!started_ && !(started_ = start())) return {no_start};

  now_.a = now_.vdot + (h / a_step_) * (now_.a - now_.vdot);
  a_step_ = h;

  predict(h);
  const bool other_step = h > step_change * matrix_step_ || matrix_step_ > step_change * h;
  matrix_fresh_ = false;
  if ((other_step || slow_) && !factorize(t1, h)) return {no_matrix};
  if (!newton(t1, h)) {
    if (matrix_fresh_) return {no_convergence};
    predict(h);
    if (!factorize(t1, h)) return {no_matrix};
    if (!newton(t1, h)) return {no_convergence};
  }
  if (!trial_.q.allFinite() || !trial_.v.allFinite() || !trial_.vdot.allFinite()) return {overflow};
  if (!fixed() && !estimate_error(t1, h)) return {no_convergence};
  return {.trouble = {}, .error = error_, .round_off = round_off(h)};
}

// Warm start: v' extrapolated, lambda kept.
void GeneralizedAlpha::predict(double h) {
  trial_.vdot = now_.vdot + h * jerk_;
  trial_.a = ((1 - alpha_f_) * trial_.vdot + alpha_f_ * now_.vdot - alpha_m_ * now_.a) / (1 - alpha_m_);
  trial_.v = now_.v + h * ((1 - gamma_) * now_.a + gamma_ * trial_.a);
  trial_.lambda = now_.lambda;
  d_ = h * now_.v + (h * h) * ((0.5 - beta_) * now_.a + beta_ * trial_.a);
  problem_.move(now_.q, d_, trial_.q);
}

bool GeneralizedAlpha::factorize(double t1, double h) {
  ++statistics_.factorizations;
  matrix_step_ = 0;
  if (!problem_.factorize(t1, trial_.q, trial_.v, trial_.vdot, trial_.lambda, (1 - alpha_m_) / (1 - alpha_f_), gamma_ * h,
                          beta_ * h * h))
    return false;
  matrix_step_ = h;
  matrix_fresh_ = true;
  slow_ = false;
  rate_ = 1;
  return true;
}

// Ends when what is still missing, increment * rate / (1 - rate), is a small share of the allowed error or lost in round-off.
bool GeneralizedAlpha::newton(double t1, double h) {
  const double enough = std::max(newton_share * allowed(h), round_off(h));
  double previous = 0, increment = 0, violation = 0;
  rate_ = std::pow(std::max(rate_, epsilon), 0.8);  // what was observed in an earlier step is trusted less and less

  for (int i = 0; i < most_iterations; ++i) {
    ++statistics_.evaluations;
    if (!problem_.residual(t1, trial_.q, trial_.v, trial_.vdot, trial_.lambda, r_, c_)) return false;
    violation = largest(c_);
    r_ *= beta_ * h * h;
    if (!problem_.solve(r_, c_) || !r_.allFinite() || !c_.allFinite()) return false;
    correct(h);

    increment = increment_size(h);
    if (increment <= round_off(h)) return true;
    if (i > 0) rate_ = increment / previous;
    if (rate_ >= 1 && i > 0) break;
    if (rate_ * increment < (1 - rate_) * enough) {
      slow_ = rate_ > slow;
      return true;
    }
    previous = increment;
  }
  rate_ = 1;
  return increment <= stalled * round_off(h) && violation <= problem_.constraint_scale();
}

// Subtracts the solution (r_, c_) of the linear equations from d and beta h² lambda, and what follows from all that depends on d.
void GeneralizedAlpha::correct(double h) {
  const double bhh = beta_ * h * h;
  d_ -= r_;
  trial_.v -= (gamma_ * h / bhh) * r_;
  trial_.a -= r_ / bhh;
  trial_.vdot -= ((1 - alpha_m_) / ((1 - alpha_f_) * bhh)) * r_;
  trial_.lambda -= c_ / bhh;
  problem_.move(now_.q, d_, trial_.q);
}

StepEnd GeneralizedAlpha::finish(double t1) {
  const StepEnd end = problem_.after_step(t1, trial_.q, trial_.v);
  if (end != StepEnd::accept) matrix_step_ = 0;  // the next attempt starts with a new matrix
  if (end == StepEnd::accept && !(trial_.q.allFinite() && trial_.v.allFinite())) return StepEnd::failed;
  return end;
}

void GeneralizedAlpha::accept(double h) {
  jerk_ = (trial_.vdot - now_.vdot) / h;
  jerk_span_ = h;
  free_jerk_.swap(trial_jerk_);
  std::swap(previous_, now_);
  std::swap(now_, trial_);
  problem_.error_scale(now_.q, now_.v, scale_q_, scale_v_);
}

State GeneralizedAlpha::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), now_.q, now_.v);
  const double theta = std::max(0.0, (at - t_previous()) / h);
  problem_.interpolate(theta, h, previous_.q, previous_.v, previous_.vdot, now_.q, now_.v, now_.vdot, trial_.q, trial_.v);
  return problem_.lift(at, trial_.q, trial_.v);
}

// The correction (r_), as a change of positions and of velocities.
double GeneralizedAlpha::increment_size(double h) const {
  return std::max(largest(r_, scale_q_), gamma_ / (beta_ * h) * largest(r_, scale_v_));
}

// Positions have an error of a few units in the last place, which velocities see divided by h.
double GeneralizedAlpha::round_off(double h) const {
  if (scale_q_.size() == 0) return 0;
  const double position = 4e-15 * std::max(largest(now_.q), scale_q_.maxCoeff());
  return position * std::max(1 / scale_q_.minCoeff(), gamma_ / (beta_ * h) / scale_v_.minCoeff());
}

// h v'' = v'_n+1 - v'_n, and h (h + h_n-1)/2 v''' from the change of v'' since the last step, both along the motions that the
// constraints leave free: a change of step makes v' jump across them by O(h), which the position constraints take back. The
// projection is a solution with the matrix at hand and M (v'_n+1 - v'_n), which is the residual at v'_n+1 + (v'_n+1 - v'_n).
bool GeneralizedAlpha::estimate_error(double t1, double h) {
  const double c_a = (1 - alpha_m_) / (1 - alpha_f_);
  d_ = trial_.vdot + (trial_.vdot - now_.vdot);
  ++statistics_.evaluations;
  if (!problem_.residual(t1, trial_.q, trial_.v, d_, trial_.lambda, r_, c_)) return false;
  c_.setZero();
  if (!problem_.solve(r_, c_) || !r_.allFinite()) return false;

  trial_jerk_ = (c_a / h) * r_;
  if (jerk_span_ == 0) free_jerk_ = trial_jerk_;
  d_ = trial_jerk_ - free_jerk_;
  const double position = position_constant_ * h * h * h * largest(trial_jerk_, scale_q_);
  const double velocity = velocity_constant_ * h * h * h * (2 / (h + jerk_span_)) * largest(d_, scale_v_);
  error_ = std::max(position, velocity);
  return true;
}

}  // namespace bricard
