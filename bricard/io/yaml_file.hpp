// Reading one model file: its sections (yaml_reader.cpp), the files that are parts of it (yaml_subsystems.cpp) with their hard
// points (hard_points.cpp), masses of bodies from a table (mass_table.cpp), and what rooms above read (annotations.cpp).
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/reading.hpp"
#include "bricard/io/subsystem.hpp"
#include "bricard/io/value_reader.hpp"
#include "bricard/math/mass_properties.hpp"
#include "bricard/model/annotation.hpp"

namespace bricard {

// How a file is read: alone, or as a part of another one, which supplies the bodies of its interface.
struct FileUse {
  bool is_part = false;
  std::map<std::string, Placement> supplied;
  std::map<std::string, std::string> set;  // parameters of this file that events of its user set, with the event
  std::string within;                      // files that are named must lie in this folder; empty: anywhere
  std::vector<std::string> chain;          // the files that are being read, each a part of the one before
  std::shared_ptr<int> subsystems = std::make_shared<int>(0);  // read so far
  std::vector<Variable>* variables = nullptr;                  // what can be varied is listed there
  std::string prefix;                                          // of the names of this file's variables: "left."
  std::vector<Annotation>* annotations = nullptr;              // what rooms above read is listed there
};

// Keys of `analysis` whose options rooms above read.
inline constexpr std::array<std::string_view, 2> analyses_above{"kc", "maneuver"};

// Overrides of parameters of this file, or of its subsystem `part`: left.k=3.
Overrides overrides_of(const Node& root, const Overrides& overrides, const std::string& part = {});

class YamlReader {
 public:
  YamlReader(const Document& document, std::string folder, Overrides overrides, FileUse use)
      : root_(document.root),
        overrides_(std::move(overrides)),
        use_(std::move(use)),
        reading_(document),
        values_(reading_, document, read_units(), read_dimension(), std::move(folder), use_.within,
                overrides_of(root_, overrides_)) {
    if (use_.variables) values_.read_numbers = &read_numbers_;
    values_.read_part = [this](const std::string& name) { return read_subsystem(name); };
    for (const auto& [parameter, event] : set_parameters()) values_.set_by_event(parameter, event);
  }

  // The model; of a part the bodies of its interface are among its bodies.
  Model read();

 private:
  UnitSystem read_units();
  int read_dimension();
  bool read_head();
  // What events set, by name: of this file, and those of its user that set something of this file.
  std::map<std::string, std::string> set_parameters() const;
  void read_parameters();
  void read_functions();
  void read_mass_properties();
  void read_bodies();
  void take_mass(Body& body, const MassProperties& table);
  void read_drivers();
  void read_path_driver(const std::string& name, const Node& node, const std::string& where);
  const Joint* find_joint(const std::string& name) const;  // of this file or of its parts
  template <class Kind>
  void load_file_of(Kind& kind, const Node& node, const std::string& where);
  void read_road();
  void read_signals();
  void read_output(Output& output, const Node& node, const std::string& where);
  void read_analysis();
  void complete_planar();
  void check_model();
  void check_structure_of_model();

  std::vector<std::string> interface() const;
  void read_interface();
  bool read_subsystem(const std::string& name);
  std::optional<Model> read_part_file(const std::string& name, const Node& node, const std::string& where);
  bool read_supplied(const Node& node, const std::string& where, const Document& file, Placing& placing, FileUse& use);
  bool read_part_parameters(const Node& node, const std::string& where, const Document& file, Overrides& overrides);
  bool read_hard_points(const Node& node, const std::string& where, const Document& part, Overrides& overrides);
  void add_subsystems();

  void read_annotations();
  void read_annotation(const std::string& name, const Node& node);
  void take_annotations(std::vector<Annotation> of_part, const Model& part, const Placing& placing);

  // Calls read(name, value, where) for each entry of a section.
  template <class ReadEntry>
  void for_each_entry(const char* section, ReadEntry&& read_entry);
  // Elements without kinds; elements whose `type` selects one of a list.
  template <class Element>
  void read_elements(const char* section, std::vector<Element>& elements);
  template <class Element>
  void read_kinds(const char* section, std::vector<Element>& elements, const std::vector<std::string_view>& later = {});

  struct Part {
    enum class State { unread, reading, read, faulty };
    State state = State::unread;
    Model model;  // with its names and places in this one
  };

  const Node& root_;
  Overrides overrides_;
  FileUse use_;
  Reading reading_;
  std::vector<ReadNumber> read_numbers_;
  ValueReader values_;
  Model model_;
  std::vector<Annotation> annotations_;
  std::map<std::string, MassProperties> masses_;  // of bodies, from a table: global axes, in the design position
  std::map<std::string, Part> parts_;
  std::unordered_set<std::string> unread_;  // names that the file has and the Model does not: their columns are not known
};

template <class ReadEntry>
void YamlReader::for_each_entry(const char* section, ReadEntry&& read_entry) {
  const Node* node = root_.find(section);
  if (!node || node->is_null()) return;
  if (!node->is_map()) {
    reading_.fault(*node, section, "expected names with values, found " + describe(*node));
    return;
  }
  std::unordered_set<std::string> seen;
  for (const auto& [key, value] : node->entries) {
    const std::string where = std::string(section) + '.' + key.text;
    if (!key.is_scalar()) {
      reading_.fault(key, section, "a name must be a word, found " + describe(key));
    } else if (!seen.insert(key.text).second) {
      reading_.fault(key, where, "the name " + quoted(key.text) + " is used twice in this section");
    } else {
      reading_.note_name(where, key);
      read_entry(key.text, value, where);
    }
  }
}

}  // namespace bricard
