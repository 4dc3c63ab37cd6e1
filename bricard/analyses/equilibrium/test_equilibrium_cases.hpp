// Models of the tests of equilibrium, from texts, with other values of their parameters.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {

struct EquilibriumCase {
  Model model;
  Control control;

  explicit EquilibriumCase(const std::string& text) {
    const auto read = [text](const std::vector<std::pair<std::string, double>>& values) {
      std::vector<std::pair<std::string, std::string>> overrides;
      for (const auto& [name, value] : values) overrides.emplace_back(name, to_text(value));
      return read_yaml_text("bricard: 1\nname: case\n" + text, "case", {}, overrides);
    };
    model = read({});
    control.vary = read;
  }
  AnalysisOptions options() const {
    AnalysisOptions options = model.analysis.value_or(AnalysisOptions{});
    options.type = "equilibrium";
    return options;
  }
  Equilibrium find() const { return find_equilibrium(model, options(), control); }
  Results results() const { return run(model, options(), control); }
};

inline double coordinate(const EquilibriumReport::Position& position, const std::string& name) {
  for (const auto& [column, value] : position.coordinates)
    if (column.name == name) return value;
  return std::nan("");
}

}  // namespace bricard
