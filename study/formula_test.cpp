#include "study/formula.hpp"

#include <gtest/gtest.h>

#include "bricard/core/error.hpp"

namespace bricard::study {
namespace {

const std::vector<std::string> names{"x", "strut.stiffness"};

TEST(Formula, NamesOfTheStudyMayBeUsed) {
  EXPECT_DOUBLE_EQ(Formula("2*x + sqrt(strut.stiffness)", names)(std::vector{3.0, 16.0}), 10);
  try {
    Formula("strut.stifness", names);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.faults()[0].hint.find("strut.stiffness"), std::string::npos) << error.faults()[0].hint;
  }
}

TEST(Condition, HasOneComparisonOfTwoSides) {
  const std::vector<double> at{3, 16};
  EXPECT_TRUE(condition_of("x < 4", names).holds(at));
  EXPECT_FALSE(condition_of("x >= 4", names).holds(at));
  EXPECT_DOUBLE_EQ(condition_of("x >= 4", names).excess(at), 1);
  EXPECT_DOUBLE_EQ(condition_of("2*x <= strut.stiffness - 12", names).excess(at), 2);
  EXPECT_TRUE(condition_of("x == 3 + 1e-9", names).holds(at));
  EXPECT_FALSE(condition_of("x == 3.1", names).holds(at));
  EXPECT_TRUE(condition_of("if(x < 1, 0, x) > 2", names).holds(at));  // inside of brackets is none
  for (const char* each : {"x", "1 < x < 4", "x = 3", "x != 3", "x <", "< 4"}) EXPECT_THROW(condition_of(each, names), Error) << each;
}

}  // namespace
}  // namespace bricard::study
