// What linear equations G x = g, with fewer rows than unknowns, say of x: the least solution G⁺ g and the motions that they leave
// free. By an orthogonal factorization of the transpose with a decision on its rank,
//   Gᵀ P = [Y Z] [R; 0],    G⁺ g = Y R⁻ᵀ Pᵀ g,    G Z = 0,    E = I - G⁺ G = Z Zᵀ,
// dense for small problems, sparse for large ones. A row counts as dependent where its pivot is below `dependent`, 1e-10, of
// the largest: give rows of comparable size.
#pragma once
#include <Eigen/SparseCore>
#include <memory>

#include "bricard/math/thresholds.hpp"

namespace bricard {

class RowSpace {
 public:
  RowSpace();
  ~RowSpace();

  // Column i of `transposed` is row i of G.
  void factor(const Eigen::SparseMatrix<double>& transposed, double dependent = threshold::dependent_direction);
  int rank() const { return rank_; }
  // G⁺ g. Rows that depend on others must not contradict them.
  void least_solution(const Eigen::VectorXd& g, Eigen::VectorXd& x);
  // Z: orthonormal columns.
  const Eigen::MatrixXd& free_motions();

 private:
  struct Dense;
  struct Sparse;
  void apply_Q(Eigen::MatrixXd& x);

  int n_ = 0, rank_ = 0;
  bool is_sparse_ = false;
  std::unique_ptr<Dense> dense_;
  std::unique_ptr<Sparse> sparse_;
  Eigen::MatrixXd Z_, x_;
  Eigen::VectorXd permuted_;
};

}  // namespace bricard
