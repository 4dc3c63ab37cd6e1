// Efforts of least norm: mu with Gᵀ mu = load, where every row of G touches few bodies, with six numbers each.
//
//   mu = G y,   GᵀG y = load
//
// GᵀG is the stiffness of the mechanism if its rows were springs: singular against free motions, which the load does not drive.
// So 1e-11 of its mean diagonal is added before it is factorized, and the solution is refined with the true residual. Which
// blocks of six by six there are, the order of elimination and what it fills are found once; at a position only numbers change.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "bricard/math/spatial.hpp"

namespace bricard {

class LeastEfforts {
 public:
  // touched[row]: its bodies, counted from 0; one that stands there twice counts once.
  LeastEfforts(int bodies, const std::vector<std::vector<int>>& touched);

  void clear();         // G = 0
  void clear(int row);  // this row carries nothing
  void add(int row, int body, const Vec6<double>& covector);
  void factor();

  // With the factors of the last factor().
  Eigen::VectorXd solve(const Eigen::VectorXd& load) const;
  Eigen::VectorXd transposed_product(const Eigen::VectorXd& mu) const;  // Gᵀ mu

 private:
  using Block = Mat6<double>;
  struct Touch {  // a row on a body
    int body;
    Vec6<double> covector;
  };
  struct Below {  // a block under the diagonal
    int body, block;
  };
  struct Update {  // blocks_[block] -= blocks_[i] D⁻¹ blocks_[j]ᵀ
    int i, j, block;
  };

  void eliminate(const std::vector<std::vector<int>>& touched);
  Eigen::VectorXd product(const Eigen::VectorXd& y) const;  // G y
  void solve_in_place(Eigen::VectorXd& y) const;

  int bodies_ = 0;
  std::vector<int> first_touch_;  // by row
  std::vector<Touch> touches_;
  std::vector<int> gram_;  // the block of every pair of touches of a row, row after row: (0,0), (1,0), (1,1), (2,0), ...
  std::vector<char> gram_reversed_;  // its second touch is eliminated later than its first

  // A body's own block has its number. Steps of elimination in order; of each the blocks below and what they change.
  std::vector<int> order_, first_below_, first_update_;
  std::vector<Below> below_;
  std::vector<Update> updates_;
  std::vector<Block> blocks_;  // factorized: own blocks L D Lᵀ with 1/D on the diagonal, others A L⁻ᵀ
};

}  // namespace bricard
