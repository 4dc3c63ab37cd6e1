// Absolute coordinates: for every body the position of its centre of mass and a quaternion; velocities are the velocity of the
// centre of mass and the angular velocity, global components. The kernel eliminates tree joints exactly here too: their motion S
// is the null space of the joint's rows at the present position, and c a particular solution of them.
#pragma once
#include "bricard/system/coordinates/coordinates.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {

struct QuaternionCoordinates {
  static constexpr std::string_view name = "absolute";
  static constexpr std::string_view help = "position and quaternion of every body; all joints are constraints";
  static constexpr RowSet rows = RowSet::all;

  static int nq(const Layout& layout) { return 7 * layout.bodies; }
  static int nv(const Layout& layout) { return 6 * layout.bodies; }

  template <class S>
  static void motion(const Layout& layout, const S* q, const S* v, Kinematics<S>& k) {
    for (int b = 1; b <= layout.bodies; ++b, q += 7, v += 6) {
      k.p[b] = Vec3<S>(q[0], q[1], q[2]);
      k.R[b] = rotation<S>(Vec4<S>(q[3], q[4], q[5], q[6]));
      k.v[b] = Vec3<S>(v[0], v[1], v[2]);
      k.w[b] = Vec3<S>(v[3], v[4], v[5]);
    }
  }
  template <class S>
  static void accelerations(const Layout& layout, const Kinematics<S>&, const S* a, std::vector<Vec6<S>>& A) {
    for (int b = 1; b <= layout.bodies; ++b, a += 6) A[b] << a[0], a[1], a[2], a[3], a[4], a[5];
  }
  template <class S>
  static void pull_back(const Layout& layout, const Kinematics<S>&, std::vector<Vec6<S>>& F, S* r) {
    for (int b = 1; b <= layout.bodies; ++b)
      for (int i = 0; i < 6; ++i) *r++ = F[b][i];
  }
  template <class S>
  static void rates(const Layout& layout, const S* q, const S* v, S* q_rate) {
    for (int b = 1; b <= layout.bodies; ++b, q += 7, v += 6, q_rate += 7) {
      const Vec4<S> e_rate = quaternion_rate<S>(Vec4<S>(q[3], q[4], q[5], q[6]), Vec3<S>(v[3], v[4], v[5]));
      for (int i = 0; i < 3; ++i) q_rate[i] = v[i];
      for (int i = 0; i < 4; ++i) q_rate[3 + i] = e_rate[i];
    }
  }

  static void second_rates(const Layout& layout, const double* q, const double* v, const double* a, double* second);
  static void velocities(const Layout& layout, const double* q, const double* q_rate, double* v);
  static void move(const Layout& layout, const double* q, const double* d, double* moved);
  static void from_bodies(const Layout& layout, const Kinematics<double>& k, double* q, double* v);
  static std::vector<int> free(const Layout& layout);
  static void edges(const Layout& layout, const Kinematics<double>& k, Kernel& kernel, EdgeWork& work);
  static void known(const Layout& layout, const Kinematics<double>& k, Order order, const EdgeWork& work,
                    std::vector<Vec6<double>>& c);
  static void increments(const Layout& layout, const Kinematics<double>& k, Order order, const Kernel& kernel,
                         const KernelSolution& solution, const EdgeWork& work, double* d);
};

}  // namespace bricard
