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
using Rule = UnitRule;

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

// clamp(x, low, high).
int clamp(Graph& g, Arguments x) { return g.operation(Op::min, x[2], g.operation(Op::max, x[0], x[1])); }

int itself(Graph&, Arguments x) { return x[0]; }

int ceil(Graph& g, Arguments x) { return g.negate(g.operation(Op::floor, g.negate(x[0]))); }

int hypot(Graph& g, Arguments x) {
  int sum = g.multiply(x[0], x[0]);
  for (std::size_t i = 1; i < x.size(); ++i) sum = g.add(sum, g.multiply(x[i], x[i]));
  return g.operation(Op::sqrt, sum);
}

// impact(x, v, x1, k, e, c, d), as in MSC Adams: with the depth p = x1 - x > 0
//   max(0, k p^e - c s(p/d) v),  s(u) = u² (3 - 2u) up to u = 1,
// so that damping grows with the depth and the contact never pulls.
int impact(Graph& g, Arguments x) {
  const int zero = g.constant(0), one = g.constant(1);
  const int depth = g.operation(Op::max, g.subtract(x[2], x[0]), zero);
  const int inside = g.less(x[0], x[2]);
  const int stiff = g.multiply(x[3], g.operation(Op::power, depth, x[4]));
  const std::array grown = {depth, zero, zero, x[6], one};
  const int damped = g.multiply(g.multiply(x[5], step(g, grown)), x[1]);
  return g.if_else(inside, g.operation(Op::max, zero, g.subtract(stiff, damped)), zero);
}

// clang-format off
constexpr std::array functions = {
    ExpressionFunction{"sin", 1, 1, simple<Op::sin>, Rule::radians, "x", "sine of radians", "sin(0)", 0},
    ExpressionFunction{"cos", 1, 1, simple<Op::cos>, Rule::radians, "x", "cosine of radians", "cos(0)", 1},
    ExpressionFunction{"tan", 1, 1, simple<Op::tan>, Rule::radians, "x", "tangent of radians", "tan(0)", 0},
    ExpressionFunction{"asin", 1, 1, simple<Op::asin>, Rule::to_radians, "x", "radians, -pi/2 to pi/2; -1 <= x <= 1", "6*asin(0.5)/pi", 1},
    ExpressionFunction{"acos", 1, 1, simple<Op::acos>, Rule::to_radians, "x", "radians, 0 to pi; -1 <= x <= 1", "acos(-1)/pi", 1},
    ExpressionFunction{"atan", 1, 1, simple<Op::atan>, Rule::to_radians, "x", "radians, -pi/2 to pi/2", "4*atan(1)/pi", 1},
    ExpressionFunction{"atan2", 2, 2, simple<Op::atan2>, Rule::to_radians, "y, x", "angle of the point (x, y) in radians, -pi to pi", "atan2(1, 0)/pi", 0.5},
    ExpressionFunction{"sind", 1, 1, of_degrees<Op::sin>, Rule::degrees, "x", "sine of degrees", "sind(30)", 0.5},
    ExpressionFunction{"cosd", 1, 1, of_degrees<Op::cos>, Rule::degrees, "x", "cosine of degrees", "cosd(60)", 0.5},
    ExpressionFunction{"tand", 1, 1, of_degrees<Op::tan>, Rule::degrees, "x", "tangent of degrees", "tand(45)", 1},
    ExpressionFunction{"asind", 1, 1, to_degrees<Op::asin>, Rule::to_degrees, "x", "degrees, -90 to 90; -1 <= x <= 1", "asind(0.5)", 30},
    ExpressionFunction{"acosd", 1, 1, to_degrees<Op::acos>, Rule::to_degrees, "x", "degrees, 0 to 180; -1 <= x <= 1", "acosd(0.5)", 60},
    ExpressionFunction{"atand", 1, 1, to_degrees<Op::atan>, Rule::to_degrees, "x", "degrees, -90 to 90", "atand(1)", 45},
    ExpressionFunction{"atan2d", 2, 2, to_degrees<Op::atan2>, Rule::to_degrees, "y, x", "angle of the point (x, y) in degrees, -180 to 180", "atan2d(1, -1)", 135},
    ExpressionFunction{"if", 3, 3, simple<Op::if_else>, Rule::branch, "condition, a, b", "a where the condition holds, else b", "if(2 > 1, 5, 7)", 5},
    ExpressionFunction{"min", 1, INT_MAX, fold<Op::min>, Rule::same, "a, b, ...", "the least", "min(3, 1, 2)", 1},
    ExpressionFunction{"max", 1, INT_MAX, fold<Op::max>, Rule::same, "a, b, ...", "the greatest", "max(3, 1, 2)", 3},
    ExpressionFunction{"clamp", 3, 3, clamp, Rule::same, "x, low, high", "x, held between low and high", "clamp(7, 0, 5)", 5},
    ExpressionFunction{"abs", 1, 1, simple<Op::abs>, Rule::same, "x", "size without sign", "abs(-2)", 2},
    ExpressionFunction{"sign", 1, 1, simple<Op::sign>, Rule::sign, "x", "-1, 0 or 1", "sign(-3)", -1},
    ExpressionFunction{"sqrt", 1, 1, simple<Op::sqrt>, Rule::root, "x", "square root; x >= 0", "sqrt(9)", 3},
    ExpressionFunction{"hypot", 1, INT_MAX, hypot, Rule::same, "a, b, ...", "sqrt(a^2 + b^2 + ...)", "hypot(3, 4)", 5},
    ExpressionFunction{"exp", 1, 1, simple<Op::exp>, Rule::number, "x", "e^x", "exp(0)", 1},
    ExpressionFunction{"log", 1, 1, simple<Op::log>, Rule::number, "x", "natural logarithm; x > 0", "log(exp(2))", 2},
    ExpressionFunction{"ln", 1, 1, simple<Op::log>, Rule::number, "x", "the same", "ln(exp(2))", 2},
    ExpressionFunction{"log10", 1, 1, log10_of, Rule::number, "x", "logarithm to the base 10; x > 0", "log10(1000)", 3},
    ExpressionFunction{"sinh", 1, 1, simple<Op::sinh>, Rule::number, "x", "(e^x - e^-x)/2", "sinh(0)", 0},
    ExpressionFunction{"cosh", 1, 1, simple<Op::cosh>, Rule::number, "x", "(e^x + e^-x)/2", "cosh(0)", 1},
    ExpressionFunction{"tanh", 1, 1, simple<Op::tanh>, Rule::number, "x", "sinh(x)/cosh(x)", "tanh(0)", 0},
    ExpressionFunction{"floor", 1, 1, simple<Op::floor>, Rule::same, "x", "the whole number below", "floor(-1.5)", -2},
    ExpressionFunction{"ceil", 1, 1, ceil, Rule::same, "x", "the whole number above", "ceil(-1.5)", -1},
    ExpressionFunction{"mod", 2, 2, simple<Op::mod>, Rule::same, "a, b", "a - b floor(a/b): the rest, with the sign of b", "mod(-1, 3)", 2},
    ExpressionFunction{"step", 5, 5, step, Rule::step, "x, x0, y0, x1, y1", "y0 up to x0, y1 from x1 on, between them y0 + (y1 - y0) s^2 (3 - 2 s)", "step(0.5, 0, 2, 1, 4)", 3},
    ExpressionFunction{"step5", 5, 5, step5, Rule::step, "x, x0, y0, x1, y1", "the same with s^3 (10 - 15 s + 6 s^2): accelerations do not jump either", "step5(0.5, 0, 2, 1, 4)", 3},
    ExpressionFunction{"impact", 7, 7, impact, Rule::impact, "x, v, x1, k, e, c, d", "force of a stop where x < x1: k p^e - c s v, never below 0, with the depth p = x1 - x; the damping c grows as `step` up to the depth d; v is the rate of x", "impact(-0.1, -2, 0, 1000, 1, 50, 0.2)", 150},
    ExpressionFunction{"number", 1, 1, itself, Rule::none, "x", "x as a plain number, whatever unit it counts in", "number(5 N) + number(2 m)", 7},
    ExpressionFunction{"noise", 2, 2, nullptr, Rule::own, "seed, T", "normal noise of mean 0 and variance 1, held for the time T: from k T on sample k of the seed, a whole number; the same in every run"},
    ExpressionFunction{"delay", 2, 2, nullptr, Rule::own, "x, T", "x as it was the time T ago, before t = 0 as at t = 0; T is a number, x is made of positions, velocities, `t`, inputs and states; in functions of forces and inputs and in derivatives of states"},
    ExpressionFunction{"table", 2, 3, nullptr, Rule::own, "name, x", "the curve of this name under `tables`; `table(name, x, y)`: the surface over a grid"},
    ExpressionFunction{"der", 1, 1, nullptr, Rule::rate, "x", "time derivative of a column, a state or an expression of them"},
};
// clang-format on

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return functions; }

const ExpressionFunction* find_expression_function(std::string_view name) {
  for (const ExpressionFunction& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace bricard
