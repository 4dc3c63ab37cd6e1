#include "bricard/analyses/linear/linear_sources.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"

namespace bricard {

LinearSource find_source(const System& system, const std::vector<int>& kept, const std::string& name) {
  const Model& model = system.model();
  for (std::size_t i = 0; i < model.inputs.size(); ++i)
    if (model.inputs[i].name == name) return {name, {}, static_cast<int>(i), -1, 0};
  for (const RowGroup& group : system.constraints().groups) {
    if (group.kind != RowGroup::Kind::driver || model.drivers[group.element].name != name) continue;
    for (std::size_t l = 0; l < kept.size(); ++l)
      if (system.active_rows()[kept[l]] == group.first_row)
        return {name, drives_angle(model.drivers[group.element]) ? dimension::angle : dimension::length, -1, static_cast<int>(l),
                2};
  }
  throw Error("analysis.modes.inputs", "driver '" + name + "' drives what joints and other drivers determine already",
              "choose another input");
}

void check_inputs(const Model& model, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Input& input : model.inputs) known.push_back(input.name);
  for (const Driver& driver : model.drivers) known.push_back(driver.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error("analysis.modes.inputs", "there is no input or driver '" + name + "'", did_you_mean(name, known));
    for (const Driver& driver : model.drivers)
      if (driver.name == name && !driver.active)
        throw Error("analysis.modes.inputs", "driver '" + name + "' is not active", "choose another input");
  }
}

}  // namespace bricard
