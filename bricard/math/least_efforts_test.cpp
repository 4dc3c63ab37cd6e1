#include "bricard/math/least_efforts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "bricard/math/dense.hpp"

namespace bricard::test {
namespace {

// Rows over bodies, at random: those of a grid that hangs on its corner, five of each joint, so that loops depend on themselves;
// and some rows over three bodies, as gears have.
struct Grid {
  static constexpr int side = 4, bodies = side * side;
  std::vector<std::vector<int>> touched;

  Grid() {
    const auto joint = [&](std::vector<int> pair) { touched.insert(touched.end(), 5, std::move(pair)); };
    joint({0});
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        if (i > 0) joint({side * i + j, side * (i - 1) + j});
        if (j > 0) joint({side * i + j, side * i + j - 1});
      }
    touched.push_back({3, 9, 14});
    touched.push_back({2, 5, 2});
  }

  // The same numbers in both; the last row of the first joint and the rows of the last body are made dependent.
  void fill(int seed, LeastEfforts& rows, Eigen::MatrixXd& G) const {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    G = Eigen::MatrixXd::Zero(static_cast<int>(touched.size()), 6 * bodies);
    for (int row = 0; row < G.rows(); ++row)
      for (const int body : touched[row])
        for (int c = 0; c < 6; ++c) G(row, 6 * body + c) += c < 5 ? normal(random) : 0.0;  // nothing turns about the last axis
    G.row(4) = G.row(0) - 2 * G.row(1);
    rows.clear();
    for (int row = 0; row < G.rows(); ++row)
      for (std::size_t i = 0; i < touched[row].size(); ++i) {
        const Vec6<double> all = G.block<1, 6>(row, 6 * touched[row][i]).transpose();
        const auto times = std::count(touched[row].begin(), touched[row].end(), touched[row][i]);
        rows.add(row, touched[row][i], all / static_cast<double>(times));
      }
  }
};

Eigen::VectorXd random_vector(Eigen::Index size, int seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Eigen::VectorXd v(size);
  for (double& each : v) each = normal(random);
  return v;
}

// Dense orthogonal decomposition of Gᵀ is the other way; one pattern serves several positions.
TEST(LeastEfforts, AreThoseOfTheDensePseudoinverse) {
  const Grid grid;
  LeastEfforts rows(Grid::bodies, grid.touched);
  for (int seed = 1; seed <= 3; ++seed) {
    Eigen::MatrixXd G;
    grid.fill(seed, rows, G);
    rows.factor();
    const Eigen::VectorXd any = random_vector(G.rows(), 10 + seed), load = G.transpose() * any;
    EXPECT_LT((rows.transposed_product(any) - load).norm(), 1e-13 * load.norm());
    const LeastNorm dense(G.transpose(), 1e-10);
    ASSERT_LT(dense.rank(), G.rows());
    const Eigen::VectorXd least = dense.solve(load), found = rows.solve(load);
    EXPECT_LT((found - least).norm(), 1e-9 * least.norm()) << "seed " << seed;
    EXPECT_LT(found.norm(), any.norm());
  }
}

// A row that is cleared carries nothing, and the others what it left.
TEST(LeastEfforts, ARowWithoutNumbersCarriesNothing) {
  LeastEfforts rows(1, {{0}, {0}, {0}});
  Vec6<double> x = Vec6<double>::Unit(0);
  for (int row = 0; row < 3; ++row) rows.add(row, 0, x);
  rows.factor();
  EXPECT_LT((rows.solve(6 * x) - Eigen::Vector3d(2, 2, 2)).norm(), 1e-12);
  rows.clear(1);
  rows.factor();
  EXPECT_LT((rows.solve(6 * x) - Eigen::Vector3d(3, 0, 3)).norm(), 1e-12);
}

}  // namespace
}  // namespace bricard::test
