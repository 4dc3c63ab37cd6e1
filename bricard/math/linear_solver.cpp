#include "bricard/math/linear_solver.hpp"

#include <Eigen/KLUSupport>
#include <Eigen/LU>
#include <Eigen/SparseCore>

namespace bricard {

namespace {

constexpr int largest_dense = 60;  // below, dense LU is faster than the bookkeeping of a sparse one

}  // namespace

struct LinearSolver::Dense {
  Eigen::MatrixXd matrix;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
  Eigen::VectorXd scale;  // of rows
};

struct LinearSolver::Sparse {
  Eigen::SparseMatrix<double> matrix;
  std::vector<double*> place;  // of each entry
  Eigen::KLU<Eigen::SparseMatrix<double>> lu;
};

LinearSolver::LinearSolver(int size, std::vector<std::pair<int, int>> entries) : size_(size), entries_(std::move(entries)) {
  if (size <= largest_dense) {
    dense_ = std::make_unique<Dense>();
    dense_->matrix.setZero(size, size);
    dense_->lu = Eigen::PartialPivLU<Eigen::MatrixXd>(size);
    dense_->scale.setOnes(size);
    return;
  }
  sparse_ = std::make_unique<Sparse>();
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [row, column] : entries_) triplets.emplace_back(row, column, 1.0);
  sparse_->matrix.resize(size, size);
  sparse_->matrix.setFromTriplets(triplets.begin(), triplets.end());
  sparse_->matrix.makeCompressed();
  for (const auto& [row, column] : entries_) sparse_->place.push_back(&sparse_->matrix.coeffRef(row, column));
  sparse_->lu.analyzePattern(sparse_->matrix);
}

LinearSolver::~LinearSolver() = default;
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;

bool LinearSolver::is_sparse() const { return sparse_ != nullptr; }

bool LinearSolver::factor(const std::vector<double>& values) {
  if (sparse_) {
    for (double* place : sparse_->place) *place = 0;
    for (std::size_t i = 0; i < values.size(); ++i) *sparse_->place[i] += values[i];
    sparse_->lu.factorize(sparse_->matrix);
    return sparse_->lu.info() == Eigen::Success;
  }
  dense_->matrix.setZero();
  for (std::size_t i = 0; i < values.size(); ++i) dense_->matrix(entries_[i].first, entries_[i].second) += values[i];
  for (int i = 0; i < size_; ++i) {
    const double largest = dense_->matrix.row(i).cwiseAbs().maxCoeff();
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    dense_->scale[i] = 1 / largest;
    dense_->matrix.row(i) *= dense_->scale[i];
  }
  dense_->lu.compute(dense_->matrix);
  for (int i = 0; i < size_; ++i)
    if (!(std::abs(dense_->lu.matrixLU()(i, i)) > 1e-15)) return false;
  return true;
}

bool LinearSolver::solve(Eigen::VectorXd& x) {
  if (sparse_) {
    x = sparse_->lu.solve(x);
    return x.allFinite();
  }
  x.array() *= dense_->scale.array();
  x = dense_->lu.solve(x);
  return x.allFinite();
}

}  // namespace bricard
