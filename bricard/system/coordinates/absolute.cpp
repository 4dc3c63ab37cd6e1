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
void edges(const Layout& layout, const Kinematics<double>& k, Kernel& kernel, EdgeWork& work, std::span<const int> absent) {
  const double length = layout.length;
  auto& S = kernel.matrices().S;
  for (int b = 1; b <= layout.bodies; ++b) {
    Vec6<double>* Q = work.basis.data() + 6 * b;
    double* T = work.triangle.data() + 36 * b;
    int rank = 0;
    for (int component : absent) {  // taken before any row
      for (int j = 0; j < rank; ++j) T[6 * rank + j] = 0;
      T[6 * rank + rank] = 1;
      Q[rank++] = Vec6<double>::Unit(component);
    }
    for (int index : work.groups[b]) {
      const RowGroup& group = layout.groups[index];
      const bool second = layout.pairs[group.pairs[0]].B.body == b;
      for (int i = 0; i < group.rows; ++i) {
        const Row<double>& entry = k.entries[group.first_entry + i];
        Vec6<double> row = row_at<double>(entry.n, entry.tau, second ? k.reach_B[group.pairs[0]] : k.reach_A[group.pairs[0]]);
        if (!second) row = -row;
        row.tail<3>() /= length;
        for (int j = 0; j < rank; ++j) T[6 * rank + j] = 0;
        for (int pass = 0; pass < 2; ++pass)
          for (int j = 0; j < rank; ++j) {
            const double along = row.dot(Q[j]);
            T[6 * rank + j] += along;
            row -= along * Q[j];
          }
        const double rest = row.norm();
        T[6 * rank + rank] = rest;
        Q[rank++] = row / rest;
      }
    }
    work.rank[b] = rank;
    for (int column = 0; rank < 6; ++rank, ++column) {
      int best = 0;
      double most = -1;
      for (int e = 0; e < 6; ++e) {
        double left = 1;
        for (int j = 0; j < rank; ++j) left -= Q[j][e] * Q[j][e];
        if (left > most) {
          most = left;
          best = e;
        }
      }
      Vec6<double> direction = Vec6<double>::Unit(best);
      for (int pass = 0; pass < 2; ++pass) {
        for (int j = 0; j < rank; ++j) direction -= direction.dot(Q[j]) * Q[j];
        direction.normalize();
      }
      Q[rank] = direction;
      Vec6<double>& s = S[kernel.first_column(b) + column] = direction;
      s.tail<3>() /= length;
    }
  }
}

void known(const Layout& layout, const Kinematics<double>& k, Order order, const EdgeWork& work, std::vector<Vec6<double>>& c,
           std::span<const int> absent) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec6<double>* Q = work.basis.data() + 6 * b;
    const double* T = work.triangle.data() + 36 * b;
    Vec6<double> sum = Vec6<double>::Zero();
    double y[6] = {};
    int i = static_cast<int>(absent.size());
    for (int index : work.groups[b]) {
      const RowGroup& group = layout.groups[index];
      for (int row = group.first_row; row < group.first_row + group.rows; ++row, ++i) {
        y[i] = missing(k, order, row);
        for (int j = 0; j < i; ++j) y[i] -= T[6 * i + j] * y[j];
        y[i] /= T[6 * i + i];
        sum += y[i] * Q[i];
      }
    }
    sum.tail<3>() /= layout.length;
    c[b] = sum;
  }
}

}  // namespace bricard::absolute
