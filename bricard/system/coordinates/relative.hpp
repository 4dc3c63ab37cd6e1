// Relative coordinates: the free motion of every tree joint. Recursive: poses and twists outward, forces inward; nothing of the
// size depth × n is stored. Loops that the tree leaves open are closed by the rows of the joints that were cut.
//
// Over a tree joint between bodies 1 and 2, at the origin of marker B (reach from each centre of mass: r1, r2):
//   (a2 + alpha2 × r2 + w2 × (w2 × r2)) - (the same of 1) = basis v' + bias + 2 w1 × v,   alpha2 - alpha1 = basis v' + bias + w1
//   × w.
#pragma once
#include "bricard/system/coordinates/coordinates.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {

struct RelativeCoordinates {
  static constexpr std::string_view name = relative_coordinates;
  static constexpr std::string_view help = "free motions of a spanning tree of joints; cut joints close the loops";
  static constexpr int dimension = 0;
  static constexpr RowSet rows = RowSet::loops;
  static constexpr bool holds_joint_coordinates = true, is_local = false, everywhere = true;

  static bool holds(const RowGroup& group) { return group.edge && group.driven_column < 0; }
  static int driven(const Layout& layout, const RowGroup& group) {
    return group.driven_column < 0 ? -1 : layout.tree_joints[group.edge].v + group.driven_column;
  }
  static int nq(const Layout& layout) { return layout.nq_relative; }
  static int nv(const Layout& layout) { return layout.nv_relative; }
  static int first(const Layout& layout, int b) { return layout.tree_joints[b].v; }
  static int count(const Layout& layout, int b) { return layout.tree_joints[b].freedoms; }
  static void per_radian(const Layout& layout, double* q, double* v);
  static int own_rows(const Layout&) { return 0; }
  static int own_body(int) { return 0; }
  template <class S>
  static S own_product(const Layout&, const Kinematics<S>&, int, const S*) {
    return S(0);
  }
  template <class S>
  static void own_load(const Layout&, const Kinematics<S>&, int, const S&, S*) {}
  static int singular(const Layout&, const Kinematics<double>&) { return 0; }
  static std::string why_singular(const Kinematics<double>&, int) { return {}; }

  template <class S>
  static void motion(const Layout& layout, const S* q, const S* v, Kinematics<S>& k) {
    // Kinds interleave along the tree, so each joint's own motion is written first, kind by kind, and used in order afterwards.
    // Hinges, the most frequent, are done in one go.
    evaluate_motions(layout, q, v, k);
    for (int b = 1; b <= layout.bodies; ++b) {
      const TreeJoint& joint = layout.tree_joints[b];
      if (joint.is_hinge)
        place(joint.hinge, b, layout.tree.parent[b], q[joint.q], v[joint.v], k.S_columns[joint.v], k);
      else
        place(layout, b, v + joint.v, k);
    }
  }

  // In the plane.
  static void motion(const Layout& layout, const double* q, const double* v, PlanarKinematics<double>& k);

  template <class S>
  static void accelerations(const Layout& layout, const Kinematics<S>& k, const S* a, std::vector<Vec6<S>>& A) {
    A[0] = Vec6<S>::Zero();
    for (int b = 1; b <= layout.bodies; ++b) {
      const int parent = layout.tree.parent[b];
      const TreeJoint& joint = layout.tree_joints[b];
      A[b] = k.c[b];
      if (parent) A[b] += shifted<S>(A[parent], k.p[b] - k.p[parent]);
      for (int i = 0; i < joint.freedoms; ++i) A[b] += k.S_columns[joint.v + i] * a[joint.v + i];
    }
  }
  template <class S>
  static void pull_back(const Layout& layout, const Kinematics<S>& k, std::vector<Vec6<S>>& F, S* r) {
    for (int b = layout.bodies; b >= 1; --b) {
      const TreeJoint& joint = layout.tree_joints[b];
      for (int i = 0; i < joint.freedoms; ++i) {
        S sum(0);
        for (int m = 0; m < 6; ++m) sum = sum + k.S_columns[joint.v + i][m] * F[b][m];
        r[joint.v + i] = sum;
      }
      if (const int parent = layout.tree.parent[b])
        F[parent] += row_at<S>(F[b].template head<3>(), F[b].template tail<3>(), k.p[b] - k.p[parent]);
    }
  }
  template <class S>
  static void rates(const Layout& layout, const S* q, const S* v, S* q_rate) {
    for (int b = 1; b <= layout.bodies; ++b) {
      const TreeJoint& joint = layout.tree_joints[b];
      const int plain = joint.has_quaternion ? joint.quaternion : joint.coordinates;
      for (int i = 0; i < plain; ++i) q_rate[joint.q + i] = v[joint.v + i];
      if (!joint.has_quaternion) continue;
      const S *e = q + joint.q + plain, *w = v + joint.v + plain;
      const Vec4<S> e_rate = quaternion_rate<S>(Vec4<S>(e[0], e[1], e[2], e[3]), Vec3<S>(w[0], w[1], w[2]));
      for (int i = 0; i < 4; ++i) q_rate[joint.q + plain + i] = e_rate[i];
    }
  }

  static void second_rates(const Layout& layout, const double* q, const double* v, const double* a, double* second);
  static void velocities(const Layout& layout, const double* q, const double* q_rate, double* v);
  static void move(const Layout& layout, const double* q, const double* d, double* moved);
  static void normalize(const Layout& layout, double* q, double* v);
  static void from_bodies(const Layout& layout, const Kinematics<double>& k, double* q, double* v);
  static std::vector<int> free(const Layout& layout);
  template <class Space>
  static void edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel, EdgeWorkIn<Space>& work);
  template <class Space>
  static void known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
                    std::vector<typename Space::Vector>& c);
  template <class Space>
  static void increments(const Layout& layout, const KinematicsIn<Space>& k, Order order, const KernelIn<Space>& kernel,
                         const KernelSolutionIn<Space>& solution, const EdgeWorkIn<Space>& work, double* d);

 private:
  // Pose, twist, column and drift of a body on a hinge: as below, with w = axis q' and alpha = axis q'' + w_parent × w.
  template <class S>
  static void place(const Hinge& hinge, int b, int parent, const S& angle, const S& speed, Vec6<S>& column, Kinematics<S>& k) {
    using std::cos, std::sin;
    const S c = cos(angle), s = sin(angle);
    const Mat3<S> R_parent = k.R[parent];
    const Mat3<S> turn = hinge.still.cast<S>() + hinge.cosine.cast<S>() * c + hinge.sine.cast<S>() * s;
    const Mat3<S> R = R_parent * turn;
    const Vec3<S> axis = R_parent * hinge.axis.cast<S>(), reach_parent = R_parent * hinge.at_parent.cast<S>();
    const Vec3<S> reach = R * hinge.at_body.cast<S>();
    const Vec3<S> w_parent = k.w[parent], w_joint = axis * speed, w = w_parent + w_joint;
    const Vec3<S> spin_parent = cross<S>(w_parent, reach_parent), spin = cross<S>(w, reach);
    k.R[b] = R;
    k.p[b] = k.p[parent] + reach_parent - reach;
    k.w[b] = w;
    k.v[b] = k.v[parent] + spin_parent - spin;
    column.template head<3>() = cross<S>(reach, axis);
    column.template tail<3>() = axis;
    const Vec3<S> alpha = cross<S>(w_parent, w_joint);
    k.c[b].template head<3>() = cross<S>(w_parent, spin_parent) - cross<S>(w, spin) - cross<S>(alpha, reach);
    k.c[b].template tail<3>() = alpha;
  }

  // Pose, twist, columns and drift of one body from those of its parent.
  template <class S>
  static void place(const Layout& layout, int b, const S* v, Kinematics<S>& k) {
    const TreeJoint& joint = layout.tree_joints[b];
    const int parent = layout.tree.parent[b];
    const Mat3<S> R_AB = k.R[b];
    const Vec3<S> p_AB = k.p[b];
    Mat3<S> A;       // axes of marker A
    Vec3<S> origin;  // of marker B
    if (!joint.child_is_first) {
      A = turned<S>(k.R[parent], joint.A.R);
      origin = k.p[parent] + k.R[parent] * joint.A.p.template cast<S>() + A * p_AB;
      k.R[b] = A * R_AB * joint.B.R.transpose().template cast<S>();
      k.p[b] = origin - k.R[b] * joint.B.p.template cast<S>();
    } else {
      origin = k.p[parent] + k.R[parent] * joint.B.p.template cast<S>();
      A = turned<S>(k.R[parent], joint.B.R) * R_AB.transpose();
      k.R[b] = A * joint.A.R.transpose().template cast<S>();
      k.p[b] = origin - A * p_AB - k.R[b] * joint.A.p.template cast<S>();
    }
    const S sign(joint.child_is_first ? -1 : 1);
    const Vec3<S> reach = origin - k.p[b], reach_parent = origin - k.p[parent];

    // Columns in global axes at the centre of mass, and the relative twist at B's origin.
    Vec3<S> v_rel = zero3<S>(), w_rel = zero3<S>();
    for (int i = 0; i < joint.freedoms; ++i) {
      Vec6<S>& column = k.S_columns[joint.v + i];
      const Vec3<S> linear = A * column.template head<3>(), angular = A * column.template tail<3>();
      v_rel += linear * v[i];
      w_rel += angular * v[i];
      column.template head<3>() = sign * Vec3<S>(linear - cross<S>(angular, reach));
      column.template tail<3>() = sign * angular;
    }
    k.w[b] = k.w[parent] + sign * w_rel;
    const Vec3<S> spin_parent = cross<S>(k.w[parent], reach_parent), spin = cross<S>(k.w[b], reach);
    k.v[b] = k.v[parent] + spin_parent + sign * v_rel - spin;

    const Vec3<S>& w_first = joint.child_is_first ? k.w[b] : k.w[parent];
    const Vec3<S> linear = A * Vec3<S>(k.c[b].template head<3>()) + S(2) * cross<S>(w_first, v_rel);
    const Vec3<S> angular = A * Vec3<S>(k.c[b].template tail<3>()) + cross<S>(w_first, w_rel);
    k.c[b].template head<3>() =
        cross<S>(k.w[parent], spin_parent) - cross<S>(k.w[b], spin) + sign * Vec3<S>(linear - cross<S>(angular, reach));
    k.c[b].template tail<3>() = sign * angular;
  }
};

}  // namespace bricard
