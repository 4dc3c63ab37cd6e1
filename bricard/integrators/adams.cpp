#include "bricard/integrators/adams.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr double share_of_start = 0.01;  // of the tolerance, for each of the dozen steps of low order at the start
constexpr double target = 0.25;          // of the allowed error, in the next step
constexpr double worthwhile = 1.3;       // growth of the step: changes cost accuracy
constexpr double steps_of_passage = 5;   // near a singular position
constexpr int failures_to_restart = 3;
constexpr std::string_view refused = "the derivative cannot be evaluated";
constexpr std::string_view overflow = "the new values are not finite";

// |gamma*_j|: sum_i<=j gamma*_i / (j + 1 - i) = 0 for j > 0, gamma*_0 = 1.
constexpr auto moulton_constants() {
  std::array<double, Adams::highest + 2> gamma{1};
  for (int j = 1; j < static_cast<int>(gamma.size()); ++j)
    for (int i = 0; i < j; ++i) gamma[j] -= gamma[i] / (j + 1 - i);
  for (double& each : gamma) each = each < 0 ? -each : each;
  return gamma;
}
constexpr auto gamma_star = moulton_constants();

// Half the length of the interval of absolute stability on the negative real axis, by order of the predictor, for equal steps. On
// a stiff system the choice of order ends where the interval is long; at higher orders any vibration would seem near the border.
constexpr double near_border(int order) {
  constexpr double interval[] = {0, 2, 2.4, 1.94, 1.42, 1.04};
  return order < static_cast<int>(std::size(interval)) ? 0.5 * interval[order] : std::numeric_limits<double>::infinity();
}
}  // namespace

Adams::Adams(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
    : OneStepMethod("adams", settings, {.error_order = highest}), problem_(problem), scale_(Eigen::VectorXd::Ones(y0.size())) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(y0.size());
  now_.y = y0;
  now_.phi.assign(highest + 3, zero);
  now_.psi.fill(span());
  psi_ = alpha_ = beta_ = sigma_ = g_ = Row{};
  y_previous_ = p_ = y_new_ = y0;
  gap_ = f_p_ = d_ = f_new_ = work_ = zero;
  problem_.error_scale(y0, scale_);
  f_known_ = evaluate(t(), y0, now_.phi[1]);
  if (f_known_ && !fixed()) start_with(initial_step());
  marked_ = now_;
}

OneStepMethod::Trial Adams::attempt(double t1, double h) {
  if (!f_known_ && !(f_known_ = evaluate(t(), now_.y, now_.phi[1]))) return {refused};
  const int k = now_.order;
  prepare(h);
  problem_.begin_step(h);

  p_ = now_.y;
  work_.setZero();  // f extrapolated
  for (int i = k; i >= 1; --i) {
    p_ += (h * g_[i] * beta_[i]) * now_.phi[i];
    work_ += beta_[i] * now_.phi[i];
  }
  if (!evaluate(t1, p_, f_p_)) return {refused};
  d_ = f_p_ - work_;
  y_new_ = p_ + (h * g_[k + 1]) * d_;
  if (!y_new_.allFinite()) return {overflow};

  estimate_errors(h);
  const double error = h * std::abs(g_[k + 1] - g_[k]) * size(d_);
  if (!std::isfinite(error)) return {overflow};
  const double rounding = threshold::rounding_of_step * size(now_.y);
  if (!fixed() && error > std::max(most(h), rounding)) {  // will be rejected
    now_.starting = false;
    if (lower_is_better()) --now_.order;
    if (++failures_ >= failures_to_restart && !in_passage()) {  // something has happened: what was before is of no use
      now_.order = now_.points = 1;
      now_.starting = true;
    }
  }
  return {.trouble = {}, .error = error * allowed(h) / most(h), .round_off = rounding};
}

// The error that a step may make: what is allowed per unit of time; at the start of the run, where orders are low, not less than
// a share. The driver's share of a passage is for one long step through it.
double Adams::most(double h) const {
  if (in_passage()) return allowed(h) / steps_of_passage;
  return now_.starting && statistics_.steps <= highest ? std::max(allowed(h), share_of_start * tolerance()) : allowed(h);
}

void Adams::prepare(double h) {
  const int last = now_.order + 2;
  psi_[1] = h;
  for (int i = 2; i <= highest + 2; ++i) psi_[i] = now_.psi[i - 1] + h;
  beta_[1] = sigma_[1] = 1;
  for (int i = 1; i <= last; ++i) alpha_[i] = h / psi_[i];
  for (int i = 2; i <= last; ++i) {
    beta_[i] = beta_[i - 1] * psi_[i - 1] / now_.psi[i - 1];
    sigma_[i] = (i - 1) * alpha_[i - 1] * sigma_[i - 1];
  }
  Row w;
  for (int q = 1; q <= last; ++q) w[q] = 1.0 / q;
  for (int i = 1; i < last; ++i) {
    g_[i] = w[1];
    for (int q = 1; q < last + 1 - i; ++q) w[q] -= alpha_[i] * w[q + 1];
  }
}

void Adams::estimate_errors(double h) {
  const int k = now_.order;
  e_ = h * sigma_[k + 1] * gamma_star[k] * size(d_);
  work_ = d_;
  if (k >= 2) e_1_ = h * sigma_[k] * gamma_star[k - 1] * size(work_ += beta_[k] * now_.phi[k]);
  if (k >= 3) e_2_ = h * sigma_[k - 1] * gamma_star[k - 2] * size(work_ += beta_[k - 1] * now_.phi[k - 1]);
}

bool Adams::lower_is_better() const {
  if (now_.order == 1) return false;
  return now_.order == 2 ? e_1_ <= 0.5 * e_ : std::max(e_1_, e_2_) <= e_;
}

StepEnd Adams::finish(double t1) {
  f_new_ = f_p_;
  const StepEnd end = problem_.after_step(t1, y_new_, f_new_);
  ++statistics_.evaluations;
  if (end == StepEnd::accept && !(y_new_.allFinite() && f_new_.allFinite())) return StepEnd::failed;
  return end;
}

void Adams::accept(double h) {
  stiffness_.look(h, near_border(now_.order), p_, f_p_, y_new_, f_new_, scale_);
  if (stiffness_.stiff()) ++statistics_.stiff_steps;
  update_differences();
  y_previous_.swap(now_.y);
  now_.y.swap(y_new_);
  now_.psi = psi_;
  now_.points = std::min(now_.points + 1, highest + 2);
  last_order_ = now_.order;
  gap_known_ = false;
  failures_ = 0;
  choose_order(h);
  problem_.error_scale(now_.y, scale_);
}

// phi(n) becomes phi(n+1), up to phi_k+2.
void Adams::update_differences() {
  const int k = now_.order;
  auto& phi = now_.phi;
  phi[k + 2] = -beta_[k + 1] * phi[k + 1];
  phi[k] *= beta_[k];
  for (int i = k - 1; i >= 1; --i) phi[i] = beta_[i] * phi[i] + phi[i + 1];  // extrapolated
  phi[k + 1] = f_new_ - phi[1];
  phi[k + 2] += phi[k + 1];
  phi[1] = f_new_;
  for (int i = 2; i <= k; ++i) phi[i] += phi[k + 1];
}

void Adams::choose_order(double h) {
  int& k = now_.order;
  next_error_ = e_;
  if (lower_is_better()) {
    now_.starting = false;
    next_error_ = e_1_;
    --k;
    return;
  }
  if (k == highest) now_.starting = false;
  if (now_.starting) {
    ++k;
    return;
  }
  if (k == highest || now_.points < k + 2) return;
  const double higher = h * sigma_[k + 2] * gamma_star[k + 1] * size(now_.phi[k + 2]);
  if (k > 1 && e_1_ <= std::min(e_, higher)) {
    next_error_ = e_1_;
    --k;
  } else if (higher < (k > 1 ? e_ : 0.5 * e_)) {
    next_error_ = higher;
    ++k;
  }
}

double Adams::growth(double, double h) const {
  if (now_.starting) return just_rejected() ? 1 : 2;
  const double ratio = next_error_ / std::max(most(h), threshold::rounding_of_step * size(now_.y));
  const double factor =
      std::pow(target / std::max(ratio, threshold::least_error_ratio), 1.0 / (shared_by_time(h) ? now_.order : now_.order + 1));
  if (factor < 1) return std::clamp(factor, 0.5, 0.9);
  return factor < worthwhile || just_rejected() ? 1 : std::min(factor, 2.0);
}

State Adams::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), now_.y);
  if (!std::exchange(gap_known_, true)) {
    integral_back(-h, work_);
    gap_ = y_previous_ - work_;
  }
  const double x = std::max(0.0, (at - t_previous()) / h);
  integral_back((x - 1) * h, work_);
  work_ += ((1 - x) * (1 - x) * (1 + 2 * x)) * gap_;
  return problem_.lift(at, work_);
}

// y_n+1 and the integral over s from t_n+1 to t_n+1 + s of the polynomial through f_n+1 .. f_n+1-k:
//   phi_i(n+1) (s + psi_0) .. (s + psi_i-2) / (psi_1 .. psi_i-1),   psi_0 = 0.
void Adams::integral_back(double s, Eigen::VectorXd& y) const {
  const int terms = last_order_ + 1;
  Row w;
  for (int q = 1; q <= terms; ++q) w[q] = 1.0 / q;
  y = now_.y;
  for (int i = 1; i <= terms; ++i) {
    y += (s * w[1]) * now_.phi[i];
    const double before = i == 1 ? 0 : now_.psi[i - 1];
    for (int q = 1; q < terms + 1 - i; ++q) w[q] = ((s + before) * w[q] - s * w[q + 1]) / now_.psi[i];
  }
}

bool Adams::evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  ++statistics_.evaluations;
  return problem_.derivative(t, y, f) && f.allFinite();
}

// The error of the first step, of order 1, is h² |y''| / 2.
double Adams::initial_step() {
  const double pace = size(now_.phi[1]);
  const double little = std::min(threshold::probing_step * span(), pace > 0 ? threshold::probing_change / pace : span());
  work_ = now_.y + little * now_.phi[1];
  if (!evaluate(t() + little, work_, f_p_)) return little;
  d_ = f_p_ - now_.phi[1];
  const double second = size(d_) / little;
  const double bound = 0.01 * std::sqrt(tolerance()) * span();  // where y'' happens to vanish
  return second > 0 ? std::min(bound, 0.5 * std::sqrt(2 * share_of_start * tolerance() / second)) : bound;
}

std::string Adams::advice() const {
  if (problem_.in_passage())
    return "there, accelerations cannot be known as well as this tolerance asks: try a larger one, or another by a little";
  return std::string(statistics_.stiff_steps > 0 ? take_implicit : "");
}

}  // namespace bricard
