// Numbers of curves that come row by row, against closed forms.
#include "bricard/results/reduction.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846;
const double unknown = std::nan("");

// sin(t) from 0 to `end` in steps h, with its derivative or without.
double reduced(Reduction reduction, double h, double end, bool has_rate, double level = 0) {
  for (double t = 0; t <= end + 1e-9; t += h)
    reduction.add(t, {std::sin(t), has_rate ? std::cos(t) : unknown}, {std::sin(t) - level, has_rate ? std::cos(t) : unknown});
  return reduction.value();
}

// The error of the cubic is h⁴/384 max|x''''|, that of rows alone h²/8 max|x''|.
TEST(Reduction, ExtremaBetweenRows) {
  const double h = 0.35;
  EXPECT_NEAR(reduced(Reduction(ReductionKind::largest), h, 6, true), 1, std::pow(h, 4) / 384 * 1.01);
  EXPECT_NEAR(reduced(Reduction(ReductionKind::smallest), h, 6, true), -1, std::pow(h, 4) / 384 * 1.01);
  EXPECT_LT(reduced(Reduction(ReductionKind::largest), h, 6, false), 1 - 1e-4);
}

// The integral of the cubic misses that of sin by h⁴/720 of itself (Euler and Maclaurin).
TEST(Reduction, MeansAreOverTime) {
  const double h = pi / 50;
  EXPECT_NEAR(reduced(Reduction(ReductionKind::mean), h, pi, true), 2 / pi * (1 - std::pow(h, 4) / 720), 1e-11);
  EXPECT_NEAR(reduced(Reduction(ReductionKind::root_mean_square), h, pi, true), std::sqrt(0.5), std::pow(h, 4) / 720);
  Reduction uneven(ReductionKind::mean);  // 0 for a second, then 3 for two; rows where they happen to be
  for (const double t : {0.0, 0.1, 0.9, 1.0}) uneven.add(t, {0, 0});
  for (const double t : {1.0, 3.0}) uneven.add(t, {3, 0});
  EXPECT_DOUBLE_EQ(uneven.value(), 2);
}

TEST(Reduction, TheFirstCrossing) {
  EXPECT_NEAR(reduced(Reduction(ReductionKind::at), 0.1, 6, true, 0.5), 0.5, 1e-6);
  Reduction time(ReductionKind::at), never(ReductionKind::at), below(ReductionKind::at, Crossing::below);
  for (int i = 0; i <= 60; ++i) {
    const double t = 0.1 * i;
    time.add(t, {t, 1}, {std::cos(t), -std::sin(t)});
    never.add(t, {t, 1}, {2 + std::cos(t), -std::sin(t)});
    below.add(t, {t, 1}, {std::cos(t) + 0.5, -std::sin(t)});
  }
  EXPECT_NEAR(time.value(), pi / 2, 1e-6);  // and not 3 pi/2
  EXPECT_TRUE(std::isnan(never.value()));
  EXPECT_FALSE(never.was_met());
  EXPECT_NEAR(below.value(), 2 * pi / 3, 1e-6);
}

// A position that is written as zero misses it by rounding: it is on it, and does not wait for the way back.
TEST(Reduction, AStartThatIsZeroButForRounding) {
  Reduction at(ReductionKind::at);
  for (int i = 0; i <= 40; ++i) at.add(0.1 * i, {7.0 + i, unknown}, {1e-17 + std::sin(0.1 * i), unknown});
  EXPECT_EQ(at.value(), 7);
}

TEST(Reduction, AJumpIsCrossedThere) {
  Reduction at(ReductionKind::at);
  at.add(0, {1, 0}, {-1, 0});
  at.add(1, {1, 0}, {-1, 0});
  at.add(1, {5, 0}, {1, 0});
  at.add(2, {5, 0}, {1, 0});
  EXPECT_EQ(at.value(), 5);
  Reduction most(ReductionKind::largest);  // no cubic across it
  most.add(0, {0, 0});
  most.add(1, {0, 100});
  most.add(1, {0, 0});
  EXPECT_LT(most.value(), 1e-9);
}

TEST(Reduction, WhatIsNoNumberIsNotHidden) {
  Reduction most(ReductionKind::largest);
  EXPECT_TRUE(std::isnan(most.value()));
  most.add(0, {1, 0});
  EXPECT_EQ(most.value(), 1);
  most.add(1, {unknown, 0});
  EXPECT_TRUE(std::isnan(most.value()));
}

// x = 1 + t over a row on which the condition is zero, at the start, between and at the end, and a change of side.
TEST(Reduction, ARowThatIsOnTheCrossing) {
  for (const double zero : {0.0, 1.0, 2.0}) {
    for (const double sign : {-1.0, 1.0}) {
      Reduction at(ReductionKind::at);
      for (const double t : {0.0, 1.0, 2.0}) at.add(t, {1 + t, 1}, {sign * (t - zero), sign});
      EXPECT_DOUBLE_EQ(at.value(), 1 + zero) << sign;
      EXPECT_TRUE(at.was_met());
      Reduction above(ReductionKind::at, Crossing::above);
      for (const double t : {0.0, 1.0, 2.0}) above.add(t, {1 + t, 1}, {sign * (t - zero), sign});
      if (sign > 0 && zero < 2)
        EXPECT_DOUBLE_EQ(above.value(), 1 + zero);
      else
        EXPECT_EQ(above.was_met(), sign < 0 && zero > 0);
    }
  }
}

// One row has no duration: it is its own mean, and the size of its value the square root of its square.
TEST(Reduction, OfOneRow) {
  Reduction mean(ReductionKind::mean), size(ReductionKind::root_mean_square), least(ReductionKind::smallest),
      at(ReductionKind::at);
  for (Reduction* each : {&mean, &size, &least, &at}) each->add(2, {-3, 1}, {0, 1});
  EXPECT_EQ(mean.value(), -3);
  EXPECT_EQ(size.value(), 3);
  EXPECT_EQ(least.value(), -3);
  EXPECT_EQ(at.value(), -3);
}

}  // namespace
}  // namespace bricard
