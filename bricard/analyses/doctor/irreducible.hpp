// Bases that can be read: of all combinations, vectors that live on few blocks (joints).
//
// A set of blocks is irreducible for vector k if some combination with a share of k lives on it, and none does on it without any
// one of its blocks. Found by leaving out blocks one after the other, in a given order, as long as a combination remains.
#pragma once
#include <Eigen/Core>
#include <vector>

namespace bricard {

inline constexpr int block_size = 6;

// The blocks on which column k of Z is not zero, ascending.
std::vector<int> support(const Eigen::MatrixXd& Z, int k);

// Replaces column k of Z by a combination of `columns` (k among them, with a share that is not zero, so that Z spans the same)
// that lives on an irreducible set of blocks; its largest entry is 1. `order`: the blocks on which one of `columns` is not zero,
// those to leave out first at the front; blocks that are only `carried` along may follow. Returns its blocks, ascending.
std::vector<int> make_irreducible(Eigen::MatrixXd& Z, int k, const std::vector<int>& columns, const std::vector<int>& order,
                                  const std::vector<int>& carried = {});

}  // namespace bricard
