// The equations of motion written out in the coordinates of a System, for any scalar:
//   M v' + Phi_vᵀ lambda = Q,   Phi_v v' = gamma,
// column by column through J: M e_j = Jᵀ I J e_j. Rows that the coordinates add by themselves come last. For small systems, for
// symbols (codegen/) and as an independent check of the kernel.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

template <class S>
struct Matrices {
  Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> M, Phi_v;
  Eigen::Matrix<S, Eigen::Dynamic, 1> Q, Phi, nu, gamma;  // rows: System::active_rows
};

// Expects motion, rows and forces in k (System::evaluate).
template <class S>
Matrices<S> matrices(const System& system, Kinematics<S> k) {
  const Layout& layout = system.layout();
  const int nv = system.nv(), rows = static_cast<int>(system.active_rows().size());
  Matrices<S> out;
  out.M.resize(nv, nv);
  out.Phi_v.resize(rows, nv);
  out.Q.resize(nv);
  out.Phi.resize(rows);
  out.nu.resize(rows);
  out.gamma.resize(rows);
  std::vector<Vec6<S>> A(layout.bodies + 1, Vec6<S>::Zero());
  std::vector<S> unit(nv, S(0)), column(nv);

  const auto inertial = [&] {  // A → I A
    for (int b = 1; b <= layout.bodies; ++b) {
      const Vec3<S> angular = A[b].template tail<3>();
      const Vec3<S> inside = k.R[b].transpose() * angular;
      A[b].template head<3>() = S(layout.mass[b]) * Vec3<S>(A[b].template head<3>());
      A[b].template tail<3>() = k.R[b] * Vec3<S>(layout.inertia[b].template cast<S>() * inside);
    }
  };
  // Σ B A of an active row; a driver may see one coordinate alone.
  const auto row_product = [&](const RowGroup& group, int i, const std::vector<S>& a) {
    if (const int driven = system.driven(group); driven >= 0) return a[driven];
    S sum(0);
    for (int m = 0; m < group.terms; ++m) {
      const Row<S>& entry = k.entries[group.first_entry + i * group.terms + m];
      const int pair = group.pairs[m];
      const auto add = [&](int body, const Vec3<S>& reach, double sign) {
        if (body == 0) return;
        const Vec6<S> row = row_at<S>(entry.n, entry.tau, reach);
        for (int c = 0; c < 6; ++c) sum = sum + S(sign) * row[c] * A[body][c];
      };
      add(layout.pairs[pair].B.body, k.reach_B[pair], 1);
      add(layout.pairs[pair].A.body, k.reach_A[pair], -1);
    }
    return sum;
  };
  const auto for_each_row = [&](auto&& visit) {
    int l = 0;
    for (const RowGroup& group : layout.groups) {
      if (system.holds(group)) continue;
      for (int i = 0; i < group.rows; ++i) visit(l++, group, i);
    }
  };

  // What the drift alone asks for: v' = 0.
  system.body_accelerations(k, unit.data(), A);
  for_each_row([&](int l, const RowGroup& group, int i) {
    const int row = group.first_row + i;
    out.Phi[l] = k.Phi[row];
    out.nu[l] = k.nu[row];
    out.gamma[l] = system.driven(group) >= 0 ? k.second[row] : S(k.gamma[row] - row_product(group, i, unit));
  });
  const int own = system.own_rows(), first_own = rows - own;
  for (int i = 0; i < own; ++i) {
    const int row = layout.rows + i;
    out.Phi[first_own + i] = k.Phi[row];
    out.nu[first_own + i] = k.nu[row];
    out.gamma[first_own + i] = k.gamma[row];
  }
  inertial();
  for (int b = 1; b <= layout.bodies; ++b) A[b] = k.f[b] - A[b];
  system.pull_back(k, A, out.Q.data());

  for (auto& c : k.c) c = Vec6<S>::Zero();
  for (int j = 0; j < nv; ++j) {
    unit[j] = S(1);
    for (auto& a : A) a = Vec6<S>::Zero();
    system.body_accelerations(k, unit.data(), A);
    for_each_row([&](int l, const RowGroup& group, int i) { out.Phi_v(l, j) = row_product(group, i, unit); });
    for (int i = 0; i < own; ++i) out.Phi_v(first_own + i, j) = system.own_product(k, i, unit.data());
    inertial();
    system.pull_back(k, A, column.data());
    for (int i = 0; i < nv; ++i) out.M(i, j) = column[i];
    unit[j] = S(0);
  }
  return out;
}

extern template Matrices<double> matrices(const System& system, Kinematics<double> k);  // matrices.cpp

}  // namespace bricard
