#include "bricard/analyses/inverse_dynamics.hpp"

#include "bricard/analyses/kinematics.hpp"

namespace bricard {

Results inverse_dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  return driven_motion(model, options, control, "inverse_dynamics", MotionFrom::drivers);
}

}  // namespace bricard
