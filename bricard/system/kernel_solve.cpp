// Solutions with the factorization of a tree with loops (kernel.cpp): up the tree, down again, and refined where that gains
// digits.
#include <algorithm>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/kernel.hpp"
#include "bricard/system/small_factors.hpp"
#include "bricard/system/symmetric.hpp"

namespace bricard {

namespace {

constexpr int deep = 200;  // from this depth on, loops are always refined
constexpr int most_refinements = 3;

}  // namespace

template <class Space>
void KernelIn<Space>::forward(const RightSide& right) {
  const KernelPlan& plan = *plan_;
  for (int k = 1; k <= plan.bodies; ++k) pA_[k] = right.f[k];
  for (std::size_t l = 0; l < plan.structure.groups.size(); ++l)
    for (int i = plan.first_row[l]; i < plan.first_row[l] + active_[l]; ++i) g_[i] = right.gamma[place_[i]];

  const auto eliminate = [&](const KernelPlan::Elimination& e) {
    const int rows = active_[e.group];
    double y[6];
    for (int i = 0; i < rows; ++i) y[i] = g_[plan.first_row[e.group] + i];
    for (int m = e.first_neighbor; m < e.last_neighbor; ++m) {
      const KernelPlan::Neighbor& neighbor = plan.neighbors[m];
      const double* Z = work_.data() + neighbor.work;
      double* g = g_.data() + plan.first_row[neighbor.group];
      for (int i = 0; i < active_[neighbor.group]; ++i, Z += rows)
        for (int j = 0; j < rows; ++j) g[i] -= Z[j] * y[j];
    }
    if (e.at_block >= 0) {
      solve_pivot(P_.data() + plan.first_P[e.group], rows, y);
      for (int i = 0; i < rows; ++i) pA_[e.at_body] += y[i] * blocks_[e.at_block + i];
    }
  };

  for (int k = plan.bodies; k >= 1; --k) {
    for (int e = plan.first_elimination[k]; e < plan.last_elimination[k]; ++e) eliminate(plan.eliminations[e]);
    const int d = plan.structure.free[k], p = plan.structure.parent[k], column = plan.first_column[k];
    const Vector *S = matrices_.S.data() + column, *U = U_.data() + column;
    double* step = u_.data() + column;  // D⁻¹ (tau + Sᵀ pA - Uᵀ c)
    if (d == 1) {
      const Vector f = pA_[k], c = right.c[k];
      const double move = *step = (right.tau[column] + symmetric::dot(*S, f) - symmetric::dot(*U, c)) * D_[plan.first_D[k]];
      for (int m = plan.first_carried[k]; m < plan.last_carried[k]; ++m) {
        const auto& carried = plan.carried[m];
        const double* BS = work_.data() + carried.work;
        double* g = g_.data() + plan.first_row[carried.group];
        for (int i = 0; i < active_[carried.group]; ++i) g[i] -= blocks_[carried.block + i].dot(c) + BS[i] * move;
      }
      if (p != 0) symmetric::add_force(symmetric::rest(f, symmetric::product(IA_[k], c), move, *U), matrices_.offset[k], pA_[p]);
      continue;
    }
    for (int j = 0; j < d; ++j) step[j] = right.tau[column + j] + S[j].dot(pA_[k]) - U[j].dot(right.c[k]);
    cholesky_solve(D_.data() + plan.first_D[k], d, step);
    for (int c = plan.first_carried[k]; c < plan.last_carried[k]; ++c) {
      const auto& carried = plan.carried[c];
      const double* BS = work_.data() + carried.work;
      for (int i = 0; i < active_[carried.group]; ++i) {
        double known = blocks_[carried.block + i].dot(right.c[k]);
        for (int j = 0; j < d; ++j) known += BS[i * d + j] * step[j];
        g_[plan.first_row[carried.group] + i] -= known;
      }
    }
    if (p != 0) {
      Vector up = pA_[k];
      up.noalias() -= IA_[k] * right.c[k];
      for (int j = 0; j < d; ++j) up -= step[j] * U[j];
      pA_[p] += Space::to_parent(up, matrices_.offset[k]);
    }
  }
  for (int e = plan.first_elimination[0]; e < plan.last_elimination[0]; ++e) eliminate(plan.eliminations[e]);
}

template <class Space>
void KernelIn<Space>::backward(const RightSide& right, Solution& solution) {
  const KernelPlan& plan = *plan_;
  // lambda = P⁻¹ (B A - g - Σ lambda').
  const auto multipliers = [&](const KernelPlan::Elimination& e) {
    const int rows = active_[e.group];
    double y[6];
    for (int i = 0; i < rows; ++i) {
      y[i] = -g_[plan.first_row[e.group] + i];
      if (e.at_block >= 0) y[i] += blocks_[e.at_block + i].dot(solution.A[e.at_body]);
    }
    for (int m = e.first_neighbor; m < e.last_neighbor; ++m) {
      const KernelPlan::Neighbor& neighbor = plan.neighbors[m];
      const int rows_m = active_[neighbor.group];
      const double *coupling = couplings_.data() + neighbor.coupling, *lambda = lambda_.data() + plan.first_row[neighbor.group];
      for (int i = 0; i < rows; ++i, coupling += rows_m)
        for (int j = 0; j < rows_m; ++j) y[i] -= coupling[j] * lambda[j];
    }
    solve_pivot(P_.data() + plan.first_P[e.group], rows, y);
    for (int i = 0; i < rows; ++i) lambda_[plan.first_row[e.group] + i] = y[i];
  };

  for (int e = plan.last_elimination[0] - 1; e >= plan.first_elimination[0]; --e) multipliers(plan.eliminations[e]);
  solution.A[0].setZero();
  for (int k = 1; k <= plan.bodies; ++k) {
    const int d = plan.structure.free[k], p = plan.structure.parent[k], column = plan.first_column[k];
    const Vector *S = matrices_.S.data() + column, *U = U_.data() + column;
    Vector A = p != 0 ? Space::to_child(solution.A[p], matrices_.offset[k]) : Vector(Vector::Zero());
    if (d == 1) {
      double back = symmetric::dot(*U, A);
      for (int m = plan.first_carried[k]; m < plan.last_carried[k]; ++m) {
        const auto& carried = plan.carried[m];
        const double *BS = work_.data() + carried.work, *lambda = lambda_.data() + plan.first_row[carried.group];
        for (int i = 0; i < active_[carried.group]; ++i) back += BS[i] * lambda[i];
      }
      const double a = solution.a[column] = u_[column] - back * D_[plan.first_D[k]];
      symmetric::set_sum(A, right.c[k], a, *S, solution.A[k]);
      for (int e = plan.last_elimination[k] - 1; e >= plan.first_elimination[k]; --e) multipliers(plan.eliminations[e]);
      continue;
    }
    double back[Space::size];
    for (int j = 0; j < d; ++j) back[j] = U[j].dot(A);
    for (int c = plan.first_carried[k]; c < plan.last_carried[k]; ++c) {
      const auto& carried = plan.carried[c];
      const double* BS = work_.data() + carried.work;
      for (int i = 0; i < active_[carried.group]; ++i)
        for (int j = 0; j < d; ++j) back[j] += BS[i * d + j] * lambda_[plan.first_row[carried.group] + i];
    }
    cholesky_solve(D_.data() + plan.first_D[k], d, back);
    A += right.c[k];
    for (int j = 0; j < d; ++j) {
      solution.a[column + j] = u_[column + j] - back[j];
      A += solution.a[column + j] * S[j];
    }
    solution.A[k] = A;
    for (int e = plan.last_elimination[k] - 1; e >= plan.first_elimination[k]; --e) multipliers(plan.eliminations[e]);
  }
  std::fill(solution.lambda.begin(), solution.lambda.end(), 0.0);
  for (std::size_t l = 0; l < plan.structure.groups.size(); ++l)
    for (int i = plan.first_row[l]; i < plan.first_row[l] + active_[l]; ++i) solution.lambda[place_[i]] = lambda_[i];
}

template <class Space>
double KernelIn<Space>::row_product(int group, int row, const std::vector<Vector>& A) const {
  const KernelPlan& plan = *plan_;
  const auto& g = plan.structure.groups[group];
  double sum = 0;
  for (std::size_t b = 0; b < g.bodies.size(); ++b)
    sum += matrices_.B[plan.first_block[group] + b * g.rows + row].dot(A[g.bodies[b]]);
  return sum;
}

template <class Space>
void KernelIn<Space>::joint_forces(const RightSide& right, const Solution& solution, std::vector<Vector>& F) const {
  const KernelPlan& plan = *plan_;
  for (int k = 1; k <= plan.bodies; ++k) {
    F[k] = Space::momentum(matrices_.mass[k], matrices_.inertia[k], solution.A[k]) - right.f[k];
  }
  for (std::size_t l = 0; l < plan.structure.groups.size(); ++l) {
    const auto& group = plan.structure.groups[l];
    for (std::size_t b = 0; b < group.bodies.size(); ++b)
      for (int i = 0; i < group.rows; ++i)
        F[group.bodies[b]] += solution.lambda[plan.first_row[l] + i] * matrices_.B[plan.first_block[l] + b * group.rows + i];
  }
  for (int k = plan.bodies; k >= 1; --k)
    if (const int p = plan.structure.parent[k]; p != 0) F[p] += Space::to_parent(F[k], matrices_.offset[k]);
}

// What the solution misses: joint balance into correction_right_.tau, loop rows into correction_right_.gamma.
template <class Space>
double KernelIn<Space>::residual(const RightSide& right, const Solution& solution) {
  const KernelPlan& plan = *plan_;
  joint_forces(right, solution, F_);
  double largest = 0;
  for (int k = 1; k <= plan.bodies; ++k)
    for (int j = plan.first_column[k]; j < plan.first_column[k + 1]; ++j) {
      correction_right_.tau[j] = right.tau[j] - matrices_.S[j].dot(F_[k]) - lent_to_[j] * solution.a[j];
    }
  for (std::size_t l = 0; l < plan.structure.groups.size(); ++l)
    for (int i = 0; i < plan.structure.groups[l].rows; ++i) {
      const int row = plan.first_row[l] + i;
      const double missing = right.gamma[row] - row_product(static_cast<int>(l), i, solution.A);
      correction_right_.gamma[row] = selected_[row] ? missing : 0;
      if (selected_[row]) largest = std::max(largest, missing * missing / pivots_[row]);  // an acceleration times its force
    }
  return largest;
}

template <class Space>
void KernelIn<Space>::solve(const RightSide& right, Solution& solution) {
  unresisted_body_ = 0;
  solve_refined(right, solution);
  if (!lent_.empty()) give_back(right, solution);
}

template <class Space>
void KernelIn<Space>::solve_refined(const RightSide& right, Solution& solution) {
  const KernelPlan& plan = *plan_;
  forward(right);
  backward(right, solution);
  // Trees need no refinement: chains of 1000 bodies, bent and folded at random, are accurate to 2e-13 (docs/benchmarks.md).
  if (rows() == 0 || !(regularize_ || plan.depth >= deep)) return;
  double before = residual(right, solution);
  for (int refinement = 0; refinement < most_refinements; ++refinement) {
    forward(correction_right_);
    backward(correction_right_, correction_);
    for (int k = 1; k <= plan.bodies; ++k) solution.A[k] += correction_.A[k];
    for (std::size_t j = 0; j < solution.a.size(); ++j) solution.a[j] += correction_.a[j];
    for (std::size_t i = 0; i < solution.lambda.size(); ++i) solution.lambda[i] += correction_.lambda[i];
    if (smallest_pivot_ > threshold::far_from_singular) break;  // far from singular: one is enough
    const double after = residual(right, solution);
    if (!(after < 0.25 * before)) break;
    before = after;
  }
}

template void KernelIn<InSpace>::forward(const RightSide&);
template void KernelIn<InPlane>::forward(const RightSide&);
template void KernelIn<InSpace>::backward(const RightSide&, Solution&);
template void KernelIn<InPlane>::backward(const RightSide&, Solution&);
template double KernelIn<InSpace>::row_product(int, int, const std::vector<Vector>&) const;
template double KernelIn<InPlane>::row_product(int, int, const std::vector<Vector>&) const;
template void KernelIn<InSpace>::joint_forces(const RightSide&, const Solution&, std::vector<Vector>&) const;
template void KernelIn<InPlane>::joint_forces(const RightSide&, const Solution&, std::vector<Vector>&) const;
template double KernelIn<InSpace>::residual(const RightSide&, const Solution&);
template double KernelIn<InPlane>::residual(const RightSide&, const Solution&);
template void KernelIn<InSpace>::solve(const RightSide&, Solution&);
template void KernelIn<InPlane>::solve(const RightSide&, Solution&);
template void KernelIn<InSpace>::solve_refined(const RightSide&, Solution&);
template void KernelIn<InPlane>::solve_refined(const RightSide&, Solution&);

}  // namespace bricard
