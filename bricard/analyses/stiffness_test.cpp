// Stiffness: rates of linear systems whose eigenvalues are known, and what the automatic choice does on mechanisms.
#include "bricard/analyses/stiffness.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bricard/analyses/run.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/io/yaml_reader.hpp"

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

// m x'' + c x' + k x = 0 with m = 1: eigenvalues about -c and -k/c.
std::string damped_mass(double c, double k) {
  return "bricard: 1\nname: damped mass\nunits: SI\ngravity: [0, 0, 0]\n"
         "bodies: {mass: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
         "joints: {rail: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
         "forces: {spring: {type: spring_damper, from: {body: ground, at: [-1, 0, 0]}, to: {body: mass, at: [0, 0, 0]},\n"
         "  stiffness: " +
         std::to_string(k) + ", damping: " + std::to_string(c) +
         ", free_length: 1.5}}\n"
         "analysis: {type: dynamics, duration: 10}\n";
}

TEST(Stiffness, TheAutomaticChoiceTurnsToTheImplicitMethod) {
  const Results stiff = run(read_yaml(damped_mass(1e6, 1e6), "stiff"));
  ASSERT_EQ(stiff.summary.outcome.status, Status::done) << stiff.summary.outcome.message;
  EXPECT_EQ(stiff.summary.methods.integrator, "radau");
  EXPECT_NE(stiff.summary.methods.why.find("stiff"), std::string::npos) << stiff.summary.methods.why;
  // The slow root, -k/c to first order in k/c²: x - x_rest = 0.5 exp(-t).
  EXPECT_NEAR(stiff.series("mass.x").back(), 0.5 + 0.5 * std::exp(-10.0), 1e-5);
  const Results soft = run(read_yaml(damped_mass(1, 1), "soft"));
  EXPECT_EQ(soft.summary.methods.integrator, "dop853");
}

}  // namespace
}  // namespace bricard
