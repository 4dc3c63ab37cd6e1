#include "bricard/integrators/generalized_alpha.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// Across the constraints nothing damps a_n - v'_n but rho, and where steps grow by r it is scaled along: what it does to
// positions, h² (a_n - v'_n), grows by r³ rho a step. With 1.2 for rho = 0.8 velocities of constraints blew up while short steps
// behind a switching point became long again. HHT (alpha_m = 0) carries no a_n along.
double largest_growth(const AlphaCoefficients& alpha) {
  constexpr double most = 1.2;
  return alpha.m == 0 ? most : std::min(most, std::cbrt((1 - alpha.f) / alpha.f));
}

}  // namespace

AlphaMethod::AlphaMethod(const AlphaCoefficients& alpha, DaeProblem& problem, const Eigen::VectorXd& q0,
                         const Eigen::VectorXd& v0, const IntegratorSettings& settings)
    : Index3Method(alpha.name, problem, q0, v0, settings,
                   {.error_order = 2, .largest_growth = largest_growth(alpha), .shortest = threshold::shortest_index3_step}),
      alpha_m_(alpha.m),
      alpha_f_(alpha.f),
      delta_(alpha_m_ - alpha_f_),
      gamma_(0.5 - delta_),
      beta_((gamma_ + 0.5) * (gamma_ + 0.5) / 4),
      position_constant_(std::abs(beta_ + delta_ / 2 - 1. / 6)),
      velocity_constant_(std::abs(1. / 12 + delta_ * (alpha_m_ - 0.5) - delta_ * delta_)) {
  prepare();
}

// a_0 = v'(t_0 + Delta h) and the length of the first step.
void AlphaMethod::started() {
  const double error = position_constant_ * largest(jerk_, scale_q_) * span();  // position_constant h³ v'' T/h = tolerance
  // From rest v'' may vanish at the start only, and then nothing judges the first step: it stays short against the time in which
  // the motion covers its own scale.
  const double pace = std::max(largest(now_.v, scale_q_), std::sqrt(largest(now_.vdot, scale_q_)));
  const double cautious = pace > 0 ? 0.5 * std::sqrt(tolerance()) / pace : threshold::first_step * span();
  start_with(error > 0 ? std::min(cautious, 0.5 * std::sqrt(tolerance() / error)) : cautious);
  a_step_ = next_step();
  now_.a = now_.vdot + delta_ * a_step_ * jerk_;
}

void AlphaMethod::begin(double h) {
  now_.a = now_.vdot + (h / a_step_) * (now_.a - now_.vdot);
  a_step_ = h;
}

Index3Method::Slopes AlphaMethod::slopes(double h) const {
  const double bhh = beta_ * h * h;
  return {gamma_ / (beta_ * h), (1 - alpha_m_) / ((1 - alpha_f_) * bhh), bhh};
}

void AlphaMethod::complete() {
  trial_.a = ((1 - alpha_f_) * trial_.vdot + alpha_f_ * now_.vdot - alpha_m_ * now_.a) / (1 - alpha_m_);
}

void AlphaMethod::predict(double h) {
  complete();
  trial_.v = now_.v + h * ((1 - gamma_) * now_.a + gamma_ * trial_.a);
  trial_.d = h * now_.v + (h * h) * ((0.5 - beta_) * now_.a + beta_ * trial_.a);
}

// The local errors with v'' from the second divided difference of the mean velocities d/h. The difference of v' will not do:
// where the step changes, v' jumps by O(h) across the constraints, whereas q obeys them always. The errors of v add up to
// velocity_constant h² v'' over any time, which is also the rate at which they enter q: so v''' is not needed.
double AlphaMethod::local_error(double h) {
  trial_.mean_v = trial_.d / h;
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
