// Revolute joint: the origins coincide and the z axes are parallel; free angle about z.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Revolute {
  static constexpr std::string_view type = "revolute";
  static constexpr std::string_view help = "hinge: turns about one axis";
  static constexpr std::string_view equation = R"(r = 0                         3 rows: the origins coincide
x_A·z_B = y_A·z_B = 0         2 rows: the axes stay parallel
angle: from x_A to x_B about z_A)";
  static constexpr std::string_view reactions =
      "Force and torque of the bearing on the second body at `at2`, global components; the torque has no component along the "
      "axis.";
  static constexpr std::string_view example = R"(bricard: 1
name: Rod on a hinge
bodies:
  rod: {mass: 2, inertia: [0.001, 0.167, 0.167], position: [0.5, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 60 deg/s}}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "hinge";
  static constexpr JointKeys uses{.planar = true};
  static constexpr std::array<std::string_view, 3> releases{"cylindrical", "spherical", "point_on_line"};
  static constexpr int freedoms = 1, coordinates = 1;
  static constexpr std::array names{angle_coordinate};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Revolute&, const Revolute&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    align(m, out);
  }
  template <class S, class Out>
  void rows(const PlanarPair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
  }
  template <class S>
  Motion<S, 1> motion(const S* q, const S*) const {
    Motion<S, 1> motion{rotation_about_z(q[0]), zero3<S>()};
    motion.basis(5, 0) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>& m, Out&& out) const {
    out(turn(m));
  }

  static constexpr std::string_view rubs = R"(|torque| ≤ mu radius (|N1| + |N2| + preload)
N1,2 = F/2 ± axis × M/length;   slip speed: radius · angular speed)";
  static constexpr bool needs_radius = true;
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int, Out&& out) const {
    out(slip_about<S>(m.A.col(2), *friction.radius));
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction& friction, int, const Reaction& on, Out&& out) const {
    two_bearings(friction, m.A.col(2), on.F, on.M, out);
  }
  double lever(const Friction& friction) const { return *friction.radius; }
};

}  // namespace bricard
