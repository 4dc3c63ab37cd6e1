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

Eigen::MatrixXd solve_upper(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B) {
  return R.triangularView<Eigen::Upper>().solve(B);
}
Eigen::MatrixXd solve_upper_transposed(const Eigen::MatrixXd& R, const Eigen::MatrixXd& B) {
  return R.triangularView<Eigen::Upper>().transpose().solve(B);
}

template <class Scalar>
struct Lu<Scalar>::Factors {
  Eigen::PartialPivLU<Matrix> lu;
};

template <class Scalar>
void Lu<Scalar>::compute(const Matrix& A) {
  own(factors_).lu.compute(A);
}
template <class Scalar>
double Lu<Scalar>::smallest_pivot() const {
  return factors_->lu.matrixLU().diagonal().cwiseAbs().template minCoeff<Eigen::PropagateNaN>();
}
template <class Scalar>
void Lu<Scalar>::solve(const Vector& b, Vector& x) const {
  x = factors_->lu.solve(b);
}
template <class Scalar>
typename Lu<Scalar>::Vector Lu<Scalar>::solve(const Vector& b) const {
  return factors_->lu.solve(b);
}
template <class Scalar>
typename Lu<Scalar>::Matrix Lu<Scalar>::solve_all(const Matrix& B) const {
  return factors_->lu.solve(B);
}
template class Lu<double>;
template class Lu<std::complex<double>>;

struct Qr::Factors {
  Eigen::HouseholderQR<Eigen::MatrixXd> qr;
};

void Qr::compute(const Eigen::MatrixXd& A) { own(factors_).qr.compute(A); }
void Qr::apply_Q(Eigen::MatrixXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ()); }
void Qr::apply_Q(Eigen::VectorXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ()); }
void Qr::apply_Qt(Eigen::VectorXd& x) const { x.applyOnTheLeft(factors_->qr.householderQ().adjoint()); }
Eigen::MatrixXd Qr::R() const { return factors_->qr.matrixQR().topRows(factors_->qr.cols()).triangularView<Eigen::Upper>(); }

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
Eigen::MatrixXd PivotedQr::R() const {
  return factors_->qr.matrixQR().topRows(factors_->qr.cols()).triangularView<Eigen::Upper>();
}
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
Eigen::VectorXd Cholesky::pivots() const { return factors_->llt.matrixLLT().diagonal().array().square(); }
Eigen::VectorXd Cholesky::solve(const Eigen::VectorXd& b) const { return factors_->llt.solve(b); }
Eigen::MatrixXd Cholesky::solve_all(const Eigen::MatrixXd& B) const { return factors_->llt.solve(B); }

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
