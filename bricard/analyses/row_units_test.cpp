// A constraint by expression is the same in m, mm and km, and multiplied by any number: it closes, is judged and contradicts
// others by how far bodies are away.
#include <fmt/format.h>

#include <cmath>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

struct Written {
  const char* unit;
  double meter, factor;
};
const Written ways[] = {{"m", 1, 1}, {"m", 1, 1e-6}, {"m", 1, 1e6}, {"mm", 1e3, 1e6}, {"km", 1e-3, 1}, {"km", 1e-3, 1e-6}};

// `text` with lengths L in the unit and expressions times k.
Results run_in(const Written& way, const std::string& text, AnalysisOptions options) {
  const Model model =
      read_yaml_text(fmt::format("bricard: 1\nunits: {{length: {}}}\ngravity: [0, 0, 0]\nparameters: {{L: {}, k: {}}}\n",
                                 way.unit, way.meter, way.factor) +
                         text,
                     "model");
  return run(model, options);
}

const std::string runner = R"yaml(bodies: {b: {mass: 2, inertia: [1, 1, 1], position: [1.01*L, 0, 0], velocity: [0, L, 0]}}
joints: {plane: {type: planar, bodies: [ground, b], at: [1.01*L, 0, 0], axis: [0, 0, 1]}}
constraints: {circle: {type: expression, equal_zero: "k*(b.x^2 + b.y^2 - L^2)"}}
)yaml";

// A guess beside the circle is closed, and the point runs along it.
TEST(RowUnits, APointRunsOnItsCircle) {
  for (const Written& way : ways)
    for (const char* formulation : {"auto", "coordinate_partitioning", "null_space"})
      for (const char* coordinates : {"relative", "absolute"}) {
        AnalysisOptions options = timed(1, 0.5, coordinates, 1e-8);
        options.formulation = formulation;
        const Results results = run_in(way, runner, options);
        const std::string what = fmt::format("{} {} {} {}", way.unit, way.factor, formulation, coordinates);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << what << results.summary.outcome.message;
        EXPECT_NEAR(value(results, "b.x"), std::cos(1.0), 1e-7) << what;
        EXPECT_NEAR(value(results, "b.y"), std::sin(1.0), 1e-7) << what;
      }
}

const std::string follower = R"yaml(bodies:
  a: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}
  b: {mass: 2, inertia: [1, 1, 1], position: [0, L, 0]}
joints:
  lead: {type: prismatic, bodies: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}
  follow: {type: prismatic, bodies: [ground, b], at: [0, L, 0], axis: [1, 0, 0]}
drivers: {motor: {joint: lead, position: 0.3*L*sin(t)}}
)yaml";

TEST(RowUnits, ADrivenMotionIsFollowed) {
  for (const Written& way : ways) {
    AnalysisOptions options = timed(1, 0.1, "auto", 1e-6);
    options.type = "kinematics";
    const Results results = run_in(
        way, follower + "constraints: {cam: {type: expression, equal_zero: \"k*(follow.position - lead.position^2/L)\"}}\n",
        options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << way.unit << way.factor << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "follow.position"), std::pow(0.3 * std::sin(1.0), 2), 1e-10) << way.unit << way.factor;
  }
}

// From 0.5 s on the expression asks for another position than the driver.
TEST(RowUnits, ContradictionsAreTold) {
  for (const Written& way : ways)
    for (const char* type : {"dynamics", "kinematics"}) {
      AnalysisOptions options = timed(1, 0.1, "auto", 1e-6);
      options.type = type;
      const Results results = run_in(way, R"yaml(bodies: {a: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {lead: {type: prismatic, bodies: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}}
drivers: {motor: {joint: lead, position: 0.3*L*sin(t)}}
constraints: {cam: {type: expression, equal_zero: "k*(lead.position - 0.3*L*sin(t) - L/1000*max(0, t - 0.5))"}}
)yaml",
                                     options);
      EXPECT_EQ(results.summary.outcome.status, Status::failed) << way.unit << way.factor << type;
      EXPECT_NE(results.summary.outcome.message.find("contradict"), std::string::npos)
          << way.unit << way.factor << type << results.summary.outcome.message;
      ASSERT_GT(results.rows(), 0) << results.summary.outcome.message;
      EXPECT_NEAR(value(results, "t"), 0.5, 0.1) << way.unit << way.factor << type;
    }
}

// A hinge 2 m away from where the expression wants its body: named with how far it is open.
TEST(RowUnits, WhatCannotBeAssembledIsNamed) {
  for (const Written& way : ways) {
    const Results results = run_in(way, R"yaml(bodies: {b: {mass: 2, inertia: [1, 1, 1], position: [L, 0, 0]}}
joints: {hinge: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}
constraints: {far: {type: expression, equal_zero: "k*(b.x - 3*L)"}}
)yaml",
                                   timed(1, 0.1, "auto", 1e-6));
    EXPECT_EQ(results.summary.outcome.status, Status::failed) << way.unit << way.factor;
    EXPECT_NE(results.summary.outcome.message.find(fmt::format("'far' stays open by {:g} {}", 2 * way.meter, way.unit)),
              std::string::npos)
        << results.summary.outcome.message;
  }
}

// Two stops hold one slide: the split of least norm gives each half of the push, however one of them is written.
TEST(RowUnits, ReactionsAreSharedAlike) {
  for (const Written& way : ways) {
    const Results results = run_in(way, R"yaml(bodies: {b: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {slide: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}
constraints:
  stop: {type: coordinate, bodies: [ground, b], coordinate: x, at: [0, 0, 0], at2: [0, 0, 0], value: 0}
  other: {type: expression, equal_zero: "k*slide.position"}
forces: {push: {type: force, body: b, at: [0, 0, 0], components: [10, 0, 0]}}
)yaml",
                                   timed(0.1, 0.1, "auto", 1e-6));
    EXPECT_DONE(results);
    EXPECT_NEAR(std::abs(value(results, "stop.effort")), 5, 1e-9) << way.unit << way.factor;
    EXPECT_NEAR(std::abs(value(results, "other.effort")) * way.factor * way.meter, 5, 1e-9) << way.unit << way.factor;
  }
}

}  // namespace
}  // namespace bricard
