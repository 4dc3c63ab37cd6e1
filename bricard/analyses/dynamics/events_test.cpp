// Events: margins of conditions, times of crossings against closed forms, switches with impacts against the momentum balance.
#include "bricard/analyses/dynamics/events.hpp"

#include <gtest/gtest.h>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

double margin_of(const std::string& text, double x, double y) {
  Scope scope;
  scope.lookup = [](std::string_view name) {
    Meaning meaning;
    meaning.kind = Meaning::Kind::variable;
    meaning.variable = name == "x" ? 0 : 1;
    return meaning;
  };
  std::vector<ExpressionFault> faults;
  const Expression condition = Expression::parse(text, scope, faults);
  EXPECT_TRUE(faults.empty());
  std::vector<double> scratch;
  const double values[] = {x, y};
  return margin(condition, values, scratch);
}

TEST(Events, MarginIsPositiveWhereTheConditionIsTrue) {
  EXPECT_DOUBLE_EQ(margin_of("x < y", 1, 3), 2);
  EXPECT_DOUBLE_EQ(margin_of("x > y", 1, 3), -2);
  EXPECT_DOUBLE_EQ(margin_of("x > 0 and y > 0", 1, 3), 1);
  EXPECT_DOUBLE_EQ(margin_of("x > 0 and y < 0", 1, 3), -3);
  EXPECT_DOUBLE_EQ(margin_of("x > 2 or y > 2", 1, 3), 1);
  EXPECT_DOUBLE_EQ(margin_of("not (x > 2)", 1, 3), 1);
  EXPECT_GT(margin_of("x <= 1", 1, 0), 0);
  EXPECT_FALSE(margin_of("x < 1", 1, 0) > 0);
  EXPECT_GT(margin_of("x == 1", 1, 0), 0);
  EXPECT_LT(margin_of("x != 1", 1, 0), 0);
}

// A ball thrown up: y = y0 + v t - g t²/2.
constexpr double g = 9.81, up = 5, y0 = 1;
double time_of(double y, bool falling) {
  const double root = std::sqrt(up * up - 2 * g * (y - y0));
  return (up + (falling ? root : -root)) / g;
}
Model thrown() {
  Model model;
  model.gravity = {0, 0, -g};
  Body ball;
  ball.name = "ball";
  ball.mass = 2;
  ball.inertia.matrix = Matrix3::Identity();
  ball.position = Point{{0, 0, y0}, ""};
  ball.velocity = Vector3(0, 0, up);
  model.bodies = {ball};
  return model;
}
EventRule event(const std::string& name, const std::string& when, EventAction action) {
  EventRule rule;
  rule.name = name;
  rule.when = Function(when);
  rule.action = action;
  return rule;
}
AnalysisOptions for_time(double duration, double step = 0.1) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = step;
  options.tolerance.relative = 1e-10;
  return options;
}

TEST(Events, AreLocatedWhereTheBallPasses) {
  Model model = thrown();
  model.events = {event("rises", "ball.z > 1.5", EventAction::record), event("falls", "ball.z < 1.5", EventAction::record),
                  event("top", "ball.vz < 0", EventAction::record), event("lands", "ball.z < 0", EventAction::stop)};
  for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
    AnalysisOptions options = for_time(3);
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.events.size(), 4u) << coordinates;
    EXPECT_EQ(results.summary.events[0].name, "rises");
    EXPECT_NEAR(results.summary.events[0].t, time_of(1.5, false), 1e-10);
    EXPECT_EQ(results.summary.events[1].name, "top");
    EXPECT_NEAR(results.summary.events[1].t, up / g, 1e-10);
    EXPECT_EQ(results.summary.events[2].name, "falls");
    EXPECT_NEAR(results.summary.events[2].t, time_of(1.5, true), 1e-10);
    EXPECT_EQ(results.summary.events[3].name, "lands");
    EXPECT_NEAR(results.summary.events[3].t, time_of(0, true), 1e-10);
    EXPECT_EQ(results.summary.outcome.status, Status::stopped);
    EXPECT_NEAR(results.series("t").back(), time_of(0, true), 1e-10);
    EXPECT_NEAR(results.series("ball.z").back(), 0, 1e-9);
    // Rows at 0, 0.1, ... and one more at each event.
    EXPECT_EQ(results.rows(), static_cast<int>(time_of(0, true) / 0.1) + 1 + 4);
  }
}

// True for 0.2 ms only, within one large step.
TEST(Events, AShortTruthIsNotSteppedOver) {
  Model model = thrown();
  const double highest = y0 + up * up / (2 * g);
  model.events = {event("near_top", "ball.z > " + std::to_string(highest - 1e-6), EventAction::record)};
  const Results results = run(model, for_time(1, 1));
  ASSERT_EQ(results.summary.events.size(), 1u);
  EXPECT_NEAR(results.summary.events[0].t, up / g, 2e-3);
}

TEST(Events, WhatIsTrueAtTheStartDoesNotFire) {
  Model model = thrown();
  model.events = {event("above", "ball.z > 0.5", EventAction::stop)};
  EXPECT_EQ(run(model, for_time(0.5)).summary.outcome.status, Status::done);
}

// A bar swings down and meets a pin that then holds its tip: momentum about the first pin is lost to the impact.
TEST(Events, ASwitchActivatesAJointAsAnImpact) {
  Model model = thrown();
  model.gravity = Vector3::Zero();
  Body& rod = model.bodies[0];  // free rod, 2 m long, moves along z without turning
  rod.inertia.matrix = Matrix3::diagonal({0.01, 2.0 * 4 / 12, 2.0 * 4 / 12});
  rod.position = Point{{0, 0, 0}, ""};
  rod.velocity = Vector3(0, 0, -1);
  Joint pin = joint<Spherical>("pin", "ground", "ball", {1, 0, -0.5});
  pin.at2 = Point{{1, 0, 0}, "ball"};  // its end, met at t = 0.5
  pin.active = false;
  model.joints = {pin};
  EventRule meets = event("meets", "ball.z < -0.5", EventAction::change);
  meets.activate = {"pin"};
  model.events = {meets};
  for (const char* coordinates : {"absolute", "relative"}) {
    AnalysisOptions options = for_time(1);
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    ASSERT_EQ(results.summary.events.size(), 1u);
    EXPECT_NEAR(results.summary.events[0].t, 0.5, 1e-10);
    // About the pin: m v l before = (J + m l²) w after, with l = 1 from the pin to the centre.
    const double w = 2 * 1 * 1 / (2.0 * 4 / 12 + 2);
    EXPECT_NEAR(results.series("ball.wy").back(), -w, 1e-8);
    EXPECT_NEAR(results.series("energy.kinetic").back(), 0.5 * (2.0 * 4 / 12 + 2) * w * w, 1e-8);
  }
}

TEST(Events, ASwitchSetsStatesAndReleasesElements) {
  Model model = thrown();
  model.gravity = Vector3::Zero();
  model.bodies[0].velocity = Vector3::Zero();
  StateEquation clock;
  clock.name = "clock";
  clock.derivative = Function("1");
  model.states = {clock};
  Force push;
  push.name = "push";
  push.body = "ball";
  AppliedForce load;
  load.components = std::array<Function, 3>{Function(0.0), Function(0.0), Function("6")};
  push.kind = load;
  model.forces = {push};
  EventRule off = event("off", "clock > 1", EventAction::change);
  off.deactivate = {"push"};
  off.set = {{"clock", Function("10*ball.vz")}};
  model.events = {off};
  const Results results = run(model, for_time(2));
  ASSERT_EQ(results.summary.events.size(), 1u);
  EXPECT_NEAR(results.summary.events[0].t, 1, 1e-10);
  EXPECT_NEAR(results.series("ball.vz").back(), 3, 1e-9);           // a = 3 for 1 s
  EXPECT_NEAR(results.series("ball.z").back(), 1 + 1.5 + 3, 1e-9);  // then at constant speed
  EXPECT_NEAR(results.series("clock").back(), 30 + 1, 1e-8);
}

TEST(Events, AnOpenJointIsNotActivated) {
  Model model = thrown();
  Joint pin = joint<Spherical>("pin", "ground", "ball", {1, 0, 0});
  pin.at2 = Point{{1, 0, 0}, "ball"};
  pin.active = false;
  model.joints = {pin};
  EventRule on = event("on", "ball.z > 1.5", EventAction::change);
  on.activate = {"pin"};
  model.events = {on};
  const Results results = run(model, for_time(1));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NE(results.summary.outcome.message.find("event 'on'"), std::string::npos) << results.summary.outcome.message;
  EXPECT_NE(results.summary.outcome.message.find("open by 1.5 m"), std::string::npos) << results.summary.outcome.message;
  EXPECT_GT(results.rows(), 1);
}

}  // namespace
}  // namespace bricard::test
