#include "bricard/analyses/linear/sparse_motion.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/formulations/matrices/shifted_matrix.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/weights.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

namespace {

std::vector<int> independent_rows(const System& system, const State& state, Equations& e) {
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  weigh(inertial_weights(system), e);
  e.kernel.select();
  return kept_rows(system, e.kernel, e.kernel.selected());
}

// Rows below `size` are forces, those from there on constraints.
void add_block(const Linearization::Columns& columns, const Eigen::MatrixXd& block, int size, SparseEntries& forces,
               SparseEntries* constraints) {
  for (Eigen::Index i = 0; i < block.rows(); ++i)
    for (Eigen::Index j = 0; j < block.cols(); ++j) {
      if (block(i, j) == 0) continue;
      const int row = columns.rows[i], column = columns.v + static_cast<int>(j);
      if (row < size)
        forces.push_back({row, column, block(i, j)});
      else if (constraints)
        constraints->push_back({row - size, column, block(i, j)});
    }
}

// By row and column, each place once.
SparseEntries merged(SparseEntries entries) {
  std::sort(entries.begin(), entries.end(),
            [](const SparseEntry& a, const SparseEntry& b) { return std::pair(a.row, a.column) < std::pair(b.row, b.column); });
  SparseEntries out;
  for (const SparseEntry& entry : entries)
    if (!out.empty() && out.back().row == entry.row && out.back().column == entry.column)
      out.back().value += entry.value;
    else
      out.push_back(entry);
  return out;
}

// (A ± Aᵀ)/2
SparseEntries half_sum(const SparseEntries& matrix, double sign) {
  SparseEntries halves;
  for (const SparseEntry& entry : matrix) {
    halves.push_back({entry.row, entry.column, entry.value / 2});
    halves.push_back({entry.column, entry.row, sign * entry.value / 2});
  }
  return merged(std::move(halves));
}

double scaled_norm(const SparseEntries& matrix, const Eigen::VectorXd& scale) {
  double squares = 0;
  for (const SparseEntry& entry : matrix) squares += std::pow(entry.value * scale[entry.row] * scale[entry.column], 2);
  return std::sqrt(squares);
}

std::string why_not_sparse(const System& system, const State& state, const std::vector<int>& kept) {
  if (system.nz() > 0) return "it has user states";
  if (!system.table().sources.empty() || system.functions().measure_first) return "forces read columns of other elements";
  for (const int row : kept)
    if (system.constraints().is_rate_row[system.active_rows()[row]]) return "a body rolls";
  if (!state.v.isZero(threshold::at_rest)) return "it moves";
  return {};
}

}  // namespace

int count_freedoms(const System& system, const State& state) {
  Equations e(system);
  return system.nv() - static_cast<int>(independent_rows(system, state, e).size());
}

SparseMotion sparse_motion(const System& system, const State& state) {
  SparseMotion out;
  Equations e(system);
  out.kept = independent_rows(system, state, e);
  out.refusal = why_not_sparse(system, state, out.kept);
  if (!out.refusal.empty()) return out;
  out.size = system.nv();
  out.rows = static_cast<int>(out.kept.size());
  system.forces(e);
  Eigen::VectorXd a(system.nv());
  if (!system.factor(e) || !e.kernel.lent().empty()) {
    out.refusal = "a body has no inertia";
    return out;
  }
  system.accelerations(e, a);
  Linearization linearization(system, out.kept);
  if (!a.allFinite() || !linearization.take(state, Eigen::VectorXd::Zero(out.size), e.k, {})) {
    out.refusal = "accelerations or their derivatives have no finite value";
    return out;
  }
  out.a = a;
  out.lambda.resize(out.rows);
  for (int l = 0; l < out.rows; ++l) out.lambda[l] = linearization.multiplier(l);
  for (const Linearization::Columns& columns : linearization.columns()) {
    add_block(columns, columns.by_a, out.size, out.M, &out.Phi);
    add_block(columns, columns.by_v, out.size, out.G, nullptr);
    add_block(columns, columns.by_q * columns.T, out.size, out.K, nullptr);
  }

  Eigen::VectorXd mass = Eigen::VectorXd::Zero(out.size), forces = mass, unit(out.size);
  for (const SparseEntry& entry : out.M)
    if (entry.row == entry.column) mass[entry.row] = entry.value;
  for (int i = 0; i < out.size; ++i) unit[i] = system.v_per_radian()[i] > 0 ? system.v_per_radian()[i] : system.length();
  WrittenOut written(system);
  written.write(e);
  forces = written.Q().cwiseAbs();
  for (const SparseEntry& entry : out.Phi) forces[entry.column] += std::abs(entry.value * linearization.multiplier(entry.row));
  double largest = system.model().gravity.norm() / system.length(), fastest = 0;  // weights by themselves
  for (int i = 0; i < out.size; ++i) {
    if (mass[i] > 0) largest = std::max(largest, forces[i] / (mass[i] * unit[i]));
    fastest = std::max(fastest, std::abs(a[i]) / unit[i]);
  }
  out.slowest = std::sqrt(threshold::cancelled * largest);
  Eigen::VectorXd scale(out.size), sums = Eigen::VectorXd::Zero(out.size);
  const double least = threshold::cancelled * (mass.size() ? mass.maxCoeff() : 0);
  for (int i = 0; i < out.size; ++i) scale[i] = 1 / std::sqrt(std::max({mass[i], least, threshold::nothing}));
  const double rate = std::sqrt(scaled_norm(out.K, scale)) + 1e6 * out.slowest;
  if (scaled_norm(half_sum(out.K, -1), scale) > threshold::symmetric_in_balance * rate * rate) {
    out.refusal = "its forces have no potential";
    return out;
  }
  out.K = half_sum(out.K, 1);
  out.damped = scaled_norm(out.G, scale) > threshold::cancelled * rate;
  if (!out.damped) out.G.clear();
  for (const SparseEntry& entry : out.K) sums[entry.row] += std::abs(entry.value) * scale[entry.row] * scale[entry.column];
  out.stiffest = sums.size() ? sums.maxCoeff() : 0;
  if (fastest > std::max(threshold::agrees * largest, threshold::no_drift * out.stiffest))
    out.refusal = "forces are not in balance";
  return out;
}

}  // namespace bricard
