// The graph that an Expression is built in: equal operations are one node (hash-consing), operations on constants are done at
// once, and what a derivative leaves behind (0 x, 1 x, x + 0) is simplified. For the parser and the derivative only.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "bricard/math/expression.hpp"

namespace bricard {

class ExpressionGraph {
 public:
  using Op = Expression::Op;
  using Node = Expression::Node;

  int constant(double value);
  int variable(int index);
  int table(int index, int x, int order = 0);                           // index: what curve() gave
  int curve(const Interpolant& curve);                                  // keeps a table, equal ones once; its index
  int grid(int index, int x, int y, int order_x = 0, int order_y = 0);  // index: what surface() gave
  int surface(const GridInterpolant& surface);
  int operation(Op op, int a, int b = -1, int c = -1);
  int argument(int value, int before) { return unique({.op = Op::argument, .a = value, .b = before}); }  // before: -1, or another
  int call(int index, int last_argument, int order = 0);  // index: what code() gave
  int code(const std::shared_ptr<const ExternalFunction>& function);

  int add(int a, int b) { return operation(Op::add, a, b); }
  int subtract(int a, int b) { return operation(Op::subtract, a, b); }
  int multiply(int a, int b) { return operation(Op::multiply, a, b); }
  int divide(int a, int b) { return operation(Op::divide, a, b); }
  int negate(int a) { return operation(Op::negate, a); }
  int if_else(int condition, int a, int b) { return operation(Op::if_else, condition, a, b); }
  int less(int a, int b) { return operation(Op::less, a, b); }

  // Puts a copy of an expression into the graph; its result's node. `variable`: what stands for a variable; none: itself.
  int insert(const Expression& expression, const std::function<int(int)>& variable = {});
  // The nodes that a result needs, and their tables.
  Expression extract(int result) const;

  const Node& node(int i) const { return nodes_[i]; }
  const ExternalFunction& function(int index) const { return *functions_[index]; }
  bool is_constant(int i) const { return nodes_[i].op == Op::constant; }
  bool is(int i, double value) const { return is_constant(i) && nodes_[i].value == value; }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  struct Same {
    bool operator()(const Node& a, const Node& b) const;
  };
  int simplified(Op op, int a, int b, int c);  // an equal, simpler node, or -1
  int whole_power(int a, int exponent);
  int unique(const Node& node);

  std::vector<Interpolant> tables_;
  std::vector<GridInterpolant> grids_;
  std::vector<std::shared_ptr<const ExternalFunction>> functions_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, int, Hash, Same> index_;
};

// Derivatives in a graph by the chain rule; `seed` gives the node of a variable's derivative. Nodes are differentiated once.
class ExpressionDifferentiator {
 public:
  ExpressionDifferentiator(ExpressionGraph& graph, std::function<int(int)> seed) : graph_(graph), seed_(std::move(seed)) {}
  int operator()(int result);

 private:
  int chain_rule(int i);
  int of(int i) const { return i < 0 ? -1 : derivative_[i]; }

  ExpressionGraph& graph_;
  std::function<int(int)> seed_;
  std::vector<int> derivative_;  // per node; -1: not yet needed
};

}  // namespace bricard
