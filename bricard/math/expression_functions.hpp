// The functions that an expression may call, made of the operations of the graph. For the parser only.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "bricard/math/expression_graph.hpp"

namespace bricard {

// What units the arguments must count in, and what the result counts in (expression_units.cpp).
enum class UnitRule {
  number,      // numbers, or what counts as 1, to a number
  same,        // all the same, and so the result
  branch,      // the same but for the first, which is a condition
  radians,     // sin: an angle to a number
  degrees,     // sind
  to_radians,  // asin, atan2: a ratio, or two of the same, to an angle
  to_degrees,  // asind
  sign,        // anything to a number
  root,        // half of each exponent
  step,        // x, x0, x1 the same; y0, y1 the same, and so the result
  impact,      // x, x1, d the same, v their rate; k x^e and c v the same
  rate,        // der
  own,         // noise, delay, table: the parser's own
  none         // number(x): the unit is forgotten
};

struct ExpressionFunction {
  std::string_view name;
  int least, most;  // number of arguments
  int (*build)(ExpressionGraph& graph, std::span<const int> arguments);
  UnitRule units = UnitRule::number;
  // For the reference, whose tests compute the example.
  std::string_view arguments, says, example = {};
  double value = 0;
  operator std::string_view() const { return name; }
};

// All but noise, delay, table and der, which the parser builds itself: their `build` is null.
std::span<const ExpressionFunction> expression_functions();
const ExpressionFunction* find_expression_function(std::string_view name);

}  // namespace bricard
