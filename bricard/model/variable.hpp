// A number of a model file that can be varied, under the name by which --set, --sweep, `find` and the page call it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/core/units.hpp"

namespace bricard {

struct Variable {
  std::string name;                         // "k", "UBJ.z", "strut.stiffness", "left.UBJ.z"
  std::string section;                      // of its file: "parameters", "points", "forces", ..
  double value = 0;                         // in the units of its file
  std::optional<Dimension> dimension;       // nothing: a plain number
  std::shared_ptr<const UnitSystem> units;  // of its file
  std::string text;                         // as written
  int line = 0;                             // of its file; 0: it was set
  bool is_own = true;                       // of the file itself, not of a subsystem

  // "mm"; empty for a plain number.
  std::string unit() const { return dimension && *dimension != dimension::none ? units->name(*dimension) : ""; }
};

}  // namespace bricard
