#include "bricard/model/impossible_inertia.hpp"

#include <gtest/gtest.h>

namespace bricard {
namespace {

InertiaVerdict verdict(double x, double y, double z) { return judge_inertia(Matrix3::diagonal({x, y, z})).verdict; }

// Principal moments of a distribution of mass are a = y² + z², b = z² + x², c = x² + y² summed up: a <= b + c.
TEST(ImpossibleInertia, TriangleRule) {
  EXPECT_EQ(verdict(1, 1, 1), InertiaVerdict::possible);
  EXPECT_EQ(verdict(1, 1, 2), InertiaVerdict::possible);  // a plane body
  EXPECT_EQ(verdict(0, 3, 3), InertiaVerdict::possible);  // a rod
  EXPECT_EQ(verdict(0, 0, 0), InertiaVerdict::possible);
  EXPECT_EQ(verdict(1, 1, 2.1), InertiaVerdict::impossible);
  EXPECT_EQ(verdict(0, 0.5, 0), InertiaVerdict::impossible);  // a disc that only spins
  EXPECT_EQ(verdict(1, -0.1, 1), InertiaVerdict::negative);
  EXPECT_EQ(verdict(-1e-3, 0, 0), InertiaVerdict::negative);
  Matrix3 skew = Matrix3::Identity();
  skew(0, 1) = 0.1;
  EXPECT_EQ(judge_inertia(skew).verdict, InertiaVerdict::not_symmetric);
}

TEST(ImpossibleInertia, IsToldWithItsConsequence) {
  EXPECT_EQ(impossible_inertia(Matrix3::diagonal({1, 1, 1})), "");
  const std::string told = impossible_inertia(Matrix3::diagonal({0, 0.5, 0}));
  EXPECT_EQ(told.find("no body has this inertia: a principal moment exceeds the sum of the other two (0, 0, 0.5 kg*m^2); it is "
                      "computed with as it is"),
            0u)
      << told;
}

}  // namespace
}  // namespace bricard
