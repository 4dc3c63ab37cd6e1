// The State of a System: a value. No accelerations, no multipliers: those are computed from it.
#pragma once
#include <Eigen/Core>

namespace bricard {

struct State {
  double t = 0;
  Eigen::VectorXd q;       // coordinates
  Eigen::VectorXd v;       // velocities; q' = T(q) v
  Eigen::VectorXd z;       // states of user equations
  Eigen::VectorXd angles;  // last accepted value of every measured angle, so that angles count turns; changed only in after_step
};

}  // namespace bricard
