// The System traced on the arrays of a generated function: element code is run once with symbols (symbol.hpp), so that what a
// kind of element does stands in its own file only.
#pragma once
#include <vector>

#include "bricard/codegen/arguments.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

enum class TracedArrays {
  state,   // t q v z u angles
  motion,  // and a, lambda: accelerations are known, and the multipliers of the rows that the coordinates do not satisfy
};

class Traced : public Arguments {
 public:
  // Declares the arrays in `writer`, whose graph is being recorded. After it the motion, rows and forces stand in k.
  Traced(const System& system, FunctionWriter& writer, TracedArrays arrays);

  const System& system;
  Kinematics<Symbol> k;

  // Every measured coordinate and every row, those of tree joints too.
  void measure_all();

  // With a, lambda: accelerations of the bodies; efforts of the rows by the layout's number, of tree joints none; force and torque
  // that each tree joint transmits to its child, at the child's center of mass.
  const std::vector<Vec6<Symbol>>& accelerations();
  const std::vector<Symbol>& efforts();
  const std::vector<Vec6<Symbol>>& transmitted();
  // What a tree joint transmits as force and torque on the second body of a pair, at B's origin.
  Vec6<Symbol> at_pair(int body, int pair);
  // On the second body of every group at B's origin; of a tree joint what its rows carry: without drivers.
  std::vector<Vec6<Symbol>> wrenches();

 private:
  std::vector<Vec6<Symbol>> A_, F_;
  std::vector<Symbol> efforts_;
};

}  // namespace bricard
