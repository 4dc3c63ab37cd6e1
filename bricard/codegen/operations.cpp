#include "bricard/codegen/operations.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace bricard {
namespace {

using Op = Graph::Op;
using Node = Graph::Node;

// Binding strength of a text, weakest first.
enum Strength { choice, conjunction, comparison, sum, product, sign, atom };

struct Text {
  std::string text;
  Strength strength = atom;
};

constexpr int deepest = 8, longest = 100;  // of an expression: operations in each other, letters

bool is_condition(Op op) { return op >= Op::less && op < Op::select; }
bool is_leaf(Op op) { return op == Op::constant || op == Op::input; }

class OperationWriter {
 public:
  OperationWriter(const Graph& graph, const Dialect& dialect, const Naming& naming)
      : graph_(graph), nodes_(graph.nodes()), dialect_(dialect), naming_(naming), plans_(nodes_.size()), texts_(nodes_.size()) {
    plan_names();
    find_shared();
  }

  Operations write() {
    Operations operations;
    operations.parts.resize(static_cast<std::size_t>(parts_));
    auto remark = graph_.remarks().begin();
    std::string_view pending;
    int names = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (; remark != graph_.remarks().end() && remark->node <= static_cast<int>(i); ++remark) pending = remark->text;
      if (nodes_[i].op == Op::argument) continue;
      texts_[i] = written(nodes_[i]);
      if (!plans_[i].is_named) continue;
      std::string& lines = operations.parts[static_cast<std::size_t>(plans_[i].part)];
      if (!pending.empty()) lines += std::string(dialect_.comment) + std::string(std::exchange(pending, {})) + "\n";
      const bool shared = plans_[i].is_shared;
      std::string name = shared ? dialect_.element("w", operations.work++) : "s" + std::to_string(++names);
      if (!shared) lines += is_condition(nodes_[i].op) ? dialect_.define_condition : dialect_.define;
      lines += name + " = " + texts_[i].text + std::string(dialect_.end) + "\n";
      texts_[i] = {std::move(name), atom};
    }
    write_outputs(operations);
    return operations;
  }

 private:
  struct Plan {
    int uses = 0, depth = 0, length = 0;
    int part = 0;  // where it is written
    bool is_named = false, is_shared = false;
  };

  // What an operation is made of: of a call its arguments.
  template <class Visit>
  void for_each_operand(const Node& node, Visit&& visit) const {
    if (node.op == Op::argument) return;
    if (node.op == Op::call) {
      for (int last = node.operands[0]; last >= 0; last = nodes_[last].operands[1]) visit(nodes_[last].operands[0]);
      return;
    }
    for (const int operand : node.operands)
      if (operand >= 0) visit(operand);
  }

  void plan_names() {
    for (const Node& node : nodes_) for_each_operand(node, [&](int operand) { ++plans_[operand].uses; });
    for (const Graph::Output& output : graph_.outputs())
      for (const int node : output.nodes) ++plans_[node].uses;
    std::size_t named = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Plan& plan = plans_[i];
      plan.part = dialect_.part == 0 ? 0 : static_cast<int>(named / dialect_.part);
      plan.length = 5;
      if (is_leaf(nodes_[i].op) || nodes_[i].op == Op::argument) continue;
      for_each_operand(nodes_[i], [&](int operand) {
        plan.depth = std::max(plan.depth, plans_[operand].depth + 1);
        plan.length += plans_[operand].length;
      });
      plan.is_named = plan.uses > 1 || plan.depth >= deepest || plan.length >= longest;
      if (!plan.is_named) continue;
      ++named;
      plan.depth = 0;
      plan.length = 5;
    }
    parts_ = nodes_.empty() ? 1 : plans_.back().part + 1;
  }

  // Users stand after what they use: one pass from the end tells in which part the text of a node that has no name will stand.
  void find_shared() {
    for (std::size_t i = nodes_.size(); i-- > 0;)
      for_each_operand(nodes_[i], [&](int operand) {
        Plan& used = plans_[operand];
        if (!used.is_named)
          used.part = plans_[i].part;
        else if (used.part != plans_[i].part)
          used.is_shared = true;
      });
  }

  void write_outputs(Operations& operations) const {
    for (std::size_t a = 0; a < graph_.outputs().size(); ++a) {
      const Graph::Output& output = graph_.outputs()[a];
      for (std::size_t i = 0; i < output.nodes.size(); ++i) {
        const int node = output.nodes[i];
        const int part = is_leaf(nodes_[node].op) ? parts_ - 1 : plans_[node].part;
        operations.parts[static_cast<std::size_t>(part)] +=
            naming_.output(static_cast<int>(a), static_cast<int>(i)) + " = " + texts_[node].text + std::string(dialect_.end) + "\n";
      }
    }
  }

  // Operand i, in parentheses unless it binds at least as strongly as asked.
  std::string operand(const Node& node, int i, Strength least) const {
    const Text& text = texts_[node.operands[i]];
    return text.strength >= least ? text.text : "(" + text.text + ")";
  }

  Text binary(const Node& node, std::string_view mark, Strength strength) const {
    return {operand(node, 0, strength) + std::string(mark) + operand(node, 1, static_cast<Strength>(strength + 1)), strength};
  }

  Text called(std::string_view function, const Node& node, int operands) const {
    std::string text = std::string(function) + "(" + operand(node, 0, choice);
    for (int i = 1; i < operands; ++i) text += ", " + operand(node, i, choice);
    return {text + ")", atom};
  }

  Text of_table(const Node& node) const {
    if (node.op == Op::table)
      return {"curve(" + naming_.curve(node.array) + ", " + operand(node, 0, choice) + ", " + std::to_string(node.element) + ")"};
    if (node.op == Op::piece)
      return {"piece(" + naming_.curve(node.array) + ", " + operand(node, 1, choice) + ", " + operand(node, 0, choice) + ", " +
              std::to_string(node.element) + ")"};
    if (node.op == Op::cell)
      return {"cell(" + naming_.surface(node.array) + ", " + operand(node, 2, choice) + ", " + operand(node, 0, choice) + ", " +
              operand(node, 1, choice) + ", " + std::to_string(node.element % 4) + ", " + std::to_string(node.element / 4) + ")"};
    return {"surface(" + naming_.surface(node.array) + ", " + operand(node, 0, choice) + ", " + operand(node, 1, choice) + ", " +
            std::to_string(node.element % 4) + ", " + std::to_string(node.element / 4) + ")"};
  }

  Text of_call(const Node& node) const {
    std::string arguments;
    for (int last = node.operands[0]; last >= 0; last = nodes_[last].operands[1])
      arguments = texts_[nodes_[last].operands[0]].text + (arguments.empty() ? "" : ", ") + arguments;
    return {naming_.call(graph_.calls()[node.array]) + "(" + arguments + ")"};
  }

  Text written(const Node& node) const {
    switch (node.op) {
      case Op::constant:
        return {dialect_.number(node.value), std::signbit(node.value) ? sign : atom};
      case Op::input:
        return {naming_.input(node.array, node.element)};
      case Op::add:
        return binary(node, " + ", sum);
      case Op::subtract:
        return binary(node, " - ", sum);
      case Op::multiply:
        return binary(node, " * ", product);
      case Op::divide:
        return dialect_.divide.empty() || is_leaf_number(node.operands[1]) ? binary(node, " / ", product)
                                                                          : called(dialect_.divide, node, 2);
      case Op::negate:
        return {"-" + operand(node, 0, atom), sign};
      case Op::less:
        return binary(node, " < ", comparison);
      case Op::less_equal:
        return binary(node, " <= ", comparison);
      case Op::equal:
        return binary(node, " == ", comparison);
      case Op::logical_and:
        return binary(node, dialect_.both, conjunction);
      case Op::logical_not:
        return {"(" + std::string(dialect_.negated) + operand(node, 0, atom) + ")", atom};
      case Op::select:
        if (dialect_.choose == "if")
          return {operand(node, 1, conjunction) + " if " + operand(node, 0, conjunction) + " else " + operand(node, 2, conjunction),
                  choice};
        if (!dialect_.choose.empty()) return called(dialect_.choose, node, 3);
        return {operand(node, 0, conjunction) + " ? " + operand(node, 1, conjunction) + " : " + operand(node, 2, conjunction),
                choice};
      case Op::table:
      case Op::grid:
      case Op::piece:
      case Op::cell:
        return of_table(node);
      case Op::call:
        return of_call(node);
      default:
        return called(dialect_.function(node.op), node, node.operands[1] >= 0 ? 2 : 1);
    }
  }

  bool is_leaf_number(int node) const { return nodes_[node].op == Op::constant; }

  const Graph& graph_;
  const std::vector<Node>& nodes_;
  const Dialect& dialect_;
  const Naming& naming_;
  std::vector<Plan> plans_;
  std::vector<Text> texts_;
  int parts_ = 1;
};

}  // namespace

std::string Dialect::element(std::string_view array, int i) const {
  return std::string(array) + open + std::to_string(i + first) + close;
}

std::string exact_number(double value) {
  char digits[32];
  char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;  // the shortest that reads back the same
  const std::string text(digits, end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

Operations write_operations(const Graph& graph, const Dialect& dialect, const Naming& naming) {
  return OperationWriter(graph, dialect, naming).write();
}

}  // namespace bricard
