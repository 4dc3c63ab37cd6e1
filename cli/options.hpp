// From the command line to a Model and the options of its analysis.
#pragma once
#include "bricard/core/error.hpp"
#include "bricard/model/model.hpp"
#include "cli/arguments.hpp"

namespace bricard::cli {

// The model file with its --set values; its `analysis` has the options of the command line over it and is checked with them.
Model load(const Arguments& arguments);

// All faults as text, one per line, each with the file or option it is about.
std::string error_text(const Error& error, const Arguments& arguments);

}  // namespace bricard::cli
