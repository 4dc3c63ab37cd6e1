// noise(seed, T): printed values, moments, independence, and how it steps in expressions. The values were computed by a second
// program in whole numbers of any length; its splitmix64 gives the published first outputs of seed 0, e220a8397b1dcdaf and
// 6e789e6aa1b965f4.
#include "bricard/math/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression_decisions.hpp"
#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

TEST(Noise, HasTheSameValuesEverywhere) {
  const double one[] = {0.34136817510037737, 0.2960293168526119, -1.3191733176244114, -0.040178250124315265};
  const double two[] = {0.14850442378065445, -1.0633375479448652, 1.016005935250907, -0.16856151111203055};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(normal_noise(i, 1), one[i], 1e-15);
    EXPECT_NEAR(normal_noise(i, 2), two[i], 2e-15);
  }
  EXPECT_NEAR(normal_noise(-1, 7), 0.9712319244455119, 1e-15);
  EXPECT_NEAR(normal_noise(123456789, -3), 0.6590526662716766, 1e-15);
}

// Within four standard deviations of what n independent normal numbers give.
TEST(Noise, IsNormalAndIndependent) {
  const int n = 100000;
  for (const int seed : {0, 1, 2, 3, 12345, -7}) {
    std::vector<double> z(n);
    for (int i = 0; i < n; ++i) z[i] = normal_noise(i, seed);
    double mean = 0, square = 0, fourth = 0, next = 0, tenth = 0, other = 0;
    for (int i = 0; i < n; ++i) {
      mean += z[i] / n;
      square += z[i] * z[i] / n;
      fourth += std::pow(z[i], 4) / n;
      next += z[i] * z[(i + 1) % n] / n;
      tenth += z[i] * z[(i + 10) % n] / n;
      other += z[i] * normal_noise(i, seed + 1) / n;
    }
    const double sigma = 4 / std::sqrt(n);
    EXPECT_NEAR(mean, 0, sigma);
    EXPECT_NEAR(square, 1, std::sqrt(2.0) * sigma);
    EXPECT_NEAR(fourth, 3, std::sqrt(96.0) * sigma);
    EXPECT_NEAR(next, 0, sigma);
    EXPECT_NEAR(tenth, 0, sigma);
    EXPECT_NEAR(other, 0, sigma);  // neighboring seeds too
    // The distribution itself (Kolmogorov and Smirnov): 1.95/sqrt(n) is passed in one case of a thousand.
    std::sort(z.begin(), z.end());
    double largest = 0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(0.5 * std::erfc(-z[i] / std::sqrt(2.0)) - (i + 0.5) / n));
    EXPECT_LT(largest, 1.95 / std::sqrt(n));
    EXPECT_LT(std::max(std::abs(z.front()), z.back()), largest_noise);
  }
}

TEST(Noise, IsHeldForItsTime) {
  const World world;
  const Expression e = world.parse("3*noise(1, 0.2)");
  std::vector<double> there = at, scratch;
  const auto at_time = [&](double t) {
    there[0] = t;
    return e.evaluate<double>(there, scratch);
  };
  EXPECT_EQ(at_time(0), 3 * normal_noise(0, 1));
  EXPECT_EQ(at_time(0.19), 3 * normal_noise(0, 1));
  EXPECT_EQ(at_time(0.21), 3 * normal_noise(1, 1));
  EXPECT_EQ(at_time(0.59), 3 * normal_noise(2, 1));
  EXPECT_EQ(value(e.derivative(0)), 0);
  EXPECT_EQ(world.parse("noise(4, 1)"), world.parse("noise(4, 1)"));
  EXPECT_EQ(value(world.parse("noise(4, 1) - noise(4, 1)")), 0);
}

TEST(Noise, StepsAreDecisionsAndEnclosuresHoldThem) {
  const World world;
  Expression e = world.parse("noise(1, 0.2)");
  EXPECT_EQ(e.number_decisions(0), 1);
  std::vector<double> decisions(1), scratch;
  decide(e, at, scratch, decisions.data());  // t = 0.5
  EXPECT_EQ(decisions[0], 2);
  std::vector<double> later = at;
  later[0] = 0.7;
  EXPECT_EQ(e.evaluate<double>(later, scratch, decisions.data()), normal_noise(2, 1));
  std::vector<Enclosure> over(at.begin(), at.end()), enclosing;
  over[0] = Enclosure(Interval(0.41, 0.59), {Interval(1)});
  EXPECT_EQ(e.evaluate<Enclosure>(over, enclosing).value.lo, normal_noise(2, 1));
  over[0] = Enclosure(Interval(0.41, 0.61), {Interval(1)});
  const Interval wide = e.evaluate<Enclosure>(over, enclosing).value;
  EXPECT_LE(wide.lo, -8);
  EXPECT_GE(wide.hi, 8);
}

TEST(Noise, SaysWhatItNeeds) {
  const World world;
  EXPECT_EQ(world.faults("noise(x, 1)")[0].what, "the seed of `noise` and its time must be numbers");
  EXPECT_EQ(world.faults("noise(1, t)")[0].what, "the seed of `noise` and its time must be numbers");
  EXPECT_EQ(world.faults("noise(1.5, 1)")[0].what, "the seed of `noise` must be a whole number");
  EXPECT_EQ(world.faults("noise(1, 0)")[0].what, "the time for which `noise` is held must be positive");
  EXPECT_EQ(world.faults("noise(1)")[0].what, "`noise` takes 2 arguments, not 1");
  EXPECT_EQ(value(world.parse("noise(k, 10 ms)")), normal_noise(50, 35));  // t = 0.5
}

}  // namespace
}  // namespace bricard
