// The verb `list`: everything a model file may name, and which methods go together.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bricard/analyses/methods.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/languages.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/system/coordinates/names.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Entry {
  std::string name, help;
};

struct Section {
  std::string title;
  std::vector<Entry> entries;
};

template <class Kind>
std::vector<Entry> kinds() {
  std::vector<Entry> entries;
  for (const KindInfo* kind : Kind::all()) entries.push_back({std::string(kind->type), std::string(kind->help)});
  return entries;
}

// The entries of a list that take part in the grid.
template <class List>
std::vector<Entry> methods(const List& list, const std::vector<LegalCombination>& grid, std::string LegalCombination::*name) {
  std::vector<Entry> entries;
  for (const auto& each : list) {
    const auto uses = [&](const LegalCombination& combination) { return combination.*name == each.name; };
    if (std::any_of(grid.begin(), grid.end(), uses)) entries.push_back({std::string(each.name), std::string(each.help)});
  }
  return entries;
}

std::vector<Section> sections(const std::vector<LegalCombination>& grid) {
  std::vector<Entry> coordinates;
  for (const CoordinateSetInfo& set : coordinate_set_list())  // the planar set has the name of its spatial one
    if (set.dimension != 2) coordinates.push_back({std::string(set.name), std::string(set.help)});
  std::vector<Entry> analyses;
  for (const AnalysisEntry& each : analysis_types()) analyses.push_back({std::string(each.type), std::string(each.help)});
  std::vector<Entry> file_formats;
  for (const Format& each : formats()) {
    file_formats.push_back({std::string(each.name), fmt::format("{} ({})", each.help, fmt::join(each.endings, ", "))});
  }
  std::vector<Entry> code, functions;
  for (const Language& each : languages) code.push_back({std::string(each.name), std::string(each.help)});
  for (const GeneratedFunctionEntry& each : generated_functions()) functions.push_back({std::string(each.name), std::string(each.help)});
  return {{"joints", kinds<JointKind>()},
          {"constraints", kinds<ConstraintKind>()},
          {"forces", kinds<ForceKind>()},
          {"analyses", analyses},
          {"coordinates", coordinates},
          {"formulations", methods(bricard::formulations, grid, &LegalCombination::formulation)},
          {"stabilizations", methods(bricard::stabilizations, grid, &LegalCombination::stabilization)},
          {"integrators", methods(bricard::integrators(), grid, &LegalCombination::integrator)},
          {"formats", file_formats},
          {"languages of generated code", code},
          {"functions of generated code", functions}};
}

// One line per formulation and set of integrators, with all stabilizations that allow it.
struct GridLine {
  std::string formulation;
  std::vector<std::string> stabilizations, integrators;
};

std::vector<GridLine> grid_lines(const std::vector<LegalCombination>& grid) {
  std::vector<GridLine> pairs;  // one line per formulation and stabilization
  for (const LegalCombination& each : grid) {
    const auto same = std::find_if(pairs.begin(), pairs.end(), [&](const GridLine& line) {
      return line.formulation == each.formulation && line.stabilizations[0] == each.stabilization;
    });
    if (same == pairs.end()) {
      pairs.push_back({each.formulation, {each.stabilization}, {each.integrator}});
    } else {
      same->integrators.push_back(each.integrator);
    }
  }
  std::vector<GridLine> lines;
  for (const GridLine& pair : pairs) {
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const GridLine& line) {
      return line.formulation == pair.formulation && line.integrators == pair.integrators;
    });
    if (same == lines.end()) {
      lines.push_back(pair);
    } else {
      same->stabilizations.push_back(pair.stabilizations[0]);
    }
  }
  return lines;
}

std::string list_text() {
  const std::vector<LegalCombination> grid = legal_combinations();
  std::string text;
  for (const Section& section : sections(grid)) {
    text += section.title + "\n";
    for (const Entry& entry : section.entries) {
      text += entry.help.empty() ? fmt::format("  {}\n", entry.name) : fmt::format("  {:<26}{}\n", entry.name, entry.help);
    }
    text += "\n";
  }
  text += "legal combinations, in every set of coordinates: formulation | stabilization | integrator\n";
  for (const GridLine& line : grid_lines(grid)) {
    text += fmt::format("  {:<25} | {} | {}\n", line.formulation, fmt::join(line.stabilizations, ", "),
                        fmt::join(line.integrators, ", "));
  }
  for (const Formulation& formulation : bricard::formulations)
    for (const std::string& set : coordinate_sets())
      if (!is_defined(formulation, set)) text += fmt::format("  {} is not defined in {}\n", formulation.name, set);
  return text + "\nequations, keys, columns and an example of each: docs/reference/index.md, or bricard reference DIR\n";
}

std::string list_json() {
  const std::vector<LegalCombination> grid = legal_combinations();
  Json json;
  for (const Section& section : sections(grid)) {
    json[section.title] = Json::array();
    for (const Entry& entry : section.entries) json[section.title].push_back({{"name", entry.name}, {"help", entry.help}});
  }
  json["combinations"] = Json::array();
  for (const LegalCombination& each : grid) {
    json["combinations"].push_back(
        {{"formulation", each.formulation}, {"stabilization", each.stabilization}, {"integrator", each.integrator}});
  }
  return json.dump(2) + "\n";
}

}  // namespace

int list(const Arguments& arguments) {
  print(arguments.json ? list_json() : list_text());
  return done;
}

}  // namespace bricard::cli
