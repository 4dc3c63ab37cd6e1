#include "bricard/analyses/equilibrium/followers.hpp"

#include "bricard/analyses/equilibrium/displacement_scale.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr int most_steps = 10;
}

Followers::Followers(const System& system, const std::vector<int>& bodies)
    : system_(system), e_(system), written_(system), scale_(displacement_scale(system)) {
  for (const int b : bodies)
    for (int i = 0; i < system.velocity_count(b); ++i) columns_.push_back(system.first_velocity(b) + i);
}

void Followers::look(const State& state) {
  system_.motion(state, e_, RowSet::all, Measure::all);
  system_.forces(e_);
  written_.write(e_);
  const Eigen::MatrixXd all = written_.Phi_v();
  Eigen::MatrixXd own(all.rows(), static_cast<Eigen::Index>(columns_.size()));
  for (std::size_t i = 0; i < columns_.size(); ++i)
    own.col(static_cast<Eigen::Index>(i)) = scale_[columns_[i]] * all.col(columns_[i]);
  row_scale_.setZero(own.rows());  // rows of others have nothing to say
  for (Eigen::Index i = 0; i < own.rows(); ++i)
    if (const double norm = own.row(i).norm(); norm > 0) row_scale_[i] = 1 / norm;
  rows_.compute(row_scale_.asDiagonal() * own, threshold::dependent_dimensionless);
}

void Followers::change(const Eigen::VectorXd& missing, Eigen::VectorXd& of) const {
  const Eigen::VectorXd by = rows_.solve(row_scale_.cwiseProduct(missing));
  for (std::size_t i = 0; i < columns_.size(); ++i) of[columns_[i]] += scale_[columns_[i]] * by[static_cast<Eigen::Index>(i)];
}

void Followers::close(State& state) {
  Eigen::VectorXd q(system_.nq());
  for (int i = 0; i < most_steps; ++i) {
    look(state);
    Eigen::VectorXd step = Eigen::VectorXd::Zero(system_.nv());
    change(-written_.Phi(), step);
    if (step.cwiseQuotient(scale_).cwiseAbs().maxCoeff() <= threshold::closed) break;
    system_.move(state.q, step, q);
    state.q = q;
  }
  change(-written_.Phi_rate(), state.v);
  look(state);
}

void Followers::accelerate(Eigen::VectorXd& a) const { change(written_.gamma() - written_.Phi_v() * a, a); }

void Followers::follow(Eigen::VectorXd& motion) const { change(-(written_.Phi_v() * motion), motion); }

}  // namespace bricard
