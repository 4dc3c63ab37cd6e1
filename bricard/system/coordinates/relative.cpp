#include "bricard/system/coordinates/relative.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "bricard/elements/joints/joints.hpp"

namespace bricard {

void RelativeCoordinates::per_radian(const Layout& layout, double* q, double* v) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < joint.freedoms; ++i) v[joint.v + i] = layout.is_linear[joint.v + i] ? 0 : 1;
    for (int i = 0; i < plain; ++i) q[joint.q + i] = v[joint.v + i];
    for (int i = plain; i < joint.coordinates; ++i) q[joint.q + i] = 0.5;
  }
}

void RelativeCoordinates::second_rates(const Layout& layout, const double* q, const double* v, const double* a, double* second) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < plain; ++i) second[joint.q + i] = a[joint.v + i];
    if (!joint.has_quaternion) continue;
    const double *e = q + joint.q + plain, *w = v + joint.v + plain, *alpha = a + joint.v + plain;
    const Vec4<double> e_second = quaternion_second<double>(Vec4<double>(e[0], e[1], e[2], e[3]), Vec3<double>(w[0], w[1], w[2]),
                                                            Vec3<double>(alpha[0], alpha[1], alpha[2]));
    for (int i = 0; i < 4; ++i) second[joint.q + plain + i] = e_second[i];
  }
}

void RelativeCoordinates::velocities(const Layout& layout, const double* q, const double* q_rate, double* v) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < plain; ++i) v[joint.v + i] = q_rate[joint.q + i];
    if (!joint.has_quaternion) continue;
    const double *e = q + joint.q + plain, *r = q_rate + joint.q + plain;
    const Vec3<double> w = angular_velocity(Vec4<double>(e[0], e[1], e[2], e[3]), Vec4<double>(r[0], r[1], r[2], r[3]));
    for (int i = 0; i < 3; ++i) v[joint.v + plain + i] = w[i];
  }
}

void RelativeCoordinates::move(const Layout& layout, const double* q, const double* d, double* moved) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
    for (int i = 0; i < plain; ++i) moved[joint.q + i] = q[joint.q + i] + d[joint.v + i];
    if (!joint.has_quaternion) continue;
    const double *e = q + joint.q + plain, *w = d + joint.v + plain;
    Vec4<double> turned =
        quaternion_product<double>(quaternion_of(Vec3<double>(w[0], w[1], w[2])), Vec4<double>(e[0], e[1], e[2], e[3]));
    turned.normalize();
    for (int i = 0; i < 4; ++i) moved[joint.q + plain + i] = turned[i];
  }
}

void RelativeCoordinates::normalize(const Layout& layout, double* q, double*) {
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    if (joint.has_quaternion) Eigen::Map<Vec4<double>>(q + joint.q + joint.quaternion).normalize();
  }
}

namespace {

// basis v = twist, for up to six columns.
using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
void find_rates(const Columns& basis, const Vec6<double>& twist, double* v) {
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
  const Square square = basis.transpose() * basis;
  const Vector rates = square.ldlt().solve(Vector(basis.transpose() * twist));
  for (int i = 0; i < rates.size(); ++i) v[i] = rates[i];
}

}  // namespace

// Expects pairs and measured coordinates of all joints in k.
void RelativeCoordinates::from_bodies(const Layout& layout, const Kinematics<double>& k, double* q, double* v) {
  const auto write_quaternion = [](const Mat3<double>& R, double* e) {
    const Vec4<double> value = quaternion_of(R);
    for (int i = 0; i < 4; ++i) e[i] = value[i];
  };
  Joints::for_each_run(std::span(layout.joints), [&]<class Kind>(std::span<const JointEntry> entries) {
    if constexpr (TreeKind<Kind>)
      for (const JointEntry& joint : entries) {
        if (joint.body == 0) continue;
        const Kind& kind = joint.kind.as<Kind>();
        const TreeJoint& tree = layout.tree_joints[joint.body];
        const Pair<double>& pair = k.pairs[joint.pair];
        const Mat3<double> to_A = pair.A.transpose();
        if constexpr (Kind::coordinates != Kind::freedoms) {
          const Vec3<double> p = to_A * pair.r;
          for (int i = 0; i < tree.quaternion; ++i) q[tree.q + i] = p[i];
          write_quaternion(to_A * pair.B, q + tree.q + tree.quaternion);
        } else {
          for (int i = 0; i < Kind::coordinates; ++i) q[tree.q + i] = k.measured[joint.measured + i].value;
        }
        if constexpr (Kind::freedoms > 0) {
          Vec6<double> twist;
          twist << to_A * pair.v, to_A * pair.w;
          const Eigen::Matrix<double, 6, Kind::freedoms> basis = kind.motion(q + tree.q, v + tree.v).basis;
          find_rates(basis, twist, v + tree.v);
        }
      }
  });
  for (const JointEntry& joint : layout.unjoined) {
    const int b = joint.body;
    const TreeJoint& tree = layout.tree_joints[b];
    if (tree.has_quaternion) {
      for (int i = 0; i < 3; ++i) {
        q[tree.q + i] = k.p[b][i];
        v[tree.v + i] = k.v[b][i];
        v[tree.v + 3 + i] = k.w[b][i];
      }
      write_quaternion(k.R[b], q + tree.q + 3);
    } else {
      for (int i = 0; i < 2; ++i) {
        q[tree.q + i] = k.p[b][i];
        v[tree.v + i] = k.v[b][i];
      }
      q[tree.q + 2] = k.measured[layout.body_angle[b]].value;
      v[tree.v + 2] = k.w[b][2];
    }
  }
}

std::vector<int> RelativeCoordinates::free(const Layout& layout) {
  std::vector<int> free(layout.bodies + 1, 0);
  for (int b = 1; b <= layout.bodies; ++b) free[b] = layout.tree_joints[b].freedoms;
  for (const RowGroup& group : layout.groups)
    if (group.driven_column >= 0) --free[group.edge];
  return free;
}

namespace {

// Calls driven(column, row) or free(column) for every column of a body's joint.
template <class Work, class Driven, class Free>
void for_each_column(const Layout& layout, const Work& work, int b, Driven&& driven, Free&& free) {
  const int freedoms = layout.tree_joints[b].freedoms;
  if ((*work.groups)[b].empty()) {
    for (int i = 0; i < freedoms; ++i) free(i);
    return;
  }
  for (int i = 0; i < freedoms; ++i) {
    int row = -1;
    for (int index : (*work.groups)[b])
      if (layout.groups[index].driven_column == i) row = layout.groups[index].first_row;
    if (row >= 0)
      driven(i, row);
    else
      free(i);
  }
}

// The columns of the kernel are then all columns of v, in the same order.
bool nothing_driven(const Layout& layout, const KernelRows& kernel) { return kernel.columns() == layout.nv_relative; }

// A driven coordinate is q itself, so its acceleration is that of the prescribed function.
double prescribed(const Values<double>& k, Order order, int row) {
  return order == Order::acceleration ? k.second[row] : missing(k, order, row);
}

}  // namespace

// As place() in space, where w × (w × r) = -w² r and e_z × r = across(r).
void RelativeCoordinates::motion(const Layout& layout, const double* q, const double* v, PlanarKinematics<double>& k) {
  using Vector = Vec2<double>;
  for (int b = 1; b <= layout.bodies; ++b) {
    const PlanarTreeJoint& joint = layout.plane.joints[b];
    const int parent = joint.parent;
    const double w_parent = k.w[parent];
    double angle = k.angle[parent] + joint.offset, w = w_parent;
    if (joint.angle >= 0) {
      angle += joint.sense * q[joint.q + joint.angle];
      w += joint.sense * v[joint.v + joint.angle];
    }
    const Turned<double> R{std::cos(angle), std::sin(angle)};
    k.angle[b] = angle;
    k.w[b] = w;
    k.R[b] = R;
    Vector reach = R * joint.at_body, reach_parent = k.R[parent] * joint.at_parent;  // to B's origin
    Vector v_joint = Vector::Zero(), c_joint = Vector::Zero();
    if (joint.freedoms > (joint.angle >= 0)) {
      const Turned<double>& axes = joint.reversed ? R : k.R[parent];
      const double sign = joint.reversed ? -1 : 1, w_first = joint.reversed ? w : w_parent;
      Vector slid = Vector::Zero();
      for (int i = 0; i < joint.freedoms; ++i) {
        if (i == joint.angle) continue;
        const Vector axis = axes * joint.axes.col(i);
        slid += axis * q[joint.q + i];
        v_joint += axis * (sign * v[joint.v + i]);
        k.S_columns[joint.v + i] = Vec3<double>(sign * axis[0], sign * axis[1], 0);
      }
      (joint.reversed ? reach : reach_parent) += slid;
      c_joint = 2 * w_first * across<double>(v_joint);
    }
    if (joint.angle >= 0)
      k.S_columns[joint.v + joint.angle] = Vec3<double>(joint.sense * reach[1], -joint.sense * reach[0], joint.sense);
    k.p[b] = k.p[parent] + reach_parent - reach;
    k.v[b] = k.v[parent] + v_joint + across<double>(w_parent * reach_parent - w * reach);
    const Vector c = w * w * reach - w_parent * w_parent * reach_parent + c_joint;
    k.c[b] = Vec3<double>(c[0], c[1], 0);
  }
}

template <class Space>
void RelativeCoordinates::edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel,
                                EdgeWorkIn<Space>& work) {
  auto& S = kernel.matrices().S;
  if (nothing_driven(layout, kernel)) {
    std::copy_n(k.S_columns.begin(), layout.nv_relative, S.begin());
    return;
  }
  for (int b = 1; b <= layout.bodies; ++b) {
    int column = kernel.first_column(b);
    for_each_column(
        layout, work, b, [](int, int) {}, [&](int i) { S[column++] = k.S_columns[layout.tree_joints[b].v + i]; });
  }
}

template <class Space>
void RelativeCoordinates::known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
                                std::vector<typename Space::Vector>& c) {
  for (int b = 1; b <= layout.bodies; ++b) {
    c[b] = order == Order::acceleration ? k.c[b] : typename Space::Vector(Space::Vector::Zero());
    if ((*work.groups)[b].empty()) continue;
    for_each_column(
        layout, work, b, [&](int i, int row) { c[b] += k.S_columns[layout.tree_joints[b].v + i] * prescribed(k, order, row); },
        [](int) {});
  }
}

template <class Space>
void RelativeCoordinates::increments(const Layout& layout, const KinematicsIn<Space>& k, Order order,
                                     const KernelIn<Space>& kernel, const KernelSolutionIn<Space>& solution,
                                     const EdgeWorkIn<Space>& work, double* d) {
  if (nothing_driven(layout, kernel)) {
    std::copy_n(solution.a.begin(), layout.nv_relative, d);
    return;
  }
  for (int b = 1; b <= layout.bodies; ++b) {
    const int v = layout.tree_joints[b].v;
    int column = kernel.first_column(b);
    for_each_column(
        layout, work, b, [&](int i, int row) { d[v + i] = prescribed(k, order, row); },
        [&](int i) { d[v + i] = solution.a[column++]; });
  }
}

using R = RelativeCoordinates;
template void R::edges<InSpace>(const Layout&, const Kinematics<double>&, Kernel&, EdgeWork&);
template void R::edges<InPlane>(const Layout&, const PlanarKinematics<double>&, KernelIn<InPlane>&, EdgeWorkIn<InPlane>&);
template void R::known<InSpace>(const Layout&, const Kinematics<double>&, Order, const EdgeWork&, std::vector<Vec6<double>>&);
template void R::known<InPlane>(const Layout&, const PlanarKinematics<double>&, Order, const EdgeWorkIn<InPlane>&,
                                std::vector<Vec3<double>>&);
template void R::increments<InSpace>(const Layout&, const Kinematics<double>&, Order, const Kernel&, const KernelSolution&,
                                     const EdgeWork&, double*);
template void R::increments<InPlane>(const Layout&, const PlanarKinematics<double>&, Order, const KernelIn<InPlane>&,
                                     const KernelSolutionIn<InPlane>&, const EdgeWorkIn<InPlane>&, double*);

}  // namespace bricard
