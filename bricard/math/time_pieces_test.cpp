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
