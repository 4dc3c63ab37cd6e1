// An anti-roll bar: a spring against the difference of two joint coordinates, or about an axis between two bodies. In roll the
// wheels go opposite ways and twist it; in heave it does nothing.
#pragma once
#include <optional>

#include "bricard/elements/forces/force.hpp"

namespace bricard {

struct AntiRollBar {
  static constexpr std::string_view type = "anti_roll_bar";
  static constexpr std::string_view help = "spring and damper against the difference of two joint coordinates, as of left and right wheel";
  static constexpr std::string_view equation = R"(Q1 = -(stiffness d + damping d'), Q2 = -Q1,   d = c1 - c2
c1, c2: the coordinates of the two joints; by `bodies` and `axis` d is the angle between the bodies)";
  static constexpr std::string_view columns =
      "`difference` and `force` of positions, or `twist` and `torque` of angles: what increases the first coordinate.";
  static constexpr std::string_view note =
      "`stiffness` and `damping` are for joints whose coordinates are positions, `rotational_stiffness` and "
      "`rotational_damping` for angles.";
  static constexpr std::string_view example = R"(bricard: 1
name: Two wheels on one bar, one of them lifted
bodies:
  left: {mass: 20, inertia: [1, 1, 1], position: [0, 0.6, 0.3], velocity: [0, 0, 0.5]}
  right: {mass: 20, inertia: [1, 1, 1], position: [0, -0.6, 0.3]}
joints:
  post_l: {type: prismatic, bodies: [ground, left], at: [0, 0.6, 0.3], axis: [0, 0, 1]}
  post_r: {type: prismatic, bodies: [ground, right], at: [0, -0.6, 0.3], axis: [0, 0, 1]}
forces:
  spring_l: {type: joint_force, joint: post_l, force: "196 - 2e4*post_l.position - 300*post_l.rate"}
  spring_r: {type: joint_force, joint: post_r, force: "196 - 2e4*post_r.position - 300*post_r.rate"}
  bar: {type: anti_roll_bar, joints: [post_l, post_r], stiffness: 1e4}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::difference;
  static constexpr bool planar = true;

  std::optional<double> stiffness, damping, rotational_stiffness, rotational_damping;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("stiffness", &AntiRollBar::stiffness, d::stiffness, "force per difference of positions"),
                field("damping", &AntiRollBar::damping, d::damping, "force per rate of the difference"),
                field("rotational_stiffness", &AntiRollBar::rotational_stiffness, d::rotational_stiffness,
                      "torque per difference of angles"),
                field("rotational_damping", &AntiRollBar::rotational_damping, d::rotational_damping,
                      "torque per rate of the difference"));
  }
  bool is_rotational() const { return rotational_stiffness.has_value() || rotational_damping.has_value(); }
  void check(const KindCheck& check) const {
    if (is_rotational() && (stiffness || damping))
      check.fault("stiffness", "give `stiffness`, for positions, or `rotational_stiffness`, for angles, not both");
    if (!stiffness && !rotational_stiffness)
      check.fault("stiffness", "the stiffness is missing", "`stiffness` for positions, `rotational_stiffness` for angles");
    for (const auto& [value, key] : {std::pair(damping, "damping"), std::pair(rotational_damping, "rotational_damping")})
      if (value && !(*value >= 0)) check.fault(key, "must not be negative");
  }
  friend bool operator==(const AntiRollBar&, const AntiRollBar&) = default;
  static std::vector<AntiRollBar> samples() {
    return {{{}, {}, 3, {}}, {{}, {}, 3, 0.7}};
  }
  // The effort goes through `result`, with the rate of the difference.
  static double told_power(const std::array<double, 0>&, const std::array<double, 3>& result) { return result[1] * result[2]; }

  static constexpr std::array<ColumnName, 0> measured{};
  static constexpr std::array results{ColumnName{"difference", dimension::length, Mirrored::same},
                                      ColumnName{"force", dimension::force, Mirrored::same},
                                      ColumnName{"difference_rate", dimension::speed, Mirrored::same}};
  std::array<ColumnName, 3> result_names() const {
    if (!is_rotational()) return results;
    return {ColumnName{"twist", dimension::angle, Mirrored::same}, ColumnName{"torque", dimension::torque, Mirrored::same},
            ColumnName{"twist_rate", dimension::angular_speed, Mirrored::same}};
  }
  std::array<Term, 0> functions() const { return {}; }
  std::array<double, 0> otherwise(double) const { return {}; }

  template <class S>
  std::array<S, 0> measure(const S&, const S&) const {
    return {};
  }
  template <class S>
  S effort(const S& difference, const S& rate, std::array<S, 3>& result) const {
    const double k = (is_rotational() ? rotational_stiffness : stiffness).value_or(0);
    const double c = (is_rotational() ? rotational_damping : damping).value_or(0);
    result = {difference, S(-(k * difference + c * rate)), rate};
    return result[1];
  }
  bool conservative() const { return !(damping && *damping > 0) && !(rotational_damping && *rotational_damping > 0); }
  template <class S>
  S potential(const S& difference) const {
    return 0.5 * (is_rotational() ? rotational_stiffness : stiffness).value_or(0) * difference * difference;
  }
  template <class S>
  S dissipation(const S& rate) const {
    return (is_rotational() ? rotational_damping : damping).value_or(0) * rate * rate;
  }
};

}  // namespace bricard
