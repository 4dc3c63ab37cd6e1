// Times at which functions change their pieces, against those that can be read off the texts.
#include "bricard/math/time_pieces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

// All of them in (0, 10].
std::vector<double> changes(const std::string& text, double unit = 1, double end = 10) {
  const World world;
  const TimePieces pieces(world.parse(text), unit);
  std::vector<double> times;
  double t = 0;
  while (const auto change = pieces.next(t, end, 1e-9 * end)) {
    EXPECT_LE(std::nextafter(change->before, 2 * end), change->after) << text;
    EXPECT_LE(change->after - change->before, 1e-15 * end) << text;
    times.push_back(t = change->after);
  }
  return times;
}

void expect_changes(const std::string& text, const std::vector<double>& expected) {
  const std::vector<double> found = changes(text);
  ASSERT_EQ(found.size(), expected.size()) << text;
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 4e-15) << text;
}

TEST(TimePieces, SmoothFunctionsHaveNone) {
  const World world;
  for (const char* text : {"3", "t", "sin(3*t) + exp(-t)", "t^3", "t/5", "x*abs(y)", "if(x < 1, t, 2*t)"})
    EXPECT_TRUE(TimePieces(world.parse(text), 1).empty()) << text;
}

TEST(TimePieces, ComparisonsAndTheirKin) {
  expect_changes("if(t < 1, 0, t - 1)", {1});
  expect_changes("if(t <= 1, 0, t - 1)", {1});
  expect_changes("if(abs(t - 5.3) < 1e-6, 1, 0)", {5.3 - 1e-6, 5.3, 5.3 + 1e-6});
  expect_changes("max(t - 2, 0) + min(t, 7)", {2, 7});
  expect_changes("sign(t - 4)", {4, std::nextafter(4, 5)});  // -1, 0, 1
  expect_changes("if(t > 2 and t < 3, x, y)", {2, 3});
  expect_changes("step(t, 2, 0, 4, 1)", {2, 4});
  expect_changes("if(t < 11, 1, 2)", {});
}

TEST(TimePieces, WholeNumbers) {
  expect_changes("floor(t/3)", {3, 6, 9});
  expect_changes("mod(t, 4) < 1", {1, 4, 5, 8, 9});
}

TEST(TimePieces, RootsOfNonlinearOperands) {
  const double pi = std::numbers::pi;
  expect_changes("if(sin(t) < 0, 1, 2)", {pi, 2 * pi, 3 * pi});
  expect_changes("if(t*t < 2*t + 3, 1, 2)", {3});
  expect_changes("if(sin(t) > 2, 1, 2)", {});
  expect_changes("if((t - 3)^2 < 1e-6, 1, 2)", {3 - 1e-3, 3 + 1e-3});
}

TEST(TimePieces, Poles) {
  expect_changes("tan(t)", {0.5 * std::numbers::pi, 1.5 * std::numbers::pi, 2.5 * std::numbers::pi});
  const std::vector<double> found = changes("1/(t - 0.5)");
  ASSERT_GE(found.size(), 1u);
  EXPECT_NEAR(found[0], 0.5, 1e-15);
  expect_changes("sqrt(t - 2)", {2});
}

// The inverse of every function, where it passes a level; and where it ceases to have a value.
TEST(TimePieces, LevelsOfEveryFunction) {
  const double pi = std::numbers::pi;
  const auto expect = [](const std::string& text, const std::vector<double>& expected) {
    const std::vector<double> found = changes(text);
    ASSERT_EQ(found.size(), expected.size()) << text;
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << text;
  };
  expect("if(cos(t) > 0.5, 1, 2)", {pi / 3, 5 * pi / 3, 7 * pi / 3});
  expect("if(sin(2*t - 1) > 0.5, 1, 2)", {(1 + pi / 6) / 2, (1 + 5 * pi / 6) / 2, (1 + 13 * pi / 6) / 2, (1 + 17 * pi / 6) / 2,
                                          (1 + 25 * pi / 6) / 2, (1 + 29 * pi / 6) / 2});
  expect("if(exp(t/5) < 3, 1, 2)", {5 * std::log(3)});
  expect("if(log(t + 1) > 2, 1, 2)", {std::exp(2) - 1});
  expect("if(sqrt(t) > 2, 1, 2)", {4});
  expect("if(atan(t - 3) > 0.5, 1, 2)", {3 + std::tan(0.5)});
  expect("if(asin(t/20) > 0.3, 1, 2)", {20 * std::sin(0.3)});
  expect("if(acos(t/20) < 1.3, 1, 2)", {20 * std::cos(1.3)});
  expect("if(sinh(t/5) > 1, 1, 2)", {5 * std::asinh(1)});
  expect("if(cosh(t - 5) < 2, 1, 2)", {5 - std::acosh(2), 5 + std::acosh(2)});
  expect("if(tanh(t - 5) > 0.5, 1, 2)", {5 + std::atanh(0.5)});
  expect("if(tan(t/10) > 0.5, 1, 2)", {10 * std::atan(0.5)});
  expect("if(t^1.5 > 8, 1, 2)", {4});
  expect("if((t - 2)*(t - 3)*(t - 4) > 0, 1, 2)", {2, 3, 4});
  expect("if((t - 5)^3 > 8, 1, 2)", {7});
  expect("if(1/(t + 1) < 0.2, 1, 2)", {4});
  expect("if(-t < -6, 1, 2)", {6});
  expect("if(abs(t - 5) > 3, 1, 2)", {2, 5, 8});
  expect("if(min(t, 6) > 4, 1, 2)", {4, 6});
  expect("if(max(t, 6) > 8, 1, 2)", {6, 8});
  expect("if(mod(t, 4) > 1, 1, 2)", {1, 4, 5, 8, 9});
  expect("if(floor(t) > 7, 1, 2)", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  expect("if(t == 4, 1, 2)", {4, 4});
  expect("if(t != 4, 1, 2)", {4, 4});
  expect("if(t < 2 or t > 3, 1, 2)", {2, 3});
  expect("if(not (t < 2), 1, 2)", {2});
  expect("asin(t - 3)", {2, 4});
  expect("acos(t - 3)", {2, 4});
  expect("log(t - 2)", {2});
  expect("(t - 2)^0.5", {2});
  expect("atan2(t - 5, -1)", {5, 5});
  expect("atan2(t - 5, 1)", {});
  expect("if(if(t < 3, 5, t) > 4, 1, 2)", {3, 4});
  // Alone, with nothing behind them that would ask.
  expect("mod(t, 4)", {4, 8});
  expect("abs(t - 5)", {5});
  expect("min(t, 6)", {6});
  expect("max(6, t)", {6});
  expect("if(t > 6, t, 6)", {6});
}

TEST(TimePieces, LinearTablesChangeAtTheirKnots) { expect_changes("table(damper, t - 5)", {4, 5, std::nextafter(6, 7)}); }

// -900 at -1, 0 at 0, 700 at 1 and on: 70 is passed at 0.1, -90 at -0.1.
TEST(TimePieces, ValuesOfTablesArePassedWhereTheyAreInterpolated) {
  expect_changes("if(table(damper, t - 5) < 70, 1, 2)", {4, 5, 5.1, std::nextafter(6, 7)});
  expect_changes("if(table(damper, t - 5) < -90, 1, 2)", {4, 4.9, 5, std::nextafter(6, 7)});
  expect_changes("if(table(damper, t - 5) < 1e5, 1, 2)", {4, 5, std::nextafter(6, 7)});
  expect_changes("if(table(damper, t - 5) > -1e5, 1, 2)", {4, 5, std::nextafter(6, 7)});
}

TEST(TimePieces, TouchingIsNoChange) { expect_changes("if(sin(t) > 1, 1, 2)", {}); }

TEST(TimePieces, TimeInOtherUnits) {
  const std::vector<double> found = changes("if(t < 1500, 0, t)", 1e-3);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], 1.5, 4e-16);
}

// A million edges are not looked for at once.
TEST(TimePieces, OnlyTheNextOfMany) {
  const World world;
  const TimePieces pieces(world.parse("mod(t, 1e-6) < 5e-7"), 1);
  const auto change = pieces.next(2.0000001, 10, 1e-8 * 1e-6);
  ASSERT_TRUE(change);
  EXPECT_NEAR(change->after, 2.0000005, 1e-14);
}

}  // namespace
}  // namespace bricard
