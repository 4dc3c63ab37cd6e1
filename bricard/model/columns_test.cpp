// Columns of results: laws that hold for all of them, those of friction, and words for what drivers prescribe.
#include "bricard/model/columns.hpp"

#include <gtest/gtest.h>

#include <map>

#include "bricard/model/building.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/test_good_model.hpp"

namespace bricard {
namespace {

Model planar() {
  Model model;
  model.dimension = 2;
  for (const char* name : {"arm", "cart"}) add_body(model, name, 1, {0, 0, 1}, {0, 0, 0});
  add_joint(model, "pin", "revolute", {"ground", "arm"}, {0, 0, 0});
  add_joint(model, "guide", "prismatic", {"ground", "cart"}, {0, 0, 0}, {1, 0, 0});
  add_joint(model, "floor", "planar", {"ground", "cart"}, {0, 0, 0});
  model.sensors = {{"tip", "arm", Point{}, Direction{{1, 0, 0}, ""}, ""}};
  return model;
}

// A column's rate has its dimension over time and comes one level later; forces and reactions have the dimensions of their
// names.
TEST(Columns, FollowTheLawsOfTheirNames) {
  for (const Model& model : {good_model(), planar()}) {
    std::map<std::string, ColumnInfo> known;
    for (const ColumnInfo& each : list_columns(model)) {
      EXPECT_TRUE(known.emplace(each.name, each).second) << each.name << " stands there twice";
    }
    for (const auto& [name, column] : known) {
      if (!column.rate.empty()) {
        ASSERT_TRUE(known.contains(column.rate)) << column.rate;
        const ColumnInfo& rate = known.at(column.rate);
        EXPECT_EQ(rate.dimension, column.dimension / dimension::time) << name;
        EXPECT_EQ(rate.level, column.level == Level::position ? Level::velocity : Level::acceleration) << name;
      }
      const std::string last = name.substr(name.rfind('.') + 1);
      if (last == "fx" || last == "fy" || last == "fz") {
        EXPECT_EQ(column.dimension, dimension::force) << name;
      }
      if (last == "tx" || last == "ty" || last == "tz" || last == "torque")
        EXPECT_EQ(column.dimension, dimension::torque) << name;
      if (last == "x" || last == "length") {
        EXPECT_EQ(column.dimension, dimension::length) << name;
      }
      if (last == "angle") {
        EXPECT_EQ(column.dimension, dimension::angle) << name;
      }
      if (last == "x" || last == "angle" || last == "ux" || last == "e0") {
        EXPECT_EQ(column.level, Level::position) << name;
      }
      if (last == "vx" || last == "speed") {
        EXPECT_EQ(column.level, Level::velocity) << name;
      }
      if (last == "vx" && name != "u.vx") {
        EXPECT_EQ(column.rate, name.substr(0, name.size() - 2) + "ax");
      }
    }
  }
}

std::string names(const std::vector<ColumnInfo>& columns) {
  std::string text;
  for (const ColumnInfo& each : columns) text += each.name.substr(each.name.find('.') + 1) + ' ';
  return text;
}

TEST(Columns, OfAPlanarModel) {
  const Model model = planar();
  EXPECT_EQ(names(body_columns(model, model.bodies[0])), "x y angle vx vy w ax ay al ");
  EXPECT_EQ(body_columns(model, model.bodies[0])[2].rate, "arm.w");
  EXPECT_EQ(body_columns(model, model.bodies[0])[5].rate, "arm.al");
  EXPECT_EQ(body_columns(model, model.bodies[0])[5].dimension, dimension::angular_speed);
  EXPECT_EQ(body_columns(model, model.bodies[0])[8].dimension, dimension::angular_acceleration);
  EXPECT_EQ(names(sensor_columns(model, model.sensors[0])), "x y vx vy ax ay ux uy ");
  EXPECT_EQ(names(joint_columns(model, model.joints[0])), "angle speed fx fy tz ");
  EXPECT_EQ(names(joint_columns(model, model.joints[2])), "x x_rate y y_rate angle angle_rate fx fy tz ");
  EXPECT_TRUE(has_component(model, "fx") && has_component(model, "tz"));
  for (const char* none : {"fz", "tx", "ty"}) EXPECT_FALSE(has_component(model, none)) << none;
}

TEST(Columns, OfFriction) {
  Model model = good_model();
  joint(model, "hinge").friction = Friction{};
  joint(model, "guide").friction = Friction{};
  joint(model, "cross").friction = Friction{};
  const auto of = [&](const char* name) { return joint_columns(model, joint(model, name)); };
  EXPECT_EQ(names(of("hinge")), "angle speed fx fy fz tx ty tz friction stuck ");
  EXPECT_EQ(of("hinge")[8].dimension, dimension::torque) << "of a hinge a torque";
  EXPECT_EQ(names(of("guide")), "position rate fx fy fz tx ty tz friction stuck ");
  EXPECT_EQ(of("guide")[8].dimension, dimension::force) << "of a slide a force";
  EXPECT_EQ(names(of("cross")), "angle speed angle2 speed2 fx fy fz tx ty tz friction stuck friction2 stuck2 ");
  EXPECT_EQ(of("cross")[13].dimension, dimension::none);
  EXPECT_EQ(of("cross")[13].level, Level::reaction);
  EXPECT_EQ(friction_column(0), "friction");
  EXPECT_EQ(friction_column(1), "friction2");
}

// The effort of a coupling acts on its last coordinate; that of a constraint works along its function.
TEST(Columns, OfCouplingsAndConstraints) {
  const Model model = good_model();
  EXPECT_EQ(joint_columns(model, model.joints[4])[0].dimension, dimension::torque) << "a gear, on an angle";
  EXPECT_EQ(joint_columns(model, model.joints[5])[0].dimension, dimension::force) << "a rack, on a position";
  EXPECT_EQ(constraint_columns(model, model.constraints[1])[0].dimension, dimension::energy) << "of a plain number";
}

TEST(Drivers, SayWhatTheyPrescribe) {
  const Model model = good_model();
  EXPECT_TRUE(drives_angle(model.drivers[0]));
  EXPECT_EQ(driven_coordinate(model.drivers[0]), "hinge.angle");
  EXPECT_EQ(names(driver_columns(model, model.drivers[0])), "value torque ");
  Driver slide;
  slide.name = "d";
  slide.joint = "guide";
  EXPECT_EQ(driven_coordinate(slide), "guide");
  EXPECT_FALSE(drives_angle(slide));
  slide.prescribed["position"] = 1.0;
  EXPECT_FALSE(drives_angle(slide));
  EXPECT_EQ(names(driver_columns(model, slide)), "value force ");
  Driver lift;
  lift.name = "d";
  lift.body = "rod";
  lift.coordinate = DrivenCoordinate::z;
  EXPECT_EQ(driven_coordinate(lift), "rod.z");
  EXPECT_FALSE(drives_angle(lift));
  lift.coordinate = DrivenCoordinate::rx;
  EXPECT_EQ(driven_coordinate(lift), "rod.rx");
  EXPECT_TRUE(drives_angle(lift));
  lift.coordinate.reset();
  lift.direction = Direction{{0, 1, 0.5}, ""};
  EXPECT_EQ(driven_coordinate(lift), "rod along 0 1 0.5");
  EXPECT_FALSE(drives_angle(lift));
}

// The dimension of `value` follows from what is prescribed.
TEST(Drivers, ValuesHaveTheDimensionOfTheirCoordinate) {
  Driver driver;
  driver.body = "rod";
  const auto of_value = [&] {
    Dimension found;
    for_each_field<Driver>([&](const auto& field) {
      if (field.name == "value") found = dimension_of(driver, field);
    });
    return found;
  };
  driver.coordinate = DrivenCoordinate::x;
  EXPECT_EQ(of_value(), dimension::length);
  driver.coordinate = DrivenCoordinate::ry;
  EXPECT_EQ(of_value(), dimension::angle);
  Constraint constraint;
  constraint.kind = Dot1{};
  for_each_field<Constraint>([&](const auto& field) {
    if (field.name == "value") {
      EXPECT_EQ(dimension_of(constraint, field), dimension::none) << "of a product of unit vectors";
    }
  });
}

TEST(References, NameACoordinateOrAJointThatHasOne) {
  const Model model = good_model();
  const auto of = [&](const char* text) {
    const CoordinateReference found = find_coordinate(model, text);
    return std::pair(found.joint, found.which);
  };
  EXPECT_EQ(of("hinge"), std::pair(0, 0));
  EXPECT_EQ(of("hinge.angle"), std::pair(0, 0));
  EXPECT_EQ(of("cross.angle2"), std::pair(1, 1));
  EXPECT_EQ(of("cross"), std::pair(1, -1)) << "it has two";
  EXPECT_EQ(of("cross.position"), std::pair(1, -1));
  EXPECT_EQ(of("hing"), std::pair(-1, -1));
  EXPECT_EQ(of("hing.angle"), std::pair(-1, -1));
  EXPECT_EQ(of("crank"), std::pair(-1, -1)) << "a body";
}

}  // namespace
}  // namespace bricard
