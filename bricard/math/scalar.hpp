// What element code may ask of a scalar beyond arithmetic. Elements branch only through select(c, a, b): with numbers it is a
// plain choice, with symbols (codegen/symbol.hpp) it is recorded.
#pragma once

namespace bricard {

inline double select(bool condition, double a, double b) { return condition ? a : b; }

// The number inside a scalar, for decisions that must not be recorded (the interval of a table).
inline double number_of(double value) { return value; }

}  // namespace bricard
