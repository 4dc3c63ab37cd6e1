// The area between Akima's curve and the spline, against a quadrature of both; which tables steps may smooth.
#include "bricard/analyses/dynamics/smooth_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/model/vocabulary.hpp"

namespace bricard {
namespace {

Table wave(int points_in_wave, int points) {
  Table table{"road", {}, Interpolation::akima, Extrapolation::linear, {}};
  const double h = 2 * std::acos(-1.0) / points_in_wave;
  for (int i = 0; i < points; ++i) table.points.push_back({i * h, 3 * std::sin(i * h)});
  return table;
}

// Simpson's rule is exact for the cubics of an interval.
TEST(SmoothTables, TheAreaBetweenTheCurvesIsTheOneThatIsStated) {
  const Table akima = wave(40, 400);
  Table spline = akima;
  spline.interpolation = Interpolation::spline;
  const Interpolant a = make_interpolant(akima), b = make_interpolant(spline);
  const auto apart = [&](double x) { return a.evaluate(x) - b.evaluate(x); };
  const double h = akima.points[1][0];
  double area = 0, largest = 0;
  for (std::size_t i = 0; i + 1 < akima.points.size(); ++i) {
    const double x = akima.points[i][0];
    area += h / 6 * (apart(x) + 4 * apart(x + h / 2) + apart(x + h));
    const double stated = h * h / 12 * (a.evaluate(0.0, 1) - b.evaluate(0.0, 1) - a.evaluate(x + h, 1) + b.evaluate(x + h, 1));
    EXPECT_NEAR(area, stated, 1e-12);
    largest = std::max(largest, std::abs(area));
  }
  // The range is 6, the steepest slope 3; the area may count from the other end of its swing.
  EXPECT_GE(2 * ripple(akima), largest * 3 / 36);
  EXPECT_LE(ripple(akima), 2 * largest * 3 / 36);
}

TEST(SmoothTables, StepsSmoothDenseTablesOnly) {
  Model model;
  model.tables = {wave(200, 2000), wave(20, 2000), wave(200, 50)};
  const auto smooth = with_smooth_tables(model, 1e-6);
  ASSERT_TRUE(smooth);
  EXPECT_EQ(smooth->tables[0].interpolation, Interpolation::spline);
  EXPECT_EQ(smooth->tables[0].extrapolation, Extrapolation::error);
  EXPECT_EQ(smooth->tables[1].interpolation, Interpolation::akima);
  EXPECT_EQ(smooth->tables[2].interpolation, Interpolation::akima);
  EXPECT_FALSE(with_smooth_tables(model, 1e-12));
}

}  // namespace
}  // namespace bricard
