// Operation graph: hash-consing, dead-code removal, counts.
#include "bricard/codegen/graph.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "bricard/codegen/symbol.hpp"

namespace bricard {
namespace {

thread_local Graph* current_graph = nullptr;

}  // namespace

Graph::Recording::Recording(Graph& graph) : previous_(current_graph) { current_graph = &graph; }
Graph::Recording::~Recording() { current_graph = previous_; }

Graph& Graph::current() {
  assert(current_graph != nullptr && "symbols need a Graph::Recording");
  return *current_graph;
}

// Constants are compared by their bits: a NaN is itself.
bool operator==(const Graph::Node& a, const Graph::Node& b) {
  return a.op == b.op && a.operands == b.operands && a.array == b.array && a.element == b.element &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

std::size_t Graph::Hash::operator()(const Node& node) const {
  std::uint64_t hash = static_cast<std::uint64_t>(node.op);
  const auto mix = [&](std::uint64_t part) {  // Knuth's multiplicative hash, 2^64 / golden ratio
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  };
  for (const int operand : node.operands) mix(static_cast<std::uint64_t>(operand));
  mix(std::bit_cast<std::uint64_t>(node.value));
  mix(static_cast<std::uint64_t>(node.array));
  mix(static_cast<std::uint64_t>(node.element));
  return hash;
}

Graph::Graph() {
  intern({.value = 0});
  intern({.value = 1});
}

int Graph::intern(const Node& node) {
  const auto [place, is_new] = index_.try_emplace(node, static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return place->second;
}

int Graph::find(const Node& node) const {
  const auto place = index_.find(node);
  return place == index_.end() ? -1 : place->second;
}

namespace {

template <class Value>
int place_in(std::vector<Value>& list, const Value& value) {
  const auto place = std::find(list.begin(), list.end(), value);
  if (place != list.end()) return static_cast<int>(place - list.begin());
  list.push_back(value);
  return static_cast<int>(list.size()) - 1;
}

}  // namespace

int Graph::place_of(const Interpolant& curve) { return place_in(curves_, curve); }
int Graph::place_of(const GridInterpolant& surface) { return place_in(surfaces_, surface); }
int Graph::place_of(const Call& call) { return place_in(calls_, call); }

std::vector<Symbol> Graph::input(const std::string& name, int size) {
  const int array = static_cast<int>(inputs_.size());
  inputs_.push_back({name, size});
  std::vector<Symbol> symbols;
  for (int i = 0; i < size; ++i) symbols.push_back(Symbol::of_node(intern({.op = Op::input, .array = array, .element = i})));
  return symbols;
}

void Graph::output(const std::string& name, std::span<const Symbol> values) {
  outputs_.push_back({name, {}});
  for (const Symbol& value : values) outputs_.back().nodes.push_back(value.node());
}

std::vector<bool> Graph::live() const {
  std::vector<bool> live(nodes_.size(), false);
  for (const Output& output : outputs_)
    for (const int node : output.nodes) live[node] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!live[i]) continue;
    for (const int operand : nodes_[i].operands)
      if (operand >= 0) live[operand] = true;
  }
  return live;
}

Graph Graph::copied_to(Graph result, const std::vector<bool>& keep, std::vector<int> given) const {
  auto remark = remarks_.begin();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (; remark != remarks_.end() && remark->node <= static_cast<int>(i); ++remark) result.remark(remark->text);
    if (!keep[i] || given[i] >= 0) continue;
    Node node = nodes_[i];
    for (int& operand : node.operands)
      if (operand >= 0) operand = given[operand];
    given[i] = result.intern(node);
  }
  result.inputs_.insert(result.inputs_.begin(), inputs_.begin(), inputs_.end());
  result.curves_ = curves_;
  result.surfaces_ = surfaces_;
  result.calls_ = calls_;
  result.outputs_ = outputs_;
  for (Output& output : result.outputs_)
    for (int& node : output.nodes) node = given[node];
  return result;
}

Graph Graph::pruned() const { return copied_to(Graph(), live(), std::vector<int>(nodes_.size(), -1)); }

Graph Graph::with_input(const std::string& name, int size, std::span<const int> element) const {
  Graph result;
  result.inputs_.push_back({name, size});
  const int array = static_cast<int>(inputs_.size());
  std::vector<int> given(nodes_.size(), -1);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (element[i] >= 0) given[i] = result.intern({.op = Op::input, .array = array, .element = element[i]});
  return copied_to(std::move(result), std::vector<bool>(nodes_.size(), true), std::move(given)).pruned();
}

OperationCounts Graph::counts() const {
  OperationCounts counts;
  const std::vector<bool> counted = live();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!counted[i]) continue;
    switch (const Op op = nodes_[i].op) {
      case Op::constant:
      case Op::input:
      case Op::argument:
        break;
      case Op::add:
      case Op::subtract:
        ++counts.additions;
        break;
      case Op::multiply:
        ++counts.multiplications;
        break;
      case Op::divide:
        ++counts.divisions;
        break;
      case Op::negate:
        ++counts.negations;
        break;
      default:
        ++(op < Op::less ? counts.functions : counts.choices);
        if (op == Op::sqrt) ++counts.roots;
        if (op == Op::sin || op == Op::cos || op == Op::tan) ++counts.trigonometric;
    }
  }
  return counts;
}

}  // namespace bricard
