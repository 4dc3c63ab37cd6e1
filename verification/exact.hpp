// Exact solutions in elliptic functions (Abramowitz and Stegun 16.4, 17.6; Whittaker, Analytical Dynamics, 44 and 69), computed
// by the arithmetic-geometric mean in long double: the pendulum, A02 (a pendulum that turns over) and the free rigid body.
#pragma once
#include <cmath>

namespace bricard::exact {

using Real = long double;

struct Jacobi {
  Real sn, cn, dn;
};

// sn, cn, dn of u for parameter m = k² in [0, 1), by descending Landen steps.
inline Jacobi jacobi(Real u, Real m) {
  Real a[40], c[40];
  a[0] = 1;
  c[0] = std::sqrt(m);
  Real b = std::sqrt(1 - m);
  int n = 0;
  while (c[n] > 1e-20L && n < 38) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
    ++n;
  }
  Real phi = std::ldexp(a[n] * u, n);
  for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  return {std::sin(phi), std::cos(phi), std::sqrt(1 - m * std::sin(phi) * std::sin(phi))};
}

// Complete integral of the first kind.
inline Real quarter_period(Real m) {
  Real a = 1, b = std::sqrt(1 - m);
  while (std::abs(a - b) > 1e-18L * a) {
    const Real mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::acos(Real(-1)) / (2 * a);
}

struct Plane {
  double x, y;
};

// A01: point mass on 1 m, released at (-1, 0): psi = -2 asin(k sn(K - w0 t)) from the downward vertical, k² = 1/2, w0² = 9.81.
inline Plane pendulum(Real t) {
  const Real m = 0.5L;
  const Real s = std::sqrt(m) * jacobi(quarter_period(m) - std::sqrt(9.81L) * t, m).sn;
  const Real psi = -2 * std::asin(s);
  return {double(std::sin(psi)), double(-std::cos(psi))};
}

// A02: phi'' = c sin phi, phi(0) = 0, phi'(0) = 1, phi clockwise from the upward vertical. Half the angle from the downward one
// is the amplitude am(w t, k), which starts at -K: w² = (1 + 4 c)/4, k² = 4 c/(1 + 4 c).
inline Real four_bars_rate(int windows) { return 9.81L * ((windows + 1) / 2.0L + windows) / ((windows + 1) / 3.0L + windows); }
inline Plane four_bars(int windows, Real t) {
  const Real c = four_bars_rate(windows), m = 4 * c / (1 + 4 * c), w = std::sqrt(1 + 4 * c) / 2;
  const Jacobi half = jacobi(w * t - quarter_period(m), m);  // sine and cosine of half the angle from below
  return {double(-2 * half.sn * half.cn), double(half.sn * half.sn - half.cn * half.cn)};
}

// Free body with moments 1, 2, 3 and rates (1, 0, 1.2): w = (cn, b sn, 1.2 dn) of 1.2 t, k² = 25/108.
inline void free_body(Real t, double w[3]) {
  const Jacobi e = jacobi(1.2L * t, 25.0L / 108);
  w[0] = double(e.cn);
  w[1] = double(e.sn);
  w[2] = double(1.2L * e.dn);
}

}  // namespace bricard::exact
