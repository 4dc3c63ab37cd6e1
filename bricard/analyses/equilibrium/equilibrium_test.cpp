#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bricard/analyses/equilibrium/test_equilibrium_cases.hpp"
#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"

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

// Forces balance with any free length: without a condition nothing determines it.
TEST(Equilibrium, AParameterWithoutConditionIsNamed) {
  const Equilibrium found = EquilibriumCase(with(ride_height, "find: [L0]")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("nothing determines 'L0'"), std::string::npos) << found.outcome.message;
}

// Both conditions say the same, and hold for more than one pair of values.
TEST(Equilibrium, ParametersThatAreNotDeterminedAreNamed) {
  const Equilibrium found =
      EquilibriumCase(with(ride_height, "find: [L0, other], so_that: ['floor.y == 30 mm', 'sprung.y == 395']")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("'L0' and 'other' have the same effect"), std::string::npos) << found.outcome.message;
}

// A pulley: two weights on a rope have no stiffness; the second must equal the first, and the condition says where it hangs.
TEST(Equilibrium, CounterweightForAPosition) {
  const Equilibrium found = EquilibriumCase(with(R"(
gravity: [0, 0, -9.81]
parameters: {m: 3}
bodies:
  load: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}
  counterweight: {mass: m, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  a: {type: prismatic, bodies: [ground, load], at: [0, 0, 0], axis: [0, 0, 1]}
  b: {type: prismatic, bodies: [ground, counterweight], at: [1, 0, 0], axis: [0, 0, 1]}
  rope: {type: coupler, joints: [a, b], ratio: [1, 1]}
)",
                                                 "find: [m], so_that: ['load.z == 0.25']"))
                                .find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(found.report.found.at(0).second, 2, 1e-10);
  EXPECT_NEAR(coordinate(found.report.configuration, "b.position"), -0.25, 1e-10);
  EXPECT_TRUE(found.report.left_alone.empty());
}

// No spring of positive stiffness holds the floor above its own wheel's reach; negative masses are refused by the model.
TEST(Equilibrium, ConditionsOutOfReachAreTold) {
  const Equilibrium found =
      EquilibriumCase(with(ride_height, "find: [k], so_that: ['spring.force == 100']")).find();  // it must carry 60 kg
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("k"), std::string::npos) << found.outcome.message;
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
  expect_fault({.find = {"L0"}, .so_that = {"floor.y == 30", "sprung.y == 395"}}, "so_that",
               "2 conditions for 1 unknown parameter");
  expect_fault({.find = {"LO"}, .so_that = {"floor.y == 30"}}, "find", "did you mean `L0`");
  expect_fault({.find = {"L0", "L0"}, .so_that = {"floor.y == 30", "sprung.y == 395"}}, "find", "twice");
  expect_fault({.find = {}, .so_that = {}, .kind = EquilibriumKind::rest, .starts = 0}, "starts", "at least one start");
}

// Four springs under a car; it may stand anywhere, and turned about the vertical.
TEST(Equilibrium, PlaceOfACarIsLeftAlone) {
  std::string text =
      "gravity: [0, 0, -9.81]\nbodies: {car: {mass: 1000, inertia: [300, 1500, 1500], position: [3, 0, 0.5]}}\nforces:\n";
  std::string sensors = "sensors:\n";
  int i = 0;
  for (const char* at : {"[4, 0.7, 0]", "[4, -0.7, 0]", "[2, 0.7, 0]", "[2, -0.7, 0]"}) {
    text += fmt::format("  w{0}: {{type: force, body: car, at: {1}, components: [0, 0, '20000*(0.3 - s{0}.z) - 900*s{0}.vz']}}\n",
                        i, at);
    sensors += fmt::format("  s{}: {{body: car, at: {}}}\n", i++, at);
  }
  const Equilibrium found = EquilibriumCase(with(text + sensors, "starts: 5")).find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_NEAR(coordinate(found.report.configuration, "car.z"), 0.5 + 0.3 - 1000 * g / 80000, 1e-12);
  EXPECT_EQ(coordinate(found.report.configuration, "car.x"), 3);
  EXPECT_EQ(found.report.left_alone, (std::vector<std::string>{"car.x", "car.y", "car.e3"}));
}

TEST(Equilibrium, SummaryHasTheKeysOfTheContract) {
  const Results results = EquilibriumCase(with(ride_height, "find: [L0], so_that: ['floor.y == 30 mm']")).results();
  const auto json = nlohmann::json::parse(summary_json(results.summary, results.columns));
  EXPECT_NEAR(json["configuration"]["body_guide.position"].get<double>(), -5, 1e-9);  // mm
  EXPECT_EQ(json["stable"], true);
  EXPECT_NEAR(json["found"]["L0"].get<double>(), 395 - (230 - 69 * g / 120) + 60 * g / 30, 1e-9);
  EXPECT_LT(json["growth"].get<double>(), 0);
  EXPECT_TRUE(json["left_alone"].empty() && json["others"].empty());
  EXPECT_NE(report_text(results.summary).find("found        L0 = "), std::string::npos);
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

// A chain of rods between two supports, joints in space: every joint has rows that follow from the others.
std::string chain(int rods, double span) {
  std::string text = "gravity: [0, -9.81, 0]\nbodies:\n";
  const double along = span / rods, down = std::sqrt(1 - along * along);
  double x = 0, y = 0;
  std::string joints = "joints:\n";
  for (int i = 0; i < rods; ++i) {
    const double sign = i < rods / 2 ? -1 : 1;
    text += fmt::format(
        "  rod{}: {{mass: 0.5, inertia: [0, 0.04, 0.04], position: [{:.17g}, {:.17g}, 0], "
        "orientation: {{axis: [0, 0, 1], angle: {:.17g}}}}}\n",
        i, x + along / 2, y + sign * down / 2, sign * std::acos(along));
    joints += fmt::format("  j{}: {{type: revolute, bodies: [{}, rod{}], at: [{:.17g}, {:.17g}, 0], axis: [0, 0, 1]}}\n", i,
                          i ? fmt::format("rod{}", i - 1) : "ground", i, x, y);
    x += along;
    y += sign * down;
  }
  joints += fmt::format("  end: {{type: revolute, bodies: [ground, rod{}], at: [{:.17g}, {:.17g}, 0], axis: [0, 0, 1]}}\n",
                        rods - 1, x, y);
  return text + joints;
}

// Slopes of the rods of a hanging chain grow by m g / H from rod to rod, and rods and span fit together.
TEST(Equilibrium, HangingChain) {
  constexpr int rods = 8;
  const double span = 5;
  for (const char* coordinates : {"relative", "absolute"}) {
    EquilibriumCase hanging(chain(rods, span));
    hanging.model.analysis.emplace().coordinates = coordinates;
    const Results results = hanging.results();
    ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
    EXPECT_TRUE(results.summary.equilibrium->configuration.stable.value_or(false));
    const double H = std::abs(results.series("j0.fx")[0]);
    double width = 0;
    for (int i = 0; i < rods; ++i) {
      const double slope = (i - (rods - 1) / 2.0) * 0.5 * g / H;
      const double x = results.series(fmt::format("rod{}.x", i))[0], angle = std::atan(slope);
      EXPECT_NEAR(x, width + std::cos(angle) / 2, 1e-10) << coordinates << " rod " << i;
      EXPECT_NEAR(results.series(fmt::format("rod{}.e3", i))[0], std::sin(angle / 2), 1e-10);
      width += std::cos(angle);
    }
    EXPECT_NEAR(width, span, 1e-10);
    EXPECT_NEAR(results.series("j0.fy")[0], rods * 0.5 * g / 2, 1e-9);
  }
}

// tan(theta_i) = F / ((n - i + 1/2) m g), from the vertical, i = 1 .. n.
TEST(Equilibrium, ChainPulledAside) {
  constexpr int rods = 10;
  std::string text = "dimension: 2\ngravity: [0, -9.81]\nbodies:\n", joints = "joints:\n";
  for (int i = 0; i < rods; ++i) {
    text += fmt::format("  rod{}: {{mass: 0.5, inertia: 0.04, position: [0, {}]}}\n", i, -i - 0.5);
    joints += fmt::format("  j{}: {{type: revolute, bodies: [{}, rod{}], at: [0, {}]}}\n", i,
                          i ? fmt::format("rod{}", i - 1) : "ground", i, -i);
  }
  const EquilibriumCase pulled(text + joints + "forces: {pull: {type: force, body: rod9, at: [0, -10], components: [4, 0]}}\n");
  const Results results = pulled.results();
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  for (int i = 1; i <= rods; ++i)
    EXPECT_NEAR(results.series(fmt::format("rod{}.angle", i - 1))[0], std::atan(4 / ((rods - i + 0.5) * 0.5 * g)), 1e-11);
}

// Its growth is the root of m g l over the inertia about the pin.
TEST(Equilibrium, FurtherStartsFindAllEquilibriaOfAPendulum) {
  const Equilibrium found = EquilibriumCase(with(pendulum, "starts: 8")).find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_TRUE(found.report.configuration.stable.value());
  ASSERT_EQ(found.report.others.size(), 1u);
  EXPECT_FALSE(found.report.others[0].stable.value());
  EXPECT_NEAR(std::abs(std::remainder(coordinate(found.report.others[0], "pin.angle") + pi / 2, 2 * pi)), 0, 1e-11);
  EXPECT_NEAR(found.report.others[0].growth, std::sqrt(2 * g * 0.5 / (0.1 + 2 * 0.25)), 1e-9);
  EXPECT_TRUE(found.warnings.empty());
}

TEST(Equilibrium, UnstablePositionThatWasGivenIsKeptAndTold) {
  EquilibriumCase upright(R"(
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 2, inertia: [0.1, 0.1, 0.01], position: [0, 0, 0.5]}}
joints: {pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
)");
  const Equilibrium found = upright.find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_EQ(coordinate(found.report.configuration, "pin.angle"), 0);
  EXPECT_FALSE(found.report.configuration.stable.value());
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_NE(found.warnings[0].find("unstable"), std::string::npos);
  AnalysisOptions options;
  options.start = StartAt::equilibrium;
  options.duration = 0.1;
  const Results results = run(upright.model, options, upright.control);
  EXPECT_FALSE(results.summary.outcome.failed());
  EXPECT_NE(results.summary.warnings.at(1).find("the start is unstable"), std::string::npos);
}

// Two masses over each other; the tire may lift off, as it does in the design position.
const std::string quarter_car = R"yaml(
dimension: 2
gravity: [0, -9.81]
parameters: {k: 30 N/mm, c: 1500 N*s/m, kt: 120 N/mm, ct: 150 N*s/m, R: 230 mm}
bodies:
  sprung:   {mass: 60 kg, inertia: 1, position: [0, 0.6]}
  unsprung: {mass: 9 kg, inertia: 0.1, position: [0, R]}
  road:     {position: [0, 0]}
joints:
  body_guide:  {type: prismatic, bodies: [ground, sprung], at: [0, 0.6], axis: [0, 1]}
  wheel_guide: {type: prismatic, bodies: [ground, unsprung], at: [0, R], axis: [0, 1]}
  road_guide:  {type: prismatic, bodies: [ground, road], at: [0, 0], axis: [0, 1]}
drivers:
  profile: {joint: road_guide, position: "0.02*sin(5*t)"}
forces:
  suspension: {type: spring_damper, from: {body: unsprung, at: [0, R]}, to: {body: sprung, at: [0, 0.6]},
               stiffness: k, damping: c, free_length: 0.40}
  tire:       {type: spring_damper, from: {body: road, at: [0, 0]}, to: {body: unsprung, at: [0, R]},
               force: "if(length < R, min(0, kt*(length - R) + ct*rate), 0)"}
)yaml";

TEST(Equilibrium, QuarterCarStandsOnATireThatCouldLiftOff) {
  const EquilibriumCase car(quarter_car);
  const Results results = car.results();
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  const double wheel = 0.23 - 69 * g / 120e3, body = wheel + 0.40 - 60 * g / 30e3;
  EXPECT_NEAR(results.series("unsprung.y")[0], wheel, 1e-13);
  EXPECT_NEAR(results.series("sprung.y")[0], body, 1e-13);
  EXPECT_EQ(results.series("road.vy")[0], 0);  // the driver stands still
  EXPECT_NEAR(results.series("profile.force")[0], 69 * g, 1e-9);

  AnalysisOptions options;
  options.start = StartAt::equilibrium;
  options.duration = 0.01;
  const Results run_from_there = run(car.model, options, car.control);
  ASSERT_FALSE(run_from_there.summary.outcome.failed()) << run_from_there.summary.outcome.message;
  EXPECT_NEAR(run_from_there.series("sprung.y")[0], body, 1e-13);
  EXPECT_NEAR(run_from_there.series("road.vy")[0], 0.1, 1e-13);  // the driver moves again
  EXPECT_TRUE(run_from_there.summary.equilibrium.has_value());
}

// Without the resting tire the car would fall; the wheel is what has no support.
TEST(Equilibrium, NothingThatCarriesIsTold) {
  EquilibriumCase car(quarter_car);
  car.model.forces[1].active = false;
  const Equilibrium found = car.find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("there is no equilibrium: nothing holds joint"), std::string::npos)
      << found.outcome.message;
}

// A governor with four arms of length l: balls m on the upper ones, a sleeve M below, a spring of free length s between top and
// sleeve: m w² h = (m + M) g + k (s - 2 h) with h = l cos(theta).
const std::string governor = R"(
gravity: [0, 0, -9.81]
parameters: {speed: 20, l: 0.2, m: 0.5, M: 2, k: 400, s: 0.4, a: 0.2*sqrt(0.5)}
points: {top: [0, 0, 0.5], right: [a, 0, 0.5 - a], left: [-a, 0, 0.5 - a], low: [0, 0, 0.5 - 2*a]}
bodies:
  shaft: {mass: 3, inertia: [0.1, 0.1, 0.02], position: top}
  ball_right: {mass: m, position: right}
  ball_left: {mass: m, position: left}
  sleeve: {mass: M, inertia: [0.01, 0.01, 0.01], position: low}
joints:
  bearing: {type: revolute, bodies: [ground, shaft], at: top, axis: [0, 0, 1]}
  arm_right: {type: revolute, bodies: [shaft, ball_right], at: top, axis: [0, 1, 0]}
  arm_left: {type: revolute, bodies: [shaft, ball_left], at: top, axis: [0, 1, 0]}
  slide: {type: prismatic, bodies: [shaft, sleeve], at: low, axis: [0, 0, 1]}
  rod_right: {type: spherical_spherical, bodies: [ball_right, sleeve], at: right, at2: low}
  rod_left: {type: spherical_spherical, bodies: [ball_left, sleeve], at: left, at2: low}
forces:
  spring: {type: spring_damper, from: {body: shaft, at: top}, to: {body: sleeve, at: low}, stiffness: k, damping: 20, free_length: s}
)";
const std::string motor = "drivers: {motor: {joint: bearing, angle: speed*t}}\n";

double cone(double speed, double s) { return (2.5 * g + 400 * s) / (0.5 * speed * speed + 2 * 400); }

TEST(SteadyMotion, GovernorOpensWithSpeed) {
  const EquilibriumCase turning(with(governor + motor, "kind: steady"));
  const Results results = turning.results();
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  const double h = cone(20, 0.4);
  EXPECT_NEAR(results.series("sleeve.z")[0], 0.5 - 2 * h, 1e-12);
  EXPECT_NEAR(results.series("ball_right.x")[0], std::sqrt(0.04 - h * h), 1e-12);
  EXPECT_NEAR(results.series("bearing.speed")[0], 20, 1e-13);
  EXPECT_NEAR(results.series("ball_right.vy")[0], 20 * std::sqrt(0.04 - h * h), 1e-11);
  EXPECT_NEAR(results.series("ball_right.ax")[0], -400 * std::sqrt(0.04 - h * h), 1e-9);
  EXPECT_NEAR(results.series("motor.torque")[0], 0, 1e-9);
  EXPECT_TRUE(results.summary.equilibrium->configuration.stable.value());
}

TEST(SteadyMotion, SpeedToSpringAndBack) {
  const EquilibriumCase to_spring(with(governor + motor, "kind: steady, find: [s], so_that: ['sleeve.z == 0.2']"));
  const Equilibrium spring = to_spring.find();
  ASSERT_FALSE(spring.outcome.failed()) << spring.outcome.message;
  const double s = (0.15 * (0.5 * 400 + 800) - 2.5 * g) / 400;
  EXPECT_NEAR(spring.report.found.at(0).second, s, 1e-10);
  const EquilibriumCase to_speed(with(governor + motor, "kind: steady, find: [speed], so_that: ['sleeve.z == 0.2']"));
  const Equilibrium speed = to_speed.find();
  ASSERT_FALSE(speed.outcome.failed()) << speed.outcome.message;
  EXPECT_NEAR(speed.report.found.at(0).second, std::sqrt((2.5 * g + 400 * (0.4 - 0.3)) / (0.5 * 0.15)), 1e-8);
}

// No driver: the shaft keeps the speed that it is given, and its angle stays where it is.
TEST(SteadyMotion, FreeShaftKeepsItsSpeed) {
  EquilibriumCase turning(with(governor, "kind: steady"));
  turning.model.joints[0].initial.emplace()["speed"] = 20;
  const Equilibrium found = turning.find();
  ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
  EXPECT_EQ(found.report.left_alone, std::vector<std::string>{"bearing.angle"});
  EXPECT_NEAR(found.state.bodies[3].position[2], 0.5 - 2 * cone(20, 0.4), 1e-12);
  EXPECT_NEAR(found.state.bodies[0].angular_velocity[2], 20, 1e-12);
}

TEST(SteadyMotion, StaysSteadyInSimulation) {
  EquilibriumCase turning(with(governor + motor, "kind: steady"));
  AnalysisOptions options = turning.options();
  options.type = "dynamics";
  options.start = StartAt::equilibrium;
  options.duration = 1;
  const Results results = run(turning.model, options, turning.control);
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  for (double z : results.series("sleeve.z")) EXPECT_NEAR(z, 0.5 - 2 * cone(20, 0.4), 1e-7);
}

TEST(SteadyMotion, DrivenFourBarHasNone) {
  std::string unequal = four_bar;
  unequal.replace(unequal.find("at: [3, 0, 0]"), 13, "at: [4, 0, 0]");  // a parallelogram would turn steadily
  const Equilibrium found = EquilibriumCase(with(unequal + "drivers: {motor: {joint: a, angle: 3*t}}\n", "kind: steady")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("there is no steady motion"), std::string::npos) << found.outcome.message;
}

// A horizontal axis: gravity on the rod changes as it turns.
TEST(SteadyMotion, PendulumTurnedAboutAHorizontalAxisHasNone) {
  const Equilibrium found = EquilibriumCase(with(R"(
gravity: [0, 0, -9.81]
bodies:
  drum: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0.2]}
joints:
  axle: {type: revolute, bodies: [ground, drum], at: [0, 0, 0], axis: [1, 0, 0]}
  pin: {type: revolute, bodies: [drum, rod], at: [0, 0.5, 0], axis: [1, 0, 0]}
drivers: {motor: {joint: axle, angle: 3*t}}
)",
                                                 "kind: steady"))
                                .find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("forces on pin.angle change"), std::string::npos) << found.outcome.message;
}

}  // namespace
}  // namespace bricard
