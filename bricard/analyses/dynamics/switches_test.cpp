// Kinks in the functions of forces and states: motions whose closed form is known piece by piece.
#include "bricard/analyses/dynamics/switches.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

// A body that moves along z only by what `force` says; 1 kg.
Model along_z(const std::string& force, double position, double speed) {
  Model model;
  model.gravity = Vector3::Zero();
  Body body;
  body.name = "body";
  body.mass = 1;
  body.inertia.matrix = Matrix3::Identity();
  body.position = Point{{0, 0, position}, ""};
  body.velocity = Vector3(0, 0, speed);
  model.bodies = {body};
  Force law;
  law.name = "law";
  law.body = "body";
  AppliedForce load;
  load.components = std::array<Function, 3>{Function(0.0), Function(0.0), Function(force)};
  law.kind = load;
  model.forces = {law};
  return model;
}
AnalysisOptions for_time(double duration, double tolerance) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = duration / 10;
  options.tolerance.relative = tolerance;
  return options;
}

// Free flight with g = 10 above a spring of 4e4 N/m: between parabolas half a swing about the spring's rest position.
TEST(Switches, ABallOnAStiffFloor) {
  const double g = 10, k = 4e4, height = 0.2, w = std::sqrt(k);
  const double fall = std::sqrt(2 * height / g), v = g * fall;
  const double contact = 2 * (std::acos(-1.0) - std::atan(v * w / g)) / w;  // z = -g/w² + (g/w²) cos(w t) - (v/w) sin(w t)
  const double period = 2 * fall + contact;
  for (const char* text :
       {"-10 + if(body.z < 0, -4e4*body.z, 0)", "-10 + max(-4e4*body.z, 0)", "-10 + 2e4*(abs(body.z) - body.z)"}) {
    for (const double tolerance : {1e-6, 1e-9}) {
      const Results results = run(along_z(text, height, 0), for_time(5 * period, tolerance));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      EXPECT_NEAR(results.series("body.z").back(), height, 30 * tolerance) << text;  // at the top again, five bounces later
      EXPECT_LT(results.summary.rejected, 40) << text;  // without jumps to step over, hardly any step fails
    }
  }
}

TEST(Switches, AForceThatEndsAtATime) {
  const Results results = run(along_z("if(t < 0.7, 6, -1)", 0, 0), for_time(2, 1e-6));
  const double v = 6 * 0.7, z = 0.5 * 6 * 0.49 + v * 1.3 - 0.5 * 1.3 * 1.3;
  EXPECT_NEAR(results.series("body.z").back(), z, 1e-12);
  EXPECT_NEAR(results.series("body.vz").back(), v - 1.3, 1e-12);
}

// Beyond its end the branch that is held has no value: sqrt of a negative number.
TEST(Switches, ABranchThatEndsIsLeftInTime) {
  const Results results = run(along_z("if(body.z < 1, -sqrt(1 - body.z), 0)", 0.5, 2), for_time(2, 1e-9));
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  // Energy: v² = 4 - 2 ∫ sqrt(1 - z) dz from 0.5 to 1 = 4 - 4/3 · 0.5^(3/2); then constant.
  const double v = std::sqrt(4 - 4.0 / 3 * std::pow(0.5, 1.5));
  EXPECT_NEAR(results.series("body.vz").back(), v, 1e-7);
}

// Dry friction stops the body and then switches for ever, which no step resolves: the run stops there and says so.
TEST(Switches, WithoutEndStopTheRun) {
  const Results results = run(along_z("-2*sign(body.vz)", 0, 1), for_time(1, 1e-5));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NEAR(results.series("t").back(), 0.5, 1e-6);        // v/a
  EXPECT_NEAR(results.series("body.z").back(), 0.25, 1e-6);  // v²/(2 a)
  const auto& warnings = results.summary.warnings;
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.find("forces.law switches without end at t = 0.5 s") != std::string::npos;
  }));
  EXPECT_EQ(results.summary.outcome.message.rfind("the function of forces.law switches without end at t = 0.5 s", 0), 0u)
      << results.summary.outcome.message;
}

TEST(Switches, AreHeldByIndex3Too) {
  AnalysisOptions options = for_time(0.6, 1e-4);
  options.formulation = "index3";
  const Results results = run(along_z("-2*sign(body.vz)", 0, 1), options);
  ASSERT_GT(results.series("t").size(), 4u);
  EXPECT_NEAR(results.series("body.z")[4], 0.24 - 0.24 * 0.24, 1e-4);  // v t - a t²/2
  const Results ends = run(along_z("if(t < 0.7, 6, -1)", 0, 0), for_time(2, 1e-6));
  EXPECT_NEAR(ends.series("body.vz").back(), 6 * 0.7 - 1.3, 1e-9);
}

TEST(Switches, StatesHaveThemToo) {
  Model model = along_z("0", 0, 0);
  StateEquation state;
  state.name = "x";
  state.derivative = Function("if(x < 0.5, 1, 0.25)");
  model.states = {state};
  const Results results = run(model, for_time(1.5, 1e-6));
  EXPECT_NEAR(results.series("x").back(), 0.75, 1e-12);
}

}  // namespace
}  // namespace bricard
