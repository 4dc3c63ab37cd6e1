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

  // SI value of one file unit of the given dimension.
  double factor(Dimension dimension) const;
  // "N/mm" for a stiffness in a file in mm; "1" for a pure number.
  std::string name(Dimension dimension) const;
};

struct Unit {
  double factor = 1;  // SI value of one such unit
  Dimension dimension;
};

// "N*s/mm", "m/s^2", "rpm", "mm/rev"; nothing if a name is unknown or the syntax is wrong.
std::optional<Unit> parse_unit(std::string_view text);

// The nearest known unit name, for error messages; empty if none is near.
std::string nearest_unit(std::string_view name);

// Equal after reducing force to mass·length/time².
bool compatible(Dimension a, Dimension b);

// "force/length", for error messages.
std::string to_string(Dimension dimension);

}  // namespace bricard
