#include "bricard/model/halves.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

Body body(const std::string& name) {
  Body body;
  body.name = name;
  body.mass = 1;
  body.inertia.matrix = Matrix3::Identity();
  body.position = Point{};
  return body;
}

Joint hinge(const std::string& name, const std::string& first, const std::string& second) {
  Joint joint;
  joint.name = name;
  joint.kind = Revolute{};
  joint.bodies = {first, second};
  joint.at = Point{};
  joint.axis = Direction{{0, 0, 1}, {}};
  return joint;
}

// crank, coupler and rocker, and a flag that hangs on the coupler.
Model four_bar() {
  Model model;
  model.bodies = {body("crank"), body("coupler"), body("rocker"), body("flag")};
  model.joints = {hinge("a", "ground", "crank"), hinge("b", "crank", "coupler"), hinge("c", "coupler", "rocker"),
                  hinge("d", "rocker", "ground"), hinge("pole", "coupler", "flag")};
  return model;
}

TEST(Halves, TheSecondHalfTakesTheOtherWayToGround) {
  Model model = four_bar();
  model.bodies[1].cut = Cut::body;
  ASSERT_TRUE(has_halves(model));
  const BodiesHalved halved = with_halves(model);
  ASSERT_EQ(halved.model.bodies.size(), 5u);
  EXPECT_EQ(halved.model.bodies[2].name, "coupler_half");
  EXPECT_EQ(halved.model.bodies[2].mass, 0);
  EXPECT_TRUE(halved.model.bodies[2].inertia.matrix.is_zero());
  EXPECT_EQ(halved.model.joints[1].bodies[1], "coupler");       // b: the joint on which it hangs
  EXPECT_EQ(halved.model.joints[2].bodies[0], "coupler_half");  // c
  EXPECT_EQ(halved.model.joints[4].bodies[0], "coupler");       // the flag leads nowhere
  EXPECT_TRUE(halved.model.joints[5].kind.is<Fixed>());
  EXPECT_EQ(halved.model.joints[5].cut, Cut::joint);
  ASSERT_EQ(halved.told.size(), 1u);
  EXPECT_TRUE(validate(halved.model).empty());
}

TEST(Halves, WhatIsInNoLoopIsLeft) {
  Model model = four_bar();
  model.bodies[3].cut = Cut::body;
  EXPECT_FALSE(has_halves(model));
  EXPECT_EQ(with_halves(model).model, model);
}

TEST(Halves, NamesThatAreTakenAreAvoided) {
  Model model = four_bar();
  model.bodies[1].cut = Cut::body;
  model.bodies[0].name = "coupler_half";
  model.joints[0].bodies[1] = model.joints[1].bodies[0] = "coupler_half";
  EXPECT_EQ(with_halves(model).model.bodies[2].name, "coupler_half2");
}

}  // namespace
}  // namespace bricard
