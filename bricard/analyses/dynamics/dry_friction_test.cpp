// Dry friction with true sticking, against closed forms that are written out in each case, in absolute and relative coordinates
// and with several formulations and integrators.
#include <array>

#include "bricard/analyses/dynamics/test_friction_cases.hpp"

namespace bricard {
namespace {

std::string incline(const std::string& friction) {
  return R"(bodies:
  block: {mass: 4, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [cosd(30), 0, -sind(30)], friction: )" +
         friction + "}\n";
}

// It sticks where static ≥ tan 30°, to the last digits.
TEST(Friction, block_sticks_on_an_incline_to_the_last_digit) {
  with_methods(
      incline("{static: tand(30)*(1 + 1e-12), sliding: 0.3}"), 1,
      [](const Results& results, double) {
        EXPECT_NEAR(value(results, "slide.position"), 0, 1e-12);
        EXPECT_EQ(value(results, "slide.stuck"), 1);
        EXPECT_NEAR(value(results, "slide.friction"), -4 * g / 2, 1e-9);
        EXPECT_NEAR(std::hypot(value(results, "slide.fx"), value(results, "slide.fz")), 4 * g * std::cos(pi / 6), 1e-9);
      },
      several_methods.size());
}

TEST(Friction, block_slides_down_an_incline_by_the_closed_form) {
  const double a = g * (std::sin(pi / 6) - 0.3 * std::cos(pi / 6));
  with_methods(
      incline("{static: tand(30)*(1 - 1e-12), sliding: 0.3}"), 1,
      [&](const Results& results, double loose) {
        EXPECT_NEAR(value(results, "slide.position"), a / 2, loose < 1 ? 1e-5 : 1e-8);
        EXPECT_EQ(value(results, "slide.stuck"), 0);
        EXPECT_NEAR(value(results, "slide.friction"), -0.3 * 4 * g * std::cos(pi / 6), 1e-8);
        EXPECT_NEAR(results.summary.balance->error, 0, loose < 1 ? 1e-3 : 1e-8);
        EXPECT_NEAR(results.summary.balance->dissipated, 0.3 * 4 * g * std::cos(pi / 6) * a / 2, loose < 1 ? 1e-3 : 1e-7);
      },
      several_methods.size());
}

// Thrown upwards at 3 m/s it stops after v²/(2 (g sin + mu g cos)) and stays.
TEST(Friction, block_thrown_up_stops_and_stays) {
  const std::string text = incline("{static: 0.7, sliding: 0.4}, initial: {rate: -3}");
  with_methods(
      text, 1,
      [](const Results& results, double loose) {
        const double stop = 9 / (2 * g * (std::sin(pi / 6) + 0.4 * std::cos(pi / 6)));
        EXPECT_NEAR(value(results, "slide.position"), -stop, loose < 1 ? 1e-5 : 1e-8);
        EXPECT_NEAR(value(results, "slide.rate"), 0, 1e-14);
        EXPECT_EQ(value(results, "slide.stuck"), 1);
      },
      several_methods.size());
}

// mu(v) = sliding + (static - sliding) exp(-(v/stribeck)²) and viscous friction: v' = -mu(v) g - c v/m, integrated here.
TEST(Friction, stribeck_and_viscous_parts) {
  const auto slower = [](double v) { return -(0.2 + 0.3 * std::exp(-std::pow(v / 0.5, 2))) * g - 1.5 * v / 2; };
  double v = 2, x = 0;
  const int steps = 20000;
  for (int i = 0; i < steps; ++i) {  // Runge-Kutta; position by Simpson's rule
    const double h = 0.3 / steps, k1 = slower(v), k2 = slower(v + h / 2 * k1), k3 = slower(v + h / 2 * k2),
                 k4 = slower(v + h * k3);
    const double middle = v + h / 2 * k2;
    const double next = v + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    x += h / 6 * (v + 4 * middle + next);
    v = next;
  }
  with_methods(R"(bodies:
  block: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 2},
          friction: {static: 0.5, sliding: 0.2, stribeck: 0.5, viscous: 1.5}}
)",
               0.3, [&](const Results& results, double loose) {
                 EXPECT_NEAR(value(results, "slide.rate"), v, loose < 1 ? 1e-4 : 1e-7);
                 EXPECT_NEAR(value(results, "slide.position"), x, loose < 1 ? 1e-4 : 1e-7);
               });
}

// A mass on a belt that moves at v0, held by a spring: it sticks until k x = static m g, then slides until it has the speed of
// the belt again; with x_k = sliding m g/k, w² = k/m:
//   slip:  x = x_k + (x_s - x_k) cos wt + v0/w sin wt,  which lasts (2π - 2 atan((x_s - x_k) w/v0))/w and ends at 2 x_k - x_s.
TEST(Friction, stick_slip_on_a_belt) {
  const double m = 2, k = 50, v0 = 0.3, xs = 0.5 * m * g / k, xk = 0.3 * m * g / k, w = std::sqrt(k / m);
  const double slip = (2 * pi - 2 * std::atan((xs - xk) * w / v0)) / w, stick = 2 * (xs - xk) / v0, first = xs / v0;
  const std::string text = R"(bodies:
  belt: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  rollers: {type: prismatic, bodies: [ground, belt], at: [0, 0, 0], axis: [1, 0, 0]}
  contact: {type: prismatic, bodies: [belt, mass], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 0},
            friction: {static: 0.5, sliding: 0.3}}
drivers:
  motor: {joint: rollers, position: 0.3*t}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [-10, 0, 0]}, to: {body: mass, at: [0, 0, 0]}, stiffness: 50}
sensors:
  x: {body: mass}
)";
  const double cycles = first + 2 * (slip + stick);
  with_methods(text, cycles + 0.5 * slip, [&](const Results& results, double loose) {
    const double tolerance = loose < 1 ? 1e-3 : 2e-7;
    // Half of the third slip: at its lowest or highest speed it is known in closed form.
    const double t = 0.5 * slip, x = xk + (xs - xk) * std::cos(w * t) + v0 / w * std::sin(w * t);
    EXPECT_NEAR(value(results, "mass.x"), x, tolerance);
    EXPECT_EQ(value(results, "contact.stuck"), 0);
  });
  with_methods(text, first + slip + 0.5 * stick, [&](const Results& results, double loose) {
    EXPECT_NEAR(value(results, "mass.x"), xk, loose < 1 ? 1e-3 : 2e-7);  // halfway from 2 x_k - x_s to x_s
    EXPECT_EQ(value(results, "contact.stuck"), 1);
    EXPECT_NEAR(value(results, "mass.vx"), v0, 1e-9);
  });
}

// The limit of a friction that is smoothed, mu N tanh(v/e), is the one that sticks: the same mass at half of its second slip.
TEST(Friction, is_the_limit_of_a_regularized_twin) {
  const auto end = [](const std::string& forces) {
    const std::string text = R"(bodies:
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 1}}
forces:
  spring: {type: joint_force, joint: slide, force: -50*slide.position + 3*sin(4*t)}
)" + forces;
    const Results results = run_text(text, 1.5, {"relative", "auto", "auto"}, 1e-9);
    EXPECT_DONE(results);
    return value(results, "slide.position");
  };
  const double exact = end("  seal: {type: joint_force, joint: slide, force: 0, friction: 4}\n");
  double before = 1;
  for (const double e : {1e-2, 1e-3, 1e-4}) {
    const double apart =
        std::abs(exact - end("  seal: {type: joint_force, joint: slide, force: -4*tanh(slide.rate/" + number(e) + ")}\n"));
    EXPECT_LT(apart, 0.3 * before) << e;
    before = apart;
  }
  EXPECT_LT(before, 1e-4);
}

// Froude's pendulum: a shaft that turns drags a pendulum with the constant torque T of its bearing. While the shaft is faster,
//   ½ J θ'² + m g l (1 - cos θ) = T θ.
TEST(Friction, froude_pendulum) {
  with_methods(R"(bodies:
  shaft: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0]}
  bob: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, -0.5]}
joints:
  drive: {type: revolute, bodies: [ground, shaft], at: [0, 0, 0], axis: [0, 1, 0]}
  bearing: {type: revolute, bodies: [shaft, bob], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: -20}}
drivers:
  motor: {joint: drive, angle: 20*t}
forces:
  rub: {type: rotational_spring_damper, joint: bearing, friction: 1.5}
outputs: {swing: drive.angle + bearing.angle, swinging: drive.speed + bearing.speed}
)",
               1.2, [](const Results& results, double loose) {
                 for (int row = 0; row < results.rows(); ++row) {
                   const double angle = value(results, "swing", row), rate = value(results, "swinging", row);
                   const double J = 2 * 0.25 + 0.01;
                   EXPECT_NEAR(0.5 * J * rate * rate + 2 * g * 0.5 * (1 - std::cos(angle)), 1.5 * angle, loose < 1 ? 1e-3 : 1e-6);
                 }
                 EXPECT_NEAR(value(results, "rub.friction"), -1.5,
                             1e-12);  // the pendulum lags behind: the angle between them falls
               });
}

// A lever presses on a belt that runs below it: normal force N at a from its pivot along the belt and c below it, load P at L.
//   N (a ∓ mu c) = P L,   with the upper sign where the belt drags the tip towards the pivot: it locks at mu = a/c.
std::string shoe(double mu, double speed) {
  return R"(bodies:
  belt: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  lever: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.2]}
joints:
  rollers: {type: prismatic, bodies: [ground, belt], at: [0, 0, 0], axis: [1, 0, 0]}
  pivot: {type: revolute, bodies: [ground, lever], at: [0, 0, 0.2], axis: [0, 1, 0]}
  lining: {type: point_on_plane, bodies: [belt, lever], at: [0, 0, 0], axis: [0, 0, 1], at2: [0.4, 0, 0],
           friction: {sliding: )" +
         number(mu) + R"(}}
drivers:
  motor: {joint: rollers, position: )" +
         number(speed) + R"(*t}
forces:
  press: {type: force, body: lever, at: [0.6, 0, 0.2], components: [0, 0, -100]}
)";
}

TEST(Friction, self_energizing_shoe_brake) {
  for (const double mu : {0.3, 1.0, 1.9})
    for (const double speed : {-1.0, 1.0}) {
      const double N = 100 * 0.6 / (0.4 + (speed < 0 ? -1 : 1) * mu * 0.2);
      SCOPED_TRACE(std::to_string(mu) + ' ' + std::to_string(speed));
      with_methods(shoe(mu, speed), 0.1, [&](const Results& results, double) {
        EXPECT_NEAR(value(results, "lining.fz"), N, 1e-9 * N);
        EXPECT_NEAR(value(results, "lining.friction"), mu * N, 1e-9 * N);
        EXPECT_NEAR(value(results, "motor.force"), mu * N * speed, 1e-8 * N);
      });
    }
}

TEST(Friction, brake_that_locks_itself_stops_with_that_reason) {
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results locked = run_text(shoe(2.1, -1), 0.1, {coordinates, "auto", "auto"});
    EXPECT_TRUE(locked.summary.outcome.failed());
    EXPECT_NE(locked.summary.outcome.message.find("joint 'lining' has no solution"), std::string::npos)
        << locked.summary.outcome.message;
    const Results two = run_text(shoe(2.1, 1), 0.1, {coordinates, "auto", "auto"});
    EXPECT_TRUE(two.summary.outcome.failed());
    EXPECT_NE(two.summary.outcome.message.find("joint 'lining' has several solutions"), std::string::npos)
        << two.summary.outcome.message;
  }
}

// A block on a block on the ground, the lower one pulled by F: nothing moves, both move together, or the upper one is left
// behind.
TEST(Friction, stack_in_which_either_surface_may_stick) {
  const auto stack = [](double F) {
    return R"(bodies:
  lower: {mass: 3, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
  upper: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0.1]}
joints:
  floor: {type: prismatic, bodies: [ground, lower], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.3, sliding: 0.2}}
  between: {type: prismatic, bodies: [lower, upper], at: [0, 0, 0.1], axis: [1, 0, 0], friction: {static: 0.4, sliding: 0.35}}
forces:
  pull: {type: force, body: lower, at: [0, 0, 0], components: [)" +
           number(F) + ", 0, 0]}\n";
  };
  struct Case {
    double F, lower, upper, floor_stuck, between_stuck;
  };
  const double floor = 0.2 * 4 * g;
  for (const Case& each : {Case{11, 0, 0, 1, 1}, Case{20, (20 - floor) / 4, (20 - floor) / 4, 0, 1},
                           Case{40, (40 - floor - 0.35 * g) / 3, 0.35 * g, 0, 0}}) {
    SCOPED_TRACE(each.F);
    with_methods(stack(each.F), 0.5, [&](const Results& results, double loose) {
      EXPECT_NEAR(value(results, "lower.x"), each.lower / 8, loose < 1 ? 1e-5 : 1e-8);
      EXPECT_NEAR(value(results, "upper.x"), each.upper / 8, loose < 1 ? 1e-5 : 1e-8);
      EXPECT_EQ(value(results, "floor.stuck"), each.floor_stuck);
      EXPECT_EQ(value(results, "between.stuck"), each.between_stuck);
    });
  }
}

// A rotor on two bearings 0.2 m apart, its weight 0.05 m off their middle: mu r (|N1| + |N2|) with N1,2 = m g (1/2 ± e/length).
// An overhung one, at 0.15 m: |N1| + |N2| = 2 m g e/length.
TEST(Friction, loss_of_a_journal_bearing) {
  for (const auto& [e, pressed] : {std::pair(0.05, 1.0), std::pair(0.15, 1.5)}) {
    const double slowing = 0.1 * 0.02 * 5 * g * pressed / 0.04;
    with_methods(R"(bodies:
  rotor: {mass: 5, inertia: [0.04, 0.03, 0.03], position: [)" +
                     number(e) + R"(, 0, 0]}
joints:
  bearing: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [1, 0, 0], initial: {speed: 2},
            friction: {sliding: 0.1, radius: 0.02, length: 0.2}}
)",
                 0.5, [&, slowing = slowing](const Results& results, double) {
                   EXPECT_NEAR(value(results, "bearing.speed"), 2 - 0.5 * slowing, 1e-8);
                   EXPECT_NEAR(value(results, "bearing.friction"), -slowing * 0.04, 1e-8);
                   EXPECT_NEAR(results.summary.balance->dissipated, 0.5 * 0.04 * (4 - std::pow(2 - 0.5 * slowing, 2)), 1e-7);
                 });
  }
}

// A nut under its weight: with tan a = lead/(2π r) it stays where static ≥ tan a; else, along the thread,
//   N cos a + mu N sin a = m (g - p θ''),   J θ'' = r (N sin a - mu N cos a),   p = lead/2π.
TEST(Friction, screw_that_locks_itself) {
  const double r = 0.01, p = r * 0.2, m = 3, J = 5e-4;
  const auto nut = [&](const std::string& friction) {
    return R"(bodies:
  nut: {mass: 3, inertia: [5e-4, 5e-4, 5e-4], position: [0, 0, 0]}
joints:
  thread: {type: screw, bodies: [ground, nut], at: [0, 0, 0], axis: [0, 0, 1], lead: )" +
           number(2 * pi * p) + ", friction: " + friction + "}\n";
  };
  with_methods(nut("{static: 0.2*(1 + 1e-12), sliding: 0.15, radius: 0.01}"), 1, [](const Results& results, double) {
    EXPECT_NEAR(value(results, "thread.angle"), 0, 1e-10);
    EXPECT_EQ(value(results, "thread.stuck"), 1);
  });
  const double mu = 0.15, c = 1 / std::hypot(1, 0.2), s = 0.2 * c;
  // Two equations for N and θ'' (downwards).
  const double turn = g / (p + J * (c + mu * s) / (m * r * (s - mu * c)));
  with_methods(nut("{static: 0.2*(1 - 1e-12), sliding: 0.15, radius: 0.01}"), 1, [&](const Results& results, double loose) {
    EXPECT_NEAR(value(results, "thread.angle"), -turn / 2, (loose < 1 ? 1e-4 : 1e-8) * turn);
    EXPECT_EQ(value(results, "thread.stuck"), 0);
  });
}

// In several directions: a puck on a plane stops on a straight line, whichever it is; a ball slows down about any axis; a sleeve
// stops where it has slid and turned in proportion.
TEST(Friction, slip_in_several_directions_stops) {
  with_methods(R"(bodies:
  puck: {mass: 0.2, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0], velocity: [0.6, 0.8, 0]}
  top: {mass: 1, inertia: [0.02, 0.02, 0.03], position: [1, 0, 0], angular_velocity: [0, 0, 3]}
  sleeve: {mass: 2, inertia: [0.005, 0.01, 0.01], position: [0, 2, 0]}
joints:
  table: {type: planar, bodies: [ground, puck], at: [0, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.2}}
  ball: {type: spherical, bodies: [ground, top], at: [1, 0, 0], friction: {sliding: 0.3, radius: 0.03}}
  rod: {type: cylindrical, bodies: [ground, sleeve], at: [0, 2, 0], axis: [1, 0, 0], initial: {speed: 20, rate: 1},
        friction: {sliding: 0.25, radius: 0.05}}
)",
               2, [](const Results& results, double loose) {
                 const double tolerance = loose < 1 ? 1e-4 : 1e-7;
                 const double stop = 1 / (2 * 0.2 * g);
                 EXPECT_NEAR(value(results, "puck.x"), 0.6 * stop, tolerance);
                 EXPECT_NEAR(value(results, "puck.y"), 0.8 * stop, tolerance);
                 EXPECT_EQ(value(results, "table.stuck"), 1);
                 EXPECT_EQ(value(results, "ball.stuck"), 1);
                 EXPECT_NEAR(value(results, "top.wz"), 0, 1e-12);
                 // inertia/r² equals the mass: slip (r w, v) = (1, 1) m/s is slowed along itself, by mu g.
                 EXPECT_NEAR(value(results, "rod.position"), 0.5 * std::sqrt(2.0) / (0.25 * g), tolerance);
                 EXPECT_NEAR(value(results, "rod.angle"), 0.5 * std::sqrt(2.0) / (0.25 * g) / 0.05, 20 * tolerance);
                 EXPECT_EQ(value(results, "rod.stuck"), 1);
               });
  // Before it stops the ball has lost mu r m g t/J.
  const Results slowing = run_text(R"(bodies:
  top: {mass: 1, inertia: [0.02, 0.02, 0.03], position: [1, 0, 0], angular_velocity: [0, 0, 3]}
joints:
  ball: {type: spherical, bodies: [ground, top], at: [1, 0, 0], friction: {sliding: 0.3, radius: 0.03}}
)",
                                   0.5, {"absolute", "auto", "auto"});
  EXPECT_NEAR(value(slowing, "top.wz"), 3 - 0.3 * 0.03 * g * 0.5 / 0.03, 1e-8);
  EXPECT_NEAR(value(slowing, "ball.friction"), 0.3 * 0.03 * g, 1e-9);
}

// A puck that slides and spins: friction is against (v, radius w) as a whole, so that neither stops before the other. Integrated
// here until it hardly moves.
TEST(Friction, puck_that_slides_and_spins) {
  const double m = 0.2, I = 2e-4, r = 0.03, limit = 0.2 * m * g;
  std::array<double, 4> y{0, 0, 1, 40};  // x, angle, v, w
  const auto rates = [&](const std::array<double, 4>& at) {
    const double slip = std::hypot(at[2], r * at[3]);
    return std::array{at[2], at[3], -limit * at[2] / slip / m, -limit * r * r * at[3] / slip / I};
  };
  const auto moved = [](std::array<double, 4> at, double h, const std::array<double, 4>& by) {
    for (int i = 0; i < 4; ++i) at[i] += h * by[i];
    return at;
  };
  for (const double h = 1e-5; std::hypot(y[2], r * y[3]) > 1e-3;) {
    const auto k1 = rates(y), k2 = rates(moved(y, h / 2, k1)), k3 = rates(moved(y, h / 2, k2)), k4 = rates(moved(y, h, k3));
    for (int i = 0; i < 4; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  with_methods(R"(bodies:
  puck: {mass: 0.2, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0], velocity: [1, 0, 0], angular_velocity: [0, 0, 40]}
joints:
  table: {type: planar, bodies: [ground, puck], at: [0, 0, 0], axis: [0, 0, 1], friction: {static: 0.3, sliding: 0.2, radius: 0.03}}
)",
               1, [&](const Results& results, double) {
                 EXPECT_NEAR(value(results, "puck.x"), y[0], 1e-6);
                 EXPECT_NEAR(value(results, "table.angle"), y[1], 1e-5);
                 EXPECT_EQ(value(results, "table.stuck"), 1);
                 EXPECT_EQ(value(results, "puck.vx"), 0);
               });
}

// A mass on a spring that friction holds rests within ± mu m g/k of where the spring is free; from outside it goes to the nearer
// end.
TEST(Friction, equilibrium_is_the_nearest_position_of_rest) {
  const double end = 0.4 * 2 * g / 100;
  for (const char* coordinates : {"relative", "absolute"})
    for (const double start : {-0.3, 0.01, 0.2}) {
      SCOPED_TRACE(std::string(coordinates) + ' ' + std::to_string(start));
      const Model model = read_yaml_text(R"(bricard: 1
gravity: [0, 0, -9.81]
bodies:
  mass: {mass: 2, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.4, sliding: 0.3},
          initial: {position: )" + number(start) +
                                             R"(}}
forces:
  spring: {type: joint_force, joint: slide, force: -100*slide.position}
)",
                                         "rest");
      AnalysisOptions options;
      options.type = "equilibrium";
      options.coordinates = coordinates;
      const Results results = run(model, options);
      EXPECT_DONE(results);
      const double expected = start < -end ? -end : start > end ? end : start;
      EXPECT_NEAR(value(results, "slide.position"), expected, 1e-9);
      EXPECT_EQ(value(results, "slide.stuck"), 1);
      EXPECT_NEAR(value(results, "slide.friction"), 100 * expected, 1e-6);
      EXPECT_NE(results.summary.outcome.message.find("from -0.07848"), std::string::npos) << results.summary.outcome.message;
      EXPECT_NE(results.summary.outcome.message.find("to 0.07848"), std::string::npos) << results.summary.outcome.message;
    }
}

// A hoist whose slide is driven: F = m (g + z'') + sign(z') mu N, N from a side load; at standstill the friction is not known.
TEST(Friction, inverse_dynamics_takes_the_direction_of_the_motion) {
  const Model model = read_yaml_text(R"(bricard: 1
gravity: [0, 0, -9.81]
bodies:
  cage: {mass: 10, inertia: [1, 1, 1], position: [0, 0, 0]}
joints:
  guide: {type: prismatic, bodies: [ground, cage], at: [0, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.2, viscous: 3}}
drivers:
  winch: {joint: guide, position: 0.1*sin(2*t)}
forces:
  wind: {type: force, body: cage, at: [0, 0, 0], components: [50, 0, 0]}
)",
                                     "hoist");
  AnalysisOptions options = timed(3, 0.1, "auto", 1e-8);
  options.type = "inverse_dynamics";
  const Results results = run(model, options);
  EXPECT_DONE(results);
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row), rate = 0.2 * std::cos(2 * t);
    EXPECT_NEAR(value(results, "winch.force", row), 10 * (g - 0.4 * std::sin(2 * t)) + std::copysign(10, rate) + 3 * rate, 1e-8);
    EXPECT_NEAR(value(results, "guide.friction", row), -std::copysign(10, rate) - 3 * rate, 1e-9);
  }
}

// What friction has no answer for says so, with its place.
TEST(Friction, is_refused_by_name_where_it_is_not_known) {
  const Model model = read_yaml_text("bricard: 1\n" + incline("{sliding: 0.3}"), "friction");
  for (const char* type : {"modes"}) {
    AnalysisOptions options;
    options.type = type;
    try {
      run(model, options);
      ADD_FAILURE() << type;
    } catch (const Error& error) {
      EXPECT_EQ(error.faults()[0].where, "joints.slide.friction");
    }
  }
  EXPECT_THROW(run_text(incline("{sliding: 0.3}"), 1, {"relative", "auto", "rosenbrock"}), Error);
  EXPECT_THROW(read_yaml_text("bricard: 1\n" + incline("{static: 0.2, sliding: 0.3}"), "friction"), Error);
  EXPECT_THROW(read_yaml_text("bricard: 1\n" + incline("{viscosity: 0.2}"), "friction"), Error);
}

}  // namespace
}  // namespace bricard
