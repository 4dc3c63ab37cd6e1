// Where an expression switches: the decisions inside it, and how far each is from its change.
#include "bricard/math/expression.hpp"

namespace bricard {

int Expression::number_decisions(int first) {
  for (Node& node : nodes_)
    if (decides(node.op)) node.index = first++;
  return first;
}

void Expression::decision_amounts(std::span<const double> variables, std::vector<double>& scratch, double* amounts) const {
  evaluate<double>(variables, scratch);
  for (const Node& node : nodes_) {
    if (!decides(node.op) || node.index < 0) continue;
    const double a = scratch[node.a];
    amounts[node.index] = node.op == Op::abs ? -a : node.op == Op::sign ? a : scratch[node.b] - a;
  }
}

}  // namespace bricard
