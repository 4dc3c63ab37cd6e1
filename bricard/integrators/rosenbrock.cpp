#include "bricard/integrators/rosenbrock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr int stages = RosenbrockTableau::stages;
constexpr std::string_view refused = "the derivative cannot be evaluated";
constexpr std::string_view no_matrix = "the matrix I - gamma h df/dy cannot be factorized";
constexpr std::string_view overflow = "the new values are not finite";
}  // namespace

Rosenbrock::Rosenbrock(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
    : OneStepMethod("rosenbrock", settings, {.error_order = 3, .largest_growth = 6, .share = 0.3, .predictive = true}),
      problem_(problem),
      matrix_(problem.shifted()),
      y_(y0),
      f_(Eigen::VectorXd::Zero(y0.size())),
      scale_(Eigen::VectorXd::Ones(y0.size())),
      y_previous_(y0),
      f_t_(f_),
      stage_(y0),
      stage_f_(f_),
      y_new_(y0),
      f_new_(f_),
      y_marked_(y0),
      f_marked_(f_) {
  u_.fill(f_);
  dense_.fill(f_);
  problem_.error_scale(y_, scale_);
  f_known_ = evaluate(t(), y_, f_);
  if (!f_known_ || fixed()) return;
  const double pace = size(f_);
  start_with(pace > 0 ? std::min(threshold::first_step * span(), std::sqrt(tolerance()) / pace)
                      : threshold::probing_step * span());
}

bool Rosenbrock::evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  ++statistics_.evaluations;
  return problem_.derivative(t, y, f) && f.allFinite();
}

// J, and df/dt by a difference that stays within the step.
bool Rosenbrock::linearize(double h) {
  if (J_known_) return true;
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const double dt = std::min(0.5 * h, root * std::max(span(), std::abs(t())));
  if (!evaluate(t() + dt, y_, f_t_)) return false;
  f_t_ = (f_t_ - f_) / dt;
  ++statistics_.linearizations;
  return J_known_ = problem_.linearize(t(), y_, f_);
}

OneStepMethod::Trial Rosenbrock::attempt(double t1, double h) {
  if (!f_known_ && !(f_known_ = evaluate(t(), y_, f_))) return {refused};
  problem_.begin_step(h);
  ++statistics_.factorizations;
  if (!linearize(h) || !matrix_->factorize(rodas.gamma * h)) return {no_matrix};
  for (int i = 0; i < stages; ++i) {
    stage_ = y_;
    for (int j = 0; j < i; ++j) stage_ += rodas.a[i][j] * u_[j];
    if (i == 0)
      stage_f_ = f_;
    else if (!evaluate(rodas.alpha[i] == 1 ? t1 : t() + rodas.alpha[i] * h, stage_, stage_f_))
      return {refused};
    stage_f_ += (rodas.gamma_i[i] * h) * f_t_;
    for (int j = 0; j < i; ++j) stage_f_ += (rodas.c[i][j] / h) * u_[j];
    u_[i] = (rodas.gamma * h) * stage_f_;
    matrix_->solve(u_[i]);
  }
  y_new_ = stage_ + u_[stages - 1];
  if (!y_new_.allFinite()) return {overflow};
  return {.trouble = {}, .error = size(u_[stages - 1]), .round_off = threshold::rounding_of_step * size(y_)};
}

StepEnd Rosenbrock::finish(double t1) {
  f_new_ = stage_f_;
  const StepEnd end = problem_.after_step(t1, y_new_, f_new_);
  ++statistics_.evaluations;
  if (end == StepEnd::repeat) f_known_ = J_known_ = false;  // evaluated in another way from now on
  if (end == StepEnd::accept && !(y_new_.allFinite() && f_new_.allFinite())) return StepEnd::failed;
  return end;
}

void Rosenbrock::accept(double) {
  for (std::size_t m = 0; m < dense_.size(); ++m) {
    dense_[m].setZero();
    for (int i = 0; i < stages; ++i)
      if (rodas.d[m][i] != 0) dense_[m] += rodas.d[m][i] * u_[i];
  }
  y_previous_.swap(y_);
  y_.swap(y_new_);
  f_.swap(f_new_);
  J_known_ = false;
  problem_.error_scale(y_, scale_);
}

void Rosenbrock::mark() {
  y_marked_ = y_;
  f_marked_ = f_;
}

void Rosenbrock::return_to_mark() {
  y_ = y_previous_ = y_marked_;
  f_ = f_marked_;
  f_known_ = true;
  J_known_ = false;
}

State Rosenbrock::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), y_);
  const double s = std::max(0.0, (at - t_previous()) / h);
  stage_ = (1 - s) * y_previous_ + s * (y_ + (1 - s) * (dense_[0] + s * dense_[1]));
  return problem_.lift(at, stage_);
}

}  // namespace bricard
