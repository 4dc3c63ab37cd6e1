#include "bricard/math/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

namespace bricard {

namespace {

// Factors that nobody else holds.
template <class Factors>
Factors& own(std::shared_ptr<Factors>& factors) {
  if (!factors || factors.use_count() > 1) factors = std::make_shared<Factors>();
  return *factors;
}

}  // namespace

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A * B; }
Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A.transpose() * B; }
Eigen::MatrixXd product_transposed(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A * B.transpose(); }

struct PivotedQr::Factors {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
};

void PivotedQr::compute(const Eigen::MatrixXd& A, double threshold) {
  auto& qr = own(factors_).qr;
  qr.setThreshold(threshold);
  qr.compute(A);
}
int PivotedQr::rank() const { return static_cast<int>(factors_->qr.rank()); }
Eigen::VectorXd PivotedQr::pivots() const { return factors_->qr.matrixQR().diagonal().cwiseAbs(); }
int PivotedQr::column(int i) const { return factors_->qr.colsPermutation().indices()[i]; }
Eigen::MatrixXd PivotedQr::Q() const { return factors_->qr.householderQ(); }
void PivotedQr::apply_Q(Eigen::MatrixXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ()); }
void PivotedQr::apply_Q(Eigen::VectorXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ()); }
void PivotedQr::apply_Qt(Eigen::VectorXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ().adjoint()); }
Eigen::VectorXd PivotedQr::solve(const Eigen::VectorXd& b) const { return factors_->qr.solve(b); }
Eigen::MatrixXd PivotedQr::solve_all(const Eigen::MatrixXd& B) const { return factors_->qr.solve(B); }
Eigen::VectorXd PivotedQr::transposed_triangle(const Eigen::VectorXd& g) const {
  const auto& qr = factors_->qr;
  Eigen::VectorXd y = Eigen::VectorXd::Zero(qr.rows());
  auto head = y.head(qr.rank());
  head = (qr.colsPermutation().transpose() * g).eval().head(qr.rank());
  qr.matrixQR().topLeftCorner(qr.rank(), qr.rank()).triangularView<Eigen::Upper>().transpose().solveInPlace(head);
  return y;
}

struct LeastNorm::Factors {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> cod;
};

LeastNorm::LeastNorm(const Eigen::MatrixXd& A) { own(factors_).cod.compute(A); }
void LeastNorm::compute(const Eigen::MatrixXd& A, double threshold) {
  auto& cod = own(factors_).cod;
  cod.setThreshold(threshold);
  cod.compute(A);
}
int LeastNorm::rank() const { return static_cast<int>(factors_->cod.rank()); }
Eigen::VectorXd LeastNorm::solve(const Eigen::VectorXd& b) const { return factors_->cod.solve(b); }
Eigen::MatrixXd LeastNorm::pseudo_inverse() const { return factors_->cod.pseudoInverse(); }

struct Cholesky::Factors {
  Eigen::LLT<Eigen::MatrixXd> llt;
};

bool Cholesky::compute(const Eigen::MatrixXd& A) { return own(factors_).llt.compute(A).info() == Eigen::Success; }
double Cholesky::smallest_pivot() const { return factors_->llt.matrixLLT().diagonal().array().square().minCoeff(); }
Eigen::VectorXd Cholesky::solve(const Eigen::VectorXd& b) const { return factors_->llt.solve(b); }

Eigen::MatrixXd inverse(const Eigen::MatrixXd& A) { return A.partialPivLu().inverse(); }
double determinant(const Eigen::MatrixXd& A) { return A.determinant(); }

Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ() * Eigen::MatrixXd::Identity(A.rows(), A.cols());
}
Eigen::MatrixXd orthonormal_completion(const Eigen::MatrixXd& A) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ();
}
Eigen::MatrixXd complement_of_columns(const Eigen::MatrixXd& A, double threshold) {
  if (A.cols() == 0) return Eigen::MatrixXd::Identity(A.rows(), A.rows());
  const PivotedQr qr(A, threshold);
  return qr.Q().rightCols(A.rows() - qr.rank());
}

}  // namespace bricard
