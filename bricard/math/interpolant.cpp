// Slopes at the points, and from them the cubic of each interval (Hermite):
//   c2 = (3m - 2s0 - s1)/h,  c3 = (s0 + s1 - 2m)/h²,  m the chord's slope, s0 and s1 the slopes at its ends.
#include "bricard/math/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {
namespace {

using Numbers = std::vector<double>;

// Widths h and chord slopes m of the intervals.
struct Chords {
  Numbers h, m;
};

Chords chords_of(std::span<const Interpolant::Point> points) {
  Chords chords;
  chords.h.reserve(points.size());
  chords.m.reserve(points.size());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    chords.h.push_back(points[i + 1][0] - points[i][0]);
    chords.m.push_back((points[i + 1][1] - points[i][1]) / chords.h.back());
  }
  return chords;
}

// s_i = (|m_{i+1} - m_i| m_{i-1} + |m_{i-1} - m_{i-2}| m_i) / (sum of the weights), the chords being continued by two at each
// end along a parabola. Weights that vanish but for round-off mean straight lines on both sides: the mean.
Numbers akima_slopes(const Chords& chords) {
  const std::size_t n = chords.m.size();
  if (n == 1) return {chords.m[0], chords.m[0]};
  Numbers m(n + 4);  // m[i + 2] is chord i
  std::copy(chords.m.begin(), chords.m.end(), m.begin() + 2);
  m[1] = 2 * m[2] - m[3];
  m[0] = 2 * m[1] - m[2];
  m[n + 2] = 2 * m[n + 1] - m[n];
  m[n + 3] = 2 * m[n + 2] - m[n + 1];
  double scale = 0;
  for (const double slope : m) scale = std::max(scale, std::abs(slope));
  Numbers s(n + 1);
  for (std::size_t i = 0; i <= n; ++i) {
    const double left = std::abs(m[i + 3] - m[i + 2]), right = std::abs(m[i + 1] - m[i]);
    s[i] = left + right > 1e-12 * scale ? (left * m[i + 1] + right * m[i + 2]) / (left + right) : (m[i + 1] + m[i + 2]) / 2;
  }
  return s;
}

// Continuous curvature at the inner points: h_i s_{i-1} + 2(h_{i-1} + h_i) s_i + h_{i-1} s_{i+1} = 3(h_i m_{i-1} + h_{i-1} m_i);
// not-a-knot: the first two intervals share one cubic, and the last two.
Numbers spline_slopes(const Chords& chords) {
  const Numbers &h = chords.h, &m = chords.m;
  const std::size_t n = m.size();
  if (n == 1) return {m[0], m[0]};
  if (n == 2) {  // the parabola through three points
    const double curvature = (m[1] - m[0]) / (h[0] + h[1]);
    return {m[0] - h[0] * curvature, m[0] + h[0] * curvature, m[1] + h[1] * curvature};
  }
  Numbers lower(n + 1), diagonal(n + 1), upper(n + 1), s(n + 1);
  const auto end_row = [](double h0, double h1, double m0, double m1) {
    return ((h0 + 2 * (h0 + h1)) * h1 * m0 + h0 * h0 * m1) / (h0 + h1);
  };
  diagonal[0] = h[1];
  upper[0] = h[0] + h[1];
  s[0] = end_row(h[0], h[1], m[0], m[1]);
  for (std::size_t i = 1; i < n; ++i) {
    lower[i] = h[i];
    diagonal[i] = 2 * (h[i - 1] + h[i]);
    upper[i] = h[i - 1];
    s[i] = 3 * (h[i] * m[i - 1] + h[i - 1] * m[i]);
  }
  lower[n] = h[n - 2] + h[n - 1];
  diagonal[n] = h[n - 2];
  s[n] = end_row(h[n - 1], h[n - 2], m[n - 1], m[n - 2]);
  for (std::size_t i = 1; i <= n; ++i) {  // no pivoting is needed: every pivot is positive
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    s[i] -= factor * s[i - 1];
  }
  s[n] /= diagonal[n];
  for (std::size_t i = n; i-- > 0;) s[i] = (s[i] - upper[i] * s[i + 1]) / diagonal[i];
  return s;
}

void check(std::span<const Interpolant::Point> points) {
  if (points.size() < 2) throw Error("", "a table needs at least two points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto number = [&] { return "point " + std::to_string(i + 1); };
    if (!std::isfinite(points[i][0]) || !std::isfinite(points[i][1])) throw Error("", number() + " is not finite");
    if (i > 0 && points[i][0] <= points[i - 1][0])
      throw Error("", "x must rise: " + number() + " has x = " + to_text(points[i][0]) + " after " + to_text(points[i - 1][0]));
  }
}

}  // namespace

Interpolant::Interpolant(std::span<const Point> points, Curve curve, Outside outside)
    : points_(points.begin(), points.end()), curve_(curve), outside_(outside) {
  check(points);
  const Chords chords = chords_of(points);
  const std::size_t n = chords.m.size();
  Numbers s;
  if (curve == Curve::akima) s = akima_slopes(chords);
  if (curve == Curve::spline) s = spline_slopes(chords);
  pieces_.assign(n + 2, Piece{});
  for (std::size_t i = 0; i < n; ++i) {
    const double h = chords.h[i], m = chords.m[i];
    Piece& piece = pieces_[i + 1];
    piece.x = points[i][0];
    piece.c = {points[i][1], m, 0, 0};
    if (!s.empty()) piece.c = {points[i][1], s[i], (3 * m - 2 * s[i] - s[i + 1]) / h, (s[i] + s[i + 1] - 2 * m) / (h * h)};
  }
  const auto beyond = [&](const Point& end, double slope) -> Piece {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (outside == Outside::error) return {end[0], {nan, nan, nan, nan}};
    return {end[0], {end[1], outside == Outside::linear ? slope : 0, 0, 0}};
  };
  pieces_.front() = beyond(points.front(), s.empty() ? chords.m.front() : s.front());
  pieces_.back() = beyond(points.back(), s.empty() ? chords.m.back() : s.back());
}

bool Interpolant::covers(double x) const {
  if (outside_ != Outside::error || points_.empty()) return true;
  return x >= points_.front()[0] && x <= points_.back()[0];
}

// Both ends belong to the curve; an inner point to the interval on its right.
std::size_t Interpolant::piece_at(double x) const {
  if (pieces_.size() == 1 || x < points_.front()[0]) return 0;
  if (x > points_.back()[0]) return pieces_.size() - 1;
  const auto after =
      std::upper_bound(points_.begin() + 1, points_.end() - 1, x, [](double at, const Point& p) { return at < p[0]; });
  return static_cast<std::size_t>(after - points_.begin());
}

double Interpolant::begin_of(std::size_t piece) const {
  return piece == 0 || pieces_.size() == 1 ? -std::numeric_limits<double>::infinity() : points_[piece - 1][0];
}

double Interpolant::end_of(std::size_t piece) const {
  return piece + 1 >= pieces_.size() ? std::numeric_limits<double>::infinity() : points_[piece][0];
}

}  // namespace bricard
