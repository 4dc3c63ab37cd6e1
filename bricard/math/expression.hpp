// Expressions of a model file: parsed once to a graph of operations, which is evaluated on any scalar, differentiated
// symbolically, and (codegen/) printed as code. An expression computes with plain numbers in the file's units.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/core/units.hpp"
#include "bricard/math/interpolant.hpp"

namespace bricard {

// What a name or number fault looks like: position counts bytes from the start of the text.
struct ExpressionFault {
  int position = 0;
  std::string what;
  std::string hint;
};

// The meaning of a name: a number, or variable i of the evaluation. `rate` is the variable that holds its time derivative
// (for der(x); -1: none is known, 'constant' numbers have rate zero). `dimension` serves the check that an angle in degrees is not used in sin.
struct Meaning {
  enum class Kind { unknown, number, variable, refused } kind = Kind::unknown;
  double number = 0;
  int variable = -1;
  int rate = -1;           // variable that is the time derivative; `one` below for t itself
  bool rate_is_one = false;  // the variable is time
  Dimension dimension{};
  std::string why;         // refused: why the name may not be used here; unknown: the nearest right name or empty
};

struct Scope {
  std::function<Meaning(std::string_view)> lookup;
  const UnitSystem* units = nullptr;               // to convert `5 mm` inside an expression
  std::function<const Interpolant*(std::string_view)> table;  // null pointer: no such table
};

class Expression {
 public:
  enum class Op {
    constant, variable, add, subtract, multiply, divide, power, negate,
    less, less_equal, equal, not_equal, logical_and, logical_or, logical_not, if_else,
    min, max, abs, sign, sqrt, exp, log, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, floor, mod, table, table_slope
  };
  struct Node {
    Op op = Op::constant;
    int a = -1, b = -1, c = -1;  // operands: earlier nodes
    double value = 0;            // constant
    int index = -1;              // variable; or entry of tables()
  };

  Expression() = default;  // the constant 0
  static Expression constant(double value);

  // Throws nothing: faults are appended and the result is then the constant 0.
  static Expression parse(std::string_view text, const Scope& scope, std::vector<ExpressionFault>& faults);

  bool is_constant() const;
  double constant_value() const;
  std::vector<int> variables() const;  // indices in use, ascending

  // Partial derivative with respect to a variable.
  Expression derivative(int variable) const;
  // Total derivative along time, given the rate variable of each variable (entry -1: rate zero; -2: rate one).
  Expression time_derivative(const std::function<int(int)>& rate_of) const;

  // Scratch is caller-owned: evaluate allocates nothing once it has grown to nodes().size().
  template <class S>
  S evaluate(std::span<const S> variables, std::vector<S>& scratch) const;

  const std::vector<Node>& nodes() const { return nodes_; }  // in order of evaluation; the last is the result
  const std::vector<Interpolant>& tables() const { return tables_; }

 private:
  std::vector<Node> nodes_;
  std::vector<Interpolant> tables_;
};

}  // namespace bricard
