// Laws that are still to be written: functions that use the name `missing`, which counts as 0, unless the model has a parameter
// of that name. Files of other programs leave them, whose laws are code.
#pragma once
#include <string>
#include <vector>

namespace bricard {

struct Model;

inline constexpr const char* missing_law = "missing";

std::vector<std::string> missing_laws(const Model& model);  // "outputs.spring_law"

}  // namespace bricard
