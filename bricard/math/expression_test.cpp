// Expressions: values worked out by hand, units, scopes, scalars, and a table of faults. Derivatives:
// expression_derivative_test.cpp.
#include "bricard/math/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "bricard/math/expression_functions.hpp"
#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;

struct Case {
  std::string text;
  double expected;
};

// What the reference says of every function is computed here; the values were written by hand.
TEST(Expression, EveryFunctionHasAnExampleThatIsRight) {
  const World world;
  for (const ExpressionFunction& each : expression_functions()) {
    EXPECT_FALSE(each.says.empty()) << each.name;
    if (!each.build) continue;  // table and der have examples of their own
    EXPECT_NEAR(value(world.parse(each.example)), each.value, 1e-14) << each.example;
  }
}

// A stop as in Adams' IMPACT: nothing before contact, no pull, damping that has grown to half at half of the depth d.
TEST(Expression, Impact) {
  const World world;
  EXPECT_EQ(value(world.parse("impact(0.1, -5, 0, 1e4, 1.5, 100, 0.01)")), 0);
  EXPECT_EQ(value(world.parse("impact(0, -5, 0, 1e4, 1.5, 100, 0.01)")), 0);
  EXPECT_NEAR(value(world.parse("impact(-0.04, 0, 0, 1000, 1.5, 100, 0.01)")), 8, 1e-12);
  EXPECT_NEAR(value(world.parse("impact(-0.005, -2, 0, 1000, 1, 100, 0.01)")), 5 + 0.5 * 200, 1e-12);
  EXPECT_NEAR(value(world.parse("impact(-0.02, -2, 0, 1000, 1, 100, 0.01)")), 20 + 200, 1e-12);
  EXPECT_EQ(value(world.parse("impact(-0.02, 2, 0, 1000, 1, 100, 0.01)")), 0) << "it would pull";
}

TEST(Expression, ComputesNumbers) {
  const World world;
  const Case cases[] = {
      {"0", 0},
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"7 - 2 - 1", 4},
      {"8/4/2", 1},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"(-2)^2", 4},
      {"2^-1", 0.5},
      {"2^-2^2", 0.0625},
      {"--3", 3},
      {"+3", 3},
      {"2*-3", -6},
      {"-2*-3", 6},
      {"1e3", 1000},
      {".5e-1", 0.05},
      {"5.", 5},
      {"0^0", 1},
      {"pi", pi},
      {"2*pi", 2 * pi},
      {"k", 35},
      {" 1 +\n\t2 ", 3},
      {"1-1", 0},
      {"1 < 2", 1},
      {"2 < 1", 0},
      {"1 <= 1", 1},
      {"2 > 1", 1},
      {"1 >= 2", 0},
      {"1 == 1", 1},
      {"1 != 1", 0},
      {"1 + 1 == 2", 1},
      {"1 and 2", 1},
      {"1 and 0", 0},
      {"0 or 3", 1},
      {"0 or 0", 0},
      {"not 0", 1},
      {"not 5", 0},
      {"not not 5", 1},
      {"not 1 == 2", 1},
      {"1 or 0 and 0", 1},
      {"1 < 2 and 2 < 3", 1},
      {"not 0 and 0", 0},
      {"(1 < 2) + (3 < 4)", 2},
      {"if(1 < 2, 10, 20)", 10},
      {"if(0, 10, 20)", 20},
      {"if(0, 1/0, 3)", 3},
      {"if(1, 2, sqrt(-1))", 2},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 2)", 3},
      {"max(4)", 4},
      {"abs(-3)", 3},
      {"abs(3)", 3},
      {"sign(-2)", -1},
      {"sign(0)", 0},
      {"sign(7)", 1},
      {"sqrt(16)", 4},
      {"exp(1)", std::numbers::e},
      {"log(exp(2))", 2},
      {"log10(1000)", 3},
      {"floor(-1.5)", -2},
      {"floor(1.5)", 1},
      {"mod(7, 3)", 1},
      {"mod(-1, 3)", 2},
      {"mod(370, 360)", 10},
      {"mod(5.5, 2)", 1.5},
      {"sinh(1)", (std::numbers::e - 1 / std::numbers::e) / 2},
      {"cosh(1)", (std::numbers::e + 1 / std::numbers::e) / 2},
      {"tanh(0)", 0},
      {"sin(pi/6)", 0.5},
      {"cos(pi/3)", 0.5},
      {"tan(pi/4)", 1},
      {"asin(1)", pi / 2},
      {"acos(0)", pi / 2},
      {"atan(1)", pi / 4},
      {"atan2(1, -1)", 3 * pi / 4},
      {"sind(30)", 0.5},
      {"sind(180)", 0},
      {"sind(-90)", -1},
      {"sind(450)", 1},
      {"cosd(60)", 0.5},
      {"cosd(90)", 0},
      {"cosd(-180)", -1},
      {"tand(45)", 1},
      {"asind(0.5)", 30},
      {"acosd(0.5)", 60},
      {"atand(1)", 45},
      {"atan2d(-1, 0)", -90},
      {"step(0.5, 0, 0, 1, 8)", 4},
      {"step(0.25, 0, 0, 1, 1)", 0.15625},
      {"step(-1, 0, 2, 1, 8)", 2},
      {"step(9, 0, 2, 1, 8)", 8},
      {"step(3, 2, 1, 6, 5)", 1.625},
      {"step5(0.5, 0, 0, 1, 8)", 4},
      {"step5(0.25, 0, 0, 1, 1)", 0.103515625},
      {"step5(-1, 0, 2, 1, 8)", 2},
      {"step5(9, 0, 2, 1, 8)", 8},
      {"step(0.25, 1, 0, 0, 1)", 0.84375},
      {"table(damper, 0.5)", 350},
      {"table(damper, -0.5)", -450},
      {"table( damper , 2 )", 1400},
      {"der(5)", 0},
      {"der(k^2)", 0},
  };
  for (const Case& c : cases) {
    const Expression expression = world.parse(c.text);
    EXPECT_TRUE(expression.is_constant()) << c.text;
    EXPECT_NEAR(expression.constant_value(), c.expected, 1e-15 * std::max(1.0, std::abs(c.expected))) << c.text;
  }
  EXPECT_EQ(world.parse("sind(180)").constant_value(), 0);  // exactly
  EXPECT_EQ(world.parse("cosd(270)").constant_value(), 0);
}

TEST(Expression, ComputesWithVariables) {
  const World world;
  const double t = 0.5, x = 0.7, y = 1.3;
  const Case cases[] = {
      {"x", x},
      {"x + y", x + y},
      {"x - y - t", x - y - t},
      {"x/y/t", x / y / t},
      {"x^2", x * x},
      {"x^3", x * x * x},
      {"x^-2", 1 / (x * x)},
      {"-x^2", -x * x},
      {"x^y", std::pow(x, y)},
      {"x^2.5", std::pow(x, 2.5)},
      {"(-x)^3", -x * x * x},
      {"x^20", std::pow(x, 20)},
      {"(-x)^9", -std::pow(x, 9)},
      {"x^0.5", std::sqrt(x)},
      {"x^0", 1},
      {"2^x", std::exp2(x)},
      {"x < y", 1},
      {"x > y", 0},
      {"x >= y", 0},
      {"x <= y", 1},
      {"x == x", 1},
      {"x != y", 1},
      {"x < y and t < x", 1},
      {"x < y and t > x", 0},
      {"x > y or t < x", 1},
      {"not x < y", 0},
      {"if(x < y, x, y)", x},
      {"if(x > y, x, y)", y},
      {"if(x > y, 1/(x - x), y)", y},
      {"if(x < y, 2, sqrt(x - y))", 2},
      {"min(x, y, t)", t},
      {"max(x, y, t)", y},
      {"abs(t - x)", x - t},
      {"sign(t - x)", -1},
      {"mod(y, x)", y - x},
      {"mod(-y, x)", 2 * x - y},
      {"floor(y)", 1},
      {"log10(x)", std::log10(x)},
      {"sind(number(crank.angle))", 0.5},
      {"cosd(2*crank.angle)", 0.5},
      {"atan2d(x, y)", std::atan2(x, y) * 180 / pi},
      {"step(t, 0, 0, 1, 1)", 0.5},
      {"step5(t, 0, 1, 2, 3)", 1.20703125},
      {"step(t, x, 3, y, 4)", 3},
      {"table(damper, x)", 490},
      {"table(damper, -t)*table(damper, t)", -450 * 350},
      {"rack.position*2", 0.4},
      {"0*x", 0},
      {"x - x", 0},
      {"2*x*0.5 - x", 0},
  };
  for (const Case& c : cases)
    EXPECT_NEAR(value(world.parse(c.text)), c.expected, 1e-14 * std::max(1.0, std::abs(c.expected))) << c.text;
}

TEST(Expression, ConvertsUnitsToTheFiles) {
  const World si, file({.length = "mm", .angle = "deg"});
  struct {
    std::string text;
    double si, file;
  } const cases[] = {
      {"5 mm", 0.005, 5},
      {"-20 N/mm*rack.position", -20e3 * 0.2, -20 * 0.2},
      {"0.8 N*m*step(t,0,0,1,1)", 0.4, 400},
      {"90 deg", pi / 2, 90},
      {"1 rev", 2 * pi, 360},
      {"1200 rpm", 40 * pi, 7200},
      {"90 mm/rev", 0.09 / (2 * pi), 0.25},
      {"9.81 m/s^2", 9.81, 9810},
      {"2 m + 3 cm", 2.03, 2030},
      {"2 m/s*t", 1, 1000},
      {"2   m", 2, 2000},
      {"2 m/2", 1, 1000},
      {"2 m^2", 2, 2e6},
      {"(2 m)^2", 4, 4e6},
      {"3 m*min(x, y)", 2.1, 2100},
      {"3 m/min", 0.05, 50},
      {"2 m", 2, 2000},  // although m is a parameter
      {"2*m", 70, 70},
      {"50 Hz", 50, 50},
      {"3 1/s", 3, 3},
      {"1 kg*m^2", 1, 1e6},
      {"1 m < 2 m and 1 mm < 1 m", 1, 1},
      {"36 km/h", 10, 10000},
      {"sind(number(30 deg))", std::sin(pi / 6 * pi / 180), 0.5},
      {"sin(crank.angle/1 rad)", std::sin(30), 0.5},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(value(si.parse(c.text)), c.si, 1e-14 * std::max(1.0, std::abs(c.si))) << c.text;
    EXPECT_NEAR(value(file.parse(c.text)), c.file, 1e-14 * std::max(1.0, std::abs(c.file))) << c.text;
  }
  for (const std::string unit : {"mm", "deg", "deg/s", "N/mm", "kg*mm^2", "N*s/mm", "mm/s^2"})
    for (const double number : {3, 7, 35, 49})
      EXPECT_EQ(file.parse(std::to_string(number) + " " + unit).constant_value(), number) << "its own unit changes no digit";
}

TEST(Expression, SharesEqualParts) {
  const World world;
  EXPECT_EQ(world.parse("sin(x)*sin(x) + sin(x)").nodes().size(), 4u);  // x, sin, product, sum
  EXPECT_EQ(world.parse("(x + y)*(y + x)").nodes().size(), 4u);
  EXPECT_EQ(world.parse("(x - y)*(y - x)").nodes().size(), 5u);
  EXPECT_EQ(world.parse("2*3*4").nodes().size(), 1u);
  EXPECT_EQ(world.parse("0/x").nodes().size(), 1u);
  EXPECT_EQ(value(world.parse("x/0")), HUGE_VAL);
  EXPECT_EQ(world.parse("if(x < y, 0, 0)").nodes().size(), 1u);
  EXPECT_EQ(world.parse("y + 0*x").variables(), (std::vector<int>{2}));
  EXPECT_EQ(world.parse("y + x*t").variables(), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(world.parse("table(damper, x) + table(damper, y)").tables().size(), 1u);
  EXPECT_EQ(world.parse("0*table(damper, x)").tables().size(), 0u);
}

TEST(Expression, DefaultIsZero) {
  EXPECT_TRUE(Expression().is_constant());
  EXPECT_EQ(value(Expression()), 0);
  EXPECT_EQ(Expression::constant(3).constant_value(), 3);
  EXPECT_EQ(value(Expression::constant(3).derivative(0)), 0);
}

TEST(Expression, DerUsesTheRates) {
  World world;
  EXPECT_EQ(value(world.parse("der(t)")), 1);
  EXPECT_NEAR(value(world.parse("der(t^3)")), 0.75, 1e-15);
  EXPECT_NEAR(value(world.parse("der(der(t^3))")), 3, 1e-15);
  EXPECT_NEAR(value(world.parse("der(step(t, 0, 0, 1, 1))")), 1.5, 1e-15);
  EXPECT_NEAR(value(world.parse("der(2*crank.angle)")), 12, 1e-15);
  EXPECT_NEAR(value(world.parse("der(sind(number(crank.angle)))")), std::cos(pi / 6) * pi / 180 * 6, 1e-15);
  EXPECT_NEAR(value(world.parse("der(table(damper, t))")), 700, 1e-12);
  ASSERT_EQ(world.faults("1 + der(x)").size(), 1u);
  EXPECT_EQ(world.faults("1 + der(x)")[0].position, 4);
  EXPECT_EQ(world.faults("1 + der(x)")[0].what, "the time derivative of `x` is not known here");
  EXPECT_EQ(world.faults("der(der(crank.angle))").size(), 1u);
  world.scope.rate_of = [](int variable) {
    return variable == 5 ? 1 : variable == 2 ? Expression::rate_zero : Expression::rate_one;
  };
  EXPECT_NEAR(value(world.parse("der(der(crank.angle))")), 0.7, 1e-15);  // variable 1
}

TEST(Expression, PutsExpressionsInPlace) {
  World world;
  world.outputs["power"] = world.parse("table(damper, x)*y");
  world.outputs["twice"] = world.parse("2*power");
  world.outputs["signal"] = world.parse("t^2");
  EXPECT_NEAR(value(world.parse("twice + power")), 3 * 490 * 1.3, 1e-10);
  EXPECT_EQ(world.parse("twice + power*table(damper, x)").tables().size(), 1u);
  world.scope.rate_of = [](int variable) { return variable == 0 ? Expression::rate_one : Expression::rate_unknown; };
  EXPECT_NEAR(value(world.parse("der(signal)")), 1, 1e-15);
  EXPECT_EQ(world.faults("der(power)").size(), 2u);  // of x and of y
}

// A scalar whose comparisons are no bools, as that of code generation: select alone takes them.
struct Condition {
  bool holds;
};
struct Opaque {
  double number = 0;
  Opaque() = default;
  explicit Opaque(double value) : number(value) {}
  friend Opaque operator+(Opaque a, Opaque b) { return Opaque(a.number + b.number); }
  friend Opaque operator-(Opaque a, Opaque b) { return Opaque(a.number - b.number); }
  friend Opaque operator*(Opaque a, Opaque b) { return Opaque(a.number * b.number); }
  friend Opaque operator/(Opaque a, Opaque b) { return Opaque(a.number / b.number); }
  friend Opaque operator-(Opaque a) { return Opaque(-a.number); }
  friend Condition operator<(Opaque a, Opaque b) { return {a.number < b.number}; }
  friend Condition operator<=(Opaque a, Opaque b) { return {a.number <= b.number}; }
  friend Condition operator==(Opaque a, Opaque b) { return {a.number == b.number}; }
  friend Condition operator!=(Opaque a, Opaque b) { return {a.number != b.number}; }
  friend Opaque select(Condition c, Opaque a, Opaque b) { return c.holds ? a : b; }
  friend Opaque interpolate(const Interpolant& curve, Opaque x, int order) { return Opaque(curve.evaluate(x.number, order)); }
  friend Opaque interpolate_piece(const Interpolant& curve, std::size_t piece, Opaque x, int order) {
    return Opaque(curve.evaluate_piece(piece, x.number, order));
  }
  friend Opaque interpolate(const GridInterpolant& surface, Opaque x, Opaque y, int order_x, int order_y) {
    return Opaque(surface.evaluate(x.number, y.number, order_x, order_y));
  }
  friend Opaque interpolate_cell(const GridInterpolant& surface, std::size_t cell, Opaque x, Opaque y, int order_x, int order_y) {
    return Opaque(surface.evaluate_cell(cell, x.number, y.number, order_x, order_y));
  }
  friend Opaque call_external(const ExternalFunction& f, std::span<const Opaque> x, int order) {
    std::vector<double> numbers;
    for (const Opaque& each : x) numbers.push_back(each.number);
    return Opaque(bricard::call_external(f, numbers, order));
  }
  friend Opaque noise_of(Opaque index, Opaque seed) { return Opaque(bricard::noise_of(index.number, seed.number)); }
  friend Opaque pow(Opaque a, double b) { return Opaque(std::pow(a.number, b)); }
  friend Opaque pow(Opaque a, Opaque b) { return Opaque(std::pow(a.number, b.number)); }
  friend Opaque atan2(Opaque a, Opaque b) { return Opaque(std::atan2(a.number, b.number)); }
  friend Opaque sqrt(Opaque a) { return Opaque(std::sqrt(a.number)); }
  friend Opaque exp(Opaque a) { return Opaque(std::exp(a.number)); }
  friend Opaque log(Opaque a) { return Opaque(std::log(a.number)); }
  friend Opaque sin(Opaque a) { return Opaque(std::sin(a.number)); }
  friend Opaque cos(Opaque a) { return Opaque(std::cos(a.number)); }
  friend Opaque tan(Opaque a) { return Opaque(std::tan(a.number)); }
  friend Opaque asin(Opaque a) { return Opaque(std::asin(a.number)); }
  friend Opaque acos(Opaque a) { return Opaque(std::acos(a.number)); }
  friend Opaque atan(Opaque a) { return Opaque(std::atan(a.number)); }
  friend Opaque sinh(Opaque a) { return Opaque(std::sinh(a.number)); }
  friend Opaque cosh(Opaque a) { return Opaque(std::cosh(a.number)); }
  friend Opaque tanh(Opaque a) { return Opaque(std::tanh(a.number)); }
  friend Opaque floor(Opaque a) { return Opaque(std::floor(a.number)); }
};

TEST(Expression, EvaluatesOnAScalarWithoutBools) {
  const World world;
  const Expression f = world.parse(
      "if(x < y and not x == y or t <= x, table(damper, x) + x^y + x^2.5, 1/0) + step(t, 0, 0, 1, 1) + mod(y, x) + sign(x) + "
      "noise(1, 2)");
  std::vector<Opaque> variables(at.begin(), at.end()), scratch;
  EXPECT_EQ(f.evaluate<Opaque>(variables, scratch).number, value(f));
}

TEST(Expression, GrowsScratchOnce) {
  const Expression f = World().parse("sin(x)*y + table(damper, t)");
  std::vector<double> scratch;
  f.evaluate<double>(at, scratch);
  const double* before = scratch.data();
  f.evaluate<double>(at, scratch);
  EXPECT_EQ(scratch.data(), before);
}

}  // namespace
}  // namespace bricard
