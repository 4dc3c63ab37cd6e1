// What is special to the Adams methods: the order and its choice, the history under corrections, the interpolant, stiffness.
#include "bricard/integrators/adams.hpp"

#include <gtest/gtest.h>

#include "bricard/integrators/test_problems.hpp"

namespace bricard::test {
namespace {

// Something with a known y: one component for the solution, f from a function.
class Known : public OdeProblem {
 public:
  using Function = std::function<Eigen::VectorXd(double t, const Eigen::VectorXd& y)>;
  Known(int size, Function f) : size_(size), f_(std::move(f)) {}
  int size() const override { return size_; }
  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override { return f = f_(t, y), true; }
  void error_scale(const Eigen::VectorXd&, Eigen::VectorXd& scale) override { scale.setOnes(); }
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    correct(y);
    return derivative(t, y, f), StepEnd::accept;
  }
  void interpolate(double, double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                   Eigen::VectorXd&) override {
    FAIL() << "the method has its own";
  }
  State lift(double t, const Eigen::VectorXd& y) override { return {t, y, y, {}, {}}; }
  std::string failure() const override { return ""; }

  std::function<void(Eigen::VectorXd& y)> correct = [](Eigen::VectorXd&) {};

 private:
  int size_;
  Function f_;
};

Eigen::VectorXd one(double x) { return Eigen::VectorXd::Constant(1, x); }

Outcome run(Integrator& integrator, double end) {
  Outcome outcome;
  while (integrator.t() < end && !outcome.failed()) outcome = integrator.step();
  return outcome;
}

// The first step predicts with order 1 and corrects with order 2, and the order goes up with every step: exact for y' = t and
// from the m-th step on for y' = t^m.
TEST(Adams, PolynomialsAreExact) {
  for (int m = 0; m <= 8; ++m) {
    Known problem(1, [m](double t, const Eigen::VectorXd&) { return one(std::pow(t, m)); });
    Adams integrator(problem, one(0), {0, 2, 1e-6, 0.1, {}});
    for (int i = 0; i < 11; ++i) {
      const double before = integrator.state_at(integrator.t()).q[0];
      ASSERT_FALSE(integrator.step().failed());
      const double t0 = integrator.t_previous(), t1 = integrator.t();
      if (i + 1 < m) continue;
      for (const double x : {0.25, 0.5, 1.0}) {
        const double t = t0 + x * (t1 - t0);
        EXPECT_NEAR(integrator.state_at(t).q[0] - before, (std::pow(t, m + 1) - std::pow(t0, m + 1)) / (m + 1), 1e-14) << m;
      }
    }
  }
}

TEST(Adams, OrderFollowsTheTolerance) {
  int previous = 0;
  for (const double tolerance : {1e-2, 1e-5, 1e-11}) {
    Known problem(2, [](double, const Eigen::VectorXd& y) { return Eigen::VectorXd(Eigen::Vector2d(y[1], -y[0])); });
    Adams integrator(problem, Eigen::Vector2d(0, 1), {0, 20, tolerance, {}, {}});
    int highest = 0;
    while (integrator.t() < 20) {
      ASSERT_FALSE(integrator.step().failed());
      highest = std::max(highest, integrator.order());
    }
    EXPECT_GT(highest, previous);
    EXPECT_LT(std::abs(integrator.state_at(20).q[0] - std::sin(20)), 5 * tolerance);
    previous = highest;
  }
  EXPECT_GE(previous, 10);
}

// Two evaluations in a step and one in a rejected one.
TEST(Adams, EvaluationsAreCounted) {
  PendulumRun run(adams, {0, 20, 1e-6, {}, {}});
  run.run(20);
  const IntegratorStatistics& s = run.integrator->statistics();
  EXPECT_EQ(s.evaluations, 2 + 2 * s.steps + s.rejected);
}

// Rotation in the plane with the radius set right after every step: the corrections must not cost the history.
TEST(Adams, HistorySurvivesCorrections) {
  const auto steps = [](bool corrected, double& error) {
    Known problem(2, [](double, const Eigen::VectorXd& y) {
      return Eigen::VectorXd(y.norm() * Eigen::Vector2d(-y[1], y[0]));  // faster further out
    });
    if (corrected) problem.correct = [](Eigen::VectorXd& y) { y.normalize(); };
    Adams integrator(problem, Eigen::Vector2d(1, 0), {0, 50, 1e-8, {}, {}});
    EXPECT_FALSE(run(integrator, 50).failed());
    error = (integrator.state_at(50).q - Eigen::Vector2d(std::cos(50), std::sin(50))).norm();
    return integrator.statistics().steps;
  };
  double free_error, error;
  const long free_steps = steps(false, free_error), corrected = steps(true, error);
  EXPECT_LT(corrected, 1.2 * free_steps);
  EXPECT_LT(error, 1e-7);
  EXPECT_LT(error, free_error);
}

// Between the ends of steps as accurate as there, without jumps, also where the Problem corrects.
TEST(Adams, InterpolantIsContinuousAndAccurate) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    PendulumRun run(adams, {0, 20, tolerance, {}, {}});
    double at_ends = 0, between = 0;
    State end = run.integrator->state_at(0);
    while (run.integrator->t() < 20) {
      ASSERT_FALSE(run.integrator->step().failed());
      const double t0 = run.integrator->t_previous(), t1 = run.integrator->t();
      EXPECT_LT((run.integrator->state_at(t0).q - end.q).norm(), 1e-14);
      end = run.integrator->state_at(t1);
      EXPECT_LT((run.integrator->state_at(t1 - 1e-10 * (t1 - t0)).q - end.q).norm(), 1e-9);
      at_ends = std::max(at_ends, run.error_at(t1));
      for (const double x : {0.2, 0.5, 0.8}) between = std::max(between, run.error_at(t0 + x * (t1 - t0)));
    }
    EXPECT_LT(between, 1.5 * at_ends) << tolerance;
  }
  Known problem(1, [](double, const Eigen::VectorXd& y) { return one(-y[0]); });
  problem.correct = [](Eigen::VectorXd& y) { y[0] += 1e-5; };
  Adams integrator(problem, one(1), {0, 1, 1e-6, 0.05, {}});
  for (double end = 1; integrator.t() < 1;) {
    ASSERT_FALSE(integrator.step().failed());
    EXPECT_NEAR(integrator.state_at(integrator.t_previous()).q[0], end, 1e-15);
    end = integrator.state_at(integrator.t()).q[0];
  }
}

TEST(Adams, StiffnessIsNoticed) {
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    Known problem(1, [](double t, const Eigen::VectorXd& y) { return one(-1e4 * (y[0] - std::cos(t))); });
    Adams integrator(problem, one(1), {0, 1, tolerance, {}, {}});
    EXPECT_FALSE(run(integrator, 1).failed());
    EXPECT_GT(integrator.statistics().stiff_steps, integrator.statistics().steps / 2) << tolerance;
    EXPECT_NEAR(integrator.state_at(1).q[0], std::cos(1) + 1e-4 * std::sin(1), 2 * tolerance);
  }
}

TEST(Adams, SmoothMotionIsNotTakenForStiff) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    PendulumRun pendulum(adams, {0, 20, tolerance, {}, {}});
    pendulum.run(20);
    EXPECT_EQ(pendulum.integrator->statistics().stiff_steps, 0) << tolerance;
  }
}

TEST(Adams, ImpossibleToleranceEnds) {
  PendulumRun pendulum(adams, {0, 20, 1e-15, {}, {}});
  EXPECT_LT(pendulum.run(20), 1e-10);
}

}  // namespace
}  // namespace bricard::test
