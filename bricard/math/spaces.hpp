// Vectors of a rigid body in space and in the plane: accelerations, rows and forces [linear; angular], its inertia, and how they
// move from one point of it to another. In the plane there is one rotation, about z.
//
//   to_parent(row, r)   a row or force (n, tau), taken r back: tau + r × n
//   to_child(A, r)      an acceleration, taken rigidly r further: a + alpha × r
//   add_to_parent(I, r, parent)   adds Xᵀ I X, an inertia taken r back
//
// Their definitions are in space_operations.hpp.
#pragma once
#include "bricard/math/spatial.hpp"

namespace bricard {

template <class S>
using Vec2 = Eigen::Matrix<S, 2, 1>;

struct InSpace {
  static constexpr int size = 6, linear = 3;
  using Vector = Vec6<double>;
  using Matrix = Mat6<double>;
  using Offset = Vec3<double>;
  using Rotational = Mat3<double>;  // inertia about the centre of mass
  static Rotational no_inertia();

  static Vector to_parent(const Vector& row, const Offset& r);
  static Vector to_child(const Vector& A, const Offset& r);
  static Matrix inertia(double mass, const Rotational& J);
  static Vector momentum(double mass, const Rotational& J, const Vector& V);
  static void add_to_parent(const Matrix& I, const Offset& r, Matrix& parent);
};

struct InPlane {
  static constexpr int size = 3, linear = 2;
  using Vector = Vec3<double>;
  using Matrix = Mat3<double>;
  using Offset = Vec2<double>;
  using Rotational = double;
  static Rotational no_inertia();

  static Vector to_parent(const Vector& row, const Offset& r);
  static Vector to_child(const Vector& A, const Offset& r);
  static Matrix inertia(double mass, double J);
  static Vector momentum(double mass, double J, const Vector& V);
  static void add_to_parent(const Matrix& I, const Offset& r, Matrix& parent);
};

}  // namespace bricard
