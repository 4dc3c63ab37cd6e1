// a·b = value: two unit vectors, one on each body.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Dot1 {
  static constexpr std::string_view type = "dot1";
  static constexpr std::string_view help = "dot product of the unit vectors `axis` (first body) and `axis2` (second body)";
  static constexpr ConstraintKeys uses{.points = false, .axis = true, .axis2 = true};
  static constexpr Dimension dimension = bricard::dimension::none;
  static constexpr auto pairs = first_to_second;
  static constexpr bool value_is_designed = false;
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Dot1&, const Dot1&) = default;

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 1>& m) const {
    return std::array{between<S>(m[0], m[0].A.col(2), m[0].B.col(2))};
  }
};

}  // namespace bricard
