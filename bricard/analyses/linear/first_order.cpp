#include "bricard/analyses/linear/first_order.hpp"

namespace bricard {

Directions::Directions(const System& system, int count) {
  const auto inputs = static_cast<Eigen::Index>(system.functions().inputs.size());
  xi.setZero(system.nv(), count);
  v.setZero(system.nv(), count);
  z.setZero(system.nz(), count);
  input.setZero(inputs, count);
  input_rate.setZero(inputs, count);
}

FirstOrder::FirstOrder(const System& system, const State& state, const std::vector<int>& kept, const Eigen::VectorXd& a,
                       const Eigen::VectorXd& lambda)
    : system_(system),
      state_(state),
      k_(make_kinematics<Number>(system.layout())),
      q_(system.nq()),
      v_(system.nv()),
      z_(system.nz()),
      lambda_(system.active_rows().size(), Number(0)),
      r_(system.nv()),
      A_(system.mechanism().bodies + 1, Vec6<Number>::Zero()) {
  std::vector<KeptRow> of_row(system.constraints().rows);
  for (const RowGroup& group : system.constraints().groups)
    for (int i = 0; i < group.rows; ++i) of_row[group.first_row + i] = {&group, i};
  for (std::size_t l = 0; l < kept.size(); ++l) {
    rows_.push_back(of_row[system.active_rows()[kept[l]]]);
    lambda_[kept[l]] = Number(lambda[static_cast<int>(l)]);
  }
  for (const double each : a) a_.emplace_back(each);
}

Kinematics<FirstOrder::Number>& FirstOrder::move(const Directions& directions, int first) {
  const int count = std::min(lanes, directions.count() - first);
  const auto set = [&](const Eigen::VectorXd& values, const auto& changes, std::vector<Number>& numbers) {
    for (int i = 0; i < values.size(); ++i) {
      numbers[i] = Number(values[i]);
      for (int lane = 0; lane < count; ++lane) numbers[i].d[lane] = changes(i, lane);
    }
  };
  Eigen::MatrixXd dq(system_.nq(), count);
  Eigen::VectorXd rate(system_.nq());
  for (int lane = 0; lane < count; ++lane) {
    system_.rates(state_.q, directions.xi.col(first + lane), rate);
    dq.col(lane) = rate;
  }
  set(state_.q, dq, q_);
  set(state_.v, directions.v.middleCols(first, count), v_);
  set(state_.z, directions.z.middleCols(first, count), z_);
  const std::span<const double> angles(state_.angles.data(), static_cast<std::size_t>(state_.angles.size()));
  system_.evaluate<Number>(k_, Number(state_.t), q_.data(), v_.data(), angles, z_.data());
  if (directions.input.isZero(0) && directions.input_rate.isZero(0)) return k_;
  // Inputs act through forces and user states only.
  for (int i = 0; i < directions.input.rows(); ++i)
    for (int lane = 0; lane < count; ++lane) {
      k_.columns[system_.table().first_input + i].d[lane] = directions.input(i, first + lane);
      k_.columns[system_.functions().first_input_rate + i].d[lane] =
          directions.input_rate(i, first + lane) * system_.table().column_factor[0];
    }
  evaluate_forces(system_.layout(), k_);
  return k_;
}

// Phi_v v' - gamma of one row.
FirstOrder::Number FirstOrder::row(int kept) const {
  const auto& [group, index] = rows_[kept];
  const int place = group->first_row + index;
  if (const int driven = system_.driven(*group); driven >= 0) return a_[driven] - k_.second[place];
  Number g = -k_.gamma[place];
  for (int m = 0; m < group->terms; ++m) {
    const Row<Number>& entry = k_.entries[group->first_entry + index * group->terms + m];
    const int pair = group->pairs[m];
    const auto add = [&](int body, const Vec3<Number>& reach, double sign) {
      if (body == 0) return;
      const Vec6<Number> covector = row_at<Number>(entry.n, entry.tau, reach);
      for (int i = 0; i < 6; ++i) g += sign * (covector[i] * A_[body][i]);
    };
    add(system_.mechanism().pairs[pair].B.body, k_.reach_B[pair], 1);
    add(system_.mechanism().pairs[pair].A.body, k_.reach_A[pair], -1);
  }
  return g;
}

FirstOrder::Changes FirstOrder::changes(const Directions& directions) {
  const int count = directions.count(), rows = static_cast<int>(rows_.size());
  Changes out;
  out.r.setZero(system_.nv(), count);
  out.g.setZero(rows, count);
  out.Phi_rate.setZero(rows, count);
  out.z_rate.setZero(system_.nz(), count);
  for (int first = 0; first < count; first += lanes) {
    move(directions, first);
    system_.residual<Number>(k_, a_.data(), lambda_.data(), r_.data());
    system_.body_accelerations(k_, a_.data(), A_);
    const int last = std::min(lanes, count - first);
    const auto write = [&](const Number& number, Eigen::MatrixXd& to, int i) {
      for (int lane = 0; lane < last; ++lane) to(i, first + lane) = number.d[lane];
    };
    for (int i = 0; i < system_.nv(); ++i) write(r_[i], out.r, i);
    for (int l = 0; l < rows; ++l) {
      write(row(l), out.g, l);
      write(k_.Phi_rate[rows_[l].group->first_row + rows_[l].index], out.Phi_rate, l);
    }
    for (int i = 0; i < system_.nz(); ++i) write(k_.z_rate[i], out.z_rate, i);
  }
  return out;
}

}  // namespace bricard
