#include "bricard/analyses/equilibrium/turning_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int most_newton_steps = 60;
constexpr double longest_step = 0.5;  // characteristic lengths, radians, of the pace, or of a parameter's own size
constexpr double wildest_step = 10;   // beyond it the equations say nothing about where the solution is
constexpr int most_relaxation_steps = 100;
constexpr double longest_relaxation = 0.3, calm = 0.01;  // steps, in characteristic lengths or radians
constexpr double followed_turn = 0.3;                    // how far a steady turn is followed, radians or characteristic lengths
constexpr int followed_steps = 40;

double state_size(double z) { return std::max(std::abs(z), 1.0); }

std::string counted(int count, const char* one, const char* many) { return fmt::format("{} {}", count, count == 1 ? one : many); }

}  // namespace

std::string TurningSearch::Counts::text() const {
  std::vector<std::string> known, unknown;
  const auto add = [](std::vector<std::string>& list, int count, const char* one, const char* many) {
    if (count > 0) list.push_back(counted(count, one, many));
  };
  add(known, balances, "balance along what runs", "balances along what runs");
  add(known, states, "state at rest", "states at rest");
  add(known, conditions, "condition", "conditions");
  add(unknown, rates, "rate", "rates");
  add(unknown, states, "state", "states");
  add(unknown, parameters, "parameter", "parameters");
  if (known.empty() && unknown.empty()) return "nothing may run, and nothing is asked";
  return fmt::format("{} ({}) for {} ({})", counted(balances + states + conditions, "equation", "equations"),
                     known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")),
                     counted(rates + states + parameters, "unknown", "unknowns"),
                     unknown.empty() ? "none" : fmt::format("{}", fmt::join(unknown, ", ")));
}

TurningSearch::TurningSearch(EquilibriumExchange& exchange, const InvariantMotions& motions, int body, double pace)
    : exchange_(exchange), motions_(motions), body_(body), pace_(pace), up_(0, 0, 1) {
  const System& system = exchange.mounted(exchange.start()).system;
  const Eigen::Vector3d gravity = eigen(system.model().gravity);
  if (system.model().dimension == 3 && gravity.norm() > 0) up_ = -gravity / gravity.norm();
  const EquilibriumOptions& options = exchange.options();
  counts.rates = motions.count();
  counts.states = system.nz();
  counts.parameters = exchange.count();
  counts.conditions =
      exchange.conditions() + options.speed.has_value() + options.radius.has_value() + options.lateral_acceleration.has_value();
}

Eigen::VectorXd TurningSearch::own_conditions(const System& system, const InvariantMotions::Motion& motion) const {
  const EquilibriumOptions& options = exchange_.options();
  const int first = system.first_velocity(body_), linear = system.model().dimension;
  const double speed = motion.v.segment(first, linear).norm(), yaw_rate = motion.turning.dot(up_);
  std::vector<double> open;
  if (options.speed) open.push_back(speed - *options.speed);
  if (options.radius) open.push_back(yaw_rate * *options.radius - speed);
  if (options.lateral_acceleration) open.push_back(speed * yaw_rate - *options.lateral_acceleration);
  return Eigen::Map<const Eigen::VectorXd>(open.data(), static_cast<Eigen::Index>(open.size()));
}

bool TurningSearch::evaluate(TurningPoint& point, Residual& residual) {
  MountedSystem* at = nullptr;
  try {
    at = &exchange_.mounted(point.values);
  } catch (const Error& error) {  // with these values the model is wrong: they are no solution
    refused_ = error.faults().at(0).what;
    return false;
  }
  MountedSystem& mounted = *at;
  ++evaluations;
  if (!mounted.equations.close(point.state)) return false;
  const InvariantMotions::Motion motion = motions_.motion(mounted.system, point.state, point.rates);
  point.state.v = motion.v;
  if (!mounted.equations.evaluate(point.state, motion.a)) return false;
  residual.unbalanced = mounted.equations.unbalanced();
  residual.slip = mounted.equations.slip();
  residual.drift = mounted.equations.drift();
  residual.force = mounted.equations.force() > 0 ? mounted.equations.force() : 1;
  const Eigen::VectorXd given = mounted.conditions(point.state), own = own_conditions(mounted.system, motion);
  residual.conditions.resize(given.size() + own.size());
  residual.conditions << given, own;
  return residual.unbalanced.allFinite() && residual.slip.allFinite() && residual.conditions.allFinite();
}

std::optional<Eigen::VectorXd> TurningSearch::rows(TurningPoint& point, const Eigen::MatrixXd& N, double* force) {
  Residual now;
  if (!evaluate(point, now)) return {};
  if (force) *force = now.force;
  Eigen::VectorXd R(N.cols() + now.slip.size() + now.drift.size() + now.conditions.size());
  R << N.transpose() * now.unbalanced, now.slip, now.drift, now.conditions;
  if (start_ && held_ > 0) {
    if (start_->slip.size() != now.slip.size()) return {};
    Eigen::VectorXd held(R.size());
    held << N.transpose() * start_->unbalanced, start_->slip, start_->drift, start_->conditions;
    R -= held_ * held;
  }
  return R;
}

TurningPoint TurningSearch::moved(const TurningPoint& from, const Linear& linear, const Eigen::VectorXd& step) const {
  TurningPoint to = from;
  const Eigen::VectorXd change = linear.column.cwiseProduct(step);
  const Eigen::Index free = linear.Y.cols(), nz = from.state.z.size(), count = from.values.size();
  exchange_.mounted(from.values).equations.move(from.state, linear.Y * change.head(free), to.state);
  to.state.z += change.segment(free, nz);
  to.values += change.segment(free + nz, count);
  to.rates += change.tail(from.rates.size());
  return to;
}

// At the point of the last evaluate().
void TurningSearch::find_positions(const TurningPoint& point, Linear& linear) {
  EquilibriumEquations& equations = exchange_.mounted(point.values).equations;
  const System& system = equations.system();
  linear.N = equations.basis();
  const Eigen::MatrixXd placements = equations.placements();
  const Eigen::MatrixXd fields = equations.scale().cwiseInverse().asDiagonal() * motions_.fields(system, point.state);
  linear.Y = fields.cols() == 0 ? placements
                                : product(placements, complement_of_columns(transposed_product(placements, fields),
                                                                            threshold::dependent_dimensionless));
  counts.balances = static_cast<int>(placements.cols() - linear.Y.cols());
}

bool TurningSearch::linearize(TurningPoint& point, Linear& linear) {
  ++factorizations;
  Residual here;
  if (!evaluate(point, here)) return false;
  find_positions(point, linear);
  const Eigen::Index free = linear.Y.cols(), nz = point.state.z.size(), count = point.values.size(), rates = point.rates.size();
  linear.others = free + nz + count;
  linear.column.setOnes(linear.others + rates);
  for (Eigen::Index i = 0; i < nz; ++i) linear.column[free + i] = state_size(point.state.z[i]);
  for (Eigen::Index i = 0; i < count; ++i) linear.column[free + nz + i] = exchange_.size_of(static_cast<int>(i), point.values[i]);
  linear.column.tail(rates).setConstant(pace_);
  double force = 1;
  const auto R = rows(point, linear.N, &force);
  if (!R) return false;
  linear.R = *R;
  const Eigen::Index n = linear.N.cols(), slip = here.slip.size();
  linear.J.resize(R->size(), linear.column.size());
  for (Eigen::Index i = 0; i < linear.column.size(); ++i) {
    const double step = i >= free + nz && i < linear.others ? threshold::parameter_increment : threshold::turn_increment;
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(linear.column.size(), i) * step;
    TurningPoint up = moved(point, linear, unit), down = moved(point, linear, -unit);
    const auto above = rows(up, linear.N), below = rows(down, linear.N);
    if (!above || !below || above->size() != R->size() || below->size() != R->size()) return false;
    linear.J.col(i) = (*above - *below) / (2 * step);
  }
  linear.row.resize(R->size());
  linear.row.head(n).setConstant(1 / force);
  linear.row.segment(n, slip).setConstant(1 / pace_);
  for (Eigen::Index i = n + slip; i < R->size(); ++i) {
    const double norm = linear.J.row(i).norm();
    linear.row[i] = norm > 0 ? 1 / norm : 1;
  }
  linear.J = linear.row.asDiagonal() * linear.J;
  linear.R = linear.row.cwiseProduct(linear.R);
  return linear.J.allFinite() && linear.R.allFinite();
}

// Rates change least: first what the other unknowns cannot do, then these.
Eigen::VectorXd TurningSearch::least_step(const Linear& linear, const Eigen::VectorXd& R) const {
  const Eigen::Index rates = linear.J.cols() - linear.others;
  const Eigen::MatrixXd J_others = linear.J.leftCols(linear.others), J_rates = linear.J.rightCols(rates);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(linear.J.cols());
  if (linear.others == 0) {
    if (rates > 0) step = -singular_values(J_rates).solve(R, threshold::insensitive_differences);
    return step;
  }
  const SingularValues svd = singular_values(J_others);
  const auto reach = svd.U.leftCols(svd.rank(threshold::insensitive_differences));
  if (rates > 0) {
    const double all = std::max(svd.values[0], J_rates.norm());
    const Eigen::MatrixXd beyond = J_rates - reach * (reach.transpose() * J_rates);
    const Eigen::VectorXd left = R - reach * (reach.transpose() * R);
    const SingularValues of_rates = singular_values(beyond);
    if (of_rates.values[0] > threshold::insensitive_differences * all)
      step.tail(rates) = -of_rates.solve(left, threshold::insensitive_differences * all / of_rates.values[0]);
  }
  step.head(linear.others) = -svd.solve(R + J_rates * step.tail(rates), threshold::insensitive_differences);
  return step;
}

bool TurningSearch::newton(TurningPoint& point) {
  Linear linear;
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_newton_steps; ++iteration, ++iterations) {
    if (exchange_.interrupted() || !linearize(point, linear)) return false;
    if (linear.R.size() == 0) return true;
    const Eigen::VectorXd step = least_step(linear, linear.R);
    const double size = step.size() ? step.cwiseAbs().maxCoeff() : 0;
    if (!(size <= wildest_step)) return false;
    left_ = (linear.R + linear.J * step).cwiseAbs().maxCoeff();
    const bool balanced = left_ <= threshold::balanced;
    const bool settled = size <= threshold::closed || (size <= threshold::settled && size >= 0.5 * before);
    if (settled) return balanced;
    before = size;
    const double longest = std::min(1.0, longest_step / size), shortest = threshold::shortest_balancing * longest;
    double fraction = longest;
    for (bool better = false; !better; fraction /= 2) {
      if (fraction < shortest) return size <= threshold::settled && balanced;
      TurningPoint trial = moved(point, linear, fraction * step);
      const auto there = rows(trial, linear.N);
      if (!there || there->size() != linear.R.size()) continue;
      const double next = least_step(linear, linear.row.cwiseProduct(*there)).norm();
      better = next <= (1 - fraction / 4) * step.norm();
      if (better) point = trial;
    }
  }
  return false;
}

// Along Y:  (mu I + dR/dy) step = -R,  as at rest (equilibrium_search.hpp).
void TurningSearch::relax(TurningPoint& point) {
  double viscosity = 1;
  for (int iteration = 0; iteration < most_relaxation_steps && !exchange_.interrupted(); ++iteration, ++iterations) {
    Residual here;
    if (!evaluate(point, here)) return;
    Linear linear;
    find_positions(point, linear);
    const Eigen::Index free = linear.Y.cols();
    linear.column.setZero(free + point.state.z.size() + point.values.size() + point.rates.size());
    linear.column.head(free).setOnes();
    const auto pull = [&](TurningPoint& at) -> std::optional<Eigen::VectorXd> {
      Residual there;
      if (!evaluate(at, there)) return {};
      return Eigen::VectorXd(linear.Y.transpose() * there.unbalanced / here.force);
    };
    const Eigen::VectorXd R = linear.Y.transpose() * here.unbalanced / here.force;
    Eigen::MatrixXd K(free, free);
    for (Eigen::Index i = 0; i < free; ++i) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(linear.column.size(), i) * threshold::turn_increment;
      TurningPoint up = moved(point, linear, unit), down = moved(point, linear, -unit);
      const auto above = pull(up), below = pull(down);
      if (!above || !below) return;
      K.col(i) = (*above - *below) / (2 * threshold::turn_increment);
    }
    if (free == 0 || !K.allFinite()) return;
    const double lowest = symmetric_eigenvalues(0.5 * (K + K.transpose()))[0];
    K.diagonal().array() += std::max(viscosity, 1.5 * std::max(0.0, -lowest));
    Eigen::VectorXd step = Eigen::VectorXd::Zero(linear.column.size());
    step.head(free) = -Lu<double>(K).solve(R);
    const double size = step.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return;
    if (size > longest_relaxation) step *= longest_relaxation / size;
    bool accepted = false;
    for (int tries = 0; tries < 12 && !accepted; ++tries) {
      TurningPoint trial = moved(point, linear, step);
      const auto there = pull(trial);
      accepted = there && there->dot(step.head(free)) <= 0.5 * std::abs(R.dot(step.head(free)));
      if (accepted) {
        point = trial;
        if (tries == 0) viscosity = std::max(viscosity / 4, threshold::least_viscosity);
      } else {
        step /= 4;
        viscosity *= 4;
      }
    }
    if (!accepted || (viscosity < calm && size < calm)) return;
  }
}

// The equations may miss what they miss at the start, and less and less of it.
bool TurningSearch::approach(TurningPoint& point) {
  Residual missed;
  if (!evaluate(point, missed)) return false;
  start_ = missed;
  double done = 0, step = 0.25;
  bool arrived = false;
  while (true) {
    const double to = std::min(1.0, done + step);
    held_ = 1 - to;
    TurningPoint trial = point;
    if (newton(trial)) {
      point = trial;
      done = to;
      step *= 2;
      arrived = done >= 1;
      if (arrived) break;
    } else if ((step /= 4) < threshold::shortest_balancing) {
      break;
    }
  }
  start_.reset();
  return arrived;
}

Outcome TurningSearch::solve(TurningPoint& point) {
  TurningPoint trial = point;
  method = "Newton's method";
  bool found = newton(trial);
  if (!found && !exchange_.interrupted()) {
    TurningPoint relaxed = point;
    relax(relaxed);
    trial = relaxed;
    method = "relaxation, then Newton's method";
    found = newton(trial);
    if (!found) {
      trial = relaxed;
      method = "relaxation, then Newton's method in steps";
      found = approach(trial);
    }
  }
  if (!found) {
    if (exchange_.interrupted()) return Outcome::failure("the search was interrupted");
    const int equations = counts.balances + counts.states + counts.conditions;
    const int unknowns = counts.rates + counts.states + counts.parameters;
    std::vector<std::string> running;
    for (const InvariantMotions::Name& name : motions_.names(exchange_.mounted(point.values).system, point.state))
      running.push_back(name.text);
    std::string why = fmt::format("{}; what may run without changing anything: {}", counts.text(),
                                  running.empty() ? "nothing" : fmt::format("{}", fmt::join(running, ", ")));
    if (equations > unknowns)
      why += "; every condition needs an unknown: name a parameter in `find` for each that is too many, or leave a condition out";
    else if (left_ > threshold::balanced)
      why += "; conditions may be out of reach: start nearer to the turn, with other velocities of the bodies";
    else
      why += "; start nearer to the turn, with other velocities of the bodies";
    if (!refused_.empty()) why += fmt::format(" (some values make the model wrong: {})", refused_);
    return Outcome::failure(why);
  }
  if (std::string why = look_for_undetermined(trial); !why.empty()) return Outcome::failure(std::move(why));
  point = trial;
  return {};
}

// Null vectors of the equations: a parameter must not take part, rates may.
std::string TurningSearch::look_for_undetermined(TurningPoint point) {
  undetermined.clear();
  Linear linear;
  if (!linearize(point, linear) || linear.J.cols() == 0) return {};
  const SingularValues svd = singular_values(linear.J, true);
  const Eigen::Index idle = linear.J.cols() - svd.rank(threshold::insensitive_differences);
  if (idle == 0) return {};
  const auto share = svd.V.rightCols(idle).rowwise().norm().eval();
  const Eigen::Index first = linear.others - point.values.size();
  std::vector<std::string> parameters;
  for (Eigen::Index i = first; i < linear.others; ++i)
    if (share[i] > threshold::told) parameters.push_back(fmt::format("'{}'", exchange_.options().find[i - first]));
  if (!parameters.empty())
    return fmt::format("nothing determines {}: the motion goes on with other values too; give a condition; {}",
                       fmt::join(parameters, " and "), counts.text());
  const auto names = motions_.names(exchange_.mounted(point.values).system, point.state);
  for (Eigen::Index i = linear.others; i < linear.J.cols(); ++i)
    if (share[i] > threshold::told) undetermined.push_back(names[i - linear.others].text);
  return {};
}

TurningSearch::Path TurningSearch::path(const TurningPoint& point) {
  const System& system = exchange_.mounted(point.values).system;
  Path path;
  path.speed = point.state.v.segment(system.first_velocity(body_), system.model().dimension).norm();
  path.yaw_rate = turning(point).dot(up_);
  return path;
}

Eigen::Vector3d TurningSearch::turning(const TurningPoint& point) {
  return motions_.motion(exchange_.mounted(point.values).system, point.state, point.rates).turning;
}

std::string TurningSearch::why_not_steady(const TurningPoint& point) {
  EquilibriumEquations& equations = exchange_.mounted(point.values).equations;
  const System& system = equations.system();
  const double fastest = point.state.v.cwiseQuotient(equations.scale()).cwiseAbs().maxCoeff();
  if (!(fastest > 0)) return {};
  TurningPoint later = point;
  const double dt = followed_turn / fastest / followed_steps;
  Equations e(system);
  const auto velocities = [&](const State& state) {
    return Eigen::VectorXd(motions_.motion(system, state, point.rates).v.cwiseQuotient(equations.scale()));
  };
  for (int i = 0; i < followed_steps; ++i) {  // by the classical method of order 4
    State way = later.state, next = later.state;
    const Eigen::VectorXd k1 = velocities(later.state);
    equations.move(later.state, dt / 2 * k1, way);
    const Eigen::VectorXd k2 = velocities(way);
    equations.move(later.state, dt / 2 * k2, way);
    const Eigen::VectorXd k3 = velocities(way);
    equations.move(later.state, dt * k3, way);
    equations.move(later.state, dt / 6 * (k1 + 2 * k2 + 2 * k3 + velocities(way)), next);
    next.t += dt;
    later.state = next;
    system.motion(later.state, e, RowSet::all, Measure::all);
    system.update_angles(e, later.state);
  }
  Residual there;
  if (!evaluate(later, there)) return "the motion cannot go on";
  // What would change the rates by their own size while the motion goes on by one: forces of one element may cancel within it.
  const InvariantMotions::Motion motion = motions_.motion(system, later.state, point.rates);
  if (!equations.evaluate(later.state, motion.a + fastest * motion.v)) return "the motion cannot go on";
  const double felt = (equations.unbalanced() - there.unbalanced).norm();
  if (there.unbalanced.norm() > threshold::steady_rates * std::max(there.force, felt))
    return "forces change as the motion goes on";
  if (there.slip.size() && there.slip.cwiseAbs().maxCoeff() > threshold::steady_rates * pace_)
    return "contacts would slip as the motion goes on";
  return {};
}

}  // namespace bricard
