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
constexpr double newton_share = 1e-3;  // of the allowed error
constexpr double slow = 0.1;           // contraction above which the matrix is renewed for the next step
constexpr double step_change = 1.5;    // of the matrix
constexpr int oldest = 20;             // steps with one matrix
constexpr double noise = 1e1;          // times round-off: increments that mean nothing
constexpr double stalled = 1e5;        // times round-off: an iteration that no longer contracts may end there
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
    : OneStepMethod("generalized_alpha", settings, {.error_order = 2, .largest_growth = 1.2, .shortest = 1e-9}),
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
  now_ = {q0, v0, zero, zero, Eigen::VectorXd::Zero(problem.nl()), zero, zero};
  previous_ = trial_ = now_;
  jerk_ = d_ = r_ = zero;
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
  // From rest v'' may vanish at the start only, and then nothing judges the first step: it stays short against the time in which
  // the motion covers its own scale.
  const double pace = std::max(largest(now_.v, scale_q_), std::sqrt(largest(now_.vdot, scale_q_)));
  const double cautious = pace > 0 ? 0.5 * std::sqrt(tolerance()) / pace : 1e-3 * span();
  start_with(error > 0 ? std::min(cautious, 0.5 * std::sqrt(tolerance() / error)) : cautious);
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
  if ((other_step || slow_ || ++matrix_age_ > oldest) && !factorize(t1, h)) return {no_matrix};
  if (!newton(t1, h)) {
    if (matrix_fresh_) return {no_convergence};
    predict(h);
    if (!factorize(t1, h)) return {no_matrix};
    if (!newton(t1, h)) return {no_convergence};
  }
  if (!trial_.q.allFinite() || !trial_.v.allFinite() || !trial_.vdot.allFinite()) return {overflow};
  return {.trouble = {}, .error = local_error(h), .round_off = 20 * position_round_off()};
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
  matrix_age_ = 0;
  slow_ = false;
  return true;
}

// Ends when what is still missing, increment * rate / (1 - rate), is a small share of the allowed error; or when the increments
// no longer shrink because they are round-off.
bool GeneralizedAlpha::newton(double t1, double h) {
  const double enough = std::max(newton_share * allowed(h), 0.01 * round_off(h));
  double previous = 0, increment = 0, violation = 0;

  for (int i = 0; i < most_iterations; ++i) {
    ++statistics_.evaluations;
    if (!problem_.residual(t1, trial_.q, trial_.v, trial_.vdot, trial_.lambda, r_, c_)) return false;
    violation = largest(c_);
    r_ *= beta_ * h * h;
    if (!problem_.solve(r_, c_) || !r_.allFinite() || !c_.allFinite()) return false;
    correct(h);

    increment = increment_size(h);
    const double rate = i == 0 ? 1 : increment / previous;
    if (i > 0 && increment > noise * round_off(h)) slow_ = rate > slow;
    if (rate * increment <= (1 - rate) * enough) return true;
    if (i > 0 && rate >= 1) break;
    previous = increment;
  }
  return increment <= (matrix_fresh_ ? stalled : noise) * round_off(h) && violation <= problem_.constraint_scale();
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

// Positions have an error of a unit in the last place, which velocities see divided by h.
double GeneralizedAlpha::position_round_off() const {
  return scale_q_.size() == 0 ? 0 : epsilon * std::max(largest(now_.q), scale_q_.maxCoeff()) / scale_q_.minCoeff();
}

double GeneralizedAlpha::round_off(double h) const {
  if (scale_q_.size() == 0) return 0;
  return position_round_off() * std::max(1.0, gamma_ / (beta_ * h) * scale_q_.minCoeff() / scale_v_.minCoeff());
}

// The local errors with v'' from the second divided difference of the mean velocities d/h. The difference of v' will not do:
// where the step changes, v' jumps by O(h) across the constraints, whereas q obeys them always. The errors of v add up to
// velocity_constant h² v'' over any time, which is also the rate at which they enter q: so v''' is not needed.
double GeneralizedAlpha::local_error(double h) {
  trial_.h = h;
  trial_.mean_v = d_ / h;
  if (statistics_.steps >= 1) trial_.mean_a = (trial_.mean_v - now_.mean_v) * (2 / (h + now_.h));
  if (statistics_.steps >= 2)
    r_ = (trial_.mean_a - now_.mean_a) * (4 / (h + 2 * now_.h + previous_.h));
  else
    r_ = jerk_;
  const double position = (position_constant_ + velocity_constant_) * largest(r_, scale_q_);
  const double velocity = velocity_constant_ * largest(r_, scale_v_) / span();
  return h * h * h * std::max(position, velocity);
}

}  // namespace bricard
