#include "bricard/formulations/matrices/row_space.hpp"

#include <Eigen/SparseQR>

#include "bricard/math/dense.hpp"

namespace bricard {

namespace {

constexpr int largest_dense_space = 150;  // unknowns

}  // namespace

struct RowSpace::Dense {
  Eigen::MatrixXd matrix;
  PivotedQr qr;
};

struct RowSpace::Sparse {
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  Eigen::SparseMatrix<double> R;
};

RowSpace::RowSpace() : dense_(std::make_unique<Dense>()), sparse_(std::make_unique<Sparse>()) {}
RowSpace::~RowSpace() = default;

void RowSpace::factor(const Eigen::SparseMatrix<double>& transposed, double dependent) {
  n_ = static_cast<int>(transposed.rows());
  rank_ = 0;
  if (transposed.cols() == 0) return;
  is_sparse_ = n_ > largest_dense_space;
  if (is_sparse_) {
    double largest = 0;
    for (int i = 0; i < transposed.cols(); ++i) largest = std::max(largest, transposed.col(i).norm());
    sparse_->qr.setPivotThreshold(dependent * largest);
    sparse_->qr.compute(transposed);
    rank_ = static_cast<int>(sparse_->qr.rank());
    sparse_->R = sparse_->qr.matrixR().topLeftCorner(rank_, rank_);
  } else {
    dense_->matrix = transposed;
    dense_->qr.compute(dense_->matrix, dependent);
    rank_ = static_cast<int>(dense_->qr.rank());
  }
}

void RowSpace::apply_Q(Eigen::MatrixXd& x) {
  if (is_sparse_)
    x = sparse_->qr.matrixQ() * x;
  else
    dense_->qr.apply_Q(x);
}

void RowSpace::least_solution(const Eigen::VectorXd& g, Eigen::VectorXd& x) {
  x_.setZero(n_, 1);
  if (rank_ > 0) {
    if (is_sparse_) {
      permuted_ = sparse_->qr.colsPermutation().transpose() * g;
      x_.col(0).head(rank_) = permuted_.head(rank_);
      const Eigen::SparseMatrix<double> lower = sparse_->R.transpose();
      x_.col(0).head(rank_) = lower.triangularView<Eigen::Lower>().solve(permuted_.head(rank_));
    } else {
      x_.col(0) = dense_->qr.transposed_triangle(g);
    }
    apply_Q(x_);
  }
  x = x_.col(0);
}

const Eigen::MatrixXd& RowSpace::free_motions() {
  Z_.setZero(n_, n_ - rank_);
  Z_.bottomRows(n_ - rank_).setIdentity();
  if (rank_ > 0) apply_Q(Z_);
  return Z_;
}

}  // namespace bricard
