#include "bricard/analyses/equilibrium/equilibrium_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <tuple>

#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int most_newton_steps = 60;
constexpr double longest_step = 0.5;  // characteristic lengths, radians, or a parameter's own size
constexpr int most_relaxation_steps = 400;
constexpr double longest_relaxation = 0.3;
constexpr double far_away = 40;  // a mechanism that relaxes over this way runs away

// Below which part of the largest singular value there is no effect.
double without_effect(bool has_differences) {
  return has_differences ? threshold::insensitive_differences : threshold::insensitive;
}

// Of the symmetric part, the lowest first.
Eigen::VectorXd stiffnesses(const Eigen::MatrixXd& K) { return symmetric_eigenvalues(0.5 * (K + K.transpose())); }

double state_size(double z) { return std::max(std::abs(z), 1.0); }

}  // namespace

std::optional<Eigen::VectorXd> EquilibriumSearch::residual(EquilibriumPoint& trial, const Eigen::MatrixXd& N, With with) {
  MountedSystem* at = nullptr;
  try {
    at = &exchange_.mounted(trial.values);
  } catch (const Error& error) {  // with these values the model is wrong: they are no solution
    refused_ = error.faults().at(0).what;
    return {};
  }
  MountedSystem& mounted = *at;
  EquilibriumEquations& equations = mounted.equations;
  ++evaluations;
  if (!equations.close(trial.state) || !equations.evaluate(trial.state)) return {};
  const Eigen::Index free = N.cols(), nz = mounted.system.nz(), count = with == With::parameters ? exchange_.conditions() : 0;
  Eigen::VectorXd R(free + nz + count);
  R.head(free) = N.transpose() * equations.unbalanced();
  R.segment(free, nz) = equations.drift();
  if (count > 0) {
    R.tail(count) = mounted.conditions(trial.state);
    if (held_.size()) R.tail(count) -= held_;
  }
  if (!R.allFinite()) return {};
  return R;
}

EquilibriumPoint EquilibriumSearch::moved(const EquilibriumPoint& from, const Linear& linear, const Eigen::VectorXd& step,
                                          With with) const {
  EquilibriumPoint to = from;
  const Eigen::VectorXd change = linear.column.cwiseProduct(step);
  const Eigen::Index nz = from.state.z.size();
  exchange_.mounted(from.values).equations.move(from.state, linear.N * change.head(linear.free), to.state);
  to.state.z += change.segment(linear.free, nz);
  if (with == With::parameters) to.values += change.tail(exchange_.count());
  return to;
}

bool EquilibriumSearch::linearize(EquilibriumPoint& point, With with, Linear& linear) {
  MountedSystem& mounted = exchange_.mounted(point.values);
  EquilibriumEquations& equations = mounted.equations;
  ++evaluations;
  ++factorizations;
  if (!equations.close(point.state) || !equations.evaluate(point.state) || !equations.differentiate(point.state)) return false;
  linear.N = equations.basis();
  linear.free = linear.N.cols();
  const Eigen::Index free = linear.free, nz = mounted.system.nz(), count = with == With::parameters ? exchange_.count() : 0;
  const Eigen::Index conditions = with == With::parameters ? exchange_.conditions() : 0;
  const Eigen::Index size = free + nz + count, rows = free + nz + conditions;
  linear.J.setZero(rows, size);
  linear.J.topLeftCorner(free + nz, free + nz) = equations.derivative();
  linear.column.setOnes(size);
  for (Eigen::Index i = 0; i < nz; ++i) linear.column[free + i] = state_size(point.state.z[i]);
  for (Eigen::Index i = 0; i < count; ++i) linear.column[free + nz + i] = exchange_.size_of(static_cast<int>(i), point.values[i]);
  const double weight = mounted.system.mechanism().total_mass * mounted.system.model().gravity.norm() * mounted.system.length();
  const double stiffness = free > 0 ? equations.derivative().topLeftCorner(free, free).cwiseAbs().maxCoeff() : 0;
  const double load = std::max(equations.force(), weight);
  linear.force = std::max(load, stiffness);
  if (!(linear.force > 0)) linear.force = 1;
  linear.negligible = (threshold::balanced * load + threshold::cancelled * stiffness) / linear.force;
  const auto here = residual(point, linear.N, with);
  if (!here) return false;
  linear.R = *here;

  // Differences: conditions along all motions and states, everything along the parameters.
  if (count > 0) {
    const auto differentiate = [&](Eigen::Index column, double step, bool only_conditions) {
      Eigen::VectorXd unit = Eigen::VectorXd::Unit(size, column) * step;
      EquilibriumPoint up = moved(point, linear, unit, with), down = moved(point, linear, -unit, with);
      const auto above = residual(up, linear.N, with), below = residual(down, linear.N, with);
      if (!above || !below) return false;
      const Eigen::VectorXd slope = (*above - *below) / (2 * step * linear.column[column]);
      if (only_conditions)
        linear.J.col(column).tail(conditions) = slope.tail(conditions);
      else
        linear.J.col(column) = slope;
      return true;
    };
    for (Eigen::Index i = 0; i < free + nz && conditions > 0; ++i)
      if (!differentiate(i, threshold::turn_increment, true)) return false;
    for (Eigen::Index i = free + nz; i < size; ++i)
      if (!differentiate(i, threshold::parameter_increment, false)) return false;
  }
  linear.J = linear.J * linear.column.asDiagonal();
  linear.row.setConstant(rows, 1 / linear.force);
  for (Eigen::Index i = free; i < rows; ++i) {
    const double norm = linear.J.row(i).norm();
    linear.row[i] = norm > 0 ? 1 / norm : 1;
  }
  linear.J = linear.row.asDiagonal() * linear.J;
  linear.R = linear.row.cwiseProduct(linear.R);
  return linear.J.allFinite();
}

// The way of the bodies, or the change of a state or parameter relative to its size.
double EquilibriumSearch::way_of(const Linear& linear, const Eigen::VectorXd& step) const {
  const EquilibriumEquations& equations = exchange_.any().equations;
  const double way = equations.size(linear.N * step.head(linear.free));
  const Eigen::Index others = step.size() - linear.free;
  return others > 0 ? std::max(way, step.tail(others).cwiseAbs().maxCoeff()) : way;
}

bool EquilibriumSearch::newton(EquilibriumPoint& point, With with) {
  Linear linear;
  const bool has_differences = (with == With::parameters && exchange_.count() > 0) || exchange_.any().system.rubs();
  double before = std::numeric_limits<double>::infinity();
  newton_way_ = 0;
  for (int iteration = 0; iteration < most_newton_steps; ++iteration, ++iterations) {
    if (exchange_.interrupted() || !linearize(point, with, linear)) return false;
    if (linear.R.size() == 0) return true;
    const SingularValues svd = singular_values(linear.J, true);
    const Eigen::VectorXd step = -svd.solve(linear.R, without_effect(has_differences));
    const double size = step.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return false;
    const double left = (linear.R + linear.J * step).cwiseAbs().maxCoeff();
    const bool balanced = left <= std::max(linear.negligible, has_differences ? threshold::balanced : 0.0);
    const bool settled = size <= threshold::closed || (size <= threshold::settled && size >= 0.5 * before);
    if (settled) return balanced;
    before = size;
    const double longest = std::min(1.0, longest_step / way_of(linear, step)), shortest = threshold::shortest_balancing * longest;
    double fraction = longest;
    for (bool better = false; !better; fraction /= 2) {
      if (fraction < shortest) return size <= threshold::settled && balanced;
      EquilibriumPoint trial = moved(point, linear, fraction * step, with);
      const auto there = residual(trial, linear.N, with);
      if (!there) continue;
      const double next = svd.solve(linear.row.cwiseProduct(*there), without_effect(has_differences)).norm();
      better = next <= (1 - fraction / 4) * step.norm();
      if (!better) continue;
      point = trial;
      newton_way_ += fraction * way_of(linear, step);
    }
  }
  return false;
}

bool EquilibriumSearch::relax(EquilibriumPoint& point, std::string& why) {
  Linear linear;
  double viscosity = 1, way = 0, tried_at = 0;
  int waited = 0;
  for (int iteration = 0; iteration < most_relaxation_steps; ++iteration, ++iterations) {
    if (exchange_.interrupted()) {
      why = "the search was interrupted";
      return false;
    }
    if (!linearize(point, With::motion, linear)) {
      why = "a force has no finite value, or the joints do not close, on the way to the equilibrium; start nearer to it";
      return false;
    }
    const double rest = linear.R.norm();
    if (iteration == 0) tried_at = rest;
    if (rest < 0.1 * tried_at || !(rest > 0) || ++waited > 12) {
      EquilibriumPoint trial = point;
      // A solution further away is not the one to which the motion leads.
      if (newton(trial, With::motion) && newton_way_ <= longest_relaxation) {
        point = trial;
        return true;
      }
      tried_at = rest;
      waited = 0;
    }
    const double lowest = linear.free > 0 ? stiffnesses(linear.J.topLeftCorner(linear.free, linear.free))[0] : 0;
    Eigen::MatrixXd shifted = linear.J;
    shifted.diagonal().array() += std::max(viscosity, 1.5 * std::max(0.0, -lowest));
    Eigen::VectorXd step = -Lu<double>(shifted).solve(linear.R);
    const double size = way_of(linear, step);
    if (!std::isfinite(size)) break;
    if (size > longest_relaxation) step *= longest_relaxation / size;
    bool accepted = false;
    for (int tries = 0; tries < 12 && !accepted; ++tries) {
      EquilibriumPoint trial = moved(point, linear, step, With::motion);
      const auto there = residual(trial, linear.N, With::motion);
      accepted = there && linear.row.cwiseProduct(*there).dot(step) <= 0.5 * std::abs(linear.R.dot(step));
      if (accepted) {
        way += way_of(linear, step);
        point = trial;
        if (tries == 0) viscosity = std::max(viscosity / 4, threshold::least_viscosity);
      } else {
        step /= 4;
        viscosity *= 4;
      }
    }
    if (!accepted) break;
    if (way > far_away) {
      const Eigen::VectorXd x = linear.N * step.head(linear.free);
      const EquilibriumEquations& equations = exchange_.mounted(point.values).equations;
      why = runs_away(point, equations.scale().cwiseProduct(x), equations.unbalanced().dot(x));
      return false;
    }
  }
  const Eigen::VectorXd x = linear.free > 0 && linear.R.size() > 0 ? linear.N * linear.R.head(linear.free) : Eigen::VectorXd();
  why = not_balanced(point, exchange_.mounted(point.values).equations.scale().head(x.size()).cwiseProduct(x));
  return false;
}

std::string EquilibriumSearch::not_balanced(const EquilibriumPoint& point, const Eigen::VectorXd& motion) const {
  std::string why =
      "the forces could not be brought into balance: start nearer to the equilibrium, with other positions of the bodies";
  if (motion.size() == 0 || motion.isZero(0)) return why;
  return why + fmt::format(" (most is left along {})",
                           leading_coordinate(exchange_.mounted(point.values).system, point.state, motion).name);
}

std::string EquilibriumSearch::runs_away(const EquilibriumPoint& point, const Eigen::VectorXd& motion, double work) const {
  const System& system = exchange_.mounted(point.values).system;
  const LeadingCoordinate leading = leading_coordinate(system, point.state, motion);
  const double effort = std::abs(work) / std::abs(leading.rate);
  return fmt::format(
      "there is no equilibrium: nothing holds {} ({}) against {}, it would move on and on; give it a spring, a joint or a "
      "driver, "
      "or take away the force that moves it",
      leading.owner, leading.name,
      fmt::format("{} of {:.4g} {}", leading.is_angle ? "a torque" : "a force",
                  effort / system.model().units.factor(leading.is_angle ? dimension::torque : dimension::force),
                  system.model().units.name(leading.is_angle ? dimension::torque : dimension::force)));
}

SparseEquilibrium* EquilibriumSearch::sparse() {
  if (!looked_for_sparse_ && exchange_.count() == 0 && !exchange_.is_steady()) {
    const System& system = exchange_.mounted(exchange_.start()).system;
    if (SparseEquilibrium::serves(system)) {
      sparse_ = std::make_unique<SparseEquilibrium>(system.model());
      sparse_->interrupted = [this] { return exchange_.interrupted(); };
    }
  }
  looked_for_sparse_ = true;
  return sparse_.get();
}

bool EquilibriumSearch::found_sparsely(EquilibriumPoint& point, bool (SparseEquilibrium::*way)(const System&, State&)) {
  if (!sparse()) return false;
  const auto before = std::tuple(sparse_->iterations, sparse_->evaluations, sparse_->factorizations);
  const bool found = (*sparse_.*way)(exchange_.mounted(point.values).system, point.state);
  iterations += sparse_->iterations - std::get<0>(before);
  evaluations += sparse_->evaluations - std::get<1>(before);
  factorizations += sparse_->factorizations - std::get<2>(before);
  return found;
}

Outcome EquilibriumSearch::settle(EquilibriumPoint& point) {
  EquilibriumPoint trial = point;
  if (found_sparsely(trial, &SparseEquilibrium::relax)) {
    point = trial;
    method = "relaxation, then Newton's method";
    return {};
  }
  if (sparse()) {
    const SparseEquilibrium::Failure& failure = sparse()->failure;
    if (exchange_.interrupted()) return Outcome::failure("the search was interrupted");
    return Outcome::failure(failure.runs_away ? runs_away(trial, failure.motion, failure.work)
                                              : not_balanced(trial, failure.motion));
  }
  std::string why;
  if (!relax(trial, why)) return Outcome::failure(why);
  point = trial;
  method = "relaxation, then Newton's method";
  return {};
}

Outcome EquilibriumSearch::solve(EquilibriumPoint& point) {
  held_.resize(0);
  refused_.clear();
  if (found_sparsely(point, &SparseEquilibrium::newton)) {
    method = "Newton's method";
    return {};
  }
  if (sparse()) return settle(point);
  EquilibriumPoint trial = point;
  if (newton(trial, With::parameters)) {
    if (std::string why = singular_exchange(trial); !why.empty()) return Outcome::failure(std::move(why));
    point = trial;
    method = "Newton's method";
    return {};
  }
  trial = point;
  if (exchange_.count() == 0 || !newton(trial, With::motion)) {
    trial = point;
    if (const Outcome outcome = settle(trial); outcome.failed()) {
      if (exchange_.count() == 0) return outcome;
      return Outcome::failure("no values of the unknown parameters could be found, and with the given ones " + outcome.message);
    }
  }
  if (exchange_.count() > 0) {
    if (std::string why = singular_exchange(trial); !why.empty()) return Outcome::failure(std::move(why));
    if (!approach(trial))
      return Outcome::failure(fmt::format(
          "no values of {} could be found that meet {}: conditions may be out of reach; give start values nearer to "
          "the solution{}",
          fmt::join(exchange_.options().find, ", "),
          exchange_.conditions() ? fmt::format("{}", fmt::join(exchange_.options().so_that, " and ")) : "the balance of forces",
          refused_.empty() ? "" : fmt::format(" (some values make the model wrong: {})", refused_)));
    method += ", then the conditions in steps";
  }
  point = trial;
  return {};
}

// From an equilibrium with the given values: the conditions may miss what they miss there, and less and less of it.
bool EquilibriumSearch::approach(EquilibriumPoint& point) {
  const Eigen::VectorXd missed = exchange_.mounted(point.values).conditions(point.state);
  double done = 0, step = 0.25;
  while (done < 1) {
    const double to = std::min(1.0, done + step);
    held_ = (1 - to) * missed;
    EquilibriumPoint trial = point;
    if (newton(trial, With::parameters)) {
      point = trial;
      done = to;
      step *= 2;
    } else if ((step /= 4) < threshold::shortest_balancing) {
      held_.resize(0);
      return false;
    }
  }
  held_.resize(0);
  return true;
}

// Parameters may change without effect: null vectors that contain them.
std::string EquilibriumSearch::singular_exchange(const EquilibriumPoint& point) {
  if (exchange_.count() == 0) return {};
  EquilibriumPoint here = point;
  Linear linear;
  if (!linearize(here, With::parameters, linear)) return {};
  const SingularValues svd = singular_values(linear.J, true);
  const Eigen::Index idle = linear.J.cols() - svd.rank(without_effect(true));
  if (idle == 0) return {};
  const int count = exchange_.count();
  const Eigen::VectorXd share = svd.V.rightCols(idle).bottomRows(count).rowwise().norm();
  if (share.maxCoeff() < threshold::no_share) return {};  // motions only
  // What each of them changes: effects that cancel are equal; or there is none.
  const Eigen::VectorXd effect = share.cwiseProduct(linear.J.rightCols(count).colwise().norm().transpose());
  const Eigen::VectorXd& told = effect.maxCoeff() > threshold::no_share * share.maxCoeff() ? effect : share;
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i)
    if (told[i] > threshold::told * told.maxCoeff()) names.push_back(fmt::format("'{}'", exchange_.options().find[i]));
  if (exchange_.conditions() < count)
    return fmt::format("nothing determines {}: forces balance with other values too; give a condition in `so_that` for {}",
                       fmt::join(names, " and "), names.size() == 1 ? "it" : "them");
  const std::string conditions = fmt::format("{}", fmt::join(exchange_.options().so_that, " and "));
  if (names.size() == 1)
    return fmt::format("the parameter {} has no effect on {}: find another parameter, or another condition", names[0],
                       conditions);
  return fmt::format(
      "the parameters {} have the same effect on {}: find only one of them, or give a condition that tells them apart",
      fmt::join(names, " and "), conditions);
}

Eigen::MatrixXd EquilibriumSearch::insensitive(const EquilibriumPoint& point) {
  if (sparse()) {
    const MountedSystem& mounted = exchange_.mounted(point.values);
    const Eigen::MatrixXd motions = sparse()->insensitive(mounted.system, point.state);
    return motions.size() ? mounted.equations.scale().cwiseInverse().asDiagonal() * motions : motions;
  }
  EquilibriumPoint here = point;
  Linear linear;
  if (!linearize(here, With::parameters, linear) || linear.free == 0) return {};
  const SingularValues svd = singular_values(linear.J, true);
  const Eigen::Index idle = linear.J.cols() - svd.rank(without_effect(exchange_.count() > 0 || exchange_.any().system.rubs()));
  return product(linear.N, svd.V.rightCols(idle).topRows(linear.free));
}

double EquilibriumSearch::lowest_stiffness(const EquilibriumPoint& point) {
  EquilibriumPoint here = point;
  Linear linear;
  if (!linearize(here, With::motion, linear) || linear.free == 0) return 0;
  const Eigen::VectorXd values = stiffnesses(linear.J.topLeftCorner(linear.free, linear.free));
  const double largest = values.cwiseAbs().maxCoeff();
  return largest > 0 ? values[0] / largest : 0;
}

}  // namespace bricard
