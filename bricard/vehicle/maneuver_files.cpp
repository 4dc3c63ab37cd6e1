// maneuver.json, and the same as text.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bricard/vehicle/maneuver.hpp"

namespace bricard::vehicle {

std::string maneuver_json(const ManeuverResults& results) {
  using Json = nlohmann::ordered_json;
  Json json{{"model", results.model.name},
            {"kind", results.options.kind},
            {"status", to_string(results.results.summary.outcome.status)},
            {"message", results.results.summary.outcome.message}};
  Json metrics = Json::object();
  for (const Metric& each : results.metrics) {
    Json value = nullptr;
    if (each.value && std::isfinite(*each.value)) value = *each.value;
    metrics[each.name] = {{"value", value}, {"unit", each.unit}, {"meaning", each.meaning}};
  }
  json["metrics"] = metrics;
  json["notes"] = results.notes;
  json["warnings"] = results.results.summary.warnings;
  return json.dump(1) + "\n";
}

std::string maneuver_text(const ManeuverResults& results) {
  std::string text = fmt::format("{}: {}\n", results.options.kind, results.results.summary.outcome.message);
  for (const Metric& each : results.metrics)
    text += fmt::format("  {:<36} {:>12} {:<10} {}\n", each.name, each.value ? fmt::format("{:.6g}", *each.value) : "-", each.unit, each.meaning);
  for (const std::string& note : results.notes) text += "  note: " + note + "\n";
  for (const std::string& warning : results.results.summary.warnings) text += "  warning: " + warning + "\n";
  return text;
}

}  // namespace bricard::vehicle
