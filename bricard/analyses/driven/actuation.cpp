#include "bricard/analyses/driven/actuation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "bricard/core/text.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

const std::string key = "analysis.inverse_dynamics.actuators";

std::string quoted_list(const std::vector<std::string>& names) { return fmt::format("'{}'", fmt::join(names, "', '")); }

ResultColumn effort_column(const std::string& joint, const CoordinateName& coordinate) {
  return {joint + "." + std::string(coordinate.effort), coordinate.is_angle ? dimension::torque : dimension::force};
}

// Of rows over the six columns of every body.
LeastEfforts least_efforts_over(const Sparse& G) {
  std::vector<std::vector<int>> touched(G.rows());
  const auto for_each = [&](auto&& visit) {
    for (int column = 0; column < G.outerSize(); ++column)
      for (Sparse::InnerIterator each(G, column); each; ++each) visit(static_cast<int>(each.row()), column, each.value());
  };
  for_each([&](int row, int column, double) { touched[row].push_back(column / 6); });
  LeastEfforts rows(static_cast<int>(G.cols()) / 6, touched);
  for_each([&](int row, int column, double value) { rows.add(row, column / 6, value * Vec6<double>::Unit(column % 6)); });
  return rows;
}

}  // namespace

Actuation::Actuation(const System& system, const std::vector<std::string>& actuators)
    : system_(system), joints_(least_efforts(system.layout())) {
  const Model& model = system.model();
  std::vector<std::string> joints;
  for (const Joint& joint : model.joints) joints.push_back(joint.name);
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const std::string where = fmt::format("{}[{}]", key, i);
    const CoordinateReference found = find_coordinate(model, actuators[i]);
    if (!found.found())
      throw Error(where, quoted(actuators[i]) + " is not one coordinate of a joint", did_you_mean(actuators[i], joints));
    const auto at =
        std::find_if(system.measures().measured.begin(), system.measures().measured.end(),
                     [&](const MeasuredCoordinate& each) { return each.joint == found.joint && each.which == found.which; });
    const Joint& joint = model.joints[found.joint];
    if (at == system.measures().measured.end() || !joint.active)
      throw Error(where, fmt::format("joint {} is switched off and cannot be an actuator", quoted(joint.name)));
    Actuator& actuator = actuators_.emplace_back();
    actuator.name = actuators[i];
    actuator.measured = static_cast<int>(at - system.measures().measured.begin());
    actuator.scale = at->is_angle ? system.length() : 1;
    columns_.push_back(effort_column(joint.name, coordinates_of(model, joint)[found.which]));
  }
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::driver) {
      driver_rows_.push_back(group.first_row);
      drivers_.push_back(system.name_of(group));
    }
  if (drivers_.empty())
    throw Error(key, "no driver prescribes the motion that the actuators shall produce",
                "add drivers, for instance drivers: {motor: {joint: " +
                    (actuators.empty() ? std::string("J") : model.joints[find_coordinate(model, actuators[0]).joint].name) +
                    ", angle: sin(t)}}");
  // Behind the columns of the drivers.
  const std::string last = driver_columns(model, model.drivers.back()).back().name;
  while (place_ < static_cast<int>(system.table().columns.size()) && system.table().columns[place_].name != last) ++place_;
  ++place_;
  efforts_.assign(actuators_.size(), 0.0);
  works_.assign(actuators_.size(), 0);
}

// Rates of the actuated coordinates over the velocities of the bodies, dimensionless like ScaledRows.
Sparse Actuation::actuator_rows(const Equations& e) const {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const MeasuredCoordinate& coordinate = system_.measures().measured[actuators_[i].measured];
    if (coordinate.second_angle >= 0 && is_locked(e.k, coordinate.second_angle)) continue;  // it does nothing here
    const Row<double>& row = e.k.measured[actuators_[i].measured];
    const int pair = coordinate.pair;
    const auto add = [&](int body, const Vec3<double>& reach, double sign) {
      if (body == 0) return;
      Vec6<double> covector = sign * actuators_[i].scale * row_at<double>(row.n, row.tau, reach);
      covector.tail<3>() /= system_.length();
      for (int c = 0; c < 6; ++c)
        if (covector[c] != 0) entries.emplace_back(static_cast<int>(i), 6 * (body - 1) + c, covector[c]);
    };
    add(system_.mechanism().pairs[pair].B.body, e.k.reach_B[pair], 1);
    add(system_.mechanism().pairs[pair].A.body, e.k.reach_A[pair], -1);
  }
  Sparse S(static_cast<int>(actuators_.size()), 6 * system_.mechanism().bodies);
  S.setFromTriplets(entries.begin(), entries.end());
  return S;
}

// The motion of driver k closes rows of which only its own misses a unit rate.
Actuation::Transmission Actuation::transmission(Equations& e, const Sparse& G, const Sparse& S,
                                                const Eigen::VectorXd& load) const {
  const int drivers = static_cast<int>(driver_rows_.size());
  const KernelSolution accelerations = e.solution;
  const std::vector<double> missing = e.k.Phi_rate;
  weigh(equal_weights(system_), e);
  e.kernel.factor();
  Transmission found{{S.rows(), drivers}, {drivers, drivers}, Eigen::VectorXd(drivers), 0};
  Eigen::VectorXd V(6 * system_.mechanism().bodies);
  for (int k = 0; k < drivers; ++k) {
    std::fill(e.k.Phi_rate.begin(), e.k.Phi_rate.end(), 0.0);
    e.k.Phi_rate[driver_rows_[k]] = -1 / (system_.scaled(driver_rows_[k], 1));
    system_.correction(Order::velocity, e, e.increment);
    for (int b = 1; b <= system_.mechanism().bodies; ++b)
      V.segment<6>(6 * (b - 1)) << e.solution.A[b].head<3>(), e.solution.A[b].tail<3>() * system_.length();
    const Eigen::VectorXd rates = G * V;
    for (int j = 0; j < drivers; ++j) found.D(j, k) = rates[driver_rows_[j]];
    found.W.col(k) = S * V;
    found.load[k] = V.dot(load);
    found.size = std::max(found.size, V.norm());
  }
  e.solution = accelerations;
  e.k.Phi_rate = missing;
  system_.fill(e);
  return found;
}

// Wᵀ tau + Dᵀ delta = load with the least |delta|: with delta = D⁺ᵀ (load - Wᵀ tau) least squares in (W D⁺)ᵀ.
Actuation::Shares Actuation::split(const Transmission& t) {
  const LeastNorm commands(t.D, threshold::dependent_dimensionless);
  const Eigen::MatrixXd inverse = commands.pseudo_inverse(), driven = product(t.D, inverse);
  const Eigen::MatrixXd onto_drivers = product(t.W, inverse).transpose();
  const Eigen::VectorXd needed = inverse.transpose() * t.load;
  const SingularValues svd = singular_values(onto_drivers);
  const Eigen::VectorXd& strength = svd.values;

  Shares shares;
  shares.freedoms = commands.rank();
  while (shares.rank < strength.size() && strength[shares.rank] > threshold::dependent_dimensionless * t.size) ++shares.rank;
  const Eigen::MatrixXd U = svd.U.leftCols(shares.rank), Y = svd.V.leftCols(shares.rank);
  shares.tau = Y * strength.head(shares.rank).cwiseInverse().cwiseProduct(U.transpose() * needed);
  shares.delta = Eigen::VectorXd::Zero(needed.size());
  if (shares.rank < shares.freedoms) shares.delta = needed - onto_drivers * shares.tau;
  if (onto_drivers.rows() == onto_drivers.cols()) shares.sense = determinant(onto_drivers) < 0 ? -1 : 1;
  for (Eigen::Index i = 0; i < shares.tau.size(); ++i) shares.shared.push_back(1 - Y.row(i).squaredNorm() > threshold::no_share);
  for (Eigen::Index j = 0; j < needed.size(); ++j)
    shares.left.push_back(shares.rank < shares.freedoms && driven(j, j) - U.row(j).squaredNorm() > threshold::no_share);
  return shares;
}

void Actuation::share(double t, Equations& e, Reactions& out) {
  const ScaledRows rows = scaled_rows(system_, e);
  const Sparse S = actuator_rows(e);
  Eigen::VectorXd load = scaled_load(system_, e);
  const Transmission found = transmission(e, rows.G, S, load);
  const Shares shares = split(found);

  Eigen::VectorXd by_drivers = Eigen::VectorXd::Zero(system_.constraints().rows);
  for (std::size_t j = 0; j < driver_rows_.size(); ++j) by_drivers[driver_rows_[j]] = shares.delta[static_cast<int>(j)];
  load -= S.transpose() * shares.tau + rows.G.transpose() * by_drivers;
  put_rows(system_, e, joints_);
  for (const int row : driver_rows_) joints_.clear(row);
  joints_.factor();
  const Eigen::VectorXd scaled = joints_.solve(load) + by_drivers;
  out.effort.resize(system_.constraints().rows);
  for (int row = 0; row < system_.constraints().rows; ++row) out.effort[row] = scaled[row] * rows.scale[row];
  sum_wrenches(system_, e, out);
  for (std::size_t i = 0; i < actuators_.size(); ++i) efforts_[i] = shares.tau[static_cast<int>(i)] * actuators_[i].scale;
  if (unique_.empty()) find_unique_reactions(e, rows, S);
  remember(t, found, shares);
}

// As unique_components() of reactions.hpp, for joints and actuators instead of joints and drivers.
void Actuation::find_unique_reactions(const Equations& e, const ScaledRows& rows, const Sparse& S) {
  std::array<bool, 6> all_unique;
  all_unique.fill(true);
  unique_.assign(system_.constraints().groups.size(), all_unique);
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](const Sparse& part, int first) {
    for (int column = 0; column < part.outerSize(); ++column)
      for (Sparse::InnerIterator each(part, column); each; ++each)
        entries.emplace_back(first + static_cast<int>(each.row()), column, each.value());
  };
  add(rows.G, 0);
  add(S, system_.constraints().rows);
  Sparse all(system_.constraints().rows + S.rows(), S.cols());
  all.setFromTriplets(entries.begin(), entries.end());
  LeastEfforts carriers = least_efforts_over(all);
  for (const int row : driver_rows_) carriers.clear(row);
  carriers.factor();
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int probe = 0; probe < 3; ++probe) {
    Eigen::VectorXd efforts(all.rows());
    for (double& effort : efforts) effort = normal(random);
    for (const int row : driver_rows_) efforts[row] = 0;
    const Eigen::VectorXd stress = efforts - carriers.solve(carriers.transposed_product(efforts));
    Reactions self;
    self.effort.resize(system_.constraints().rows);
    for (int row = 0; row < system_.constraints().rows; ++row) self.effort[row] = stress[row] * rows.scale[row];
    sum_wrenches(system_, e, self);
    for (std::size_t g = 0; g < system_.constraints().groups.size(); ++g)
      for (int c = 0; c < 6; ++c)
        if (std::abs(self.wrench[g][c]) > threshold::no_share * (c < 3 ? 1 : system_.length())) unique_[g][c] = false;
  }
}

void Actuation::remember(double t, const Transmission& found, const Shares& shares) {
  authority_.push_back({t, shares.rank, shares.sense});
  freedoms_ = std::max(freedoms_, shares.freedoms);
  for (std::size_t i = 0; i < works_.size(); ++i)
    works_[i] =
        works_[i] || found.W.row(static_cast<int>(i)).cwiseAbs().maxCoeff() > threshold::dependent_dimensionless * found.size;
  if (shares.rank < rank_) return;
  if (shares.rank > rank_) {
    rank_ = shares.rank;
    shared_.assign(actuators_.size(), 0);
    left_.assign(drivers_.size(), 0);
  }
  for (std::size_t i = 0; i < shared_.size(); ++i) shared_[i] = shared_[i] || shares.shared[i];
  for (std::size_t j = 0; j < left_.size(); ++j) left_[j] = left_[j] || shares.left[j];
}

// Times at which the rank falls, and between which det W changes its sign.
std::vector<std::string> Actuation::lost_authority() const {
  const double second = system_.model().units.factor(dimension::time);
  std::vector<std::string> times;
  for (std::size_t i = 0; i < authority_.size(); ++i) {
    const bool is_lost = authority_[i].rank < rank_;
    const bool was_lost = i > 0 && authority_[i - 1].rank < rank_;
    if (is_lost && !was_lost) times.push_back(fmt::format("at t = {:.6g}", authority_[i].t / second));
    if (i > 0 && !is_lost && !was_lost && rank_ == freedoms_ && authority_[i].sense * authority_[i - 1].sense < 0)
      times.push_back(fmt::format("between t = {:.6g} and {:.6g}", authority_[i - 1].t / second, authority_[i].t / second));
  }
  return times;
}

void Actuation::report(Summary& summary) const {
  std::vector<std::string> idle, shared, left, all;
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const bool is_unique = !shared_.empty() && !shared_[i];
    summary.efforts.emplace_back(actuators_[i].name, is_unique);
    all.push_back(actuators_[i].name);
    if (!works_[i])
      idle.push_back(all.back());
    else if (!is_unique)
      shared.push_back(all.back());
  }
  for (std::size_t j = 0; j < left_.size(); ++j)
    if (left_[j]) left.push_back(drivers_[j]);
  const auto warn = [&](std::string text) { summary.warnings.push_back(std::move(text)); };
  const auto s = [](std::size_t count) { return count == 1 ? "" : "s"; };
  if (!idle.empty())
    warn(fmt::format("actuator{} {} can do no work on what the drivers command: {} effort is zero", s(idle.size()),
                     quoted_list(idle), idle.size() == 1 ? "its" : "their"));
  if (!left.empty())
    warn(fmt::format("under-actuated: {} of {} driven freedoms {} commanded by {}; driver{} {} carr{} the rest: add an actuator",
                     rank_, freedoms_, rank_ == 1 ? "is" : "are", quoted_list(all), s(left.size()), quoted_list(left),
                     left.size() == 1 ? "ies" : "y"));
  if (!shared.empty())
    warn(
        fmt::format("over-actuated: the efforts of {} are not unique, {} actuators command {} freedom{}; the split of least norm "
                    "is written",
                    quoted_list(shared), all.size() - idle.size(), rank_, s(rank_)));
  if (const auto times = lost_authority(); !times.empty())
    warn(
        fmt::format("actuator{} {} lose{} authority over the motion {} {}{}: efforts grow beyond all bounds near there, and "
                    "drivers carry what is left",
                    s(all.size()), quoted_list(all), all.size() == 1 ? "s" : "", times.front(), system_.model().units.time,
                    times.size() > 1 ? fmt::format(" and {} more times", times.size() - 1) : ""));
  for (ElementActivity& each : summary.elements)
    if (each.section == "driver") each.has_effort = false;  // which is meant
  report_reactions(summary);
}

// Reactions are those of joints and actuators.
void Actuation::report_reactions(Summary& summary) const {
  const std::string components[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  for (std::size_t g = 0; g < unique_.size(); ++g) {
    const RowGroup& group = system_.constraints().groups[g];
    const bool is_unique = std::all_of(unique_[g].begin(), unique_[g].end(), [](bool each) { return each; });
    const std::string name = system_.name_of(group);
    for (auto& [effort, unique] : summary.efforts)
      if (effort == name && group.kind == RowGroup::Kind::constraint) unique = is_unique;
    for (ReactionUniqueness& reaction : summary.reactions) {
      if (reaction.joint != name || group.kind != RowGroup::Kind::joint) continue;
      reaction.unique = true;
      for (auto& [component, unique] : reaction.components) {
        const auto at = std::find(std::begin(components), std::end(components), component) - std::begin(components);
        unique = at < 6 ? unique_[g][static_cast<std::size_t>(at)] : is_unique;
        reaction.unique = reaction.unique && unique;
      }
    }
  }
}

}  // namespace bricard
