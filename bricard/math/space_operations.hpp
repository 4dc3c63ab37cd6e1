// How vectors of a rigid body move from one point of it to another, for those who compute with them: the functions of spaces.hpp.
#pragma once
#include "bricard/math/spaces.hpp"

namespace bricard {

inline InSpace::Rotational InSpace::no_inertia() { return Rotational::Zero(); }
inline InSpace::Vector InSpace::to_parent(const Vector& row, const Offset& r) {
  Vector up = row;
  up[3] += r[1] * row[2] - r[2] * row[1];
  up[4] += r[2] * row[0] - r[0] * row[2];
  up[5] += r[0] * row[1] - r[1] * row[0];
  return up;
}
inline InSpace::Vector InSpace::to_child(const Vector& A, const Offset& r) {
  Vector down = A;
  down[0] += A[4] * r[2] - A[5] * r[1];
  down[1] += A[5] * r[0] - A[3] * r[2];
  down[2] += A[3] * r[1] - A[4] * r[0];
  return down;
}
inline InSpace::Matrix InSpace::inertia(double mass, const Rotational& J) {
  Matrix I = Matrix::Zero();
  I(0, 0) = I(1, 1) = I(2, 2) = mass;
  I.bottomRightCorner<3, 3>() = J;
  return I;
}
inline InSpace::Vector InSpace::momentum(double mass, const Rotational& J, const Vector& V) {
  Vector p;
  p.head<3>() = mass * V.head<3>();
  p.tail<3>().noalias() = J * V.tail<3>();
  return p;
}
inline void InSpace::add_to_parent(const Matrix& I, const Offset& r, Matrix& parent) {
  Mat3<double> cross_r;
  cross_r << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  const Mat3<double> A = I.topLeftCorner<3, 3>(), B = I.topRightCorner<3, 3>();
  const Mat3<double> up = B - A * cross_r;
  parent.topLeftCorner<3, 3>() += A;
  parent.topRightCorner<3, 3>() += up;
  parent.bottomLeftCorner<3, 3>() += up.transpose();
  parent.bottomRightCorner<3, 3>() += I.bottomRightCorner<3, 3>() + cross_r * up - B.transpose() * cross_r;
}

inline InPlane::Rotational InPlane::no_inertia() { return 0; }
inline InPlane::Vector InPlane::to_parent(const Vector& row, const Offset& r) {
  return {row[0], row[1], row[2] + r[0] * row[1] - r[1] * row[0]};
}
inline InPlane::Vector InPlane::to_child(const Vector& A, const Offset& r) {
  return {A[0] - A[2] * r[1], A[1] + A[2] * r[0], A[2]};
}
inline InPlane::Matrix InPlane::inertia(double mass, double J) {
  Matrix I;
  I(0, 0) = I(1, 1) = mass;
  I(2, 2) = J;
  I(0, 1) = I(0, 2) = I(1, 2) = I(1, 0) = I(2, 0) = I(2, 1) = 0;
  return I;
}
inline InPlane::Vector InPlane::momentum(double mass, double J, const Vector& V) { return {mass * V[0], mass * V[1], J * V[2]}; }
inline void InPlane::add_to_parent(const Matrix& I, const Offset& r, Matrix& parent) {
  // X = [1, (-r_y, r_x); 0, 1]: the last column of I X, then that of Xᵀ I X.
  const double x = I(0, 2) - I(0, 0) * r[1] + I(0, 1) * r[0], y = I(1, 2) - I(1, 0) * r[1] + I(1, 1) * r[0];
  const double about = I(2, 2) - I(2, 0) * r[1] + I(2, 1) * r[0];
  parent(0, 0) += I(0, 0);
  parent(1, 0) += I(1, 0);
  parent(0, 1) += I(0, 1);
  parent(1, 1) += I(1, 1);
  parent(0, 2) += x;
  parent(1, 2) += y;
  parent(2, 0) += x;
  parent(2, 1) += y;
  parent(2, 2) += about - r[1] * x + r[0] * y;
}

}  // namespace bricard
