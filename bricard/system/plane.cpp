#include "bricard/system/plane.hpp"

#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

namespace {

PlanarFrame shadow(const Frame& frame) {
  return {frame.body, frame.p.head<2>(), frame.R.topRows<2>(), std::abs(frame.R(2, 2)) > 0.5 ? std::round(frame.R(2, 2)) : 0};
}

double angle_of(const Vec2<double>& a) { return std::atan2(a[1], a[0]); }

// Which columns of a tree joint slide and which one turns: read from its motion, and compared with it at another position. False:
// its motion is of another form.
template <class Kind>
bool read_motion(const Kind& kind, const TreeJoint& tree, PlanarTreeJoint& joint) {
  constexpr int d = Kind::freedoms;
  if constexpr (Kind::coordinates != d) {
    return false;
  } else {
    std::array<double, d + 1> q{}, zero{}, v{};
    for (int i = 0; i < d; ++i) q[i] = 0.3 + 0.4 * i, v[i] = 0.7 - i;
    const auto start = kind.motion(zero.data(), zero.data()), there = kind.motion(q.data(), v.data());
    const Mat3<double>& R = tree.A.R;
    Vec3<double> p = start.p;
    Mat3<double> turned = R * start.R * R.transpose();
    double different = start.p.norm() + (start.R - Mat3<double>::Identity()).norm() + start.bias.norm() + there.bias.norm();
    if constexpr (d > 0) {
      different += (there.basis - start.basis).norm();
      for (int i = 0; i < d; ++i) {
        const Vec3<double> linear = R * start.basis.col(i).template head<3>(),
                           angular = R * start.basis.col(i).template tail<3>();
        different += std::abs(linear[2]) + angular.head<2>().norm() + std::min(linear.norm(), angular.norm());
        p += start.basis.col(i).template head<3>() * q[i];
        if (angular[2] == 0) {
          joint.axes.col(i) = linear.head<2>();
          continue;
        }
        if (joint.angle >= 0) return false;
        joint.angle = i;
        joint.sense = angular[2];
        turned = Eigen::AngleAxisd(angular[2] * q[i], Vec3<double>::UnitZ()) * turned;
        different += std::abs(std::abs(angular[2]) - 1);
      }
    }
    different += (there.p - p).norm() + (R * there.R * R.transpose() - turned).norm();
    return different < threshold::cancelled;
  }
}

template <class Kind>
bool read_joint(const Layout& layout, const JointEntry& entry, PlanarLayout& plane) {
  if constexpr (TreeKind<Kind>) {
    if (entry.body == 0) return true;
    const TreeJoint& tree = layout.tree_joints[entry.body];
    PlanarTreeJoint& joint = plane.joints[entry.body];
    if (!read_motion(entry.kind.as<Kind>(), tree, joint)) return false;
    joint.parent = layout.tree.parent[entry.body];
    joint.q = tree.q;
    joint.v = tree.v;
    joint.freedoms = tree.freedoms;
    joint.reversed = tree.child_is_first;
    const Frame &there = joint.reversed ? tree.B : tree.A, &here = joint.reversed ? tree.A : tree.B;
    joint.at_parent = there.p.head<2>();
    joint.at_body = here.p.head<2>();
    joint.offset = angle_of((there.R * here.R.transpose()).topLeftCorner<2, 1>());
    if (joint.reversed) joint.sense = -joint.sense;
  }
  return true;
}

}  // namespace

PlanarLayout in_plane(const Layout& layout) {
  PlanarLayout plane;
  plane.complete = true;
  for (const PairFrames& pair : layout.pairs) {
    PlanarPairFrames& shadows = plane.pairs.emplace_back();
    shadows.A = shadow(pair.A);
    shadows.B = shadow(pair.B);
    shadows.angle = angle_of(shadows.B.axes.col(0)) - angle_of(shadows.A.axes.col(0));
  }
  for (const Mat3<double>& inertia : layout.inertia) plane.inertia.push_back(inertia(2, 2));
  plane.joints.resize(layout.bodies + 1);
  using Plane = PlanarKinematics<double>;
  const auto joints = [&]<class Kind>(std::span<const JointEntry> entries) {
    for (const JointEntry& entry : entries) plane.complete &= JointIn<Kind, Plane> && read_joint<Kind>(layout, entry, plane);
  };
  Joints::for_each_run(std::span(layout.joints), joints);
  Joints::for_each_run(std::span(layout.unjoined), joints);
  Constraints::for_each_run(std::span(layout.constraints),
                            [&]<class Kind>(std::span<const ConstraintEntry>) { plane.complete &= ConstraintIn<Kind, Plane>; });
  for (const ForceStage& stage : layout.force_stages)
    Forces::for_each_run(std::span(stage.forces),
                         [&]<class Kind>(std::span<const ForceEntry>) { plane.complete &= ForceIn<Kind, Plane>; });
  for (const ExpressionEntry& entry : layout.expressions)
    for (const auto& term : entry.terms)
      plane.complete &= term.row.what != PositionRow::What::quaternion && term.row.what != PositionRow::What::turning;
  for (const ColumnSource& source : layout.sources) plane.complete &= source.what != ColumnSource::What::quaternion;
  return plane;
}

}  // namespace bricard
