// Vectors and inertias of a rigid body taken from one point to another, beside the 6×6 matrix of the textbooks (R. Featherstone,
// Rigid Body Dynamics Algorithms, Springer 2008, ch. 2), and the plane beside space.
#include "bricard/math/spaces.hpp"

#include <gtest/gtest.h>

#include "bricard/math/space_operations.hpp"

namespace bricard {
namespace {

// [a; alpha] at r from [a; alpha] at the origin: a + alpha × r.
Mat6<double> shift(const Vec3<double>& r) {
  Mat6<double> X = Mat6<double>::Identity();
  for (int i = 0; i < 3; ++i) X.block<3, 1>(0, 3 + i) = Vec3<double>::Unit(i).cross(r);
  return X;
}

Mat6<double> some_inertia() {
  Mat6<double> A;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) A(i, j) = 1.0 / (1 + i + j) + (i == j ? 2 + i : 0);
  return A;
}

const Vec3<double> r(0.3, -1.1, 0.7);
const Vec6<double> some = (Vec6<double>() << 1.5, -0.2, 0.9, -1.3, 0.4, 2.1).finished();

TEST(InSpace, MovesAsTheMatrixOfTheShift) {
  const Mat6<double> X = shift(r);
  EXPECT_LT((InSpace::to_child(some, r) - X * some).norm(), 1e-15);
  EXPECT_LT((InSpace::to_parent(some, r) - X.transpose() * some).norm(), 1e-15);
  Mat6<double> parent = 3 * some_inertia();
  InSpace::add_to_parent(some_inertia(), r, parent);
  EXPECT_LT((parent - 3 * some_inertia() - X.transpose() * some_inertia() * X).norm(), 1e-13);
}

TEST(InSpace, MomentumIsInertiaTimesVelocity) {
  const Mat3<double> J = Vec3<double>(0.5, 0.6, 0.9).asDiagonal();
  const Vec6<double> by_hand = (Vec6<double>() << 2 * some.head<3>(), 0.5 * some[3], 0.6 * some[4], 0.9 * some[5]).finished();
  EXPECT_LT((InSpace::momentum(2, J, some) - by_hand).norm(), 1e-15);
  EXPECT_LT((InSpace::inertia(2, J) * some - by_hand).norm(), 1e-15);
  EXPECT_EQ(InSpace::no_inertia(), (Mat3<double>::Zero()));
}

// A body in the plane is one in space that keeps to it: rows x, y and the turn about z.
TEST(InPlane, IsThePartOfSpaceThatStaysInThePlane) {
  constexpr int kept[] = {0, 1, 5};
  const Vec3<double> flat_r(0.3, -1.1, 0);
  const Vec2<double> r2 = flat_r.head<2>();
  Vec6<double> in_space = Vec6<double>::Zero();
  Vec3<double> in_plane;
  Mat3<double> inertia, parent = Mat3<double>::Zero();
  for (int i = 0; i < 3; ++i) {
    in_space[kept[i]] = in_plane[i] = some[kept[i]];
    for (int j = 0; j < 3; ++j) inertia(i, j) = some_inertia()(kept[i], kept[j]);
  }
  InPlane::add_to_parent(inertia, r2, parent);
  Mat6<double> parent_in_space = Mat6<double>::Zero();
  InSpace::add_to_parent(some_inertia(), flat_r, parent_in_space);
  const Mat3<double> J = Vec3<double>(0.5, 0.6, 0.9).asDiagonal();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(InPlane::to_child(in_plane, r2)[i], InSpace::to_child(in_space, flat_r)[kept[i]], 1e-15);
    EXPECT_NEAR(InPlane::to_parent(in_plane, r2)[i], InSpace::to_parent(in_space, flat_r)[kept[i]], 1e-15);
    EXPECT_NEAR(InPlane::momentum(2, 0.9, in_plane)[i], InSpace::momentum(2, J, in_space)[kept[i]], 1e-15);
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(parent(i, j), parent_in_space(kept[i], kept[j]), 1e-13) << i << j;
      EXPECT_EQ(InPlane::inertia(2, 0.9)(i, j), InSpace::inertia(2, J)(kept[i], kept[j])) << i << j;
    }
  }
  EXPECT_EQ(InPlane::no_inertia(), 0);
}

}  // namespace
}  // namespace bricard
