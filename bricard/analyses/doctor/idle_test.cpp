// Idle freedoms are held at least motion and named, and stop nothing; dead points are passed; singular times and bifurcations are
// told as they are. Models: verification/idle/. References: the same mechanisms with hinges in place of balls; closed forms; and
// the suspension of the FST10e, read in place beside the checkout (../shared/reference/thesis/suspension_fst10e, numbers of an
// independent solution of its geometry), skipped where it is absent.
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

#include "bricard/analyses/test_motion_cases.hpp"

namespace bricard {
namespace {

Results run_as(const Model& model, const std::string& type, const std::string& coordinates, double tolerance = 1e-8) {
  AnalysisOptions options = *model.analysis;
  options.type = type;
  options.coordinates = coordinates;
  options.tolerance.relative = tolerance;
  return run(model, options);
}

// The same with hinges: it moves in the plane, where a rod between balls does not spin.
Model with_hinges(Model model) {
  for (Joint& joint : model.joints)
    if (joint.kind.is<Spherical>()) {
      joint.kind = Revolute{};
      joint.axis = Direction{{0, 1, 0}, {}};
    }
  return model;
}

TEST(Idle, ASpinIsHeldInDrivenMotion) {
  const Model model = idle_model("idle_spin"), hinged = with_hinges(model);
  for (const std::string& coordinates : coordinate_sets_of(model))
    for (const std::string type : {"kinematics", "inverse_dynamics"}) {
      SCOPED_TRACE(coordinates + " " + type);
      const Results results = run_as(model, type, coordinates), right = run_as(hinged, type, coordinates);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      EXPECT_TRUE(warns(results, "idle freedom, in which no joint moves, is held at least motion: 'rod'"));
      EXPECT_FALSE(warns(results, "cannot carry"));
      for (int row = 0; row < results.rows(); ++row) {
        for (const std::string column : {"slider.x", "rod.vz", "rod.wy", "rod.aly"})
          ASSERT_NEAR(value(results, column, row), value(right, column, row), 1e-9) << column << " " << row;
        ASSERT_NEAR(value(results, "rod.wx", row), 0, 1e-12) << row;
        if (type == "inverse_dynamics") {
          ASSERT_NEAR(value(results, "m.torque", row), value(right, "m.torque", row), 1e-8) << row;
        }
      }
    }
}

TEST(Idle, ASpinDisturbsNeitherEquilibriumNorModes) {
  const Model model = idle_model("idle_rod"), hinged = with_hinges(model);
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    const Results rest = run_as(model, "equilibrium", coordinates), right = run_as(hinged, "equilibrium", coordinates);
    ASSERT_EQ(rest.summary.outcome.status, Status::done) << rest.summary.outcome.message;
    EXPECT_TRUE(warns(rest, "'rod'"));
    EXPECT_NEAR(value(rest, "a.angle"), value(right, "a.angle"), 1e-9);
    const Results modes = run_as(model, "modes", coordinates), right_modes = run_as(hinged, "modes", coordinates);
    ASSERT_EQ(modes.summary.outcome.status, Status::done) << modes.summary.outcome.message;
    ASSERT_EQ(modes.summary.modes.size(), 2u);
    EXPECT_EQ(modes.summary.modes[0].kind, Mode::Kind::rigid);
    ASSERT_EQ(right_modes.summary.modes.size(), 1u);
    EXPECT_FALSE(modes.summary.modes[1].unstable);
    EXPECT_NEAR(modes.summary.modes[1].real, right_modes.summary.modes[0].real, 1e-6);
    EXPECT_NEAR(modes.summary.modes[1].imag, right_modes.summary.modes[0].imag, 1e-6);
  }
}

// A rod without inertia between two balls: its spin has none, and nothing pushes it.
TEST(Idle, ASpinWithoutInertiaStopsNothing) {
  Model model = idle_model("idle_rod");
  body(model, "rod").mass = 0;
  body(model, "rod").inertia = {};
  const Model hinged = with_hinges(model);
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    const Results results = run_as(model, "dynamics", coordinates), right = run_as(hinged, "dynamics", coordinates);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    ASSERT_EQ(right.summary.outcome.status, Status::done) << right.summary.outcome.message;
    EXPECT_TRUE(warns(results, "held at least motion: 'rod'"));
    EXPECT_NEAR(value(results, "a.angle"), value(right, "a.angle"), 1e-7);
    EXPECT_NEAR(value(results, "c.fx"), value(right, "c.fx"), 1e-5);
    const Results modes = run_as(model, "modes", coordinates), right_modes = run_as(hinged, "modes", coordinates);
    ASSERT_EQ(modes.summary.outcome.status, Status::done) << modes.summary.outcome.message;
    ASSERT_EQ(modes.summary.modes.size(), 1u);
    EXPECT_NEAR(modes.summary.modes[0].imag, right_modes.summary.modes[0].imag, 1e-6);
  }
  // A torque about its axis meets nothing.
  Force& torque = model.forces.emplace_back();
  torque.name = "twist";
  AppliedTorque law;
  law.components = std::array<Function, 3>{Function(1.0), Function(0.0), Function(0.0)};
  torque.kind = law;
  torque.body = "rod";
  const Results refused = run_as(model, "dynamics", "relative");
  EXPECT_EQ(refused.summary.outcome.status, Status::failed);
  EXPECT_NE(refused.summary.outcome.message.find("'rod' has no inertia"), std::string::npos) << refused.summary.outcome.message;
}

// What a driver was forgotten for is not idle: a sleigh's yaw, the second arm of a pendulum.
TEST(Idle, WhatIsLeftFreeIsNamed) {
  const Model sleigh = read_yaml_text(
      "bricard: 1\nbodies: {sleigh: {position: [0, 0, 0]}}\njoints:\n"
      "  ice: {type: planar, bodies: [ground, sleigh], at: [0, 0, 0], axis: [0, 0, 1]}\n"
      "drivers: {x: {joint: ice, x: t}, y: {joint: ice, y: t^2}}\nanalysis: {type: kinematics, duration: 1}\n",
      "sleigh");
  const Model arms = read_yaml_text(
      "bricard: 1\nbodies: {upper: {position: [1, 0, 0]}, lower: {position: [3, 0, 0]}}\njoints:\n"
      "  a: {type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0]}\n"
      "  b: {type: revolute, bodies: [upper, lower], at: [2, 0, 0], axis: [0, 1, 0]}\n"
      "drivers: {m: {joint: a, angle: t}}\nanalysis: {type: kinematics, duration: 1}\n",
      "arms");
  for (const std::string& coordinates : coordinate_sets_of(sleigh)) {
    const Results yaws = run_as(sleigh, "kinematics", coordinates), swings = run_as(arms, "kinematics", coordinates);
    EXPECT_EQ(yaws.summary.outcome.status, Status::failed);
    EXPECT_NE(yaws.summary.outcome.message.find("1 motion is left free: joint 'ice' (angle)"), std::string::npos)
        << yaws.summary.outcome.message;
    EXPECT_NE(swings.summary.outcome.message.find("1 motion is left free: joint 'b' (angle)"), std::string::npos)
        << swings.summary.outcome.message;
  }
}

// y·z' = -sin(angle) is driven as -sin(pi t): the angle is pi t, also where a step ends at its extreme values.
TEST(Idle, ADeadPointOnAnOutputTimeIsPassed) {
  const Model model = idle_model("dead_point_on_output_time");
  for (const std::string& coordinates : coordinate_sets_of(model))
    for (const double step : {0.01, 0.005, 0.1, 0.5}) {
      SCOPED_TRACE(coordinates + " " + std::to_string(step));
      AnalysisOptions options = *model.analysis;
      options.coordinates = coordinates;
      options.output_step = step;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      for (int row = 0; row < results.rows(); ++row) {
        ASSERT_NEAR(value(results, "h.angle", row), std::numbers::pi * value(results, "t", row), 2e-6) << row;
        ASSERT_NEAR(value(results, "h.speed", row), std::numbers::pi, 1e-5) << row;
        ASSERT_NEAR(value(results, "w.alx", row), 0, 1e-2) << row;
      }
    }
}

// Flat where the crank has turned from 1 to pi.
TEST(Idle, TheTimeOfASingularPositionIsTold) {
  const Model model = idle_model("driven_parallelogram");
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    for (const double tolerance : {1e-4, 1e-6, 1e-7}) {
      const Results results = run_as(model, "dynamics", coordinates, tolerance);
      EXPECT_TRUE(warns(results, "passed at t = 2.142 s;")) << coordinates << " " << tolerance;
    }
    EXPECT_TRUE(warns(run_as(model, "kinematics", coordinates), "passed at t = 2.1415")) << coordinates;
  }
}

TEST(Idle, AStartInABifurcationIsToldAsSuch) {
  const Model model = idle_model("flat_parallelogram");
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    const Results results = run_as(model, "dynamics", coordinates, 1e-6);
    if (results.summary.outcome.status == Status::done) {  // along the parallelogram, the crank as the rocker
      EXPECT_NEAR(value(results, "a.angle"), value(results, "d.angle"), 1e-3) << coordinates;
      continue;
    }
    EXPECT_NE(results.summary.outcome.message.find("bifurcation"), std::string::npos) << results.summary.outcome.message;
  }
}

// ---- the suspension of the FST10e ------------------------------------------------------------------------------------------

const std::string folder = "../shared/reference/thesis/suspension_fst10e/";

std::vector<std::vector<std::string>> table(const std::string& name) {
  std::ifstream file(source_file(folder + name));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    row.resize(14);
  }
  return rows;
}

std::string list(const std::vector<std::string>& row, int first) {
  return "[" + row[first] + ", " + row[first + 1] + ", " + row[first + 2] + "]";
}

// The file as it is drawn, nothing repaired: bodies without mass, axes of joints as vectors, drivers of origins.
// `drivers`: from zero to these in one second.
Model suspension(std::map<std::string, double> drivers) {
  std::string bodies = "bodies:\n", joints = "joints:\n", driven = "drivers:\n", points = "forces:\n";
  std::vector<std::vector<std::string>> origin(1);
  for (const auto& row : table("bodies.csv"))
    if (row[0] != "no") {
      bodies += "  b" + row[0] + ": {position: " + list(row, 2) + "}\n";
      origin.push_back(row);
    }
  int joint = 0;
  std::map<std::string, std::string> at;
  for (const auto& row : table("joints.csv")) {
    const std::string& type = row[1];
    std::string kind = type;
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (type == "Spherical" || type == "Universal" || type == "Revolute" || type == "Cylindrical") {
      joints += "  j" + std::to_string(++joint) + ": {type: " + kind + ", bodies: [b" + row[3] + ", b" + row[4] +
                "], at: " + list(row, 5);
      if (type != "Spherical") joints += ", axis: " + list(row, 8);
      if (type == "Universal") joints += ", axis2: " + list(row, 11);
      joints += "}\n";
    } else if (type == "Ground") {
      joints += "  frame: {type: fixed, bodies: [ground, b" + row[3] + "], at: [0, 0, 0]}\n";
    } else if (type == "Driver") {
      const int axis = std::stoi(row[7]) - 1;
      const double to = drivers.empty() ? std::stod(row[4]) : drivers[row[2]];
      driven += "  d" + row[3] + ": {body: b" + row[3] + ", coordinate: " + "xyz"[axis] +
                ", value: " + origin[std::stoi(row[3])][2 + axis] + " + " + std::to_string(to) + "*t}\n";
    } else if (type == "Point") {
      at[row[2]] = "{body: b" + row[3] + ", at: " + list(row, 4) + "}";
    }
  }
  for (const std::string corner : {"FL", "RL"})
    points += "  coil_" + corner + ": {type: spring_damper, from: " + at["Bellcrank Coilover " + corner] +
              ", to: " + at["Coilover Mounting " + corner] + "}\n";
  return read_yaml_text("bricard: 1\nunits: {length: mm, angle: deg}\n" + bodies + joints + driven + points +
                            "sensors: {FL: {body: b2, axis: [0, 1, 0]}, FR: {body: b7, axis: [0, 1, 0]}, RL: {body: b11, axis: "
                            "[0, 1, 0]}}\nanalysis: {type: kinematics, duration: 1, output_step: 0.05}\n",
                        "suspension");
}

// Of the wheel's axis, from right to left: camber of a left wheel is positive where its top leans outwards, toe of either where
// it points inwards.
double camber(const Results& results, const std::string& corner) {
  return -std::asin(value(results, corner + ".uz")) * 180 / std::numbers::pi;
}
double toe(const Results& results, const std::string& corner) {
  const double left = std::atan2(value(results, corner + ".ux"), value(results, corner + ".uy")) * 180 / std::numbers::pi;
  return corner.back() == 'L' ? left : -left;
}

TEST(Idle, TheSuspensionOfTheFst10e) {
  if (table("bodies.csv").empty()) GTEST_SKIP() << "no " << folder << " beside the checkout";
  const Model as_drawn = suspension({});
  ASSERT_EQ(as_drawn.bodies.size(), 26u);
  for (const std::string& coordinates : coordinate_sets_of(as_drawn)) {
    SCOPED_TRACE(coordinates);
    const Results results = run_as(as_drawn, "kinematics", coordinates);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_EQ(results.summary.mobility_actual, 12);
    EXPECT_EQ(results.summary.mobility_actual - results.summary.mobility_counted, 8);
    EXPECT_TRUE(warns(results, "of the mobility 12 that leaves 5"));
    EXPECT_TRUE(warns(results,
                      "7 idle freedoms, in which no joint moves, are held at least motion: 'b5' with 'b6' and 'b10', "
                      "'b14', 'b18', 'b19', 'b20', 'b21', 'b22'"));
    EXPECT_NEAR(camber(results, "FL"), 0.4921, 1e-4);
    EXPECT_NEAR(toe(results, "FL"), 0.4424, 1e-4);
    EXPECT_NEAR(value(results, "coil_FL.length"), 0.1928755, 1e-7);
    EXPECT_NEAR(camber(results, "RL"), -0.6709, 1e-4);
    EXPECT_NEAR(toe(results, "RL"), -0.1033, 1e-4);
    EXPECT_NEAR(value(results, "coil_RL.length"), 0.1508223, 1e-7);
  }
  const auto wheels = [](double by) {
    return run_as(suspension({{"wheel FL", by}, {"wheel FR", by}, {"wheel RL", by}, {"wheel RR", by}}), "kinematics", "auto");
  };
  const Results bump = wheels(25), rebound = wheels(-25);
  EXPECT_NEAR(camber(bump, "FL"), -0.6669, 1e-4);
  EXPECT_NEAR(toe(bump, "FL"), -0.0397, 1e-4);
  EXPECT_NEAR(value(bump, "coil_FL.length", 0), 0.1714927, 1e-7);
  EXPECT_NEAR(value(bump, "coil_FL.length"), 0.1514129, 1e-7);
  EXPECT_NEAR(camber(bump, "RL"), -0.6178, 1e-4);
  EXPECT_NEAR(toe(bump, "RL"), -0.0924, 1e-4);
  EXPECT_NEAR(camber(rebound, "FL"), 0.4652, 1e-4);
  EXPECT_NEAR(toe(rebound, "FL"), 0.3977, 1e-4);
  const Results steered = run_as(suspension({{"rack", 20}}), "kinematics", "auto");
  EXPECT_NEAR(toe(steered, "FL"), -23.2957, 1e-4);
  EXPECT_NEAR(toe(steered, "FR"), 18.7148, 1e-4);
}

}  // namespace
}  // namespace bricard
