// The sections of a model file, one function each; what stands inside them is read through the field tables.
#include "bricard/io/yaml_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "bricard/io/document.hpp"
#include "bricard/io/field_reader.hpp"
#include "bricard/io/subsystem.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/planar.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

using Words = std::vector<std::string_view>;

// What the format has and this version does not: a user who asks for it is told so, never ignored.
const Words later_forces{"contact", "friction", "tire"};

const Words sections{"bricard", "name",        "dimension", "units",   "gravity", "parameters", "points", "tables",  "bodies",
                     "joints",  "constraints", "drivers",   "forces",  "sensors", "inputs",     "states", "events",  "outputs",
                     "subsystems", "interface", "analysis"};

constexpr std::size_t deepest_subsystem = 20;
constexpr int most_subsystems = 2000;  // in a whole model

// How a file is read: alone, or as a part of another one, which supplies the bodies of its interface.
struct FileUse {
  bool is_part = false;
  std::map<std::string, Placement> supplied;
  std::vector<std::string> chain;  // the files that are being read, each a part of the one before
  std::shared_ptr<int> subsystems = std::make_shared<int>(0);  // read so far
};

// Bodies that the user of a file supplies.
std::vector<std::string> interface_of(const Node& root) {
  std::vector<std::string> names;
  const Node* node = root.find("interface");
  if (node && node->is_scalar()) names.push_back(node->text);
  if (node)
    for (const Node& item : node->items)
      if (item.is_scalar()) names.push_back(item.text);
  return names;
}

// Overrides of parameters of this file, or of its subsystem `part`: left.k=3.
Overrides overrides_of(const Node& root, const Overrides& overrides, const std::string& part = {}) {
  const Node* subsystems = root.find("subsystems");
  Overrides found;
  for (const auto& [name, value] : overrides) {
    const std::size_t dot = name.find('.');
    const std::string owner = dot == std::string::npos ? "" : name.substr(0, dot);
    const bool is_part = !owner.empty() && subsystems && subsystems->find(owner);
    if (is_part && owner == part) found.emplace_back(name.substr(dot + 1), value);
    if (!is_part && part.empty()) found.emplace_back(name, value);
  }
  return found;
}

class YamlReader {
 public:
  YamlReader(const Document& document, std::string folder, Overrides overrides, FileUse use)
      : root_(document.root),
        overrides_(std::move(overrides)),
        use_(std::move(use)),
        reading_(document),
        values_(reading_, document, read_units(), read_dimension(), std::move(folder), overrides_of(root_, overrides_)) {
    values_.read_part = [this](const std::string& name) { return read_subsystem(name); };
  }

  // The model; of a part the bodies of its interface are among its bodies.
  Model read();

 private:
  UnitSystem read_units();
  int read_dimension();
  bool read_head();
  void read_parameters();
  void read_bodies();
  void read_signals();
  void read_analysis();
  void complete_planar();
  void check_model();
  void check_structure_of_model();

  std::vector<std::string> interface() const { return interface_of(root_); }
  void read_interface();
  bool read_subsystem(const std::string& name);
  std::optional<Model> read_part_file(const std::string& name, const Node& node, const std::string& where);
  bool read_supplied(const Node& node, const std::string& where, const Document& file, Placing& placing, FileUse& use);
  bool read_part_parameters(const Node& node, const std::string& where, const Document& file, Overrides& overrides);
  void add_subsystems();

  // Calls read(name, value, where) for each entry of a section.
  template <class ReadEntry>
  void for_each_entry(const char* section, ReadEntry&& read_entry);
  // Elements without kinds; elements whose `type` selects one of a list.
  template <class Element>
  void read_elements(const char* section, std::vector<Element>& elements);
  template <class List, class Element>
  void read_kinds(const char* section, std::vector<Element>& elements, const Words& later = {});

  struct Part {
    enum class State { unread, reading, read, faulty };
    State state = State::unread;
    Model model;  // with its names and places in this one
  };

  const Node& root_;
  Overrides overrides_;
  FileUse use_;
  Reading reading_;
  ValueReader values_;
  Model model_;
  std::map<std::string, Part> parts_;
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
      check_keys(reading_, node, where, keys);
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
  if (check_keys(reading_, *node, "analysis", keys_of<AnalysisOptions>()))
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
      const Node* initial = node.find("initial");
      const Node* derivative = node.find("derivative");
      if (initial && !initial->is_null()) state.initial = values_.number(*initial, where + ".initial", {}).value_or(0);
      if (derivative && !derivative->is_null())
        state.derivative = values_.function(*derivative, where + ".derivative", {}).value_or(Function{});
      if (!derivative && !reading_.is_spoilt(where + ".derivative"))
        reading_.fault({reading_.place(where, node), where, "the key `derivative` is missing", "its time derivative"});
    }
    model_.states.push_back(std::move(state));
  });
  read_elements("events", model_.events);
  for_each_entry("outputs", [&](const std::string& name, const Node& node, const std::string& where) {
    model_.outputs.push_back({name, values_.function(node, where, std::nullopt).value_or(Function{})});
  });
}

// Axes of rotation are not written in a planar model: they are z.
void YamlReader::complete_planar() {
  const Direction z{Vector3::UnitZ(), ""};
  for (Joint& joint : model_.joints) {
    const JointKeys uses = std::visit([](const auto& kind) { return kind.uses; }, joint.kind);
    if (uses.axis && !joint.axis && turns(joint)) joint.axis = z;
  }
  for (Force& force : model_.forces)
    std::visit(
        [&](auto& kind) {
          if (kind.uses == ForceEnds::coordinate && force.bodies && !force.axis) force.axis = z;
          if constexpr (requires { kind.direction; })
            if (kind.uses == ForceEnds::torque && kind.magnitude && !kind.direction) kind.direction = z;
        },
        force.kind);
}

Model YamlReader::read() {
  if (read_head()) {
    model_.units = values_.units();
    if (const Node* gravity = root_.find("gravity"); gravity && !gravity->is_null())
      bricard::read(values_, model_.gravity, *gravity, "gravity", dimension::acceleration);
    read_interface();
    for_each_entry("subsystems", [&](const std::string& name, const Node&, const std::string&) { read_subsystem(name); });
    read_parameters();
    read_bodies();
    read_kinds<Joints>("joints", model_.joints);
    read_kinds<Constraints>("constraints", model_.constraints);
    read_elements("drivers", model_.drivers);
    read_kinds<Forces>("forces", model_.forces, later_forces);
    read_elements("sensors", model_.sensors);
    read_signals();
    read_analysis();
    if (values_.planar()) complete_planar();
    add_subsystems();
  }
  if (reading_.failed()) throw Error(reading_.take_faults());
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
    const bool unknown = std::any_of(unread_.begin(), unread_.end(), [&](const std::string& name) {
      return fault.function->text.find(name) != std::string::npos;
    });
    if (!unknown) reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint), fault.position);
  }
}

void YamlReader::check_structure_of_model() {
  for (Fault& fault : check_structure(model_)) reading_.fault_of_model(fault.where, std::move(fault.what), std::move(fault.hint));
}

// ---- subsystems -------------------------------------------------------------------------------------------------------------

// Bodies that the user of this file supplies stand among its own while it is read; alone they are ground.
void YamlReader::read_interface() {
  const Node* node = root_.find("interface");
  if (!node || node->is_null()) return;
  std::vector<std::string> names;
  bricard::read(values_, names, *node, "interface", {});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Node& item = node->is_sequence() ? node->items[i] : *node;
    reading_.note_name("bodies." + names[i], item);
    if (std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) > 0)
      reading_.fault(item, item_of("interface", i), quoted(names[i]) + " is named twice");
    const auto supplied = use_.supplied.find(names[i]);
    values_.add_body(names[i], supplied == use_.supplied.end() ? Placement{} : supplied->second);
  }
}

// When it is first needed; false after a fault.
bool YamlReader::read_subsystem(const std::string& name) {
  const Node* subsystems = root_.find("subsystems");
  const Node* node = subsystems ? subsystems->find(name) : nullptr;
  if (!node) return true;  // the name of an element may hold a dot
  const std::string where = "subsystems." + name;
  Part& part = parts_[name];
  if (part.state == Part::State::reading) reading_.fault(*node, where, "the subsystem " + quoted(name) + " depends on itself");
  if (part.state == Part::State::unread) {
    part.state = Part::State::reading;
    std::optional<Model> model = read_part_file(name, *node, where);
    part.state = model ? Part::State::read : Part::State::faulty;
    if (model) part.model = std::move(*model);
    if (model) values_.add_part(part.model);
  }
  return part.state == Part::State::read;
}

std::optional<Model> YamlReader::read_part_file(const std::string& name, const Node& node, const std::string& where) {
  if (!check_keys(reading_, node, where, {"file", "bodies", "parameters", "mirror", "move"})) return std::nullopt;
  const Node* file = node.find("file");
  if (name.empty() || name.find('.') != std::string::npos) {
    reading_.fault(node, where, quoted(name) + " is not the name of a subsystem", "names are made of letters, digits and `_`");
    return std::nullopt;
  }
  if (!file || !file->is_scalar()) {
    reading_.fault(node, where, "the key `file` is missing", "the model file that becomes a part of this one");
    return std::nullopt;
  }
  namespace fs = std::filesystem;
  const fs::path path = fs::path(values_.folder()) / file->text;
  const auto refuse = [&](std::string what, std::string hint = {}) {
    reading_.fault(*file, where + ".file", std::move(what), std::move(hint));
    return std::nullopt;
  };
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return refuse("there is no file " + quoted(path.string()), "the path starts from the folder of the file that names it");
  FileUse use;
  use.is_part = true;
  use.chain = use_.chain;
  use.chain.push_back(fs::weakly_canonical(path, error).string());
  use.subsystems = use_.subsystems;
  if (std::count(use.chain.begin(), use.chain.end(), use.chain.back()) > 1) {
    std::string chain;
    for (const std::string& each : use.chain) chain += (chain.empty() ? "" : " -> ") + fs::path(each).filename().string();
    return refuse("the file contains itself: " + chain);
  }
  if (use.chain.size() > deepest_subsystem) return refuse("the subsystems are nested more than 20 deep");
  if (++*use.subsystems > most_subsystems) return refuse("the model has more than 2000 subsystems");

  Placing placing;
  placing.name = name;
  bool good = true;
  if (const Node* mirror = node.find("mirror"); mirror && !mirror->is_null()) {
    Axis axis = Axis::x;
    good = bricard::read(values_, axis, *mirror, where + ".mirror", {});
    placing.mirror = axis;
    if (good && values_.planar() && axis == Axis::z) {
      reading_.fault(*mirror, where + ".mirror", "a planar model is not mirrored in z", "x or y");
      good = false;
    }
  }
  if (const Node* move = node.find("move"); move && !move->is_null())
    good = bricard::read(values_, placing.move, *move, where + ".move", dimension::length) && good;
  try {
    const Document document = parse_document(read_file(path.string()), path.string());
    Overrides overrides;
    good = read_supplied(node, where, document, placing, use) && good;
    good = read_part_parameters(node, where, document, overrides) && good;
    for (auto& each : overrides_of(root_, overrides_, name)) overrides.push_back(std::move(each));
    if (!good) return std::nullopt;
    const Model part = YamlReader(document, path.parent_path().string(), std::move(overrides), std::move(use)).read();
    if (part.dimension != (values_.planar() ? 2 : 3))
      return refuse(values_.planar() ? "a part of a planar model must be planar" : "a planar model cannot be a part of a spatial one");
    Model placed;
    placed.dimension = part.dimension;
    placed.units = values_.units();
    bricard::add_part(placed, part, placing);
    return placed;
  } catch (const Error& e) {
    for (const Fault& fault : e.faults()) reading_.fault(fault);
    return std::nullopt;
  }
}

// `bodies: {chassis: car}`: for each body of the part's interface one of this file, and where it stands seen from the part.
bool YamlReader::read_supplied(const Node& node, const std::string& where, const Document& file, Placing& placing, FileUse& use) {
  const std::vector<std::string> wanted = interface_of(file.root);
  const Node* bodies = node.find("bodies");
  std::vector<std::pair<std::string, std::string>> given;
  if (bodies && !bodies->is_null() && !bricard::read(values_, given, *bodies, where + ".bodies", {})) return false;
  bool good = true;
  for (const auto& [inner, outer] : given) {
    const std::string inside = where + ".bodies." + inner;
    const Node& value = *bodies->find(inner);
    if (std::find(wanted.begin(), wanted.end(), inner) == wanted.end()) {
      reading_.fault(value, inside, quoted(inner) + " is not in the interface of " + quoted(file.file), did_you_mean(inner, wanted));
      good = false;
    } else if (outer != "ground" && !values_.has_body(outer)) {
      if (!reading_.is_spoilt(inside)) reading_.fault(value, inside, "unknown body " + quoted(outer), values_.nearest_body(outer));
      good = false;
    } else {
      const Placement* outside = outer == "ground" ? nullptr : values_.placement(outer);
      good = good && (outside || outer == "ground");
      const Placement there = outside ? *outside : Placement{};
      use.supplied[inner] = {placing.original_point(there.position), placing.orientation(there.orientation)};
      placing.bodies[inner] = outer;
    }
  }
  for (const std::string& name : wanted)
    if (std::none_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == name; })) {
      reading_.fault({reading_.place(where, node), where, "the body " + quoted(name) + " of the interface is missing",
                      "write bodies: {" + name + ": BODY}"});
      good = false;
    }
  return good;
}

// `parameters: {k: 30 N/mm}`: a number without a unit counts in this file's unit of what the part's own value has.
bool YamlReader::read_part_parameters(const Node& node, const std::string& where, const Document& file, Overrides& overrides) {
  const Node* parameters = node.find("parameters");
  if (!parameters || parameters->is_null()) return true;
  if (!parameters->is_map()) {
    reading_.fault(*parameters, where + ".parameters", "expected names with values, found " + describe(*parameters));
    return false;
  }
  bool good = true;
  const Node* known = file.root.find("parameters");
  for (const auto& [key, value] : parameters->entries) {
    const std::string inside = where + ".parameters." + key.text;
    const Node* own = known ? known->find(key.text) : nullptr;
    if (!own) {
      std::vector<std::string> names;
      if (known)
        for (const auto& [name, text] : known->entries) names.push_back(name.text);
      reading_.fault(key, inside, quoted(file.file) + " has no parameter " + quoted(key.text), did_you_mean(key.text, names));
      good = false;
      continue;
    }
    const auto before = own->is_scalar() ? parse_quantity(own->text) : std::nullopt;
    const auto after = value.is_scalar() ? parse_quantity(value.text) : std::nullopt;
    const bool has_unit = before && before->unit;
    if (after && after->unit) {
      if (has_unit && !compatible(before->unit->dimension, after->unit->dimension)) {
        reading_.fault(value, inside, quoted(after->unit_text) + " is " + to_string(after->unit->dimension) + ", expected " +
                                          to_string(before->unit->dimension), "the part gives it in " + quoted(before->unit_text));
        good = false;
      }
      overrides.emplace_back(key.text, value.text);
      continue;
    }
    const auto number = values_.number(value, inside, std::nullopt);
    good = good && number;
    const std::string unit = has_unit ? ' ' + values_.units().name(before->unit->dimension) : "";
    if (number) overrides.emplace_back(key.text, to_text(*number) + unit);
  }
  return good;
}

// The parts after the file's own elements, in its order; and the check of the whole. Alone, the interface is ground.
void YamlReader::add_subsystems() {
  for (const std::string& name : interface()) {
    Body& body = model_.bodies.emplace_back();
    body.name = name;
    if (const Placement* there = values_.placement(name)) body.position = Point{there->position, ""}, body.orientation = there->orientation;
  }
  bool complete = true;
  const auto append = [](auto& elements, auto& more) {
    elements.insert(elements.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for_each_entry("subsystems", [&](const std::string& name, const Node& node, const std::string&) {
    Part& part = parts_[name];
    complete = complete && part.state == Part::State::read;
    for (const std::string_view section : sections) reading_.note(std::string(section) + '.' + name, node);
    append(model_.parameters, part.model.parameters);
    append(model_.points, part.model.points);
    append(model_.tables, part.model.tables);
    append(model_.bodies, part.model.bodies);
    append(model_.joints, part.model.joints);
    append(model_.constraints, part.model.constraints);
    append(model_.drivers, part.model.drivers);
    append(model_.forces, part.model.forces);
    append(model_.sensors, part.model.sensors);
    append(model_.inputs, part.model.inputs);
    append(model_.states, part.model.states);
    append(model_.events, part.model.events);
    append(model_.outputs, part.model.outputs);
  });
  if (complete) check_model();
  if (use_.is_part || interface().empty() || reading_.failed()) return;
  Placing alone;
  for (const std::string& name : interface()) alone.bodies[name] = "ground";
  Model whole;
  whole.name = model_.name;
  whole.dimension = model_.dimension;
  whole.units = model_.units;
  whole.gravity = model_.gravity;
  whole.analysis = model_.analysis;
  bricard::add_part(whole, model_, alone);
  model_ = std::move(whole);
  check_structure_of_model();
}

}  // namespace

Model read_yaml_text(std::string text, const std::string& file_name, const std::string& folder, const Overrides& overrides) {
  const Document document = parse_document(std::move(text), file_name);
  return YamlReader(document, folder, overrides, FileUse{}).read();
}

Model read_yaml(const std::string& path, const Overrides& overrides) {
  const Document document = parse_document(read_file(path), path);
  FileUse use;
  std::error_code error;
  use.chain.push_back(std::filesystem::weakly_canonical(path, error).string());
  return YamlReader(document, std::filesystem::path(path).parent_path().string(), overrides, std::move(use)).read();
}

}  // namespace bricard
