#include "bricard/analyses/equilibrium/sparse_equilibrium.hpp"

#include <cmath>
#include <random>

#include "bricard/analyses/equilibrium/displacement_scale.hpp"
#include "bricard/analyses/linear/sparse_motion.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/eigenpairs.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/loads.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

constexpr int most_freedoms = 200;  // that full matrices serve
constexpr int most_newton_steps = 60, most_relaxation_steps = 400;
constexpr double longest_step = 0.5;  // characteristic lengths or radians; of a Newton step
constexpr double longest_relaxation = 0.3, far_away = 40;
constexpr int lanczos_steps = 20;

using RowEntries = Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator;

}  // namespace

bool SparseEquilibrium::serves(const System& system) {
  if (system.nz() > 0 || !system.table().sources.empty() || system.functions().measure_first) return false;
  for (const int row : system.active_rows())
    if (row < system.constraints().rows && system.constraints().is_rate_row[row]) return false;
  int freedoms = 0;
  for (int b = 1; b <= system.mechanism().bodies; ++b) freedoms += system.mechanism().tree_joints[b].freedoms;
  return freedoms > most_freedoms && count_freedoms(system, system.designed()) > most_freedoms;
}

SparseEquilibrium::SparseEquilibrium(const Model& model)
    : joints_(model, relative_coordinates),
      bodies_(model, absolute_coordinates),
      e_joints_(joints_),
      e_(bodies_),
      written_(bodies_),
      scale_(displacement_scale(bodies_)) {}

double SparseEquilibrium::size(const Eigen::VectorXd& x) const { return displacement_size(bodies_, x); }

bool SparseEquilibrium::close(State& state) {
  state.v.setZero();
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 30; ++iteration) {
    joints_.motion(state, e_joints_, RowSet::all, Measure::all);
    joints_.update_angles(e_joints_, state);
    const double open = joints_.violation(e_joints_, Order::position, RowSet::all) / joints_.reach();
    if (!std::isfinite(open)) return false;
    if (open <= threshold::closed || (open <= threshold::nearly_closed && open > 0.5 * last)) {
      joints_.normalize(state);
      return true;
    }
    if (iteration > 10 && open > last) return false;
    last = open;
    joints_.fill(e_joints_);
    weigh(equal_weights(joints_), e_joints_);
    e_joints_.kernel.select();
    if (!e_joints_.kernel.factor(threshold::undetermined)) return false;
    joints_.correction(Order::position, e_joints_, e_joints_.increment);
    if (!e_joints_.increment.allFinite()) return false;
    joints_.move(state.q, e_joints_.increment, e_joints_.moved);
    state.q = e_joints_.moved;
  }
  return false;
}

// Entries of both: the diagonal, the rows and their transpose; of the stiffness then K.
void SparseEquilibrium::make_solvers() {
  const int n = bodies_.nv(), rows = static_cast<int>(kept_.size());
  linearization_.emplace(bodies_, kept_);
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  for (int l = 0; l < rows; ++l)
    for (RowEntries entry(written_.Phi_v(), kept_[l]); entry; ++entry) {
      entries.emplace_back(n + l, static_cast<int>(entry.col()));
      entries.emplace_back(static_cast<int>(entry.col()), n + l);
    }
  weights_.emplace(n + rows, entries);
  for (const Linearization::Columns& columns : linearization_->columns())
    for (int j = 0; j < columns.nv; ++j)
      for (const int row : columns.rows)
        if (row < n) entries.emplace_back(row, columns.v + j);
  stiffness_.emplace(n + rows, std::move(entries));
  x_.resize(n + rows);
}

void SparseEquilibrium::choose_rows(const State& state) {
  bodies_.motion(bodies_.carry_over(joints_, state), e_, RowSet::all, Measure::all);
  bodies_.fill(e_);
  weigh(equal_weights(bodies_), e_);
  e_.kernel.select();
  std::vector<int> kept = kept_rows(bodies_, e_.kernel, e_.kernel.selected());
  if (linearization_ && kept == kept_) return;
  kept_ = std::move(kept);
  make_solvers();
}

bool SparseEquilibrium::balance(const State& state) {
  ++evaluations;
  here_ = bodies_.carry_over(joints_, state);
  here_.v.setZero();
  bodies_.motion(here_, e_, RowSet::all, Measure::all);
  // Forces from the coordinates of the joints: an angle between bodies would be rounded like the bodies' own.
  joints_.motion(state, e_joints_, RowSet::all, Measure::all);
  joints_.forces(e_joints_);
  for (std::size_t i = 1; i < bodies_.mechanism().tree.number.size(); ++i)
    e_.k.f[bodies_.mechanism().tree.number[i]] = e_joints_.k.f[joints_.mechanism().tree.number[i]];
  written_.write(e_);
  // y + Phi_xᵀ lambda = D Q, Phi_x y = 0: what joints cannot carry.
  const int n = bodies_.nv(), rows = static_cast<int>(kept_.size());
  row_scale_.resize(rows);
  row_values_.clear();
  for (int l = 0; l < rows; ++l) {
    double squares = 0;
    for (RowEntries entry(written_.Phi_v(), kept_[l]); entry; ++entry)
      squares += std::pow(entry.value() * scale_[entry.col()], 2);
    row_scale_[l] = squares > 0 ? 1 / std::sqrt(squares) : 1;
    for (RowEntries entry(written_.Phi_v(), kept_[l]); entry; ++entry)
      row_values_.insert(row_values_.end(), 2, entry.value() * scale_[entry.col()] * row_scale_[l]);
  }
  values_.assign(n, 1);
  values_.insert(values_.end(), row_values_.begin(), row_values_.end());
  x_ << scale_.cwiseProduct(written_.Q()), Eigen::VectorXd::Zero(rows);
  if (!x_.allFinite()) return false;
  load_ = n > 0 ? std::max(x_.head(n).cwiseAbs().maxCoeff(), largest_load(joints_, e_joints_)) : 0;
  if (!weights_->factor(values_) || !weights_->solve(x_)) return false;
  r_ = -x_.head(n);
  lambda_ = x_.tail(rows).cwiseProduct(row_scale_);
  return true;
}

bool SparseEquilibrium::linearize(State& state) {
  if ((interrupted && interrupted()) || !close(state)) return false;
  choose_rows(state);
  return balance(state) && differentiate();
}

bool SparseEquilibrium::differentiate() {
  if (!linearization_->take_stiffness(here_, lambda_, e_.k)) return false;
  rows_here_ = row_values_;
  K_.clear();
  double largest = 0;
  for (const Linearization::Columns& columns : linearization_->columns()) {
    const Eigen::MatrixXd by_x = columns.by_q * columns.T;
    for (int j = 0; j < columns.nv; ++j)
      for (Eigen::Index i = 0; i < by_x.rows(); ++i)
        if (const int row = columns.rows[i]; row < bodies_.nv()) {
          K_.push_back(by_x(i, j) * scale_[row] * scale_[columns.v + j]);
          largest = std::max(largest, std::abs(K_.back()));
        }
  }
  const double weight = bodies_.mechanism().total_mass * bodies_.model().gravity.norm() * bodies_.length();
  force_ = std::max({load_, weight, largest});
  if (!(force_ > 0)) force_ = 1;
  for (double& value : K_) value /= force_;
  return std::isfinite(force_);
}

bool SparseEquilibrium::factor(double mu) {
  ++factorizations;
  values_.assign(bodies_.nv(), mu);
  values_.insert(values_.end(), rows_here_.begin(), rows_here_.end());
  values_.insert(values_.end(), K_.begin(), K_.end());
  return stiffness_->factor(values_);
}

Eigen::VectorXd SparseEquilibrium::solve(const Eigen::VectorXd& b) {
  x_ << b, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(kept_.size()));
  stiffness_->solve(x_);  // what is not finite is seen by whoever uses it
  return x_.head(b.size());
}

Eigen::VectorXd SparseEquilibrium::sensitive(Eigen::VectorXd x) {
  for (int pass = 0; pass < 2; ++pass) x -= solve(threshold::soft * x);
  return x;
}

State SparseEquilibrium::moved(const State& state, const Eigen::VectorXd& x) {
  State moving = here_, to = state;
  moving.v = scale_.cwiseProduct(x);
  const Eigen::VectorXd d = joints_.carry_over(bodies_, moving).v;
  Eigen::VectorXd q(joints_.nq());
  joints_.move(state.q, d, q);
  to.q = q;
  return to;
}

bool SparseEquilibrium::newton_in_joints(State& state, double& way) {
  double before = std::numeric_limits<double>::infinity();
  way = 0;
  for (int iteration = 0; iteration < most_newton_steps; ++iteration, ++iterations) {
    if (!linearize(state) || !factor(threshold::soft)) return false;
    const Eigen::VectorXd step = sensitive(solve(-r_ / force_));
    const double length = step.cwiseAbs().maxCoeff(), left = r_.cwiseAbs().maxCoeff(), load = load_, force = force_;
    if (!std::isfinite(length)) return false;
    const bool stalled = length >= 0.5 * before, in_balance = left <= threshold::balanced * load + threshold::cancelled * force;
    if (length <= threshold::closed || (length <= threshold::settled && stalled)) return in_balance;
    if (length <= threshold::rough_balance && stalled && left <= threshold::rounding_of_forces * force) return true;
    before = length;
    const double longest = std::min(1.0, longest_step / size(step));
    bool better = false;
    for (double fraction = longest; !better; fraction /= 2) {
      if (fraction < threshold::shortest_balancing * longest) return length <= threshold::settled && in_balance;
      State trial = moved(state, fraction * step);
      if (!close(trial) || !balance(trial)) {
        if (!balance(state)) return false;
        continue;
      }
      better = sensitive(solve(-r_ / force)).norm() <= (1 - fraction / 4) * step.norm();
      if (!better) {
        if (!balance(state)) return false;  // steps go from there
        continue;
      }
      state = trial;
      way += fraction * size(step);
    }
  }
  return false;
}

bool SparseEquilibrium::newton(const System& system, State& state) {
  State trial = joints_.carry_over(system, state);
  double way = 0;
  if (!newton_in_joints(trial, way)) return false;
  state = system.carry_over(joints_, trial);
  state.v.setZero();
  return true;
}

double SparseEquilibrium::lowest_stiffness(double mu) {
  const double quotient = lowest_quotient(
      bodies_.nv(), [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) { y = solve(x); },
      [](const Eigen::VectorXd& x, Eigen::VectorXd& y) { y = x; }, lanczos_steps);
  return quotient < -threshold::no_share / mu ? 1 / quotient - mu : 0;
}

bool SparseEquilibrium::relax(const System& system, State& state) {
  State at = joints_.carry_over(system, state);
  Eigen::VectorXd last_step = Eigen::VectorXd::Zero(bodies_.nv());
  failure = {};
  double viscosity = 1, way = 0, tried_at = 0;
  int waited = 0;
  for (int iteration = 0; iteration < most_relaxation_steps; ++iteration, ++iterations) {
    if (!linearize(at)) return false;
    const double rest = r_.norm() / force_;
    if (iteration == 0) tried_at = rest;
    if (rest < 0.1 * tried_at || !(rest > 0) || ++waited > 12) {
      State trial = at;
      double newton_way = 0;
      // A solution further away is not the one to which the motion leads.
      if (newton_in_joints(trial, newton_way) && newton_way <= longest_relaxation) {
        state = system.carry_over(joints_, trial);
        state.v.setZero();
        return true;
      }
      tried_at = rest;
      waited = 0;
      if (!linearize(at)) return false;
    }
    double mu = viscosity;
    for (int tries = 0; tries < 20; ++tries) {  // above the instability of the forces
      if (!factor(mu)) return false;
      const double lowest = lowest_stiffness(mu);
      if (lowest == 0) break;
      mu = std::max(2 * mu, -1.5 * lowest);
    }
    const Eigen::VectorXd r = r_;
    const double force = force_;
    Eigen::VectorXd step = solve(-r / force);
    const double length = size(step);
    if (!std::isfinite(length)) return false;
    if (length > longest_relaxation) step *= longest_relaxation / length;
    bool accepted = false;
    for (int tries = 0; tries < 12 && !accepted; ++tries) {
      State trial = moved(at, step);
      accepted = close(trial) && balance(trial) && r_.dot(step) <= 0.5 * std::abs(r.dot(step));
      if (accepted) {
        way += size(step);
        last_step = step;
        at = trial;
        if (tries == 0) viscosity = std::max(viscosity / 4, threshold::least_viscosity);
      } else {
        step /= 4;
        viscosity *= 4;
        if (!balance(at)) return false;
      }
    }
    if (!accepted) break;
    if (way <= far_away) continue;
    failure.runs_away = true;
    break;
  }
  State moving = here_;
  moving.v = scale_.cwiseProduct(failure.runs_away ? last_step : Eigen::VectorXd(-r_));
  failure.motion = system.carry_over(bodies_, moving).v;
  failure.work = r_.dot(last_step);
  state = system.carry_over(joints_, at);
  return false;
}

Eigen::MatrixXd SparseEquilibrium::insensitive(const System& system, const State& state) {
  State at = joints_.carry_over(system, state);
  if (!linearize(at) || !factor(threshold::soft)) return {};
  std::mt19937 engine(1);
  const int n = bodies_.nv();
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = 2 * (static_cast<double>(engine()) + 0.5) / 4294967296.0 - 1;
  for (int pass = 0; pass < 8; ++pass) x = solve(threshold::soft * x);  // what is soft, but not so soft, dies out
  if (!x.allFinite() || x.norm() <= threshold::takes_part) return {};
  State moving = here_;
  moving.v = scale_.cwiseProduct(x / x.norm());
  return system.carry_over(bodies_, moving).v;
}

}  // namespace bricard
