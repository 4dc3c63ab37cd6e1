// What the inner loops of the kernel do with the articulated inertia of a body and with its forces and accelerations, in space
// and in the plane. Only the upper triangle is read and written, and all is done in plain numbers: what one body stores
// its parent loads at once, and a processor passes a number on quickly only if it is loaded as it was stored.
#pragma once
#include "bricard/math/space_operations.hpp"

namespace bricard::symmetric {

// diag(m, J).
inline void set(double mass, const Mat3<double>& J, Mat6<double>& I) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i <= j; ++i) I(i, j) = 0;
  I(0, 0) = I(1, 1) = I(2, 2) = mass;
  I(3, 3) = J(0, 0);
  I(3, 4) = J(0, 1);
  I(4, 4) = J(1, 1);
  I(3, 5) = J(0, 2);
  I(4, 5) = J(1, 2);
  I(5, 5) = J(2, 2);
}

inline void fill_lower(Mat6<double>& I) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < j; ++i) I(j, i) = I(i, j);
}

inline Vec6<double> product(const Mat6<double>& I, const Vec6<double>& v) {
  const double x = v[0], y = v[1], z = v[2], a = v[3], b = v[4], c = v[5];
  Vec6<double> u;
  u[0] = I(0, 0) * x + I(0, 1) * y + I(0, 2) * z + I(0, 3) * a + I(0, 4) * b + I(0, 5) * c;
  u[1] = I(0, 1) * x + I(1, 1) * y + I(1, 2) * z + I(1, 3) * a + I(1, 4) * b + I(1, 5) * c;
  u[2] = I(0, 2) * x + I(1, 2) * y + I(2, 2) * z + I(2, 3) * a + I(2, 4) * b + I(2, 5) * c;
  u[3] = I(0, 3) * x + I(1, 3) * y + I(2, 3) * z + I(3, 3) * a + I(3, 4) * b + I(3, 5) * c;
  u[4] = I(0, 4) * x + I(1, 4) * y + I(2, 4) * z + I(3, 4) * a + I(4, 4) * b + I(4, 5) * c;
  u[5] = I(0, 5) * x + I(1, 5) * y + I(2, 5) * z + I(3, 5) * a + I(4, 5) * b + I(5, 5) * c;
  return u;
}

inline double dot(const Vec6<double>& u, const Vec6<double>& v) {
  return (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) + (u[3] * v[3] + u[4] * v[4] + u[5] * v[5]);
}

// Adds a force (n, tau), taken r back, to that of the parent.
inline void add_force(const Vec6<double>& f, const Vec3<double>& r, Vec6<double>& parent) {
  const double x = f[0], y = f[1], z = f[2];
  parent[0] += x;
  parent[1] += y;
  parent[2] += z;
  parent[3] += f[3] + (r[1] * z - r[2] * y);
  parent[4] += f[4] + (r[2] * x - r[0] * z);
  parent[5] += f[5] + (r[0] * y - r[1] * x);
}

// Adds the acceleration of the parent, taken rigidly r further.
inline void add_acceleration(const Vec6<double>& parent, const Vec3<double>& r, Vec6<double>& A) {
  const double x = parent[3], y = parent[4], z = parent[5];
  A[0] += parent[0] + (y * r[2] - z * r[1]);
  A[1] += parent[1] + (z * r[0] - x * r[2]);
  A[2] += parent[2] + (x * r[1] - y * r[0]);
  A[3] += x;
  A[4] += y;
  A[5] += z;
}

// f - g - x U.
inline Vec6<double> rest(const Vec6<double>& f, const Vec6<double>& g, double x, const Vec6<double>& U) {
  Vec6<double> d;
  for (int i = 0; i < 6; ++i) d[i] = f[i] - g[i] - x * U[i];
  return d;
}

// A + c + x S.
inline void set_sum(const Vec6<double>& A, const Vec6<double>& c, double x, const Vec6<double>& S, Vec6<double>& sum) {
  for (int i = 0; i < 6; ++i) sum[i] = A[i] + c[i] + x * S[i];
}

// Adds Xᵀ (I - U Uᵀ / D) X, taken r back, to the inertia of the parent. With the blocks A, B, C of what is in the brackets:
//   A,  B - A r×,  C + r× (B - A r×) - Bᵀ r×.
inline void add_rest(const Mat6<double>& I, const Vec6<double>& U, double inverse, const Vec3<double>& r, Mat6<double>& parent) {
  const double x = r[0], y = r[1], z = r[2];
  const double u0 = U[0], u1 = U[1], u2 = U[2], u3 = U[3], u4 = U[4], u5 = U[5];
  const double w0 = inverse * u0, w1 = inverse * u1, w2 = inverse * u2, w3 = inverse * u3, w4 = inverse * u4, w5 = inverse * u5;
  const double a00 = I(0, 0) - w0 * u0, a01 = I(0, 1) - w0 * u1, a02 = I(0, 2) - w0 * u2;
  const double a11 = I(1, 1) - w1 * u1, a12 = I(1, 2) - w1 * u2, a22 = I(2, 2) - w2 * u2;
  const double b00 = I(0, 3) - w0 * u3, b01 = I(0, 4) - w0 * u4, b02 = I(0, 5) - w0 * u5;
  const double b10 = I(1, 3) - w1 * u3, b11 = I(1, 4) - w1 * u4, b12 = I(1, 5) - w1 * u5;
  const double b20 = I(2, 3) - w2 * u3, b21 = I(2, 4) - w2 * u4, b22 = I(2, 5) - w2 * u5;
  const double c00 = I(3, 3) - w3 * u3, c01 = I(3, 4) - w3 * u4, c02 = I(3, 5) - w3 * u5;
  const double c11 = I(4, 4) - w4 * u4, c12 = I(4, 5) - w4 * u5, c22 = I(5, 5) - w5 * u5;
  // B - A r×
  const double d00 = b00 - a01 * z + a02 * y, d01 = b01 + a00 * z - a02 * x, d02 = b02 - a00 * y + a01 * x;
  const double d10 = b10 - a11 * z + a12 * y, d11 = b11 + a01 * z - a12 * x, d12 = b12 - a01 * y + a11 * x;
  const double d20 = b20 - a12 * z + a22 * y, d21 = b21 + a02 * z - a22 * x, d22 = b22 - a02 * y + a12 * x;
  parent(0, 0) += a00;
  parent(0, 1) += a01;
  parent(1, 1) += a11;
  parent(0, 2) += a02;
  parent(1, 2) += a12;
  parent(2, 2) += a22;
  parent(0, 3) += d00;
  parent(1, 3) += d10;
  parent(2, 3) += d20;
  parent(0, 4) += d01;
  parent(1, 4) += d11;
  parent(2, 4) += d21;
  parent(0, 5) += d02;
  parent(1, 5) += d12;
  parent(2, 5) += d22;
  parent(3, 3) += c00 + y * (d20 + b20) - z * (d10 + b10);
  parent(3, 4) += c01 + y * d21 - z * d11 + z * b00 - x * b20;
  parent(4, 4) += c11 + z * (d01 + b01) - x * (d21 + b21);
  parent(3, 5) += c02 + y * d22 - z * d12 + x * b10 - y * b00;
  parent(4, 5) += c12 + z * d02 - x * d22 + x * b11 - y * b01;
  parent(5, 5) += c22 + x * (d12 + b12) - y * (d02 + b02);
}

// The same without U.
inline void add(const Mat6<double>& I, const Vec3<double>& r, Mat6<double>& parent) {
  add_rest(I, Vec6<double>::Zero(), 0, r, parent);
}

// ---- in the plane

inline void set(double mass, double J, Mat3<double>& I) {
  I(0, 0) = I(1, 1) = mass;
  I(2, 2) = J;
  I(0, 1) = I(0, 2) = I(1, 2) = 0;
}
inline void fill_lower(Mat3<double>& I) {
  I(1, 0) = I(0, 1);
  I(2, 0) = I(0, 2);
  I(2, 1) = I(1, 2);
}
inline Vec3<double> product(const Mat3<double>& I, const Vec3<double>& v) {
  const double x = v[0], y = v[1], z = v[2];
  return {I(0, 0) * x + I(0, 1) * y + I(0, 2) * z, I(0, 1) * x + I(1, 1) * y + I(1, 2) * z,
          I(0, 2) * x + I(1, 2) * y + I(2, 2) * z};
}
inline double dot(const Vec3<double>& u, const Vec3<double>& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }
inline void add_force(const Vec3<double>& f, const Vec2<double>& r, Vec3<double>& parent) { parent += InPlane::to_parent(f, r); }
inline void add_acceleration(const Vec3<double>& parent, const Vec2<double>& r, Vec3<double>& A) {
  A += InPlane::to_child(parent, r);
}
inline Vec3<double> rest(const Vec3<double>& f, const Vec3<double>& g, double x, const Vec3<double>& U) { return f - g - x * U; }
inline void set_sum(const Vec3<double>& A, const Vec3<double>& c, double x, const Vec3<double>& S, Vec3<double>& sum) {
  sum = A + c + x * S;
}
// X = [1, (-r_y, r_x); 0, 1]: the last column of (I - U Uᵀ / D) X, then that of Xᵀ (I - U Uᵀ / D) X.
inline void add_rest(const Mat3<double>& I, const Vec3<double>& U, double inverse, const Vec2<double>& r, Mat3<double>& parent) {
  const double u = U[0], v = U[1], w = U[2], wu = inverse * u, wv = inverse * v, rx = r[0], ry = r[1];
  const double xx = I(0, 0) - wu * u, xy = I(0, 1) - wu * v, yy = I(1, 1) - wv * v;
  const double xz = I(0, 2) - wu * w, yz = I(1, 2) - wv * w, zz = I(2, 2) - inverse * w * w;
  const double x = xz - xx * ry + xy * rx, y = yz - xy * ry + yy * rx;
  parent(0, 0) += xx;
  parent(0, 1) += xy;
  parent(1, 1) += yy;
  parent(0, 2) += x;
  parent(1, 2) += y;
  parent(2, 2) += zz - ry * (xz + x) + rx * (yz + y);
}
inline void add(const Mat3<double>& I, const Vec2<double>& r, Mat3<double>& parent) {
  add_rest(I, Vec3<double>::Zero(), 0, r, parent);
}

}  // namespace bricard::symmetric
