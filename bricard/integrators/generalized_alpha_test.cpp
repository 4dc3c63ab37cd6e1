// What is special to generalized-alpha: rotations, numerical damping, small steps, variable steps.
#include "bricard/integrators/generalized_alpha.hpp"

#include <gtest/gtest.h>

#include "bricard/integrators/test_problems.hpp"

namespace bricard::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Matrix3d tilde(const Vector3d& a) { return (Matrix3d() << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0).finished(); }

Quaterniond turn(const Vector3d& angle) {
  const double size = angle.norm();
  return size == 0 ? Quaterniond::Identity() : Quaterniond(Eigen::AngleAxisd(size, angle / size));
}

// The heavy top of Brüls, Cardona, Arnold (2012) in absolute coordinates, spinning ten times slower: q = (x, quaternion wxyz),
// v = (x', W), x = R X.
constexpr double mass = 15, gravity = 9.81;
const Vector3d inertia(0.234375, 0.46875, 0.234375), arm(0, 1, 0), spin(0, 15, -4.61538);

class HeavyTop : public DaeProblem {
 public:
  int nq() const override { return 7; }
  int nv() const override { return 6; }
  int nl() const override { return 3; }
  static Quaterniond rotation(const Eigen::VectorXd& q) { return {q[3], q[4], q[5], q[6]}; }
  static Eigen::VectorXd start_q() { return (Eigen::VectorXd(7) << arm, 1, 0, 0, 0).finished(); }
  static Eigen::VectorXd start_v() { return (Eigen::VectorXd(6) << spin.cross(arm), spin).finished(); }

  bool residual(double, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                const Eigen::VectorXd& lambda, Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    const Matrix3d R = rotation(q).toRotationMatrix();
    const Vector3d w = v.tail<3>(), l = lambda;
    r.head<3>() = mass * (a.head<3>() + gravity * Vector3d::UnitZ()) + l;
    r.tail<3>() = inertia.cwiseProduct(a.tail<3>()) + w.cross(inertia.cwiseProduct(w)) - arm.cross(R.transpose() * l);
    c = q.head<3>() - R * arm;
    return true;
  }
  bool factorize(double, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd&,
                 const Eigen::VectorXd& lambda, double c_a, double c_v, double c_q) override {
    const Matrix3d R = rotation(q).toRotationMatrix();
    const Vector3d w = v.tail<3>(), l = R.transpose() * lambda;
    const Matrix3d J = inertia.asDiagonal();
    Eigen::Matrix<double, 9, 9> matrix = Eigen::Matrix<double, 9, 9>::Zero();
    matrix.block<3, 3>(0, 0) = c_a * mass * Matrix3d::Identity();
    matrix.block<3, 3>(3, 3) = c_a * J + c_v * (tilde(w) * J - tilde(J * w)) - c_q * tilde(arm) * tilde(l);
    matrix.block<3, 3>(6, 0).setIdentity();
    matrix.block<3, 3>(6, 3) = R * tilde(arm);
    matrix.block<6, 3>(0, 6) = matrix.block<3, 6>(6, 0).transpose().eval();
    matrix_.compute(matrix);
    return true;
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    Eigen::Matrix<double, 9, 1> x;
    x << r, c;
    x = matrix_.solve(x).eval();
    r = x.head<6>();
    c = x.tail<3>();
    return true;
  }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override {
    const Quaterniond p = rotation(q) * turn(d.tail<3>());
    moved << q.head<3>() + d.head<3>(), p.w(), p.vec();
  }
  bool accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a,
                     Eigen::VectorXd& lambda) override {
    factorize(t, q, v, a, lambda, 1, 0, 0);
    a.setZero();
    lambda.setZero();
    Eigen::VectorXd r(6), c(3);
    residual(t, q, v, a, lambda, r, c);
    const Vector3d w = v.tail<3>();
    c = -(rotation(q) * w.cross(w.cross(arm)));  // Phi_v a = R W~ W~ X
    solve(r, c);
    a = -r;
    lambda = -c;
    return true;
  }
  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd&, Eigen::VectorXd& scale_q, Eigen::VectorXd& scale_v) override {
    scale_q.setOnes();
    scale_v.setConstant(15);
  }
  double constraint_scale() const override { return 1e-12; }
  StepEnd after_step(double, Eigen::VectorXd& q, Eigen::VectorXd&) override {
    q.tail<4>().normalize();
    return StepEnd::accept;
  }
  void interpolate(double, double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd&, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    q = q1;
    v = v1;
  }
  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override { return {t, q, v, {}, {}}; }
  std::string failure() const override { return ""; }

  // Euler's equation about the fixed point, by the classical Runge–Kutta method with fine steps: (J + m (X·X - X Xᵀ)) W' =
  // moments.
  static Vector3d reference_position(double end) {
    const Matrix3d J = Matrix3d(inertia.asDiagonal()) - mass * tilde(arm) * tilde(arm);
    using Y = Eigen::Matrix<double, 7, 1>;
    const auto f = [&](const Y& y) {
      const Quaterniond p(y[0], y[1], y[2], y[3]);
      const Vector3d w = y.tail<3>();
      const Quaterniond dp = p * Quaterniond(0, w[0] / 2, w[1] / 2, w[2] / 2);
      const Vector3d weight = p.conjugate() * Vector3d(0, 0, -mass * gravity);
      Y dy;
      dy << dp.w(), dp.vec(), J.inverse() * (arm.cross(weight) - w.cross(J * w));
      return dy;
    };
    Y y;
    y << 1, 0, 0, 0, spin;
    const int n = 20000;
    const double h = end / n;
    for (int i = 0; i < n; ++i) {
      const Y k1 = f(y), k2 = f(y + h / 2 * k1), k3 = f(y + h / 2 * k2), k4 = f(y + h * k3);
      y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return Quaterniond(y[0], y[1], y[2], y[3]) * arm;
  }

 private:
  Eigen::PartialPivLU<Eigen::Matrix<double, 9, 9>> matrix_;
};

// A mass on a spring of the given frequency.
class Oscillator : public DaeProblem {
 public:
  explicit Oscillator(double frequency) : k_(frequency * frequency) {}
  int nq() const override { return 1; }
  int nv() const override { return 1; }
  int nl() const override { return 0; }
  bool residual(double, const Eigen::VectorXd& q, const Eigen::VectorXd&, const Eigen::VectorXd& a, const Eigen::VectorXd&,
                Eigen::VectorXd& r, Eigen::VectorXd&) override {
    r = a + k_ * q;
    return true;
  }
  bool factorize(double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                 double c_a, double, double c_q) override {
    matrix_ = c_a + c_q * k_;
    return true;
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd&) override {
    r /= matrix_;
    return true;
  }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override { moved = q + d; }
  bool accelerations(double, const Eigen::VectorXd& q, const Eigen::VectorXd&, Eigen::VectorXd& a, Eigen::VectorXd&) override {
    a = -k_ * q;
    return true;
  }
  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd&, Eigen::VectorXd& scale_q, Eigen::VectorXd& scale_v) override {
    scale_q.setOnes();
    scale_v.setConstant(std::sqrt(k_));
  }
  double constraint_scale() const override { return 1e-12; }
  StepEnd after_step(double, Eigen::VectorXd&, Eigen::VectorXd&) override { return StepEnd::accept; }
  void interpolate(double theta, double h, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& a0,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd& a1, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    hermite(theta, h, q0, v0, a0, q1, v1, a1, q, v);
  }
  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override { return {t, q, v, {}, {}}; }
  std::string failure() const override { return ""; }

 private:
  double k_, matrix_ = 1;
};

State run(Integrator& integrator, double end) {
  while (integrator.t() < end)
    if (const Outcome outcome = integrator.step(); outcome.failed()) throw std::runtime_error(outcome.message);
  return integrator.state_at(end);
}

TEST(GeneralizedAlpha, OrderTwoOnRotations) {
  const double end = 1;
  const Vector3d reference = HeavyTop::reference_position(end);
  double previous = 0;
  for (int steps : {500, 1000, 2000}) {
    HeavyTop top;
    GeneralizedAlpha integrator(top, HeavyTop::start_q(), HeavyTop::start_v(), {0, end, 1e-10, end / steps, {}});
    const State state = run(integrator, end);
    EXPECT_LT((state.q.head<3>() - HeavyTop::rotation(state.q) * arm).norm(), 1e-12);
    const double error = (state.q.head<3>() - reference).norm();
    if (steps > 500) {
      EXPECT_NEAR(std::log2(previous / error), 2, 0.1) << "error " << error;
    }
    previous = error;
  }
}

TEST(GeneralizedAlpha, ErrorFollowsTheToleranceOnRotations) {
  const Vector3d reference = HeavyTop::reference_position(1);
  for (double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    HeavyTop top;
    GeneralizedAlpha integrator(top, HeavyTop::start_q(), HeavyTop::start_v(), {0, 1, tolerance, {}, {}});
    const double error = (run(integrator, 1).q.head<3>() - reference).norm();
    EXPECT_LT(error, 5 * tolerance);
    EXPECT_GT(error, 0.01 * tolerance);
  }
}

TEST(GeneralizedAlpha, OrderTwoForAllDamping) {
  for (double rho : {0.0, 0.5, 1.0}) {
    double previous = 0;
    for (int steps : {200, 400}) {
      Oscillator problem(3);
      GeneralizedAlpha integrator(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), {0, 2, 1e-10, 2. / steps, {}},
                                  rho);
      const State state = run(integrator, 2);
      const double error = std::hypot(state.q[0] - std::cos(6), state.v[0] / 3 + std::sin(6));
      if (steps > 200) {
        EXPECT_NEAR(std::log2(previous / error), 2, 0.1) << "rho " << rho;
      }
      previous = error;
    }
  }
}

// A first step and a shorter one: local errors are of order 3 also there, if the auxiliary a starts well and follows the step.
TEST(GeneralizedAlpha, StartAndChangeOfStepKeepTheOrder) {
  for (const double steps : {1.0, 1.3}) {
    double previous = 0;
    for (const double h : {0.02, 0.01}) {
      Oscillator problem(1);
      const double end = steps * h;
      GeneralizedAlpha integrator(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1), {0, end, 1e-10, h, {}}, 0.5);
      const double error = std::abs(run(integrator, end).v[0] - std::cos(end) + std::sin(end));
      if (h < 0.02) {
        EXPECT_NEAR(std::log2(previous / error), 3, 0.2) << steps << " steps, error " << error;
      }
      previous = error;
    }
  }
}

// Beyond its resolution the method damps: amplitudes fall with rho per step (double or triple roots delay it).
TEST(GeneralizedAlpha, DampsWhatItCannotResolve) {
  for (double rho : {0.0, 0.5, 0.8}) {
    Oscillator problem(1e5);
    GeneralizedAlpha integrator(problem, Eigen::VectorXd::Constant(1, 1e-3), Eigen::VectorXd::Zero(1), {0, 1, 1e-6, 0.01, {}},
                                rho);
    EXPECT_LT(std::abs(run(integrator, 1).q[0]), 1e-3 * 1e6 * std::pow(rho, 100) + 1e-12) << rho;
  }
}

// Newton's tolerance must stay reachable where increments are lost in round-off.
TEST(GeneralizedAlpha, VerySmallStepsConverge) {
  for (double step : {1e-5, 1e-6, 1e-7}) {
    PendulumRun pendulum(generalized_alpha, {0, 300 * step, 1e-10, step, {}});
    EXPECT_LT(pendulum.run(300 * step), 1e-13 / step);
  }
}

// One factorization serves many steps of a linear problem, and Newton's iteration needs no third residual.
TEST(GeneralizedAlpha, MatrixIsReused) {
  Oscillator problem(1);
  GeneralizedAlpha integrator(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), {0, 10, 1e-6, 0.01, {}});
  run(integrator, 10);
  EXPECT_LE(integrator.statistics().factorizations, 60);
  EXPECT_LE(integrator.statistics().evaluations, 2100);
}

}  // namespace
}  // namespace bricard::test
