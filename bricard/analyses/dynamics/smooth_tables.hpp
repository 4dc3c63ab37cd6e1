// Akima's curve has a kink of curvature at every point: a road of 10 000 points would hold 10 000 of them, and a method of high
// order sees each. Where points are dense the spline through the same points is the same curve but for a ripple that vanishes at
// all points and whose area cancels from one interval to the next:
//
//   ∫ (akima - spline) dx up to point i = h²/12 (d_0 - d_i),      d: difference of the slopes there.
//
// What forces do is the integral of what they are. So where this area is below a tenth of the tolerance, relative to the range of
// the curve times the length over which it varies (range / steepest slope), steps are computed with the spline; all that is
// reported, and all that is watched, is Akima's curve. Where points are so few that the curves differ, kinks are resolved. Beyond
// the ends, where both go on along their slopes, the spline has no value: who comes there steps with the tables as written.
#pragma once
#include <optional>

#include "bricard/model/model.hpp"

namespace bricard {

// The model as steps see it; nothing: as it is.
std::optional<Model> with_smooth_tables(const Model& model, double tolerance);

// The area between Akima's curve and the spline, as above.
double ripple(const Table& akima);

}  // namespace bricard
