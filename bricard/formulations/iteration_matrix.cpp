#include "bricard/formulations/iteration_matrix.hpp"

#include <algorithm>

#include "bricard/formulations/sparsity.hpp"

namespace bricard {

IterationMatrix::IterationMatrix(const System& system, const std::vector<int>& rows)
    : system_(system), rows_(rows), k_(make_kinematics<Number>(system.layout())) {
  const int nv = system.nv(), nl = static_cast<int>(rows.size());
  plan();
  values_.resize(pattern_.size());
  solver_.emplace(nv + nl, pattern_);
  q_.resize(system.nq());
  v_.resize(nv);
  a_.resize(nv);
  r_.resize(nv);
  lambda_.resize(system.active_rows().size());
  unit_.setZero(nv);
  rate_.setZero(system.nq());
  x_.setZero(nv + nl);
}

void IterationMatrix::plan() {
  const int nv = system_.nv();
  const auto [near, rows_of, of_color] = sparsity(system_, rows_);
  const auto first = [&](int b) { return system_.first_velocity(b); };
  const auto size = [&](int b) { return system_.velocity_count(b); };
  // Columns `from` to `end` of a body in lanes from lane0 on.
  const auto add_columns = [&](Sweep& sweep, int b, int from, int end, int lane0) {
    for (int i = from; i < end; ++i) {
      const int lane = lane0 + i - from;
      sweep.seeds.emplace_back(first(b) + i, lane);
      for (int c : near[b])
        for (int j = 0; j < size(c); ++j) {
          sweep.entries.push_back({lane, first(c) + j, static_cast<int>(pattern_.size())});
          pattern_.emplace_back(first(c) + j, first(b) + i);
        }
      for (int l : rows_of[b]) {
        sweep.entries.push_back({lane, nv + l, static_cast<int>(pattern_.size())});
        pattern_.emplace_back(nv + l, first(b) + i);
        pattern_.emplace_back(first(b) + i, nv + l);  // the transpose, next in values_
      }
    }
  };
  // Pack the columns of the bodies of a color into lanes, and several colors into a sweep where they fit.
  std::vector<int> used;  // lanes, by sweep
  for (const auto& bodies : of_color) {
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
}

bool IterationMatrix::factor(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                             const Eigen::VectorXd& lambda, const Eigen::VectorXd& angles, double c_a, double c_v, double c_q) {
  const int nv = system_.nv();
  std::fill(lambda_.begin(), lambda_.end(), Number(0));
  for (std::size_t l = 0; l < rows_.size(); ++l) lambda_[rows_[l]] = Number(lambda[static_cast<int>(l)]);
  for (const Sweep& sweep : sweeps_) {
    for (int i = 0; i < q.size(); ++i) q_[i] = Number(q[i]);
    for (int i = 0; i < nv; ++i) {
      v_[i] = Number(v[i]);
      a_[i] = Number(a[i]);
    }
    for (int lane = 0; lane < lanes; ++lane) {
      unit_.setZero();
      for (const auto& [column, in_lane] : sweep.seeds)
        if (in_lane == lane) unit_[column] = 1;
      system_.rates(q, unit_, rate_);
      for (int i = 0; i < q.size(); ++i) q_[i].d[lane] = c_q * rate_[i];
      for (int i = 0; i < nv; ++i) {
        v_[i].d[lane] = c_v * unit_[i];
        a_[i].d[lane] = c_a * unit_[i];
      }
    }
    system_.evaluate<Number>(k_, Number(t), q_.data(), v_.data(),
                             std::span<const double>(angles.data(), static_cast<std::size_t>(angles.size())));
    system_.residual<Number>(k_, a_.data(), lambda_.data(), r_.data());
    for (const auto& entry : sweep.entries) {
      if (entry.row < nv) {
        values_[entry.index] = r_[entry.row].d[entry.lane];
      } else {
        const int row = system_.active_rows()[rows_[entry.row - nv]];
        values_[entry.index] = values_[entry.index + 1] = k_.Phi[row].d[entry.lane] / c_q;
      }
    }
  }
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
