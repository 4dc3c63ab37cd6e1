// Planar joint: B moves in A's xy plane and turns about its z axis. Coordinates: x and y of B's origin in A, and the angle.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Planar {
  static constexpr std::string_view type = "planar";
  static constexpr std::string_view help = "plane on plane: moves in a plane and turns about its normal";
  static constexpr std::string_view equation = R"(z_A·r = 0                     1 row: B's origin stays in the plane
x_A·z_B = y_A·z_B = 0         2 rows: the normals stay parallel
x: x_A·r;  y: y_A·r;  angle: from x_A to x_B about z_A)";
  static constexpr std::string_view note =
      "In the design position `x` counts along the global x axis as far as it lies in the plane (y where x is the normal), and "
      "`y` at right angles to it, so that `x`, `y` and the normal are right-handed; both move with the first body.";
  static constexpr std::string_view reactions =
      "Force along the normal and torque in the plane on the second body at `at2`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Puck that spins down a smooth table, inclined by 10 degrees
bodies:
  puck: {mass: 0.2, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0], velocity: [0, 1, 0],
         angular_velocity: [sind(10)*20, 0, cosd(10)*20]}
joints:
  table: {type: planar, bodies: [ground, puck], at: [0, 0, 0], axis: [sind(10), 0, cosd(10)]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "plane";
  static constexpr JointKeys uses{.planar = true};
  static constexpr int planar_freedoms = 3;
  static constexpr std::array<std::string_view, 1> releases{"point_on_plane"};
  static constexpr int freedoms = 3, coordinates = 3;
  static constexpr std::array names{CoordinateName{"x", "x_rate", false, "x_force", CountedAlong::across_axis},
                                    CoordinateName{"y", "y_rate", false, "y_force", CountedAlong::across_axis},
                                    CoordinateName{"angle", "angle_rate", true, "angle_torque"}};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Planar&, const Planar&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(2)));
    align(m, out);
  }
  template <class S>
  Motion<S, 3> motion(const S* q, const S*) const {
    Motion<S, 3> motion{rotation_about_z(q[2]), Vec3<S>(q[0], q[1], S(0))};
    motion.basis(0, 0) = S(1);
    motion.basis(1, 1) = S(1);
    motion.basis(5, 2) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
    out(turn(m));
  }

  static constexpr std::string_view rubs = R"(|(F_x, F_y, torque/radius)| ≤ mu (|N| + preload), N along the normal
against the slip (x_rate, y_rate, radius · angle_rate) of `at2`; without radius the turn does not rub)";
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int, Out&& out) const {
    for (int i = 0; i < 2; ++i) out(slip_along<S>(m.A.col(i)));
    if (friction.radius) out(slip_about<S>(m.A.col(2), *friction.radius));
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction&, int, const Reaction& on, Out&& out) const {
    out(axial(on.F, m.A.col(2)));
  }
};

}  // namespace bricard
