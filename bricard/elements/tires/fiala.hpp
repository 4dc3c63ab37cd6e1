// The Fiala tire: a brush under parabolic pressure, with friction that falls with slip. E. Fiala, Z. VDI 96 (1954); M. Blundell,
// D. Harty, The Multibody Systems Approach to Vehicle Dynamics, 2nd ed. 2015, chapter 5.
//
//   S = sqrt(kappa² + tan² alpha), U = U_max - (U_max - U_min) S
//   F_x = C_s kappa                                 up to |kappa| = kappa* = U F_z / 2 C_s,
//         ±(U F_z - (U F_z)² / (4 |kappa| C_s))     beyond
//   F_y = -U F_z (1 - H³) sgn alpha, M_z = U F_z w (1 - H) H³ sgn alpha,  H = 1 - C_a |tan alpha| / (3 U F_z) >= 0
#pragma once
#include "bricard/elements/tires/slip.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

struct Fiala {
  double slip_stiffness = 0, cornering_stiffness = 0;  // N, N/rad
  double friction = 1, sliding_friction = 1;           // U_max, U_min
  double width = 0;                                    // m
  double rolling_resistance = 0;                       // m: moment per load
  friend bool operator==(const Fiala&, const Fiala&) = default;
};

template <class S>
TireForce<S> forces_of(const Fiala& tire, const Slip<S>& slip) {
  using std::tan;
  const S t = tan(slip.alpha), total = smaller(S(1), root_of(S(slip.kappa * slip.kappa + t * t)));
  const S U = (tire.friction - (tire.friction - tire.sliding_friction) * total) * slip.friction;
  const S limit = U * slip.load, size = size_of(slip.kappa), sense = sign_of(slip.alpha);
  const S critical = limit / (2 * tire.slip_stiffness);
  const S beyond = limit - limit * limit / (4 * tire.slip_stiffness * larger(size, S(critical + threshold::nothing)));
  TireForce<S> f;
  f.fx = select(size < critical, S(tire.slip_stiffness * slip.kappa), S(beyond * sign_of(slip.kappa)));
  const S H = larger(S(0), S(1.0 - tire.cornering_stiffness * size_of(t) / (3.0 * limit)));
  f.fy = -limit * (1.0 - H * H * H) * sense;
  f.mz = limit * tire.width * (1.0 - H) * H * H * H * sense * slip.heading;
  f.my = -tire.rolling_resistance * slip.load * slip.heading;
  f.stiffness_x = S(tire.slip_stiffness);
  f.stiffness_y = S(tire.cornering_stiffness);
  f.peak_x = f.peak_y = limit;
  return f;
}

}  // namespace bricard
