#include "bricard/codegen/traced.hpp"

#include "bricard/system/column_writer.hpp"

namespace bricard {
Traced::Traced(const System& of, FunctionWriter& writer, TracedArrays arrays)
    : Arguments(of, writer, {.accelerations = arrays == TracedArrays::motion, .multipliers = arrays == TracedArrays::motion}),
      system(of),
      k(make_kinematics<Symbol>(of.layout())) {
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
