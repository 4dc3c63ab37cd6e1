#include "bricard/system/power.hpp"

#include <algorithm>

#include "bricard/math/dense.hpp"
#include "bricard/math/space_operations.hpp"
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

double power_of(const Wrench<double>& wrench, const Pair<double>& pair) {
  return wrench.force.dot(pair.v) + wrench.torque.dot(pair.w);
}
double power_of(const PlanarWrench<double>& wrench, const PlanarPair<double>& pair) {
  return wrench.force.dot(pair.v) + wrench.torque * pair.w;
}

// The element as the assembler evaluates it, asked for its power. Expects forces in k.
template <class Kind, template <class> class K>
void measure_power(const Layout& layout, K<double>& k, const ForceEntry& force, PowerMeter::ForcePower& out) {
  const Kind& kind = force.kind.as<Kind>();
  const auto measured = measure_force<Kind>(layout, k, force);
  const auto functions = force_functions<Kind>(layout, k, force);
  const auto& pair = k.pairs[force.pair];
  std::array<double, Kind::results.size()> results;
  out.dissipated = 0;
  if constexpr (Kind::uses == ForceEnds::difference) {
    const ActedOn<double> difference = acted_on(layout, k, force);
    out.power = kind.effort(difference.value, difference.rate, results) * difference.rate;
    out.stored = kind.potential(difference.value);
    out.dissipated = kind.dissipation(difference.rate);
  } else if constexpr (Kind::uses == ForceEnds::coordinate) {
    out.power = kind.effort(measured, functions, results) * rate(k.measured[force.coordinate], pair);
    out.stored = kind.potential(measured, functions);
    if constexpr (requires { kind.dissipation(measured, functions); }) out.dissipated = kind.dissipation(measured, functions);
  } else {
    with_pairs<Kind>(k, force, [&](const auto&... pairs) {
      out.power = power_of(kind.act(pairs..., measured, functions, results), pair);
      out.stored = kind.potential(pairs..., measured, functions);
      if constexpr (requires { kind.dissipation(pairs..., measured, functions); })
        out.dissipated = kind.dissipation(pairs..., measured, functions);
    });
  }
}

template <template <class> class K>
void measure_forces(const Layout& layout, K<double>& k, std::vector<PowerMeter::ForcePower>& forces) {
  std::size_t next = 0;
  for (const ForceStage& stage : layout.force_stages)
    Forces::for_each_run(std::span(stage.forces), [&]<class Kind>(std::span<const ForceEntry> entries) {
      if constexpr (ForceIn<Kind, K<double>>)
        for (const ForceEntry& force : entries)
          if (!force.kind.conservative()) measure_power<Kind>(layout, k, force, forces[next++]);
    });
}

Vec6<double> twist_of(const Kinematics<double>& k, int body) {
  Vec6<double> V;
  V << k.v[body], k.w[body];
  return V;
}
Vec3<double> twist_of(const PlanarKinematics<double>& k, int body) { return {k.v[body][0], k.v[body][1], k.w[body]}; }

// A covector (n, tau) at B's origin as one at the centre of mass of `body`, at the other end of `reach`.
Vec6<double> covector_of(const Row<double>& row, const Vec3<double>& reach) { return row_at<double>(row.n, row.tau, reach); }
Vec3<double> covector_of(const PlanarRow<double>& row, const Vec2<double>& reach) {
  return row_at<double>(row.n, row.tau, reach);
}

}  // namespace

std::vector<int> groups_that_depend_on_time(const Layout& layout) {
  std::vector<int> groups;
  for (const DriverEntry& driver : layout.drivers)
    if (!layout.slots[driver.slot].is_number) groups.push_back(driver.group);
  for (const ConstraintEntry& constraint : layout.constraints)
    if (!layout.slots[constraint.slot].is_number) groups.push_back(constraint.group);
  for (const ExpressionEntry& entry : layout.expressions)
    if (entry.depends_on_time) groups.push_back(entry.group);
  return groups;
}

PowerMeter::PowerMeter(const System& system, const std::vector<char>& selected)
    : system_(system),
      kernel_group_(system.layout().groups.size(), -1),
      rows_on_edge_(system.layout().bodies + 1, 0),
      needed_(system.row_set()),
      a_(system.nv()),
      F_(system.layout().bodies + 1, Vec6<double>::Zero()),
      F_in_plane_(system.layout().bodies + 1, Vec3<double>::Zero()) {
  const Layout& layout = system.layout();
  for (const ForceStage& stage : layout.force_stages)
    for (const ForceEntry& force : stage.forces)
      if (!force.kind.conservative()) forces_.push_back({force.element});
  for (int group : groups_that_depend_on_time(layout)) rows_.push_back({group});
  for (const RubbingEntry& entry : layout.rubbing) rubbing_.push_back({entry.is_joint, entry.element});
  if (idle()) return;
  e_.emplace(system, Purpose::stepping);
  e_->rows().set_selected(selected);
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) kernel_group_[system.loop_groups()[l]] = static_cast<int>(l);
  for (const RowPower& row : rows_) ++rows_on_edge_[layout.groups[row.group].edge];
  for (int b = 1; b <= layout.bodies; ++b)
    if (rows_on_edge_[b] > 1) needed_ = RowSet::all;  // their shares follow from all rows over that joint
}

bool PowerMeter::measure(const State& state) {
  if (idle()) return true;
  Equations& e = *e_;
  system_.motion(state, e, needed_);
  system_.forces(e);
  if (e.plane)
    measure_forces(system_.layout(), e.plane->k, forces_);
  else
    measure_forces(system_.layout(), e.k, forces_);
  if (system_.rubs()) {
    if (!rub(system_, e)) return false;
    const RubbingProblem& problem = e.rubbed.problem;
    for (std::size_t s = 0; s < rubbing_.size(); ++s) {
      const RubbingSurface& surface = problem.surfaces[s];
      rubbing_[s].power = 0;
      for (int i = surface.first; i < surface.first + surface.count; ++i) rubbing_[s].power += e.k.rubbing[i] * problem.slip[i];
    }
  }
  if (!rows_.empty()) {
    if (!system_.factor(e)) return false;
    system_.accelerations(e, a_);
    if (e.plane)
      measure_rows<InPlane>(*e.plane, F_in_plane_);
    else
      measure_rows<InSpace>(e, F_);
  }
  bool finite = true;
  for (const ForcePower& each : forces_) finite = finite && std::isfinite(each.power + each.dissipated + each.stored);
  for (const RowPower& each : rows_) finite = finite && std::isfinite(each.power);
  for (const RubbingPower& each : rubbing_) finite = finite && std::isfinite(each.power);
  return finite;
}

// Rows of loops have their multipliers, mu = -lambda. Those over a tree joint are part of the force F that it carries: what F
// does on the joint's relative motion is the power of its driver; where there are two, F is split into the rows over the joint.
template <class Space>
void PowerMeter::measure_rows(EquationsIn<Space>& e, std::vector<typename Space::Vector>& F) {
  const Layout& layout = system_.layout();
  if (std::any_of(rows_on_edge_.begin() + 1, rows_on_edge_.end(), [](int count) { return count > 0; }))
    e.kernel.joint_forces(e.right, e.solution, F);
  for (RowPower& row : rows_) {
    const RowGroup& group = layout.groups[row.group];
    const double nu = e.k.nu[group.first_row];
    if (group.edge == 0) {
      row.power = -e.solution.lambda[e.kernel.first_row(kernel_group_[row.group])] * nu;
      continue;
    }
    const int b = group.edge, parent = layout.tree.parent[b];
    if (rows_on_edge_[b] == 1) {
      typename Space::Vector relative = twist_of(e.k, b);
      if (parent) relative -= Space::to_child(twist_of(e.k, parent), e.k.p[b] - e.k.p[parent]);
      row.power = F[b].dot(relative);
      continue;
    }
    Eigen::MatrixXd covectors(static_cast<int>(Space::size), 0);
    Eigen::Index own = 0;
    for (const RowGroup& other : layout.groups) {
      if (other.edge != b) continue;
      const int pair = other.pairs[0];
      const bool second = layout.pairs[pair].B.body == b;
      for (int i = 0; i < other.rows; ++i) {
        if (&other == &group) own = covectors.cols();
        covectors.conservativeResize(Eigen::NoChange, covectors.cols() + 1);
        covectors.rightCols(1) = (second ? 1.0 : -1.0) *
                                 covector_of(e.k.entries[other.first_entry + i], second ? e.k.reach_B[pair] : e.k.reach_A[pair]);
      }
    }
    for (int i = Space::linear; i < Space::size; ++i) covectors.row(i) /= layout.length;
    typename Space::Vector load = F[b];
    for (int i = Space::linear; i < Space::size; ++i) load[i] /= layout.length;
    row.power = LeastNorm(covectors).solve(load)[own] * nu;
  }
}

}  // namespace bricard
