// Mass, center of mass and inertia about it, in some frame; what rigid bodies that are fastened to each other have together
// (Steiner): I = Σ I_i + m_i (|d_i|² 1 - d_i d_iᵀ), d_i from the common center to that of the part.
#pragma once
#include "bricard/math/spatial.hpp"

namespace bricard {

struct MassProperties {
  double mass = 0;
  Vec3<double> center = Vec3<double>::Zero();
  Mat3<double> inertia = Mat3<double>::Zero();  // about the center, in the axes of the frame; Ixy = -∫xy dm
};

// Of a mass in one point, about another that lies d from it.
inline Mat3<double> inertia_of_point(double mass, const Vec3<double>& d) {
  return mass * (d.squaredNorm() * Mat3<double>::Identity() - d * d.transpose());
}

// In the frame in which theirs is X.
inline MassProperties seen_from(const Pose<double>& X, const MassProperties& part) {
  return {part.mass, X.p + X.R * part.center, X.R * part.inertia * X.R.transpose()};
}

// Without masses the center is the origin.
inline MassProperties together(const MassProperties& a, const MassProperties& b) {
  MassProperties sum{a.mass + b.mass, Vec3<double>::Zero(), a.inertia + b.inertia};
  if (b.mass == 0 || a.mass == 0) {
    sum.center = a.mass != 0 ? a.center : b.mass != 0 ? b.center : sum.center;
    return sum;
  }
  sum.center = (a.mass * a.center + b.mass * b.center) / sum.mass;
  sum.inertia += inertia_of_point(a.mass, a.center - sum.center) + inertia_of_point(b.mass, b.center - sum.center);
  return sum;
}

}  // namespace bricard
