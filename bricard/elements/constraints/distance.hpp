// |r| = value: the distance between a point of each body.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Distance {
  static constexpr std::string_view type = "distance";
  static constexpr std::string_view help = "distance between `at` on the first body and `at2` on the second";
  static constexpr ConstraintKeys uses{};
  static constexpr Dimension dimension = bricard::dimension::length;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = true;
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Distance&, const Distance&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{length(m[0])};
  }
};

}  // namespace bricard
