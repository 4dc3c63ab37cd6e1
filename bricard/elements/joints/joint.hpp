// The contract of a joint kind. A joint connects marker A on its first body with marker B on its second.
//
// Markers: A has its z axis along `axis`, B along `axis2`, x axes equal in the design position as written, as far as the z axes
// allow. Where `axis` and `axis2` are two independent axes (uses.axis and uses.axis2) they are crossed: A has its z axis along
// `axis`, B its x axis along `axis2`, x_A nearest to x_B and z_B nearest to z_A. A body without an axis has the other's marker
// axes; without any they are global. In plane models z is the normal, and every marker has one of its axes along it.
//
//   type, help      name in the file; one line of reference
//   equation        the rows in letters of docs/notation.md; for its page of the reference, as are
//   reactions       what its reaction columns mean
//   example         a complete small model that uses it, runs in an instant, and is tested (io/reference_test.cpp)
//   uses            which geometric keys it takes
//   freedoms        d, number of free velocities; it has 6 - d rows, all of the following together
//   rows(pair, out) calls out(Row) for every constraint on the pair alone
//   names           its coordinates: every free motion that can be driven, started and measured
//   measured(pair, out)  calls out(Row) once per named coordinate, in the order of `names`
//
// A TreeKind is also a motion and may carry the spanning tree; a kind without `motion` always closes a loop, with its rows:
//
//   coordinates     how its free motion is stored: d numbers, or a quaternion (4) where the motion holds a ball
//   motion(q, v)    pose of B in A and its twist (basis times v), in A's axes
//   stored          how many of `names`, from the first, are the first coordinates q themselves; without it: all. Where the
//                   motion holds a ball, its quaternion is not
//
// Optional members:
//
//   designed(pair)  the kind with what was not given (a length, a phase) taken from the pair in its design position. Rows are
//                   asked only of a kind that is designed.
//   counted_rows(measured, out)  rows after rows(): functions of the measured coordinates, whose angles count turns
//   rate_rows(pair, out)  non-holonomic rows, the last: value is 0, f' = n·v + tau·w = 0 and f'' = n·v' + tau·w' + quad
//   coefficients()  of a kind that couples joints (uses.joints): sum of coefficient times coordinate = 0, one for each joint
//   has_tension     its first row is the length of a rod, whose tension is a column
//   note            a paragraph for its page of the reference
//   names_in_plane  its coordinates in plane models, where they differ from `names`
//   planar_freedoms  how many of the three freedoms in a plane it leaves; without it: 1, or all where it has no rows
//   lies_in_plane   its axis lies in the plane of a plane model; without it: it is the normal
//
// A joint that may have `friction` (friction.hpp) says how it rubs, on one surface or several:
//
//   rubs            the formula, for its page of the reference
//   surfaces        how many; without it: 1
//   needs_radius    friction needs `radius`
//   slip(pair, friction, surface, out)  calls out(Row) for each direction of slip: its rate is the slip speed of the surface, its
//                   covector what an effort along it does to the bodies; the value is not used
//   press(pair, friction, surface, reaction, out)  calls out(vector) for each normal force, linear in the reaction on B's body at
//                   B's origin: what presses is the sum of their sizes
//   lever(friction) of a kind whose friction is told as a torque: torque per effort
//
// For the laws:
//
//   samples()       values with numbers of their own, as they are after `designed`; without it: the default
//   fitted(any)     of a kind without a motion: a pose of B in A where its parts fit; `any` gives numbers, angles, vectors, axes
//
// A kind of plane models (uses.planar) is written once for both: rows, measured and rate_rows take any pair, Pair or PlanarPair
// (planar_pair.hpp), and use what both have. A kind that cannot, or need not compute as much, gives an overload for PlanarPair
// with the same rows in the same order: those out of the plane have any value, and after the last in the plane there may be
// none. Its motion is used in the plane where every column moves B along one
// fixed axis of A or about the normal.
//
// The laws (conformance_test.cpp): rows vanish on the motion; their covectors have full rank and annihilate the motion's basis;
// value, covector and quad agree with dual numbers; measured coordinates equal the motion's. Without a motion: rows vanish, with
// full rank, where the parts of the joint fit. In a plane model every row is in the plane or out of it.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "bricard/elements/joints/friction.hpp"
#include "bricard/elements/joints/joint_kind.hpp"
#include "bricard/elements/planar_pair.hpp"
#include "bricard/elements/reaction.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

// Motion of a tree joint. Pose and twist of B relative to A at B's origin, components in A's axes:
//   V = basis v (linear rows 0-2, angular rows 3-5),  V' = basis v' + bias.
template <class S, int d>
struct Motion {
  Mat3<S> R;
  Vec3<S> p;
  Eigen::Matrix<S, 6, d> basis = Eigen::Matrix<S, 6, d>::Zero();
  Vec6<S> bias = Vec6<S>::Zero();
};

template <class K>
concept TreeKind = requires(const K& kind, const double* x) {
  kind.template motion<double>(x, x);
};

// How many of the named coordinates are coordinates of the tree.
template <class K>
constexpr int stored_names() {
  if constexpr (requires { K::stored; })
    return K::stored;
  else
    return static_cast<int>(K::names.size());
}

template <class S>
Mat3<S> rotation_about_z(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle);
  Mat3<S> R;
  R << c, -s, S(0), s, c, S(0), S(0), S(0), S(1);
  return R;
}

template <class S>
Mat3<S> rotation_about_x(const S& angle) {
  using std::cos, std::sin;
  const S c = cos(angle), s = sin(angle);
  Mat3<S> R;
  R << S(1), S(0), S(0), S(0), c, -s, S(0), s, c;
  return R;
}

// A function held at a constant.
template <class S, template <class> class Row>
Row<S> held(Row<S> row, double constant) {
  row.value = row.value - S(constant);
  return row;
}

// A length that is given, on the side where the design has it; else as designed.
inline double length_as_designed(const std::optional<double>& given, double designed) {
  if (!given) return designed;
  return designed < -threshold::as_written * *given ? -*given : *given;
}

inline constexpr std::string_view turning_note =
    "The axes in which these coordinates count are the global ones in the design position, and move with the first body. The "
    "angles are those of `euler_xyz`: about x, then about y as it has turned, then about z as it has turned. `rx` and `rz` count "
    "turns; `ry` lies within ±90 deg, and at these ends none of the three is defined. A driver, a start or a force that uses one "
    "of them is refused there; their columns are `nan`. Choose the design position, or the axes of another joint, so that the "
    "motion stays away from there.";

// The angles rx, ry, rz of B in A, which turn about its own axes in this order: with R = Aᵀ B = Rx(rx) Ry(ry) Rz(rz)
//   tan rx = -R_yz / R_zz,   sin ry = R_xz,   tan rz = -R_xy / R_xx,
// and of a function with sine s and cosine c > 0:  f' = s'/c,  f'' = (s'' + s f'²)/c.
template <class S, class Out>
void turning_angles(const Pair<S>& m, Out&& out) {
  using std::atan2, std::sqrt;
  const auto R = [&](int i, int j) { return between<S>(m, m.A.col(i), m.B.col(j)); };
  const Row<S> yz = R(1, 2), zz = R(2, 2);
  out(angle_of<S>(m, zz, scaled<S>(S(-1), yz)));
  const S cosine = sqrt(yz.value * yz.value + zz.value * zz.value);
  const Row<S> xz = R(0, 2);
  Row<S> ry = scaled<S>(S(1) / cosine, xz);
  const S speed = rate(ry, m);
  ry.value = atan2(xz.value, cosine);
  ry.quad = ry.quad + xz.value * speed * speed / cosine;
  out(ry);
  out(angle_of<S>(m, R(0, 0), scaled<S>(S(-1), R(0, 1))));
}

// Two bearings `length` apart on an axis share a force F at their middle and a moment M across the axis:
//   N1,2 = F/2 ± axis × M/length;   without a length one bearing has the force.
template <class Out>
void two_bearings(const Friction& friction, const Vec3<double>& axis, const Vec3<double>& F, const Vec3<double>& M, Out&& out) {
  if (!friction.length) return out(F);
  const Vec3<double> couple = axis.cross(M) / *friction.length;
  out(Vec3<double>(0.5 * F + couple));
  out(Vec3<double>(0.5 * F - couple));
}
// The part of a vector across a unit vector, and along it.
inline Vec3<double> radial(const Vec3<double>& a, const Vec3<double>& axis) { return a - axis * axis.dot(a); }
inline Vec3<double> axial(const Vec3<double>& a, const Vec3<double>& axis) { return axis * axis.dot(a); }

// A direction of slip: along n, or a turn.
template <class S>
Row<S> slip_along(const Vec3<S>& n) {
  return {S(0), n, zero3<S>(), S(0)};
}
template <class S>
Row<S> slip_about(const Vec3<S>& axis, double radius) {
  return {S(0), zero3<S>(), axis * S(radius), S(0)};
}

// The three rows that hold B's origin at A's origin.
template <class S, class Out, template <class> class Pair>
void coincide(const Pair<S>& m, Out&& out) {
  for (int i = 0; i < 3; ++i) out(along<S>(m, m.A.col(i)));
}

// The two rows that hold B's z axis parallel to A's.
template <class S, class Out, template <class> class Pair>
void align(const Pair<S>& m, Out&& out) {
  out(between<S>(m, m.A.col(0), m.B.col(2)));
  out(between<S>(m, m.A.col(1), m.B.col(2)));
}

}  // namespace bricard
