// a·r = value: unit vector `axis` of the first body and the vector from `at` to `at2`.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Dot2 {
  static constexpr std::string_view type = "dot2";
  static constexpr std::string_view help = "component along `axis` (first body) of the vector from `at` to `at2`";
  static constexpr std::string_view equation = R"(a·r = value                   unit vector a = `axis`, r from `at` to `at2`)";
  static constexpr std::string_view reactions = "`effort` is the force on the second body along `axis` at `at2`.";
  static constexpr std::string_view example = R"(bricard: 1
name: Corner of a plate that a cam lifts
bodies:
  plate: {mass: 3, inertia: [0.05, 0.05, 0.1], position: [0.3, 0, 0]}
joints:
  ball: {type: spherical, bodies: [ground, plate], at: [0, 0, 0]}
constraints:
  cam: {type: dot2, bodies: [ground, plate], at: [0.6, 0, 0], at2: [0.6, 0, 0], axis: [0, 0, 1], value: 0.05*(1 - cos(2*pi*t))}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "angle_mark";
  static constexpr ConstraintKeys uses{.points = true, .axis = true};
  static constexpr Dimension dimension = bricard::dimension::length;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = false;
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Dot2&, const Dot2&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{along<S>(m[0], m[0].A.col(2))};
  }
};

}  // namespace bricard
