// The equations of a tire on the road: see forces/tire.hpp.
#pragma once
#include "bricard/elements/forces/tire.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace tires {

constexpr double damping_time = 0.01;       // s: the springs that hold at rest, per stiffness
constexpr double fading_load = 0.002;       // of the largest load: below it there is no contact to speak of
constexpr double fading_deflection = 0.01;  // of the radius: below it the vertical damper fades
constexpr double airborne_time = 0.01;      // s, in which deflections die out

// |V|; below `low` an even polynomial with the same value and slope there, and none at rest: x (3 - (x/l)²)/2 with x = V²/l.
template <class S>
S speed_that_relaxes(const S& V, double low) {
  const S u = V / low, u2 = u * u;
  return select(size_of(V) < S(low), S(low * u2 * (1.5 - 0.5 * u2)), size_of(V));
}
// |V|; below `low` never less than half of it: a denominator.
template <class S>
S speed_off_zero(const S& V, double low) {
  return select(size_of(V) < S(low), S(0.5 * (V * V / low + low)), size_of(V));
}
// V/|V|, smooth below `low`.
template <class S>
S heading_of(const S& V, double low) {
  const S u = V / low;
  return select(size_of(V) < S(low), S(u * (1.5 - 0.5 * u * u)), sign_of(V));
}

// Inside the range, and whether it was; nothing is cut off where the range is not known.
template <class S>
S inside(const SlipRange& range, const S& x, S& clamped) {
  if (!range.is_known()) return x;
  const S cut = larger(S(range.least), smaller(S(range.most), x));
  clamped = select(cut == x, clamped, S(1));
  return cut;
}

// The rate of a deflection: driven by the velocity of slip, carried out of the contact with the speed of rolling, bounded where
// it slides at low speed.
template <class S>
S deflection_rate(const S& deflection, const S& slip_speed, const S& rolling, const S& length, const S& limit, const S& slow,
                  const S& contact) {
  const S slip = deflection / length;
  const S sliding = smooth_step(S((size_of(slip) / limit - 1.0) * 2.0)) * slow;
  const S bound = sliding * size_of(slip_speed) * slip / (1.5 * limit);
  return contact * (slip_speed - bound) - rolling * slip - (1.0 - contact) * deflection / airborne_time;
}

}  // namespace tires

template <class S>
Wrench<S> Tire::act(const Pair<S>& m, const Pair<S>& carried, const std::array<S, 0>&, const std::array<S, 3>& f,
                    std::array<S, 13>& result) const {
  using std::asin, std::atan, std::sqrt;
  const TireLaw& law = *used.value;
  const double low = law.low_speed;

  // The road under the wheel's center, as a plane.
  const Vec3<S> x_road = m.A.col(0), up = m.A.col(2);
  const auto height = road.value->height(S(dot<S>(x_road, m.r)), S(dot<S>(Vec3<S>(m.A.col(1)), m.r)));
  const S steep = S(1) / sqrt(S(1) + height.slope * height.slope);
  Vec3<S> z;
  for (int i = 0; i < 3; ++i) z[i] = (up[i] - height.slope * x_road[i]) * steep;

  // Contact point.
  const Vec3<S> n = carried.A.col(2);
  const S tilt = dot<S>(n, z), sine = larger(S(-1), smaller(S(1), tilt)), upright = root_of(S(1.0 - sine * sine));
  const S safe = larger(upright, S(threshold::lying_wheel));
  Vec3<S> e, t = cross<S>(n, z);
  for (int i = 0; i < 3; ++i) {
    e[i] = (z[i] - tilt * n[i]) / safe;
    t[i] = t[i] / safe;
  }
  const Vec3<S> side_axis = cross<S>(z, t);
  const S distance = (dot<S>(up, m.r) - height.value) * steep, loaded = distance / safe;
  Vec3<S> reach;  // C - W
  for (int i = 0; i < 3; ++i) reach[i] = -loaded * e[i];

  // Velocities of C as a point of the carrier.
  const S omega = dot<S>(carried.w, n);
  Vec3<S> w_carrier;
  for (int i = 0; i < 3; ++i) w_carrier[i] = m.w[i] - carried.w[i];
  const Vec3<S> by_turning = cross<S>(w_carrier, reach);
  Vec3<S> V;
  for (int i = 0; i < 3; ++i) V[i] = m.v[i] + by_turning[i];
  const S Vx = dot<S>(V, t), Vy = dot<S>(V, side_axis), Vz = dot<S>(V, z);

  // Load.
  const S R = free_radius(law, omega), deflection = R - loaded;
  const S pressed = larger(deflection, S(0));
  const S fade = smooth_step(S(pressed / (tires::fading_deflection * law.radius)));
  const S contact_side = select(upright > S(0.1), S(1), S(0));
  const S load = contact_side * larger(S(0), S(spring_force(law, pressed, omega, pressure_used) - law.vertical_damping * Vz / safe * fade));
  const double nominal = law.load.is_known() ? law.load.most : law.vertical_stiffness * law.radius * 0.1;
  const S contact = smooth_step(S(load / (tires::fading_load * nominal)));

  // Slip.
  S clamped(0);
  const S Re = bricard::rolling_radius(law, load, pressed, omega, pressure_used);
  const S slip_x = Re * omega - Vx;
  const S slow = 1.0 - smooth_step(S(size_of(Vx) / low));
  const S gamma = asin(sine);
  const double mirror = turned ? -1 : 1;
  Slip<S> slip;
  slip.load = larger(select(S(law.load.is_known() ? law.load.most : 1e30) < load, S(law.load.most), load),
                     S(threshold::least_tire_load));
  clamped = select(slip.load < load, S(1), clamped);
  slip.gamma = tires::inside(law.gamma, S(gamma * mirror), clamped);
  slip.speed = size_of(Vx);
  slip.heading = tires::heading_of(Vx, low);
  slip.pressure = S(pressure_used);
  slip.friction = f[0];
  S kappa, tan_alpha, ux_rate(0), uy_rate(0);
  if (relaxes()) {
    slip.kappa = slip.alpha = S(0);
    const TireForce<S> at_rest = forces_of(law, slip);
    const auto length = relaxation_lengths(law, at_rest, slip.load, slip.gamma);
    const S limit_x = larger(S(0.02), smaller(S(1), S(3.0 * at_rest.peak_x / larger(at_rest.stiffness_x, S(threshold::least_tire_slope)))));
    const S limit_y = larger(S(0.02), smaller(S(1), S(3.0 * at_rest.peak_y / larger(at_rest.stiffness_y, S(threshold::least_tire_slope)))));
    const S rolling = tires::speed_that_relaxes(Vx, low);
    ux_rate = tires::deflection_rate<S>(f[1], slip_x, rolling, length.x, limit_x, slow, contact);
    uy_rate = tires::deflection_rate<S>(f[2], Vy, rolling, length.y, limit_y, slow, contact);
    kappa = (f[1] + tires::damping_time * slow * slip_x) / length.x;
    tan_alpha = (f[2] + tires::damping_time * slow * Vy) / length.y;
  } else {
    const S speed = tires::speed_off_zero(Vx, low);
    kappa = slip_x / speed;
    tan_alpha = Vy / speed;
  }
  const S alpha = atan(tan_alpha);
  slip.kappa = tires::inside(law.kappa, kappa, clamped);
  slip.alpha = tires::inside(law.alpha, S(alpha * mirror), clamped);
  TireForce<S> force = forces_of(law, slip);
  if (turned) {
    force.fy = -force.fy;
    force.mx = -force.mx;
    force.mz = -force.mz;
  }
  force.fx = force.fx * contact;
  force.fy = force.fy * contact;
  force.mx = force.mx * contact;
  force.my = force.my * contact;
  force.mz = force.mz * contact;
  clamped = clamped * select(contact > S(0), S(1), S(0));

  Wrench<S> wrench;
  for (int i = 0; i < 3; ++i) {
    wrench.force[i] = force.fx * t[i] + force.fy * side_axis[i] + load * z[i];
    wrench.torque[i] = force.mx * t[i] + force.my * side_axis[i] + force.mz * z[i];
  }
  const Vec3<S> moved = cross<S>(reach, wrench.force);
  for (int i = 0; i < 3; ++i) wrench.torque[i] = wrench.torque[i] + moved[i];
  result = {force.fx, force.fy, load, force.mx, force.my, force.mz, alpha, kappa, gamma, deflection, clamped, ux_rate, uy_rate};
  return wrench;
}

}  // namespace bricard
