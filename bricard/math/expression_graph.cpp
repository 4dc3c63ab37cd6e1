// Building the graph of an expression.
#include "bricard/math/expression_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace bricard {
namespace {

using Op = Expression::Op;

bool commutes(Op op) { return op == Op::add || op == Op::multiply || op == Op::equal || op == Op::not_equal; }

std::pair<int, int> operands(const Expression::Node& node) {
  return commutes(node.op) && node.b < node.a ? std::pair{node.b, node.a} : std::pair{node.a, node.b};
}

}  // namespace

std::size_t ExpressionGraph::Hash::operator()(const Node& node) const {
  std::uint64_t hash = std::bit_cast<std::uint64_t>(node.value);
  const auto [a, b] = operands(node);
  for (const int part : {static_cast<int>(node.op), a, b, node.c, node.index, node.order})
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15u + (hash >> 29);
  return hash;
}

// Constants are compared by their bits: NaN is NaN, and -0 is not 0.
bool ExpressionGraph::Same::operator()(const Node& a, const Node& b) const {
  return a.op == b.op && operands(a) == operands(b) && a.c == b.c && a.index == b.index && a.order == b.order &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

int ExpressionGraph::unique(const Node& node) {
  const auto [entry, is_new] = index_.try_emplace(node, size());
  if (is_new) nodes_.push_back(node);
  return entry->second;
}

int ExpressionGraph::constant(double value) { return unique({.value = value}); }
int ExpressionGraph::variable(int index) { return unique({.op = Op::variable, .index = index}); }

int ExpressionGraph::table(int index, int x, int order) {
  if (is_constant(x)) return constant(tables_[index].evaluate(nodes_[x].value, order));
  return unique({.op = Op::table, .a = x, .index = index, .order = order});
}

int ExpressionGraph::curve(const Interpolant& curve) {
  const auto known = std::find(tables_.begin(), tables_.end(), curve);
  const int index = static_cast<int>(known - tables_.begin());
  if (known == tables_.end()) tables_.push_back(curve);
  return index;
}

int ExpressionGraph::grid(int index, int x, int y, int order_x, int order_y) {
  if (order_x > 3 || order_y > 3) return constant(0);  // of bicubic pieces
  if (is_constant(x) && is_constant(y))
    return constant(grids_[index].evaluate(nodes_[x].value, nodes_[y].value, order_x, order_y));
  return unique({.op = Op::grid, .a = x, .b = y, .index = index, .order = order_x + 4 * order_y});
}

int ExpressionGraph::surface(const GridInterpolant& surface) {
  const auto known = std::find(grids_.begin(), grids_.end(), surface);
  const int index = static_cast<int>(known - grids_.begin());
  if (known == grids_.end()) grids_.push_back(surface);
  return index;
}

// Code is not run while an expression is built: a call with numbers stays a call.
int ExpressionGraph::call(int index, int last_argument, int order) {
  return unique({.op = Op::call, .a = last_argument, .index = index, .order = order});
}

int ExpressionGraph::code(const std::shared_ptr<const ExternalFunction>& function) {
  const auto known = std::find(functions_.begin(), functions_.end(), function);
  const int index = static_cast<int>(known - functions_.begin());
  if (known == functions_.end()) functions_.push_back(function);
  return index;
}

int ExpressionGraph::operation(Op op, int a, int b, int c) {
  if (is_constant(a) && (b < 0 || is_constant(b)) && (c < 0 || is_constant(c))) {
    const auto value = [&](int i) { return i < 0 ? 0.0 : nodes_[i].value; };
    return constant(Expression::apply(op, value(a), value(b), value(c)));
  }
  const int simpler = simplified(op, a, b, c);
  return simpler >= 0 ? simpler : unique({.op = op, .a = a, .b = b, .c = c});
}

int ExpressionGraph::simplified(Op op, int a, int b, int c) {
  switch (op) {
    case Op::add:
      if (is(a, 0)) return b;
      if (is(b, 0)) return a;
      if (nodes_[b].op == Op::negate) return subtract(a, nodes_[b].a);
      break;
    case Op::subtract:
      if (is(b, 0)) return a;
      if (is(a, 0)) return negate(b);
      if (a == b) return constant(0);
      break;
    case Op::multiply:
      if (is(b, 0) || is(b, 1) || is(b, -1)) std::swap(a, b);
      if (is(a, 0)) return constant(0);
      if (is(a, 1)) return b;
      if (is(a, -1)) return negate(b);
      break;
    case Op::divide:
      if (is(a, 0)) return constant(0);
      if (is(b, 1)) return a;
      break;
    case Op::power:
      if (is(b, 0.5)) return operation(Op::sqrt, a);
      if (is_constant(b) && std::abs(nodes_[b].value) <= 8 && nodes_[b].value == std::floor(nodes_[b].value))
        return whole_power(a, static_cast<int>(nodes_[b].value));
      break;
    case Op::negate:
      if (nodes_[a].op == Op::negate) return nodes_[a].a;
      break;
    case Op::logical_and:
      if (is(a, 0) || is(b, 0)) return constant(0);
      break;
    case Op::logical_or:
      if ((is_constant(a) && !is(a, 0)) || (is_constant(b) && !is(b, 0))) return constant(1);
      break;
    case Op::if_else:
      if (is_constant(a)) return is(a, 0) ? c : b;
      if (b == c) return b;
      break;
    case Op::min:
    case Op::max:
      if (a == b) return a;
      break;
    default:
      break;
  }
  return -1;
}

// By products: fast, and right for dual numbers of either sign.
int ExpressionGraph::whole_power(int a, int exponent) {
  if (exponent < 0) return divide(constant(1), whole_power(a, -exponent));
  int result = constant(1);
  for (int square = a; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = multiply(result, square);
    if (exponent > 1) square = multiply(square, square);
  }
  return result;
}

int ExpressionGraph::insert(const Expression& expression, const std::function<int(int)>& variable) {
  std::vector<int> place;
  place.reserve(expression.nodes().size());
  for (Node node : expression.nodes()) {
    if (variable && node.op == Op::variable) {
      place.push_back(variable(node.index));
      continue;
    }
    for (int* operand : {&node.a, &node.b, &node.c})
      if (*operand >= 0) *operand = place[*operand];
    if (node.op == Op::table) node.index = curve(expression.tables()[node.index]);
    if (node.op == Op::grid) node.index = surface(expression.grids()[node.index]);
    if (node.op == Op::call) node.index = code(expression.functions()[node.index]);
    node.decision = -1;
    place.push_back(unique(node));
  }
  return place.back();
}

Expression ExpressionGraph::extract(int result) const {
  std::vector<int> place(result + 1, -1);  // -1: not needed, else the new number
  std::vector<int> table_place(tables_.size(), -1), grid_place(grids_.size(), -1), code_place(functions_.size(), -1);
  const auto kept = [](const auto& all, std::vector<int>& places, int index, auto& list) {
    int& own = places[index];
    if (own < 0) {
      own = static_cast<int>(list.size());
      list.push_back(all[index]);
    }
    return own;
  };
  place[result] = 0;
  for (int i = result; i >= 0; --i) {
    if (place[i] < 0) continue;
    for (const int operand : {nodes_[i].a, nodes_[i].b, nodes_[i].c})
      if (operand >= 0) place[operand] = 0;
  }
  Expression expression;
  expression.nodes_.clear();
  for (int i = 0; i <= result; ++i) {
    if (place[i] < 0) continue;
    Node node = nodes_[i];
    for (int* operand : {&node.a, &node.b, &node.c})
      if (*operand >= 0) *operand = place[*operand];
    if (node.op == Op::table) node.index = kept(tables_, table_place, node.index, expression.tables_);
    if (node.op == Op::grid) node.index = kept(grids_, grid_place, node.index, expression.grids_);
    if (node.op == Op::call) node.index = kept(functions_, code_place, node.index, expression.functions_);
    place[i] = static_cast<int>(expression.nodes_.size());
    expression.nodes_.push_back(node);
  }
  return expression;
}

Expression Expression::constant(double value) {
  Expression expression;
  expression.nodes_[0].value = value;
  return expression;
}

Expression Expression::line(double from, double slope, int variable) {
  ExpressionGraph graph;
  return graph.extract(graph.add(graph.constant(from), graph.multiply(graph.constant(slope), graph.variable(variable))));
}

std::vector<int> Expression::variables() const {
  std::vector<int> result;
  for (const Node& node : nodes_)
    if (node.op == Op::variable) result.push_back(node.index);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace bricard
