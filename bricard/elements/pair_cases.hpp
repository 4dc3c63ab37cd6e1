// For the conformance tests of elements: random marker pairs, and a pair that moves with its twist, seen from A:
//   r(t) = r + v t,  B(t) = exp(w t) B,
// with t a second-order dual number at 0, so that f(t) carries f' and f'' along a constant twist.
#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "bricard/elements/pair.hpp"
#include "bricard/math/dual.hpp"

namespace bricard {

using D1 = Dual<double, 1>;
using Second = Dual<D1, 1>;

inline double value_of(const Second& x) { return x.value.value; }
inline double first_of(const Second& x) { return x.d[0].value; }
inline double second_of(const Second& x) { return x.d[0].d[0]; }

// x + x' t + x'' t²/2 at t = 0.
inline Second second_order(double x, double first, double second = 0) { return Second(D1(x, {first}), {D1(first, {second})}); }

template <int rows, int columns>
Eigen::Matrix<Second, rows, columns> second_order(const Eigen::Matrix<double, rows, columns>& x,
                                                  const Eigen::Matrix<double, rows, columns>& first,
                                                  const Eigen::Matrix<double, rows, columns>& second) {
  Eigen::Matrix<Second, rows, columns> result;
  for (int i = 0; i < x.size(); ++i) result(i) = second_order(x(i), first(i), second(i));
  return result;
}

inline Mat3<double> skew(const Vec3<double>& w) {
  Mat3<double> result;
  result << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return result;
}

// Values of a kind for the laws: its own, or the default.
template <class Kind>
std::vector<Kind> samples_of() {
  if constexpr (requires { Kind::samples(); })
    return Kind::samples();
  else
    return {Kind{}};
}

struct RandomPairs {
  std::mt19937 random{1};

  double number() { return std::normal_distribution<double>()(random); }
  double angle() { return std::uniform_real_distribution<double>(-std::numbers::pi, std::numbers::pi)(random); }
  Vec3<double> vector() { return {number(), number(), number()}; }
  Vec4<double> unit_quaternion() { return Vec4<double>(number(), number(), number(), number()).normalized(); }
  Mat3<double> axes() { return rotation<double>(unit_quaternion()); }
  Pair<double> pair() { return {axes(), axes(), vector(), vector(), vector()}; }
};

inline Pair<Second> moving(const Pair<double>& m) {
  const Mat3<double> W = skew(m.w);
  return {m.A.cast<Second>(), second_order<3, 3>(m.B, W * m.B, W * W * m.B), second_order<3, 1>(m.r, m.v, Vec3<double>::Zero()),
          m.v.cast<Second>(), m.w.cast<Second>()};
}

// The same pair seen from turned global axes.
inline Pair<double> turned(const Mat3<double>& Q, const Pair<double>& m) { return {Q * m.A, Q * m.B, Q * m.r, Q * m.v, Q * m.w}; }

// How far a row changed when the global axes were turned by Q.
inline double dependence_on_axes(const Row<double>& here, const Row<double>& there, const Mat3<double>& Q) {
  return std::max({std::abs(there.value - here.value) / (1 + std::abs(here.value)),
                   std::abs(there.quad - here.quad) / (1 + std::abs(here.quad)), (there.n - Q * here.n).norm(),
                   (there.tau - Q * here.tau).norm()});
}

// The law of a Row at one pair: its covector and quad are the derivatives of its value, and it does not depend on the global
// axes. Returns the largest deviation, relative to 1 + the size of the number. `rows(pair)` gives a std::vector<Row<S>>.
template <class Rows>
double deviation_of_rows(const Pair<double>& m, const Mat3<double>& Q, Rows&& rows) {
  double worst = 0;
  const auto compare = [&](double a, double b) { worst = std::max(worst, std::abs(a - b) / (1 + std::abs(b))); };
  const auto here = rows(m), there = rows(turned(Q, m));
  const auto along_twist = rows(moving(m));
  for (std::size_t i = 0; i < here.size(); ++i) {
    compare(here[i].value, value_of(along_twist[i].value));
    compare(rate(here[i], m), first_of(along_twist[i].value));
    compare(here[i].quad, second_of(along_twist[i].value));
    worst = std::max(worst, dependence_on_axes(here[i], there[i], Q));
  }
  return worst;
}

// The same for non-holonomic rows: they have no value, and quad is the derivative of the rate.
template <class Rows>
double deviation_of_rate_rows(const Pair<double>& m, const Mat3<double>& Q, Rows&& rows) {
  double worst = 0;
  const auto compare = [&](double a, double b) { worst = std::max(worst, std::abs(a - b) / (1 + std::abs(b))); };
  const auto here = rows(m), there = rows(turned(Q, m));
  const Pair<Second> moved = moving(m);
  const auto along_twist = rows(moved);
  for (std::size_t i = 0; i < here.size(); ++i) {
    compare(here[i].value, 0);
    compare(rate(here[i], m), value_of(rate(along_twist[i], moved)));
    compare(here[i].quad, first_of(rate(along_twist[i], moved)));
    worst = std::max(worst, dependence_on_axes(here[i], there[i], Q));
  }
  return worst;
}

}  // namespace bricard
