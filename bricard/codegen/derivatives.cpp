#include "bricard/codegen/derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/external_function.hpp"

namespace bricard {

using Op = Graph::Op;
using Node = Graph::Node;

namespace {

Symbol at(int node) { return Symbol::of_node(node); }
bool is_nothing(const Symbol& x) { return x.node() == Graph::zero; }

}  // namespace

Derivatives::Derivatives(std::span<const Symbol> values) {
  const auto& nodes = Graph::current().nodes();
  std::vector<char> needed(nodes.size(), 0);
  for (const Symbol& value : values) {
    values_.push_back(value.node());
    needed[value.node()] = 1;
  }
  for (std::size_t i = needed.size(); i-- > 0;)
    for (const int operand : nodes[i].operands)
      if (needed[i] && operand >= 0) needed[operand] = 1;
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) nodes_.push_back(static_cast<int>(i));
  derivative_.resize(needed.size());
}

std::vector<Symbol> Derivatives::by(const Symbol& input) {
  for (const int i : nodes_) {
    const Node node = Graph::current().nodes()[i];  // recording moves it
    if (node.op == Op::input) {
      derivative_[i] = i == input.node() ? Symbol(1) : Symbol();
      continue;
    }
    const bool changes = std::ranges::any_of(node.operands, [&](int operand) { return operand >= 0 && !is_nothing(derivative_[operand]); });
    derivative_[i] = changes ? of(node, i) : Symbol();
  }
  std::vector<Symbol> result;
  for (const int value : values_) result.push_back(derivative_[value]);
  return result;
}

Symbol Derivatives::of(const Node& node, int place) const {
  const Symbol y = at(place), a = node.operands[0] >= 0 ? at(node.operands[0]) : Symbol(), b = node.operands[1] >= 0 ? at(node.operands[1]) : Symbol();
  const Symbol da = node.operands[0] >= 0 ? derivative_[node.operands[0]] : Symbol();
  const Symbol db = node.operands[1] >= 0 ? derivative_[node.operands[1]] : Symbol();
  switch (node.op) {
    case Op::constant:
    case Op::input:
    case Op::floor:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_not:
      return 0;
    case Op::add:
      return da + db;
    case Op::subtract:
      return da - db;
    case Op::multiply:
      return da * b + a * db;
    case Op::divide:
      return (da - y * db) / b;
    case Op::negate:
      return -da;
    case Op::sin:
      return cos(a) * da;
    case Op::cos:
      return -(sin(a) * da);
    case Op::tan:
      return (1 + y * y) * da;
    case Op::asin:
      return da / sqrt(1 - a * a);
    case Op::acos:
      return -(da / sqrt(1 - a * a));
    case Op::atan:
      return da / (1 + a * a);
    case Op::atan2:
      return (da * b - a * db) / (a * a + b * b);
    case Op::sinh:
      return cosh(a) * da;
    case Op::cosh:
      return sinh(a) * da;
    case Op::tanh:
      return (1 - y * y) * da;
    case Op::exp:
      return y * da;
    case Op::log:
      return da / a;
    case Op::sqrt:
      return da / (y + y);
    case Op::pow: {
      const Symbol by_base = is_nothing(da) ? Symbol() : b * pow(a, b - 1) * da;
      const Symbol by_exponent = is_nothing(db) ? Symbol() : y * log(a) * db;
      return by_base + by_exponent;
    }
    case Op::abs:
      return select(a < Symbol(0), -da, da);
    case Op::fmod:  // a - b n, n the whole part of a / b
      return da - (a - y) / b * db;
    case Op::table:
    case Op::piece: {
      Node slope = node;
      ++slope.element;
      return at(Graph::current().intern(slope)) * da;
    }
    case Op::grid:
    case Op::cell: {
      Node along_x = node, along_y = node;
      along_x.element += 1;
      along_y.element += 4;
      Symbol sum;
      if (!is_nothing(da)) sum = sum + at(Graph::current().intern(along_x)) * da;
      if (!is_nothing(db)) sum = sum + at(Graph::current().intern(along_y)) * db;
      return sum;
    }
    case Op::argument:
      return 1;  // something in the list changes; of_call() sees what
    case Op::call:
      return of_call(node);
    case Op::select: {
      const Symbol other = derivative_[node.operands[2]];
      return select(Condition::of_node(node.operands[0]), db, other);
    }
  }
  return 0;
}

Symbol Derivatives::of_call(const Node& node) const {
  const Graph::Call call = Graph::current().calls()[node.array];
  std::vector<int> arguments;
  for (int last = node.operands[0]; last >= 0; last = Graph::current().nodes()[last].operands[1])
    arguments.push_back(Graph::current().nodes()[last].operands[0]);
  std::reverse(arguments.begin(), arguments.end());
  Symbol sum;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (is_nothing(derivative_[arguments[i]])) continue;
    const int order = times_differentiated(call.order) < 2 ? derivative_by(call.order, static_cast<int>(i)) : unknown_derivative;
    if (order == unknown_derivative)
      throw Error("code generation", "the function in code " + quoted(call.name) + " would be differentiated more than twice");
    Node slope = node;
    slope.array = Graph::current().place_of(Graph::Call{call.name, call.arguments, order});
    sum = sum + at(Graph::current().intern(slope)) * derivative_[arguments[i]];
  }
  return sum;
}

}  // namespace bricard
