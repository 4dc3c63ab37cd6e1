// Which rows a formulation keeps, and which bodies meet in an equation: bodies that do not may be moved together when derivatives
// are taken column by column.
//
// Reference: A.R. Curtis, M.J.D. Powell, J.K. Reid: On the estimation of sparse Jacobian matrices, J. Inst. Maths Applics 13
// (1974) 117-119.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

// Positions in active_rows() that are kept: all rows over tree joints, the selected loop rows and those of the coordinates.
std::vector<int> kept_rows(const System& system, const KernelRows& kernel, const std::vector<char>& selected);

struct Sparsity {
  std::vector<std::vector<int>> near;      // body → the bodies in its equations, itself too
  std::vector<std::vector<int>> rows_of;   // body → kept rows that see it, counted among the kept ones
  std::vector<std::vector<int>> of_color;  // color → bodies that share no equation
};

Sparsity sparsity(const System& system, const std::vector<int>& kept);

}  // namespace bricard
