// A mechanism in a tilted plane of space: in relative coordinates its steps are computed in the plane, in absolute ones in space.
// Motion, reactions and events are the same.
#include <gtest/gtest.h>

#include "bricard/analyses/run.hpp"
#include "bricard/model/building.hpp"

namespace bricard {
namespace {

struct TiltedFourBar {
  const Vector3 e{0.6, 0.8, 0}, f{-0.48, 0.36, 0.8}, n{0.64, -0.48, 0.6};
  Model model;

  Triple at(double x, double y, double height = 0) const {
    const Vector3 p = x * e + y * f + height * n;
    return {p[0], p[1], p[2]};
  }
  void hinge(const char* name, const char* a, const char* b, const Triple& where, double sense) {
    add_joint(model, name, "revolute", {a, b}, where, {sense * n[0], sense * n[1], sense * n[2]});
  }

  TiltedFourBar() {
    add_body(model, "crank", 1, {0.02, 0.03, 0.025}, at(0.05, 0.1, 0.2));
    add_body(model, "coupler", 2, {0.05, 0.08, 0.06}, at(0.4, 0.3, -0.1));
    add_body(model, "rocker", 1.5, {0.04, 0.02, 0.05}, at(0.75, 0.15));
    hinge("a", "ground", "crank", at(0, 0), 1);
    hinge("b", "crank", "coupler", at(0.1, 0.2, 0.3), -1);
    hinge("c", "coupler", "rocker", at(0.7, 0.4), 1);
    hinge("d", "ground", "rocker", at(0.8, 0), 1);
    set(add_joint_force(model, "motor", "joint_force", "a"), "torque", "6*if(a.angle > 0.4, -1, 1) - 0.2*a.speed + lag");
    model.states.push_back({"lag", 1, Function{"-2*lag + sin(5*t)"}});
    Force& spring = set(add_force(model, "spring", "spring_damper", {"ground", "rocker"}, at(1.2, 0.3, 0.5), at(0.75, 0.3, 0.5)),
                        "stiffness", 60);
    set(spring, "damping", 2);
    Force& load = set(add_load(model, "load", "force", "coupler", at(0.5, 0.4)), "magnitude", "4*cos(3*t)");
    load.kind.turn_about(Direction{e + 0.5 * f});
    model.events.push_back({"passes", Function{"a.angle > 0.2"}, EventAction::record});
  }

  Results run_in(const char* coordinates) const {
    AnalysisOptions options;
    options.duration = 2;
    options.output_step = 0.1;
    options.coordinates = coordinates;
    options.tolerance.relative = 1e-9;
    return run(model, options);
  }
};

TEST(PlanarTwin, MovesAsTheMechanismInSpace) {
  const TiltedFourBar mechanism;
  const Results plane = mechanism.run_in("relative"), space = mechanism.run_in("absolute");
  ASSERT_FALSE(plane.summary.outcome.failed()) << plane.summary.outcome.message;
  EXPECT_NE(plane.summary.methods.why.find("in a plane"), std::string::npos) << plane.summary.methods.why;
  EXPECT_EQ(space.summary.methods.why.find("in a plane"), std::string::npos);
  ASSERT_EQ(plane.rows(), space.rows());
  EXPECT_GE(plane.summary.events.size(), 1u);
  EXPECT_EQ(plane.summary.events.size(), space.summary.events.size());
  double moved = 0;
  // Bearings in line share loads that nothing determines: forces in the plane are unique, the rest is least.
  for (const char* column :
       {"crank.x", "coupler.y", "rocker.z", "a.angle", "c.speed", "lag", "coupler.ax", "rocker.alz", "spring.length"})
    for (int row = 0; row < plane.rows(); ++row) {
      const double here = plane.at(row, plane.column(column)), there = space.at(row, space.column(column));
      EXPECT_NEAR(here, there, 2e-6 * (1 + std::abs(there))) << column << " in row " << row;
      moved = std::max(moved, std::abs(here - plane.at(0, plane.column(column))));
    }
  EXPECT_GT(moved, 0.5);
  for (const char* column : {"a.fx", "c.fz", "d.ty"})
    for (int row = 0; row < plane.rows(); ++row)
      EXPECT_NEAR(plane.at(row, plane.column(column)), space.at(row, space.column(column)), 1e-4) << column << " in row " << row;
}

}  // namespace
}  // namespace bricard
