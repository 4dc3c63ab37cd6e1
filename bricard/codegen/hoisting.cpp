#include "bricard/codegen/hoisting.hpp"

#include <algorithm>
#include <unordered_map>

#include "bricard/codegen/symbol.hpp"

namespace bricard {
namespace {

using Op = Graph::Op;
using Node = Graph::Node;

// The arrays p and k over all functions of a model.
class Hoisting {
 public:
  explicit Hoisting(GeneratedModel& model) : model_(model) {
    const int size = static_cast<int>(model.parameters.size());
    const Graph::Recording recording(setup_);
    setup_.input("p", size);
  }

  void collect(const GeneratedFunction& function) {
    const Graph& graph = function.graph;
    const std::vector<bool> constant = of_parameters(function), moved = to_be_moved(graph, constant);
    std::vector<int> there(graph.nodes().size(), -1);
    for (std::size_t i = 0; i < there.size(); ++i)
      if (constant[i]) there[i] = setup_.intern(in_setup(graph.nodes()[i], there));
    for (std::size_t i = 0; i < there.size(); ++i)
      if (moved[i] && place_.try_emplace(there[i], static_cast<int>(hoisted_.size())).second) hoisted_.push_back(there[i]);
  }

  // The function with elements of k in place of what is computed in set-up.
  void replace(GeneratedFunction& function) const {
    const Graph& graph = function.graph;
    const std::vector<bool> constant = of_parameters(function), moved = to_be_moved(graph, constant);
    std::vector<int> there(graph.nodes().size(), -1), element = there;
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (constant[i]) there[i] = setup_.find(in_setup(graph.nodes()[i], there));
      if (moved[i]) element[i] = place_.at(there[i]);
    }
    function.graph = graph.with_input("k", static_cast<int>(hoisted_.size()), element);
    function.inputs.push_back(constants());
  }

  GeneratedFunction setup() {
    GeneratedFunction function;
    function.name = "setup";
    function.help = "expressions of parameters that the other functions use";
    function.inputs = {{"p", "parameters", static_cast<int>(model_.parameters.size()), 1, {}, {}}};
    function.outputs = {constants()};
    const Graph::Recording recording(setup_);
    std::vector<Symbol> values;
    for (const int node : hoisted_) values.push_back(Symbol::of_node(node));
    setup_.output("k", values);
    function.graph = setup_.pruned();
    return function;
  }

  bool is_empty() const { return hoisted_.empty(); }
  static bool takes_parameters(const GeneratedFunction& function) { return array_of_parameters(function) >= 0; }

 private:
  GeneratedArray constants() const {
    return {"k", "what setup makes of the parameters", static_cast<int>(hoisted_.size()), 1, {}, {}};
  }

  static int array_of_parameters(const GeneratedFunction& function) {
    const auto& inputs = function.graph.inputs();
    const auto place = std::ranges::find_if(inputs, [](const Graph::Input& input) { return input.name == "p"; });
    return place == inputs.end() ? -1 : static_cast<int>(place - inputs.begin());
  }

  static std::vector<bool> of_parameters(const GeneratedFunction& function) {
    const auto& nodes = function.graph.nodes();
    const int p = array_of_parameters(function);
    std::vector<bool> constant(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Node& node = nodes[i];
      constant[i] = node.op == Op::constant || (node.op == Op::input && node.array == p);
      if (constant[i] || node.op == Op::input) continue;
      constant[i] = std::ranges::all_of(node.operands, [&](int operand) { return operand < 0 || constant[operand]; });
    }
    return constant;
  }

  // Operations on parameters that something else uses.
  static std::vector<bool> to_be_moved(const Graph& graph, const std::vector<bool>& constant) {
    const auto& nodes = graph.nodes();
    std::vector<bool> moved(nodes.size(), false);
    const auto use = [&](int node) {
      while (node >= 0 && nodes[node].op == Op::negate) node = nodes[node].operands[0];
      if (node >= 0 && constant[node] && nodes[node].op != Op::constant && nodes[node].op != Op::input) moved[node] = true;
    };
    const std::vector<bool> live = graph.live();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (live[i] && !constant[i])
        for (const int operand : nodes[i].operands) use(operand);
    for (const Graph::Output& output : graph.outputs())
      for (const int node : output.nodes) use(node);
    return moved;
  }

  static Node in_setup(Node node, const std::vector<int>& there) {
    if (node.op == Op::input) node.array = 0;
    for (int& operand : node.operands)
      if (operand >= 0) operand = there[operand];
    return node;
  }

  GeneratedModel& model_;
  Graph setup_;
  std::vector<int> hoisted_;             // nodes of setup_, in the order of k
  std::unordered_map<int, int> place_;  // of these
};

}  // namespace

void hoist(GeneratedModel& model) {
  Hoisting hoisting(model);
  const auto for_each = [&](const auto& visit) {
    for (GeneratedFunction& function : model.functions)
      if (Hoisting::takes_parameters(function)) visit(function);
  };
  for_each([&](const GeneratedFunction& function) { hoisting.collect(function); });
  if (hoisting.is_empty()) return;
  for_each([&](GeneratedFunction& function) { hoisting.replace(function); });
  model.setup = hoisting.setup();
}

}  // namespace bricard
