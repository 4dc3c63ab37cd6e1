#include "bricard/formulations/problems/problem.hpp"

#include <cmath>
#include <limits>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

class DenseShiftedMatrix final : public ShiftedMatrix {
 public:
  explicit DenseShiftedMatrix(std::shared_ptr<const Eigen::MatrixXd> J) : J_(std::move(J)), x_(J_->rows()), z_(J_->rows()) {}

  bool factorize(std::complex<double> c) override {
    const bool is_real = c.imag() == 0;
    return is_real ? factorize(c.real(), matrix_, real_) : factorize(c, complex_matrix_, complex_);
  }
  void solve(Eigen::VectorXd& b) override {
    real_.solve(b, x_);
    b.swap(x_);
  }
  void solve(Eigen::VectorXcd& b) override {
    complex_.solve(b, z_);
    b.swap(z_);
  }

 private:
  template <class Scalar, class Matrix>
  bool factorize(Scalar c, Matrix& matrix, Lu<Scalar>& lu) {
    matrix = -c * J_->template cast<Scalar>();
    matrix.diagonal().array() += Scalar(1);
    if (!matrix.allFinite()) return false;
    lu.compute(matrix);
    return lu.smallest_pivot() > 0;
  }

  std::shared_ptr<const Eigen::MatrixXd> J_;
  Eigen::MatrixXd matrix_;
  Eigen::MatrixXcd complex_matrix_;
  Lu<double> real_;
  Lu<std::complex<double>> complex_;
  Eigen::VectorXd x_;
  Eigen::VectorXcd z_;
};

}  // namespace

// Central differences, whose error falls with the square of the increment.
bool OdeProblem::linearize(double t, const Eigen::VectorXd& y, const Eigen::VectorXd&) {
  const int n = size();
  if (!J_) J_ = std::make_shared<Eigen::MatrixXd>(n, n);
  moved_ = y;
  f_moved_.resize(n);
  const double relative = std::cbrt(std::numeric_limits<double>::epsilon());
  for (int i = 0; i < n; ++i) {
    const double increment = relative * std::max(threshold::least_state, std::abs(y[i]));
    const double up = y[i] + increment, down = y[i] - increment;
    moved_[i] = up;
    if (!derivative(t, moved_, f_moved_)) return false;
    J_->col(i) = f_moved_;
    moved_[i] = down;
    if (!derivative(t, moved_, f_moved_)) return false;
    J_->col(i) -= f_moved_;
    J_->col(i) /= up - down;
    moved_[i] = y[i];
  }
  return J_->allFinite();
}

std::unique_ptr<ShiftedMatrix> OdeProblem::shifted() {
  if (!J_) J_ = std::make_shared<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(size(), size()));
  return std::make_unique<DenseShiftedMatrix>(J_);
}

}  // namespace bricard
