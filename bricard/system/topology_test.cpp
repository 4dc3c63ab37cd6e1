// Spanning trees of small graphs, worked out by hand.
#include "bricard/system/topology.hpp"

#include <gtest/gtest.h>

namespace bricard {
namespace {

TEST(SpanningTree, PutsParentsBeforeChildren) {
  // 3 – 1 – 2 – ground, given in an unlucky order.
  const std::vector<Edge> edges{{3, 1, 5}, {1, 2, 5}, {2, 0, 5}};
  const Topology tree = spanning_tree(3, edges);
  EXPECT_EQ(tree.given, (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(tree.parent, (std::vector<int>{-1, 0, 1, 2}));
  EXPECT_EQ(tree.edge, (std::vector<int>{-1, 2, 1, 0}));
}

TEST(SpanningTree, CutsAFourBarOppositeToGround) {
  // crank 1, coupler 2, rocker 3: the coupler hangs on the crank, its far end is cut; no body is deeper than two.
  const std::vector<Edge> edges{{0, 1, 5}, {1, 2, 5}, {2, 3, 5}, {3, 0, 5}};
  const Topology tree = spanning_tree(3, edges);
  EXPECT_EQ(tree.edge, (std::vector<int>{-1, 0, 3, 1}));
  EXPECT_EQ(tree.depth, (std::vector<int>{0, 1, 1, 2}));
}

TEST(SpanningTree, CutsTheJointWithFewestRows) {
  // Ball joint (3 rows) and hinge (5 rows) compete for body 2.
  const std::vector<Edge> edges{{0, 1, 5}, {0, 2, 3}, {1, 2, 5}};
  EXPECT_EQ(spanning_tree(2, edges).edge, (std::vector<int>{-1, 0, 2}));
}

TEST(SpanningTree, LeavesUnjoinedBodiesFree) {
  const std::vector<Edge> edges{{1, 2, 5}, {2, 2, 5}};
  const Topology tree = spanning_tree(3, edges);
  EXPECT_EQ(tree.edge, (std::vector<int>{-1, -1, 0, -1}));
  EXPECT_EQ(tree.parent, (std::vector<int>{-1, 0, 1, 0}));
}

}  // namespace
}  // namespace bricard
