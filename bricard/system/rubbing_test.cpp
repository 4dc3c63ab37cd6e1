// Dry friction as efforts on the bodies: a block on a slope, a wheel in its bearing, as in any book of mechanics.
#include "bricard/system/rubbing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

constexpr double g = 9.81;

Friction coefficients(double holding, double sliding) {
  Friction friction;
  friction.holding = holding;
  friction.sliding = sliding;
  friction.radius = 0.05;
  return friction;
}

// A block of 3 kg on a guide along x; gravity is turned instead of the guide, by the angle of the slope.
Model block(double slope, const Friction& friction) {
  Model model;
  model.gravity = Vector3(g * std::sin(slope), 0, -g * std::cos(slope));
  model.bodies = {bar("block", {-0.1, 0, 0}, {0.1, 0, 0}, 3)};
  model.joints = {joint<Prismatic>("guide", "ground", "block", {0, 0, 0}, {1, 0, 0})};
  model.joints[0].friction = friction;
  return model;
}

struct Answer {
  double acceleration, slip;
  Contact contact;
};

// The first acceleration with friction, at the speed v of the only coordinate.
Answer answer(const Model& model, double v, const char* coordinates = "relative") {
  const System relative(model, "relative"), system(model, coordinates);
  State start = relative.designed();
  start.v[0] = v;
  const State state = carried_over(relative, start, system);
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  system.forces(e);
  EXPECT_TRUE(settle(system, e, std::vector<char>(1, 0))) << why_not(system, e);
  Eigen::VectorXd a(system.nv());
  system.accelerations(e, a);
  return {a[0], slip_velocities(system, e)[0], e.rubbed.modes.at(0).contact};
}

// m a = m g sin - mu m g cos.
TEST(Rubbing, ABlockSlidesDownASlope) {
  const double slope = 0.5, mu = 0.2;
  for (const char* coordinates : {"relative", "absolute"}) {
    const Answer down = answer(block(slope, coefficients(0.3, mu)), 1.5, coordinates);
    EXPECT_NEAR(down.acceleration, g * (std::sin(slope) - mu * std::cos(slope)), 1e-10) << coordinates;
    EXPECT_NEAR(down.slip, 1.5, 1e-12);
    EXPECT_EQ(down.contact, Contact::slides);
    const Answer up = answer(block(slope, coefficients(0.3, mu)), -1.5, coordinates);
    EXPECT_NEAR(up.acceleration, g * (std::sin(slope) + mu * std::cos(slope)), 1e-10) << coordinates;
  }
}

// At rest it stays where tan(slope) < static, and begins to slide with the coefficient of sliding beyond.
TEST(Rubbing, AtRestItHoldsUpToTheCone) {
  const Answer holds = answer(block(std::atan(0.29), coefficients(0.3, 0.2)), 0);
  EXPECT_EQ(holds.contact, Contact::sticks);
  EXPECT_NEAR(holds.acceleration, 0, 1e-12);
  const double slope = std::atan(0.31);
  const Answer slides = answer(block(slope, coefficients(0.3, 0.2)), 0);
  EXPECT_EQ(slides.contact, Contact::slides);
  EXPECT_NEAR(slides.acceleration, g * (std::sin(slope) - 0.2 * std::cos(slope)), 1e-10);
}

// mu(v) = sliding + (static - sliding) e^-(v/stribeck)², and viscous v besides.
TEST(Rubbing, TheCoefficientFallsWithTheSlip) {
  const double slope = 0.5, v = 0.1;
  Friction friction = coefficients(0.3, 0.2);
  friction.stribeck = 0.2;
  friction.viscous = 7;
  friction.preload = 10;
  const double mu = 0.2 + 0.1 * std::exp(-0.25);
  const Answer found = answer(block(slope, friction), v);
  EXPECT_NEAR(found.acceleration, g * std::sin(slope) - (mu * (3 * g * std::cos(slope) + 10) + 7 * v) / 3, 1e-10);
}

// A wheel of 2 kg in a bearing of radius r: J a = -mu r m g.
TEST(Rubbing, AWheelIsBrakedByItsBearing) {
  Model model;
  model.gravity = Vector3(0, -g, 0);
  Body wheel = bar("wheel", {-0.2, 0, 0}, {0.2, 0, 0}, 2);
  model.bodies = {wheel};
  model.joints = {joint<Revolute>("bearing", "ground", "wheel", {0, 0, 0})};
  model.joints[0].friction = coefficients(0.3, 0.2);
  const Answer found = answer(model, 4);
  EXPECT_NEAR(found.slip, 4 * 0.05, 1e-14);
  EXPECT_NEAR(found.acceleration, -0.2 * 0.05 * 2 * g / wheel.inertia.matrix(2, 2), 1e-9);
  EXPECT_EQ(name_of(System(model, "relative"), System(model, "relative").layout().rubbing.at(0)), "joint 'bearing'");
}

// Off the constraints, where rows that were left out do not quite depend on the others, the split of least norm is that on the
// constraints but for what is open: it does not jump to another one.
TEST(Rubbing, TheSplitChangesSmoothlyOffTheConstraints) {
  Model model = bricard_linkage();
  model.gravity = Vector3(1, 2, -g);
  const System system(model, "absolute");
  const State closed = system.designed();
  Equations e(system);
  system.motion(closed, e, RowSet::all, Measure::all);
  system.fill(e);
  e.kernel.select();
  const Eigen::VectorXd away = Eigen::VectorXd::LinSpaced(system.nv(), -1, 1).array().sin();
  const auto efforts = [&](double open, bool by_rank) {
    State state = closed;
    Eigen::VectorXd q(system.nq());
    system.move(closed.q, open * away, q);
    state.q = q;
    system.motion(state, e, RowSet::all, Measure::all);
    system.forces(e);
    EXPECT_TRUE(system.factor(e));
    const Eigen::MatrixXd stresses = self_stresses(system, e);
    EXPECT_EQ(stresses.cols(), 1);
    Eigen::VectorXd a(system.nv());
    system.accelerations(e, a);
    Reactions found;
    if (by_rank)
      reactions(system, e, true, found);
    else
      reactions(system, e, stresses, found);
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(found.effort.data(), static_cast<Eigen::Index>(found.effort.size())));
  };
  const Eigen::VectorXd split = efforts(0, true);
  EXPECT_NEAR((efforts(0, false) - split).norm(), 0, 1e-9 * split.norm());
  for (const double open : {1e-8, 1e-6, 1e-5, 1e-4})
    EXPECT_LT((efforts(open, false) - split).norm(), 100 * open * split.norm()) << open;
}

// So does the friction of joints that this split presses.
TEST(Rubbing, FrictionChangesSmoothlyOffTheConstraints) {
  Model model = bricard_linkage();
  model.gravity = Vector3(1, 2, -g);
  for (Joint& joint : model.joints) joint.friction = coefficients(0.3, 0.2);
  const System system(model, "absolute");
  State state = system.designed();
  const Eigen::VectorXd q = state.q, away = Eigen::VectorXd::LinSpaced(system.nv(), -1, 1).array().sin();
  Equations e(system);
  state.v = away;
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  e.kernel.select();
  Eigen::VectorXd change(system.nv());
  system.correction(Order::velocity, e, change);
  state.v += change;
  const auto efforts = [&](double open) {
    system.move(q, open * away, state.q);
    system.motion(state, e, RowSet::all, Measure::all);
    system.forces(e);
    EXPECT_TRUE(settle(system, e, std::vector<char>(6, 0))) << why_not(system, e);
    return e.rubbed.efforts.f;
  };
  const Eigen::VectorXd closed = efforts(0);
  EXPECT_GT(closed.norm(), 1);
  for (const double open : {1e-8, 1e-6, 1e-5, 1e-4})
    EXPECT_LT((efforts(open) - closed).norm(), 100 * open * closed.norm()) << open;
}

TEST(Rubbing, WhoKnowsNoFrictionRefusesItByName) {
  EXPECT_NO_THROW(refuse_friction(four_bar(), "modes"));
  try {
    refuse_friction(block(0.1, coefficients(0.3, 0.2)), "modes");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("guide"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("modes"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bricard::test
