#include "bricard/integrators/runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr double noise = 10;          // stages see the rounding of y times h |lambda|, with weights of this size
constexpr double near_border = 0.15;  // of the stability interval
constexpr std::string_view refused = "the derivative cannot be evaluated";
constexpr std::string_view overflow = "the new values are not finite";
}  // namespace

RungeKutta::RungeKutta(const Tableau& tableau, OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
    : OneStepMethod(tableau.name, settings, {.error_order = tableau.error_order}),
      tableau_(tableau),
      problem_(problem),
      y_(y0),
      scale_(Eigen::VectorXd::Ones(y0.size())),
      y_previous_(y0),
      k_(tableau.stages(), Eigen::VectorXd::Zero(y0.size())),
      more_(tableau.more_stages(), k_[0]),
      stage_(y0),
      stage_before_(y0),
      y_new_(y0),
      f_new_(k_[0]),
      error_(k_[0]),
      y_marked_(y0),
      f_marked_(k_[0]) {
  problem_.error_scale(y_, scale_);
  f_known_ = evaluate(t(), y_, k_[0]);
  f_previous_ = k_[0];
  if (f_known_ && !fixed()) start_with(settings.first_step ? *settings.first_step : initial_step());
}

OneStepMethod::Trial RungeKutta::attempt(double t1, double h) {
  if (!f_known_ && !(f_known_ = evaluate(t(), y_, k_[0]))) return {refused};

  k_kept_ = false;
  problem_.begin_step(h);
  for (int i = 1; i < tableau_.stages(); ++i) {
    stage_.swap(stage_before_);
    stage_ = y_;
    for (int j = 0; j < i; ++j)
      if (tableau_.a_ij(i, j) != 0) stage_ += (h * tableau_.a_ij(i, j)) * k_[j];
    if (!evaluate(std::min(t() + tableau_.c[i] * h, t1), stage_, k_[i])) return {refused};
  }

  y_new_ = y_;
  for (int i = 0; i < tableau_.stages(); ++i)
    if (tableau_.b[i] != 0) y_new_ += (h * tableau_.b[i]) * k_[i];
  if (!y_new_.allFinite()) return {overflow};

  const double estimate = error(h);
  if (!std::isfinite(estimate)) return {overflow};
  return {.trouble = {},
          .error = estimate,
          .round_off = threshold::rounding_of_step * (1 + noise * h * stiffness_.rate()) * size(y_)};
}

double RungeKutta::error(double h) {
  const auto weighted = [&](std::span<const double> weights) {
    error_.setZero();
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] != 0) error_ += (h * weights[i]) * k_[i];
    return error_.allFinite() ? size(error_) : std::numeric_limits<double>::quiet_NaN();
  };
  const double high = weighted(tableau_.e);
  if (tableau_.e_low.empty() || in_passage()) return high;
  const double low = weighted(tableau_.e_low);
  if (low == 0) return high;
  const bool is_combined = tableau_.order_of_e > 0;
  const double part = std::sqrt(low / std::max(1.0, size(y_new_)));  // of the amplitude: at the start scales may be smaller
  const double likely = std::max(high, tableau_.by_chance * low * (is_combined ? part : std::sqrt(part)));
  return is_combined ? likely * likely / std::hypot(likely, 0.1 * low) : likely;
}

// The Problem may find in f the last stage, which for methods whose last stage is taken at y_new is f before any correction.
StepEnd RungeKutta::finish(double t1) {
  f_new_ = k_.back();
  const StepEnd end = problem_.after_step(t1, y_new_, f_new_);
  ++statistics_.evaluations;
  if (end == StepEnd::repeat) f_known_ = false;  // evaluated in another way from now on
  if (end == StepEnd::accept && !(y_new_.allFinite() && f_new_.allFinite())) return StepEnd::failed;
  return end;
}

void RungeKutta::accept(double h) {
  if (tableau_.stability > 0) {
    const bool last = !tableau_.last_is_new();
    stiffness_.look(h, near_border * tableau_.stability, last ? stage_ : stage_before_, last ? k_.back() : k_[k_.size() - 2],
                    y_new_, f_new_, scale_);
    if (stiffness_.stiff()) ++statistics_.stiff_steps;
  }
  y_previous_.swap(y_);
  f_previous_.swap(k_[0]);
  y_.swap(y_new_);
  k_[0].swap(f_new_);
  problem_.error_scale(y_, scale_);
  k_kept_ = true;
  more_known_ = false;
}

State RungeKutta::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), y_);
  if (at <= t_previous()) return problem_.lift(at, y_previous_);
  interpolate_best((at - t_previous()) / h);
  return problem_.lift(at, stage_);
}

State RungeKutta::rough_state_at(double at) {
  const double h = t() - t_previous();
  if (more_known_ || at >= t() || at <= t_previous() || h == 0) return state_at(at);
  problem_.interpolate((at - t_previous()) / h, h, y_previous_, f_previous_, y_, k_[0], stage_);
  return problem_.lift(at, stage_);
}

void RungeKutta::interpolate_best(double x) {
  const bool has_own = !tableau_.d.empty() && evaluate_more_stages();
  const Eigen::Index rest = y_.size() - problem_.twice_integrated();
  if (!has_own || (tableau_.more_stages() == 0 && rest < y_.size()))
    problem_.interpolate(x, t() - t_previous(), y_previous_, f_previous_, y_, k_[0], stage_);
  if (!has_own || (tableau_.more_stages() == 0 && rest == 0)) return;
  stage_.swap(stage_before_);
  interpolate(x);
  if (tableau_.more_stages() == 0) stage_.head(y_.size() - rest) = stage_before_.head(y_.size() - rest);
}

// Of the accepted step: k_1 .. k_s, f_new, the stages of the interpolant.
const Eigen::VectorXd& RungeKutta::slope(int i) const {
  if (i == 0) return f_previous_;
  if (i == tableau_.stages()) return k_[0];
  return i < tableau_.stages() ? k_[i] : more_[i - tableau_.stages() - 1];
}

// False where f is refused, or where the stages were overwritten by an attempt that failed.
bool RungeKutta::evaluate_more_stages() {
  if (more_known_ || !k_kept_) return more_known_;
  const double h = t() - t_previous();
  for (int i = 0; i < tableau_.more_stages(); ++i) {
    stage_ = y_previous_;
    for (int j = 0; j < tableau_.stages() + 1 + i; ++j)
      if (tableau_.more_a_ij(i, j) != 0) stage_ += (h * tableau_.more_a_ij(i, j)) * slope(j);
    if (!evaluate(t_previous() + tableau_.more_c[i] * h, stage_, more_[i])) return k_kept_ = false;
  }
  return more_known_ = true;
}

void RungeKutta::interpolate(double x) {
  const double h = t() - t_previous(), z = 1 - x;
  const double f0 = h * x * z * z, f1 = -h * x * x * z, bump = h * x * x * z * z;
  stage_ = z * z * (1 + 2 * x) * y_previous_ + x * x * (1 + 2 * z) * y_ + f0 * f_previous_ + f1 * k_[0];
  for (int j = 0; j < tableau_.all_stages(); ++j) {
    const double weight = tableau_.d_ij(0, j) + x * (tableau_.d_ij(1, j) + z * (tableau_.d_ij(2, j) + x * tableau_.d_ij(3, j)));
    if (weight != 0) stage_ += (bump * weight) * slope(j);
  }
}

bool RungeKutta::evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  ++statistics_.evaluations;
  return problem_.derivative(t, y, f) && f.allFinite();
}

// A step for which an explicit Euler step changes y by little and f changes by little along it (Hairer, Nørsett, Wanner I, p.
// 169). Where y happens to pass zero it says nothing of the step: the shortest that still resolves time is no guess either.
double RungeKutta::initial_step() {
  const double least = 10 * threshold::shortest_step * span();
  const double d0 = size(y_) / tolerance();
  const double d1 = size(k_[0]) / tolerance();
  const double h0 =
      std::clamp(d0 < threshold::no_pace || d1 < threshold::no_pace ? threshold::probing_step * span() : 0.01 * d0 / d1, least,
                 0.1 * span());
  stage_ = y_ + h0 * k_[0];
  if (!evaluate(t() + h0, stage_, k_[1])) return h0;
  error_ = k_[1] - k_[0];
  const double d = std::max(d1, size(error_) / tolerance() / h0);
  const double h1 = d <= threshold::no_curvature ? std::max(threshold::probing_step * span(), threshold::first_step * h0)
                                                 : std::pow(0.01 / d, 1.0 / (tableau_.order + 1));
  return std::max(std::min(100 * h0, h1), least);
}

std::string RungeKutta::advice() const {
  if (problem_.in_passage())
    return "there, the stages of a step do not know accelerations as well as this tolerance asks: try the integrator adams, "
           "whose steps have none, a larger tolerance, or another by a little";
  return std::string(statistics_.stiff_steps > 0 ? take_implicit : "");
}

}  // namespace bricard
