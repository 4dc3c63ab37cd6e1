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
#include "bricard/math/external_function.hpp"
#include "bricard/math/grid_interpolant.hpp"
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
  const std::array here{cubic(c, u, 0), cubic(c, u, 1), cubic(c, u, 2) / 2, c[3]};  // the same cubic, from the part's begin
  const double end = cubic(here, h, 0), last = cubic(here, h, 1);
  const double a = std::abs(u) + h, terms = std::abs(c[1]) + a * (2 * std::abs(c[2]) + 3 * a * std::abs(c[3]));
  const double b[] = {here[0], here[0] + h / 3 * here[1], end - h / 3 * last, end}, d[] = {here[1], here[1] + here[2] * h, last};
  const double off = rounding * (std::abs(c[0]) + a * terms), off_slope = rounding * terms;
  const auto [low, high] = std::minmax({b[0], b[1], b[2], b[3]});
  const auto [least, most] = std::minmax({d[0], d[1], d[2]});
  return {Interval(low - off, high + off), {Interval(least - off_slope, most + off_slope) * pace}};
}

// An estimate from samples: code knows no intervals (external_enclosure.cpp).
Enclosure call_external(const ExternalFunction& f, std::span<const Enclosure> x, int order);

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

// All cells that the arguments meet; where they are too many nothing is known.
inline Enclosure interpolate(const GridInterpolant& surface, const Enclosure& x, const Enclosure& y, int order_x, int order_y) {
  constexpr std::size_t most_cells = 256;
  if (x.value.empty() || y.value.empty()) return Enclosure(Interval::none());
  const auto first_x = surface.piece_at(surface.x(), x.value.lo), last_x = surface.piece_at(surface.x(), x.value.hi);
  const auto first_y = surface.piece_at(surface.y(), y.value.lo), last_y = surface.piece_at(surface.y(), y.value.hi);
  if ((last_x - first_x + 1) * (last_y - first_y + 1) > most_cells) return Enclosure(Interval::line(), {Interval::line()});
  Enclosure all(Interval::none(), {Interval::none()});
  const auto part = [](const Enclosure& of, const std::vector<double>& axis, std::size_t piece) {
    return Enclosure(Interval(std::max(of.value.lo, GridInterpolant::begin_of(axis, piece)),
                              std::min(of.value.hi, GridInterpolant::end_of(axis, piece))),
                     of.d);
  };
  for (std::size_t j = first_y; j <= last_y; ++j)
    for (std::size_t i = first_x; i <= last_x; ++i) {
      const Enclosure more =
          surface.evaluate_cell(j * surface.columns() + i, part(x, surface.x(), i), part(y, surface.y(), j), order_x, order_y);
      all = {Interval::hull(all.value, more.value), {Interval::hull(all.d[0], more.d[0])}};
    }
  const bool one = first_x == last_x && first_y == last_y;
  return (order_x > 0 || order_y > 0) && !one ? Enclosure(all.value, {Interval::line()}) : all;
}

}  // namespace bricard
