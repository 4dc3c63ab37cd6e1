// What a function does over a stretch of time: an interval that holds all its values and one that holds all its slopes. Then
//
//   f(t) <= min(largest value, f(a) + (t - a) largest slope, f(b) - (b - t) smallest slope),     the mean value form,
//
// which for small stretches is as sharp as the function is smooth. Where f may jump its slope is the whole line.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bricard/math/dual.hpp"
#include "bricard/math/interpolant.hpp"
#include "bricard/math/interval.hpp"

namespace bricard {

using Enclosure = Dual<Interval, 1>;

inline Enclosure jumping(Truth condition, const Enclosure& a) {
  return condition == Truth::maybe ? Enclosure(a.value, {Interval::line()}) : a;
}
inline Enclosure stepped(const Enclosure& a) { return {a.value, {a.value.is_point() ? Interval(0) : Interval::line()}}; }

// A cubic over a part of its piece lies between its Bernstein coefficients there, and its slope between their differences:
// sharper than intervals of its terms, and a tenth of their work. What rounding adds is a share of the largest term.
inline Enclosure cubic_over(const Interpolant::Piece& piece, const Interval& part, const Interval& pace) {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  const std::array<double, 4>& c = piece.c;
  const double u = part.lo - piece.x, h = part.hi - part.lo;
  const double value = ((c[3] * u + c[2]) * u + c[1]) * u + c[0], slope = (3 * c[3] * u + 2 * c[2]) * u + c[1],
               bend = 3 * c[3] * u + c[2], end = ((c[3] * h + bend) * h + slope) * h + value,
               last = (3 * c[3] * h + 2 * bend) * h + slope;
  const double a = std::abs(u) + h, terms = std::abs(c[1]) + a * (2 * std::abs(c[2]) + 3 * a * std::abs(c[3]));
  const double b[] = {value, value + h / 3 * slope, end - h / 3 * last, end}, d[] = {slope, slope + bend * h, last};
  const double off = rounding * (std::abs(c[0]) + a * terms), off_slope = rounding * terms;
  const auto [low, high] = std::minmax({b[0], b[1], b[2], b[3]});
  const auto [least, most] = std::minmax({d[0], d[1], d[2]});
  return {Interval(low - off, high + off), {Interval(least - off_slope, most + off_slope) * pace}};
}

// All pieces that the argument meets.
inline Enclosure interpolate(const Interpolant& curve, const Enclosure& x, int order) {
  if (x.value.empty()) return Enclosure(Interval::none());
  const std::size_t first = curve.piece_at(x.value.lo), last = curve.piece_at(x.value.hi);
  Enclosure all(Interval::none(), {Interval::none()});
  for (std::size_t piece = first; piece <= last; ++piece) {
    const Interval part(std::max(x.value.lo, curve.begin_of(piece)), std::min(x.value.hi, curve.end_of(piece)));
    const bool is_inside = piece > 0 && piece + 1 < curve.pieces().size();
    const Enclosure more = order == 0 && is_inside ? cubic_over(curve.pieces()[piece], part, x.d[0])
                                                   : curve.evaluate_piece(piece, Enclosure(part, x.d), order);
    all = {Interval::hull(all.value, more.value), {Interval::hull(all.d[0], more.d[0])}};
  }
  return order > 0 && first < last ? Enclosure(all.value, {Interval::line()}) : all;
}

}  // namespace bricard
