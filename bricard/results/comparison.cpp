#include "bricard/results/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "bricard/core/text.hpp"

namespace bricard {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array parts{&Methods::coordinates, &Methods::formulation, &Methods::stabilization, &Methods::integrator};

// The table as cells, for all three forms: the columns of compare.csv.
struct Column {
  std::string name;
  std::string short_name;  // in the text
  std::function<std::string(const ComparedRun&, const UnitSystem&)> cell;
};

std::string number(const std::optional<double>& value, double unit = 1) { return value ? to_text(*value / unit) : ""; }

double length(const UnitSystem& units) { return units.factor(dimension::length); }

std::string verdict(const ComparedRun& run) { return run.doubtful ? "wrong?" : ""; }

// The names of what is varied beside the methods, in the order in which runs have them.
std::vector<std::string> varied_names(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const ComparedRun& run : comparison.runs)
    for (const auto& [name, value] : run.varied)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::string varied_value(const ComparedRun& run, const std::string& name) {
  for (const auto& [each, value] : run.varied)
    if (each == name) return to_text(value);
  return "";
}

// The cells of compare.csv.
std::vector<Column> columns(const Comparison& comparison) {
  using Run = const ComparedRun&;
  using Units = const UnitSystem&;
  std::vector<Column> list{
      {"coordinates", "", [](Run r, Units) { return r.methods.coordinates; }},
      {"formulation", "", [](Run r, Units) { return r.methods.formulation; }},
      {"stabilization", "", [](Run r, Units) { return r.methods.stabilization; }},
      {"integrator", "", [](Run r, Units) { return r.methods.integrator; }},
      {"tolerance", "", [](Run r, Units) { return number(r.tolerance); }},
      {"step", "", [](Run r, Units u) { return number(r.step, u.factor(dimension::time)); }},
      {"cpu_seconds", "cpu [s]", [](Run r, Units) { return to_text(r.cpu_seconds); }},
      {"steps", "", [](Run r, Units) { return std::to_string(r.steps); }},
      {"rejected", "", [](Run r, Units) { return std::to_string(r.rejected); }},
      {"evaluations", "evals", [](Run r, Units) { return std::to_string(r.evaluations); }},
      {"factorizations", "factors", [](Run r, Units) { return std::to_string(r.factorizations); }},
      {"error", "", [](Run r, Units u) { return number(r.error, length(u)); }},
      {"violation.position", "pos.", [](Run r, Units u) { return to_text(r.violation.position / length(u)); }},
      {"violation.velocity", "vel.", [](Run r, Units u) { return to_text(r.violation.velocity / u.factor(dimension::speed)); }},
      {"violation.acceleration", "acc.",
       [](Run r, Units u) { return to_text(r.violation.acceleration / u.factor(dimension::acceleration)); }},
      {"energy_drift", "energy", [](Run r, Units) { return number(r.energy_drift); }},
      {"condition", "cond.", [](Run r, Units) { return number(r.condition); }},
      {"status", "", [](Run r, Units) { return std::string(to_string(r.outcome.status)); }},
      {"verdict", "", [](Run r, Units) { return verdict(r); }},
      {"message", "", [](Run r, Units) { return r.outcome.message; }}};
  std::vector<Column> varied;
  for (const std::string& name : varied_names(comparison))
    varied.push_back({name, "", [name](Run r, Units) { return varied_value(r, name); }});
  const auto behind_step = std::find_if(list.begin(), list.end(), [](const Column& each) { return each.name == "cpu_seconds"; });
  list.insert(behind_step, varied.begin(), varied.end());
  return list;
}

std::string csv_cell(std::string text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t i = 0; (i = text.find('"', i)) != std::string::npos; i += 2) text.insert(i, 1, '"');
  return "\"" + text + "\"";
}

// Two digits where a number has more.
std::string brief(const std::string& cell) {
  if (cell.find_first_of(".e") == std::string::npos) return cell;
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return end == cell.c_str() + cell.size() ? fmt::format("{:.2g}", value) : cell;
}

std::string setting(const ComparedRun& run, const UnitSystem& units) {
  if (run.tolerance) return fmt::format("tol {:.3g}", *run.tolerance);
  if (run.step) return fmt::format("h {:.3g} {}", *run.step / units.factor(dimension::time), units.time);
  return "";
}

// The number of the run that is the reference, the first where there are several.
Json first_reference(const Comparison& comparison) {
  for (std::size_t i = 0; i < comparison.runs.size(); ++i)
    if (comparison.runs[i].is_reference) return i;
  return nullptr;
}

std::string end_words(const ComparedRun& run) {
  return (run.outcome.failed() ? "did not converge" : std::string(to_string(run.outcome.status))) +
         (run.doubtful ? " wrong?" : "");
}

Json json_of(const Methods& methods) {
  return {{"coordinates", methods.coordinates},
          {"formulation", methods.formulation},
          {"stabilization", methods.stabilization},
          {"integrator", methods.integrator}};
}

Json json_of(const ComparedRun& run, const UnitSystem& units) {
  const auto optional = [](const std::optional<double>& value, double unit = 1) {
    return value ? Json(*value / unit) : Json(nullptr);
  };
  Json json = json_of(run.methods);
  json["tolerance"] = optional(run.tolerance);
  json["step"] = optional(run.step, units.factor(dimension::time));
  json["varied"] = Json::object();
  for (const auto& [name, value] : run.varied) json["varied"][name] = value;
  json["cpu_seconds"] = run.cpu_seconds;
  json["steps"] = run.steps;
  json["rejected"] = run.rejected;
  json["evaluations"] = run.evaluations;
  json["factorizations"] = run.factorizations;
  json["error"] = optional(run.error, length(units));
  json["violation"] = {{"position", run.violation.position / length(units)},
                       {"velocity", run.violation.velocity / units.factor(dimension::speed)},
                       {"acceleration", run.violation.acceleration / units.factor(dimension::acceleration)}};
  json["energy_drift"] = optional(run.energy_drift);
  json["condition"] = optional(run.condition);
  json["status"] = to_string(run.outcome.status);
  json["verdict"] = verdict(run);
  json["message"] = run.outcome.message;
  json["warnings"] = run.warnings;
  return json;
}

// Which of the four parts of the methods differ between runs: the others need not be said in a legend.
std::vector<std::string Methods::*> varied(const Comparison& comparison) {
  std::vector<std::string Methods::*> differ;
  for (const auto part : parts)
    if (std::any_of(comparison.runs.begin(), comparison.runs.end(),
                    [&](const ComparedRun& run) { return run.methods.*part != comparison.runs[0].methods.*part; }))
      differ.push_back(part);
  return differ;
}

std::string joined(const Methods& methods, const std::vector<std::string Methods::*>& chosen) {
  std::string text;
  for (const auto part : chosen) text += (text.empty() ? "" : " ") + methods.*part;
  return text;
}

}  // namespace

std::string method_words(const Methods& methods) { return joined(methods, {parts.begin(), parts.end()}); }

std::string setting_words(const ComparedRun& run, const UnitSystem& units) {
  std::string words;
  if (run.tolerance) words = fmt::format("tolerance {:.3g}", *run.tolerance);
  if (run.step) words = fmt::format("step {:.3g} {}", *run.step / units.factor(dimension::time), units.time);
  for (const auto& [name, value] : run.varied) words += fmt::format(", {} = {:.6g}", name, value);
  return words;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text;
  const std::vector<Column> all = columns(comparison);
  for (const Column& column : all) text += (text.empty() ? "" : ",") + csv_cell(column.name);
  text += "\n";
  for (const ComparedRun& run : comparison.runs) {
    std::string line;
    for (const Column& column : all) line += (&column == &all[0] ? "" : ",") + csv_cell(column.cell(run, comparison.units));
    text += line + "\n";
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  const UnitSystem& units = comparison.units;
  Json json;
  json["model"] = comparison.model;
  json["duration"] = comparison.duration / units.factor(dimension::time);
  json["reference"] = {{"words", comparison.reference},
                       {"run", first_reference(comparison)},
                       {"uncertainty", comparison.uncertainty ? Json(*comparison.uncertainty / length(units)) : Json(nullptr)}};
  json["norm"] = comparison.norm;
  json["units"] = {{"length", units.length}, {"time", units.time}};
  json["interrupted"] = comparison.interrupted;
  json["runs"] = Json::array();
  for (const ComparedRun& run : comparison.runs) json["runs"].push_back(json_of(run, units));
  json["skipped"] = Json::array();
  for (const SkippedRuns& each : comparison.skipped) {
    Json combinations = Json::array();
    for (const Methods& methods : each.combinations) combinations.push_back(json_of(methods));
    json["skipped"].push_back({{"reason", each.reason}, {"combinations", combinations}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string comparison_text(const Comparison& comparison) {
  const UnitSystem& units = comparison.units;
  std::vector<std::vector<std::string>> table(1);
  const std::vector<Column> all = columns(comparison);
  std::vector<const Column*> shown;
  for (const Column& column : all)
    if (column.name != "step" && column.name != "verdict" && column.name != "message") shown.push_back(&column);
  for (const Column* column : shown)
    table[0].push_back(column->name == "tolerance"  ? "setting"
                       : column->name == "error"    ? "error [" + units.length + "]"
                       : column->short_name.empty() ? column->name
                                                    : column->short_name);
  for (const ComparedRun& run : comparison.runs) {
    auto& line = table.emplace_back();
    for (const Column* column : shown)
      line.push_back(column->name == "tolerance" ? setting(run, units)
                     : column->name == "status"  ? end_words(run)
                                                 : brief(column->cell(run, units)));
    if (run.is_reference) line.back() += " reference";
    if (run.outcome.status != Status::done) line.back() += ": " + run.outcome.message;
  }
  std::vector<std::size_t> widths(shown.size());
  for (const auto& line : table)
    for (std::size_t i = 0; i + 1 < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text =
      fmt::format("{}: {} run{} of {:.6g} {}\n", comparison.model, comparison.runs.size(), comparison.runs.size() == 1 ? "" : "s",
                  comparison.duration / units.factor(dimension::time), units.time);
  for (const auto& line : table) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool words = i < 5 || i + 1 == line.size();  // methods and status; numbers stand to the right
      text += "  " + (words ? fmt::format("{:<{}}", line[i], widths[i]) : fmt::format("{:>{}}", line[i], widths[i]));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  text += "  error: " + comparison.norm + "\n";
  text += "  reference: " + comparison.reference + "\n";
  text +=
      "  pos., vel., acc.: largest violation of the constraints in the file's units; energy: relative drift; cond.: condition "
      "number at the start; cpu: of the time integration, with its output rows\n";
  if (std::any_of(comparison.runs.begin(), comparison.runs.end(), [](const ComparedRun& run) { return run.doubtful; }))
    text += "  wrong?: the run ended well, yet its error is far above what its method promises for this setting\n";
  for (const SkippedRuns& each : comparison.skipped) {
    text +=
        fmt::format("  skipped: {}{}: {}\n", method_words(each.combinations[0]),
                    each.combinations.size() > 1 ? fmt::format(" and {} more", each.combinations.size() - 1) : "", each.reason);
  }
  return text;
}

Plot work_precision(const Comparison& comparison) {
  const UnitSystem& units = comparison.units;
  Plot plot;
  plot.title = comparison.model;
  plot.note = fmt::format("work and precision over {:.6g} {}", comparison.duration / units.factor(dimension::time), units.time);
  if (comparison.uncertainty)
    plot.note += fmt::format("; the reference is sure to {:.2g} {}", *comparison.uncertainty / length(units), units.length);
  plot.x = {"CPU time", "s", Scale::logarithmic};
  plot.y = {"error of positions", units.length, Scale::logarithmic};
  if (comparison.runs.empty()) return plot;
  std::vector<std::string Methods::*> chosen = varied(comparison);
  if (chosen.empty()) chosen = {parts.begin(), parts.end()};
  std::string same;  // what all runs share belongs to the title
  for (const auto part : parts)
    if (std::find(chosen.begin(), chosen.end(), part) == chosen.end())
      same += (same.empty() ? "" : " ") + comparison.runs[0].methods.*part;
  if (!same.empty()) plot.note += "; all: " + same;
  std::map<std::string, std::size_t> index;
  for (const ComparedRun& run : comparison.runs) {
    if (!run.complete || !run.error || run.is_reference) continue;
    const std::string name = joined(run.methods, chosen);
    const auto [found, added] = index.emplace(name, plot.series.size());
    if (added) plot.series.emplace_back().name = name;
    plot.series[found->second].x.push_back(run.cpu_seconds);
    plot.series[found->second].y.push_back(*run.error / length(units));
  }
  return plot;
}

}  // namespace bricard
