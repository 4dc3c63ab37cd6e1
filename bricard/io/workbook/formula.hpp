// Formulas of others in our language of expressions: functions of MATLAB, "@(t) 0.1*exp(-t).*cos(20*t)", and formulas of a sheet,
// "SIN(RADIANS(D6))*J4/2". Both compute with plain numbers. What differs is put right: in both `^` binds to the left, ours to the
// right; in a sheet -2^2 is 4; .* ./ .^ ~= && || and the like become ours.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bricard {

struct Translated {
  std::string text;   // ours; empty: it could not be translated
  std::string fault;  // why, with the place in the formula
};

// `argument`: what stands for the function's argument, such as "t" or "(length - 0.3)".
Translated from_matlab(std::string_view function, const std::string& argument);

// `cell`: the expression that stands for a cell of the same sheet, "D6"; nothing where there is none. References to other sheets
// are not translated.
using CellMeaning = std::function<std::optional<std::string>(const std::string& cell)>;
Translated from_sheet(std::string_view formula, const CellMeaning& cell);

}  // namespace bricard
