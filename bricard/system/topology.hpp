// The spanning tree of a mechanism: which joints carry the tree and which close loops.
//
// Grown from ground like Prim's algorithm: among all joints that reach a new body, the one that removes most freedoms goes into
// the tree (so that few rows are left for the loops), then the one nearest to ground (short loops), then file order.
#pragma once
#include <span>
#include <vector>

namespace bricard {

struct Edge {
  int first = 0, second = 0;  // bodies, 0 = ground
  int rows = 0;               // constraint rows of the joint
};

// Bodies are renumbered 1..n so that parents come before their children; ground is 0.
struct Topology {
  std::vector<int> number;  // given body (1..n) → number
  std::vector<int> given;   // number → given body
  std::vector<int> parent;  // number → number of the parent; parent[0] = -1
  std::vector<int> edge;    // number → its tree edge, -1: none (the body is free from ground)
  std::vector<int> depth;
};

Topology spanning_tree(int bodies, std::span<const Edge> edges);

}  // namespace bricard
