// Massless link with a ball at A's origin and a hinge about B's z axis at B's origin: seen from B the ball moves on a circle,
//   |r| = length,   z_B·r = offset,
// the offset as designed, or zero (the ball in the plane of B's origin across the hinge) where the length is given.
// E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems, Allyn and Bacon 1989, chapter 9 (composite joints).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct SphericalRevolute {
  static constexpr std::string_view type = "spherical_revolute";
  static constexpr std::string_view help =
      "massless link: a ball at `at` on the first body, a hinge about `axis2` at `at2` on the second";
  static constexpr std::string_view equation = R"(|r| = length                  1 row
z_B·r = offset                1 row: as designed; zero where `length` is given)";
  static constexpr std::string_view reactions = "Force and torque of the link on the second body at `at2`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Wheel carrier on a link and a spring
bodies:
  carrier: {mass: 8, inertia: [0.2, 0.2, 0.2], position: [0, 0.6, 0]}
joints:
  link: {type: spherical_revolute, bodies: [ground, carrier], at: [0, 0, 0], at2: [0, 0.5, 0], axis2: [1, 0, 0]}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0.5, 0.6]}, to: {body: carrier, at: [0, 0.6, 0.1]},
           stiffness: 5000, damping: 100}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "ball_and_pin";
  static constexpr JointKeys uses{.axis = false, .axis2 = true, .at2 = true};
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};

  std::optional<double> length;
  double offset = 0;  // designed
  static constexpr auto fields(const auto& list) {
    return list(
        field("length", &SphericalRevolute::length, dimension::length, "distance of ball and hinge; default: as designed"));
  }
  void check(const KindCheck& check) const {
    if (length && *length <= 0) check.fault("length", "the length must be positive");
  }
  friend bool operator==(const SphericalRevolute&, const SphericalRevolute&) = default;
  static std::vector<SphericalRevolute> samples() { return {{.length = 0.9, .offset = 0}, {.length = 0.9, .offset = -0.5}}; }
  // From the hinge the ball is at the offset back along z and the rest of the length across it.
  Pose<double> fitted(auto& any) const {
    const double across = std::sqrt(*length * *length - offset * offset), turn = any.angle();
    const Mat3<double> R = any.axes();
    return {R, -(R * Vec3<double>(across * std::cos(turn), across * std::sin(turn), -offset))};
  }

  SphericalRevolute designed(const Pair<double>& m) const {
    if (length) return {*length, 0};
    return {bricard::length(m).value, along_second<double>(m, m.B.col(2)).value};
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(held(bricard::length<S>(m), *length));
    out(held(along_second<S>(m, m.B.col(2)), offset));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
