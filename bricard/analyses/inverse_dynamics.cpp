#include "bricard/analyses/inverse_dynamics.hpp"

#include "bricard/analyses/kinematics.hpp"

namespace bricard {

Results inverse_dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  if (options.inverse_dynamics && !options.inverse_dynamics->actuators.empty())
    throw Error("analysis.inverse_dynamics.actuators", "the choice of actuators is not available in this version",
                "leave it out: every driver is an actuator");
  return driven_motion(model, options, control, "inverse_dynamics", MotionFrom::drivers);
}

}  // namespace bricard
