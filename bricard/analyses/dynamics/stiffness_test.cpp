// Rates of linear systems whose eigenvalues are known. What the automatic choice makes of them: verification/automatic_test.cpp.
#include "bricard/analyses/dynamics/stiffness.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace bricard {
namespace {

// y' = A y.
class Linear : public OdeProblem {
 public:
  explicit Linear(Eigen::MatrixXd A) : A_(std::move(A)) {}
  int size() const override { return static_cast<int>(A_.rows()); }
  bool derivative(double, const Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    f = A_ * y;
    return true;
  }
  void error_scale(const Eigen::VectorXd&, Eigen::VectorXd& scale) override { scale.setOnes(size()); }
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    derivative(t, y, f);
    return StepEnd::accept;
  }
  void interpolate(double, double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd&, Eigen::VectorXd& y) override {
    y = y1;
  }
  State lift(double t, const Eigen::VectorXd&) override {
    State state;
    state.t = t;
    return state;
  }
  std::string failure() const override { return {}; }

 private:
  Eigen::MatrixXd A_;
};

std::optional<DominantRate> rate_of(const Eigen::MatrixXd& A) {
  Linear problem(A);
  long evaluations = 0;
  return dominant_rate(problem, 0, Eigen::VectorXd::Constant(A.rows(), 0.3), evaluations);
}

TEST(Stiffness, FindsTheRateOfADampedDirection) {
  const Eigen::MatrixXd S = (Eigen::MatrixXd(3, 3) << 1, 2, 0.5, 0, 1, -1, 0.3, 0, 2).finished();
  const auto found = rate_of(S * Eigen::Vector3d(-2e4, -30, -1).asDiagonal() * S.inverse());
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rate, 2e4, 20);
  EXPECT_TRUE(found->damped);
}

TEST(Stiffness, AnUndampedOscillationIsFastButNotDamped) {
  const auto found = rate_of((Eigen::MatrixXd(3, 3) << 0, 500, 0, -500, 0, 0, 0, 0, -1).finished());
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rate, 500, 5);
  EXPECT_FALSE(found->damped);
}

TEST(Stiffness, ARestingSystemHasNoRate) {
  const auto found = rate_of(Eigen::MatrixXd::Zero(2, 2));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rate, 0);
}

}  // namespace
}  // namespace bricard
