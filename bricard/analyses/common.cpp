#include "bricard/analyses/common.hpp"

#include <nlohmann/json.hpp>

namespace bricard {

Summary describe(const System& system, const std::string& analysis) {
  const Model& model = system.model();
  Summary summary;
  summary.model = model.name;
  summary.analysis = analysis;
  summary.bodies = static_cast<int>(model.bodies.size());
  summary.joints = static_cast<int>(model.joints.size());
  summary.units = model.units;
  for (const auto& joint : model.joints) summary.elements.push_back({joint.name, joint.active});
  for (const auto& driver : model.drivers) summary.elements.push_back({driver.name, driver.active});
  for (const auto& constraint : model.constraints) summary.elements.push_back({constraint.name, constraint.active});
  for (const auto& force : model.forces) summary.elements.push_back({force.name, force.active});
  return summary;
}

void add(const Assembly& assembly, Summary& summary) {
  summary.assembly = assembly.what;
  summary.warnings.insert(summary.warnings.end(), assembly.warnings.begin(), assembly.warnings.end());
}

void add(const Diagnosis& diagnosis, Summary& summary) {
  summary.mobility_counted = diagnosis.counted;
  summary.mobility_actual = diagnosis.actual;
  summary.constraints = diagnosis.rows;
  summary.redundant = diagnosis.redundant;
  summary.reactions = diagnosis.reactions;
  summary.driven = diagnosis.driven;
  summary.efforts = diagnosis.efforts;
  summary.free_motions = diagnosis.free_motions;
  summary.singularity = diagnosis.singularity;
  summary.warnings.insert(summary.warnings.end(), diagnosis.warnings.begin(), diagnosis.warnings.end());
}

std::vector<ResultColumn> result_columns(const System& system) {
  std::vector<ResultColumn> columns;
  for (const auto& column : system.layout().columns) columns.push_back({column.name, column.dimension});
  return columns;
}

std::string state_text(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  const auto list = [](const auto& vector) { return std::vector<double>(vector.data(), vector.data() + vector.size()); };
  nlohmann::ordered_json json;
  json["t"] = state.t;
  for (std::size_t i = 0; i < system.model().bodies.size(); ++i) {
    const int b = system.layout().tree.number[i + 1];
    auto& body = json["bodies"][system.model().bodies[i].name];
    body["position"] = list(e.k.p[b]);
    body["quaternion"] = list(quaternion_of(e.k.R[b]));
    body["velocity"] = list(e.k.v[b]);
    body["angular_velocity"] = list(e.k.w[b]);
  }
  for (std::size_t m = 0; m < system.layout().measured.size(); ++m) {
    const auto& coordinate = system.layout().measured[m];
    const Joint& joint = system.model().joints[coordinate.joint];
    const auto name = std::visit(
        [&](const auto& kind) -> std::string_view { return kind.names.empty() ? "" : kind.names.data()[coordinate.which].name; },
        joint.kind);
    json["joints"][joint.name][std::string(name)] = e.k.measured[m].value;
  }
  return json.dump(1) + "\n";
}

bool is_conservative(const Model& model) {
  for (const auto& driver : model.drivers)
    if (driver.active) return false;
  for (const auto& constraint : model.constraints)
    if (constraint.active && constraint.value && !constraint.value->is_number()) return false;
  for (const auto& force : model.forces)
    if (force.active && !std::visit([](const auto& kind) { return kind.conservative(); }, force.kind)) return false;
  return true;
}

}  // namespace bricard
