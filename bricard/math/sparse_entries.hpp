// A sparse matrix as the list of its entries: what is passed between rooms. Repeated entries add.
#pragma once
#include <Eigen/Core>
#include <vector>

namespace bricard {

struct SparseEntry {
  int row, column;
  double value;
};
using SparseEntries = std::vector<SparseEntry>;

// to += factor · matrix · x
inline void add_product(const SparseEntries& matrix, const Eigen::VectorXd& x, double factor, Eigen::VectorXd& to) {
  for (const SparseEntry& entry : matrix) to[entry.row] += factor * entry.value * x[entry.column];
}

}  // namespace bricard
