// Recording with simplification. Every rule keeps the value of finite operands to the last bit, but for c1 (c2 x) = (c1 c2) x and
// sin² x + cos² x = 1.
// A graph never holds a product or quotient with a negated or negative constant factor: the sign stands outside, where the next
// sum takes it up. Commutative operands are ordered: constants first, then by age.
#include "bricard/codegen/symbol.hpp"

#include <cassert>
#include <cmath>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/external_function.hpp"
#include "bricard/math/grid_interpolant.hpp"
#include "bricard/math/noise.hpp"

namespace bricard {
namespace {

using Op = Graph::Op;
using Node = Graph::Node;

const Node& node_of(Symbol a) { return Graph::current().nodes()[a.node()]; }
double value_of(Symbol a) { return node_of(a).value; }
bool is(Symbol a, Op op) { return node_of(a).op == op; }
bool is(Symbol a, double value) { return is(a, Op::constant) && value_of(a) == value; }
bool is_negative(Symbol a) { return is(a, Op::negate) || (is(a, Op::constant) && value_of(a) < 0); }
bool same(Symbol a, Symbol b) { return a.node() == b.node(); }
Symbol operand(Symbol a, int i) { return Symbol::of_node(node_of(a).operands[i]); }

// sin² x or cos² x.
bool is_square_of(Symbol a, Op op) {
  return is(a, Op::multiply) && same(operand(a, 0), operand(a, 1)) && is(operand(a, 0), op);
}
Symbol argument_of_square(Symbol a) { return operand(operand(a, 0), 0); }

Node binary(Op op, Symbol a, Symbol b) { return {.op = op, .operands = {a.node(), b.node(), -1}}; }
Symbol record(const Node& node) { return Symbol::of_node(Graph::current().intern(node)); }

Symbol record_commutative(Op op, Symbol a, Symbol b) {
  const auto age = [](Symbol s) { return std::pair(!is(s, Op::constant), s.node()); };
  if (age(b) < age(a)) std::swap(a, b);
  return record(binary(op, a, b));
}

// Conditions are nodes of the same graph; 0 and 1 stand for false and true.
Symbol as_symbol(Condition c) { return Symbol::of_node(c.node()); }
Condition as_condition(Symbol a) { return Condition::of_node(a.node()); }

// The operation on numbers; comparisons give 0 or 1.
double fold(Op op, double a, double b = 0) {
  switch (op) {
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::pow:
      return std::pow(a, b);
    case Op::abs:
      return std::abs(a);
    case Op::floor:
      return std::floor(a);
    case Op::fmod:
      return std::fmod(a, b);
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::equal:
      return a == b;
    default:
      assert(false && "folded where it is recorded");
      return 0;
  }
}

}  // namespace

Symbol::Symbol(double number)
    : node_(number == 0   ? Graph::zero  // -0 too
            : number == 1 ? Graph::one
                          : Graph::current().intern({.value = number})) {}

bool Symbol::is_constant() const { return is(*this, Op::constant); }

double number_of(Symbol a) {
  if (!a.is_constant()) throw Error("code generation", "a choice depends on a number that is known only when the code runs");
  return value_of(a);
}

Symbol noise_of(Symbol index, Symbol seed) {
  if (!index.is_constant() || !seed.is_constant()) throw Error("code generation", "`noise` cannot be turned into code");
  return normal_noise(value_of(index), value_of(seed));
}

Symbol interpolate(const Interpolant& curve, const Symbol& x, int order) {
  if (x.is_constant()) return curve.evaluate(value_of(x), order);
  return record({.op = Op::table, .operands = {x.node(), -1, -1}, .array = Graph::current().place_of(curve), .element = order});
}

Symbol interpolate(const GridInterpolant& surface, const Symbol& x, const Symbol& y, int order_x, int order_y) {
  if (x.is_constant() && y.is_constant()) return surface.evaluate(value_of(x), value_of(y), order_x, order_y);
  const int place = Graph::current().place_of(surface);
  return record({.op = Op::grid, .operands = {x.node(), y.node(), -1}, .array = place, .element = order_x + 4 * order_y});
}

Symbol interpolate_piece(const Interpolant& curve, Symbol piece, const Symbol& x, int order) {
  return record({.op = Op::piece, .operands = {x.node(), piece.node(), -1}, .array = Graph::current().place_of(curve), .element = order});
}

Symbol interpolate_cell(const GridInterpolant& surface, Symbol cell, const Symbol& x, const Symbol& y, int order_x, int order_y) {
  const int place = Graph::current().place_of(surface);
  return record({.op = Op::cell, .operands = {x.node(), y.node(), cell.node()}, .array = place, .element = order_x + 4 * order_y});
}

Symbol call_external(const ExternalFunction& f, std::span<const Symbol> x, int order) {
  int last = -1;
  for (const Symbol& each : x) last = record({.op = Op::argument, .operands = {each.node(), last, -1}}).node();
  const int place = Graph::current().place_of(Graph::Call{f.name, f.arguments, order});
  return record({.op = Op::call, .operands = {last, -1, -1}, .array = place});
}

Symbol operator-(Symbol a) {
  if (a.is_constant()) return -value_of(a);
  if (is(a, Op::negate)) return operand(a, 0);
  return record({.op = Op::negate, .operands = {a.node(), -1, -1}});
}

Symbol operator+(Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return value_of(a) + value_of(b);
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  if (is_negative(b)) return a - (-b);
  if (is_negative(a)) return b - (-a);
  if (is_square_of(a, Op::sin) && is_square_of(b, Op::cos) && same(argument_of_square(a), argument_of_square(b))) return 1;
  if (is_square_of(a, Op::cos) && is_square_of(b, Op::sin) && same(argument_of_square(a), argument_of_square(b))) return 1;
  return record_commutative(Op::add, a, b);
}

Symbol operator-(Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return value_of(a) - value_of(b);
  if (same(a, b)) return 0;
  if (is(a, 0)) return -b;
  if (is(b, 0)) return a;
  if (is_negative(b)) return a + (-b);
  if (is_negative(a)) return -((-a) + b);
  const int opposite = Graph::current().find(binary(Op::subtract, b, a));
  return opposite >= 0 ? -Symbol::of_node(opposite) : record(binary(Op::subtract, a, b));
}

Symbol operator*(Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return value_of(a) * value_of(b);
  if (is(a, 0) || is(b, 0)) return 0;
  if (is(a, 1)) return b;
  if (is(b, 1)) return a;
  if (is_negative(a)) return -((-a) * b);
  if (is_negative(b)) return -(a * (-b));
  if (b.is_constant()) std::swap(a, b);
  if (a.is_constant() && is(b, Op::multiply) && operand(b, 0).is_constant()) return (a * operand(b, 0)) * operand(b, 1);
  return record_commutative(Op::multiply, a, b);
}

Symbol operator/(Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return value_of(a) / value_of(b);
  if (is(a, 0)) return 0;
  if (same(a, b)) return 1;
  if (is_negative(a)) return -((-a) / b);
  if (is_negative(b)) return -(a / (-b));
  if (b.is_constant()) {  // by a power of two: an exact product
    int exponent = 0;
    const double inverse = 1 / value_of(b);
    if (std::frexp(inverse, &exponent) == 0.5) return a * inverse;
  }
  return record(binary(Op::divide, a, b));
}

Symbol Symbol::apply(Op op, Symbol a) {
  if (a.is_constant()) return fold(op, value_of(a));
  return record({.op = op, .operands = {a.node(), -1, -1}});
}

Symbol Symbol::apply(Op op, Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return fold(op, value_of(a), value_of(b));
  return record(binary(op, a, b));
}

Symbol sin(Symbol a) { return is(a, Op::negate) ? -sin(-a) : Symbol::apply(Op::sin, a); }
Symbol cos(Symbol a) { return Symbol::apply(Op::cos, is(a, Op::negate) ? -a : a); }
Symbol abs(Symbol a) { return Symbol::apply(Op::abs, is(a, Op::negate) ? -a : a); }

Symbol pow(Symbol a, Symbol b) {
  if (is(b, 0)) return 1;
  if (is(b, 1)) return a;
  if (is(b, 2)) return a * a;
  if (is(b, -1)) return 1 / a;
  return Symbol::apply(Op::pow, a, b);
}

Condition Symbol::compare(Op op, Symbol a, Symbol b) {
  if (a.is_constant() && b.is_constant()) return fold(op, value_of(a), value_of(b)) != 0;
  if (same(a, b)) return op != Op::less;
  return as_condition(op == Op::equal ? record_commutative(op, a, b) : record(binary(op, a, b)));
}

Condition operator&&(Condition a, Condition b) {
  if (a.node() == Graph::zero || b.node() == Graph::zero) return false;
  if (a.node() == Graph::one || a.node() == b.node()) return b;
  if (b.node() == Graph::one) return a;
  return as_condition(record_commutative(Op::logical_and, as_symbol(a), as_symbol(b)));
}

Condition operator||(Condition a, Condition b) { return !(!a && !b); }

Condition operator!(Condition a) {
  const Symbol node = as_symbol(a);
  if (node.is_constant()) return a.node() == Graph::zero;
  if (is(node, Op::logical_not)) return as_condition(operand(node, 0));
  return as_condition(record({.op = Op::logical_not, .operands = {a.node(), -1, -1}}));
}

Symbol select(Condition condition, Symbol a, Symbol b) {
  const Symbol node = as_symbol(condition);
  if (node.is_constant()) return condition.node() == Graph::one ? a : b;
  if (same(a, b)) return a;
  if (is(node, Op::logical_not)) return select(!condition, b, a);
  return record({.op = Op::select, .operands = {condition.node(), a.node(), b.node()}});
}

}  // namespace bricard
