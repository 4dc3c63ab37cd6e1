// The operations of a graph as statements of a language, for all languages whose expressions are infix: each says in its Dialect
// how it writes what differs.
//
// A node becomes a named intermediate s1, s2, ... when it is used more than once, or when its expression would be too long or nest
// too deeply to read; all others are written where they are used. Parentheses keep the order of the recorded operations, so that
// rounding is that of the traced code. A large function is cut into parts, because compilers take more than linear time for one:
// what a later part needs stands in a work array w.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/codegen/graph.hpp"

namespace bricard {

struct Dialect {
  std::string_view define, define_condition, end;        // "const double ", "const int ", ";"
  std::string_view comment;                              // "// "
  std::string_view both = " && ", negated = "!";         // of conditions
  std::string_view (*function)(Graph::Op op) = nullptr;  // "sin": of sin to fmod
  std::string (*number)(double value) = nullptr;
  std::string_view choose{};  // a function of condition and two values; empty: `c ? a : b`; "if": `a if c else b`
  std::string_view divide{};  // a function of two values, where `a / b` is none for b = 0; empty: `a / b`
  std::size_t part = 0;      // statements; 0: functions are never cut
  int first = 0;             // element of an array
  char open = '[', close = ']';

  std::string element(std::string_view array, int i) const;
};

// What the arrays, tables and functions of a graph are called.
struct Naming {
  std::function<std::string(int array, int element)> input;
  std::function<std::string(int array, int element)> output;
  std::function<std::string(int curve)> curve;                               // curve(NAME, x, order)
  std::function<std::string(int surface)> surface;
  std::function<std::string(const Graph::Call& call)> call;
};

struct Operations {
  std::vector<std::string> parts;  // lines, without indentation
  int work = 0;                    // elements of w
};

// The shortest digits that give back the same double, always with a point or an exponent.
std::string exact_number(double value);

// `graph`: pruned.
Operations write_operations(const Graph& graph, const Dialect& dialect, const Naming& naming);

}  // namespace bricard
