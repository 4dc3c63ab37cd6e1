// Constraints that contradict each other stop a run, by name, when they do, and what was computed until then is kept.
#include "bricard/analyses/doctor/contradiction.hpp"

#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

AnalysisOptions one_second(const char* coordinates) {
  AnalysisOptions options;
  options.duration = 1;
  options.output_step = 0.05;
  options.coordinates = coordinates;
  return options;
}

Driver driver_of(const std::string& name, const std::string& joint, const std::string& angle) {
  Driver driver;
  driver.name = name;
  driver.joint = joint;
  driver.prescribed["angle"] = Function(angle);
  return driver;
}

Driver point_of(const std::string& name, const std::string& x) {
  Driver driver;
  driver.name = name;
  driver.body = "rod";
  driver.coordinate = DrivenCoordinate::x;
  driver.value = Function(x);
  return driver;
}

// From hanging the center of the rod is at x = sin(angle)/2.
Model pendulum() {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {0, -1, 0})};
  model.joints = {joint<Revolute>("hinge", "ground", "rod", {0, 0, 0})};
  return model;
}

// Equal cranks upright: both turn by the same angle, in space with redundant rows.
Model parallelogram() {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("left", {0, 0, 0}, {0, 1, 0}), bar("coupler", {0, 1, 0}, {2, 1, 0}), bar("right", {2, 0, 0}, {2, 1, 0})};
  model.joints = {joint<Revolute>("a", "ground", "left", {0, 0, 0}), joint<Revolute>("b", "left", "coupler", {0, 1, 0}),
                  joint<Revolute>("c", "coupler", "right", {2, 1, 0}), joint<Revolute>("d", "ground", "right", {2, 0, 0})};
  return model;
}

// Agrees with t until 0.5, then not.
const std::string parts = "t + 8*max(t - 0.5, 0)^3";

void expect_parting(const Model& model, const char* first, const char* second) {
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run(model, one_second(coordinates));
    const std::string& message = results.summary.outcome.message;
    EXPECT_EQ(results.summary.outcome.status, Status::failed) << coordinates << ": " << message;
    EXPECT_NE(message.find(std::string("'") + first + "'"), std::string::npos) << coordinates << ": " << message;
    EXPECT_NE(message.find(std::string("'") + second + "'"), std::string::npos) << coordinates << ": " << message;
    EXPECT_NE(message.find("contradict"), std::string::npos) << coordinates << ": " << message;
    ASSERT_GE(results.rows(), 11) << coordinates << ": " << message;  // up to 0.5
    EXPECT_GE(results.series("t").back(), 0.5 - 1e-9);
    EXPECT_LT(results.series("t").back(), 0.53) << coordinates << ": " << message;
  }
}

TEST(Contradiction, TwoDriversOfOnePendulumStopWhereTheyPart) {
  Model model = pendulum();
  model.drivers = {driver_of("first", "hinge", "t"), point_of("second", "0.5*sin(" + parts + ")")};
  expect_parting(model, "first", "second");
}

TEST(Contradiction, DriversOfTwoJointsOfAFourBarStopWhereTheyPart) {
  Model model = parallelogram();
  model.drivers = {driver_of("left_motor", "a", "t"), driver_of("right_motor", "d", parts)};
  expect_parting(model, "left_motor", "right_motor");
}

TEST(Contradiction, DriversThatAgreeRunToTheEnd) {
  for (const char* coordinates : {"relative", "absolute"}) {
    Model hinge = pendulum(), linkage = parallelogram();
    hinge.drivers = {driver_of("first", "hinge", "sin(3*t)"), point_of("second", "0.5*sin(sin(3*t))")};
    linkage.drivers = {driver_of("first", "a", "0.5*sin(3*t)"), driver_of("second", "d", "0.5*sin(3*t)")};
    for (const Model& model : {hinge, linkage}) {
      const Results results = run(model, one_second(coordinates));
      EXPECT_EQ(results.summary.outcome.status, Status::done) << coordinates << ": " << results.summary.outcome.message;
    }
  }
}

// Without stabilization and with long steps all rows drift far apart, but together: that is no contradiction.
TEST(Contradiction, RowsThatDriftTogetherDoNotContradict) {
  Model model = parallelogram();
  model.drivers = {driver_of("first", "a", "0.5*sin(3*t)"), driver_of("second", "d", "0.5*sin(3*t)")};
  AnalysisOptions options = one_second("absolute");
  options.stabilization = "none";
  options.integrator = "rk4";
  options.step = 0.05;
  options.tolerance.relative = 1e-9;  // nothing to fixed steps, but to what counts as open
  const Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_GT(results.summary.violation.position, 1e-6) << "they drift";
}

TEST(Contradiction, RatesThatDifferAreFoundAtTheStart) {
  Model model = pendulum();
  model.drivers = {driver_of("first", "hinge", "t"), point_of("second", "0.5*sin(2*t)")};
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run(model, one_second(coordinates));
    const std::string& message = results.summary.outcome.message;
    EXPECT_EQ(results.summary.outcome.status, Status::failed) << coordinates;
    EXPECT_NE(message.find("start"), std::string::npos) << message;
    for (const char* name : {"'first'", "'second'"}) EXPECT_NE(message.find(name), std::string::npos) << message;
  }
}

// A body on two hinges with parallel axes cannot turn, whatever the driver wants.
TEST(Contradiction, ADriverAgainstJointsNamesThem) {
  Model model = pendulum();
  model.joints.push_back(joint<Revolute>("stop", "ground", "rod", {0, -1, 0}));
  model.drivers = {driver_of("motor", "hinge", "0.1*t")};
  const std::string message = run(model, one_second("relative")).summary.outcome.message;
  for (const char* part : {"'motor'", "'stop'", "contradict"}) EXPECT_NE(message.find(part), std::string::npos) << message;
}

// An event that switches a second driver of the same coordinate on: what was computed until then is kept.
TEST(Contradiction, AnEventThatSwitchesASecondDriverOnStopsTheRun) {
  Model model = pendulum();
  model.drivers = {driver_of("first", "hinge", "t"), driver_of("second", "hinge", "2*t")};
  model.drivers[1].active = false;
  EventRule on;
  on.name = "on";
  on.when = Function("t > 0.5");
  on.action = EventAction::change;
  on.activate = {"second"};
  model.events = {on};
  const Results results = run(model, one_second("relative"));
  const std::string& message = results.summary.outcome.message;
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  for (const char* part : {"event 'on'", "second", "first"}) EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_NEAR(results.series("t").back(), 0.5, 1e-9);
}

// Independent rows have nothing to contradict, and cost nothing.
TEST(Contradiction, IndependentRowsAreNotWatched) {
  Model model = pendulum();
  model.drivers = {driver_of("motor", "hinge", "t")};
  const System system(model, "relative");
  EXPECT_TRUE(ContradictionWatch(system, assemble(system).state, 1e-6).idle());
  model.drivers.push_back(point_of("second", "0.5*sin(t)"));
  const System doubled(model, "relative");
  EXPECT_FALSE(ContradictionWatch(doubled, assemble(doubled).state, 1e-6).idle());
}

}  // namespace
}  // namespace bricard::test
