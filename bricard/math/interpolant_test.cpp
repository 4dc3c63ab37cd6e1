// Curves through points against closed forms and published values.
#include "bricard/math/interpolant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/math/dual.hpp"

namespace bricard {
namespace {

using Curve = Interpolant::Curve;
using Outside = Interpolant::Outside;
using Points = std::vector<Interpolant::Point>;

constexpr Curve curves[] = {Curve::linear, Curve::akima, Curve::spline};

template <class Function>
Points sampled(Function f, const std::vector<double>& at) {
  Points points;
  for (const double x : at) points.push_back({x, f(x)});
  return points;
}

TEST(Interpolant, DefaultIsZero) {
  EXPECT_EQ(Interpolant().evaluate(3.0), 0);
  EXPECT_TRUE(Interpolant().covers(3));
}

TEST(Interpolant, PassesThroughItsPoints) {
  const Points points = {{-1, -900}, {0, 0}, {0.5, 10}, {1, 700}, {4, 3}};
  for (const Curve curve : curves)
    for (int n = 2; n <= 5; ++n) {
      const Interpolant f(Points(points.begin(), points.begin() + n), curve, Outside::error);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(f.evaluate(points[i][0]), points[i][1], 1e-12 * 900);
    }
}

TEST(Interpolant, ReproducesPolynomialsOfItsDegree) {
  const std::vector<double> at = {-1, -0.4, 0.1, 1.3, 2, 2.2, 5};
  const auto line = [](double x) { return 3 - 2 * x; };
  const auto cubic = [](double x) { return 1 + x * (2 + x * (-3 + 0.5 * x)); };
  for (double x = -3; x < 7; x += 0.17) {
    for (const Curve curve : curves)
      EXPECT_NEAR(Interpolant(sampled(line, at), curve, Outside::linear).evaluate(x), line(x), 1e-13 * 20);
    if (x < -1 || x > 5) continue;
    const Interpolant f(sampled(cubic, at), Curve::spline, Outside::error);
    EXPECT_NEAR(f.evaluate(x), cubic(x), 1e-12);
    EXPECT_NEAR(f.evaluate(x, 1), 2 - 6 * x + 1.5 * x * x, 1e-12);
    EXPECT_NEAR(f.evaluate(x, 2), -6 + 3 * x, 1e-11);
    EXPECT_NEAR(f.evaluate(x, 3), 3, 1e-10);
    EXPECT_EQ(f.evaluate(x, 4), 0);
  }
  const auto parabola = [](double x) { return x * x - x; };
  const Interpolant three(sampled(parabola, {0, 1, 3}), Curve::spline, Outside::error);
  EXPECT_NEAR(three.evaluate(2.0), 2, 1e-14);
  EXPECT_NEAR(three.evaluate(0.5), -0.25, 1e-14);
}

// The values that Akima's own method gives on these data, as published with scipy's Akima1DInterpolator (C. Gohlke).
TEST(Interpolant, AkimaAgainstPublishedValues) {
  const double y[] = {0, 2, 1, 3, 2, 6, 5.5, 5.5, 2.7, 5.1, 3};
  Points points;
  for (int i = 0; i < 11; ++i) points.push_back({double(i), y[i]});
  const Interpolant f(points, Curve::akima, Outside::error);
  const Points expected = {{0, 0},
                           {0.5, 1.375},
                           {1, 2},
                           {1.5, 1.5},
                           {2.5, 1.953125},
                           {3.5, 2.484375},
                           {4.5, 4.136363636363637},
                           {5.1, 5.980362391033624},
                           {6.5, 5.506729151646239},
                           {7.2, 5.203136745974525},
                           {8.6, 4.179655415901708},
                           {9.9, 3.411038659793813},
                           {10, 3}};
  for (const auto& [x, value] : expected) EXPECT_NEAR(f.evaluate(x), value, 1e-14) << x;
}

// By hand: chords 0, 0, 1, 1 make the corner exact: no overshoot, the mean slope at the corner.
TEST(Interpolant, AkimaKeepsStraightLinesBesideACorner) {
  const Interpolant f(Points{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 2}}, Curve::akima, Outside::linear);
  EXPECT_EQ(f.evaluate(0.5), 0);
  EXPECT_EQ(f.evaluate(2.0, 1), 0.5);
  EXPECT_EQ(f.evaluate(1.0, 1), 0);
  EXPECT_EQ(f.evaluate(3.5), 1.5);
}

TEST(Interpolant, SplineIsSmooth) {
  const Interpolant f(Points{{0, 0}, {1, 2}, {1.5, 1}, {3, 3}, {4, 2}}, Curve::spline, Outside::linear);
  const double e = 1e-9;
  for (const double x : {1.0, 1.5, 3.0})
    for (const int order : {0, 1, 2}) EXPECT_NEAR(f.evaluate(x - e, order), f.evaluate(x + e, order), 1e-6) << x << " " << order;
  for (const double x : {1.0, 3.0}) EXPECT_NEAR(f.evaluate(x - e, 3), f.evaluate(x + e, 3), 1e-9) << "not a knot";
  for (const double x : {0.0, 4.0})
    for (const int order : {0, 1}) EXPECT_NEAR(f.evaluate(x - e, order), f.evaluate(x + e, order), 1e-6) << "ends";
}

TEST(Interpolant, ExtrapolatesAsAsked) {
  const Points points = {{0, 1}, {1, 3}, {2, 4}};
  const Interpolant linear(points, Curve::linear, Outside::linear), constant(points, Curve::linear, Outside::constant),
      none(points, Curve::linear, Outside::error);
  EXPECT_EQ(linear.evaluate(-1.0), -1);
  EXPECT_EQ(linear.evaluate(4.0), 6);
  EXPECT_EQ(linear.evaluate(4.0, 1), 1);
  EXPECT_EQ(constant.evaluate(-1.0), 1);
  EXPECT_EQ(constant.evaluate(4.0), 4);
  EXPECT_EQ(constant.evaluate(4.0, 1), 0);
  EXPECT_TRUE(linear.covers(-1) && constant.covers(9));
  for (const double x : {-1e-9, 2.0 + 1e-9}) {
    EXPECT_FALSE(none.covers(x));
    for (int order = 0; order < 5; ++order) EXPECT_TRUE(std::isnan(none.evaluate(x, order)));
  }
  for (const double x : {0.0, 2.0}) {
    EXPECT_TRUE(none.covers(x));
    EXPECT_EQ(none.evaluate(x), linear.evaluate(x));
  }
  EXPECT_FALSE(none.covers(std::nan("")));
  EXPECT_TRUE(std::isnan(linear.evaluate(std::nan(""))));
}

TEST(Interpolant, DualNumbersGiveItsDerivatives) {
  using First = Dual<double, 1>;
  using Second = Dual<First, 1>;
  const Points points = {{0, 0}, {1, 2}, {1.5, 1}, {3, 3}, {4, 2}};
  for (const Curve curve : curves) {
    const Interpolant f(points, curve, Outside::linear);
    for (double x = -0.95; x < 5; x += 0.1) {
      const Second y = f.evaluate(Second(First::variable(x, 0), {First(1)}));
      EXPECT_DOUBLE_EQ(y.value.value, f.evaluate(x));
      EXPECT_NEAR(y.value.d[0], f.evaluate(x, 1), 1e-13);
      EXPECT_NEAR(y.d[0].d[0], f.evaluate(x, 2), 1e-12);
      EXPECT_NEAR(f.evaluate(x, 1), (f.evaluate(x + 1e-6) - f.evaluate(x - 1e-6)) / 2e-6, 1e-7);
    }
  }
}

TEST(Interpolant, IsAValue) {
  const Points points = {{0, 1}, {1, 3}};
  const Interpolant a(points, Curve::linear, Outside::error), b = a;
  EXPECT_EQ(a, b);
  EXPECT_NE(a, Interpolant(points, Curve::spline, Outside::error));
  EXPECT_NE(a, Interpolant(points, Curve::linear, Outside::constant));
}

TEST(Interpolant, RefusesBadPoints) {
  const auto message = [](const Points& points) -> std::string {
    try {
      Interpolant(points, Curve::linear, Outside::linear);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({}).find("at least two points"), std::string::npos);
  EXPECT_NE(message({{0, 0}}).find("at least two points"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {1, 0}, {1, 2}}).find("x must rise: point 3 has x = 1 after 1"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {-1, 0}}).find("x must rise"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {1, HUGE_VAL}}).find("point 2 is not finite"), std::string::npos);
  EXPECT_NE(message({{std::nan(""), 0}, {1, 0}}).find("point 1 is not finite"), std::string::npos);
}

}  // namespace
}  // namespace bricard
