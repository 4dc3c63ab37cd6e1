// Inverse dynamics: the motion that drivers prescribe (kinematics.hpp), and the efforts it takes. With accelerations known,
//
//   Σ G_iᵀ mu_i = I A - f      over all rows of joints, constraints and drivers,
//
// gives the reactions of all joints and the effort of every driver; where rows are redundant, the split of least norm. Where the
// user names actuators, their efforts take the place of those of the drivers (actuation.hpp).
#pragma once
#include "bricard/analyses/run.hpp"

namespace bricard {

Results inverse_dynamics(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
