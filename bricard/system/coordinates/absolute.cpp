#include "bricard/system/coordinates/absolute.hpp"

#include "bricard/math/thresholds.hpp"

namespace bricard::absolute {

std::vector<int> free(const Layout& layout, std::span<const int> absent) {
  std::vector<int> free(layout.bodies + 1, 6 - static_cast<int>(absent.size()));
  free[0] = 0;
  for (const RowGroup& group : layout.groups)
    if (group.edge) free[group.edge] -= group.rows;
  return free;
}

namespace {

// Vectors b of the span of a (at most three) with a_i · b_j = 1 where i = j and else 0, and unit vectors `across` all a. False:
// they are nearly dependent.
bool find_dual(const Vec3<double>* a, int count, Vec3<double>* b, Vec3<double>* across) {
  if (count == 0) {
    for (int i = 0; i < 3; ++i) across[i] = Vec3<double>::Unit(i);
    return true;
  }
  if (count == 1) {
    const double square = a[0].squaredNorm();
    b[0] = a[0] / square;
    int least_along = 0;
    a[0].cwiseAbs().minCoeff(&least_along);
    across[0] = cross<double>(a[0], Vec3<double>::Unit(least_along)).normalized();
    across[1] = cross<double>(b[0] * std::sqrt(square), across[0]);
    return square > 0;
  }
  const Vec3<double> normal = cross<double>(a[0], a[1]);
  const double square = normal.squaredNorm();
  if (!(square > threshold::clearly_independent * a[0].squaredNorm() * a[1].squaredNorm())) return false;
  if (count == 2) {
    b[0] = cross<double>(a[1], normal) / square;
    b[1] = cross<double>(normal, a[0]) / square;
    across[0] = normal / std::sqrt(square);
    return true;
  }
  const double volume = normal.dot(a[2]);
  if (!(volume * volume > threshold::clearly_independent * square * a[2].squaredNorm())) return false;
  b[0] = cross<double>(a[1], a[2]) / volume;
  b[1] = cross<double>(a[2], a[0]) / volume;
  b[2] = normal / volume;
  return true;
}

// In closed form, at the marker where the covectors (n, tau) of the rows act, u = v + w × reach there:
//   rows with n = 0    tau_i·w = y_i                w = Σ y_i tau*_i + rotations across all tau_i
//   the others         n_j·u = y_j - tau_j·w        u = Σ (y_j - tau_j·w) n*_j + translations across all n_j
// with the dual vectors tau*, n*. False: there are more than three of a kind, or they are nearly dependent.
bool edge_in_blocks(const Layout& layout, const Kinematics<double>& k, const std::vector<int>& groups, int b, Vec6<double>* S,
                    Vec6<double>* per_row) {
  Vec3<double> turning[3], n[3], tau[3];
  int place_turning[3], place[3], rotations = 0, translations = 0, row = 0;
  const int pair = groups.empty() ? 0 : layout.groups[groups[0]].pairs[0];
  for (const int index : groups) {
    const RowGroup& group = layout.groups[index];
    if (group.pairs[0] != pair) return false;
    for (int i = 0; i < group.rows; ++i, ++row) {
      const auto& entry = k.entries[group.first_entry + i];
      const bool turns = entry.n.squaredNorm() == 0;
      if ((turns ? rotations : translations) == 3) return false;
      if (turns) {
        turning[rotations] = entry.tau;
        place_turning[rotations++] = row;
      } else {
        n[translations] = entry.n;
        tau[translations] = entry.tau;
        place[translations++] = row;
      }
    }
  }
  Vec3<double> dual_turning[3], dual[3], free_turning[3], free[3];
  if (!find_dual(turning, rotations, dual_turning, free_turning) || !find_dual(n, translations, dual, free)) return false;
  const bool second = groups.empty() || layout.pairs[pair].B.body == b;
  const Vec3<double> reach = groups.empty() ? Vec3<double>(Vec3<double>::Zero()) : second ? k.reach_B[pair] : k.reach_A[pair];
  const auto turned = [&](const Vec3<double>& w) {
    Vec3<double> v = cross<double>(reach, w);
    for (int j = 0; j < translations; ++j) v -= tau[j].dot(w) * dual[j];
    Vec6<double> motion;
    motion << v, w;
    return motion;
  };
  const auto moved = [](const Vec3<double>& v) {
    Vec6<double> motion;
    motion << v, Vec3<double>::Zero();
    return motion;
  };
  const double sign = second ? 1 : -1;
  for (int i = 0; i < rotations; ++i) per_row[place_turning[i]] = turned(sign * dual_turning[i]);
  for (int j = 0; j < translations; ++j) per_row[place[j]] = moved(sign * dual[j]);
  for (int i = rotations; i < 3; ++i) *S++ = turned(free_turning[i - rotations]);
  for (int j = translations; j < 3; ++j) *S++ = moved(free[j - translations]);
  return true;
}

// In general: rows of the tree joint as rows over the body's own twist (parent held), with the angular part in units of the
// characteristic length; orthonormalized twice (Gram–Schmidt), then completed: the complement is the free motion. Absent
// directions of the twist come first, as if rows held them.
template <class Space>
void edge_by_orthogonal_rows(const Layout& layout, const KinematicsIn<Space>& k, const std::vector<int>& groups, int b,
                             std::span<const int> absent, typename Space::Vector* S, typename Space::Vector* per_row) {
  using Vector = typename Space::Vector;
  constexpr int size = Space::size, angular = size - Space::linear;
  Vector Q[size];
  double T[size][size];
  int rank = 0;
  for (int component : absent) {  // taken before any row
    for (int j = 0; j < rank; ++j) T[rank][j] = 0;
    T[rank][rank] = 1;
    Q[rank++] = Vector::Unit(component);
  }
  for (int index : groups) {
    const RowGroup& group = layout.groups[index];
    const bool second = layout.pairs[group.pairs[0]].B.body == b;
    for (int i = 0; i < group.rows; ++i) {
      const auto& entry = k.entries[group.first_entry + i];
      Vector row = row_at<double>(entry.n, entry.tau, second ? k.reach_B[group.pairs[0]] : k.reach_A[group.pairs[0]]);
      if (!second) row = -row;
      row.template tail<angular>() /= layout.length;
      for (int j = 0; j < rank; ++j) T[rank][j] = 0;
      for (int pass = 0; pass < 2; ++pass)
        for (int j = 0; j < rank; ++j) {
          const double along = row.dot(Q[j]);
          T[rank][j] += along;
          row -= along * Q[j];
        }
      const double rest = row.norm();
      T[rank][rank] = rest;
      Q[rank++] = row / rest;
    }
  }
  // Σ_j T_ij Q_j are the rows: the motions P with Σ_i T_ij P_i = Q_j have one row 1 and the others 0.
  const int held = static_cast<int>(absent.size());
  for (int i = rank - 1; i >= held; --i) {
    Vector& motion = per_row[i - held] = Q[i];
    for (int j = i + 1; j < rank; ++j) motion -= T[j][i] * per_row[j - held];
    motion /= T[i][i];
  }
  for (int i = held; i < rank; ++i) per_row[i - held].template tail<angular>() /= layout.length;
  for (; rank < size; ++rank) {
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
    Vector& s = *S++ = direction;
    s.template tail<angular>() /= layout.length;
  }
}

}  // namespace

template <class Space>
void edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel, EdgeWorkIn<Space>& work,
           std::span<const int> absent) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const std::vector<int>& groups = (*work.groups)[b];
    typename Space::Vector *S = kernel.matrices().S.data() + kernel.first_column(b),
                           *per_row = work.per_row.data() + Space::size * b;
    if constexpr (Space::size == 6)
      if (absent.empty() && edge_in_blocks(layout, k, groups, b, S, per_row)) continue;
    edge_by_orthogonal_rows<Space>(layout, k, groups, b, absent, S, per_row);
  }
}

template <class Space>
void known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
           std::vector<typename Space::Vector>& c) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const typename Space::Vector* per_row = work.per_row.data() + Space::size * b;
    typename Space::Vector sum = Space::Vector::Zero();
    for (int index : (*work.groups)[b]) {
      const RowGroup& group = layout.groups[index];
      for (int row = group.first_row; row < group.first_row + group.rows; ++row) sum += missing(k, order, row) * *per_row++;
    }
    c[b] = sum;
  }
}

template void edges<InSpace>(const Layout&, const Kinematics<double>&, Kernel&, EdgeWork&, std::span<const int>);
template void edges<InPlane>(const Layout&, const PlanarKinematics<double>&, KernelIn<InPlane>&, EdgeWorkIn<InPlane>&,
                             std::span<const int>);
template void known<InSpace>(const Layout&, const Kinematics<double>&, Order, const EdgeWork&, std::vector<Vec6<double>>&);
template void known<InPlane>(const Layout&, const PlanarKinematics<double>&, Order, const EdgeWorkIn<InPlane>&,
                             std::vector<Vec3<double>>&);

}  // namespace bricard::absolute
