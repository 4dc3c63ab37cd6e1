#include "bricard/formulations/scales.hpp"

#include <algorithm>

namespace bricard {

namespace {

// Calls visit(index in v, is it a linear rate) for every velocity coordinate.
template <class Visitor>
void for_each_rate(const System& system, Visitor&& visit) {
  const Layout& layout = system.layout();
  if (!system.is_relative()) {
    for (int i = 0; i < system.nv(); ++i) visit(i, i % 6 < 3);
    return;
  }
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    for (int i = 0; i < joint.freedoms; ++i) visit(joint.v + i, layout.is_linear[joint.v + i]);
  }
}

}  // namespace

void position_scales(const System& system, Eigen::Ref<Eigen::VectorXd> scale) {
  const Layout& layout = system.layout();
  scale.setConstant(0.5);  // quaternions
  if (!system.is_relative()) {
    for (int b = 0; b < layout.bodies; ++b) scale.segment<3>(7 * b).setConstant(layout.length);
    return;
  }
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < plain; ++i) scale[joint.q + i] = layout.is_linear[joint.v + i] ? layout.length : 1;
  }
}

void velocity_scales(const System& system, double linear, double angular, Eigen::Ref<Eigen::VectorXd> scale) {
  for_each_rate(system, [&](int i, bool is_linear) { scale[i] = is_linear ? linear : angular; });
}

void largest_rates(const System& system, const Eigen::Ref<const Eigen::VectorXd>& v, double& linear, double& angular) {
  for_each_rate(system, [&](int i, bool is_linear) {
    double& largest = is_linear ? linear : angular;
    largest = std::max(largest, std::abs(v[i]));
  });
}

double left_out_rows_open(const System& system, const Equations& e) {
  double open = 0;
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = system.layout().groups[system.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (!e.kernel.selected()[e.kernel.first_row(static_cast<int>(l)) + i])
        open = std::max(open, system.scaled(group.first_row + i, e.k.Phi[group.first_row + i]));
  }
  return open;
}

std::string singular_message(const System& system, const Equations& e) {
  const int b = e.kernel.singular_body();
  if (b == 0) return "the constraints could not be factorized";
  const std::string& body = system.model().bodies[system.layout().tree.given[b] - 1].name;
  const int joint = system.layout().joint_of_body[b];
  return "body '" + body + "' has no inertia against its free motion" +
         (joint >= 0 ? " in joint '" + system.model().joints[joint].name + "'" : std::string()) + ": give it mass or inertia";
}

}  // namespace bricard
