// A model as its user gave it: the text of a file, what Python has added to it, and the numbers that were set. It is read through
// the field tables as every file is; a fault in what was added is told at the line of Python that added it. Immutable.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bricard/io/document.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"

namespace bricard::python {

// An element of a section ("joints", "hinge"), a key of `analysis`, or a key of the file itself ("gravity", without a name).
struct Addition {
  std::string section, name;
  Node value;
  Place call;
};

using Settings = std::vector<std::pair<std::string, std::string>>;

class ModelSource {
 public:
  // `path`: for messages, and where files that the model names are looked for.
  ModelSource(ModelText text, std::string path, const std::vector<Addition>& additions, Settings settings);

  // Throws Error with all faults at their places. `further`: over the settings.
  Model read(const Settings& further = {}, std::vector<Variable>* variables = nullptr) const;
  // A number that the model gives. Throws Error where there is none of this name.
  Variable variable(const std::string& name) const;
  // Of a fault that showed only when the model was computed, the place too.
  Error told(const Error& error) const;

  const ModelText& text() const { return text_; }
  const std::string& path() const { return document_.file; }
  const Settings& settings() const { return settings_; }

 private:
  Entry& entry_of(std::vector<Entry>& entries, const std::string& key, const Node& like);
  void add(const Addition& addition, int line);
  void place(Fault& fault) const;

  ModelText text_;
  Document document_;
  Settings settings_;
  std::vector<Place> calls_;
};

}  // namespace bricard::python
