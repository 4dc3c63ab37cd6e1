// Decisions inside expressions: held, they make it smooth; free, they are what the operands say.
#include "bricard/math/expression_decisions.hpp"

#include <gtest/gtest.h>

#include "bricard/math/enclosure.hpp"

namespace bricard {
namespace {

const Interpolant road{std::vector<Interpolant::Point>{{0, 0}, {1, 2}, {3, 0}}, Interpolant::Curve::linear,
                       Interpolant::Outside::linear};

Expression of_x(const std::string& text) {
  Scope scope;
  scope.table = [](std::string_view) { return &road; };
  scope.lookup = [](std::string_view) {
    Meaning meaning;
    meaning.kind = Meaning::Kind::variable;
    meaning.variable = 0;
    return meaning;
  };
  std::vector<ExpressionFault> faults;
  Expression expression = Expression::parse(text, scope, faults);
  EXPECT_TRUE(faults.empty()) << text;
  return expression;
}

double value(const Expression& expression, double x, const double* decisions = nullptr) {
  std::vector<double> scratch;
  const double variables[] = {x};
  return expression.evaluate<double>(variables, scratch, decisions);
}

TEST(Decisions, HeldOnesContinueTheirBranch) {
  struct Case {
    const char* text;
    double where_true, x, continued;  // held as decided at where_true, evaluated at x beyond the change
  };
  const Case cases[] = {{"if(x < 1, x^2, 7)", 0.5, 3, 9},
                        {"if(x < 1, x^2, 7)", 2, 0.5, 7},
                        {"min(x, 1)", 0, 4, 4},
                        {"max(x, 1)", 0, 4, 1},
                        {"abs(x)", -1, 2, -2},
                        {"abs(x)", 1, -2, -2},
                        {"sign(x)*3", 2, -1, 3},
                        {"if(x > 1, 5, x)", 2, 0, 5},
                        {"floor(x)", 2.5, 7, 2},
                        {"mod(x, 2)", 2.5, 7, 5},
                        {"if(x == 3, 1, 0)", 2.5, 3, 0},
                        {"if(x != 3, 1, 0)", 3, 4, 0},
                        {"table(road, x)", 0.5, 3, 6},
                        {"table(road, x)", 2, 0, 3}};
  for (const Case& c : cases) {
    Expression expression = of_x(c.text);
    const int count = expression.number_decisions(2);
    ASSERT_EQ(count, 3) << c.text;
    std::vector<double> held(count, 0.0), scratch;
    const double at[] = {c.where_true};
    decide(expression, at, scratch, held.data());
    const double* const decisions = held.data();
    EXPECT_DOUBLE_EQ(value(expression, c.where_true, decisions), value(expression, c.where_true)) << c.text;
    EXPECT_DOUBLE_EQ(value(expression, c.x, decisions), c.continued) << c.text;
  }
}

// Amounts are negative where a decision holds and positive beyond its border, for numbers and for enclosures alike.
TEST(Decisions, AreLeftWhereTheExpressionSwitches) {
  struct Case {
    const char* text;
    double from, border;
  };
  const Case cases[] = {{"if(x < 3, 1, 0)", 2, 3},    {"max(x - 5, 0)", 2, 5},  {"abs(x - 7)", 2, 7},    {"sign(x)", -1, 0},
                        {"floor(x)", 2.5, 3},         {"mod(x, 2)", 2.5, 4},    {"mod(x, 2)", 2.5, 2},   {"floor(x)", 2.5, 2},
                        {"if(x == 3, 1, 0)", 2.5, 3}, {"table(road, x)", 2, 3}, {"table(road, x)", 2, 1}};
  for (const Case& c : cases) {
    Expression expression = of_x(c.text);
    ASSERT_EQ(expression.number_decisions(0), 1) << c.text;
    double held = 0;
    std::vector<double> scratch;
    decide(expression, std::vector<double>{c.from}, scratch, &held);
    const auto amount = [&]<class S>(const S& x) {
      std::vector<S> w;
      expression.evaluate<S>(std::vector<S>{x}, w, &held);
      for (const auto& node : expression.nodes())
        if (node.decision == 0) return left_behind<S>(expression, node, w.data(), held);
      return S(0);
    };
    const double step = 0.01 * (c.border - c.from);
    EXPECT_LT(amount(c.border - step), 0) << c.text;
    EXPECT_GT(amount(c.border + step), 0) << c.text;
    const auto over = [&](double a, double b) {
      return amount(Enclosure(Interval(std::min(a, b), std::max(a, b)), {Interval(1)}));
    };
    EXPECT_LT(over(c.from, c.border - step).value.hi, 0) << c.text;
    EXPECT_GT(over(c.border + step, c.border + 2 * step).value.lo, 0) << c.text;
    EXPECT_GT(over(c.from, c.border + step).value.hi, 0) << c.text;
  }
}

}  // namespace
}  // namespace bricard
