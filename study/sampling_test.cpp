// Where studies look: the Sobol sequence against the points that its authors publish, Latin hypercubes, distributions against tables.
#include "study/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bricard/core/error.hpp"
#include "study/distribution.hpp"
#include "study/sobol_sequence.hpp"

namespace bricard::study {
namespace {

// The first ten points in three dimensions that the program sobol.cc of S. Joe and F. Y. Kuo prints for new-joe-kuo-6.21201
// (web.maths.unsw.edu.au/~fkuo/sobol).
TEST(SobolSequence, ItsPointsAreThoseOfJoeAndKuo) {
  constexpr double published[10][3] = {{0, 0, 0},           {0.5, 0.5, 0.5},     {0.75, 0.25, 0.25},  {0.25, 0.75, 0.75},      {0.375, 0.375, 0.625},
                                       {0.875, 0.875, 0.125}, {0.625, 0.125, 0.875}, {0.125, 0.625, 0.375}, {0.1875, 0.3125, 0.9375}, {0.6875, 0.8125, 0.4375}};
  SobolSequence sequence(3);
  for (const auto& wanted : published) {
    const auto& point = sequence.next();
    for (int d = 0; d < 3; ++d) EXPECT_EQ(point[d] * 0x1p-32, wanted[d]);
  }
}

// Along every dimension the first 2^k points lie one in each of 2^k equal intervals; by property A, which Joe and Kuo's numbers have,
// of the first 2^d points in d dimensions there is one in each of the 2^d halves of halves.
TEST(SobolSequence, EveryDimensionIsEven) {
  constexpr int k = 10;
  SobolSequence sequence(SobolSequence::most_dimensions());
  std::vector<std::set<std::uint32_t>> slices(SobolSequence::most_dimensions());
  for (int i = 0; i < 1 << k; ++i) {
    const auto& point = sequence.next();
    for (std::size_t d = 0; d < point.size(); ++d) slices[d].insert(point[d] >> (32 - k));
  }
  for (const auto& each : slices) EXPECT_EQ(each.size(), std::size_t{1} << k);

  constexpr std::size_t dimensions = 12;
  SobolSequence few(dimensions);
  std::set<std::uint32_t> corners;
  for (int i = 0; i < 1 << dimensions; ++i) {
    std::uint32_t corner = 0;
    for (const std::uint32_t each : few.next()) corner = corner << 1 | each >> 31;
    corners.insert(corner);
  }
  EXPECT_EQ(corners.size(), std::size_t{1} << dimensions);
}

TEST(SobolSequence, MoreDimensionsThanItHasAreRefused) { EXPECT_THROW(SobolSequence(SobolSequence::most_dimensions() + 1), Error); }

TEST(Sampling, ALatinHypercubeHasOnePointInEachSlice) {
  constexpr std::size_t count = 37;
  for (const auto& points : {unit_points(SamplingKind::latin, 3, count, 1), unit_points(SamplingKind::latin, 3, count, 2)})
    for (int d = 0; d < 3; ++d) {
      std::set<int> slices;
      for (const auto& each : points) slices.insert(static_cast<int>(each[d] * count));
      EXPECT_EQ(slices.size(), count);
    }
}

TEST(Sampling, ASeedSaysEverything) {
  for (const SamplingKind kind : {SamplingKind::random, SamplingKind::latin, SamplingKind::sobol}) {
    EXPECT_EQ(unit_points(kind, 4, 50, 7), unit_points(kind, 4, 50, 7));
    EXPECT_NE(unit_points(kind, 4, 50, 7), unit_points(kind, 4, 50, 8));
    for (const auto& point : unit_points(kind, 4, 50, 7))
      for (const double each : point) EXPECT_TRUE(each > 0 && each < 1);
  }
}

// Integrals of smooth functions: the error of n points of the sequence falls as 1/n, of random ones as 1/√n.
TEST(Sampling, TheSobolSequenceIntegratesBetterThanChance) {
  const auto error = [](SamplingKind kind) {
    double worst = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      double sum = 0;
      const auto points = unit_points(kind, 4, 4096, seed);
      for (const auto& p : points) sum += p[0] * p[1] + p[2] * p[3] * p[3];
      worst = std::max(worst, std::abs(sum / 4096 - (1.0 / 4 + 1.0 / 6)));
    }
    return worst;
  };
  EXPECT_LT(error(SamplingKind::sobol), 0.05 * error(SamplingKind::random));
}

// Abramowitz and Stegun, tables 26.5 (normal) and 26.10 (Student).
TEST(Distribution, QuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963985, 1e-9);
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306, 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_quantile(0.975, 10), 2.228, 5e-4);
  EXPECT_NEAR(student_quantile(0.995, 30), 2.750, 5e-4);
  EXPECT_NEAR(student_quantile(0.025, 5), -2.571, 5e-4);
}

// The quantile is the inverse of what the density sums up to.
TEST(Distribution, DensityAndQuantileBelongTogether) {
  using Kind = Distribution::Kind;
  for (const Distribution& d : {Distribution{Kind::uniform, -1, 3, 0}, {Kind::normal, 2, 0.5, 0}, {Kind::lognormal, 3, 1.4, 0}, {Kind::triangular, 0, 1, 4}}) {
    const double from = d.quantile(0.2), to = d.quantile(0.7);
    double share = 0;
    constexpr int pieces = 20000;
    for (int i = 0; i < pieces; ++i) share += d.density(from + (to - from) * (i + 0.5) / pieces) * (to - from) / pieces;
    EXPECT_NEAR(share, 0.5, 1e-6);
    EXPECT_NEAR(d.narrowed(0.5).quantile(0.5), d.quantile(0.5), d.kind == Kind::triangular ? 0.5 : 1e-12);
    EXPECT_LT(d.narrowed(0.5).quantile(0.9) - d.narrowed(0.5).quantile(0.1), 0.55 * (d.quantile(0.9) - d.quantile(0.1)));
  }
}

}  // namespace
}  // namespace bricard::study
