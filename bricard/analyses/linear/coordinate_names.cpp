#include "bricard/analyses/linear/coordinate_names.hpp"

#include <span>

#include "bricard/analyses/linear/linear_coordinates.hpp"

namespace bricard {

namespace {

using NamesOfBody = std::span<const std::string_view>;

constexpr std::string_view position_and_quaternion[] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
constexpr std::string_view position_and_euler_angles[] = {"x", "y", "z", "phi", "theta", "psi"};
constexpr std::string_view in_plane[] = {"x", "y", "angle"};

// The coordinates of one body in a set that gives each its own.
NamesOfBody body_coordinates(int count) {
  if (count == 3) return in_plane;
  return count == 6 ? NamesOfBody(position_and_euler_angles) : NamesOfBody(position_and_quaternion);
}

const std::string& body_name(const System& system, int b) {
  return system.model().bodies[system.mechanism().tree.given[b] - 1].name;
}

// Coordinates and, where they are the rates of these, velocities of sets that give each body its own.
void name_bodies(const System& system, StateNames& names) {
  const int bodies = system.mechanism().bodies;
  const int nq = bodies > 0 ? system.nq() / bodies : 0, nv = bodies > 0 ? system.nv() / bodies : 0;
  const bool rates = nq == nv && nv > 3;
  for (int b = 1; b <= bodies; ++b)
    for (const std::string_view name : body_coordinates(nq)) {
      const std::string full = body_name(system, b) + "." + std::string(name);
      names.q.push_back(full);
      if (rates) names.v.push_back(full + "_rate");
    }
}

// A tree joint's coordinates have the names of its displacements, but for the four of a quaternion.
void name_joints(const System& system, const std::vector<VelocityName>& velocities, StateNames& names) {
  names.q.resize(system.nq());
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const TreeJoint& joint = system.mechanism().tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < plain; ++i) names.q[joint.q + i] = velocities[joint.v + i].displacement;
    if (!joint.has_quaternion) continue;
    const std::string& first = velocities[joint.v + plain].displacement;
    const std::string owner = first.substr(0, first.rfind('.'));
    for (int i = 0; i < 4; ++i) names.q[joint.q + plain + i] = owner + ".e" + std::to_string(i);
  }
}

}  // namespace

StateNames state_names(const System& system) {
  StateNames names;
  for (const StateEquation& state : system.model().states) names.z.push_back(state.name);
  if (system.is_local()) name_bodies(system, names);
  if (!names.v.empty()) return names;
  const std::vector<VelocityName> velocities = velocity_names(system);
  for (const VelocityName& each : velocities) names.v.push_back(each.velocity);
  if (!system.is_local()) name_joints(system, velocities, names);
  return names;
}

std::vector<std::string> row_names(const System& system) {
  std::vector<std::string> names;
  for (const RowGroup& group : system.constraints().groups) {
    if (system.holds(group)) continue;
    const std::string name = system.name_of(group);
    for (int i = 1; i <= group.rows; ++i) names.push_back(group.rows == 1 ? name : name + "." + std::to_string(i));
  }
  for (int i = 0; i < system.own_rows(); ++i) names.push_back(body_name(system, system.body_of_own_row(i)) + ".unit_length");
  return names;
}

}  // namespace bricard
