// C99 printer: void NAME(const double* in, ..., double* out, ...). A node becomes a named intermediate s1, s2, ... when it is
// used more than once, or when the expression would nest too deeply to read; all others are written where they are used.
// Parentheses keep the order of the recorded operations, so that rounding is that of the traced code.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "bricard/codegen/printers.hpp"

namespace bricard {
namespace {

using Op = Graph::Op;
using Node = Graph::Node;

// Binding strength of a text, weakest first.
enum Strength { choice, conjunction, comparison, sum, product, sign, atom };

struct Text {
  std::string text;
  Strength strength = atom;
  int depth = 0;
};

constexpr int max_depth = 8;

// 17 digits give back the same double.
std::string number(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  char digits[32];
  char* end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 17).ptr;
  const std::string text(digits, end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

const char* function_name(Op op) {
  switch (op) {
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan:
      return "atan";
    case Op::atan2:
      return "atan2";
    case Op::sinh:
      return "sinh";
    case Op::cosh:
      return "cosh";
    case Op::tanh:
      return "tanh";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::sqrt:
      return "sqrt";
    case Op::pow:
      return "pow";
    case Op::abs:
      return "fabs";
    case Op::floor:
      return "floor";
    case Op::fmod:
      return "fmod";
    default:
      return nullptr;
  }
}

bool is_condition(Op op) { return op >= Op::less && op < Op::select; }
bool is_leaf(Op op) { return op == Op::constant || op == Op::input; }

class Writer {
 public:
  explicit Writer(const Graph& graph) : graph_(graph), texts_(graph.nodes().size()), uses_(graph.nodes().size(), 0) {
    for (const Node& node : graph.nodes())
      for (const int operand : node.operands)
        if (operand >= 0) ++uses_[operand];
    for (const Graph::Output& output : graph.outputs())
      for (const int node : output.nodes) ++uses_[node];
  }

  std::string body() {
    std::string text;
    int named = 0;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const Node& node = graph_.nodes()[i];
      texts_[i] = written(node);
      if (is_leaf(node.op) || (uses_[i] < 2 && texts_[i].depth < max_depth)) continue;
      std::string name = "s" + std::to_string(++named);
      text += (is_condition(node.op) ? "  const int " : "  const double ") + name + " = " + texts_[i].text + ";\n";
      texts_[i] = {std::move(name)};
    }
    for (const Graph::Output& output : graph_.outputs())
      for (std::size_t i = 0; i < output.nodes.size(); ++i)
        text += "  " + output.name + "[" + std::to_string(i) + "] = " + texts_[output.nodes[i]].text + ";\n";
    return text;
  }

 private:
  // Operand i, in parentheses unless it binds at least as strongly as asked.
  std::string operand(const Node& node, int i, Strength least) const {
    const Text& text = texts_[node.operands[i]];
    return text.strength >= least ? text.text : "(" + text.text + ")";
  }

  Text binary(const Node& node, const char* mark, Strength strength, int depth) const {
    const auto stronger = static_cast<Strength>(strength + 1);
    return {operand(node, 0, strength) + mark + operand(node, 1, stronger), strength, depth};
  }

  Text written(const Node& node) const {
    int depth = 1;
    for (const int operand : node.operands)
      if (operand >= 0) depth = std::max(depth, texts_[operand].depth + 1);
    switch (node.op) {
      case Op::constant:
        return {number(node.value), std::signbit(node.value) ? sign : atom};
      case Op::input:
        return {graph_.inputs()[node.array].name + "[" + std::to_string(node.element) + "]"};
      case Op::add:
        return binary(node, " + ", sum, depth);
      case Op::subtract:
        return binary(node, " - ", sum, depth);
      case Op::multiply:
        return binary(node, " * ", product, depth);
      case Op::divide:
        return binary(node, " / ", product, depth);
      case Op::negate:
        return {"-" + operand(node, 0, atom), sign, depth};
      case Op::less:
        return binary(node, " < ", comparison, depth);
      case Op::less_equal:
        return binary(node, " <= ", comparison, depth);
      case Op::equal:
        return binary(node, " == ", comparison, depth);
      case Op::logical_and:
        return binary(node, " && ", conjunction, depth);
      case Op::logical_not:
        return {"!" + operand(node, 0, atom), sign, depth};
      case Op::select:
        return {operand(node, 0, conjunction) + " ? " + operand(node, 1, conjunction) + " : " + operand(node, 2, conjunction),
                choice, depth};
      default: {
        std::string text = std::string(function_name(node.op)) + "(" + operand(node, 0, choice);
        if (node.operands[1] >= 0) text += ", " + operand(node, 1, choice);
        return {text + ")", atom, depth};
      }
    }
  }

  const Graph& graph_;
  std::vector<Text> texts_;
  std::vector<int> uses_;
};

}  // namespace

std::string print_c(const Graph& graph, std::string_view function) {
  std::string arguments;
  const auto argument = [&](const std::string& text) { arguments += (arguments.empty() ? "" : ", ") + text; };
  for (const Graph::Input& input : graph.inputs()) argument("const double* " + input.name);
  for (const Graph::Output& output : graph.outputs()) argument("double* " + output.name);
  const Graph pruned = graph.pruned();
  return "#include <math.h>\n\nvoid " + std::string(function) + "(" + (arguments.empty() ? "void" : arguments) + ") {\n" +
         Writer(pruned).body() + "}\n";
}

}  // namespace bricard
