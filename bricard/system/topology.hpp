// The spanning tree of a mechanism: which joints carry the tree and which close loops.
//
// Grown from ground like Prim's algorithm: among all joints that reach a new body, the one with most rows goes into the tree.
// That is a spanning tree of largest weight, so that the joints left over close the loops with as few rows as possible. Among
// equals the one nearest to ground is taken, then file order: loops are cut far from ground, where both branches are short, each
// row sees few coordinates, and less is lost in the recursion along the branches.
//
// Nothing but joints and cuts decides, so that Systems of one model with other drivers have the same bodies under the same
// numbers.
//
// The user may say that a joint shall be cut, which then never carries a body, or that a body shall be an end, on which nothing
// hangs if there is any other way to reach ground.
#pragma once
#include <span>
#include <vector>

namespace bricard {

struct Edge {
  int first = 0, second = 0;  // bodies, 0 = ground
  int rows = 0;               // constraint rows of the joint
  bool is_cut = false;
};

// Bodies are renumbered 1..n so that parents come before their children; ground is 0.
struct Topology {
  std::vector<int> number;  // given body (1..n) → number
  std::vector<int> given;   // number → given body
  std::vector<int> parent;  // number → number of the parent; parent[0] = -1
  std::vector<int> edge;    // number → its tree edge, -1: none (the body is free from ground)
  std::vector<int> depth;
};

// is_end: by given body, ground first; empty: none is.
Topology spanning_tree(int bodies, std::span<const Edge> edges, std::span<const char> is_end = {});

}  // namespace bricard
