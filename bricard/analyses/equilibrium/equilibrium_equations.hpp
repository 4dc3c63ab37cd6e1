// The equations of equilibrium of a System, reduced to the motions that its constraints leave:
//   r = M v' + Phi_vᵀ lambda - Q = 0  with v' = 0,     Phi = 0,     s = -z' = 0.
//
// Displacements are made dimensionless, xi = D x: lengths in characteristic lengths, angles in radians. N is an orthonormal basis
// of what the independent rows leave, Phi_v D N = 0, and x = N y. Then R = Nᵀ D r needs no multipliers, and with the lambda that
// carry Q best its derivative on the constraints is
//   dR/dy = Nᵀ D ∂(r + Phi_vᵀ lambda)/∂xi D N,
// exact by dual numbers along the columns of D N. At rest v = 0. In a steady motion v is the given rates, changed least so that
// loops and drivers allow them, and moves along with the position.
//
// Reference: N. Docquier, A. Poncelet, P. Fisette, ROBOTRAN: a powerful symbolic generator of multibody models, Mech. Sci. 4
// (2013): equilibrium in independent coordinates; the reduction by a basis needs no choice of independent ones.
#pragma once

#include "bricard/math/dense.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/system/system.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

class EquilibriumEquations {
 public:
  explicit EquilibriumEquations(const System& system);

  const System& system() const { return system_; }
  const Eigen::VectorXd& scale() const { return scale_; }  // D, by velocity

  // A steady motion with these rates; none: at rest.
  void keep_rates(const Eigen::VectorXd& rates) { rates_ = rates; }
  const Eigen::VectorXd& kept_rates() const { return rates_; }

  // The nearest position in which all rows close, and velocities that go with it. False: there is none nearby.
  bool close(State& state);

  // At a closed state, with accelerations v' = a (none: zero). False: a force has no finite value.
  bool evaluate(const State& state, const Eigen::VectorXd& a = {});
  const Eigen::VectorXd& unbalanced() const { return unbalanced_; }  // N Nᵀ D r, by velocity: whatever the basis
  const Eigen::VectorXd& drift() const { return drift_; }            // s
  // The largest generalized force times D, or the largest load of a body (loads.hpp): forces that cancel are forces.
  double force() const { return force_; }
  // Phi' of the rows for velocities only, times D: zero where nothing slips.
  const Eigen::VectorXd& slip() const { return slip_; }
  // By free motion, from the last evaluate().
  const Eigen::MatrixXd& basis() const { return N_; }
  // The same without the rows for velocities only: where the mechanism may be put.
  Eigen::MatrixXd placements() const;
  // [dR/dy dR/dz; ds/dy ds/dz] there. False: a derivative is not finite.
  bool differentiate(const State& state);
  const Eigen::MatrixXd& derivative() const { return derivative_; }
  // Of a motion in which surfaces rub: how, from the last evaluate().
  const Rubbed& rubbed() const { return e_.rubbed; }
  // How fast v' = 0 opens the constraints, dimensionless per s²: not zero where the rates cannot stay.
  double opening() const { return opening_; }

  // The size of a displacement: radians, or its part of the mechanism's reach.
  double size(const Eigen::VectorXd& x) const;
  // The state moved by the displacement x; not closed.
  void move(const State& from, const Eigen::VectorXd& x, State& to) const;

 private:
  static constexpr int lanes = dual_lanes;
  using Number = Dual<double, lanes>;

  void look(const State& state);    // motion, forces and the matrices there
  bool select(const State& state);  // the independent rows
  // Friction of surfaces that slide, added to the forces: what presses follows from v' = 0. False: it has no answer.
  bool rub();
  bool differences(const State& state);                      // the derivative where friction has a part in it
  void factor();                                             // of the kept rows
  bool is_rate_row(int active) const;                        // by place in active_rows()
  Eigen::VectorXd least(const Eigen::VectorXd& rows) const;  // x of least norm with Phi_x x = rows
  void set(const State& state);
  // Derivatives of r and s (and Phi' of the kept rows) along q + T u, v + w, for each column of u and w.
  void along(const State& state, const Eigen::MatrixXd& u, const Eigen::MatrixXd& w, Eigen::MatrixXd& r, Eigen::MatrixXd& s,
             Eigen::MatrixXd& rate);

  const System& system_;
  std::optional<WrittenOut> written_;  // made when it is first needed
  Equations e_;
  Eigen::VectorXd scale_, rates_;
  std::vector<int> kept_;  // positions in active_rows()
  Eigen::MatrixXd rows_;   // Phi_v D of the kept rows, each of norm 1
  Eigen::VectorXd row_scale_;
  Qr qr_;
  Eigen::MatrixXd N_, derivative_;
  Eigen::VectorXd unbalanced_, drift_, slip_, lambda_;
  double force_ = 0, opening_ = 0;
  Kinematics<Number> k_;
  std::vector<Number> q_, v_, a_, z_, lambda_number_, r_;
};

}  // namespace bricard
