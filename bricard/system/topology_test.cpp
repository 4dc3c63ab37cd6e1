// Spanning trees of small graphs, worked out by hand.
#include "bricard/system/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

// Rows that are left for the loops.
int loop_rows(const std::vector<Edge>& edges, const Topology& tree) {
  int rows = 0;
  for (const Edge& edge : edges) rows += edge.rows;
  for (const int e : tree.edge) rows -= e >= 0 ? edges[e].rows : 0;
  return rows;
}

// Crank 1, coupler 2, rocker 3 with a ball between coupler and rocker: its three rows close the loop; no other cut has fewer
// than five.
TEST(SpanningTree, CutsAFourBarAtItsBall) {
  std::vector<Edge> edges{{0, 1, 5}, {1, 2, 5}, {2, 3, 3}, {3, 0, 5}};
  EXPECT_EQ(loop_rows(edges, spanning_tree(3, edges)), 3);
  // Nor does it matter where the ball is, though the way round is then longer.
  for (int ball = 0; ball < 4; ++ball) {
    for (int e = 0; e < 4; ++e) edges[e].rows = e == ball ? 3 : 5;
    const Topology tree = spanning_tree(3, edges);
    EXPECT_EQ(loop_rows(edges, tree), 3) << ball;
    EXPECT_EQ(std::count(tree.edge.begin(), tree.edge.end(), ball), 0) << ball;
  }
}

// Stewart platform: six legs of cylinder (universal on ground, 4 rows) and piston (prismatic, 5), balls (3) at the platform 13.
// The tree holds six crosses, six slides and one ball: five balls are cut, 15 rows.
TEST(SpanningTree, CutsFiveBallsOfAStewartPlatform) {
  std::vector<Edge> edges;
  for (int leg = 0; leg < 6; ++leg) {
    edges.push_back({0, 2 * leg + 1, 4});
    edges.push_back({2 * leg + 1, 2 * leg + 2, 5});
    edges.push_back({2 * leg + 2, 13, 3});
  }
  EXPECT_EQ(loop_rows(edges, spanning_tree(13, edges)), 15);
}

TEST(SpanningTree, ACutJointNeverCarries) {
  const std::vector<Edge> edges{{0, 1, 5, true}, {1, 2, 5}, {2, 3, 5}, {3, 0, 5}};
  const Topology tree = spanning_tree(3, edges);  // one branch: 3, 2, 1
  EXPECT_EQ(tree.given, (std::vector<int>{0, 3, 2, 1}));
  EXPECT_EQ(tree.depth, (std::vector<int>{0, 1, 2, 3}));
  // Where it was the only way, the body floats.
  const std::vector<Edge> chain{{0, 1, 5}, {1, 2, 5, true}};
  EXPECT_EQ(spanning_tree(2, chain).edge, (std::vector<int>{-1, 0, -1}));
}

TEST(SpanningTree, NothingHangsOnAnEnd) {
  // The crank as an end: the coupler hangs on the rocker.
  const std::vector<Edge> edges{{0, 1, 5}, {1, 2, 5}, {2, 3, 5}, {3, 0, 5}};
  const std::vector<char> crank{0, 1, 0, 0};
  EXPECT_EQ(spanning_tree(3, edges, crank).edge, (std::vector<int>{-1, 0, 3, 2}));
  // ... even by a joint with fewer rows,
  const std::vector<Edge> with_ball{{0, 1, 5}, {1, 2, 5}, {2, 3, 3}, {3, 0, 5}};
  EXPECT_EQ(spanning_tree(3, with_ball, crank).edge, (std::vector<int>{-1, 0, 3, 2}));
  // ... but not if there is no other way.
  const std::vector<Edge> chain{{0, 1, 5}, {1, 2, 5}, {2, 3, 5}};
  EXPECT_EQ(spanning_tree(3, chain, crank).edge, (std::vector<int>{-1, 0, 1, 2}));
}

}  // namespace
}  // namespace bricard
