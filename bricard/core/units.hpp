// Units of a model file: what one file unit is in SI, and the unit names that may follow a number.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "bricard/core/dimension.hpp"

namespace bricard {

// The base units a file has chosen; SI unless it says otherwise. Derived units follow: a file in mm counts
// stiffness in N/mm, inertia in kg·mm², torque and energy in N·mm.
struct UnitSystem {
  std::string length = "m";
  std::string mass = "kg";
  std::string time = "s";
  std::string angle = "rad";
  std::string force = "N";
  friend bool operator==(const UnitSystem&, const UnitSystem&) = default;

  // SI value of one file unit of the given dimension. Throws an Error if a base unit is not one of its kind.
  double factor(Dimension dimension) const;
  // "N/mm" for a stiffness in a file in mm; "1" for a pure number.
  std::string name(Dimension dimension) const;
};

struct Unit {
  double factor = 1;  // SI value of one such unit
  Dimension dimension{};
  friend bool operator==(const Unit&, const Unit&) = default;
};

// "N*s/mm", "m/s^2", "rpm", "mm/rev", "1/s"; nothing if a name is unknown or the syntax is wrong.
std::optional<Unit> parse_unit(std::string_view text);

// The longest unit at the start of a text: unit names joined by * / ^ without blanks. A name before `(` is a function and a
// name with a dot a column, so `N*m*step(t,0,0,1,1)` starts with N*m. Size 0: there is none.
struct UnitPrefix {
  Unit unit;
  std::size_t size = 0;
};
UnitPrefix unit_prefix(std::string_view text);

// A text that is nothing but a number, or a number, a blank and a unit: `-35 N/mm`. Other texts are expressions (expression.hpp).
struct Quantity {
  double number = 0;
  std::optional<Unit> unit;
  std::string unit_text;
};
std::optional<Quantity> parse_quantity(std::string_view text);

// The nearest known unit name, for error messages; empty if none is near.
std::string nearest_unit(std::string_view name);

// Equal after reducing force to mass·length/time².
bool compatible(Dimension a, Dimension b);

// "force/length", for error messages; "pure number" without a dimension.
std::string to_string(Dimension dimension);

// A number at the start of the text and how many characters it takes; 0: there is none. A number that is out of range of a
// double is infinite.
std::size_t number_prefix(std::string_view text, double& number);

}  // namespace bricard
