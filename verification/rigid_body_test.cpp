// One body in space. Heavy top (Bruls and Cardona 2010) against an independent integration with 12 digits; free rigid body
// against the exact solution of Euler's equations in elliptic functions.
#include "bricard/math/spatial.hpp"
#include "verification/cases.hpp"
#include "verification/exact.hpp"

namespace bricard {
namespace {

Eigen::Quaterniond orientation(const Results& r, const std::string& b, int row) {
  return {value(r, b + ".e0", row), value(r, b + ".e1", row), value(r, b + ".e2", row), value(r, b + ".e3", row)};
}
Vec3<double> vector_of(const Results& r, const std::string& prefix, int row) {
  return {value(r, prefix + "x", row), value(r, prefix + "y", row), value(r, prefix + "z", row)};
}
// Moment of momentum of a body about its center of mass.
Vec3<double> spin(const Results& r, const std::string& b, const Vec3<double>& moments, int row) {
  const Eigen::Matrix3d R = orientation(r, b, row).toRotationMatrix();
  return R * (moments.asDiagonal() * (R.transpose() * vector_of(r, b + ".w", row)));
}

TEST(HeavyTop, two_seconds) {
  const Vec3<double> moments(0.234375, 0.46875, 0.234375);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = run(benchmark("heavy_top"), timed(2, 0.2, coordinates, coordinates == "relative" ? 1e-9 : 1e-8));
    EXPECT_DONE(results);
    EXPECT_LT(distance(results, "top", {0.60555056, 0.59895768, -0.52398303}, 1), 2e-8);
    EXPECT_LT(distance(results, "top", {0.173343964098, 0.640088592070, -0.748490791134}, 5), 1e-7);
    EXPECT_LT(distance(results, "top", {-0.150416822746, -0.724165591637, -0.673022269560}, 10), 1e-6);
    EXPECT_NEAR(value(results, "energy.total", 10), 5435.69679086555, 1e-4);
    EXPECT_LT(energy_error(results), 1e-4);
    for (int row = 0; row < results.rows(); ++row) {
      const Vec3<double> x = vector_of(results, "top.", row), v = vector_of(results, "top.v", row);
      EXPECT_NEAR((15 * x.cross(v) + spin(results, "top", moments, row)).z(), -70.3124296875, 1e-5);
      EXPECT_NEAR((orientation(results, "top", row).conjugate() * vector_of(results, "top.w", row)).y(), 150,
                  1e-5);  // the spin stays
    }
    // Reaction on the top at 2 s: the reference file has the force on ground's side as m (a - g).
    EXPECT_LT((vector_of(results, "tip.f", 10) - Vec3<double>(-260.735211310436, 613.612698982675, 309.716631390329)).norm(),
              1e-2);
  }
}

// In Euler angles, as the textbooks treat it: the third body axis is that of the top, so that the spin is the third angle. In
// the axes of the model file the body starts at gimbal lock. The moments of momentum about z and about the top's axis are nearly
// opposite, so that at 0.3726 s the axis hangs within 1e-5 of straight down: no run in these angles can pass there.
TEST(HeavyTop, in_euler_angles) {
  Model model = benchmark("heavy_top");
  Body& top = body(model, "top");
  top.orientation.quaternion = {std::sqrt(0.5), -std::sqrt(0.5), 0, 0};
  top.inertia.matrix = Matrix3::diagonal({0.234375, 0.234375, 0.46875});
  const Results results = run(model, timed(0.2, 0.2, "euler_angles", 1e-9));
  EXPECT_DONE(results);
  EXPECT_LT(distance(results, "top", {0.60555056, 0.59895768, -0.52398303}), 2e-8);
  EXPECT_NEAR(value(results, "energy.total"), 5435.69679086555, 1e-4);
  const Results refused = run(model, timed(2, 0.2, "euler_angles", 1e-9));
  EXPECT_EQ(refused.summary.outcome.status, Status::failed);
  EXPECT_NE(refused.summary.outcome.message.find("body 'top' is at gimbal lock (second Euler angle 180 deg)"), std::string::npos)
      << refused.summary.outcome.message;
  EXPECT_NEAR(value(refused, "t"), 0.3726, 1e-4);
  const Results passes = run(model, timed(0.3726, 0.3726, "absolute", 1e-9));
  EXPECT_LT(distance(passes, "top", {0, 0, -1}), 1e-3);
}

TEST(HeavyTop, sees_a_wrong_sign) {
  Model wrong = benchmark("heavy_top");
  (*body(wrong, "top").angular_velocity)[2] *= -1;
  (*body(wrong, "top").velocity)[0] *= -1;
  const Results results = run(wrong, timed(0.2, 0.2, "relative", 1e-8));
  EXPECT_GT(distance(results, "top", {0.60555056, 0.59895768, -0.52398303}), 1e-2);
}

TEST(FreeBody, rates_are_elliptic_functions) {
  const Vec3<double> moments(1, 2, 3), momentum(1, 0, 3.6);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = run(benchmark("free_body"), timed(10, 0.5, coordinates, 1e-11));
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      double w[3];
      exact::free_body(0.5 * row, w);
      const Vec3<double> rates = orientation(results, "body", row).conjugate() * vector_of(results, "body.w", row);
      EXPECT_LT((rates - Vec3<double>(w[0], w[1], w[2])).norm(), 1e-8) << "t = " << 0.5 * row;
      EXPECT_LT((spin(results, "body", moments, row) - momentum).norm(), 1e-8) << "t = " << 0.5 * row;
    }
    const Vec3<double> at_10 = orientation(results, "body", 20).conjugate() * vector_of(results, "body.w", 20);
    EXPECT_LT((at_10 - Vec3<double>(0.2342940840528623, -0.9721657688778341, 1.060643471015303)).norm(), 1e-8);
    EXPECT_LT(energy_error(results), 1e-8);
  }
}

}  // namespace
}  // namespace bricard
