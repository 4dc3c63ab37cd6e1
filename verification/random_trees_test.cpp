// Random trees of up to 100 bodies with all joints that carry a tree: revolute, prismatic, cylindrical, spherical, universal,
// planar, screw, free, fixed; random markers, inertias, states. Accelerations in relative coordinates against Simbody, an
// independent program, and against absolute coordinates; inverse dynamics against Simbody's.
#include "bricard/elements/elements.hpp"
#include "verification/cases.hpp"
#include "verification/peer_tree.hpp"

namespace bricard {
namespace {

const std::vector<JointKind> all_kinds{Revolute{}, Prismatic{}, Cylindrical{}, Spherical{}, Universal{},
                                       Planar{},   Screw{0.3},  Free{},        Fixed{}};

struct Tree {
  System system;
  State state;
  Equations e;
  Eigen::VectorXd a;

  Tree(int bodies, const std::vector<JointKind>& kinds, int spread, unsigned seed)
      : Tree(RandomTree(seed).model(bodies, kinds, spread), seed) {}
  Tree(const Model& model, unsigned seed)
      : system(model, "relative"), state(RandomTree(seed + 1000).state(system)), e(system), a(system.nv()) {
    system.motion(state, e, RowSet::all, Measure::all);
    EXPECT_TRUE(system.factor(e));
    system.forces(e);
    system.accelerations(e, a);
  }
  double largest() const {
    double most = 0;
    for (const auto& A : e.solution.A) most = std::max(most, A.cwiseAbs().maxCoeff());
    return most;
  }
};

// Bodies, how far back a parent may be (1: a chain), seed.
struct Size {
  int bodies, spread;
  unsigned seed;
};
const Size sizes[] = {{1, 1, 1},  {2, 1, 2},   {5, 3, 3},   {10, 1, 4}, {10, 10, 5},
                      {30, 4, 6}, {60, 60, 7}, {100, 1, 8}, {100, 8, 9}};

TEST(RandomTrees, EveryKindIsInTheTree) {
  for (const auto& kind : all_kinds) {
    const Tree tree(6, {kind}, 2, 11);
    EXPECT_TRUE(tree.system.active_rows().empty());
    for (int b = 1; b <= 6; ++b) EXPECT_GE(tree.system.mechanism().joint_of_body[b], 0);
  }
}

TEST(RandomTrees, AccelerateAsInAbsoluteCoordinates) {
  for (const Size& size : sizes) {
    Tree tree(size.bodies, all_kinds, size.spread, size.seed);
    const System absolute(tree.system.model(), "absolute");
    const State state = absolute.state_of(tree.e, 0);
    Equations e(absolute);
    Eigen::VectorXd a(absolute.nv());
    absolute.motion(state, e);
    ASSERT_TRUE(absolute.factor(e));
    absolute.forces(e);
    absolute.accelerations(e, a);
    for (int b = 1; b <= size.bodies; ++b)
      ASSERT_LE((e.solution.A[b] - tree.e.solution.A[b]).norm(), 1e-9 * tree.largest()) << size.bodies << " bodies, " << b;
  }
}

#ifdef BRICARD_HAVE_SIMBODY

TEST(RandomTrees, AccelerateAsInSimbody) {
  const auto compare = [](const Tree& tree, const std::string& what) {
    const peer::TreeAnswer answer = peer::simbody_accelerations(peer_tree(tree.system, tree.state));
    const double largest = tree.largest();
    double position = 0, acceleration = 0;
    for (int b = 1; b <= tree.system.mechanism().bodies; ++b) {
      for (int i = 0; i < 3; ++i) position = std::max(position, std::abs(answer.position[b - 1][i] - tree.e.k.p[b][i]));
      for (int i = 0; i < 6; ++i)
        acceleration = std::max(acceleration, std::abs(answer.accelerations[b - 1][i] - tree.e.solution.A[b][i]));
    }
    EXPECT_LT(position, 1e-11) << what;
    EXPECT_LE(acceleration, 1e-9 * largest) << what;
  };
  for (const auto& kind : all_kinds) compare(Tree(4, {kind}, 2, 21), std::string(kind->type));
  for (const Size& size : sizes)
    compare(Tree(size.bodies, all_kinds, size.spread, size.seed), std::to_string(size.bodies) + " bodies");
}

TEST(RandomTrees, NeedTheForcesThatSimbodySays) {
  for (const Size& size : sizes) {
    Tree tree(size.bodies, all_kinds, size.spread, size.seed);
    if (tree.system.nv() == 0) continue;  // a fixed body
    Eigen::VectorXd tau(tree.system.nv());
    std::vector<std::vector<double>> rates(size.bodies);
    for (int b = 1; b <= size.bodies; ++b)
      for (int i = 0; i < tree.system.mechanism().tree_joints[b].freedoms; ++i)
        rates[b - 1].push_back(tree.a[tree.system.mechanism().tree_joints[b].v + i] = std::sin(1.7 * b + i));
    tree.system.inverse_dynamics(tree.e, tree.a, tau);
    const auto expected = peer::simbody_inverse(peer_tree(tree.system, tree.state), rates);
    const double largest = tau.cwiseAbs().maxCoeff();
    for (int b = 1; b <= size.bodies; ++b)
      for (int i = 0; i < tree.system.mechanism().tree_joints[b].freedoms; ++i)
        ASSERT_NEAR(tau[tree.system.mechanism().tree_joints[b].v + i], expected[b - 1][i], 1e-10 * largest)
            << size.bodies << " bodies, " << b;
  }
}

#else

TEST(RandomTrees, AccelerateAsInSimbody) { GTEST_SKIP() << "Simbody (libsimbody-dev) is not installed"; }
TEST(RandomTrees, NeedTheForcesThatSimbodySays) { GTEST_SKIP() << "Simbody (libsimbody-dev) is not installed"; }

#endif

}  // namespace
}  // namespace bricard
