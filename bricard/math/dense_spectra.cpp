// Eigenvalues and singular values of dense.hpp and, of dense matrices, of eigenpairs.hpp: they take longest to compile.
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "bricard/math/dense.hpp"
#include "bricard/math/eigenpairs.hpp"

namespace bricard {

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}
SymmetricSpectrum symmetric_spectrum(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SingularValues singular_values(const Eigen::MatrixXd& A, bool all) {
  const unsigned sides = all ? Eigen::ComputeFullU | Eigen::ComputeFullV : Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, sides);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}
int SingularValues::rank(double threshold) const {
  int rank = 0;
  while (rank < values.size() && values[rank] > threshold * values[0]) ++rank;
  return rank;
}
Eigen::VectorXd SingularValues::solve(const Eigen::VectorXd& b, double threshold) const {
  const int r = rank(threshold);
  return V.leftCols(r) * (U.leftCols(r).transpose() * b).cwiseQuotient(values.head(r));
}

LeastColumns least_columns(const Eigen::MatrixXcd& A, int count) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXcd> factors(A);
  const Eigen::Index first = A.rows() - count;
  Eigen::MatrixXcd columns = Eigen::MatrixXcd::Zero(A.rows(), count);
  columns.bottomRows(count).setIdentity();
  columns.applyOnTheLeft(factors.householderQ());
  return {std::abs(factors.matrixQR()(first, first)), columns};
}

RealEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, M);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

ComplexEigenpairs general_eigenpairs(const Eigen::MatrixXd& A) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace bricard
