// Universal (Hooke) joint: the origins coincide; A's z axis (`axis`, on the first body) stays perpendicular to B's x axis
// (`axis2`, on the second). As a tree joint B = A Rz(angle) Rx(angle2).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Universal {
  static constexpr std::string_view type = "universal";
  static constexpr std::string_view help = "cross: turns about an axis of each body, the two kept perpendicular";
  static constexpr std::string_view equation = R"(r = 0                         3 rows: the origins coincide
z_A·x_B = 0                   1 row: `axis` and `axis2` stay perpendicular
angle: from x_A to x_B about z_A = `axis`;  angle2: from z_A to z_B about x_B = `axis2`)";
  static constexpr std::string_view reactions =
      "Force and torque of the cross on the second body at `at2`, global components; the torque is perpendicular to both "
      "axes.";
  static constexpr std::string_view example = R"(bricard: 1
name: Lamp on a cross
bodies:
  lamp: {mass: 3, inertia: [0.04, 0.04, 0.02], position: [0, 0, -0.4]}
joints:
  cross:
    {type: universal, bodies: [ground, lamp], at: [0, 0, 0], axis: [1, 0, 0], axis2: [0, 1, 0],
     initial: {angle: 20 deg, speed2: 1}}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "cross";
  static constexpr JointKeys uses{.axis = true, .axis2 = true};
  static constexpr std::array<std::string_view, 1> releases{"spherical"};
  static constexpr int freedoms = 2, coordinates = 2;
  static constexpr std::array names{angle_coordinate, CoordinateName{"angle2", "speed2", true, "torque2"}};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Universal&, const Universal&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    out(between<S>(m, m.A.col(2), m.B.col(0)));
  }
  // Twist: z v1 + x_B v2 with x_B = Rz(angle) x, which turns with v1: bias = v1 v2 (z × x_B).
  template <class S>
  Motion<S, 2> motion(const S* q, const S* v) const {
    const Mat3<S> Rz = rotation_about_z(q[0]);
    Motion<S, 2> motion{Mat3<S>(Rz * rotation_about_x(q[1])), zero3<S>()};
    motion.basis(5, 0) = S(1);
    motion.basis.template block<3, 1>(3, 1) = Rz.col(0);
    motion.bias.template tail<3>() = Rz.col(1) * (v[0] * v[1]);
    return motion;
  }
  // angle: from x_A to x_B about z_A. angle2: from z_A to z_B about x_B, cos = z_A·z_B, sin = z_A·y_B.
  template <class S, class Out>
  void measured(const Pair<S>& m, Out&& out) const {
    out(turn(m));
    out(angle_of<S>(m, between<S>(m, m.A.col(2), m.B.col(2)), between<S>(m, m.A.col(2), m.B.col(1))));
  }

  static constexpr std::string_view rubs = R"(two hinges, one about each axis, each with its own columns:
|torque| ≤ mu radius (|N1| + |N2| + preload),   N1,2 = F/2 ± axis × M/length)";
  static constexpr bool needs_radius = true;
  static constexpr int surfaces = 2;
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int surface, Out&& out) const {
    out(slip_about<S>(surface == 0 ? Vec3<S>(m.A.col(2)) : Vec3<S>(m.B.col(0)), *friction.radius));
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction& friction, int surface, const Reaction& on, Out&& out) const {
    two_bearings(friction, surface == 0 ? Vec3<double>(m.A.col(2)) : Vec3<double>(m.B.col(0)), on.F, on.M, out);
  }
  double lever(const Friction& friction) const { return *friction.radius; }
};

}  // namespace bricard
