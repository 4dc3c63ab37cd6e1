// An integrator that shares nothing with the program: classical Runge-Kutta with many small steps, for equations that a case
// writes down by hand.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

namespace bricard::independent {

template <std::size_t n>
using Values = std::array<double, n>;

template <std::size_t n>
Values<n> plus(const Values<n>& y, double h, const Values<n>& k) {
  Values<n> sum = y;
  for (std::size_t i = 0; i < n; ++i) sum[i] += h * k[i];
  return sum;
}

// One step of y' = f(t, y).
template <std::size_t n, class Function>
Values<n> step(const Function& f, double t, const Values<n>& y, double h) {
  const Values<n> a = f(t, y), b = f(t + h / 2, plus(y, h / 2, a)), c = f(t + h / 2, plus(y, h / 2, b)),
                  d = f(t + h, plus(y, h, c));
  Values<n> next = y;
  for (std::size_t i = 0; i < n; ++i) next[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  return next;
}

// From t0 to t1 in `steps` equal steps.
template <std::size_t n, class Function>
Values<n> integrate(const Function& f, double t0, Values<n> y, double t1, long steps) {
  const double h = (t1 - t0) / double(steps);
  for (long i = 0; i < steps; ++i) y = step(f, t0 + double(i) * h, y, h);
  return y;
}

// Cubic step of height 1 from x0 to x1, and the quintic one.
inline double ramp3(double x, double x0, double x1) {
  const double s = std::fmin(1, std::fmax(0, (x - x0) / (x1 - x0)));
  return s * s * (3 - 2 * s);
}
inline double ramp5(double x, double x0, double x1) {
  const double s = std::fmin(1, std::fmax(0, (x - x0) / (x1 - x0)));
  return s * s * s * (10 + s * (6 * s - 15));
}

}  // namespace bricard::independent
