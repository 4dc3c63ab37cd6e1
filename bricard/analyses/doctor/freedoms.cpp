#include "bricard/analyses/doctor/freedoms.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

constexpr int most_columns = 1500;  // beyond it the dense matrices that names need are too large

// Motion with all rows at a state, and all rows over all bodies, dimensionless and dense.
struct Rows {
  Equations e;
  std::vector<double> scale;
  Eigen::MatrixXd G;
  Rows(const System& system, const State& state) : e(system) {
    system.motion(state, e, RowSet::all, Measure::all);
    ScaledRows rows = scaled_rows(system, e);
    scale = std::move(rows.scale);
    G = Eigen::MatrixXd(rows.G);
  }
};

bool too_large(const System& system) {
  return 6 * system.mechanism().bodies > most_columns || system.constraints().rows > 2 * most_columns;
}

std::string joint_and_coordinate(const System& system, int measured) {
  const MeasuredCoordinate& coordinate = system.measures().measured[measured];
  return fmt::format("joint '{}' ({})", system.model().joints[coordinate.joint].name, coordinate_name(system, coordinate));
}

// "driver 'motor' (main.angle = 1.2 rad)"
std::string driver_and_value(const System& system, const Equations& e, const RowGroup& group) {
  const Driver& driver = system.model().drivers[group.element];
  double value = 0;
  for (int m = 0; m < group.terms; ++m) value += e.k.entries[group.first_entry + m].value;
  const bool is_angle = drives_angle(driver);
  return fmt::format("driver '{}' ({} = {:.7g} {})", driver.name, driven_coordinate(driver),
                     value / system.model().units.factor(is_angle ? dimension::angle : dimension::length),
                     system.model().units.name(is_angle ? dimension::angle : dimension::length));
}

}  // namespace

Eigen::MatrixXd coordinate_rates(const System& system, const Equations& e, Defined defined) {
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(static_cast<int>(system.measures().measured.size()), 6 * system.mechanism().bodies);
  for (int m = 0; m < C.rows(); ++m) {
    const int second = system.measures().measured[m].second_angle;
    if (system.measures().measured[m].joint < 0) continue;
    if (second >= 0 && (defined == Defined::everywhere || is_locked(e.k, second))) continue;
    const int pair = system.measures().measured[m].pair;
    const Row<double>& row = e.k.measured[m];
    const auto add = [&](int body, const Vec3<double>& reach, double sign) {
      if (body == 0) return;
      Vec6<double> covector =
          sign * row_at<double>(row.n, row.tau, reach) * (system.measures().measured[m].is_angle ? system.length() : 1);
      covector.tail<3>() /= system.length();
      C.row(m).segment<6>(6 * (body - 1)) += covector.transpose();
    };
    add(system.mechanism().pairs[pair].B.body, e.k.reach_B[pair], 1);
    add(system.mechanism().pairs[pair].A.body, e.k.reach_A[pair], -1);
  }
  return C;
}

int free_motions(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  weigh(equal_weights(system), e);
  const int independent = e.kernel.select();
  return e.kernel.columns() - independent;
}

std::vector<std::string> names_of_free_motions(const System& system, const State& state, const Eigen::MatrixXd& without) {
  if (too_large(system)) return {};
  const Rows rows(system, state);
  Eigen::MatrixXd taken(rows.G.cols(), rows.G.rows() + without.cols());
  taken << rows.G.transpose(), without;
  const Eigen::MatrixXd free = complement_of_columns(taken, threshold::dependent_dimensionless);
  std::vector<std::string> names;
  // The coordinates that move most, each as independent as can be of those before it.
  Eigen::MatrixXd rates = product(coordinate_rates(system, rows.e, Defined::everywhere), free);
  Eigen::MatrixXd left = Eigen::MatrixXd::Identity(free.cols(), free.cols());  // motions that no named coordinate shows
  while (rates.size() > 0) {
    int best = 0;
    const double most = rates.rowwise().norm().maxCoeff(&best);
    if (!(most > threshold::no_share)) break;
    names.push_back(joint_and_coordinate(system, best));
    const Eigen::VectorXd shown = rates.row(best).transpose() / most;
    rates -= rates * shown * shown.transpose();
    left -= shown * (shown.transpose() * left);
  }
  // The rest are motions of bodies that no joint coordinate measures.
  Eigen::MatrixXd bodies = product(free, complement_of_columns(Eigen::MatrixXd::Identity(free.cols(), free.cols()) - left,
                                                               threshold::dependent_dimensionless));
  while (static_cast<Eigen::Index>(names.size()) < free.cols() && bodies.cols() > 0) {
    int best = 0;
    const double most = bodies.rowwise().norm().maxCoeff(&best);
    if (!(most > threshold::no_share)) break;
    const std::string& body = system.model().bodies[system.mechanism().tree.given[best / 6 + 1] - 1].name;
    names.push_back(fmt::format("body '{}' ({})", body, best % 6 < 3 ? "moving" : "turning"));
    const Eigen::VectorXd shown = bodies.row(best).transpose() / most;
    bodies -= bodies * shown * shown.transpose();
  }
  return names;
}

std::vector<DriverConflict> dependent_drivers(const System& system, const State& state) {
  if (too_large(system)) return {};
  State resting = state;
  resting.v.setZero();
  const Rows rows(system, resting);
  // Each row of Y is a dependency; eliminated by the columns of drivers, so that each names few of them.
  Eigen::MatrixXd Y = complement_of_columns(rows.G, threshold::dependent_dimensionless).transpose();
  std::vector<const RowGroup*> drivers;
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::driver) drivers.push_back(&group);
  std::vector<DriverConflict> conflicts;
  int done = 0;
  for (const RowGroup* driver : drivers) {
    if (done == Y.rows()) break;
    int best = 0;
    const double most = Y.col(driver->first_row).tail(Y.rows() - done).cwiseAbs().maxCoeff(&best);
    if (!(most > threshold::no_share)) continue;
    Y.row(done).swap(Y.row(done + best));
    Y.row(done) /= Y(done, driver->first_row);
    for (int i = 0; i < Y.rows(); ++i)
      if (i != done) Y.row(i) -= Y(i, driver->first_row) * Y.row(done).eval();
    ++done;
  }
  for (int i = 0; i < done; ++i) {
    DriverConflict& conflict = conflicts.emplace_back();
    double sum = 0, size = 0;
    for (const RowGroup* driver : drivers) {
      if (std::abs(Y(i, driver->first_row)) > threshold::no_share) conflict.drivers.push_back(system.name_of(*driver));
    }
    for (int row = 0; row < system.constraints().rows; ++row) {
      const double term = -Y(i, row) * rows.e.k.Phi_rate[row] * rows.scale[row];
      sum += term;
      size += std::abs(term);
    }
    conflict.contradicts = std::abs(sum) > threshold::dependent_dimensionless * size;
  }
  return conflicts;
}

Lock locked(const System& system, const State& state) {
  Lock lock;
  if (too_large(system)) return lock;
  const Rows rows(system, state);
  const SingularValues svd = singular_values(rows.G);
  const Eigen::Index last = std::min(rows.G.rows(), rows.G.cols()) - 1;
  const Eigen::VectorXd effort = svd.U.col(last), motion = svd.V.col(last);
  double most = 0;
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::driver) most = std::max(most, std::abs(effort[group.first_row]));
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::driver && std::abs(effort[group.first_row]) > 0.05 * most)
      lock.drivers.push_back(driver_and_value(system, rows.e, group));
  const Eigen::VectorXd rates = coordinate_rates(system, rows.e, Defined::everywhere) * motion;
  int best = 0;
  if (rates.size() > 0 && rates.cwiseAbs().maxCoeff(&best) > threshold::no_share) lock.joint = joint_and_coordinate(system, best);
  return lock;
}

}  // namespace bricard
