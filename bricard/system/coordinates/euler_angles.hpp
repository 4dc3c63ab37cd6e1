// Euler angles z, x', z'' (precession phi, nutation theta, spin psi): R = Rz(phi) Rx(theta) Rz(psi), v = q', six of each. With
// the line of nodes n = (cos phi, sin phi, 0) and the body's third axis b
//   w = phi' z + theta' n + psi' b,
//   alpha = phi'' z + theta'' n + psi'' b + theta' phi' (z × n) + psi' (phi' z + theta' n) × b,
// and back, with m = z × n:  theta' = w·n,  psi' = -(w·m) / sin theta,  phi' = w·z - psi' cos theta.
//
// The chart covers 0 < theta < pi. At its ends, gimbal lock, z and b are parallel: evaluation is refused where sin theta falls
// below 1e-4 (rates are then 1e4 times the angular velocity), and beyond the ends, so that a step cannot jump over them.
#pragma once
#include <algorithm>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/coordinates/absolute.hpp"

namespace bricard {

struct EulerAnglesChart : PlainRates<6> {
  static constexpr std::string_view name = "euler_angles";
  static constexpr std::string_view help =
      "position and Euler angles z, x', z'' of every body and their rates; stops at gimbal lock";
  static constexpr int dimension = 3;
  static constexpr std::array<double, 6> q_per_radian{0, 0, 0, 1, 1, 1}, v_per_radian = q_per_radian;
  static constexpr std::array<int, 0> absent{};
  static constexpr bool everywhere = false, remembers = true, has_own_row = false;

  // k.turn: (cos phi, sin phi, cos theta, sin theta).
  template <class S>
  static void motion(const Layout&, int b, const S* q, const S* v, Kinematics<S>& k) {
    using std::cos, std::sin;
    const S c1 = cos(q[3]), s1 = sin(q[3]), c2 = cos(q[4]), s2 = sin(q[4]), c3 = cos(q[5]), s3 = sin(q[5]);
    k.p[b] = Vec3<S>(q[0], q[1], q[2]);
    k.R[b] << c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2,  //
        s1 * c3 + c1 * c2 * s3, c1 * c2 * c3 - s1 * s3, -c1 * s2,        //
        s2 * s3, s2 * c3, c2;
    k.v[b] = Vec3<S>(v[0], v[1], v[2]);
    k.turn[b] = Vec4<S>(c1, s1, c2, s2);
    k.w[b] = spin(k, b, v);
    const Vec3<S> axis = k.R[b].col(2), carried(c1 * v[4], s1 * v[4], v[3]);  // carried: the angular velocity of b
    k.c[b].template tail<3>() = Vec3<S>(-s1, c1, S(0)) * (v[3] * v[4]) + cross<S>(carried, axis) * v[5];
  }
  template <class S>
  static Vec6<S> acceleration(const Kinematics<S>& k, int b, const S* a) {
    Vec6<S> A = k.c[b];
    A.template head<3>() += Vec3<S>(a[0], a[1], a[2]);
    A.template tail<3>() += spin(k, b, a);
    return A;
  }
  template <class S>
  static void pull_back(const Kinematics<S>& k, int b, const Vec6<S>& F, S* r) {
    for (int i = 0; i < 3; ++i) r[i] = F[i];
    r[3] = F[5];
    r[4] = k.turn[b][0] * F[3] + k.turn[b][1] * F[4];
    r[5] = dot<S>(k.R[b].col(2), F.template tail<3>());
  }

  static bool singular(const Kinematics<double>& k, int b) { return !(k.turn[b][3] >= threshold::gimbal_lock); }
  static std::string why_singular(const Kinematics<double>& k, int b) {
    return std::string("is at gimbal lock (second Euler angle ") + (k.turn[b][2] > 0 ? "0" : "180 deg") +
           "): choose coordinates absolute or relative";
  }

  static void normalize(double*, double*) {}
  // At gimbal lock psi is zero and the rates are finite but wrong: nothing is evaluated there.
  static void from_body(const Kinematics<double>& k, int b, double* q, double* v) {
    const Mat3<double>& R = k.R[b];
    const double sine = std::hypot(R(0, 2), R(1, 2));
    for (int i = 0; i < 3; ++i) {
      q[i] = k.p[b][i];
      v[i] = k.v[b][i];
    }
    q[4] = std::atan2(sine, R(2, 2));
    if (sine >= threshold::gimbal_lock) {
      q[3] = std::atan2(R(0, 2), -R(1, 2));
      q[5] = std::atan2(R(2, 0), R(2, 1));
    } else {
      q[3] = std::atan2(R(1, 0), R(0, 0));
      q[5] = 0;
    }
    rates_of(Vec4<double>(std::cos(q[3]), std::sin(q[3]), R(2, 2), std::max(sine, threshold::gimbal_lock)), k.w[b], v + 3);
  }
  static void increment(const Kinematics<double>& k, int b, Order order, const Vec6<double>& A, double* d) {
    Vec3<double> turn = A.tail<3>();
    if (order == Order::acceleration) turn -= k.c[b].tail<3>();
    for (int i = 0; i < 3; ++i) d[i] = A[i];
    rates_of(k.turn[b], turn, d + 3);
  }

 private:
  // The angular velocity of the rates v[3..5].
  template <class S>
  static Vec3<S> spin(const Kinematics<S>& k, int b, const S* v) {
    const auto axis = k.R[b].col(2);
    return {k.turn[b][0] * v[4] + axis[0] * v[5], k.turn[b][1] * v[4] + axis[1] * v[5], v[3] + axis[2] * v[5]};
  }
  // The inverse.
  static void rates_of(const Vec4<double>& turn, const Vec3<double>& w, double* rates) {
    const double c1 = turn[0], s1 = turn[1];
    rates[1] = c1 * w[0] + s1 * w[1];
    rates[2] = (s1 * w[0] - c1 * w[1]) / turn[3];
    rates[0] = w[2] - rates[2] * turn[2];
  }
};

using EulerAngles = AbsoluteCoordinates<EulerAnglesChart>;

}  // namespace bricard
