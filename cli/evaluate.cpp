// The verb `evaluate`: the equations of motion at a state, as they are there, in SI.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

namespace {

using nlohmann::ordered_json;

ordered_json rows_of(const Matrix& matrix) {
  ordered_json rows = ordered_json::array();
  for (int i = 0; i < matrix.rows; ++i) {
    ordered_json& row = rows.emplace_back(ordered_json::array());
    for (int j = 0; j < matrix.columns; ++j) row.push_back(matrix(i, j));
  }
  return rows;
}

ordered_json of_sensors(const EquationValues& values) {
  ordered_json sensors = ordered_json::object();
  for (const SensorValues& each : values.sensors)
    sensors[each.name] = {{"position", each.position},
                          {"quaternion", each.quaternion},
                          {"velocity", each.velocity},
                          {"angular_velocity", each.angular_velocity},
                          {"J", rows_of(each.J)}};
  return sensors;
}

ordered_json of_links(const EquationValues& values) {
  ordered_json links = ordered_json::object();
  for (const LinkValues& each : values.links)
    links[each.name] = {{"length", each.length}, {"rate", each.rate}, {"force", each.force}};
  return links;
}

}  // namespace

int evaluate(const Arguments& arguments) {
  const Model model = load(arguments);
  const EquationsOfMotion equations(model, model.analysis->coordinates);
  const StateValues state = model.analysis->from ? equations.state_from(*model.analysis->from) : equations.designed();
  const EquationValues values = equations.at(state);
  const StateNames& names = equations.names();
  ordered_json json{
      {"model", model.name},    {"coordinates", equations.coordinates()},
      {"units", "SI"},          {"t", state.t},
      {"q", state.q},           {"v", state.v},
      {"z", state.z},           {"names", {{"q", names.q}, {"v", names.v}, {"z", names.z}, {"rows", equations.row_names()}}},
      {"M", rows_of(values.M)}, {"c", values.c},
      {"Phi", values.Phi},      {"J", rows_of(values.J)},
      {"gamma", values.gamma}};
  ordered_json& forces = json["forces"] = ordered_json::object();
  for (const auto& [name, value] : values.forces) forces[name] = value;
  json["sensors"] = of_sensors(values);
  json["links"] = of_links(values);
  // At the accelerations of the motion: what joints and drivers contribute along the coordinates.
  json["inverse_dynamics"] = {{"a", values.a}, {"tau", equations.inverse_dynamics(state, values.a)}, {"lambda", values.lambda}};
  print(json.dump(1) + "\n");
  return done;
}

}  // namespace bricard::cli
