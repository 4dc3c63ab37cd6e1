#include "bricard/analyses/doctor/redundancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "bricard/analyses/doctor/irreducible.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_traced = 240;   // superfluous rows whose self-stress is found; each costs a solve
constexpr std::size_t most_combined = 40;  // self-stresses that one is combined with: those that share most joints with it

// Beyond the bound: the tree joints on the way between the bodies of a row, which its dependency runs through at most if the loop
// stands alone.
std::vector<int> way_round(const System& system, const GroupsAtBodies& at_bodies, int g) {
  std::vector<int> passed(system.mechanism().bodies + 1, 0);
  const std::vector<int>& ends = at_bodies.bodies(g);
  for (int end : ends)
    for (int b = end; b != 0; b = system.mechanism().tree.parent[b]) ++passed[b];
  std::vector<int> way{g};
  for (std::size_t t = 0; t < system.constraints().groups.size(); ++t) {
    const int b = system.constraints().groups[t].edge;
    const bool ends_at_ground = ends.size() == 1;
    if (b != 0 && system.constraints().groups[t].kind == RowGroup::Kind::joint && passed[b] > 0 &&
        (ends_at_ground || passed[b] < static_cast<int>(ends.size())))
      way.push_back(static_cast<int>(t));
  }
  std::sort(way.begin(), way.end());
  return way;
}

// Which columns share most blocks with column k; k is the first.
std::vector<int> neighbors(const std::vector<std::vector<int>>& supports, int k) {
  std::vector<std::pair<std::size_t, int>> shared;
  for (std::size_t m = 0; m < supports.size(); ++m) {
    if (static_cast<int>(m) == k) continue;
    std::vector<int> both;
    std::set_intersection(supports[k].begin(), supports[k].end(), supports[m].begin(), supports[m].end(),
                          std::back_inserter(both));
    if (!both.empty()) shared.emplace_back(both.size(), -static_cast<int>(m));
  }
  std::sort(shared.rbegin(), shared.rend());
  std::vector<int> columns{k};
  for (std::size_t i = 0; i < std::min(shared.size(), most_combined); ++i) columns.push_back(-shared[i].second);
  return columns;
}

// Returns the blocks of every column.
std::vector<std::vector<int>> combine(const GroupsAtBodies& at_bodies, const std::vector<DependentGroup::Row>& rows,
                                      Eigen::MatrixXd& Z) {
  const int count = static_cast<int>(rows.size());
  std::vector<std::vector<int>> supports;
  for (int k = 0; k < count; ++k) supports.push_back(support(Z, k));
  for (int k = 0; k < count; ++k) {
    const std::vector<int> columns = neighbors(supports, k);
    const std::vector<int> distance = at_bodies.distances(rows[k].group);
    std::set<int> blocks;
    for (int m : columns) blocks.insert(supports[m].begin(), supports[m].end());
    // Twice: joints far away go first, which finds short loops; or those that it does not have yet, which only takes some away.
    std::vector<int> order(blocks.begin(), blocks.end());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] > distance[b]; });
    const Eigen::VectorXd before = Z.col(k);
    const std::vector<int> near = make_irreducible(Z, k, columns, order);
    const Eigen::VectorXd nearest = Z.col(k);
    Z.col(k) = before;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      const auto has = [&](int block) { return std::binary_search(supports[k].begin(), supports[k].end(), block); };
      return has(a) < has(b);
    });
    supports[k] = make_irreducible(Z, k, columns, order);
    if (near.size() < supports[k].size()) {
      Z.col(k) = nearest;
      supports[k] = near;
    }
  }
  return supports;
}

// One superfluous row for every self-stress, a different one each that it has a share in. Such a choice exists, because the self-
// stresses are independent on these rows (matching by augmenting paths; Kuhn 1955).
std::vector<int> choose_rows(const std::vector<DependentGroup::Row>& rows, const Eigen::MatrixXd& Z) {
  const int count = static_cast<int>(rows.size());
  std::vector<int> stress_of(count, -1), row_of(count, -1);
  const auto has = [&](int k, int row) {
    return std::abs(Z(block_size * rows[row].group + rows[row].row, k)) > threshold::vanishing;
  };
  const std::function<bool(int, std::vector<char>&)> place = [&](int k, std::vector<char>& seen) {
    for (int i = 0; i < count; ++i) {
      const int row = i == 0 ? k : i <= k ? i - 1 : i;  // its own first
      if (seen[row] || !has(k, row)) continue;
      seen[row] = 1;
      if (stress_of[row] < 0 || place(stress_of[row], seen)) {
        stress_of[row] = k;
        return true;
      }
    }
    return false;
  };
  for (int k = 0; k < count; ++k) {
    std::vector<char> seen(count, 0);
    place(k, seen);
  }
  for (int row = 0; row < count; ++row)
    if (stress_of[row] >= 0) row_of[stress_of[row]] = row;
  for (int k = 0; k < count; ++k)
    if (row_of[k] < 0) row_of[k] = k;
  return row_of;
}

}  // namespace

GroupsAtBodies::GroupsAtBodies(const System& system)
    : bodies_(system.constraints().groups.size()), groups_(system.mechanism().bodies + 1) {
  for (std::size_t g = 0; g < bodies_.size(); ++g) {
    std::vector<int>& bodies = bodies_[g];
    for (int pair : system.constraints().groups[g].pairs)
      for (int body : {system.mechanism().pairs[pair].A.body, system.mechanism().pairs[pair].B.body})
        if (body != 0) bodies.push_back(body);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    for (int body : bodies) groups_[body].push_back(static_cast<int>(g));
  }
}

std::vector<int> GroupsAtBodies::distances(int from) const {
  std::vector<int> distance(bodies_.size(), std::numeric_limits<int>::max()), waiting{from};
  std::vector<char> passed(groups_.size(), 0);
  distance[from] = 0;
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const int g = waiting[next];
    for (int body : bodies_[g]) {
      if (std::exchange(passed[body], 1)) continue;
      for (int other : groups_[body])
        if (distance[other] > distance[g] + 1) {
          distance[other] = distance[g] + 1;
          waiting.push_back(other);
        }
    }
  }
  return distance;
}

std::vector<DependentGroup> dependent_groups(Mechanism& mechanism) {
  const System& system = mechanism.system();
  std::vector<DependentGroup::Row> rows;
  std::vector<std::pair<int, int>> places;  // loop group and row
  const auto& selected = mechanism.equations().kernel.selected();
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const int g = system.loop_groups()[l];
    for (int i = 0; i < system.constraints().groups[g].rows; ++i) {
      if (selected[mechanism.equations().kernel.first_row(static_cast<int>(l)) + i]) continue;
      rows.push_back({g, i});
      places.emplace_back(static_cast<int>(l), i);
    }
  }
  const std::vector<DependentGroup::Row> traced(rows.begin(), rows.begin() + std::min(rows.size(), most_traced));
  Eigen::MatrixXd Z(block_size * system.constraints().groups.size(), traced.size());
  for (std::size_t k = 0; k < traced.size(); ++k) Z.col(k) = self_stress(mechanism, places[k].first, places[k].second);
  const GroupsAtBodies at_bodies(system);
  const std::vector<std::vector<int>> supports = combine(at_bodies, traced, Z);
  const std::vector<int> row_of = choose_rows(traced, Z);

  std::vector<DependentGroup> found;
  const auto add = [&](std::vector<int> groups, const DependentGroup::Row& row) {
    const auto same = std::find_if(found.begin(), found.end(), [&](const DependentGroup& each) { return each.groups == groups; });
    if (same != found.end())
      same->rows.push_back(row);
    else
      found.push_back({std::move(groups), {row}});
  };
  for (std::size_t k = 0; k < traced.size(); ++k) add(supports[k], rows[row_of[k]]);
  for (std::size_t k = traced.size(); k < rows.size(); ++k) add(way_round(system, at_bodies, rows[k].group), rows[k]);
  return found;
}

std::string row_name(Mechanism& mechanism, const DependentGroup::Row& row) {
  const System& system = mechanism.system();
  const Equations& e = mechanism.equations();
  const RowGroup& group = system.constraints().groups[row.group];
  if (group.kind != RowGroup::Kind::joint || group.terms > 1) return system.name_of(group) + ": effort";
  const Row<double>& entry = e.k.entries[group.first_entry + row.row * group.terms];
  const bool is_force = entry.n.squaredNorm() > 0;
  const Vec3<double> inside = e.k.pairs[group.pairs[0]].A.transpose() * (is_force ? entry.n : entry.tau);
  int axis;
  inside.cwiseAbs().maxCoeff(&axis);
  return fmt::format("{}: {} {}", system.name_of(group), is_force ? "force" : "moment", "xyz"[axis]);
}

RedundantGroup named(Mechanism& mechanism, const DependentGroup& group) {
  RedundantGroup redundant;
  for (const DependentGroup::Row& row : group.rows) redundant.rows.push_back(row_name(mechanism, row));
  for (int g : group.groups) redundant.group.push_back(mechanism.system().name_of(mechanism.system().constraints().groups[g]));
  return redundant;
}

}  // namespace bricard
