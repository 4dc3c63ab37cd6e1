// Impacts with dry friction: Coulomb's law of the impulses, against closed forms.
#include "bricard/analyses/dynamics/test_friction_cases.hpp"

namespace bricard {
namespace {

// A block flies against a wall, sideways: it loses the normal velocity w, and of the tangential one mu w, along it; or all of it.
TEST(FrictionInImpacts, block_against_a_wall) {
  for (const double mu : {0.5, 3.0})
    with_methods(R"(bodies:
  block: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 1], velocity: [3, 4, -2]}
joints:
  wall: {type: planar, bodies: [ground, block], at: [0, 0, 0], axis: [0, 0, 1], at2: [0, 0, 1], active: false,
         friction: {static: )" +
                     number(mu) + R"(, sliding: )" + number(mu) + R"(}}
forces:
  float: {type: force, body: block, at: [0, 0, 1], components: [0, 0, 19.62]}
events:
  hit: {when: block.z < 0, do: switch, activate: [wall]}
)",
                 0.75, [&](const Results& results, double) {
                   const double left = mu < 1 ? 5 - mu * 2 : 0;
                   EXPECT_NEAR(value(results, "block.vx"), 0.6 * left, 1e-8);
                   EXPECT_NEAR(value(results, "block.vy"), 0.8 * left, 1e-8);
                   EXPECT_NEAR(value(results, "block.x"), 1.5 + 0.25 * 0.6 * left, 1e-7);
                   EXPECT_EQ(value(results, "wall.stuck"), mu < 1 ? 0 : 1);
                   EXPECT_NEAR(results.summary.balance->lost_at_events, 4 + 25 - left * left, 1e-6);
                   EXPECT_NEAR(results.summary.balance->error, 0, 1e-6);
                 });
}

// The end of a falling rod, r = (x, z) from its center of mass, strikes a rough floor (E. J. Routh). With impulses (P, N):
//   m Δu = P,  m Δw = N,  J Δω = z P - x N about y;   at the end w - x ω = 0 after it, and P = -mu N, or u + z ω = 0.
TEST(FrictionInImpacts, rod_strikes_a_rough_floor) {
  const double m = 1, J = 0.083, x = 0.25, z = -0.433, u = 2, w = -3, along = u;
  const double speed = w;  // of the end along z, no spin before
  for (const double mu : {0.1, 0.3, 1.0}) {
    // Inverse masses at the end: along x, along z, coupled.
    const double a = 1 / m + z * z / J, b = 1 / m + x * x / J, c = -x * z / J;
    double N = -speed / (b - mu * c), P = -mu * N;
    const bool sticks = along + a * P + c * N < 0;
    if (sticks) {
      const double determinant = a * b - c * c;
      P = (-along * b + speed * c) / determinant;
      N = (-speed * a + along * c) / determinant;
    }
    SCOPED_TRACE(number(mu) + (sticks ? " sticks" : " slides"));
    EXPECT_LE(std::abs(P), mu * N * (1 + 1e-12));
    with_methods(R"(bodies:
  rod: {mass: 1, inertia: [0.083, 0.083, 1e-3], position: [0, 0, 0.533], velocity: [2, 0, -3]}
joints:
  floor: {type: point_on_plane, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1], at2: [0.25, 0, 0.1], active: false,
          friction: {sliding: )" +
                     number(mu) + R"(}}
forces:
  float: {type: force, body: rod, at: [0, 0, 0.533], components: [0, 0, 9.81]}
events:
  hit: {when: rod.z < 0.433, do: switch, activate: [floor]}
)",
                 0.1 / 3 + 1e-7, [&, P = P, N = N](const Results& results, double) {
                   EXPECT_NEAR(value(results, "rod.vx"), u + P / m, 2e-5);
                   EXPECT_NEAR(value(results, "rod.vz"), w + N / m, 2e-5);
                   EXPECT_NEAR(value(results, "rod.wy"), (z * P - x * N) / J, 2e-4);
                 });
  }
}

// A cage off the axis of its guide, which a driver sets in motion: the guide holds the moment m Δv e of the blow with two
// bearings L apart, each pressed by it over L, so that the driver gives m Δv (1 + 2 mu e/L).
TEST(FrictionInImpacts, driver_that_jumps_in_speed) {
  with_methods(R"(bodies:
  cage: {mass: 10, inertia: [1, 1, 1], position: [0.3, 0, 0]}
joints:
  guide: {type: prismatic, bodies: [ground, cage], at: [0, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.2, length: 0.5}}
drivers:
  winch: {joint: guide, position: t - 0.5 + abs(t - 0.5)}
)",
               0.5 + 1e-6, [](const Results& results, double) {
                 const double impulse = 10 * 2 * (1 + 2 * 0.2 * 0.3 / 0.5);
                 EXPECT_NEAR(results.summary.balance->work_drivers, impulse * 2 / 2, 2e-3);
                 EXPECT_NEAR(results.summary.balance->lost_at_events, (impulse - 20) * 2 / 2, 1e-6);
               });
}

// A block that rests on a belt is not struck by the belt's jump: its weight is no impulse.
TEST(FrictionInImpacts, weight_is_no_impulse) {
  with_methods(R"(bodies:
  belt: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  rollers: {type: prismatic, bodies: [ground, belt], at: [0, 0, 0], axis: [1, 0, 0]}
  contact: {type: prismatic, bodies: [belt, mass], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.5, sliding: 0.3}}
drivers:
  motor: {joint: rollers, position: t - 0.5 + abs(t - 0.5)}
)",
               0.7, [](const Results& results, double) {
                 EXPECT_NEAR(value(results, "mass.vx"), 0.3 * g * 0.2, 1e-8);
                 EXPECT_NEAR(value(results, "mass.x"), 0.5 * 0.3 * g * 0.04, 1e-8);
               });
}

}  // namespace
}  // namespace bricard
