#include "bricard/analyses/linear/sensor_jacobian.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"

namespace bricard {

SensorJacobian sensor_jacobian(const System& system, const State& state, int sensor) {
  SensorJacobian out;
  out.J.setZero(6, system.nv());
  out.columns = state_names(system).v;
  const auto& [kind, index] = system.table().sensors[sensor];
  Equations e(system);
  State moving = state;
  for (int j = 0; j < system.nv(); ++j) {  // velocities of bodies are linear in v
    moving.v = Eigen::VectorXd::Unit(system.nv(), j);
    system.motion(moving, e);
    evaluate_pair(system.layout(), e.k, index);
    const Pair<double>& pair = e.k.pairs[index];
    out.J.block<3, 1>(0, j) = kind.velocity(pair);
    out.J.block<3, 1>(3, j) = pair.A.transpose() * pair.w;
  }
  return out;
}

}  // namespace bricard
