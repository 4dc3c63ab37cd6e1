// The units of an expression, operation by operation: which arguments do not fit together, and what the result counts in
// (core/counting.hpp has the algebra). Nothing here computes a value. For the parser, and for who has parsed.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bricard/core/counting.hpp"
#include "bricard/math/expression_functions.hpp"

namespace bricard {

// A part of an expression.
struct CountedPart {
  Counting counting;
  std::string_view text;
  std::optional<double> number;  // where it is one
};

struct UnitFault {
  std::string what, hint;
};

// The counting of the result; with a fault, which is told once, nothing is known of it.
Counting counting_of(Expression::Op op, const CountedPart& left, const CountedPart& right, const UnitSystem& units,
                     std::optional<UnitFault>& fault);
Counting counting_of(const ExpressionFunction& function, std::span<const CountedPart> arguments, const UnitSystem& units,
                     std::optional<UnitFault>& fault);

// What is wrong with an expression at a place that takes numbers of this unit; nothing: it fits.
std::optional<UnitFault> misfit(std::string_view text, const Counting& counting, const Unit& wanted, const UnitSystem& units);

}  // namespace bricard
