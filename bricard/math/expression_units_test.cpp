// Which expressions are refused because their numbers count in unlike units, and which are not: dimensional analysis by hand. In
// files in deg and in mm factors count too, since expressions compute with plain numbers.
#include "bricard/math/expression_units.hpp"

#include <gtest/gtest.h>

#include "bricard/math/expression_world.hpp"

namespace bricard {
namespace {

const UnitSystem si, mm{.length = "mm"}, deg{.angle = "deg"};

// The first fault of a text in the world of expression_world.hpp, where rack.position is a length and crank.angle an angle.
std::string fault_of(std::string_view text, const UnitSystem& units = si) {
  World world(units);
  world.scope.table_countings = [&](std::string_view) {
    return std::array{Counting::of(dimension::speed, units), Counting::of(dimension::force, units), Counting{}};
  };
  std::vector<ExpressionFault> faults;
  Expression::parse(text, world.scope, faults);
  if (faults.empty()) return "";
  EXPECT_TRUE(faults[0].of_units) << text << ": " << faults[0].what;
  return faults[0].what + " | " + faults[0].hint;
}

std::string unit_of_text(std::string_view text, const UnitSystem& units = si) {
  const World world(units);
  std::vector<ExpressionFault> faults;
  Counting counting;
  Expression::parse(text, world.scope, faults, &counting);
  EXPECT_TRUE(faults.empty()) << text;
  return counting.is_firm() ? name_of(counting.unit, units) : "";
}

TEST(ExpressionUnits, Refused) {
  for (const char* text : {"rack.position == 3 N",
                           "rack.position + 1 s",
                           "rack.position - crank.angle*3 N",
                           "t > 3 N",
                           "if(t < 1, rack.position, 2 N)",
                           "min(rack.position, 1 m, 2 N)",
                           "max(2 N, 3 s)",
                           "clamp(rack.position, 0, 3 N)",
                           "hypot(3 m, 4 N)",
                           "mod(rack.position, 2 s)",
                           "atan2(rack.position, 3 N)",
                           "asin(rack.position)",
                           "sin(rack.position)",
                           "sind(rack.position)",
                           "exp(3 N)",
                           "log(2 m)",
                           "ln(2 m)",
                           "log10(2 m)",
                           "tanh(2 m/s)",
                           "sinh(2 s)",
                           "2^(3 m)",
                           "rack.position^2 + rack.position",
                           "sqrt(rack.position^2) + 1 N",
                           "der(rack.position + 1 N)",
                           "step(t, 0 m, 0, 1, 1)",
                           "step(t, 0, 1 N, 1, 2 m)",
                           "step5(rack.position, 0, 1 N, 1 s, 2 N)",
                           "impact(rack.position, 1 N, 0, 1, 1, 1, 1)",
                           "impact(rack.position, 1 m/s, 0, 3 N/m, 1, 5 kg, 1 mm)",
                           "table(damper, rack.position)",
                           "table(damper, 1 m/s) + 1 m",
                           "noise(1, 2 m)",
                           "noise(2 m, 1)",
                           "not (rack.position == 1 N)",
                           "3 N + (rack.position*2 m)",
                           "abs(3 N) - floor(2 m)",
                           "rack.position/2 m + 3 N"})
    EXPECT_NE(fault_of(text), "") << text;
}

TEST(ExpressionUnits, NotRefused) {
  for (const char* text : {"rack.position == 3",
                           "rack.position + 2*x",
                           "35*rack.position + 3 N",
                           "x + 3 N - y",
                           "sin(t)",
                           "sin(50*t)*3 N",
                           "exp(-t)",
                           "t^2 + 3",
                           "0.2*sin(t)",
                           "3 N + sin(t)",
                           "-3 N*sign(rack.position)",
                           "3 N*(rack.position > 0)",
                           "if(x, 3 N, 0)",
                           "k*rack.position + 2 N",
                           "rack.position*crank.angle - 1 m",
                           "rack.position*1 rad == 1 m",
                           "crank.angle + rack.position/2 m",
                           "sqrt(rack.position)*x + 1 N",
                           "rack.position^x + 1 N",
                           "rack.position^0.5 + 1 N",
                           "(3 m/s)^2/9.81 m/s^2 - 1 m",
                           "sin(crank.angle)",
                           "sin(rack.position/2 m)",
                           "sin(crank.speed*t)",
                           "number(rack.position) + 3 N",
                           "number(3 N)^2 - 1 m",
                           "impact(rack.position, 2 m/s, 0, 2e5, 1.5, 800, 1 mm) + 3 N",
                           "impact(rack.position, 2 m/s, 0, 3 N/m, 1, 5 N*s/m, 1 mm) - 1 N",
                           "step(t, 0, 0, 1 s, 3 N) + 2 N",
                           "table(damper, 3 m/s) + 2 N",
                           "noise(3, 0.1 s)*2 N + 1 N",
                           "2 m*asin(0.5) + 1 m",
                           "3 kg*9.81 m/s^2 - 2 N",
                           "pi*2 m + 1 m",
                           "der(crank.angle) - crank.speed",
                           "1/t + crank.speed",
                           "2 N*m + 3 J"})
    EXPECT_EQ(fault_of(text), "") << text;
}

TEST(ExpressionUnits, DegreesAndRadians) {
  for (const char* text :
       {"crank.angle + atan2(x, y)", "crank.angle > asin(x)", "atan2(x, y) + 30 - crank.angle", "sind(acos(x))", "sin(asind(x))",
        "atan(x) + atand(x)", "crank.angle - (3 m)/(2 m)", "der(atan(t)) - crank.speed", "2 m*crank.angle - 1 m"})
    EXPECT_NE(fault_of(text, deg), "") << text;
  for (const char* text : {"crank.angle + atan2d(x, y)", "crank.angle + atan2(x, y)*1 rad", "crank.angle + 180/pi*atan(x)",
                           "sind(crank.angle)", "sin(atan(x))", "2 m*atan(x) - 1 m", "2 m*crank.angle/1 rad - 1 m",
                           "2 m*crank.angle*pi/180 - 1 m", "crank.angle/1 deg + 3", "sind(crank.angle/1 deg)"})
    EXPECT_EQ(fault_of(text, deg), "") << text;
  EXPECT_NE(fault_of("crank.angle + atan2d(x, y)", si), "");
  EXPECT_NE(fault_of("sind(crank.angle)", si), "");
  EXPECT_EQ(fault_of("sind(crank.angle*180/pi)", si), "");
  EXPECT_NE(fault_of("crank.angle + acos(x)", deg).find("use `acosd`"), std::string::npos);
  EXPECT_NE(fault_of("crank.angle + atan2d(x, y)").find("use `atan2`"), std::string::npos);
  EXPECT_NE(fault_of("sind(crank.angle)").find("use `sin`"), std::string::npos);
}

// In mm a mass times an acceleration is no force in N.
TEST(ExpressionUnits, FactorsCount) {
  EXPECT_NE(fault_of("2 kg*3 m/s^2 - 1 N", mm), "");
  EXPECT_EQ(fault_of("2 kg*3 m/s^2/1000 - 1 N", mm), "");
  EXPECT_NE(fault_of("sin(sqrt(35 N/mm/2 kg)*t)", mm), "");
  EXPECT_NE(fault_of("2 kg*3 m/s^2 - 1 N", mm).find("1000"), std::string::npos);
}

TEST(ExpressionUnits, WhatAResultCountsIn) {
  EXPECT_EQ(unit_of_text("rack.position*3 N"), "N*m");
  EXPECT_EQ(unit_of_text("rack.position + 3", mm), "mm");
  EXPECT_EQ(unit_of_text("2*rack.position", mm), "") << "it may count in anything";
  EXPECT_EQ(unit_of_text("sqrt(rack.position*3 mm)", mm), "mm");
  EXPECT_EQ(unit_of_text("crank.speed", deg), "deg/s");
  EXPECT_EQ(unit_of_text("3 N*m*crank.speed"), "N*m/s");
  EXPECT_EQ(unit_of_text("number(rack.position)"), "");
}

TEST(ExpressionUnits, MessagesNameBothSides) {
  World world;
  const auto faults = world.faults("x + (rack.position == 3 N)");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].position, 19);
  EXPECT_EQ(faults[0].what, "`rack.position` (length) and `3 N` (force) cannot be compared");
  EXPECT_NE(faults[0].hint.find("number(x)"), std::string::npos);
  const auto found = misfit("f", Counting::of(dimension::torque, mm), unit_of(dimension::stiffness, mm), mm);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->what, "`f` is force*length, expected force/length");
}

TEST(ExpressionUnits, ValuesDoNotChange) {
  EXPECT_EQ(value(World(mm).parse("number(5 m) + 3")), 5003);
  EXPECT_EQ(value(World(deg).parse("2*atan(1)*1 rad - 90")), 0);
}

}  // namespace
}  // namespace bricard
