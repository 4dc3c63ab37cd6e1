// What a function does over a stretch of time: an interval that holds all its values and one that holds all its slopes. Then
//
//   f(t) <= min(largest value, f(a) + (t - a) largest slope, f(b) - (b - t) smallest slope),     the mean value form,
//
// which for small stretches is as sharp as the function is smooth. Where f may jump its slope is the whole line.
#pragma once
#include "bricard/math/dual.hpp"
#include "bricard/math/grid_interpolant.hpp"
#include "bricard/math/interval.hpp"

namespace bricard {

using Enclosure = Dual<Interval, 1>;

inline Enclosure jumping(Truth condition, const Enclosure& a) {
  return condition == Truth::maybe ? Enclosure(a.value, {Interval::line()}) : a;
}
inline Enclosure stepped(const Enclosure& a) { return {a.value, {a.value.is_point() ? Interval(0) : Interval::line()}}; }

// All pieces that the argument meets.
inline Enclosure interpolate(const Interpolant& curve, const Enclosure& x, int order) {
  if (x.value.empty()) return Enclosure(Interval::none());
  const std::size_t first = curve.piece_at(x.value.lo), last = curve.piece_at(x.value.hi);
  Enclosure all(Interval::none(), {Interval::none()});
  for (std::size_t piece = first; piece <= last; ++piece) {
    const Interval part(std::max(x.value.lo, curve.begin_of(piece)), std::min(x.value.hi, curve.end_of(piece)));
    const Enclosure more = curve.evaluate_piece(piece, Enclosure(part, x.d), order);
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
