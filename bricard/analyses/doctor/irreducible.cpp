#include "bricard/analyses/doctor/irreducible.hpp"

#include <algorithm>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// Orthonormal columns that span the rows of T, directions that vanish left out (Gram–Schmidt, twice).
Eigen::MatrixXd row_space(const Eigen::MatrixXd& T) {
  Eigen::MatrixXd Q(T.cols(), T.rows());
  int rank = 0;
  for (int i = 0; i < T.rows(); ++i) {
    Eigen::VectorXd row = T.row(i).transpose();
    for (int pass = 0; pass < 2; ++pass) row -= Q.leftCols(rank) * (Q.leftCols(rank).transpose() * row);
    if (row.norm() > threshold::vanishing && rank < T.cols()) Q.col(rank++) = row.normalized();
  }
  return Q.leftCols(rank);
}

}  // namespace

std::vector<int> support(const Eigen::MatrixXd& Z, int k) {
  const double limit = threshold::vanishing * Z.col(k).cwiseAbs().maxCoeff();
  std::vector<int> blocks;
  for (int b = 0; b < Z.rows() / block_size; ++b)
    if (Z.col(k).segment<block_size>(block_size * b).cwiseAbs().maxCoeff() > limit) blocks.push_back(b);
  return blocks;
}

void make_irreducible(Eigen::MatrixXd& Z, int k, const std::vector<int>& columns, const std::vector<int>& order) {
  const int count = static_cast<int>(columns.size());
  Eigen::MatrixXd part(Z.rows(), count);
  int own = 0;
  for (int c = 0; c < count; ++c) {
    part.col(c) = Z.col(columns[c]) / Z.col(columns[c]).cwiseAbs().maxCoeff();
    if (columns[c] == k) own = c;
  }
  // C spans the combinations that are zero on all blocks left out so far.
  Eigen::MatrixXd C = Eigen::MatrixXd::Identity(count, count);
  std::vector<int> left_out;
  for (int b : order) {
    const Eigen::MatrixXd T = product(part.middleRows<block_size>(block_size * b), C);
    if (C.cols() == 1) {  // one is left: it lives on this block, or not
      if (T.cwiseAbs().maxCoeff() <= threshold::vanishing) left_out.push_back(b);
      continue;
    }
    const Eigen::MatrixXd Q = row_space(T);
    if (Q.cols() > 0) {
      const Eigen::VectorXd share = C.row(own).transpose();
      if ((share - Q * (Q.transpose() * share)).norm() < threshold::vanishing_block) continue;  // k needs this block
      const Eigen::MatrixXd full = orthonormal_completion(Q);
      C = product(C, full.rightCols(C.cols() - Q.cols()));
    }
    left_out.push_back(b);
  }
  Eigen::VectorXd found = part * (C * C.row(own).transpose());
  for (int b : left_out) found.segment<block_size>(block_size * b).setZero();
  int at;
  const double largest = found.cwiseAbs().maxCoeff(&at);
  found /= found[at];
  for (double& x : found)
    if (std::abs(x) < threshold::vanishing) x = 0;
  if (largest > 0) Z.col(k) = found;
}

}  // namespace bricard
