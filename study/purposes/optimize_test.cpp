// Searches against known optima.
#include <gtest/gtest.h>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class Optimization : public StudyTest {};

const std::string rosenbrock = functions_of("x: -1.2, y: 1", "f: \"100*(y - x^2)^2 + (1 - x)^2\"");

// H. H. Rosenbrock 1960: 0 at (1, 1), from (-1.2, 1) along a bent valley.
TEST_F(Optimization, RosenbrocksValley) {
  give(rosenbrock, R"(
vary: {x: {from: -2, to: 2}, y: {from: -2, to: 2}}
measure: {f: f}
optimize: {minimize: f, evaluations: 2000}
)");
  Json found = conducted();
  EXPECT_LT(found["best"]["measures"]["f"].get<double>(), 1e-8);
  EXPECT_NEAR(found["best"]["point"]["x"].get<double>(), 1, 1e-4);
  EXPECT_NEAR(found["best"]["point"]["y"].get<double>(), 1, 2e-4);
  EXPECT_FALSE(found["ends"][0]["message"].get<std::string>().empty());
  double last = INFINITY;  // the path goes down only
  for (Json each : found["path"]) EXPECT_LT(each["goal"].get<double>(), std::exchange(last, each["goal"].get<double>()));
  EXPECT_NEAR(found["path"][0]["goal"].get<double>(), 24.2, 1e-12);
}

TEST_F(Optimization, EveryMethodFindsABowl) {
  for (const char* method : {"bobyqa", "cobyla", "nelder_mead", "sbplx", "slsqp", "direct", "crs", "isres", "esch"}) {
    const bool is_global = std::string("direct crs isres esch").find(method) != std::string::npos;
    give(functions_of("x: 0, y: 0", "f: \"(x - 0.7)^2 + 2*(y + 0.4)^2\""), std::string("vary: {x: {from: -1, to: 1}, y: {from: -1, to: 1}}\nmeasure: {f: f}\n"
         "optimize: {minimize: f, evaluations: 1500, method: ") + method + "}\n");
    Json found = conducted({"--out", std::string(method) + ".sqlite"});
    EXPECT_LT(found["best"]["measures"]["f"].get<double>(), is_global ? 1e-3 : 1e-6) << method;
  }
}

// W. Hock, K. Schittkowski, Test examples for nonlinear programming codes, 1981, problem 71: 17.0140173 at
// (1, 4.7429994, 3.8211503, 1.3794082).
TEST_F(Optimization, HockAndSchittkowski71) {
  give(functions_of("a: 1, b: 5, c: 5, d: 1", "f: \"a*d*(a + b + c) + c\", g: \"a*b*c*d\", h: \"a^2 + b^2 + c^2 + d^2\""), R"(
vary: {a: {from: 1, to: 5}, b: {from: 1, to: 5}, c: {from: 1, to: 5}, d: {from: 1, to: 5}}
measure: {f: f, g: g, h: h}
optimize: {minimize: f, subject_to: [g >= 25, h == 40], evaluations: 4000}
)");
  Json found = conducted();
  EXPECT_TRUE(found["meets_conditions"].get<bool>());
  EXPECT_NEAR(found["best"]["measures"]["f"].get<double>(), 17.0140173, 2e-5);
  const double wanted[] = {1, 4.7429994, 3.8211503, 1.3794082};
  const char* const names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found["best"]["point"][names[i]].get<double>(), wanted[i], 2e-3);
}

// Several starts find the lower of two valleys: f = (x² - 1)² + 0.3 x, whose minima are at roots of 4 x³ - 4 x + 0.3.
TEST_F(Optimization, SeveralStartsFindTheLowerValley) {
  give(functions_of("x: 1", "f: \"(x^2 - 1)^2 + 0.3*x\""), R"(
vary: {x: {from: -2, to: 2}}
measure: {f: f}
optimize: {minimize: f, starts: 6}
)");
  Json found = conducted();
  const double x = found["best"]["point"]["x"];
  EXPECT_LT(x, -1);
  EXPECT_NEAR(4 * x * x * x - 4 * x + 0.3, 0, 1e-3);
  EXPECT_EQ(found["ends"].size(), 6u);
}

TEST_F(Optimization, TheLargestAndAnEndOfAnInterval) {
  give(functions_of("x: 1", "f: \"x*(4 - x)\""), "vary: {x: {from: 0, to: 1.5}}\nmeasure: {f: f}\noptimize: {maximize: f}\n");
  EXPECT_NEAR(conducted()["best"]["measures"]["f"].get<double>(), 3.75, 1e-9);
  EXPECT_NE(bricard({"study", "show", "s.study.sqlite"}).out.find("upper end"), std::string::npos);
}

TEST_F(Optimization, ConditionsThatCannotBeMetAreTold) {
  give(functions_of("x: 1", "f: x"), "vary: {x: {from: 0, to: 1}}\nmeasure: {f: f}\noptimize: {minimize: f, subject_to: f > 2}\n");
  EXPECT_FALSE(conducted()["meets_conditions"].get<bool>());
  EXPECT_NE(bricard({"study", "show", "s.study.sqlite"}).out.find("missed by 1"), std::string::npos);
}

// J. D. Schaffer 1985: x² and (x - 2)²; the front is √f1 + √f2 = 2, from x = 0 to 2.
TEST_F(Optimization, SchaffersFront) {
  give(functions_of("x: 5", "f: \"x^2\", g: \"(x - 2)^2\""), R"(
vary: {x: {from: -10, to: 10}}
measure: {f: f, g: g}
optimize: {minimize: [f, g], evaluations: 1200, population: 40}
)");
  Json front = conducted()["front"];
  ASSERT_GT(front.size(), 30u);
  double least = INFINITY, most = 0;
  for (Json each : front) {
    const double f = each["goals"]["f"], g = each["goals"]["g"];
    EXPECT_NEAR(std::sqrt(f) + std::sqrt(g), 2, 0.02);  // the ends lie a little beyond, where no other run is better
    least = std::min(least, f);
    most = std::max(most, f);
  }
  EXPECT_LT(least, 0.02);
  EXPECT_GT(most, 3.7);
}

// E. Zitzler, K. Deb, L. Thiele 2000, their first problem with three numbers, and a goal that is maximized: the front is y = z = 0,
// where f2 = 1 - √x.
TEST_F(Optimization, AFrontThatHasToBeFound) {
  give(functions_of("x: 0.5, y: 0.5, z: 0.5", "f: x, g: \"-(1 + 4.5*(y + z))*(1 - sqrt(x/(1 + 4.5*(y + z))))\""), R"(
vary: {x: {from: 0, to: 1}, y: {from: 0, to: 1}, z: {from: 0, to: 1}}
measure: {f: f, g: g}
optimize: {minimize: f, maximize: g, evaluations: 3000}
)");
  Json front = conducted()["front"];
  ASSERT_GT(front.size(), 30u);
  double worst = 0;
  for (Json each : front) worst = std::max(worst, std::abs(-each["goals"]["g"].get<double>() - (1 - std::sqrt(each["goals"]["f"].get<double>()))));
  EXPECT_LT(worst, 0.05);
}

// Where nothing can be run the search goes elsewhere: beyond x = 0.5 there is no value.
TEST_F(Optimization, PlacesThatCannotBeRunAreLeft) {
  give(functions_of("x: 0.1, y: 0", "f: \"(x - 0.6)^2 + y^2 + 0*sqrt(0.5 - x)\""), R"(
vary: {x: {from: 0, to: 1, start: 0.9}, y: {from: -1, to: 1}}
measure: {f: f}
optimize: {minimize: f}
)");
  Json found = conducted();
  EXPECT_GT(found["failed"]["count"], 0);
  EXPECT_NEAR(found["best"]["point"]["x"].get<double>(), 0.5, 5e-3);
  EXPECT_NEAR(found["best"]["point"]["y"].get<double>(), 0, 1e-2);
}

}  // namespace
}  // namespace bricard::study
