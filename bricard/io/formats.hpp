// The contract and the list of file formats. A format translates its files to the text of a model file, and writes a Model to a
// file:
//
//   name, endings, help   "yaml"; which files are its own; one line of reference
//   owns(bytes)           whether this is the content of such a file, whatever its ending; null pointer: its ending says it
//   translate(bytes, file, wishes)   throws Error with all faults of the file; null pointer: it is such a text itself
//   write(model)          the file; what it cannot hold is noted by name, or refused by an Error with all such names where the
//                         mechanism would be another without it; null pointer: the format is only read
//   blank()               an empty file that says what belongs where (`convert --template`); null pointer: there is none
//
// So --set, --sweep, the page and messages work with any format as with model files. A new format is one new file or folder and
// one line in formats.cpp. The law (yaml_test.cpp): what is written without a note reads back to an equal Model.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/io/model_text.hpp"
#include "bricard/model/annotation.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"

namespace bricard {

struct Format {
  std::string_view name;
  std::vector<std::string_view> endings;  // ".bricard.yaml"
  std::string_view help;
  bool (*owns)(std::string_view bytes);
  ModelText (*translate)(const std::string& bytes, const std::string& file, const ReadingWishes& wishes);
  WrittenModel (*write)(const Model& model);
  std::string (*blank)() = nullptr;
};

const std::vector<Format>& formats();

// The text of the model, translated where the file has another format: by its content, else by the ending of the path.
ModelText read_model_text(const std::string& path, const ReadingWishes& wishes = {});
// Faults of such a text; of a translated one in the cells that it came from.
Error told_in_cells(const Error& error, const ModelText& text, const std::string& path);

// overrides: numbers with new values (--set, settings.hpp). within: where it is not empty, files that
// the model names are looked for in this folder and must lie in it (--within). variables: the numbers that the file gives, with
// values. annotations: what it says for rooms above (annotation.hpp).
Model read_model(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides = {},
                 const std::string& within = {}, std::vector<Variable>* variables = nullptr, const ReadingWishes& wishes = {},
                 std::vector<Annotation>* annotations = nullptr);
bool is_model_file(const std::string& path);  // by its ending
// In the format that the ending of the path names. Returns what the file cannot hold, by name.
std::vector<std::string> write_model(const Model& model, const std::string& path);
WrittenModel written_model(const Model& model, const std::string& path);  // what write_model writes there
// Where `path` has the ending of a format with templates: one of them.
std::string blank_model(const std::string& path);

}  // namespace bricard
