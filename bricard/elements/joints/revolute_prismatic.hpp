// Massless link with a hinge about z_A at A's origin and a slider along x_B through B's origin, the two perpendicular. B does not
// turn about the slider, so its z axis stays parallel to the hinge:
//   x_A·z_B = y_A·z_B = 0,   y_B·r = length,   z_B·r = offset.
// `length` is the distance of hinge and slider, a length that is given lies on the side of the design; the offset along the hinge
// is as designed, or zero where the length is given. E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems,
// Allyn and Bacon 1989, chapter 9 (composite joints).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct RevolutePrismatic {
  static constexpr std::string_view type = "revolute_prismatic";
  static constexpr std::string_view help =
      "massless link: a hinge about `axis` on the first body, a slider along `axis2` on the second";
  static constexpr std::string_view equation = R"(z_A: hinge,   x_B: slider
x_A·z_B = y_A·z_B = 0         2 rows: B does not turn about the slider
y_B·r = length                1 row
z_B·r = offset                1 row: as designed; zero where `length` is given)";
  static constexpr std::string_view reactions = "Force and torque of the link on the second body at `at2`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Square bar in a guide that turns on a pivot
gravity: [0, -9.81, 0]
bodies:
  bar: {mass: 1, inertia: [1e-3, 0.05, 0.05], position: [0.2, 0.1, 0]}
joints:
  guide: {type: revolute_prismatic, bodies: [ground, bar], at: [0, 0, 0], at2: [0, 0.1, 0], axis: [0, 0, 1], axis2: [1, 0, 0]}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: bar, at: [-0.2, 0.1, 0]},
           stiffness: 300, damping: 2}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "pin_and_sleeve";
  static constexpr JointKeys uses{.axis2 = true};
  static constexpr int freedoms = 2;
  static constexpr std::array<CoordinateName, 0> names{};

  std::optional<double> length;  // signed once it is designed
  double offset = 0;             // designed
  static constexpr auto fields(const auto& list) {
    return list(
        field("length", &RevolutePrismatic::length, dimension::length, "distance of hinge and slider; default: as designed"));
  }
  void check(const KindCheck& check) const {
    // The distance of two axes, which may meet.
    if (length && *length < 0) check.fault("length", "the length must not be negative");
  }
  friend bool operator==(const RevolutePrismatic&, const RevolutePrismatic&) = default;
  static std::vector<RevolutePrismatic> samples() {
    return {{.length = 0.8, .offset = 0}, {.length = -0.4, .offset = 1.3}, {.length = 0, .offset = 0}};
  }
  // The link turns about z; on it, at the length along its y axis, the slide along its x axis.
  Pose<double> fitted(auto& any) const {
    const Mat3<double> link = rotation_about_z(any.angle());
    return {link, link * Vec3<double>(any.number(), *length, offset)};
  }

  RevolutePrismatic designed(const Pair<double>& m) const {
    return {length_as_designed(length, along_second<double>(m, m.B.col(1)).value),
            length ? 0 : along_second<double>(m, m.B.col(2)).value};
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    align(m, out);
    out(held(along_second<S>(m, m.B.col(1)), *length));
    out(held(along_second<S>(m, m.B.col(2)), offset));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
