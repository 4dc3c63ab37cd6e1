// The search for an equilibrium: Newton's method with line search, and relaxation where that fails.
//
// Newton: steps of least norm through a singular value decomposition, so that coordinates on which no force depends stay where
// they are; shortened until the step that would follow with the same matrix is shorter (P. Deuflhard, Newton Methods for
// Nonlinear Problems, Springer 2004, section 3.3).
//
// Relaxation: the mechanism sinks through a viscous liquid, implicitly,
//   (mu I + dR/dy) step = -R,
// with a viscosity mu that falls as the motion calms and stays above the instability of dR/dy, so that it follows the forces to a
// stable equilibrium and ends as Newton's method (C. T. Kelley, D. E. Keyes, Convergence analysis of pseudo-transient
// continuation, SIAM J. Numer. Anal. 35 (1998)). A mechanism that moves on and on has no equilibrium.
//
// Unknown parameters: first all unknowns together; then an equilibrium with the given values, from which the conditions are
// approached in steps.
//
// Large mechanisms at rest, without unknown parameters, are searched with sparse matrices first (sparse_equilibrium.hpp).
#pragma once
#include <memory>

#include "bricard/analyses/equilibrium/equilibrium_exchange.hpp"
#include "bricard/analyses/equilibrium/sparse_equilibrium.hpp"

namespace bricard {

struct EquilibriumPoint {
  Eigen::VectorXd values;  // of the unknown parameters
  State state;             // of the System that is mounted with them
};

class EquilibriumSearch {
 public:
  explicit EquilibriumSearch(EquilibriumExchange& exchange) : exchange_(exchange) {}

  // From the given point. Failed: the point is left, and the message says why.
  Outcome solve(EquilibriumPoint& point);
  // The same with the given values of the parameters: where the mechanism comes to rest by itself.
  Outcome settle(EquilibriumPoint& point);

  // Motions at a solution on which neither forces nor conditions depend: columns, by velocity, dimensionless.
  Eigen::MatrixXd insensitive(const EquilibriumPoint& point);
  // The softest direction, relative to the stiffest: negative where the forces push away from the point.
  double lowest_stiffness(const EquilibriumPoint& point);
  // Of a mechanism that is served with sparse matrices; null: it is not.
  SparseEquilibrium* sparse();

  long iterations = 0, evaluations = 0, factorizations = 0;
  std::string method;  // of the last solution, in words

 private:
  struct Linear {
    Eigen::MatrixXd N, J;            // J scaled by rows and columns
    Eigen::VectorXd R, row, column;  // R scaled
    double force = 1;
    double negligible = 0;  // unbalanced force that is rounding, relative to force
    Eigen::Index free = 0;
  };
  enum class With { parameters, motion };

  bool found_sparsely(EquilibriumPoint& point, bool (SparseEquilibrium::*way)(const System&, State&));
  bool newton(EquilibriumPoint& point, With with);
  bool relax(EquilibriumPoint& point, std::string& why);
  bool approach(EquilibriumPoint& point);
  std::string singular_exchange(const EquilibriumPoint& point);
  // The motion as velocities, and the work of the unbalanced forces in it.
  std::string runs_away(const EquilibriumPoint& point, const Eigen::VectorXd& motion, double work) const;
  std::string not_balanced(const EquilibriumPoint& point, const Eigen::VectorXd& motion) const;
  double way_of(const Linear& linear, const Eigen::VectorXd& step) const;

  // Closes the trial; the residuals there, in the free motions N; nothing where they cannot be had.
  std::optional<Eigen::VectorXd> residual(EquilibriumPoint& trial, const Eigen::MatrixXd& N, With with);
  bool linearize(EquilibriumPoint& point, With with, Linear& linear);
  EquilibriumPoint moved(const EquilibriumPoint& from, const Linear& linear, const Eigen::VectorXd& step, With with) const;

  EquilibriumExchange& exchange_;
  bool looked_for_sparse_ = false;
  std::unique_ptr<SparseEquilibrium> sparse_;
  Eigen::VectorXd held_;   // what the conditions may still miss
  double newton_way_ = 0;  // of the last try, the sum of its steps
  std::string refused_;    // what was wrong with the model for some values
};

}  // namespace bricard
