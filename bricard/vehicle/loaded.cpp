#include "bricard/vehicle/loaded.hpp"

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::vehicle {

namespace {

constexpr int most_steps = 30;

}  // namespace

LoadedRig::LoadedRig(Rig& rig, const AxlePoints& points, const Compliance& at_design) : rig_(rig), points_(points), posture_(rig.design()) {
  for (const int i : {0, 1})
    if (rig.has(static_cast<Input>(i))) wheels_.push_back(i);
  design_force_ = rig.holding_forces(posture_.state, posture_.motion);
  const auto n = static_cast<Eigen::Index>(wheels_.size());
  Eigen::MatrixXd lift(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index k = 0; k < n; ++k) lift(i, k) = at_design.at_center(6 * wheels_[i] + 2, 6 * wheels_[k] + 2);
  stiffness_ = inverse(lift);
}

LoadedRig::~LoadedRig() { rig_.hold_loads({Vec6<double>::Zero(), Vec6<double>::Zero()}); }

// The load at the contact point as one at the wheel center.
void LoadedRig::load(const Posture& posture, const std::array<ContactLoad, 2>& loads) {
  const AxleShape shape = points_.shape(posture, 1);
  std::array<Vec6<double>, 2> at_center{Vec6<double>::Zero(), Vec6<double>::Zero()};
  for (const int i : wheels_) {
    const Corner& corner = i == 0 ? *shape.left : *shape.right;
    Vec3<double> arm;
    for (int k = 0; k < 3; ++k) arm[k] = corner.C[k].value - corner.W[k].value;
    at_center[i].head<3>() = loads[i].force + Vec3<double>(0, 0, design_force_[i]);
    at_center[i].tail<3>() = arm.cross(loads[i].force) + Vec3<double>(0, 0, loads[i].about_z);
  }
  rig_.hold_loads(at_center);
}

std::optional<Posture> LoadedRig::at(const std::array<ContactLoad, 2>& loads) {
  const auto n = static_cast<Eigen::Index>(wheels_.size());
  double size = 1;
  for (const ContactLoad& each : loads) size = std::max({size, each.force.norm(), std::abs(each.about_z)});
  Eigen::VectorXd before, step;
  for (int k = 0; k < most_steps; ++k) {
    load(posture_, loads);
    const auto holding = rig_.holding_forces(posture_.state, posture_.motion);
    Eigen::VectorXd residual(n);
    for (Eigen::Index i = 0; i < n; ++i) residual[i] = holding[wheels_[i]];
    if (step.size() > 0) {
      const double length = step.squaredNorm();
      if (length > 0) stiffness_ += ((residual - before) / length - stiffness_ * step / length) * step.transpose();
    }
    // Of a rig with elastic joints one look under the load is needed in any case: they give way at a given height too.
    if (residual.cwiseAbs().maxCoeff() <= threshold::balanced * size && (k > 0 || !rig_.is_elastic())) return posture_;
    step = Lu<double>(stiffness_).solve(Eigen::VectorXd(-residual));
    if (!step.allFinite()) return std::nullopt;
    Setting to = posture_.at;
    for (Eigen::Index i = 0; i < n; ++i) to[wheels_[i]] += step[i];
    auto there = rig_.go(posture_, to);
    if (!there) return std::nullopt;
    posture_ = std::move(*there);
    before = residual;
  }
  return std::nullopt;
}

}  // namespace bricard::vehicle
