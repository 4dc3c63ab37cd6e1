// What tests of idle and massless bodies, of prescribed motions and of user states share.
#pragma once
#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {

inline Model idle_model(const std::string& name) {
  return read_model(source_file("verification/idle/" + name + ".bricard.yaml"));
}

// An analysis of its own, at a tolerance of 1e-9.
inline AnalysisOptions timed(const std::string& type, double duration, double output_step,
                             const std::string& coordinates = "auto") {
  AnalysisOptions options = timed(duration, output_step, coordinates, 1e-9);
  options.type = type;
  return options;
}

inline bool warns(const Results& results, const std::string& part) {
  return std::any_of(results.summary.warnings.begin(), results.summary.warnings.end(),
                     [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

}  // namespace bricard
