#include "bricard/model/doubtful_gravity.hpp"

#include <gtest/gtest.h>

namespace bricard {
namespace {

std::string told(const char* length, double gravity) {
  Model model;
  model.units.length = length;
  model.gravity = {0, 0, -gravity};
  return doubtful_gravity(model);
}

TEST(DoubtfulGravity, IsTheEarthsNumberInOtherUnits) {
  EXPECT_EQ(told("m", 9.81), "");
  EXPECT_EQ(told("mm", 9.81), "");  // 9810 mm/s^2, or with its unit
  EXPECT_EQ(told("mm", 1.62), "");  // the moon's
  EXPECT_EQ(told("mm", 0.0), "");
  EXPECT_EQ(told("mm", 0.00981),
            "gravity: 9.81 mm/s^2 is not the earth's: bare numbers count in the units of the file; write `9.81 m/s^2` if that is "
            "meant");
  EXPECT_NE(told("cm", 0.0980665), "");
}

}  // namespace
}  // namespace bricard
