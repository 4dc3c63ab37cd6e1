// The contract and the list of file formats. A format reads a file to a Model and writes a Model to a file:
//
//   name, endings, help   "yaml"; which files are its own; one line of reference
//   read(path, overrides, within, variables)   throws Error with all faults of the file; null pointer: it is only written
//   write(model)          the contents of the file; null pointer: it is only read
//
// A new format is one new file and one line in formats.cpp. The law (yaml_test.cpp): what is written reads back to an equal
// Model.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"

namespace bricard {

struct Format {
  std::string_view name;
  std::vector<std::string_view> endings;  // ".bricard.yaml"
  std::string_view help;
  Model (*read)(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides,
                const std::string& within, std::vector<Variable>* variables);
  std::string (*write)(const Model& model);
};

const std::vector<Format>& formats();

// By the ending of the path. overrides: numbers with new values (--set, settings.hpp). within: where it is not empty, files that
// the model names are looked for in this folder and must lie in it (--within). variables: the numbers that the file gives, with
// values.
Model read_model(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides = {},
                 const std::string& within = {}, std::vector<Variable>* variables = nullptr);
bool is_model_file(const std::string& path);  // by its ending
void write_model(const Model& model, const std::string& path);

}  // namespace bricard
