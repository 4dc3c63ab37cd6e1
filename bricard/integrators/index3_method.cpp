#include "bricard/integrators/index3_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 10;
constexpr int most_quasi_iterations = 40;
constexpr double slow = 0.1;         // contraction above which the matrix is renewed for the next step
constexpr double step_change = 1.5;  // of the matrix
constexpr int oldest = 20;           // steps with one matrix
constexpr double noise = 1e1;        // times round-off: increments that mean nothing
constexpr double stalled = 1e5;      // times round-off: an iteration that no longer contracts may end there
constexpr std::string_view no_start = "the accelerations cannot be evaluated";
constexpr std::string_view no_matrix = "the iteration matrix cannot be factorized";
constexpr std::string_view no_convergence = "Newton's iteration does not converge";
constexpr std::string_view overflow = "the new values are not finite";

double largest(const Eigen::VectorXd& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }
}  // namespace

Index3Method::Index3Method(std::string_view name, DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                           const IntegratorSettings& settings, const Control& control)
    : OneStepMethod(name, settings, control), problem_(problem), variant_(settings.newton) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(problem.nv() + problem.nz());
  now_ = {q0, v0, zero, Eigen::VectorXd::Zero(problem.nl()), zero, 0, zero, zero, zero};
  previous_ = trial_ = now_;
  jerk_ = r_ = zero;
  scale_q_ = scale_v_ = Eigen::VectorXd::Ones(zero.size());
  c_ = now_.lambda;
  problem_.error_scale(now_.q, now_.v, scale_q_, scale_v_);
}

// v'(t_0), and v''(t_0) from a second evaluation a little later.
bool Index3Method::start() {
  ++statistics_.evaluations;
  if (!problem_.accelerations(t(), now_.q, now_.v, now_.vdot, now_.lambda)) return false;
  if (!now_.vdot.allFinite() || !now_.lambda.allFinite()) return false;

  const double s = fixed() ? 0.01 * next_step() : threshold::probing_step * span();
  trial_.d = s * now_.v + (s * s / 2) * now_.vdot;
  problem_.move(now_.q, trial_.d, trial_.q);
  trial_.v = now_.v + s * now_.vdot;
  ++statistics_.evaluations;
  jerk_.setZero();
  if (problem_.accelerations(t() + s, trial_.q, trial_.v, trial_.vdot, trial_.lambda) && trial_.vdot.allFinite())
    jerk_ = (trial_.vdot - now_.vdot) / s;
  started();
  previous_ = now_;
  return true;
}

OneStepMethod::Trial Index3Method::attempt(double t1, double h) {
  diverged_ = false;
  if (!started_ && !(started_ = start())) return {no_start};
  if (now_.lambda.size() != problem_.nl()) {  // the Problem has chosen other rows
    for (Values* values : {&now_, &previous_, &trial_}) values->lambda.setZero(problem_.nl());
    c_.setZero(problem_.nl());
  }
  begin(h);
  slopes_ = slopes(h);
  guess(h);
  const bool other_step = h > step_change * matrix_step_ || matrix_step_ > step_change * h;
  matrix_fresh_ = false;
  if ((variant_ || other_step || slow_ || ++matrix_age_ > oldest) && !factorize(t1, h)) return {no_matrix};
  if (!newton(t1, h)) {
    diverged_ = true;
    if (matrix_fresh_) return {no_convergence};
    guess(h);
    if (!factorize(t1, h)) return {no_matrix};
    if (!newton(t1, h)) return {no_convergence};
    diverged_ = false;
  }
  trial_.h = h;
  complete();
  if (!trial_.q.allFinite() || !trial_.v.allFinite() || !trial_.vdot.allFinite()) return {overflow};
  return {.trouble = {}, .error = local_error(h), .round_off = 20 * position_round_off()};
}

// Warm start: v' extrapolated, lambda kept.
void Index3Method::guess(double h) {
  trial_.vdot = now_.vdot + h * jerk_;
  trial_.lambda = now_.lambda;
  predict(h);
  problem_.move(now_.q, trial_.d, trial_.q);
}

bool Index3Method::factorize(double t1, double h) {
  ++statistics_.factorizations;
  matrix_step_ = 0;
  const double s = slopes_.scale;
  const bool factorized = variant_ == Newton::quasi ? problem_.factorize_mass(t1, trial_.q, s * slopes_.a, slopes_.v)
                                                    : problem_.factorize(t1, trial_.q, trial_.d, trial_.v, trial_.vdot,
                                                                         trial_.lambda, s * slopes_.a, s * slopes_.v, s);
  if (!factorized) return false;
  matrix_step_ = h;
  matrix_fresh_ = true;
  matrix_age_ = 0;
  slow_ = false;
  return true;
}

// Ends when what is still missing, increment * rate / (1 - rate), is a small share of the allowed error; or when the increments
// no longer shrink because they are round-off.
bool Index3Method::newton(double t1, double h) {
  const double enough = std::max(threshold::negligible_share * allowed(h), 0.01 * round_off());
  const int most = variant_ == Newton::quasi ? most_quasi_iterations : most_iterations;
  double previous = 0, increment = 0, violation = 0;

  for (int i = 0; i < most; ++i) {
    if (i > 0 && variant_ == Newton::full && !factorize(t1, h)) return false;
    ++statistics_.evaluations;
    if (!problem_.residual(t1, trial_.q, trial_.v, trial_.vdot, trial_.lambda, r_, c_)) return false;
    violation = bricard::largest(c_);
    r_ *= slopes_.scale;
    if (!problem_.solve(r_, c_) || !r_.allFinite() || !c_.allFinite()) return false;
    correct();

    increment = increment_size();
    const double rate = i == 0 ? 1 : increment / previous;
    if (i > 0 && increment > noise * round_off()) slow_ = rate > slow;
    if (rate * increment <= (1 - rate) * enough) return true;
    if (i > 0 && rate >= 1) break;
    previous = increment;
  }
  return increment <= (matrix_fresh_ ? stalled : noise) * round_off() && violation <= problem_.constraint_scale();
}

// Subtracts the solution (r_, c_) of the linear equations from d and s lambda, and what follows from all that depends on d.
void Index3Method::correct() {
  trial_.d -= r_;
  trial_.v -= slopes_.v * r_;
  trial_.vdot -= slopes_.a * r_;
  trial_.lambda -= c_ / slopes_.scale;
  problem_.move(now_.q, trial_.d, trial_.q);
}

StepEnd Index3Method::finish(double t1) {
  const StepEnd end = problem_.after_step(t1, trial_.q, trial_.v, trial_.vdot);
  if (end != StepEnd::accept) matrix_step_ = 0;  // the next attempt starts with a new matrix
  if (end == StepEnd::accept && !(trial_.q.allFinite() && trial_.v.allFinite())) return StepEnd::failed;
  return end;
}

void Index3Method::accept(double h) {
  jerk_ = (trial_.vdot - now_.vdot) / h;
  std::swap(previous_, now_);
  std::swap(now_, trial_);
  problem_.error_scale(now_.q, now_.v, scale_q_, scale_v_);
}

State Index3Method::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), now_.q, now_.v);
  const double theta = std::max(0.0, (at - t_previous()) / h);
  problem_.interpolate(theta, h, previous_.q, previous_.v, previous_.vdot, now_.q, now_.v, now_.vdot, trial_.q, trial_.v);
  return problem_.lift(at, trial_.q, trial_.v);
}

std::string Index3Method::advice() const {
  if (!diverged_) return {};
  if (variant_ == Newton::quasi) return "newton: quasi leaves out the stiffness of forces; choose newton: full or a shorter step";
  return fixed() ? "choose a shorter step" : std::string();
}

// The correction (r_), as a change of positions and of velocities.
double Index3Method::increment_size() const { return std::max(largest(r_, scale_q_), slopes_.v * largest(r_, scale_v_)); }

// Positions have an error of a unit in the last place, which velocities see divided by h.
double Index3Method::position_round_off() const {
  const auto scale = scale_q_.head(problem_.nv());
  return scale.size() == 0 ? 0 : epsilon * std::max(bricard::largest(now_.q), scale.maxCoeff()) / scale.minCoeff();
}

double Index3Method::round_off() const {
  const int nv = problem_.nv();
  if (nv == 0) return 0;
  return position_round_off() * std::max(1.0, slopes_.v * scale_q_.head(nv).minCoeff() / scale_v_.head(nv).minCoeff());
}

}  // namespace bricard
