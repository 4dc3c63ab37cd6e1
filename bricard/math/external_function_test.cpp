// Functions in code as parts of expressions: values, derivatives, estimates over boxes. The code here is C++ with closed forms.
#include "bricard/math/external_function.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

// f(x, y) = x² sin y, without derivatives or with them.
std::shared_ptr<ExternalFunction> wave(bool with_derivatives) {
  auto f = std::make_shared<ExternalFunction>();
  f->name = "wave";
  f->arguments = 2;
  f->value = [](std::span<const double> x) { return x[0] * x[0] * std::sin(x[1]); };
  if (!with_derivatives) return f;
  f->first = [](std::span<const double> x, std::span<double> d) {
    d[0] = 2 * x[0] * std::sin(x[1]);
    d[1] = x[0] * x[0] * std::cos(x[1]);
  };
  f->second = [](std::span<const double> x, std::span<double> d) {
    d[0] = 2 * std::sin(x[1]);
    d[1] = d[2] = 2 * x[0] * std::cos(x[1]);
    d[3] = -x[0] * x[0] * std::sin(x[1]);
  };
  return f;
}

// Knows `wave` beside the other names of the World; named alone it is wave(crank.angle, 0.5 t).
struct CodeWorld : World {
  CallMeaning call;
  explicit CodeWorld(std::shared_ptr<const ExternalFunction> f) {
    call.function = std::move(f);
    call.arguments = {"rack.position", "0.5*t"};
    scope.function = [this](std::string_view name) { return name == "wave" ? &call : nullptr; };
    scope.function_names = {"wave"};
  }
};

// t = 0.5, x = 0.7, y = 1.3, rack.position = 0.2.
TEST(CodeInExpressions, IsCalledWithArgumentsOrByItsNameAlone) {
  const CodeWorld world(wave(true));
  EXPECT_DOUBLE_EQ(value(world.parse("wave(x, y)")), 0.49 * std::sin(1.3));
  EXPECT_DOUBLE_EQ(value(world.parse("1 + 2*wave(x + 1, 2)*x")), 1 + 2 * 2.89 * std::sin(2.0) * 0.7);
  EXPECT_DOUBLE_EQ(value(world.parse("wave")), 0.04 * std::sin(0.25));
  EXPECT_DOUBLE_EQ(value(world.parse("wave(wave(x, y), y)")), std::pow(0.49 * std::sin(1.3), 2) * std::sin(1.3));
  EXPECT_EQ(world.parse("wave(x, y) - wave(x, y)"), Expression::constant(0));  // equal calls are one
}

TEST(CodeInExpressions, UnitsOfArgumentsAndValueAreFactors) {
  CodeWorld world(wave(true));
  world.call.argument_factors = {1000, 1};  // mm of a file in m
  world.call.factor = 0.001;
  EXPECT_DOUBLE_EQ(value(world.parse("wave(x, y)")), 0.001 * 700 * 700 * std::sin(1.3));
}

TEST(CodeInExpressions, WrongCallsAreToldByName) {
  const CodeWorld world(wave(true));
  const auto told = [&](const char* text) { return world.faults(text).at(0); };
  EXPECT_EQ(told("1 + wave(x)").what, "`wave` takes 2 arguments, not 1");
  EXPECT_EQ(told("1 + wave(x)").position, 4);
  EXPECT_EQ(told("wavy(x, y)").hint, "did you mean `wave`?");
  EXPECT_EQ(told("wave(x, crank.agle)").hint, "did you mean `crank.angle`?");
}

TEST(CodeInExpressions, ANameThatIsListedWrongIsToldWithItsArgument) {
  CodeWorld world(wave(true));
  world.call.arguments = {"alpha", "t"};
  const ExpressionFault fault = world.faults("2*wave").at(0);
  EXPECT_EQ(fault.what, "argument 1 of `wave`, `alpha`: unknown name `alpha`");
  EXPECT_EQ(fault.position, 2);
}

// Against the closed form: exact where the code gives derivatives, to ε^(2/3) and ε^(1/2) by differences.
TEST(CodeInExpressions, DerivativesAreThoseOfTheCodeOrDifferences) {
  for (const bool given : {true, false}) {
    const CodeWorld world(wave(given));
    const Expression e = world.parse("3*wave(2*x, x*y)");  // 12 x² sin(x y)
    const double x = 0.7, y = 1.3, s = std::sin(x * y), c = std::cos(x * y);
    const Expression slope = e.derivative(1);
    EXPECT_NEAR(value(slope), 24 * x * s + 12 * x * x * y * c, given ? 1e-13 : 1e-8) << given;
    EXPECT_NEAR(value(slope.derivative(1)), 24 * s + 48 * x * y * c - 12 * x * x * y * y * s, given ? 1e-12 : 1e-5) << given;
    EXPECT_NEAR(value(slope.derivative(2)), 24 * x * x * c + 12 * x * x * c - 12 * x * x * x * y * s, given ? 1e-12 : 1e-5);
    std::vector<Dual<double, 2>> lanes(at.begin(), at.end()), scratch;
    lanes[1] = Dual<double, 2>::variable(x, 0);
    lanes[2] = Dual<double, 2>::variable(y, 1);
    const Dual<double, 2> dual = e.evaluate<Dual<double, 2>>(lanes, scratch);
    EXPECT_DOUBLE_EQ(dual.value, 12 * x * x * s);
    EXPECT_NEAR(dual.d[0], 24 * x * s + 12 * x * x * y * c, given ? 1e-13 : 1e-8);
    EXPECT_NEAR(dual.d[1], 12 * x * x * x * c, given ? 1e-13 : 1e-8);
  }
}

TEST(CodeInExpressions, AtTheEdgeOfItsDomainDifferencesAreOfOneSide) {
  ExternalFunction root;
  root.value = [](std::span<const double> x) { return std::pow(x[0], 1.5); };  // nan below 0
  const double zero = 0, one = 1;
  EXPECT_NEAR(call_external(root, {&zero, 1}, derivative_by(0, 0)), 0, 1e-3);
  EXPECT_NEAR(call_external(root, {&one, 1}, derivative_by(0, 0)), 1.5, 1e-9);
}

TEST(CodeInExpressions, TimeDerivativesAreKnownTwiceAndNotThrice) {
  const CodeWorld world(wave(true));
  EXPECT_DOUBLE_EQ(value(world.parse("der(wave(t, 1))")), 2 * 0.5 * std::sin(1.0));
  EXPECT_DOUBLE_EQ(value(world.parse("der(der(wave(t, 1)))")), 2 * std::sin(1.0));
  EXPECT_EQ(world.faults("der(der(der(wave(t, 1))))").at(0).what, "the third derivative of `wave` is not known");
}

// An estimate: of smooth code it holds all values and chords that are looked at here; of a jump it says that the slope is
// unknown.
TEST(CodeInExpressions, EnclosuresAreEstimatedFromSamples) {
  for (const bool given : {true, false}) {
    const CodeWorld world(wave(given));
    const Expression e = world.parse("wave(1 + t, 2*t)");
    std::vector<double> scratch, there(at);
    for (double a = -1; a < 2; a += 0.13) {
      const double b = a + 0.3;
      std::vector<Enclosure> over(at.begin(), at.end()), enclosing;
      over[0] = Enclosure(Interval(a, b), {Interval(1)});
      const Enclosure all = e.evaluate<Enclosure>(over, enclosing);
      double before = 0;
      for (int i = 0; i <= 30; ++i) {
        there[0] = a + 0.01 * i;
        const double here = e.evaluate<double>(there, scratch);
        EXPECT_LE(all.value.lo, here);
        EXPECT_GE(all.value.hi, here);
        if (i > 0) {
          EXPECT_LE(all.d[0].lo, (here - before) / 0.01);
          EXPECT_GE(all.d[0].hi, (here - before) / 0.01);
        }
        before = here;
      }
      EXPECT_LT(all.value.width(), 12);
    }
  }
  auto jump = std::make_shared<ExternalFunction>();
  jump->name = "wave";
  jump->arguments = 2;
  jump->value = [](std::span<const double> x) { return x[0] < 0.6 ? 1.0 : 4.0; };
  const CodeWorld world(jump);
  std::vector<Enclosure> over(at.begin(), at.end()), enclosing;
  over[0] = Enclosure(Interval(0.5, 0.8), {Interval(1)});
  const Enclosure all = world.parse("wave(t, 1)").evaluate<Enclosure>(over, enclosing);
  EXPECT_LE(all.value.lo, 1);
  EXPECT_GE(all.value.hi, 4);
  EXPECT_EQ(all.d[0].hi, Interval::infinity);
}

TEST(CodeInExpressions, WhatIsNotFiniteIsRememberedWithItsName) {
  const CodeWorld world(wave(true));
  external_trouble();
  EXPECT_EQ(external_trouble(), "");
  const double x[] = {3, std::nan("")};
  EXPECT_TRUE(std::isnan(call_external(*world.call.function, x, 0)));
  EXPECT_EQ(external_trouble(), "the function `wave` in code gave nan at (3, nan)");
  EXPECT_EQ(external_trouble(), "");
}

TEST(CodeInExpressions, WithoutItsCodeItHasNoValueAndIsNotRun) {
  auto empty = std::make_shared<ExternalFunction>();
  empty->arguments = 2;
  const CodeWorld world(empty);
  EXPECT_TRUE(std::isnan(value(world.parse("wave(1, 2)"))));
}

// delay of a function of time is that function of an earlier time, held at what it was at t = 0.
TEST(DelayInExpressions, OfTimeAloneIsWrittenOut) {
  World world;
  world.scope.delayed = [](const Expression&, double, std::string&) { return -1; };
  EXPECT_DOUBLE_EQ(value(world.parse("delay(sin(t), 0.2)")), std::sin(0.3));
  EXPECT_DOUBLE_EQ(value(world.parse("delay(3 + t, 0.8)")), 3);
  EXPECT_DOUBLE_EQ(value(world.parse("delay(t, 100 ms)")), 0.4);
  EXPECT_DOUBLE_EQ(value(world.parse("delay(7, 0.8)")), 7);
  EXPECT_EQ(world.parse("delay(x*t, 0)"), world.parse("x*t"));
}

TEST(DelayInExpressions, OfMotionsIsAVariableOfItsOwn) {
  World world;
  std::vector<double> times;
  world.scope.delayed = [&](const Expression& x, double time, std::string& why) {
    if (x.variables() == std::vector{1}) return times.push_back(time), 2;
    why = "it is not remembered";
    return -1;
  };
  EXPECT_DOUBLE_EQ(value(world.parse("1 + delay(2*x, 0.25)")), 1 + 1.3);
  EXPECT_EQ(times, std::vector{0.25});
  EXPECT_EQ(world.faults("delay(y, 1)").at(0).what, "`delay` cannot be used here: it is not remembered");
  EXPECT_EQ(world.faults("delay(x, y)").at(0).what, "the time of `delay` must be a number");
  EXPECT_EQ(world.faults("delay(x, -1)").at(0).what, "the time of `delay` must not be negative");
  EXPECT_EQ(world.faults("delay(x)").at(0).what, "`delay` takes 2 arguments, not 1");
  world.scope.delayed = nullptr;
  EXPECT_EQ(world.faults("2*delay(x, 1)").at(0).what, "`delay` may not be used here");
}

}  // namespace
}  // namespace bricard
