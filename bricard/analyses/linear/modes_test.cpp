// The analysis `modes`: what it writes, what it warns of, what it refuses; Jacobians of sensors.
#include "bricard/analyses/linear/modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "bricard/analyses/linear/sensor_jacobian.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

constexpr double pi = std::numbers::pi;

// Two pendulums, one below the other, seen by a sensor; lengths in mm.
Model pendulums() {
  Model model;
  model.name = "Two pendulums";
  model.units.length = "mm";
  model.gravity = {0, 0, -9.81};
  model.bodies = {bar("upper", {0, 0, 0}, {0, 0, -1}), bar("lower", {0, 0, -1}, {0, 0, -2})};
  model.joints = {joint<Revolute>("top", "ground", "upper", {0, 0, 0}, {0, 1, 0}),
                  joint<Revolute>("knee", "upper", "lower", {0, 0, -1}, {0, 1, 0})};
  Sensor tip;
  tip.name = "tip";
  tip.body = "lower";
  tip.at = Point{{0, 0, -2}, {}};
  model.sensors = {tip};
  Force pull;
  pull.name = "pull";
  JointForce law;
  law.torque = "u";
  pull.kind = law;
  pull.joint = "knee";
  model.forces = {pull};
  Input u;
  u.name = "u";
  model.inputs = {u};
  return model;
}

AnalysisOptions about_design() {
  AnalysisOptions options;
  options.type = "modes";
  options.modes = ModesOptions{};
  options.modes->about = About::design;
  return options;
}

std::string text_of(const Results& results, const std::string& name) {
  for (const ResultFile& file : results.files)
    if (file.name == name) return file.text;
  ADD_FAILURE() << "no file " << name;
  return {};
}

TEST(ModesAnalysis, Files) {
  AnalysisOptions options = about_design();
  options.modes->inputs = {"u"};
  options.modes->outputs = {"tip.x", "top.fx"};
  options.modes->frequencies = FrequencyRange{0.1, 10, 5};
  const Results results = run(pendulums(), options);
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_EQ(results.rows(), 1);
  ASSERT_EQ(results.summary.modes.size(), 2u);
  EXPECT_TRUE(results.summary.warnings.empty());
  EXPECT_EQ(results.summary.modes[0].moves.substr(0, 3), "top");

  const std::string table = text_of(results, "modes.csv");
  EXPECT_EQ(table.substr(0, table.find('\n')), "real,imag,frequency,damping");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);

  const auto json = nlohmann::json::parse(text_of(results, "linear.json"));
  EXPECT_EQ(json["states"], (std::vector<std::string>{"top.angle", "knee.angle", "top.speed", "knee.speed"}));
  EXPECT_EQ(json["units"]["outputs"], (std::vector<std::string>{"mm", "N"}));
  // The tip of both, hanging down: x = -(2 top + knee) m, about +y; in mm.
  EXPECT_NEAR(json["C"][0][0].get<double>(), -2000, 1e-9);
  EXPECT_NEAR(json["C"][0][1].get<double>(), -1000, 1e-9);
  EXPECT_EQ(json["jacobians"]["tip"]["columns"], (std::vector<std::string>{"top.speed", "knee.speed"}));
  EXPECT_NEAR(json["jacobians"]["tip"]["matrix"][0][0].get<double>(), -2, 1e-12);
  EXPECT_NEAR(json["jacobians"]["tip"]["matrix"][4][1].get<double>(), 1, 1e-12);
  // M in the file's units: N mm s² per rad².
  const double m = 1, inertia = 1.0 / 12, M22 = inertia + m * 0.25;
  EXPECT_NEAR(json["M"][1][1].get<double>(), 1000 * M22, 1e-9);
  EXPECT_NEAR(json["K"][1][1].get<double>(), 1000 * m * 9.81 * 0.5, 1e-8);

  const std::string matlab = text_of(results, "linear.m");
  EXPECT_NE(matlab.find("A = [\n"), std::string::npos);
  EXPECT_NE(matlab.find("states = {'top.angle'; 'knee.angle'"), std::string::npos);
  const std::string response = text_of(results, "frequency_response.csv");
  EXPECT_EQ(response.substr(0, response.find('\n')),
            "frequency,tip.x/u.amplitude,tip.x/u.phase,tip.x/u.real,tip.x/u.imag,top.fx/u.amplitude,top.fx/u.phase,top.fx/u.real,"
            "top.fx/u.imag");
  EXPECT_EQ(std::count(response.begin(), response.end(), '\n'), 6);
  EXPECT_NE(text_of(results, "bode.svg").find("</svg>"), std::string::npos);

  // Shapes: the largest displacement of a body is one mm, where the phase is zero.
  const std::string shapes = text_of(results, "mode_shapes.csv");
  EXPECT_NE(shapes.find("1,lower.x,"), std::string::npos);
  double largest = 0;
  std::istringstream lines(shapes);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "mode,name,real,imag,amplitude,phase");
  while (std::getline(lines, line))
    if (line.starts_with("1,") && line.find(".x,") != std::string::npos) {
      const std::string numbers = line.substr(line.find(',', 2) + 1);
      largest = std::max(largest, std::stod(numbers));
    }
  EXPECT_LE(largest, 1 + 1e-12);
}

TEST(ModesAnalysis, WarnsWhereRatesChange) {
  Model model = pendulums();
  Initial tilted;
  tilted["angle"] = 0.3;
  model.joints[0].initial = tilted;
  const Results results = run(model, about_design());
  ASSERT_EQ(results.summary.warnings.size(), 1u);
  EXPECT_NE(results.summary.warnings[0].find("neither an equilibrium nor a steady motion"), std::string::npos);
  EXPECT_NE(results.summary.warnings[0].find("rad/s^2"), std::string::npos) << results.summary.warnings[0];
}

// Hanging along a gravity that is not along an axis, forces cancel but for rounding.
TEST(ModesAnalysis, RoundingIsNoDrift) {
  Model model = pendulums();
  model.gravity = {3, 0, -9.81};
  Initial hanging;
  hanging["angle"] = -std::asin(3 / model.gravity.norm());
  model.joints[0].initial = hanging;
  hanging["angle"] = 0;
  model.joints[1].initial = hanging;
  for (const char* coordinates : {"relative", "absolute"}) {
    AnalysisOptions options = about_design();
    options.coordinates = coordinates;
    const Results results = run(model, options);
    EXPECT_TRUE(results.summary.warnings.empty()) << results.summary.warnings[0];
    ASSERT_EQ(results.summary.modes.size(), 2u);
    EXPECT_FALSE(std::signbit(results.summary.modes[0].damping));
  }
}

TEST(ModesAnalysis, UprightIsUnstable) {
  Model model = pendulums();
  model.gravity = {0, 0, 9.81};
  const Results results = run(model, about_design());
  ASSERT_EQ(results.summary.modes.size(), 4u);
  EXPECT_EQ(std::count_if(results.summary.modes.begin(), results.summary.modes.end(), [](const Mode& m) { return m.unstable; }),
            2);
  EXPECT_NE(results.summary.outcome.message.find("unstable"), std::string::npos);
}

TEST(ModesAnalysis, IndependentJointsAreTheStates) {
  const Model model = four_bar();
  for (const char* joint : {"main", "pin"}) {
    AnalysisOptions options = about_design();
    options.independent = {joint};
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.modes.empty(), false);
    const auto json = nlohmann::json::parse(text_of(results, "linear.json"));
    EXPECT_EQ(json["states"][0], std::string(joint) + ".angle");
  }
  AnalysisOptions options = about_design();
  options.independent = {"maim"};
  EXPECT_THROW(run(model, options), Error);
}

TEST(ModesAnalysis, RefusesWrongNames) {
  for (const bool input : {true, false}) {
    AnalysisOptions options = about_design();
    (input ? options.modes->inputs : options.modes->outputs) = {"tip.q"};
    EXPECT_THROW(run(pendulums(), options), Error);
  }
}

// Against differences of the sensor's columns, and in absolute coordinates with the velocities that belong to the same motion.
TEST(SensorJacobian, IsTheSameMotionInAllCoordinates) {
  Model model = open_chain();
  Sensor eye;
  eye.name = "eye";
  eye.body = "b5";
  eye.at = Point{{4, 0.5, 0}, {}};
  eye.relative_to = "b1";
  model.sensors = {eye};
  const System relative(model, "relative"), absolute(model, "absolute");
  const State state = random_state(relative, 8), there = carried_over(relative, state, absolute);
  const SensorJacobian a = sensor_jacobian(relative, state, 0), b = sensor_jacobian(absolute, there, 0);
  EXPECT_LT((a.J * state.v - b.J * there.v).norm(), 1e-11 * (a.J * state.v).norm());
  EXPECT_EQ(a.columns[0], "hinge.speed");
  EXPECT_EQ(b.columns[0], "b0.vx");
  Equations e(relative);
  const auto position = [&](double h) -> Eigen::Vector3d {
    Eigen::VectorXd q(relative.nq());
    relative.move(state.q, h * state.v, q);
    State moved = state;
    moved.q = q;
    relative.motion(moved, e);
    evaluate_pair(relative.layout(), e.k, relative.table().sensors[0].pair);
    return relative.table().sensors[0].kind.position(e.k.pairs[relative.table().sensors[0].pair]);
  };
  const double h = 1e-3;
  const Eigen::Vector3d v = (8 * (position(h) - position(-h)) - (position(2 * h) - position(-2 * h))) / (12 * h);
  EXPECT_LT((Eigen::VectorXd(a.J * state.v).head(3) - v).norm(), 1e-8 * v.norm());
}

}  // namespace
}  // namespace bricard::test
