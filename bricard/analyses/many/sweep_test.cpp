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

TEST(Sweep, AnUnknownParameterOrAModelThatIsAlwaysWrongIsAnError) {
  EXPECT_THROW(sweep({"speed", {0, 1}}, half_a_second(), varying()), Error);
  EXPECT_THROW(sweep({"m", {-2, -1}}, half_a_second(), varying()), Error);
  const Results results = sweep({"m", {1, -1}}, half_a_second(), varying());
  EXPECT_EQ(results.summary.outcome.status, Status::done);
  ASSERT_EQ(results.summary.sweep->ended.size(), 2u);
  EXPECT_NE(results.summary.sweep->ended[1].reason.find("mass"), std::string::npos);
}

// All combinations, the last one changing first; curves below each other.
TEST(Sweep, AGridKeepsWhatIsAskedFor) {
  AnalysisOptions options = half_a_second();
  options.output_step = 0.1;
  const std::vector<Sweep> varied{{"m", {1, 2}}, {"v", {1500, 3700}}};
  const Results curves = sweep(varied, parse_keep("curves"), options, varying());
  ASSERT_EQ(curves.rows(), 4 * 6);
  const std::vector<double> v = curves.series("v"), z = curves.series("stone.z"), t = curves.series("t");
  for (int i = 0; i < curves.rows(); ++i) EXPECT_NEAR(z[i], 1e-3 * v[i] * t[i] - 5 * t[i] * t[i], 1e-9);
  // The top of its way: v/g and v²/2g; between the rows.
  const Results numbers =
      sweep(varied, parse_keep("top = max(stone.z), at(t, stone.vz < 0), at(stone.z, t == 0.25)"), options, varying());
  ASSERT_EQ(numbers.rows(), 4);
  EXPECT_EQ(numbers.columns[2].name, "top");
  EXPECT_EQ(numbers.columns[2].unit, "m");
  for (int i = 0; i < 4; ++i) {
    const double speed = 1e-3 * numbers.at(i, 1);
    EXPECT_NEAR(numbers.at(i, 2), speed * speed / 20, 1e-9);
    EXPECT_NEAR(numbers.at(i, 3), speed / 10, 1e-9);
    EXPECT_NEAR(numbers.at(i, 4), speed * 0.25 - 5 * 0.0625, 1e-9);
  }
}

TEST(Sweep, WhatIsNothingToKeepIsRefused) {
  for (const char* wrong : {"", "first", "max", "max()", "max(x, y)", "at(x)", "at(x, y z)", "at(x, t = 2)", "at(x, 1 < t < 2)",
                            "max(x", "max(x))", "max(x), max(x)", "max(x),", "at(x, t != 2)", "at(x, == 2)"})
    EXPECT_THROW(parse_keep(wrong), Error) << wrong;
  EXPECT_EQ(parse_keep("a = at(max(x, y), t >= 2), min(min(x, 2))").numbers[0].of, "max(x, y)");
}

TEST(Sweep, RunsThatFailAreToldAndTheOthersKept) {
  const Results results = sweep({"m", {1, 2, 3}}, half_a_second(), varying(true));
  EXPECT_EQ(results.summary.outcome.status, Status::done);
  EXPECT_NE(results.summary.outcome.message.find("3 values of m, of which 1 failed; m = 3: "), std::string::npos)
      << results.summary.outcome.message;
  ASSERT_EQ(results.rows(), 3);
  EXPECT_NEAR(results.series("stone.z")[1], 3 * 0.5 - 1.25, 1e-9);
  EXPECT_TRUE(std::isnan(results.series("stone.z")[2]));
  EXPECT_EQ(sweep({"m", {3}}, half_a_second(), varying(true)).summary.outcome.status, Status::failed);
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
