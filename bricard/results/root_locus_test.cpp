// Modes that are followed over a parameter: through crossings, and where a pair becomes two real eigenvalues.
#include "bricard/results/root_locus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bricard {
namespace {

Mode mode(double real, double imag) {
  Mode out;
  out.real = real;
  out.imag = imag;
  return out;
}

// Two frequencies cross; each goes on along its own line though they come sorted.
TEST(RootLocus, FollowsThroughCrossings) {
  std::vector<LocusPoint> points;
  for (int i = 0; i <= 20; ++i) {
    const double p = 0.1 * i, a = 1 + p, b = 3 - p;
    LocusPoint& point = points.emplace_back();
    point.value = p;
    point.modes = {mode(0, std::min(a, b)), mode(0, std::max(a, b))};
  }
  const auto numbers = followed(points);
  EXPECT_EQ(numbers.front(), (std::vector<int>{1, 2}));
  EXPECT_EQ(numbers.back(), (std::vector<int>{2, 1}));
}

// lambda² + lambda + p = 0 turns from two real values into a pair at p = 1/4.
TEST(RootLocus, PairsSplitAndMeet) {
  std::vector<LocusPoint> points;
  for (int i = 0; i <= 10; ++i) {
    LocusPoint& point = points.emplace_back();
    point.value = 0.05 * i + 0.01;
    const double square = 0.25 - point.value;
    if (square > 0)
      point.modes = {mode(-0.5 + std::sqrt(square), 0), mode(-0.5 - std::sqrt(square), 0)};
    else
      point.modes = {mode(-0.5, std::sqrt(-square))};
  }
  const auto numbers = followed(points);
  EXPECT_EQ(numbers.front().size(), 2u);
  ASSERT_EQ(numbers.back().size(), 1u);
  EXPECT_LE(numbers.back()[0], 2);  // it goes on with one of them
  const std::string csv = locus_csv("p", points);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "p,mode,real,imag,frequency,damping");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 2 + 6);
  const std::string picture = locus_svg("Locus", "p", "1", points);
  EXPECT_NE(picture.find("mode 2"), std::string::npos);
  EXPECT_EQ(picture.find("nan"), std::string::npos);
}

// One mode stays, another begins at the second value: a line of the table for each, a curve for each in both pictures.
TEST(RootLocus, EachModeIsACurve) {
  LocusPoint one{1, {mode(-1, 2)}}, two{3, {mode(-2, 8), mode(-1.5, 2.5)}};
  two.modes[1].frequency = 0.5;
  two.modes[1].damping = 0.25;
  EXPECT_EQ(locus_csv("k", {one, two}),
            "k,mode,real,imag,frequency,damping\n1,1,-1,2,0,0\n3,2,-2,8,0,0\n3,1,-1.5,2.5,0.5,0.25\n");
  const std::string picture = locus_svg("Locus", "k", "N/m", {one, two, two});
  const auto count = [&](const std::string& part) {
    std::size_t n = 0;
    for (std::size_t i = 0; (i = picture.find(part, i)) != std::string::npos; ++i) ++n;
    return n;
  };
  for (const char* text : {">Locus<", ">real part [1/s]<", ">imaginary part [1/s]<", ">mode 1<"})
    EXPECT_GE(count(text), 1u) << text;
  EXPECT_EQ(count(">k [N/m]<"), 2u);
  EXPECT_EQ(count("<circle cx"), 2 * (3 + 1u)) << "the first mode at three values, and in the legend";
  EXPECT_EQ(locus_svg("", "k", "1", std::vector<LocusPoint>(40, one)).find("<circle cx") == std::string::npos, false);
  EXPECT_EQ(locus_svg("", "k", "1", std::vector<LocusPoint>(41, one)).find("<circle cx"), std::string::npos) << "too many";
}

}  // namespace
}  // namespace bricard
