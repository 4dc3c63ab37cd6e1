#include "bricard/system/coordinates/absolute.hpp"

namespace bricard::absolute {

std::vector<int> free(const Layout& layout, std::span<const int> absent) {
  std::vector<int> free(layout.bodies + 1, 6 - static_cast<int>(absent.size()));
  free[0] = 0;
  for (const RowGroup& group : layout.groups)
    if (group.edge) free[group.edge] -= group.rows;
  return free;
}

// Rows of the tree joint as rows over the body's own twist (parent held), with the angular part in units of the characteristic
// length; orthonormalized twice (Gram–Schmidt), then completed: the complement is the free motion. Absent
// directions of the twist come first, as if rows held them.
template <class Space>
void edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel, EdgeWorkIn<Space>& work,
           std::span<const int> absent) {
  using Vector = typename Space::Vector;
  constexpr int size = Space::size, angular = size - Space::linear;
  const double length = layout.length;
  auto& S = kernel.matrices().S;
  for (int b = 1; b <= layout.bodies; ++b) {
    Vector* Q = work.basis.data() + size * b;
    double* T = work.triangle.data() + size * size * b;
    int rank = 0;
    for (int component : absent) {  // taken before any row
      for (int j = 0; j < rank; ++j) T[size * rank + j] = 0;
      T[size * rank + rank] = 1;
      Q[rank++] = Vector::Unit(component);
    }
    for (int index : work.groups[b]) {
      const RowGroup& group = layout.groups[index];
      const bool second = layout.pairs[group.pairs[0]].B.body == b;
      for (int i = 0; i < group.rows; ++i) {
        const auto& entry = k.entries[group.first_entry + i];
        Vector row = row_at<double>(entry.n, entry.tau, second ? k.reach_B[group.pairs[0]] : k.reach_A[group.pairs[0]]);
        if (!second) row = -row;
        row.template tail<angular>() /= length;
        for (int j = 0; j < rank; ++j) T[size * rank + j] = 0;
        for (int pass = 0; pass < 2; ++pass)
          for (int j = 0; j < rank; ++j) {
            const double along = row.dot(Q[j]);
            T[size * rank + j] += along;
            row -= along * Q[j];
          }
        const double rest = row.norm();
        T[size * rank + rank] = rest;
        Q[rank++] = row / rest;
      }
    }
    work.rank[b] = rank;
    for (int column = 0; rank < size; ++rank, ++column) {
      int best = 0;
      double most = -1;
      for (int e = 0; e < size; ++e) {
        double left = 1;
        for (int j = 0; j < rank; ++j) left -= Q[j][e] * Q[j][e];
        if (left > most) {
          most = left;
          best = e;
        }
      }
      Vector direction = Vector::Unit(best);
      for (int pass = 0; pass < 2; ++pass) {
        for (int j = 0; j < rank; ++j) direction -= direction.dot(Q[j]) * Q[j];
        direction.normalize();
      }
      Q[rank] = direction;
      Vector& s = S[kernel.first_column(b) + column] = direction;
      s.template tail<angular>() /= length;
    }
  }
}

template <class Space>
void known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
           std::vector<typename Space::Vector>& c, std::span<const int> absent) {
  using Vector = typename Space::Vector;
  constexpr int size = Space::size, angular = size - Space::linear;
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vector* Q = work.basis.data() + size * b;
    const double* T = work.triangle.data() + size * size * b;
    Vector sum = Vector::Zero();
    double y[size] = {};
    int i = static_cast<int>(absent.size());
    for (int index : work.groups[b]) {
      const RowGroup& group = layout.groups[index];
      for (int row = group.first_row; row < group.first_row + group.rows; ++row, ++i) {
        y[i] = missing(k, order, row);
        for (int j = 0; j < i; ++j) y[i] -= T[size * i + j] * y[j];
        y[i] /= T[size * i + i];
        sum += y[i] * Q[i];
      }
    }
    sum.template tail<angular>() /= layout.length;
    c[b] = sum;
  }
}

template void edges<InSpace>(const Layout&, const Kinematics<double>&, Kernel&, EdgeWork&, std::span<const int>);
template void edges<InPlane>(const Layout&, const PlanarKinematics<double>&, KernelIn<InPlane>&, EdgeWorkIn<InPlane>&,
                             std::span<const int>);
template void known<InSpace>(const Layout&, const Kinematics<double>&, Order, const EdgeWork&, std::vector<Vec6<double>>&,
                             std::span<const int>);
template void known<InPlane>(const Layout&, const PlanarKinematics<double>&, Order, const EdgeWorkIn<InPlane>&,
                             std::vector<Vec3<double>>&, std::span<const int>);

}  // namespace bricard::absolute
