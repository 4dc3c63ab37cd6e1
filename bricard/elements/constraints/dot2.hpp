// a·r = value: unit vector `axis` of the first body and the vector from `at` to `at2`.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Dot2 {
  static constexpr std::string_view type = "dot2";
  static constexpr std::string_view help = "component along `axis` (first body) of the vector from `at` to `at2`";
  static constexpr ConstraintKeys uses{.points = true, .axis = true};
  static constexpr Dimension dimension = bricard::dimension::length;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = false;
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Dot2&, const Dot2&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{along<S>(m[0], m[0].A.col(2))};
  }
};

}  // namespace bricard
