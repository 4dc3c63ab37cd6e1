// The functions of expressions. step and step5 are s²(3 - 2s) and s³(10 - 15s + 6s²) between 0 and 1, as in MSC Adams;
// functions in degrees are exact at multiples of 90 degrees where the argument is a number.
#include "bricard/math/expression_functions.hpp"

#include <array>
#include <climits>
#include <cmath>
#include <numbers>

namespace bricard {
namespace {

using Op = Expression::Op;
using Graph = ExpressionGraph;
using Arguments = std::span<const int>;

constexpr double degree = std::numbers::pi / 180;

template <Op op>
int simple(Graph& g, Arguments x) {
  return g.operation(op, x[0], x.size() > 1 ? x[1] : -1, x.size() > 2 ? x[2] : -1);
}

// min and max of any number of arguments.
template <Op op>
int fold(Graph& g, Arguments x) {
  int result = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) result = g.operation(op, result, x[i]);
  return result;
}

template <Op op>
int of_degrees(Graph& g, Arguments x) {
  if (g.is_constant(x[0]) && std::fmod(g.node(x[0]).value, 90) == 0) {
    const int quarter = static_cast<int>(std::fmod(g.node(x[0]).value, 360) / 90 + 4) % 4;
    constexpr std::array sine = {0.0, 1.0, 0.0, -1.0};
    const double s = sine[quarter], c = sine[(quarter + 1) % 4];
    return g.constant(op == Op::sin ? s : op == Op::cos ? c : s / c);
  }
  return g.operation(op, g.multiply(x[0], g.constant(degree)));
}

template <Op op>
int to_degrees(Graph& g, Arguments x) {
  return g.divide(simple<op>(g, x), g.constant(degree));
}

int log10_of(Graph& g, Arguments x) {
  if (g.is_constant(x[0])) return g.constant(std::log10(g.node(x[0]).value));
  return g.divide(g.operation(Op::log, x[0]), g.constant(std::numbers::ln10));
}

// (x - x0)/(x1 - x0) held between 0 and 1; the order of the operands lets a NaN through.
int ramp(Graph& g, Arguments x) {
  const int s = g.divide(g.subtract(x[0], x[1]), g.subtract(x[3], x[1]));
  return g.operation(Op::min, g.constant(1), g.operation(Op::max, s, g.constant(0)));
}

int from_to(Graph& g, Arguments x, int s) { return g.add(x[2], g.multiply(g.subtract(x[4], x[2]), s)); }

int step(Graph& g, Arguments x) {
  const int s = ramp(g, x);
  return from_to(g, x, g.multiply(g.multiply(s, s), g.subtract(g.constant(3), g.multiply(g.constant(2), s))));
}

int step5(Graph& g, Arguments x) {
  const int s = ramp(g, x);
  const int inner = g.subtract(g.multiply(g.constant(6), s), g.constant(15));
  return from_to(g, x, g.multiply(g.multiply(s, g.multiply(s, s)), g.add(g.constant(10), g.multiply(s, inner))));
}

constexpr std::array functions = {
    ExpressionFunction{"sin", 1, 1, simple<Op::sin>, true},
    ExpressionFunction{"cos", 1, 1, simple<Op::cos>, true},
    ExpressionFunction{"tan", 1, 1, simple<Op::tan>, true},
    ExpressionFunction{"asin", 1, 1, simple<Op::asin>},
    ExpressionFunction{"acos", 1, 1, simple<Op::acos>},
    ExpressionFunction{"atan", 1, 1, simple<Op::atan>},
    ExpressionFunction{"atan2", 2, 2, simple<Op::atan2>},
    ExpressionFunction{"sind", 1, 1, of_degrees<Op::sin>},
    ExpressionFunction{"cosd", 1, 1, of_degrees<Op::cos>},
    ExpressionFunction{"tand", 1, 1, of_degrees<Op::tan>},
    ExpressionFunction{"asind", 1, 1, to_degrees<Op::asin>},
    ExpressionFunction{"acosd", 1, 1, to_degrees<Op::acos>},
    ExpressionFunction{"atand", 1, 1, to_degrees<Op::atan>},
    ExpressionFunction{"atan2d", 2, 2, to_degrees<Op::atan2>},
    ExpressionFunction{"if", 3, 3, simple<Op::if_else>, false, true},
    ExpressionFunction{"min", 1, INT_MAX, fold<Op::min>, false, true},
    ExpressionFunction{"max", 1, INT_MAX, fold<Op::max>, false, true},
    ExpressionFunction{"abs", 1, 1, simple<Op::abs>, false, true},
    ExpressionFunction{"sign", 1, 1, simple<Op::sign>},
    ExpressionFunction{"sqrt", 1, 1, simple<Op::sqrt>},
    ExpressionFunction{"exp", 1, 1, simple<Op::exp>},
    ExpressionFunction{"log", 1, 1, simple<Op::log>},
    ExpressionFunction{"log10", 1, 1, log10_of},
    ExpressionFunction{"sinh", 1, 1, simple<Op::sinh>},
    ExpressionFunction{"cosh", 1, 1, simple<Op::cosh>},
    ExpressionFunction{"tanh", 1, 1, simple<Op::tanh>},
    ExpressionFunction{"floor", 1, 1, simple<Op::floor>, false, true},
    ExpressionFunction{"mod", 2, 2, simple<Op::mod>, false, true},
    ExpressionFunction{"step", 5, 5, step},
    ExpressionFunction{"step5", 5, 5, step5},
    ExpressionFunction{"table", 2, 2, nullptr},
    ExpressionFunction{"der", 1, 1, nullptr},
};

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return functions; }

const ExpressionFunction* find_expression_function(std::string_view name) {
  for (const ExpressionFunction& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace bricard
