// The verb `evaluate`: the equations of motion at a state, as they are there, in SI.
#include <cmath>

#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "bricard/core/json.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

namespace {

Json rows_of(const Matrix& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows; ++i) {
    Json& row = rows.emplace_back(Json::array());
    for (int j = 0; j < matrix.columns; ++j) row.push_back(matrix(i, j));
  }
  return rows;
}

Json of_sensors(const EquationValues& values) {
  Json sensors = Json::object();
  for (const SensorValues& each : values.sensors)
    sensors[each.name] = {{"position", each.position},
                          {"quaternion", each.quaternion},
                          {"velocity", each.velocity},
                          {"angular_velocity", each.angular_velocity},
                          {"J", rows_of(each.J)}};
  return sensors;
}

Json of_links(const EquationValues& values) {
  Json links = Json::object();
  for (const LinkValues& each : values.links)
    links[each.name] = {{"length", each.length}, {"rate", each.rate}, {"force", each.force}};
  return links;
}

}  // namespace

int evaluate(const Arguments& arguments) {
  const Model model = load(arguments);
  tell_notes(arguments);
  const EquationsOfMotion equations(model, model.analysis->coordinates);
  const StateValues state = model.analysis->from ? equations.state_from(*model.analysis->from) : equations.designed();
  const EquationValues values = equations.at(state);
  const StateNames& names = equations.names();
  Json json{
      {"model", model.name},    {"coordinates", equations.coordinates()},
      {"units", "SI"},          {"t", state.t},
      {"q", state.q},           {"v", state.v},
      {"z", state.z},           {"names", {{"q", names.q}, {"v", names.v}, {"z", names.z}, {"rows", equations.row_names()}}},
      {"M", rows_of(values.M)}, {"c", values.c},
      {"Phi", values.Phi},      {"J", rows_of(values.J)},
      {"gamma", values.gamma}};
  Json& forces = json["forces"] = Json::object();
  for (const auto& [name, value] : values.forces) forces[name] = value;
  json["sensors"] = of_sensors(values);
  json["links"] = of_links(values);
  // At the accelerations of the motion: what joints and drivers contribute along the coordinates.
  json["inverse_dynamics"] = {{"a", values.a}, {"tau", equations.inverse_dynamics(state, values.a)}, {"lambda", values.lambda}};
  print(json.dump(1) + "\n");
  return done;
}

}  // namespace bricard::cli
