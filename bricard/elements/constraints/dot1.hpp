// a·b = value: two unit vectors, one on each body.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Dot1 {
  static constexpr std::string_view type = "dot1";
  static constexpr std::string_view help = "dot product of the unit vectors `axis` (first body) and `axis2` (second body)";
  static constexpr std::string_view equation = R"(a·b = value                   unit vectors a = `axis`, b = `axis2`)";
  static constexpr std::string_view reactions = "`effort` is the multiplier: the torque on the second body is effort · (b × a).";
  static constexpr std::string_view example = R"(bricard: 1
name: Top whose axis keeps 60 degrees to the vertical
bodies:
  top: {mass: 0.5, inertia: [1e-3, 1e-3, 5e-4], position: [0.1*sind(60), 0, 0.1*cosd(60)],
        orientation: {axis: [0, 1, 0], angle: 60 deg}, angular_velocity: [0, 0, 5]}
joints:
  tip: {type: spherical, bodies: [ground, top], at: [0, 0, 0]}
constraints:
  cone: {type: dot1, bodies: [ground, top], axis: [0, 0, 1], axis2: {in: top, axis: [0, 0, 1]}, value: 0.5}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "angle_mark";
  static constexpr ConstraintKeys uses{.points = false, .axis = true, .axis2 = true};
  static constexpr Dimension dimension = bricard::dimension::none;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = false;
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Dot1&, const Dot1&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{between<S>(m[0], m[0].A.col(2), m[0].B.col(2))};
  }
};

}  // namespace bricard
