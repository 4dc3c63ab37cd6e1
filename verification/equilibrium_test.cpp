#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "verification/equilibrium_cases.hpp"

namespace bricard {
namespace {

using std::numbers::pi;

constexpr double g = 9.81;

const std::string pendulum = R"(
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 2, inertia: [0.1, 0.1, 0.01], position: [0.5, 0, 0]}}
joints: {pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
)";

// From the horizontal, where nothing pulls back: the stiffness is zero there.
TEST(Equilibrium, PendulumFallsToItsLowestPosition) {
  const Equilibrium found = EquilibriumCase(pendulum).find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(coordinate(found.report.configuration, "pin.angle"), pi / 2, 1e-12);
}

TEST(Equilibrium, SpringCarriesWeight) {
  const EquilibriumCase hanging(R"(
gravity: [0, 0, -9.81]
bodies: {load: {mass: 3, inertia: [1, 1, 1], position: [0, 0, -0.4]}}
joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: load, at: [0, 0, -0.4]},
                  stiffness: 700, damping: 5, free_length: 0.3}}
)");
  const Results results = hanging.results();
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  EXPECT_NEAR(results.series("load.z")[0], -0.3 - 3 * g / 700, 1e-13);
  EXPECT_NEAR(results.series("spring.force")[0], 3 * g, 1e-10);
  EXPECT_EQ(results.series("load.vz")[0], 0);
  EXPECT_EQ(results.series("load.az")[0], 0);
  EXPECT_EQ(results.rows(), 1);
}

TEST(Equilibrium, UserStatesComeToRest) {
  const EquilibriumCase motor(R"(
gravity: [0, 0, 0]
bodies: {rotor: {inertia: [1, 1, 0.5], position: [0, 0, 0]}}
joints: {shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}}
forces:
  coil: {type: joint_force, joint: shaft, torque: 3*i}
  spring: {type: rotational_spring_damper, joint: shaft, stiffness: 12}
states: {i: {initial: 0, derivative: (24 - 4*i - 2*shaft.speed)/0.1}}
)");
  const Equilibrium found = motor.find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(found.state.states.at(0).second, 6, 1e-12);
  EXPECT_NEAR(coordinate(found.report.configuration, "shaft.angle"), 1.5, 1e-12);
}

const std::string ride_height = R"(
dimension: 2
units: {length: mm}
gravity: [0, -9.81 m/s^2]
parameters: {k: 30 N/mm, kt: 120 N/mm, R: 230, L0: 200, idle: 1, other: 0}
bodies:
  sprung:   {mass: 60, inertia: 1e6, position: [0, 400]}
  unsprung: {mass: 9, inertia: 1e5, position: [0, R]}
joints:
  body_guide:  {type: prismatic, bodies: [ground, sprung], at: [0, 400], axis: [0, 1]}
  wheel_guide: {type: prismatic, bodies: [ground, unsprung], at: [0, R], axis: [0, 1]}
forces:
  spring: {type: spring_damper, from: {body: unsprung, at: [0, R]}, to: {body: sprung, at: [0, 400]}, stiffness: k, damping: 1.5 N*s/mm, free_length: L0 + other}
  tire:   {type: spring_damper, from: {body: ground, at: [0, 0]}, to: {body: unsprung, at: [0, R]}, stiffness: kt, free_length: R}
sensors: {floor: {body: sprung, at: [0, 35]}}
)";

std::string with(const std::string& model, const std::string& equilibrium) {
  return model + "analysis: {type: equilibrium, equilibrium: {" + equilibrium + "}}\n";
}

// 10a: the floor hangs 365 mm below the sprung mass.
TEST(Equilibrium, FreeLengthForARideHeight) {
  const EquilibriumCase car(with(ride_height, "find: [L0], so_that: ['floor.y == 30 mm']"));
  const Equilibrium found = car.find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  const double wheel = 230 - 69 * g / 120, length = 395 - wheel, free = length + 60 * g / 30;
  ASSERT_EQ(found.report.found.size(), 1u);
  EXPECT_EQ(found.report.found[0].first, "L0");
  EXPECT_NEAR(found.report.found[0].second, free, 1e-9);
  EXPECT_EQ(found.state.found, found.report.found);
  const Results results = car.results();
  EXPECT_NEAR(results.series("floor.y")[0], 0.030, 1e-13);
  EXPECT_EQ(results.column("condition_1"), -1);
}

TEST(Equilibrium, TwoParametersAndTwoConditions) {
  const EquilibriumCase car(with(ride_height, "find: [L0, kt], so_that: ['floor.y == 30 mm', 'unsprung.y == 220']"));
  const Equilibrium found = car.find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(found.report.found[1].second, 69 * g / 10, 1e-8);
  EXPECT_NEAR(found.report.found[0].second, 395 - 220 + 60 * g / 30, 1e-8);
}

TEST(Equilibrium, ExchangeWithoutEffectNamesTheParameter) {
  const Equilibrium found = EquilibriumCase(with(ride_height, "find: [idle], so_that: ['floor.y == 30 mm']")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("'idle' has no effect"), std::string::npos) << found.outcome.message;
}

TEST(Equilibrium, ParametersWithTheSameEffectAreNamed) {
  const Equilibrium found =
      EquilibriumCase(with(ride_height, "find: [L0, other], so_that: ['floor.y == 30 mm', 'sprung.y == 390']")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("'L0' and 'other' have the same effect"), std::string::npos) << found.outcome.message;
}

// Options of a caller; those of a file are checked as it is read.
void expect_fault(const EquilibriumOptions& asked, const std::string& where, const std::string& what) {
  EquilibriumCase car(ride_height);
  AnalysisOptions options = car.options();
  options.equilibrium = asked;
  try {
    find_equilibrium(car.model, options, car.control);
    ADD_FAILURE() << "no fault: " << what;
  } catch (const Error& error) {
    EXPECT_EQ(error.faults().at(0).where, "analysis.equilibrium." + where) << error.what();
    EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
  }
}

TEST(Equilibrium, WrongOptionsAreFaults) {
  expect_fault({.find = {"L0"}, .so_that = {"floor.y - 30"}}, "so_that", "is not a condition");
  expect_fault({.find = {"L0"}, .so_that = {"floor.q == 30 mm"}}, "so_that", "floor.q");
  expect_fault({.find = {"L0"}, .so_that = {"floor.y == "}}, "so_that", "nothing on one side");
  expect_fault({.find = {"L0"}, .so_that = {"floor.y == 30 == 30"}}, "so_that", "more than one");
  expect_fault({.find = {"L0"}, .so_that = {}}, "so_that", "0 conditions for 1 unknown parameter");
  expect_fault({.find = {"LO"}, .so_that = {"floor.y == 30"}}, "find", "did you mean `L0`");
  expect_fault({.find = {"L0", "L0"}, .so_that = {"floor.y == 30", "sprung.y == 395"}}, "find", "twice");
  expect_fault({.find = {}, .so_that = {}, .kind = EquilibriumKind::rest, .starts = 0}, "starts", "at least one start");
}

TEST(Equilibrium, FreeBodyUnderGravityHasNone) {
  const Equilibrium found = EquilibriumCase(R"(
gravity: [0, 0, -9.81]
bodies: {stone: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 5]}}
)")
                                .find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("body 'stone' (stone.z) against a force of 19.62 N"), std::string::npos)
      << found.outcome.message;
}

TEST(Equilibrium, MotorOnAFreeShaftHasNone) {
  const Equilibrium found = EquilibriumCase(R"(
bodies: {rotor: {mass: 1, inertia: [1, 1, 0.5], position: [0, 0, 0]}}
joints: {shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {motor: {type: joint_force, joint: shaft, torque: 3}}
)")
                                .find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("joint 'shaft' (shaft.angle) against a torque of 3 N*m"), std::string::npos)
      << found.outcome.message;
}

TEST(Equilibrium, CoordinatesThatNothingDependsOnAreLeftAlone) {
  const Equilibrium found = EquilibriumCase(R"(
gravity: [0, 0, -9.81]
bodies:
  mast: {mass: 4, inertia: [1, 1, 0.5], position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: 20 deg}}
  rod: {mass: 2, inertia: [0.1, 0.1, 0.01], position: [0.5, 0, 0.1]}
joints:
  spindle: {type: revolute, bodies: [ground, mast], at: [0, 0, 0], axis: [0, 0, 1], initial: {angle: 0.7}}
  pin: {type: revolute, bodies: [mast, rod], at: [0, 0, 0], axis: [0, 1, 0]}
)")
                                .find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_EQ(found.report.left_alone, std::vector<std::string>{"spindle.angle"});
  EXPECT_NEAR(coordinate(found.report.configuration, "spindle.angle"), 0.7, 1e-12);
  EXPECT_NEAR(coordinate(found.report.configuration, "pin.angle"), pi / 2 + std::atan(0.2), 1e-11);
}

// A four-bar has three redundant rows in space; the coupler hangs below its highest position.
const std::string four_bar = R"(
gravity: [0, -9.81, 0]
bodies:
  crank:   {mass: 1, inertia: [0.01, 0.02, 0.02], position: [0, 1, 0]}
  coupler: {mass: 3, inertia: [0.01, 0.2, 0.2], position: [1.5, 2, 0]}
  rocker:  {mass: 2, inertia: [0.01, 0.2, 0.2], position: [3, 1, 0]}
joints:
  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  b: {type: revolute, bodies: [crank, coupler], at: [0, 2, 0], axis: [0, 0, 1]}
  c: {type: revolute, bodies: [coupler, rocker], at: [3, 2, 0], axis: [0, 0, 1]}
  d: {type: revolute, bodies: [ground, rocker], at: [3, 0, 0], axis: [0, 0, 1]}
forces:
  spring: {type: rotational_spring_damper, joint: a, stiffness: 40, free_angle: 0.5}
)";

// Sum of the potentials of a parallelogram that leans by phi.
double potential(double phi) {
  const double lift = std::cos(phi);
  return g * lift * (1 * 1 + 3 * 2 + 2 * 1) + 20 * (phi - 0.5) * (phi - 0.5);
}

double lowest(double from, double to) {  // by golden section
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 200; ++i) {
    const double a = to - ratio * (to - from), b = from + ratio * (to - from);
    (potential(a) < potential(b) ? to : from) = potential(a) < potential(b) ? b : a;
  }
  return (from + to) / 2;
}

TEST(Equilibrium, SprungLinkageIsWhereItsPotentialIsLeast) {
  const Equilibrium found = EquilibriumCase(four_bar).find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(coordinate(found.report.configuration, "a.angle"), lowest(0, pi), 1e-7);  // a minimum is as sharp as that
  const double phi = coordinate(found.report.configuration, "a.angle");
  EXPECT_NEAR(-g * 9 * std::sin(phi) + 40 * (phi - 0.5), 0, 1e-10);
}

TEST(Equilibrium, SameInAllCoordinates) {
  EquilibriumCase linkage(four_bar);
  linkage.model.analysis.emplace();
  const double phi = coordinate(linkage.find().report.configuration, "a.angle");
  for (const char* coordinates : {"absolute", "euler_parameters"}) {
    linkage.model.analysis->coordinates = coordinates;
    const Equilibrium found = linkage.find();
    ASSERT_FALSE(found.outcome.failed()) << coordinates << found.outcome.message;
    EXPECT_NEAR(coordinate(found.report.configuration, "a.angle"), phi, 1e-10) << coordinates;
  }
}

}  // namespace
}  // namespace bricard
