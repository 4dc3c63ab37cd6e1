// The rotation vector against the one that made the rotation; its derivatives in closed form: a rotation by phi(t) about a fixed
// axis has theta(t) = phi(t) axis; and the conjugate torque against dual numbers.
#include "bricard/elements/forces/rotation_vector.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

// On both sides of where the series end: sin²(angle/2) = 1e-3 and angle² = 4e-3.
constexpr double angles[] = {0, 1e-12, 1e-8, 1e-4, 0.01, 0.06, 0.063, 0.0632, 0.0633, 0.064, 0.07, 0.2, 1, 1.5, 2, 3, 3.14};

TEST(RotationVector, IsTheVectorThatMadeTheRotation) {
  RandomPairs random;
  for (const double angle : angles) {
    const Vec3<double> theta = angle * random.vector().normalized();
    EXPECT_LT((rotation_vector<double>(rotation<double>(quaternion_of(theta))) - theta).norm(), 1e-14) << angle;
  }
}

TEST(RotationVector, HasBothDerivativesAboutAFixedAxis) {
  RandomPairs random;
  for (const double angle : angles) {
    const Vec3<double> n = random.vector().normalized();
    const Second phi = second_order(angle, random.number(), random.number());
    const Second c = cos(0.5 * phi), s = sin(0.5 * phi);
    const Vec3<Second> theta = rotation_vector<Second>(rotation<Second>(Vec4<Second>(c, n[0] * s, n[1] * s, n[2] * s)));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(value_of(theta[i]), n[i] * value_of(phi), 1e-14) << angle;
      EXPECT_NEAR(first_of(theta[i]), n[i] * first_of(phi), 1e-13) << angle;
      EXPECT_NEAR(second_of(theta[i]), n[i] * second_of(phi), 1e-11) << angle;
    }
  }
}

// m·w = k·theta' along R' = (w ×) R, and the derivatives of m are finite everywhere.
TEST(RotationVector, ConjugateTorqueHasThePowerOfItsRate) {
  RandomPairs random;
  for (const double angle : angles)
    for (int repeat = 0; repeat < 20; ++repeat) {
      const Vec3<double> k = random.vector();
      Pair<double> m = random.pair();
      m.A.setIdentity();
      m.B = rotation<double>(quaternion_of(Vec3<double>(angle * random.vector().normalized())));
      const Vec3<Second> theta = rotation_vector<Second>(moving(m).B);
      const Vec3<Second> torque = conjugate_torque<Second>(theta, k.cast<Second>());
      double power = 0, expected = 0;
      for (int i = 0; i < 3; ++i) {
        power += value_of(torque[i]) * m.w[i];
        expected += k[i] * first_of(theta[i]);
        EXPECT_TRUE(std::isfinite(second_of(torque[i])));
      }
      EXPECT_NEAR(power, expected, 1e-12 * (1 + std::abs(expected))) << angle;
    }
}

// Where the series meets the closed form neither the torque nor its first two derivatives jump.
TEST(RotationVector, ConjugateTorqueIsSmoothWhereTheSeriesEnds) {
  const Vec3<Second> k(1, 2, 3);
  const auto along_z = [&](double angle) { return conjugate_torque<Second>(Vec3<Second>(0.0, 0.0, second_order(angle, 1)), k); };
  const double border = std::sqrt(4e-3), distance = 1e-12;
  const Vec3<Second> below = along_z(border - distance), above = along_z(border + distance);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(value_of(below[i]), value_of(above[i]), 1e-11);
    EXPECT_NEAR(first_of(below[i]), first_of(above[i]), 1e-11);
    EXPECT_NEAR(second_of(below[i]), second_of(above[i]), 1e-10);
  }
}

}  // namespace
}  // namespace bricard
