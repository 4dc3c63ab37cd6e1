// What is special to the methods for index 3: rotations, numerical damping, small steps, variable steps, Newton's variants, user
// states.
#include "bricard/integrators/index3_method.hpp"

#include <gtest/gtest.h>

#include "bricard/integrators/test_problems.hpp"
#include "bricard/math/dense.hpp"

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

// The turn that a change of the rotation vector makes, in body axes: I - (1 - cos s)/s² x~ + (s - sin s)/s³ x~², s = |x|.
Matrix3d tangent(const Vector3d& x) {
  const double s = x.norm();
  if (s < 1e-4) return Matrix3d::Identity() - tilde(x) / 2;
  return Matrix3d::Identity() - (1 - std::cos(s)) / (s * s) * tilde(x) + (s - std::sin(s)) / (s * s * s) * tilde(x) * tilde(x);
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
  bool factorize(double, const Eigen::VectorXd& q, const Eigen::VectorXd& d, const Eigen::VectorXd& v, const Eigen::VectorXd&,
                 const Eigen::VectorXd& lambda, double c_a, double c_v, double c_q) override {
    const Matrix3d R = rotation(q).toRotationMatrix(), T = tangent(d.tail<3>());
    const Vector3d w = v.tail<3>(), l = R.transpose() * lambda;
    const Matrix3d J = inertia.asDiagonal();
    Eigen::Matrix<double, 9, 9> matrix = Eigen::Matrix<double, 9, 9>::Zero();
    matrix.block<3, 3>(0, 0) = c_a * mass * Matrix3d::Identity();
    matrix.block<3, 3>(3, 3) = c_a * J + c_v * (tilde(w) * J - tilde(J * w)) - c_q * tilde(arm) * tilde(l) * T;
    matrix.block<3, 3>(6, 0).setIdentity();
    matrix.block<3, 3>(6, 3) = R * tilde(arm);
    matrix.block<6, 3>(0, 6) = matrix.block<3, 6>(6, 0).transpose().eval();
    matrix.block<3, 3>(6, 3) *= T;
    matrix_.compute(matrix);
    return true;
  }
  bool factorize_mass(double t, const Eigen::VectorXd& q, double c_a, double) override {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(6);
    return factorize(t, q, zero, zero, zero, Eigen::VectorXd::Zero(3), c_a, 0, 0);
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    Eigen::VectorXd x(9);
    x << r, c;
    x = matrix_.solve(x);
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
    factorize_mass(t, q, 1, 1);
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
  StepEnd after_step(double, Eigen::VectorXd& q, Eigen::VectorXd&, Eigen::VectorXd&) override {
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
  Lu<double> matrix_;
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
                 const Eigen::VectorXd&, double c_a, double, double c_q) override {
    matrix_ = c_a + c_q * k_;
    return true;
  }
  bool factorize_mass(double, const Eigen::VectorXd&, double c_a, double) override {
    matrix_ = c_a;
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
  StepEnd after_step(double, Eigen::VectorXd&, Eigen::VectorXd&, Eigen::VectorXd&) override { return StepEnd::accept; }
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

// q' = v, v' = -z, z' = v + rate (sin t - z): q = sin t, v = cos t, z = sin t for every rate.
class WithState : public DaeProblem {
 public:
  explicit WithState(double rate) : rate_(rate) {}
  int nq() const override { return 1; }
  int nv() const override { return 1; }
  int nl() const override { return 0; }
  int nz() const override { return 1; }
  bool residual(double t, const Eigen::VectorXd&, const Eigen::VectorXd& v, const Eigen::VectorXd& a, const Eigen::VectorXd&,
                Eigen::VectorXd& r, Eigen::VectorXd&) override {
    r << a[0] + v[1], a[1] - v[0] - rate_ * (std::sin(t) - v[1]);
    return true;
  }
  bool factorize(double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                 const Eigen::VectorXd&, double c_a, double c_v, double) override {
    matrix_ << c_a, c_v, -c_v, c_a + rate_ * c_v;
    return true;
  }
  bool factorize_mass(double, const Eigen::VectorXd&, double c_a, double) override {
    matrix_ = c_a * Eigen::Matrix2d::Identity();
    return true;
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd&) override {
    r = (matrix_.inverse() * r).eval();
    return true;
  }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override { moved[0] = q[0] + d[0]; }
  bool accelerations(double t, const Eigen::VectorXd&, const Eigen::VectorXd& v, Eigen::VectorXd& a, Eigen::VectorXd&) override {
    a << -v[1], v[0] + rate_ * (std::sin(t) - v[1]);
    return true;
  }
  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd&, Eigen::VectorXd& scale_q, Eigen::VectorXd& scale_v) override {
    scale_q.setOnes();
    scale_v.setOnes();
  }
  double constraint_scale() const override { return 1e-12; }
  StepEnd after_step(double, Eigen::VectorXd&, Eigen::VectorXd&, Eigen::VectorXd&) override { return StepEnd::accept; }
  void interpolate(double, double, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd&, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    q = q1;
    v = v1;
  }
  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override { return {t, q, v.head(1), v.tail(1), {}}; }
  std::string failure() const override { return ""; }

 private:
  double rate_;
  Eigen::Matrix2d matrix_ = Eigen::Matrix2d::Identity();
};

std::vector<IntegratorEntry> methods() { return {generalized_alpha, hht, bdf1, bdf2}; }

State run(Integrator& integrator, double end) {
  while (integrator.t() < end)
    if (const Outcome outcome = integrator.step(); outcome.failed()) throw std::runtime_error(outcome.message);
  return integrator.state_at(end);
}

IntegratorSettings fixed(double end, double step, std::optional<Newton> newton = {}) { return {0, end, 1e-10, step, {}, newton}; }

TEST(Index3Methods, OrderOnRotations) {
  const double end = 1;
  const Vector3d reference = HeavyTop::reference_position(end);
  for (const IntegratorEntry& method : methods()) {
    const int fewest = method.order == 1 ? 4000 : 500;
    double previous = 0;
    for (int steps : {fewest, 2 * fewest, 4 * fewest}) {
      HeavyTop top;
      const auto integrator = method.make_dae(top, HeavyTop::start_q(), HeavyTop::start_v(), fixed(end, end / steps));
      const State state = run(*integrator, end);
      EXPECT_LT((state.q.head<3>() - HeavyTop::rotation(state.q) * arm).norm(), 1e-12);
      const double error = (state.q.head<3>() - reference).norm();
      if (steps > fewest) {
        EXPECT_NEAR(std::log2(previous / error), method.order, 0.1) << method.name << ", error " << error;
      }
      previous = error;
    }
  }
}

TEST(Index3Methods, ErrorFollowsTheToleranceOnRotations) {
  const Vector3d reference = HeavyTop::reference_position(1);
  for (const IntegratorEntry& method : {generalized_alpha, hht})
    for (double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      HeavyTop top;
      const auto integrator = method.make_dae(top, HeavyTop::start_q(), HeavyTop::start_v(), {0, 1, tolerance, {}, {}, {}});
      const double error = (run(*integrator, 1).q.head<3>() - reference).norm();
      EXPECT_LT(error, 5 * tolerance) << method.name;
      EXPECT_GT(error, 0.01 * tolerance) << method.name;
    }
}

TEST(Index3Methods, OrderTwoForAllDamping) {
  for (const AlphaCoefficients& alpha : {generalized_alpha_with(0), generalized_alpha_with(0.5), generalized_alpha_with(1),
                                         hht_with(0), hht_with(-0.1), hht_with(-1. / 3)}) {
    double previous = 0;
    for (int steps : {200, 400}) {
      Oscillator problem(3);
      AlphaMethod integrator(alpha, problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), fixed(2, 2. / steps));
      const State state = run(integrator, 2);
      const double error = std::hypot(state.q[0] - std::cos(6), state.v[0] / 3 + std::sin(6));
      if (steps > 200) {
        EXPECT_NEAR(std::log2(previous / error), 2, 0.1) << alpha.name << " " << alpha.f;
      }
      previous = error;
    }
  }
}

// HHT as its authors wrote it, for an oscillator: u' and u of Newmark with gamma = 1/2 - alpha, beta = (1 - alpha)²/4, and
// u''_n+1 + (1 + alpha) k u_n+1 - alpha k u_n = 0.
TEST(Index3Methods, HhtIsThePublishedScheme) {
  const double alpha = -0.3, k = 9, h = 0.05, gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4;
  Oscillator problem(3);
  const auto integrator = hht.make_dae(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), fixed(1, h));
  // u'' is the auxiliary a: it starts as v'(t_0 + alpha h), v'' = -k v = 0 at the start.
  double u = 1, v = 0, a = -k;
  for (int i = 0; i < 20; ++i) {
    const double ahead = u + h * v + h * h * (0.5 - beta) * a;
    const double next = (alpha * k * u - (1 + alpha) * k * ahead) / (1 + (1 + alpha) * k * beta * h * h);
    u = ahead + beta * h * h * next;
    v += h * ((1 - gamma) * a + gamma * next);
    a = next;
  }
  const State state = run(*integrator, 1);
  EXPECT_NEAR(state.q[0], u, 2e-4);  // v''(t_0) is found by a difference over h/100
  EXPECT_NEAR(state.v[0], v, 6e-4);
}

// A first step and a shorter one: local errors are of order 3 also there, if the auxiliary a starts well and follows the step.
TEST(Index3Methods, StartAndChangeOfStepKeepTheOrder) {
  for (const IntegratorEntry& method : {generalized_alpha, hht, bdf2})
    for (const double steps : {1.0, 1.3, 2.3}) {
      double previous = 0;
      for (const double h : {0.02, 0.01}) {
        Oscillator problem(1);
        const double end = steps * h;
        const auto integrator = method.make_dae(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1), fixed(end, h));
        const double error = std::abs(run(*integrator, end).v[0] - std::cos(end) + std::sin(end));
        if (h < 0.02) {
          EXPECT_NEAR(std::log2(previous / error), 3, 0.2) << method.name << ", " << steps << " steps, error " << error;
        }
        previous = error;
      }
    }
}

// Beyond its resolution a method damps: amplitudes fall with its spectral radius per step (double or triple roots delay it).
TEST(Index3Methods, DampWhatTheyCannotResolve) {
  const auto amplitude = [](const auto& make) {
    Oscillator problem(1e5);
    const std::unique_ptr<Integrator> integrator = make(problem, Eigen::VectorXd::Constant(1, 1e-3), Eigen::VectorXd::Zero(1));
    return std::abs(run(*integrator, 1).q[0]);
  };
  const IntegratorSettings settings{0, 1, 1e-6, 0.01, {}, {}};
  const auto with = [&](const AlphaCoefficients& alpha) {
    return [=](DaeProblem& problem, const Eigen::VectorXd& q, const Eigen::VectorXd& v) -> std::unique_ptr<Integrator> {
      return std::make_unique<AlphaMethod>(alpha, problem, q, v, settings);
    };
  };
  for (double rho : {0.0, 0.5, 0.8})
    EXPECT_LT(amplitude(with(generalized_alpha_with(rho))), 1e-3 * 1e6 * std::pow(rho, 100) + 1e-12) << rho;
  for (double alpha : {-0.1, -0.3}) {
    const double rho = (1 + alpha) / (1 - alpha);
    EXPECT_LT(amplitude(with(hht_with(alpha))), 1e-3 * 1e6 * std::pow(rho, 100) + 1e-12) << alpha;
    EXPECT_GT(amplitude(with(hht_with(alpha))), 1e-3 * 1e-6 * std::pow(rho, 100)) << alpha;
  }
  for (const IntegratorEntry& method : {bdf1, bdf2})
    EXPECT_LT(amplitude([&](auto&... arguments) { return method.make_dae(arguments..., settings); }), 1e-12) << method.name;
}

// Newton's tolerance must stay reachable where increments are lost in round-off.
TEST(Index3Methods, VerySmallStepsConverge) {
  for (const IntegratorEntry& method : {generalized_alpha, hht, bdf2})
    for (double step : {1e-5, 1e-6, 1e-7}) {
      PendulumRun pendulum(method, fixed(300 * step, step));
      EXPECT_LT(pendulum.run(300 * step), 1e-13 / step) << method.name;
    }
}

// One factorization serves many steps of a linear problem, and Newton's iteration needs no third residual.
TEST(Index3Methods, MatrixIsReused) {
  for (const IntegratorEntry& method : methods()) {
    Oscillator problem(1);
    const auto integrator =
        method.make_dae(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), {0, 10, 1e-6, 0.01, {}, {}});
    run(*integrator, 10);
    EXPECT_LE(integrator->statistics().factorizations, 60) << method.name;
    EXPECT_LE(integrator->statistics().evaluations, 2100) << method.name;
  }
}

// Full, modified and quasi find the same solution; full needs the fewest iterations, the others one matrix per step.
TEST(Index3Methods, VariantsOfNewtonAgree) {
  const int steps = 50;
  for (const IntegratorEntry& method : methods()) {
    Vector3d position[3];
    IntegratorStatistics statistics[3];
    for (const Newton newton : {Newton::full, Newton::modified, Newton::quasi}) {
      HeavyTop top;
      const auto integrator = method.make_dae(top, HeavyTop::start_q(), HeavyTop::start_v(), fixed(1, 1. / steps, newton));
      position[int(newton)] = run(*integrator, 1).q.head<3>();
      statistics[int(newton)] = integrator->statistics();
    }
    const auto& [full, modified, quasi] = statistics;
    EXPECT_LT((position[1] - position[0]).norm(), 1e-9) << method.name;
    EXPECT_LT((position[2] - position[0]).norm(), 1e-9) << method.name;
    EXPECT_EQ(modified.factorizations, steps) << method.name;
    EXPECT_EQ(quasi.factorizations, steps) << method.name;
    EXPECT_EQ(full.factorizations, full.evaluations - 2) << method.name;  // two evaluations for the start
    EXPECT_LE(full.evaluations, modified.evaluations) << method.name;
    EXPECT_LT(modified.evaluations, quasi.evaluations) << method.name;
  }
}

// A stiff spring makes the simplified matrix useless: the run says so and what to choose; with the full one it goes on.
TEST(Index3Methods, QuasiNewtonStopsOnStiffForcesWithTheReason) {
  for (const IntegratorEntry& method : methods()) {
    Oscillator problem(1e3);
    const auto start = [&](Newton newton) {
      return method.make_dae(problem, Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(1), fixed(1, 0.01, newton));
    };
    const Outcome outcome = start(Newton::quasi)->step();
    ASSERT_TRUE(outcome.failed()) << method.name;
    for (const char* words : {"fixed step of 0.01 s failed at t = 0 s", "Newton's iteration does not converge", "newton: full"})
      EXPECT_NE(outcome.message.find(words), std::string::npos) << outcome.message;
    EXPECT_FALSE(start(Newton::modified)->step().failed()) << method.name;
  }
}

// User states have the order of the method, soft and stiff, in position, velocity and state.
TEST(Index3Methods, UserStatesHaveTheOrder) {
  for (const IntegratorEntry& method : methods())
    for (const double rate : {0.0, 1e6}) {
      double previous = 0;
      for (int steps : {100, 200, 400}) {
        WithState problem(rate);
        const auto integrator = method.make_dae(problem, Eigen::VectorXd::Zero(1), Eigen::Vector2d(1, 0), fixed(2, 2. / steps));
        const State state = run(*integrator, 2);
        const double error = std::abs(state.q[0] - std::sin(2)) + std::abs(state.v[0] - std::cos(2));
        EXPECT_LT(std::abs(state.z[0] - std::sin(2)), method.order == 1 ? 0.03 : 3e-4) << method.name;
        if (steps > 100) {
          EXPECT_NEAR(std::log2(previous / error), method.order, 0.15) << method.name << ", rate " << rate << ", error " << error;
        }
        previous = error;
      }
    }
}

}  // namespace
}  // namespace bricard::test
