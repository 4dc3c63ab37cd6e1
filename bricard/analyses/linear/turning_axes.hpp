// The axes in which displacements are taken (linear_model.hpp): w × of rotations, and Omega × of all vectors.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

struct TurningAxes {
  Eigen::MatrixXd own, axes;
};

// `ground`: the angular velocity of its axes. Tree joints that move along or about one axis of ground have nothing that turns.
// `as_free`: what bodies without mass carry (carriers.hpp) moves as if it were free.
TurningAxes turning_axes(const System& system, const State& state, const Kinematics<double>& k, const Eigen::Vector3d& ground,
                         bool as_free);

}  // namespace bricard
