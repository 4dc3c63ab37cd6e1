// Surfaces over a grid: bilinear cells, tensor-product splines that reproduce bicubic polynomials, derivatives, what is beyond
// the ends, knots as decisions, and enclosures.
#include "bricard/math/grid_interpolant.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression_decisions.hpp"
#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

using Curve = Interpolant::Curve;
using Outside = Interpolant::Outside;

const std::vector<double> xs{-1, 0.5, 2, 3, 4.5}, ys{0, 1, 1.5, 4};

template <class F>
GridInterpolant surface(const F& f, Curve curve, Outside outside) {
  std::vector<double> values;
  for (const double y : ys)
    for (const double x : xs) values.push_back(f(x, y));
  return GridInterpolant(xs, ys, values, curve, outside);
}

double bicubic(double x, double y) { return (1 + x - 0.5 * x * x + 0.1 * x * x * x) * (2 - y + 0.3 * y * y - 0.05 * y * y * y); }
double bicubic_x(double x, double y) { return (1 - x + 0.3 * x * x) * (2 - y + 0.3 * y * y - 0.05 * y * y * y); }
double bicubic_xyy(double x, double y) { return (1 - x + 0.3 * x * x) * (0.6 - 0.3 * y); }

TEST(GridInterpolant, SplinesReproduceBicubicPolynomialsAndTheirDerivatives) {
  const GridInterpolant grid = surface(bicubic, Curve::spline, Outside::linear);
  for (const double x : {-1.0, -0.3, 0.5, 1.7, 2.0, 4.4, 4.5})
    for (const double y : {0.0, 0.2, 1.0, 1.3, 3.9, 4.0}) {
      EXPECT_NEAR(grid.evaluate(x, y, 0, 0), bicubic(x, y), 1e-12) << x << ' ' << y;
      EXPECT_NEAR(grid.evaluate(x, y, 1, 0), bicubic_x(x, y), 1e-11) << x << ' ' << y;
      EXPECT_NEAR(grid.evaluate(x, y, 1, 2), bicubic_xyy(x, y), 1e-10) << x << ' ' << y;
      using Number = Dual<double, 2>;
      const Number dual = grid.evaluate(Number::variable(x, 0), Number::variable(y, 1), 0, 0);
      EXPECT_NEAR(dual.d[0], grid.evaluate(x, y, 1, 0), 1e-12);
      EXPECT_NEAR(dual.d[1], grid.evaluate(x, y, 0, 1), 1e-12);
    }
}

// Between four values: z = z00 + (z10 - z00) u + (z01 - z00) w + (z00 + z11 - z10 - z01) u w.
TEST(GridInterpolant, LinearCellsAreBilinear) {
  const GridInterpolant grid(std::vector<double>{0, 2}, std::vector<double>{0, 4}, std::vector<double>{1, 3, 5, 11},
                             Curve::linear, Outside::linear);
  const auto bilinear = [](double u, double w) { return 1 + 2 * u + 4 * w + 4 * u * w; };
  for (const double x : {0.0, 0.5, 2.0, -1.0, 3.0})  // beyond the ends it goes on
    for (const double y : {0.0, 1.0, 4.0, -2.0, 6.0})
      EXPECT_DOUBLE_EQ(grid.evaluate(x, y, 0, 0), bilinear(x / 2, y / 4)) << x << ' ' << y;
  EXPECT_DOUBLE_EQ(grid.evaluate(0.5, 1.0, 1, 1), 4 / 8.0);
}

TEST(GridInterpolant, BeyondTheEndsAsCurvesDo) {
  const GridInterpolant held = surface(bicubic, Curve::spline, Outside::constant);
  EXPECT_NEAR(held.evaluate(-7.0, 1.3, 0, 0), bicubic(-1, 1.3), 1e-12);
  EXPECT_NEAR(held.evaluate(9.0, 9.0, 0, 0), bicubic(4.5, 4), 1e-12);
  EXPECT_EQ(held.evaluate(9.0, 9.0, 1, 0), 0);
  const GridInterpolant line = surface(bicubic, Curve::spline, Outside::linear);
  EXPECT_NEAR(line.evaluate(6.5, 1.3, 0, 0), bicubic(4.5, 1.3) + 2 * bicubic_x(4.5, 1.3), 1e-11);
  const GridInterpolant none = surface(bicubic, Curve::spline, Outside::error);
  EXPECT_TRUE(std::isnan(none.evaluate(4.6, 1.0, 0, 0)));
  EXPECT_TRUE(std::isnan(none.evaluate(1.0, -0.1, 0, 0)));
  EXPECT_NEAR(none.evaluate(4.5, 4.0, 0, 0), bicubic(4.5, 4), 1e-12);
  EXPECT_TRUE(none.covers(4.5, 4));
  EXPECT_FALSE(none.covers(4.5, 4.1));
}

TEST(GridInterpolant, RefusesWhatIsNoGrid) {
  const std::vector<double> two{0, 1}, falling{1, 0}, four{1, 2, 3, 4}, three{1, 2, 3};
  EXPECT_THROW(GridInterpolant(two, falling, four, Curve::linear, Outside::linear), Error);
  EXPECT_THROW(GridInterpolant(two, two, three, Curve::linear, Outside::linear), Error);
  EXPECT_THROW(GridInterpolant(two, two, four, Curve::akima, Outside::linear), Error);
  EXPECT_THROW(GridInterpolant(two, std::vector<double>{0}, two, Curve::linear, Outside::linear), Error);
}

struct GridWorld : World {
  GridInterpolant linear = surface(bicubic, Curve::linear, Outside::linear);
  GridInterpolant smooth = surface(bicubic, Curve::spline, Outside::linear);
  GridWorld() {
    scope.grid = [this](std::string_view name) { return name == "map" ? &linear : name == "fine" ? &smooth : nullptr; };
    scope.table_names.push_back("map");
  }
};

TEST(GridInExpressions, HasExactDerivatives) {
  const GridWorld world;
  const Expression e = world.parse("table(fine, x^2, 3*y - 1)");
  const double u = 0.49, w = 2.9;  // x = 0.7, y = 1.3
  EXPECT_NEAR(value(e), bicubic(u, w), 1e-12);
  EXPECT_NEAR(value(e.derivative(1)), 1.4 * bicubic_x(u, w), 1e-11);
  EXPECT_NEAR(value(e.derivative(1).derivative(2).derivative(2)), 1.4 * 9 * bicubic_xyy(u, w), 1e-9);
  EXPECT_EQ(value(world.parse("table(map, 0.5, 1)")), bicubic(0.5, 1));
  EXPECT_TRUE(world.parse("table(map, 0.5, 1)").is_constant());
}

TEST(GridInExpressions, FaultsNameTheTable) {
  const GridWorld world;
  EXPECT_EQ(world.faults("table(map, x)")[0].what, "`map` is a surface over a grid");
  EXPECT_EQ(world.faults("table(damper, x, y)")[0].what, "`damper` is a curve");
  EXPECT_EQ(world.faults("table(mapp, x, y)")[0].hint, "did you mean `map`?");
}

TEST(GridInExpressions, CellsOfLinearGridsAreDecisions) {
  const GridWorld world;
  Expression e = world.parse("table(map, x, y)");
  ASSERT_EQ(e.number_decisions(0), 1);
  std::vector<double> decisions(1), scratch;
  decide(e, at, scratch, decisions.data());  // x = 0.7, y = 1.3: between 0.5 and 2, 1 and 1.5
  const auto amount = [&](double x, double y) {
    const std::vector<double> there{0.5, x, y, 0.2, 30, 6};
    e.evaluate<double>(there, scratch, decisions.data());
    return left_behind<double>(e, e.nodes().back(), scratch.data(), decisions[0]);
  };
  EXPECT_LT(amount(0.6, 1.1), 0);
  EXPECT_NEAR(amount(2.1, 1.1), 0.1, 1e-12);
  EXPECT_NEAR(amount(0.6, 0.8), 0.2, 1e-12);
  // Held, the cell goes on beyond its sides.
  const std::vector<double> beyond{0.5, 2.5, 1.3, 0.2, 30, 6};
  EXPECT_NEAR(e.evaluate<double>(beyond, scratch, decisions.data()),
              value(e) + (2.5 - 0.7) * world.linear.evaluate(0.7, 1.3, 1, 0), 1e-12);
  EXPECT_EQ(world.parse("table(fine, x, y)").number_decisions(0), 0);
}

TEST(GridInExpressions, EnclosuresHoldAllValuesAndSlopes) {
  const GridWorld world;
  for (const char* text : {"table(map, x, 2*x)", "table(fine, x, 2*x)"}) {
    const Expression e = world.parse(text);
    std::vector<Enclosure> over(at.begin(), at.end()), enclosing;
    over[1] = Enclosure(Interval(-0.5, 2.2), {Interval(1)});
    const Enclosure all = e.evaluate<Enclosure>(over, enclosing);
    std::vector<double> there = at, scratch;
    double last = 0, least = 1e9, most = -1e9;
    for (int i = 0; i <= 270; ++i) {
      there[1] = -0.5 + 0.01 * i;
      const double z = e.evaluate<double>(there, scratch);
      EXPECT_LE(all.value.lo, z);
      EXPECT_GE(all.value.hi, z);
      if (i > 0) {
        EXPECT_LE(all.d[0].lo, (z - last) / 0.01 + 1e-9);
        EXPECT_GE(all.d[0].hi, (z - last) / 0.01 - 1e-9);
      }
      last = z;
      least = std::min(least, z);
      most = std::max(most, z);
    }
    EXPECT_LT(all.value.width(), 20 * (most - least));  // and is no empty promise
  }
}

}  // namespace
}  // namespace bricard
