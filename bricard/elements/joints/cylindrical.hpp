// Cylindrical joint: B slides along and turns about A's z axis. Coordinates: angle, position.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Cylindrical {
  static constexpr std::string_view type = "cylindrical";
  static constexpr std::string_view help = "sleeve: turns about and moves along one axis";
  static constexpr std::string_view equation = R"(x_A·r = y_A·r = 0             2 rows: B's origin stays on the axis
x_A·z_B = y_A·z_B = 0         2 rows: the axes stay parallel
angle: from x_A to x_B about z_A;  position: z_A·r)";
  static constexpr std::string_view reactions =
      "Force and torque of the sleeve on the second body at `at2`, global components; neither has a component along the axis.";
  static constexpr std::string_view example = R"(bricard: 1
name: Sleeve that falls and turns on a vertical rod
bodies:
  sleeve: {mass: 0.5, inertia: [1e-3, 1e-3, 2e-3], position: [0.05, 0, 1]}
joints:
  rod: {type: cylindrical, bodies: [ground, sleeve], at: [0, 0, 1], axis: [0, 0, 1], initial: {speed: 4, rate: 2}}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "sleeve";
  static constexpr JointKeys uses{};
  static constexpr std::array<std::string_view, 2> releases{"point_on_line", "parallel_axes"};
  static constexpr int freedoms = 2, coordinates = 2;
  static constexpr std::array names{angle_coordinate, position_coordinate};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Cylindrical&, const Cylindrical&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
    align(m, out);
  }
  template <class S>
  Motion<S, 2> motion(const S* q, const S*) const {
    Motion<S, 2> motion{rotation_about_z(q[0]), Vec3<S>(S(0), S(0), q[1])};
    motion.basis(5, 0) = S(1);
    motion.basis(2, 1) = S(1);
    return motion;
  }
  template <class S, class Out>
  void measured(const Pair<S>& m, Out&& out) const {
    out(turn(m));
    out(along<S>(m, m.A.col(2)));
  }

  static constexpr std::string_view rubs =
      R"(|force| ≤ mu (|N1| + |N2| + preload), against the slip (radius · angular speed, rate)
N1,2 = F/2 ± axis × M/length)";
  static constexpr bool needs_radius = true;
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int, Out&& out) const {
    out(slip_about<S>(m.A.col(2), *friction.radius));
    out(slip_along<S>(m.A.col(2)));
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction& friction, int, const Reaction& on, Out&& out) const {
    two_bearings(friction, m.A.col(2), radial(on.F, m.A.col(2)), on.M, out);
  }
};

}  // namespace bricard
