// Small motions about a state in balance and at rest, in displacements xi of all bodies:
//
//   M xi'' + G xi' + K xi + Phi_vᵀ mu = 0,   Phi_v xi = 0
//
// with M, G, K the derivatives of M v' + Phi_vᵀ lambda - Q by v', v and xi. It is the linear model (linear_model.hpp) before any
// choice of independent coordinates, and as sparse as the mechanism: its cost is linear in the number of bodies, where A of
// x' = A x is a full matrix.
#pragma once
#include <string>

#include "bricard/math/sparse_entries.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct SparseMotion {
  std::string refusal;         // why the state has none, in words that go on "because ..."; empty: it has
  int size = 0, rows = 0;      // displacements, constraints
  std::vector<int> kept;       // the constraints, as positions in active_rows()
  Eigen::VectorXd a, lambda;   // accelerations, all but zero, and multipliers of the constraints
  SparseEntries M, G, K, Phi;  // K is symmetric
  bool damped = false;         // G is not zero
  double slowest = 0;          // 1/s: an eigenvalue below it may be rounding
  double stiffest = 0;         // 1/s²: no |omega²| is larger
};

// `system` in absolute coordinates.
SparseMotion sparse_motion(const System& system, const State& state);

// How many motions joints and drivers leave.
int count_freedoms(const System& system, const State& state);

}  // namespace bricard
