#include "bricard/formulations/penalty.hpp"

#include "bricard/formulations/problems/penalized.hpp"

namespace bricard {

namespace {

constexpr double effective_masses = 1e9;

class Penalty : public Penalized {
 public:
  using Penalized::Penalized;

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    prepare();
    if (!factor(effective_masses)) return false;
    x_ = ldlt_.solve(Q_ + Gt_ * weights_.cwiseProduct(g_));
    // One correction: alpha times the rounding of G x would be felt.
    x_ += ldlt_.solve(Q_ - M_ * x_ + Gt_ * weights_.cwiseProduct(g_ - Gt_.transpose() * x_));
    a = S_.cwiseProduct(x_);
    return true;
  }

 private:
  Eigen::VectorXd x_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_penalty(const ProblemSettings& settings) { return std::make_unique<Penalty>(settings); }

}  // namespace bricard
