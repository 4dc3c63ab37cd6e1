// Dense linear algebra for matrices of any size behind plain functions. Eigen's decompositions, and products of dynamic matrices,
// cost one to ten seconds in each file that names them, and 2.5 s where they are only declared; they are compiled once, in
// dense.cpp. Thresholds are relative to the largest pivot.
#pragma once
#include <Eigen/Core>
#include <complex>
#include <memory>
#include <vector>

namespace bricard {

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);             // A B
Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);  // Aᵀ B
Eigen::MatrixXd product_transposed(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);  // A Bᵀ

// R X = B and Rᵀ X = B, of the upper triangle of R.
Eigen::MatrixXd solve_upper(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B);
Eigen::MatrixXd solve_upper_transposed(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B);

// A = P L U with partial pivoting, of double and std::complex<double>.
template <class Scalar>
class Lu {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  Lu() = default;
  explicit Lu(const Matrix& A) { compute(A); }
  void compute(const Matrix& A);  // allocates where the size is new
  double smallest_pivot() const;  // |U_ii|
  void solve(const Vector& b, Vector& x) const;
  Vector solve(const Vector& b) const;
  Matrix solve_all(const Matrix& B) const;

 private:
  struct Factors;
  std::shared_ptr<Factors> factors_;
};
extern template class Lu<double>;
extern template class Lu<std::complex<double>>;

// A = Q [R; 0] for independent columns.
class Qr {
 public:
  void compute(const Eigen::MatrixXd& A);
  void apply_Q(Eigen::MatrixXd& x) const;  // x becomes Q x
  void apply_Q(Eigen::VectorXd& x) const;
  void apply_Qt(Eigen::VectorXd& x) const;
  Eigen::MatrixXd R() const;  // square

 private:
  struct Factors;
  std::shared_ptr<Factors> factors_;
};

// A P = Q R with column pivoting.
class PivotedQr {
 public:
  PivotedQr() = default;
  PivotedQr(const Eigen::MatrixXd& A, double threshold) { compute(A, threshold); }
  void compute(const Eigen::MatrixXd& A, double threshold);
  int rank() const;
  Eigen::VectorXd pivots() const;          // |R_ii|
  int column(int i) const;                 // of A, that P makes the i-th
  Eigen::MatrixXd R() const;               // square, of A with no more columns than rows
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
  Eigen::VectorXd pivots() const;          // L_ii²
  double smallest_pivot() const { return pivots().minCoeff(); }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve_all(const Eigen::MatrixXd& B) const;

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

// A = U diag(values) Vᵀ; values descending. U and V are square where all is asked for, else they have as many columns as the
// smaller side of A.
struct SingularValues {
  Eigen::MatrixXd U;
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
  // Of values above threshold times the largest; least squares of least norm with these.
  int rank(double threshold) const;
  Eigen::VectorXd solve(const Eigen::VectorXd& b, double threshold) const;
};
SingularValues singular_values(const Eigen::MatrixXd& A, bool all = false);

// The last `count` columns of Q in A P = Q R: of the null space of the adjoint of A, where the first of their pivots vanishes.
struct LeastColumns {
  double pivot;
  Eigen::MatrixXcd columns;
};
LeastColumns least_columns(const Eigen::MatrixXcd& A, int count);

}  // namespace bricard
