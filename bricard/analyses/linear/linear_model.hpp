// The motion near a state, to first order, in independent variables. Derivatives are exact (dual numbers through the System).
//
// Displacements xi of the coordinates (dq = T xi) and changes dv of their velocities are taken in axes that turn with the motion:
// a joint's in those of its first marker, a body's (absolute coordinates) in those of its parent in the tree, with angular
// velocity Omega. So a steady motion, whose joint rates are constant, has constant coefficients:
//
//   xi' = dv + (w - Omega) × xi,   d(dv)/dt = da - Omega × dv,   M da + Phi_vᵀ dlambda = -dr,   Phi_v da = -dg
//
// where w × stands in the three components of a rotation only, and dr, dg are the changes of M v' + Phi_vᵀ lambda - Q and of
// Phi_v v' - gamma at constant accelerations and multipliers. Constraints leave independent xi and dv (linear_coordinates.hpp).
//
// In a steady turn, as of a car on a circle, the axes of ground turn along: with the angular velocity that is given, else with
// the one in whose axes the rates of all bodies stay, if there is any.
//
// An input is the value u of an input of the model or of a driver. A driver's motion acts through u, u' and u'': its states are
// u and u', and u'' is what B and D belong to. In the same way an input that acts through its rate has the state u and acts as
// u'.
#pragma once
#include <Eigen/Dense>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// x = (xi, eta, z, u): independent displacements and velocities, user states, values and rates of inputs. x' = A x + B u,
// y = C x + D u. In SI; user states, inputs of the model and `outputs` of the model are plain numbers.
struct LinearModel {
  Outcome outcome;
  Eigen::MatrixXd M, G, K;  // M xi'' + G xi' + K xi = 0: of holonomic models without user states; else empty
  Eigen::MatrixXd A, B, C, D;
  std::vector<std::string> states, inputs, outputs;  // names; "main.angle", "main.speed"
  std::vector<Dimension> state_dimensions, input_dimensions, output_dimensions;
  std::vector<int> input_order;  // which derivative of the value B and D belong to: u, u' or u''
  int positions = 0;             // how many of the states are displacements
  int velocities = 0;            // and velocities, after them
  int of_inputs = 0;             // the last states: values and rates of inputs; they are no motion of the model
  // Displacements and velocities of all coordinates (nv rows each) that belong to x: xi_all = X x, v_all = V x. In relative and
  // absolute coordinates they are those of the System; in others those of the same model in absolute coordinates.
  Eigen::MatrixXd X, V;
  Eigen::MatrixXd bodies;  // displacement of the center of mass and rotation, global axes, six rows per body of the model
  Eigen::MatrixXd joints;  // displacements of named joint coordinates, also of joints that close loops
  std::vector<std::string> joint_names;
  std::vector<Dimension> joint_dimensions;
  Eigen::VectorXd drift;  // x' at the state itself (xi counts from the motion): zero at an equilibrium or a steady motion
  double slowest = 0;     // 1/s: an eigenvalue below it may be rounding
  Eigen::VectorXd unit;   // of every state: what makes a large change of it; lengths: the characteristic length
  Eigen::Vector3d turning_ground = Eigen::Vector3d::Zero();  // angular velocity of the axes of bodies on ground
};

// `inputs`: names of inputs or drivers; `outputs`: names of columns; `independent`: joints whose coordinates shall be the
// independent ones where they can. Throws Error where there is none of that name.
LinearModel linearize(const System& system, const State& state, const std::vector<std::string>& inputs = {},
                      const std::vector<std::string>& outputs = {}, const std::vector<std::string>& independent = {},
                      const std::optional<Eigen::Vector3d>& turning_ground = {});

// Eigenvalues of A, the slowest first; and with `shapes` (not null) the eigenvector of each, a column of length A.rows().
// Of a rigid mode (one for each displacement that nothing pulls back) a displacement; the eigenvectors of a repeated eigenvalue
// are independent where there are as many.
std::vector<Mode> modes_of(const LinearModel& linear, Eigen::MatrixXcd* shapes = nullptr);

// Outputs over inputs (values u, whatever input_order is) at a frequency in Hz: H(s) = (C (sI - A)⁻¹ B + D) s^order, s = 2 pi i
// f.
Eigen::MatrixXcd transfer(const LinearModel& linear, double frequency);

}  // namespace bricard
