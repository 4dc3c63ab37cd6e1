// Mechanisms whose motion is a closed form, driven at constant speed through a full turn: slider-crank, four-bar linkage, Hooke
// joint. Positions, velocities and accelerations of every row; the quoted samples come from an evaluation outside this program.
#include "bricard/analyses/test_four_bar.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846;

Results driven(const std::string& name, const std::string& coordinates, double turn) {
  return run(benchmark(name), timed(turn, turn / 360, coordinates, 1e-9));
}

TEST(ClosedForms, slider_crank) {
  const double r = 0.1, l = 0.3, w = 100;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven("slider_crank_driven", coordinates, 2 * pi / w);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 361);
    for (int row = 0; row < results.rows(); ++row) {
      const double phi = w * value(results, "t", row), s = std::sin(phi), c = std::cos(phi),
                   rod = std::sqrt(l * l - r * r * s * s);
      ASSERT_NEAR(value(results, "slider.x", row), r * c + rod, 1e-11) << row;
      ASSERT_NEAR(value(results, "slider.vx", row), -w * (r * s + r * r * s * c / rod), 1e-8) << row;
      const double bend = r * r * (c * c - s * s) / rod + r * r * r * r * s * s * c * c / (rod * rod * rod);
      ASSERT_NEAR(value(results, "slider.ax", row), -w * w * (r * c + bend), 1e-6) << row;  // of 1333
    }
    EXPECT_NEAR(value(results, "slider.x", 60), 0.3372281323269014, 1e-11);
    EXPECT_NEAR(value(results, "slider.vx", 60), -10.167810760733, 1e-8);
    EXPECT_NEAR(value(results, "slider.ax", 60), -333.83496476956, 1e-6);
  }
}

TEST(ClosedForms, four_bar) {
  const FourBar linkage;
  const double w = 10;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven("four_bar_driven", coordinates, 2 * pi / w);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 361);
    for (int row = 0; row < results.rows(); ++row) {
      const FourBar::Motion m = linkage.at(w * value(results, "t", row), w);
      ASSERT_NEAR(value(results, "theta3", row), double(m.theta3), 1e-9) << row;
      ASSERT_NEAR(value(results, "theta4", row), double(m.theta4), 1e-9) << row;
      ASSERT_NEAR(value(results, "coupler.wz", row), double(m.w3), 1e-8) << row;
      ASSERT_NEAR(value(results, "rocker.wz", row), double(m.w4), 1e-8) << row;
      ASSERT_NEAR(value(results, "coupler.alz", row), double(m.a3), 1e-7) << row;  // of 50
      ASSERT_NEAR(value(results, "rocker.alz", row), double(m.a4), 1e-7) << row;
    }
    EXPECT_NEAR(value(results, "theta3", 60), 0.5734095907724517, 1e-9);
    EXPECT_NEAR(value(results, "theta4", 60), 1.642791112445616, 1e-9);
    EXPECT_NEAR(value(results, "rocker.wz", 60), 2.081233844916358, 1e-8);
    EXPECT_NEAR(value(results, "rocker.alz", 60), 44.43924346241618, 1e-7);
    EXPECT_NEAR(value(results, "coupler.alz", 300), -49.38272159832166, 1e-7);
  }
}

TEST(ClosedForms, hooke_joint) {
  const double b = pi / 6;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven("hooke_joint", coordinates, 2 * pi);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 361);
    for (int row = 0; row < results.rows(); ++row) {
      const double p1 = value(results, "t", row), p2 = value(results, "output.angle", row);
      ASSERT_NEAR(std::sin(p2) * std::cos(b) * std::cos(p1) - std::cos(p2) * std::sin(p1), 0, 1e-9) << row;
      const double down = 1 - std::pow(std::sin(b) * std::cos(p1), 2);
      ASSERT_NEAR(value(results, "output.speed", row), std::cos(b) / down, 1e-9) << row;
    }
    EXPECT_NEAR(value(results, "output.angle", 45), 0.857071947850131, 1e-9);
    EXPECT_NEAR(value(results, "output.speed", 45), 0.989743318610787, 1e-9);
    EXPECT_NEAR(value(results, "output.angle", 360), 2 * pi, 1e-9);  // angles count turns
  }
}

TEST(ClosedForms, see_a_wrong_length) {
  Model wrong = benchmark("slider_crank_driven");
  const double w = 100;
  for (Joint& joint : wrong.joints)
    if (joint.name == "wrist" || joint.name == "guide") joint.at->at[0] += 1e-6;
  const Results results = run(wrong, timed(2 * pi / w, 2 * pi / w / 360, "relative", 1e-9));
  EXPECT_GT(std::abs(value(results, "slider.vx", 60) + 10.167810760733), 1e-6);
}

}  // namespace
}  // namespace bricard
