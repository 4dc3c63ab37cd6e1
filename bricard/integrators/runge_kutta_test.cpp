// What is special to explicit Runge–Kutta methods: the tableaus, the detection of stiffness, the need of a step.
#include "bricard/integrators/runge_kutta.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "bricard/integrators/test_problems.hpp"

namespace bricard::test {
namespace {

// Of a run that goes on with another method all counts are told together.
TEST(IntegratorStatistics, AddUp) {
  IntegratorStatistics sum{1, 2, 3, 4, 5, 6};
  sum += {10, 20, 30, 40, 50, 60};
  const auto& [steps, rejected, evaluations, factorizations, linearizations, stiff_steps] = sum;
  EXPECT_EQ((std::vector<long>{steps, rejected, evaluations, factorizations, linearizations, stiff_steps}),
            (std::vector<long>{11, 22, 33, 44, 55, 66}));
}

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
  for (const Tableau* tableau : {&rk4, &dopri5, &dop853}) {
    const int n = tableau->stages();
    ASSERT_EQ(tableau->a.size(), static_cast<std::size_t>(n * (n - 1) / 2));
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < i; ++j) sum += tableau->a_ij(i, j);
      EXPECT_NEAR(sum, tableau->c[i], 1e-14) << tableau->name << " row " << i;
    }
    for (int k = 0; k < tableau->order; ++k) {
      double b = 0, e = 0;
      const int embedded = tableau->order_of_e == 0 ? tableau->error_order : tableau->order_of_e;
      for (int i = 0; i < n; ++i) {
        b += tableau->b[i] * std::pow(tableau->c[i], k);
        if (!tableau->e.empty() && k < embedded) e += tableau->e[i] * std::pow(tableau->c[i], k);
      }
      EXPECT_NEAR(b, 1. / (k + 1), 1e-14) << tableau->name << " k = " << k;
      EXPECT_NEAR(e, 0, 1e-14) << tableau->name << " k = " << k;
    }
  }
}

// sum_i weight_i c_i^k over the stages, the new point and the stages of the interpolant.
double moment(const Tableau& tableau, int k, const std::function<double(int)>& weight) {
  double sum = 0;
  for (int i = 0; i < tableau.all_stages(); ++i) {
    const int more = i - tableau.stages() - 1;
    const double c = i < tableau.stages() ? tableau.c[i] : more < 0 ? 1 : tableau.more_c[more];
    sum += weight(i) * std::pow(c, k);
  }
  return sum;
}

TEST(RungeKutta, SecondEstimatesAreOfOrder3) {
  for (const Tableau* tableau : {&dopri5, &dop853})
    for (int k = 0; k < 4; ++k) {
      const double sum = moment(*tableau, k, [&](int i) { return i < tableau->stages() ? tableau->e_low[i] : 0; });
      if (k < 3)
        EXPECT_NEAR(sum, 0, 1e-14) << k;
      else
        EXPECT_GT(std::abs(sum), 0.01);
    }
}

// y' = t^k for k <= 3: cubic Hermite and x² (1 - x)² sum_j d_j t_j^k make x^(k+1)/(k+1).
TEST(RungeKutta, InterpolantOfDopri5IsExactForPolynomials) {
  for (int k = 0; k < 4; ++k)
    for (const double x : {0.2, 0.5, 0.9}) {
      const double z = 1 - x, end = 1. / (k + 1);
      const double cubic = x * x * (1 + 2 * z) * end + (k == 0 ? x * z * z : 0) - x * x * z;
      const double bump = moment(dopri5, k, [](int j) { return dopri5.d_ij(0, j); });
      EXPECT_NEAR(cubic + x * x * z * z * bump, std::pow(x, k + 1) * end, 1e-13) << k << " " << x;
    }
}

// y' = t^k: the interpolant of order 7 is exact for k <= 6.
TEST(RungeKutta, InterpolantOfDop853IsExactForPolynomials) {
  for (int i = 0; i < dop853.more_stages(); ++i)
    EXPECT_NEAR(moment(dop853, 0, [=](int j) { return j < dop853.stages() + 1 + i ? dop853.more_a_ij(i, j) : 0; }),
                dop853.more_c[i], 1e-14);
  for (int k = 0; k < 8; ++k) {
    double d[4];
    for (int row = 0; row < 4; ++row) d[row] = moment(dop853, k, [=](int j) { return dop853.d_ij(row, j); });
    double worst = 0;
    for (const double x : {0.1, 0.35, 0.8}) {
      const double z = 1 - x, y1 = 1. / (k + 1), f0 = k == 0 ? 1 : 0;
      const double cubic = x * x * (1 + 2 * z) * y1 + x * z * z * f0 - x * x * z;
      const double y = cubic + x * x * z * z * (d[0] + x * (d[1] + z * (d[2] + x * d[3])));
      worst = std::max(worst, std::abs(y - std::pow(x, k + 1) / (k + 1)));
    }
    if (k < 7)
      EXPECT_LT(worst, 1e-13) << k;
    else
      EXPECT_GT(worst, 1e-5);
  }
}

// Three evaluations, once, in a step where somebody asks; none elsewhere, and none at its ends.
TEST(RungeKutta, StagesOfTheInterpolantAreEvaluatedOnDemand) {
  PendulumRun run(runge_kutta<dop853>(), {0, 4, 1e-9, {}, {}});
  const auto evaluations = [&] { return run.integrator->statistics().evaluations; };
  ASSERT_FALSE(run.integrator->step().failed());
  const double t0 = run.integrator->t_previous(), t1 = run.integrator->t();
  const long before = evaluations();
  EXPECT_LT(run.error_at(t1), 1e-9);
  EXPECT_EQ(evaluations(), before);
  EXPECT_LT(run.error_at(t0 + 0.3 * (t1 - t0)), 1e-9);
  EXPECT_LT(run.error_at(t0 + 0.6 * (t1 - t0)), 1e-9);
  EXPECT_EQ(evaluations(), before + 3);
}

// The Problem corrects y at the end of a step: the interpolant goes there, from where the step before ended.
TEST(RungeKutta, InterpolantEndsInTheCorrectedValues) {
  class Shifted : public Relaxation {
   public:
    Shifted() : Relaxation(1) {}
    StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
      y[0] += 1e-3;
      return Relaxation::after_step(t, y, f);
    }
  };
  for (const Tableau* tableau : {&dop853}) {
    Shifted problem;
    RungeKutta integrator(*tableau, problem, Eigen::VectorXd::Ones(1), {0, 1, 1e-6, 0.25, {}});
    for (double end = 1; integrator.t() < 1;) {
      ASSERT_FALSE(integrator.step().failed());
      EXPECT_NEAR(integrator.state_at(integrator.t_previous()).q[0], end, 1e-14);
      end = integrator.state_at(integrator.t()).q[0];
      EXPECT_NEAR(integrator.state_at(integrator.t() - 1e-9).q[0], end, 1e-8);
    }
  }
}

TEST(RungeKutta, StiffnessIsNoticed) {
  for (const Tableau* tableau : {&dopri5, &dop853})
    for (double tolerance : {1e-3, 1e-5, 1e-7}) {
      Relaxation problem(1e4);
      RungeKutta integrator(*tableau, problem, Eigen::VectorXd::Ones(1), {0, 1, tolerance, {}, {}});
      EXPECT_FALSE(run(integrator, 1).failed());
      EXPECT_GT(integrator.statistics().stiff_steps, integrator.statistics().steps / 2) << tolerance;
      EXPECT_NEAR(integrator.state_at(1).q[0], std::cos(1) + 1e-4 * std::sin(1), 2 * tolerance);
    }
}

TEST(RungeKutta, SmoothMotionIsNotTakenForStiff) {
  for (const IntegratorEntry& method : {runge_kutta<dopri5>(), runge_kutta<dop853>()})
    for (double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
      PendulumRun pendulum(method, {0, 20, tolerance, {}, {}});
      pendulum.run(20);
      EXPECT_EQ(pendulum.integrator->statistics().stiff_steps, 0) << tolerance;
    }
}

TEST(RungeKutta, FailureOnAStiffSystemSaysSo) {
  Relaxation problem(1e4);
  problem.wall = 0.9;
  RungeKutta integrator(dopri5, problem, Eigen::VectorXd::Ones(1), {0, 1, 1e-4, {}, {}});
  const Outcome outcome = run(integrator, 1);
  EXPECT_EQ(outcome.message.find("explicit method on a stiff system: step below 1e-12 s at t = 0.9"), 0u) << outcome.message;
  EXPECT_NE(outcome.message.find("take an implicit integrator"), std::string::npos) << outcome.message;
}

// It is refused after 20000 steps, not after 5e9.
TEST(RungeKutta, RunWithoutEndIsRefused) {
  Relaxation problem(1e10);
  RungeKutta integrator(dopri5, problem, Eigen::VectorXd::Ones(1), {0, 1, 1e-3, {}, {}});
  const Outcome outcome = run(integrator, 1);
  EXPECT_EQ(outcome.message.find("explicit method on a stiff system: the run would need about 3e+09 steps: at t = "), 0u)
      << outcome.message;
  EXPECT_EQ(integrator.statistics().steps, 20000);
  EXPECT_TRUE(outcome.failed());
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
