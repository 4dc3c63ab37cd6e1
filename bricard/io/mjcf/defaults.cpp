#include "bricard/io/mjcf/defaults.hpp"

#include <algorithm>
#include <array>

#include "bricard/core/text.hpp"

namespace bricard::mjcf {

namespace {

constexpr std::array<std::string_view, 8> actuators{"general",     "motor",  "position", "velocity",
                                                    "intvelocity", "damper", "cylinder", "muscle"};

// Attributes that are read: others are not worth to be kept for each element.
const std::map<std::string_view, std::vector<std::string_view>>& known() {
  static const std::map<std::string_view, std::vector<std::string_view>> list{
      {"joint",
       {"type", "pos", "axis", "range", "limited", "stiffness", "damping", "armature", "frictionloss", "ref", "springref"}},
      {"geom",
       {"type", "size", "fromto", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mass", "density", "group", "rgba",
        "mesh", "material", "contype", "conaffinity", "shellinertia"}},
      {"site", {"pos"}},
      {"material", {"rgba"}},
      {"equality", {"active"}},
      {"actuator",
       {"ctrllimited", "ctrlrange", "forcelimited", "forcerange", "gear", "kp", "kv", "dyntype", "gaintype", "biastype", "dynprm",
        "gainprm", "biasprm"}}};
  return list;
}

std::string_view family(std::string_view element) {
  if (is_actuator(element)) return "actuator";
  if (element == "connect" || element == "weld") return "equality";
  return element;
}

}  // namespace

bool is_actuator(std::string_view element) { return std::find(actuators.begin(), actuators.end(), element) != actuators.end(); }

Defaults::Defaults(const XmlFile& file) : file_(file) {
  classes_.emplace("main", Class{});
  std::vector<std::pair<pugi::xml_node, std::string>> open;
  for (const pugi::xml_node& node : file.root().children("default")) open.emplace_back(node, "main");
  std::reverse(open.begin(), open.end());
  while (!open.empty()) {
    const auto [node, parent] = open.back();
    open.pop_back();
    std::vector<std::pair<pugi::xml_node, std::string>> inner;
    read(node, parent, inner);
    open.insert(open.end(), inner.rbegin(), inner.rend());
  }
}

void Defaults::read(const pugi::xml_node& node, const std::string& parent,
                    std::vector<std::pair<pugi::xml_node, std::string>>& inner) {
  const bool is_outermost = std::string_view(node.parent().name()) != "default";
  std::string name = node.attribute("class").value();
  if (name.empty() && is_outermost) name = "main";
  if (name.empty()) return file_.fault(node, "the attribute `class` is missing");
  const bool is_known = classes_.contains(name);
  if (is_known && !is_outermost) return file_.fault(node, "the class " + quoted(name) + " is there twice");
  if (!is_known) classes_.emplace(name, classes_.at(parent));
  Class& own = classes_.at(name);
  for (const pugi::xml_node& each : node.children()) {
    const std::string_view element = each.name();
    if (element == "default") {
      inner.emplace_back(each, name);
      continue;
    }
    const auto attributes = known().find(family(element));
    if (attributes == known().end()) continue;
    for (const std::string_view key : attributes->second)
      if (const pugi::xml_attribute given = each.attribute(std::string(key).c_str()))
        own.of[std::string(family(element))][std::string(key)] = given.value();
  }
}

void Defaults::complete(pugi::xml_node element, const std::string& inherited) const {
  std::string name = element.attribute("class").value();
  if (name.empty()) name = inherited.empty() ? "main" : inherited;
  const auto found = classes_.find(name);
  if (found == classes_.end()) return file_.fault(element, "there is no class " + quoted(name) + " of defaults");
  const auto attributes = found->second.of.find(family(element.name()));
  if (attributes == found->second.of.end()) return;
  // One way to say an orientation stands for all of them.
  const auto is_said = [&](const std::vector<const char*>& keys, const std::string& key) {
    const auto is = [&](const char* each) { return key == each; };
    return std::any_of(keys.begin(), keys.end(), is) &&
           std::any_of(keys.begin(), keys.end(), [&](const char* each) { return element.attribute(each); });
  };
  std::vector<std::pair<std::string, std::string>> missing;
  for (const auto& [key, value] : attributes->second)
    if (!element.attribute(key.c_str()) && !is_said({"quat", "axisangle", "xyaxes", "zaxis", "euler"}, key))
      missing.emplace_back(key, value);
  for (const auto& [key, value] : missing) element.append_attribute(key.c_str()) = value.c_str();
}

}  // namespace bricard::mjcf
