// Decisions inside expressions: held, they make it smooth; free, they are what the operands say.
#include <gtest/gtest.h>

#include "bricard/math/expression.hpp"

namespace bricard {
namespace {

Expression of_x(const std::string& text) {
  Scope scope;
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

double value(const Expression& expression, double x, const char* decisions = nullptr) {
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
                        {"if(x > 1, 5, x)", 2, 0, 5}};
  for (const Case& c : cases) {
    Expression expression = of_x(c.text);
    const int count = expression.number_decisions(2);
    ASSERT_EQ(count, 3) << c.text;
    std::vector<double> amounts(count, 0.0), scratch;
    const double at[] = {c.where_true};
    expression.decision_amounts(at, scratch, amounts.data());
    const char decisions[] = {0, 0, static_cast<char>(amounts[2] > 0)};
    EXPECT_DOUBLE_EQ(value(expression, c.where_true, decisions), value(expression, c.where_true)) << c.text;
    EXPECT_DOUBLE_EQ(value(expression, c.x, decisions), c.continued) << c.text;
  }
}

TEST(Decisions, AmountsChangeSignWhereTheExpressionSwitches) {
  Expression expression = of_x("if(x < 3 and x > 1, 1, 0) + max(x - 5, 0) + abs(x - 7)");
  const int count = expression.number_decisions(0);
  EXPECT_EQ(count, 4);
  std::vector<double> amounts(count), scratch;
  const double at[] = {2.0};
  expression.decision_amounts(at, scratch, amounts.data());
  std::sort(amounts.begin(), amounts.end());
  EXPECT_EQ(amounts, (std::vector<double>{1, 1, 3, 5}));  // 3 - x, x - 1, 0 - (x - 5), -(x - 7)
}

}  // namespace
}  // namespace bricard
