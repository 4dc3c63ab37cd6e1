// Time derivatives of columns for which results have no column: quaternions, rates of joints, axes of sensors, results of force
// elements. One sweep of dual numbers along the motion,
//
//   R' = w × R,  p' = v,  v' and w' the accelerations,  t' = 1,  z' the derivatives of user states,
//
// through the assembler, which computes with any scalar: exact, without differences, in every set of coordinates.
#pragma once
#include "bricard/math/dual.hpp"
#include "bricard/system/column_writer.hpp"

namespace bricard {

class MotionRates {
 public:
  explicit MotionRates(const System& system);

  // Of the columns in Layout::motion_rates, to their places in k.columns, in the file's units. Expects in k the motion and the
  // derivatives of states, in A the accelerations of the bodies.
  void write(const State& state, const std::vector<Vec6<double>>& A, Kinematics<double>& k);

 private:
  using Number = Dual<double, dual_lanes>;

  const System& system_;
  ColumnWriter writer_;
  Kinematics<Number> k_;
  std::vector<Vec6<Number>> A_;
  std::vector<Number> effort_, columns_;
  std::vector<Vec6<Number>> wrench_;
};

}  // namespace bricard
