// A model that a program made for the plane and that leaves it somewhere.
#include <gtest/gtest.h>

#include "bricard/model/building.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/test_good_model.hpp"

namespace bricard {
namespace {

Model planar_model() {
  Model model;
  model.dimension = 2;
  model.gravity = default_gravity(2);
  model.points = {{"A", Vector3(1, 2, 0)}};
  for (const char* name : {"arm", "cart"}) {
    Body& body = add_body(model, name, 1, {1, 1, 1}, {0, 0, 0});
    body.inertia = planar_inertia(0.3);
    body.velocity = Vector3::Zero();
    body.angular_velocity = Vector3(0, 0, 3);
    Geometry line;
    line.type = Shape::line;
    line.from = line.to = Point{};
    Geometry box;
    box.type = Shape::box;
    box.at = Point{};
    box.size = Vector3(1, 2, 0);
    body.geometry = {line, box};
  }
  add_joint(model, "pin", "revolute", {"ground", "arm"}, {0, 0, 0});
  add_joint(model, "guide", "prismatic", {"ground", "cart"}, {0, 0, 0}, {1, 0, 0});
  Constraint& keep = model.constraints.emplace_back();
  keep.name = "keep";
  keep.kind = Distance{};
  keep.bodies = {"arm", "cart"};
  keep.at = keep.at2 = Point{};
  Driver& lift = model.drivers.emplace_back();
  lift.name = "lift";
  lift.body = "cart";
  lift.at = Point{};
  lift.coordinate = DrivenCoordinate::x;
  lift.value = 1.0;
  add_force(model, "spring", "spring_damper", {"ground", "arm"}, {0, 0, 0}, {0, 0, 0});
  AppliedForce load;
  load.magnitude = 1.0;
  load.direction = Direction{{1, 0, 0}, ""};
  add_load(model, "push", "force", "arm", {0, 0, 0}).kind = load;
  AppliedTorque torque;
  torque.magnitude = 1.0;
  torque.direction = Direction{{0, 0, 1}, ""};
  add_load(model, "twist", "torque", "arm", {0, 0, 0}).kind = torque;
  model.sensors = {{"tip", "arm", Point{}, Direction{{1, 0, 0}, ""}, "cart"}};
  return model;
}

TEST(PlanarModel, OfItselfIsGood) {
  for (const Fault& fault : validate(planar_model())) ADD_FAILURE() << to_string(fault);
  Model other = planar_model();
  other.joints[0].axis = Direction{{0, 0, -1}, ""};
  other.drivers[0].coordinate = DrivenCoordinate::y;
  for (const Fault& fault : validate(other)) ADD_FAILURE() << to_string(fault);
}

TEST(PlanarModel, SaysWhatLeavesThePlane) {
  const Vector3 out(0, 0, 0.1);
  const std::vector<Case> cases{
      {"gravity", "gravity is not in the plane", "z = 0", [&](Model& m) { m.gravity += out; }},
      {"points.A", "the point is not", "", [&](Model& m) { m.points[0].at += out; }},
      {"bodies.cart.position", "the position is not", "", [&](Model& m) { m.bodies[1].position->at += out; }},
      {"bodies.arm.velocity", "the velocity is not", "", [&](Model& m) { *m.bodies[0].velocity += out; }},
      {"bodies.arm.angular_velocity", "not about z", "", [](Model& m) { m.bodies[0].angular_velocity = Vector3(1, 0, 0); }},
      {"bodies.arm.angular_velocity", "not about z", "", [](Model& m) { m.bodies[0].angular_velocity = Vector3(0, 1, 0); }},
      {"bodies.arm.inertia", "plane body", "", [](Model& m) { m.bodies[0].inertia.matrix(0, 0) = 1; }},
      {"bodies.arm.geometry[0].from", "the point", "", [&](Model& m) { m.bodies[0].geometry[0].from->at += out; }},
      {"bodies.arm.geometry[0].to", "the point", "", [&](Model& m) { m.bodies[0].geometry[0].to->at += out; }},
      {"bodies.arm.geometry[1].at", "the point", "", [&](Model& m) { m.bodies[0].geometry[1].at->at += out; }},
      {"bodies.arm.geometry[1].size", "third edge", "", [&](Model& m) { *m.bodies[0].geometry[1].size += out; }},
      {"bodies.arm.geometry[1].size", "edges must be positive", "",
       [](Model& m) { m.bodies[0].geometry[1].size = Vector3(0, 1, 0); }},
      {"joints.pin.at", "the point", "", [&](Model& m) { m.joints[0].at->at += out; }},
      {"joints.pin.at2", "the point", "",
       [&](Model& m) {
         m.joints[0].at2 = Point{out, ""};
       }},
      {"joints.pin.axis", "about z", "",
       [](Model& m) {
         m.joints[0].axis = Direction{{0, 0, 1}, "arm"};
       }},
      {"joints.pin.axis2", "about z", "",
       [](Model& m) {
         m.joints[0].axis2 = Direction{{0, 1, 0}, ""};
       }},
      {"joints.guide.axis", "the axis", "", [&](Model& m) { m.joints[1].axis->axis += out; }},
      {"joints.guide.axis2", "the axis", "",
       [&](Model& m) {
         m.joints[1].axis2 = Direction{out, ""};
       }},
      {"constraints.keep.at", "the point", "", [&](Model& m) { m.constraints[0].at->at += out; }},
      {"constraints.keep.at2", "the point", "", [&](Model& m) { m.constraints[0].at2->at += out; }},
      {"constraints.keep.axis", "the axis", "",
       [&](Model& m) {
         m.constraints[0].axis = Direction{out, ""};
       }},
      {"constraints.keep.axis2", "the axis", "",
       [&](Model& m) {
         m.constraints[0].axis2 = Direction{out, ""};
       }},
      {"drivers.lift.at", "the point", "", [&](Model& m) { m.drivers[0].at->at += out; }},
      {"drivers.lift.coordinate", "has no z", "x, y or angle", [](Model& m) { m.drivers[0].coordinate = DrivenCoordinate::z; }},
      {"drivers.lift.coordinate", "needs `coordinate`", "x, y or angle", [](Model& m) { m.drivers[0].coordinate.reset(); }},
      {"forces.spring.from.at", "the point", "", [&](Model& m) { m.forces[0].from->at.at += out; }},
      {"forces.spring.to.at", "the point", "", [&](Model& m) { m.forces[0].to->at.at += out; }},
      {"forces.push.at", "the point", "", [&](Model& m) { m.forces[1].at->at += out; }},
      {"forces.push.direction", "the direction", "",
       [&](Model& m) {
         m.forces[1].kind.as<AppliedForce>().direction = Direction{out, ""};
       }},
      {"forces.twist.direction", "about z", "",
       [&](Model& m) {
         m.forces[2].kind.as<AppliedTorque>().direction = Direction{{0, 1, 0}, ""};
       }},
      {"sensors.tip.at", "the point", "", [&](Model& m) { m.sensors[0].at->at += out; }},
      {"sensors.tip.axis", "the axis", "", [&](Model& m) { m.sensors[0].axis->axis += out; }},
  };
  expect_said(cases, planar_model);
}

}  // namespace
}  // namespace bricard
