// Problems with known solutions for the tests of this folder.
//
// Pendulum, length 1, gravity 1, through the lowest point at t = 0, modulus k = sin(largest angle / 2):
//   sin(theta/2) = k sn(t, k),  theta' = 2 k cn(t, k)
// Jacobi's functions by the arithmetic-geometric mean: M. Abramowitz, I. Stegun: Handbook of Mathematical Functions, 1964, 16.4.
#pragma once
#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "bricard/integrators/adams.hpp"
#include "bricard/integrators/bdf.hpp"
#include "bricard/integrators/bdf1.hpp"
#include "bricard/integrators/bdf2.hpp"
#include "bricard/integrators/dop853.hpp"
#include "bricard/integrators/dopri5.hpp"
#include "bricard/integrators/generalized_alpha.hpp"
#include "bricard/integrators/hht.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/integrators/radau.hpp"
#include "bricard/integrators/rk4.hpp"
#include "bricard/integrators/rosenbrock.hpp"

namespace bricard::test {

struct Jacobi {
  double sn, cn;
};

inline Jacobi jacobi(double u, double k) {
  double a[20], c[20];
  a[0] = 1;
  double b = std::sqrt(1 - k * k);
  int n = 0;
  for (; n < 19 && std::abs(a[n] - b) > 1e-16; ++n) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
  }
  double phi = std::ldexp(a[n] * u, n);
  for (; n > 0; --n) phi = (phi + std::asin(c[n] * std::sin(phi) / a[n])) / 2;
  return {std::sin(phi), std::cos(phi)};
}

// q and v of the polynomial of degree 5 through q, v, a at both ends.
template <class Vector>
void hermite(double s, double h, const Vector& q0, const Vector& v0, const Vector& a0, const Vector& q1, const Vector& v1,
             const Vector& a1, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
  q = q0 + (10 * s3 - 15 * s4 + 6 * s5) * (q1 - q0) + h * (s - 6 * s3 + 8 * s4 - 3 * s5) * v0 +
      h * (-4 * s3 + 7 * s4 - 3 * s5) * v1 + h * h * (s2 - 3 * s3 + 3 * s4 - s5) / 2 * a0 + h * h * (s3 - 2 * s4 + s5) / 2 * a1;
  v = (30 * s2 - 60 * s3 + 30 * s4) / h * (q1 - q0) + (1 - 18 * s2 + 32 * s3 - 15 * s4) * v0 +
      (-12 * s2 + 28 * s3 - 15 * s4) * v1 + h * (2 * s - 9 * s2 + 12 * s3 - 5 * s4) / 2 * a0 +
      h * (3 * s2 - 8 * s3 + 5 * s4) / 2 * a1;
}

// How often a Problem was asked.
struct Asked {
  long evaluations = 0, linearizations = 0, factorizations = 0, scales = 0;
};

// What a test may have the Problem say.
struct Script {
  std::function<StepEnd(double t)> judge = [](double) { return StepEnd::accept; };
  std::function<double(double t)> noise = [](double) { return 0.0; };    // added to f or r: NaN makes them unusable
  std::function<bool(double t)> possible = [](double) { return true; };  // false: f or r refused
  std::string failure;
  Asked asked;
};

inline constexpr double modulus = 0.9;

inline State exact_pendulum(double t) {
  const auto [sn, cn] = jacobi(t, modulus);
  const double theta = 2 * std::asin(modulus * sn), omega = 2 * modulus * cn;
  State state;
  state.t = t;
  state.q = Eigen::Vector2d(std::sin(theta), -std::cos(theta));
  state.v = Eigen::Vector2d(omega * std::cos(theta), omega * std::sin(theta));
  return state;
}

// y = (theta, omega).
class PendulumOde : public OdeProblem {
 public:
  explicit PendulumOde(Script& script) : script_(script) {}
  int size() const override { return 2; }
  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    ++script_.asked.evaluations;
    f << y[1], -std::sin(y[0]) + script_.noise(t);
    return script_.possible(t);
  }
  bool linearize(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f) override {
    const long before = script_.asked.evaluations;
    const bool possible = OdeProblem::linearize(t, y, f);
    script_.asked.evaluations = before;  // its differences are its own
    ++script_.asked.linearizations;
    return possible;
  }
  void error_scale(const Eigen::VectorXd&, Eigen::VectorXd& scale) override {
    ++script_.asked.scales;
    scale.setConstant(2);
  }
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    return derivative(t, y, f) ? script_.judge(t) : StepEnd::failed;
  }
  void interpolate(double theta, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd& f1, Eigen::VectorXd& y) override {
    Eigen::VectorXd q(1), v(1);
    hermite(theta, h, y0.head(1), f0.head(1), f0.tail(1), y1.head(1), f1.head(1), f1.tail(1), q, v);
    y << q, v;
  }
  State lift(double t, const Eigen::VectorXd& y) override {
    State state;
    state.t = t;
    state.q = Eigen::Vector2d(std::sin(y[0]), -std::cos(y[0]));
    state.v = Eigen::Vector2d(y[1] * std::cos(y[0]), y[1] * std::sin(y[0]));
    return state;
  }
  std::string failure() const override { return script_.failure; }

 private:
  Script& script_;
};

// q = (x, y) with |q|² = 1.
class PendulumDae : public DaeProblem {
 public:
  explicit PendulumDae(Script& script) : script_(script) {}
  int nq() const override { return 2; }
  int nv() const override { return 2; }
  int nl() const override { return 1; }
  bool residual(double t, const Eigen::VectorXd& q, const Eigen::VectorXd&, const Eigen::VectorXd& a,
                const Eigen::VectorXd& lambda, Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    ++script_.asked.evaluations;
    r = a + lambda[0] * q;
    r[1] += 1 + script_.noise(t);
    c[0] = (q.squaredNorm() - 1) / 2;
    return script_.possible(t);
  }
  bool factorize(double, const Eigen::VectorXd& q, const Eigen::VectorXd&, const Eigen::VectorXd&, const Eigen::VectorXd&,
                 const Eigen::VectorXd& lambda, double c_a, double, double c_q) override {
    ++script_.asked.factorizations;
    Eigen::Matrix3d matrix = (c_a + c_q * lambda[0]) * Eigen::Matrix3d::Identity();
    matrix.row(2) << q[0], q[1], 0;
    matrix.col(2) = matrix.row(2).transpose().eval();
    inverse_ = matrix.inverse();
    return true;
  }
  bool factorize_mass(double t, const Eigen::VectorXd& q, double c_a, double) override {
    return factorize(t, q, q, q, q, Eigen::VectorXd::Zero(1), c_a, 0, 0);
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    const Eigen::Vector3d x = inverse_ * Eigen::Vector3d(r[0], r[1], c[0]);
    r = x.head(2);
    c[0] = x[2];
    return true;
  }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override { moved = q + d; }
  bool accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a,
                     Eigen::VectorXd& lambda) override {
    ++script_.asked.evaluations;
    lambda[0] = (v.squaredNorm() - q[1]) / q.squaredNorm();
    a = -lambda[0] * q;
    a[1] -= 1 + script_.noise(t);
    return script_.possible(t);
  }
  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd&, Eigen::VectorXd& scale_q, Eigen::VectorXd& scale_v) override {
    ++script_.asked.scales;
    scale_q.setConstant(1);
    scale_v.setConstant(2);
  }
  double constraint_scale() const override { return 1e-12; }
  StepEnd after_step(double t, Eigen::VectorXd&, Eigen::VectorXd&, Eigen::VectorXd&) override { return script_.judge(t); }
  void interpolate(double theta, double h, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& a0,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd& a1, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    hermite(theta, h, q0, v0, a0, q1, v1, a1, q, v);
  }
  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override { return {t, q, v, {}, {}}; }
  std::string failure() const override { return script_.failure; }

 private:
  Script& script_;
  Eigen::Matrix3d inverse_;
};

// The pendulum as the kind of Problem that a method accepts, with that method.
class PendulumRun {
 public:
  PendulumRun(const IntegratorEntry& entry, const IntegratorSettings& settings, Script script = {})
      : script_(std::move(script)), ode_(script_), dae_(script_) {
    const State start = exact_pendulum(settings.start);
    const double theta = std::atan2(start.q[0], -start.q[1]), omega = start.v.dot(Eigen::Vector2d(-start.q[1], start.q[0]));
    integrator = entry.make_ode ? entry.make_ode(ode_, Eigen::Vector2d(theta, omega), settings)
                                : entry.make_dae(dae_, start.q, start.v, settings);
  }
  const Asked& asked() const { return script_.asked; }
  double error_at(double t) {
    const State state = integrator->state_at(t), exact = exact_pendulum(t);
    return std::max((state.q - exact.q).cwiseAbs().maxCoeff(), (state.v - exact.v).cwiseAbs().maxCoeff());
  }
  // Largest error at the ends of steps.
  double run(double end) {
    double error = 0;
    while (integrator->t() < end) {
      if (const Outcome outcome = integrator->step(); outcome.failed()) throw std::runtime_error(outcome.message);
      error = std::max(error, error_at(integrator->t()));
    }
    return error;
  }

 private:
  Script script_;
  PendulumOde ode_;
  PendulumDae dae_;

 public:
  std::unique_ptr<Integrator> integrator;
};

}  // namespace bricard::test
