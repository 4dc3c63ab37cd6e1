// The rotation vector theta = angle · axis of a rotation R, R = exp(theta ×), for any scalar; the angle is below half a turn.
// With the angular velocity w in the fixed axes, R' = (w ×) R,
//
//   theta' = w - ½ theta × w + c theta × (theta × w),   c = (1 - ½ angle cot(½ angle)) / angle²,
//
// regular up to a full turn. (The inverse of the tangent operator: Géradin, Cardona: Flexible Multibody Dynamics, Wiley 2001.)
#pragma once
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

// theta = 2 h/sin(h) (e1, e2, e3) with the half angle h. Near zero h/sin(h) is the series of asin(s)/s in s², so that all
// derivatives exist there. At half a turn the axis changes its sign and theta jumps.
template <class S>
Vec3<S> rotation_vector(const Mat3<S>& R) {
  using std::atan2, std::sqrt;
  const Vec4<S> e = quaternion_of_axes<S>(R);
  const Vec3<S> axis(e[1], e[2], e[3]);
  const S x = dot<S>(axis, axis);  // sin² h
  const auto near_zero = x < S(threshold::series_in_sine);
  const S series = S(1) + x * (S(1. / 6) + x * (S(3. / 40) + x * (S(5. / 112) + x * (S(35. / 1152) + x * S(63. / 2816)))));
  const S s = sqrt(select(near_zero, S(1), x));
  const S ratio = select(near_zero, series, atan2(s, e[0]) / s);
  return axis * (S(2) * ratio);
}

// The torque conjugate to theta: m with m·w = k·theta' for every w, so m = k + ½ theta × k + c theta × (theta × k). A potential
// U(theta) gives the torque -m for k = dU/dtheta.
template <class S>
Vec3<S> conjugate_torque(const Vec3<S>& theta, const Vec3<S>& k) {
  using std::cos, std::sin, std::sqrt;
  const S x = dot<S>(theta, theta);
  const auto near_zero = x < S(threshold::series_in_angle);
  const S series = S(1. / 12) + x * (S(1. / 720) + x * (S(1. / 30240) + x * (S(1. / 1209600) + x * S(1. / 47900160))));
  const S angle_squared = select(near_zero, S(1), x), h = S(0.5) * sqrt(angle_squared);
  const S c = select(near_zero, series, (S(1) - h * cos(h) / sin(h)) / angle_squared);
  const Vec3<S> across = cross<S>(theta, k);
  return k + across * S(0.5) + cross<S>(theta, across) * c;
}

}  // namespace bricard
