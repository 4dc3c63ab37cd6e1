// Writes a Model as a model file that reads back to an equal Model.
#pragma once
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

// The model's own units are kept, because texts of functions are in them. Numbers are plain where they read back exactly, else in
// SI with their unit. Only what differs from the defaults is written, one element per line.
std::string write_yaml(const Model& model);

}  // namespace bricard
