// What an element sees: two markers, A on its first body and B on its second, and nothing of the coordinates.
//
// All vectors are in global axes, but an element may use them only through dot and cross products with each other, so
// that its result does not depend on those axes. The twist is that of B relative to A, observed from A, at B's origin:
//
//   w = w_B - w_A,   v = v_B - v_A - w_A × r.
//
// A scalar function f of the pair then changes as  f' = n·v + tau·w  and  f'' = n·v' + tau·w' + quad, where v', w' are the
// rates seen from A. The covector (n, tau) is at once the row of the constraint Jacobian and the direction of the reaction:
// with M v' + Phi_vᵀ lambda = Q the row puts the force -lambda n and the torque -lambda tau on B's body at B's origin.
#pragma once
#include <numbers>

#include "bricard/math/spatial.hpp"

namespace bricard {

template <class S>
struct Pair {
  Mat3<S> A, B;  // columns: the axes of the markers
  Vec3<S> r;     // from A's origin to B's origin
  Vec3<S> v, w;  // relative twist
};

template <class S>
struct Row {
  S value;
  Vec3<S> n, tau;
  S quad;
};

template <class S>
Vec3<S> zero3() {
  return Vec3<S>(S(0), S(0), S(0));
}

// a·r, a fixed in A.
template <class S>
Row<S> along(const Pair<S>& m, const Vec3<S>& a) {
  return {dot<S>(a, m.r), a, zero3<S>(), S(0)};
}

// b·r, b fixed in B:  f' = b·v + (b × r)·w.
template <class S>
Row<S> along_second(const Pair<S>& m, const Vec3<S>& b) {
  const Vec3<S> wb = cross<S>(m.w, b);
  return {dot<S>(b, m.r), b, cross<S>(b, m.r), dot<S>(cross<S>(m.w, wb), m.r) + S(2) * dot<S>(wb, m.v)};
}

// a·b, a fixed in A and b in B:  f' = (b × a)·w,  quad = a·(w × (w × b)).
template <class S>
Row<S> between(const Pair<S>& m, const Vec3<S>& a, const Vec3<S>& b) {
  return {dot<S>(a, b), zero3<S>(), cross<S>(b, a), dot<S>(a, cross<S>(m.w, cross<S>(m.w, b)))};
}

// (a × b)·r, a fixed in A and b in B; with c = r × a it is b·c:  f' = (a × b)·v + (b × c)·w.
template <class S>
Row<S> triple(const Pair<S>& m, const Vec3<S>& a, const Vec3<S>& b) {
  const Vec3<S> c = cross<S>(m.r, a), wb = cross<S>(m.w, b);
  return {dot<S>(b, c), cross<S>(a, b), cross<S>(b, c), dot<S>(cross<S>(m.w, wb), c) + S(2) * dot<S>(wb, cross<S>(m.v, a))};
}

// |r|: n = r/|r|, quad = (v·v - (n·v)²)/|r|.
template <class S>
Row<S> length(const Pair<S>& m) {
  using std::sqrt;
  const S l = sqrt(dot<S>(m.r, m.r));
  const Vec3<S> n = m.r / l;
  const S rate = dot<S>(n, m.v);
  return {l, n, zero3<S>(), (dot<S>(m.v, m.v) - rate * rate) / l};
}

// x·f of a function f.
template <class S>
Row<S> scaled(const S& x, const Row<S>& f) {
  return {x * f.value, x * f.n, x * f.tau, x * f.quad};
}

// Component i of the quaternion e of B in A:  e' = ½ (0, w) ∘ e with w in A's axes, linear in w.
template <class S>
Row<S> quaternion_row(const Pair<S>& m, int i) {
  const Vec4<S> e = quaternion_of_axes<S>(m.A.transpose() * m.B);
  Vec3<S> tau;
  for (int j = 0; j < 3; ++j) tau[j] = quaternion_rate<S>(e, Vec3<S>(S(j == 0), S(j == 1), S(j == 2)))[i];
  return {e[i], zero3<S>(), m.A * tau, quaternion_second<S>(e, m.A.transpose() * m.w, zero3<S>())[i]};
}

// The combination x·f + y·g of two functions.
template <class S>
Row<S> combination(const S& x, const Row<S>& f, const S& y, const Row<S>& g) {
  return {x * f.value + y * g.value, x * f.n + y * g.n, x * f.tau + y * g.tau, x * f.quad + y * g.quad};
}

// An angle to the turn nearest to a reference.
template <class S>
S counted_turns(const S& angle, double reference) {
  return angle + S(2 * std::numbers::pi * std::round((reference - number_of(angle)) / (2 * std::numbers::pi)));
}

// The same to a reference that is no number either.
template <class S>
S counted_from(const S& angle, const S& reference) {
  using std::floor;
  const S turn(2 * std::numbers::pi);
  return angle + turn * floor((reference - angle) / turn + S(0.5));
}

// Rate of a row's function.
template <class S>
S rate(const Row<S>& row, const Pair<S>& m) {
  return dot<S>(row.n, m.v) + dot<S>(row.tau, m.w);
}

// The angle of the point (x, y), in (-pi, pi]:  f' = (x y' - y x')/rho²,  f'' likewise less 2 f' (x x' + y y')/rho².
template <class S>
Row<S> angle_of(const Pair<S>& m, const Row<S>& x, const Row<S>& y) {
  using std::atan2;
  const S scale = S(1) / (x.value * x.value + y.value * y.value);
  const S cx = -y.value * scale, cy = x.value * scale;
  Row<S> angle{atan2(y.value, x.value), cx * x.n + cy * y.n, cx * x.tau + cy * y.tau, S(0)};
  const S growth = (x.value * rate(x, m) + y.value * rate(y, m)) * scale;
  angle.quad = cx * x.quad + cy * y.quad - S(2) * growth * rate(angle, m);
  return angle;
}

// The angle from A's x axis to B's x axis about A's z axis.
template <class S>
Row<S> turn(const Pair<S>& m) {
  return angle_of<S>(m, between<S>(m, m.A.col(0), m.B.col(0)), between<S>(m, m.A.col(1), m.B.col(0)));
}

// The same where the z axes need not stay parallel: the angle of  (x_A·x_B + y_A·y_B, y_A·x_B - x_A·y_B),  which turning both
// markers about their z axes does not change. So it depends on the axis only, not on the x axes that are chosen across it.
template <class S>
Row<S> twist(const Pair<S>& m) {
  const auto sum = [&](int i, int j, int sign) {
    return combination<S>(S(1), between<S>(m, m.A.col(i), m.B.col(0)), S(sign), between<S>(m, m.A.col(j), m.B.col(1)));
  };
  return angle_of<S>(m, sum(0, 1, 1), sum(1, 0, -1));
}

}  // namespace bricard
