// For tests: a model with nothing to complain about, and what must be said where it is spoiled.
#pragma once
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "bricard/elements/elements.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

inline Joint make_joint(std::string name, JointKind kind, std::string first, std::string second) {
  Joint joint;
  joint.name = std::move(name);
  joint.kind = std::move(kind);
  joint.bodies = {std::move(first), std::move(second)};
  joint.at = Point{};
  return joint;
}

// A crank and a rod, a hinge with a motor, a slider, a universal joint, a spring, a load, a sensor: nothing to complain about.
inline Model good_model() {
  Model model;
  model.parameters = {{"k", 1000}, {"speed", 6}};
  model.points = {{"A", Vector3(1, 2, 3)}};
  model.tables = {{"curve", {{0, 0}, {1, 2}, {2, 3}}, Interpolation::spline, Extrapolation::linear, {}}};
  for (const char* name : {"crank", "rod", "slider"}) {
    Body body;
    body.name = name;
    body.mass = 1;
    body.inertia.matrix = Matrix3::diagonal({1, 2, 2.5});
    body.position = Point{};
    model.bodies.push_back(body);
  }
  model.joints = {make_joint("hinge", Revolute{}, "ground", "crank"), make_joint("cross", Universal{}, "crank", "rod"),
                  make_joint("guide", Prismatic{}, "ground", "slider"), make_joint("ball", Spherical{}, "rod", "slider")};
  model.joints[0].axis = Direction{{0, 0, 1}, ""};
  model.joints[1].axis = Direction{{1, 0, 0}, ""};
  model.joints[1].axis2 = Direction{{0, 1, 0}, ""};
  model.joints[2].axis = Direction{{1, 0, 0}, ""};
  model.joints[2].initial = Initial{};
  (*model.joints[2].initial)["rate"] = 3;
  Constraint constraint;
  constraint.name = "keep";
  constraint.kind = Distance{};
  constraint.bodies = {"crank", "slider"};
  constraint.at = Point{};
  constraint.at2 = Point{{1, 0, 0}, "slider"};
  model.constraints = {constraint};
  Driver driver;
  driver.name = "motor";
  driver.joint = "hinge";
  driver.prescribed["angle"] = Function("speed*t + table(curve, t)");
  model.drivers = {driver};
  Force spring;
  spring.name = "spring";
  spring.kind = SpringDamper{Function("k"), 0.0, std::nullopt, Function("k*(length - A.x) + 2*rate*hinge.speed")};
  spring.from = End{"ground", {}};
  spring.to = End{"rod", {}};
  Force push;
  push.name = "push";
  AppliedForce load;
  load.magnitude = Function("spring.force + half");
  load.direction = Direction{{0, 0, 1}, ""};
  push.kind = load;
  push.body = "slider";
  model.forces = {spring, push};
  model.sensors = {{"tip", "rod", Point{}, Direction{{1, 0, 0}, ""}, "crank"}};
  Joint mesh;
  mesh.name = "mesh";
  mesh.kind = Gear{-2};
  mesh.joints = {"hinge", "cross.angle2"};
  Joint rack;
  rack.name = "rack";
  rack.kind = RackPinion{0.1};
  rack.joints = {"cross.angle", "guide"};
  Joint sum;
  sum.name = "sum";
  sum.kind = Coupler{{1, 2, -1}};
  sum.joints = {"hinge", "guide", "cross.angle2"};
  Joint rod = make_joint("link", SphericalSpherical{}, "crank", "slider");
  rod.at2 = Point{{1, 0, 0}, ""};
  Joint screw = make_joint("screw", Screw{0.01}, "ground", "rod");
  screw.axis = Direction{{0, 0, 1}, ""};
  Joint wheel = make_joint("wheel", Rolling{0.3}, "ground", "rod");
  wheel.axis = Direction{{0, 0, 1}, ""};
  wheel.at2 = Point{{0, 0, 0.3}, ""};
  Joint link = make_joint("sleeve", RevoluteCylindrical{}, "crank", "slider");
  link.axis = Direction{{0, 1, 0}, ""};
  link.axis2 = Direction{{1, 0, 0}, ""};
  model.joints.insert(model.joints.end(), {mesh, rack, sum, rod, screw, wheel, link});
  Force coil;
  coil.name = "coil";
  coil.kind = RotationalSpringDamper{};
  coil.joint = "hinge";
  Force actuator;
  actuator.name = "actuator";
  JointForce effort;
  effort.force = Function("u + 2*charge");
  actuator.kind = effort;
  actuator.joint = "guide";
  Force mount;
  mount.name = "mount";
  Bushing bush;
  bush.stiffness = {1, 2, 3};
  mount.kind = bush;
  mount.bodies = {{"rod", "slider"}};
  mount.at = Point{};
  model.forces.insert(model.forces.end(), {coil, actuator, mount});
  Constraint nut;
  nut.name = "nut";
  nut.kind = ExpressionConstraint{Function("guide.position - hinge.angle/100")};
  model.constraints.push_back(nut);
  model.inputs = {{"u", Function("sin(t)")}};
  model.states = {{"charge", 1, Function("u - charge")}};
  EventRule touch;
  touch.name = "touch";
  touch.when = Function("tip.z < 0");
  touch.action = EventAction::change;
  touch.activate = {"ball"};
  touch.deactivate = {"spring"};
  touch.set = {{"charge", Function("charge/2")}};
  model.events = {touch};
  model.outputs = {{"half", Function("spring.length/2")}, {"power", Function("motor.torque*hinge.speed + der(half)")}};
  model.analysis = AnalysisOptions{};
  model.analysis->weights = {{"rod", 2}};
  model.analysis->independent = {"guide", "cross.angle"};
  model.analysis->equilibrium = EquilibriumOptions{{"k"}, {"rod.x == 30 mm"}};
  model.analysis->inverse_dynamics = InverseDynamicsOptions{{"guide"}};
  model.analysis->modes = ModesOptions{About::design, {"u", "motor"}, {"tip.y", "half"}, FrequencyRange{}};
  return model;
}

using Spoil = std::function<void(Model&)>;

struct Case {
  const char* where;
  const char* what;  // part of the message
  const char* hint;  // part of the hint
  Spoil spoil;
};

inline void expect_said(const std::vector<Case>& cases, const std::function<Model()>& start = good_model) {
  for (const Case& each : cases) {
    Model model = start();
    each.spoil(model);
    std::string all;
    bool found = false;
    for (const Fault& fault : validate(model)) {
      all += to_string(fault) + '\n';
      found = found || (fault.where == each.where && fault.what.find(each.what) != std::string::npos &&
                        fault.hint.find(each.hint) != std::string::npos);
    }
    EXPECT_TRUE(found) << each.where << ": " << each.what << "\nbut validate says:\n" << all;
    if (!std::string_view(each.where).starts_with("analysis.")) continue;
    std::string again;  // asked for the analysis alone: the same
    for (const Fault& fault : check_analysis(model)) again += to_string(fault) + '\n';
    EXPECT_EQ(again, all) << each.where;
  }
}

inline void expect_silence(const std::vector<Spoil>& changes, const std::function<Model()>& start = good_model) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Model model = start();
    changes[i](model);
    for (const Fault& fault : validate(model)) ADD_FAILURE() << "change " << i << ": " << to_string(fault);
  }
}

inline Joint& joint(Model& m, std::string_view name) { return m.joints[index_of(m.joints, name)]; }
inline Force& force(Model& m, std::string_view name) { return m.forces[index_of(m.forces, name)]; }

}  // namespace bricard
