// The algebra of units that numbers of expressions count in. Expected results are dimensional analysis by hand.
#include "bricard/core/counting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace bricard {
namespace {

namespace d = dimension;

const UnitSystem si;
const UnitSystem mm_deg{.length = "mm", .angle = "deg"};

Counting in(std::string_view unit) { return Counting::firm(*parse_unit(unit)); }
Counting of(Dimension dimension, const UnitSystem& units) { return Counting::of(dimension, units); }
const Counting bare;

TEST(Counting, ProductsAndQuotientsCombine) {
  EXPECT_TRUE(fits(in("N/mm") * in("mm"), *parse_unit("N")));
  EXPECT_TRUE(fits(in("kg") * in("m/s^2"), *parse_unit("N"))) << "1 N is 1 kg m/s^2";
  EXPECT_FALSE(fits(in("kg") * in("mm/s^2"), *parse_unit("N"))) << "a thousandth of it";
  EXPECT_FALSE(fits(in("N") * in("mm"), *parse_unit("N/mm")));
  EXPECT_TRUE(fits(in("N*m/s") / in("m/s"), *parse_unit("N")));
}

TEST(Counting, ABareNumberFitsAnything) {
  EXPECT_TRUE(fits(bare, *parse_unit("N")));
  EXPECT_TRUE(fits(bare * in("mm"), *parse_unit("N")));
  EXPECT_EQ(sum(bare, in("mm")), in("mm"));
  EXPECT_EQ(sum(in("mm"), bare * in("N")), in("mm"));
  EXPECT_EQ(sum(in("mm"), in("N")), std::nullopt);
}

TEST(Counting, TimeAndFunctionsAreNumbersUntilTheyMeetAUnit) {
  const Counting t = Counting::loose(unit_of(d::time, si));
  EXPECT_TRUE(fits(t * t, *parse_unit("m"))) << "position: t^2";
  EXPECT_FALSE(fits(t * in("m"), *parse_unit("m")));
  EXPECT_TRUE(fits(t * in("m/s"), *parse_unit("m")));
  EXPECT_EQ(sum(t, in("N")), std::nullopt) << "t == 3 N";
  EXPECT_EQ(sum(Counting::loose(), in("N")), in("N")) << "3 N + sin(t)";
  EXPECT_TRUE(fits(Counting::loose() * in("N"), *parse_unit("N")));
}

TEST(Counting, ARadianIsOneAndADegreeIsNot) {
  EXPECT_TRUE(fits(in("m") * in("rad"), *parse_unit("m")));
  EXPECT_FALSE(fits(in("m") * in("deg"), *parse_unit("m")));
  EXPECT_TRUE(fits(in("m") * in("deg") / in("deg"), *parse_unit("m")));
  EXPECT_TRUE(is_radians(in("rad")));
  EXPECT_FALSE(is_radians(in("deg")));
  EXPECT_TRUE(is_degrees(in("deg")));
  EXPECT_FALSE(is_degrees(in("rad")));
  EXPECT_TRUE(is_radians(in("m") / in("m")));
  EXPECT_FALSE(is_radians(in("m")));
  EXPECT_FALSE(is_radians(bare * in("deg"))) << "a column in degrees inside sin stays an error";
  EXPECT_FALSE(fits(in("m") / in("m"), *parse_unit("deg"))) << "a ratio is an angle in radians";
}

// asin gives {rad}, asind {deg}: numbers, but no angle of the other kind.
TEST(Counting, AnglesOfInverseFunctions) {
  const Counting radians = Counting::loose(*parse_unit("rad"));
  EXPECT_FALSE(fits(radians, unit_of(d::angle, mm_deg)));
  EXPECT_TRUE(fits(radians, unit_of(d::angle, si)));
  EXPECT_TRUE(fits(radians, *parse_unit("m")));
  EXPECT_EQ(sum(radians, in("deg")), std::nullopt);
  EXPECT_EQ(sum(radians, bare), radians);
  EXPECT_TRUE(fits(bare * radians, unit_of(d::angle, mm_deg))) << "180/pi*asin(x)";
  EXPECT_TRUE(fits(of(d::length, mm_deg) * radians, *parse_unit("mm"))) << "r*asin(x) is a length in every file";
  EXPECT_EQ(sum(radians, Counting::loose(*parse_unit("deg"))), std::nullopt);
}

TEST(Counting, Powers) {
  EXPECT_EQ(power(in("m"), 2), in("m^2"));
  EXPECT_EQ(power(in("m^2"), 0.5), in("m"));
  EXPECT_EQ(power(in("m"), 0.5).known, Counting::Known::open);
  EXPECT_EQ(power(in("m"), {}).known, Counting::Known::open);
  EXPECT_EQ(power(in("m"), 1.3).known, Counting::Known::open);
  const Counting w = power(in("N/m") / in("kg"), 0.5);
  EXPECT_TRUE(fits(w, *parse_unit("rad/s")));
  const Counting off = power(in("N/mm") / in("kg"), 0.5);  // sqrt(1000)/s
  EXPECT_FALSE(fits(off, *parse_unit("rad/s")));
  EXPECT_NEAR(off.unit.factor, std::sqrt(1000.0), 1e-12);
  Counting huge = in("m");
  for (int i = 0; i < 40; ++i) huge = huge * huge;
  EXPECT_EQ(huge.known, Counting::Known::open) << "no overflow";
}

TEST(Counting, Names) {
  EXPECT_EQ(name_of(unit_of(d::stiffness, mm_deg), mm_deg), "N/mm");
  EXPECT_EQ(name_of(unit_of(d::torque * d::angular_speed, si), si), "N*m/s") << "a radian is 1 beside other units";
  EXPECT_EQ(name_of(unit_of(d::angular_speed, si), si), "rad/s");
  EXPECT_EQ(name_of(unit_of(d::length * d::angle, mm_deg), mm_deg), "mm*deg");
  EXPECT_EQ(name_of(*parse_unit("rad"), mm_deg), "rad");
  EXPECT_EQ(name_of(*parse_unit("deg"), si), "deg");
  EXPECT_EQ(name_of(*parse_unit("N/mm"), si), "N/mm") << "of a subsystem in mm";
  EXPECT_EQ(name_of(Unit{31.6, {}}, si), "");
  EXPECT_EQ(conversion(*parse_unit("mm"), *parse_unit("m")), "0.001");
  EXPECT_EQ(conversion(*parse_unit("mm"), *parse_unit("N")), "");
}

// As messages tell it: what a number counts in beside what was expected of it.
TEST(Counting, SaysWhatANumberCountsIn) {
  const auto said = [](std::string_view unit, std::string_view other, const UnitSystem& units) {
    return said_of(*parse_unit(unit), *parse_unit(other), units);
  };
  EXPECT_EQ(said("N", "mm", si), "force") << "of another kind: the kinds are told";
  EXPECT_EQ(said("m", "mm", mm_deg), "counted in m");
  EXPECT_EQ(said("deg", "rad", si), "counted in deg");
  EXPECT_EQ(said_of(Unit{}, *parse_unit("deg"), mm_deg), "counted in 1 (a ratio)");
  EXPECT_EQ(said_of(Unit{2.5, d::length}, *parse_unit("m"), si), "counted in 2.5 m") << "a unit without a name";
  EXPECT_EQ(said_of(Unit{2.5, d::none}, Unit{}, si), "counted in 2.5") << "a bare number has no unit's name behind it";
  EXPECT_EQ(conversion(*parse_unit("mm"), *parse_unit("m")), "0.001");
  EXPECT_EQ(conversion(*parse_unit("deg"), Unit{}), "0.0174533") << "an angle beside a ratio";
}

// An exponent beyond any quantity's is given up before it overflows, on either side of zero.
TEST(Counting, ExponentsStayWithinReason) {
  const Counting meter = in("m");
  EXPECT_EQ(power(meter, 100).unit.dimension.length, 100);
  EXPECT_EQ(power(meter, -100).unit.dimension.length, -100);
  EXPECT_EQ(power(meter, 101).known, Counting::Known::open);
  EXPECT_EQ(power(meter, -101).known, Counting::Known::open);
  EXPECT_EQ((power(meter, 100) * meter).known, Counting::Known::open);
  EXPECT_EQ((power(meter, -100) / meter).known, Counting::Known::open);
  EXPECT_EQ(power(in("mm"), 100).unit.factor, std::pow(1e-3, 100));
  EXPECT_EQ(power(in("mm"), 110).known, Counting::Known::open);
}

// A force is kg m/s²: its root exists where that has even exponents.
TEST(Counting, RootsOfForces) {
  EXPECT_EQ(power(in("N") * in("kg") * in("m"), 0.5).unit.dimension, (d::mass * d::length / d::time));
  EXPECT_EQ(power(in("N"), 0.5).known, Counting::Known::open);
  EXPECT_EQ(power(in("N^2"), 0.5), in("N"));
  EXPECT_EQ(power(in("m^2"), 1.5), in("m^3"));
  EXPECT_EQ(power(in("m^2"), -0.5), power(in("m"), -1));
}

}  // namespace
}  // namespace bricard
