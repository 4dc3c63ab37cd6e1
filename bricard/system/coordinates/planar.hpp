// The chart of `absolute` in the plane: x and y of the centre of mass and the angle about z; v = q'. Motion out of the plane
// (along z, about x and y) is absent, as if rows held it.
#pragma once
#include "bricard/system/coordinates/absolute.hpp"

namespace bricard {

struct PlanarChart : PlainRates<3> {
  static constexpr std::string_view name = absolute_coordinates;
  static constexpr std::string_view help = "in the plane: x, y and the angle of every body; all joints are constraints";
  static constexpr int dimension = 2;
  static constexpr std::array<double, 3> q_per_radian{0, 0, 1}, v_per_radian = q_per_radian;
  static constexpr std::array<int, 3> absent{2, 3, 4};
  static constexpr bool everywhere = true, remembers = false, has_own_row = false;

  template <class S>
  static void motion(const Layout& layout, int b, const S* q, const S* v, Kinematics<S>& k) {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]), zero(0);
    k.p[b] = Vec3<S>(q[0], q[1], S(layout.designed[b].p[2]));
    k.R[b] << c, -s, zero, s, c, zero, zero, zero, S(1);
    k.v[b] = Vec3<S>(v[0], v[1], zero);
    k.w[b] = Vec3<S>(zero, zero, v[2]);
  }
  template <class S>
  static void motion(const Layout&, int b, const S* q, const S* v, PlanarKinematics<S>& k) {
    using std::cos, std::sin;
    k.angle[b] = q[2];
    k.R[b] = {cos(q[2]), sin(q[2])};
    k.p[b] = Vec2<S>(q[0], q[1]);
    k.v[b] = Vec2<S>(v[0], v[1]);
    k.w[b] = v[2];
  }
  template <class S>
  static Vec6<S> acceleration(const Kinematics<S>&, int, const S* a) {
    Vec6<S> A = Vec6<S>::Zero();
    A[0] = a[0];
    A[1] = a[1];
    A[5] = a[2];
    return A;
  }
  template <class S>
  static void pull_back(const Kinematics<S>&, int, const Vec6<S>& F, S* r) {
    r[0] = F[0];
    r[1] = F[1];
    r[2] = F[5];
  }
  static void normalize(double*, double*) {}
  static void from_body(const Kinematics<double>& k, int b, double* q, double* v) {
    q[0] = k.p[b][0];
    q[1] = k.p[b][1];
    q[2] = std::atan2(k.R[b](1, 0), k.R[b](0, 0));
    v[0] = k.v[b][0];
    v[1] = k.v[b][1];
    v[2] = k.w[b][2];
  }
  static void increment(const Kinematics<double>&, int, Order, const Vec6<double>& A, double* d) {
    d[0] = A[0];
    d[1] = A[1];
    d[2] = A[5];
  }
  static void increment(const PlanarKinematics<double>&, int, Order, const Vec3<double>& A, double* d) {
    for (int i = 0; i < 3; ++i) d[i] = A[i];
  }
};

using PlanarCoordinates = AbsoluteCoordinates<PlanarChart>;

}  // namespace bricard
