#include "bricard/codegen/hinge_axes.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "bricard/codegen/model_parameters.hpp"

namespace bricard {
namespace {

// More than a turn about one axis and exchanged axes.
bool is_askew(const Mat3<double>& C) { return (C.array().abs() > threshold::rounding_of_positions).count() > 5; }

// sin² of the angle between the two z axes.
bool is_inclined(const Mat3<double>& C) { return C(0, 2) * C(0, 2) + C(1, 2) * C(1, 2) > threshold::clearly_independent; }

Mat3<double> about_z(double angle) { return Eigen::AngleAxisd(angle, Vec3<double>::UnitZ()).toRotationMatrix(); }

// Of C = Rz(a) Rx(alpha) Rz(b) with sin(alpha) not zero: C z = (sin a, -cos a, ..) sin(alpha), Cᵀ z = (sin b, cos b, ..) sin(alpha).
double turn_before(const Mat3<double>& C) { return std::atan2(C(0, 2), -C(1, 2)); }
double turn_after(const Mat3<double>& C) { return std::atan2(C(2, 0), C(2, 1)); }

}  // namespace

std::vector<HingeAxes> hinge_axes(const MechanismLayout& layout) {
  std::vector<HingeAxes> axes(layout.bodies + 1);
  std::vector<std::vector<int>> carried(layout.bodies + 1);
  std::vector<double> phi(layout.bodies + 1, 0), psi(layout.bodies + 1, 0);
  for (int b = 1; b <= layout.bodies; ++b) {
    axes[b].own = own_end(layout, b).R;
    axes[b].end = parent_end(layout, b).R;
    carried[layout.tree.parent[b]].push_back(b);
  }
  const auto constant = [&](int b) { return Mat3<double>(axes[layout.tree.parent[b]].own.transpose() * axes[b].end); };
  for (int b = 1; b <= layout.bodies; ++b) {
    const std::vector<int>& others = carried[b];
    if (!layout.tree_joints[b].is_hinge || others.empty()) continue;
    const auto lies_askew = [&](int other) { return is_askew(constant(other)); };
    if (!std::ranges::all_of(others, lies_askew) || !is_inclined(constant(others[0]))) continue;
    phi[b] = turn_before(constant(others[0]));
  }
  for (int b = 1; b <= layout.bodies; ++b) axes[b].own = axes[b].own * about_z(phi[b]);
  for (int b = 1; b <= layout.bodies; ++b) {
    const Mat3<double> C = constant(b);
    if (layout.tree_joints[b].is_hinge && is_askew(C) && is_inclined(C)) psi[b] = -turn_after(C);
    axes[b].end = axes[b].end * about_z(psi[b]);
    axes[b].angle = (layout.tree_joints[b].child_is_first ? -1 : 1) * (phi[b] - psi[b]);
  }
  return axes;
}

}  // namespace bricard
