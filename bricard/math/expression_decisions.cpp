#include "bricard/math/expression_decisions.hpp"

#include <cmath>

namespace bricard {

namespace {

using Op = Expression::Op;

bool decides(const Expression& expression, const Expression::Node& node) {
  switch (node.op) {
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
    case Op::table:
      return expression.tables()[node.index].curve() == Interpolant::Curve::linear;
    default:
      return false;
  }
}

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

int Expression::number_decisions(int first) {
  for (Node& node : nodes_)
    if (decides(*this, node)) node.decision = first++;
  return first;
}

void decide(const Expression& expression, std::span<const double> variables, std::vector<double>& scratch, double* decisions) {
  expression.evaluate<double>(variables, scratch);
  for (const Expression::Node& node : expression.nodes()) {
    if (node.decision < 0) continue;
    const double a = scratch[node.a], b = node.b < 0 ? 0 : scratch[node.b];
    double& decision = decisions[node.decision];
    switch (node.op) {
      case Op::less_equal:
        decision = a <= b;
        break;
      case Op::abs:
        decision = a < 0;
        break;
      case Op::sign:
        decision = sign(a);
        break;
      case Op::equal:
      case Op::not_equal:
        decision = sign(a - b);
        break;
      case Op::floor:
        decision = std::floor(a);
        break;
      case Op::mod:
        decision = std::floor(a / b);
        break;
      case Op::table:
        decision = static_cast<double>(expression.tables()[node.index].piece_at(a));
        break;
      default:
        decision = a < b;
    }
  }
}

}  // namespace bricard
