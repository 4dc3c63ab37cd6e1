// |r| = value: the distance between a point of each body.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Distance {
  static constexpr std::string_view type = "distance";
  static constexpr std::string_view help = "distance between `at` on the first body and `at2` on the second";
  static constexpr std::string_view equation = R"(|r| = value                   r from `at` to `at2`)";
  static constexpr std::string_view reactions =
      "`effort` is the force that lengthens the distance: positive pushes the points apart.";
  static constexpr std::string_view example = R"(bricard: 1
name: Winch that pulls in a swinging load
bodies:
  load: {mass: 50, inertia: [2, 2, 2], position: [1, 0, -4]}
constraints:
  rope: {type: distance, bodies: [ground, load], at: [0, 0, 0], at2: [1, 0, -4], value: sqrt(17) - 0.2*t}
analysis: {type: dynamics, duration: 2, output_step: 100 ms}
)";
  static constexpr std::string_view symbol = "rod";
  static constexpr ConstraintKeys uses{};
  static constexpr Dimension dimension = bricard::dimension::length;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = true;
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Distance&, const Distance&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{length(m[0])};
  }
};

}  // namespace bricard
