// Yields and percentiles against closed forms.
#include <gtest/gtest.h>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class Tolerances : public StudyTest {};

double normal_share(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

// g = a + b - c with normal a, b, c is normal; the yield of |g| < 0.5 is what lies between, with half the scatter of one too.
TEST_F(Tolerances, YieldOfASumOfNormals) {
  for (const char* kind : {"sobol", "latin", "random"}) {
    give(functions_of("a: 10, b: 5, c: 15", "g: \"a + b - c\""), std::string(R"(
vary: {a: {normal: [10, 0.3]}, b: {normal: [5.1, 0.2]}, c: {normal: [15, 0.1]}}
measure: {gap: g}
tolerance: {require: ["gap < 0.5", "gap > -0.5"]}
sampling: {count: 4000, seed: 5, kind: )") + kind + "}\n");
    Json found = conducted({"--out", std::string(kind) + ".sqlite"});
    const auto yield = [](double a, double b, double c) {
      const double s = std::sqrt(a * a + b * b + c * c);
      return normal_share((0.5 - 0.1) / s) - normal_share((-0.5 - 0.1) / s);
    };
    const double truth = yield(0.3, 0.2, 0.1), error = std::sqrt(truth * (1 - truth) / 4000);
    EXPECT_NEAR(found["yield"]["value"].get<double>(), truth, 3 * error) << kind;
    EXPECT_LT(found["yield"]["low"].get<double>(), truth);
    EXPECT_GT(found["yield"]["high"].get<double>(), truth);
    EXPECT_NEAR(found["half_scatter"]["a"]["yield"].get<double>(), yield(0.15, 0.2, 0.1), 4 * error) << kind;
    EXPECT_NEAR(found["half_scatter"]["b"]["yield"].get<double>(), yield(0.3, 0.1, 0.1), 4 * error) << kind;
    EXPECT_EQ(found["half_scatter"].begin().key(), "a");  // the one to tighten comes first
    Json gap = found["measures"]["gap"];
    const double s = std::sqrt(0.09 + 0.04 + 0.01);
    EXPECT_NEAR(gap["mean"].get<double>(), 0.1, 4 * s / std::sqrt(4000.0));
    EXPECT_NEAR(gap["deviation"].get<double>(), s, 0.02 * s * 2);
    EXPECT_NEAR(gap["percentiles"]["95"].get<double>(), 0.1 + 1.644854 * s, 0.04);
  }
}

// What cannot be run is not good: sqrt of a negative number has no value.
TEST_F(Tolerances, WhatHasNoValueIsNotGood) {
  give(functions_of("a: 0", "f: \"sqrt(a)\""), R"(
vary: {a: {uniform: [-1, 3]}}
measure: {f: f}
tolerance: {require: f < 10}
sampling: {count: 2000}
)");
  EXPECT_NEAR(conducted()["yield"]["value"].get<double>(), 0.75, 0.003);
}

}  // namespace
}  // namespace bricard::study
