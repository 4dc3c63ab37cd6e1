#include "bricard/analyses/equilibrium/invariant_motions.hpp"

#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/loads.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Body lump(const std::string& name, const Vector3& position, const Vector3& moments) {
  Body body;
  body.name = name;
  body.mass = 2;
  body.position = Point{position, ""};
  body.inertia.matrix(0, 0) = moments[0];
  body.inertia.matrix(1, 1) = moments[1];
  body.inertia.matrix(2, 2) = moments[2];
  return body;
}

std::vector<std::string> found(const Model& model, bool goes_on = true) {
  const System system(model);
  EquilibriumEquations equations(system);
  const State start = assemble(system).state;
  const InvariantMotions motions(equations, start, 2);
  EXPECT_EQ(motions.goes_on(), goes_on);
  std::vector<std::string> names;
  for (const InvariantMotions::Name& each : motions.names(system, start)) names.push_back(each.text);
  return names;
}

using Names = std::vector<std::string>;

// Under gravity a body may be moved along it, and turned about it; if it is round, about its own axis too.
TEST(InvariantMotions, OfAFallingBody) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {lump("stone", {1, 2, 3}, {0.3, 0.4, 0.5})};
  EXPECT_EQ(found(model), (Names{"along x", "along y", "along z", "about z"}));
  model.bodies = {lump("stone", {1, 2, 3}, {0.4, 0.4, 0.5})};
  EXPECT_EQ(found(model), (Names{"along x", "along y", "along z", "about z", "spin of stone"}));
}

// A wheel on a cart may be turned only where it is round and its center is on the axle.
TEST(InvariantMotions, OfAWheelOnACart) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {lump("cart", {0, 0, 0}, {0.3, 0.4, 0.5}), lump("wheel", {1, 0, 0}, {0.2, 0.3, 0.2})};
  model.joints = {joint<Prismatic>("rail", "ground", "cart", {0, 0, 0}, {1, 0, 0}),
                  joint<Revolute>("axle", "cart", "wheel", {1, 0, 0}, {0, 1, 0})};
  EXPECT_EQ(found(model), (Names{"along x", "axle.angle"}));
  model.bodies[1].position = Point{{1.01, 0, 0}, ""};
  EXPECT_EQ(found(model), Names{"along x"});
  model.bodies[1] = lump("wheel", {1, 0, 0}, {0.2, 0.3, 0.21});  // about its axle it is as good as a round one
  EXPECT_EQ(found(model), (Names{"along x", "axle.angle"}));
}

// A turn of all bodies and that of the only joint are one motion; a driver that runs takes time with it, one that swings does not.
TEST(InvariantMotions, OfAShaft) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {lump("shaft", {0.1, 0, 0}, {0.3, 0.4, 0.5})};
  model.joints = {joint<Revolute>("bearing", "ground", "shaft", {0, 0, 0}, {0, 0, 1})};
  EXPECT_EQ(found(model), Names{"about z"});
  Driver motor;
  motor.name = "motor";
  motor.joint = "bearing";
  motor.prescribed["angle"] = Function("3*t");
  model.drivers = {motor};
  EXPECT_EQ(found(model), Names{});
  model.drivers[0].prescribed["angle"] = Function("sin(3*t + 1)");
  EXPECT_EQ(found(model, false), Names{});
}

// Two forces that cancel: 8 N and 8 N, and 2 kg of weight.
TEST(AbsoluteLoads, DoNotCancel) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {lump("stone", {1, 2, 3}, {0.3, 0.4, 0.5})};
  for (const double sign : {1.0, -1.0}) {
    AppliedForce law;
    law.components = {Function(8 * sign), Function(0.0), Function(0.0)};
    Force force;
    force.name = sign > 0 ? "push" : "pull";
    force.kind = law;
    force.body = "stone";
    model.forces.push_back(force);
  }
  const System system(model);
  Equations e(system);
  system.motion(system.designed(), e, RowSet::all, Measure::all);
  system.forces(e);
  const std::vector<AbsoluteLoad> loads = absolute_loads(system, e);
  EXPECT_NEAR(loads[1].force, 16 + 2 * 9.81, 1e-12);
  EXPECT_NEAR(loads[1].torque, 0, 1e-12);
  EXPECT_NEAR(e.k.f[1].norm(), 2 * 9.81, 1e-12);  // what stands in e is as before
}

}  // namespace
}  // namespace bricard::test
