// What bodies and joints do in displacements xi of the coordinates of a System, one motion per column.
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Displacement of the center of mass and rotation, global axes, six rows per body of the model. `k`: the motion at the state.
Eigen::MatrixXd body_displacements(const System& system, const Kinematics<double>& k, const Eigen::MatrixXd& xi);

// Named joint coordinates that are defined at the state, also of joints that close loops.
struct JointCoordinates {
  JointCoordinates(const System& system, const State& state);
  std::vector<std::string> names;
  std::vector<Dimension> dimensions;
  std::vector<int> measured;
};
Eigen::MatrixXd joint_displacements(const System& system, const JointCoordinates& joints, const State& state,
                                    const Eigen::MatrixXd& xi);

}  // namespace bricard
