#include "bricard/codegen/traced.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/system/column_writer.hpp"

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

GeneratedArray time_array() { return {"t", "time, s", 1, 1, {}, {}}; }
GeneratedArray coordinate_array(const System& system) {
  return {"q", "coordinates, m and rad", system.nq(), 1, state_names(system).q, {}};
}
GeneratedArray velocity_array(const System& system) {
  return {"v", "velocities, m/s and rad/s", system.nv(), 1, state_names(system).v, {}};
}

Traced::Traced(const System& of, FunctionWriter& writer, TracedArrays arrays)
    : system(of), k(make_kinematics<Symbol>(of.layout())) {
  const StateNames names = state_names(system);
  t = writer.input(time_array())[0];
  q = writer.input(coordinate_array(system));
  v = writer.input(velocity_array(system));
  z = writer.input({"z", "states of the model, as numbers of its file", system.nz(), 1, names.z, {}});
  u = writer.input({"u", "inputs of the model, as numbers of its file", count(system.model().inputs.size()), 1,
                    input_names(system), {}});
  const std::vector<std::string> measured = measured_names(system);
  angles = writer.input({"angles", "the last values of measured coordinates, from which angles count turns", count(measured.size()),
                         1, measured, {}});
  if (arrays == TracedArrays::motion) {
    a = writer.input({"a", "accelerations: v'", system.nv(), 1, names.v, {}});
    lambda = writer.input(
        {"lambda", "multipliers of the rows, N and N m", count(system.active_rows().size()), 1, row_names(system), {}});
  }
  k.last_angles = angles;
  k.given_inputs = u;
  system.evaluate<Symbol>(k, t, q.data(), v.data(), {}, z.empty() ? nullptr : z.data());
}

void Traced::measure_all() {
  evaluate_rows<Symbol>(system.layout(), k, RowSet::all, Measure::all, {}, q.data());
}

const std::vector<Vec6<Symbol>>& Traced::accelerations() {
  if (A_.empty()) {
    A_.assign(system.layout().bodies + 1, Vec6<Symbol>::Zero());
    system.body_accelerations(k, a.data(), A_);
  }
  return A_;
}

const std::vector<Symbol>& Traced::efforts() {
  if (efforts_.empty()) {
    efforts_.assign(system.layout().rows, Symbol());
    for (std::size_t i = 0; i < lambda.size(); ++i) efforts_[system.active_rows()[i]] = lambda[i];
  }
  return efforts_;
}

// Leaf to root: what moves a body and all that hangs on it, less what loops and forces contribute.
const std::vector<Vec6<Symbol>>& Traced::transmitted() {
  if (!F_.empty()) return F_;
  const Layout& layout = system.layout();
  F_.assign(layout.bodies + 1, Vec6<Symbol>::Zero());
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec6<Symbol>& A = accelerations()[b];
    const Vec3<Symbol> inside = k.R[b].transpose() * Vec3<Symbol>(A.tail<3>());
    F_[b].head<3>() = Symbol(layout.mass[b]) * Vec3<Symbol>(A.head<3>());
    F_[b].tail<3>() = k.R[b] * Vec3<Symbol>(layout.inertia[b].cast<Symbol>() * inside);
    F_[b] -= k.f[b];
  }
  for (const RowGroup& group : layout.groups) {
    if (system.holds(group) || system.driven(group) >= 0) continue;
    for (int i = 0; i < group.rows; ++i)
      for (int m = 0; m < group.terms; ++m) {
        const Row<Symbol>& entry = k.entries[group.first_entry + i * group.terms + m];
        const Symbol effort = efforts()[group.first_row + i];
        const PairFrames& pair = layout.pairs[group.pairs[m]];
        F_[pair.B.body] -= row_at<Symbol>(entry.n, entry.tau, k.reach_B[group.pairs[m]]) * effort;
        F_[pair.A.body] += row_at<Symbol>(entry.n, entry.tau, k.reach_A[group.pairs[m]]) * effort;
      }
  }
  for (int b = layout.bodies; b >= 1; --b)
    if (const int parent = layout.tree.parent[b])
      F_[parent] += row_at<Symbol>(F_[b].head<3>(), F_[b].tail<3>(), k.p[b] - k.p[parent]);
  return F_;
}

Vec6<Symbol> Traced::at_pair(int body, int pair) {
  const bool second = system.layout().pairs[pair].B.body == body;
  Vec6<Symbol> wrench = transmitted()[body];
  const Vec3<Symbol> reach = second ? k.reach_B[pair] : k.reach_A[pair], force = wrench.head<3>();
  wrench.tail<3>() -= cross<Symbol>(reach, force);
  return second ? wrench : Vec6<Symbol>(-wrench);
}

std::vector<Vec6<Symbol>> Traced::wrenches() {
  const Layout& layout = system.layout();
  std::vector<Vec6<Symbol>> wrench;
  sum_wrenches(layout, k, efforts(), wrench);
  for (std::size_t g = 0; g < layout.groups.size(); ++g) {
    const RowGroup& group = layout.groups[g];
    if (!system.holds(group) || group.rows == 0) continue;
    wrench[g] = at_pair(group.edge, group.pairs[0]);
    for (std::size_t d = 0; d < layout.groups.size(); ++d)
      if (d != g && layout.groups[d].edge == group.edge) wrench[g] -= wrench[d];
  }
  return wrench;
}

}  // namespace bricard
