// Writer of summary.json.
#include "bricard/results/summary_writer.hpp"

#include <nlohmann/json.hpp>

namespace bricard {
namespace {

using Json = nlohmann::ordered_json;

Json redundant(const Summary& summary) {
  Json list = Json::array();
  for (const RedundantGroup& each : summary.redundant) list.push_back({{"rows", each.rows}, {"group", each.group}});
  return list;
}

Json reactions(const Summary& summary) {
  Json joints = Json::object();
  for (const ReactionUniqueness& each : summary.reactions) {
    Json components = Json::object();
    for (const auto& [name, unique] : each.components) components[name] = unique;
    joints[each.joint] = {{"unique", each.unique}, {"components", components}};
  }
  return joints;
}

Json violation(const Summary& summary) {
  const UnitSystem& units = summary.units;
  return {{"position", summary.violation.position / units.factor(dimension::length)},
          {"velocity", summary.violation.velocity / units.factor(dimension::speed)},
          {"acceleration", summary.violation.acceleration / units.factor(dimension::acceleration)}};
}

Json balance(const Summary& summary) {
  if (!summary.balance) return nullptr;
  const Balance& balance = *summary.balance;
  const double unit = summary.units.factor(dimension::energy);
  return {{"energy_start", balance.energy_start / unit}, {"energy_end", balance.energy_end / unit},
          {"work_drivers", balance.work_drivers / unit}, {"work_forces", balance.work_forces / unit},
          {"dissipated", balance.dissipated / unit},     {"error", balance.error / unit}};
}

Json elements(const Summary& summary) {
  Json list = Json::array();
  for (const ElementActivity& each : summary.elements) list.push_back({{"name", each.name}, {"active", each.active}});
  return list;
}

Json units(const UnitSystem& units, const std::vector<ResultColumn>& columns) {
  Json of_columns = Json::object();
  for (const ResultColumn& each : columns) of_columns[each.name] = units.name(each.dimension);
  return {{"length", units.length}, {"mass", units.mass},   {"time", units.time},
          {"angle", units.angle},   {"force", units.force}, {"columns", of_columns}};
}

Json events(const Summary& summary) {
  Json list = Json::array();
  for (const Event& each : summary.events) {
    list.push_back({{"name", each.name}, {"t", each.t / summary.units.factor(dimension::time)}});
  }
  return list;
}

Json to_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  const Methods& methods = summary.methods;
  Json json;
  json["model"] = summary.model;
  json["analysis"] = summary.analysis;
  json["status"] = to_string(summary.outcome.status);
  json["message"] = summary.outcome.message;
  json["methods"] = {{"coordinates", methods.coordinates},
                     {"formulation", methods.formulation},
                     {"stabilization", methods.stabilization},
                     {"integrator", methods.integrator},
                     {"why", methods.why}};
  json["mobility"] = {{"counted", summary.mobility_counted}, {"actual", summary.mobility_actual}};
  json["constraints"] = summary.constraints;
  json["redundant"] = redundant(summary);
  json["reactions"] = reactions(summary);
  json["steps"] = summary.steps;
  json["rejected"] = summary.rejected;
  json["evaluations"] = summary.evaluations;
  json["factorizations"] = summary.factorizations;
  json["cpu_seconds"] = summary.cpu_seconds;
  json["wall_seconds"] = summary.wall_seconds;
  json["violation"] = violation(summary);
  json["energy_drift"] = summary.energy_drift ? Json(*summary.energy_drift) : Json(nullptr);
  json["balance"] = balance(summary);
  json["warnings"] = summary.warnings;
  json["elements"] = elements(summary);
  json["units"] = units(summary.units, columns);
  json["assembly"] = summary.assembly;
  json["events"] = events(summary);
  return json;
}

// Names come from files: bytes that are not UTF-8 are replaced, never a reason to fail.
std::string text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string summary_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  return text(to_json(summary, columns));
}

std::string check_json(const Summary& summary) {
  Json json = to_json(summary, {});
  for (const char* key : {"steps", "rejected", "evaluations", "factorizations", "cpu_seconds", "wall_seconds", "energy_drift",
                          "balance", "events"}) {
    json.erase(key);
  }
  return text(json);
}

}  // namespace bricard
