#include "bricard/integrators/fixed_bdf.hpp"

namespace bricard {

FixedBdf::FixedBdf(int order, DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                   const IntegratorSettings& settings)
    : Index3Method(order == 1 ? "bdf1" : "bdf2", problem, q0, v0, settings, {.error_order = 0}), order_(order) {
  prepare();
}

void FixedBdf::begin(double h) {
  trapezoidal_ = order_ == 2 && now_.h == 0;
  w_ = 0;
  sigma_ = trapezoidal_ ? h / 2 : h;
  if (order_ == 1 || trapezoidal_) return;
  const double x = h / now_.h;
  w_ = x * x / (1 + 2 * x);
  sigma_ = h * (1 + x) / (1 + 2 * x);
}

Index3Method::Slopes FixedBdf::slopes(double) const { return {1 / sigma_, 1 / (sigma_ * sigma_), sigma_ * sigma_}; }

void FixedBdf::predict(double h) {
  if (trapezoidal_) {
    trial_.v = now_.v + (h / 2) * (now_.vdot + trial_.vdot);
    trial_.d = (h / 2) * (now_.v + trial_.v);
    return;
  }
  trial_.v = now_.v + w_ * (now_.v - previous_.v) + sigma_ * trial_.vdot;
  trial_.d = w_ * now_.d + sigma_ * trial_.v;
}

}  // namespace bricard
