// Twists of bodies: velocities of the point that passes a fixed place, and angular velocities; their brackets, and what
// displacements do to them.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard::twists {

inline Vec3<double> linear(const Vec6<double>& V) { return V.head<3>(); }
inline Vec3<double> angular(const Vec6<double>& V) { return V.tail<3>(); }

// The twist b seen from what moves with a: [a, b].
inline Vec6<double> bracket(const Vec6<double>& a, const Vec6<double>& b) {
  Vec6<double> out;
  out << angular(a).cross(linear(b)) + linear(a).cross(angular(b)), angular(a).cross(angular(b));
  return out;
}

// x -> E x + d; of() is Ad_g.
struct Displacement {
  Mat3<double> E = Mat3<double>::Identity();
  Vec3<double> d = Vec3<double>::Zero();
  Vec6<double> of(const Vec6<double>& V) const {
    const Vec3<double> w = E * angular(V);
    Vec6<double> out;
    out << E * linear(V) + d.cross(w), w;
    return out;
  }
};

// The System has velocities of centres of mass, x from the origin; twists are those of the point that passes the origin.
inline Vec6<double> twist_of(const Vec6<double>& body, const Vec3<double>& x) {
  Vec6<double> V = body;
  V.head<3>() -= angular(body).cross(x);
  return V;
}
inline Vec6<double> body_of(const Vec6<double>& V, const Vec3<double>& x) {
  Vec6<double> body = V;
  body.head<3>() += angular(V).cross(x);
  return body;
}
// The same for accelerations: the centre moves.
inline Vec6<double> twist_rate_of(const Vec6<double>& a, const Vec6<double>& v, const Vec3<double>& x) {
  Vec6<double> A = twist_of(a, x);
  A.head<3>() -= angular(v).cross(linear(v));
  return A;
}
inline Vec6<double> body_rate_of(const Vec6<double>& A, const Vec6<double>& v, const Vec3<double>& x) {
  Vec6<double> a = body_of(A, x);
  a.head<3>() += angular(v).cross(linear(v));
  return a;
}

inline Vec6<double> of_body(const System& system, const Eigen::VectorXd& v, int b) {
  if (b == 0) return Vec6<double>::Zero();
  const int first = system.first_velocity(b);
  if (system.velocity_count(b) == 6) return v.segment<6>(first);
  Vec6<double> out;
  out << v[first], v[first + 1], 0, 0, 0, v[first + 2];
  return out;
}
inline void set_body(const System& system, const Vec6<double>& value, int b, Eigen::VectorXd& v) {
  const int first = system.first_velocity(b);
  if (system.velocity_count(b) == 6)
    v.segment<6>(first) = value;
  else
    v.segment<3>(first) << value[0], value[1], value[5];
}

}  // namespace bricard::twists
