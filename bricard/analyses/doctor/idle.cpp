#include "bricard/analyses/doctor/idle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bricard/analyses/doctor/freedoms.hpp"
#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

constexpr int most_columns = 1500;  // beyond it dense matrices are too large

using Points = std::vector<Vec3<double>>;

// By body number: the points at which it is joined, from its centre of mass.
std::vector<Points> joined_at(const System& system, const Equations& e) {
  std::vector<Points> points(system.mechanism().bodies + 1);
  for (const RowGroup& group : system.constraints().groups) {
    if (group.kind == RowGroup::Kind::driver || group.terms > 1) continue;
    const int pair = group.pairs[0];
    points[system.mechanism().pairs[pair].A.body].push_back(e.k.reach_A[pair]);
    points[system.mechanism().pairs[pair].B.body].push_back(e.k.reach_B[pair]);
  }
  return points;
}

bool is_joined_twice(const Points& points, double length) {
  for (const Vec3<double>& point : points)
    if ((point - points[0]).norm() > threshold::agrees * length) return true;
  return false;
}

// What must vanish of an idle motion, over (v; w length) of every body.
Eigen::MatrixXd conditions(const System& system, const Equations& e) {
  const std::vector<Points> points = joined_at(system, e);
  std::vector<std::pair<int, Eigen::Matrix<double, 3, 6>>> blocks;
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    Eigen::Matrix<double, 3, 6> block = Eigen::Matrix<double, 3, 6>::Zero();
    if (!is_joined_twice(points[b], system.length())) {
      block.leftCols<3>().setIdentity();
      blocks.emplace_back(b, block);
      block.setZero();
      block.rightCols<3>().setIdentity();
      blocks.emplace_back(b, block);
      continue;
    }
    for (const Vec3<double>& r : points[b]) {
      block.leftCols<3>().setIdentity();
      for (int c = 0; c < 3; ++c) block.col(3 + c) = Vec3<double>::Unit(c).cross(r) / system.length();
      blocks.emplace_back(b, block);
    }
  }
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(3 * static_cast<int>(blocks.size()), 6 * system.mechanism().bodies);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    C.block<3, 6>(3 * static_cast<int>(i), 6 * (blocks[i].first - 1)) = blocks[i].second;
  return C;
}

// The free motions, orthonormal; of a planar model those in its plane.
Eigen::MatrixXd free_basis(const System& system, const Equations& e) {
  Eigen::MatrixXd G = Eigen::MatrixXd(scaled_rows(system, e).G).transpose();
  if (system.model().dimension == 2) {
    const Eigen::Index rows = G.cols(), bodies = system.mechanism().bodies;
    G.conservativeResize(Eigen::NoChange, rows + 3 * bodies);
    G.rightCols(3 * bodies).setZero();
    for (Eigen::Index b = 0; b < bodies; ++b)
      for (int c = 0; c < 3; ++c) G(6 * b + 2 + c, rows + 3 * b + c) = 1;  // z, and about x and y
  }
  return complement_of_columns(G, threshold::dependent_dimensionless);
}

// Bodies that the motions couple belong together: the projector onto the motions does not depend on their basis.
std::vector<std::string> names_of(const System& system, const Eigen::MatrixXd& motions) {
  const int bodies = system.mechanism().bodies;
  const Eigen::MatrixXd P = product_transposed(motions, motions);
  std::vector<char> told(bodies, 0);
  const auto couples = [&](int a, int b) { return P.block<6, 6>(6 * a, 6 * b).norm() > threshold::no_share; };
  const auto name = [&](int b) { return "'" + system.model().bodies[b].name + "'"; };
  std::vector<std::string> names;
  // In the order of the file.
  for (int given = 0; given < bodies; ++given) {
    const int first = system.mechanism().tree.number[given + 1] - 1;
    if (told[first] || !couples(first, first)) continue;
    std::vector<int> together = {first};
    told[first] = 1;
    for (std::size_t i = 0; i < together.size(); ++i)
      for (int b = 0; b < bodies; ++b)
        if (!told[b] && couples(together[i], b)) {
          told[b] = 1;
          together.push_back(b);
        }
    std::vector<std::string> others;
    for (std::size_t i = 1; i < together.size(); ++i) others.push_back(name(system.mechanism().tree.given[together[i] + 1] - 1));
    names.push_back(name(given) + (others.empty() ? "" : fmt::format(" with {}", fmt::join(others, " and "))));
  }
  return names;
}

// The free motions that are idle: Z null(C Z).
Eigen::MatrixXd idle_among(const System& system, const Equations& e, const Eigen::MatrixXd& Z) {
  if (Z.cols() == 0) return Z;
  const Eigen::MatrixXd moved = product(conditions(system, e), Z);
  const SymmetricSpectrum squares = symmetric_spectrum(transposed_product(moved, moved));  // of motions of length one
  int idle = 0;
  while (idle < squares.values.size() && squares.values[idle] < threshold::no_share * threshold::no_share) ++idle;
  return product(Z, squares.vectors.leftCols(idle));
}

}  // namespace

IdleFreedoms idle_freedoms(const System& system, const State& state) {
  IdleFreedoms idle;
  idle.motions.resize(6 * system.mechanism().bodies, 0);
  if (6 * system.mechanism().bodies > most_columns || system.model().dimension == 2) return idle;  // nothing spins in its plane
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  idle.motions = idle_among(system, e, free_basis(system, e));
  idle.names = names_of(system, idle.motions);
  return idle;
}

std::string idle_warning(const IdleFreedoms& idle) {
  if (idle.count() == 0) return {};
  return fmt::format("{} idle freedom{}, in which no joint moves, {} held at least motion: {}", idle.count(),
                     idle.count() == 1 ? "" : "s", idle.count() == 1 ? "is" : "are", fmt::join(idle.names, ", "));
}

// One after the other the coordinate that turns fastest in what is not held yet.
std::vector<HeldCoordinate> holding(const System& system, const State& state, const IdleFreedoms& idle) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  Eigen::MatrixXd left = coordinate_rates(system, e, Defined::here) * idle.motions;
  std::vector<HeldCoordinate> held;
  while (static_cast<int>(held.size()) < idle.count()) {
    int best = 0;
    const double most = left.rowwise().norm().maxCoeff(&best);
    if (!(most > threshold::no_share)) break;
    const Eigen::VectorXd shown = left.row(best).transpose() / most;
    left -= left * shown * shown.transpose();
    const MeasuredCoordinate& coordinate = system.measures().measured[best];
    HeldCoordinate& each = held.emplace_back();
    each.measured = best;
    each.value = e.k.measured[best].value;
    each.driver.name = fmt::format("idle_{}", held.size());
    each.driver.joint = system.model().joints[coordinate.joint].name;
    each.driver.prescribed[coordinate_name(system, coordinate)] = each.value;
  }
  return held;
}

Outcome check_inertia(const System& system, const State& state, IdleFreedoms& idle) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  e.kernel.select();
  if (!e.kernel.factor()) return Outcome::failure(singular_message(system, e));
  if (e.kernel.lent().empty() || 6 * system.mechanism().bodies > most_columns) return {};
  const Eigen::MatrixXd Z = free_basis(system, e);
  if (Z.cols() == 0) return {};
  const double length = system.length(), mass = system.kernel_structure().mass;
  Eigen::MatrixXd MZ = Z;
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    MZ.middleRows<3>(6 * (b - 1)) *= e.kernel.matrices().mass[b] / mass;
    MZ.middleRows<3>(6 * (b - 1) + 3) =
        (e.kernel.matrices().inertia[b] * Z.middleRows<3>(6 * (b - 1) + 3) / (mass * length * length)).eval();
  }
  const SymmetricSpectrum inertias = symmetric_spectrum(transposed_product(Z, MZ));
  int without = 0;
  while (without < inertias.values.size() && inertias.values[without] < threshold::no_inertia) ++without;
  if (without == 0) return {};
  const Eigen::MatrixXd loose = product(Z, inertias.vectors.leftCols(without));
  idle.motions = idle_among(system, e, loose);
  idle.names = names_of(system, idle.motions);
  if (idle.count() == without) return {};
  const Eigen::MatrixXd rest = loose - product(idle.motions, transposed_product(idle.motions, loose));
  int most = 0;
  rest.rowwise().norm().maxCoeff(&most);
  return Outcome::failure(no_inertia_message(system, most / 6 + 1));
}

}  // namespace bricard
