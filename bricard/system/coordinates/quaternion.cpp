#include "bricard/system/coordinates/quaternion.hpp"

namespace bricard {

void QuaternionCoordinates::second_rates(const Layout& layout, const double* q, const double* v, const double* a,
                                         double* second) {
  for (int b = 1; b <= layout.bodies; ++b, q += 7, v += 6, a += 6, second += 7) {
    const Vec4<double> e_second = quaternion_second<double>(Vec4<double>(q[3], q[4], q[5], q[6]), Vec3<double>(v[3], v[4], v[5]),
                                                            Vec3<double>(a[3], a[4], a[5]));
    for (int i = 0; i < 3; ++i) second[i] = a[i];
    for (int i = 0; i < 4; ++i) second[3 + i] = e_second[i];
  }
}

void QuaternionCoordinates::velocities(const Layout& layout, const double* q, const double* q_rate, double* v) {
  for (int b = 1; b <= layout.bodies; ++b, q += 7, q_rate += 7, v += 6) {
    const Vec3<double> w =
        angular_velocity(Vec4<double>(q[3], q[4], q[5], q[6]), Vec4<double>(q_rate[3], q_rate[4], q_rate[5], q_rate[6]));
    for (int i = 0; i < 3; ++i) {
      v[i] = q_rate[i];
      v[3 + i] = w[i];
    }
  }
}

void QuaternionCoordinates::move(const Layout& layout, const double* q, const double* d, double* moved) {
  for (int b = 1; b <= layout.bodies; ++b, q += 7, d += 6, moved += 7) {
    const Vec4<double> e =
        quaternion_product<double>(quaternion_of(Vec3<double>(d[3], d[4], d[5])), Vec4<double>(q[3], q[4], q[5], q[6]));
    const double length = e.norm();
    for (int i = 0; i < 3; ++i) moved[i] = q[i] + d[i];
    for (int i = 0; i < 4; ++i) moved[3 + i] = e[i] / length;
  }
}

void QuaternionCoordinates::from_bodies(const Layout& layout, const Kinematics<double>& k, double* q, double* v) {
  for (int b = 1; b <= layout.bodies; ++b, q += 7, v += 6) {
    const Vec4<double> e = quaternion_of(k.R[b]);
    for (int i = 0; i < 3; ++i) {
      q[i] = k.p[b][i];
      v[i] = k.v[b][i];
      v[3 + i] = k.w[b][i];
    }
    for (int i = 0; i < 4; ++i) q[3 + i] = e[i];
  }
}

std::vector<int> QuaternionCoordinates::free(const Layout& layout) {
  std::vector<int> free(layout.bodies + 1, 6);
  free[0] = 0;
  for (const RowGroup& group : layout.groups)
    if (group.edge) free[group.edge] -= group.rows;
  return free;
}

// Rows of the tree joint as rows over the body's own twist (parent held), with the angular part in units of the characteristic
// length; orthonormalized twice (Gram–Schmidt), then completed: the complement is the free motion.
void QuaternionCoordinates::edges(const Layout& layout, const Kinematics<double>& k, Kernel& kernel, EdgeWork& work) {
  const double length = layout.length;
  auto& S = kernel.matrices().S;
  for (int b = 1; b <= layout.bodies; ++b) {
    Vec6<double>* Q = work.basis.data() + 6 * b;
    double* T = work.triangle.data() + 36 * b;
    int rank = 0;
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

void QuaternionCoordinates::known(const Layout& layout, const Kinematics<double>& k, Order order, const EdgeWork& work,
                                  std::vector<Vec6<double>>& c) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec6<double>* Q = work.basis.data() + 6 * b;
    const double* T = work.triangle.data() + 36 * b;
    Vec6<double> sum = Vec6<double>::Zero();
    double y[6];
    int i = 0;
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

void QuaternionCoordinates::increments(const Layout& layout, const Kinematics<double>&, Order, const Kernel&,
                                       const KernelSolution& solution, const EdgeWork&, double* d) {
  for (int b = 1; b <= layout.bodies; ++b)
    for (int i = 0; i < 6; ++i) *d++ = solution.A[b][i];
}

}  // namespace bricard
