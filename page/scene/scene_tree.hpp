// The tree of a model as the page lists it: every section with its elements, their data as text with units and help, their
// columns, and where they stand in the text of the model (Section and SceneParameter of web/src/data/types.ts).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "bricard/io/document.hpp"
#include "bricard/io/value_text.hpp"
#include "page/json.hpp"

namespace bricard::page {

// In the order of the file format; a file may have another.
inline constexpr std::array<std::string_view, 15> section_names{"parameters",  "points",  "tables",  "bodies",     "joints",
                                                                "constraints", "drivers", "forces",  "sensors",    "inputs",
                                                                "states",      "events",  "outputs", "subsystems", "analysis"};

class SceneTree {
 public:
  // The model must outlive it. `text`: the model's file; empty where it is not known.
  SceneTree(const Model& model, std::string_view text);

  Json parameters() const;
  Json sections() const;
  const Document* document() const { return document_ ? &*document_ : nullptr; }

 private:
  const Entry* entry(const std::string& section, const std::string& name) const;
  const Entry* subsystem_of(const std::string& name) const;
  const Node* parameter(const std::string& name) const;
  int line(const std::string& section, const std::string& name) const;
  Json datum(std::string key, std::string value, std::string unit, std::string_view help) const;
  std::string unit(Dimension dimension) const;
  Json element(const std::string& section, const std::string& name, Json data, Json columns = Json::array()) const;
  template <class Element, class Columns>
  Json elements(const std::string& section, const std::vector<Element>& all, Columns&& columns) const;
  Json section(const std::string& name) const;
  Json parameter_elements() const;
  Json tables() const;
  Json subsystems() const;
  Json analysis() const;

  const Model& model_;
  ValueText values_;
  std::optional<Document> document_;
  std::unordered_map<std::string, std::unordered_map<std::string, const Entry*>> entries_;  // by section and name
};

}  // namespace bricard::page
