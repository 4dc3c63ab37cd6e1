// Sweeps against closed forms: each value has its own run.
#include "bricard/analyses/many/sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

// A stone thrown upwards with speed v in mm/s: z = v t - g t²/2. With m = 3 its tiny push is no number.
Model thrown(double v, double m, bool pushed) {
  Model model;
  model.name = "Stone";
  model.gravity = {0, 0, -10};
  model.parameters = {{"m", m}};
  Body& stone = model.bodies.emplace_back();
  stone.name = "stone";
  stone.mass = m;
  stone.inertia.matrix = Eigen::Matrix3d::Identity();
  stone.position = Point{};
  stone.velocity = Vector3(0, 0, 1e-3 * v);
  if (!pushed) return model;
  Force& push = model.forces.emplace_back();
  push.name = "push";
  push.body = "stone";
  AppliedForce kind;
  kind.components = std::array{Function(0.0), Function(0.0), Function("1e-12*sqrt(2.6 - m - t)")};
  push.kind = kind;
  return model;
}

Control varying(bool pushed = false) {
  Control control;
  control.vary = [pushed](const std::vector<std::pair<std::string, double>>& values) {
    double v = 3000, m = 1;
    for (const auto& [name, value] : values) {
      if (name != "v" && name != "m") throw Error("--set " + name, "there is no such parameter");
      (name == "v" ? v : m) = value;
    }
    return thrown(v, m, pushed);
  };
  return control;
}

AnalysisOptions half_a_second() {
  AnalysisOptions options;
  options.duration = 0.5;
  return options;
}

TEST(Sweep, ValuesReachTheEndAndCarryUnits) {
  UnitSystem units;
  EXPECT_EQ(parse_sweep("v=0:1:0.1", units).values.size(), 11u);
  EXPECT_EQ(parse_sweep("v=0:1:0.1", units).values.back(), 1.0);
  EXPECT_EQ(parse_sweep("v=0:1:0.3", units).values.size(), 4u);  // 0, 0.3, 0.6, 0.9
  const std::vector<double> down = parse_sweep("v=2:-2:-1", units).values;
  EXPECT_EQ(down, (std::vector<double>{2, 1, 0, -1, -2}));
  const Sweep speeds = parse_sweep("left.v=0:36 km/h:5 m/s", units);
  EXPECT_EQ(speeds.parameter, "left.v");
  EXPECT_EQ(speeds.values, (std::vector<double>{0, 5, 10}));
  EXPECT_EQ(parse_sweep("v=3:3:0", units).values, std::vector<double>{3});
}

TEST(Sweep, WhatIsNoSweepIsRefused) {
  for (const char* wrong : {"v", "v=", "=0:1:1", "v=0:1", "v=0:1:0", "v=0:1:-1", "v=a:1:1", "v=0:1e9:1e-3", "v=0:inf:1", "v=::"})
    EXPECT_THROW(parse_sweep(wrong, UnitSystem{}), Error) << wrong;
}

TEST(Sweep, OneRowForEachValueWithTheLastOfItsRun) {
  const Results results = sweep({"v", {0, 1000, 2500}}, half_a_second(), varying());
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  ASSERT_EQ(results.rows(), 3);
  EXPECT_EQ(results.columns.front().name, "v");
  const std::vector<double> v = results.series("v"), z = results.series("stone.z"), t = results.series("t");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(t[i], 0.5);
    EXPECT_NEAR(z[i], 1e-3 * v[i] * 0.5 - 0.5 * 10 * 0.25, 1e-9);
  }
}

// What a sweep asks of its runs: the same last row as a run with all rows, and few others.
TEST(Sweep, ARunOfWhichOnlyTheLastRowIsKeptComputesFewOthers) {
  const Model model = thrown(3000, 1, false);
  const Results all = run(model, half_a_second());
  Control control;
  control.last_row_only = true;
  for (const bool doctor : {true, false}) {
    control.doctor = doctor;
    const Results few = run(model, half_a_second(), control);
    ASSERT_EQ(all.rows(), 1001);
    EXPECT_LE(few.rows(), 22);
    EXPECT_EQ(few.summary.steps, all.summary.steps);
    const auto width = static_cast<std::ptrdiff_t>(all.columns.size());
    EXPECT_TRUE(std::equal(all.values.end() - width, all.values.end(), few.values.end() - width, few.values.end()));
  }
}

TEST(Sweep, AnUnknownParameterOrAWrongModelIsAnError) {
  EXPECT_THROW(sweep({"speed", {0, 1}}, half_a_second(), varying()), Error);
  EXPECT_THROW(sweep({"m", {1, -1}}, half_a_second(), varying()), Error);
}

TEST(Sweep, RunsThatFailAreToldAndTheOthersKept) {
  const Results results = sweep({"m", {1, 2, 3}}, half_a_second(), varying(true));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NE(results.summary.outcome.message.find("1 of 3 values failed; m = 3: "), std::string::npos)
      << results.summary.outcome.message;
  ASSERT_EQ(results.rows(), 2);
  EXPECT_NEAR(results.series("stone.z").back(), 3 * 0.5 - 1.25, 1e-9);
}

TEST(Sweep, AnInterruptKeepsWhatWasComputed) {
  Control control = varying();
  std::atomic<bool> stop{true};
  control.interrupt = &stop;
  const Results results = sweep({"v", {0, 1000}}, half_a_second(), control);
  EXPECT_EQ(results.summary.outcome.status, Status::stopped);
  EXPECT_EQ(results.rows(), 0);
}

}  // namespace
}  // namespace bricard
