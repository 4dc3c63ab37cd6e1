// The factorization of a tree with loops; solutions with it are in kernel_solve.cpp.
#include "bricard/system/kernel.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/small_factors.hpp"
#include "bricard/system/symmetric.hpp"

namespace bricard {

KernelRows::KernelRows(std::shared_ptr<const KernelPlan> plan) : plan_(std::move(plan)) {
  work_.resize(plan_->work_size);
  couplings_.resize(plan_->couplings_size);
  D_.resize(plan_->first_D.back());
  own_mass_.resize(rows());
  pivots_.resize(rows());
  lambda_.resize(rows());
  place_.resize(rows());
  active_.resize(plan_->structure.groups.size());
  P_.resize(plan_->first_P.back());
  selected_.assign(rows(), 1);
  u_.resize(columns());
  g_.resize(rows());
  lent_to_.assign(columns(), 0);
}

template <class Space>
KernelIn<Space>::KernelIn(std::shared_ptr<const KernelPlan> shared) : KernelRows(std::move(shared)) {
  const KernelPlan& plan = *plan_;
  matrices_.mass.assign(plan.bodies + 1, 0);
  matrices_.inertia.assign(plan.bodies + 1, Space::no_inertia());
  matrices_.offset.assign(plan.bodies + 1, Space::Offset::Zero());
  matrices_.S.assign(plan.first_column.back(), Vector::Zero());
  matrices_.B.assign(plan.first_block.back(), Vector::Zero());
  IA_.assign(plan.bodies + 1, Space::Matrix::Zero());
  U_.resize(plan.first_column.back());
  blocks_.resize(plan.block_rows);
  pA_.resize(plan.bodies + 1);
  F_.resize(plan.bodies + 1);
  correction_right_ = right_side();
  correction_ = solution();
}

template <class Space>
KernelRightSideIn<Space> KernelIn<Space>::right_side() const {
  const KernelPlan& plan = *plan_;
  return {std::vector<Vector>(plan.bodies + 1, Vector::Zero()), std::vector<Vector>(plan.bodies + 1, Vector::Zero()),
          std::vector<double>(plan.first_column.back(), 0.0), std::vector<double>(rows(), 0.0)};
}

// What a wrench and a twist could give if they were not across each other: |force| |velocity| + |moment| |angular velocity|.
template <class Space>
static double product_of_sizes(const typename Space::Vector& B, const typename Space::Vector& S) {
  constexpr int linear = Space::size / 2 + Space::size % 2;  // 3 of 6, 2 of 3
  constexpr int angular = Space::size - linear;
  return B.template head<linear>().norm() * S.template head<linear>().norm() +
         B.template tail<angular>().norm() * S.template tail<angular>().norm();
}

template <class Space>
KernelSolutionIn<Space> KernelIn<Space>::solution() const {
  const KernelPlan& plan = *plan_;
  return {std::vector<Vector>(plan.bodies + 1, Vector::Zero()), std::vector<double>(plan.first_column.back(), 0.0),
          std::vector<double>(rows(), 0.0)};
}

int KernelRows::select(double dependent) {
  selecting_ = true;
  dependent_ = dependent;
  std::fill(selected_.begin(), selected_.end(), 1);
  const bool regular = factor();
  selecting_ = false;
  if (!regular) return 0;
  return static_cast<int>(std::count(selected_.begin(), selected_.end(), 1));
}

// Factorizes the pivot block of a group, after a choice of its rows if there is one to make.
void KernelRows::factor_pivots(int group) {
  const KernelPlan& plan = *plan_;
  const int rows = active_[group], row = plan.first_row[group];
  double* P = P_.data() + plan.first_P[group];
  const double* sigma = couplings_.data() + plan.own_coupling[group];
  std::copy(sigma, sigma + rows * rows, P);
  // The largest inverse mass of the group, in the units of each row: what a pivot is compared with.
  double largest[6], least[6], pivots[6], of_group = 0;
  char use[6];
  const double square = plan.structure.length * plan.structure.length;
  const auto unit = [&](int i) {
    return !plan.structure.angular.empty() && plan.structure.angular[place_[row + i]] ? square : 1.0;
  };
  for (int i = 0; i < rows; ++i) of_group = std::max(of_group, own_mass_[row + i] * unit(i));
  for (int i = 0; i < rows; ++i) {
    largest[i] = of_group / unit(i);
    least[i] = truncate_ * largest[i];
    use[i] = 1;
  }
  if (selecting_) {
    select_rows(P, rows, own_mass_.data() + row, largest, dependent_, use);
    for (int i = 0; i < rows; ++i) selected_[row + i] = use[i];
  }
  for (int i = 0; regularize_ && i < rows; ++i) P[i * rows + i] += threshold::regularization * largest[i];
  truncated_ = factor_pivot(P, rows, use, least, pivots) || truncated_;
  for (int i = 0; i < rows; ++i) {
    pivots_[place_[row + i]] = pivots[i];
    if (use[i]) smallest_pivot_ = std::min(smallest_pivot_, pivots[i] / largest[i]);
  }
}

template <class Space>
bool KernelIn<Space>::factor(double truncate) {
  truncate_ = truncate;
  regularize_ = selecting_ || truncate > 0;
  if (!regularize_ && eliminate() && (rows() == 0 || smallest_pivot_ > threshold::regular)) return true;
  if (!regularize_ && rows() == 0) return false;  // nothing to regularize
  regularize_ = true;
  return eliminate();
}

template <class Space>
bool KernelIn<Space>::eliminate() {
  const KernelPlan& plan = *plan_;
  truncated_ = false;
  singular_body_ = 0;
  if (!lent_.empty()) {
    lent_.clear();
    std::fill(lent_to_.begin(), lent_to_.end(), 0.0);
  }
  for (int k = 1; k <= plan.bodies; ++k) {
    symmetric::set(matrices_.mass[k], matrices_.inertia[k], IA_[k]);
  }
  std::fill(blocks_.begin(), blocks_.end(), Vector::Zero());
  std::fill(couplings_.begin(), couplings_.end(), 0.0);
  std::fill(own_mass_.begin(), own_mass_.end(), 0.0);
  smallest_pivot_ = 1;
  for (std::size_t l = 0, incident = 0; l < plan.structure.groups.size(); ++l) {
    const auto& group = plan.structure.groups[l];
    active_[l] = 0;
    for (int row = plan.first_row[l]; row < plan.first_row[l + 1]; ++row)
      if (selecting_ || selected_[row]) place_[plan.first_row[l] + active_[l]++] = row;
    for (std::size_t b = 0; b < group.bodies.size(); ++b, ++incident)
      for (int i = 0; i < active_[l]; ++i)
        blocks_[plan.incident_block[incident] + i] =
            matrices_
                .B[plan.first_block[l] + static_cast<int>(b) * group.rows + place_[plan.first_row[l] + i] - plan.first_row[l]];
  }
  std::fill(pivots_.begin(), pivots_.end(), 0.0);
  for (int k = plan.bodies; k >= 1; --k) {
    for (int e = plan.first_elimination[k]; e < plan.last_elimination[k]; ++e) factor_group(plan.eliminations[e]);
    if (!(plan.structure.free[k] == 1 ? factor_single(k) : factor_body(k))) {
      singular_body_ = k;
      return false;
    }
  }
  for (int e = plan.first_elimination[0]; e < plan.last_elimination[0]; ++e) factor_group(plan.eliminations[e]);
  return true;
}

template <class Space>
bool KernelIn<Space>::factor_single(int k) {
  const KernelPlan& plan = *plan_;
  const int p = plan.structure.parent[k], column = plan.first_column[k];
  const Vector S = matrices_.S[column], U = symmetric::product(IA_[k], S);
  double D = symmetric::dot(S, U);
  double size = 0;  // what D would be if nothing cancelled
  for (int i = 0; i < Space::size; ++i) size += S[i] * S[i] * IA_[k](i, i);
  if (!(D > threshold::singular_mass * size)) {
    lend_to(k);
    D = std::max(D, 0.0) + lent_to_[column];
  }
  if (!(D > 0)) return false;
  const double inverse = 1 / D;
  U_[column] = U;
  D_[plan.first_D[k]] = inverse;
  const typename Space::Offset r = matrices_.offset[k];
  for (int c = plan.first_carried[k]; c < plan.last_carried[k]; ++c) {
    const auto& carried = plan.carried[c];
    const int rows = active_[carried.group];
    double *BS = work_.data() + carried.work, *W = BS + rows, *own = own_mass_.data() + plan.first_row[carried.group];
    for (int i = 0; i < rows; ++i) {
      const Vector B = blocks_[carried.block + i];
      double product = B.dot(S);
      if (selecting_ && std::abs(product) < threshold::no_coupling * product_of_sizes<Space>(B, S)) product = 0;
      const double along = product * inverse;
      BS[i] = product;
      W[i] = along;
      own[i] += along * product;
      if (carried.parent_block >= 0) blocks_[carried.parent_block + i] += Space::to_parent(B - along * U, r);
    }
  }
  for (int q = plan.first_body_pair[k]; q < plan.last_body_pair[k]; ++q) {
    const KernelPlan::Coupling& pair = plan.body_pairs[q];
    const KernelPlan::Carried &I = plan.carried[pair.i], &J = plan.carried[pair.j];
    const int rows_i = active_[I.group], rows_j = active_[J.group];
    const double *W = work_.data() + I.work + rows_i, *BS = work_.data() + J.work;
    double* sigma = couplings_.data() + pair.block;
    for (int i = 0; i < rows_i; ++i, sigma += rows_j)
      for (int j = 0; j < rows_j; ++j) sigma[j] += W[i] * BS[j];
  }
  if (p != 0) symmetric::add_rest(IA_[k], U, inverse, r, IA_[p]);
  return true;
}

template <class Space>
bool KernelIn<Space>::factor_body(int k) {
  const KernelPlan& plan = *plan_;
  const int d = plan.structure.free[k], p = plan.structure.parent[k];
  const Vector* S = matrices_.S.data() + plan.first_column[k];
  Vector* U = U_.data() + plan.first_column[k];
  double* D = D_.data() + plan.first_D[k];
  const typename Space::Offset& r = matrices_.offset[k];

  symmetric::fill_lower(IA_[k]);
  for (int j = 0; j < d; ++j) U[j].noalias() = IA_[k] * S[j];
  const auto fill_D = [&] {
    for (int j = 0; j < d; ++j)
      for (int i = j; i < d; ++i) D[j * d + i] = D[i * d + j] = S[i].dot(U[j]);
  };
  fill_D();
  if (!cholesky(D, d)) {
    lend_to(k);
    fill_D();
    for (int j = 0; j < d; ++j) D[j * d + j] += lent_to_[plan.first_column[k] + j];
    if (!cholesky(D, d)) return false;
  }

  // Rows at this body: BS, W = BS D⁻¹, and the rest goes to the parent.
  for (int c = plan.first_carried[k]; c < plan.last_carried[k]; ++c) {
    const auto& carried = plan.carried[c];
    const int rows = active_[carried.group];
    double* BS = work_.data() + carried.work;
    double* W = BS + rows * d;
    for (int i = 0; i < rows; ++i) {
      const Vector& B = blocks_[carried.block + i];
      for (int j = 0; j < d; ++j) {
        double product = B.dot(S[j]);
        if (selecting_ && std::abs(product) < threshold::no_coupling * product_of_sizes<Space>(B, S[j])) product = 0;
        BS[i * d + j] = W[i * d + j] = product;
      }
      cholesky_solve(D, d, W + i * d);
      if (carried.parent_block >= 0) {
        Vector rest = B;
        for (int j = 0; j < d; ++j) rest -= W[i * d + j] * U[j];
        blocks_[carried.parent_block + i] += Space::to_parent(rest, r);
      }
      double own = 0;
      for (int j = 0; j < d; ++j) own += W[i * d + j] * BS[i * d + j];
      own_mass_[plan.first_row[carried.group] + i] += own;
    }
  }
  for (int q = plan.first_body_pair[k]; q < plan.last_body_pair[k]; ++q) {
    const KernelPlan::Coupling& pair = plan.body_pairs[q];
    const KernelPlan::Carried &I = plan.carried[pair.i], &J = plan.carried[pair.j];
    const int rows_i = active_[I.group], rows_j = active_[J.group];
    const double *W = work_.data() + I.work + rows_i * d, *BS = work_.data() + J.work;
    double* sigma = couplings_.data() + pair.block;
    for (int i = 0; i < rows_i; ++i)
      for (int j = 0; j < rows_j; ++j)
        for (int m = 0; m < d; ++m) sigma[i * rows_j + j] += W[i * d + m] * BS[j * d + m];
  }

  if (p != 0) {
    // IA - U D⁻¹ Uᵀ, with L⁻¹Uᵀ formed column by column.
    typename Space::Matrix reduced = IA_[k];
    Vector V[Space::size];
    for (int j = 0; j < d; ++j) {
      V[j] = U[j];
      for (int m = 0; m < j; ++m) V[j] -= D[m * d + j] * V[m];
      V[j] /= D[j * d + j];
      reduced.noalias() -= V[j] * V[j].transpose();
    }
    symmetric::add(reduced, r, IA_[p]);
  }
  return true;
}

template <class Space>
void KernelIn<Space>::factor_group(const KernelPlan::Elimination& e) {
  const KernelPlan& plan = *plan_;
  factor_pivots(e.group);
  const int rows = active_[e.group];
  const double* P = P_.data() + plan.first_P[e.group];

  // Z = Σ_l'l P⁻¹ per neighbor l', then what couples through this group.
  for (int m = e.first_neighbor; m < e.last_neighbor; ++m) {
    const KernelPlan::Neighbor& neighbor = plan.neighbors[m];
    const int rows_m = active_[neighbor.group];
    const double* coupling = couplings_.data() + neighbor.coupling;  // rows × rows_m
    double* Z = work_.data() + neighbor.work;                        // rows_m × rows
    for (int i = 0; i < rows_m; ++i) {
      for (int j = 0; j < rows; ++j) Z[i * rows + j] = coupling[j * rows_m + i];
      solve_pivot(P, rows, Z + i * rows);
      if (neighbor.at_block >= 0)
        for (int j = 0; j < rows; ++j) blocks_[neighbor.at_block + i] -= Z[i * rows + j] * blocks_[e.at_block + j];
    }
  }
  for (int q = e.first_pair; q < e.last_pair; ++q) {
    const KernelPlan::Coupling& pair = plan.neighbor_pairs[q];
    const KernelPlan::Neighbor &I = plan.neighbors[pair.i], &J = plan.neighbors[pair.j];
    const int rows_i = active_[I.group], rows_j = active_[J.group];
    const double *Z = work_.data() + I.work, *coupling = couplings_.data() + J.coupling;
    double* into = couplings_.data() + pair.block;
    for (int i = 0; i < rows_i; ++i)
      for (int j = 0; j < rows_j; ++j) {
        double through = 0;
        for (int m = 0; m < rows; ++m) through += Z[i * rows + m] * coupling[m * rows_j + j];
        into[i * rows_j + j] -= through;
      }
  }
  if (e.at_block >= 0) {
    // The loop stiffens its ancestor: IA += Bᵀ P⁻¹ B.
    double y[6];
    for (int column = 0; column < Space::size; ++column) {
      for (int i = 0; i < rows; ++i) y[i] = blocks_[e.at_block + i][column];
      solve_pivot(P, rows, y);
      for (int i = 0; i < rows; ++i)
        for (int row = 0; row <= column; ++row) IA_[e.at_body](row, column) += y[i] * blocks_[e.at_block + i][row];
    }
  }
}

template class KernelIn<InSpace>;
template class KernelIn<InPlane>;

}  // namespace bricard
