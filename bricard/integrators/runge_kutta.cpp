#include "bricard/integrators/runge_kutta.hpp"

#include <algorithm>
#include <cmath>

namespace bricard {

namespace {
constexpr double round_off = 4e-15;
constexpr int hits_to_be_stiff = 15;
constexpr int misses_to_forget = 6;
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
  if (f_known_ && !fixed()) start_with(initial_step());
}

OneStepMethod::Trial RungeKutta::attempt(double t1, double h) {
  if (!f_known_ && !(f_known_ = evaluate(t(), y_, k_[0]))) return {refused};

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

  error_.setZero();
  for (std::size_t i = 0; i < tableau_.e.size(); ++i)
    if (tableau_.e[i] != 0) error_ += (h * tableau_.e[i]) * k_[i];
  if (!error_.allFinite()) return {overflow};

  watch_stiffness(h);
  return {.trouble = {}, .error = size(error_), .round_off = round_off * size(y_)};
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

void RungeKutta::accept(double) {
  y_previous_.swap(y_);
  f_previous_.swap(k_[0]);
  y_.swap(y_new_);
  k_[0].swap(f_new_);
  problem_.error_scale(y_, scale_);
  count_stiffness();
}

State RungeKutta::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), y_);
  const double theta = std::max(0.0, (at - t_previous()) / h);
  problem_.interpolate(theta, h, y_previous_, f_previous_, y_, k_[0], stage_);
  return problem_.lift(at, stage_);
}

bool RungeKutta::evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  ++statistics_.evaluations;
  return problem_.derivative(t, y, f) && f.allFinite();
}

// A step for which an explicit Euler step changes y by little and f changes by little along it (Hairer, Nørsett, Wanner I, p.
// 169).
double RungeKutta::initial_step() {
  const double d0 = size(y_) / tolerance();
  const double d1 = size(k_[0]) / tolerance();
  const double h0 = std::min(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span() : 0.01 * d0 / d1, 0.1 * span());
  stage_ = y_ + h0 * k_[0];
  if (!evaluate(t() + h0, stage_, k_[1])) return h0;
  error_ = k_[1] - k_[0];
  const double d = std::max(d1, size(error_) / tolerance() / h0);
  const double h1 = d <= 1e-15 ? std::max(1e-6 * span(), 1e-3 * h0) : std::pow(0.01 / d, 1.0 / (tableau_.order + 1));
  return std::min(100 * h0, h1);
}

void RungeKutta::watch_stiffness(double h) {
  near_border_ = false;
  if (tableau_.stability == 0) return;
  const auto dy = (stage_ - stage_before_).array() / scale_.array();
  const auto df = (k_[k_.size() - 1] - k_[k_.size() - 2]).array() / scale_.array();
  const double dy_dy = dy.square().sum();
  const double df_df = df.square().sum();
  const double cosine = (dy * df).sum() / std::sqrt(dy_dy * df_df);
  near_border_ = h * std::sqrt(df_df / dy_dy) > 0.25 * tableau_.stability && cosine < -0.9;
}

void RungeKutta::count_stiffness() {
  if (near_border_) {
    ++stiff_hits_;
    stiff_misses_ = 0;
  } else if (++stiff_misses_ >= misses_to_forget) {
    stiff_hits_ = 0;
  }
  if (stiff_hits_ >= hits_to_be_stiff) ++statistics_.stiff_steps;
}

std::string RungeKutta::advice() const {
  if (problem_.in_passage())
    return "there, accelerations cannot be known as well as this tolerance asks: try a larger one, or another by a little";
  return statistics_.stiff_steps > 0 ? "explicit method on a stiff system: take an implicit integrator" : "";
}

}  // namespace bricard
