// Intervals and enclosures: every number inside must come out inside, tried at seeded points; and what is not known is said.
#include "bricard/math/interval.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

// Functions of x over random stretches: values at points of a stretch and the slope of every chord lie in the enclosure.
TEST(Intervals, EnclosuresHoldValuesAndChords) {
  World world;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  const char* const texts[] = {"x^2 - 3*x",
                               "x*x*x",
                               "sin(3*x)",
                               "cos(x)/(2 + sin(x))",
                               "exp(-((x - 0.3)/0.1)^2)",
                               "sqrt(4 + x)",
                               "tanh(20*x)",
                               "atan(5*x)",
                               "atan2(x, 2)",
                               "atan2(1 + x^2, x)",
                               "log(5 + x)",
                               "sinh(x) - cosh(x)",
                               "(3 + x)^2.5",
                               "(x + 4)^(-2)",
                               "x^3/(1 + x^2)",
                               "tan(x/3)",
                               "asin(x/4)",
                               "acos(x/4)",
                               "abs(x)",
                               "max(x, x^2)",
                               "min(sin(x), 0.5)",
                               "table(damper, x)",
                               "if(x < 10, x, 1)",
                               "(5 + x)^x"};
  for (const char* text : texts) {
    const Expression expression = world.parse(text);
    std::vector<double> numbers(6, 0.0), w;
    std::vector<Enclosure> variables(6, Enclosure(0.0)), enclosing;
    for (int trial = 0; trial < 200; ++trial) {
      const double a = -3 + 6 * uniform(random), b = a + std::pow(10, -4 * uniform(random));
      variables[1] = Enclosure(Interval(a, b), {Interval(1)});
      const Enclosure all = expression.evaluate<Enclosure>(variables, enclosing);
      double last = 0, last_x = 0;
      for (int i = 0; i <= 10; ++i) {
        numbers[1] = std::min(b, a + (b - a) * i / 10);
        const double y = expression.evaluate<double>(numbers, w);
        EXPECT_GE(y, all.value.lo) << text;
        EXPECT_LE(y, all.value.hi) << text;
        const double slack = 1e-11 * (1 + std::abs(y)) / (b - a);  // rounding of a chord
        if (i > 0) {
          EXPECT_GE((y - last) / (numbers[1] - last_x), all.d[0].lo - slack) << text;
          EXPECT_LE((y - last) / (numbers[1] - last_x), all.d[0].hi + slack) << text;
        }
        last = y;
        last_x = numbers[1];
      }
    }
  }
}

TEST(Intervals, ComparisonsMayBeUndecided) {
  EXPECT_EQ(Interval(0, 1) < Interval(2, 3), Truth::yes);
  EXPECT_EQ(Interval(0, 1) < Interval(-2, -1), Truth::no);
  EXPECT_EQ(Interval(0, 1) < Interval(0.5), Truth::maybe);
  EXPECT_EQ(Interval(1) == Interval(1), Truth::yes);
  EXPECT_EQ(Interval(0, 1) == Interval(1), Truth::maybe);
  EXPECT_EQ(Interval(0, 1) != Interval(2), Truth::yes);
}

// A branch without a value is dropped, a function that is defined for a part only is not known.
TEST(Intervals, RootsOfNegativeNumbersAreEmpty) {
  const Interval empty = sqrt(Interval(-2, -1));
  EXPECT_TRUE(empty.empty());
  const Interval chosen = select(Truth::maybe, empty, Interval(3, 4));
  EXPECT_EQ(chosen.lo, 3);
  EXPECT_EQ(chosen.hi, 4);
  EXPECT_EQ(sqrt(Interval(-1, 4)).hi, Interval::infinity);
}

// Where a function may jump its slope is the whole line, so that nothing is concluded from it.
TEST(Intervals, JumpsHaveNoSlope) {
  World world;
  for (const char* text : {"floor(x)", "mod(x, 1)", "sign(x - 1)", "if(x < 1, 0, 5)"}) {
    std::vector<Enclosure> variables(6, Enclosure(0.0)), w;
    variables[1] = Enclosure(Interval(0.9, 1.1), {Interval(1)});
    EXPECT_EQ(world.parse(text).evaluate<Enclosure>(variables, w).d[0].hi, Interval::infinity) << text;
    variables[1] = Enclosure(Interval(0.3, 0.4), {Interval(1)});
    EXPECT_LT(world.parse(text).evaluate<Enclosure>(variables, w).d[0].hi, 2) << text;
  }
}

}  // namespace
}  // namespace bricard
