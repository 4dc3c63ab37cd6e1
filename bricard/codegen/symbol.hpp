// A scalar that records: a Symbol is a node of the current operation graph (graph.hpp), and arithmetic on Symbols appends nodes.
// Code that is a template on its scalar, run once with Symbols, leaves the graph of its result. Operations are simplified as they
// are recorded: constants are folded, 0 + x, 1 x, 0 x, x - x, x / x vanish (for finite x), and signs move outwards, so that a -
// b, b - a and (-a) b share work. Comparisons record a Condition, which only select, &&, || and ! take.
#pragma once
#include <Eigen/Core>
#include <concepts>
#include <span>

#include "bricard/codegen/graph.hpp"

namespace bricard {

struct ExternalFunction;

class Condition {
 public:
  Condition(std::same_as<bool> auto value) : node_(value ? Graph::one : Graph::zero) {}  // NOLINT: a known condition
  static Condition of_node(int node) {
    Condition condition(false);
    condition.node_ = node;
    return condition;
  }
  int node() const { return node_; }

  friend Condition operator&&(Condition a, Condition b);
  friend Condition operator||(Condition a, Condition b);
  friend Condition operator!(Condition a);

 private:
  int node_;
};

class Symbol {
 public:
  Symbol() = default;     // the constant 0; needs no graph
  Symbol(double number);  // NOLINT: a number is a constant
  static Symbol of_node(int node) {
    Symbol symbol;
    symbol.node_ = node;
    return symbol;
  }
  int node() const { return node_; }
  bool is_constant() const;

  friend Symbol operator+(Symbol a) { return a; }
  friend Symbol operator-(Symbol a);
  friend Symbol operator+(Symbol a, Symbol b);
  friend Symbol operator-(Symbol a, Symbol b);
  friend Symbol operator*(Symbol a, Symbol b);
  friend Symbol operator/(Symbol a, Symbol b);
  Symbol& operator+=(Symbol b) { return *this = *this + b; }
  Symbol& operator-=(Symbol b) { return *this = *this - b; }
  Symbol& operator*=(Symbol b) { return *this = *this * b; }
  Symbol& operator/=(Symbol b) { return *this = *this / b; }

  friend Condition operator<(Symbol a, Symbol b) { return compare(Graph::Op::less, a, b); }
  friend Condition operator<=(Symbol a, Symbol b) { return compare(Graph::Op::less_equal, a, b); }
  friend Condition operator>(Symbol a, Symbol b) { return b < a; }
  friend Condition operator>=(Symbol a, Symbol b) { return b <= a; }
  friend Condition operator==(Symbol a, Symbol b) { return compare(Graph::Op::equal, a, b); }
  friend Condition operator!=(Symbol a, Symbol b) { return !(a == b); }
  friend Symbol select(Condition condition, Symbol a, Symbol b);

  // The number of a constant. What is known only when the generated code runs has none: throws an Error.
  friend double number_of(Symbol a);

  // Curves and surfaces are data of the generated code, functions in code are called there by name.
  friend Symbol interpolate(const Interpolant& curve, const Symbol& x, int order);
  friend Symbol interpolate(const GridInterpolant& surface, const Symbol& x, const Symbol& y, int order_x, int order_y);
  // The same on a piece or cell that is held: known when the code runs.
  friend Symbol interpolate_piece(const Interpolant& curve, Symbol piece, const Symbol& x, int order);
  friend Symbol interpolate_cell(const GridInterpolant& surface, Symbol cell, const Symbol& x, const Symbol& y, int order_x,
                                 int order_y);
  friend Symbol call_external(const ExternalFunction& f, std::span<const Symbol> x, int order);
  // What no code is made of, unless its arguments are constants: throws an Error that names it.
  friend Symbol noise_of(Symbol index, Symbol seed);

  friend Symbol sin(Symbol a);
  friend Symbol cos(Symbol a);
  friend Symbol tan(Symbol a) { return apply(Graph::Op::tan, a); }
  friend Symbol asin(Symbol a) { return apply(Graph::Op::asin, a); }
  friend Symbol acos(Symbol a) { return apply(Graph::Op::acos, a); }
  friend Symbol atan(Symbol a) { return apply(Graph::Op::atan, a); }
  friend Symbol atan2(Symbol y, Symbol x) { return apply(Graph::Op::atan2, y, x); }
  friend Symbol sinh(Symbol a) { return apply(Graph::Op::sinh, a); }
  friend Symbol cosh(Symbol a) { return apply(Graph::Op::cosh, a); }
  friend Symbol tanh(Symbol a) { return apply(Graph::Op::tanh, a); }
  friend Symbol exp(Symbol a) { return apply(Graph::Op::exp, a); }
  friend Symbol log(Symbol a) { return apply(Graph::Op::log, a); }
  friend Symbol sqrt(Symbol a) { return apply(Graph::Op::sqrt, a); }
  friend Symbol pow(Symbol a, Symbol b);
  friend Symbol abs(Symbol a);
  friend Symbol floor(Symbol a) { return apply(Graph::Op::floor, a); }
  friend Symbol fmod(Symbol a, Symbol b) { return apply(Graph::Op::fmod, a, b); }
  friend Symbol min(Symbol a, Symbol b) { return select(b < a, b, a); }
  friend Symbol max(Symbol a, Symbol b) { return select(a < b, b, a); }

 private:
  static Symbol apply(Graph::Op op, Symbol a);
  static Symbol apply(Graph::Op op, Symbol a, Symbol b);
  static Condition compare(Graph::Op op, Symbol a, Symbol b);

  int node_ = Graph::zero;
};

}  // namespace bricard

template <>
struct Eigen::NumTraits<bricard::Symbol> : Eigen::NumTraits<double> {
  using Real = bricard::Symbol;
  using NonInteger = bricard::Symbol;
  using Nested = bricard::Symbol;
  using Literal = double;
  enum { RequireInitialization = 1 };
};
template <class Operation>
struct Eigen::ScalarBinaryOpTraits<bricard::Symbol, double, Operation> {
  using ReturnType = bricard::Symbol;
};
template <class Operation>
struct Eigen::ScalarBinaryOpTraits<double, bricard::Symbol, Operation> {
  using ReturnType = bricard::Symbol;
};
