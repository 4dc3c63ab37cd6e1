#include "bricard/formulations/matrices/iteration_matrix.hpp"

#include <algorithm>
#include <set>

#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

IterationMatrix::IterationMatrix(const System& system, const std::vector<int>& rows)
    : system_(system),
      rows_(rows),
      k_(make_kinematics<Number>(system.layout())),
      rest_(make_kinematics<double>(system.layout())) {
  const int nv = system.nv(), n = nv + system.nz(), nl = static_cast<int>(rows.size());
  for (int l = 0; l < nl; ++l) has_rate_rows_ = has_rate_rows_ || is_rate_row(l);
  mass_entries_.resize(nv);
  row_entries_.resize(nl);
  plan();
  plan_probes();
  values_.resize(pattern_.size());
  solver_.emplace(n + nl, pattern_);
  q_.resize(system.nq());
  v_.resize(n);
  a_.resize(n);
  r_.resize(nv);
  lambda_.resize(system.active_rows().size());
  still_.assign(nv, 0.0);
  unit_a_ = column_ = still_;
  unit_lambda_.assign(system.active_rows().size(), 0.0);
  unit_.setZero(nv);
  rate_.setZero(system.nq());
  back_ = ahead_ = behind_ = rate_;
  x_.setZero(n + nl);
}

bool IterationMatrix::is_rate_row(int l) const {
  const int row = system_.active_rows()[rows_[l]];
  return row < system_.constraints().rows && system_.constraints().is_rate_row[row];
}

void IterationMatrix::plan() {
  const int nv = system_.nv(), nz = system_.nz(), n = nv + nz;
  const Sparsity sparse = sparsity(system_, rows_);
  const auto first = [&](int b) { return system_.first_velocity(b); };
  const auto size = [&](int b) { return system_.velocity_count(b); };
  // Columns `from` to `end` of a body in lanes from lane0 on.
  const auto add_columns = [&](Sweep& sweep, int b, int from, int end, int lane0) {
    for (int i = from; i < end; ++i) {
      const int lane = lane0 + i - from;
      sweep.seeds.emplace_back(first(b) + i, lane);
      for (int c : sparse.near[b])
        for (int j = 0; j < size(c); ++j) {
          if (c == b || !system_.is_local())
            mass_entries_[first(b) + i].push_back({first(c) + j, static_cast<int>(pattern_.size())});
          sweep.entries.push_back({lane, first(c) + j, static_cast<int>(pattern_.size())});
          pattern_.emplace_back(first(c) + j, first(b) + i);
        }
      for (int j = nv; j < n; ++j) {
        sweep.entries.push_back({lane, j, static_cast<int>(pattern_.size())});
        pattern_.emplace_back(j, first(b) + i);
      }
      for (int l : sparse.rows_of[b]) {
        row_entries_[l].push_back({first(b) + i, static_cast<int>(pattern_.size())});
        sweep.entries.push_back({lane, n + l, static_cast<int>(pattern_.size())});
        pattern_.emplace_back(n + l, first(b) + i);
        pattern_.emplace_back(first(b) + i, n + l);  // the transpose, next in values_
      }
    }
  };
  // Pack the columns of the bodies of a color into lanes, and several colors into a sweep where they fit.
  std::vector<int> used;  // lanes, by sweep
  for (const auto& bodies : sparse.of_color) {
    int most = 0;
    for (int b : bodies) most = std::max(most, size(b));
    for (int from = 0; from < most; from += lanes) {
      const int needs = std::min(lanes, most - from);
      const auto room = std::find_if(used.begin(), used.end(), [&](int taken) { return taken + needs <= lanes; }) - used.begin();
      if (room == static_cast<std::ptrdiff_t>(used.size())) {
        sweeps_.emplace_back();
        used.push_back(0);
      }
      for (int b : bodies) add_columns(sweeps_[room], b, from, std::min(size(b), from + lanes), used[room]);
      used[room] += needs;
    }
  }
  // User states: columns of their own, which all equations of motion may see.
  for (int j = nv; j < n; ++j) {
    const int lane = (j - nv) % lanes;
    if (lane == 0) sweeps_.emplace_back();
    Sweep& sweep = sweeps_.back();
    sweep.seeds.emplace_back(j, lane);
    for (int i = 0; i < n; ++i) {
      if (i == j) state_entries_.push_back(static_cast<int>(pattern_.size()));
      sweep.entries.push_back({lane, i, static_cast<int>(pattern_.size())});
      pattern_.emplace_back(i, j);
    }
  }
}

void IterationMatrix::plan_probes() {
  const auto merge = [](const std::vector<std::vector<Probe::Entry>>& columns, std::vector<Probe>& probes) {
    std::vector<std::set<int>> seen;  // rows, by probe
    for (int column = 0; column < static_cast<int>(columns.size()); ++column) {
      const auto& entries = columns[column];
      std::size_t p = 0;
      const auto meets = [&] {
        return std::any_of(entries.begin(), entries.end(), [&](const Probe::Entry& e) { return seen[p].count(e.row) > 0; });
      };
      while (p < probes.size() && meets()) ++p;
      if (p == probes.size()) {
        probes.emplace_back();
        seen.emplace_back();
      }
      probes[p].seeds.push_back(column);
      for (const Probe::Entry& e : entries) {
        probes[p].entries.push_back(e);
        seen[p].insert(e.row);
      }
    }
  };
  merge(mass_entries_, mass_probes_);
  merge(row_entries_, row_probes_);
}

bool IterationMatrix::factor(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                             const Eigen::VectorXd& lambda, const Eigen::VectorXd& angles, double c_a, double c_v, double c_q,
                             const Eigen::VectorXd* d) {
  const int nv = system_.nv(), n = nv + system_.nz();
  std::fill(lambda_.begin(), lambda_.end(), Number(0));
  for (std::size_t l = 0; l < rows_.size(); ++l) lambda_[rows_[l]] = Number(lambda[static_cast<int>(l)]);
  turns_ = false;
  if (d) system_.move(q, -*d, back_);
  for (const Sweep& sweep : sweeps_) {
    for (int i = 0; i < q.size(); ++i) q_[i] = Number(q[i]);
    for (int i = 0; i < n; ++i) {
      v_[i] = Number(v[i]);
      a_[i] = Number(a[i]);
    }
    for (int lane = 0; lane < lanes; ++lane) {
      unit_.setZero();
      for (const auto& [column, in_lane] : sweep.seeds) {
        if (in_lane != lane) continue;
        if (column < nv) unit_[column] = 1;
        v_[column].d[lane] = c_v;
        a_[column].d[lane] = c_a;
      }
      move_along(q, d);
      for (int i = 0; i < q.size(); ++i) q_[i].d[lane] = c_q * rate_[i];
    }
    system_.evaluate<Number>(k_, Number(t), q_.data(), v_.data(),
                             std::span<const double>(angles.data(), static_cast<std::size_t>(angles.size())), v_.data() + nv);
    system_.residual<Number>(k_, a_.data(), lambda_.data(), r_.data());
    for (const auto& entry : sweep.entries) {
      if (entry.row < nv) {
        values_[entry.index] = r_[entry.row].d[entry.lane];
      } else if (entry.row < n) {
        values_[entry.index] = a_[entry.row].d[entry.lane] - k_.z_rate[entry.row - nv].d[entry.lane];
      } else {
        const int row = system_.active_rows()[rows_[entry.row - n]];
        if (is_rate_row(entry.row - n))
          values_[entry.index] = k_.Phi_rate[row].d[entry.lane] / c_v;
        else
          values_[entry.index] = values_[entry.index + 1] = k_.Phi[row].d[entry.lane] / c_q;
      }
    }
  }
  if (has_rate_rows_ || turns_) {  // rows that are not Phi_v: its transpose is found for itself
    stand_still(t, q, angles);
    probe_rows([&](int, int index, double value) { values_[index + 1] = value; });
  }
  return factor_values();
}

// rate_: the change of q = q_n ∘ d with d along unit_.
void IterationMatrix::move_along(const Eigen::VectorXd& q, const Eigen::VectorXd* d) {
  constexpr double step = threshold::turn_increment;  // of rotation vectors
  system_.rates(q, unit_, rate_);
  if (!d) return;
  x_.head(unit_.size()) = d->head(unit_.size()) + step * unit_;
  system_.move(back_, x_, ahead_);
  x_.head(unit_.size()) -= 2 * step * unit_;
  system_.move(back_, x_, behind_);
  ahead_ = (ahead_ - behind_) / (2 * step);
  const double turn = (ahead_ - rate_).cwiseAbs().maxCoeff();
  if (turn < threshold::negligible_turn) return;
  turns_ = true;
  rate_ = ahead_;
}

bool IterationMatrix::factor_mass(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& angles, double c_a) {
  stand_still(t, q, angles);
  std::fill(values_.begin(), values_.end(), 0.0);
  std::fill(unit_lambda_.begin(), unit_lambda_.end(), 0.0);
  for (const Probe& probe : mass_probes_) {
    std::fill(unit_a_.begin(), unit_a_.end(), 0.0);
    for (int column : probe.seeds) unit_a_[column] = c_a;
    system_.residual<double>(rest_, unit_a_.data(), unit_lambda_.data(), column_.data());
    for (const auto& entry : probe.entries) values_[entry.index] = column_[entry.row];
  }
  for (int index : state_entries_) values_[index] = c_a;
  probe_rows([&](int, int index, double value) { values_[index] = values_[index + 1] = value; });
  return factor_values();
}

// Kinematics at rest, without forces: there the residual is linear in accelerations and multipliers.
void IterationMatrix::stand_still(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& angles) {
  system_.evaluate<double>(rest_, t, q.data(), still_.data(),
                           std::span<const double>(angles.data(), static_cast<std::size_t>(angles.size())));
  for (auto& f : rest_.f) f.setZero();
}

// Phi_v, entry by entry.
template <class Write>
void IterationMatrix::probe_rows(Write write) {
  for (const Probe& probe : row_probes_) {
    std::fill(unit_lambda_.begin(), unit_lambda_.end(), 0.0);
    for (int l : probe.seeds) unit_lambda_[rows_[l]] = 1;
    system_.residual<double>(rest_, still_.data(), unit_lambda_.data(), column_.data());
    for (int l : probe.seeds)
      for (const auto& entry : row_entries_[l]) write(l, entry.index, column_[entry.row]);
  }
}

bool IterationMatrix::factor_values() {
  return std::all_of(values_.begin(), values_.end(), [](double x) { return std::isfinite(x); }) && solver_->factor(values_);
}

bool IterationMatrix::solve(Eigen::VectorXd& r, Eigen::VectorXd& c) {
  x_.head(r.size()) = r;
  x_.tail(c.size()) = c;
  if (!solver_->solve(x_)) return false;
  r = x_.head(r.size());
  c = x_.tail(c.size());
  return true;
}

}  // namespace bricard
