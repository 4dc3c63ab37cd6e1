// The symbolic part of the kernel: which blocks exist and in which order they are eliminated. Done once per System.
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

void KernelRows::build_symbolic() {
  const auto& parent = structure_.parent;
  const auto depth = depths(parent);
  const int groups = static_cast<int>(structure_.groups.size());

  // Where each group ends, and the bodies on its way there (the ancestor included unless it is ground).
  std::vector<int> ancestor(groups);
  std::vector<Set> path(groups);
  std::vector<std::vector<int>> ends_at(n_ + 1);
  for (int l = 0; l < groups; ++l) {
    const auto& group = structure_.groups[l];
    ancestor[l] = common_ancestor(group.bodies, group.from_ground, parent, depth);
    for (int body : group.bodies)
      for (int k = body; k != ancestor[l]; k = parent[k]) path[l].insert(k);
    if (ancestor[l] != 0) path[l].insert(ancestor[l]);
    ends_at[ancestor[l]].push_back(l);
  }
  std::vector<std::vector<int>> passing(n_ + 1);  // groups with rows at a body
  for (int l = 0; l < groups; ++l)
    for (int k : path[l]) passing[k].push_back(l);

  // Row blocks.
  std::map<std::pair<int, int>, int> block_of;
  int blocks = 0;
  for (int l = 0; l < groups; ++l)
    for (int k : path[l]) {
      block_of[{l, k}] = blocks;
      blocks += structure_.groups[l].rows;
    }
  block_rows_ = blocks;
  for (int l = 0; l < groups; ++l)
    for (int k : structure_.groups[l].bodies) incident_block_.push_back(block_of[{l, k}]);

  // Elimination, first on sets: order of the groups and their neighbors at that time.
  std::vector<Set> neighbors(groups);
  std::vector<int> order, rank(groups, -1);
  std::vector<std::vector<int>> neighbors_then(groups);
  const auto eliminate_group = [&](int l) {
    rank[l] = static_cast<int>(order.size());
    order.push_back(l);
    neighbors_then[l].assign(neighbors[l].begin(), neighbors[l].end());
    for (int i : neighbors[l]) {
      neighbors[i].erase(l);
      for (int j : neighbors[l])
        if (i != j) neighbors[i].insert(j);
    }
  };
  // Groups that end at the same body: least neighbors first.
  const auto eliminate_ending = [&](int k) {
    std::set<std::pair<std::size_t, int>> waiting;
    std::vector<std::size_t> degree(groups);
    for (int l : ends_at[k]) waiting.emplace(degree[l] = neighbors[l].size(), l);
    while (!waiting.empty()) {
      const int l = waiting.begin()->second;
      waiting.erase(waiting.begin());
      eliminate_group(l);
      for (int i : neighbors_then[l])
        if (const auto it = waiting.find({degree[i], i}); it != waiting.end()) {
          waiting.erase(it);
          waiting.emplace(degree[i] = neighbors[i].size(), i);
        }
    }
  };
  std::vector<int> eliminated_until(n_ + 2, 0);
  for (int k = n_; k >= 1; --k) {
    eliminate_ending(k);
    eliminated_until[k] = static_cast<int>(order.size());
    for (int i : passing[k])
      for (int j : passing[k])
        if (i != j && rank[i] < 0 && rank[j] < 0) neighbors[i].insert(j);
  }
  eliminate_ending(0);
  eliminated_until[0] = static_cast<int>(order.size());
  eliminated_until[n_ + 1] = 0;

  // Coupling blocks Σ_ij with i eliminated first.
  std::map<std::pair<int, int>, int> coupling_of;
  int coupling_size = 0;
  const auto coupling = [&](int i, int j) {
    if (rank[i] > rank[j]) std::swap(i, j);
    const auto [it, is_new] = coupling_of.try_emplace({i, j}, coupling_size);
    if (is_new) coupling_size += structure_.groups[i].rows * structure_.groups[j].rows;
    return Coupling{i, j, it->second};
  };
  for (int l = 0; l < groups; ++l) own_coupling_.push_back(coupling(l, l).block);

  // The instructions.
  int work = 0;
  first_elimination_.assign(n_ + 2, 0);
  first_carried_.assign(n_ + 2, 0);
  first_body_pair_.assign(n_ + 2, 0);
  const auto write_eliminations = [&](int k) {
    first_elimination_[k] = static_cast<int>(eliminations_.size());
    for (int p = eliminated_until[k + 1]; p < eliminated_until[k]; ++p) {
      const int l = order[p];
      Elimination e{l,
                    k,
                    k == 0 ? -1 : block_of.at({l, k}),
                    static_cast<int>(neighbors_.size()),
                    0,
                    static_cast<int>(neighbor_pairs_.size()),
                    0};
      for (int i : neighbors_then[l]) {
        neighbors_.push_back({i, coupling(l, i).block, k == 0 ? -1 : block_of.at({i, k}), work});
        work += structure_.groups[i].rows * structure_.groups[l].rows;
      }
      for (int i : neighbors_then[l])
        for (int j : neighbors_then[l])
          if (rank[i] <= rank[j]) neighbor_pairs_.push_back(coupling(i, j));
      e.last_neighbor = static_cast<int>(neighbors_.size());
      e.last_pair = static_cast<int>(neighbor_pairs_.size());
      eliminations_.push_back(e);
    }
  };
  std::vector<int> last_elimination(n_ + 1), last_carried(n_ + 1), last_pair(n_ + 1);
  for (int k = n_; k >= 1; --k) {
    write_eliminations(k);
    last_elimination[k] = static_cast<int>(eliminations_.size());
    first_carried_[k] = static_cast<int>(carried_.size());
    first_body_pair_[k] = static_cast<int>(body_pairs_.size());
    std::vector<int> through;
    for (int l : passing[k])
      if (ancestor[l] != k) through.push_back(l);
    for (int l : through) {
      const auto up = block_of.find({l, parent[k]});
      carried_.push_back({l, block_of.at({l, k}), up == block_of.end() ? -1 : up->second, work});
      work += 2 * structure_.groups[l].rows * structure_.free[k];
    }
    for (int i : through)
      for (int j : through)
        if (rank[i] <= rank[j]) body_pairs_.push_back(coupling(i, j));
    last_carried[k] = static_cast<int>(carried_.size());
    last_pair[k] = static_cast<int>(body_pairs_.size());
  }
  write_eliminations(0);
  last_elimination[0] = static_cast<int>(eliminations_.size());
  last_elimination_ = last_elimination;
  last_carried_ = last_carried;
  last_body_pair_ = last_pair;
  // Where the pair's groups stand among the carried ones, so that the numeric loop needs no search.
  std::vector<int> carried_at(groups, -1);
  for (int k = n_; k >= 1; --k) {
    for (int c = first_carried_[k]; c < last_carried[k]; ++c) carried_at[carried_[c].group] = c;
    for (int p = first_body_pair_[k]; p < last_pair[k]; ++p) {
      body_pairs_[p].i = carried_at[body_pairs_[p].i];
      body_pairs_[p].j = carried_at[body_pairs_[p].j];
    }
  }
  std::vector<int> neighbor_at(groups, -1);
  for (const auto& e : eliminations_) {
    for (int m = e.first_neighbor; m < e.last_neighbor; ++m) neighbor_at[neighbors_[m].group] = m;
    for (int p = e.first_pair; p < e.last_pair; ++p) {
      neighbor_pairs_[p].i = neighbor_at[neighbor_pairs_[p].i];
      neighbor_pairs_[p].j = neighbor_at[neighbor_pairs_[p].j];
    }
  }
  work_.resize(work);
  couplings_.resize(coupling_size);
}

}  // namespace bricard
