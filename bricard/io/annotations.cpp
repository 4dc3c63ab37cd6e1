// The sections of a model file that rooms above read: names and numbers, without their meaning.
#include <algorithm>
#include <cctype>

#include "bricard/io/yaml_file.hpp"

namespace bricard {

namespace {

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || c == '.' || std::isdigit(static_cast<unsigned char>(c));
  });
}

}  // namespace

// A word that is no parameter stands for itself; everything else is a number, or an expression of parameters.
void YamlReader::read_annotation(const std::string& name, const Node& node) {
  if (node.is_map()) {
    for (const auto& [key, value] : node.entries) read_annotation(name.empty() ? key.text : name + '.' + key.text, value);
    return;
  }
  Annotation& annotation = annotations_.emplace_back();
  annotation.name = name;
  annotation.units = values_.units();
  const Node* parameters = root_.find("parameters");
  const auto add = [&](const Node& item) {
    Annotation::Value& value = annotation.values.emplace_back();
    value.text = item.text;
    if (!item.is_scalar()) {
      reading_.fault(item, name, "expected a name or a number, found " + describe(item));
    } else if (!is_name(item.text) || (parameters && parameters->find(item.text))) {
      const auto counted = values_.counted(item, name, std::nullopt);
      if (!counted) return;
      value.number = counted->value;
      if (counted->counting.is_firm()) value.unit = counted->counting.unit;
    }
  };
  if (node.is_sequence())
    for (const Node& item : node.items) add(item);
  else
    add(node);
}

void YamlReader::read_annotations() {
  if (const Node* roles = root_.find("roles"); roles && !roles->is_null()) {
    if (roles->is_map())
      read_annotation("", *roles);
    else
      reading_.fault(*roles, "roles", "expected names with values, found " + describe(*roles), "{carrier: upright, ..}");
  }
  if (use_.is_part) return;  // what a vehicle is made of its own file says
  if (const Node* vehicle = root_.find("vehicle"); vehicle && !vehicle->is_null()) read_annotation("vehicle", *vehicle);
  const Node* analysis = root_.find("analysis");
  if (const Node* type = analysis ? analysis->find("type") : nullptr; type && type->is_scalar())
    read_annotation("analysis.type", *type);
  for (const std::string_view key : analyses_above)
    if (const Node* options = analysis ? analysis->find(key) : nullptr; options && !options->is_null())
      read_annotation("analysis." + std::string(key), *options);
}

// The annotations of a part under its names here.
void YamlReader::take_annotations(std::vector<Annotation> of_part, const Model& part, const Placing& placing) {
  const auto is_of_part = [&](const std::string& name) {
    const auto has = [&](const auto& elements) {
      return std::any_of(elements.begin(), elements.end(), [&](const auto& each) { return each.name == name; });
    };
    return has(part.bodies) || has(part.points) || has(part.joints) || has(part.forces) || has(part.sensors);
  };
  for (Annotation& each : of_part) {
    each.name = placing.name + '.' + each.name;
    for (Annotation::Value& value : each.values) {
      if (value.number) continue;
      const auto supplied = placing.bodies.find(value.text);
      if (supplied != placing.bodies.end())
        value.text = supplied->second;
      else if (is_of_part(value.text))
        value.text = placing.name + '.' + value.text;
    }
    annotations_.push_back(std::move(each));
  }
}

}  // namespace bricard
