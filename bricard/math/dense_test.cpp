// Linear algebra by its definitions: what is solved is put in again, spectra are those of matrices that have them in closed form.
#include "bricard/math/dense.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bricard/math/eigenpairs.hpp"
#include "bricard/math/linear_solver.hpp"
#include "bricard/math/sparse_entries.hpp"

namespace bricard {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Of full rank, without symmetry.
Matrix some(int rows, int columns) {
  Matrix A(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) A(i, j) = std::sin(1 + 3 * i + 7 * j + i * j) + (i == j ? 2 : 0);
  return A;
}

Vector numbers(int count) {
  Vector x(count);
  for (int i = 0; i < count; ++i) x[i] = 1 + 0.5 * i - 0.1 * i * i;
  return x;
}

// A chain of equal masses and springs between walls: K = tridiag(-1, 2, -1) has the values 4 sin²(k pi/(2 (n + 1))).
Matrix chain(int size) {
  Matrix K = Matrix::Zero(size, size);
  for (int i = 0; i < size; ++i) {
    K(i, i) = 2;
    if (i > 0) K(i, i - 1) = K(i - 1, i) = -1;
  }
  return K;
}
double of_chain(int k, int size) { return 4 * std::pow(std::sin(k * std::numbers::pi / (2 * (size + 1))), 2); }

TEST(Dense, ProductsAreSumsOfProducts) {
  const Matrix A = some(3, 4), B = some(4, 2), C = some(3, 2), D = some(5, 4);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += A(i, k) * B(k, j);
      EXPECT_NEAR(product(A, B)(i, j), sum, 1e-14);
    }
  EXPECT_LT((transposed_product(A, C) - product(A.transpose(), C)).norm(), 1e-14);
  EXPECT_LT((product_transposed(A, D) - product(A, D.transpose())).norm(), 1e-14);
}

TEST(Dense, SolutionsFulfillTheirEquations) {
  const Matrix A = some(5, 5), B = some(5, 3);
  const Vector b = numbers(5);
  const Lu<double> lu(A);
  EXPECT_LT((A * lu.solve(b) - b).norm(), 1e-13);
  EXPECT_LT((product(A, lu.solve_all(B)) - B).norm(), 1e-13);
  Vector x;
  lu.solve(b, x);
  EXPECT_EQ(x, lu.solve(b));
  EXPECT_LT((product(A, inverse(A)) - Matrix::Identity(5, 5)).norm(), 1e-13);
  Matrix triangle = A;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < i; ++j) triangle(i, j) = 0;
  EXPECT_LT((product(triangle, solve_upper(A, B)) - B).norm(), 1e-13) << "of the upper triangle";
  EXPECT_LT((product(triangle.transpose(), solve_upper_transposed(A, B)) - B).norm(), 1e-13);
  EXPECT_NEAR(determinant(triangle), triangle.diagonal().prod(), 1e-13);
  EXPECT_NEAR(Lu<double>(Vector(numbers(4)).asDiagonal()).smallest_pivot(), 1, 1e-15);

  const Matrix S = transposed_product(A, A);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.compute(S));
  EXPECT_LT((S * cholesky.solve(b) - b).norm(), 1e-11);
  EXPECT_LT((product(S, cholesky.solve_all(B)) - B).norm(), 1e-11);
  EXPECT_NEAR(cholesky.pivots().prod() / std::pow(determinant(A), 2), 1, 1e-12);
  EXPECT_EQ(cholesky.smallest_pivot(), cholesky.pivots().minCoeff());
  EXPECT_FALSE(cholesky.compute(-S));
}

TEST(Dense, OrthogonalFactorsGiveTheMatrixBack) {
  const Matrix A = some(6, 4);
  Qr qr;
  qr.compute(A);
  Matrix back = Matrix::Zero(6, 4);
  back.topRows(4) = qr.R();
  qr.apply_Q(back);
  EXPECT_LT((back - A).norm(), 1e-14);
  Vector x = numbers(6);
  qr.apply_Qt(x);
  EXPECT_NEAR(x.norm(), numbers(6).norm(), 1e-14);
  qr.apply_Q(x);
  EXPECT_LT((x - numbers(6)).norm(), 1e-14);

  const PivotedQr pivoted(A, 1e-12);
  EXPECT_EQ(pivoted.rank(), 4);
  Matrix permuted(6, 4);
  for (int i = 0; i < 4; ++i) permuted.col(i) = A.col(pivoted.column(i));
  back.setZero();
  back.topRows(4) = pivoted.R();
  EXPECT_LT((product(pivoted.Q(), back) - permuted).norm(), 1e-14);
  pivoted.apply_Q(back);
  EXPECT_LT((back - permuted).norm(), 1e-14);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pivoted.pivots()[i], std::abs(pivoted.R()(i, i)));
  x = numbers(6);
  pivoted.apply_Qt(x);
  pivoted.apply_Q(x);
  EXPECT_LT((x - numbers(6)).norm(), 1e-14);
  // The least x with Aᵀ x = g lies in the columns of A.
  Vector least = pivoted.transposed_triangle(numbers(4));
  EXPECT_EQ(least.tail(2), Vector::Zero(2));
  pivoted.apply_Q(least);
  EXPECT_LT((A.transpose() * least - numbers(4)).norm(), 1e-13);
}

// Columns 0 + 1 = 2: one is dependent.
TEST(Dense, RankAndLeastSquaresOfDependentColumns) {
  Matrix A = some(6, 4);
  A.col(2) = A.col(0) + A.col(1);
  const Vector b = numbers(6);
  const PivotedQr pivoted(A, 1e-10);
  const LeastNorm least(A, 1e-10);
  const SingularValues svd = singular_values(A);
  EXPECT_EQ(pivoted.rank(), 3);
  EXPECT_EQ(least.rank(), 3);
  EXPECT_EQ(LeastNorm(A).rank(), 3);
  EXPECT_EQ(svd.rank(1e-10), 3);
  EXPECT_EQ(svd.rank(0), 4);
  EXPECT_EQ(svd.rank(0.99), 1);
  const Vector x = least.solve(b);
  EXPECT_LT((A.transpose() * (A * x - b)).norm(), 1e-13) << "least squares";
  EXPECT_NEAR(x[0] + x[1] - x[2], 0, 1e-13) << "of least norm: nothing along the null space (1, 1, -1, 0)";
  EXPECT_LT((svd.solve(b, 1e-10) - x).norm(), 1e-13);
  EXPECT_LT((least.pseudo_inverse() * b - x).norm(), 1e-13);
  EXPECT_LT((A * pivoted.solve(b) - A * x).norm(), 1e-13);
  EXPECT_LT((A * pivoted.solve_all(b) - A * x).norm(), 1e-13);
  const Matrix N = complement_of_columns(A, 1e-10);
  ASSERT_EQ(N.cols(), 3);
  EXPECT_LT(transposed_product(A, N).norm(), 1e-13);
  EXPECT_LT((transposed_product(N, N) - Matrix::Identity(3, 3)).norm(), 1e-14);
  EXPECT_EQ(complement_of_columns(Matrix(3, 0), 1e-10), Matrix::Identity(3, 3));
}

TEST(Dense, OrthonormalColumnsSpanTheSame) {
  const Matrix A = some(6, 3), Q = orthonormal_columns(A), all = orthonormal_completion(A);
  ASSERT_EQ(Q.cols(), 3);
  ASSERT_EQ(all.cols(), 6);
  EXPECT_LT((transposed_product(Q, Q) - Matrix::Identity(3, 3)).norm(), 1e-14);
  EXPECT_LT((product(Q, transposed_product(Q, A)) - A).norm(), 1e-14);
  EXPECT_LT((transposed_product(all, all) - Matrix::Identity(6, 6)).norm(), 1e-14);
  EXPECT_LT(transposed_product(all.rightCols(3), A).norm(), 1e-14);
}

TEST(Dense, SpectraOfAChainAreSines) {
  const int n = 7;
  const Vector values = symmetric_eigenvalues(chain(n));
  const SymmetricSpectrum spectrum = symmetric_spectrum(chain(n));
  for (int k = 1; k <= n; ++k) {
    EXPECT_NEAR(values[k - 1], of_chain(k, n), 1e-14);
    EXPECT_NEAR(spectrum.values[k - 1], of_chain(k, n), 1e-14);
    const Vector u = spectrum.vectors.col(k - 1);
    EXPECT_LT((chain(n) * u - of_chain(k, n) * u).norm(), 1e-14);
  }
  const SingularValues svd = singular_values(some(5, 3), true);
  EXPECT_EQ(svd.U.cols(), 5);
  EXPECT_EQ(svd.V.cols(), 3);
  EXPECT_LT((product(svd.U.leftCols(3), product_transposed(Matrix(svd.values.asDiagonal()), svd.V)) - some(5, 3)).norm(), 1e-14);
  EXPECT_EQ(singular_values(some(5, 3)).U.cols(), 3);
}

// A x = 0 has x = (1, i, 0): the adjoint of A has the conjugate.
TEST(Dense, LeastColumnsAreTheNullSpaceOfTheAdjoint) {
  Eigen::MatrixXcd A = Eigen::MatrixXcd::Zero(3, 3);
  const std::complex<double> i(0, 1);
  A << 2.0, 1.0, 0.5, 2.0 * i, i, 0.5 * i, 0.0, 0.0, 3.0;  // the second row is i times the first
  const LeastColumns least = least_columns(A, 1);
  EXPECT_NEAR(least.pivot, 0, 1e-15);
  EXPECT_NEAR((least.columns.adjoint() * A).norm(), 0, 1e-15);
  EXPECT_NEAR(least.columns.norm(), 1, 1e-15);
  EXPECT_GT(least_columns(A + Eigen::MatrixXcd::Identity(3, 3), 1).pivot, 0.1);
}

// Dense and sparse, real and complex; entries that come twice add.
template <class Scalar>
void solves(int size, Scalar factor) {
  std::vector<std::pair<int, int>> entries;
  std::vector<Scalar> values;
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> x(size), b(size);
  for (int i = 0; i < size; ++i) x[i] = std::sin(1.0 + i) * factor;
  b.setZero();
  const auto add = [&](int i, int j, Scalar value) {
    entries.emplace_back(i, j);
    values.push_back(value);
    b[i] += value * x[j];
  };
  for (int i = 0; i < size; ++i) {
    add(i, i, 2.0);
    add(i, i, 1.0 + 0.1 * i);
    if (i > 0) add(i, i - 1, factor);
    add(i, (3 * i + 5) % size, 0.5);
  }
  LinearSolverOf<Scalar> solver(size, entries);
  EXPECT_EQ(solver.is_sparse(), size > 60);
  for (int time = 0; time < 2; ++time) {  // a second factorization forgets the first
    ASSERT_TRUE(solver.factor(values));
    auto found = b;
    ASSERT_TRUE(solver.solve(found));
    EXPECT_LT((found - x).norm(), 1e-13 * x.norm()) << size;
  }
  std::fill(values.begin(), values.end(), Scalar(0));
  EXPECT_FALSE(solver.factor(values));
}

TEST(LinearSolver, SolvesDenseAndSparse) {
  for (const int size : {1, 6, 60, 61, 300}) {
    solves<double>(size, -1);
    solves<std::complex<double>>(size, {-0.5, 0.5});
  }
}

// Rows in units that differ by 1e20, as forces and rotations may, are not singular; a dependent row is.
TEST(LinearSolver, JudgesRowsByTheirOwnSize) {
  LinearSolver solver(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  ASSERT_TRUE(solver.factor({1e-20, 2e-20, 3, 4}));
  Vector x = Eigen::Vector2d(5e-20, 11);
  ASSERT_TRUE(solver.solve(x));
  EXPECT_NEAR(x[0], 1, 1e-14);
  EXPECT_NEAR(x[1], 2, 1e-14);
  EXPECT_FALSE(solver.factor({1e-20, 2e-20, 2, 4}));
  EXPECT_FALSE(solver.factor({1, 2, 0, 0}));
  EXPECT_FALSE(solver.factor({1, 2, HUGE_VAL, 0}));
}

TEST(SparseEntries, RepeatedEntriesAdd) {
  Vector to = Vector::Ones(2);
  add_product({{0, 1, 2}, {0, 1, 1}, {1, 0, 4}}, Eigen::Vector2d(10, 100), 0.5, to);
  EXPECT_EQ(to, Eigen::Vector2d(1 + 150, 1 + 20));
}

TEST(Eigenpairs, OfDenseMatrices) {
  const int n = 5;
  const Matrix M = Vector(Vector::Constant(n, 4)).asDiagonal();
  const RealEigenpairs pairs = symmetric_eigenpairs(chain(n), M);
  for (int k = 1; k <= n; ++k) EXPECT_NEAR(pairs.values[k - 1], of_chain(k, n) / 4, 1e-14);
  EXPECT_LT((transposed_product(pairs.vectors, product(M, pairs.vectors)) - Matrix::Identity(n, n)).norm(), 1e-14);
  const ComplexEigenpairs turn = general_eigenpairs((Matrix(2, 2) << 1, -2, 2, 1).finished());  // 1 ± 2i
  EXPECT_NEAR(turn.values[0].real(), 1, 1e-14);
  EXPECT_NEAR(std::abs(turn.values[0].imag()), 2, 1e-14);
  EXPECT_NEAR(std::abs(turn.values[0] - std::conj(turn.values[1])), 0, 1e-14);
}

// The slowest modes of the chain from its inverse, with masses of 4.
TEST(Eigenpairs, OuterOnesOfAnOperator) {
  const int n = 40, count = 3;
  const Lu<double> lu(chain(n));
  const LinearOperator S = [&](const Vector& x, Vector& y) { y = lu.solve(x); };
  const LinearOperator M = [&](const Vector& x, Vector& y) { y = 4 * x; };
  const auto found = outer_symmetric_eigenpairs(n, S, M, count);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->values.size(), count);
  Vector values = found->values;
  std::sort(values.begin(), values.end());
  for (int k = 1; k <= count; ++k) EXPECT_NEAR(values[count - k] * of_chain(k, n) / 4, 1, 1e-10);
  EXPECT_LT((4 * transposed_product(found->vectors, found->vectors) - Matrix::Identity(count, count)).norm(), 1e-10);
  EXPECT_FALSE(outer_symmetric_eigenpairs(n, S, M, 0));
  EXPECT_FALSE(outer_symmetric_eigenpairs(n, S, M, n));
  const LinearOperator broken = [](const Vector& x, Vector& y) { y = Vector::Constant(x.size(), std::nan("")); };
  EXPECT_FALSE(outer_symmetric_eigenpairs(n, broken, M, count));

  // A pair 1 ± 2i at the end of the chain's own spectrum, which ends below 4 - after scaling by a tenth.
  const LinearOperator A = [&](const Vector& x, Vector& y) {
    y = 0.1 * (chain(n) * x);
    y[0] = x[0] - 2 * x[1];
    y[1] = 2 * x[0] + x[1];
  };
  const auto pair = outer_eigenpairs(n, A, 2);
  ASSERT_TRUE(pair);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(pair->values[i].real(), 1, 1e-10);
    EXPECT_NEAR(std::abs(pair->values[i].imag()), 2, 1e-10);
  }
  EXPECT_FALSE(outer_eigenpairs(n, A, 0));
  EXPECT_FALSE(outer_eigenpairs(n, A, n - 1));
}

TEST(Eigenpairs, LowestQuotientNearsTheLowestValueFromAbove) {
  const int n = 12;
  Matrix K = chain(n);
  K(0, 0) = -3;  // one value apart, below zero
  const double lowest = symmetric_eigenvalues(K)[0];
  const LinearOperator S = [&](const Vector& x, Vector& y) { y = K * x; };
  const LinearOperator M = [&](const Vector& x, Vector& y) { y = x; };
  EXPECT_NEAR(lowest_quotient(n, S, M, n), lowest, 1e-12);
  EXPECT_GE(lowest_quotient(n, S, M, 3), lowest);
  EXPECT_LT(lowest_quotient(n, S, M, 6), 0);
  EXPECT_NEAR(lowest_quotient(
                  n, S, [](const Vector& x, Vector& y) { y = 2 * x; }, n),
              2 * lowest, 1e-12);
  EXPECT_TRUE(std::isnan(lowest_quotient(
      n, [](const Vector& x, Vector& y) { y = Vector::Constant(x.size(), std::nan("")); }, M, 3)));
}

// The eigenvalues of S M are those of the symmetric sqrt(M) S sqrt(M), here with masses 1, 2 .. n.
TEST(Eigenpairs, LowestQuotientOfUnequalMasses) {
  const int n = 12;
  Matrix K = chain(n), root = Matrix::Zero(n, n);
  K(0, 0) = -3;
  for (int i = 0; i < n; ++i) root(i, i) = std::sqrt(1.0 + i);
  const double lowest = symmetric_eigenvalues(Matrix(root * K * root))[0];
  const LinearOperator S = [&](const Vector& x, Vector& y) { y = K * x; };
  const LinearOperator M = [&](const Vector& x, Vector& y) { y = root * (root * x); };
  EXPECT_NEAR(lowest_quotient(n, S, M, n), lowest, 1e-10);
  EXPECT_GE(lowest_quotient(n, S, M, 4), lowest);
}

}  // namespace
}  // namespace bricard
