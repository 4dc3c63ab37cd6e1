#include "bricard/vehicle/elastic_motion.hpp"

#include <array>

#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/rig_model.hpp"

namespace bricard::vehicle {

namespace {

constexpr int most_steps = 40;
constexpr double longest_step = 0.2;  // lengths or radians

}  // namespace

ElasticMotion::ElasticMotion(const System& driven, const Model& undriven, std::vector<int> carriers)
    : driven_(driven), undriven_(std::make_unique<System>(undriven, driven.coordinates())), carriers_(std::move(carriers)) {}

ElasticMotion::~ElasticMotion() = default;

// Six rows for each carrier, lengths in characteristic lengths.
Eigen::MatrixXd ElasticMotion::carrier_motions(const State& state, const Eigen::MatrixXd& velocities) {
  Eigen::MatrixXd motions(6 * static_cast<Eigen::Index>(carriers_.size()), velocities.cols());
  Equations e(driven_);
  for (Eigen::Index c = 0; c < velocities.cols(); ++c) {
    State moving = state;
    moving.v = velocities.col(c);
    driven_.motion(moving, e, RowSet::all, Measure::all);
    for (std::size_t i = 0; i < carriers_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(6 * i);
      motions.block<3, 1>(row, c) = e.k.v[carriers_[i]] / driven_.length();
      motions.block<3, 1>(row + 3, c) = e.k.w[carriers_[i]];
    }
  }
  return motions;
}

int ElasticMotion::loose(const State& state) {
  EquilibriumEquations equations(driven_);
  State at = state;
  if (!equations.close(at) || !equations.evaluate(at)) return 0;
  const Eigen::MatrixXd motions = carrier_motions(at, equations.scale().asDiagonal() * equations.basis());
  int loose = 0;
  for (Eigen::Index c = 0; c < motions.cols(); ++c) loose += motions.col(c).cwiseAbs().maxCoeff() > threshold::no_share;
  return loose;
}

// A load on a carrier that no y balances moves it freely.
bool ElasticMotion::is_held(const State& state) {
  EquilibriumEquations equations(driven_);
  State at = state;
  if (!equations.close(at) || !equations.evaluate(at) || !equations.differentiate(at)) return false;
  const Eigen::MatrixXd loads = carrier_motions(at, equations.scale().asDiagonal() * equations.basis()).transpose();
  const Eigen::Index n = equations.basis().cols();
  const Eigen::MatrixXd K = equations.derivative().topLeftCorner(n, n);
  const Eigen::MatrixXd rest = product(K, PivotedQr(K, threshold::insensitive).solve_all(loads)) - loads;
  return rest.cwiseAbs().maxCoeff() <= threshold::rough_balance * loads.cwiseAbs().maxCoeff();
}

bool ElasticMotion::settle(State& state) {
  EquilibriumEquations equations(driven_);
  for (int step = 0; step < most_steps; ++step) {
    if (!equations.close(state) || !equations.evaluate(state)) return false;
    const Eigen::MatrixXd& N = equations.basis();
    const Eigen::VectorXd R = N.transpose() * equations.unbalanced();
    if (R.size() == 0 || R.cwiseAbs().maxCoeff() <= threshold::rounding_of_forces * equations.force()) return true;
    if (!equations.differentiate(state)) return false;
    const Eigen::MatrixXd K = equations.derivative().topLeftCorner(N.cols(), N.cols());
    Eigen::VectorXd x = N * PivotedQr(K, threshold::insensitive).solve(Eigen::VectorXd(-R));
    const double size = equations.size(x);
    if (!std::isfinite(size)) return false;
    if (size > longest_step) x *= longest_step / size;
    equations.move(state, x, state);
    if (size <= threshold::closed_to_rounding) return equations.close(state);
  }
  return false;
}

bool ElasticMotion::relax(const State& state, std::vector<Eigen::VectorXd>& velocities, const std::array<double, 2>& holding) {
  EquilibriumEquations held(driven_);
  State at = state;
  at.v.setZero();
  if (!held.close(at) || !held.evaluate(at)) return false;
  const double unit = undriven_->model().units.factor(dimension::force);
  for (int i = 0; i < 2; ++i)
    if (const int input = index_of(undriven_->model().inputs, rig_load(i, 2)); input >= 0)
      undriven_->hold_input(input, holding[i] / unit);
  State free_state = undriven_->carry_over(driven_, at);
  free_state.v.setZero();
  EquilibriumEquations all(*undriven_);
  if (!all.close(free_state) || !all.evaluate(free_state) || !all.differentiate(free_state)) return false;
  const Eigen::MatrixXd& N = all.basis();
  const Eigen::MatrixXd K = all.derivative().topLeftCorner(N.cols(), N.cols());
  const auto inside = [&](const Eigen::MatrixXd& v) -> Eigen::MatrixXd { return N.transpose() * all.scale().cwiseInverse().asDiagonal() * v; };
  const Eigen::MatrixXd loose = held.scale().asDiagonal() * held.basis(), A = inside(loose);
  const PivotedQr factors(transposed_product(A, product(K, A)), threshold::insensitive);
  for (Eigen::VectorXd& v : velocities) {
    const Eigen::VectorXd right = A.transpose() * (K * inside(v));
    v -= loose * factors.solve(right);
  }
  return true;
}

}  // namespace bricard::vehicle
