// Models built in C++ (model/building.hpp) are those that a file describes.
#include "bricard/model/building.hpp"

#include <gtest/gtest.h>

#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

TEST(Building, IsTheModelOfAFile) {
  Model model;
  model.name = "Pendulum with a spring";
  model.gravity = {0, 0, -9.81};
  add_body(model, "upper", "1 kg", {1e-3, 0.02, 0.02}, {"250 mm", 0, 0});
  add_body(model, "lower", 1, {1e-3, 0.02, 0.02}, {0.75, 0, 0});
  start(add_joint(model, "shoulder", "revolute", {"ground", "upper"}, {0, 0, 0}, {0, 1, 0}), "speed", "60 deg/s");
  add_joint(model, "elbow", "revolute", {"upper", "lower"}, {"50 cm", 0, 0}, {0, 1, 0});
  Force& spring = add_force(model, "spring", "spring_damper", {"ground", "lower"}, {0, 0, 1}, {1, 0, 0});
  set(set(spring, "stiffness", "0.035 N/mm"), "force", "2*sin(t)");
  set(add_joint_force(model, "motor", "joint_force", "shoulder"), "torque", "1.5 Nm");
  const Model read = read_yaml_text(R"(bricard: 1
name: Pendulum with a spring
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 1 kg, inertia: [1e-3, 0.02, 0.02], position: [250 mm, 0, 0]}
  lower: {mass: 1, inertia: [1e-3, 0.02, 0.02], position: [0.75, 0, 0]}
joints:
  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 60 deg/s}}
  elbow:    {type: revolute, bodies: [upper, lower], at: [50 cm, 0, 0], axis: [0, 1, 0]}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0, 1]}, to: {body: lower, at: [1, 0, 0]}, stiffness: 0.035 N/mm,
           force: 2*sin(t)}
  motor: {type: joint_force, joint: shoulder, torque: 1.5 Nm}
)",
                                    "pendulum.yaml");
  EXPECT_TRUE(model == read);
  EXPECT_TRUE(validate(model).empty());
}

}  // namespace
}  // namespace bricard
