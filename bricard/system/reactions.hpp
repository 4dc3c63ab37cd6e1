// Reactions of joints and efforts of constraints and drivers at a solved State.
//
// Efforts mu = -lambda of all rows carry what the bodies need beyond the applied forces: Σ G_iᵀ mu_i = I A - f. Where rows depend
// on each other mu is not unique; then the least norm is reported, moments divided by the characteristic length.
#pragma once
#include <Eigen/SparseCore>
#include <optional>
#include <vector>

#include "bricard/math/least_efforts.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// All rows over all bodies, made dimensionless: moments and angular components in units of the characteristic length.
struct ScaledRows {
  Eigen::SparseMatrix<double> G;  // rows × 6 bodies, by number
  std::vector<double> scale;      // effort = scaled effort × scale
};
// Expects motion with all rows.
ScaledRows scaled_rows(const System& system, const Equations& e);

// What the rows have to carry, I A - f of every body, dimensionless like them. Expects forces and accelerations in e, and the
// inertia of the model in its kernel.
Eigen::VectorXd scaled_load(const System& system, const Equations& e);

// The same rows, ready for efforts of least norm: their pattern, and their numbers at a position with the scale of each.
LeastEfforts least_efforts(const Layout& layout);
std::vector<double> put_rows(const System& system, const Equations& e, LeastEfforts& rows);

struct Reactions {
  std::vector<double> effort;         // per row of the layout, along its covector on the second body
  std::vector<Vec6<double>> wrench;   // per layout group: force and torque on the second body at B's origin
  std::optional<LeastEfforts> split;  // by reactions() of redundant rows; its pattern serves all positions of a System
};

// The wrench of every group from the efforts of its rows.
void sum_wrenches(const System& system, const Equations& e, Reactions& out);

// Expects motion with all rows, forces and accelerations in e. `redundant`: some rows depend on others.
void reactions(const System& system, Equations& e, bool redundant, Reactions& out);

// Efforts that load no body, one for each row that the kernel in e leaves out, as orthonormal columns of scaled efforts. They
// follow from its choice of rows, so that they change smoothly with the state, also off the constraints: there dependent rows are
// not quite dependent, and whoever decides on ranks anew finds them independent from some opening on. Expects motion with all rows
// and a factorized kernel, and takes the room of its solves.
Eigen::MatrixXd self_stresses(const System& system, Equations& e);
// The split of least norm, from the multipliers of the last solve less their part in the self-stresses. On the constraints that of
// reactions(system, e, true, out).
void reactions(const System& system, Equations& e, const Eigen::MatrixXd& self_stresses, Reactions& out);

// Per layout group, which of the six components of its wrench are the same in every split of the efforts. Expects motion with all
// rows.
std::vector<std::array<bool, 6>> unique_components(const System& system, Equations& e);

}  // namespace bricard
