// Runs with dry friction against closed forms: what holds, what slides, what stops and stays, what breaks loose.
#include "bricard/analyses/dynamics/stick_slip.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/model/building.hpp"

namespace bricard {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

// 4 kg on a slope that falls with 30 degrees along the slide.
Model slope(double holding, double sliding, double speed = 0) {
  Model model;
  model.gravity = {0, 0, -g};
  add_body(model, "block", 4, {0.02, 0.02, 0.02}, {0, 0, 0});
  Joint& slide = add_joint(model, "slide", "prismatic", {"ground", "block"}, {0, 0, 0}, {std::cos(pi / 6), 0, -0.5});
  start(slide, "rate", speed);
  slide.friction.emplace();
  slide.friction->holding = holding;
  slide.friction->sliding = sliding;
  return model;
}

Results done(const Model& model, double duration, const char* coordinates = "auto") {
  Results results = run(model, timed(duration, duration / 20, coordinates, 1e-8));
  EXPECT_DONE(results);
  return results;
}

TEST(StickSlip, WhatIsHeldStaysToTheLastDigit) {
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = done(slope(0.6, 0.4), 2, coordinates);
    EXPECT_NEAR(value(results, "slide.position"), 0, 1e-14) << coordinates;
    EXPECT_EQ(value(results, "slide.stuck"), 1);
    EXPECT_NEAR(std::abs(value(results, "slide.friction")), 4 * g / 2, 1e-9) << "what pulls, and not mu N";
  }
}

TEST(StickSlip, WhatIsNotHeldSlidesEvenly) {
  const double a = g * (0.5 - 0.2 * std::cos(pi / 6));
  const Results results = done(slope(0.3, 0.2), 1);
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row);
    EXPECT_NEAR(value(results, "slide.position", row), a * t * t / 2, 1e-7);
    EXPECT_NEAR(std::abs(value(results, "slide.friction", row)), 0.2 * 4 * g * std::cos(pi / 6), 1e-6);
    EXPECT_EQ(value(results, "slide.stuck", row), 0);
  }
}

// Up with 3 m/s: it stops after v/a at v²/(2 a), a = g (sin + mu cos), and is held there or comes back.
TEST(StickSlip, WhatIsThrownUpStopsAndStaysOrComesBack) {
  const double up = g * (0.5 + 0.6 * std::cos(pi / 6)), down = g * (0.5 - 0.2 * std::cos(pi / 6));
  Results results = done(slope(0.7, 0.6, -3), 2);
  EXPECT_NEAR(value(results, "slide.position"), -9 / (2 * up), 1e-7);
  EXPECT_NEAR(value(results, "slide.rate"), 0, 1e-12);
  EXPECT_EQ(value(results, "slide.stuck"), 1);
  results = done(slope(0.2, 0.2, -3), 2);
  const double brakes = g * (0.5 + 0.2 * std::cos(pi / 6)), back = 2 - 3 / brakes;
  EXPECT_NEAR(value(results, "slide.position"), -9 / (2 * brakes) + down * back * back / 2, 1e-6);
  EXPECT_NEAR(value(results, "slide.rate"), down * back, 1e-6);
}

// Pulled by a force that grows with time, it breaks loose at mu m g and then slides with (F - mu' m g)/m.
TEST(StickSlip, WhatIsPulledBreaksLooseInTime) {
  Model model;
  model.gravity = {0, 0, -g};
  add_body(model, "block", 2, {0.02, 0.02, 0.02}, {0, 0, 0});
  Joint& slide = add_joint(model, "slide", "prismatic", {"ground", "block"}, {0, 0, 0}, {1, 0, 0});
  slide.friction.emplace();
  slide.friction->holding = 0.5;
  slide.friction->sliding = 0.3;
  set(add_joint_force(model, "pull", "joint_force", "slide"), "force", "10*t");
  const double loose = 0.5 * 2 * g / 10, end = 1.5, t = end - loose;
  const Results results = done(model, end);
  // v' = (10 (loose + t) - 0.3 m g)/m = (10 t + 0.2 m g)/m
  EXPECT_NEAR(value(results, "slide.rate"), (5 * t * t + 0.2 * 2 * g * t) / 2, 1e-6);
  EXPECT_NEAR(value(results, "slide.position"), (5 * t * t * t / 3 + 0.1 * 2 * g * t * t) / 2, 1e-6);
  for (int row = 0; row < results.rows(); ++row) {
    const double now = value(results, "t", row);
    EXPECT_EQ(value(results, "slide.stuck", row), now < loose) << now;
  }
}

// A rotor in a bearing that is pressed with 20 N at a radius of 0.1 m stops after J w/(mu N r).
TEST(StickSlip, ABrakedRotorStops) {
  Model model;
  model.gravity = {0, 0, 0};
  add_body(model, "rotor", 1, {0.1, 0.1, 0.05}, {0, 0, 0});
  Joint& bearing = add_joint(model, "bearing", "revolute", {"ground", "rotor"}, {0, 0, 0}, {0, 0, 1});
  start(bearing, "speed", -12);
  bearing.friction.emplace();
  bearing.friction->holding = bearing.friction->sliding = 0.4;
  bearing.friction->radius = 0.1;
  bearing.friction->preload = 20;
  const double stops = 0.05 * 12 / (0.4 * 20 * 0.1);
  const Results results = done(model, 1.5 * stops);
  EXPECT_NEAR(value(results, "bearing.angle"), -12 * stops / 2, 1e-6);
  EXPECT_NEAR(value(results, "bearing.speed"), 0, 1e-12);
  EXPECT_EQ(value(results, "bearing.stuck"), 1);
}

// x = (t - 1/2)²/4: the driver overcomes m a and friction against the motion; at the turn nobody knows it, which is told.
TEST(StickSlip, ADrivenMotionTellsWhereItStandsStill) {
  Model model;
  model.gravity = {0, 0, -g};
  add_body(model, "block", 2, {0.02, 0.02, 0.02}, {0, 0, 0});
  Joint& slide = add_joint(model, "slide", "prismatic", {"ground", "block"}, {0, 0, 0}, {1, 0, 0});
  slide.friction.emplace();
  slide.friction->holding = slide.friction->sliding = 0.3;
  add_driver(model, "drive", "slide", "position", "(t - 0.5)^2/4");
  AnalysisOptions options = timed(1, 0.125, "auto", 1e-8);
  options.type = "inverse_dynamics";
  const Results results = run(model, options);
  EXPECT_DONE(results);
  ASSERT_EQ(results.rows(), 9);
  for (int row = 0; row < 9; ++row) {
    const double way = row - 4, sign = way == 0 ? 0 : std::copysign(1, way);
    EXPECT_NEAR(value(results, "drive.force", row), 2 * 0.5 + sign * 0.3 * 2 * g, 1e-9) << row;
  }
  ASSERT_EQ(results.summary.warnings.size(), 1u);
  EXPECT_NE(results.summary.warnings[0].find("'slide' stands still at"), std::string::npos) << results.summary.warnings[0];
}

// A slider-crank whose rod has no mass: it pushes the block along the line that touches its two friction circles, of radius mu r,
// on the sides against which it turns in its pins. With u from pin to pin and F the force of the rod on the block,
//   l u × F = M_B + M_C,  M = -mu r |F| sign(turn in the pin),  F_x = P,  T = M_B + B × F on the crank.
TEST(StickSlip, ARodWithoutMassPushesAlongItsFrictionCircles) {
  constexpr double R = 0.2, l = 0.7, rub = 0.3 * 0.04, P = 100;
  for (const double angle : {0.5, 1.0, 2.0, -1.0, 4.0}) {
    const double rod = std::asin(-R * std::sin(angle) / l), turn = -R * std::cos(angle) / (l * std::cos(rod));
    const double at_crank = turn > 1 ? -1 : 1, at_block = turn > 0 ? -1 : 1;
    const double along = rod + std::asin(rub * (at_crank + at_block) / l), F = P / std::cos(along);
    const double torque = R * F * std::sin(along - angle) + rub * F * at_crank;
    const Model model = read_yaml_text(R"(bricard: 1
gravity: [0, 0, 0]
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0]}
  rod: {position: [0.4, 0, 0]}
  block: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.9, 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  pin: {type: revolute, bodies: [crank, rod], at: [0.2, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.3, radius: 0.04}}
  eye: {type: revolute, bodies: [rod, block], at: [0.9, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.3, radius: 0.04}}
  slide: {type: prismatic, bodies: [ground, block], at: [0.9, 0, 0], axis: [1, 0, 0]}
drivers: {motor: {joint: shaft, angle: ")" +
                                           std::to_string(angle) + R"( + 1e-5*t"}}
forces: {press: {type: force, body: block, at: [0.9, 0, 0], components: [-100, 0, 0]}}
)",
                                       "slider crank");
    for (const char* type : {"inverse_dynamics", "dynamics"})
      for (const char* coordinates : {"relative", "absolute"}) {
        AnalysisOptions options = timed(1, 1, coordinates, 1e-8);
        options.type = type;
        const Results results = run(model, options);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << type << coordinates << results.summary.outcome.message;
        EXPECT_NEAR(value(results, "motor.torque", 0), torque, 1e-9) << type << ' ' << coordinates << ' ' << angle;
      }
  }
}

}  // namespace
}  // namespace bricard
