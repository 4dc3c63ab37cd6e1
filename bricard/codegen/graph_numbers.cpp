#include "bricard/codegen/graph_numbers.hpp"

#include <cmath>
#include <limits>

namespace bricard {

using Op = Graph::Op;

double GraphNumbers::operator()(int node) {
  while (static_cast<int>(values_.size()) <= node) values_.push_back(computed(graph_.nodes()[values_.size()]));
  return values_[node];
}

double GraphNumbers::input(const Graph::Node& node) const {
  const auto place = inputs_.find(graph_.inputs()[node.array].name);
  return place == inputs_.end() ? 0 : place->second.at(node.element);
}

double GraphNumbers::computed(const Graph::Node& node) const {
  const auto at = [&](int operand) { return values_[node.operands[operand]]; };
  // clang-format off
  switch (node.op) {
    case Op::constant: return node.value;
    case Op::input: return input(node);
    case Op::add: return at(0) + at(1);
    case Op::subtract: return at(0) - at(1);
    case Op::multiply: return at(0) * at(1);
    case Op::divide: return at(0) / at(1);
    case Op::negate: return -at(0);
    case Op::sin: return std::sin(at(0));
    case Op::cos: return std::cos(at(0));
    case Op::tan: return std::tan(at(0));
    case Op::asin: return std::asin(at(0));
    case Op::acos: return std::acos(at(0));
    case Op::atan: return std::atan(at(0));
    case Op::atan2: return std::atan2(at(0), at(1));
    case Op::sinh: return std::sinh(at(0));
    case Op::cosh: return std::cosh(at(0));
    case Op::tanh: return std::tanh(at(0));
    case Op::exp: return std::exp(at(0));
    case Op::log: return std::log(at(0));
    case Op::sqrt: return std::sqrt(at(0));
    case Op::pow: return std::pow(at(0), at(1));
    case Op::abs: return std::abs(at(0));
    case Op::floor: return std::floor(at(0));
    case Op::fmod: return std::fmod(at(0), at(1));
    case Op::table: return graph_.curves()[node.array].evaluate(at(0), node.element);
    case Op::grid: return graph_.surfaces()[node.array].evaluate(at(0), at(1), node.element % 4, node.element / 4);
    case Op::piece: return graph_.curves()[node.array].evaluate_piece(static_cast<std::size_t>(at(1)), at(0), node.element);
    case Op::cell: return graph_.surfaces()[node.array].evaluate_cell(static_cast<std::size_t>(at(2)), at(0), at(1), node.element % 4, node.element / 4);
    case Op::argument: case Op::call: return std::numeric_limits<double>::quiet_NaN();
    case Op::less: return at(0) < at(1);
    case Op::less_equal: return at(0) <= at(1);
    case Op::equal: return at(0) == at(1);
    case Op::logical_and: return at(0) != 0 && at(1) != 0;
    case Op::logical_not: return at(0) == 0;
    case Op::select: return at(0) != 0 ? at(1) : at(2);
  }
  // clang-format on
  return 0;
}

GraphNumbers::Arrays numbers_of(const Graph& graph, const GraphNumbers::Arrays& inputs) {
  GraphNumbers number(graph, inputs);
  GraphNumbers::Arrays out;
  for (const Graph::Output& output : graph.outputs())
    for (const int node : output.nodes) out[output.name].push_back(number(node));
  return out;
}

}  // namespace bricard
