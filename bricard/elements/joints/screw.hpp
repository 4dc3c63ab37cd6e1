// Screw joint: B moves along A's z axis as it turns about it, position = lead/(2 pi) angle. The angle counts turns, so this row
// is a function of the measured coordinates; the other four are those of a cylindrical joint. Tree coordinate: the angle.
#pragma once
#include <numbers>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Screw {
  static constexpr std::string_view type = "screw";
  static constexpr std::string_view help = "screw and nut: moves along an axis as it turns about it";
  static constexpr std::string_view equation = R"(x_A·r = y_A·r = 0                     2 rows: B's origin stays on the axis
x_A·z_B = y_A·z_B = 0                 2 rows: the axes stay parallel
position - lead/(2π) angle = 0        1 row; the angle counts turns)";
  static constexpr std::string_view reactions =
      "Force and torque of the thread on the second body at `at2`, global components; along the axis the torque is -lead/(2π)"
      " times the force.";
  static constexpr std::string_view example = R"(bricard: 1
name: Nut that runs down a steep screw by its weight
units: {length: mm, angle: deg}
bodies:
  nut: {mass: 0.5, inertia: [80, 80, 120], position: [0, 0, 300]}
joints:
  spindle: {type: screw, bodies: [ground, nut], at: [0, 0, 300], axis: [0, 0, 1], lead: 60 mm}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "screw";
  static constexpr JointKeys uses{};
  static constexpr std::array<std::string_view, 1> releases{"cylindrical"};
  static constexpr int freedoms = 1, coordinates = 1, stored = 1;
  static constexpr std::array names{angle_coordinate, position_coordinate};

  double lead = 0;
  static constexpr auto fields(const auto& list) {
    return list(field("lead", &Screw::lead, dimension::length, "advance per turn, positive: right-handed", required));
  }
  double pitch() const { return lead / (2 * std::numbers::pi); }  // advance per radian
  void check(const KindCheck& check) const {
    if (lead == 0) check.fault("lead", "the lead is zero", "for a sleeve that turns without advance use another joint");
  }
  void reflect(const Reflection& reflection) { lead *= reflection.handedness; }
  friend bool operator==(const Screw&, const Screw&) = default;
  static std::vector<Screw> samples() { return {{.lead = 0.7}, {.lead = -3}}; }

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
    align(m, out);
  }
  template <class S, class Out>
  void counted_rows(const Row<S>* measured, Out&& out) const {
    out(combination<S>(S(1), measured[1], S(-pitch()), measured[0]));
  }
  template <class S>
  Motion<S, 1> motion(const S* q, const S*) const {
    Motion<S, 1> motion{rotation_about_z(q[0]), Vec3<S>(S(0), S(0), S(pitch()) * q[0])};
    motion.basis(5, 0) = S(1);
    motion.basis(2, 0) = S(pitch());
    return motion;
  }
  template <class S, class Out>
  void measured(const Pair<S>& m, Out&& out) const {
    out(turn(m));
    out(along<S>(m, m.A.col(2)));
  }

  static constexpr std::string_view rubs =
      R"(|torque| ≤ mu (|F_axis|/cos a + |N1| + |N2| + preload) radius/cos a,   tan a = lead/(2π radius)
along the thread: |F_axis|/cos a presses on it;   N1,2 = F/2 ± axis × M/length, F across the axis
It locks itself where static ≥ tan a.)";
  static constexpr bool needs_radius = true;
  // Per turn of one radian a point of the thread goes this far.
  double lever(const Friction& friction) const { return std::hypot(*friction.radius, pitch()); }
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int, Out&& out) const {
    const double r = *friction.radius, path = lever(friction);
    const Vec3<S> axis = m.A.col(2);
    out(Row<S>{S(0), axis * S(pitch() / path), axis * S(r * r / path), S(0)});
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction& friction, int, const Reaction& on, Out&& out) const {
    const Vec3<double> axis = m.A.col(2);
    out(Vec3<double>(axial(on.F, axis) * (lever(friction) / *friction.radius)));
    two_bearings(friction, axis, radial(on.F, axis), on.M, out);
  }
};

}  // namespace bricard
