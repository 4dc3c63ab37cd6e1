// The sections of a model file, one function each; what stands inside them is read through the field tables.
#include "bricard/io/yaml_reader.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "bricard/io/field_reader.hpp"
#include "bricard/io/files_read.hpp"
#include "bricard/io/table_reader.hpp"
#include "bricard/io/yaml_file.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/own_states.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

using Words = std::vector<std::string_view>;

// What the format has and this version does not: a user who asks for it is told so, never ignored.
const Words later_forces{"contact", "friction"};

const Words sections{"bricard", "name",    "dimension",   "units",     "gravity",  "parameters", "points", "tables",
                     "bodies",  "joints",  "constraints", "drivers",   "forces",   "sensors",    "inputs", "states",
                     "events",  "outputs", "subsystems",  "interface", "analysis", "functions", "roles", "vehicle",
                     "mass_properties", "road"};

std::string did_you_mean_unit(const std::string& text) {
  const std::string near = nearest_unit(text);
  return near.empty() ? "for instance deg, mm/s, N*m" : "did you mean " + quoted(near) + '?';
}

// Whether a word of the text is one of the names: `screw` in "screw.position - 2*x".
bool names_one_of(const std::unordered_set<std::string>& names, std::string_view text) {
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t begin = 0, end = 0; !names.empty() && begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && is_of_word(text[end]);) ++end;
    if (names.count(std::string(text.substr(begin, end - begin)))) return true;
  }
  return false;
}

}  // namespace

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

int YamlReader::read_dimension() {
  const Node* dimension = root_.find("dimension");
  if (!dimension || dimension->is_null()) return 3;
  if (dimension->is_scalar() && dimension->text == "2") return 2;
  if (!dimension->is_scalar() || dimension->text != "3")
    reading_.fault(*dimension, "dimension", "expected 2 or 3, found " + describe(*dimension));
  return 3;
}

// Version and name; false if there is nothing to read.
bool YamlReader::read_head() {
  if (!check_keys(reading_, root_, "", sections)) return false;
  const Node* version = root_.find("bricard");
  if (!version)
    reading_.fault(root_, "", "the key `bricard` with the version of the format is missing", "start the file with `bricard: 1`");
  else if (!version->is_scalar() || version->text != "1")
    reading_.fault(*version, "bricard", "this version reads format 1, found " + describe(*version));
  if (const Node* name = root_.find("name"); name && !name->is_null()) bricard::read(values_, model_.name, *name, "name", {});
  model_.dimension = values_.planar() ? 2 : 3;
  model_.gravity = default_gravity(model_.dimension);
  return true;
}

std::map<std::string, std::string> YamlReader::set_parameters() const {
  std::map<std::string, std::string> set = use_.set;
  if (const Node* events = root_.find("events"))
    for (const auto& [event, value] : events->entries)
      if (const Node* given = value.find("set"))
        for (const auto& [name, to] : given->entries) set.emplace(name.text, event.text);
  return set;
}

// A parameter that an event sets is a state that nothing else changes.
void YamlReader::read_parameters() {
  for_each_entry("parameters", [&](const std::string& name, const Node& node, const std::string&) {
    const ValueReader::Counted* value = values_.parameter(name);
    const std::optional<Unit> unit = value && value->counting.is_firm() ? std::optional(value->counting.unit) : std::nullopt;
    if (values_.set_by_events().contains(name)) {
      StateEquation& state = model_.states.emplace_back();
      state.name = name;
      state.initial = value ? value->value : 0;
      state.unit = unit;
      reading_.note("states." + name, node);
    } else {
      model_.parameters.push_back({name, value ? value->value : 0, unit});
    }
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

// Whether the code is right its compiler says, when it is loaded (code_files.hpp).
void YamlReader::read_functions() {
  read_elements("functions", model_.functions);
  for (CodeFunction& function : model_.functions) {
    const std::string where = "functions." + function.name + ".file";
    const Node* node = root_.find("functions")->find(function.name);
    const Node* file = node ? node->find("file") : nullptr;
    if (file && file->is_scalar() && function.file.empty())
      reading_.fault(*file, where, "the code of the function is in no file",
                     "one that was given in C++ lives in its program alone");
    const auto path = file && !function.file.empty() ? values_.file(*file, where) : std::nullopt;
    if (!path) continue;
    std::error_code error;
    const std::string ending = std::filesystem::path(*path).extension().string();
    function.file = std::filesystem::absolute(*path, error).lexically_normal().string();
    if (ending != ".c" && ending != ".so")
      reading_.fault(*file, where, quoted(file->text) + " is neither a source in C (`.c`) nor a shared object (`.so`)");
    else if (!is_file_there(*path))
      reading_.fault(*file, where, "there is no file " + quoted(*path), "the path starts from the model file's folder");
  }
}

template <class Element>
void YamlReader::read_elements(const char* section, std::vector<Element>& elements) {
  for_each_entry(section, [&](const std::string& name, const Node& node, const std::string& where) {
    Element element;
    element.name = name;
    if (check_keys(reading_, node, where, keys_of<Element>())) read_fields(values_, element, node, where);
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
    if (placement) body.orientation = placement->orientation;
    if (const auto table = masses_.find(body.name); placement && table != masses_.end()) take_mass(body, table->second);
  }
}

template <class Kind>
Words types_of() {
  Words types;
  for (const auto* kind : Kind::all()) types.push_back(kind->type);
  return types;
}

template <class Element>
void YamlReader::read_kinds(const char* section, std::vector<Element>& elements, const Words& later) {
  using Kind = decltype(Element::kind);
  for_each_entry(section, [&](const std::string& name, const Node& node, const std::string& where) {
    Element element;
    element.name = name;
    const Node* type = node.find("type");
    const auto* known = type ? Kind::find(type->text) : nullptr;
    if (known) {
      element.kind = Kind(*known);
      Words keys = keys_of<Element>();
      for (const KindField& field : known->fields(element.kind.changeable())) keys.push_back(field.name);
      keys.insert(keys.begin(), "type");
      check_keys(reading_, node, where, keys);
      read_fields(values_, element, node, where);
      read_kind_fields(values_, element.kind, node, where);
      load_file_of(element.kind, node, where);
    }
    if (!known) {
      unread_.insert(name);
      if (!type)
        reading_.fault(node, where,
                       node.is_map() ? "the key `type` is missing" : "expected keys with values, found " + describe(node));
      else if (type->is_scalar() && std::find(later.begin(), later.end(), type->text) != later.end())
        fault_later(reading_, *type, where, "the type " + quoted(type->text));
      else
        reading_.fault(*type, where, "unknown type " + describe(*type), meant(type->text, types_of<Kind>()));
    }
    elements.push_back(std::move(element));
  });
}

// What a kind reads from a file of its own; its faults are told with their lines there.
template <class Kind>
void YamlReader::load_file_of(Kind& kind, const Node& node, const std::string& where) {
  const FileName* file = nullptr;
  std::string key;
  std::as_const(kind).for_each_field([&](const KindField& field, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, FileName>) file = &value, key = field.name;
  });
  if (!file || file->path.empty()) return;
  KindLoad load{file->path, "", [&](Fault fault) {
                  fault.where = fault.where.empty() ? where : where + ": " + fault.where;
                  reading_.fault(std::move(fault));
                  reading_.spoil(where + '.' + key);
                }};
  std::error_code error;
  if (!std::filesystem::is_regular_file(file->path, error)) {
    reading_.spoil(where + '.' + key);
    return reading_.fault(*node.find(key), where + '.' + key, "there is no file " + quoted(file->path),
                          "the path starts from the model file's folder");
  }
  load.text = read_file(file->path);
  kind.load(load);
}

// The road is that of the whole model: a part's own is not read.
void YamlReader::read_road() {
  const Node* node = root_.find("road");
  if (!node || node->is_null() || use_.is_part) return;
  model_.road.emplace();
  if (check_keys(reading_, *node, "road", keys_of<Road>())) read_fields(values_, *model_.road, *node, "road");
}

const Joint* YamlReader::find_joint(const std::string& name) const {
  if (const int i = index_of(model_.joints, name); i >= 0) return &model_.joints[i];
  for (const auto& [part_name, part] : parts_)
    if (const int i = index_of(part.model.joints, name); i >= 0) return &part.model.joints[i];
  return nullptr;
}

// Of one coordinate or a body; or a path, from which follow a table and a driver for each coordinate of its joint.
void YamlReader::read_drivers() {
  for_each_entry("drivers", [&](const std::string& name, const Node& node, const std::string& where) {
    if (node.is_map() && node.find("path")) return read_path_driver(name, node, where);
    Words keys = keys_of<Driver>();
    keys.push_back("path");
    Driver& driver = model_.drivers.emplace_back();
    driver.name = name;
    if (check_keys(reading_, node, where, keys)) read_fields(values_, driver, node, where);
  });
}

void YamlReader::read_path_driver(const std::string& name, const Node& node, const std::string& where) {
  reading_.note(where, node);
  for (const std::string_view key : keys_of<Driver>())
    if (key != "joint" && key != "active" && node.find(key)) {
      reading_.fault(*node.find(key), where + '.' + std::string(key), "a driver along a path does not use " + quoted(key),
                     "a path prescribes all coordinates of its joint: {joint: J, path: motion.csv}");
      return reading_.spoil(where);
    }
  std::string joint;
  bool active = true;
  check_keys(reading_, node, where, {"joint", "path", "active"});
  if (const Node* given = node.find("joint"))
    bricard::read(values_, joint, *given, where + ".joint", {});
  else
    reading_.fault(node, where, "the key `joint` is missing", "the joint that moves along the path");
  if (const Node* given = node.find("active")) bricard::read(values_, active, *given, where + ".active", {});
  const auto path = read_path(values_, *node.find("path"), where + ".path");
  if (!path || joint.empty()) return reading_.spoil(where);
  if (const Joint* driven = find_joint(joint))
    for (const CoordinateName& each : coordinates_of(model_, *driven))
      if (path->column(each.name) < 0)
        reading_.fault(*node.find("path"), where + ".path",
                       "the path " + quoted(node.find("path")->text) + " has no column " + quoted(each.name),
                       "it prescribes all coordinates of the joint; to drive some of them give each its driver");
  add_path(model_, name, joint, path->names, path->values, active);
}

void YamlReader::read_analysis() {
  const Node* node = root_.find("analysis");
  if (!node || node->is_null()) return;
  reading_.note("analysis", *node);
  const Node* type = node->find("type");
  if (type && type->is_scalar() && std::find(analyses_above.begin(), analyses_above.end(), type->text) != analyses_above.end()) {
    Words known{"type"};
    known.insert(known.end(), analyses_above.begin(), analyses_above.end());
    check_keys(reading_, *node, "analysis", known);  // read_annotations does the rest
    return;
  }
  model_.analysis.emplace();
  Words keys = keys_of<AnalysisOptions>();
  keys.insert(keys.end(), analyses_above.begin(), analyses_above.end());
  if (check_keys(reading_, *node, "analysis", keys))
    read_fields(values_, *model_.analysis, *node, "analysis");
}

// Inputs, states, events and outputs: their values are plain numbers in the file's units.
void YamlReader::read_signals() {
  for_each_entry("inputs", [&](const std::string& name, const Node& node, const std::string& where) {
    model_.inputs.push_back({name, values_.function(node, where, std::nullopt).value_or(Function{})});
  });
  for_each_entry("states", [&](const std::string& name, const Node& node, const std::string& where) {
    StateEquation state;
    state.name = name;
    if (check_keys(reading_, node, where, keys_of<StateEquation>())) {
      const auto given = [&](const char* key) -> const Node* {
        const Node* found = node.find(key);
        return found && !found->is_null() ? found : nullptr;
      };
      if (const Node* initial = given("initial"))
        if (const auto value = values_.counted(*initial, where + ".initial", {})) {
          state.initial = value->value;
          if (value->counting.is_firm()) state.unit = value->counting.unit;
        }
      if (const Node* derivative = given("derivative"))
        state.derivative = values_.function(*derivative, where + ".derivative", {}).value_or(Function{});
      if (const Node* sample = given("sample")) state.sample = values_.number(*sample, where + ".sample", dimension::time);
      if (const Node* next = given("next")) state.next = values_.function(*next, where + ".next", {});
    }
    model_.states.push_back(std::move(state));
  });
  read_elements("events", model_.events);
  for_each_entry("outputs", [&](const std::string& name, const Node& node, const std::string& where) {
    model_.outputs.push_back({name, {}, {}});
    read_output(model_.outputs.back(), node, where);
  });
}

// `way: "tip.x - 1 m"` or `camber: {value: "atan2d(wheel.uz, wheel.uy)", unit: deg}`.
void YamlReader::read_output(Output& output, const Node& node, const std::string& where) {
  const Node* value = &node;
  if (node.is_map()) {
    if (!check_keys(reading_, node, where, {"value", "unit"})) return;
    value = node.find("value");
    if (!value) {
      reading_.fault(node, where, "the key `value` is missing", "{value: EXPRESSION, unit: deg}");
      return;
    }
    if (const Node* unit = node.find("unit"); unit && !unit->is_null()) {
      const auto text = values_.text(*unit, where + ".unit");
      if (text && *text != "1" && !parse_unit(*text))
        reading_.fault(*unit, where + ".unit", "unknown unit " + quoted(*text), did_you_mean_unit(*text));
      else if (text)
        output.unit = *text;
    }
  }
  output.value = values_.function(*value, node.is_map() ? where + ".value" : where, std::nullopt).value_or(Function{});
}

// Axes of rotation are not written in a planar model: they are z.
void YamlReader::complete_planar() {
  const Direction z{Vector3::UnitZ(), ""};
  for (Joint& joint : model_.joints) {
    if (joint.kind->uses.axis && !joint.axis && turns(joint)) joint.axis = z;
  }
  for (Force& force : model_.forces) {
    if (force.kind->uses == ForceEnds::coordinate && force.bodies && !force.axis) force.axis = z;
    if (force.kind->uses == ForceEnds::torque) force.kind.turn_about(z);
  }
}

Model YamlReader::read() {
  if (read_head()) {
    model_.units = values_.units();
    if (const Node* gravity = root_.find("gravity"); gravity && !gravity->is_null())
      bricard::read(values_, model_.gravity, *gravity, "gravity", dimension::acceleration);
    read_interface();
    read_mass_properties();
    for_each_entry("subsystems", [&](const std::string& name, const Node&, const std::string&) { read_subsystem(name); });
    read_parameters();
    read_functions();
    read_bodies();
    read_kinds("joints", model_.joints);
    read_kinds("constraints", model_.constraints);
    read_drivers();
    read_kinds("forces", model_.forces, later_forces);
    read_road();
    add_own_states(model_);
    read_elements("sensors", model_.sensors);
    read_signals();
    read_analysis();
    read_annotations();
    if (values_.planar()) complete_planar();
    add_subsystems();
  }
  reading_.fault_what_is_no_number();
  if (reading_.failed()) throw Error(reading_.take_faults());
  if (use_.variables)
    for (Variable& each : variables_of(read_numbers_, values_.units(), use_.prefix)) use_.variables->push_back(std::move(each));
  if (use_.annotations)
    use_.annotations->insert(use_.annotations->end(), std::make_move_iterator(annotations_.begin()),
                             std::make_move_iterator(annotations_.end()));
  return std::move(model_);
}

// What can be said of the Model as a whole, shown in the file. What follows from an element that could not be read is no fault of
// its own: a driver of such a joint, a coupling of it, a function that names it.
void YamlReader::check_model() {
  const auto follows = [&](const std::string& joint, const std::string& where) {
    if (reading_.is_spoilt("joints." + joint) || reading_.is_spoilt("joints." + joint.substr(0, joint.rfind('.'))))
      reading_.spoil(where);
  };
  for (const Driver& driver : model_.drivers) follows(driver.joint, "drivers." + driver.name);
  for (const Force& force : model_.forces) follows(force.joint, "forces." + force.name);
  for (const Joint& joint : model_.joints)
    for (const std::string& coupled : joint.joints) follows(coupled, "joints." + joint.name);
  const auto has_something = [&](const std::string& where, const char* key) {  // though it could not be read
    if (reading_.has_spoilt_part(where)) reading_.spoil(where + key);
  };
  for (const Force& force : model_.forces) has_something("forces." + force.name, ".stiffness");
  for (const EventRule& event : model_.events) has_something("events." + event.name, ".activate");
  check_structure_of_model();
  for (FunctionFault& fault : check_functions(model_)) {
    for (const auto& [name, event] : values_.set_by_events())
      if (fault.hint.empty() && fault.what.starts_with(quoted(name) + " may not be used here"))
        fault.hint = "the event " + quoted(event) + " sets it, so that only forces, states, events and outputs may read it";
    if (const std::string from = fault.of_units ? values_.origins(fault.function->text) : ""; !from.empty())
      fault.hint = from + "; " + fault.hint;
    if (!names_one_of(unread_, fault.function->text))
      reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint), fault.position);
  }
}

void YamlReader::check_structure_of_model() {
  for (Fault& fault : check_structure(model_)) reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint));
}

Model read_yaml_text(std::string text, const std::string& file_name, const std::string& folder, const Overrides& overrides,
                     const std::string& within) {
  Document document = parse_document(std::move(text), file_name);
  Overrides left = put_settings(document, overrides);
  FileUse use;
  use.within = within;
  return YamlReader(document, within.empty() ? folder : within, std::move(left), std::move(use)).read();
}

Model read_yaml(const std::string& path, const Overrides& overrides, const std::string& within,
                std::vector<Variable>* variables) {
  return read_yaml_file(read_file(path), path, overrides, within, variables, nullptr);
}

Model read_yaml_file(std::string text, const std::string& path, const Overrides& overrides, const std::string& within,
                     std::vector<Variable>* variables, std::vector<Annotation>* annotations) {
  return read_document(parse_document(std::move(text), path), overrides, within, variables, annotations);
}

Model read_document(Document document, const Overrides& overrides, const std::string& within, std::vector<Variable>* variables,
                    std::vector<Annotation>* annotations) {
  Overrides left = put_settings(document, overrides);
  FileUse use;
  use.within = within;
  use.variables = variables;
  use.annotations = annotations;
  std::error_code error;
  use.chain.push_back(std::filesystem::weakly_canonical(document.file, error).string());
  const std::string folder = within.empty() ? std::filesystem::path(document.file).parent_path().string() : within;
  return YamlReader(document, folder, std::move(left), std::move(use)).read();
}

}  // namespace bricard
