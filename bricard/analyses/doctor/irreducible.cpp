#include "bricard/analyses/doctor/irreducible.hpp"

#include <Eigen/Householder>
#include <algorithm>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// Combinations of columns that are zero on all blocks left out so far: the first columns of C, which are orthonormal.
class Combinations {
 public:
  explicit Combinations(int count)
      : C_(Eigen::MatrixXd::Identity(count, count)), T_(block_size, count), Q_(count, block_size), left_(count) {}

  int left() const { return left_; }
  // The largest number of a block (its rows of all columns) in the combinations that are left.
  double largest(const Eigen::Ref<const Eigen::MatrixXd>& block) {
    take(block);
    return T_.leftCols(left_).cwiseAbs().maxCoeff();
  }
  // Those go that are not zero on the block, unless with them all go that have a share of column `own`.
  bool leave_out(const Eigen::Ref<const Eigen::MatrixXd>& block, int own) {
    take(block);
    const int rank = row_space();
    if (rank == 0) return true;
    const auto Q = Q_.topLeftCorner(left_, rank);
    const auto share = C_.row(own).head(left_).transpose();
    if ((share - Q.lazyProduct(Q.transpose().lazyProduct(share).eval())).norm() < threshold::vanishing_block) return false;
    turn_to_front(rank);
    left_ -= rank;
    for (int i = 0; i < left_; ++i) C_.col(i) = C_.col(i + rank);
    return true;
  }
  // Nearest to column `own`: the weight of every column.
  Eigen::VectorXd nearest(int own) const { return C_.leftCols(left_) * C_.row(own).head(left_).transpose(); }

 private:
  void take(const Eigen::Ref<const Eigen::MatrixXd>& block) { T_.leftCols(left_) = block.lazyProduct(C_.leftCols(left_)); }
  // Orthonormal columns of Q that span the rows of T, directions that vanish left out (Gram–Schmidt, twice).
  int row_space() {
    int rank = 0;
    for (int i = 0; i < block_size && rank < left_; ++i) {
      auto row = Q_.col(rank).head(left_);
      row = T_.row(i).head(left_).transpose();
      for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < rank; ++k) row -= Q_.col(k).head(left_).dot(row) * Q_.col(k).head(left_);
      const double norm = row.norm();
      if (norm <= threshold::vanishing) continue;
      row /= norm;
      ++rank;
    }
    return rank;
  }
  // C H_1 .. H_rank with the reflections that turn Q to the first axes: what is across Q then stands behind them.
  void turn_to_front(int rank) {
    Eigen::VectorXd& room = room_;
    room.resize(C_.rows());
    for (int k = 0; k < rank; ++k) {
      double tau, beta;
      const int size = left_ - k;
      Q_.col(k).segment(k, size).makeHouseholderInPlace(tau, beta);
      const auto reflection = Q_.col(k).segment(k + 1, size - 1);
      if (k + 1 < rank) Q_.block(k, k + 1, size, rank - k - 1).applyHouseholderOnTheLeft(reflection, tau, room.data());
      C_.middleCols(k, size).applyHouseholderOnTheRight(reflection, tau, room.data());
    }
  }

  Eigen::MatrixXd C_, T_, Q_;
  Eigen::VectorXd room_;
  int left_;
};

}  // namespace

std::vector<int> support(const Eigen::MatrixXd& Z, int k) {
  const double limit = threshold::vanishing * Z.col(k).cwiseAbs().maxCoeff();
  std::vector<int> blocks;
  for (int b = 0; b < Z.rows() / block_size; ++b)
    if (Z.col(k).segment<block_size>(block_size * b).cwiseAbs().maxCoeff() > limit) blocks.push_back(b);
  return blocks;
}

std::vector<int> make_irreducible(Eigen::MatrixXd& Z, int k, const std::vector<int>& columns, const std::vector<int>& order,
                                  const std::vector<int>& carried) {
  std::vector<int> blocks = order;  // elsewhere all columns vanish
  blocks.insert(blocks.end(), carried.begin(), carried.end());
  const int count = static_cast<int>(columns.size()), size = static_cast<int>(blocks.size());
  if (size == 0) return {};
  Eigen::MatrixXd part(block_size * size, count);
  int own = 0;
  for (int c = 0; c < count; ++c) {
    for (int i = 0; i < size; ++i)
      part.col(c).segment<block_size>(block_size * i) = Z.col(columns[c]).segment<block_size>(block_size * blocks[i]);
    part.col(c) /= part.col(c).cwiseAbs().maxCoeff();
    if (columns[c] == k) own = c;
  }
  Combinations combinations(count);
  std::vector<int> left_out;
  for (int i = 0; i < static_cast<int>(order.size()); ++i) {
    const auto block = part.middleRows<block_size>(block_size * i);
    // One is left: it lives on this block, or not.
    if (combinations.left() == 1 ? combinations.largest(block) <= threshold::vanishing : combinations.leave_out(block, own))
      left_out.push_back(i);
  }
  Eigen::VectorXd found = part * combinations.nearest(own);
  for (int i : left_out) found.segment<block_size>(block_size * i).setZero();
  int at;
  if (!(found.cwiseAbs().maxCoeff(&at) > 0)) return support(Z, k);
  found /= double(found[at]);
  for (double& x : found)
    if (std::abs(x) < threshold::vanishing) x = 0;
  Z.col(k).setZero();
  std::vector<int> on;
  for (int i = 0; i < size; ++i) {
    const auto values = found.segment<block_size>(block_size * i);
    Z.col(k).segment<block_size>(block_size * blocks[i]) = values;
    if (values.cwiseAbs().maxCoeff() > threshold::vanishing) on.push_back(blocks[i]);
  }
  std::sort(on.begin(), on.end());
  return on;
}

}  // namespace bricard
