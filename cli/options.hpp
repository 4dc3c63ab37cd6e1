// From the command line to a Model and the options of its analysis.
#pragma once
#include "bricard/core/error.hpp"
#include "bricard/model/model.hpp"
#include "cli/arguments.hpp"

namespace bricard::cli {

// The model file with its --set values.
Model load(const Arguments& arguments);

// SI value of an option: a number in the model's units, a number with its unit, or an expression of its parameters.
double quantity(std::string_view option, std::string_view text, Dimension dimension, const Model& model);

// What the file asks for, with the options of the command line over it.
AnalysisOptions analysis_options(const Arguments& arguments, const Model& model);

// All faults as text, one per line, each with the file or option it is about.
std::string error_text(const Error& error, const Arguments& arguments);

}  // namespace bricard::cli
