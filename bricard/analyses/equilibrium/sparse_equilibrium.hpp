// The search for an equilibrium of a large mechanism at rest, with a cost that is linear in the number of bodies.
//
// Balance is solved in the displacements x of all bodies (lengths in characteristic lengths, angles in radians) with multipliers,
//
//   [ K + mu I   Phi_xᵀ ] [   x   ]   [ -r ]      r = Phi_xᵀ lambda - Q,  lambda such that |r| is least
//   [  Phi_x       0    ] [ dlambda ] = [  0 ]      K = ∂r/∂x, exact by dual numbers
//
// which is as sparse as the mechanism. The mechanism itself moves in joint coordinates, so that joints stay closed whatever the
// step. With mu = 0 these are Newton's steps, with mu > 0 those of relaxation: both as in equilibrium_search.hpp, whose rules for
// steps are taken over. Directions on which no force depends have a K of rounding; a tiny mu bounds the step there, and what the
// same matrix with that mu alone would return is taken out of it again, so that they stay where they are.
#pragma once
#include <functional>
#include <optional>

#include "bricard/formulations/matrices/shifted_matrix.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

class SparseEquilibrium {
 public:
  // A model at rest without user states, whose forces see only the bodies they act on, with more freedoms than full matrices
  // serve well.
  static bool serves(const System& system);
  explicit SparseEquilibrium(const Model& model);

  // `state` of any System of the same model. False: no equilibrium was found; Newton's method leaves the state as it was, and
  // relaxation tells what it found instead.
  bool newton(const System& system, State& state);
  bool relax(const System& system, State& state);
  struct Failure {
    bool runs_away = false;  // the mechanism moves on and on
    Eigen::VectorXd motion;  // that it goes on with, or along which most is left, as velocities of the System; empty: unknown
    double work = 0;         // of the unbalanced forces in that motion
  };
  Failure failure;  // of the last relaxation

  // Motions of `system` on which no force depends: some of them, which together move all that such a motion moves. Columns, by
  // velocity.
  Eigen::MatrixXd insensitive(const System& system, const State& state);

  std::function<bool()> interrupted;
  long iterations = 0, evaluations = 0, factorizations = 0;

 private:
  // All at a state in joint coordinates.
  bool linearize(State& state);  // what follows here, in this order
  bool close(State& state);
  void choose_rows(const State& state);  // the independent ones
  bool balance(const State& state);      // r_ and what it is made of
  bool differentiate();                  // K there
  bool factor(double mu);
  bool newton_in_joints(State& state, double& way);
  Eigen::VectorXd solve(const Eigen::VectorXd& b);            // x of the last factor(), without multipliers
  Eigen::VectorXd sensitive(Eigen::VectorXd x);               // less the directions on which no force depends
  double lowest_stiffness(double mu);                         // below -mu, if there is such; else 0
  State moved(const State& state, const Eigen::VectorXd& x);  // from the state of the last balance()
  double size(const Eigen::VectorXd& x) const;
  void make_solvers();

  System joints_, bodies_;
  Equations e_joints_, e_;
  WrittenOut written_;
  Eigen::VectorXd scale_;
  State here_;  // of the bodies, at the last balance()
  std::vector<int> kept_;
  Eigen::VectorXd row_scale_, lambda_, r_;
  // The largest generalized force, or the largest load of a body (loads.hpp); that or the largest stiffness: the unit of K.
  double load_ = 0, force_ = 1;
  std::optional<Linearization> linearization_;
  std::optional<LinearSolver> weights_, stiffness_;
  std::vector<double> row_values_, rows_here_,
      K_;  // Phi_x at the last balance(); and, with K / force, at the last differentiate()
  std::vector<double> values_;
  Eigen::VectorXd x_;
};

}  // namespace bricard
