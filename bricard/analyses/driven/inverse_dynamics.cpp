#include "bricard/analyses/driven/inverse_dynamics.hpp"

#include "bricard/analyses/driven/kinematics.hpp"
#include "bricard/model/functions.hpp"

namespace bricard {

Results inverse_dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  refuse_delay(model, "the analysis 'inverse_dynamics'");
  const std::vector<std::string> none;
  return driven_motion(model, options, control, "inverse_dynamics", MotionFrom::drivers,
                       options.inverse_dynamics ? options.inverse_dynamics->actuators : none);
}

}  // namespace bricard
