// Constant-velocity joint: the origins coincide, and B is turned from A about an axis perpendicular to both shafts (A's and B's z
// axes), so that the shafts lie symmetric to their bisecting plane and turn equally at any constant bend. That axis has no z
// component where  f = x_A·y_B - y_A·x_B = 0.  A design with bent shafts may have B turned about its shaft by `phase`, from which
// the bend then counts: with  g = x_A·x_B + y_A·y_B  the row is  cos(phase) f - sin(phase) g.
// K. H. Hunt: Constant-velocity shaft couplings: a general theory, J. Eng. Ind. 95 (1973) 455-464.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct ConstantVelocity {
  static constexpr std::string_view type = "constant_velocity";
  static constexpr std::string_view help = "shaft coupling: turns one shaft (`axis`) as fast as the other (`axis2`) at any bend";
  static constexpr std::string_view equation = R"(r = 0                                           3 rows: the origins coincide
cos(phase) f - sin(phase) g = 0                 1 row: the shafts turn equally
f = x_A·y_B - y_A·x_B,   g = x_A·x_B + y_A·y_B,   tan(phase) = f/g as designed)";
  static constexpr std::string_view reactions =
      "Force and torque of the coupling on the second body at `at2`, global components; the torque that is passed on lies "
      "along the bisector of the shafts.";
  static constexpr std::string_view example = R"(bricard: 1
name: Two shafts, bent by 20 degrees
bodies:
  input:  {mass: 1, inertia: [2e-3, 1e-2, 1e-2], position: [-0.2, 0, 0]}
  output: {mass: 1, inertia: [2e-3, 1e-2, 1e-2], position: [0.2*cosd(20), 0.2*sind(20), 0],
           orientation: {axis: [0, 0, 1], angle: 20 deg}}
joints:
  hinge:    {type: revolute, bodies: [ground, input], at: [-0.2, 0, 0], axis: [1, 0, 0], initial: {speed: 100 rpm}}
  coupling: {type: constant_velocity, bodies: [input, output], at: [0, 0, 0], axis: [1, 0, 0], axis2: [cosd(20), sind(20), 0]}
  bearing:  {type: point_on_line, bodies: [ground, output], at: [0.4*cosd(20), 0.4*sind(20), 0], axis: [cosd(20), sind(20), 0]}
forces:
  motor: {type: joint_force, joint: hinge, torque: 0.1}
outputs:
  difference: (input.wx - (output.wx*cosd(20) + output.wy*sind(20)))/input.wx
analysis: {type: dynamics, duration: 0.6, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "constant_velocity";
  static constexpr JointKeys uses{.separate_axis2 = true};
  static constexpr std::array<std::string_view, 1> releases{"spherical"};
  static constexpr int freedoms = 2;
  static constexpr std::array<CoordinateName, 0> names{};

  double phase = 0;  // designed
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const ConstantVelocity&, const ConstantVelocity&) = default;
  static std::vector<ConstantVelocity> samples() { return {{}, {.phase = 0.8}, {.phase = -2.5}}; }
  // Bent about an axis across both shafts.
  Pose<double> fitted(auto& any) const {
    const double direction = any.angle(), bend = any.angle() / 2;
    return {rotation_about_z(direction) * rotation_about_x(bend) * rotation_about_z(-direction - phase), Vec3<double>::Zero()};
  }

  ConstantVelocity designed(const Pair<double>& m) const {
    ConstantVelocity kind = *this;
    kind.phase = std::atan2(skew(m).value, symmetric(m).value);
    return kind;
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    out(combination<S>(S(std::cos(phase)), skew(m), S(-std::sin(phase)), symmetric(m)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}

 private:
  template <class S>
  static Row<S> skew(const Pair<S>& m) {
    return combination<S>(S(1), between<S>(m, m.A.col(0), m.B.col(1)), S(-1), between<S>(m, m.A.col(1), m.B.col(0)));
  }
  template <class S>
  static Row<S> symmetric(const Pair<S>& m) {
    return combination<S>(S(1), between<S>(m, m.A.col(0), m.B.col(0)), S(1), between<S>(m, m.A.col(1), m.B.col(1)));
  }
};

}  // namespace bricard
