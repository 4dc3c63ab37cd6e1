// What moves a linear model from outside: inputs of the model and drivers, by name.
#pragma once
#include <string>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

// An input of the model, or a driver, whose kept row is `row`.
struct LinearSource {
  std::string name;
  Dimension dimension;
  int input = -1, row = -1;
  int order = 0;  // the highest derivative of its value that acts
};

// `kept`: positions in active_rows(). Throws Error where a driver drives what others determine.
LinearSource find_source(const System& system, const std::vector<int>& kept, const std::string& name);

// Throws Error where a name is neither an input of the model nor an active driver.
void check_inputs(const Model& model, const std::vector<std::string>& names);

}  // namespace bricard
