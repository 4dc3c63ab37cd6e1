#include "bricard/math/linear_solver.hpp"

#include <Eigen/KLUSupport>
#include <Eigen/SparseCore>

#include "bricard/math/dense.hpp"

namespace bricard {

namespace {

constexpr int largest_dense = 60;  // below, dense LU is faster than the bookkeeping of a sparse one

}  // namespace

template <class Scalar>
struct LinearSolverOf<Scalar>::Dense {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  Matrix matrix;
  Lu<Scalar> lu;
  Eigen::VectorXd scale;  // of rows
  Vector x;
};

template <class Scalar>
struct LinearSolverOf<Scalar>::Sparse {
  Eigen::SparseMatrix<Scalar> matrix;
  std::vector<Scalar*> place;  // of each entry
  Eigen::KLU<Eigen::SparseMatrix<Scalar>> lu;
};

template <class Scalar>
LinearSolverOf<Scalar>::LinearSolverOf(int size, std::vector<std::pair<int, int>> entries)
    : size_(size), entries_(std::move(entries)) {
  if (size <= largest_dense) {
    dense_ = std::make_unique<Dense>();
    dense_->matrix.setZero(size, size);
    dense_->scale.setOnes(size);
    dense_->x.setZero(size);
    return;
  }
  sparse_ = std::make_unique<Sparse>();
  std::vector<Eigen::Triplet<Scalar>> triplets;
  for (const auto& [row, column] : entries_) triplets.emplace_back(row, column, Scalar(1));
  sparse_->matrix.resize(size, size);
  sparse_->matrix.setFromTriplets(triplets.begin(), triplets.end());
  for (const auto& [row, column] : entries_) sparse_->place.push_back(&sparse_->matrix.coeffRef(row, column));
  sparse_->lu.analyzePattern(sparse_->matrix);
}

template <class Scalar>
LinearSolverOf<Scalar>::~LinearSolverOf() = default;
template <class Scalar>
LinearSolverOf<Scalar>::LinearSolverOf(LinearSolverOf&&) noexcept = default;

template <class Scalar>
bool LinearSolverOf<Scalar>::is_sparse() const {
  return sparse_ != nullptr;
}

template <class Scalar>
bool LinearSolverOf<Scalar>::factor(const std::vector<Scalar>& values) {
  if (sparse_) {
    for (Scalar* place : sparse_->place) *place = 0;
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
  return size_ == 0 || dense_->lu.smallest_pivot() > 1e-15;
}

template <class Scalar>
bool LinearSolverOf<Scalar>::solve(Vector& x) {
  if (sparse_) {
    x = sparse_->lu.solve(x);
    return x.allFinite();
  }
  x.array() *= dense_->scale.array();
  dense_->lu.solve(x, dense_->x);
  x = dense_->x;
  return x.allFinite();
}

template class LinearSolverOf<double>;
template class LinearSolverOf<std::complex<double>>;

}  // namespace bricard
