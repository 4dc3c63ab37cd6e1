// What is special to the methods for stiff systems: published solutions of stiff problems, few steps where explicit methods need
// thousands, the order conditions of RODAS, no word from CVODE.
#include <gtest/gtest.h>

#include "bricard/integrators/test_problems.hpp"
#include "bricard/math/dense.hpp"

namespace bricard::test {
namespace {

// y' = f(t, y) with dense J by differences.
class Equation : public OdeProblem {
 public:
  using F = std::function<void(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f)>;
  Equation(int size, F f, Eigen::VectorXd smallest_scale) : size_(size), f_(std::move(f)), scale_(std::move(smallest_scale)) {}
  int size() const override { return size_; }
  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    f_(t, y, f);
    return possible(t);
  }
  void error_scale(const Eigen::VectorXd& y, Eigen::VectorXd& scale) override { scale = scale_.cwiseMax(y.cwiseAbs()); }
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    return derivative(t, y, f) ? StepEnd::accept : StepEnd::failed;
  }
  void interpolate(double theta, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd& f1, Eigen::VectorXd& y) override {
    const double x = theta, x2 = x * x, x3 = x2 * x;
    y = (1 - 3 * x2 + 2 * x3) * y0 + (3 * x2 - 2 * x3) * y1 + h * ((x - 2 * x2 + x3) * f0 + (x3 - x2) * f1);
  }
  State lift(double t, const Eigen::VectorXd& y) override { return {t, y, y, {}, {}}; }
  std::string failure() const override { return ""; }

  std::function<bool(double)> possible = [](double) { return true; };

 private:
  int size_;
  F f_;
  Eigen::VectorXd scale_;
};

Outcome run(Integrator& integrator, double end) {
  Outcome outcome;
  while (integrator.t() < end && !outcome.failed()) outcome = integrator.step();
  return outcome;
}

std::vector<IntegratorEntry> stiff_methods() { return {radau, rosenbrock, bdf}; }

class StiffMethods : public testing::TestWithParam<IntegratorEntry> {
 protected:
  const IntegratorEntry& method() const { return GetParam(); }
};

// y' = -1e6 (y - cos t) - sin t, y = cos t: A. Prothero, A. Robinson, Math. Comp. 28 (1974) 145-162.
// At the ends of steps it is exact for steps of any length; the values between are what limits them here.
TEST_P(StiffMethods, ProtheroRobinson) {
  Equation problem(
      1, [](double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) { f[0] = -1e6 * (y[0] - std::cos(t)) - std::sin(t); },
      Eigen::VectorXd::Ones(1));
  for (double tolerance : {1e-3, 1e-5, 1e-7}) {
    // Rosenbrock methods lose order between steps here (Hairer, Wanner II, IV.15).
    if (method().name == rosenbrock.name && tolerance < 1e-5) continue;
    const auto integrator = method().make_ode(problem, Eigen::VectorXd::Ones(1), {0, 10, tolerance, {}, 0.05});
    double between = 0;
    while (integrator->t() < 10) {
      ASSERT_FALSE(integrator->step().failed());
      for (double theta : {0.2, 0.5, 0.8}) {
        const double t = integrator->t_previous() + theta * (integrator->t() - integrator->t_previous());
        between = std::max(between, std::abs(integrator->state_at(t).q[0] - std::cos(t)));
      }
    }
    EXPECT_NEAR(integrator->state_at(10).q[0], std::cos(10), tolerance);
    EXPECT_LT(between, 10 * tolerance);
    const IntegratorStatistics& cost = integrator->statistics();
    EXPECT_LT(cost.steps, 3000);  // explicit: 3 million
    // The equation is linear: all steps have one derivative, which methods that need no exact one keep.
    if (!method().needs_derivatives) {
      EXPECT_LT(cost.linearizations, cost.steps / 4 + 5);
    }
  }
}

// H.H. Robertson's reaction; reference at t = 1e11: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, and the
// test set of F. Mazzia and C. Magherini (2008): y(1e11) = (0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050).
// At t = 40 (LSODE's and CVODE's example): 7.158e-1, 9.185e-6, 2.842e-1.
TEST_P(StiffMethods, Robertson) {
  Equation problem(
      3,
      [](double, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
        f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
        f[2] = 3e7 * y[1] * y[1];
        f[1] = -f[0] - f[2];
      },
      Eigen::Vector3d(1, 1e-4, 1));
  const double tolerance = 1e-6;
  const auto integrator = method().make_ode(problem, Eigen::Vector3d(1, 0, 0), {0, 40, tolerance, {}, {}});
  const Outcome outcome = run(*integrator, 40);
  ASSERT_FALSE(outcome.failed()) << outcome.message;
  const Eigen::VectorXd y = integrator->state_at(40).q;
  EXPECT_NEAR(y[0], 7.158e-1, 6e-5);
  EXPECT_NEAR(y[1], 9.185e-6, 6e-10);
  EXPECT_NEAR(y[2], 2.842e-1, 6e-5);
  EXPECT_LT(integrator->statistics().steps, 1000);
}

// Van der Pol's oscillator, y'' = ((1 - y²) y' - y) / 1e-6: reference at t = 2 from E. Hairer, G. Wanner II, IV.10:
// y = 0.1706167732170483e1, y' = -0.8928097010247975.
TEST_P(StiffMethods, VanDerPol) {
  Equation problem(
      2,
      [](double, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
        f[0] = y[1];
        f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / 1e-6;
      },
      Eigen::Vector2d(1, 1));
  const double tolerance = method().name == "rosenbrock" ? 1e-5 : 1e-7;
  const auto integrator = method().make_ode(problem, Eigen::Vector2d(2, -0.66), {0, 2, tolerance, {}, {}});
  const Outcome outcome = run(*integrator, 2);
  ASSERT_FALSE(outcome.failed()) << outcome.message;
  const Eigen::VectorXd y = integrator->state_at(2).q;
  EXPECT_NEAR(y[0], 1.706167732170483, 100 * tolerance);
  EXPECT_NEAR(y[1], -0.8928097010247975, 100 * tolerance);
  EXPECT_LT(integrator->statistics().steps, 10000);  // explicit: a million
}

TEST_P(StiffMethods, SaysNothingWhenItFails) {
  Equation problem(
      1, [](double, const Eigen::VectorXd& y, Eigen::VectorXd& f) { f[0] = y[0] * y[0]; }, Eigen::VectorXd::Ones(1));
  const auto integrator = method().make_ode(problem, Eigen::VectorXd::Ones(1), {0, 2, 1e-6, {}, {}});  // infinite at t = 1
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const Outcome outcome = run(*integrator, 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_TRUE(outcome.failed());
  EXPECT_NE(outcome.message.find(" at t = "), std::string::npos) << outcome.message;
  EXPECT_NEAR(integrator->t(), 1, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(, StiffMethods, testing::ValuesIn(stiff_methods()),
                         [](const auto& entry) { return std::string(entry.param.name); });

// Dense output of a method of variable order has the accuracy of its steps.
TEST(Bdf, ValuesBetweenStepsHaveTheAccuracyOfSteps) {
  for (double tolerance : {1e-3, 1e-5, 1e-7}) {
    PendulumRun run(bdf, {0, 10, tolerance, {}, {}});
    double at_ends = 0, between = 0;
    while (run.integrator->t() < 10) {
      ASSERT_FALSE(run.integrator->step().failed());
      const double t0 = run.integrator->t_previous(), h = run.integrator->t() - t0;
      at_ends = std::max(at_ends, run.error_at(run.integrator->t()));
      for (double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) between = std::max(between, run.error_at(t0 + theta * h));
    }
    EXPECT_LT(between, 2 * at_ends + tolerance);
  }
}

TEST(Bdf, RefusesAFixedStep) {
  PendulumRun run(bdf, {0, 1, 1e-6, 0.01, {}});
  EXPECT_NE(run.integrator->step().message.find("chooses its own steps"), std::string::npos);
}

// The conditions of order 4 (Hairer, Wanner II, IV.7, table 7.1 and VI.4 for the embedded method), in the original coefficients:
// with Gamma = (gamma_ij) and C = (c_ij), Gamma⁻¹ = 1/gamma I - C, alpha = a Gamma, b = m Gamma; beta = alpha + Gamma.
TEST(Rosenbrock, CoefficientsObeyTheOrderConditions) {
  constexpr int n = RosenbrockTableau::stages;
  using Matrix = Eigen::Matrix<double, n, n>;
  using Vector = Eigen::Matrix<double, n, 1>;
  Matrix a = Matrix::Zero(), C = Matrix::Zero();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      a(i, j) = rodas.a[i][j];
      C(i, j) = rodas.c[i][j];
    }
  const double g = rodas.gamma;
  const Matrix Gamma = inverse(Matrix::Identity() / g - C), alpha = a * Gamma, beta = alpha + Gamma;
  const Vector one = Vector::Ones(), alpha_i = alpha * one, beta_i = beta * one, gamma_i = Gamma * one;
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(alpha_i[i], rodas.alpha[i], 1e-12) << i;
    EXPECT_NEAR(gamma_i[i], rodas.gamma_i[i], 1e-12) << i;
  }
  Vector m = a.row(n - 1).transpose();
  m[n - 1] = 1;
  Vector m_hat = m;  // of order 3
  m_hat[n - 1] = 0;
  const Vector b = Gamma.transpose() * m, b_hat = Gamma.transpose() * m_hat;
  const Vector alpha2 = alpha_i.cwiseProduct(alpha_i), alpha3 = alpha2.cwiseProduct(alpha_i);
  const auto expect_order_3 = [&](const Vector& weights) {
    EXPECT_NEAR(weights.dot(one), 1, 1e-12);
    EXPECT_NEAR(weights.dot(beta_i), 1. / 2, 1e-12);
    EXPECT_NEAR(weights.dot(alpha2), 1. / 3, 1e-12);
    EXPECT_NEAR(weights.dot(beta * beta_i), 1. / 6, 1e-12);
  };
  expect_order_3(b);
  expect_order_3(b_hat);
  EXPECT_NEAR(b.dot(alpha3), 1. / 4, 1e-12);
  EXPECT_NEAR(b.dot(alpha_i.cwiseProduct(alpha * beta_i)), 1. / 8, 1e-12);
  EXPECT_NEAR(b.dot(beta * alpha2), 1. / 12, 1e-12);
  EXPECT_NEAR(b.dot(beta * (beta * beta_i)), 1. / 24, 1e-12);
  // Stiffly accurate: the last stage is the new value, R(infinity) = 0.
  EXPECT_LT((b.transpose() - beta.row(n - 1)).norm(), 1e-12);
}

}  // namespace
}  // namespace bricard::test
