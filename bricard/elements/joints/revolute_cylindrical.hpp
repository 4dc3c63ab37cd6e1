// Massless link with a hinge about a = z_A at A's origin and a sleeve along b = x_B through B's origin, a perpendicular to b:
//   a·b = 0,   a·r = offset,   (a × b)·r = length.
// `length` is the distance of hinge and sleeve, a length that is given lies on the side of the design; the offset along the hinge
// is as designed, or zero where the length is given. E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems,
// Allyn and Bacon 1989, chapter 9 (composite joints).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct RevoluteCylindrical {
  static constexpr std::string_view type = "revolute_cylindrical";
  static constexpr std::string_view help =
      "massless link: a hinge about `axis` on the first body, a sleeve along `axis2` on the second";
  static constexpr std::string_view equation = R"(a = z_A: hinge,   b = x_B: sleeve
a·b = 0                       1 row: the axes stay perpendicular
a·r = offset                  1 row: as designed; zero where `length` is given
(a × b)·r = length            1 row)";
  static constexpr std::string_view reactions = "Force and torque of the link on the second body at `at2`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Rod in a sleeve that turns on a pivot
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1, inertia: [1e-3, 0.05, 0.05], position: [0.2, 0.1, 0], angular_velocity: [6, 0, 0]}
joints:
  sleeve: {type: revolute_cylindrical, bodies: [ground, rod], at: [0, 0, 0], at2: [0, 0.1, 0], axis: [0, 0, 1], axis2: [1, 0, 0]}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: rod, at: [-0.2, 0.1, 0]},
           stiffness: 300, damping: 2}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "pin_and_sleeve";
  static constexpr JointKeys uses{.axis2 = true};
  static constexpr int freedoms = 3;
  static constexpr std::array<CoordinateName, 0> names{};

  std::optional<double> length;  // signed once it is designed
  double offset = 0;             // designed
  static constexpr auto fields(const auto& list) {
    return list(
        field("length", &RevoluteCylindrical::length, dimension::length, "distance of hinge and sleeve; default: as designed"));
  }
  void check(const KindCheck& check) const {
    // The distance of two axes, which may meet.
    if (length && *length < 0) check.fault("length", "the length must not be negative");
  }
  friend bool operator==(const RevoluteCylindrical&, const RevoluteCylindrical&) = default;
  static std::vector<RevoluteCylindrical> samples() {
    return {{.length = 0.8, .offset = 0}, {.length = -0.4, .offset = 1.3}, {.length = 0, .offset = 0}};
  }
  // The link turns about z; on it, at the length along its y axis, the sleeve along its x axis.
  Pose<double> fitted(auto& any) const {
    const Mat3<double> link = rotation_about_z(any.angle());
    return {link * rotation_about_x(any.angle()), link * Vec3<double>(any.number(), *length, offset)};
  }

  RevoluteCylindrical designed(const Pair<double>& m) const {
    return {length_as_designed(length, triple<double>(m, m.A.col(2), m.B.col(0)).value),
            length ? 0 : along<double>(m, m.A.col(2)).value};
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(between<S>(m, m.A.col(2), m.B.col(0)));
    out(held(along<S>(m, m.A.col(2)), offset));
    out(held(triple<S>(m, m.A.col(2), m.B.col(0)), *length));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
