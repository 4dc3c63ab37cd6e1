// The laws of sensors over their list.
#include <gtest/gtest.h>

#include "bricard/elements/pair_cases.hpp"
#include "bricard/elements/sensors/sensors.hpp"

namespace bricard {
namespace {

TEST(SensorLaws, VelocityIsTheRateOfThePositionAndNothingDependsOnTheAxes) {
  RandomPairs random;
  for (int i = 0; i < 20; ++i) {
    const Pair<double> m = random.pair();
    const Mat3<double> Q = random.axes();
    Sensors::for_each([&]<class Kind>() {
      const Kind sensor{};
      const Pair<Second> moved = moving(m);
      const auto position = sensor.position(moved), direction = sensor.direction(moved);
      const Vec3<double> velocity = sensor.velocity(m), turning = m.A.transpose() * m.w.cross(Vec3<double>(m.B.col(2)));
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(first_of(position[c]), velocity[c], 1e-13) << Kind::type;
        EXPECT_NEAR(first_of(direction[c]), turning[c], 1e-13) << Kind::type;
      }
      EXPECT_LT((sensor.position(turned(Q, m)) - sensor.position(m)).norm(), 1e-13);
      EXPECT_LT((sensor.velocity(turned(Q, m)) - velocity).norm(), 1e-13);
      EXPECT_LT((sensor.acceleration(turned(Q, m), Vec3<double>(Q * m.w)) - sensor.acceleration(m, m.w)).norm(), 1e-13);
    });
  }
}

}  // namespace
}  // namespace bricard
