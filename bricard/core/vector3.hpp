// Vectors, matrices and quaternions of a Model: plain numbers with what data need of arithmetic. Who computes with them turns
// them into those of the mathematics (Eigen), which this header does not read: conversions both ways are implicit where Eigen is
// known, and eigen(v) (math/spatial.hpp) starts an expression.
#pragma once
#include <array>
#include <cmath>

namespace bricard {

// An expression of Eigen with so many rows and columns.
template <class E>
concept EigenExpression = requires(const E& e) {
  e.derived();
  e.eval();
  E::RowsAtCompileTime;
};

// n numbers; arithmetic element by element.
template <class Self, int n>
struct NumbersOf {
  std::array<double, n> numbers{};

  constexpr double& operator[](int i) { return numbers[static_cast<std::size_t>(i)]; }
  constexpr double operator[](int i) const { return numbers[static_cast<std::size_t>(i)]; }
  constexpr auto begin() { return numbers.begin(); }
  constexpr auto end() { return numbers.end(); }
  constexpr auto begin() const { return numbers.begin(); }
  constexpr auto end() const { return numbers.end(); }

  friend constexpr bool operator==(const NumbersOf&, const NumbersOf&) = default;
  friend constexpr Self operator+(Self a, const Self& b) {
    for (int i = 0; i < n; ++i) a[i] += b[i];
    return a;
  }
  friend constexpr Self operator-(Self a, const Self& b) {
    for (int i = 0; i < n; ++i) a[i] -= b[i];
    return a;
  }
  friend constexpr Self operator-(Self a) {
    for (double& number : a) number = -number;
    return a;
  }
  friend constexpr Self operator*(double factor, Self a) {
    for (double& number : a) number *= factor;
    return a;
  }
  friend constexpr Self operator*(const Self& a, double factor) { return factor * a; }
  friend constexpr Self operator/(Self a, double divisor) {
    for (double& number : a) number /= divisor;
    return a;
  }
  constexpr Self& operator+=(const Self& other) { return self() = self() + other; }
  constexpr Self& operator-=(const Self& other) { return self() = self() - other; }
  constexpr Self& operator*=(double factor) { return self() = factor * self(); }

  constexpr double dot(const Self& other) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += numbers[i] * other[i];
    return sum;
  }
  constexpr double squared_norm() const { return dot(self()); }
  double norm() const { return std::sqrt(squared_norm()); }
  bool all_finite() const {
    for (const double number : numbers)
      if (!std::isfinite(number)) return false;
    return true;
  }
  constexpr bool is_zero() const {
    for (const double number : numbers)
      if (number != 0) return false;
    return true;
  }

 private:
  constexpr Self& self() { return static_cast<Self&>(*this); }
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

struct Vector3 : NumbersOf<Vector3, 3> {
  constexpr Vector3() = default;
  constexpr Vector3(double x, double y, double z) : NumbersOf{{x, y, z}} {}
  template <EigenExpression E>
  Vector3(const E& e) {  // NOLINT: the same vector
    const auto v = e.eval();
    for (int i = 0; i < 3; ++i) numbers[i] = v.coeff(i);
  }
  template <EigenExpression E>
  operator E() const {  // NOLINT
    return E(numbers[0], numbers[1], numbers[2]);
  }
  static constexpr Vector3 Zero() { return {}; }
  static constexpr Vector3 UnitX() { return {1, 0, 0}; }
  static constexpr Vector3 UnitY() { return {0, 1, 0}; }
  static constexpr Vector3 UnitZ() { return {0, 0, 1}; }
  static constexpr Vector3 Unit(int i) {
    Vector3 v;
    v[i] = 1;
    return v;
  }
  constexpr double x() const { return numbers[0]; }
  constexpr double y() const { return numbers[1]; }
  constexpr double z() const { return numbers[2]; }
  constexpr Vector3 cross(const Vector3& b) const {
    const Vector3& a = *this;
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  // Of unit length; zero stays zero. Divided by its largest component first, so that no square overflows or vanishes.
  Vector3 normalized() const {
    const double largest = std::fmax(std::fmax(std::abs(numbers[0]), std::abs(numbers[1])), std::abs(numbers[2]));
    if (!(largest > 0)) return *this;
    const Vector3 of_unit_size = *this / largest;
    return of_unit_size / of_unit_size.norm();
  }
};

// (e0, e1, e2, e3), e0 the scalar part.
struct Quaternion : NumbersOf<Quaternion, 4> {
  constexpr Quaternion() = default;
  constexpr Quaternion(double e0, double e1, double e2, double e3) : NumbersOf{{e0, e1, e2, e3}} {}
  template <EigenExpression E>
  Quaternion(const E& e) {  // NOLINT: the same quaternion
    const auto q = e.eval();
    for (int i = 0; i < 4; ++i) numbers[i] = q.coeff(i);
  }
  template <EigenExpression E>
  operator E() const {  // NOLINT
    return E(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
};

struct Matrix3 : NumbersOf<Matrix3, 9> {  // row by row
  constexpr Matrix3() = default;
  template <EigenExpression E>
  Matrix3(const E& e) {  // NOLINT: the same matrix
    const auto m = e.eval();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) (*this)(i, j) = m.coeff(i, j);
  }
  template <EigenExpression E>
  operator E() const {  // NOLINT
    E m;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) = (*this)(i, j);
    return m;
  }
  static constexpr Matrix3 Zero() { return {}; }
  static constexpr Matrix3 Identity() { return diagonal({1, 1, 1}); }
  static constexpr Matrix3 diagonal(const Vector3& d) {
    Matrix3 m;
    for (int i = 0; i < 3; ++i) m(i, i) = d[i];
    return m;
  }
  constexpr double& operator()(int i, int j) { return numbers[static_cast<std::size_t>(3 * i + j)]; }
  constexpr double operator()(int i, int j) const { return numbers[static_cast<std::size_t>(3 * i + j)]; }
  constexpr double trace() const { return numbers[0] + numbers[4] + numbers[8]; }
};

}  // namespace bricard
