// What a function does over a stretch of time: an interval that holds all its values and one that holds all its slopes. Then
//
//   f(t) <= min(largest value, f(a) + (t - a) largest slope, f(b) - (b - t) smallest slope),     the mean value form,
//
// which for small stretches is as sharp as the function is smooth. Where f may jump its slope is the whole line.
#pragma once
#include "bricard/math/dual.hpp"
#include "bricard/math/interpolant.hpp"
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

}  // namespace bricard
