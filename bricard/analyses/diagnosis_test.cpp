// Mobility and redundancy of mechanisms whose numbers are known from mechanics.
#include "bricard/analyses/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Diagnosis of(const Model& model, const char* coordinates = "relative") {
  const System system(model, coordinates);
  return diagnose(system, assemble(system).state);
}

TEST(Diagnosis, FourRevolutesInSpace) {
  for (const char* coordinates : {"absolute", "relative"}) {
    const Diagnosis d = of(four_bar(), coordinates);
    EXPECT_EQ(d.counted, -2);  // 3 bodies, 4 joints of 5 rows
    EXPECT_EQ(d.actual, 1);
    ASSERT_EQ(d.redundant.size(), 3u);
    for (const auto& group : d.redundant) EXPECT_EQ(group.group, (std::vector<std::string>{"main", "pin", "pivot", "wrist"}));
    // In the plane the reactions are known; out of the plane the force and two moments can be shared in many ways.
    for (const auto& reaction : d.reactions) {
      EXPECT_FALSE(reaction.unique);
      for (const auto& [component, unique] : reaction.components)
        EXPECT_EQ(unique, component == "fx" || component == "fy" || component == "tz") << reaction.joint << "." << component;
    }
  }
}

TEST(Diagnosis, BricardMovesThoughItIsCountedImmobile) {
  const Diagnosis d = of(bricard_linkage());
  EXPECT_EQ(d.counted, 0);
  EXPECT_EQ(d.actual, 1);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].group.size(), 6u);
  EXPECT_TRUE(std::none_of(d.reactions.begin(), d.reactions.end(), [](const auto& r) { return r.unique; }));
}

TEST(Diagnosis, AMechanismWithoutRedundancyHasUniqueReactions) {
  const Diagnosis d = of(slider_crank());
  EXPECT_EQ(d.counted, 18 - (5 + 3 + 4 + 5));
  EXPECT_EQ(d.actual, d.counted);
  EXPECT_TRUE(d.redundant.empty());
  EXPECT_TRUE(std::all_of(d.reactions.begin(), d.reactions.end(), [](const auto& r) { return r.unique; }));
}

TEST(Diagnosis, DriversAreNotCounted) {
  Model model = four_bar();
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.angle = Function("2*t");
  model.drivers = {motor};
  EXPECT_EQ(of(model).actual, 1);
}

TEST(Diagnosis, TwoEqualConstraintsAreOneGroup) {
  Model model = slider_crank();
  for (const char* name : {"rod_a", "rod_b"}) {
    Constraint rod;
    rod.name = name;
    rod.kind = Distance{};
    rod.bodies = {"ground", "slider"};
    rod.at = Point{{1, 1, 1}, {}};
    rod.at2 = Point{{0.2, 0, 0}, {}};
    model.constraints.push_back(rod);
  }
  const Diagnosis d = of(model);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].group, (std::vector<std::string>{"rod_a", "rod_b"}));
}

}  // namespace
}  // namespace bricard::test
