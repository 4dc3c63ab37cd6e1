// What every analysis tells beside its columns: what was computed and how often, of what, and keys that had no effect.
#include <gtest/gtest.h>

#include <cmath>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/model/building.hpp"

namespace bricard {
namespace {

constexpr double g = 9.81;

// 3 kg under a damped spring on a guide.
Model hanging() {
  Model model;
  model.name = "hanging";
  model.gravity = {0, 0, -g};
  add_body(model, "load", 3, {1, 1, 1}, {0, 0, -0.4});
  add_joint(model, "guide", "prismatic", {"ground", "load"}, {0, 0, 0}, {0, 0, 1});
  set(set(set(add_force(model, "spring", "spring_damper", {"ground", "load"}, {0, 0, 0}, {0, 0, -0.4}), "stiffness", 700),
          "damping", 5),
      "free_length", 0.3);
  return model;
}
// The same guide, driven.
Model driven() {
  Model model = hanging();
  add_driver(model, "motor", "guide", "position", "0.1*sin(2*t)");
  return model;
}
// A block that friction holds on a slope of 20 degrees.
Model held() {
  Model model;
  model.name = "held";
  const double slope = 20 * std::acos(-1.0) / 180;
  model.gravity = {g * std::sin(slope), 0, -g * std::cos(slope)};
  add_body(model, "block", 2, {1, 1, 1}, {0, 0, 0});
  Joint& slide = add_joint(model, "slide", "prismatic", {"ground", "block"}, {0, 0, 0}, {1, 0, 0});
  slide.friction.emplace();
  slide.friction->holding = 0.7;
  return model;
}

struct Case {
  const char* type;
  Model model;
};
std::vector<Case> cases() {
  return {{"dynamics", hanging()},        {"kinematics", driven()}, {"inverse_dynamics", driven()}, {"equilibrium", hanging()},
          {"equilibrium", held()},        {"modes", hanging()},     {"assembly", hanging()}};
}
AnalysisOptions options_of(const Case& each) {
  AnalysisOptions options;
  options.type = each.type;
  options.coordinates = "relative";
  options.duration = 1;
  options.output_step = 0.1;
  return options;
}
bool warns(const Results& results, const std::string& part) {
  return std::any_of(results.summary.warnings.begin(), results.summary.warnings.end(),
                     [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

TEST(WholeAnswer, TellsOfWhatItIs) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.type + each.model.name);
    const Results results = run(each.model, options_of(each));
    EXPECT_DONE(results);
    const Summary& summary = results.summary;
    EXPECT_EQ(summary.model, each.model.name);
    EXPECT_EQ(summary.analysis, each.type);
    EXPECT_EQ(summary.bodies, 1);
    EXPECT_EQ(summary.joints, 1);
    EXPECT_EQ(summary.constraints, 5);
    EXPECT_EQ(summary.mobility_counted, 1);
    EXPECT_EQ(summary.mobility_actual, 1);
    EXPECT_EQ(summary.driven, each.model.drivers.empty() ? 1 : 0);
    EXPECT_EQ(summary.methods.coordinates, "relative");
    EXPECT_FALSE(summary.methods.why.empty());
    EXPECT_FALSE(summary.assembly.empty());
    EXPECT_GE(summary.wall_seconds, 0);
    EXPECT_LT(summary.wall_seconds, 60);
    EXPECT_EQ(summary.warnings.size(), 0u) << summary.warnings.at(0);
    EXPECT_TRUE(summary.redundant.empty());
    EXPECT_EQ(summary.switches, 0);
    EXPECT_TRUE(summary.events.empty());
    EXPECT_LT(summary.violation.position, 1e-12);
    EXPECT_LT(summary.violation.velocity, 1e-12);
    EXPECT_NE(results.state.find(each.model.bodies[0].name), std::string::npos);
    EXPECT_EQ(results.rows(), each.type == std::string("dynamics") || !each.model.drivers.empty() ? 11 : 1);
  }
}

TEST(WholeAnswer, CountsItsWork) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.type + each.model.name);
    const std::string type = each.type;
    const Summary summary = run(each.model, options_of(each)).summary;
    EXPECT_LT(summary.rejected, 5);
    if (type == "assembly") {
      EXPECT_EQ(summary.evaluations, 0);
    } else if (!each.model.forces.empty() || type == "equilibrium") {
      EXPECT_GT(summary.evaluations, 0);
      EXPECT_LT(summary.evaluations, 2000);
    }
    if (type == "equilibrium" && each.model.name == "hanging") {
      EXPECT_LE(summary.steps, 3) << "Newton's method on a linear spring";
      EXPECT_GE(summary.steps, 1);
      EXPECT_GE(summary.factorizations, summary.steps);
    }
    if (type == "dynamics") {
      EXPECT_GT(summary.steps, 10);
      EXPECT_GE(summary.evaluations, summary.steps);
    }
  }
}

TEST(WholeAnswer, KeysWithoutEffectAreTold) {
  for (const Case& each : cases()) {
    if (each.type == std::string("modes") || each.type == std::string("assembly")) continue;
    SCOPED_TRACE(each.type + each.model.name);
    AnalysisOptions options = options_of(each);
    options.penalty.emplace();
    options.baumgarte.emplace();
    options.newton.emplace();
    options.index3.emplace();
    options.independent = {"guide"};
    options.redundant = "keep";
    const Results results = run(each.model, options);
    for (const char* key : {"analysis.newton", "analysis.index3", "analysis.penalty", "analysis.baumgarte", "analysis.independent"})
      EXPECT_TRUE(warns(results, key)) << key;
    EXPECT_EQ(warns(results, "analysis.redundant"), options.type != "dynamics");
  }
}

TEST(WholeAnswer, ANewSummaryTellsOfNothing) {
  const Summary summary;
  for (const long count : {summary.steps, summary.rejected, summary.evaluations, summary.factorizations, summary.switches})
    EXPECT_EQ(count, 0);
  for (const int count : {summary.bodies, summary.joints, summary.mobility_counted, summary.mobility_actual, summary.driven,
                          summary.constraints})
    EXPECT_EQ(count, 0);
  EXPECT_EQ(summary.cpu_seconds, 0);
  EXPECT_EQ(summary.wall_seconds, 0);
  EXPECT_EQ(summary.singularity.measure, 1);
  EXPECT_FALSE(summary.singularity.singular);
  EXPECT_EQ(summary.outcome.status, Status::done);
}

}  // namespace
}  // namespace bricard
