// Euler parameters as the classical texts have them (Nikravesh 1988; Haug 1989): q = (p, e) and v = q', seven of each.
//   w = 2 vec(e' ē) / |e|²                     exact for every length of e, as is R(e): both see the direction of e alone
//   alpha = 2 vec(e'' ē) / |e|² - 2 s w,       s = e·e' / |e|²
// Motion along e is free of inertia, so M has a singular 7 × 7 block per body, and every body adds the row
//   ½ (e·e - 1) = 0,    e·e' = 0,    e·e'' + e'·e' = 0.
// From the angular acceleration and that row
//   e'' = ½ (0, alpha) e + ½ (0, w) e' + s e' - 2 s² e.
#pragma once
#include "bricard/system/coordinates/absolute.hpp"

namespace bricard {

struct EulerParametersChart : PlainRates<7> {
  static constexpr std::string_view name = "euler_parameters";
  static constexpr std::string_view help =
      "position and Euler parameters of every body and their rates, with a row for unit length";
  static constexpr int dimension = 3;
  static constexpr std::array<double, 7> q_per_radian{0, 0, 0, 0.5, 0.5, 0.5, 0.5}, v_per_radian = q_per_radian;
  static constexpr std::array<int, 0> absent{};
  static constexpr bool everywhere = true, remembers = true, has_own_row = true;

  template <class S>
  static void motion(const Layout&, int b, const S* q, const S* v, Kinematics<S>& k) {
    const Vec4<S> e(q[3], q[4], q[5], q[6]), rate(v[3], v[4], v[5], v[6]);
    k.p[b] = Vec3<S>(q[0], q[1], q[2]);
    k.R[b] = rotation<S>(e);
    k.v[b] = Vec3<S>(v[0], v[1], v[2]);
    k.w[b] = spin<S>(e, rate);
    k.turn[b] = e;
    k.turn_rate[b] = rate;
    k.c[b].template tail<3>() = k.w[b] * (S(-2) * inner<S>(e, rate) / inner<S>(e, e));
  }
  template <class S>
  static Vec6<S> acceleration(const Kinematics<S>& k, int b, const S* a) {
    Vec6<S> A = k.c[b];
    A.template head<3>() += Vec3<S>(a[0], a[1], a[2]);
    A.template tail<3>() += spin<S>(k.turn[b], Vec4<S>(a[3], a[4], a[5], a[6]));
    return A;
  }
  // torque · spin(e, x) = 2 / |e|² ((0, torque) e) · x.
  template <class S>
  static void pull_back(const Kinematics<S>& k, int b, const Vec6<S>& F, S* r) {
    const Vec4<S> on_e = quaternion_rate<S>(k.turn[b], F.template tail<3>());
    const S scale = S(4) / inner<S>(k.turn[b], k.turn[b]);
    for (int i = 0; i < 3; ++i) r[i] = F[i];
    for (int i = 0; i < 4; ++i) r[3 + i] = scale * on_e[i];
  }

  template <class S>
  static void own_row(Kinematics<S>& k, int b, int row) {
    const Vec4<S>&e = k.turn[b], &rate = k.turn_rate[b];
    k.Phi[row] = S(0.5) * (inner<S>(e, e) - S(1));
    k.Phi_rate[row] = inner<S>(e, rate);
    k.gamma[row] = -inner<S>(rate, rate);
  }
  template <class S>
  static S own_product(const Kinematics<S>& k, int b, const S* a) {
    return inner<S>(k.turn[b], Vec4<S>(a[3], a[4], a[5], a[6]));
  }
  template <class S>
  static void own_load(const Kinematics<S>& k, int b, const S& lambda, S* r) {
    for (int i = 0; i < 4; ++i) r[3 + i] = r[3 + i] + k.turn[b][i] * lambda;
  }

  // e and e' together by |e|, then e' without its part along e: R and w stay.
  static void normalize(double* q, double* v) {
    Eigen::Map<Vec4<double>> e(q + 3), rate(v + 3);
    const double length = e.norm();
    e /= length;
    rate /= length;
    rate -= e.dot(rate) * e;
  }
  static void from_body(const Kinematics<double>& k, int b, double* q, double* v) {
    Eigen::Map<Vec4<double>> e(q + 3), rate(v + 3);
    e = quaternion_of(k.R[b]);
    rate = quaternion_rate<double>(e, k.w[b]);
    for (int i = 0; i < 3; ++i) {
      q[i] = k.p[b][i];
      v[i] = k.v[b][i];
    }
  }
  // The part along e closes the row of its own, at each order; its gamma may hold an answer to what is open.
  static void increment(const Kinematics<double>& k, int b, Order order, const Vec6<double>& A, double* d) {
    const Vec4<double>&e = k.turn[b], &rate = k.turn_rate[b];
    const double square = e.squaredNorm(), s = e.dot(rate) / square;
    Eigen::Map<Vec4<double>> on_e(d + 3);
    on_e = quaternion_rate<double>(e, A.tail<3>());
    if (order == Order::position) on_e -= 0.5 * (square - 1) / square * e;
    if (order == Order::velocity) on_e -= s * e;
    if (order == Order::acceleration) {
      const double answer = k.gamma[k.gamma.size() - k.turn.size() + b] + rate.squaredNorm();
      on_e += quaternion_rate<double>(rate, k.w[b]) + s * rate - 2 * s * s * e + answer / square * e;
    }
    for (int i = 0; i < 3; ++i) d[i] = A[i];
  }

 private:
  template <class S>
  static S inner(const Vec4<S>& a, const Vec4<S>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  }
  // 2 vec(x ē) / |e|²: the angular velocity of e' = x.
  template <class S>
  static Vec3<S> spin(const Vec4<S>& e, const Vec4<S>& x) {
    const Vec4<S> product = quaternion_product<S>(x, Vec4<S>(e[0], -e[1], -e[2], -e[3]));
    const S scale = S(2) / inner<S>(e, e);
    return {scale * product[1], scale * product[2], scale * product[3]};
  }
};

using EulerParameters = AbsoluteCoordinates<EulerParametersChart>;

}  // namespace bricard
