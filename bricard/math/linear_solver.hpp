// General linear systems behind one door: dense below a size, sparse (KLU) above. Heavy decompositions are compiled once, here.
// The pattern is fixed at construction; refactorizations reuse it.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <utility>
#include <vector>

namespace bricard {

class LinearSolver {
 public:
  // entries: (row, column) of every value that may be different from zero; repeated entries are added.
  LinearSolver(int size, std::vector<std::pair<int, int>> entries);
  ~LinearSolver();
  LinearSolver(LinearSolver&&) noexcept;

  // values: one per entry. False if the matrix is singular.
  bool factor(const std::vector<double>& values);
  // In place.
  bool solve(Eigen::VectorXd& x);
  bool is_sparse() const;

 private:
  struct Dense;
  struct Sparse;
  int size_;
  std::vector<std::pair<int, int>> entries_;
  std::unique_ptr<Dense> dense_;
  std::unique_ptr<Sparse> sparse_;
};

}  // namespace bricard
