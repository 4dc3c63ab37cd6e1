// Vectors, quaternions and matrices of a Model beside those of Eigen, and by hand.
#include "bricard/core/vector3.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

namespace bricard {
namespace {

const Vector3 a{1, -2, 4}, b{3, 0.5, -1};

TEST(Vector3, ComputesElementByElement) {
  EXPECT_EQ(a + b, Vector3(4, -1.5, 3));
  EXPECT_EQ(a - b, Vector3(-2, -2.5, 5));
  EXPECT_EQ(-a, Vector3(-1, 2, -4));
  EXPECT_EQ(2 * a, Vector3(2, -4, 8));
  EXPECT_EQ(a * 2, Vector3(2, -4, 8));
  EXPECT_EQ(a / 2, Vector3(0.5, -1, 2));
  Vector3 c = a;
  EXPECT_EQ(c += b, Vector3(4, -1.5, 3));
  EXPECT_EQ(c -= b, a);
  EXPECT_EQ(c *= -1, -a);
  EXPECT_EQ(Vector3(a.x(), a.y(), a.z()), a);
  EXPECT_EQ(Vector3::Zero(), Vector3(0, 0, 0));
  EXPECT_EQ(Vector3::UnitX(), Vector3::Unit(0));
  EXPECT_EQ(Vector3::UnitY(), Vector3::Unit(1));
  EXPECT_EQ(Vector3::UnitZ(), Vector3(0, 0, 1));
}

TEST(Vector3, HasTheProductsOfEigen) {
  const Eigen::Vector3d x = a, y = b;
  EXPECT_EQ(x, Eigen::Vector3d(1, -2, 4));
  EXPECT_EQ(a.dot(b), x.dot(y));
  EXPECT_EQ(a.cross(b), Vector3(x.cross(y)));
  EXPECT_EQ(a.squared_norm(), 21);
  EXPECT_DOUBLE_EQ(a.norm(), x.norm());
}

TEST(Vector3, KnowsZeroAndWhatIsNotFinite) {
  EXPECT_TRUE(Vector3::Zero().is_zero());
  EXPECT_FALSE(Vector3(0, 0, 1e-300).is_zero());
  EXPECT_TRUE(a.all_finite());
  EXPECT_FALSE(Vector3(0, std::nan(""), 0).all_finite());
  EXPECT_FALSE(Vector3(0, 0, HUGE_VAL).all_finite());
}

// Also where squares overflow or vanish.
TEST(Vector3, NormalizedHasUnitLengthAtAnySize) {
  for (const double size : {1.0, 1e-3, 1e-200, 5e-324, 1e200, std::numeric_limits<double>::max() / 4}) {
    const Vector3 unit = (size * Vector3(0, -4, 0)).normalized();
    EXPECT_EQ(unit, Vector3(0, -1, 0)) << size;
  }
  for (const double size : {1.0, 1e-3, 1e-200, 1e200}) {
    const Vector3 unit = Vector3(2 * size, -3 * size, 6 * size).normalized();
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(unit[i], (Vector3(2, -3, 6) / 7)[i], 1e-15) << size;
  }
  EXPECT_EQ(Vector3::Zero().normalized(), Vector3::Zero());
}

TEST(Quaternion, GoesToEigenAndBack) {
  const Quaternion q{1, 2, 3, 4};
  const Eigen::Vector4d numbers = q;
  EXPECT_EQ(numbers, Eigen::Vector4d(1, 2, 3, 4));
  EXPECT_EQ(Quaternion(2 * numbers), 2 * q);
  EXPECT_EQ(q.squared_norm(), 30);
}

TEST(Matrix3, GoesToEigenAndBackRowByRow) {
  Matrix3 m;
  for (int i = 0; i < 9; ++i) m[i] = i + 1;
  const Eigen::Matrix3d of_eigen = m;
  EXPECT_EQ(of_eigen, (Eigen::Matrix3d() << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished());
  EXPECT_EQ(Matrix3(of_eigen), m);
  EXPECT_EQ(Matrix3(of_eigen.transpose())(0, 2), 7);
  EXPECT_EQ(m.trace(), 15);
  EXPECT_EQ(Matrix3(Eigen::Matrix3d::Identity()), Matrix3::Identity());
  EXPECT_EQ(Matrix3(Eigen::Vector3d(1, 2, 3).asDiagonal().toDenseMatrix()), Matrix3::diagonal({1, 2, 3}));
  EXPECT_TRUE(Matrix3::Zero().is_zero());
}

}  // namespace
}  // namespace bricard
