// Units and quantities: what is taken as a unit at the start of a text is a unit by itself, with a factor that can be computed
// with.
#pragma once
#include <cmath>
#include <string>

#include "bricard/core/units.hpp"

namespace bricard::broken_by {

inline std::string units(const std::string& bytes) {
  double number = 0;
  if (number_prefix(bytes, number) > bytes.size()) return "a number that is longer than the text";
  const UnitPrefix prefix = unit_prefix(bytes);
  if (prefix.size > bytes.size()) return "a unit that is longer than the text";
  const std::string name = bytes.substr(0, prefix.size);
  if (prefix.size > 0 && !parse_unit(name)) return "the start is a unit, but not by itself: " + name;
  if (prefix.size > 0 && !(std::isnormal(prefix.unit.factor) && prefix.unit.factor > 0))
    return "a unit without a proper factor: " + name;
  if (const auto quantity = parse_quantity(bytes)) {
    if (!std::isfinite(quantity->number)) return "a quantity that is not finite";
    if (quantity->unit && !parse_unit(quantity->unit_text)) return "a quantity whose unit is none: " + quantity->unit_text;
  }
  nearest_unit(bytes);
  return "";
}

}  // namespace bricard::broken_by
