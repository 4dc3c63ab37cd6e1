// The contract and the list of file formats. A format translates its files to the text of a model file, and writes a Model to a file:
//
//   name, endings, help   "yaml"; which files are its own; one line of reference
//   owns(bytes)           whether this is the content of such a file, whatever its ending; null pointer: its ending says it
//   translate(bytes, file, wishes)   throws Error with all faults of the file; null pointer: it is such a text itself
//   write(model)          the contents of the file; null pointer: it is only read
//
// So --set, --sweep, the page and messages work with any format as with model files. A new format is one new file or folder and one
// line in formats.cpp. The law (yaml_test.cpp): what is written reads back to an equal Model.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/io/model_text.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"

namespace bricard {

struct Format {
  std::string_view name;
  std::vector<std::string_view> endings;  // ".bricard.yaml"
  std::string_view help;
  bool (*owns)(std::string_view bytes);
  ModelText (*translate)(const std::string& bytes, const std::string& file, const ReadingWishes& wishes);
  std::string (*write)(const Model& model);
};

const std::vector<Format>& formats();

// The text of the model, translated where the file has another format: by its content, else by the ending of the path.
ModelText read_model_text(const std::string& path, const ReadingWishes& wishes = {});

// overrides: numbers with new values (--set, settings.hpp). within: where it is not empty, files that
// the model names are looked for in this folder and must lie in it (--within). variables: the numbers that the file gives, with
// values.
Model read_model(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides = {},
                 const std::string& within = {}, std::vector<Variable>* variables = nullptr, const ReadingWishes& wishes = {});
bool is_model_file(const std::string& path);  // by its ending
void write_model(const Model& model, const std::string& path);
std::string written_model(const Model& model, const std::string& path);  // what write_model writes there

}  // namespace bricard
