// The loop rows solved for as many velocities as they determine:
//
//   J v = nu   →   v_d = B v_i + ..,      J = [J_i J_d] Pᵀ = L U,     B = -J_d⁻¹ J_i.
//
// Which velocities depend on the others is decided once, with the numbers of a regular position, and so are the pivots: those that
// make the least fill among the large ones (Markowitz, Management Science 3, 1957). Zeros stay zeros by structure.
#pragma once
#include <functional>
#include <map>
#include <vector>

#include "bricard/codegen/tree.hpp"

namespace bricard {

class DependentVelocities {
 public:
  // J column by column. `wishes`: by velocity, the larger the rather it stays independent. `scale`: by velocity, what counts as one.
  DependentVelocities(int rows, const Symbols& J, const std::vector<int>& wishes, const std::vector<double>& scale,
                      const std::function<double(const Symbol&)>& number);

  const std::vector<int>& independent() const { return independent_; }
  const std::vector<int>& dependent() const { return dependent_; }
  const std::vector<int>& left_out() const { return left_out_; }  // rows that depend on others
  // The least share of a pivot's square in what was left of its row: near zero where these velocities do not determine the others.
  const Symbol& pivot() const { return pivot_; }

  // x with J x = right, by row, and x = 0 for what is independent.
  Symbols solved(const Symbols& right) const;
  // y by row, with J_dᵀ y = right_d by velocity; 0 for rows that are left out.
  Symbols solved_transposed(const Symbols& right) const;
  // By independent velocity: what all velocities are where it is one and the other independent ones are zero.
  std::vector<Symbols> motions() const;

 private:
  using Entries = std::map<int, Symbol>;
  struct Step {
    int row, velocity;
    Symbol inverse;
    Entries rest;     // of the row, by velocity
    Entries factors;  // by row that comes later: what was taken from it
  };
  void eliminate(int row, int velocity, std::map<int, Entries>& open);
  void substitute_back(Symbols& x) const;  // x: by velocity; at the dependent ones the right side of their steps

  int rows_, velocities_;
  std::vector<Step> steps_;
  std::vector<int> independent_, dependent_, left_out_;
  Symbol pivot_ = 1;
};

}  // namespace bricard
