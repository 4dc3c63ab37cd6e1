#include "bricard/formulations/matrices/shifted_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/formulations/matrices/sparsity.hpp"

namespace bricard {

Linearization::Linearization(const System& system, const std::vector<int>& rows)
    : system_(system), rows_(rows), k_(make_kinematics<Number>(system.layout())) {
  const auto [near, rows_of, of_color] = sparsity(system, rows);
  std::vector<Row> of_row(system.constraints().rows + system.own_rows());
  for (const RowGroup& group : system.constraints().groups)
    for (int i = 0; i < group.rows; ++i) of_row[group.first_row + i] = {&group, i, group.first_row + i};
  for (int i = 0; i < system.own_rows(); ++i) of_row[system.constraints().rows + i] = {nullptr, i, system.constraints().rows + i};
  for (int kept : rows) row_info_.push_back(of_row[system.active_rows()[kept]]);

  make_columns(near, rows_of);
  by_coordinate_ = packed(of_color, [&](int b) { return columns_[b - 1].nq; });
  by_velocity_ = packed(of_color, [&](int b) { return columns_[b - 1].nv; });
  make_pattern();
  static_solver_.emplace(size(), pattern_);
  by_z_.setZero(nv() + nz(), nz());
  x_.setZero(size());
  q_.resize(nq());
  v_.resize(nv());
  a_.resize(nv());
  z_.resize(nz());
  lambda_.resize(system.active_rows().size());
  equations_.resize(size());
  A_.assign(system.mechanism().bodies + 1, Vec6<Number>::Zero());
  unit_q_.setZero(nq());
  unit_v_.setZero(nv());
  rate_.setZero(nq());
  drift_.setZero(nq());
}

void Linearization::make_columns(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& rows_of) {
  for (int b = 1; b <= system_.mechanism().bodies; ++b) {
    Columns& columns = columns_.emplace_back();
    // Local sets have coordinates body by body, others those of the tree joints.
    columns.nq = system_.is_local() ? nq() / system_.mechanism().bodies : system_.mechanism().tree_joints[b].coordinates;
    columns.q = system_.is_local() ? columns.nq * (b - 1) : system_.mechanism().tree_joints[b].q;
    columns.v = system_.first_velocity(b);
    columns.nv = system_.velocity_count(b);
    for (int c : near[b])
      for (int i = 0; i < system_.velocity_count(c); ++i) columns.rows.push_back(system_.first_velocity(c) + i);
    for (int i = 0; i < nz(); ++i) columns.rows.push_back(nv() + i);
    for (int l : rows_of[b]) {
      columns.own.emplace_back(static_cast<int>(columns.rows.size()), nv() + nz() + l);
      columns.rows.push_back(nv() + nz() + l);
    }
    const auto rows = static_cast<Eigen::Index>(columns.rows.size());
    columns.by_q.setZero(rows, columns.nq);
    columns.by_v.setZero(rows, columns.nv);
    columns.by_a = columns.by_v;
    columns.T.setZero(columns.nq, columns.nv);
    columns.T_q.setZero(columns.nq, columns.nq);
  }
}

// The columns of the bodies of a color in the same lanes, and several colors in a sweep where they fit.
template <class Count>
std::vector<Linearization::Sweep> Linearization::packed(const std::vector<std::vector<int>>& of_color, const Count& count) const {
  std::vector<Sweep> sweeps;
  int used = lanes;  // of the last sweep
  for (const auto& bodies : of_color) {
    int most = 0;
    for (int b : bodies) most = std::max(most, count(b));
    for (int column = 0; column < most; ++column, ++used) {
      if (used == lanes) {
        sweeps.emplace_back();
        used = 0;
      }
      for (int b : bodies)
        if (column < count(b)) sweeps.back().push_back({b - 1, column, used});
    }
  }
  return sweeps;
}

void Linearization::make_pattern() {
  for (const Columns& columns : columns_)
    for (int j = 0; j < columns.nv; ++j) {
      for (int row : columns.rows) pattern_.emplace_back(row, columns.v + j);
      for (const auto& [place, row] : columns.own) pattern_.emplace_back(columns.v + j, row);
    }
  for (int j = 0; j < nz(); ++j)
    for (int row = 0; row < nv() + nz(); ++row) pattern_.emplace_back(row, nv() + j);
}

template <class Scalar>
void Linearization::assemble(Scalar c, const std::vector<Block<Scalar>>& BT, std::vector<Scalar>& values) const {
  values.resize(pattern_.size());
  auto value = values.begin();
  for (std::size_t b = 0; b < columns_.size(); ++b) {
    const Columns& columns = columns_[b];
    for (int j = 0; j < columns.nv; ++j) {
      for (Eigen::Index i = 0; i < columns.by_a.rows(); ++i) {
        Scalar sum = columns.by_a(i, j);
        if (c != Scalar(0)) {
          Scalar by_q(0);
          for (int m = 0; m < columns.nq; ++m) by_q += columns.by_q(i, m) * BT[b](m, j);
          sum += c * (columns.by_v(i, j) + c * by_q);
        }
        *value++ = sum;
      }
      for (const auto& [place, row] : columns.own) *value++ = columns.by_a(place, j);
    }
  }
  for (int j = 0; j < nz(); ++j)
    for (int row = 0; row < nv() + nz(); ++row) *value++ = (row == nv() + j ? Scalar(1) : Scalar(0)) + c * by_z_(row, j);
}

template void Linearization::assemble(double, const std::vector<Block<double>>&, std::vector<double>&) const;
template void Linearization::assemble(std::complex<double>, const std::vector<Block<std::complex<double>>>&,
                                      std::vector<std::complex<double>>&) const;

void Linearization::set_numbers(const State& state, const Eigen::Ref<const Eigen::VectorXd>& a) {
  for (int i = 0; i < nq(); ++i) q_[i] = Number(state.q[i]);
  for (int i = 0; i < nv(); ++i) {
    v_[i] = Number(state.v[i]);
    a_[i] = Number(a[i]);
  }
  for (int i = 0; i < nz(); ++i) z_[i] = Number(state.z[i]);
  std::fill(lambda_.begin(), lambda_.end(), Number(0));
}

void Linearization::evaluate(const State& state) {
  system_.evaluate<Number>(k_, Number(state.t), q_.data(), v_.data(),
                           std::span<const double>(state.angles.data(), static_cast<std::size_t>(state.angles.size())),
                           z_.data());
}

// r, s and g from the last evaluation.
void Linearization::write_equations(const Feedback& feedback) {
  system_.residual<Number>(k_, a_.data(), lambda_.data(), equations_.data());
  for (int i = 0; i < nz(); ++i) equations_[nv() + i] = -k_.z_rate[i];
  system_.body_accelerations(k_, a_.data(), A_);
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    const auto& [group, index, row] = row_info_[l];
    Number& g = equations_[nv() + nz() + static_cast<int>(l)];
    if (const int driven = group ? system_.driven(*group) : -1; driven >= 0) {
      g = a_[driven] - k_.second[row];
    } else if (!group) {
      g = system_.own_product(k_, index, a_.data()) - k_.gamma[row];
    } else {
      g = -k_.gamma[row];
      for (int m = 0; m < group->terms; ++m) {
        const ::bricard::Row<Number>& entry = k_.entries[group->first_entry + index * group->terms + m];
        const int pair = group->pairs[m], from = system_.mechanism().pairs[pair].A.body,
                  to = system_.mechanism().pairs[pair].B.body;
        const Vec6<Number> row_B = row_at<Number>(entry.n, entry.tau, k_.reach_B[pair]);
        const Vec6<Number> row_A = row_at<Number>(entry.n, entry.tau, k_.reach_A[pair]);
        for (int i = 0; i < 6; ++i) {
          if (to) g += row_B[i] * A_[to][i];
          if (from) g -= row_A[i] * A_[from][i];
        }
      }
    }
    const bool velocity_only = group && system_.constraints().is_rate_row[row];
    if (feedback.alpha != 0) g += (velocity_only ? 1 : 2) * feedback.alpha * k_.Phi_rate[row];
    if (feedback.beta != 0 && !velocity_only) g += feedback.beta * feedback.beta * k_.Phi[row];
  }
}

// T, and T_q from T(q) v, which is affine in q in every chart.
void Linearization::take_rates(const State& state) {
  int most_q = 0, most_v = 0;
  for (const Columns& columns : columns_) {
    most_q = std::max(most_q, columns.nq);
    most_v = std::max(most_v, columns.nv);
  }
  for (int j = 0; j < most_v; ++j) {
    unit_v_.setZero();
    for (const Columns& columns : columns_)
      if (j < columns.nv) unit_v_[columns.v + j] = 1;
    system_.rates(state.q, unit_v_, rate_);
    for (Columns& columns : columns_)
      if (j < columns.nv) columns.T.col(j) = rate_.segment(columns.q, columns.nq);
  }
  unit_q_.setZero();
  system_.rates(unit_q_, state.v, drift_);
  for (int j = 0; j < most_q; ++j) {
    unit_q_.setZero();
    for (const Columns& columns : columns_)
      if (j < columns.nq) unit_q_[columns.q + j] = 1;
    system_.rates(unit_q_, state.v, rate_);
    for (Columns& columns : columns_)
      if (j < columns.nq) columns.T_q.col(j) = (rate_ - drift_).segment(columns.q, columns.nq);
  }
}

template <class First, class Target>
void Linearization::sweep(const std::vector<Sweep>& sweeps, std::vector<Number>& numbers, const First& first,
                          const Target& target, const State* state, const Feedback& feedback) {
  for (const Sweep& seeds : sweeps) {
    for (const Seed& seed : seeds) numbers[first(columns_[seed.body]) + seed.column].d[seed.lane] = 1;
    if (state) evaluate(*state);
    write_equations(feedback);
    for (const Seed& seed : seeds) {
      Columns& columns = columns_[seed.body];
      Eigen::MatrixXd& block = target(columns);
      for (Eigen::Index i = 0; i < block.rows(); ++i) block(i, seed.column) = equations_[columns.rows[i]].d[seed.lane];
      numbers[first(columns) + seed.column].d[seed.lane] = 0;
    }
  }
}

// Phi_vᵀ lambda = Q - M a, whose solution with M and Phi_v changes nothing in a.
bool Linearization::find_multipliers() {
  assemble(0.0, no_blocks_, static_values_);
  for (int i = 0; i < nv(); ++i) x_[i] = -equations_[i].value;
  x_.tail(size() - nv()).setZero();
  if (!std::all_of(static_values_.begin(), static_values_.end(), [](double x) { return std::isfinite(x); }) || !x_.allFinite())
    return false;
  if (!static_solver_->factor(static_values_) || !static_solver_->solve(x_)) return false;
  for (std::size_t l = 0; l < rows_.size(); ++l) lambda_[rows_[l]] = Number(x_[nv() + nz() + static_cast<int>(l)]);
  return true;
}

void Linearization::take_coordinates(const State& state, const Feedback& feedback) {
  sweep(
      by_coordinate_, q_, [](const Columns& c) { return c.q; }, [](Columns& c) -> Eigen::MatrixXd& { return c.by_q; }, &state,
      feedback);
}

bool Linearization::take(const State& state, const Eigen::Ref<const Eigen::VectorXd>& a, const Values<double>& held,
                         const Feedback& feedback) {
  k_.decisions = held.decisions;
  k_.holds_decisions = held.holds_decisions;
  set_numbers(state, a);
  take_rates(state);
  evaluate(state);
  sweep(
      by_velocity_, a_, [](const Columns& c) { return c.v; }, [](Columns& c) -> Eigen::MatrixXd& { return c.by_a; }, nullptr,
      feedback);
  if (!find_multipliers()) return false;
  sweep(
      by_velocity_, v_, [](const Columns& c) { return c.v; }, [](Columns& c) -> Eigen::MatrixXd& { return c.by_v; }, &state,
      feedback);
  take_coordinates(state, feedback);
  for (int j = 0; j < nz(); j += lanes) {
    const int count = std::min(lanes, nz() - j);
    for (int i = 0; i < count; ++i) z_[j + i].d[i] = 1;
    evaluate(state);
    write_equations(feedback);
    for (int i = 0; i < count; ++i) {
      for (int row = 0; row < nv() + nz(); ++row) by_z_(row, j + i) = equations_[row].d[i];
      z_[j + i].d[i] = 0;
    }
  }
  return by_z_.allFinite() && std::all_of(columns_.begin(), columns_.end(), [](const Columns& columns) {
           return columns.by_q.allFinite() && columns.by_v.allFinite() && columns.T_q.allFinite();
         });
}

bool Linearization::take_stiffness(const State& state, const Eigen::VectorXd& multipliers, const Values<double>& held) {
  k_.decisions = held.decisions;
  k_.holds_decisions = held.holds_decisions;
  x_.head(nv()).setZero();
  set_numbers(state, x_.head(nv()));
  for (std::size_t l = 0; l < rows_.size(); ++l) lambda_[rows_[l]] = Number(multipliers[static_cast<int>(l)]);
  take_rates(state);
  take_coordinates(state, {});
  return std::all_of(columns_.begin(), columns_.end(), [](const Columns& columns) { return columns.by_q.allFinite(); });
}

namespace {

class SparseShiftedMatrix final : public ShiftedMatrix {
 public:
  explicit SparseShiftedMatrix(const std::shared_ptr<Linearization>& current) : current_(current) {}

  bool factorize(std::complex<double> c) override {
    if (!current_) return false;
    const bool is_real = c.imag() == 0;
    return is_real ? real_.factorize(current_, c.real()) : complex_.factorize(current_, c);
  }
  void solve(Eigen::VectorXd& b) override { real_.solve(b); }
  void solve(Eigen::VectorXcd& b) override { complex_.solve(b); }

 private:
  template <class Scalar>
  class Part {
   public:
    using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

    bool factorize(const std::shared_ptr<Linearization>& linearization, Scalar c) {
      if (of_ != linearization) {  // other rows: another pattern
        of_ = linearization;
        solver_.emplace(of_->size(), of_->pattern());
        x_.setZero(of_->size());
        u_.setZero(of_->nq());
        B_.resize(of_->columns().size());
        BT_.resize(of_->columns().size());
      }
      c_ = c;
      for (std::size_t b = 0; b < B_.size(); ++b) {
        const Linearization::Columns& columns = of_->columns()[b];
        B_[b].setIdentity(columns.nq, columns.nq);
        if (!columns.T_q.isZero(0)) {
          B_[b] -= c * columns.T_q.template cast<Scalar>();
          const Linearization::Block<Scalar> inverse = B_[b].inverse();
          B_[b] = inverse;
        }
        BT_[b].noalias() = B_[b] * columns.T.template cast<Scalar>();
      }
      of_->assemble(c, BT_, values_);
      return std::all_of(values_.begin(), values_.end(), [](Scalar x) { return std::isfinite(std::abs(x)); }) &&
             solver_->factor(values_);
    }

    void solve(Vector& b) {
      const int nq = of_->nq(), nv = of_->nv(), nz = of_->nz();
      x_.setZero();
      x_.segment(nv, nz) = b.tail(nz);
      for (std::size_t i = 0; i < B_.size(); ++i) {
        const Linearization::Columns& columns = of_->columns()[i];
        auto u = u_.segment(columns.q, columns.nq);
        u.noalias() = B_[i] * b.segment(columns.q, columns.nq);
        for (Eigen::Index row = 0; row < columns.by_a.rows(); ++row) {
          Scalar sum(0);
          for (int j = 0; j < columns.nv; ++j) sum += columns.by_a(row, j) * b[nq + columns.v + j];
          for (int j = 0; j < columns.nq; ++j) sum -= c_ * columns.by_q(row, j) * u[j];
          x_[columns.rows[row]] += sum;
        }
      }
      solver_->solve(x_);  // what is not finite is seen by whoever uses b
      for (std::size_t i = 0; i < B_.size(); ++i) {
        const Linearization::Columns& columns = of_->columns()[i];
        auto x_q = b.segment(columns.q, columns.nq);
        x_q = u_.segment(columns.q, columns.nq);
        x_q.noalias() += c_ * (BT_[i] * x_.segment(columns.v, columns.nv));
      }
      b.segment(nq, nv) = x_.head(nv);
      b.tail(nz) = x_.segment(nv, nz);
    }

   private:
    std::shared_ptr<Linearization> of_;
    std::optional<LinearSolverOf<Scalar>> solver_;
    Scalar c_{};
    std::vector<Linearization::Block<Scalar>> B_, BT_;
    std::vector<Scalar> values_;
    Vector x_, u_;
  };

  const std::shared_ptr<Linearization>& current_;
  Part<double> real_;
  Part<std::complex<double>> complex_;
};

}  // namespace

std::unique_ptr<ShiftedMatrix> make_shifted_matrix(const std::shared_ptr<Linearization>& current) {
  return std::make_unique<SparseShiftedMatrix>(current);
}

}  // namespace bricard
