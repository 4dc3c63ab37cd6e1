// An actuator in a joint: the generalized force on one of its coordinates, positive where it increases the coordinate. It is a
// `force` on a position or a `torque` on an angle; exactly one of them is given.
#pragma once
#include <optional>

#include "bricard/elements/forces/force.hpp"

namespace bricard {

struct JointForce {
  static constexpr std::string_view type = "joint_force";
  static constexpr std::string_view help = "force or torque on a joint coordinate; positive increases the coordinate";
  static constexpr std::string_view equation = R"(Q = force   or   Q = torque,   with the power Q c' on the coordinate c)";
  static constexpr std::string_view columns =
      "`force` or `torque` that increases the coordinate; `friction` likewise, not part of it.";
  static constexpr std::string_view example = R"(bricard: 1
name: Motor with a falling torque curve
bodies:
  rotor: {mass: 5, inertia: [0.02, 0.02, 0.03], position: [0, 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}
forces:
  motor: {type: joint_force, joint: shaft, torque: 3*(1 - shaft.speed/150)}
analysis: {type: dynamics, duration: 2, output_step: 100 ms}
)";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::coordinate;
  static constexpr bool planar = true;

  std::optional<Function> force;
  std::optional<Function> torque;
  double friction = 0;
  static constexpr double friction_sense = 1;
  static constexpr auto fields(const auto& list) {
    return list(field("force", &JointForce::force, dimension::force, "force that increases a position"),
                field("torque", &JointForce::torque, dimension::torque, "torque that increases an angle, instead of force"),
                field("friction", &JointForce::friction, dimension::force,
                      "dry friction of constant size, a torque where `torque` is given: against the rate, and holds it at rest")
                    .becoming(dimension::torque, "torque"));
  }
  void check(const KindCheck& check) const {
    if (force && torque) check.fault("torque", "give `force` or `torque`, not both");
    if (!force && !torque) check.fault("force", "give `force` or `torque`");
    if (!(friction >= 0)) check.fault("friction", "must not be negative");
  }
  void reflect(const Reflection& reflection) {
    for (std::optional<Function>* function : {&force, &torque})
      if (*function) scale(**function, reflection.coordinate_sign.at(0));
  }
  friend bool operator==(const JointForce&, const JointForce&) = default;
  static std::vector<JointForce> samples() {
    return {{}, {.force = 2, .torque = {}, .friction = 0}, {.force = {}, .torque = 3, .friction = 0}};
  }

  static constexpr std::array<ColumnName, 0> measured{};
  static constexpr std::array results{ColumnName{"force", dimension::force}};
  std::array<ColumnName, 1> result_names() const {
    return {torque ? ColumnName{"torque", dimension::torque} : ColumnName{"force", dimension::force}};
  }
  std::array<Term, 1> functions() const {
    if (torque) return {Term{&*torque, dimension::torque}};
    return {Term{force ? &*force : nullptr, dimension::force}};
  }
  std::array<double, 1> otherwise(double) const { return {0}; }

  template <class S>
  std::array<S, 0> measure(const S&, const S&) const {
    return {};
  }
  template <class S>
  S effort(const std::array<S, 0>&, const std::array<S, 1>& f, std::array<S, 1>& result) const {
    return result[0] = f[0];
  }
  bool conservative() const { return !force && !torque; }
  template <class S>
  S potential(const std::array<S, 0>&, const std::array<S, 1>&) const {
    return S(0);
  }
};

}  // namespace bricard
