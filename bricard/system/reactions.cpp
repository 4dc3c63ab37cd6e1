#include "bricard/system/reactions.hpp"

#include <algorithm>
#include <random>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/column_writer.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

// visit(row, body counted from 0, covector) for every row and body, dimensionless; a body may come twice.
template <class Visitor>
void for_each_covector(const Layout& layout, const Kinematics<double>& k, const std::vector<double>& scale, Visitor&& visit) {
  for (const RowGroup& group : layout.groups)
    for (int i = 0; i < group.rows; ++i)
      for (int m = 0; m < group.terms; ++m) {
        const int row = group.first_row + i, pair = group.pairs[m];
        const Row<double>& entry = k.entries[group.first_entry + i * group.terms + m];
        const auto on = [&](int body, const Vec3<double>& reach, double sign) {
          if (body == 0) return;
          Vec6<double> covector = sign * scale[row] * row_at<double>(entry.n, entry.tau, reach);
          covector.tail<3>() /= layout.length;
          visit(row, body - 1, covector);
        };
        on(layout.pairs[pair].B.body, k.reach_B[pair], 1);
        on(layout.pairs[pair].A.body, k.reach_A[pair], -1);
      }
}

// What makes efforts of rows comparable: those of angles are moments, those of expressions have the units that these leave.
std::vector<double> scales(const System& system, const Equations& e) {
  std::vector<double> scale(system.layout().rows);
  for (int row = 0; row < system.layout().rows; ++row) scale[row] = length_per_one(system, e, row);
  return scale;
}

// Efforts of the rows over each tree joint from the force it carries; loop rows from their multipliers.
void efforts_from_tree(const System& system, Equations& e, Reactions& out) {
  const Layout& layout = system.layout();
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = layout.groups[system.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      out.effort[group.first_row + i] = -e.solution.lambda[e.kernel.first_row(static_cast<int>(l)) + i];
  }
  e.kernel.joint_forces(e.right, e.solution, e.F);
  std::vector<std::vector<int>> over(layout.bodies + 1);
  for (std::size_t g = 0; g < layout.groups.size(); ++g)
    if (layout.groups[g].edge && layout.groups[g].rows) over[layout.groups[g].edge].push_back(static_cast<int>(g));
  for (int b = 1; b <= layout.bodies; ++b) {
    if (over[b].empty()) continue;
    const int pair = layout.groups[over[b][0]].pairs[0];
    const bool second = layout.pairs[pair].B.body == b;
    Vec6<double> wrench = e.F[b];  // on the body, at its centre of mass; to B's origin:
    wrench.tail<3>() -= (second ? e.k.reach_B[pair] : e.k.reach_A[pair]).cross(Vec3<double>(wrench.head<3>()));
    if (!second) wrench = -wrench;
    wrench.tail<3>() /= layout.length;
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 12> covectors(6, 0);
    std::vector<int> rows;
    for (int g : over[b])
      for (int i = 0; i < layout.groups[g].rows; ++i) {
        const Row<double>& entry = e.k.entries[layout.groups[g].first_entry + i];
        covectors.conservativeResize(6, covectors.cols() + 1);
        covectors.col(covectors.cols() - 1) << entry.n, entry.tau / layout.length;
        rows.push_back(layout.groups[g].first_row + i);
      }
    const Eigen::VectorXd efforts = PivotedQr(covectors, threshold::rounding_of_positions).solve(wrench);
    for (std::size_t i = 0; i < rows.size(); ++i) out.effort[rows[i]] = efforts[static_cast<int>(i)];
  }
}

}  // namespace

ScaledRows scaled_rows(const System& system, const Equations& e) {
  const Layout& layout = system.layout();
  std::vector<Eigen::Triplet<double>> entries;
  ScaledRows rows{Sparse(layout.rows, 6 * layout.bodies), scales(system, e)};
  for_each_covector(layout, e.k, rows.scale, [&](int row, int body, const Vec6<double>& covector) {
    for (int c = 0; c < 6; ++c)
      if (covector[c] != 0) entries.emplace_back(row, 6 * body + c, covector[c]);
  });
  rows.G.setFromTriplets(entries.begin(), entries.end());
  return rows;
}

Eigen::VectorXd scaled_load(const System& system, const Equations& e) {
  const Layout& layout = system.layout();
  const KernelMatrices& matrices = e.kernel.matrices();
  Eigen::VectorXd load(6 * layout.bodies);
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec6<double>& A = e.solution.A[b];
    load.segment<3>(6 * (b - 1)) = matrices.mass[b] * A.head<3>() - e.k.f[b].head<3>();
    load.segment<3>(6 * (b - 1) + 3) = (matrices.inertia[b] * A.tail<3>() - e.k.f[b].tail<3>()) / layout.length;
  }
  return load;
}

LeastEfforts least_efforts(const Layout& layout) {
  std::vector<std::vector<int>> touched(layout.rows);
  for (const RowGroup& group : layout.groups)
    for (int i = 0; i < group.rows; ++i)
      for (const int pair : group.pairs)
        for (const int body : {layout.pairs[pair].A.body, layout.pairs[pair].B.body})
          if (body != 0) touched[group.first_row + i].push_back(body - 1);
  return LeastEfforts(layout.bodies, touched);
}

std::vector<double> put_rows(const System& system, const Equations& e, LeastEfforts& rows) {
  std::vector<double> scale = scales(system, e);
  rows.clear();
  for_each_covector(system.layout(), e.k, scale,
                    [&](int row, int body, const Vec6<double>& covector) { rows.add(row, body, covector); });
  return scale;
}

void sum_wrenches(const System& system, const Equations& e, Reactions& out) {
  const Layout& layout = system.layout();
  out.wrench.assign(layout.groups.size(), Vec6<double>::Zero());
  for (std::size_t g = 0; g < layout.groups.size(); ++g) {
    const RowGroup& group = layout.groups[g];
    for (int i = 0; i < group.rows; ++i) {
      const Row<double>& entry = e.k.entries[group.first_entry + i * group.terms];
      out.wrench[g].head<3>() += out.effort[group.first_row + i] * entry.n;
      out.wrench[g].tail<3>() += out.effort[group.first_row + i] * entry.tau;
    }
  }
}

void reactions(const System& system, Equations& e, bool redundant, Reactions& out) {
  const Layout& layout = system.layout();
  out.effort.assign(layout.rows, 0.0);
  if (!redundant) {
    efforts_from_tree(system, e, out);
  } else {
    if (!out.split) out.split = least_efforts(layout);
    const std::vector<double> scale = put_rows(system, e, *out.split);
    out.split->factor();
    const Eigen::VectorXd scaled = out.split->solve(scaled_load(system, e));
    for (int row = 0; row < layout.rows; ++row) out.effort[row] = scaled[row] * scale[row];
  }
  sum_wrenches(layout, e.k, out.effort, out.wrench);
}

// A row that depends on others does no work on any free motion: loading the bodies with it accelerates nothing, and the efforts
// that hold the load are the coefficients of the dependency.
Eigen::MatrixXd self_stresses(const System& system, Equations& e) {
  const Layout& layout = system.layout();
  const std::vector<char>& selected = e.kernel.selected();
  Eigen::MatrixXd Z(layout.rows, std::count(selected.begin(), selected.end(), 0));
  if (Z.cols() == 0) return Z;
  const std::vector<double> scale = scales(system, e);
  for (auto& c : e.right.c) c.setZero();
  std::fill(e.right.tau.begin(), e.right.tau.end(), 0.0);
  std::fill(e.right.gamma.begin(), e.right.gamma.end(), 0.0);
  Reactions held;
  int column = 0;
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = layout.groups[system.loop_groups()[l]];
    const std::vector<int>& bodies = system.kernel_structure().groups[l].bodies;
    for (int i = 0; i < group.rows; ++i) {
      if (selected[e.kernel.first_row(static_cast<int>(l)) + i]) continue;
      for (auto& f : e.right.f) f.setZero();
      for (std::size_t b = 0; b < bodies.size(); ++b)
        e.right.f[bodies[b]] =
            e.kernel.matrices().B[e.kernel.first_block(static_cast<int>(l)) + static_cast<int>(b) * group.rows + i];
      e.kernel.solve(e.right, e.solution);
      held.effort.assign(layout.rows, 0.0);
      efforts_from_tree(system, e, held);
      held.effort[group.first_row + i] = 1;
      auto z = Z.col(column++);
      for (int row = 0; row < layout.rows; ++row) z[row] = held.effort[row] / scale[row];
      for (int pass = 0; pass < 2; ++pass)  // Gram and Schmidt, twice
        for (int before = 0; before < column - 1; ++before) z -= z.dot(Z.col(before)) * Z.col(before);
      z.normalize();
    }
  }
  return Z;
}

void reactions(const System& system, Equations& e, const Eigen::MatrixXd& self_stresses, Reactions& out) {
  const Layout& layout = system.layout();
  out.effort.assign(layout.rows, 0.0);
  efforts_from_tree(system, e, out);
  if (self_stresses.cols() > 0) {
    const std::vector<double> scale = scales(system, e);
    Eigen::VectorXd scaled(layout.rows);
    for (int row = 0; row < layout.rows; ++row) scaled[row] = out.effort[row] / scale[row];
    for (int i = 0; i < self_stresses.cols(); ++i) scaled -= self_stresses.col(i).dot(scaled) * self_stresses.col(i);
    for (int row = 0; row < layout.rows; ++row) out.effort[row] = scaled[row] * scale[row];
  }
  sum_wrenches(layout, e.k, out.effort, out.wrench);
}

// A random set of efforts less its part in the range of G is a random self-stress: a component is unique if no self-stress has
// it.
std::vector<std::array<bool, 6>> unique_components(const System& system, Equations& e) {
  const Layout& layout = system.layout();
  std::array<bool, 6> all_unique;
  all_unique.fill(true);
  std::vector<std::array<bool, 6>> unique(layout.groups.size(), all_unique);
  LeastEfforts rows = least_efforts(layout);
  const std::vector<double> scale = put_rows(system, e, rows);
  rows.factor();
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int probe = 0; probe < 3; ++probe) {
    Eigen::VectorXd efforts(layout.rows);
    for (double& effort : efforts) effort = normal(random);
    const Eigen::VectorXd stress = efforts - rows.solve(rows.transposed_product(efforts));
    Reactions self;
    self.effort.resize(layout.rows);
    for (int row = 0; row < layout.rows; ++row) self.effort[row] = stress[row] * scale[row];
    sum_wrenches(layout, e.k, self.effort, self.wrench);
    for (std::size_t g = 0; g < layout.groups.size(); ++g)
      for (int c = 0; c < 6; ++c)
        if (std::abs(self.wrench[g][c]) > threshold::no_share * (c < 3 ? 1 : layout.length)) unique[g][c] = false;
  }
  return unique;
}

}  // namespace bricard
