// Every analysis on mechanisms whose answers stand in books of mechanics, written out beside them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/model/building.hpp"

namespace bricard {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;
const char* const both_sets[] = {"relative", "absolute"};

AnalysisOptions options_of(const char* type, const char* coordinates) {
  AnalysisOptions options;
  options.type = type;
  options.coordinates = coordinates;
  return options;
}

Results done(const Model& model, const AnalysisOptions& options, const Control& control = {}) {
  Results results = run(model, options, control);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  return results;
}

double coordinate(const EquilibriumReport::Position& position, const std::string& name) {
  for (const auto& [column, value] : position.coordinates)
    if (column.name == name) return value;
  ADD_FAILURE() << "no coordinate " << name;
  return 0;
}

// 3 kg under a spring of 700 N/m and 0.3 m, with a damper of 5 N s/m, on a vertical guide.
Model hanging(double stiffness = 700) {
  Model model;
  model.gravity = {0, 0, -g};
  model.parameters = {{"k", stiffness}};
  add_body(model, "load", 3, {1, 1, 1}, {0, 0, -0.4});
  add_joint(model, "guide", "prismatic", {"ground", "load"}, {0, 0, 0}, {0, 0, 1});
  Force& spring = add_force(model, "spring", "spring_damper", {"ground", "load"}, {0, 0, 0}, {0, 0, -0.4});
  set(set(set(spring, "stiffness", "k"), "damping", 5), "free_length", 0.3);
  return model;
}

// A rod of 2 kg and 1 m about its upper end; mass moment 2/12 about its centre.
Model pendulum() {
  Model model;
  model.gravity = {0, 0, -g};
  add_body(model, "rod", 2, {2.0 / 12, 2.0 / 12, 1e-3}, {0, 0, -0.5});
  add_joint(model, "pin", "revolute", {"ground", "rod"}, {0, 0, 0}, {0, 1, 0});
  return model;
}

TEST(KnownAnswers, ASpringCarriesTheWeight) {
  for (const char* coordinates : both_sets) {
    const Results results = done(hanging(), options_of("equilibrium", coordinates));
    ASSERT_EQ(results.rows(), 1);
    EXPECT_NEAR(results.series("load.z")[0], -0.3 - 3 * g / 700, 1e-12) << coordinates;
    EXPECT_NEAR(results.series("spring.force")[0], 3 * g, 1e-9);
    EXPECT_EQ(results.series("load.az")[0], 0);
    EXPECT_EQ(results.summary.equilibrium->configuration.stable, true);
    EXPECT_NEAR(results.summary.equilibrium->configuration.growth, -5 / (2 * 3.0), 1e-9) << "damping over twice the mass";
  }
}

// So that it hangs at -0.5 m the spring must have 3 g / 0.2 m.
TEST(KnownAnswers, TheStiffnessOfAGivenPosition) {
  AnalysisOptions options = options_of("equilibrium", "auto");
  options.equilibrium = EquilibriumOptions{};
  options.equilibrium->find = {"k"};
  options.equilibrium->so_that = {"load.z == -0.5"};
  Control control;
  control.vary = [](const std::vector<std::pair<std::string, double>>& values) { return hanging(values.at(0).second); };
  const Results results = done(hanging(), options, control);
  ASSERT_EQ(results.summary.equilibrium->found.size(), 1u);
  EXPECT_EQ(results.summary.equilibrium->found[0].first, "k");
  EXPECT_NEAR(results.summary.equilibrium->found[0].second, 3 * g / 0.2, 1e-6);
  EXPECT_NEAR(results.series("load.z")[0], -0.5, 1e-10);
}

TEST(KnownAnswers, APendulumHasTwoPositionsOfRest) {
  Model model = pendulum();
  start(model.joints[0], "angle", 0.4);
  AnalysisOptions options = options_of("equilibrium", "auto");
  options.equilibrium = EquilibriumOptions{};
  options.equilibrium->starts = 20;
  const EquilibriumReport report = *done(model, options).summary.equilibrium;
  EXPECT_NEAR(std::remainder(coordinate(report.configuration, "pin.angle"), 2 * pi), 0, 1e-9);
  ASSERT_EQ(report.others.size(), 1u);
  EXPECT_NEAR(std::abs(std::remainder(coordinate(report.others[0], "pin.angle"), 2 * pi)), pi, 1e-9);
  EXPECT_EQ(report.others[0].stable, false);
  EXPECT_NEAR(report.others[0].growth, std::sqrt(1.5 * g), 1e-6) << "upside down: sqrt(3 g / 2 l)";
}

// A ball on an arm of length l that hangs from a shaft turning with Ω: cos = g/(Ω² l).
TEST(KnownAnswers, AConicalPendulum) {
  const double speed = 5, l = 0.8;
  Model model;
  model.gravity = {0, 0, -g};
  add_body(model, "shaft", 1, {0.1, 0.1, 0.1}, {0, 0, 0});
  add_body(model, "ball", 2, {0.01, 0.01, 0.01}, {l * std::sin(0.7), 0, -l * std::cos(0.7)});
  add_joint(model, "axle", "revolute", {"ground", "shaft"}, {0, 0, 0}, {0, 0, 1});
  add_joint(model, "arm", "revolute", {"shaft", "ball"}, {0, 0, 0}, {0, -1, 0});
  add_driver(model, "drive", "axle", "angle", "5*t");
  AnalysisOptions options = options_of("equilibrium", "auto");
  options.equilibrium = EquilibriumOptions{};
  options.equilibrium->kind = EquilibriumKind::steady;
  const Results results = done(model, options);
  const double angle = std::acos(g / (speed * speed * l));
  EXPECT_NEAR(results.series("arm.angle")[0], angle - 0.7, 1e-9);
  EXPECT_NEAR(results.series("axle.speed")[0], speed, 1e-12);
  EXPECT_NEAR(results.series("drive.torque")[0], 0, 1e-9);
}

// lambda = -c/2m ± i sqrt(k/m - (c/2m)²).
TEST(KnownAnswers, ModesOfAnOscillator) {
  for (const char* coordinates : both_sets) {
    const Results results = done(hanging(), options_of("modes", coordinates));
    ASSERT_EQ(results.summary.modes.size(), 1u) << coordinates;
    const Mode& mode = results.summary.modes[0];
    EXPECT_NEAR(mode.real, -5 / 6.0, 1e-9);
    EXPECT_NEAR(mode.imag, std::sqrt(700 / 3.0 - 25 / 36.0), 1e-9);
    EXPECT_NEAR(mode.frequency, std::sqrt(700 / 3.0) / (2 * pi), 1e-9);
    EXPECT_NEAR(mode.damping, 5 / (2 * std::sqrt(700 * 3.0)), 1e-9);
    EXPECT_EQ(mode.moves, "guide.position") << coordinates;
    EXPECT_FALSE(mode.unstable);
  }
}

// A rod on a ball swings both ways with sqrt(3 g / 2 l) and spins about itself; coordinates have the names of the ball's.
TEST(KnownAnswers, ModesOfARodOnABall) {
  Model model = pendulum();
  model.joints.clear();
  add_joint(model, "ball", "spherical", {"ground", "rod"}, {0, 0, 0});
  const Results results = done(model, options_of("modes", "relative"));
  int swings = 0, rigid = 0;
  for (const Mode& mode : results.summary.modes) {
    EXPECT_TRUE(mode.moves == "ball.rx" || mode.moves == "ball.ry" || mode.moves == "ball.rz") << mode.moves;
    rigid += mode.kind == Mode::Kind::rigid;
    if (mode.kind != Mode::Kind::oscillating) continue;
    ++swings;
    EXPECT_NEAR(mode.frequency, std::sqrt(1.5 * g) / (2 * pi), 1e-9);
    EXPECT_EQ(mode.multiplicity, 2);
  }
  EXPECT_EQ(swings, 2);
  EXPECT_GE(rigid, 1);
}

// angle = 0.3 sin(2 t): torque = J angle'' + m g l/2 sin(angle), J = m l²/3. A state that adds up the speed is the angle.
TEST(KnownAnswers, TheTorqueOfAGivenSwing) {
  Model model = pendulum();
  add_driver(model, "drive", "pin", "angle", "0.3*sin(2*t)");
  model.states = {{"turned", 0, Function("pin.speed"), {}, {}}};
  for (const char* coordinates : both_sets) {
    AnalysisOptions options = options_of("inverse_dynamics", coordinates);
    options.duration = 2;
    options.output_step = 0.1;
    const Results results = done(model, options);
    ASSERT_EQ(results.rows(), 21);
    for (int row = 0; row < results.rows(); ++row) {
      const double t = 0.1 * row, angle = 0.3 * std::sin(2 * t), torque = 2.0 / 3 * -4 * angle + g * std::sin(angle);
      EXPECT_NEAR(results.series("t")[row], t, 1e-12);
      EXPECT_NEAR(results.series("pin.angle")[row], angle, 1e-10) << coordinates;
      EXPECT_NEAR(results.series("pin.speed")[row], 0.6 * std::cos(2 * t), 1e-9);
      EXPECT_NEAR(results.series("rod.aly")[row], -4 * angle, 1e-8);
      EXPECT_NEAR(results.series("drive.torque")[row], torque, 1e-8);
    }
    options.type = "kinematics";
    const Results motion = done(model, options);
    for (int row = 0; row < motion.rows(); ++row) {
      EXPECT_NEAR(motion.series("pin.angle")[row], 0.3 * std::sin(0.2 * row), 1e-10);
      EXPECT_NEAR(motion.series("turned")[row], 0.3 * std::sin(0.2 * row), 1e-6) << coordinates << " row " << row;
    }
  }
}

// x = -0.3 - 3 g/k + A e^-dt cos(wt) ..: an oscillator that starts at rest, in every kind of method.
TEST(KnownAnswers, AnOscillatorFromRest) {
  const double d = 5 / 6.0, w = std::sqrt(700 / 3.0 - d * d), middle = -0.3 - 3 * g / 700, A = -0.4 - middle;
  for (const char* integrator : {"dopri5", "dop853", "adams", "bdf", "radau", "rosenbrock", "hht", "generalized_alpha"}) {
    AnalysisOptions options = options_of("dynamics", "auto");
    options.integrator = integrator;
    options.duration = 1;
    options.output_step = 0.05;
    options.tolerance.relative = 1e-8;
    const Results results = done(hanging(), options);
    const std::vector<double> t = results.series("t"), z = results.series("load.z"), v = results.series("load.vz");
    ASSERT_EQ(t.size(), 21u);
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double fall = std::exp(-d * t[i]), c = std::cos(w * t[i]), s = std::sin(w * t[i]);
      EXPECT_NEAR(z[i], middle + A * fall * (c + d / w * s), 3e-6) << integrator << " t " << t[i];
      EXPECT_NEAR(v[i], -A * fall * (w + d * d / w) * s, 1e-4) << integrator << " t " << t[i];
    }
    EXPECT_EQ(results.summary.methods.integrator, integrator);
    EXPECT_GT(results.summary.steps, 10);
    ASSERT_TRUE(results.summary.balance);
    EXPECT_LT(std::abs(results.summary.balance->error), 1e-4 * results.summary.balance->moved) << integrator;
  }
}

}  // namespace
}  // namespace bricard
