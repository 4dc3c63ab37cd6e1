// What a force reads of the motion is the motion: positions, velocities and axes of a body, a sensor and a joint that turn about
// an oblique axis, by Rodrigues' formula and w × r.
#include "bricard/system/function_compiler.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/system.hpp"

namespace bricard {
namespace {

// The components that a force of these three functions has at a state, with a hinge at angle and speed and a cart at place and
// speed.
Eigen::VectorXd read_by_a_force(const std::string& model, const std::string& functions, const std::string& coordinates) {
  std::string numbers = "number(" + functions + ")";
  for (std::size_t at = 0; (at = numbers.find(", ", at)) != std::string::npos; at += 10) numbers.replace(at, 2, "), number(");
  const System relative(
      read_yaml_text(model + "forces:\n  load: {type: force, body: free, components: [" + numbers + "]}\n", "test"),
      "relative");
  State state = relative.designed();
  state.v.setZero();
  state.q.head(2) << 0.7, 0.3;
  state.v.head(2) << 1.9, -0.6;
  Equations there(relative);
  relative.motion(state, there, RowSet::all, Measure::all);
  const System system(relative.model(), coordinates);
  Equations e(system);
  system.motion(system.state_of(there, 0), e);
  system.forces(e);
  return e.k.f[3].head<3>();
}

constexpr const char* in_space = R"yaml(
bricard: 1
gravity: [0, 0, 0]
bodies:
  arm: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0.2, -0.1]}
  cart: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}
  free: {mass: 1, inertia: [1, 1, 1], position: [5, 5, 5]}
joints:
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [1, 2, 2]}
  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0, 0], axis: [0, 3, 4]}
sensors:
  tip: {body: arm, at: [2, -1, 0.4], axis: [0, 0, 1]}
  seen: {body: arm, at: [2, -1, 0.4], axis: [0, 1, 0], relative_to: cart}
)yaml";

TEST(FunctionCompiler, ForcesReadTheMotionInSpace) {
  using V = Eigen::Vector3d;
  const V n = V(1, 2, 2) / 3, along = V(0, 0.6, 0.8);
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, n).toRotationMatrix();
  const V w = 1.9 * n, centre = R * V(0.5, 0.2, -0.1), tip = R * V(2, -1, 0.4), place = 0.3 * along, speed = -0.6 * along;
  const std::pair<std::string, V> expected[] = {{"arm.x, arm.y, arm.z", centre},
                                                {"arm.vx, arm.vy, arm.vz", w.cross(centre)},
                                                {"arm.wx, arm.wy, arm.wz", w},
                                                {"tip.x, tip.y, tip.z", tip},
                                                {"tip.vx, tip.vy, tip.vz", w.cross(tip)},
                                                {"tip.ux, tip.uy, tip.uz", R.col(2)},
                                                {"seen.x, seen.y, seen.z", tip - place},
                                                {"seen.vx, seen.vy, seen.vz", w.cross(tip) - speed},
                                                {"seen.ux, seen.uy, seen.uz", R.col(1)},
                                                {"hinge.angle, hinge.speed, rail.position", V(0.7, 1.9, 0.3)},
                                                {"rail.rate, 0, 0", V(-0.6, 0, 0)},
                                                {"arm.e1, arm.e2, arm.e3", std::sin(0.35) * n},
                                                {"arm.e0, 0, 0", V(std::cos(0.35), 0, 0)}};
  for (const std::string& coordinates : coordinate_names(3))
    for (const auto& [functions, value] : expected)
      EXPECT_LT((read_by_a_force(in_space, functions, coordinates) - value).norm(), 1e-12) << functions << ' ' << coordinates;
}

constexpr const char* in_plane = R"yaml(
bricard: 1
dimension: 2
gravity: [0, 0]
bodies:
  arm: {mass: 1, inertia: 1, position: [0.5, 0.2]}
  cart: {mass: 1, inertia: 1, position: [0, 0]}
  free: {mass: 1, inertia: 1, position: [5, 5]}
joints:
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0]}
  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [3, 4]}
sensors:
  tip: {body: arm, at: [2, -1], axis: [0, 1]}
  seen: {body: arm, at: [2, -1], axis: [1, 0], relative_to: cart}
)yaml";

TEST(FunctionCompiler, ForcesReadTheMotionInThePlane) {
  using V = Eigen::Vector2d;
  const Eigen::Matrix2d R = Eigen::Rotation2Dd(0.7).toRotationMatrix();
  const V centre = R * V(0.5, 0.2), tip = R * V(2, -1), along = V(0.6, 0.8), place = 0.3 * along, speed = -0.6 * along;
  const auto spun = [](const V& r) { return V(1.9 * V(-r[1], r[0])); };
  const std::pair<std::string, V> expected[] = {{"arm.x, arm.y", centre},
                                                {"arm.vx, arm.vy", spun(centre)},
                                                {"arm.angle, arm.w", V(0.7, 1.9)},
                                                {"tip.x, tip.y", tip},
                                                {"tip.vx, tip.vy", spun(tip)},
                                                {"tip.ux, tip.uy", R.col(1)},
                                                {"seen.x, seen.y", tip - place},
                                                {"seen.vx, seen.vy", spun(tip) - speed},
                                                {"seen.ux, seen.uy", R.col(0)},
                                                {"hinge.angle, hinge.speed", V(0.7, 1.9)},
                                                {"rail.position, rail.rate", V(0.3, -0.6)}};
  for (const std::string& coordinates : coordinate_names(2))
    for (const auto& [functions, value] : expected)
      EXPECT_LT((read_by_a_force(in_plane, functions, coordinates).head<2>() - value).norm(), 1e-12)
          << functions << ' ' << coordinates;
}

}  // namespace
}  // namespace bricard
