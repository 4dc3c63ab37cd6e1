// What is special to explicit Runge–Kutta methods: the tableaus, the detection of stiffness, the need of a step.
#include "bricard/integrators/runge_kutta.hpp"

#include <gtest/gtest.h>

#include "bricard/integrators/test_problems.hpp"

namespace bricard::test {
namespace {

// y' = -rate (y - cos t).
class Relaxation : public OdeProblem {
 public:
  explicit Relaxation(double rate) : rate_(rate) {}
  int size() const override { return 1; }
  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    f[0] = -rate_ * (y[0] - std::cos(t));
    return t < wall;
  }
  void error_scale(const Eigen::VectorXd&, Eigen::VectorXd& scale) override { scale.setOnes(); }
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    derivative(t, y, f);
    return StepEnd::accept;
  }
  void interpolate(double, double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd&, Eigen::VectorXd& y) override {
    y = y1;
  }
  State lift(double t, const Eigen::VectorXd& y) override { return {t, y, y, {}, {}}; }
  std::string failure() const override { return ""; }

  double wall = 1e9;

 private:
  double rate_;
};

Outcome run(Integrator& integrator, double end) {
  Outcome outcome;
  while (integrator.t() < end && !outcome.failed()) outcome = integrator.step();
  return outcome;
}

// Row sums, and sum b_i c_i^k = 1/(k+1) up to the order; the measured order covers the other conditions.
TEST(RungeKutta, TableausAreConsistent) {
  for (const Tableau* tableau : {&rk4, &dopri5}) {
    const int n = tableau->stages();
    ASSERT_EQ(tableau->a.size(), static_cast<std::size_t>(n * (n - 1) / 2));
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < i; ++j) sum += tableau->a_ij(i, j);
      EXPECT_NEAR(sum, tableau->c[i], 1e-14) << tableau->name << " row " << i;
    }
    for (int k = 0; k < tableau->order; ++k) {
      double b = 0, e = 0;
      for (int i = 0; i < n; ++i) {
        b += tableau->b[i] * std::pow(tableau->c[i], k);
        if (!tableau->e.empty() && k < tableau->error_order) e += tableau->e[i] * std::pow(tableau->c[i], k);
      }
      EXPECT_NEAR(b, 1. / (k + 1), 1e-14) << tableau->name << " k = " << k;
      EXPECT_NEAR(e, 0, 1e-14) << tableau->name << " k = " << k;
    }
  }
}

TEST(RungeKutta, StiffnessIsNoticed) {
  for (double tolerance : {1e-3, 1e-5, 1e-7}) {
    Relaxation problem(1e4);
    RungeKutta integrator(dopri5, problem, Eigen::VectorXd::Ones(1), {0, 1, tolerance, {}, {}});
    EXPECT_FALSE(run(integrator, 1).failed());
    EXPECT_GT(integrator.statistics().stiff_steps, integrator.statistics().steps / 2) << tolerance;
    EXPECT_NEAR(integrator.state_at(1).q[0], std::cos(1) + 1e-4 * std::sin(1), 2 * tolerance);
  }
}

TEST(RungeKutta, SmoothMotionIsNotTakenForStiff) {
  for (double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
    PendulumRun pendulum(runge_kutta<dopri5>(), {0, 20, tolerance, {}, {}});
    pendulum.run(20);
    EXPECT_EQ(pendulum.integrator->statistics().stiff_steps, 0) << tolerance;
  }
}

TEST(RungeKutta, FailureOnAStiffSystemSaysSo) {
  Relaxation problem(1e4);
  problem.wall = 0.9;
  RungeKutta integrator(dopri5, problem, Eigen::VectorXd::Ones(1), {0, 1, 1e-4, {}, {}});
  const Outcome outcome = run(integrator, 1);
  EXPECT_NE(outcome.message.find("explicit method on a stiff system"), std::string::npos) << outcome.message;
}

TEST(RungeKutta, MethodWithoutErrorControlNeedsAStep) {
  Relaxation problem(1);
  RungeKutta integrator(rk4, problem, Eigen::VectorXd::Ones(1), {0, 1, 1e-4, {}, {}});
  EXPECT_EQ(integrator.step().message, "rk4 has no error control: give it a fixed step");
}

TEST(RungeKutta, OverflowOfAFixedStepFails) {
  Relaxation problem(1e4);
  RungeKutta integrator(rk4, problem, Eigen::VectorXd::Ones(1), {0, 10, 1e-4, 0.01, {}});
  const Outcome outcome = run(integrator, 10);
  EXPECT_TRUE(outcome.failed());
  EXPECT_NE(outcome.message.find("fixed step of 0.01 s failed at t = "), std::string::npos) << outcome.message;
}

// Round-off bounds the useful accuracy: a tolerance beyond it must not stall.
TEST(RungeKutta, ImpossibleToleranceEnds) {
  PendulumRun pendulum(runge_kutta<dopri5>(), {0, 20, 1e-15, {}, {}});
  EXPECT_LT(pendulum.run(20), 1e-10);
}

}  // namespace
}  // namespace bricard::test
