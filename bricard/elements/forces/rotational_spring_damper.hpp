// Spring and damper about an axis: torque = stiffness (angle - free_angle) + damping angle' + torque, against growing angle.
// The angle counts turns, so the spring winds up over any number of them.
#pragma once
#include <optional>

#include "bricard/elements/forces/force.hpp"

namespace bricard {

struct RotationalSpringDamper {
  static constexpr std::string_view type = "rotational_spring_damper";
  static constexpr std::string_view help = "spring, damper and actuator about an axis; positive torque is against growing angle";
  static constexpr std::string_view equation =
      R"(torque = stiffness (angle - free_angle) + damping angle' + torque,   against growing angle)";
  static constexpr std::string_view columns =
      "`angle`, which counts turns, and its `rate`; `torque` is positive against growing angle, without that of dry friction, "
      "which "
      "`friction` is.";
  static constexpr std::string_view example = R"(bricard: 1
name: Flap that closes by its spring
units: {angle: deg}
bodies:
  flap: {mass: 1, inertia: [1e-3, 4e-3, 4e-3], position: [0.1, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, flap], at: [0, 0, 0], axis: [0, 0, 1], initial: {angle: 80}}
forces:
  closer: {type: rotational_spring_damper, joint: hinge, stiffness: 0.5 Nm/rad, damping: 0.05 Nm*s/rad, free_angle: -10}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "spiral";
  static constexpr ForceEnds uses = ForceEnds::coordinate;
  static constexpr bool planar = true;

  Function stiffness;
  Function damping;
  std::optional<Function> free_angle;  // default: the angle in the design position
  Function torque;
  double friction = 0;
  static constexpr double friction_sense = -1;  // against growing angle
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    using T = RotationalSpringDamper;
    return list(
        field("stiffness", &T::stiffness, d::rotational_stiffness, "torque per angle"),
        field("damping", &T::damping, d::rotational_damping, "torque per rate of angle"),
        field("free_angle", &T::free_angle, d::angle, "angle without torque; default: as designed"),
        field("torque", &T::torque, d::torque,
              "additional torque against growing angle; may use the element's own `angle` and `rate`"),
        field("friction", &T::friction, d::torque, "dry friction of constant size: against the rate, and holds it at rest"));
  }
  void check(const KindCheck& check) const {
    if (!(friction >= 0)) check.fault("friction", "must not be negative");
  }
  friend bool operator==(const RotationalSpringDamper&, const RotationalSpringDamper&) = default;
  static std::vector<RotationalSpringDamper> samples() {
    return {{}, {3, {}, {}, {}, 0}, {3, 0.7, {}, {}, 0}, {3, {}, 0.4, 2, 0}};
  }
  static double told_power(const std::array<double, 2>& measured, const std::array<double, 1>& torque) {
    return -torque[0] * measured[1];
  }

  static constexpr std::array measured{ColumnName{"angle", dimension::angle}, ColumnName{"rate", dimension::angular_speed}};
  static constexpr std::array results{ColumnName{"torque", dimension::torque}};
  std::array<Term, 4> functions() const {
    return {Term{&stiffness, dimension::rotational_stiffness}, Term{&damping, dimension::rotational_damping},
            Term{free_angle ? &*free_angle : nullptr, dimension::angle}, Term{&torque, dimension::torque}};
  }
  // A free angle that is not given is the designed angle.
  std::array<double, 4> otherwise(double designed) const { return {0, 0, designed, 0}; }

  template <class S>
  std::array<S, 2> measure(const S& angle, const S& rate) const {
    return {angle, rate};
  }
  template <class S>
  S effort(const std::array<S, 2>& measured_values, const std::array<S, 4>& f, std::array<S, 1>& result) const {
    result[0] = f[0] * (measured_values[0] - f[2]) + f[1] * measured_values[1] + f[3];
    return -result[0];
  }
  // A constant spring, and nothing else.
  bool conservative() const {
    return stiffness.is_number() && (!free_angle || free_angle->is_number()) && is_zero(damping) && is_zero(torque);
  }
  // ½ k (angle - free_angle)²: the energy of the spring part.
  template <class S>
  S potential(const std::array<S, 2>& measured_values, const std::array<S, 4>& f) const {
    const S twist = measured_values[0] - f[2];
    return S(0.5) * f[0] * twist * twist;
  }
  template <class S>
  S dissipation(const std::array<S, 2>& measured_values, const std::array<S, 4>& f) const {
    return f[1] * measured_values[1] * measured_values[1];
  }
};

}  // namespace bricard
