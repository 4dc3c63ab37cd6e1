// What a function in code does over a box, estimated from samples: nothing proves that it does not do something else between
// them.
//
// Its slopes are taken at the ends and in the middle of the way on which the arguments cross the box, and at the middle of its
// faces; each is held to be within twice the range of these. The mean value form gives the values; where a sample lies off it
// the function bends or jumps inside, and its slope is not known.
#include <algorithm>
#include <array>
#include <cmath>

#include "bricard/math/enclosure.hpp"

namespace bricard {

namespace {

constexpr int most = ExternalFunction::most_arguments;
constexpr double slack = 1e-9;  // of the values: rounding, and that of differences

using Point = std::array<double, most>;

}  // namespace

Enclosure call_external(const ExternalFunction& f, std::span<const Enclosure> x, int order) {
  const std::size_t n = x.size();
  const auto value_at = [&](const Point& at) { return call_external(f, std::span(at.data(), n), order); };
  Point begin{}, middle{}, end{};
  bool is_point = true;
  for (std::size_t i = 0; i < n; ++i) {
    const Interval& range = x[i].value;
    if (range.empty()) return Enclosure(Interval::none());
    if (!std::isfinite(range.lo) || !std::isfinite(range.hi)) return Enclosure(Interval::line(), {Interval::line()});
    const bool falls = x[i].d[0].middle() < 0;
    begin[i] = falls ? range.hi : range.lo;
    end[i] = falls ? range.lo : range.hi;
    middle[i] = range.middle();
    is_point = is_point && range.is_point();
  }
  if (order < 0) return Enclosure(Interval::line(), {Interval::line()});

  std::array<Interval, most> slope;
  bool is_known = true;
  for (std::size_t i = 0; i < n; ++i) {
    const int along = derivative_by(order, static_cast<int>(i));
    if (x[i].value.is_point() && x[i].d[0].lo == 0 && x[i].d[0].hi == 0) continue;
    double low = Interval::infinity, high = -Interval::infinity;
    const auto add = [&](const Point& at) {
      const double here = along < 0 ? Interval::infinity : call_external(f, std::span(at.data(), n), along);
      is_known = is_known && std::isfinite(here);
      low = std::min(low, here);
      high = std::max(high, here);
    };
    add(middle);
    if (!is_point) add(begin), add(end);
    slope[i] = {low - (high - low), high + (high - low)};
  }

  const double center = value_at(middle);
  Interval seen(center), form(center), pace(0);
  if (!std::isfinite(center)) is_known = false;
  const auto see = [&](const Point& at) {
    const double value = value_at(at);
    if (std::isfinite(value))
      seen = Interval::hull(seen, Interval(value));
    else
      is_known = false;
  };
  if (!is_point) {
    for (const double share : {0.0, 0.25, 0.75, 1.0}) {
      Point at{};
      for (std::size_t i = 0; i < n; ++i) at[i] = begin[i] + share * (end[i] - begin[i]);
      see(at);
    }
    for (std::size_t i = 0; i < n && n > 1; ++i) {
      Point at = middle;
      at[i] = begin[i];
      see(at);
      at[i] = end[i];
      see(at);
    }
  }
  if (!is_known)
    return is_point && std::isfinite(center) ? Enclosure(Interval(center), {Interval::line()})
                                             : Enclosure(Interval::line(), {Interval::line()});
  for (std::size_t i = 0; i < n; ++i) {
    form = form + slope[i] * (x[i].value - Interval(middle[i]));
    pace = pace + slope[i] * x[i].d[0];
  }
  const double off = slack * std::max(std::abs(seen.lo), std::abs(seen.hi));
  if (seen.lo >= form.lo - off && seen.hi <= form.hi + off) return Enclosure(Interval::hull(form, seen), {pace});
  return Enclosure(Interval(seen.lo - seen.width(), seen.hi + seen.width()), {Interval::line()});
}

}  // namespace bricard
