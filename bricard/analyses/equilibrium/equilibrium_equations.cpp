#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"

#include <cmath>
#include <utility>

#include "bricard/analyses/equilibrium/displacement_scale.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/loads.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/rubbing.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

constexpr double longest_step = 0.4;  // of closing
constexpr int most_steps = 40;

}  // namespace

EquilibriumEquations::EquilibriumEquations(const System& system)
    : system_(system),
      e_(system),
      scale_(displacement_scale(system)),
      k_(make_kinematics<Number>(system.layout())),
      q_(system.nq()),
      v_(system.nv()),
      a_(system.nv(), Number(0)),
      z_(system.nz()),
      lambda_number_(system.active_rows().size()),
      r_(system.nv()) {}

bool EquilibriumEquations::rub() {
  if (!system_.rubs() || rates_.size() == 0) return true;
  system_.fill(e_);
  const Eigen::VectorXd a = Eigen::VectorXd::Zero(system_.nv());
  system_.body_accelerations(e_.k, a.data(), e_.solution.A);
  return rub_driven(system_, e_, [&](Reactions& out) { reactions(system_, e_, true, out); });
}

void EquilibriumEquations::look(const State& state) {
  system_.motion(state, e_, RowSet::all, Measure::all);
  system_.forces(e_);
  rub();
  if (!written_) written_.emplace(system_);
  written_->write(e_);
}

// Weights stand for the masses: bodies without mass are as good as others.
bool EquilibriumEquations::select(const State& state) {
  system_.motion(state, e_, RowSet::all, Measure::all);
  system_.fill(e_);
  weigh(equal_weights(system_), e_);
  e_.kernel.select();
  kept_ = kept_rows(system_, e_.kernel, e_.kernel.selected());
  return static_cast<int>(kept_.size()) <= system_.nv();
}

void EquilibriumEquations::factor() {
  const auto n = static_cast<Eigen::Index>(kept_.size());
  rows_.setZero(n, system_.nv());
  row_scale_.setOnes(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(written_->Phi_v(), kept_[i]); entry; ++entry)
      rows_(i, entry.col()) = entry.value() * scale_[entry.col()];
    if (const double norm = rows_.row(i).norm(); norm > 0) {
      row_scale_[i] = 1 / norm;
      rows_.row(i) /= norm;
    }
  }
  if (n > 0) qr_.compute(rows_.transpose());
}

// Phi_xᵀ = Q [R; 0]: x = Q [R⁻ᵀ rows; 0].
Eigen::VectorXd EquilibriumEquations::least(const Eigen::VectorXd& rows) const {
  const Eigen::Index n = rows.size();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(system_.nv());
  if (n == 0) return x;
  x.head(n) = solve_upper_transposed(qr_.R(), rows);
  qr_.apply_Q(x);
  return x;
}

void EquilibriumEquations::move(const State& from, const Eigen::VectorXd& x, State& to) const {
  Eigen::VectorXd moved(system_.nq());
  system_.move(from.q, scale_.cwiseProduct(x), moved);
  to = from;
  to.q = moved;
}

double EquilibriumEquations::size(const Eigen::VectorXd& x) const { return displacement_size(system_, x); }

bool EquilibriumEquations::close(State& state) {
  if (kept_.empty() && !select(state)) return false;
  state.v.setZero();
  const double reach = system_.reach() / system_.length();
  const auto open_rows = [&](const Eigen::VectorXd& of) {
    Eigen::VectorXd open(static_cast<Eigen::Index>(kept_.size()));
    for (std::size_t i = 0; i < kept_.size(); ++i) open[i] = of[kept_[i]] * row_scale_[i];
    return open;
  };
  double before = std::numeric_limits<double>::infinity(), last = before;
  bool is_closed = false;
  for (int iteration = 0; iteration < most_steps && !is_closed; ++iteration) {
    look(state);
    system_.update_angles(e_, state);
    // One factorization serves while it serves well.
    if (iteration == 0 || last > 0.1 * before) factor();
    const Eigen::VectorXd open = open_rows(written_->Phi());
    const double largest = open.size() ? open.cwiseAbs().maxCoeff() : 0;
    if (!std::isfinite(largest)) return false;
    is_closed = largest <= threshold::closed * reach;
    if (is_closed) break;
    if (largest > 0.5 * last && largest <= threshold::nearly_closed * reach) {
      is_closed = true;
      break;
    }
    if (iteration > 10 && largest > last) return false;
    before = std::exchange(last, largest);
    Eigen::VectorXd x = -least(open);
    const double way = size(x);
    if (!std::isfinite(way)) return false;
    if (way > longest_step) x *= longest_step / way;
    move(state, x, state);
  }
  if (!is_closed) return false;
  system_.normalize(state);
  // Rows that were left out follow from the others, if the choice is still right here.
  if (system_.violation(e_, Order::position, RowSet::all) > threshold::left_out_open * system_.reach()) {
    const std::vector<int> tried = kept_;
    if (!select(state) || kept_ == tried) return false;
    return close(state);
  }
  if (rates_.size() == 0) return true;
  state.v = rates_;
  look(state);
  factor();
  state.v -= scale_.cwiseProduct(least(open_rows(written_->Phi_rate())));
  return state.v.allFinite();
}

bool EquilibriumEquations::evaluate(const State& state, const Eigen::VectorXd& a) {
  if (!select(state)) return false;
  look(state);
  factor();
  const int nv = system_.nv();
  const auto n = static_cast<Eigen::Index>(kept_.size());
  Eigen::VectorXd turned = -scale_.cwiseProduct(written_->Q());
  if (!turned.allFinite()) return false;
  force_ = turned.size() ? std::max(turned.cwiseAbs().maxCoeff(), largest_load(system_, e_)) : 0;
  if (a.size()) {
    const Eigen::VectorXd inertial = scale_.cwiseProduct(written_->M() * a);
    turned += inertial;
    force_ = std::max(force_, inertial.cwiseAbs().maxCoeff());
  }
  lambda_.setZero(static_cast<Eigen::Index>(system_.active_rows().size()));
  N_.setIdentity(nv, nv);
  if (n > 0) {
    qr_.apply_Qt(turned);
    const Eigen::VectorXd lambda = -solve_upper(qr_.R(), turned.head(n));
    for (Eigen::Index i = 0; i < n; ++i) lambda_[kept_[i]] = lambda[i] * row_scale_[i];
    turned.head(n).setZero();
    qr_.apply_Q(turned);
    qr_.apply_Q(N_);
    N_ = N_.rightCols(nv - n).eval();
  }
  unbalanced_ = turned;
  drift_.resize(system_.nz());
  for (int i = 0; i < system_.nz(); ++i) drift_[i] = -e_.k.z_rate[i];
  std::vector<double> slips;
  for (Eigen::Index i = 0; i < n; ++i)
    if (is_rate_row(kept_[i])) slips.push_back(written_->Phi_rate()[kept_[i]] * row_scale_[i]);
  slip_ = Eigen::Map<const Eigen::VectorXd>(slips.data(), static_cast<Eigen::Index>(slips.size()));
  opening_ = 0;
  for (Eigen::Index i = 0; i < n; ++i) opening_ = std::max(opening_, std::abs(written_->gamma()[kept_[i]] * row_scale_[i]));
  return drift_.allFinite();
}

bool EquilibriumEquations::is_rate_row(int active) const {
  const int row = system_.active_rows()[active];
  return row < system_.constraints().rows && system_.constraints().is_rate_row[row];
}

Eigen::MatrixXd EquilibriumEquations::placements() const {
  if (slip_.size() == 0) return N_;
  Eigen::MatrixXd holonomic(system_.nv(), static_cast<Eigen::Index>(kept_.size()) - slip_.size());
  for (std::size_t i = 0, next = 0; i < kept_.size(); ++i)
    if (!is_rate_row(kept_[i])) holonomic.col(static_cast<Eigen::Index>(next++)) = rows_.row(static_cast<Eigen::Index>(i));
  if (holonomic.cols() == 0) return Eigen::MatrixXd::Identity(system_.nv(), system_.nv());
  return complement_of_columns(holonomic, threshold::dependent_direction);
}

void EquilibriumEquations::set(const State& state) {
  for (int i = 0; i < system_.nq(); ++i) q_[i] = Number(state.q[i]);
  for (int i = 0; i < system_.nv(); ++i) v_[i] = Number(state.v[i]);
  for (int i = 0; i < system_.nz(); ++i) z_[i] = Number(state.z[i]);
  for (Eigen::Index i = 0; i < lambda_.size(); ++i) lambda_number_[i] = Number(lambda_[i]);
}

void EquilibriumEquations::along(const State& state, const Eigen::MatrixXd& u, const Eigen::MatrixXd& w, Eigen::MatrixXd& r,
                                 Eigen::MatrixXd& s, Eigen::MatrixXd& rate) {
  const Eigen::Index count = u.cols();
  r.resize(system_.nv(), count);
  s.resize(system_.nz(), count);
  rate.resize(static_cast<Eigen::Index>(kept_.size()), count);
  const std::span<const double> angles(state.angles.data(), static_cast<std::size_t>(state.angles.size()));
  Eigen::VectorXd q_rate(system_.nq());
  for (Eigen::Index first = 0; first < count; first += lanes) {
    const int used = static_cast<int>(std::min<Eigen::Index>(lanes, count - first));
    set(state);
    for (int lane = 0; lane < used; ++lane) {
      system_.rates(state.q, u.col(first + lane), q_rate);
      for (int i = 0; i < system_.nq(); ++i) q_[i].d[lane] = q_rate[i];
      for (int i = 0; w.size() && i < system_.nv(); ++i) v_[i].d[lane] = w(i, first + lane);
    }
    system_.evaluate<Number>(k_, Number(state.t), q_.data(), v_.data(), angles, z_.data());
    system_.residual<Number>(k_, a_.data(), lambda_number_.data(), r_.data());
    for (int lane = 0; lane < used; ++lane) {
      for (int i = 0; i < system_.nv(); ++i) r(i, first + lane) = r_[i].d[lane];
      for (int i = 0; i < system_.nz(); ++i) s(i, first + lane) = -k_.z_rate[i].d[lane];
      for (std::size_t i = 0; i < kept_.size(); ++i)
        rate(static_cast<Eigen::Index>(i), first + lane) =
            k_.Phi_rate[system_.active_rows()[kept_[i]]].d[lane] * row_scale_[static_cast<Eigen::Index>(i)];
    }
  }
}

// Central, along all displacements and states.
bool EquilibriumEquations::differences(const State& state) {
  const Eigen::MatrixXd N = N_;
  const Eigen::Index free = N.cols(), nz = system_.nz();
  Eigen::MatrixXd slopes(free + nz, free + nz);
  for (Eigen::Index j = 0; j < free + nz; ++j) {
    Eigen::VectorXd sides[2];
    const double by =
        j < free ? threshold::turn_increment : threshold::turn_increment * std::max(std::abs(state.z[j - free]), 1.0);
    for (int side = 0; side < 2; ++side) {
      State beside = state;
      if (j < free)
        move(state, Eigen::VectorXd(N.col(j) * (side ? by : -by)), beside);
      else
        beside.z[j - free] += side ? by : -by;
      if (!close(beside) || !evaluate(beside)) return false;
      sides[side].resize(free + nz);
      sides[side].head(free) = N.transpose() * unbalanced_;
      sides[side].tail(nz) = drift_;
    }
    slopes.col(j) = (sides[1] - sides[0]) / (2 * by);
  }
  const bool is_back = evaluate(state);
  derivative_ = slopes;
  return is_back && derivative_.allFinite();
}

bool EquilibriumEquations::differentiate(const State& state) {
  if (system_.rubs()) return differences(state);
  const int nz = system_.nz();
  const Eigen::Index free = N_.cols();
  const Eigen::MatrixXd u = scale_.asDiagonal() * N_;
  Eigen::MatrixXd r, s, rate;
  along(state, u, {}, r, s, rate);
  if (rates_.size() && !kept_.empty()) {  // velocities move along, so that Phi' stays zero
    Eigen::MatrixXd w(system_.nv(), free);
    for (Eigen::Index j = 0; j < free; ++j) w.col(j) = -scale_.cwiseProduct(least(rate.col(j)));
    along(state, u, w, r, s, rate);
  }
  derivative_.setZero(free + nz, free + nz);
  derivative_.topLeftCorner(free, free) = transposed_product(u, r);
  derivative_.bottomLeftCorner(nz, free) = s;
  const std::span<const double> angles(state.angles.data(), static_cast<std::size_t>(state.angles.size()));
  Eigen::VectorXd column(system_.nv());
  for (int first = 0; first < nz; first += lanes) {
    const int used = std::min(lanes, nz - first);
    set(state);
    for (int lane = 0; lane < used; ++lane) z_[first + lane].d[lane] = 1;
    system_.evaluate<Number>(k_, Number(state.t), q_.data(), v_.data(), angles, z_.data());
    system_.residual<Number>(k_, a_.data(), lambda_number_.data(), r_.data());
    for (int lane = 0; lane < used; ++lane) {
      for (int i = 0; i < system_.nv(); ++i) column[i] = r_[i].d[lane];
      derivative_.col(free + first + lane).head(free) = u.transpose() * column;
      for (int i = 0; i < nz; ++i) derivative_(free + i, free + first + lane) = -k_.z_rate[i].d[lane];
    }
  }
  return derivative_.allFinite();
}

}  // namespace bricard
