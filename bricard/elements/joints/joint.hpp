// The contract of a joint kind. A joint connects marker A (z axis along `axis`) with marker B (z axis along `axis2`), x axes
// equal in the design position as written.
//
//   type, help      name in the file; one line of reference
//   uses            which geometric keys it takes beside `bodies` and `at`
//   freedoms        d, number of free velocities; it has 6 - d rows
//   coordinates     how its free motion is stored: d numbers, or a quaternion (4) where the motion holds a ball
//   rows(pair, out) calls out(Row) 6 - d times: the constraint
//   motion(q, v)    the same joint as a tree joint: pose of B in A and its twist (basis times v), in A's axes
//   measured(pair, out)  calls out(Row) once per named coordinate, in the order of `names`
//
// The laws (conformance_test.cpp): rows vanish on the motion; their covectors have full rank and annihilate the motion's basis;
// value, covector and quad agree with dual numbers; measured coordinates equal the motion's.
#pragma once
#include <array>
#include <string_view>

#include "bricard/core/field.hpp"
#include "bricard/elements/pair.hpp"

namespace bricard {

struct JointKeys {
  bool axis = true;
  bool axis2 = false;  // a second, independent axis; otherwise axis2 only restates `axis` on the second body
};

// A named free coordinate: its columns are J.<name> and J.<rate>.
struct CoordinateName {
  std::string_view name;  // "angle", "position", "angle2"
  std::string_view rate;  // "speed", "rate", "speed2"
  bool is_angle;
};

inline constexpr CoordinateName angle_coordinate{"angle", "speed", true};
inline constexpr CoordinateName position_coordinate{"position", "rate", false};

// Motion of a tree joint. Pose and twist of B relative to A at B's origin, components in A's axes:
//   V = basis v (linear rows 0-2, angular rows 3-5),  V' = basis v' + bias.
template <class S, int d>
struct Motion {
  Mat3<S> R;
  Vec3<S> p;
  Eigen::Matrix<S, 6, d> basis = Eigen::Matrix<S, 6, d>::Zero();
  Vec6<S> bias = Vec6<S>::Zero();
};

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

// The three rows that hold B's origin at A's origin.
template <class S, class Out>
void coincide(const Pair<S>& m, Out&& out) {
  for (int i = 0; i < 3; ++i) out(along<S>(m, m.A.col(i)));
}

// The two rows that hold B's z axis parallel to A's.
template <class S, class Out>
void align(const Pair<S>& m, Out&& out) {
  out(between<S>(m, m.A.col(0), m.B.col(2)));
  out(between<S>(m, m.A.col(1), m.B.col(2)));
}

}  // namespace bricard
