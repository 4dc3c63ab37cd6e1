// What an element sees in a planar model: the marker pair of pair.hpp with vectors of two components and one rotation, about z.
// An element that composes its rows from the functions below is written once for space and plane: there it is given a
// PlanarPair, and its rows that lie out of the plane are dropped. Axes of markers are seen as their shadows in the plane:
// an axis along the normal has none.
//
//   f' = n·v + tau w,   f'' = n·v' + tau w' + quad.
#pragma once
#include "bricard/elements/pair.hpp"
#include "bricard/math/spaces.hpp"

namespace bricard {

// A frame fixed in a body of a planar model.
struct PlanarFrame {
  int body = 0;
  Vec2<double> p = Vec2<double>::Zero();  // from the centre of mass
  Eigen::Matrix<double, 2, 3> axes = Eigen::Matrix<double, 2, 3>::Identity();
  double normal = 1;  // its z axis along the normal: ±1, or 0: it lies in the plane
};

// e_z × a.
template <class S>
Vec2<S> across(const Vec2<S>& a) {
  return {-a[1], a[0]};
}

template <class A>
concept TwoVector = A::SizeAtCompileTime == 2;

template <class S, TwoVector A, TwoVector B>
S dot(const A& a, const B& b) {
  return a[0] * b[0] + a[1] * b[1];
}

// (a × b)·e_z.
template <class S, TwoVector A, TwoVector B>
S cross(const A& a, const B& b) {
  return a[0] * b[1] - a[1] * b[0];
}

// A body's axes: cosine and sine of its angle.
template <class S>
struct Turned {
  S c = S(1), s = S(0);
  template <class Vector>
  Vec2<S> operator*(const Vector& a) const {
    return {c * a[0] - s * a[1], s * a[0] + c * a[1]};
  }
};

// The axes of a marker; col(i) as for the matrix that stands here in space.
template <class S>
struct PlanarAxes {
  const PlanarFrame* frame;
  Turned<S> body;
  Vec2<S> col(int i) const { return body * frame->axes.col(i); }
  // a in the marker's own x and y axes, where these lie in the plane.
  Vec2<S> inside(const Vec2<S>& a) const { return {dot<S>(col(0), a), dot<S>(col(1), a)}; }
};

template <class S>
struct PlanarPair {
  PlanarAxes<S> A, B;
  Vec2<S> r;  // from A's origin to B's origin
  Vec2<S> v;  // relative twist, as in space
  S w;
  S angle;  // from A's x axis to B's, about the normal, up to whole turns
};

template <class S>
struct PlanarRow {
  S value;
  Vec2<S> n;
  S tau;
  S quad;
};

template <class S>
Vec2<S> zero2() {
  return Vec2<S>(S(0), S(0));
}

template <class S>
PlanarRow<S> along(const PlanarPair<S>& m, const Vec2<S>& a) {
  return {dot<S>(a, m.r), a, S(0), S(0)};
}

// f' = (b × a) w,  quad = -(a·b) w².
template <class S>
PlanarRow<S> between(const PlanarPair<S>& m, const Vec2<S>& a, const Vec2<S>& b) {
  const S value = dot<S>(a, b);
  return {value, zero2<S>(), cross<S>(b, a), -value * m.w * m.w};
}

template <class S>
PlanarRow<S> length(const PlanarPair<S>& m) {
  using std::sqrt;
  const S l = sqrt(dot<S>(m.r, m.r));
  const Vec2<S> n = m.r / l;
  const S rate = dot<S>(n, m.v);
  return {l, n, S(0), (dot<S>(m.v, m.v) - rate * rate) / l};
}

template <class S>
PlanarRow<S> scaled(const S& x, const PlanarRow<S>& f) {
  return {x * f.value, x * f.n, x * f.tau, x * f.quad};
}

template <class S>
S rate(const PlanarRow<S>& row, const PlanarPair<S>& m) {
  return dot<S>(row.n, m.v) + row.tau * m.w;
}

// The angle about A's z axis, up to whole turns.
template <class S>
PlanarRow<S> turn(const PlanarPair<S>& m) {
  const S sense(m.A.frame->normal);
  return {sense * m.angle, zero2<S>(), sense, S(0)};
}

// In the plane z axes stay parallel.
template <class S>
PlanarRow<S> twist(const PlanarPair<S>& m) {
  return turn(m);
}

}  // namespace bricard
