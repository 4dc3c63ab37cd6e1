#include "bricard/formulations/augmented_lagrangian.hpp"

#include <fmt/format.h>

#include "bricard/formulations/problems/penalized.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double first_alpha = 1e5, last_alpha = 1e14;  // effective masses
constexpr double step_of_alpha = 1000;
constexpr double fast = 0.1;  // a contraction that needs no larger alpha
constexpr int most = 100;

class AugmentedLagrangian : public Penalized {
 public:
  using Penalized::Penalized;

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    prepare();
    double growth = 1;
    if (!factor(first_alpha)) return false;
    x_.setZero(system_.nv());
    lambda_.setZero(static_cast<int>(rows_.size()));
    missing_ = g_;
    // What forces and rows ask for by themselves: near rest accelerations are a small difference of them, and know no more
    // digits.
    const double asked = Q_.norm() + g_.norm();
    double change = 0, before = 0;
    for (int i = 0; i < most; ++i) {
      dx_ = ldlt_.solve(Q_ - M_ * x_ - Gt_ * lambda_ + Gt_ * weights_.cwiseProduct(missing_));
      x_ += dx_;
      missing_ = g_ - Gt_.transpose() * x_;
      lambda_ -= weights_.cwiseProduct(missing_);
      const double scale = asked + x_.norm();
      change = dx_.norm() / std::max(scale, threshold::nothing);
      if (!(change < 1e100)) break;
      const bool closes = missing_.norm() <= threshold::iterated * scale;
      const double contraction = i == 0 ? 0 : change / before;
      const double error =
          change * contraction / std::max(1 - contraction, threshold::slowest_contraction);  // of a geometric series
      if (rows_.empty() || (i > 0 && closes && (error <= threshold::converged || change <= 10 * threshold::converged)))
        return finished(a);
      if (i > 1 && contraction > fast) {
        if (weights_.maxCoeff() * step_of_alpha <= 1.01 * last_alpha) {
          growth *= step_of_alpha;
          if (!factor(first_alpha, growth)) return false;
        } else if (contraction > 0.5 && change < threshold::nearly_converged && closes) {
          return finished(a);  // what is left is rounding
        }
      }
      before = change;
    }
    failure_ = fmt::format(
        "the augmented Lagrangian iteration does not converge with {}: after {} iterations the accelerations still change by "
        "{:.2g} of themselves (a singular position{})",
        parameters(), most, change, projects() ? "" : ": choose stabilization mass_projection");
    return false;
  }

 private:
  bool finished(Eigen::Ref<Eigen::VectorXd> a) const {
    a = S_.cwiseProduct(x_);
    return true;
  }

  Eigen::VectorXd x_, dx_, lambda_, missing_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_augmented_lagrangian(const ProblemSettings& settings) {
  return std::make_unique<AugmentedLagrangian>(settings);
}

}  // namespace bricard
