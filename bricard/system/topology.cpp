#include "bricard/system/topology.hpp"

#include <queue>
#include <tuple>

namespace bricard {

Topology spanning_tree(int bodies, std::span<const Edge> edges, std::span<const char> is_end) {
  std::vector<std::vector<int>> at_body(bodies + 1);
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    if (edges[e].first == edges[e].second || edges[e].is_cut) continue;
    at_body[edges[e].first].push_back(e);
    at_body[edges[e].second].push_back(e);
  }

  Topology tree;
  tree.number.assign(bodies + 1, -1);
  tree.given = {0};
  tree.parent = {-1};
  tree.edge = {-1};
  tree.depth = {0};
  tree.number[0] = 0;

  // Not on an end, most rows, least depth, file order.
  using Candidate = std::tuple<bool, int, int, int, int, int>;  // on an end, -rows, depth, edge, parent (given), body (given)
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  const auto reach_from = [&](int body) {
    const bool on_end = !is_end.empty() && is_end[body];
    for (int e : at_body[body]) {
      const int other = edges[e].first == body ? edges[e].second : edges[e].first;
      if (tree.number[other] < 0) candidates.emplace(on_end, -edges[e].rows, tree.depth[tree.number[body]] + 1, e, body, other);
    }
  };
  const auto attach = [&](int body, int parent_number, int edge, int depth) {
    tree.number[body] = static_cast<int>(tree.given.size());
    tree.given.push_back(body);
    tree.parent.push_back(parent_number);
    tree.edge.push_back(edge);
    tree.depth.push_back(depth);
    reach_from(body);
  };

  reach_from(0);
  for (int start = 1;;) {
    while (!candidates.empty()) {
      const auto [on_end, rows, depth, edge, parent, body] = candidates.top();
      candidates.pop();
      if (tree.number[body] < 0) attach(body, tree.number[parent], edge, depth);
    }
    while (start <= bodies && tree.number[start] >= 0) ++start;
    if (start > bodies) break;
    attach(start, 0, -1, 1);  // not joined to ground: free
  }
  return tree;
}

}  // namespace bricard
