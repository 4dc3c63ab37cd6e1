// Whether the code that a model names may run: who started the program says so, once for each content.
#pragma once
#include "bricard/model/model.hpp"
#include "cli/arguments.hpp"

namespace bricard::cli {

// Loads it. With --allow-code nobody is asked; at a terminal the user is, unless that content was allowed before; without one it
// is refused by an Error.
void load_allowed_code(Model& model, const Arguments& arguments);

}  // namespace bricard::cli
