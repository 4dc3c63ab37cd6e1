// Sensitivity against indices in closed form.
#include <gtest/gtest.h>

#include <numbers>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class Sensitivity : public StudyTest {};

// T. Ishigami, T. Homma, An importance quantification technique in uncertainty analysis for computer models, ISUMA 1990:
//   f = sin x1 + a sin² x2 + b x3⁴ sin x1,  x uniform in (-π, π);  V = a²/8 + bπ⁴/5 + b²π⁸/18 + 1/2
//   V1 = (1 + bπ⁴/5)²/2,  V2 = a²/8,  V3 = 0,  V13 = 8b²π⁸/225
TEST_F(Sensitivity, SobolIndicesOfIshigamisFunction) {
  give(functions_of("x1: 0, x2: 0, x3: 0", "f: \"sin(x1) + 7*sin(x2)^2 + 0.1*x3^4*sin(x1)\""), R"(
vary: {x1: {from: -3.141592653589793, to: 3.141592653589793}, x2: {from: -3.141592653589793, to: 3.141592653589793}, x3: {from: -3.141592653589793, to: 3.141592653589793}}
measure: {f: f}
sensitivity: {method: sobol, samples: 1024}
)");
  Json found = conducted()["measures"]["f"];
  const double pi4 = std::pow(std::numbers::pi, 4), a = 7, b = 0.1;
  const double v1 = std::pow(1 + b * pi4 / 5, 2) / 2, v2 = a * a / 8, v13 = 8 * b * b * pi4 * pi4 / 225, v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  EXPECT_NEAR(first[0], 0.3139, 1e-4);  // as they are usually given
  EXPECT_NEAR(total[2], 0.2437, 1e-4);
  const char* const names[] = {"x1", "x2", "x3"};
  for (int i = 0; i < 3; ++i) {
    Json s = found[names[i]]["first"], t = found[names[i]]["total"];
    EXPECT_NEAR(s["value"].get<double>(), first[i], 0.02) << names[i];
    EXPECT_NEAR(t["value"].get<double>(), total[i], 0.02) << names[i];
    // The intervals hold them, and tell what the error is about.
    EXPECT_LE(s["low"].get<double>(), first[i]);
    EXPECT_GE(s["high"].get<double>(), first[i]);
    EXPECT_LE(t["low"].get<double>(), total[i]);
    EXPECT_GE(t["high"].get<double>(), total[i]);
    EXPECT_LT(s["high"].get<double>() - s["low"].get<double>(), 0.3);
  }
}

// Of 95 % intervals, 95 in 100 hold the truth: the linear function x1 + 2 x2 has S = 1/5 and 4/5 exactly.
TEST_F(Sensitivity, IntervalsHoldWhatTheyPromise) {
  int held = 0, all = 0;
  give(functions_of("x1: 0, x2: 0", "f: \"x1 + 2*x2\""), "");
  for (int seed = 1; seed <= 25; ++seed) {
    write("s.study.yaml", "study: 1\nmodel: m.bricard.yaml\nvary: {x1: {from: 0, to: 1}, x2: {from: 0, to: 1}}\nmeasure: {f: f}\nsampling: {kind: random, count: 1, seed: " +
                              std::to_string(seed) + "}\nsensitivity: {method: sobol, samples: 100}\n");
    Json found = conducted()["measures"]["f"];
    for (const auto& [name, truth] : {std::pair<std::string, double>{"x1", 0.2}, {"x2", 0.8}})
      for (const char* kind : {"first", "total"}) {
        ++all;
        held += found[name][kind]["low"].get<double>() <= truth && found[name][kind]["high"].get<double>() >= truth;
      }
  }
  EXPECT_GE(held, 85 * all / 100);
}

// Elementary effects: of a linear function the slopes over the whole range, without deviation; of x1 x2 on the grid of four levels
// from 0 to 1 the other factor, whose mean is 1/2 and whose deviation √(5)/6.
TEST_F(Sensitivity, MorrisEffects) {
  give(functions_of("x1: 0, x2: 0, x3: 0, x4: 0", "linear: \"3*x1 - 2*x2\", product: \"x3*x4\""), R"(
vary: {x1: {from: 0, to: 2}, x2: {from: 1, to: 5}, x3: {from: 0, to: 1}, x4: {from: 0, to: 1}}
measure: {linear: linear, product: product}
sensitivity: {method: morris, trajectories: 400}
)");
  Json found = conducted()["measures"];
  EXPECT_NEAR(found["linear"]["x1"]["mu_star"]["value"].get<double>(), 6, 1e-9);
  EXPECT_NEAR(found["linear"]["x2"]["mu_star"]["value"].get<double>(), 8, 1e-9);
  EXPECT_NEAR(found["linear"]["x2"]["mu"].get<double>(), -8, 1e-9);
  EXPECT_NEAR(found["linear"]["x1"]["sigma"].get<double>(), 0, 1e-9);
  EXPECT_NEAR(found["linear"]["x3"]["mu_star"]["value"].get<double>(), 0, 1e-12);
  EXPECT_NEAR(found["product"]["x3"]["mu_star"]["value"].get<double>(), 0.5, 0.06);  // four standard errors
  EXPECT_NEAR(found["product"]["x3"]["sigma"].get<double>(), std::sqrt(5.0) / 6, 0.04);
}

TEST_F(Sensitivity, LocalDerivatives) {
  give(functions_of("a: 2, b: 3", "f: \"a^2*exp(-b)\""), R"(
vary: {a: {from: 1, to: 4}, b: {from: 2, to: 5}}
measure: {f: f}
sensitivity: {method: local}
)");
  Json found = conducted()["measures"]["f"];
  EXPECT_NEAR(found["a"]["derivative"].get<double>(), 4 * std::exp(-3), 1e-6);
  EXPECT_NEAR(found["b"]["derivative"].get<double>(), -4 * std::exp(-3), 1e-6);
  EXPECT_NEAR(found["a"]["second_derivative"].get<double>(), 2 * std::exp(-3), 1e-5);
}

}  // namespace
}  // namespace bricard::study
