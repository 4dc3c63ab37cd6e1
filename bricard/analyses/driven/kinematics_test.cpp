// Driven motion: where it ends, what is said about too few and too many drivers, what its results hold. Closed forms of the
// motion itself are in verification/.
#include "bricard/analyses/driven/kinematics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Driver driver(const std::string& name, const std::string& joint, const std::string& angle) {
  Driver driver;
  driver.name = name;
  driver.joint = joint;
  driver.prescribed["angle"] = Function(angle);
  return driver;
}

// The crank of the four-bar stands upright at the start; x of its centre as a function of time.
Driver crank_driver(const std::string& x) {
  Driver driver;
  driver.name = "twin";
  driver.body = "crank";
  driver.coordinate = DrivenCoordinate::x;
  driver.value = Function(x);
  return driver;
}

AnalysisOptions timed(double duration, double step) {
  AnalysisOptions options;
  options.type = "kinematics";
  options.duration = duration;
  options.output_step = step;
  return options;
}

void expect_part(const std::string& text, const char* part) { EXPECT_NE(text.find(part), std::string::npos) << text; }

// Crank 0.1 m at 60 degrees, rod 0.3 m, slider along x.
Model planar_slider_crank() {
  Model model;
  const double r = 0.1, l = 0.3, phi = std::acos(-1.0) / 3;
  const Vector3 O(0, 0, 0), A(r * std::cos(phi), r * std::sin(phi), 0), B(A[0] + std::sqrt(l * l - A[1] * A[1]), 0, 0);
  model.bodies = {bar("crank", O, A), bar("rod", A, B), bar("slider", B, B + Vector3(0.1, 0, 0))};
  model.joints = {joint<Revolute>("main", "ground", "crank", O), joint<Revolute>("pin", "crank", "rod", A),
                  joint<Revolute>("wrist", "rod", "slider", B), joint<Prismatic>("guide", "ground", "slider", B, {1, 0, 0})};
  return model;
}

TEST(Kinematics, StopsWhereARockerEndsItsSwing) {
  // Crank 1, coupler 3, rocker 2.5, ground 3.2: the rocker's swing ends where crank and coupler lie in one line, at the distance
  // b - a or b + a; its angle there is that of a triangle with the sides c, d and this distance.
  const double c = 2.5, d = 3.2;
  const auto interior = [&](double diagonal) { return std::acos((c * c + d * d - diagonal * diagonal) / (2 * c * d)); };
  const Vector3 A(0, 1, 0), C(d, 0, 0);
  const double reach = (C - A).norm(), along = (reach * reach + 9 - c * c) / (2 * reach);
  const Vector3 e = (C - A) / reach, B = A + along * e + std::sqrt(9 - along * along) * Vector3(-e[1], e[0], 0);
  const double start = std::acos(-(B - C)[0] / c);  // between rocker and ground, inside the linkage
  for (const std::string& coordinates : coordinate_sets_everywhere())
    for (const double direction : {1.0, -1.0}) {
      Model model = four_bar();
      // `pivot` measures ground relative to the rocker; the interior angle shrinks as the rocker turns with the clock's opposite.
      model.drivers = {driver("push", "pivot", direction > 0 ? "t" : "-t")};
      AnalysisOptions options = timed(2, 0.1);
      options.coordinates = coordinates;
      const Results results = run(model, options);
      EXPECT_EQ(results.summary.outcome.status, Status::failed);
      const double limit = direction > 0 ? interior(4) - start : start - interior(2);
      EXPECT_NEAR(results.series("t").back(), limit, 1e-7) << coordinates << " " << results.summary.outcome.message;
      EXPECT_EQ(results.rows(), static_cast<int>(limit / 0.1) + 2);  // what was computed, and the last reachable position
      EXPECT_LT(results.summary.violation.position, 1e-13);
      expect_part(results.summary.outcome.message, "driver 'push' (pivot.angle = ");
      expect_part(results.summary.outcome.message, "locks at t = ");
    }
}

// Also where the motion ends before its time.
TEST(Kinematics, OfARunOfWhichOnlyTheLastRowIsKeptFewOthersAreComputed) {
  Model model = planar_slider_crank();
  Control control;
  control.last_row_only = true;
  for (const char* angle : {"t", "if(t < 0.3, t, sqrt(-1))"}) {
    model.drivers = {driver("motor", "main", angle)};
    const Results all = run(model, timed(1, 0.001)), few = run(model, timed(1, 0.001), control);
    ASSERT_GT(all.rows(), 250);
    EXPECT_LE(few.rows(), 23);
    const auto width = static_cast<std::ptrdiff_t>(all.columns.size());
    EXPECT_TRUE(std::equal(all.values.end() - width, all.values.end(), few.values.end() - width, few.values.end()));
  }
}

TEST(Kinematics, StopsAtTheDeadPointOfASlider) {
  Model model = planar_slider_crank();
  Driver push;
  push.name = "push";
  push.joint = "guide";
  push.prescribed["position"] = Function("0.02*t");
  model.drivers = {push};
  const Results results = run(model, timed(10, 0.5));
  const double x = 0.1 * 0.5 + std::sqrt(0.09 - 0.01 * 0.75);
  EXPECT_TRUE(results.summary.outcome.failed());
  EXPECT_NEAR(results.series("t").back(), (0.4 - x) / 0.02, 1e-6);
  EXPECT_NEAR(results.series("guide.position").back(), 0.4 - x, 1e-8);
  expect_part(results.summary.outcome.message, "(guide.position = 0.06277187 m)");  // 0.4 - 0.3372281323
}

TEST(Kinematics, NamesTheMotionsThatAreLeftFree) {
  EXPECT_TRUE(run(four_bar(), timed(1, 0.1)).summary.outcome.failed());
  expect_part(run(four_bar(), timed(1, 0.1)).summary.outcome.message, "1 motion is left free: joint '");

  Model model = planar_slider_crank();
  model.joints.erase(model.joints.begin() + 2);  // rod and slider apart: the slider is free to slide, the rod to turn
  model.drivers = {driver("motor", "main", "t")};
  const std::string message = run(model, timed(1, 0.1)).summary.outcome.message;
  expect_part(message, "2 motions are left free");
  expect_part(message, "joint 'guide' (position)");
  expect_part(message, "joint 'pin' (angle)");

  Model loose = four_bar();  // a rod between balls spins about itself, which is idle; the driver is missing
  loose.joints[1] = joint<Spherical>("pin", "crank", "coupler", loose.joints[1].at->at);
  loose.joints[2] = joint<Spherical>("wrist", "coupler", "rocker", loose.joints[2].at->at);
  expect_part(run(loose, timed(1, 0.1)).summary.outcome.message, "1 motion is left free: joint '");
  loose.drivers = {driver("motor", "main", "t")};
  EXPECT_EQ(run(loose, timed(1, 0.1)).summary.outcome.status, Status::done);
}

TEST(Kinematics, NamesDriversThatContradictEachOther) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "t"), driver("other", "pivot", "2*t")};
  Results results = run(model, timed(1, 0.1));
  EXPECT_TRUE(results.summary.outcome.failed());
  expect_part(results.summary.outcome.message, "drivers 'motor', 'other' drive the same motion");

  model.drivers = {driver("motor", "main", "t"), crank_driver("-0.5*sin(t) + 0.1*max(t - 0.55, 0)")};  // agree for a while
  results = run(model, timed(1, 0.1));
  EXPECT_TRUE(results.summary.outcome.failed());
  expect_part(results.summary.outcome.message, "'twin'");
  expect_part(results.summary.outcome.message, "contradict");
  EXPECT_NEAR(results.series("t").back(), 0.55, 1e-6);
}

TEST(Kinematics, RunsWithDriversThatAgreeAndSaysSo) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "3*t"), crank_driver("-0.5*sin(3*t)")};
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    AnalysisOptions options = timed(1, 0.1);
    options.coordinates = coordinates;
    const Results results = run(model, options);
    EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    ASSERT_EQ(results.summary.warnings.size(), 2u);  // the doctor's too
    expect_part(results.summary.warnings[0], "1 of 2 drivers follows");
    expect_part(results.summary.warnings[1], "drivers 'motor', 'twin' drive the same motion");
    EXPECT_NEAR(results.series("main.angle").back(), 3, 1e-12);
  }
}

TEST(Kinematics, SaysWhereADriverJumps) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "if(t < 0.35, t, t + 0.2)")};
  const Results results = run(model, timed(1, 0.1));
  EXPECT_TRUE(results.summary.outcome.failed());
  expect_part(results.summary.outcome.message, "driver 'motor' jumps by");
  EXPECT_NEAR(results.series("t").back(), 0.35, 1e-7);
}

TEST(Kinematics, KeepsTheBranchThroughASingularPosition) {
  // A parallelogram: at 0 and 180 degrees all links lie in one line, and the coupler could turn over.
  Model model;
  const Vector3 A(0, 0, 0), B(0, 1, 0), C(2, 1, 0), D(2, 0, 0);
  model.bodies = {bar("left", A, B), bar("coupler", B, C), bar("right", C, D)};
  model.joints = {joint<Revolute>("main", "ground", "left", A), joint<Revolute>("b", "left", "coupler", B),
                  joint<Revolute>("c", "coupler", "right", C), joint<Revolute>("d", "right", "ground", D)};
  model.drivers = {driver("motor", "main", "t")};
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    AnalysisOptions options = timed(14, 0.37);
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    const auto t = results.series("t"), x = results.series("coupler.x"), y = results.series("coupler.y"),
               ax = results.series("coupler.ax");
    for (std::size_t i = 0; i < t.size(); ++i) {
      ASSERT_NEAR(x[i], 1 - std::sin(t[i]), 1e-10) << coordinates << t[i];
      ASSERT_NEAR(y[i], std::cos(t[i]), 1e-10) << coordinates << t[i];
      ASSERT_NEAR(ax[i], std::sin(t[i]), 1e-8) << coordinates << t[i];
    }
    EXPECT_FALSE(results.summary.warnings.empty());
  }
}

TEST(Kinematics, NeedsNoMass) {
  Model model = four_bar(), massless = four_bar();
  model.drivers = massless.drivers = {driver("motor", "main", "5*t")};
  for (Body& body : massless.bodies) {
    body.mass = 0;
    body.inertia.matrix = Matrix3::Zero();
  }
  const Results expected = run(model, timed(1, 0.1)), results = run(massless, timed(1, 0.1));
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  for (const char* column : {"rocker.x", "rocker.vy", "coupler.alz"})
    EXPECT_NEAR(results.series(column).back(), expected.series(column).back(), 1e-10) << column;
}

TEST(Kinematics, LeavesOutWhatItDoesNotCompute) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "5*t")};
  model.outputs = {{"doubled", "2*rocker.ay"}, {"effort", "2*motor.torque"}};
  const Results results = run(model, timed(1, 0.1));
  for (const char* column : {"crank.x", "crank.vx", "crank.alz", "main.angle", "main.speed", "motor.value", "doubled"})
    EXPECT_GE(results.column(column), 0) << column;
  for (const char* column : {"main.fx", "motor.torque", "energy.total", "effort"})
    EXPECT_EQ(results.column(column), -1) << column;
  EXPECT_EQ(results.series("doubled").back(), 2 * results.series("rocker.ay").back());
  EXPECT_EQ(results.rows(), 11);
}

TEST(Kinematics, TheOutputStepDoesNotChangeTheMotion) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "40*t")};
  const Results coarse = run(model, timed(1, 1)), fine = run(model, timed(1, 0.001));
  ASSERT_EQ(coarse.summary.outcome.status, Status::done);
  EXPECT_NEAR(coarse.series("rocker.x").back(), fine.series("rocker.x").back(), 1e-13);
  EXPECT_NEAR(coarse.series("main.angle").back(), 40, 1e-12);
  EXPECT_GT(coarse.summary.steps, 100);  // small motions between outputs
}

TEST(Kinematics, CanBeInterrupted) {
  Model model = four_bar();
  model.drivers = {driver("motor", "main", "5*t")};
  std::atomic<bool> interrupt = false;
  Control control;
  control.interrupt = &interrupt;
  control.progress = [&](double done) { interrupt = done > 0.5; };
  const Results results = run(model, timed(1, 0.1), control);
  EXPECT_EQ(results.summary.outcome.status, Status::stopped);
  EXPECT_EQ(results.rows(), 7);
}

TEST(Kinematics, NeedsADuration) {
  AnalysisOptions options;
  options.type = "kinematics";
  EXPECT_THROW(run(four_bar(), options), Error);
  options.duration = -1;
  EXPECT_THROW(run(four_bar(), options), Error);
}

TEST(AssemblyAnalysis, WritesOneRowOfPositionsAndVelocities) {
  Model model = four_bar();
  model.joints[0].initial = Initial{};
  (*model.joints[0].initial)["angle"] = 0.3;
  (*model.joints[0].initial)["speed"] = 2;
  AnalysisOptions options;
  options.type = "assembly";
  const Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done);
  ASSERT_EQ(results.rows(), 1);
  EXPECT_NEAR(results.series("main.angle")[0], 0.3, 1e-12);
  EXPECT_NEAR(results.series("main.speed")[0], 2, 1e-11);
  EXPECT_EQ(results.column("crank.ax"), -1);
  EXPECT_EQ(results.column("main.fx"), -1);
  expect_part(results.summary.outcome.message, "crank by 0.");
  expect_part(results.state, "\"crank\"");
}

}  // namespace
}  // namespace bricard::test
