#include "bricard/analyses/dynamics/smooth_tables.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

double ripple(const Table& akima) {
  Table smooth = akima;
  smooth.interpolation = Interpolation::spline;
  const Interpolant a = make_interpolant(akima), b = make_interpolant(smooth);
  double area = 0, steepest = 0, low = akima.points[0][1], high = low;
  for (std::size_t i = 0; i < akima.points.size(); ++i) {
    const double x = akima.points[i][0];
    const double before = i > 0 ? x - akima.points[i - 1][0] : 0;
    const double after = i + 1 < akima.points.size() ? akima.points[i + 1][0] - x : 0;
    const bool is_last = i + 1 == akima.points.size();
    const auto slope_of = [&](const Interpolant& curve) { return is_last ? curve.evaluate(x, 1) : curve.pieces()[i + 1].c[1]; };
    const double slope = slope_of(b), h = std::max(before, after);
    area = std::max(area, h * h / 12 * std::abs(slope_of(a) - slope));
    steepest = std::max(steepest, std::abs(slope));
    low = std::min(low, akima.points[i][1]);
    high = std::max(high, akima.points[i][1]);
  }
  const double range = high - low;
  return range > 0 ? area * steepest / (range * range) : 0;
}

std::optional<Model> with_smooth_tables(const Model& model, double tolerance) {
  constexpr std::size_t few = 100;  // points, whose kinks cost less than a second model
  std::optional<Model> smooth;
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    const Table& table = model.tables[i];
    if (table.interpolation != Interpolation::akima || table.points.size() < few) continue;
    if (ripple(table) > threshold::depth * tolerance) continue;
    if (!smooth) smooth = model;
    smooth->tables[i].interpolation = Interpolation::spline;
    if (table.extrapolation == Extrapolation::linear) smooth->tables[i].extrapolation = Extrapolation::error;
  }
  return smooth;
}

}  // namespace bricard
