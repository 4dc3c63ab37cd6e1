// Energy balances against closed forms: what dampers, motors, drivers and impacts took or gave, whatever the coordinates, the
// method and the spacing of the rows.
#include "bricard/analyses/dynamics/balance.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// One row at the end only: the balance must not depend on rows.
AnalysisOptions for_time(double duration, double tolerance = 1e-10, const char* coordinates = "auto") {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = duration;
  options.tolerance.relative = tolerance;
  options.coordinates = coordinates;
  return options;
}

Balance balance_of(const Model& model, const AnalysisOptions& options) {
  const Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_TRUE(results.summary.balance);
  return results.summary.balance.value_or(Balance{});
}

double work_of(const Balance& balance, const std::string& name) {
  for (const ElementWork& each : balance.elements)
    if (each.name == name) return each.work;
  return 0;
}

template <class Kind>
Force force_of(const std::string& name, const Kind& kind) {
  Force force;
  force.name = name;
  force.kind = kind;
  return force;
}

Driver driver_of(const std::string& name, const std::string& joint, const std::string& angle) {
  Driver driver;
  driver.name = name;
  driver.joint = joint;
  driver.prescribed["angle"] = Function(angle);
  return driver;
}

constexpr double m = 2, k = 50, c = 1.5, v0 = 0.7;

// A mass on a line with spring and damper, pushed at the start: x = v0/w exp(-d t) sin(w t).
Model oscillator() {
  Model model;
  model.gravity = Vector3::Zero();
  Body body = bar("block", {-0.1, 0, 0}, {0.1, 0, 0}, m);
  body.velocity = Vector3(v0, 0, 0);
  model.bodies = {body};
  model.joints = {joint<Prismatic>("guide", "ground", "block", {0, 0, 0}, {1, 0, 0})};
  SpringDamper law;
  law.stiffness = k;
  law.damping = c;
  Force strut = force_of("strut", law);
  strut.from = End{"ground", Point{{-1, 0, 0}, {}}};
  strut.to = End{"block", Point{{0, 0, 0}, {}}};
  model.forces = {strut};
  return model;
}
double energy_of_oscillator(double t) {
  const double d = c / (2 * m), w = std::sqrt(k / m - d * d), decay = std::exp(-d * t);
  const double x = v0 / w * decay * std::sin(w * t), v = v0 * decay * (std::cos(w * t) - d / w * std::sin(w * t));
  return 0.5 * m * v * v + 0.5 * k * x * x;
}

TEST(Balance, ADamperTakesWhatTheOscillatorLoses) {
  const double lost = energy_of_oscillator(0) - energy_of_oscillator(3);
  for (const char* coordinates : {"relative", "absolute"}) {
    const Balance balance = balance_of(oscillator(), for_time(3, 1e-10, coordinates));
    EXPECT_NEAR(balance.energy_start, 0.5 * m * v0 * v0, 1e-14);
    EXPECT_NEAR(balance.dissipated, lost, 1e-9 * lost) << coordinates;
    EXPECT_NEAR(balance.work_forces, 0, 1e-9 * lost);
    EXPECT_NEAR(balance.error, 0, 1e-9 * lost);
  }
}

// The error is that of the motion: it follows the tolerance, though there are but two rows.
TEST(Balance, ItsErrorFollowsTheTolerance) {
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    const Balance balance = balance_of(oscillator(), for_time(3, tolerance));
    const double lost = energy_of_oscillator(0) - energy_of_oscillator(3);
    EXPECT_LT(std::abs(balance.error), 10 * tolerance * balance.moved) << tolerance;
    EXPECT_NEAR(balance.dissipated, lost, 10 * tolerance * balance.moved) << tolerance;
  }
}

TEST(Balance, FixedStepsAndImplicitMethodsAreWeighedToo) {
  const double lost = energy_of_oscillator(0) - energy_of_oscillator(3);
  for (const char* integrator : {"rk4", "generalized_alpha"}) {
    AnalysisOptions options = for_time(3);
    options.integrator = integrator;
    options.step = 2e-3;
    const Balance balance = balance_of(oscillator(), options);
    const double limit = std::string(integrator) == "rk4" ? 1e-8 : 1e-4;
    EXPECT_NEAR(balance.dissipated, lost, limit * lost) << integrator;
    EXPECT_NEAR(balance.error, 0, limit * lost) << integrator;
  }
}

// k(t) = 50 + 20 t: the world does ½ k' x² on the spring. Against the energies of the end, which no quadrature has seen.
TEST(Balance, AStiffnessThatChangesDoesWork) {
  Model model = oscillator();
  SpringDamper& law = model.forces[0].kind.as<SpringDamper>();
  law.damping = Function(0.0);
  law.stiffness = Function("50 + 20*t");
  const Results results = run(model, for_time(3));
  const auto energy = results.series("energy.total");
  ASSERT_TRUE(results.summary.balance);
  EXPECT_GT(energy.back() - energy.front(), 0.01);
  EXPECT_NEAR(results.summary.balance->work_forces, energy.back() - energy.front(), 1e-9);
  EXPECT_EQ(results.summary.balance->dissipated, 0);
}

Model rotor() {
  Model model;
  model.gravity = Vector3::Zero();
  Body body = bar("rotor", {-0.2, 0, 0}, {0.2, 0, 0}, 3);
  body.inertia.matrix = Matrix3::diagonal({0.02, 0.02, 0.03});
  model.bodies = {body};
  model.joints = {joint<Revolute>("shaft", "ground", "rotor", {0, 0, 0})};
  return model;
}

TEST(Balance, AMotorWorksTorqueTimesAngle) {
  Model model = rotor();
  JointForce motor;
  motor.torque = Function("1.5");
  Force force = force_of("motor", motor);
  force.joint = "shaft";
  model.forces = {force};
  const Balance balance = balance_of(model, for_time(2));
  const double angle = 0.5 * 1.5 / 0.03 * 4;
  EXPECT_NEAR(balance.work_forces, 1.5 * angle, 1e-8 * 1.5 * angle);
  EXPECT_NEAR(work_of(balance, "motor"), balance.work_forces, 1e-12);
  EXPECT_NEAR(balance.error, 0, 1e-8 * balance.moved);
}

// A rod of length 2 on a hinge, driven by angle = 0.3 sin(4 t) from hanging: E = ½ J w² - M g cos(angle), whatever the driver
// does.
Model driven_pendulum(double frequency = 4) {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {0, -2, 0}, m)};
  model.joints = {joint<Revolute>("hinge", "ground", "rod", {0, 0, 0})};
  model.drivers = {driver_of("motor", "hinge", "0.3*sin(" + std::to_string(frequency) + "*t)")};
  return model;
}
double energy_of_pendulum(const Model& model, double t) {
  const double angle = 0.3 * std::sin(4 * t), w = 1.2 * std::cos(4 * t);
  const double inertia = model.bodies[0].inertia.matrix(2, 2) + m;
  return 0.5 * inertia * w * w - m * 9.81 * std::cos(angle);
}

TEST(Balance, ADriverWorksWhatItsMotionTakes) {
  const Model model = driven_pendulum();
  const double work = energy_of_pendulum(model, 1.3) - energy_of_pendulum(model, 0);
  for (const char* coordinates : {"relative", "absolute", "euler_parameters"}) {
    const Balance balance = balance_of(model, for_time(1.3, 1e-10, coordinates));
    EXPECT_NEAR(balance.work_drivers, work, 1e-8 * std::abs(work)) << coordinates;
    EXPECT_NEAR(balance.error, 0, 1e-8 * balance.moved) << coordinates;
  }
  AnalysisOptions implicit = for_time(1.3);
  implicit.integrator = "generalized_alpha";
  implicit.step = 1e-3;
  EXPECT_NEAR(balance_of(model, implicit).work_drivers, work, 1e-4 * std::abs(work));
}

// The elbow of a double pendulum: what a driver between two moving bodies does on their relative motion.
TEST(Balance, ADriverBetweenMovingBodiesIsWeighed) {
  Model model = driven_pendulum();
  model.bodies.push_back(bar("forearm", {0, -2, 0}, {1, -2, 0}, 1));
  model.joints.push_back(joint<Revolute>("elbow", "rod", "forearm", {0, -2, 0}));
  model.drivers = {driver_of("motor", "elbow", "0.8*sin(3*t)")};
  Model reversed = model;
  std::swap(reversed.joints[1].bodies[0], reversed.joints[1].bodies[1]);
  for (const Model& each : {model, reversed})
    for (const char* coordinates : {"relative", "absolute"}) {
      const Results results = run(each, for_time(1, 1e-9, coordinates));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      const auto energy = results.series("energy.total");
      EXPECT_GT(std::abs(energy.back() - energy.front()), 0.1);
      EXPECT_NEAR(results.summary.balance->work_drivers, energy.back() - energy.front(), 1e-7 * results.summary.balance->moved)
          << coordinates;
    }
}

// A joint within the loop is driven, in space with three redundant rows and in the plane; and a point of the coupler.
TEST(Balance, DriversOfLoopsAndOfPointsAreWeighed) {
  Model hinge = four_bar(), point = four_bar();
  hinge.drivers = {driver_of("motor", "wrist", "0.1*sin(3*t)")};
  Driver lift;
  lift.name = "lift";
  lift.body = "coupler";
  lift.coordinate = DrivenCoordinate::x;
  lift.value = Function(fmt::format("{:.17g} + 0.2*sin(2*t)", point.bodies[1].position->at[0]));
  point.drivers = {lift};
  Model planar = hinge;
  planar.dimension = 2;
  for (Body& body : planar.bodies) {
    body.inertia = planar_inertia(body.inertia.matrix(2, 2));
    body.orientation = planar_orientation(2 * std::atan2(body.orientation.quaternion[3], body.orientation.quaternion[0]));
  }
  double of_hinge = 0;
  for (const Model& model : {hinge, point, planar})
    for (const char* coordinates : {"relative", "absolute"}) {
      const Results results = run(model, for_time(0.9, 1e-9, coordinates));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      const auto energy = results.series("energy.total");
      const Balance& balance = *results.summary.balance;
      EXPECT_GT(std::abs(energy.back() - energy.front()), 0.04);
      EXPECT_NEAR(balance.work_drivers, energy.back() - energy.front(), 1e-7 * balance.moved) << coordinates;
      if (model.drivers[0].name != "motor") continue;
      if (of_hinge == 0) of_hinge = balance.work_drivers;
      EXPECT_NEAR(balance.work_drivers, of_hinge, 1e-7 * balance.moved) << "in space as in the plane";
    }
}

// Angle and position of one sleeve: each driver is charged with its own part.
TEST(Balance, TwoDriversOfOneJointShareItsWork) {
  Model model;
  model.gravity = {0, 0, -9.81};
  Body body = bar("sleeve", {-0.1, 0, 0}, {0.1, 0, 0}, m);
  body.inertia.matrix = Matrix3::diagonal({0.3, 0.3, 0.4});
  model.bodies = {body};
  model.joints = {joint<Cylindrical>("guide", "ground", "sleeve", {0, 0, 0})};
  Driver turn = driver_of("turn", "guide", "1.5*t^2"), lift;
  lift.name = "lift";
  lift.joint = "guide";
  lift.prescribed["position"] = Function("0.25*t^2");
  model.drivers = {turn, lift};
  for (const char* coordinates : {"relative", "absolute"}) {
    const Balance balance = balance_of(model, for_time(2, 1e-10, coordinates));
    EXPECT_NEAR(work_of(balance, "turn"), 0.5 * 0.4 * 36, 1e-7) << coordinates;          // w = 3 t
    EXPECT_NEAR(work_of(balance, "lift"), 0.5 * m * 1 + m * 9.81, 1e-7) << coordinates;  // v = t/2, up 1 m
  }
}

// A distance that changes works like a driver.
TEST(Balance, AConstraintThatDependsOnTimeDoesWork) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {bar("bob", {0.9, 0, 0}, {1.1, 0, 0}, m)};
  Constraint rope;
  rope.name = "rope";
  rope.kind = Distance{};
  rope.bodies = {"ground", "bob"};
  rope.at = Point{{0, 0, 0}, ""};
  rope.at2 = Point{{1, 0, 0}, ""};
  rope.value = Function("1 - 0.1*sin(3*t)");
  model.constraints = {rope};
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run(model, for_time(1, 1e-10, coordinates));
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    const auto energy = results.series("energy.total");
    EXPECT_GT(std::abs(energy.back() - energy.front()), 0.1);
    EXPECT_NEAR(work_of(*results.summary.balance, "rope"), energy.back() - energy.front(), 1e-8);
  }
}

// A flying rod is caught at its end: m v l = (J + m l²) w about the pin; the rest of its energy is lost.
TEST(Balance, AnImpactLosesWhatTheCaughtRodDoesNotKeep) {
  Model model;
  model.gravity = Vector3::Zero();
  Body rod = bar("rod", {-1, 0, 0}, {1, 0, 0}, m);
  const double inertia = rod.inertia.matrix(1, 1);
  rod.velocity = Vector3(0, 0, -1);
  model.bodies = {rod};
  Joint pin = joint<Spherical>("pin", "ground", "rod", {1, 0, -0.5});
  pin.at2 = Point{{1, 0, 0}, "rod"};
  pin.active = false;
  model.joints = {pin};
  EventRule meets;
  meets.name = "meets";
  meets.when = Function("rod.z < -0.5");
  meets.action = EventAction::change;
  meets.activate = {"pin"};
  model.events = {meets};
  const double w = m / (inertia + m), kept = 0.5 * (inertia + m) * w * w;
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run(model, for_time(1, 1e-10, coordinates));
    const Balance& balance = *results.summary.balance;
    EXPECT_NEAR(balance.lost_at_events, 0.5 * m - kept, 1e-9) << coordinates;
    EXPECT_NEAR(balance.error, 0, 1e-9);
    EXPECT_TRUE(results.summary.elements[0].active) << "it was switched on";
    EXPECT_TRUE(results.summary.elements[0].evaluated);
  }
}

// A tensioned spring is let go: what it holds leaves with it.
TEST(Balance, ASpringThatIsSwitchedOffTakesItsEnergyAlong) {
  Model model = oscillator();
  model.forces[0].kind.as<SpringDamper>().damping = Function(0.0);
  EventRule off;
  off.name = "off";
  off.when = Function("t > 0.2");
  off.action = EventAction::change;
  off.deactivate = {"strut"};
  model.events = {off};
  const double w = std::sqrt(k / m), x = v0 / w * std::sin(0.2 * w);
  const Balance balance = balance_of(model, for_time(1));
  EXPECT_NEAR(balance.lost_at_events, 0.5 * k * x * x, 1e-9);
  EXPECT_NEAR(balance.error, 0, 1e-9);
}

// A bump stop whose force has a kink: pieces of steps are weighed between the switching points.
TEST(Balance, FunctionsThatSwitchAreWeighedPieceByPiece) {
  Model model = oscillator();
  model.forces[0].kind.as<SpringDamper>().force = Function("if(length > 1.05, 30, 0)");
  const Results results = run(model, for_time(2, 1e-9));
  const Balance& balance = *results.summary.balance;
  EXPECT_NEAR(balance.error, 0, 1e-7 * balance.moved);
  EXPECT_NE(balance.work_forces, 0);
}

TEST(Balance, WhatDoesNotCloseIsToldWithItsLimit) {
  AnalysisOptions options = for_time(3);
  options.integrator = "rk4";
  options.step = 0.25;  // about five steps a period
  const auto& warnings = run(oscillator(), options).summary.warnings;
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& text) {
    return text.find("energy balance misses") != std::string::npos && text.find("shorter step") != std::string::npos;
  }));
}

// A driven rotor: the power J angle'' angle' of angle = t^n has the degree 2 n - 3, and n points are exact up to 2 n - 1.
TEST(Balance, ARuleOfNPointsIsExactUpToItsDegree) {
  for (const auto& [power, least] : {std::pair{2, 1}, {3, 2}, {4, 3}, {5, 4}, {6, 5}}) {
    Model model = rotor();
    model.drivers = {driver_of("motor", "shaft", "t^" + std::to_string(power))};
    const System system(model, "relative");
    const State start = assemble(system).state;
    const auto state_at = [&](double t) {
      State state = start;
      state.t = t;
      state.q[0] = std::pow(t, power);
      state.v[0] = power * std::pow(t, power - 1);
      return state;
    };
    const double work = 0.5 * 0.03 * power * power;  // ½ J w² at t = 1
    for (int points = 1; points <= 5; ++points) {
      EnergyBalance balance(model);
      balance.begin(system, {}, start);
      balance.add(0, 1, points, state_at);
      const double error = std::abs(balance.found().work_drivers - work);
      if (points >= least)
        EXPECT_LT(error, 1e-12) << power << " with " << points;
      else
        EXPECT_GT(error, 1e-6) << power << " with " << points;
    }
  }
}

TEST(Balance, PointsFollowTheCostOfAStep) {
  IntegratorStatistics statistics;
  statistics.steps = 100;
  for (const auto& [evaluations, points] : {std::pair{100L, 2}, {500L, 2}, {700L, 3}, {1300L, 5}}) {
    statistics.evaluations = evaluations;
    EXPECT_EQ(quadrature_points(statistics, 5), points) << evaluations;
  }
  statistics.evaluations = 300;
  EXPECT_EQ(quadrature_points(statistics, 2), 1);
}

}  // namespace
}  // namespace bricard::test
