// From the command line to a Model and the options of its analysis.
#pragma once
#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/model/model.hpp"
#include "cli/arguments.hpp"

namespace bricard::cli {

// The model file with its --set values; its `analysis` has the options of the command line over it and is checked with them.
Model load(const Arguments& arguments);

// SI value of an option: a number in the model's units, a number with its unit, or an expression of its parameters.
double quantity(std::string_view option, std::string_view text, Dimension dimension, const Model& model);

// Where results go without --out: "models/four_bar.bricard.yaml" to "four_bar.out".
std::filesystem::path default_folder(const std::string& model);

// All faults as text, one per line, each with the file or option it is about.
std::string error_text(const Error& error, const Arguments& arguments);

}  // namespace bricard::cli
