#include "page/scene/page_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "bricard/analyses/run.hpp"
#include "bricard/core/field.hpp"
#include "bricard/model/names_of.hpp"
#include "page/faults.hpp"
#include "page/scene/scene_tree.hpp"

namespace bricard::page {
namespace {

// 'a' | 'b'
template <class Names>
std::string one_of(const Names& names) {
  std::vector<std::string> quoted;
  for (const auto& name : names) quoted.push_back(fmt::format("'{}'", name));
  return fmt::format("{}", fmt::join(quoted, " | "));
}

// How the scene writes a value of this type.
template <class Value>
struct Script {
  static std::string type() { return one_of(names_of<Value>); }  // an enum
};
template <>
struct Script<std::string> {
  static std::string type() { return "string"; }
};
template <>
struct Script<double> {
  static std::string type() { return "number"; }
};
template <>
struct Script<Vector3> {
  static std::string type() { return "Vec3"; }
};
template <>
struct Script<Point> {
  static std::string type() { return "Vec3"; }
};
template <class Value>
struct Script<std::optional<Value>> : Script<Value> {};

std::string member(std::string_view name, std::string_view type, bool is_required, std::string_view help) {
  return fmt::format("  /** {} */\n  {}{}: {};\n", help, name, is_required ? "" : "?", type);
}

// Types of the list with their symbols.
template <class Kind>
std::string kinds(std::string_view name, std::string_view type) {
  std::string text = fmt::format("\nexport const {} = {{\n", name);
  for (const KindInfo* kind : Kind::all()) text += fmt::format("  {}: '{}',\n", kind->type, kind->symbol);
  return text + fmt::format("}} as const;\nexport type {} = keyof typeof {};\n", type, name);
}

// What a joint may have as columns that say where it is in every position; angles of balls do not.
std::string coordinates() {
  std::vector<std::string_view> names;
  for (const JointInfo* kind : JointKind::all())
    for (const CoordinateName& each : kind->names)
      if (each.second_angle.empty() && std::find(names.begin(), names.end(), each.name) == names.end())
        names.push_back(each.name);
  return fmt::format(
      "\n/** Coordinates of joints that are defined in every position. */\nexport const coordinates = ['{}'] as const;\n",
      fmt::join(names, "', '"));
}

std::string geometry() {
  std::string text = "\n/** The geometry of a body, as in the file. */\nexport interface Geometry {\n";
  for_each_field<Geometry>([&]<class Member>(const Field<Geometry, Member>& field) {
    text += member(field.name, Script<Member>::type(), field.presence == required, field.help);
  });
  return text + "}\n";
}

std::string analyses() {
  std::vector<std::string_view> types;
  for (const AnalysisEntry& each : analysis_types()) types.push_back(each.type);
  return fmt::format("\nexport const analyses = ['{}'] as const;\nexport type AnalysisType = (typeof analyses)[number];\n",
                     fmt::join(types, "', '"));
}

std::string options() {
  std::string text =
      "\n/** Keys of `analysis` that a run may have otherwise than the file, as texts. */\nexport interface AnalysisOptions {\n";
  for_each_field<AnalysisOptions>([&]<class Member>(const Field<AnalysisOptions, Member>& field) {
    if (is_option<Member> && field.name != "type") text += member(field.name, "string", false, field.help);
  });
  return text + "}\n";
}

std::string quoted(std::string_view text) { return Json(text).dump(); }

template <class Struct>
std::string keys_of(std::string_view name) {
  std::string text = fmt::format("  {}: {{\n", name);
  for_each_field<Struct>([&](const auto& field) {
    if (!field.name.empty()) text += fmt::format("    {}: {},\n", field.name, quoted(field.help));  // without: any name of a list
  });
  return text + "  },\n";
}

// Of each kind of a section its own keys, beside those of the section.
template <class Kind>
std::string keys_of_kinds(std::string_view section) {
  std::string text;
  for (const KindInfo* kind : Kind::all()) {
    text += fmt::format("  '{}.{}': {{\n", section, kind->type);
    const std::shared_ptr<void> one = kind->make();
    for (const KindField& field : kind->fields(one.get())) text += fmt::format("    {}: {},\n", field.name, quoted(field.help));
    text += "  },\n";
  }
  return text;
}

template <class Kind>
std::string help_of_kinds(std::string_view section) {
  std::string text;
  for (const KindInfo* kind : Kind::all()) text += fmt::format("  '{}.{}': {},\n", section, kind->type, quoted(kind->help));
  return text;
}

// For the editor.
std::string keys() {
  return "\n/** Keys of elements by section, and by section and kind, with their help. */\n"
         "export const keys: Record<string, Record<string, string>> = {\n" +
         keys_of<Body>("bodies") + keys_of<Joint>("joints") + keys_of<Constraint>("constraints") + keys_of<Driver>("drivers") +
         keys_of<Force>("forces") + keys_of<Sensor>("sensors") + keys_of<AnalysisOptions>("analysis") +
         keys_of<Geometry>("geometry") + keys_of_kinds<JointKind>("joints") + keys_of_kinds<ConstraintKind>("constraints") +
         keys_of_kinds<ForceKind>("forces") +
         "};\n\n/** What a kind of element is. */\nexport const kindHelp: Record<string, string> = {\n" +
         help_of_kinds<JointKind>("joints") + help_of_kinds<ConstraintKind>("constraints") + help_of_kinds<ForceKind>("forces") +
         "};\n";
}

std::string fault() {
  std::string text = "\n/** Line 0: of the whole file; file \"\": the text itself. */\nexport interface Fault {\n";
  const Json sample = faults_json({Fault{}})["faults"][0];
  for (const auto& [key, value] : sample.items())
    text += fmt::format("  {}: {};\n", key, value.is_string() ? "string" : "number");
  return text + "}\n";
}

}  // namespace

std::string page_types() {
  std::string text =
      R"(// What the page shares with the program, from its lists and field tables. Do not edit it: it is written by
//   bricard reference --page-types web/src/data/generated.ts
import type {Vec3} from './types.ts';

)";
  text += fmt::format("export type SectionName = {};\n", one_of(section_names));
  text += fmt::format("export type ForceFrame = {};\n", one_of(names_of<ForceFrame>));
  text += "\n// Of each type of element the symbol that it is drawn with.";
  text += kinds<JointKind>("joints", "JointType");
  text += kinds<ConstraintKind>("constraints", "ConstraintType");
  text += kinds<ForceKind>("forces", "ForceType");
  return text + coordinates() + geometry() + analyses() + options() + keys() + fault();
}

}  // namespace bricard::page
