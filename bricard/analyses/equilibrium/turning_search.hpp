// The search for a steady turn: positions, rates of the motions under which the model does not change (invariant_motions.hpp),
// user states and unknown parameters, such that
//
//   Nᵀ D (M a - Q) = 0    forces in balance, along the motions that the rows leave
//   Phi' = 0              of rows for velocities only: nothing slips
//   z' = 0                user states stay
//   conditions            of speed, radius or lateral acceleration, and of `so_that`
//
// with v and a of the steady motion. Newton's method in differences; positions are those that no invariant motion reaches. What
// the equations do not determine is rates, as in a motion without losses: they change only as far as positions, states and
// parameters cannot meet the equations by themselves. Where Newton's method fails, as with tires that do not touch yet, positions
// relax first, and equations are approached in steps.
#pragma once
#include <functional>

#include "bricard/analyses/equilibrium/equilibrium_exchange.hpp"
#include "bricard/analyses/equilibrium/invariant_motions.hpp"

namespace bricard {

struct TurningPoint {
  Eigen::VectorXd values;  // of the unknown parameters
  State state;             // of the System that is mounted with them
  Eigen::VectorXd rates;   // of the invariant motions
};

class TurningSearch {
 public:
  TurningSearch(EquilibriumExchange& exchange, const InvariantMotions& motions, int body, double pace);

  // From the given point. Failed: the point is left, and the message says why.
  Outcome solve(TurningPoint& point);

  // Path of the body at a point of which the state has its velocities.
  struct Path {
    double speed = 0, yaw_rate = 0;  // about the vertical, positive to the left
    double lateral_acceleration() const { return speed * yaw_rate; }
  };
  Path path(const TurningPoint& point);
  Eigen::Vector3d turning(const TurningPoint& point);  // the angular velocity that is common to all bodies

  // Along the motion for a while: why it does not go on, or nothing.
  std::string why_not_steady(const TurningPoint& point);

  long iterations = 0, evaluations = 0, factorizations = 0;
  std::string method;                     // in words
  std::vector<std::string> undetermined;  // rates that stay as they were given
  // Balances along the invariant motions, states at rest, conditions; rates, states, parameters.
  struct Counts {
    int balances = 0, conditions = 0, rates = 0, states = 0, parameters = 0;
    std::string text() const;
  };
  Counts counts;

 private:
  struct Residual {
    Eigen::VectorXd unbalanced, slip, drift, conditions;
    double force = 1;
  };
  struct Linear {
    Eigen::MatrixXd N, Y;  // virtual motions, and positions that may change; by velocity, dimensionless
    Eigen::MatrixXd J;     // by positions, states, parameters; rates. Scaled, as R is
    Eigen::VectorXd R, row, column;
    Eigen::Index others = 0;  // columns before the rates
  };
  bool evaluate(TurningPoint& point, Residual& residual);  // closes the point and gives it its velocities
  std::optional<Eigen::VectorXd> rows(TurningPoint& point, const Eigen::MatrixXd& N, double* force = nullptr);
  TurningPoint moved(const TurningPoint& from, const Linear& linear, const Eigen::VectorXd& step) const;
  void find_positions(const TurningPoint& point, Linear& linear);
  bool linearize(TurningPoint& point, Linear& linear);
  Eigen::VectorXd least_step(const Linear& linear, const Eigen::VectorXd& R) const;
  bool newton(TurningPoint& point);
  void relax(TurningPoint& point);  // at the given rates and states, to where forces hold the positions
  bool approach(TurningPoint& point);
  std::string look_for_undetermined(TurningPoint point);
  Eigen::VectorXd own_conditions(const System& system, const InvariantMotions::Motion& motion) const;

  EquilibriumExchange& exchange_;
  const InvariantMotions& motions_;
  int body_;
  double pace_;
  Eigen::Vector3d up_;
  std::optional<Residual> start_;  // while the equations are approached in steps
  double held_ = 0;                // the part of it that is still left
  std::string refused_;
  double left_ = 0;  // by the last Newton step, of its scale
};

}  // namespace bricard
