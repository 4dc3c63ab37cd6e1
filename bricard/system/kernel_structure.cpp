// The symbolic analysis of the kernel.
#include <algorithm>
#include <map>
#include <set>

#include "bricard/system/kernel.hpp"

namespace bricard {

namespace {

using Set = std::set<int>;

std::vector<int> depths(const std::vector<int>& parent) {
  std::vector<int> depth(parent.size(), 0);
  for (std::size_t k = 1; k < parent.size(); ++k) depth[k] = depth[parent[k]] + 1;
  return depth;
}

// Lowest common ancestor of all bodies of a group; ground (0) if a row also touches ground (it then has one body and its
// path runs to ground).
int common_ancestor(const std::vector<int>& bodies, bool from_ground, const std::vector<int>& parent,
                    const std::vector<int>& depth) {
  if (from_ground || bodies.empty()) return 0;
  int ancestor = bodies[0];
  for (int body : bodies) {
    while (ancestor != body) {
      if (depth[ancestor] >= depth[body])
        ancestor = parent[ancestor];
      else
        body = parent[body];
    }
  }
  return ancestor;
}

}  // namespace

KernelPlan::KernelPlan(KernelStructure of) : structure(std::move(of)), bodies(static_cast<int>(structure.parent.size()) - 1) {
  count_offsets();
  order_eliminations();
}

void KernelPlan::count_offsets() {
  first_column = {0, 0};  // ground has none; the last entry is the total
  first_D = {0, 0};
  for (int k = 1; k <= bodies; ++k) {
    const int d = structure.free[k];
    first_column.push_back(first_column.back() + d);
    first_D.push_back(first_D.back() + d * d);
  }
  first_row = {0};
  first_block = {0};
  first_P = {0};
  for (const auto& group : structure.groups) {
    first_row.push_back(first_row.back() + group.rows);
    first_block.push_back(first_block.back() + group.rows * static_cast<int>(group.bodies.size()));
    first_P.push_back(first_P.back() + group.rows * group.rows);
  }
}

void KernelPlan::order_eliminations() {
  const auto& parent = structure.parent;
  const auto depth_of = depths(parent);
  depth = *std::max_element(depth_of.begin(), depth_of.end());
  const int groups = static_cast<int>(structure.groups.size());

  // Where each group ends, and the bodies on its way there (the ancestor included unless it is ground).
  std::vector<int> ancestor(groups);
  std::vector<Set> path(groups);
  std::vector<std::vector<int>> ends_at(bodies + 1);
  for (int l = 0; l < groups; ++l) {
    const auto& group = structure.groups[l];
    ancestor[l] = common_ancestor(group.bodies, group.from_ground, parent, depth_of);
    for (int body : group.bodies)
      for (int k = body; k != ancestor[l]; k = parent[k]) path[l].insert(k);
    if (ancestor[l] != 0) path[l].insert(ancestor[l]);
    ends_at[ancestor[l]].push_back(l);
  }
  std::vector<std::vector<int>> passing(bodies + 1);  // groups with rows at a body
  for (int l = 0; l < groups; ++l)
    for (int k : path[l]) passing[k].push_back(l);

  // Row blocks.
  std::map<std::pair<int, int>, int> block_of;
  int blocks = 0;
  for (int l = 0; l < groups; ++l)
    for (int k : path[l]) {
      block_of[{l, k}] = blocks;
      blocks += structure.groups[l].rows;
    }
  block_rows = blocks;
  for (int l = 0; l < groups; ++l)
    for (int k : structure.groups[l].bodies) incident_block.push_back(block_of[{l, k}]);

  // Elimination, first on sets: order of the groups and their neighbors at that time.
  std::vector<Set> adjacent(groups);
  std::vector<int> order, rank(groups, -1);
  std::vector<std::vector<int>> neighbors_then(groups);
  const auto eliminate_group = [&](int l) {
    rank[l] = static_cast<int>(order.size());
    order.push_back(l);
    neighbors_then[l].assign(adjacent[l].begin(), adjacent[l].end());
    for (int i : adjacent[l]) {
      adjacent[i].erase(l);
      for (int j : adjacent[l])
        if (i != j) adjacent[i].insert(j);
    }
  };
  // Groups that end at the same body: least neighbors first.
  std::vector<std::size_t> degree(groups);
  const auto eliminate_ending = [&](int k) {
    std::set<std::pair<std::size_t, int>> waiting;
    for (int l : ends_at[k]) waiting.emplace(degree[l] = adjacent[l].size(), l);
    while (!waiting.empty()) {
      const int l = waiting.begin()->second;
      waiting.erase(waiting.begin());
      eliminate_group(l);
      for (int i : neighbors_then[l])
        if (const auto it = waiting.find({degree[i], i}); it != waiting.end()) {
          waiting.erase(it);
          waiting.emplace(degree[i] = adjacent[i].size(), i);
        }
    }
  };
  std::vector<int> eliminated_until(bodies + 2, 0);
  for (int k = bodies; k >= 1; --k) {
    eliminate_ending(k);
    eliminated_until[k] = static_cast<int>(order.size());
    for (int i : passing[k])
      for (int j : passing[k])
        if (i != j && rank[i] < 0 && rank[j] < 0) adjacent[i].insert(j);
  }
  eliminate_ending(0);
  eliminated_until[0] = static_cast<int>(order.size());
  eliminated_until[bodies + 1] = 0;

  // Coupling blocks Σ_ij with i eliminated first.
  std::map<std::pair<int, int>, int> coupling_of;
  const auto coupling = [&](int i, int j) {
    if (rank[i] > rank[j]) std::swap(i, j);
    const auto [it, is_new] = coupling_of.try_emplace({i, j}, couplings_size);
    if (is_new) couplings_size += structure.groups[i].rows * structure.groups[j].rows;
    return Coupling{i, j, it->second};
  };
  for (int l = 0; l < groups; ++l) own_coupling.push_back(coupling(l, l).block);

  // The instructions.
  int work = 0;
  first_elimination.assign(bodies + 2, 0);
  first_carried.assign(bodies + 2, 0);
  first_body_pair.assign(bodies + 2, 0);
  const auto write_eliminations = [&](int k) {
    first_elimination[k] = static_cast<int>(eliminations.size());
    for (int p = eliminated_until[k + 1]; p < eliminated_until[k]; ++p) {
      const int l = order[p];
      Elimination e{
          l, k, k == 0 ? -1 : block_of.at({l, k}), static_cast<int>(neighbors.size()), 0, static_cast<int>(neighbor_pairs.size()),
          0};
      for (int i : neighbors_then[l]) {
        neighbors.push_back({i, coupling(l, i).block, k == 0 ? -1 : block_of.at({i, k}), work});
        work += structure.groups[i].rows * structure.groups[l].rows;
      }
      for (int i : neighbors_then[l])
        for (int j : neighbors_then[l])
          if (rank[i] <= rank[j]) neighbor_pairs.push_back(coupling(i, j));
      e.last_neighbor = static_cast<int>(neighbors.size());
      e.last_pair = static_cast<int>(neighbor_pairs.size());
      eliminations.push_back(e);
    }
  };
  last_elimination.assign(bodies + 1, 0);
  last_carried.assign(bodies + 1, 0);
  last_body_pair.assign(bodies + 1, 0);
  for (int k = bodies; k >= 1; --k) {
    write_eliminations(k);
    last_elimination[k] = static_cast<int>(eliminations.size());
    first_carried[k] = static_cast<int>(carried.size());
    first_body_pair[k] = static_cast<int>(body_pairs.size());
    std::vector<int> through;
    for (int l : passing[k])
      if (ancestor[l] != k) through.push_back(l);
    for (int l : through) {
      const auto up = block_of.find({l, parent[k]});
      carried.push_back({l, block_of.at({l, k}), up == block_of.end() ? -1 : up->second, work});
      work += 2 * structure.groups[l].rows * structure.free[k];
    }
    for (int i : through)
      for (int j : through)
        if (rank[i] <= rank[j]) body_pairs.push_back(coupling(i, j));
    last_carried[k] = static_cast<int>(carried.size());
    last_body_pair[k] = static_cast<int>(body_pairs.size());
  }
  write_eliminations(0);
  last_elimination[0] = static_cast<int>(eliminations.size());
  // Where the pair's groups stand among the carried ones, so that the numeric loop needs no search.
  std::vector<int> carried_at(groups, -1);
  for (int k = bodies; k >= 1; --k) {
    for (int c = first_carried[k]; c < last_carried[k]; ++c) carried_at[carried[c].group] = c;
    for (int p = first_body_pair[k]; p < last_body_pair[k]; ++p) {
      body_pairs[p].i = carried_at[body_pairs[p].i];
      body_pairs[p].j = carried_at[body_pairs[p].j];
    }
  }
  std::vector<int> neighbor_at(groups, -1);
  for (const auto& e : eliminations) {
    for (int m = e.first_neighbor; m < e.last_neighbor; ++m) neighbor_at[neighbors[m].group] = m;
    for (int p = e.first_pair; p < e.last_pair; ++p) {
      neighbor_pairs[p].i = neighbor_at[neighbor_pairs[p].i];
      neighbor_pairs[p].j = neighbor_at[neighbor_pairs[p].j];
    }
  }
  work_size = work;
}

}  // namespace bricard
