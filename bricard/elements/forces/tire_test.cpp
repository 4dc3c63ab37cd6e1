// The tire on the road: contact point, slips, wrench, sides, and the states in which a speed or a load is zero.
#include "bricard/elements/forces/tire.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "bricard/elements/pair_cases.hpp"
#include "bricard/elements/tires/test_tires.hpp"

namespace bricard {
namespace {

Tire formula_tire(const std::string& side = "") {
  Tire tire;
  tire.side = side;
  const std::string path = "models/vehicles/formula_tire.tir";
  tire.load({path, text_of_file(path), [](Fault fault) { throw Error({std::move(fault)}); }});
  tire.relaxation = false;
  tire.lay(nullptr);
  return tire;
}

// A wheel over the road z = 0: steered by delta, inclined by gamma (top to the right), moving, its carrier turning, spinning.
struct Wheel {
  double height = 0.225, delta = 0, gamma = 0, spin = 0;
  Vec3<double> velocity{0, 0, 0}, turning{0, 0, 0};

  Vec3<double> axis() const {
    return Vec3<double>(-std::sin(delta) * std::cos(gamma), std::cos(delta) * std::cos(gamma), std::sin(gamma));
  }
  Pair<double> road() const {
    return {Mat3<double>::Identity(), Mat3<double>::Identity(), Vec3<double>(0.3, -0.2, height), velocity,
            Vec3<double>(turning + spin * axis())};
  }
  Pair<double> carrier() const {
    return {frame_along(axis(), Vec3<double>::UnitX()), Mat3<double>::Identity(), Vec3<double>::Zero(), Vec3<double>::Zero(),
            Vec3<double>(spin * axis())};
  }
};

struct Told {
  Wrench<double> wrench;
  std::array<double, 13> columns;
  double operator[](std::string_view name) const {
    for (std::size_t i = 0; i < Tire::results.size(); ++i)
      if (Tire::results[i].name == name) return columns[i];
    throw std::runtime_error("no column");
  }
};
Told act(const Tire& tire, const Wheel& wheel, double dx = 0, double dy = 0) {
  Told told;
  told.wrench = tire.act<double>(wheel.road(), wheel.carrier(), {}, {1, dx, dy}, told.columns);
  return told;
}
Wheel rolling(double speed, double delta = 0, double gamma = 0) {
  Wheel wheel;
  wheel.delta = delta, wheel.gamma = gamma;
  wheel.velocity = {speed, 0, 0};
  wheel.spin = speed * std::cos(delta) / 0.2335;
  return wheel;
}

// alpha = atan(V_y/V_x) in the wheel's axes: a wheel steered to the left is pushed to the left.
TEST(Tire, SlipAngleAndInclinationHaveTheSignsOfTheirAxes) {
  const Tire tire = formula_tire();
  const Told left = act(tire, rolling(12, 0.05));
  EXPECT_NEAR(left["alpha"], -0.05, 1e-12);
  EXPECT_GT(left["fy"], 100);
  const Told leaning = act(tire, rolling(12, 0, 0.04));
  EXPECT_NEAR(leaning["gamma"], 0.04, 1e-12);
  EXPECT_NEAR(leaning["alpha"], 0, 1e-12);
  EXPECT_LT(leaning["fy"], 0);
  Wheel driven = rolling(12);
  driven.spin *= 1.02;
  EXPECT_NEAR(1 + act(tire, driven)["kappa"], 1.02 * (1 + act(tire, rolling(12))["kappa"]), 1e-12);
  EXPECT_GT(act(tire, driven)["fx"], 100);
}

// The contact point is the lowest of the disc, on the road: W - l e with l = height/cos(gamma).
TEST(Tire, TheWrenchAtTheContactIsMovedToTheWheel) {
  const Tire tire = formula_tire();
  const double delta = 0.1, gamma = 0.06;
  const Wheel wheel = rolling(12, delta, gamma);
  const Told told = act(tire, wheel);
  const double l = wheel.height / std::cos(gamma);
  EXPECT_NEAR(told["deflection"], 0.2346 - l, 1e-12);
  const Vec3<double> t(std::cos(delta), std::sin(delta), 0), s(-std::sin(delta), std::cos(delta), 0), z(0, 0, 1);
  const Vec3<double> e = -std::sin(gamma) * s + std::cos(gamma) * z, reach = -l * e;
  EXPECT_NEAR(reach[2], -wheel.height, 1e-12);
  const Vec3<double> force = told["fx"] * t + told["fy"] * s + told["fz"] * z;
  const Vec3<double> moment = told["mx"] * t + told["my"] * s + told["mz"] * z + reach.cross(force);
  EXPECT_LT((told.wrench.force - force).norm(), 1e-9);
  EXPECT_LT((told.wrench.torque - moment).norm(), 1e-9);
  EXPECT_NEAR(told["fz"], 110000 * (0.2346 - l), 1e-6);
}

// Its velocity is that of a point of the carrier: not of the spinning wheel, but of the carrier that turns.
TEST(Tire, VelocityOfTheContactIsTheCarriers) {
  const Tire tire = formula_tire();
  Wheel wheel = rolling(12);
  wheel.turning = {0, 0.5, 0};  // the carrier pitches: its lowest point moves back
  const double before = act(tire, rolling(12))["kappa"], after = act(tire, wheel)["kappa"];
  const double Vx = 12 - 0.5 * wheel.height;
  EXPECT_NEAR((1 + after) * Vx, (1 + before) * 12, 1e-9);
}

TEST(Tire, OnTheOtherSideItIsTheMirrorImage) {
  for (const auto& [one, other] : {std::pair("left", "right"), std::pair("", "mirrored"), std::pair("symmetric", "symmetric")}) {
    const Told left = act(formula_tire(one), rolling(12, 0.04, 0.03)), right = act(formula_tire(other), rolling(12, -0.04, -0.03));
    EXPECT_NEAR(left["fx"], right["fx"], 1e-9);
    EXPECT_NEAR(left["fy"], -right["fy"], 1e-9) << one;
    EXPECT_NEAR(left["mx"], -right["mx"], 1e-9);
    EXPECT_NEAR(left["mz"], -right["mz"], 1e-9);
  }
}

TEST(Tire, AMirroredPartTurnsTheSide) {
  Reflection mirror;
  mirror.handedness = -1;
  for (const auto& [before, after] : {std::pair("left", "right"), std::pair("right", "left"), std::pair("", "mirrored"),
                                      std::pair("mirrored", ""), std::pair("symmetric", "symmetric")}) {
    Tire tire;
    tire.side = before;
    tire.reflect(mirror);
    EXPECT_EQ(tire.side, after);
  }
}

// Backwards the side force still opposes V_y, but its trail is on the other side of the contact; resistance turns round.
TEST(Tire, InReverseTheTrailTurnsRound) {
  const Tire tire = formula_tire();
  Wheel ahead = rolling(12), back = rolling(-12);
  ahead.velocity[1] = back.velocity[1] = 0.6;
  const Told there = act(tire, ahead), here = act(tire, back);
  EXPECT_NEAR(here["fy"], there["fy"], 1e-9 * std::abs(there["fy"]) + 1e-6);
  EXPECT_LT(here["fy"], -100);
  EXPECT_NEAR(here["mz"], -there["mz"], 1e-6);
  EXPECT_GT(here["my"], 0);
  EXPECT_LT(there["my"], 0);
}

TEST(Tire, ALockedWheelSlidesWithKappaMinusOne) {
  const Tire tire = formula_tire();
  Wheel wheel = rolling(12);
  wheel.spin = 0;
  const Told told = act(tire, wheel);
  EXPECT_NEAR(told["kappa"], -1, 1e-12);
  EXPECT_LT(told["fx"], -0.5 * told["fz"]);
  EXPECT_EQ(told["clamped"], 0);
}

TEST(Tire, InTheAirItDoesNothing) {
  for (Tire tire : {formula_tire(), [] {
                      Tire relaxing = formula_tire();
                      relaxing.relaxation = true;
                      relaxing.deflection_x = 0, relaxing.deflection_y = 0;
                      return relaxing;
                    }()}) {
    Wheel wheel = rolling(12, 0.1);
    wheel.height = 0.3;
    const Told told = act(tire, wheel, 0.01, 0.01);
    EXPECT_EQ(told.wrench.force.norm() + told.wrench.torque.norm(), 0);
    EXPECT_EQ(told["fz"], 0);
    if (tire.relaxes()) {
      EXPECT_LT(told["dx_rate"], 0);  // deflections die out
    }
  }
}

TEST(Tire, BeyondTheRangeOfItsFileItIsMarked) {
  const Tire tire = formula_tire();
  EXPECT_EQ(act(tire, rolling(12, 0.3))["clamped"], 0);
  EXPECT_EQ(act(tire, rolling(12, 0.7))["clamped"], 1);
  EXPECT_NEAR(act(tire, rolling(12, 0.7))["fy"], act(tire, rolling(12, 0.65))["fy"], 1e-9);
  EXPECT_EQ(act(tire, rolling(12, 0, 0.2))["clamped"], 1);
  Wheel pressed = rolling(12);
  pressed.height = 0.2;  // 3806 N
  EXPECT_EQ(act(tire, pressed)["clamped"], 1);
}

// Forces and rates are finite and smooth where the wheel stands: the derivatives along V_x through zero are those of differences.
TEST(Tire, AtRestNothingIsDividedByTheSpeed) {
  using D = Dual<double, 6>;
  for (const bool relaxes : {false, true}) {
    Tire tire = formula_tire();
    if (relaxes) tire.relaxation = true, tire.deflection_x = 0, tire.deflection_y = 0;
    for (const double speed : {0.0, 1e-9, 0.05, -0.4, 0.999, 1.001}) {
      Wheel wheel;
      wheel.velocity = {speed, 0.02, 0};
      wheel.spin = 0.3;
      const auto force = [&](double change) {
        Wheel moved = wheel;
        moved.velocity[0] += change;
        return act(tire, moved, 0.001, -0.0005);
      };
      const Pair<double> m = wheel.road(), c = wheel.carrier();
      Pair<D> pair{m.A.cast<D>(), m.B.cast<D>(), m.r.cast<D>(), m.v.cast<D>(), m.w.cast<D>()};
      const Pair<D> carrier{c.A.cast<D>(), c.B.cast<D>(), c.r.cast<D>(), c.v.cast<D>(), c.w.cast<D>()};
      for (int i = 0; i < 3; ++i) pair.v[i].d[i] = pair.r[i].d[3 + i] = 1;
      std::array<D, 13> columns;
      tire.act<D>(pair, carrier, {}, {D(1), D(0.001), D(-0.0005)}, columns);
      const double h = 1e-6;
      const Told up = force(h), down = force(-h);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const double lane : columns[i].d) EXPECT_TRUE(std::isfinite(lane)) << Tire::results[i].name << ' ' << speed;
        const double difference = (up.columns[i] - down.columns[i]) / (2 * h);
        EXPECT_NEAR(columns[i].d[0], difference, 1e-4 * (1 + std::abs(difference)) + 1e-2) << Tire::results[i].name << ' ' << speed;
      }
    }
  }
}

// Steady: u = sigma kappa and v = sigma tan alpha, whatever the lengths.
TEST(Tire, RelaxationEndsAtTheSteadySlip) {
  Tire steady = formula_tire(), tire = formula_tire();
  tire.relaxation = true, tire.deflection_x = 0, tire.deflection_y = 0;
  tire.relaxation_x = 0.2, tire.relaxation_y = 0.3;
  tire.lay(nullptr);
  Wheel wheel = rolling(12, 0.06);
  wheel.spin *= 1.03;
  const Told at_once = act(steady, wheel), told = act(tire, wheel, 0.2 * at_once["kappa"], 0.3 * std::tan(at_once["alpha"]));
  EXPECT_NEAR(told["dx_rate"], 0, 1e-12);
  EXPECT_NEAR(told["dy_rate"], 0, 1e-12);
  EXPECT_NEAR(told["fx"], at_once["fx"], 1e-9 * std::abs(at_once["fx"]));
  EXPECT_NEAR(told["fy"], at_once["fy"], 1e-9 * std::abs(at_once["fy"]));
}

// On a road that rises, the normal leans back and heights count from it.
TEST(Tire, AProfileIsAPlaneUnderTheWheel) {
  auto surface = std::make_shared<RoadSurface>();
  surface->is_plane = false;
  const std::vector<Interpolant::Point> points{{-10, -1}, {10, 1}};
  surface->profile = Interpolant(points, Interpolant::Curve::linear, Interpolant::Outside::linear);
  Tire tire = formula_tire();
  tire.lay(surface);
  Wheel wheel = rolling(12);
  const double slope = std::atan(0.1);
  wheel.height = 0.3 * 0.1 + 0.225 / std::cos(slope);  // at x = 0.3
  const Told told = act(tire, wheel);
  EXPECT_NEAR(told["deflection"], 0.2346 - 0.225, 1e-12);
  const Vec3<double> normal(-std::sin(slope), 0, std::cos(slope));
  EXPECT_NEAR(told.wrench.force.dot(normal), told["fz"], 1e-9);
}

}  // namespace
}  // namespace bricard
