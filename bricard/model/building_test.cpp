// Elements that a program adds to a Model: numbers in SI or with units, and what is wrong in itself. That such a model is the one
// of a file is compared where files are read (io/building_test.cpp).
#include "bricard/model/building.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "bricard/core/error.hpp"
#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

TEST(Building, BodiesAndJointsAreInSI) {
  Model model;
  const Body& rod = add_body(model, "rod", "500 g", {1, "2 kg*m^2", 3}, {"1 cm", "20 mm", 3});
  EXPECT_EQ(rod.name, "rod");
  EXPECT_DOUBLE_EQ(rod.mass, 0.5);
  EXPECT_EQ(rod.inertia.matrix, Matrix3::diagonal({1, 2, 3}));
  EXPECT_EQ(rod.position->at, Vector3(0.01, 0.02, 3));
  EXPECT_EQ(rod.position->body, "");
  Joint& hinge = add_joint(model, "hinge", "revolute", {"ground", "rod"}, {0, "1 in", 0}, {1, 2, 3});
  EXPECT_EQ(hinge.name, "hinge");
  EXPECT_TRUE(hinge.kind.is<Revolute>());
  EXPECT_EQ(hinge.bodies, (std::array<std::string, 2>{"ground", "rod"}));
  EXPECT_EQ(hinge.at->at, Vector3(0, 0.0254, 0));
  EXPECT_EQ(hinge.axis->axis, Vector3(1, 2, 3));
  start(start(hinge, "angle", "90 deg"), "speed", 3);
  EXPECT_DOUBLE_EQ(*hinge.initial->find("angle"), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(*hinge.initial->find("speed"), 3);
  const Joint& ball = add_joint(model, "ball", "spherical", {"ground", "rod"}, {0, 0, 1});
  EXPECT_FALSE(ball.axis) << "a ball has none";
  EXPECT_TRUE(ball.at);
}

TEST(Building, ForcesActWhereTheyAreSaidTo) {
  Model model;
  add_body(model, "a", 1, {1, 1, 1}, {0, 0, 0});
  Force& spring = add_force(model, "spring", "spring_damper", {"ground", "a"}, {1, 2, 3}, {"4 cm", 5, 6});
  EXPECT_EQ(spring.from, (End{"ground", Point{{1, 2, 3}, ""}}));
  EXPECT_EQ(spring.to, (End{"a", Point{{0.04, 5, 6}, ""}}));
  set(set(spring, "stiffness", "2 N/mm"), "damping", "3*t");
  EXPECT_EQ(spring.kind.as<SpringDamper>().stiffness, Function(2000));
  EXPECT_EQ(spring.kind.as<SpringDamper>().damping, Function("3*t"));
  const Force& push = add_load(model, "push", "force", "a", {1, 0, 0});
  EXPECT_EQ(push.body, "a");
  EXPECT_EQ(push.at->at, Vector3(1, 0, 0));
  const Force& twist = add_load(model, "twist", "torque", "a", {1, 0, 0});
  EXPECT_FALSE(twist.at) << "a torque has no point";
  EXPECT_EQ(add_joint_force(model, "motor", "joint_force", "hinge").joint, "hinge");
  EXPECT_EQ(model.forces.size(), 4u);
}

TEST(Building, APathIsATableAndADriverForEachCoordinate) {
  Model model;
  add_path(model, "way", "ball", {"rx", "t", "ry"}, {1, 0, 2, 3, 10, 4}, false);
  ASSERT_EQ(model.tables.size(), 2u);
  EXPECT_EQ(model.tables[0].name, "way.rx_of_t");
  EXPECT_EQ(model.tables[0].points, (std::vector<std::array<double, 2>>{{0, 1}, {10, 3}}));
  EXPECT_EQ(model.tables[1].name, "way.ry_of_t");
  EXPECT_EQ(model.tables[1].points, (std::vector<std::array<double, 2>>{{0, 2}, {10, 4}}));
  EXPECT_EQ(model.tables[0].interpolation, Interpolation::spline);
  EXPECT_EQ(model.tables[0].extrapolation, Extrapolation::error);
  ASSERT_EQ(model.drivers.size(), 2u);
  EXPECT_EQ(model.drivers[1].name, "way.ry");
  EXPECT_EQ(model.drivers[1].joint, "ball");
  EXPECT_EQ(*model.drivers[1].prescribed.find("ry"), Function("table(way.ry_of_t, t)"));
  EXPECT_FALSE(model.drivers[1].active);
  add_path(model, "more", "ball", {"t", "rz"}, {0, 1, 1, 2});
  EXPECT_TRUE(model.drivers[2].active);
}

TEST(Building, CouplingsAndDrivers) {
  Model model;
  add_body(model, "a", 1, {1, 1, 1}, {0, 0, 0});
  add_body(model, "b", 1, {1, 1, 1}, {1, 0, 0});
  add_joint(model, "fast", "revolute", {"ground", "a"}, {0, 0, 0});
  add_joint(model, "slow", "revolute", {"ground", "b"}, {1, 0, 0});
  set(add_coupling(model, "mesh", "gear", {"fast", "slow"}), "ratio", -0.5);
  add_driver(model, "motor", "fast", "angle", "3*t");
  EXPECT_TRUE(validate(model).empty());
  EXPECT_EQ(model.drivers[0].prescribed.find("angle")->text, "3*t");
}

std::string fault_of(const std::function<void(Model&)>& build) {
  Model model;
  add_body(model, "a", 1, {1, 1, 1}, {0, 0, 0});
  try {
    build(model);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Building, SaysWhatIsWrong) {
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(fault_of([](Model& m) { add_body(m, "b", "2 m", {1, 1, 1}, {0, 0, 0}); }), "bodies.b.mass"));
  EXPECT_TRUE(has(fault_of([](Model& m) { add_body(m, "b", "heavy", {1, 1, 1}, {0, 0, 0}); }), "expected a number"));
  EXPECT_TRUE(has(fault_of([](Model& m) { add_joint(m, "j", "revolut", {"ground", "a"}, {0, 0, 0}); }), "`revolute`"));
  EXPECT_TRUE(has(fault_of([](Model& m) {
                    set(add_joint(m, "j", "screw", {"ground", "a"}, {0, 0, 0}), "leed", "5 mm");
                  }),
                  "`lead`"));
  EXPECT_TRUE(has(fault_of([](Model& m) {
                    start(add_joint(m, "j", "revolute", {"ground", "a"}, {0, 0, 0}), "sped", 1);
                  }),
                  "`speed`"));
  EXPECT_TRUE(has(fault_of([](Model& m) { add_driver(m, "d", "j", "speed", 1); }), "no joint has a coordinate `speed`"))
      << "a rate cannot be driven";
  EXPECT_TRUE(has(fault_of([](Model& m) {
                    set(add_load(m, "push", "force", "a", {0, 0, 0}), "components", 1);
                  }),
                  "not one number"));
  EXPECT_TRUE(has(fault_of([](Model& m) { add_path(m, "way", "j", {"x", "rx"}, {1, 2}); }), "no column `t`"));
  EXPECT_TRUE(has(fault_of([](Model& m) { add_path(m, "way", "j", {"t", "rx"}, {1, 2, 3}); }), "not complete"));
}
}  // namespace
}  // namespace bricard
