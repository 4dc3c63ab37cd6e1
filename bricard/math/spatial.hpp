// Small vectors, rotations and quaternions for any scalar: numbers, dual numbers, symbols.
// Quaternions are (e0, e1, e2, e3), e0 the scalar part, and turn components in the moving axes into the fixed ones.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "bricard/core/vector3.hpp"
#include "bricard/math/scalar.hpp"

namespace bricard {

template <class S>
using Vec3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Vec4 = Eigen::Matrix<S, 4, 1>;
template <class S>
using Mat3 = Eigen::Matrix<S, 3, 3>;
template <class S>
using Vec6 = Eigen::Matrix<S, 6, 1>;  // [linear; angular]
template <class S>
using Mat6 = Eigen::Matrix<S, 6, 6>;

// Values of a Model as vectors and matrices to compute with.
inline Vec3<double> eigen(const Vector3& v) { return {v[0], v[1], v[2]}; }
inline Vec4<double> eigen(const Quaternion& e) { return {e[0], e[1], e[2], e[3]}; }
inline Mat3<double> eigen(const Matrix3& m) {
  Mat3<double> M;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) M(i, j) = m(i, j);
  return M;
}

// Position and axes of a frame B seen from A: p_AB in A's axes, columns of R_AB are B's axes.
template <class S>
struct Pose {
  Mat3<S> R = Mat3<S>::Identity();
  Vec3<S> p = Vec3<S>::Zero();
};

template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// a b: first turn by b, then by a.
template <class S>
Vec4<S> quaternion_product(const Vec4<S>& a, const Vec4<S>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// R(e) of a quaternion that may be slightly off unit length: the homogeneous form divided by |e|² is a rotation for every e.
template <class S>
Mat3<S> rotation(const Vec4<S>& e) {
  const S s = S(2) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  const S xx = s * e[1] * e[1], yy = s * e[2] * e[2], zz = s * e[3] * e[3];
  const S xy = s * e[1] * e[2], xz = s * e[1] * e[3], yz = s * e[2] * e[3];
  const S wx = s * e[0] * e[1], wy = s * e[0] * e[2], wz = s * e[0] * e[3];
  Mat3<S> R;
  R << S(1) - yy - zz, xy - wz, xz + wy,  //
      xy + wz, S(1) - xx - zz, yz - wx,   //
      xz - wy, yz + wx, S(1) - xx - yy;
  return R;
}

// ė = ½ (0, w) e for an angular velocity in the fixed axes.
template <class S>
Vec4<S> quaternion_rate(const Vec4<S>& e, const Vec3<S>& w) {
  const S h(0.5);
  return {h * (-w[0] * e[1] - w[1] * e[2] - w[2] * e[3]), h * (w[0] * e[0] + w[1] * e[3] - w[2] * e[2]),
          h * (w[1] * e[0] + w[2] * e[1] - w[0] * e[3]), h * (w[2] * e[0] + w[0] * e[2] - w[1] * e[1])};
}

// ë = ½ (0, alpha) e + ½ (0, w) ė.
template <class S>
Vec4<S> quaternion_second(const Vec4<S>& e, const Vec3<S>& w, const Vec3<S>& alpha) {
  return quaternion_rate<S>(e, alpha) + quaternion_rate<S>(quaternion_rate<S>(e, w), w);
}

// The inverse: w = 2 ė ē / |e|² (ē the conjugate), for e that may be slightly off unit length.
inline Vec3<double> angular_velocity(const Vec4<double>& e, const Vec4<double>& e_rate) {
  const Vec4<double> product = quaternion_product<double>(e_rate, Vec4<double>(e[0], -e[1], -e[2], -e[3]));
  return 2 / e.squaredNorm() * product.tail<3>();
}

// The quaternion of the rotation vector phi: (cos(|phi|/2), sin(|phi|/2) phi/|phi|).
inline Vec4<double> quaternion_of(const Vec3<double>& phi) {
  const double angle = phi.norm();
  const double s = angle > 1e-8 ? std::sin(angle / 2) / angle : 0.5 - angle * angle / 48;
  return {std::cos(angle / 2), s * phi[0], s * phi[1], s * phi[2]};
}

// The same for any scalar, without branches: all four forms are computed and the one with the largest divisor is selected.
template <class S>
Vec4<S> quaternion_of_axes(const Mat3<S>& R) {
  using std::sqrt;
  const S trace = R(0, 0) + R(1, 1) + R(2, 2);
  const S x = R(2, 1) - R(1, 2), y = R(0, 2) - R(2, 0), z = R(1, 0) - R(0, 1);
  const S xy = R(1, 0) + R(0, 1), xz = R(2, 0) + R(0, 2), yz = R(2, 1) + R(1, 2);
  S square = S(1) + trace;  // 4 e_i² of the largest so far
  Vec4<S> e(square, x, y, z);
  const Vec4<S> others[] = {Vec4<S>(x, S(1) + S(2) * R(0, 0) - trace, xy, xz), Vec4<S>(y, xy, S(1) + S(2) * R(1, 1) - trace, yz),
                            Vec4<S>(z, xz, yz, S(1) + S(2) * R(2, 2) - trace)};
  for (int i = 0; i < 3; ++i) {
    const S other = others[i][i + 1];
    const auto larger = square < other;
    for (int c = 0; c < 4; ++c) e[c] = select(larger, others[i][c], e[c]);
    square = select(larger, other, square);
  }
  const S scale = select(e[0] < S(0), S(-0.5), S(0.5)) / sqrt(square);  // e0 >= 0
  return e * scale;
}

// The unit quaternion of a rotation matrix, with the largest component computed by the root (Shepperd 1978) and e0 >= 0.
Vec4<double> quaternion_of(const Mat3<double>& R);

// A right-handed frame whose z axis is `z` and whose x axis is nearest to `x_hint` where that is possible.
Mat3<double> frame_along(const Vec3<double>& z, const Vec3<double>& x_hint);

}  // namespace bricard
