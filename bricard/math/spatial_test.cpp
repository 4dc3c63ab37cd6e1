// Rotations against Rodrigues' formula and each other.
#include "bricard/math/spatial.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bricard/math/dual.hpp"

namespace bricard {
namespace {

class Rotations : public testing::Test {
 protected:
  Vec3<double> vector() { return {normal_(random_), normal_(random_), normal_(random_)}; }
  std::mt19937 random_{3};
  std::normal_distribution<double> normal_;
};

TEST_F(Rotations, QuaternionTurnsLikeRodrigues) {
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> axis = vector().normalized(), x = vector();
    const double angle = normal_(random_);
    const Vec3<double> expected =
        std::cos(angle) * x + std::sin(angle) * axis.cross(x) + (1 - std::cos(angle)) * axis.dot(x) * axis;
    EXPECT_LT((rotation<double>(quaternion_of(Vec3<double>(angle * axis))) * x - expected).norm(), 1e-14);
  }
}

TEST_F(Rotations, QuaternionOfAMatrixIsTheOneThatMadeIt) {
  for (int i = 0; i < 200; ++i) {
    Vec4<double> e(normal_(random_), normal_(random_), normal_(random_), normal_(random_));
    if (i % 4 == 0) e[0] = 0;  // half turns
    e.normalize();
    if (e[0] < 0) e = -e;
    const Mat3<double> R = rotation<double>(e);
    const double sign = e[0] == 0 && quaternion_of(R).dot(e) < 0 ? -1 : 1;  // both signs are right there
    EXPECT_LT((sign * quaternion_of(R) - e).norm(), 1e-14);
    const double other = e[0] == 0 && quaternion_of_axes<double>(R).dot(e) < 0 ? -1 : 1;
    EXPECT_LT((other * quaternion_of_axes<double>(R) - e).norm(), 1e-14);
  }
}

TEST_F(Rotations, RatesOfAQuaternionAreItsDerivatives) {
  using D = Dual<double, 1>;
  const Vec4<double> e = quaternion_of(vector());
  const Vec3<double> w = vector();
  const Vec4<double> rate = quaternion_rate<double>(e, w);
  EXPECT_LT((angular_velocity(e, rate) - w).norm(), 1e-14);
  // The axes turn with w × axis, and the quaternion of turning axes has this rate.
  Vec4<D> moving;
  for (int i = 0; i < 4; ++i) moving[i] = D(e[i], {rate[i]});
  const Mat3<D> R = rotation<D>(moving);
  for (int c = 0; c < 3; ++c) {
    const Vec3<double> axis = rotation<double>(e).col(c), turning = w.cross(axis);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(R(i, c).d[0], turning[i], 1e-13);
  }
  const Vec4<D> back = quaternion_of_axes<D>(R);
  const double sign = e[0] < 0 ? -1 : 1;
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(sign * back[i].d[0], rate[i], 1e-13);
}

TEST_F(Rotations, FramesFollowTheirAxis) {
  for (int i = 0; i < 20; ++i) {
    const Vec3<double> z = vector();
    const Mat3<double> axes = frame_along(z, i % 2 ? vector() : z);
    EXPECT_LT((axes.transpose() * axes - Mat3<double>::Identity()).norm(), 1e-14);
    EXPECT_NEAR(axes.determinant(), 1, 1e-14);
    EXPECT_LT((axes.col(2) - z.normalized()).norm(), 1e-14);
  }
}

// The x axis is what is left of the hint across z.
TEST_F(Rotations, FramesTurnTowardsTheirHint) {
  for (int i = 0; i < 20; ++i) {
    const Vec3<double> z = vector(), hint = vector();
    const Vec3<double> across = hint - hint.dot(z) / z.squaredNorm() * z;
    EXPECT_LT((frame_along(z, hint).col(0) - across.normalized()).norm(), 1e-13);
  }
}

TEST_F(Rotations, SecondRatesAreDerivativesOfRates) {
  using D = Dual<double, 1>;
  const Vec4<double> e = quaternion_of(vector());
  const Vec3<double> w = vector(), alpha = vector();
  const Vec4<double> rate = quaternion_rate<double>(e, w), second = quaternion_second<double>(e, w, alpha);
  Vec4<D> moving;
  Vec3<D> turning;
  for (int i = 0; i < 4; ++i) moving[i] = D(e[i], {rate[i]});
  for (int i = 0; i < 3; ++i) turning[i] = D(w[i], {alpha[i]});
  const Vec4<D> rates = quaternion_rate<D>(moving, turning);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(rates[i].d[0], second[i], 1e-13);
}

// sin(x/2)/x = 1/2 - x²/48 keeps all digits where x is small.
TEST_F(Rotations, SmallOnesAreHalfTheirVector) {
  for (const double angle : {1e-12, 1e-9, 1e-7}) {
    const Vec3<double> phi = angle * vector().normalized();
    const Vec4<double> e = quaternion_of(phi);
    EXPECT_LT((Vec3<double>(e.tail<3>()) - 0.5 * phi).norm(), 1e-14 * angle);
    EXPECT_NEAR(e[0], 1, 1e-14);
  }
}

TEST(Values, AreTheSameNumbersAsVectorsOfEigen) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = 10 * i + j;
  EXPECT_EQ(eigen(m), (Mat3<double>() << 0, 1, 2, 10, 11, 12, 20, 21, 22).finished());
  EXPECT_EQ(eigen(Vector3(1, 2, 3)), Vec3<double>(1, 2, 3));
  EXPECT_EQ(eigen(Quaternion{1, 2, 3, 4}), Vec4<double>(1, 2, 3, 4));
}

}  // namespace
}  // namespace bricard
