// Units against their definitions (SI brochure; NIST SP 811, appendix B).
#include "bricard/core/units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "bricard/core/error.hpp"

namespace bricard {
namespace {

namespace d = dimension;
constexpr double pi = std::numbers::pi;

struct Known {
  std::string text;
  double factor;
  Dimension dimension;
};

TEST(ParseUnit, KnowsFactorAndDimension) {
  const Known known[] = {
      {"m", 1, d::length},
      {"mm", 0.001, d::length},
      {"km", 1000, d::length},
      {"in", 0.0254, d::length},
      {"ft", 0.3048, d::length},
      {"mi", 1609.344, d::length},
      {"g", 0.001, d::mass},
      {"tonne", 1000, d::mass},
      {"lb", 0.45359237, d::mass},
      {"slug", 14.593902937206364, d::mass},
      {"min", 60, d::time},
      {"h", 3600, d::time},
      {"deg", pi / 180, d::angle},
      {"rev", 2 * pi, d::angle},
      {"kN", 1000, d::force},
      {"lbf", 4.4482216152605, d::force},
      {"rpm", pi / 30, d::angular_speed},
      {"Hz", 1, d::none / d::time},
      {"1/s", 1, d::none / d::time},
      {"1/s^2", 1, d::none / d::time / d::time},
      {"J", 1, d::energy},
      {"W", 1, d::energy / d::time},
      {"MPa", 1e6, d::force / d::length / d::length},
      {"N*m", 1, d::torque},
      {"Nm", 1, d::torque},
      {"N/mm", 1000, d::stiffness},
      {"kN/mm", 1e6, d::stiffness},
      {"N*s/mm", 1000, d::damping},
      {"N/mm*s", 1000, d::damping},
      {"m/s^2", 1, d::acceleration},
      {"m*s^-2", 1, d::acceleration},
      {"km/h", 1 / 3.6, d::speed},
      {"mph", 0.44704, d::speed},
      {"kg*mm^2", 1e-6, d::inertia},
      {"mm/rev", 0.001 / (2 * pi), d::length / d::angle},
      {"deg/s", pi / 180, d::angular_speed},
      {"g0", 9.80665, d::acceleration},
      {"lbf*in", 0.1129848290276167, d::torque},
      {"dm", 0.1, d::length},
      {"cm", 0.01, d::length},
      {"um", 1e-6, d::length},
      {"nm", 1e-9, d::length},
      {"yd", 0.9144, d::length},
      {"kg", 1, d::mass},
      {"mg", 1e-6, d::mass},
      {"lbm", 0.45359237, d::mass},
      {"s", 1, d::time},
      {"ms", 0.001, d::time},
      {"us", 1e-6, d::time},
      {"rad", 1, d::angle},
      {"mrad", 0.001, d::angle},
      {"N", 1, d::force},
      {"mN", 0.001, d::force},
      {"MN", 1e6, d::force},
      {"kgf", 9.80665, d::force},
      {"Nmm", 0.001, d::torque},
      {"kNm", 1000, d::torque},
      {"mJ", 0.001, d::energy},
      {"kJ", 1000, d::energy},
      {"mW", 0.001, d::energy / d::time},
      {"kW", 1000, d::energy / d::time},
      {"Pa", 1, d::force / d::length / d::length},
      {"kPa", 1000, d::force / d::length / d::length},
      {"GPa", 1e9, d::force / d::length / d::length},
      {"bar", 1e5, d::force / d::length / d::length},
      {"kHz", 1000, d::none / d::time},
  };
  for (const Known& unit : known) {
    const auto parsed = parse_unit(unit.text);
    ASSERT_TRUE(parsed) << unit.text;
    EXPECT_NEAR(parsed->factor / unit.factor, 1, 1e-15) << unit.text;
    EXPECT_EQ(parsed->dimension, unit.dimension) << unit.text;
  }
}

TEST(ParseUnit, RefusesWhatIsNone) {
  for (const std::string text : {"",    "1",     "1/",   "t",  "mn", "N/", "/s",   "N//m", "N m", "N* m", "m^",
                                 "m^x", "m^2.5", "m^10", "m(", " m", "m ", "mm.x", "M",    "2*m", "N/m/", "\xC2\xB5m"})
    EXPECT_FALSE(parse_unit(text)) << "`" << text << "`";
  std::string deep = "m";
  for (int i = 0; i < 100'000; ++i) deep += "*m^9";
  EXPECT_FALSE(parse_unit(deep));
}

TEST(UnitPrefix, IsTheLongestRunOfUnitNames) {
  const auto size = [](std::string_view text) { return unit_prefix(text).size; };
  EXPECT_EQ(size("N/mm*rack_guide.position"), 4u);
  EXPECT_EQ(size("N*m*step(t,0,0,1,1)"), 3u);
  EXPECT_EQ(size("rad/s*t"), 5u);     // t is time, never a tonne
  EXPECT_EQ(size("m*min(a,b)"), 1u);  // a function
  EXPECT_EQ(size("m*min (a,b)"), 1u);
  EXPECT_EQ(size("m/min*x"), 5u);
  EXPECT_EQ(size("N/mm*s.position"), 4u);  // a column of an element named s
  EXPECT_EQ(size("m/s^2*x"), 5u);
  EXPECT_EQ(size("m ^2"), 1u);
  EXPECT_EQ(size("mm + 3"), 2u);
  EXPECT_EQ(size("mass"), 0u);
  EXPECT_EQ(size("1/s*x"), 3u);
  EXPECT_EQ(size("1/2"), 0u);
}

TEST(UnitSystem, DerivedUnitsFollow) {
  const UnitSystem si, file{.length = "mm", .angle = "deg"};
  for (const Dimension dimension : {d::none, d::length, d::inertia, d::stiffness, d::angular_speed})
    EXPECT_DOUBLE_EQ(si.factor(dimension), 1);
  EXPECT_DOUBLE_EQ(file.factor(d::length), 1e-3);
  EXPECT_DOUBLE_EQ(file.factor(d::inertia), 1e-6);
  EXPECT_DOUBLE_EQ(file.factor(d::force), 1);  // stays N
  EXPECT_DOUBLE_EQ(file.factor(d::stiffness), 1e3);
  EXPECT_DOUBLE_EQ(file.factor(d::torque), 1e-3);
  EXPECT_DOUBLE_EQ(file.factor(d::energy), 1e-3);
  EXPECT_DOUBLE_EQ(file.factor(d::acceleration), 1e-3);
  EXPECT_DOUBLE_EQ(file.factor(d::angular_speed), pi / 180);
  EXPECT_EQ(file.name(d::stiffness), "N/mm");
  EXPECT_EQ(file.name(d::damping), "N*s/mm");
  EXPECT_EQ(file.name(d::inertia), "kg*mm^2");
  EXPECT_EQ(file.name(d::torque), "N*mm");
  EXPECT_EQ(file.name(d::acceleration), "mm/s^2");
  EXPECT_EQ(file.name(d::angular_speed), "deg/s");
  EXPECT_EQ(file.name(d::none), "1");
  EXPECT_EQ(file.name(d::none / d::time), "1/s");
  EXPECT_EQ(file.name(d::torque / d::angle), "N*mm/deg");
}

TEST(UnitSystem, NamesReadBack) {
  const UnitSystem file{.length = "in", .mass = "lb", .time = "ms", .angle = "rev", .force = "lbf"};
  for (const Dimension dimension :
       {d::length, d::mass, d::time, d::angle, d::force, d::stiffness, d::damping, d::inertia, d::torque, d::angular_acceleration,
        d::none / d::time, d::damping * d::length * d::length / d::angle}) {
    const auto unit = parse_unit(file.name(dimension));
    ASSERT_TRUE(unit) << file.name(dimension);
    EXPECT_EQ(unit->dimension, dimension);
    EXPECT_NEAR(unit->factor / file.factor(dimension), 1, 1e-15);
  }
}

TEST(UnitSystem, RefusesABaseUnitOfAnotherKind) {
  EXPECT_THROW(UnitSystem{.length = "kg"}.factor(d::length), Error);
  EXPECT_THROW(UnitSystem{.angle = "degre"}.factor(d::angle), Error);
  EXPECT_NO_THROW(UnitSystem{.length = "kg"}.factor(d::mass));
}

TEST(ParseQuantity, IsANumberPerhapsWithAUnit) {
  const auto stiffness = parse_quantity(" -35 N/mm ");
  ASSERT_TRUE(stiffness && stiffness->unit);
  EXPECT_EQ(stiffness->number, -35);
  EXPECT_EQ(stiffness->unit->dimension, d::stiffness);
  EXPECT_EQ(stiffness->unit_text, "N/mm");
  for (const auto& [text, number] :
       {std::pair{"0.5", 0.5}, {"+3", 3.0}, {".5", 0.5}, {"5.", 5.0}, {"1e-3", 1e-3}, {"-2.5E+2", -250.0}}) {
    const auto plain = parse_quantity(text);
    ASSERT_TRUE(plain) << text;
    EXPECT_EQ(plain->number, number);
    EXPECT_FALSE(plain->unit);
  }
  for (const std::string text : {"", "-", ".", "e5", "2*3", "5mm", "5 mm + 1", "5 mn", "inf", "nan", "1e999", "0x10", "1,5",
                                 "5  "
                                 "mm x",
                                 "--5", "+-5"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

TEST(Dimension, CompatibleAfterReducingForce) {
  EXPECT_TRUE(compatible(d::force, d::mass * d::acceleration));
  EXPECT_TRUE(compatible(d::damping, d::mass / d::time));
  EXPECT_FALSE(compatible(d::force, d::mass));
  EXPECT_FALSE(compatible(d::angular_speed, d::none / d::time));  // rpm is no Hz
}

TEST(Dimension, HasAName) {
  EXPECT_EQ(to_string(d::stiffness), "force/length");
  EXPECT_EQ(to_string(d::inertia), "mass*length^2");
  EXPECT_EQ(to_string(d::none), "pure number");
}

TEST(NearestUnit, Suggests) {
  EXPECT_EQ(nearest_unit("degs"), "deg");
  EXPECT_EQ(nearest_unit("KN"), "kN");
  EXPECT_EQ(nearest_unit("banana"), "");
}

}  // namespace
}  // namespace bricard
