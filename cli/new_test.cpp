// `bricard new`: what it writes runs as it is, and gives what a hand calculation gives.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class NewVerb : public ProgramTest {
 protected:
  // The first row of a run of the new model, by column.
  double first(const std::string& kind, const std::string& column) const {
    std::istringstream lines(text(kind + ".out/results.csv"));
    std::string names, values, name, value;
    std::getline(lines, names);
    std::getline(lines, values);
    std::istringstream heads(names), cells(values);
    while (std::getline(heads, name, ',') && std::getline(cells, value, ','))
      if (name == column) return std::stod(value);
    ADD_FAILURE() << kind << " has no column " << column;
    return NAN;
  }
};

TEST_F(NewVerb, EveryKindRunsAsWritten) {
  for (const std::string kind : {"four_bar", "corner", "robot", "vehicle"}) {
    const Ended written = bricard({"new", kind, "made"});
    ASSERT_EQ(written.code, 0) << written.err;
    EXPECT_NE(written.out.find("bricard run made/" + kind + ".bricard.yaml"), std::string::npos) << written.out;
    const Ended ran = bricard({"run", "made/" + kind + ".bricard.yaml", "--out", kind + ".out"});
    ASSERT_EQ(ran.code, 0) << kind << ": " << ran.err;
    EXPECT_TRUE(summary(kind + ".out")["warnings"].empty()) << kind << ": " << summary(kind + ".out")["warnings"];
  }
  // The weight of the arm about the shoulder; that of the car on its tires; the wheel is jacked from rebound on.
  EXPECT_NEAR(first("robot", "lift_motor.torque"), 9.80665 * (4 * 0.225 + 2 * 0.65 + 2 * 0.85), 1e-9);
  double load = 0;
  for (const char* wheel : {"front_left", "front_right", "rear_left", "rear_right"})
    load -= first("vehicle", std::string(wheel) + ".tire.force");
  EXPECT_NEAR(load, 9.80665 * (230 + 4 * 9), 1e-3);  // the springs of the tires lean by some 1e-4
  EXPECT_NEAR(first("corner", "wheel_travel"), -30, 1e-9);
}

TEST_F(NewVerb, WritesOverNothingAndNamesTheKinds) {
  EXPECT_EQ(bricard({"new", "corner", "mine"}).code, 0);
  const Ended again = bricard({"new", "corner", "mine"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("corner.bricard.yaml"), std::string::npos) << again.err;
  const Ended misspelt = bricard({"new", "cornr", "other"});
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_NE(misspelt.err.find("did you mean"), std::string::npos) << misspelt.err;
  EXPECT_FALSE(std::filesystem::exists(path("other")));
  EXPECT_NE(bricard({"new"}).err.find("four_bar"), std::string::npos);
}

}  // namespace
}  // namespace bricard::cli
