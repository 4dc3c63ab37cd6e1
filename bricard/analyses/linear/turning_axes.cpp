#include "bricard/analyses/linear/turning_axes.hpp"

#include "bricard/system/carriers.hpp"

namespace bricard {

namespace {

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& w) {
  Eigen::Matrix3d W;
  W << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return W;
}

}  // namespace

TurningAxes turning_axes(const System& system, const State& state, const Kinematics<double>& k, const Eigen::Vector3d& ground,
                         bool as_free) {
  TurningAxes out{Eigen::MatrixXd::Zero(system.nv(), system.nv()), Eigen::MatrixXd::Zero(system.nv(), system.nv())};
  const auto turn_in_plane = [&](int first, double Omega) {
    out.axes(first, first + 1) = -Omega;
    out.axes(first + 1, first) = Omega;
  };
  const std::vector<char> is_carrier = carriers(system.mechanism());
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const int first = system.first_velocity(b);
    int parent = system.mechanism().tree.parent[b];
    if (!system.is_local()) {
      const TreeJoint& joint = system.mechanism().tree_joints[b];
      if (const int at = first + joint.quaternion; joint.has_quaternion)
        out.own.block<3, 3>(at, at) = cross_matrix(state.v.segment<3>(at));
      if (parent > 0 || joint.child_is_first) continue;
      const Eigen::Vector3d Omega = joint.A.R.transpose() * ground;
      if (joint.has_quaternion)
        for (int at = first + joint.quaternion; at >= first; at -= 3) out.axes.block<3, 3>(at, at) = cross_matrix(Omega);
      else if (joint.freedoms == 3 && system.mechanism().is_linear[first] && system.mechanism().is_linear[first + 1])
        turn_in_plane(first, Omega[2]);
      continue;
    }
    if (as_free && is_carrier[parent]) parent = 0;
    const Eigen::Vector3d Omega = parent > 0 ? Eigen::Vector3d(k.w[parent]) : ground;
    if (system.velocity_count(b) == 3) {
      turn_in_plane(first, Omega[2]);
      continue;
    }
    out.axes.block<3, 3>(first, first) = out.axes.block<3, 3>(first + 3, first + 3) = cross_matrix(Omega);
    out.own.block<3, 3>(first + 3, first + 3) = cross_matrix(k.w[b]);
  }
  return out;
}

}  // namespace bricard
