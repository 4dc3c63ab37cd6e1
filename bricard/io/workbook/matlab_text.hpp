// Functions of one variable as text of MATLAB, as workbooks hold them.
#pragma once
#include <optional>
#include <string>

#include "bricard/math/expression.hpp"
#include "bricard/model/model.hpp"

namespace bricard::workbook {

// The function of a model, of `argument` alone: "t", "length", "rate", "angle". Parameters become their numbers. Nothing: it
// needs something else.
std::optional<Expression> of_one(const std::string& text, const std::string& argument, const Model& model);

// "@(t) 0.5*sin(2*t)"; nothing where MATLAB has no such function or the text would be longer than a cell should be.
std::optional<std::string> matlab_text(const Expression& expression, const std::string& argument);

}  // namespace bricard::workbook
