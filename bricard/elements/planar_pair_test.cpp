// Functions of a marker pair in the plane against those in space, for bodies and markers that are turned about z, also with
// their z axis down.
#include "bricard/elements/planar_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

Mat3<double> about_z(double angle) { return rotation<double>(quaternion_of(Vec3<double>(0, 0, angle))); }

// The same pair twice.
struct Twice {
  PlanarFrame first, second;
  PlanarPair<double> plane;
  Pair<double> space;

  Twice(RandomPairs& random, double normal) {
    const Mat3<double> up = Vec3<double>(1, normal, normal).asDiagonal();
    const double of_first = random.angle(), of_second = random.angle();  // the bodies
    const Mat3<double> a = about_z(random.angle()) * up, b = about_z(random.angle()) * up;
    first.axes = a.topRows<2>();
    second.axes = b.topRows<2>();
    first.normal = second.normal = normal;
    plane.A = {&first, {std::cos(of_first), std::sin(of_first)}};
    plane.B = {&second, {std::cos(of_second), std::sin(of_second)}};
    plane.r = Vec2<double>(random.number(), random.number());
    plane.v = Vec2<double>(random.number(), random.number());
    plane.w = random.number();
    space = {
        about_z(of_first) * a, about_z(of_second) * b, {plane.r[0], plane.r[1], 0}, {plane.v[0], plane.v[1], 0}, {0, 0, plane.w}};
    const Vec3<double> x = space.A.col(0), to = space.B.col(0);
    plane.angle = std::atan2(x[0] * to[1] - x[1] * to[0], x.dot(to));
  }
  Twice(const Twice&) = delete;
};

void expect_the_same(const PlanarRow<double>& plane, const Row<double>& space, bool is_angle = false) {
  EXPECT_NEAR(is_angle ? std::remainder(plane.value - space.value, 2 * std::numbers::pi) : plane.value - space.value, 0, 1e-13);
  EXPECT_LT((plane.n - space.n.head<2>()).norm(), 1e-13);
  EXPECT_NEAR(plane.tau, space.tau[2], 1e-13);
  EXPECT_NEAR(plane.quad, space.quad, 1e-12 * (1 + std::abs(space.quad)));
}

TEST(PlanarPair, FunctionsAreThoseInSpace) {
  RandomPairs random;
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(i);
    const Twice m(random, i % 2 ? 1 : -1);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LT((m.plane.A.col(axis) - m.space.A.col(axis).head<2>()).norm(), 1e-14);
      expect_the_same(along<double>(m.plane, m.plane.A.col(axis)), along<double>(m.space, m.space.A.col(axis)));
      for (int other = 0; other < 2 && axis < 2; ++other)
        expect_the_same(between<double>(m.plane, m.plane.A.col(axis), m.plane.B.col(other)),
                        between<double>(m.space, m.space.A.col(axis), m.space.B.col(other)));
    }
    expect_the_same(length(m.plane), length(m.space));
    expect_the_same(scaled(-3.0, length(m.plane)), scaled(-3.0, length(m.space)));
    expect_the_same(turn(m.plane), turn(m.space), true);
    expect_the_same(twist(m.plane), twist(m.space), true);
    EXPECT_NEAR(rate(length(m.plane), m.plane), rate(length(m.space), m.space), 1e-13);
    EXPECT_NEAR(rate(turn(m.plane), m.plane), rate(turn(m.space), m.space), 1e-13);
    const Vec3<double> inside = m.space.A.transpose() * m.space.r;
    EXPECT_LT((m.plane.A.inside(m.plane.r) - inside.head<2>()).norm(), 1e-13);
    const Vec3<double> across_r = Vec3<double>(0, 0, 1).cross(m.space.r);
    EXPECT_LT((across<double>(m.plane.r) - across_r.head<2>()).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace bricard
