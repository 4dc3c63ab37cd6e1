// Derivatives of every operation against finite differences and dual numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "bricard/math/dual.hpp"
#include "bricard/math/expression.hpp"

namespace bricard {
namespace {

using Op = Expression::Op;

// x, y, t are variables 0, 1, 2; vx, vy their rates 3, 4.
Expression parse(const std::string& text) {
  static const Interpolant curve(std::vector<Interpolant::Point>{{-1, 2}, {0, 0}, {0.6, 1}, {1, 3}, {2, 1}},
                                 Interpolant::Curve::spline, Interpolant::Outside::linear);
  Scope scope;
  scope.lookup = [](std::string_view name) {
    const auto variable = std::string_view("xyt").find(name);
    if (name.size() != 1 || variable == std::string_view::npos) return Meaning{};
    return Meaning{.kind = Meaning::Kind::variable, .variable = static_cast<int>(variable)};
  };
  scope.table = [](std::string_view) { return &curve; };
  std::vector<ExpressionFault> faults;
  const Expression expression = Expression::parse(text, scope, faults);
  EXPECT_TRUE(faults.empty()) << text << ": " << (faults.empty() ? "" : faults[0].what);
  return expression;
}

using Point = std::vector<double>;

double value(const Expression& expression, const Point& at) {
  std::vector<double> scratch;
  return expression.evaluate<double>(at, scratch);
}

double difference(const Expression& f, Point at, int variable) {
  const double h = 1e-5, x = at[variable];
  at[variable] = x + h;
  const double above = value(f, at);
  at[variable] = x - h;
  return (above - value(f, at)) / (2 * h);
}

// Samples in which the operation stays in the graph, away from its switching points at every point used below.
const std::multimap<Op, std::string> samples = {
    {Op::constant, "3"},
    {Op::variable, "x"},
    {Op::add, "x + y"},
    {Op::subtract, "x - y"},
    {Op::multiply, "x*y"},
    {Op::divide, "x/y"},
    {Op::power, "(x + 2)^y"},
    {Op::power, "(x + 2)^2.5"},
    {Op::power, "2^x"},
    {Op::power, "(-y)^11"},
    {Op::negate, "-x"},
    {Op::less, "(x < y)*x"},
    {Op::less_equal, "(x <= y) + x*y"},
    {Op::equal, "(x == y) + y"},
    {Op::not_equal, "(x != y)*y"},
    {Op::logical_and, "(x and y)*x"},
    {Op::logical_or, "(x or y)*y"},
    {Op::logical_not, "y*not_x"},
    {Op::if_else, "if(x < y, x*y^2, y)"},
    {Op::if_else, "if(x > y, x, sin(x)*y)"},
    {Op::min, "min(x*y, y^3)"},
    {Op::max, "max(x^2, y^3)"},
    {Op::abs, "abs(x)*y"},
    {Op::abs, "abs(-y)"},
    {Op::sign, "sign(x)*x*y"},
    {Op::sqrt, "sqrt(x + 2*y)"},
    {Op::exp, "exp(x*y)"},
    {Op::log, "log(y + x^2)"},
    {Op::sin, "sin(x*y)"},
    {Op::cos, "cos(x + y^2)"},
    {Op::tan, "tan(x*y/3)"},
    {Op::asin, "asin(x*y/3)"},
    {Op::acos, "acos(x*y/3)"},
    {Op::atan, "atan(x*y)"},
    {Op::atan2, "atan2(x, y)"},
    {Op::atan2, "atan2(y, x)"},
    {Op::sinh, "sinh(x*y)"},
    {Op::cosh, "cosh(x*y)"},
    {Op::tanh, "tanh(x*y)"},
    {Op::floor, "floor(x)*y"},
    {Op::mod, "mod(5*y, x + 3)"},
    {Op::table, "table(a, x*y)"},
};

const Point points[] = {{0.7, 1.3, 0.2, 2, -3}, {-0.4, 1.1, 0.9, 1, 0.5}, {0.31, 0.83, -2, 0.1, 4}};

std::string spelled(std::string text) {
  const auto at = text.find("not_x");
  return at == std::string::npos ? text : text.replace(at, 5, "(not (x > 2))");
}

TEST(ExpressionDerivative, EveryOperationHasASample) {
  for (int op = 0; op <= static_cast<int>(Op::table); ++op) EXPECT_TRUE(samples.contains(static_cast<Op>(op))) << op;
  for (const auto& [op, text] : samples) {
    const Expression f = parse(spelled(text));
    EXPECT_TRUE(std::any_of(f.nodes().begin(), f.nodes().end(), [op = op](const auto& node) { return node.op == op; })) << text;
  }
}

TEST(ExpressionDerivative, OfEveryOperationAgainstDifferencesAndDualNumbers) {
  using D = Dual<double, 2>;
  using DD = Dual<D, 2>;
  for (const auto& [op, text] : samples) {
    const Expression f = parse(spelled(text));
    for (const Point& at : points) {
      std::vector<DD> variables, scratch;
      for (int i = 0; i < 5; ++i) {
        DD x = D(at[i]);
        if (i < 2) x = DD(D::variable(at[i], i), i == 0 ? std::array{D(1), D(0)} : std::array{D(0), D(1)});
        variables.push_back(x);
      }
      const DD dual = f.evaluate<DD>(variables, scratch);
      EXPECT_DOUBLE_EQ(dual.value.value, value(f, at)) << text;
      for (int i = 0; i < 2; ++i) {
        const Expression first = f.derivative(i);
        const double scale = 1 + std::abs(value(first, at));
        EXPECT_NEAR(value(first, at), difference(f, at, i), 1e-7 * scale) << text << " by " << i;
        EXPECT_NEAR(value(first, at), dual.d[i].value, 1e-12 * scale) << text << " by " << i;
        for (int j = 0; j < 2; ++j) {
          const Expression second = first.derivative(j);
          const double scale2 = 1 + std::abs(value(second, at));
          EXPECT_NEAR(value(second, at), difference(first, at, j), 1e-6 * scale2) << text << " by " << i << " and " << j;
          EXPECT_NEAR(value(second, at), dual.d[i].d[j], 1e-11 * scale2) << text << " by " << i << " and " << j;
        }
      }
    }
  }
}

TEST(ExpressionDerivative, AlongTimeIsTheSumOverTheRates) {
  const auto rate_of = [](int variable) {
    return variable < 2 ? variable + 3 : variable == 2 ? Expression::rate_one : Expression::rate_zero;
  };
  for (const auto& [op, text] : samples) {
    const Expression f = parse("(" + spelled(text) + ")*cos(t) + t^2");
    for (const Point& at : points) {
      const double expected =
          value(f.derivative(0), at) * at[3] + value(f.derivative(1), at) * at[4] + value(f.derivative(2), at);
      EXPECT_NEAR(value(f.time_derivative(rate_of), at), expected, 1e-12 * (1 + std::abs(expected))) << text;
    }
  }
}

TEST(ExpressionDerivative, ClosedForms) {
  const Point at = {0.25, 1.3, 0, 0, 0};
  EXPECT_EQ(value(parse("step(x, 0, 0, 1, 1)").derivative(0), at), 1.125);            // 6s(1 - s)
  EXPECT_EQ(value(parse("step(x, 0, 0, 1, 1)").derivative(0).derivative(0), at), 3);  // 6 - 12s
  EXPECT_EQ(value(parse("step5(x, 0, 0, 1, 1)").derivative(0), at), 1.0546875);       // 30s²(1 - s)²
  EXPECT_EQ(value(parse("step(x, 1, 0, 2, 1)").derivative(0), at), 0);
  EXPECT_EQ(value(parse("x^3").derivative(0), at), 0.1875);
  EXPECT_EQ(value(parse("x^-1").derivative(0), at), -16);
  EXPECT_TRUE(parse("floor(x) + sign(x) + (x < y)").derivative(0).is_constant());
  EXPECT_TRUE(parse("3*x + y").derivative(0).is_constant());
  EXPECT_TRUE(parse("x*y").derivative(2).is_constant());
  const Point zero = {0, 0, 0, 0, 0};
  EXPECT_EQ(value(parse("x^2").derivative(0), zero), 0);
  EXPECT_EQ(value(parse("x^1.5").derivative(0), zero), 0);
  EXPECT_EQ(value(parse("x^(y + 2)").derivative(1), zero), 0);
  EXPECT_EQ(value(parse("if(x > 0, sqrt(x), 0)").derivative(0), zero), 0);  // what is not taken does not leak
  EXPECT_EQ(value(parse("abs(x)").derivative(0), zero), 1);
}

}  // namespace
}  // namespace bricard
