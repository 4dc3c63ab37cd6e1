// Assembly from exact and from rough positions, initial velocities, and what is said where they contradict.
#include "bricard/analyses/assembly.hpp"

#include <gtest/gtest.h>

#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// Joints of a mechanism restated in body coordinates, so that bodies may be displaced without moving their markers.
Model with_body_markers(Model model) {
  const auto find = [&](const std::string& name) -> const Body* {
    for (const Body& body : model.bodies)
      if (body.name == name) return &body;
    return nullptr;
  };
  for (Joint& joint : model.joints) {
    const Vector3 at = joint.at->at;
    const auto in_body = [&](const std::string& name) {
      const Body* body = find(name);
      return body ? Point{at - body->position->at, name} : Point{at, {}};
    };
    const auto axis_in = [&](const std::string& name) { return Direction{joint.axis->axis, find(name) ? name : std::string()}; };
    joint.at = in_body(joint.bodies[0]);
    joint.at2 = in_body(joint.bodies[1]);
    if (joint.axis) {
      joint.axis2 = axis_in(joint.bodies[1]);
      joint.axis = axis_in(joint.bodies[0]);
    }
  }
  return model;
}

TEST(Assembly, KeepsADesignThatCloses) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage}) {
    const System system(mechanism(), "relative");
    const Assembly assembly = assemble(system);
    ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    for (int b = 1; b <= system.layout().bodies; ++b) EXPECT_LT((e.k.p[b] - system.layout().designed[b].p).norm(), 1e-12);
    EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-12);
  }
}

TEST(Assembly, ClosesAFourBarFromAGuess) {
  Model model = with_body_markers(four_bar());
  model.bodies[1].position->at += Vector3(0.1, -0.05, 0.02);
  model.bodies[2].position->at += Vector3(-0.05, 0.1, 0);
  model.bodies[2].orientation.quaternion = quaternion_of(Vec3<double>(0.02, 0, 0.1));
  for (const char* coordinates : {"absolute", "relative"}) {
    const System system(model, coordinates);
    const Assembly assembly = assemble(system);
    ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
    Equations e(system);
    system.motion(assembly.state, e, RowSet::all, Measure::all);
    EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-11) << coordinates;
    EXPECT_NE(assembly.what.find("were closed"), std::string::npos);
  }
}

TEST(Assembly, NamesTheJointsThatCannotClose) {
  Model model = with_body_markers(four_bar());
  model.joints[3].at2 = Point{{9, 0, 0}, {}};  // the ground pivot out of reach
  const Assembly assembly = assemble(System(model, "relative"));
  EXPECT_TRUE(assembly.outcome.failed());
  EXPECT_NE(assembly.outcome.message.find("stays open by"), std::string::npos) << assembly.outcome.message;
  EXPECT_NE(assembly.outcome.message.find("'pivot'"), std::string::npos) << assembly.outcome.message;
}

TEST(Assembly, HoldsInitialCoordinatesAndRatesExactly) {
  Model model = four_bar();
  model.joints[0].initial = Initial{};
  model.joints[0].initial->angle = 0.5;
  model.joints[0].initial->speed = -3;
  const System system(model, "absolute");
  const Assembly assembly = assemble(system);
  ASSERT_FALSE(assembly.outcome.failed()) << assembly.outcome.message;
  Equations e(system);
  system.motion(assembly.state, e, RowSet::all, Measure::all);
  EXPECT_NEAR(e.k.measured[0].value, 0.5, 1e-12);
  EXPECT_NEAR(rate(e.k.measured[0], e.k.pairs[system.layout().measured[0].pair]), -3, 1e-11);
  EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-11);
  EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-11);
}

TEST(Assembly, KeepsAGivenVelocityAndLetsTheOthersFollow) {
  Model model = four_bar();
  model.bodies[0].angular_velocity = Vector3(0, 0, 2);
  const System system(model, "relative");
  const Assembly assembly = assemble(system);
  EXPECT_TRUE(assembly.warnings.empty());
  Equations e(system);
  system.motion(assembly.state, e, RowSet::all, Measure::all);
  const int crank = system.layout().tree.number[1];
  EXPECT_NEAR(e.k.w[crank][2], 2, 1e-12);
  EXPECT_NEAR(e.k.v[crank][0], -1, 1e-12);  // centre at half of the crank of length 1, pointing up
  EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-11);
}

TEST(Assembly, WarnsOfAVelocityThatContradictsTheJoints) {
  Model model = four_bar();
  model.bodies[0].velocity = Vector3(0, 1, 0);  // along the crank: impossible
  const Assembly assembly = assemble(System(model, "relative"));
  ASSERT_EQ(assembly.warnings.size(), 1u);
  EXPECT_NE(assembly.warnings[0].find("'crank'"), std::string::npos) << assembly.warnings[0];
}

}  // namespace
}  // namespace bricard::test
