// What element code may ask of a scalar beyond arithmetic. Elements branch only through select(c, a, b): with numbers it is a
// plain choice, with symbols (codegen/symbol.hpp) it is recorded.
#pragma once

namespace bricard {

inline double select(bool condition, double a, double b) { return condition ? a : b; }

// The number inside a scalar, for decisions that must not be recorded (the interval of a table).
inline double number_of(double value) { return value; }

// The value of a choice that jumps where its condition changes, and of a function that jumps by itself: a scalar that knows its
// slope over a stretch of time (math/enclosure.hpp) must hear of it. For others it is the value.
template <class Condition, class S>
S jumping(const Condition&, const S& value) {
  return value;
}
template <class S>
S stepped(const S& value) {
  return value;
}

}  // namespace bricard
