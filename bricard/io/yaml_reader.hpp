// Reads a model file (*.bricard.yaml). All faults of the file are thrown together as one Error with their places; those of a
// subsystem stand in its own file.
//
// A Model is flat: what comes from a subsystem `left` has names that begin with `left.`. Such a Model is written as one file
// without subsystems, so names with dots are read too; a dotted name whose first part is itself an element is refused.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "bricard/io/document.hpp"
#include "bricard/model/annotation.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"

namespace bricard {

// overrides: numbers with new values, as `--set NAME=VALUE` gives them (settings.hpp); `left.k` is k of the subsystem left.
// within: where it is not empty, files that the model names are looked for in this folder and must lie in it.
// variables: all numbers that the file gives, in the order in which they are read, and their values here.
Model read_yaml(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides = {},
                const std::string& within = {}, std::vector<Variable>* variables = nullptr);

// The same from the text of the file at `path`. annotations: what it says for rooms above.
Model read_yaml_file(std::string text, const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides,
                     const std::string& within, std::vector<Variable>* variables, std::vector<Annotation>* annotations);

// The same from the tree of the file at document.file, to which more may have been added than its text has.
Model read_document(Document document, const std::vector<std::pair<std::string, std::string>>& overrides,
                    const std::string& within, std::vector<Variable>* variables, std::vector<Annotation>* annotations = nullptr);

// From a text. `file_name` is for messages, files that the model names are looked for in `folder`, or `within`.
Model read_yaml_text(std::string text, const std::string& file_name, const std::string& folder = {},
                     const std::vector<std::pair<std::string, std::string>>& overrides = {}, const std::string& within = {});

}  // namespace bricard
