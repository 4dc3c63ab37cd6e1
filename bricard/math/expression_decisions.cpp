#include "bricard/math/expression_decisions.hpp"

#include <cmath>

namespace bricard {

using Op = Expression::Op;

bool switches(Op op) {
  switch (op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::sign:
    case Op::floor:
    case Op::mod:
      return true;
    default:
      return false;
  }
}

double decision_of(Op op, double a, double b) {
  switch (op) {
    case Op::less_equal:
      return a <= b;
    case Op::equal:
    case Op::not_equal:
      return sign_of(a - b);
    case Op::abs:
      return a < 0;
    case Op::sign:
      return sign_of(a);
    case Op::floor:
      return std::floor(a);
    case Op::mod:
      return std::floor(a / b);
    default:
      return a < b;
  }
}

int Expression::number_decisions(int first) {
  const auto has_knots = [&](const Node& node) {
    return (node.op == Op::table && tables()[node.index].curve() == Interpolant::Curve::linear) ||
           (node.op == Op::grid && grids()[node.index].curve() == Interpolant::Curve::linear);
  };
  for (Node& node : nodes_)
    if (switches(node.op) || has_knots(node)) node.decision = first++;
  return first;
}

void decide(const Expression& expression, std::span<const double> variables, std::vector<double>& scratch, double* decisions) {
  expression.evaluate<double>(variables, scratch);
  for (const Expression::Node& node : expression.nodes()) {
    if (node.decision < 0) continue;
    const double a = scratch[node.a], b = node.b < 0 ? 0 : scratch[node.b];
    decisions[node.decision] = node.op == Op::table  ? static_cast<double>(expression.tables()[node.index].piece_at(a))
                               : node.op == Op::grid ? static_cast<double>(expression.grids()[node.index].cell_at(a, b))
                                                     : decision_of(node.op, a, b);
  }
}

}  // namespace bricard
