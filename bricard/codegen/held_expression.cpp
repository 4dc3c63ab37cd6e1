#include "bricard/codegen/held_expression.hpp"

namespace bricard {
namespace {

using Op = Expression::Op;
using Node = Expression::Node;

// The value of a decided operation: what `decided` (math/expression.hpp) makes of numbers.
Symbol decided_on(const Expression& expression, const Node& node, const Symbol& decision, const Symbol& a, const Symbol& b) {
  const Condition is_zero = decision == Symbol(0);
  switch (node.op) {
    case Op::min:
      return select(is_zero, b, a);
    case Op::max:
      return select(is_zero, a, b);
    case Op::abs:
      return select(is_zero, a, -a);
    case Op::equal:
      return select(is_zero, Symbol(1), Symbol(0));
    case Op::not_equal:
      return select(is_zero, Symbol(0), Symbol(1));
    case Op::mod:
      return a - b * decision;
    case Op::table:
      return interpolate_piece(expression.tables()[node.index], decision, a, node.order);
    case Op::grid:
      return interpolate_cell(expression.grids()[node.index], decision, a, b, node.order % 4, node.order / 4);
    default:
      return decision;
  }
}

Symbol judged(const Expression& expression, const Node& node, const std::vector<Symbol>& w, const Symbol& a, const Symbol& b, const Symbol& c) {
  switch (node.op) {
    case Op::constant:
      return node.value;
    case Op::table:
      return interpolate(expression.tables()[node.index], a, node.order);
    case Op::grid:
      return interpolate(expression.grids()[node.index], a, b, node.order % 4, node.order / 4);
    case Op::call:
      return called(expression, node, w.data());
    case Op::power:
      return pow(a, b);
    default:
      return Expression::apply(node.op, a, b, c);
  }
}

}  // namespace

Symbol evaluate_held(const Expression& expression, const std::vector<Symbol>& variables, const std::vector<Symbol>& held) {
  std::vector<Symbol> w;
  const auto at = [&](int operand) { return operand < 0 ? Symbol() : w[operand]; };
  for (const Node& node : expression.nodes()) {
    if (node.op == Op::variable)
      w.push_back(variables[node.index]);
    else if (node.decision >= 0)
      w.push_back(decided_on(expression, node, held[node.decision], at(node.a), at(node.b)));
    else
      w.push_back(judged(expression, node, w, at(node.a), at(node.b), at(node.c)));
  }
  return w.back();
}

}  // namespace bricard
