// Reads a model file (*.bricard.yaml). All faults of the file are thrown together as one Error with their places.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "bricard/model/model.hpp"

namespace bricard {

// overrides: parameters with new values, as `--set NAME=VALUE` gives them.
Model read_yaml(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides = {});

// From a text. `file_name` is for messages, files that the model names are looked for in `folder`.
Model read_yaml_text(std::string text, const std::string& file_name, const std::string& folder = {},
                     const std::vector<std::pair<std::string, std::string>>& overrides = {});

}  // namespace bricard
