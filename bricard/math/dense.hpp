// Dense linear algebra for matrices of any size behind plain functions. Eigen's decompositions, and products of dynamic matrices,
// cost one to ten seconds in each file that names them, and 2.5 s where they are only declared; they are compiled once, in
// dense.cpp. Thresholds are relative to the largest pivot.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

namespace bricard {

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);             // A B
Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);  // Aᵀ B
Eigen::MatrixXd product_transposed(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);  // A Bᵀ

// A P = Q R with column pivoting.
class PivotedQr {
 public:
  PivotedQr() = default;
  PivotedQr(const Eigen::MatrixXd& A, double threshold) { compute(A, threshold); }
  void compute(const Eigen::MatrixXd& A, double threshold);
  int rank() const;
  Eigen::VectorXd pivots() const;          // |R_ii|
  int column(int i) const;                 // of A, that P makes the i-th
  Eigen::MatrixXd Q() const;               // square
  void apply_Q(Eigen::MatrixXd& x) const;  // x becomes Q x
  void apply_Q(Eigen::VectorXd& x) const;
  void apply_Qt(Eigen::VectorXd& x) const;
  // Least squares, with zeros beyond the rank.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve_all(const Eigen::MatrixXd& B) const;
  // y of the length of A's rows with Rᵀ y = Pᵀ g in its first rank() entries, zero behind: Q y is the least x with Aᵀ x = g.
  Eigen::VectorXd transposed_triangle(const Eigen::VectorXd& g) const;

 private:
  struct Factors;
  std::shared_ptr<Factors> factors_;  // copies share until they compute
};

// Least squares of least norm, for any A (complete orthogonal decomposition).
class LeastNorm {
 public:
  LeastNorm() = default;
  LeastNorm(const Eigen::MatrixXd& A, double threshold) { compute(A, threshold); }
  explicit LeastNorm(const Eigen::MatrixXd& A);  // threshold: rounding
  void compute(const Eigen::MatrixXd& A, double threshold);
  int rank() const;
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd pseudo_inverse() const;

 private:
  struct Factors;
  std::shared_ptr<Factors> factors_;
};

// A = L Lᵀ for symmetric, positive definite A.
class Cholesky {
 public:
  bool compute(const Eigen::MatrixXd& A);  // false: A is not positive definite
  double smallest_pivot() const;           // least L_ii²
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Factors;
  std::shared_ptr<Factors> factors_;
};

Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);
double determinant(const Eigen::MatrixXd& A);

// Orthonormal columns, as many as A has (thin), or as many as A has rows, of which the first span A, whose columns are
// independent.
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A);
Eigen::MatrixXd orthonormal_completion(const Eigen::MatrixXd& A);
// An orthonormal basis of the null space of Aᵀ, as columns.
Eigen::MatrixXd complement_of_columns(const Eigen::MatrixXd& A, double threshold);

// Of symmetric A, ascending.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);
struct SymmetricSpectrum {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricSpectrum symmetric_spectrum(const Eigen::MatrixXd& A);

// A = U diag(values) Vᵀ with as many columns as the smaller side of A; values descending.
struct SingularValues {
  Eigen::MatrixXd U;
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
};
SingularValues singular_values(const Eigen::MatrixXd& A);

}  // namespace bricard
