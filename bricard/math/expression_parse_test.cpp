// Faults of expressions: what is said, where, and what is suggested; and input of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;

struct Bad {
  std::string text;
  int position;
  std::string what, hint;
};

TEST(Expression, ReportsFaultsWithPositionAndHint) {
  const World world({.length = "mm", .angle = "deg"});
  const Bad cases[] = {
      {"", 0, "empty", ""},
      {"   ", 3, "empty", ""},
      {"1 +", 3, "ends too early", ""},
      {"(1 + 2", 6, "`)` is missing", ""},
      {"1 + 2)", 5, "unexpected `)`", "no `(`"},
      {"sin(1", 5, "`)` is missing after the arguments of `sin`", ""},
      {"1 2", 2, "unexpected `2`", "operator is missing"},
      {"x y", 2, "unexpected `y`", "operator is missing"},
      {"2 (3)", 2, "unexpected `(`", "operator is missing"},
      {"x(3)", 0, "unknown function `x`", "write `*`"},
      {"2x", 1, "unexpected `x`", "operator is missing"},
      {"5mm", 1, "unexpected `mm`", "blank"},
      {"5 mn", 2, "`mn` is no unit", "did you mean"},
      {"5 sin(x)", 2, "`sin` is no unit", "operator is missing"},
      {"2 pi", 2, "`pi` is no unit", ""},
      {"mm + 3", 0, "unknown name `mm`", "after a number"},
      {"sin + 3", 0, "unknown name `sin`", "write `sin(...)`"},
      {"0,5", 1, "unexpected `,`", "`.`"},
      {"x = y", 2, "unexpected `=`", "`==`"},
      {"x && y", 2, "unexpected `&`", "`and`"},
      {"x || y", 2, "unexpected `|`", "`or`"},
      {"!x", 0, "unexpected `!`", "`not`"},
      {"x**2", 2, "unexpected `*`", "`^`"},
      {"2*not x", 2, "unexpected `not`", "parentheses"},
      {"x and", 5, "ends too early", ""},
      {"and x", 0, "unexpected `and`", ""},
      {"0 < x < 1", 6, "chained", "and"},
      {"foo + x", 0, "unknown name `foo`", ""},
      {"1 + crank.agle", 4, "unknown name `crank.agle`", "did you mean `crank.angle`?"},
      {"2*tip.ax", 2, "`tip.ax` may not be used here: it is known after the forces", ""},
      {"sinn(x)", 0, "unknown function `sinn`", "did you mean `sin`?"},
      {"atan2(1)", 0, "`atan2` takes 2 arguments, not 1", ""},
      {"sqrt()", 0, "`sqrt` takes 1 argument, not 0", ""},
      {"min()", 0, "`min` takes at least 1 argument, not 0", ""},
      {"if(x, 1)", 0, "`if` takes 3 arguments, not 2", ""},
      {"sin(x,)", 6, "unexpected `)`", ""},
      {"table(dampr, x)", 6, "there is no table `dampr`", "did you mean `damper`?"},
      {"table(3, x)", 6, "name of a table", "table(name, x)"},
      {"table(damper)", 12, "unexpected `)`", ""},
      {"der(crank.speed)", 0, "time derivative of `crank.speed` is not known", ""},
      {"step(x, 1, 0, 1, 5)", 0, "two different places", "if("},
      {"2*sin(crank.angle)", 2, "`sin` takes radians, but this is an angle in deg", "use `sind`"},
      {"cos(2*crank.angle + 3)", 0, "`cos` takes radians", "use `cosd`"},
      {"tan(-abs(crank.angle))", 0, "`tan` takes radians", "use `tand`"},
      {"sin(crank.speed*t)", 0, "`sin` takes radians", "use `sind`"},
      {"sin(30 deg)", 0, "`sin` takes radians", "use `sind`"},
      {"sin(if(x < 1, crank.angle, 0))", 0, "`sin` takes radians", "use `sind`"},
      {"1e999", 0, "out of range", ""},
      {"1/0", 0, "not a finite number", ""},
      {"sqrt(-1)", 0, "not a finite number", ""},
      {"x \xC2\xB7 y", 2, "unexpected `\xC2\xB7`", ""},
      {"x # y", 2, "unexpected `#`", ""},
      {std::string("x \0 y", 5), 2, "unexpected `\\x00`", ""},
      {".", 0, "unexpected `.`", ""},
      {"x.", 1, "unexpected `.`", ""},
      {"\xFF\xFE", 0, "unexpected", ""},
  };
  for (const Bad& bad : cases) {
    const auto faults = world.faults(bad.text);
    ASSERT_FALSE(faults.empty()) << bad.text;
    EXPECT_EQ(faults[0].position, bad.position) << bad.text;
    EXPECT_NE(faults[0].what.find(bad.what), std::string::npos) << bad.text << ": " << faults[0].what;
    EXPECT_NE(faults[0].hint.find(bad.hint), std::string::npos) << bad.text << ": " << faults[0].hint;
  }
  EXPECT_EQ(world.faults("foo + bar*sinn").size(), 3u) << "all unknown names are reported";
}

TEST(Expression, AnAngleInRadiansMayEnterSin) {
  EXPECT_NEAR(value(World().parse("sin(crank.angle)")), std::sin(30), 1e-15);
  const World turns({.angle = "rev"});
  EXPECT_NE(turns.faults("sin(crank.angle)").at(0).hint.find("1 rad"), std::string::npos);
  EXPECT_NEAR(value(turns.parse("sin(crank.angle/1 rad)")), std::sin(60 * pi), 1e-12);
}

TEST(Expression, WrongUnitsOfTheFileAreAFault) {
  const World world({.length = "kg"});
  EXPECT_NE(world.faults("5 mm").at(0).what.find("`kg` is no unit of length"), std::string::npos);
}

TEST(Expression, WithoutAScopeOnlyNumbers) {
  std::vector<ExpressionFault> faults;
  EXPECT_EQ(Expression::parse("2 km + pi*0", {}, faults).constant_value(), 2000);
  EXPECT_TRUE(faults.empty());
  Expression::parse("t + table(a, 1)", {}, faults);
  EXPECT_EQ(faults.size(), 2u);
}

std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

TEST(Expression, SurvivesHugeInput) {
  const World world;
  const int many = 100'000;
  for (const std::string part : {"(", "-", "not ", "2^", "sin(", "if(1,", "-(", "der(", "min(x,", "[", "\xC3", "x<", "1 m*"})
    EXPECT_FALSE(world.faults(repeated(part, many)).empty()) << part;
  EXPECT_FALSE(world.faults(repeated("(", many) + "x" + repeated(")", many)).empty());
  EXPECT_FALSE(world.faults(repeated("1+", 600'000) + "1").empty());
  EXPECT_FALSE(world.faults(repeated("a", many)).empty());
  EXPECT_FALSE(world.faults(repeated("a.", many)).empty());
  EXPECT_FALSE(world.faults("1e" + repeated("9", many)).empty());
  EXPECT_EQ(world.parse(repeated("1+", many) + "1").constant_value(), many + 1);
  EXPECT_NEAR(value(world.parse(repeated("x+", many) + "x")), 0.7 * (many + 1), 1e-6);
  EXPECT_NEAR(value(world.parse("der(" + repeated("t+", many) + "t)")), many + 1, 1e-6);
  EXPECT_NEAR(value(world.parse(repeated("der(t^2+sin(t))+", many / 4) + "0")), many / 4 * (1 + std::cos(0.5)), 1e-6);
  EXPECT_EQ(world.parse(repeated("(", 350) + "3" + repeated(")", 350)).constant_value(), 3);
  std::string nested = "t";
  for (int i = 0; i < 60; ++i) nested = "der(sin(" + nested + ")*cos(t))";
  EXPECT_FALSE(world.faults(nested).empty()) << "grows without bound";
  EXPECT_FALSE(world.faults("1^" + repeated("9", 400)).empty());
}

}  // namespace
}  // namespace bricard
