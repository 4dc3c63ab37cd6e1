// Subsystems of a model file: other files that become parts of it, and the bodies that a file leaves to its user.
#include <algorithm>
#include <filesystem>

#include "bricard/io/field_reader.hpp"
#include "bricard/io/files_read.hpp"
#include "bricard/io/library.hpp"
#include "bricard/io/yaml_file.hpp"

namespace bricard {

namespace {

constexpr std::size_t deepest_subsystem = 20;
constexpr int most_subsystems = 2000;  // in a whole model

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

const LibraryFile* library_file(std::string_view stem) {
  for (const LibraryFile& each : library_files())
    if (each.stem() == stem) return &each;
  return nullptr;
}

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const LibraryFile& each : library_files()) names.emplace_back(each.stem());
  return names;
}

}  // namespace

// Overrides of parameters of this file, or of its subsystem `part`: left.k=3.
Overrides overrides_of(const Node& root, const Overrides& overrides, const std::string& part) {
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

std::vector<std::string> YamlReader::interface() const { return interface_of(root_); }

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
  if (!check_keys(reading_, node, where, {"file", "template", "points", "bodies", "parameters", "mirror", "move"})) return std::nullopt;
  const Node* const own_file = node.find("file");
  const Node* const of_library = node.find("template");
  const Node* const file = own_file ? own_file : of_library;
  if (name.empty() || name.find('.') != std::string::npos) {
    reading_.fault(node, where, quoted(name) + " is not the name of a subsystem", "names are made of letters, digits and `_`");
    return std::nullopt;
  }
  if (!file || !file->is_scalar()) {
    reading_.fault(node, where, "the key `file` is missing",
                   "the model file that becomes a part of this one; or `template`, one of the library");
    return std::nullopt;
  }
  if (own_file && of_library) {
    reading_.fault(*of_library, where + ".template", "a part comes from a `file` or from a `template`, not from both");
    return std::nullopt;
  }
  namespace fs = std::filesystem;
  const LibraryFile* const from_library = of_library ? library_file(of_library->text) : nullptr;
  const auto refuse = [&](std::string what, std::string hint = {}) {
    reading_.fault(*file, where + (of_library ? ".template" : ".file"), std::move(what), std::move(hint));
    return std::nullopt;
  };
  if (of_library && !from_library)
    return refuse("there is no template " + quoted(of_library->text), did_you_mean(of_library->text, library_names()));
  const auto found = from_library ? std::optional(std::string(from_library->name)) : values_.file(*file, where + ".file");
  if (!found) return std::nullopt;
  const fs::path path = *found;
  if (!from_library && !is_file_there(path.string()))
    return refuse("there is no file " + quoted(path.string()), "the path starts from the folder of the file that names it");
  std::error_code error;
  FileUse use;
  use.is_part = true;
  use.within = use_.within;
  use.chain = use_.chain;
  use.chain.push_back(fs::weakly_canonical(path, error).string());
  use.subsystems = use_.subsystems;
  use.variables = use_.variables;
  use.prefix = use_.prefix + name + '.';
  for (const auto& [parameter, event] : set_parameters())
    if (parameter.starts_with(name + '.')) use.set.emplace(parameter.substr(name.size() + 1), event);
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
    Document document = parse_document(from_library ? std::string(from_library->text) : read_file(path.string()), path.string());
    Overrides overrides;
    std::vector<Annotation> annotations;
    use.annotations = &annotations;
    good = read_supplied(node, where, document, placing, use) && good;
    good = read_hard_points(node, where, document, overrides) && good;
    good = read_part_parameters(node, where, document, overrides) && good;
    for (auto& each : overrides_of(root_, overrides_, name)) overrides.push_back(std::move(each));
    if (!good) return std::nullopt;
    overrides = put_settings(document, overrides, use.prefix);
    const Model part = YamlReader(document, path.parent_path().string(), std::move(overrides), std::move(use)).read();
    if (part.dimension != (values_.planar() ? 2 : 3))
      return refuse(values_.planar() ? "a part of a planar model must be planar"
                                     : "a planar model cannot be a part of a spatial one");
    Model placed;
    placed.dimension = part.dimension;
    placed.units = values_.units();
    bricard::add_part(placed, part, placing);
    take_annotations(std::move(annotations), part, placing);
    const fs::path beside = fs::path(file->text).parent_path();  // files that the part names are found from here
    for (Body& body : placed.bodies)
      for (Geometry& shape : body.geometry)
        if (!shape.file.empty()) shape.file = (beside / shape.file).generic_string();
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
      reading_.fault(value, inside, quoted(inner) + " is not in the interface of " + quoted(file.file),
                     did_you_mean(inner, wanted));
      good = false;
    } else if (outer != "ground" && !values_.has_body(outer)) {
      if (!reading_.is_spoilt(inside))
        reading_.fault(value, inside, "unknown body " + quoted(outer), values_.nearest_body(outer));
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
        reading_.fault(value, inside,
                       quoted(after->unit_text) + " is " + to_string(after->unit->dimension) + ", expected " +
                           to_string(before->unit->dimension),
                       "the part gives it in " + quoted(before->unit_text));
        good = false;
      }
      overrides.emplace_back(key.text, value.text);
      continue;
    }
    const auto number = values_.counted(value, inside, std::nullopt);
    good = good && number;
    if (!number) continue;
    const Unit& own_unit = number->counting.unit;
    const bool is_known = number->counting.is_firm() && own_unit == unit_of(own_unit.dimension, values_.units());
    if (has_unit && number->counting.is_firm() && !compatible(own_unit.dimension, before->unit->dimension)) {
      reading_.fault(
          value, inside,
          quoted(value.text) + " is " + to_string(own_unit.dimension) + ", expected " + to_string(before->unit->dimension),
          "the part gives it in " + quoted(before->unit_text));
      good = false;
    }
    const Dimension dimension = is_known ? own_unit.dimension : has_unit ? before->unit->dimension : dimension::none;
    const std::string unit = dimension == dimension::none ? "" : ' ' + values_.units().name(dimension);
    overrides.emplace_back(key.text, to_text(number->value) + unit);
  }
  return good;
}

// The parts after the file's own elements, in its order; and the check of the whole. Alone, the interface is ground.
void YamlReader::add_subsystems() {
  for (const std::string& name : interface()) {
    Body& body = model_.bodies.emplace_back();
    body.name = name;
    if (const Placement* there = values_.placement(name))
      body.position = Point{there->position, ""}, body.orientation = there->orientation;
  }
  bool complete = true;
  const auto append = [](auto& elements, auto& more) {
    elements.insert(elements.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for_each_entry("subsystems", [&](const std::string& name, const Node& node, const std::string&) {
    Part& part = parts_[name];
    complete = complete && part.state == Part::State::read;
    for (const char* section : {"parameters", "points", "tables", "functions", "bodies", "joints", "constraints", "drivers",
                                "forces", "sensors", "inputs", "states", "events", "outputs"})
      reading_.note(std::string(section) + '.' + name, node);
    append(model_.parameters, part.model.parameters);
    append(model_.points, part.model.points);
    append(model_.tables, part.model.tables);
    append(model_.functions, part.model.functions);
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

}  // namespace bricard
