// The motion near a state, to first order, in independent variables. Derivatives are exact (dual numbers through the System).
#pragma once
#include <Eigen/Dense>
#include <string>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// x = (xi, eta, z): independent displacements and velocities, user states. y = x' = A x + B u, outputs C x + D u.
struct LinearModel {
  Outcome outcome;
  Eigen::MatrixXd M, G, K;  // M xi'' + G xi' + K xi = 0: of holonomic models without user states; else empty
  Eigen::MatrixXd A, B, C, D;
  std::vector<std::string> states, inputs, outputs;  // names; "main.angle", "main.speed"
  // Displacements and velocities of all coordinates of the System (nv rows each) that belong to x: xi_all = X x, v_all = V x.
  Eigen::MatrixXd X, V;
  Eigen::VectorXd drift;  // x' at the state itself: zero at an equilibrium or a steady motion
};

// `inputs`: names of inputs or drivers; `outputs`: names of columns. Throws Error where there is none of that name.
LinearModel linearize(const System& system, const State& state, const std::vector<std::string>& inputs = {},
                      const std::vector<std::string>& outputs = {});

// Eigenvalues of A, the slowest first; and with `shapes` (not null) the eigenvector of each, a column of length A.rows().
std::vector<Mode> modes_of(const LinearModel& linear, Eigen::MatrixXcd* shapes = nullptr);

}  // namespace bricard
