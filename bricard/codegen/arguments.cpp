#include "bricard/codegen/arguments.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"

namespace bricard {
namespace {

std::vector<std::string> input_names(const System& system) {
  std::vector<std::string> names;
  for (const Input& input : system.model().inputs) names.push_back(input.name);
  return names;
}

std::string measured_name(const System& system, const MeasuredCoordinate& coordinate) {
  if (coordinate.joint < 0) return "an angle between bodies";
  return system.model().joints[coordinate.joint].name + "." + std::string(coordinate_name(system, coordinate));
}

std::vector<std::string> measured_names(const System& system) {
  std::vector<std::string> names;
  for (const MeasuredCoordinate& coordinate : system.measures().measured) names.push_back(measured_name(system, coordinate));
  return names;
}

int count(std::size_t n) { return static_cast<int>(n); }

}  // namespace

std::vector<int> loaded_bodies(const System& system) {
  std::vector<int> bodies;
  for (int b = 1; b <= system.mechanism().bodies; ++b)
    if (system.mechanism().mass[b] > 0) bodies.push_back(b);
  return bodies;
}

GeneratedArray time_array() { return {"t", "time, s", 1, 1, {}, {}}; }
GeneratedArray coordinate_array(const System& system) {
  return {"q", "coordinates, m and rad", system.nq(), 1, state_names(system).q, {}};
}
GeneratedArray velocity_array(const System& system) {
  return {"v", "velocities, m/s and rad/s", system.nv(), 1, state_names(system).v, {}};
}

Arguments::Arguments(const System& system, FunctionWriter& writer, const ArgumentKinds& kinds) {
  const StateNames names = state_names(system);
  if (kinds.state) {
    const std::vector<std::string> measured = measured_names(system);
    t = writer.input(time_array())[0];
    q = writer.input(coordinate_array(system));
    v = writer.input(velocity_array(system));
    z = writer.input({"z", "states of the model, as numbers of its file", system.nz(), 1, names.z, {}});
    u = writer.input({"u", "inputs of the model, as numbers of its file", count(system.model().inputs.size()), 1,
                      input_names(system), {}});
    angles = writer.input({"angles", "the last values of measured coordinates, from which angles count turns",
                           count(measured.size()), 1, measured, {}});
  }
  if (kinds.accelerations) a = writer.input({"a", "accelerations: v'", system.nv(), 1, names.v, {}});
  if (kinds.multipliers)
    lambda = writer.input(
        {"lambda", "multipliers of the rows, N and N m", count(system.active_rows().size()), 1, row_names(system), {}});
  if (kinds.loads) {
    std::vector<std::string> bodies;
    for (const int b : loaded_bodies(system)) bodies.push_back(system.model().bodies[system.mechanism().tree.given[b] - 1].name);
    const std::vector<std::string> axes{"x", "y", "z"};
    frc = writer.input({"frc", "external force at the center of mass of each body that has a mass, in its axes, N", 3,
                        count(bodies.size()), axes, bodies});
    trq = writer.input({"trq", "external torque on each of these, in its axes, N m", 3, count(bodies.size()), axes, bodies});
  }
  p = writer.input({"p", "parameters", kinds.parameters, 1, {}, {}});
}

}  // namespace bricard
