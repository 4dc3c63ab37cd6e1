// Forward-mode dual numbers: a value and N derivative lanes, f(a + a' e) = f(a) + f'(a) a' e with e² = 0, over any scalar S: a
// double, a Dual (second derivatives), a Symbol. Griewank, Walther: Evaluating Derivatives, 2nd ed., SIAM 2008, chapter 3.
// Comparisons look at values only. A lane that is zero stays zero where a slope is infinite (sqrt at 0, asin at 1, pow at 0):
// nothing moves; a lane that is not becomes infinite there. abs at 0 has slope +1; atan2 at the origin has none (NaN).
#pragma once
#include <Eigen/Core>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "bricard/math/scalar.hpp"

namespace bricard {

// Directions that are differentiated at once where a mechanism is: the columns of one body.
inline constexpr int dual_lanes = 6;

template <class S, int N>
struct Dual {
  using Condition = decltype(std::declval<S>() < std::declval<S>());  // bool, or what a Symbol's comparison records
  static constexpr bool over_number = std::is_same_v<S, double>;

  S value;
  std::array<S, N> d;  // one lane per direction

  Dual() = default;                                      // like a double: not set, or zero in Dual{}
  Dual(double number) : value(number) { d.fill(S(0)); }  // NOLINT: a number is a constant
  Dual(const S& number)                                  // NOLINT
      requires(!over_number)
      : value(number) {
    d.fill(S(0));
  }
  Dual(const S& number, const std::array<S, N>& lanes) : value(number), d(lanes) {}

  // The independent variable of a lane: its derivative there is one.
  static Dual variable(const S& number, int lane) {
    Dual a(number);
    a.d[lane] = S(1);
    return a;
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) {
    return lanes(-a.value, [&](int i) -> S { return -a.d[i]; });
  }

  friend Dual operator+(const Dual& a, const Dual& b) {
    return lanes(a.value + b.value, [&](int i) -> S { return a.d[i] + b.d[i]; });
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return lanes(a.value - b.value, [&](int i) -> S { return a.d[i] - b.d[i]; });
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return lanes(a.value * b.value, [&](int i) -> S { return a.d[i] * b.value + a.value * b.d[i]; });
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.value / b.value, inverse = 1.0 / b.value;
    return lanes(quotient, [&](int i) -> S { return (a.d[i] - quotient * b.d[i]) * inverse; });
  }

  // With a constant the lanes of the constant need no arithmetic.
  friend Dual operator+(const Dual& a, double b) { return {a.value + b, a.d}; }
  friend Dual operator+(double a, const Dual& b) { return {a + b.value, b.d}; }
  friend Dual operator-(const Dual& a, double b) { return {a.value - b, a.d}; }
  friend Dual operator-(double a, const Dual& b) {
    return lanes(a - b.value, [&](int i) -> S { return -b.d[i]; });
  }
  friend Dual operator*(const Dual& a, double b) {
    return lanes(a.value * b, [&](int i) -> S { return a.d[i] * b; });
  }
  friend Dual operator*(double a, const Dual& b) { return b * a; }
  friend Dual operator/(const Dual& a, double b) {
    return lanes(a.value / b, [&](int i) -> S { return a.d[i] / b; });
  }
  friend Dual operator/(double a, const Dual& b) {
    const S quotient = a / b.value;
    return chain(quotient, -quotient / b.value, b);
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  Dual& operator+=(double b) { return *this = *this + b; }
  Dual& operator-=(double b) { return *this = *this - b; }
  Dual& operator*=(double b) { return *this = *this * b; }
  Dual& operator/=(double b) { return *this = *this / b; }

  friend Condition operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend Condition operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend Condition operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend Condition operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend Condition operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend Condition operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend Dual select(const Condition& condition, const Dual& a, const Dual& b) {
    if constexpr (std::is_same_v<Condition, bool>) {
      return condition ? a : b;
    } else {
      return lanes(select(condition, a.value, b.value), [&](int i) -> S { return select(condition, a.d[i], b.d[i]); });
    }
  }
  friend double number_of(const Dual& a) { return number_of(a.value); }

  friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return chain(sin(a.value), cos(a.value), a);
  }
  friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return chain(cos(a.value), -sin(a.value), a);
  }
  friend Dual tan(const Dual& a) {
    using std::tan;
    const S t = tan(a.value);
    return chain(t, 1.0 + t * t, a);
  }
  friend Dual asin(const Dual& a) {
    using std::asin, std::sqrt;
    return chain_if_moving(asin(a.value), 1.0 / sqrt(1.0 - a.value * a.value), a);
  }
  friend Dual acos(const Dual& a) {
    using std::acos, std::sqrt;
    return chain_if_moving(acos(a.value), -1.0 / sqrt(1.0 - a.value * a.value), a);
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return chain(atan(a.value), 1.0 / (1.0 + a.value * a.value), a);
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const S scale = 1.0 / (x.value * x.value + y.value * y.value);
    const S along_y = x.value * scale, along_x = y.value * scale;
    return lanes(atan2(y.value, x.value), [&](int i) -> S { return along_y * y.d[i] - along_x * x.d[i]; });
  }
  friend Dual sinh(const Dual& a) {
    using std::cosh, std::sinh;
    return chain(sinh(a.value), cosh(a.value), a);
  }
  friend Dual cosh(const Dual& a) {
    using std::cosh, std::sinh;
    return chain(cosh(a.value), sinh(a.value), a);
  }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const S t = tanh(a.value);
    return chain(t, 1.0 - t * t, a);
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const S e = exp(a.value);
    return chain(e, e, a);
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return chain_if_moving(log(a.value), 1.0 / a.value, a);
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const S root = sqrt(a.value);
    return chain_if_moving(root, 0.5 / root, a);
  }
  friend Dual pow(const Dual& a, double exponent) {
    using std::pow;
    if (exponent == 0) return Dual(1);
    if (exponent == 1) return a;
    return chain_if_moving(pow(a.value, exponent), exponent * pow(a.value, exponent - 1), a);
  }
  // d(a^b) = b a^(b-1) da + a^b log(a) db; the second slope is zero at a = 0.
  friend Dual pow(const Dual& a, const Dual& b) {
    using std::log, std::pow;
    const S power = pow(a.value, b.value);
    const S along_a = b.value * pow(a.value, b.value - 1.0);
    const S along_b = select(a.value == S(0), S(0), power * log(a.value));
    return lanes(power, [&](int i) -> S { return if_moving(a.d[i], along_a) + if_moving(b.d[i], along_b); });
  }
  friend Dual pow(double a, const Dual& b) { return pow(Dual(a), b); }
  friend Dual abs(const Dual& a) { return select(a.value < S(0), -a, a); }
  friend Dual floor(const Dual& a) {
    using std::floor;
    return Dual(floor(a.value));
  }
  // a - b trunc(a/b), a remainder with the sign of a.
  friend Dual fmod(const Dual& a, const Dual& b) {
    using std::fmod;
    const S rest = fmod(a.value, b.value), turns = (a.value - rest) / b.value;
    return lanes(rest, [&](int i) -> S { return a.d[i] - turns * b.d[i]; });
  }
  friend Dual fmod(const Dual& a, double b) {
    using std::fmod;
    return {fmod(a.value, S(b)), a.d};
  }
  friend Dual min(const Dual& a, const Dual& b) { return select(b.value < a.value, b, a); }
  friend Dual max(const Dual& a, const Dual& b) { return select(a.value < b.value, b, a); }

 private:
  template <class Lane>
  static Dual lanes(const S& value, Lane&& lane) {
    Dual result;
    result.value = value;
    for (int i = 0; i < N; ++i) result.d[i] = lane(i);
    return result;
  }
  static Dual chain(const S& value, const S& slope, const Dual& a) {
    return lanes(value, [&](int i) -> S { return slope * a.d[i]; });
  }
  static S if_moving(const S& lane, const S& slope) { return select(lane == S(0), S(0), slope * lane); }
  static Dual chain_if_moving(const S& value, const S& slope, const Dual& a) {
    return lanes(value, [&](int i) -> S { return if_moving(a.d[i], slope); });
  }
};

}  // namespace bricard

template <class S, int N>
struct Eigen::NumTraits<bricard::Dual<S, N>> : Eigen::NumTraits<S> {
  using Real = bricard::Dual<S, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    ReadCost = (N + 1) * Eigen::NumTraits<S>::ReadCost,
    AddCost = (N + 1) * Eigen::NumTraits<S>::AddCost,
    MulCost = (2 * N + 1) * Eigen::NumTraits<S>::MulCost
  };
};

template <class S, int N, class Operation>
struct Eigen::ScalarBinaryOpTraits<bricard::Dual<S, N>, double, Operation> {
  using ReturnType = bricard::Dual<S, N>;
};
template <class S, int N, class Operation>
struct Eigen::ScalarBinaryOpTraits<double, bricard::Dual<S, N>, Operation> {
  using ReturnType = bricard::Dual<S, N>;
};
