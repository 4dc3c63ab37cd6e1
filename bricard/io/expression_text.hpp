// Changes the names and units in the text of an expression and leaves the rest as it was written. The words are those of the
// parser (math/expression_parse.cpp): a number with its unit, a name with dots, a call.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/units.hpp"

namespace bricard {

// A function in code: its new name, and what its arguments and its value are.
struct CodeCall {
  std::string name;
  std::vector<Dimension> arguments;
  Dimension value{};
};

struct TextChange {
  std::function<std::string(std::string_view name)> name;      // what stands for a parameter or column
  std::function<std::string(std::string_view name)> table;     // the new name of a table
  std::function<const CodeCall*(std::string_view name)> code;  // null pointer, or empty: there is none of this name
  UnitSystem from, to;  // the units that the text computes in, and those it will be read in
};

// A number with a unit becomes the plain number of the old units where the two differ, and der() counts in the old unit of time.
std::string change_text(std::string_view text, const TextChange& change);

// A quantity of the new units as a plain number of the old ones, and back: `number(x/1 mm)`, `number(x)*1 mm`; the text itself
// where their units are the same. What fits together in the old units is checked in the file that has them.
std::string in_old_unit(const std::string& text, Dimension dimension, const TextChange& change);
std::string in_new_unit(const std::string& text, Dimension dimension, const TextChange& change);

}  // namespace bricard
