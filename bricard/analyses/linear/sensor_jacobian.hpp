// How the velocity of a sensor's point and the angular velocity of its body follow from the velocities v of a System, both as the
// sensor's observer sees them, in its axes: (velocity; angular velocity) = J v. In relative coordinates v are the joint rates.
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

struct SensorJacobian {
  Eigen::Matrix<double, 6, Eigen::Dynamic> J;
  std::vector<std::string> columns;  // "main.speed"; bodies: "car.vx"
};

// `sensor`: index in the model. Velocities that drivers give are not taken out: constraints are up to the caller.
SensorJacobian sensor_jacobian(const System& system, const State& state, int sensor);

}  // namespace bricard
