// Which displacements and velocities are independent, and how all others follow from them.
//
// Displacements xi of the coordinates (dq = T xi) obey the holonomic rows, velocities all rows:
//   Phi_v xi = 0,   Phi_v dv + (∂Phi'/∂q) xi = 0
// Of rows with full rank, Phiᵀ P = Q R (pivoted), the last columns of Q are a basis N0 of all solutions; the independent ones are
// rows of N0 that span it well, and N = N0 N0(independent)⁻¹ has the identity there. Rows for velocities only (rolling) leave
// more displacements than velocities.
#pragma once
#include <Eigen/Dense>
#include <string>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Name and dimension of every displacement and velocity of a System: "main.angle" and "main.speed"; bodies: "car.x" and "car.vx".
struct VelocityName {
  std::string displacement, velocity;
  std::string joint;  // whose coordinate it is; empty: of a body
  Dimension dimension, rate;
};
std::vector<VelocityName> velocity_names(const System& system);

// Solutions of Phi x = b, for rows of full rank. Columns are measured in `scale` where sizes are compared.
class ConstraintSolver {
 public:
  ConstraintSolver() = default;
  ConstraintSolver(const Eigen::MatrixXd& Phi, const Eigen::VectorXd& row_scale, const Eigen::VectorXd& column_scale);

  int free() const { return static_cast<int>(N0_.cols()); }
  bool full_rank() const { return full_rank_; }
  // Chooses among `candidates`, those of a lower class first; classes by column.
  void choose(const std::vector<int>& candidates, const std::vector<int>& classes);
  const std::vector<int>& independent() const { return independent_; }
  const Eigen::MatrixXd& N() const { return N_; }
  // The solution of Phi x = b whose independent part is zero; several right sides at a time.
  Eigen::MatrixXd particular(const Eigen::MatrixXd& b) const;
  // lambda with Phiᵀ lambda = f, where there is one.
  Eigen::MatrixXd multipliers(const Eigen::MatrixXd& f) const;

 private:
  Eigen::VectorXd row_scale_, column_scale_;
  Eigen::MatrixXd Q1_, R1_, N0_, N_;
  std::vector<int> order_;  // of the rows in R1
  std::vector<int> independent_;
  bool full_rank_ = true;
};

}  // namespace bricard
