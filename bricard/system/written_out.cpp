#include "bricard/system/written_out.hpp"

#include <algorithm>

#include "bricard/math/space_operations.hpp"

namespace bricard {

WrittenOut::WrittenOut(const System& system) : system_(system), local_(system.is_local()), parent_(system.layout().tree.parent) {
  const Layout& layout = system.layout();
  const int bodies = layout.bodies, rows = static_cast<int>(system.active_rows().size());
  parent_[0] = 0;
  first_.assign(bodies + 1, 0);
  count_.assign(bodies + 1, 0);
  for (int b = 1; b <= bodies; ++b) {
    first_[b] = system.first_velocity(b);
    count_[b] = system.velocity_count(b);
  }
  Q_.setZero(system.nv());
  units_.setZero(system.nv());
  no_drift_.assign(bodies + 1, Vec6<double>::Zero());
  gamma_.setZero(rows);
  Phi_ = Phi_rate_ = gamma_;
  const auto make = [&]<class Space>(Work<Space>& work) {
    work.J.assign(system.nv(), Space::Vector::Zero());
    work.A.assign(bodies + 1, Space::Vector::Zero());
    work.I.assign(bodies + 1, Space::Matrix::Zero());
  };
  make(space_);
  if (layout.plane.complete) make(plane_);
  make_mass_pattern();
  make_row_pattern();
}

// The body itself and those that carry it, below `stop`; in local sets itself alone.
template <class Visit>
void WrittenOut::for_each_above(int body, int stop, Visit&& visit) const {
  for (; body != 0 && body != stop; body = parent_[body]) {
    visit(body);
    if (local_) return;
  }
}

// The nearest body that carries both.
int WrittenOut::shared_body(int a, int b) const {
  while (a != b) {
    if (a > b)
      a = parent_[a];
    else
      b = parent_[b];
  }
  return a;
}

void WrittenOut::make_mass_pattern() {
  std::vector<Eigen::Triplet<double>> triplets;
  std::vector<std::pair<int, int>> entries;
  for (int b = 1; b <= system_.layout().bodies; ++b)
    for (int j = first_[b]; j < first_[b] + count_[b]; ++j)
      for_each_above(b, 0, [&](int x) {
        for (int i = first_[x]; i < first_[x] + count_[x]; ++i) {
          entries.emplace_back(i, j);
          triplets.emplace_back(i, j, 1.0);
          triplets.emplace_back(j, i, 1.0);
        }
      });
  M_.resize(system_.nv(), system_.nv());
  M_.setFromTriplets(triplets.begin(), triplets.end());
  for (const auto& [i, j] : entries) {
    mass_places_.push_back(static_cast<int>(&M_.coeffRef(i, j) - M_.valuePtr()));
    mass_places_.push_back(static_cast<int>(&M_.coeffRef(j, i) - M_.valuePtr()));
  }
}

void WrittenOut::make_row_pattern() {
  const Layout& layout = system_.layout();
  const int rows = static_cast<int>(system_.active_rows().size()), own = system_.own_rows();
  std::vector<Eigen::Triplet<double>> triplets;
  std::vector<std::vector<int>> columns;  // of each group, in the order in which write_rows meets them
  int row = 0;
  for (int g = 0; g < static_cast<int>(layout.groups.size()); ++g) {
    const RowGroup& group = layout.groups[g];
    if (group.rows == 0 || system_.holds(group)) continue;
    std::vector<int>& seen = columns.emplace_back();
    groups_.push_back({g, row, system_.driven(group), {}});
    if (groups_.back().driven >= 0) seen.push_back(groups_.back().driven);
    for (const int pair : group.pairs) {
      if (groups_.back().driven >= 0) break;
      const int a = layout.pairs[pair].A.body, b = layout.pairs[pair].B.body, stop = local_ && a != b ? 0 : shared_body(a, b);
      for (const int end : {b, a})
        for_each_above(end, stop, [&](int x) {
          for (int i = first_[x]; i < first_[x] + count_[x]; ++i) seen.push_back(i);
        });
    }
    for (int i = 0; i < group.rows; ++i, ++row)
      for (const int column : seen) triplets.emplace_back(row, column, 1.0);
  }
  for (int i = 0; i < own; ++i, ++row) {
    const int b = system_.body_of_own_row(i);
    own_first_.push_back(first_[b]);
    for (int j = first_[b]; j < first_[b] + count_[b]; ++j) triplets.emplace_back(row, j, 1.0);
  }
  Phi_v_.resize(rows, system_.nv());
  Phi_v_.setFromTriplets(triplets.begin(), triplets.end());
  for (std::size_t n = 0; n < groups_.size(); ++n) {
    const int start = Phi_v_.outerIndexPtr()[groups_[n].first_row];
    for (const int column : columns[n])
      groups_[n].places.push_back(static_cast<int>(&Phi_v_.coeffRef(groups_[n].first_row, column) - Phi_v_.valuePtr()) - start);
  }

  std::vector<int> of_layout(layout.rows + own, -1);
  int kernel = 0;
  for (const int g : system_.loop_groups())
    for (int i = 0; i < layout.groups[g].rows; ++i) of_layout[layout.groups[g].first_row + i] = kernel++;
  for (const int active : system_.active_rows()) kernel_rows_.push_back(of_layout[active]);
}

void WrittenOut::write(Equations& e) {
  if (e.plane)
    write_in(*e.plane, plane_);
  else
    write_in<InSpace>(e, space_);
}

template <class Space>
void WrittenOut::write_in(EquationsIn<Space>& e, Work<Space>& work) {
  const Layout& layout = system_.layout();
  find_columns(e.k);
  const auto& k = e.k;
  for (int b = 1; b <= layout.bodies; ++b) {
    work.A[b] = k.c[b];
    if (const int parent = parent_[b]; !local_ && parent) work.A[b] += Space::to_child(work.A[parent], k.p[b] - k.p[parent]);
  }
  write_rows<Space>(k, work);
  if constexpr (Space::size == 6) write_own_rows(k);
  write_mass<Space>(k, work);
}

// In local sets a unit of the first velocity of every body at once, then of the second, ...: without drift these are the columns.
void WrittenOut::find_columns(Kinematics<double>& k) {
  if (!local_) {
    std::copy(k.S_columns.begin(), k.S_columns.end(), space_.J.begin());
    return;
  }
  const int bodies = system_.layout().bodies, most = *std::max_element(count_.begin(), count_.end());
  std::swap(k.c, no_drift_);
  for (int i = 0; i < most; ++i) {
    for (int b = 1; b <= bodies; ++b) units_[first_[b] + i] = 1;
    system_.body_accelerations(k, units_.data(), space_.A);
    for (int b = 1; b <= bodies; ++b) {
      units_[first_[b] + i] = 0;
      space_.J[first_[b] + i] = space_.A[b];
    }
  }
  std::swap(k.c, no_drift_);
}

// In the plane the velocities of a local set are those of the bodies themselves (coordinates/planar.hpp).
void WrittenOut::find_columns(const PlanarKinematics<double>& k) {
  if (local_)
    for (int i = 0; i < static_cast<int>(plane_.J.size()); ++i) plane_.J[i] = Vec3<double>::Unit(i % 3);
  else
    std::copy(k.S_columns.begin(), k.S_columns.end(), plane_.J.begin());
}

// M and Q = Jᵀ (f - I A).
template <class Space>
void WrittenOut::write_mass(const KinematicsIn<Space>& k, Work<Space>& work) {
  using Vector = typename Space::Vector;
  const Layout& layout = system_.layout();
  for (int b = 1; b <= layout.bodies; ++b) {
    if constexpr (Space::size == 6)
      work.I[b] = Space::inertia(layout.mass[b], Mat3<double>(k.R[b] * layout.inertia[b] * k.R[b].transpose()));
    else
      work.I[b] = Space::inertia(layout.mass[b], layout.plane.inertia[b]);
    work.A[b] = k.f[b] - Vector(work.I[b] * work.A[b]);
  }
  for (int b = layout.bodies; b >= 1; --b) {
    for (int j = first_[b]; j < first_[b] + count_[b]; ++j) Q_[j] = work.J[j].dot(work.A[b]);
    if (const int parent = parent_[b]; !local_ && parent) {
      work.A[parent] += Space::to_parent(work.A[b], k.p[b] - k.p[parent]);
      Space::add_to_parent(work.I[b], k.p[b] - k.p[parent], work.I[parent]);
    }
  }
  double* const values = M_.valuePtr();
  const int* place = mass_places_.data();
  for (int b = 1; b <= layout.bodies; ++b)
    for (int j = first_[b]; j < first_[b] + count_[b]; ++j) {
      Vector force = work.I[b] * work.J[j];
      for_each_above(b, 0, [&](int x) {
        for (int i = first_[x]; i < first_[x] + count_[x]; ++i, place += 2)
          values[place[0]] = values[place[1]] = work.J[i].dot(force);
        if (parent_[x]) force = Space::to_parent(force, k.p[x] - k.p[parent_[x]]);
      });
    }
}

template <class Space>
void WrittenOut::write_rows(const KinematicsIn<Space>& k, const Work<Space>& work) {
  using Vector = typename Space::Vector;
  const Layout& layout = system_.layout();
  std::fill_n(Phi_v_.valuePtr(), Phi_v_.nonZeros(), 0.0);
  for (const GroupPlaces& at : groups_) {
    const RowGroup& group = layout.groups[at.group];
    for (int i = 0; i < group.rows; ++i) {
      const int row = group.first_row + i, l = at.first_row + i;
      double* const values = Phi_v_.valuePtr() + Phi_v_.outerIndexPtr()[l];
      const int* place = at.places.data();
      Phi_[l] = layout.is_rate_row[row] ? 0 : k.Phi[row];
      Phi_rate_[l] = k.Phi_rate[row];
      gamma_[l] = k.gamma[row];
      if (at.driven >= 0) {
        values[*place] = 1;
        gamma_[l] = k.second[row];
        continue;
      }
      for (int m = 0; m < group.terms; ++m) {
        const auto& entry = k.entries[group.first_entry + i * group.terms + m];
        const int pair = group.pairs[m], a = layout.pairs[pair].A.body, b = layout.pairs[pair].B.body;
        const int stop = local_ && a != b ? 0 : shared_body(a, b);
        const auto add = [&](int end, Vector covector) {
          if (end) gamma_[l] -= covector.dot(work.A[end]);
          for_each_above(end, stop, [&](int x) {
            for (int j = first_[x]; j < first_[x] + count_[x]; ++j) values[*place++] += covector.dot(work.J[j]);
            if (parent_[x]) covector = Space::to_parent(covector, k.p[x] - k.p[parent_[x]]);
          });
        };
        add(b, row_at<double>(entry.n, entry.tau, k.reach_B[pair]));
        add(a, -row_at<double>(entry.n, entry.tau, k.reach_A[pair]));
      }
    }
  }
}

void WrittenOut::write_own_rows(const Kinematics<double>& k) {
  const int own = static_cast<int>(own_first_.size()), first = static_cast<int>(gamma_.size()) - own;
  for (int i = 0; i < own; ++i) {
    const int row = system_.layout().rows + i, l = first + i;
    double* const values = Phi_v_.valuePtr() + Phi_v_.outerIndexPtr()[l];
    const int columns = count_[system_.body_of_own_row(i)];
    for (int j = 0; j < columns; ++j) {
      units_[own_first_[i] + j] = 1;
      values[j] = system_.own_product(k, i, static_cast<const double*>(units_.data()));
      units_[own_first_[i] + j] = 0;
    }
    Phi_[l] = k.Phi[row];
    Phi_rate_[l] = k.Phi_rate[row];
    gamma_[l] = k.gamma[row];
  }
}

}  // namespace bricard
