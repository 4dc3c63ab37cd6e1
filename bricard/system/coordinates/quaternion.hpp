// The chart of `absolute` in space: the position of the centre of mass and a quaternion; velocities are the velocity of the
// centre of mass and the angular velocity, global components. The twist itself: nothing to convert but e' = ½ (0, w) e.
#pragma once
#include "bricard/system/coordinates/absolute.hpp"

namespace bricard {

struct QuaternionChart {
  static constexpr std::string_view name = absolute_coordinates;
  static constexpr std::string_view help = "position and quaternion of every body; all joints are constraints";
  static constexpr int dimension = 3, nq = 7, nv = 6;
  static constexpr std::array<double, 7> q_per_radian{0, 0, 0, 0.5, 0.5, 0.5, 0.5};
  static constexpr std::array<double, 6> v_per_radian{0, 0, 0, 1, 1, 1};
  static constexpr std::array<int, 0> absent{};
  static constexpr bool everywhere = true, remembers = false, has_own_row = false;

  template <class S>
  static void motion(const Layout&, int b, const S* q, const S* v, Kinematics<S>& k) {
    k.p[b] = Vec3<S>(q[0], q[1], q[2]);
    k.R[b] = rotation<S>(Vec4<S>(q[3], q[4], q[5], q[6]));
    k.v[b] = Vec3<S>(v[0], v[1], v[2]);
    k.w[b] = Vec3<S>(v[3], v[4], v[5]);
  }
  template <class S>
  static Vec6<S> acceleration(const Kinematics<S>&, int, const S* a) {
    Vec6<S> A;
    A << a[0], a[1], a[2], a[3], a[4], a[5];
    return A;
  }
  template <class S>
  static void pull_back(const Kinematics<S>&, int, const Vec6<S>& F, S* r) {
    for (int i = 0; i < 6; ++i) r[i] = F[i];
  }
  template <class S>
  static void rates(const S* q, const S* v, S* q_rate) {
    const Vec4<S> e_rate = quaternion_rate<S>(Vec4<S>(q[3], q[4], q[5], q[6]), Vec3<S>(v[3], v[4], v[5]));
    for (int i = 0; i < 3; ++i) q_rate[i] = v[i];
    for (int i = 0; i < 4; ++i) q_rate[3 + i] = e_rate[i];
  }
  static void second_rates(const double* q, const double* v, const double* a, double* second) {
    const Vec4<double> e_second = quaternion_second<double>(Vec4<double>(q[3], q[4], q[5], q[6]), Vec3<double>(v[3], v[4], v[5]),
                                                            Vec3<double>(a[3], a[4], a[5]));
    for (int i = 0; i < 3; ++i) second[i] = a[i];
    for (int i = 0; i < 4; ++i) second[3 + i] = e_second[i];
  }
  static void velocities(const double* q, const double* q_rate, double* v) {
    const Vec3<double> w =
        angular_velocity(Vec4<double>(q[3], q[4], q[5], q[6]), Vec4<double>(q_rate[3], q_rate[4], q_rate[5], q_rate[6]));
    for (int i = 0; i < 3; ++i) {
      v[i] = q_rate[i];
      v[3 + i] = w[i];
    }
  }
  static void move(const double* q, const double* d, double* moved) {
    const Vec4<double> e =
        quaternion_product<double>(quaternion_of(Vec3<double>(d[3], d[4], d[5])), Vec4<double>(q[3], q[4], q[5], q[6]));
    const double length = e.norm();
    for (int i = 0; i < 3; ++i) moved[i] = q[i] + d[i];
    for (int i = 0; i < 4; ++i) moved[3 + i] = e[i] / length;
  }
  static void normalize(double* q, double*) {
    Eigen::Map<Vec4<double>> e(q + 3);
    e /= e.norm();
  }
  static void from_body(const Kinematics<double>& k, int b, double* q, double* v) {
    const Vec4<double> e = quaternion_of(k.R[b]);
    for (int i = 0; i < 3; ++i) {
      q[i] = k.p[b][i];
      v[i] = k.v[b][i];
      v[3 + i] = k.w[b][i];
    }
    for (int i = 0; i < 4; ++i) q[3 + i] = e[i];
  }
  static void increment(const Kinematics<double>&, int, Order, const Vec6<double>& A, double* d) {
    for (int i = 0; i < 6; ++i) d[i] = A[i];
  }
};

using QuaternionCoordinates = AbsoluteCoordinates<QuaternionChart>;

}  // namespace bricard
