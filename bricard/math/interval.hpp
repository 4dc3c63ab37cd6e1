// Intervals of numbers, rounded outwards: what is computed with them holds for every number inside. A comparison may be
// undecided; a choice is then the hull of both branches, without those that have no value (the root of a negative number is
// empty: NaN). Where a function has a value for a part of its argument only, the result is the whole line: smaller intervals
// know more.
//
// Reference: R.E. Moore, R.B. Kearfott, M.J. Cloud: Introduction to Interval Analysis, SIAM 2009.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bricard/math/noise.hpp"

namespace bricard {

enum class Truth { no, yes, maybe };
constexpr Truth operator!(Truth a) { return a == Truth::maybe ? a : a == Truth::yes ? Truth::no : Truth::yes; }

struct Interval {
  double lo = 0, hi = 0;

  constexpr Interval() = default;
  constexpr Interval(double number) : lo(number), hi(number) {}  // NOLINT: a number is a point
  constexpr Interval(double from, double to) : lo(from), hi(to) {}

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr Interval line() { return {-infinity, infinity}; }
  static constexpr Interval none() {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  bool empty() const { return !(lo <= hi); }
  bool is_point() const { return lo == hi; }
  double width() const { return hi - lo; }
  double middle() const { return lo + 0.5 * (hi - lo); }

  // Wider by a rounding at each end.
  static Interval outward(double lo, double hi) {
    constexpr double unit = std::numeric_limits<double>::epsilon(), tiny = std::numeric_limits<double>::denorm_min();
    if (lo == infinity) lo = std::numeric_limits<double>::max();
    if (hi == -infinity) hi = std::numeric_limits<double>::lowest();
    return {lo - (std::abs(lo) * unit + tiny), hi + (std::abs(hi) * unit + tiny)};
  }
  static Interval hull(const Interval& a, const Interval& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }

  friend Interval operator+(const Interval& a) { return a; }
  friend Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }
  friend Interval operator+(const Interval& a, const Interval& b) { return outward(a.lo + b.lo, a.hi + b.hi); }
  friend Interval operator-(const Interval& a, const Interval& b) { return outward(a.lo - b.hi, a.hi - b.lo); }
  // The product of a thing with itself is its square.
  friend Interval operator*(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return none();
    if (&a == &b) {
      const double low = a.lo * a.lo, high = a.hi * a.hi;
      return outward(a.lo <= 0 && a.hi >= 0 ? 0 : std::min(low, high), std::max(low, high));
    }
    const auto times = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
    const double p[] = {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)};
    return outward(std::min({p[0], p[1], p[2], p[3]}), std::max({p[0], p[1], p[2], p[3]}));
  }
  friend Interval operator/(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return none();
    if (b.lo <= 0 && b.hi >= 0) return a.lo == 0 && a.hi == 0 && !b.is_point() ? a : line();
    return a * outward(1 / b.hi, 1 / b.lo);
  }

  friend Truth operator<(const Interval& a, const Interval& b) {
    return a.hi < b.lo ? Truth::yes : a.lo >= b.hi || a.empty() || b.empty() ? Truth::no : Truth::maybe;
  }
  friend Truth operator<=(const Interval& a, const Interval& b) {
    return a.hi <= b.lo ? Truth::yes : a.lo > b.hi || a.empty() || b.empty() ? Truth::no : Truth::maybe;
  }
  friend Truth operator>(const Interval& a, const Interval& b) { return b < a; }
  friend Truth operator>=(const Interval& a, const Interval& b) { return b <= a; }
  friend Truth operator==(const Interval& a, const Interval& b) {
    if (a.is_point() && b.is_point() && a.lo == b.lo) return Truth::yes;
    return a.hi < b.lo || b.hi < a.lo || a.empty() || b.empty() ? Truth::no : Truth::maybe;
  }
  friend Truth operator!=(const Interval& a, const Interval& b) { return !(a == b); }
  friend Interval select(Truth condition, const Interval& a, const Interval& b) {
    return condition == Truth::yes ? a : condition == Truth::no ? b : hull(a, b);
  }
  friend double number_of(const Interval& a) { return a.middle(); }
};

namespace interval {

// Of a rising function that is defined from `first` to `last`.
template <class Function>
Interval rising(const Interval& a, const Function& f, double first = -Interval::infinity, double last = Interval::infinity) {
  if (a.empty() || a.hi < first || a.lo > last) return Interval::none();
  if (a.lo < first || a.hi > last) return Interval::line();
  return Interval::outward(f(a.lo), f(a.hi));
}

// Whether a holds a point `first` + n `period`; in doubt it does.
inline bool holds(const Interval& a, double first, double period) {
  const double slack = 4 * std::numeric_limits<double>::epsilon() * (std::abs(a.lo) + std::abs(a.hi) + period);
  return first + period * std::ceil((a.lo - slack - first) / period) <= a.hi + slack;
}

// A wave of period 2 pi whose maximum 1 stands at `top`.
template <class Function>
Interval wave(const Interval& a, const Function& f, double top) {
  constexpr double pi = std::numbers::pi;
  if (a.empty()) return a;
  if (!(a.width() < 2 * pi)) return {-1, 1};
  const double first = f(a.lo), last = f(a.hi);
  const Interval between = Interval::outward(std::min(first, last), std::max(first, last));
  return {holds(a, top - pi, 2 * pi) ? -1 : std::max(-1.0, between.lo), holds(a, top, 2 * pi) ? 1 : std::min(1.0, between.hi)};
}

}  // namespace interval

inline Interval sin(const Interval& a) {
  return interval::wave(
      a, [](double x) { return std::sin(x); }, std::numbers::pi / 2);
}
inline Interval cos(const Interval& a) {
  return interval::wave(
      a, [](double x) { return std::cos(x); }, 0);
}
inline Interval tan(const Interval& a) {
  if (!(a.width() < std::numbers::pi) || interval::holds(a, std::numbers::pi / 2, std::numbers::pi)) return Interval::line();
  return interval::rising(a, [](double x) { return std::tan(x); });
}
inline Interval asin(const Interval& a) {
  return interval::rising(
      a, [](double x) { return std::asin(x); }, -1, 1);
}
inline Interval acos(const Interval& a) { return Interval(std::numbers::pi / 2) - asin(a); }
inline Interval atan(const Interval& a) {
  return interval::rising(a, [](double x) { return std::atan(x); });
}
inline Interval sinh(const Interval& a) {
  return interval::rising(a, [](double x) { return std::sinh(x); });
}
inline Interval tanh(const Interval& a) {
  return interval::rising(a, [](double x) { return std::tanh(x); });
}
inline Interval exp(const Interval& a) {
  const Interval e = interval::rising(a, [](double x) { return std::exp(x); });
  return e.empty() ? e : Interval{std::max(0.0, e.lo), e.hi};
}
inline Interval cosh(const Interval& a) {
  const Interval e = exp(a), inverse = exp(-a), mean = (e + inverse) * Interval(0.5);
  return a.lo <= 0 && a.hi >= 0 ? Interval{1, std::max(std::cosh(a.lo), std::cosh(a.hi)) * (1 + 1e-15)} : mean;
}
inline Interval log(const Interval& a) {
  return interval::rising(
      a, [](double x) { return std::log(x); }, 0);
}
inline Interval sqrt(const Interval& a) {
  const Interval root = interval::rising(
      a, [](double x) { return std::sqrt(x); }, 0);
  return root.empty() ? root : Interval{std::max(root.lo == -Interval::infinity ? root.lo : 0.0, root.lo), root.hi};
}
inline Interval noise_of(const Interval& index, const Interval& seed) {
  if (index.empty() || seed.empty()) return Interval::none();
  if (index.is_point() && seed.is_point()) return noise_of(index.lo, seed.lo);
  return {-largest_noise, largest_noise};
}
inline Interval floor(const Interval& a) { return {std::floor(a.lo), std::floor(a.hi)}; }
// Over the cut of atan2, and around the origin, nothing is known.
inline Interval atan2(const Interval& y, const Interval& x) {
  if (y.empty() || x.empty()) return Interval::none();
  if (x.lo > 0) return atan(y / x);
  if (y.lo > 0) return Interval(std::numbers::pi / 2) - atan(x / y);
  if (y.hi < 0) return Interval(-std::numbers::pi / 2) - atan(x / y);
  return {-std::numbers::pi * (1 + 1e-15), std::numbers::pi * (1 + 1e-15)};
}
inline Interval pow(const Interval& a, double exponent) {
  if (a.empty()) return a;
  if (exponent < 0) return Interval(1) / pow(a, -exponent);
  const auto power = [exponent](double x) { return std::pow(x, exponent); };
  if (std::floor(exponent) != exponent) {
    const Interval p = interval::rising(a, power, 0);
    return p.empty() || p.lo == -Interval::infinity ? p : Interval{std::max(0.0, p.lo), p.hi};
  }
  if (std::fmod(exponent, 2) != 0) return interval::rising(a, power);
  const double low = power(a.lo), high = power(a.hi);
  return Interval::outward(a.lo <= 0 && a.hi >= 0 ? 0 : std::min(low, high), std::max(low, high));
}
inline Interval pow(const Interval& a, const Interval& b) {
  if (b.is_point()) return pow(a, b.lo);
  return a.lo > 0 ? exp(b * log(a)) : Interval::line();
}

}  // namespace bricard
