// Expressions of a model file: parsed once to a graph of operations, which is evaluated on any scalar, differentiated
// symbolically, and (codegen/) printed as code. An expression computes with plain numbers in the file's units.
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/counting.hpp"
#include "bricard/core/dimension.hpp"
#include "bricard/core/units.hpp"
#include "bricard/math/external_function.hpp"
#include "bricard/math/grid_interpolant.hpp"
#include "bricard/math/noise.hpp"
#include "bricard/math/scalar.hpp"

namespace bricard {

class Expression;

// What is wrong with a text; position counts bytes from its start.
struct ExpressionFault {
  int position = 0;
  std::string what;
  std::string hint;
  bool of_units = false;  // numbers of unlike units
};

// The meaning of a name: a number, variable i of the evaluation, or another expression on the same variables, put in its place.
struct Meaning {
  enum class Kind { unknown, number, variable, expression, refused } kind = Kind::unknown;
  double number = 0;
  int variable = -1;
  int rate = -1;                           // variable that is the time derivative, for der(x); -1: none is known
  bool rate_is_one = false;                // the variable is time
  const Expression* expression = nullptr;  // alive while the text is parsed
  Counting counting{};                     // what it counts in, as far as it is known
  std::string why{};                       // refused: why the name may not be used here
};

// The meaning of a name before parentheses that is no function of the language: one in code. Its arguments and its value have
// units of their own: what is called is factor · f(argument_factors[i] · argument i), in the file's units.
struct CallMeaning {
  std::shared_ptr<const ExternalFunction> function;  // null: refused, or (without `why`) checked later
  std::vector<std::string> arguments;                // expressions: what it is called with where its name stands alone
  std::vector<double> argument_factors;
  std::vector<Counting> argument_countings;  // of the file's units, where they have one
  double factor = 1;
  Counting counting{};  // of its value
  std::string why{};
};

struct Scope {
  std::function<Meaning(std::string_view)> lookup;
  std::function<std::string(std::string_view)> suggest;          // the nearest right name to an unknown one or empty; may be null
  const UnitSystem* units = nullptr;                             // to convert `5 mm` inside an expression; null: SI
  std::function<const Interpolant*(std::string_view)> table;     // null pointer: no such table
  std::function<const GridInterpolant*(std::string_view)> grid;  // the same for surfaces
  std::vector<std::string> table_names;                          // to suggest the nearest; may be empty
  // Rate of a variable that the text does not name, in der(der(x)) and in expressions put in place: a variable, or
  // Expression::rate_zero, rate_one, rate_unknown. Without it such rates are unknown.
  std::function<int(int)> rate_of;
  std::function<const CallMeaning*(std::string_view)> function;  // null pointer: there is none
  std::vector<std::string> function_names;                       // to suggest the nearest; may be empty
  // The variable that holds the value of an expression the given time ago, in the file's unit; -1: `why` says why there is none.
  // Without it `delay` may not be used.
  std::function<int(const Expression&, double time, std::string& why)> delayed;
  // What x and y of a table count in, or x, y and the value of a surface; may be null: nothing is known.
  std::function<std::array<Counting, 3>(std::string_view)> table_countings{};
};

class Expression {
 public:
  // Comparisons and `and or not` give 1 or 0; a number other than 0 is true. mod(a, b) = a - b floor(a/b). Angles in radians.
  // The other functions of the file are made of these.
  // clang-format off
  enum class Op {
    constant, variable, add, subtract, multiply, divide, power, negate,
    less, less_equal, equal, not_equal, logical_and, logical_or, logical_not, if_else,
    min, max, abs, sign, sqrt, exp, log, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, floor, mod, table, grid, noise,
    argument,  // of a call: the value a, after the argument b
    call       // of functions()[index]; a is its last argument
  };
  // clang-format on
  struct Node {
    Op op = Op::constant;
    int a = -1, b = -1, c = -1;  // operands: earlier nodes
    double value = 0;            // constant
    int index = -1;              // variable; entry of tables(), grids() or functions()
    int order = 0;               // table: the derivative of that order; grid: its order in x and four times that in y; call:
                                 // which derivative (external_function.hpp)
    int decision = -1;           // its number, where it is one
    friend bool operator==(const Node&, const Node&) = default;
  };

  // What stands for the time derivative of a variable where it is not itself a variable.
  static constexpr int rate_zero = -1, rate_one = -2, rate_unknown = -3;

  Expression() = default;  // the constant 0
  static Expression constant(double value);
  static Expression line(double from, double slope, int variable);  // from + slope x

  // Throws nothing: faults are appended and the result is then the constant 0. `counting`: gets what the result counts in.
  static Expression parse(std::string_view text, const Scope& scope, std::vector<ExpressionFault>& faults,
                          Counting* counting = nullptr);

  bool is_constant() const { return nodes_.back().op == Op::constant; }
  double constant_value() const { return nodes_.back().value; }
  std::vector<int> variables() const;  // indices in use, ascending

  // Partial derivative with respect to a variable.
  Expression derivative(int variable) const;
  // Total derivative along time, given the rate of each variable: a variable, rate_zero or rate_one.
  Expression time_derivative(const std::function<int(int)>& rate_of) const;
  // The same where the rate of a variable is itself an expression on the same variables.
  Expression time_derivative_by(const std::function<Expression(int)>& rate_of) const;

  // Scratch is caller-owned: evaluate allocates nothing once it has grown to nodes().size(). `decisions`: how everything that
  // switches is decided, by number, whatever its operands are: the expression is then smooth (expression_decisions.hpp).
  template <class S>
  S evaluate(std::span<const S> variables, std::vector<S>& scratch, const double* decisions = nullptr) const;

  // Numbers the decisions of this expression from `first`; returns the number after the last.
  int number_decisions(int first);

  // One operation on its operands (unused ones are ignored), but for constants, variables and tables.
  template <class S>
  static S apply(Op op, const S& a, const S& b, const S& c);

  const std::vector<Node>& nodes() const { return nodes_; }  // in order of evaluation; the last is the result
  const std::vector<Interpolant>& tables() const { return tables_; }
  const std::vector<GridInterpolant>& grids() const { return grids_; }
  const std::vector<std::shared_ptr<const ExternalFunction>>& functions() const { return functions_; }

  friend bool operator==(const Expression&, const Expression&) = default;

 private:
  friend class ExpressionGraph;
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::vector<Interpolant> tables_;
  std::vector<GridInterpolant> grids_;
  std::vector<std::shared_ptr<const ExternalFunction>> functions_;
};

// A call, with the values of the nodes before it.
template <class S>
S called(const Expression& expression, const Expression::Node& call, const S* values) {
  std::array<S, ExternalFunction::most_arguments> x;
  const ExternalFunction& f = *expression.functions()[call.index];
  for (int i = f.arguments - 1, node = call.a; node >= 0; node = expression.nodes()[node].b, --i) x[i] = values[node];
  return call_external(f, std::span<const S>(x.data(), static_cast<std::size_t>(f.arguments)), call.order);
}

// Comparisons of a symbol are no bools: they only enter select(). Both branches are computed and one is taken, so that what the
// other one is, NaN included, does not matter.
template <class S>
S Expression::apply(Op op, const S& a, const S& b, const S& c) {
  using std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::floor, std::log, std::pow, std::sin,
      std::sinh, std::sqrt, std::tan, std::tanh;
  // clang-format off
  switch (op) {
    case Op::constant: case Op::variable: case Op::table: case Op::grid: case Op::call: return S(0);
    case Op::argument: return a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return pow(a, b);
    case Op::negate: return -a;
    case Op::less: return stepped(select(a < b, S(1), S(0)));
    case Op::less_equal: return stepped(select(a <= b, S(1), S(0)));
    case Op::equal: return stepped(select(a == b, S(1), S(0)));
    case Op::not_equal: return stepped(select(a != b, S(1), S(0)));
    case Op::logical_and: return stepped(select(a != S(0), select(b != S(0), S(1), S(0)), S(0)));
    case Op::logical_or: return stepped(select(a != S(0), S(1), select(b != S(0), S(1), S(0))));
    case Op::logical_not: return stepped(select(a != S(0), S(0), S(1)));
    case Op::if_else: return jumping(a != S(0), select(a != S(0), b, c));
    case Op::min: return select(a < b, a, b);
    case Op::max: return select(a < b, b, a);
    case Op::abs: return select(a < S(0), -a, a);
    case Op::sign: return stepped(select(a < S(0), S(-1), select(S(0) < a, S(1), S(0))));
    case Op::sqrt: return sqrt(a);
    case Op::exp: return exp(a);
    case Op::log: return log(a);
    case Op::sin: return sin(a);
    case Op::cos: return cos(a);
    case Op::tan: return tan(a);
    case Op::asin: return asin(a);
    case Op::acos: return acos(a);
    case Op::atan: return atan(a);
    case Op::atan2: return atan2(a, b);
    case Op::sinh: return sinh(a);
    case Op::cosh: return cosh(a);
    case Op::tanh: return tanh(a);
    case Op::floor: return stepped(S(floor(a)));
    case Op::mod: return a - b * stepped(S(floor(a / b)));
    case Op::noise: return noise_of(a, b);  // of a whole number, which steps by itself
  }
  // clang-format on
  return S(0);
}

// The value of a decided operation; what `decision` is: expression_decisions.hpp.
template <class S>
S decided(Expression::Op op, double decision, const S& a, const S& b) {
  using Op = Expression::Op;
  switch (op) {
    case Op::min:
      return decision != 0 ? a : b;
    case Op::max:
      return decision != 0 ? b : a;
    case Op::abs:
      return decision != 0 ? S(-a) : a;
    case Op::equal:
      return S(decision == 0 ? 1.0 : 0.0);
    case Op::not_equal:
      return S(decision == 0 ? 0.0 : 1.0);
    case Op::mod:
      return a - b * S(decision);
    default:
      return S(decision);
  }
}

template <class S>
S Expression::evaluate(std::span<const S> variables, std::vector<S>& scratch, const double* decisions) const {
  using std::pow;
  if (scratch.size() < nodes_.size()) scratch.resize(nodes_.size(), S(0));
  S* const w = scratch.data();
  const Node* const nodes = nodes_.data();
  const int size = static_cast<int>(nodes_.size());
  for (int i = 0; i < size; ++i) {
    const Node& n = nodes[i];
    switch (n.op) {
      case Op::constant:
        w[i] = S(n.value);
        break;
      case Op::variable:
        w[i] = variables[n.index];
        break;
      case Op::table:
        w[i] = decisions && n.decision >= 0
                   ? interpolate_piece(tables_[n.index], static_cast<std::size_t>(decisions[n.decision]), w[n.a], n.order)
                   : interpolate(tables_[n.index], w[n.a], n.order);
        break;
      case Op::grid:
        w[i] = decisions && n.decision >= 0 ? interpolate_cell(grids_[n.index], static_cast<std::size_t>(decisions[n.decision]),
                                                               w[n.a], w[n.b], n.order % 4, n.order / 4)
                                            : interpolate(grids_[n.index], w[n.a], w[n.b], n.order % 4, n.order / 4);
        break;
      case Op::call:
        w[i] = called(*this, n, w);
        break;
      case Op::power:  // with a number as exponent no logarithm is taken
        if (nodes[n.b].op == Op::constant)
          w[i] = pow(w[n.a], nodes[n.b].value);
        else
          w[i] = pow(w[n.a], w[n.b]);
        break;
      default:
        w[i] = decisions && n.decision >= 0 ? decided(n.op, decisions[n.decision], w[n.a], w[n.b < 0 ? 0 : n.b])
                                            : apply(n.op, w[n.a], w[n.b < 0 ? 0 : n.b], w[n.c < 0 ? 0 : n.c]);
    }
  }
  return w[size - 1];
}

}  // namespace bricard
