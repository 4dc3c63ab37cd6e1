// The kernel against the full set of equations written out and solved densely.
#include "bricard/system/kernel.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bricard/math/dense.hpp"

namespace bricard {
namespace {

// Random numbers in [-1, 1], the same in every run.
class Random {
 public:
  explicit Random(int seed) : engine_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  template <class Vector>
  Vector vector() {
    Vector v;
    for (int i = 0; i < v.size(); ++i) v.data()[i] = number();
    return v;
  }

 private:
  std::mt19937 engine_;
};

KernelStructure random_structure(Random& random, int bodies, int groups) {
  KernelStructure structure;
  structure.parent = {0};
  structure.free = {0};
  for (int k = 1; k <= bodies; ++k) {
    structure.parent.push_back(random.below(k));
    structure.free.push_back(1 + random.below(3));
  }
  for (int l = 0; l < groups; ++l) {
    KernelStructure::Group group;
    group.rows = 1 + random.below(2);
    const int a = 1 + random.below(bodies), b = 1 + random.below(bodies);
    group.from_ground = a == b || random.below(3) == 0;  // a row sees two bodies, or one and ground
    group.bodies = {std::min(a, b)};
    if (a != b) group.bodies.push_back(std::max(a, b));
    structure.groups.push_back(group);
  }
  return structure;
}

// A row between two bodies does not see a motion that both share: on the second it is the negative of the first, seen from there.
void fill_random(Random& random, const KernelStructure& structure, Kernel& kernel) {
  KernelMatrices& m = kernel.matrices();
  for (std::size_t k = 1; k < m.mass.size(); ++k) {
    m.mass[k] = 1.5 + random.number();
    const Mat3<double> G = random.vector<Mat3<double>>();
    m.inertia[k] = G * G.transpose() + 0.1 * Mat3<double>::Identity();
    m.offset[k] = random.vector<Vec3<double>>();
  }
  for (auto& s : m.S) s = random.vector<Vec6<double>>();
  for (auto& b : m.B) b = random.vector<Vec6<double>>();
  std::vector<Vec3<double>> at(m.mass.size(), Vec3<double>::Zero());
  for (std::size_t k = 1; k < at.size(); ++k) at[k] = at[structure.parent[k]] + m.offset[k];
  for (std::size_t l = 0; l < structure.groups.size(); ++l) {
    const auto& group = structure.groups[l];
    if (group.from_ground) continue;
    for (int i = 0; i < group.rows; ++i) {
      const Vec6<double>& first = m.B[kernel.first_block(static_cast<int>(l)) + i];
      Vec6<double>& second = m.B[kernel.first_block(static_cast<int>(l)) + group.rows + i];
      second = -first;
      second.tail<3>() -= (at[group.bodies[0]] - at[group.bodies[1]]).cross(Vec3<double>(first.head<3>()));
    }
  }
}

KernelRightSide random_right(Random& random, const Kernel& kernel) {
  KernelRightSide right = kernel.right_side();
  for (auto& f : right.f) f = random.vector<Vec6<double>>();
  for (auto& c : right.c) c = random.vector<Vec6<double>>();
  for (auto& tau : right.tau) tau = random.number();
  for (auto& gamma : right.gamma) gamma = random.number();
  return right;
}

// X: accelerations of a parent taken to its child.
Mat6<double> shift(const Vec3<double>& r) {
  Mat6<double> X = Mat6<double>::Identity();
  X.topRightCorner<3, 3>() << 0, r[2], -r[1], -r[2], 0, r[0], r[1], -r[0], 0;
  return X;
}

// Unknowns: body accelerations A, joint forces F, joint accelerations a, multipliers; all equations as in kernel.hpp.
struct Dense {
  Eigen::VectorXd A, a, lambda;
  bool regular;  // random rows may depend on each other where few joints move
};

Dense solve_densely(const KernelStructure& s, const Kernel& kernel, const KernelRightSide& right) {
  const int n = static_cast<int>(s.parent.size()) - 1, d = kernel.columns(), m = kernel.rows();
  const KernelMatrices& matrices = kernel.matrices();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(12 * n + d + m, 12 * n + d + m);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(K.rows());
  for (int k = 1; k <= n; ++k) {
    const int A = 6 * (k - 1), F = 6 * n + A;
    // I A - F_k + Σ_children Xᵀ F = f  (loop rows below)
    K.block<3, 3>(A, A) = matrices.mass[k] * Mat3<double>::Identity();
    K.block<3, 3>(A + 3, A + 3) = matrices.inertia[k];
    K.block<6, 6>(A, F) = -Mat6<double>::Identity();
    b.segment<6>(A) = right.f[k];
    // A - X A_parent - S a = c
    K.block<6, 6>(F, A) = Mat6<double>::Identity();
    b.segment<6>(F) = right.c[k];
    if (const int p = s.parent[k]) {
      K.block<6, 6>(6 * (p - 1), F) = shift(matrices.offset[k]).transpose();
      K.block<6, 6>(F, 6 * (p - 1)) = -shift(matrices.offset[k]);
    }
    for (int j = 0; j < s.free[k]; ++j) {
      const int column = kernel.first_column(k) + j;
      K.block<6, 1>(F, 12 * n + column) = -matrices.S[column];
      K.block<1, 6>(12 * n + column, F) = matrices.S[column].transpose();  // Sᵀ F = tau
      b[12 * n + column] = right.tau[column];
    }
  }
  for (std::size_t l = 0; l < s.groups.size(); ++l)
    for (std::size_t i = 0; i < s.groups[l].bodies.size(); ++i)
      for (int r = 0; r < s.groups[l].rows; ++r) {
        const int row = 12 * n + d + kernel.first_row(static_cast<int>(l)) + r, A = 6 * (s.groups[l].bodies[i] - 1);
        const Vec6<double>& B = matrices.B[kernel.first_block(static_cast<int>(l)) + static_cast<int>(i) * s.groups[l].rows + r];
        K.block<1, 6>(row, A) += B.transpose();
        K.block<6, 1>(A, row) += B;
      }
  for (int r = 0; r < m; ++r) b[12 * n + d + r] = right.gamma[r];
  const PivotedQr factors(K, 1e-7);
  const Eigen::VectorXd x = factors.solve(b);
  return {x.head(6 * n), x.segment(12 * n, d), x.tail(m), factors.rank() == K.rows()};
}

double difference(const Dense& dense, const KernelSolution& solution, int n) {
  double worst = 0;
  for (int k = 1; k <= n; ++k) worst = std::max(worst, (solution.A[k] - dense.A.segment<6>(6 * (k - 1))).cwiseAbs().maxCoeff());
  for (int j = 0; j < dense.a.size(); ++j) worst = std::max(worst, std::abs(solution.a[j] - dense.a[j]));
  return worst / std::max(1.0, dense.A.cwiseAbs().maxCoeff());
}

TEST(Kernel, SolvesTreesAndLoopsLikeTheFullEquations) {
  int solved = 0;
  for (int seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const int n = 1 + random.below(12), groups = random.below(std::min(n, 5));
    const KernelStructure structure = random_structure(random, n, groups);
    Kernel kernel(structure);
    fill_random(random, structure, kernel);
    const KernelRightSide right = random_right(random, kernel);
    const Dense dense = solve_densely(structure, kernel, right);
    if (!dense.regular) continue;
    ++solved;
    ASSERT_TRUE(kernel.factor()) << "seed " << seed;
    KernelSolution solution = kernel.solution();
    kernel.solve(right, solution);
    EXPECT_LT(difference(dense, solution, n), 1e-8) << "seed " << seed << ", " << n << " bodies, " << groups << " groups";
    for (int r = 0; r < kernel.rows(); ++r)
      EXPECT_NEAR(solution.lambda[r], dense.lambda[r], 1e-7 * std::max(1.0, dense.lambda.cwiseAbs().maxCoeff()))
          << "seed " << seed;
  }
  EXPECT_GT(solved, 50);
}

TEST(Kernel, LeavesOutRowsThatDependOnOthersAndKeepsTheAccelerations) {
  for (int seed = 0; seed < 30; ++seed) {
    Random random(100 + seed);
    const int n = 4 + random.below(5);
    KernelStructure structure = random_structure(random, n, 1);
    structure.groups[0].rows = 1;
    auto twice = structure;
    twice.groups.push_back(structure.groups[0]);  // the same row again, in a group of its own
    Kernel once(structure), both(twice);
    fill_random(random, structure, once);
    both.matrices() = once.matrices();
    both.matrices().B.insert(both.matrices().B.end(), once.matrices().B.begin(), once.matrices().B.end());
    KernelRightSide right = random_right(random, once), doubled = both.right_side();
    doubled.f = right.f;
    doubled.c = right.c;
    doubled.tau = right.tau;
    doubled.gamma = {right.gamma[0], right.gamma[0]};
    EXPECT_EQ(both.select(), 1);
    ASSERT_TRUE(once.factor() && both.factor());
    KernelSolution a = once.solution(), b = both.solution();
    once.solve(right, a);
    both.solve(doubled, b);
    for (int k = 1; k <= n; ++k) EXPECT_LT((a.A[k] - b.A[k]).cwiseAbs().maxCoeff(), 1e-9 * (1 + a.A[k].cwiseAbs().maxCoeff()));
  }
}

// Bodies without inertia, where rows leave no motion that only they have: inertia is lent, and no trace of it is left.
TEST(Kernel, SolvesWithBodiesWithoutInertia) {
  int solved = 0;
  for (int seed = 0; seed < 400; ++seed) {
    Random random(1000 + seed);
    const int n = 2 + random.below(8);
    KernelStructure structure = random_structure(random, n, 1 + random.below(4));
    structure.mass = 0.1 + std::abs(random.number());
    Kernel kernel(structure);
    fill_random(random, structure, kernel);
    for (int k = 1; k <= n; ++k)
      if (random.below(3) == 0) {
        kernel.matrices().mass[k] = 0;
        kernel.matrices().inertia[k].setZero();
      }
    const KernelRightSide right = random_right(random, kernel);
    const Dense dense = solve_densely(structure, kernel, right);
    if (!dense.regular || !kernel.factor() || kernel.lent().empty()) continue;
    ++solved;
    KernelSolution solution = kernel.solution();
    kernel.solve(right, solution);
    EXPECT_EQ(kernel.unresisted_body(), 0) << "seed " << seed;
    EXPECT_LT(difference(dense, solution, n), 1e-7) << "seed " << seed << ", " << n << " bodies";
  }
  EXPECT_GT(solved, 30);
}

// What nothing determines stays where it is; a load along it meets nothing, and is told.
TEST(Kernel, NamesTheBodyWithoutInertia) {
  KernelStructure structure{{0, 0, 1}, {0, 1, 1}, {}, {}, 1};
  Kernel kernel(structure);
  kernel.matrices().mass[1] = 1;
  kernel.matrices().inertia[1].setIdentity();
  kernel.matrices().S[0] = kernel.matrices().S[1] = Vec6<double>::Unit(5);
  ASSERT_TRUE(kernel.factor());
  EXPECT_EQ(kernel.lent(), std::vector<int>{2});
  KernelRightSide right = kernel.right_side();
  KernelSolution solution = kernel.solution();
  right.f[1][5] = 3;
  kernel.solve(right, solution);
  EXPECT_NEAR(solution.a[0], 3, 1e-12);
  EXPECT_NEAR(solution.a[1], 0, 1e-12);
  EXPECT_EQ(kernel.unresisted_body(), 0);
  right.f[2][5] = 1;
  kernel.solve(right, solution);
  EXPECT_EQ(kernel.unresisted_body(), 2);
  kernel.matrices().S[1].setZero();  // no motion at all
  EXPECT_FALSE(kernel.factor());
  EXPECT_EQ(kernel.singular_body(), 2);
}

TEST(Kernel, RefactorsForAnyNumberOfRightSides) {
  Random random(7);
  const KernelStructure structure = random_structure(random, 9, 3);
  Kernel kernel(structure);
  fill_random(random, structure, kernel);
  ASSERT_TRUE(kernel.factor());
  for (int i = 0; i < 3; ++i) {
    const KernelRightSide right = random_right(random, kernel);
    KernelSolution solution = kernel.solution();
    kernel.solve(right, solution);
    EXPECT_LT(difference(solve_densely(structure, kernel, right), solution, 9), 1e-9);
  }
}

}  // namespace
}  // namespace bricard
