#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/columns.hpp"

namespace bricard {

namespace {

struct Told {
  ResultColumn column;
  double value = 0, rate = 0;
  std::string owner;
  bool is_angle = false;
};

// The rate of a quaternion: e' = ½ (0, w) e, w in global axes.
Eigen::Vector4d turning(const Eigen::Vector4d& e, const Vec3<double>& w) {
  Eigen::Vector4d rate;
  rate[0] = -0.5 * w.dot(e.tail<3>());
  rate.tail<3>() = 0.5 * (e[0] * w + w.cross(Vec3<double>(e.tail<3>())));
  return rate;
}

std::vector<Told> told(const System& system, State state, const Eigen::VectorXd& v) {
  const Model& model = system.model();
  state.v = v;
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  std::vector<Told> list;
  std::vector<int> named(model.joints.size(), 0);
  for (std::size_t m = 0; m < system.measures().measured.size(); ++m) {
    const MeasuredCoordinate& coordinate = system.measures().measured[m];
    if (coordinate.joint < 0) continue;
    const Joint& joint = model.joints[coordinate.joint];
    if (!joint.active) continue;
    if (coordinate.second_angle < 0)
      ++named[coordinate.joint];
    else if (is_locked(e.k, coordinate.second_angle))
      continue;
    const std::string name(coordinate_name(system, coordinate));
    Told& each = list.emplace_back();
    each.column = {joint.name + "." + name, coordinate.is_angle ? dimension::angle : dimension::length};
    each.value = e.k.measured[m].value;
    each.rate = rate(e.k.measured[m], e.k.pairs[coordinate.pair]);
    each.owner = fmt::format("joint '{}'", joint.name);
    each.is_angle = coordinate.is_angle;
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int b = system.mechanism().tree.number[i + 1], joint = system.mechanism().joint_of_body[b];
    const int measured = joint >= 0 ? named[joint] : 0;
    if (system.mechanism().tree_joints[b].freedoms <= measured) continue;
    const auto add = [&](const char* name, Dimension dimension, double value, double rate, bool is_angle) {
      Told& each = list.emplace_back();
      each.column = {model.bodies[i].name + "." + name, dimension};
      each.value = value;
      each.rate = rate;
      each.owner = fmt::format("body '{}'", model.bodies[i].name);
      each.is_angle = is_angle;
    };
    constexpr const char *position[] = {"x", "y", "z"}, *quaternion[] = {"e0", "e1", "e2", "e3"};
    for (int c = 0; c < model.dimension; ++c) add(position[c], dimension::length, e.k.p[b][c], e.k.v[b][c], false);
    if (model.dimension == 2) {
      add("angle", dimension::angle, e.k.measured[system.measures().body_angle[b]].value, e.k.w[b][2], true);
      continue;
    }
    const Eigen::Vector4d turn = quaternion_of(e.k.R[b]), turn_rate = turning(turn, e.k.w[b]);
    for (int c = 0; c < 4; ++c) add(quaternion[c], dimension::none, turn[c], turn_rate[c], true);
  }
  return list;
}

}  // namespace

std::vector<std::pair<ResultColumn, double>> configuration(const System& system, const State& state) {
  std::vector<std::pair<ResultColumn, double>> coordinates;
  for (const Told& each : told(system, state, Eigen::VectorXd::Zero(system.nv())))
    coordinates.emplace_back(each.column, each.value);
  return coordinates;
}

Eigen::VectorXd configuration_rates(const System& system, const State& state, const Eigen::VectorXd& v) {
  const std::vector<Told> list = told(system, state, v);
  Eigen::VectorXd rates(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) rates[static_cast<Eigen::Index>(i)] = list[i].rate;
  return rates;
}

std::vector<std::string> moving_coordinates(const System& system, const State& state, const Eigen::MatrixXd& motions) {
  const double length = system.length();
  std::vector<Told> list = told(system, state, Eigen::VectorXd::Zero(system.nv()));
  std::vector<double> most(list.size(), 0.0);
  for (Eigen::Index j = 0; j < motions.cols(); ++j) {
    const std::vector<Told> moving = told(system, state, motions.col(j));
    for (std::size_t i = 0; i < list.size(); ++i)
      most[i] = std::max(most[i], std::abs(moving[i].rate) / (moving[i].is_angle ? 1 : length));
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (most[i] > threshold::no_share) names.push_back(list[i].column.name);
  return names;
}

LeadingCoordinate leading_coordinate(const System& system, const State& state, const Eigen::VectorXd& v) {
  const double length = system.length();
  LeadingCoordinate leading;
  double most = 0;
  for (const Told& each : told(system, state, v)) {
    const double size = std::abs(each.rate) / (each.is_angle ? 1 : length);
    if (size <= 1.000001 * most) continue;
    most = size;
    leading = {each.column.name, each.owner, each.rate, each.is_angle};
  }
  return leading;
}

}  // namespace bricard
