// A bare 9.81 in a file whose lengths count in mm is 9.81 mm/s²: right as the format has it, and hardly what was meant.
#pragma once
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

// "gravity: ...", with what to write; empty where the number is no earth's, or where it counts in m/s².
std::string doubtful_gravity(const Model& model);

}  // namespace bricard
