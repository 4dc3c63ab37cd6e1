// The sections of a model file, one function each; what stands inside them is read through the field tables.
#include "bricard/io/yaml_reader.hpp"

#include <algorithm>
#include <filesystem>

#include "bricard/io/document.hpp"
#include "bricard/io/field_reader.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

using Words = std::vector<std::string_view>;

// What the format has and this version does not: a user who asks for it is told so, never ignored. An entry that has become part
// of a field table or list is found there first.
const Words later_sections{"inputs", "states", "events", "subsystems", "interface"};
const Words later_joints{"planar",
                         "screw",
                         "point_on_line",
                         "point_on_plane",
                         "parallel_axes",
                         "perpendicular_axes",
                         "constant_velocity",
                         "revolute_cylindrical",
                         "revolute_prismatic",
                         "spherical_spherical",
                         "spherical_revolute",
                         "gear",
                         "rack_pinion",
                         "coupler",
                         "rolling"};
const Words later_constraints{"expression"};
const Words later_forces{"rotational_spring_damper", "joint_force", "bushing", "contact", "friction", "tire"};
const Words later_keys{"cut"};
const Words later_analysis_keys{"start",     "newton",  "index3",      "independent",      "weights",
                                "baumgarte", "penalty", "equilibrium", "inverse_dynamics", "modes"};

const Words sections{"bricard", "name",   "dimension", "units",       "gravity", "parameters", "points",  "tables",
                     "bodies",  "joints", "drivers",   "constraints", "forces",  "sensors",    "outputs", "analysis"};

class YamlReader {
 public:
  YamlReader(const Document& document, std::string folder, const Overrides& overrides)
      : root_(document.root), reading_(document), values_(reading_, document, read_units(), std::move(folder), overrides) {}

  Model read();

 private:
  UnitSystem read_units();
  bool read_head();
  void read_parameters();
  void read_bodies();
  void read_analysis();
  void check_model();

  // Calls read(name, value, where) for each entry of a section.
  template <class ReadEntry>
  void for_each_entry(const char* section, ReadEntry&& read_entry);
  // Elements without kinds; elements whose `type` selects one of a list.
  template <class Element>
  void read_elements(const char* section, std::vector<Element>& elements);
  template <class List, class Element>
  void read_kinds(const char* section, std::vector<Element>& elements, const Words& later);

  const Node& root_;
  Reading reading_;
  ValueReader values_;
  Model model_;
  std::vector<std::string> unread_;  // names that the file has and the Model does not: their columns are not known
};

// Bad units are reported and replaced by SI, so that the rest can be read.
UnitSystem YamlReader::read_units() {
  UnitSystem units;
  const Node* node = root_.find("units");
  if (!node || node->is_null() || !check_keys(reading_, *node, "units", {"length", "mass", "time", "angle", "force"}))
    return units;
  const auto read_unit = [&](const char* key, std::string& unit, Dimension dimension) {
    const Node* value = node->find(key);
    if (!value || value->is_null()) return;
    const std::string where = std::string("units.") + key;
    const auto known = value->is_scalar() ? parse_unit(value->text) : std::nullopt;
    const bool is_single = known && value->text.find_first_of("*/^") == std::string::npos;
    if (is_single && known->dimension == dimension) {
      unit = value->text;
    } else {
      const std::string near = value->is_scalar() ? nearest_unit(value->text) : "";
      reading_.fault(*value, where, "expected the name of a unit of " + to_string(dimension) + ", found " + describe(*value),
                     known || near.empty() ? "" : "did you mean `" + near + "`?");
    }
  };
  read_unit("length", units.length, dimension::length);
  read_unit("mass", units.mass, dimension::mass);
  read_unit("time", units.time, dimension::time);
  read_unit("angle", units.angle, dimension::angle);
  read_unit("force", units.force, dimension::force);
  return units;
}

// Version, name and dimension; false if the rest of the file cannot be read by this version.
bool YamlReader::read_head() {
  if (!check_keys(reading_, root_, "", sections, later_sections)) return false;
  for (const std::string_view section : later_sections)
    if (const Node* node = root_.find(section))
      for (const auto& [key, value] : node->entries)
        if (!key.text.empty()) unread_.push_back(key.text);
  const Node* version = root_.find("bricard");
  if (!version)
    reading_.fault(root_, "", "the key `bricard` with the version of the format is missing", "start the file with `bricard: 1`");
  else if (!version->is_scalar() || version->text != "1")
    reading_.fault(*version, "bricard", "this version reads format 1, found " + describe(*version));
  if (const Node* name = root_.find("name"); name && !name->is_null()) bricard::read(values_, model_.name, *name, "name", {});
  if (const Node* dimension = root_.find("dimension")) {
    if (dimension->is_scalar() && dimension->text == "2") {
      fault_later(reading_, *dimension, "dimension", "the planar format (`dimension: 2`)");
      return false;
    }
    if (!dimension->is_scalar() || dimension->text != "3")
      reading_.fault(*dimension, "dimension", "expected 2 or 3, found " + describe(*dimension));
  }
  return !root_.find("subsystems") && !root_.find("interface");
}

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

void YamlReader::read_parameters() {
  for_each_entry("parameters", [&](const std::string& name, const Node&, const std::string&) {
    const double* value = values_.parameter(name);
    model_.parameters.push_back({name, value ? *value : 0});
  });
  for_each_entry("points", [&](const std::string& name, const Node&, const std::string&) {
    const Vector3* at = values_.named_point(name);
    model_.points.push_back({name, at ? *at : Vector3::Zero()});
  });
  for_each_entry("tables", [&](const std::string& name, const Node&, const std::string& where) {
    const Table* table = values_.table(name);
    if (!table) reading_.spoil(where);
    model_.tables.push_back(table ? *table : Table{});
    model_.tables.back().name = name;
  });
}

template <class Element>
void YamlReader::read_elements(const char* section, std::vector<Element>& elements) {
  for_each_entry(section, [&](const std::string& name, const Node& node, const std::string& where) {
    Element element;
    element.name = name;
    if (check_keys(reading_, node, where, keys_of<Element>(), later_keys)) read_fields(values_, element, node, where);
    elements.push_back(std::move(element));
  });
}

// Position and orientation come from the placement, which knows the other bodies.
void YamlReader::read_bodies() {
  read_elements("bodies", model_.bodies);
  for (Body& body : model_.bodies) {
    const Placement* placement = values_.placement(body.name);
    if (!placement) reading_.spoil("bodies." + body.name + ".position");
    if (placement && body.position) body.position = Point{placement->position, ""};
    if (placement) body.orientation.quaternion = placement->quaternion;
  }
}

template <class List, class Element>
void YamlReader::read_kinds(const char* section, std::vector<Element>& elements, const Words& later) {
  for_each_entry(section, [&](const std::string& name, const Node& node, const std::string& where) {
    Element element;
    element.name = name;
    Words types;
    bool known = false;
    const Node* type = node.find("type");
    List::for_each([&]<class Kind>() {
      types.push_back(Kind::type);
      if (!type || type->text != Kind::type) return;
      known = true;
      Kind kind;
      Words keys = keys_of<Element>();
      for (const std::string_view key : keys_of<Kind>()) keys.push_back(key);
      keys.insert(keys.begin(), "type");
      check_keys(reading_, node, where, keys, later_keys);
      read_fields<Element, Kind>(values_, element, node, where);
      read_fields(values_, kind, node, where);
      element.kind = std::move(kind);
    });
    if (!known) {
      unread_.push_back(name);
      if (!type)
        reading_.fault(node, where,
                       node.is_map() ? "the key `type` is missing" : "expected keys with values, found " + describe(node));
      else if (type->is_scalar() && std::find(later.begin(), later.end(), type->text) != later.end())
        fault_later(reading_, *type, where, "the type " + quoted(type->text));
      else
        reading_.fault(*type, where, "unknown type " + describe(*type), did_you_mean(type->text, types));
    }
    elements.push_back(std::move(element));
  });
}

void YamlReader::read_analysis() {
  const Node* node = root_.find("analysis");
  if (!node || node->is_null()) return;
  reading_.note("analysis", *node);
  model_.analysis.emplace();
  if (check_keys(reading_, *node, "analysis", keys_of<AnalysisOptions>(), later_analysis_keys))
    read_fields(values_, *model_.analysis, *node, "analysis");
}

Model YamlReader::read() {
  if (read_head()) {
    model_.units = values_.units();
    if (const Node* gravity = root_.find("gravity"); gravity && !gravity->is_null())
      bricard::read(values_, model_.gravity, *gravity, "gravity", dimension::acceleration);
    read_parameters();
    read_bodies();
    read_kinds<Joints>("joints", model_.joints, later_joints);
    read_kinds<Constraints>("constraints", model_.constraints, later_constraints);
    read_elements("drivers", model_.drivers);
    read_kinds<Forces>("forces", model_.forces, later_forces);
    read_elements("sensors", model_.sensors);
    for_each_entry("outputs", [&](const std::string& name, const Node& node, const std::string& where) {
      model_.outputs.push_back({name, values_.function(node, where, std::nullopt).value_or(Function{})});
    });
    read_analysis();
    check_model();
  }
  if (reading_.failed()) throw Error(reading_.take_faults());
  return std::move(model_);
}

// What can be said of the Model as a whole, shown in the file. What follows from an element that could not be read is no fault of
// its own: a driver of such a joint, a function that names it.
void YamlReader::check_model() {
  for (const Driver& driver : model_.drivers)
    if (reading_.is_spoilt("joints." + driver.joint)) reading_.spoil("drivers." + driver.name);
  for (Fault& fault : check_structure(model_)) reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint));
  for (FunctionFault& fault : check_functions(model_)) {
    const bool follows = std::any_of(unread_.begin(), unread_.end(), [&](const std::string& name) {
      return fault.function->text.find(name) != std::string::npos;
    });
    if (!follows) reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint), fault.position);
  }
}

}  // namespace

Model read_yaml_text(std::string text, const std::string& file_name, const std::string& folder, const Overrides& overrides) {
  const Document document = parse_document(std::move(text), file_name);
  return YamlReader(document, folder, overrides).read();
}

Model read_yaml(const std::string& path, const Overrides& overrides) {
  return read_yaml_text(read_file(path), path, std::filesystem::path(path).parent_path().string(), overrides);
}

}  // namespace bricard
