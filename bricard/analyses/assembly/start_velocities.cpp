#include "bricard/analyses/assembly/start_velocities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bricard/analyses/common.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

constexpr double heavier = 1e8;
constexpr int most_rows = 2000;  // of the dense system that names contradictions

struct Given {
  int body = 0;  // number
  bool is_angular = false;
  Vec3<double> value;  // SI
  std::string_view key;
  const std::string* name = nullptr;
};

std::vector<Given> given_velocities(const System& system, const Model& model) {
  std::vector<Given> given;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const int number = system.mechanism().tree.number[i + 1];
    if (body.velocity) given.push_back({number, false, *body.velocity, "velocity", &body.name});
    if (body.angular_velocity) given.push_back({number, true, *body.angular_velocity, "angular_velocity", &body.name});
  }
  return given;
}

// Part of the solution that a given velocity prescribes.
Vec3<double> found(const Given& given, const Equations& e) {
  return given.is_angular ? e.solution.A[given.body].tail<3>() : e.solution.A[given.body].head<3>();
}

// Names of the given velocities and of the rows that contradict each other: "velocity of body 'crank'", "joint 'main'". Expects
// the motion at v = 0 in e.
std::vector<std::string> contradicting(const System& system, const Equations& e, const std::vector<Given>& given,
                                       const std::function<std::string(const RowGroup&)>& name) {
  const int rows = system.constraints().rows + 3 * static_cast<int>(given.size());
  if (rows > most_rows) return {};
  const ScaledRows scaled = scaled_rows(system, e);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(rows, 6 * system.mechanism().bodies);
  Eigen::VectorXd b(rows);
  A.topRows(system.constraints().rows) = Eigen::MatrixXd(scaled.G);
  for (int row = 0; row < system.constraints().rows; ++row) b[row] = -e.k.Phi_rate[row] * scaled.scale[row];
  for (std::size_t i = 0; i < given.size(); ++i)
    for (int c = 0; c < 3; ++c) {
      const int row = system.constraints().rows + 3 * static_cast<int>(i) + c;
      A(row, 6 * (given[i].body - 1) + (given[i].is_angular ? 3 : 0) + c) = 1;  // angular columns are in rad × length
      b[row] = given[i].value[c] * (given[i].is_angular ? system.length() : 1);
    }
  const Eigen::VectorXd rest = b - A * PivotedQr(A, threshold::dependent_row).solve(b);
  const double largest = rest.cwiseAbs().maxCoeff();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (rest.segment<3>(system.constraints().rows + 3 * static_cast<int>(i)).cwiseAbs().maxCoeff() > threshold::told * largest)
      names.push_back(fmt::format("the {} of body '{}'", given[i].key, *given[i].name));
  for (const RowGroup& group : system.constraints().groups)
    if (group.rows > 0 && rest.segment(group.first_row, group.rows).cwiseAbs().maxCoeff() > threshold::told * largest)
      names.push_back(name(group));
  return names;
}

}  // namespace

bool start_velocities(const System& system, const Model& model, Weights weights,
                      const std::function<std::string(const RowGroup&)>& name, State& state, std::vector<std::string>& warnings) {
  const std::vector<Given> given = given_velocities(system, model);
  for (const Given& each : given) {
    if (each.is_angular)
      weights.inertia[each.body] *= heavier;
    else
      weights.mass[each.body] *= heavier;
  }
  Equations e(system);
  state.v.setZero();
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  weigh(weights, e);
  e.kernel.select();
  if (!e.kernel.factor()) return false;

  double speed = threshold::nothing;
  for (const Given& each : given) speed = std::max(speed, each.value.norm() * (each.is_angular ? system.length() : 1));
  std::vector<Vec3<double>> target;
  for (const Given& each : given) target.push_back(each.value);
  const KernelMatrices& matrices = e.kernel.matrices();
  Eigen::VectorXd nearest = state.v, v = state.v;
  std::vector<Vec3<double>> kept(given.size(), Vec3<double>::Zero());
  double lost_before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 6; ++iteration) {
    // The kernel's equations of motion with f = M v_given and gamma = nu are this problem.
    for (auto& f : e.right.f) f.setZero();
    for (std::size_t i = 0; i < given.size(); ++i) {
      Vec6<double>& f = e.right.f[given[i].body];
      if (given[i].is_angular)
        f.tail<3>() = matrices.inertia[given[i].body] * target[i];
      else
        f.head<3>() = matrices.mass[given[i].body] * target[i];
    }
    for (int row = 0; row < system.constraints().rows; ++row) e.k.gamma[row] = -e.k.Phi_rate[row];
    system.correction(Order::acceleration, e, v);
    double lost = 0;
    for (const Given& each : given)
      lost = std::max(lost, (each.value - found(each, e)).norm() * (each.is_angular ? system.length() : 1));
    if (!(lost < 0.5 * lost_before)) break;
    nearest = v;
    for (std::size_t i = 0; i < given.size(); ++i) kept[i] = found(given[i], e);
    lost_before = lost;
    if (lost <= threshold::closed * speed) break;
    for (std::size_t i = 0; i < given.size(); ++i) target[i] += given[i].value - kept[i];
  }
  if (!nearest.allFinite()) return false;

  State moving = state;
  moving.v = nearest;
  Equations check(system);
  system.motion(moving, check, RowSet::all, Measure::all);
  const double rest = system.violation(check, Order::velocity, RowSet::all);
  const bool rows_contradict = rest > threshold::agrees * std::max(system.speed(check), threshold::at_rest * system.length());
  if (lost_before > threshold::agrees * speed || rows_contradict) {
    const std::vector<std::string> names = contradicting(system, e, given, name);
    std::string text = "velocities at the start contradict each other";
    if (!names.empty()) text += fmt::format(": {}", fmt::join(names, ", "));
    for (std::size_t i = 0; i < given.size(); ++i) {
      if ((kept[i] - given[i].value).norm() * (given[i].is_angular ? system.length() : 1) <= threshold::agrees * speed) continue;
      const Dimension dimension = given[i].is_angular ? dimension::angular_speed : dimension::speed;
      const Vec3<double> now = kept[i] / system.model().units.factor(dimension);
      text += fmt::format("; the nearest {} of body '{}' is [{:.6g}, {:.6g}, {:.6g}] {}", given[i].key, *given[i].name, now[0],
                          now[1], now[2], system.model().units.name(dimension));
    }
    if (rows_contradict) text += fmt::format("; {} remain open", amount(rest, dimension::speed, system.model().units));
    warnings.push_back(std::move(text));
  }
  state.v = nearest;
  return true;
}

}  // namespace bricard
