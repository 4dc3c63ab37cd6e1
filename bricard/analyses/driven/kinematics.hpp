// Kinematics: the motion that drivers prescribe. Positions, velocities and accelerations at every output time from the
// constraints alone (path.hpp); nothing is integrated, forces and masses play no part. Joints and drivers must leave no motion
// free; redundant joints may stay.
#pragma once
#include "bricard/analyses/run.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

Results kinematics(const Model& model, const AnalysisOptions& options, const Control& control);

// The same motion with the columns of another analysis; MotionFrom::drivers: with reactions and efforts, those of `actuators`
// (actuation.hpp) instead of the drivers where there are any.
Results driven_motion(const Model& model, const AnalysisOptions& options, const Control& control, const std::string& analysis,
                      MotionFrom source, const std::vector<std::string>& actuators = {});

}  // namespace bricard
