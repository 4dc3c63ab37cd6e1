// Assembly from exact and from rough positions, initial velocities, and what is said where they contradict.
#include "bricard/analyses/assembly/assembly.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// Joints of a mechanism restated in body coordinates, so that bodies may be displaced without moving their markers.
Model with_body_markers(Model model) {
  const auto find = [&](const std::string& name) -> const Body* {
    for (const Body& body : model.bodies)
      if (body.name == name) return &body;
    return nullptr;
  };
  for (Joint& joint : model.joints) {
    const Vector3 at = joint.at->at;
    const auto in_body = [&](const std::string& name) {
      const Body* body = find(name);
      return body ? Point{at - body->position->at, name} : Point{at, {}};
    };
    const auto axis_in = [&](const Direction& axis, const std::string& name) {
      return Direction{axis.axis, find(name) ? name : std::string()};
    };
    joint.at = in_body(joint.bodies[0]);
    joint.at2 = in_body(joint.bodies[1]);
    if (joint.axis) {
      joint.axis2 = axis_in(joint.axis2.value_or(*joint.axis), joint.bodies[1]);
      joint.axis = axis_in(*joint.axis, joint.bodies[0]);
    }
  }
  return model;
}

// Two wishbones, an upright and a tie rod: one corner of a car.
Model wishbones() {
  Model model;
  model.name = "wishbones";
  const Vector3 lower(0, 0.3, 0.2), lower_ball(0, 0.8, 0.2), upper(0.05, 0.4, 0.5), upper_ball(0.02, 0.75, 0.5),
      rack(-0.15, 0.35, 0.25), tie_ball(-0.13, 0.78, 0.27);
  model.bodies = {bar("lower", lower, lower_ball, 3), bar("upper", upper, upper_ball, 2),
                  bar("upright", lower_ball, upper_ball, 8), bar("tie", rack, tie_ball, 1)};
  model.joints = {joint<Revolute>("lower_pivot", "ground", "lower", lower, {1, 0, 0}),
                  joint<Revolute>("upper_pivot", "ground", "upper", upper, {1, 0.1, 0.05}),
                  joint<Spherical>("lower_joint", "lower", "upright", lower_ball),
                  joint<Spherical>("upper_joint", "upper", "upright", upper_ball),
                  joint<Spherical>("tie_joint", "tie", "upright", tie_ball),
                  universal("rack_joint", "ground", "tie", rack, {1, 0, 0}, {0, 0, 1})};
  return model;
}

// The slider's centre on its guide: turned about it, as a displaced design position may leave it, it stays where it is.
Model slider_crank_on_axis() {
  Model model = slider_crank();
  model.bodies[2].position = Point{Vector3(0.25, 0, 0), {}};
  return model;
}

// Every body displaced by up to 0.3 characteristic lengths and 30 degrees.
Model disturbed(Model model, double length, int seed, double spread = 1) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&](double most) {
    Vector3 direction(uniform(engine), uniform(engine), uniform(engine));
    return Vector3(direction.normalized() * most * std::abs(uniform(engine)));
  };
  for (Body& body : model.bodies) {
    body.position->at += vector(0.3 * length * spread);
    body.orientation.quaternion = quaternion_of(Vec3<double>(vector(std::numbers::pi / 6 * spread)));
  }
  return model;
}

// The bodies of a mechanism of one freedom, driven from the design position to the given angle of its first joint: the branch of
// the design, by another method than assembly. Columns of the last row; empty: the angle is not reached.
std::vector<double> driven_to(Model model, double angle) {
  Driver driver;
  driver.name = "motor";
  driver.joint = model.joints[0].name;
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)*t", angle);
  driver.prescribed["angle"] = Function(std::string(text));
  model.drivers = {driver};
  AnalysisOptions options;
  options.type = "kinematics";
  options.duration = 1;
  options.output_step = 1;
  const Results results = run(model, options);
  std::vector<double> places;
  if (results.summary.outcome.status != Status::done) return places;
  for (const Body& body : model.bodies)
    for (const char* column : {".x", ".y", ".z"}) places.push_back(results.series(body.name + column).back());
  return places;
}

TEST(Assembly, KeepsTheBranchFromRoughPositionsOrSaysThatItIsNotClear) {
  for (Model (*mechanism)() : {four_bar, slider_crank_on_axis, bricard_linkage, wishbones}) {
    const Model design = with_body_markers(mechanism());
    const System whole(design);
    SCOPED_TRACE(design.name);
    int clear = 0;
    for (int seed = 1; seed <= 100; ++seed) {
      const System system(disturbed(design, whole.length(), seed));
      const Assembly assembly = assemble(system);
      if (assembly.outcome.failed() || !assembly.warnings.empty()) continue;
      ++clear;
      Equations e(system);
      system.motion(assembly.state, e, RowSet::all, Measure::all);
      ASSERT_LT(system.violation(e, Order::position, RowSet::all), 1e-11) << seed;
      const Vec3<double> axis = design.joints[0].axis->axis.normalized();
      const Eigen::AngleAxisd turn(Mat3<double>(e.k.R[system.mechanism().tree.number[1]]));
      const std::vector<double> expected = driven_to(mechanism(), turn.angle() * turn.axis().dot(axis));
      ASSERT_FALSE(expected.empty()) << seed;
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(e.k.p[system.mechanism().tree.number[i / 3 + 1]][i % 3], expected[i], 1e-8) << seed << " body " << i / 3;
    }
    EXPECT_GE(clear, 66);  // a warning for everything would be no help
  }
}

TEST(Assembly, SaysSoWhereADesignLiesBetweenBranches) {
  // A four-bar with its elbow nearly stretched, displaced so far that both ways to close are near.
  const Model design = with_body_markers(four_bar());
  const double length = System(design).length();
  int unclear = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    const Assembly assembly = assemble(System(disturbed(design, length, seed, 2.5)));
    if (assembly.outcome.failed()) continue;
    for (const std::string& warning : assembly.warnings) unclear += warning.find("branch") != std::string::npos;
  }
  EXPECT_GE(unclear, 10);
}

TEST(Assembly, MovesHeavyBodiesLess) {
  const Model design = with_body_markers(four_bar());
  const System system(disturbed(design, 1.5, 3));
  AssemblySettings settings;
  settings.weights = {{"rocker", 1e6}};
  const Assembly plain = assemble(system), weighted = assemble(system, settings);
  ASSERT_EQ(plain.moved[2].body, "rocker");
  const double gyration = 2.5 * 2.5 / 12;  // inertia per mass of the rocker about z
  const auto moved = [&](const Assembly& a) { return std::hypot(a.moved[2].distance, std::sqrt(gyration) * a.moved[2].angle); };
  EXPECT_LT(moved(weighted), 0.95 * moved(plain));
  settings.weights = {{"roker", 2}};
  EXPECT_THROW(assemble(system, settings), Error);
}

// The nearest position of a pendulum whose pivot was missed: of all angles, the one that minimizes the weighted displacement.
TEST(Assembly, FindsTheNearestPosition) {
  Model model;
  model.gravity = {0, 0, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {2, 0, 0})};
  model.joints = {joint<Revolute>("pivot", "ground", "rod", {0, 0, 0})};
  model = with_body_markers(model);
  model.bodies[0].position->at = Vector3(0.9, 0.3, 0);  // the marker stays one metre behind the centre
  const System system(model);
  Equations e(system);
  system.motion(assemble(system).state, e, RowSet::all, Measure::all);
  // Centre at (cos a, sin a), turned by a: minimize |(cos a - 0.9, sin a - 0.3)|² m + I a². The floor of the weights adds 1e-6.
  const double inertia = 4.0 / 12;
  double a = 0;
  for (int i = 0; i < 100; ++i) {
    const double slope = 0.9 * std::sin(a) - 0.3 * std::cos(a) + inertia * a;
    const double curvature = 0.9 * std::cos(a) + 0.3 * std::sin(a) + inertia;
    a -= slope / curvature;
  }
  EXPECT_NEAR(e.k.p[1][0], std::cos(a), 1e-6);
  EXPECT_NEAR(e.k.p[1][1], std::sin(a), 1e-6);
}

TEST(Assembly, LeadsADriverToAFarStartOnTheSameBranch) {
  for (const double angle : {2.0, -2.5, 7.0}) {
    Model model = four_bar();
    Driver motor;
    motor.name = "motor";
    motor.joint = "main";
    motor.prescribed["angle"] = Function(angle);
    model.drivers = {motor};
    const System system(model, "relative");
    const Assembly assembly = assemble(system);
    ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
    EXPECT_TRUE(assembly.warnings.empty()) << assembly.warnings[0];
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    EXPECT_NEAR(e.k.measured[0].value, angle, 1e-12);  // turns are counted
    const std::vector<double> expected = driven_to(four_bar(), angle);
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(e.k.p[system.mechanism().tree.number[i / 3 + 1]][i % 3], expected[i], 1e-9) << angle;
  }
}

TEST(Assembly, KeepsADesignThatCloses) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage}) {
    const System system(mechanism(), "relative");
    const Assembly assembly = assemble(system);
    ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    for (int b = 1; b <= system.mechanism().bodies; ++b) EXPECT_LT((e.k.p[b] - system.mechanism().designed[b].p).norm(), 1e-12);
    EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-12);
  }
}

TEST(Assembly, ClosesAFourBarFromAGuess) {
  Model model = with_body_markers(four_bar());
  model.bodies[1].position->at += Vector3(0.1, -0.05, 0.02);
  model.bodies[2].position->at += Vector3(-0.05, 0.1, 0);
  model.bodies[2].orientation.quaternion = quaternion_of(Vec3<double>(0.02, 0, 0.1));
  for (const char* coordinates : {"absolute", "relative"}) {
    const System system(model, coordinates);
    const Assembly assembly = assemble(system);
    ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-11) << coordinates;
    EXPECT_NE(assembly.what.find("were closed"), std::string::npos);
  }
}

TEST(Assembly, NamesTheJointsThatCannotClose) {
  Model model = with_body_markers(four_bar());
  model.joints[3].at2 = Point{{9, 0, 0}, {}};  // the ground pivot out of reach
  const Assembly assembly = assemble(System(model, "relative"));
  EXPECT_TRUE(assembly.outcome.failed());
  EXPECT_NE(assembly.outcome.message.find("stays open by"), std::string::npos) << assembly.outcome.message;
  EXPECT_NE(assembly.outcome.message.find("'pivot'"), std::string::npos) << assembly.outcome.message;
}

TEST(Assembly, SaysByHowMuchInTheUnitsOfTheFile) {
  Model model = with_body_markers(four_bar());
  model.units.length = "mm";
  model.units.angle = "deg";
  Joint far = model.joints[3];
  model.joints[3].at2 = Point{{9, 0, 0}, {}};
  const std::string message = assemble(System(model, "relative")).outcome.message;
  EXPECT_NE(message.find(" mm"), std::string::npos) << message;
  EXPECT_NE(message.find("check points"), std::string::npos) << message;

  model.joints[3] = far;
  model.joints[3].initial = Initial{};
  (*model.joints[3].initial)["angle"] = 2;  // the rocker cannot turn so far
  const std::string unreachable = assemble(System(model, "relative")).outcome.message;
  EXPECT_NE(unreachable.find("the initial angle of joint 'pivot'"), std::string::npos) << unreachable;
}

TEST(Assembly, HoldsInitialCoordinatesAndRatesExactly) {
  Model model = four_bar();
  model.joints[0].initial = Initial{};
  (*model.joints[0].initial)["angle"] = 0.5;
  (*model.joints[0].initial)["speed"] = -3;
  const System system(model, "absolute");
  const Assembly assembly = assemble(system);
  ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
  Equations e(system);
  system.motion(assembly.state, e, RowSet::all, Measure::all);
  EXPECT_NEAR(e.k.measured[0].value, 0.5, 1e-12);
  EXPECT_NEAR(rate(e.k.measured[0], e.k.pairs[system.measures().measured[0].pair]), -3, 1e-11);
  EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-11);
  EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-11);
}

TEST(Assembly, KeepsAGivenVelocityAndLetsTheOthersFollow) {
  Model model = four_bar();
  model.bodies[0].angular_velocity = Vector3(0, 0, 2);
  const System system(model, "relative");
  const Assembly assembly = assemble(system);
  EXPECT_TRUE(assembly.warnings.empty());
  Equations e(system);
  system.motion(assembly.state, e, RowSet::all, Measure::all);
  const int crank = system.mechanism().tree.number[1];
  EXPECT_NEAR(e.k.w[crank][2], 2, 1e-12);
  EXPECT_NEAR(e.k.v[crank][0], -1, 1e-12);  // centre at half of the crank of length 1, pointing up
  EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-11);
}

TEST(Assembly, WarnsOfAVelocityThatContradictsTheJoints) {
  Model model = four_bar();
  model.bodies[0].velocity = Vector3(0, 1, 0);  // along the crank: impossible
  const Assembly assembly = assemble(System(model, "relative"));
  ASSERT_EQ(assembly.warnings.size(), 1u);
  EXPECT_NE(assembly.warnings[0].find("'crank'"), std::string::npos) << assembly.warnings[0];
  EXPECT_NE(assembly.warnings[0].find("joint 'main'"), std::string::npos) << assembly.warnings[0];
}

TEST(Assembly, NamesBothVelocitiesThatContradictEachOther) {
  Model model = four_bar();
  model.bodies[0].angular_velocity = Vector3(0, 0, 2);
  model.bodies[2].angular_velocity = Vector3(0, 0, 2);  // each alone is possible
  const Assembly assembly = assemble(System(model, "relative"));
  ASSERT_EQ(assembly.warnings.size(), 1u);
  for (const char* part : {"the angular_velocity of body 'crank'", "the angular_velocity of body 'rocker'", "joint 'pin'"})
    EXPECT_NE(assembly.warnings[0].find(part), std::string::npos) << assembly.warnings[0];
}

TEST(Assembly, NamesAnInitialSpeedThatContradictsADriver) {
  Model model = four_bar();
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.prescribed["angle"] = Function("2*t");
  model.drivers = {motor};
  model.joints[3].initial = Initial{};
  (*model.joints[3].initial)["speed"] = 5;
  const Assembly assembly = assemble(System(model, "relative"));
  ASSERT_EQ(assembly.warnings.size(), 1u);
  for (const char* part : {"driver 'motor'", "the initial speed of joint 'pivot'"})
    EXPECT_NE(assembly.warnings[0].find(part), std::string::npos) << assembly.warnings[0];
}

// Without given velocities a double pendulum with one driven joint follows with least kinetic energy: minimum over the free rate.
TEST(Assembly, LetsTheOthersFollowWithLeastKineticEnergy) {
  Model model;
  model.bodies = {bar("upper", {0, 0, 0}, {1, 0, 0}), bar("lower", {1, 0, 0}, {1, -1, 0})};
  model.joints = {joint<Revolute>("shoulder", "ground", "upper", {0, 0, 0}),
                  joint<Revolute>("elbow", "upper", "lower", {1, 0, 0})};
  model.joints[0].initial = Initial{};
  (*model.joints[0].initial)["speed"] = 3;
  const System system(model, "relative");
  Equations e(system);
  system.motion(assemble(system).state, e, RowSet::all, Measure::all);
  // The elbow moves at (0, 3); the lower rod's centre at (w/2, 3): T = ½ (w²/4 + 9) + ½ w²/12 is least at w = 0.
  EXPECT_NEAR(e.k.w[system.mechanism().tree.number[2]][2], 0, 1e-9);
  EXPECT_NEAR(e.k.w[system.mechanism().tree.number[1]][2], 3, 1e-12);
}

}  // namespace
}  // namespace bricard::test
