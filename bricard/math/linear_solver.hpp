// General linear systems behind one door, real or complex: dense below a size, sparse (KLU) above. Heavy decompositions are
// compiled once, here. The pattern is fixed at construction; refactorizations reuse it.
#pragma once
#include <Eigen/Core>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

namespace bricard {

template <class Scalar>
class LinearSolverOf {
 public:
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  // entries: (row, column) of every value that may be different from zero; repeated entries are added.
  LinearSolverOf(int size, std::vector<std::pair<int, int>> entries);
  ~LinearSolverOf();
  LinearSolverOf(LinearSolverOf&&) noexcept;

  // values: one per entry. False if the matrix is singular.
  bool factor(const std::vector<Scalar>& values);
  // In place.
  bool solve(Vector& x);
  bool is_sparse() const;

 private:
  struct Dense;
  struct Sparse;
  int size_;
  std::vector<std::pair<int, int>> entries_;
  std::unique_ptr<Dense> dense_;
  std::unique_ptr<Sparse> sparse_;
};

extern template class LinearSolverOf<double>;
extern template class LinearSolverOf<std::complex<double>>;

using LinearSolver = LinearSolverOf<double>;
using ComplexLinearSolver = LinearSolverOf<std::complex<double>>;

}  // namespace bricard
