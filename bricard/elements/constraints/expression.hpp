// f(columns, t) = 0: a constraint that the user writes. It may name positions (bodies, sensors, joint coordinates, lengths and
// angles of force elements), the time and parameters. Each column is itself a row over a marker pair, so with f_i = ∂f/∂c_i
//
//   f' = Σ f_i c_i' + f_t,      f'' = Σ f_i c_i'' + Σ (f_i)' c_i' + (f_t)',
//
// where the derivatives of the expression are formed by the program (system/functions.cpp), not by the user.
#pragma once
#include "bricard/core/values.hpp"
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct ExpressionConstraint {
  static constexpr std::string_view type = "expression";
  static constexpr std::string_view help = "a function of position columns and time that stays zero";
  static constexpr ConstraintKeys uses{.bodies = false, .points = false, .value = false};
  static constexpr Dimension dimension = bricard::dimension::none;
  static constexpr std::array<PairEnds, 0> pairs{};
  static constexpr bool value_is_designed = false;

  Function equal_zero;
  static constexpr auto fields() {
    return std::tuple{field("equal_zero", &ExpressionConstraint::equal_zero,
                            "a function of positions and time, in the file's units", required)};
  }
  friend bool operator==(const ExpressionConstraint&, const ExpressionConstraint&) = default;

  template <class S, template <class> class Pair>
  std::array<decltype(length(std::declval<Pair<S>>())), 0> function(const std::array<Pair<S>, 0>&) const {
    return {};
  }
};

}  // namespace bricard
