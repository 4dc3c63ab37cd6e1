// `cut: rod`: what replaces the rod, and where it is refused.
#include "bricard/model/rods.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

Body body(const std::string& name, double mass, const Vector3& at) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.position = Point{at, ""};
  body.inertia.matrix = mass * Matrix3::Identity();
  return body;
}

Joint ball(const std::string& name, const std::string& first, const std::string& second, const Point& at) {
  Joint joint;
  joint.name = name;
  joint.kind = Spherical{};
  joint.bodies = {first, second};
  joint.at = at;
  return joint;
}

// A weight on a rod of length 5 from the origin to (3, 0, -4).
Model weight_on_rod() {
  Model model;
  model.bodies = {body("rod", 0, {1, 0, -2}), body("weight", 2, {3, 0, -5})};
  model.bodies[0].cut = Cut::rod;
  model.joints = {ball("upper", "ground", "rod", Point{{0, 0, 0}, ""}),
                  ball("lower", "rod", "weight", Point{{0, 0, 1}, "weight"})};
  return model;
}

TEST(Rods, BecomeDistances) {
  const RodsRemoved without = with_rods_removed(weight_on_rod());
  ASSERT_EQ(without.model.bodies.size(), 1u);
  ASSERT_EQ(without.model.joints.size(), 1u);
  const Joint& rod = without.model.joints[0];
  EXPECT_EQ(rod.name, "rod");
  EXPECT_EQ(rod.bodies, (std::array<std::string, 2>{"ground", "weight"}));
  EXPECT_EQ(rod.kind.as<SphericalSpherical>().length, 5);
  EXPECT_EQ(rod.at->at, Vector3(0, 0, 0));
  EXPECT_EQ(rod.at2->at, Vector3(3, 0, -4));
  ASSERT_EQ(without.told.size(), 1u);
  EXPECT_NE(without.told[0].find("the rod `rod` is replaced by the distance of its ends"), std::string::npos);
  EXPECT_NE(without.told[0].find("its spin"), std::string::npos);
}

TEST(Rods, WithACrossHaveNoSpin) {
  Model model = weight_on_rod();
  model.joints[0].kind = Universal{};
  model.joints[0].axis = Direction{{1, 0, 0}, ""};
  model.joints[0].axis2 = Direction{{0, 1, 0}, ""};
  EXPECT_EQ(with_rods_removed(model).told[0].find("spin"), std::string::npos);
}

std::string fault(const Model& model) {
  const auto faults = validate(model);
  return faults.empty() ? "" : to_string(faults[0]);
}

TEST(Rods, AreRefusedWhereTheyWouldChangeTheModel) {
  Model heavy = weight_on_rod();
  heavy.bodies[0].mass = 0.1;
  EXPECT_NE(fault(heavy).find("bodies.rod.cut: this body has mass, which would be lost with it"), std::string::npos);
  Model alone = weight_on_rod();
  alone.joints.pop_back();
  EXPECT_NE(fault(alone).find("a rod has two joints"), std::string::npos);
  Model two = weight_on_rod();
  two.bodies[1].mass = 0;
  two.bodies[1].inertia.matrix = Matrix3::Zero();
  two.bodies[1].cut = Cut::rod;
  two.joints.push_back(ball("end", "weight", "ground", Point{{9, 0, 0}, ""}));
  EXPECT_NE(fault(two).find("nothing would hold the joint between them"), std::string::npos) << fault(two);
  Model watched = weight_on_rod();
  watched.sensors.push_back({"tip", "rod", {}, {}, ""});
  EXPECT_EQ(fault(watched), "");
  try {
    with_rods_removed(watched);
    FAIL() << "the sensor has lost its body";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("`cut: rod` takes `rod` and the balls out of the model"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("sensors.tip"), std::string::npos) << error.what();
  }
}

TEST(Cut, BelongsWhereItMeansSomething) {
  Model model = weight_on_rod();
  model.bodies[0].cut.reset();
  EXPECT_EQ(fault(model), "");
  model.joints[0].cut = Cut::ball;
  EXPECT_EQ(fault(model), "");
  model.joints[0].cut = Cut::rod;
  EXPECT_NE(fault(model).find("joints.upper.cut: `cut: rod` is said of a body"), std::string::npos);
  model.joints[0].cut = Cut::ball;
  model.joints[0].kind = Revolute{};
  model.joints[0].axis = Direction{};
  EXPECT_NE(fault(model).find("joints.upper.cut: this joint is no ball"), std::string::npos);
  model.joints[0].cut.reset();
  model.bodies[1].cut = Cut::ball;
  EXPECT_NE(fault(model).find("bodies.weight.cut: `cut: ball` is said of a joint"), std::string::npos);
}

}  // namespace
}  // namespace bricard
