// Derivatives of an expression by the chain rule. At a switching point (abs, min, max, if) the derivative is that of the branch
// the value takes; comparisons, sign and floor have derivative zero.
#include "bricard/math/expression_graph.hpp"

namespace bricard {

// Depth first without recursion: the graph of a long sum is as deep as the sum is long.
int ExpressionDifferentiator::operator()(int result) {
  std::vector<int> stack = {result};
  if (static_cast<int>(derivative_.size()) <= result) derivative_.resize(graph_.size(), -1);
  while (!stack.empty()) {
    const int i = stack.back();
    const auto& node = graph_.node(i);
    bool ready = true;
    for (const int operand : {node.a, node.b, node.c}) {
      if (operand < 0 || derivative_[operand] >= 0) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    if (derivative_[i] < 0) derivative_[i] = chain_rule(i);
  }
  return derivative_[result];
}

int ExpressionDifferentiator::chain_rule(int n) {
  using Op = Expression::Op;
  ExpressionGraph& g = graph_;
  const Expression::Node node = g.node(n);  // a copy: the graph grows
  const int a = node.a, b = node.b;
  const int da = of(a), db = of(b), dc = of(node.c);
  const int zero = g.constant(0), one = g.constant(1);
  const auto square = [&](int i) { return g.multiply(i, i); };
  switch (node.op) {
    case Op::variable:
      return seed_(node.index);
    case Op::add:
      return g.add(da, db);
    case Op::subtract:
      return g.subtract(da, db);
    case Op::multiply:
      return g.add(g.multiply(da, b), g.multiply(a, db));
    case Op::divide:
      return g.divide(g.subtract(da, g.multiply(n, db)), b);
    case Op::power: {  // b a^(b-1) da + a^b log(a) db, the second term being zero at a = 0
      const int along_a = g.multiply(b, g.operation(Op::power, a, g.subtract(b, one)));
      const int along_b = g.if_else(g.less(zero, a), g.multiply(n, g.operation(Op::log, a)), zero);
      return g.add(g.multiply(along_a, da), g.multiply(along_b, db));
    }
    case Op::negate:
      return g.negate(da);
    case Op::if_else:
      return g.if_else(a, db, dc);
    case Op::min:
      return g.if_else(g.less(a, b), da, db);
    case Op::max:
      return g.if_else(g.less(a, b), db, da);
    case Op::abs:
      return g.if_else(g.less(a, zero), g.negate(da), da);
    case Op::sqrt:
      return g.divide(da, g.multiply(g.constant(2), n));
    case Op::exp:
      return g.multiply(n, da);
    case Op::log:
      return g.divide(da, a);
    case Op::sin:
      return g.multiply(g.operation(Op::cos, a), da);
    case Op::cos:
      return g.negate(g.multiply(g.operation(Op::sin, a), da));
    case Op::tan:
      return g.multiply(g.add(one, square(n)), da);
    case Op::asin:
      return g.divide(da, g.operation(Op::sqrt, g.subtract(one, square(a))));
    case Op::acos:
      return g.negate(g.divide(da, g.operation(Op::sqrt, g.subtract(one, square(a)))));
    case Op::atan:
      return g.divide(da, g.add(one, square(a)));
    case Op::atan2:
      return g.divide(g.subtract(g.multiply(da, b), g.multiply(a, db)), g.add(square(a), square(b)));
    case Op::sinh:
      return g.multiply(g.operation(Op::cosh, a), da);
    case Op::cosh:
      return g.multiply(g.operation(Op::sinh, a), da);
    case Op::tanh:
      return g.multiply(g.subtract(one, square(n)), da);
    case Op::mod:
      return g.subtract(da, g.multiply(g.operation(Op::floor, g.divide(a, b)), db));
    case Op::table:
      return g.multiply(g.table(node.index, a, node.order + 1), da);
    case Op::grid: {
      const int in_x = node.order % 4, in_y = node.order / 4;
      return g.add(g.multiply(g.grid(node.index, a, b, in_x + 1, in_y), da),
                   g.multiply(g.grid(node.index, a, b, in_x, in_y + 1), db));
    }
    case Op::argument:
      return da;
    case Op::call: {
      int sum = zero;
      for (int i = g.function(node.index).arguments - 1, k = a; k >= 0; k = g.node(k).b, --i) {
        if (g.is(of(k), 0)) continue;
        sum = g.add(sum, g.multiply(g.call(node.index, a, derivative_by(node.order, i)), of(k)));
      }
      return sum;
    }
    case Op::constant:
    case Op::noise:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::sign:
    case Op::floor:
      return zero;
  }
  return zero;
}

Expression Expression::derivative(int variable) const {
  ExpressionGraph graph;
  const int result = graph.insert(*this);
  ExpressionDifferentiator differentiate(graph, [&](int index) { return graph.constant(index == variable ? 1 : 0); });
  return graph.extract(differentiate(result));
}

Expression Expression::time_derivative(const std::function<int(int)>& rate_of) const {
  ExpressionGraph graph;
  const int result = graph.insert(*this);
  ExpressionDifferentiator differentiate(graph, [&](int index) {
    const int rate = rate_of(index);
    return rate >= 0 ? graph.variable(rate) : graph.constant(rate == rate_one ? 1 : 0);
  });
  return graph.extract(differentiate(result));
}

Expression Expression::time_derivative_by(const std::function<Expression(int)>& rate_of) const {
  ExpressionGraph graph;
  const int result = graph.insert(*this);
  ExpressionDifferentiator differentiate(graph, [&](int index) { return graph.insert(rate_of(index)); });
  return graph.extract(differentiate(result));
}

}  // namespace bricard
