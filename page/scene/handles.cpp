#include "page/scene/handles.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"

namespace bricard::page {
namespace {

class Handles {
 public:
  Handles(const Model& model, const Document& document) : model_(model), document_(document) {
    if (const Node* given = document.root.find("parameters"))
      for (const Entry& each : given->entries) parameters_.emplace(each.key.text, &each.value);
    if (const Node* parts = document.root.find("subsystems"))
      for (const Entry& each : parts->entries) subsystems_.emplace(each.key.text, &each.value);
  }

  Json write() {
    const std::unordered_map<std::string, const Node*> points = section("points"), joints = section("joints");
    for (const NamedPoint& point : model_.points) add("points", point.name, "", point.at, of(points, point.name));
    for (const Joint& joint : model_.joints) {
      const Node* const node = of(joints, joint.name);
      if (!node || !node->is_map()) continue;
      place("joints", joint.name, "at", joint.at, *node);
      place("joints", joint.name, "at2", joint.at2, *node);
    }
    return std::move(list_);
  }

 private:
  std::unordered_map<std::string, const Node*> section(const char* name) const {
    std::unordered_map<std::string, const Node*> nodes;
    if (const Node* found = document_.root.find(name))
      for (const Entry& each : found->entries) nodes.emplace(each.key.text, &each.value);
    return nodes;
  }
  static const Node* of(const std::unordered_map<std::string, const Node*>& nodes, const std::string& name) {
    const auto found = nodes.find(name);
    return found == nodes.end() ? nullptr : found->second;
  }

  // A place that is written as a list of numbers; a point's name stands for the point, which has a handle of its own.
  void place(const char* section, const std::string& name, const char* key, const std::optional<Point>& at, const Node& element) {
    const Node* const node = element.find(key);
    if (node && node->is_sequence() && at && at->body.empty()) add(section, name, key, at->at, node);
  }

  void add(const char* section, const std::string& name, const char* key, const Vector3& at, const Node* node) {
    const double unit = model_.units.factor(dimension::length);
    Json coordinates = Json::array();
    std::string fixed;
    if (!node || !node->is_sequence()) {
      fixed = why_elsewhere(name);
    } else {
      for (const Node& each : node->items) coordinates.push_back(coordinate(each));
    }
    list_.push_back({{"section", section},
                     {"name", name},
                     {"key", key},
                     {"at", {at[0] / unit, at[1] / unit, at[2] / unit}},
                     {"coordinates", std::move(coordinates)},
                     {"fixed", fixed}});
  }

  // Of `left.UBJ`: the file of the subsystem left.
  std::string why_elsewhere(const std::string& name) const {
    const std::size_t dot = name.find('.');
    const auto part = dot == std::string::npos ? subsystems_.end() : subsystems_.find(name.substr(0, dot));
    if (part == subsystems_.end()) return "its coordinates are not written in this text";
    const Node* const file = part->second->find("file");
    return fmt::format("it is written in {}, the file of the subsystem {}", file ? file->text : "another file", part->first);
  }

  // Its number times `factor` is the coordinate in the unit of the file.
  Json coordinate(const Node& node) const {
    Json json{{"line", node.line}, {"column", node.column}, {"text", node.text}, {"factor", 1.0},
              {"unit", ""},        {"parameter", ""},       {"fixed", ""}};
    if (const auto number = parse_quantity(node.text)) {
      if (!number->unit) return json;
      json["unit"] = number->unit_text;
      json["factor"] = number->unit->factor / model_.units.factor(number->unit->dimension);
      return json;
    }
    const bool is_turned = node.text.starts_with('-');
    const std::string name = node.text.substr(is_turned ? 1 : 0);
    const auto parameter = parameters_.find(name);
    const bool is_known = parameter != parameters_.end() && parameter->second->is_scalar();
    const auto value = is_known ? parse_quantity(parameter->second->text) : std::nullopt;
    if (!value) {
      json["fixed"] = is_known ? fmt::format("it is the parameter {}, which is the expression {}", name, parameter->second->text)
                               : fmt::format("it is the expression {}", node.text);
      return json;
    }
    json["parameter"] = name;
    json["unit"] = value->unit ? value->unit_text : "";
    json["factor"] = (is_turned ? -1 : 1) * (value->unit ? value->unit->factor / model_.units.factor(value->unit->dimension) : 1);
    return json;
  }

  const Model& model_;
  const Document& document_;
  std::unordered_map<std::string, const Node*> parameters_, subsystems_;
  Json list_ = Json::array();
};

}  // namespace

Json handles(const Model& model, const Document& document) { return Handles(model, document).write(); }

}  // namespace bricard::page
