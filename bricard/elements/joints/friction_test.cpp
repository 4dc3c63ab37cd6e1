// What presses on the surfaces of joints, and which way they slip, by hand for a joint with its axis along z: the force is
// (3, 4, 12) N, the moment (6, -8, 5) N m, bearings 2 m apart, the surface on a radius of 0.5 m.
#include "bricard/elements/joints/friction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "bricard/elements/joints/joints.hpp"

namespace bricard {
namespace {

const Pair<double> here{Mat3<double>::Identity(), Mat3<double>::Identity(), zero3<double>(), zero3<double>(), zero3<double>()};
const Reaction on{{3, 4, 12}, {6, -8, 5}};
const Vec3<double> z(0, 0, 1);

Friction friction(bool with_length, bool with_radius = true) {
  Friction given;
  given.sliding = 0.1;
  if (with_radius) given.radius = 0.5;
  if (with_length) given.length = 2;
  return given;
}

template <class Kind>
double pressed(const Kind& kind, const Friction& given, int surface = 0, const Pair<double>& there = here) {
  double sum = 0;
  kind.press(there, given, surface, on, [&](const Vec3<double>& force) { sum += force.norm(); });
  return sum;
}

// Directions as (along, about).
template <class Kind>
std::vector<Vec6<double>> slips(const Kind& kind, const Friction& given, int surface = 0, const Pair<double>& there = here) {
  std::vector<Vec6<double>> found;
  kind.slip(there, given, surface,
            [&](const Row<double>& row) { found.push_back((Vec6<double>() << row.n, row.tau).finished()); });
  return found;
}

Vec6<double> six(const Vec3<double>& along, const Vec3<double>& about) { return (Vec6<double>() << along, about).finished(); }

// z × M/2 = (4, 3, 0) N at one bearing and the opposite at the other.
TEST(JointFriction, BearingsShareTheForceAndCarryTheMoment) {
  const double first = Vec3<double>(1.5 + 4, 2 + 3, 6).norm(), second = Vec3<double>(1.5 - 4, 2 - 3, 6).norm();
  EXPECT_NEAR(pressed(Revolute{}, friction(true)), first + second, 1e-14);
  EXPECT_NEAR(pressed(Revolute{}, friction(false)), 13, 1e-14) << "without length the moment does not rub";
  const double across = Vec3<double>(5.5, 5, 0).norm() + Vec3<double>(-2.5, -1, 0).norm();
  EXPECT_NEAR(pressed(Cylindrical{}, friction(true)), across, 1e-14) << "nothing presses along the axis";
  EXPECT_NEAR(pressed(Cylindrical{}, friction(false)), 5, 1e-14);
  EXPECT_NEAR(pressed(Prismatic{}, friction(true)), across + 5 / 0.5, 1e-14) << "and the moment about the axis on its radius";
  EXPECT_NEAR(pressed(Prismatic{}, friction(true, false)), across, 1e-14);
  EXPECT_NEAR(pressed(Universal{}, friction(true), 0), first + second, 1e-14);
  // About x: x × M/2 = (0, -2.5, -4).
  EXPECT_NEAR(pressed(Universal{}, friction(true), 1),
              Vec3<double>(1.5, 2 - 2.5, 6 - 4).norm() + Vec3<double>(1.5, 2 + 2.5, 6 + 4).norm(), 1e-14);
}

TEST(JointFriction, PointsPlanesAndBalls) {
  EXPECT_NEAR(pressed(Spherical{}, friction(false)), 13, 1e-14);
  EXPECT_NEAR(pressed(Planar{}, friction(false)), 12, 1e-14) << "along the normal";
  EXPECT_NEAR(pressed(PointOnPlane{}, friction(false)), 13, 1e-14);
  EXPECT_NEAR(pressed(PointOnLine{}, friction(false)), 13, 1e-14);
  EXPECT_EQ(slips(Planar{}, friction(false, false)),
            (std::vector{six(Vec3<double>::UnitX(), {0, 0, 0}), six(Vec3<double>::UnitY(), {0, 0, 0})}));
  EXPECT_EQ(slips(Planar{}, friction(false)).at(2), six({0, 0, 0}, 0.5 * z));
  EXPECT_EQ(slips(PointOnPlane{}, friction(false)), slips(Planar{}, friction(false, false)));
  EXPECT_EQ(slips(PointOnLine{}, friction(false)), (std::vector{six(z, {0, 0, 0})}));
  EXPECT_EQ(slips(Prismatic{}, friction(false)), (std::vector{six(z, {0, 0, 0})}));
  EXPECT_EQ(slips(Revolute{}, friction(false)), (std::vector{six({0, 0, 0}, 0.5 * z)}));
  EXPECT_EQ(slips(Cylindrical{}, friction(false)), (std::vector{six({0, 0, 0}, 0.5 * z), six(z, {0, 0, 0})}));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(slips(Spherical{}, friction(false)).at(i), six({0, 0, 0}, 0.5 * Vec3<double>::Unit(i)));
  EXPECT_EQ(slips(Universal{}, friction(false), 0), (std::vector{six({0, 0, 0}, 0.5 * z)}));
  EXPECT_EQ(slips(Universal{}, friction(false), 1), (std::vector{six({0, 0, 0}, Vec3<double>(0.5, 0, 0))}));
}

// A thread that rises 2π · 1.2 m per turn on a radius of 0.5 m: a point of it goes 1.3 m per radian.
TEST(JointFriction, OfAScrewIsAlongItsThread) {
  const Screw screw{2 * std::numbers::pi * 1.2};
  EXPECT_NEAR(screw.lever(friction(false)), 1.3, 1e-14);
  EXPECT_NEAR(pressed(screw, friction(false)), 12 * 1.3 / 0.5 + 5, 1e-13);
  // One radian of turn and 1.2 m of advance slip by 1.3 m.
  const Vec6<double> slip = slips(screw, friction(false)).at(0);
  EXPECT_NEAR(slip.dot(six(1.2 * z, z)), 1.3, 1e-14);
  EXPECT_NEAR(slip[2], 1.2 / 1.3, 1e-14);
}

// The arms of a cross whose second body has turned by 90 degrees: z of the first body and, with y × M/2 = (2.5, 0, -3), x of the
// second, which is y.
TEST(JointFriction, ACrossHasAnArmOnEachBody) {
  Pair<double> turned = here;
  turned.B.col(0) = Vec3<double>::UnitY();
  turned.B.col(1) = -Vec3<double>::UnitX();
  EXPECT_NEAR(pressed(Universal{}, friction(true), 0, turned), pressed(Universal{}, friction(true), 0), 1e-14);
  EXPECT_NEAR(pressed(Universal{}, friction(true), 1, turned),
              Vec3<double>(1.5 + 2.5, 2, 6 - 3).norm() + Vec3<double>(1.5 - 2.5, 2, 6 + 3).norm(), 1e-14);
  EXPECT_EQ(slips(Universal{}, friction(false), 0, turned), (std::vector{six({0, 0, 0}, 0.5 * z)}));
  EXPECT_EQ(slips(Universal{}, friction(false), 1, turned), (std::vector{six({0, 0, 0}, Vec3<double>(0, 0.5, 0))}));
  for (const double lever :
       {Universal{}.lever(friction(false)), Revolute{}.lever(friction(false)), Spherical{}.lever(friction(false))})
    EXPECT_EQ(lever, 0.5) << "a force on the surface is told as a torque";
}

TEST(JointFriction, CoefficientsStandForEachOther) {
  Friction given;
  EXPECT_EQ(given.at_rest(), 0);
  given.sliding = 0.2;
  EXPECT_EQ(given.at_rest(), 0.2);
  EXPECT_EQ(given.in_motion(), 0.2);
  given.holding = 0.3;
  EXPECT_EQ(given.at_rest(), 0.3);
  EXPECT_EQ(given.in_motion(), 0.2);
  given.sliding.reset();
  EXPECT_EQ(given.in_motion(), 0.3);
}

}  // namespace
}  // namespace bricard
