#include "bricard/analyses/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bricard/formulations/scales.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

constexpr int most_groups = 200;  // dependencies that are traced to their joints; each costs a solve

// "hinge: force z" or "hinge: moment x", in the axes of the joint's first marker (z is the joint's axis).
std::string row_name(const System& system, const Equations& e, const RowGroup& group, int i) {
  const Row<double>& entry = e.k.entries[group.first_entry + i * group.terms];
  const bool is_force = entry.n.squaredNorm() > 0;
  const Mat3<double>& axes = e.k.pairs[group.pairs[0]].A;
  const Vec3<double> inside = axes.transpose() * (is_force ? entry.n : entry.tau);
  int axis;
  inside.cwiseAbs().maxCoeff(&axis);
  return fmt::format("{}: {} {}", system.name_of(group), is_force ? "force" : "moment", "xyz"[axis]);
}

// A row r that depends on others does no work on any free motion: loading the bodies with -B_rᵀ accelerates nothing, and the
// multipliers and joint forces that hold it are the coefficients of the dependency.
RedundantGroup trace(const System& system, Equations& e, int l, int i) {
  const Layout& layout = system.layout();
  const RowGroup& group = layout.groups[system.loop_groups()[l]];
  const auto& bodies = system.kernel_structure().groups[l].bodies;
  for (auto& f : e.right.f) f.setZero();
  for (auto& c : e.right.c) c.setZero();
  std::fill(e.right.gamma.begin(), e.right.gamma.end(), 0.0);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    e.right.f[bodies[b]] = -e.kernel.matrices().B[e.kernel.first_block(l) + static_cast<int>(b) * group.rows + i];
  e.kernel.solve(e.right, e.solution);
  e.kernel.joint_forces(e.right, e.solution, e.F);

  RedundantGroup found{{row_name(system, e, group, i)}, {}};
  std::set<std::string> names{system.name_of(group)};
  // Efforts count as forces: moments divided by the characteristic length; the row itself has the effort 1 (or 1/length).
  const double unit = e.k.entries[group.first_entry + i * group.terms].n.squaredNorm() > 0 ? 1 : 1 / layout.length;
  for (std::size_t m = 0; m < system.loop_groups().size(); ++m) {
    const RowGroup& other = layout.groups[system.loop_groups()[m]];
    for (int j = 0; j < other.rows; ++j) {
      const bool is_force = e.k.entries[other.first_entry + j * other.terms].n.squaredNorm() > 0;
      const double effort = e.solution.lambda[e.kernel.first_row(static_cast<int>(m)) + j] / (is_force ? 1 : layout.length);
      if (std::abs(effort) > 1e-6 * unit) names.insert(system.name_of(other));
    }
  }
  for (int b = 1; b <= layout.bodies; ++b) {
    const int joint = layout.joint_of_body[b];
    if (joint < 0) continue;
    if (e.F[b].head<3>().norm() > 1e-6 * unit || e.F[b].tail<3>().norm() > 1e-6 * unit * layout.length)
      names.insert(system.model().joints[joint].name);
  }
  found.group.assign(names.begin(), names.end());
  return found;
}

}  // namespace

Diagnosis diagnose(const System& given, const State& state) {
  // The mechanism without its drivers, in relative coordinates: the kernel then holds nothing but loop rows.
  Model undriven = given.model();
  for (Driver& driver : undriven.drivers) driver.active = false;
  const System system(undriven, RelativeCoordinates::name);
  Equations source(given);
  given.motion(state, source, RowSet::all, Measure::all);
  Equations e(system);
  system.motion(system.state_of(source, state.t), e, RowSet::all, Measure::all);

  Diagnosis diagnosis;
  const Layout& layout = system.layout();
  diagnosis.rows = layout.rows;
  diagnosis.counted = 6 * layout.bodies - layout.rows;
  system.fill(e);
  const int independent = e.kernel.select();
  if (!e.kernel.factor()) {
    // Rank does not depend on inertia: try with unit weights.
    diagnosis.warnings.push_back(singular_message(system, e));
    for (int b = 1; b <= layout.bodies; ++b) {
      e.kernel.matrices().mass[b] += 1;
      e.kernel.matrices().inertia[b] += Mat3<double>::Identity() * layout.length * layout.length;
    }
    diagnosis.actual = e.kernel.columns() - e.kernel.select();
  } else {
    diagnosis.actual = e.kernel.columns() - independent;
  }
  e.kernel.factor();
  const auto selected = e.kernel.selected();
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = layout.groups[system.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i) {
      if (selected[e.kernel.first_row(static_cast<int>(l)) + i]) continue;
      if (static_cast<int>(diagnosis.redundant.size()) < most_groups)
        diagnosis.redundant.push_back(trace(system, e, static_cast<int>(l), i));
      else
        diagnosis.redundant.push_back({{row_name(system, e, group, i)}, {system.name_of(group)}});
    }
  }
  const std::size_t all_joints = undriven.joints.size();
  std::vector<std::array<bool, 6>> unique;
  if (!diagnosis.redundant.empty()) unique = unique_components(system, e);
  static constexpr const char* components[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  for (std::size_t j = 0; j < all_joints; ++j) {
    ReactionUniqueness reaction{undriven.joints[j].name, true, {}};
    for (std::size_t g = 0; g < layout.groups.size(); ++g) {
      if (layout.groups[g].kind != RowGroup::Kind::joint || layout.groups[g].element != static_cast<int>(j)) continue;
      for (int c = 0; c < 6; ++c) {
        const bool is_unique = unique.empty() || unique[g][c];
        reaction.unique = reaction.unique && is_unique;
        reaction.components.emplace_back(components[c], is_unique);
      }
    }
    diagnosis.reactions.push_back(std::move(reaction));
  }
  return diagnosis;
}

}  // namespace bricard
