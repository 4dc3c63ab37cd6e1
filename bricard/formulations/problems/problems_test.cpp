// What an integrator asks of a Problem beside f, against motions in closed form: values between two points, scales of the error,
// turns along long steps; for those that yield an ODE and those that yield a DAE.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/index3.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/partitioning/wishes.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// A Problem with the start of its model.
struct Prepared {
  explicit Prepared(const Model& model, const std::string& coordinates = "relative") : system(model, coordinates) {
    Equations e(system);
    settings.start = assemble(system).state;
    settings.start.z = Eigen::VectorXd::Zero(system.nz());
    system.motion(settings.start, e);
    system.fill(e);
    e.kernel.select();
    settings.system = &system;
    settings.stabilization = &mass_projection;
    settings.selected = e.kernel.selected();
    settings.report = &report;
  }
  Prepared(const Prepared&) = delete;
  System system;
  ProblemReport report;
  ProblemSettings settings;
};

Eigen::VectorXd joined(double a, double b, double c) { return Eigen::Vector3d(a, b, c); }

constexpr double w = 2;  // rad/s: 2 kg on 8 N/m

// x = sin(w t), and a state that adds x up: z = (1 - cos(w t))/w.
Model oscillator() {
  Model model;
  model.gravity = {0, 0, 0};
  add_body(model, "load", 2, {1, 1, 1}, {0, 0, 0});
  add_joint(model, "guide", "prismatic", {"ground", "load"}, {0, 0, 0}, {1, 0, 0});
  set(add_joint_force(model, "spring", "joint_force", "guide"), "force", "-8*guide.position");
  model.states = {{"sum", 0, Function("guide.position")}};
  return model;
}
double x(double t) { return std::sin(w * t); }
double v(double t) { return w * std::cos(w * t); }
double z(double t) { return (1 - std::cos(w * t)) / w; }

// Quintic in positions, cubic in states: the errors are h⁶/46080 |x⁽⁶⁾| and h⁴/384 |z⁽⁴⁾| at most, of velocities h⁵/2880 or so.
TEST(Problem, OdeIsInterpolatedBetweenTwoPoints) {
  Prepared p(oscillator());
  const auto problem = lagrange.make_ode(p.settings);
  ASSERT_EQ(problem->size(), 3);
  EXPECT_EQ(problem->twice_integrated(), 2);
  const double t0 = 0.3, h = 0.2;
  Eigen::VectorXd y0 = joined(x(t0), v(t0), z(t0)), y1 = joined(x(t0 + h), v(t0 + h), z(t0 + h)), f0(3), f1(3), y(3);
  ASSERT_TRUE(problem->derivative(t0, y0, f0));
  EXPECT_LT((f0 - joined(v(t0), -w * w * x(t0), x(t0))).norm(), 1e-13);
  ASSERT_TRUE(problem->derivative(t0 + h, y1, f1));
  for (const double part : {0.0, 0.2, 0.5, 0.7, 1.0}) {
    const double t = t0 + part * h;
    problem->interpolate(part, h, y0, f0, y1, f1, y);
    EXPECT_NEAR(y[0], x(t), std::pow(w * h, 6) / 46080 * 1.1 + 1e-15) << part;
    EXPECT_NEAR(y[1], v(t), w * std::pow(w * h, 5) / 2880 + 1e-14) << part;
    EXPECT_NEAR(y[2], z(t), std::pow(w * h, 4) / 384 / w * 1.1 + 1e-15) << part;
    const State state = problem->lift(t, y);
    EXPECT_EQ(state.t, t);
    EXPECT_EQ(state.q[0], y[0]);
    EXPECT_EQ(state.v[0], y[1]);
    EXPECT_EQ(state.z[0], y[2]);
  }
  y0[1] = std::nan("");
  EXPECT_FALSE(problem->derivative(t0, y0, f0));
  EXPECT_EQ(problem->failure(), "a coordinate or velocity is not finite");
}

// The same by cubics.
TEST(Problem, DaeIsInterpolatedBetweenTwoPoints) {
  Prepared p(oscillator());
  const auto problem = index3.make_dae(p.settings);
  ASSERT_EQ(problem->nv() + problem->nz(), 2);
  EXPECT_EQ(problem->nl(), 0);
  const double t0 = 0.3, h = 0.1;
  const auto at = [](double a, double b) { return Eigen::VectorXd(Eigen::Vector2d(a, b)); };
  const Eigen::VectorXd q0 = Eigen::VectorXd::Constant(1, x(t0)), q1 = Eigen::VectorXd::Constant(1, x(t0 + h)),
                        v0 = at(v(t0), z(t0)), v1 = at(v(t0 + h), z(t0 + h));
  Eigen::VectorXd a0(2), a1(2), q(1), rates(2), lambda(0);
  ASSERT_TRUE(problem->accelerations(t0, q0, v0, a0, lambda));
  EXPECT_LT((a0 - at(-w * w * x(t0), x(t0))).norm(), 1e-13);
  ASSERT_TRUE(problem->accelerations(t0 + h, q1, v1, a1, lambda));
  for (const double part : {0.0, 0.2, 0.5, 0.7, 1.0}) {
    const double t = t0 + part * h;
    problem->interpolate(part, h, q0, v0, a0, q1, v1, a1, q, rates);
    EXPECT_NEAR(q[0], x(t), std::pow(w * h, 4) / 384 * 1.1 + 1e-15) << part;
    EXPECT_NEAR(rates[0], v(t), w * std::pow(w * h, 3) / 100 + 1e-14) << part;
    EXPECT_NEAR(rates[1], z(t), std::pow(w * h, 4) / 384 / w * 1.1 + 1e-15) << part;
  }
  Eigen::VectorXd moved(1);
  problem->move(q0, Eigen::VectorXd::Constant(2, 0.25), moved);
  EXPECT_DOUBLE_EQ(moved[0], x(t0) + 0.25);
}

// Velocities count by the largest that there was, at least by the length of the model over the span; states by their largest
// value. An absolute tolerance is the same for all.
TEST(Problem, ErrorsAreMeasuredByTheLargestSoFar) {
  Prepared p(oscillator());
  p.settings.span = 4;
  const double length = p.system.length();
  const auto ode = lagrange.make_ode(p.settings);
  const auto dae = index3.make_dae(p.settings);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(1);
  const auto expect = [&](double speed, double state, double scale_of_speed, double scale_of_state) {
    Eigen::VectorXd scale(3), scale_q(2), scale_v(2);
    ode->error_scale(joined(0, speed, state), scale);
    EXPECT_NEAR(scale[0], length, 1e-12 * length);
    EXPECT_NEAR(scale[1], scale_of_speed, 1e-12);
    EXPECT_DOUBLE_EQ(scale[2], scale_of_state);
    dae->error_scale(q, Eigen::Vector2d(speed, state), scale_q, scale_v);
    EXPECT_NEAR(scale_q[0], length, 1e-12 * length);
    EXPECT_NEAR(scale_v[0], scale_of_speed, 1e-12);
    EXPECT_DOUBLE_EQ(scale_v[1], scale_of_state);
    EXPECT_DOUBLE_EQ(scale_q[1], scale_of_state * 4);
  };
  expect(0, 0, length / 4, 1e-3);
  expect(100 * length, -3, 100 * length, 3);
  expect(-2, 1, 100 * length, 3);
  p.settings.absolute = 1e-5;
  p.settings.tolerance = 1e-4;
  Eigen::VectorXd scale(3);
  lagrange.make_ode(p.settings)->error_scale(joined(0, 5, 7), scale);
  EXPECT_NEAR(scale[0], 0.1, 1e-15);
  EXPECT_NEAR(scale[1], 0.1, 1e-15);
  EXPECT_EQ(scale[2], 7);
  Eigen::VectorXd scale_q(2), scale_v(2);
  index3.make_dae(p.settings)->error_scale(q, Eigen::Vector2d(5, 7), scale_q, scale_v);
  EXPECT_NEAR(scale_q[0], 0.1, 1e-15);
  EXPECT_NEAR(scale_v[0], 0.1, 1e-15);
  EXPECT_EQ(scale_v[1], 7);
}

// Two hinges on one axis, the second of which is no coordinate but measured: after one step of 40 rad it has turned as far, and
// on the way as far as the first.
TEST(Problem, TurnsAreCountedAlongLongSteps) {
  Model model;
  model.gravity = {0, 0, 0};
  add_body(model, "wheel", 1, {1, 1, 2}, {0, 0, 0});
  add_joint(model, "near", "revolute", {"ground", "wheel"}, {0, 0, -1});
  add_joint(model, "far", "revolute", {"ground", "wheel"}, {0, 0, 1});
  start(model.joints[0], "speed", 20);
  Prepared p(model);
  const auto& measured = p.system.measures().measured;
  const auto far =
      std::find_if(measured.begin(), measured.end(), [](const auto& each) { return !each.tree_body; }) - measured.begin();
  ASSERT_LT(far, static_cast<std::ptrdiff_t>(measured.size()));
  const double h = 2, speed = 20;
  const auto of = [](double a) { return Eigen::VectorXd(Eigen::VectorXd::Constant(1, a)); };
  const auto ode = lagrange.make_ode(p.settings);
  const auto dae = index3.make_dae(p.settings);
  Eigen::VectorXd y0(2), y1(2), f(2), lambda(dae->nl()), a = of(0), q1 = of(speed * h), v1 = of(speed);
  y0 << 0, speed;
  y1 << speed * h, speed;
  ASSERT_TRUE(ode->derivative(0, y0, f));
  ASSERT_EQ(ode->after_step(h, y1, f), StepEnd::accept);
  ASSERT_TRUE(dae->accelerations(0, of(0), of(speed), a, lambda));
  Eigen::VectorXd q0 = of(0), v0 = of(speed);
  ASSERT_EQ(dae->after_step(0, q0, v0, a), StepEnd::accept);
  ASSERT_EQ(dae->after_step(h, q1, v1, a), StepEnd::accept);
  for (const double t : {0.0, 0.3, 1.0, 1.7, 2.0, 2.01}) {
    Eigen::VectorXd y(2);
    y << speed * t, speed;
    EXPECT_NEAR(ode->lift(t, y).angles[far], speed * t, 1e-9) << t;
    EXPECT_NEAR(dae->lift(t, of(speed * t), of(speed)).angles[far], speed * t, 1e-9) << t;
  }
}

TEST(VelocityNames, AreThoseOfTheCoordinates) {
  Model model;
  add_body(model, "rod", 1, {1, 1, 1}, {0, 0, 0});
  add_body(model, "load", 1, {1, 1, 1}, {0, 0, 0});
  add_joint(model, "pin", "revolute", {"ground", "rod"}, {0, 0, 0});
  add_joint(model, "sleeve", "cylindrical", {"rod", "load"}, {0, 0, 0});
  const auto names = [&](const char* coordinates) {
    std::string all;
    for (const std::string& each : velocity_names(System(model, coordinates))) all += each + ' ';
    return all;
  };
  EXPECT_EQ(names("relative"), "pin sleeve.angle sleeve.position ");
  EXPECT_EQ(names("absolute"), "rod.x rod.y rod.z rod.wx rod.wy rod.wz load.x load.y load.z load.wx load.wy load.wz ");
  EXPECT_EQ(names("euler_parameters"),
            "rod.x rod.y rod.z rod.e0 rod.e1 rod.e2 rod.e3 load.x load.y load.z load.e0 load.e1 load.e2 load.e3 ");
  model.dimension = 2;
  model.gravity = default_gravity(2);
  model.joints.pop_back();
  for (Body& body : model.bodies) body.inertia = planar_inertia(1);
  EXPECT_EQ(names("absolute"), "rod.x rod.y rod.angle load.x load.y load.angle ");
}

}  // namespace
}  // namespace bricard::test
