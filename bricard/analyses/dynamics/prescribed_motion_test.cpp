// Prescribed motions that kink, jump or have poles, and those that follow states. The pendulum on a cart: the pivot's impulse has
// no moment about the pivot, so a jump du of the cart's velocity changes the angle's rate by m l cos(angle) du / (I + m l²); in
// between it is a plain pendulum, integrated here by steps of its own.
#include <cmath>
#include <functional>

#include "bricard/analyses/test_motion_cases.hpp"

namespace bricard {
namespace {

const char* const cart = R"yaml(bricard: 1
bodies:
  cart: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}
  pend: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1]}
joints:
  s: {type: prismatic, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}
  h: {type: revolute, bodies: [cart, pend], at: [0, 0, 0], axis: [0, 1, 0]}
)yaml";
const char* const turntable = R"yaml(bricard: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 1, 0]}}
)yaml";

Model with(const std::string& model, const std::string& more) { return read_yaml_text(model + more, "model"); }

// (I + m l²) angle'' = -m g l sin(angle) - m l cos(angle) u'', with jumps of u' at the given times.
double pendulum_angle(double end, const std::vector<std::pair<double, double>>& jumps) {
  constexpr double inertia = 1.1, g = 9.80665;
  double angle = 0, rate = 0, t = 0;
  const auto go_to = [&](double to) {
    const int steps = 2000;
    const double h = (to - t) / steps;
    const auto a = [](double x) { return -g * std::sin(x) / inertia; };
    for (int i = 0; i < steps; ++i) {
      const double k1 = rate, l1 = a(angle), k2 = rate + h / 2 * l1, l2 = a(angle + h / 2 * k1), k3 = rate + h / 2 * l2,
                   l3 = a(angle + h / 2 * k2), k4 = rate + h * l3, l4 = a(angle + h * k3);
      angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    t = to;
  };
  for (const auto& [at, by] : jumps) {
    go_to(at);
    rate += std::cos(angle) * by / inertia;
  }
  go_to(end);
  return angle;
}

TEST(PrescribedMotion, AKinkIsAnImpact) {
  // The driver moves the cart and, against its inertia, the pendulum: p = 1 + 1 - 1/1.1, and works p/2.
  const Model model = with(cart, "drivers: {d: {joint: s, position: \"if(t<1, 0, t-1)\"}}\n");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(model, timed("dynamics", 2, 0.05, coordinates));
    ASSERT_EQ(results.summary.outcome.status, Status::done) << coordinates << ": " << results.summary.outcome.message;
    EXPECT_NEAR(results.series("h.angle").back(), pendulum_angle(2, {{1, 1}}), 1e-7) << coordinates;
    EXPECT_NEAR(results.series("h.speed")[20], 1 / 1.1, 1e-9) << coordinates;  // the row of the moment shows what comes after
    EXPECT_EQ(results.series("s.rate")[19], 0) << coordinates;
    EXPECT_LT(std::abs(results.summary.balance->error), 1e-7) << coordinates;
    EXPECT_TRUE(warns(results,
                      "driver 'd' jumps from 0 m/s to 1 m/s: an impact, in which 'd' gives an impulse of 1.091 N*s and 0.5455 J"))
        << coordinates;
  }
}

// Once up and down a triangle, written in three ways.
TEST(PrescribedMotion, KinksOfAllKindsOfFunctions) {
  const double expected = pendulum_angle(2, {{0, 1}, {0.5, -2}, {1, 2}, {1.5, -2}});
  for (const char* position :
       {"0.5 - abs(mod(t, 1) - 0.5)", "min(mod(t, 1), 1 - mod(t, 1))", "if(t - floor(t) < 0.5, t - floor(t), 1 - t + floor(t))"})
    for (const char* coordinates : {"relative", "absolute"}) {
      Model model = with(cart, std::string("drivers: {d: {joint: s, position: \"") + position + "\"}}\n");
      const Results results = run(model, timed("dynamics", 2, 0.05, coordinates));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << position << ": " << results.summary.outcome.message;
      // At the start the driver's rate belongs to the start: velocities follow with least energy, as the impact would have it.
      EXPECT_NEAR(results.series("h.angle").back(), expected, 1e-6) << position << ", " << coordinates;
      EXPECT_LT(std::abs(results.summary.balance->error), 1e-6) << position;
    }
}

TEST(PrescribedMotion, OtherIntegratorsAndFixedSteps) {
  const Model model = with(cart, "drivers: {d: {joint: s, position: \"if(t<0.7303, 0, t-0.7303)\"}}\n");
  const double expected = pendulum_angle(1.5, {{0.7303, 1}});
  for (const char* integrator : {"dopri5", "adams", "bdf", "rosenbrock", "radau", "rk4", "generalized_alpha"}) {
    AnalysisOptions options = timed("dynamics", 1.5, 0.05);
    options.integrator = integrator;
    if (integrator == std::string("rk4")) options.step = 1e-3;
    options.tolerance.relative = 1e-8;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << integrator << ": " << results.summary.outcome.message;
    EXPECT_NEAR(results.series("h.angle").back(), expected, 2e-6) << integrator;
  }
}

TEST(PrescribedMotion, AtAKinkVelocitiesJumpInKinematics) {
  const Model model = with(turntable, "drivers: {d: {joint: j, angle: \"if(t<0.5, t, 0.5 + 3*(t - 0.5))\"}}\n");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(model, timed("kinematics", 1, 0.1, coordinates));
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_NEAR(results.series("j.angle").back(), 2, 1e-12);
    EXPECT_NEAR(results.series("j.speed")[4], 1, 1e-12);
    EXPECT_NEAR(results.series("j.speed")[5], 3, 1e-12);
    EXPECT_TRUE(warns(results, "driver 'd' jumps from 1 rad/s to 3 rad/s: velocities jump there"));
    // I = 1 + 1 about the axis.
    const Results inverse = run(model, timed("inverse_dynamics", 1, 0.1, coordinates));
    EXPECT_TRUE(warns(inverse, "'d' gives an impulse of 4 N*m*s, which no column shows")) << inverse.summary.warnings.size();
  }
}

TEST(PrescribedMotion, JumpsAreRefusedByNameAndTime) {
  const Model model = with(turntable, "drivers: {d: {joint: j, angle: \"if(t<0.5, 0, 1)\"}}\n");
  for (const char* type : {"dynamics", "kinematics", "inverse_dynamics"})
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      const Results results = run(model, timed(type, 1, 0.1, coordinates));
      EXPECT_TRUE(results.summary.outcome.failed()) << type;
      EXPECT_NE(results.summary.outcome.message.find("driver 'd' jumps by 1 rad at t = 0.5 s"), std::string::npos)
          << type << ": " << results.summary.outcome.message;
      EXPECT_NEAR(results.series("t").back(), 0.5, 1e-7) << type;
    }
}

TEST(PrescribedMotion, AConstraintThatJumpsIsRefusedToo) {
  const Model model =
      with(R"yaml(bricard: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {j: {type: spherical, bodies: [ground, b], at: [0, 0, 0]}}
)yaml",
           "constraints: {c: {type: coordinate, bodies: [ground, b], at: [0, 0, 0], at2: [1, 0, 0], coordinate: z, "
           "value: \"0.1*floor(2*t)\"}}\n");
  const Results results = run(model, timed("dynamics", 1, 0.1));
  EXPECT_NE(results.summary.outcome.message.find("constraint 'c' jumps by 0.1 m at t = 0.5 s"), std::string::npos)
      << results.summary.outcome.message;
}

TEST(PrescribedMotion, PolesStopTheRun) {
  for (const auto& [angle, when] :
       {std::pair("1/(t-0.5)", "t = 0.5 s"), std::pair("tan(pi*t)", "t = 0.5 s"), std::pair("0.001/(0.5 - t)", "t = 0.5 s")})
    for (const char* type : {"dynamics", "kinematics", "inverse_dynamics"}) {
      const Model model = with(turntable, std::string("drivers: {d: {joint: j, angle: \"") + angle + "\"}}\n");
      const Results results = run(model, timed(type, 1, 0.1));
      EXPECT_TRUE(results.summary.outcome.failed()) << angle;
      EXPECT_NE(results.summary.outcome.message.find(when), std::string::npos) << type << ": " << results.summary.outcome.message;
      EXPECT_NE(results.summary.outcome.message.find("'d'"), std::string::npos)
          << type << ": " << results.summary.outcome.message;
      EXPECT_GE(results.rows(), 4) << type;
    }
}

// z' is limited to 0.5 1/s until 10 (1 - z) falls below it, at z = 0.95.
TEST(PrescribedMotion, FollowsAStateWithLimitedRate) {
  const Model model = with(turntable, R"yaml(inputs: {target: "1"}
states: {z: {derivative: "max(-0.5, min(0.5, 10*(target - z)))"
}
}
drivers: {d: {joint: j, angle: "2*z"}}
)yaml");
  const auto z = [](double t) { return t < 1.9 ? 0.5 * t : 1 - 0.05 * std::exp(-10 * (t - 1.9)); };
  for (const char* type : {"dynamics", "kinematics", "inverse_dynamics"})
    for (const char* coordinates : {"relative", "absolute"}) {
      AnalysisOptions options = timed(type, 2.5, 0.1, coordinates);
      options.tolerance.relative = 1e-7;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << type << ": " << results.summary.outcome.message;
      const std::vector<double> t = results.series("t"), angle = results.series("j.angle"), speed = results.series("j.speed");
      for (std::size_t i = 0; i < t.size(); ++i) {
        EXPECT_NEAR(angle[i], 2 * z(t[i]), 1e-6) << type << ", " << coordinates;
        if (std::abs(t[i] - 1.9) > 1e-6) {
          EXPECT_NEAR(speed[i], t[i] < 1.9 ? 1 : std::exp(-10 * (t[i] - 1.9)), 1e-5) << type;
        }
      }
    }
}

// Its rate jumps where the target does: an impact, as at a kink.
TEST(PrescribedMotion, AFollowedStateMayKink) {
  const Model model = with(cart, R"yaml(inputs: {target: "if(t < 1, 0, 1)"}
states: {
z : {
derivative:
  "10*(target - z)"
}
}
drivers: {d: {joint: s, position: z}}
)yaml");
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run(model, timed("dynamics", 1.5, 0.1, coordinates));
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_NEAR(results.series("s.position").back(), 1 - std::exp(-5), 1e-7);
    EXPECT_NEAR(results.series("h.speed")[10], 10 / 1.1, 1e-6);
    EXPECT_LT(std::abs(results.summary.balance->error), 1e-5);
  }
}

TEST(PrescribedMotion, FollowsNoStateWhoseSecondDerivativeIsUnknown) {
  for (const char* derivative : {"j.speed", "0", "2*b.x"}) try {
      with(turntable, std::string("states: {z: {derivative: \"") + derivative + "\"}}\ndrivers: {d: {joint: j, angle: z}}\n");
      ADD_FAILURE() << derivative;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("drivers.d.angle"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("whose derivative reads"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace bricard
