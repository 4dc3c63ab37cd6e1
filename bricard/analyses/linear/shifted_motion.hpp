// Solutions of [c_M M + c_G G + K, Phiᵀ; Phi, 0] (x, mu) = b with the matrices of small motions (sparse_motion.hpp). The pattern is
// analyzed once.
#pragma once
#include <vector>

#include "bricard/analyses/linear/sparse_motion.hpp"
#include "bricard/math/linear_solver.hpp"

namespace bricard {

template <class Scalar>
class ShiftedMotion {
 public:
  using Vector = typename LinearSolverOf<Scalar>::Vector;

  explicit ShiftedMotion(const SparseMotion& motion) : motion_(motion), solver_(motion.size + motion.rows, pattern(motion)) {}

  bool factor(Scalar c_M, Scalar c_G) {
    values_.clear();
    for (const SparseEntry& entry : motion_.M) values_.push_back(c_M * entry.value);
    for (const SparseEntry& entry : motion_.G) values_.push_back(c_G * entry.value);
    for (const SparseEntry& entry : motion_.K) values_.push_back(entry.value);
    for (const SparseEntry& entry : motion_.Phi) values_.insert(values_.end(), 2, entry.value);
    return solver_.factor(values_);
  }
  // In place; what is not finite is seen by whoever uses it.
  void solve(Vector& b) { solver_.solve(b); }

 private:
  static std::vector<std::pair<int, int>> pattern(const SparseMotion& motion) {
    std::vector<std::pair<int, int>> entries;
    for (const SparseEntries* matrix : {&motion.M, &motion.G, &motion.K})
      for (const SparseEntry& entry : *matrix) entries.emplace_back(entry.row, entry.column);
    for (const SparseEntry& entry : motion.Phi) {
      entries.emplace_back(motion.size + entry.row, entry.column);
      entries.emplace_back(entry.column, motion.size + entry.row);
    }
    return entries;
  }

  const SparseMotion& motion_;
  LinearSolverOf<Scalar> solver_;
  std::vector<Scalar> values_;
};

}  // namespace bricard
