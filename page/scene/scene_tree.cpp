#include "page/scene/scene_tree.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/model/columns.hpp"
#include "page/json.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t most_points_shown = 12;  // of a table

Json names_of_columns(const std::vector<ColumnInfo>& columns) {
  Json names = Json::array();
  for (const ColumnInfo& column : columns) names.push_back(column.name);
  return names;
}

// A value as it may be written on one line.
std::string text_of(const Node& node) {
  if (node.is_scalar()) return node.text;
  std::vector<std::string> parts;
  for (const Node& item : node.items) parts.push_back(text_of(item));
  for (const Entry& entry : node.entries) parts.push_back(entry.key.text + ": " + text_of(entry.value));
  return node.is_map() ? mapped(parts) : node.is_sequence() ? listed(parts) : "";
}

}  // namespace

SceneTree::SceneTree(const Model& model, std::string_view text) : model_(model), values_(model, TextFor::person) {
  if (text.empty()) return;
  document_ = parse_document(std::string(text), "model");
  for (const Entry& section : document_->root.entries)
    for (const Entry& each : section.value.entries) entries_[section.key.text].emplace(each.key.text, &each);
}

// ---- the text ---------------------------------------------------------------------------------------------------------------

const Entry* SceneTree::entry(const std::string& section, const std::string& name) const {
  const auto found = entries_.find(section);
  if (found == entries_.end()) return nullptr;
  const auto each = found->second.find(name);
  return each == found->second.end() ? nullptr : each->second;
}

// Of an element `left.arm`: the entry of the subsystem left.
const Entry* SceneTree::subsystem_of(const std::string& name) const {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? nullptr : entry("subsystems", name.substr(0, dot));
}

int SceneTree::line(const std::string& section, const std::string& name) const {
  const Entry* found = entry(section, name);
  if (!found) found = subsystem_of(name);
  return found ? found->key.line : 0;
}

// What the file says of a parameter; of `left.k` what the entry of the subsystem says of its k.
const Node* SceneTree::parameter(const std::string& name) const {
  if (const Entry* found = entry("parameters", name)) return &found->value;
  const Entry* part = subsystem_of(name);
  const Node* given = part ? part->value.find("parameters") : nullptr;
  return given ? given->find(name.substr(name.find('.') + 1)) : nullptr;
}

// A model keeps parameters in the file's units, those of a part in the part's. So only those of the file itself can be given back
// in the unit that they were written with.
Json SceneTree::parameters() const {
  Json list = Json::array();
  for (const Parameter& each : model_.parameters) {
    const Node* node = parameter(each.name);
    const std::string text = node && node->is_scalar() ? node->text : "";
    const auto quantity = parse_quantity(text);
    const bool has_unit = quantity && quantity->unit;
    const bool is_own = entry("parameters", each.name) != nullptr;
    const double factor = has_unit && is_own ? model_.units.factor(quantity->unit->dimension) / quantity->unit->factor : 1;
    list.push_back({{"name", each.name},
                    {"value", factor == 1 ? each.value : std::stod(values_.number(each.value * factor, dimension::none))},
                    {"text", text},
                    {"free", quantity && (is_own || !has_unit)},
                    {"unit", has_unit && is_own ? quantity->unit_text : ""}});
  }
  return list;
}

// ---- elements ---------------------------------------------------------------------------------------------------------------

std::string SceneTree::unit(Dimension dimension) const {
  return dimension == dimension::none ? "" : model_.units.name(dimension);
}

Json SceneTree::datum(std::string key, std::string value, std::string unit, std::string_view help) const {
  return {{"key", std::move(key)}, {"value", std::move(value)}, {"unit", std::move(unit)}, {"help", help}};
}

Json SceneTree::element(const std::string& section, const std::string& name, Json data, Json columns) const {
  return {{"name", name},
          {"type", ""},
          {"active", true},
          {"line", line(section, name)},
          {"data", std::move(data)},
          {"columns", std::move(columns)}};
}

// Type and active have their own places.
template <class Element, class Columns>
Json SceneTree::elements(const std::string& section, const std::vector<Element>& all, Columns&& columns) const {
  Json list = Json::array();
  for (const Element& each : all) {
    Json data = Json::array();
    if constexpr (HasFields<Element>) {
      for (FieldText& field : values_.element(each))
        if (field.key != "active") data.push_back(datum(field.key, std::move(field.value), unit(field.dimension), field.help));
    } else if constexpr (requires { each.value.text; }) {
      data.push_back(datum("value", values_.of(each.value, dimension::none), "", "an expression, in the units of the file"));
    } else {
      data.push_back(datum("at", values_.of(each.at, dimension::length), unit(dimension::length), "global, design position"));
    }
    Json json = element(section, each.name, std::move(data), columns(each));
    if constexpr (requires { each.kind; }) json["type"] = each.kind->type;
    if constexpr (requires { each.active; }) json["active"] = each.active;
    list.push_back(std::move(json));
  }
  return list;
}

Json SceneTree::parameter_elements() const {
  Json list = Json::array();
  for (const Parameter& each : model_.parameters) {
    const Node* node = parameter(each.name);
    const std::string number = values_.number(each.value, dimension::none);
    const std::string text = node && node->is_scalar() ? node->text : number;
    Json data = Json::array({datum("value", number, "", "in the units of the file")});
    if (text != number) data.push_back(datum("written", text, "", "as the file has it"));
    list.push_back(element("parameters", each.name, std::move(data)));
  }
  return list;
}

Json SceneTree::tables() const {
  Json list = Json::array();
  for (const Table& each : model_.tables) {
    if (each.grid) {
      const std::string size = std::to_string(each.grid->x.size()) + " by " + std::to_string(each.grid->y.size());
      const auto range = [](const std::vector<double>& axis) { return to_text(axis.front()) + " to " + to_text(axis.back()); };
      const std::string text = size + ", x from " + range(each.grid->x) + ", y from " + range(each.grid->y);
      list.push_back(element("tables", each.name,
                             Json::array({datum("grid", text, "", "x and y, in the units of the file"),
                                          datum("interpolation", values_.of(each.interpolation, {}), "", "between the points"),
                                          datum("extrapolation", values_.of(each.extrapolation, {}), "", "beyond them")})));
      continue;
    }
    std::string points = "none";
    if (each.points.size() <= most_points_shown) {
      std::vector<std::string> pairs;
      for (const auto& [x, y] : each.points) pairs.push_back(listed({to_text(x), to_text(y)}));
      points = listed(pairs);
    } else {
      points = std::to_string(each.points.size()) + ", x from " + to_text(each.points.front()[0]) + " to " +
               to_text(each.points.back()[0]);
    }
    list.push_back(element("tables", each.name,
                           Json::array({datum("points", points, "", "x and y, in the units of the file"),
                                        datum("interpolation", values_.of(each.interpolation, {}), "", "between the points"),
                                        datum("extrapolation", values_.of(each.extrapolation, {}), "", "beyond them")})));
  }
  return list;
}

// Only the text knows them: the model is flat.
Json SceneTree::subsystems() const {
  Json list = Json::array();
  const Node* node = document_ ? document_->root.find("subsystems") : nullptr;
  if (!node) return list;
  for (const Entry& part : node->entries) {
    Json data = Json::array();
    for (const Entry& each : part.value.entries) data.push_back(datum(each.key.text, text_of(each.value), "", ""));
    list.push_back(element("subsystems", part.key.text, std::move(data)));
  }
  return list;
}

Json SceneTree::analysis() const {
  Json list = Json::array();
  if (!model_.analysis) return list;
  Json data = Json::array();
  for (FieldText& field : values_.fields(*model_.analysis))
    if (field.key != "type") data.push_back(datum(field.key, std::move(field.value), unit(field.dimension), field.help));
  Json json = element("analysis", "analysis", std::move(data));
  json["type"] = model_.analysis->type;
  if (document_)
    for (const Entry& each : document_->root.entries)
      if (each.key.text == "analysis") json["line"] = each.key.line;
  list.push_back(std::move(json));
  return list;
}

Json SceneTree::section(const std::string& name) const {
  const auto none = [](const auto&) { return Json::array(); };
  const auto own = [](const auto& each) { return Json::array({each.name}); };
  const auto of_model = [&](auto list_columns) {
    return [this, list_columns](const auto& each) { return names_of_columns(list_columns(model_, each)); };
  };
  if (name == "parameters") return parameter_elements();
  if (name == "points") return elements(name, model_.points, none);
  if (name == "tables") return tables();
  if (name == "bodies") return elements(name, model_.bodies, of_model(body_columns));
  if (name == "joints") return elements(name, model_.joints, of_model(joint_columns));
  if (name == "constraints") return elements(name, model_.constraints, of_model(constraint_columns));
  if (name == "drivers") return elements(name, model_.drivers, of_model(driver_columns));
  if (name == "forces") return elements(name, model_.forces, of_model(force_columns));
  if (name == "sensors") return elements(name, model_.sensors, of_model(sensor_columns));
  if (name == "inputs") return elements(name, model_.inputs, own);
  if (name == "states") return elements(name, model_.states, own);
  if (name == "events") return elements(name, model_.events, none);
  if (name == "outputs") return elements(name, model_.outputs, own);
  if (name == "subsystems") return subsystems();
  return analysis();
}

// As the file has them; those that only its parts have come after.
Json SceneTree::sections() const {
  std::vector<std::string> order;
  const auto add = [&](const std::string& name) {
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
  };
  const auto is_section = [](const std::string& name) {
    return std::find(section_names.begin(), section_names.end(), name) != section_names.end();
  };
  if (document_)
    for (const Entry& each : document_->root.entries)
      if (is_section(each.key.text)) add(each.key.text);
  for (const std::string_view name : section_names) add(std::string(name));
  Json list = Json::array();
  for (const std::string& name : order)
    if (Json found = section(name); !found.empty()) list.push_back({{"name", name}, {"elements", std::move(found)}});
  return list;
}

}  // namespace bricard::page
