// The functions that an expression may call, made of the operations of the graph. For the parser only.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "bricard/math/expression_graph.hpp"

namespace bricard {

struct ExpressionFunction {
  std::string_view name;
  int least, most;  // number of arguments
  int (*build)(ExpressionGraph& graph, std::span<const int> arguments);
  bool takes_radians = false;
  bool keeps_dimension = false;  // the result has the dimension of the arguments, but for a condition
  // For the reference, whose tests compute the example.
  std::string_view arguments, says, example = {};
  double value = 0;
  operator std::string_view() const { return name; }
};

// All but noise, delay, table and der, which the parser builds itself: their `build` is null.
std::span<const ExpressionFunction> expression_functions();
const ExpressionFunction* find_expression_function(std::string_view name);

}  // namespace bricard
