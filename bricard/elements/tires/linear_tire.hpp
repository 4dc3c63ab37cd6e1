// A tire for closed forms: forces in proportion to slip, without a limit.
//
//   F_x = C_s kappa,  F_y = -C_a alpha - C_g gamma,  M_z = t C_a alpha  (t: the pneumatic trail)
#pragma once
#include "bricard/elements/tires/slip.hpp"

namespace bricard {

struct LinearTire {
  double slip_stiffness = 0, cornering_stiffness = 0, camber_stiffness = 0;  // N, N/rad, N/rad
  double trail = 0, rolling_resistance = 0;                                  // m
  friend bool operator==(const LinearTire&, const LinearTire&) = default;
};

template <class S>
TireForce<S> forces_of(const LinearTire& tire, const Slip<S>& slip) {
  TireForce<S> f;
  f.fx = tire.slip_stiffness * slip.kappa * slip.friction;
  f.fy = -(tire.cornering_stiffness * slip.alpha + tire.camber_stiffness * slip.gamma) * slip.friction;
  f.mz = tire.trail * tire.cornering_stiffness * slip.alpha * slip.friction * slip.heading;
  f.my = -tire.rolling_resistance * slip.load * slip.heading;
  f.stiffness_x = tire.slip_stiffness * slip.friction;
  f.stiffness_y = tire.cornering_stiffness * slip.friction;
  f.peak_x = f.stiffness_x;  // at a slip of one: it has no peak
  f.peak_y = f.stiffness_y;
  return f;
}

}  // namespace bricard
