// Equilibrium with dry friction: the rest that is nearest to the start, the range of every coordinate, steady sliding; against
// closed forms, and against the infinitely slow motion x' = a(x) integrated here.
#include <array>
#include <numbers>

#include "bricard/analyses/equilibrium/test_equilibrium_cases.hpp"
#include "bricard/analyses/test_cases.hpp"

namespace bricard {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

Results equilibrium_of(const std::string& text, const std::string& coordinates, EquilibriumOptions wanted = {}) {
  const EquilibriumCase rest("gravity: [0, 0, -9.81]\n" + text);
  AnalysisOptions options = rest.options();
  options.coordinates = coordinates;
  options.equilibrium = std::move(wanted);
  return run(rest.model, options, rest.control);
}

const EquilibriumReport::Range& range_of(const Results& results, const std::string& name) {
  for (const EquilibriumReport::Range& each : results.summary.equilibrium->ranges)
    if (each.column.name == name) return each;
  throw std::runtime_error("no range of " + name);
}

// Two blocks on a floor, ground -k1- a -k2- b.
struct Row {
  double m1 = 2, m2 = 1, k1 = 100, k2 = 300, mu = 0.4;
  std::string text(double x1, double x2, const std::string& friction) const {
    const auto block = [&](const char* name, const char* slide, double m, double x) {
      return std::array{
          "  " + std::string(name) + ": {mass: " + to_text(m) + ", inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}\n",
          "  " + std::string(slide) + ": {type: prismatic, bodies: [ground, " + name +
              "], at: [0, 0, 0], axis: [1, 0, 0], friction: " + friction + ", initial: {position: " + to_text(x) + "}}\n"};
    };
    const auto a = block("a", "p", m1, x1), b = block("b", "q", m2, x2);
    return "bodies:\n" + a[0] + b[0] + "joints:\n" + a[1] + b[1] + "forces:\n  first: {type: joint_force, joint: p, force: -" +
           to_text(k1) + "*p.position + " + to_text(k2) +
           "*(q.position - p.position)}\n  second: {type: joint_force, joint: q, force: -" + to_text(k2) +
           "*(q.position - p.position)}\n";
  }
  // Each block is slowed by the friction that the other forces overcome.
  std::array<double, 2> rates(const std::array<double, 2>& x) const {
    const double between = k2 * (x[1] - x[0]);
    const auto left = [&](double force, double m) {
      const double most = mu * m * g;
      return std::abs(force) <= most ? 0 : (force - std::copysign(most, force)) / m;
    };
    return {left(between - k1 * x[0], m1), left(-between, m2)};
  }
  std::array<double, 2> rest_from(std::array<double, 2> x) const {
    const auto moved = [](std::array<double, 2> from, double h, const std::array<double, 2>& by) {
      return std::array{from[0] + h * by[0], from[1] + h * by[1]};
    };
    const double h = 2e-5;
    for (int i = 0; i < 200000; ++i) {
      const auto s1 = rates(x), s2 = rates(moved(x, h / 2, s1)), s3 = rates(moved(x, h / 2, s2)), s4 = rates(moved(x, h, s3));
      for (int c = 0; c < 2; ++c) x[c] += h / 6 * (s1[c] + 2 * s2[c] + 2 * s3[c] + s4[c]);
    }
    return x;
  }
};

TEST(FrictionAtRest, several_freedoms_come_to_the_end_of_the_slow_motion) {
  const Row row;
  const std::vector<std::array<double, 2>> starts{{0, 0.02}, {0, 0.3}, {0.3, 0.3}, {-0.2, 0.25}, {0.25, -0.1}};
  for (const auto& start : starts) {
    const std::array<double, 2> expected = row.rest_from(start);
    for (const char* coordinates : {"relative", "absolute"}) {
      SCOPED_TRACE(std::string(coordinates) + ' ' + to_text(start[0]) + ' ' + to_text(start[1]));
      const Results results = equilibrium_of(row.text(start[0], start[1], "{static: 0.4, sliding: 0.25}"), coordinates);
      EXPECT_DONE(results);
      EXPECT_NEAR(value(results, "p.position"), expected[0], 1e-7);
      EXPECT_NEAR(value(results, "q.position"), expected[1], 1e-7);
      EXPECT_EQ(value(results, "p.stuck") + value(results, "q.stuck"), 2);
    }
  }
}

// Where a rests at 0 and b at x2, the section of all positions of rest along each of them: |k2 (x2 - x1)| ≤ mu m2 g and
// |k2 (x2 - x1) - k1 x1| ≤ mu m1 g.
TEST(FrictionAtRest, range_of_each_coordinate_with_the_others_held) {
  const Row row;
  const double x2 = 0.01, reach = row.mu * row.m2 * g / row.k2, most = row.mu * row.m1 * g;
  const Results results = equilibrium_of(row.text(0, x2, "{static: 0.4, sliding: 0.25}"), "relative");
  EXPECT_DONE(results);
  const auto& p = range_of(results, "p.position");
  const auto& q = range_of(results, "q.position");
  EXPECT_NEAR(*p.from, std::max(x2 - reach, (row.k2 * x2 - most) / (row.k1 + row.k2)), 1e-9);
  EXPECT_NEAR(*p.to, std::min(x2 + reach, (row.k2 * x2 + most) / (row.k1 + row.k2)), 1e-9);
  EXPECT_NEAR(*q.from, -std::min(reach, most / row.k2), 1e-9);
  EXPECT_NEAR(*q.to, std::min(reach, most / row.k2), 1e-9);
}

// A puck that springs pull to the middle of a table goes straight there until k r = mu m g.
TEST(FrictionAtRest, slip_in_two_directions) {
  const double end = 0.3 * 2 * g / 50, x = 0.3, y = 0.4;
  for (const char* coordinates : {"relative", "absolute"}) {
    SCOPED_TRACE(coordinates);
    const Results results = equilibrium_of(R"(bodies:
  puck: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  table: {type: planar, bodies: [ground, puck], at: [0, 0, 0], axis: [0, 0, 1], friction: {static: 0.3, sliding: 0.2},
          initial: {x: 0.3, y: 0.4}}
forces:
  pull: {type: force, body: puck, at: [0, 0, 0], components: [-50*puck.x, -50*puck.y, 0]}
)",
                                           coordinates);
    EXPECT_DONE(results);
    EXPECT_NEAR(value(results, "puck.x"), end * x / 0.5, 1e-8);
    EXPECT_NEAR(value(results, "puck.y"), end * y / 0.5, 1e-8);
    const auto& range = range_of(results, "table.x");
    EXPECT_NEAR(*range.to, end * 0.6, 1e-7);
    EXPECT_NEAR(*range.from, -end * 0.6, 1e-7);
    EXPECT_FALSE(range_of(results, "table.angle").to);  // nothing turns it: no end
  }
}

// A slider-crank that its weight moves, with friction in every joint: the same rest in both sets of coordinates, and a run from
// there stays.
TEST(FrictionAtRest, loop_rests_where_a_run_stays) {
  const std::string text = R"(bodies:
  crank: {mass: 2, inertia: [0.001, 0.02, 0.02], position: [0.1, 0, 0]}
  rod: {mass: 3, inertia: [0.001, 0.1, 0.1], position: [0.45, 0, 0]}
  piston: {mass: 1, inertia: [0.001, 0.001, 0.001], position: [0.7, 0, 0]}
joints:
  main: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0], friction: {static: 0.3, radius: 0.03},
         initial: {angle: 0.7}}
  pin: {type: revolute, bodies: [crank, rod], at: [0.2, 0, 0], axis: [0, 1, 0], friction: {static: 0.3, radius: 0.02}}
  gudgeon: {type: spherical, bodies: [rod, piston], at: [0.7, 0, 0]}
  bore: {type: prismatic, bodies: [ground, piston], at: [0.7, 0, 0], axis: [1, 0, 0], friction: {static: 0.15}}
)";
  double angle = 0;
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = equilibrium_of(text, coordinates);
    EXPECT_DONE(results);
    if (angle != 0) {
      EXPECT_NEAR(value(results, "main.angle"), angle, 1e-8);
    }
    angle = value(results, "main.angle");
    EXPECT_EQ(value(results, "main.stuck"), 1);
    AnalysisOptions options = timed(0.5, 0.1, coordinates, 1e-8);
    options.start = StartAt::equilibrium;
    const Results stays = run(read_yaml_text("bricard: 1\ngravity: [0, 0, -9.81]\n" + text, "rest"), options);
    EXPECT_DONE(stays);
    EXPECT_NEAR(value(stays, "main.angle"), angle, 1e-8);
    EXPECT_NEAR(value(stays, "main.speed"), 0, 1e-6);
  }
}

// A user state that follows the position, and is part of the force, is at rest too: F = -k x - c z with z' = x - z.
TEST(FrictionAtRest, user_states_rest_too) {
  const Results results = equilibrium_of(R"(bodies:
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.4, sliding: 0.3},
          initial: {position: 0.3}}
states:
  lag: {initial: 0, derivative: slide.position - lag}
forces:
  spring: {type: joint_force, joint: slide, force: -60*slide.position - 40*lag}
)",
                                         "relative");
  EXPECT_DONE(results);
  EXPECT_NEAR(value(results, "slide.position"), 0.4 * 2 * g / 100, 1e-9);
  EXPECT_NEAR(value(results, "lag"), 0.4 * 2 * g / 100, 1e-9);
  const Results never = equilibrium_of(R"(bodies:
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.4},
          initial: {position: 0.3}}
states:
  integral: {initial: 0, derivative: slide.position - 0.1}
forces:
  spring: {type: joint_force, joint: slide, force: -60*slide.position - 40*integral}
)",
                                       "relative");
  EXPECT_TRUE(never.summary.outcome.failed());
  EXPECT_NE(never.summary.outcome.message.find("'integral'"), std::string::npos) << never.summary.outcome.message;
}

TEST(FrictionAtRest, what_friction_does_not_hold_is_named) {
  const Results results = equilibrium_of(R"(bodies:
  block: {mass: 4, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  other: {mass: 4, inertia: [0.02, 0.02, 0.02], position: [0, 1, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [cosd(30), 0, -sind(30)], friction: {static: 0.5}}
  steady: {type: prismatic, bodies: [ground, other], at: [0, 1, 0], axis: [1, 0, 0], friction: {static: 0.5}}
)",
                                         "relative");
  EXPECT_TRUE(results.summary.outcome.failed());
  EXPECT_NE(results.summary.outcome.message.find("joint 'slide'"), std::string::npos) << results.summary.outcome.message;
}

// The force that holds a block of 4 kg on a slope of 30 degrees without friction, and the least that just holds it.
TEST(FrictionAtRest, finds_the_force_that_just_holds) {
  const std::string text = R"(parameters: {F: 1}
bodies:
  block: {mass: 4, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [cosd(30), 0, -sind(30)],
          friction: {static: 0.7, sliding: 0.3}}
forces:
  hold: {type: joint_force, joint: slide, force: -F}
)";
  for (const auto& [condition, expected] :
       {std::pair("slide.friction == 0", 4 * g * 0.5),
        std::pair("slide.friction == 0.69*hypot(slide.fx, slide.fz)", 4 * g * (0.5 + 0.69 * std::cos(pi / 6)))}) {
    EquilibriumOptions wanted;
    wanted.find = {"F"};
    wanted.so_that = {condition};
    const Results results = equilibrium_of(text, "relative", wanted);
    EXPECT_DONE(results);
    ASSERT_EQ(results.summary.equilibrium->found.size(), 1u);
    EXPECT_NEAR(results.summary.equilibrium->found[0].second, expected, 1e-6);
  }
  EquilibriumOptions none;
  none.find = {"F"};
  EXPECT_THROW(equilibrium_of(text, "relative", none), Error);
}

// A rotor that a torque T keeps at speed in a rubbing bearing: T = mu r m g + c r² w.
TEST(FrictionSteady, torque_that_turns_a_shaft) {
  EquilibriumOptions wanted;
  wanted.kind = EquilibriumKind::steady;
  wanted.find = {"T"};
  const Results results = equilibrium_of(R"(parameters: {T: 1}
bodies:
  rotor: {mass: 5, inertia: [0.04, 0.03, 0.03], position: [0, 0, 0]}
joints:
  bearing: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [1, 0, 0], initial: {speed: 30},
            friction: {static: 0.4, sliding: 0.1, viscous: 7, radius: 0.02}}
forces:
  motor: {type: joint_force, joint: bearing, torque: T}
)",
                                         "auto", wanted);
  EXPECT_DONE(results);
  ASSERT_EQ(results.summary.equilibrium->found.size(), 1u);
  EXPECT_NEAR(results.summary.equilibrium->found[0].second, 0.1 * 0.02 * 5 * g + 7 * 0.02 * 0.02 * 30, 1e-8);
  EXPECT_NEAR(value(results, "bearing.speed"), 30, 1e-12);
  EXPECT_EQ(value(results, "bearing.stuck"), 0);
}

// A mass that a belt drags against a spring: k x = mu (m g + k_v (z0 - z)), pressed by its weight.
TEST(FrictionSteady, mass_on_a_belt) {
  const std::string text = R"(bodies:
  belt: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  carriage: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  rollers: {type: prismatic, bodies: [ground, belt], at: [0, 0, 0], axis: [1, 0, 0]}
  rail: {type: prismatic, bodies: [ground, carriage], at: [0, 0, 0], axis: [1, 0, 0]}
  post: {type: prismatic, bodies: [carriage, mass], at: [0, 0, 0], axis: [0, 0, 1]}
  contact: {type: point_on_plane, bodies: [belt, mass], at: [0, 0, 0], axis: [0, 0, 1], friction: {static: 0.5, sliding: 0.3}}
drivers:
  motor: {joint: rollers, position: SPEED*t}
forces:
  spring: {type: joint_force, joint: rail, force: -50*rail.position}
)";
  for (const double speed : {0.3, -0.3}) {
    std::string with = text;
    with.replace(with.find("SPEED"), 5, to_text(speed));
    EquilibriumOptions wanted;
    wanted.kind = EquilibriumKind::steady;
    const Results results = equilibrium_of(with, "auto", wanted);
    EXPECT_DONE(results);
    const double sign = std::copysign(1, speed);
    EXPECT_NEAR(value(results, "rail.position"), sign * 0.3 * 2 * g / 50, 1e-9);
    EXPECT_NEAR(value(results, "motor.force"), sign * 0.3 * 2 * g, 1e-9);
    EXPECT_NEAR(value(results, "contact.friction"), 0.3 * 2 * g, 1e-9);
  }
}

// What stands still beside a steady motion may be held anywhere in a range.
TEST(FrictionSteady, surface_that_stands_still_is_refused_by_name) {
  EquilibriumOptions wanted;
  wanted.kind = EquilibriumKind::steady;
  const Results results = equilibrium_of(R"(bodies:
  rotor: {mass: 5, inertia: [0.04, 0.03, 0.03], position: [0, 0, 0]}
  block: {mass: 5, inertia: [0.04, 0.03, 0.03], position: [1, 0, 0]}
joints:
  bearing: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [1, 0, 0]}
  slide: {type: prismatic, bodies: [ground, block], at: [1, 0, 0], axis: [1, 0, 0], friction: {sliding: 0.1}}
drivers:
  motor: {joint: bearing, angle: 3*t}
)",
                                         "auto", wanted);
  EXPECT_TRUE(results.summary.outcome.failed());
  EXPECT_NE(results.summary.outcome.message.find("joint 'slide' stands still"), std::string::npos)
      << results.summary.outcome.message;
}

}  // namespace
}  // namespace bricard
