// Dry friction in joints that are redundant: the same mechanism with as many rows as it needs, closed forms, and shafts with
// crosses, which have neither: there both kinds of coordinates, another integrator and other steps have one motion.
#include "bricard/analyses/dynamics/test_friction_cases.hpp"

namespace bricard {
namespace {

// Hinges of a four-bar that moves in its plane have three rows too many, whose efforts the least split leaves at zero. With a
// ball and a sleeve in place of two of them nothing is redundant, and by their own formulas they rub alike.
TEST(FrictionInRedundantJoints, four_bar_moves_as_with_a_ball_and_a_sleeve) {
  const auto swing = [](const std::string& third, const std::string& fourth, const Chosen& methods) {
    const std::string rubs = "friction: {static: 0.3, sliding: 0.2, radius: 0.03}}\n";
    const Results results =
        run_text(R"(bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.15]}
  rod: {mass: 2, inertia: [0.05, 0.05, 0.05], position: [0.35, 0, 0.45]}
  rocker: {mass: 1.5, inertia: [0.03, 0.03, 0.03], position: [0.75, 0, 0.3]}
joints:
  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 6}, )" +
                     rubs + "  b: {type: revolute, bodies: [crank, rod], at: [0, 0, 0.3], axis: [0, 1, 0], " + rubs +
                     "  c: {type: " + third + ", bodies: [rod, rocker], at: [0.7, 0, 0.6], " + rubs + "  d: {type: " + fourth +
                     ", bodies: [ground, rocker], at: [0.8, 0, 0], axis: [0, 1, 0], " + rubs,
                 2, methods);
    EXPECT_DONE(results);
    return value(results, "a.angle");
  };
  const double expected = swing("spherical", "cylindrical", several_methods[0]);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(swing("revolute, axis: [0, 1, 0]", "revolute", several_methods[i]), expected, 2e-8)
        << several_methods[i].coordinates;
}

// The limit of seals that are smoothed, T tanh(w/e), is what sticks and slides: a four-bar that they bring to rest.
TEST(FrictionInRedundantJoints, four_bar_is_the_limit_of_a_regularized_twin) {
  const auto rest = [](double e) {
    const auto seal = [&](const std::string& joint, const std::string& torque) {
      return "  seal_" + joint + ": {type: joint_force, joint: " + joint + ", " +
             (e > 0 ? "torque: -" + torque + "*tanh(" + joint + ".speed/" + number(e) + ")}\n"
                    : "torque: 0, friction: " + torque + "}\n");
    };
    const Results results = run_text(R"(bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.15]}
  rod: {mass: 2, inertia: [0.05, 0.05, 0.05], position: [0.35, 0, 0.45]}
  rocker: {mass: 1.5, inertia: [0.03, 0.03, 0.03], position: [0.75, 0, 0.3]}
joints:
  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 6}}
  b: {type: revolute, bodies: [crank, rod], at: [0, 0, 0.3], axis: [0, 1, 0]}
  c: {type: revolute, bodies: [rod, rocker], at: [0.7, 0, 0.6], axis: [0, 1, 0]}
  d: {type: revolute, bodies: [ground, rocker], at: [0.8, 0, 0], axis: [0, 1, 0]}
forces:
)" + seal("a", "4") + seal("c", "1.5"),
                                     2, {"relative", "auto", "auto"}, 1e-9);
    EXPECT_DONE(results);
    return value(results, "a.angle");
  };
  const double exact = rest(0);
  double before = 1;
  for (const double e : {1e-1, 1e-2, 1e-3}) {
    const double apart = std::abs(exact - rest(e));
    EXPECT_LT(apart, 0.3 * before) << e;
    before = apart;
  }
  EXPECT_LT(before, 5e-3);
}

// Two bearings carry half of the weight each and, as the load is in their middle, no moment: J w' = -mu r m g. A rotor that
// stands sticks in both up to static r m g, here pushed to 0.9 of it.
TEST(FrictionInRedundantJoints, bearings_on_one_axis_share_the_weight) {
  const auto rotor = [](double speed, double torque) {
    const auto bearing = [](const char* name, double x, double speed) {
      return "  " + std::string(name) + ": {type: revolute, bodies: [ground, rotor], at: [" + number(x) +
             ", 0, 0], axis: [1, 0, 0], initial: {speed: " + number(speed) +
             "}, friction: {static: 0.15, sliding: 0.1, radius: 0.02, length: 0.05}}\n";
    };
    return "bodies:\n  rotor: {mass: 5, inertia: [0.04, 0.3, 0.3], position: [0, 0, 0]}\njoints:\n" +
           bearing("left", -0.3, speed) + bearing("right", 0.3, speed) +
           "forces:\n  push: {type: joint_force, joint: left, torque: " + number(torque) + "}\n";
  };
  with_methods(rotor(20, 0), 1, [](const Results& results, double) {
    EXPECT_NEAR(value(results, "left.speed"), 20 - 0.1 * 0.02 * 5 * g / 0.04, 1e-8);
    EXPECT_NEAR(value(results, "left.friction"), -0.5 * 0.1 * 0.02 * 5 * g, 1e-9);
    EXPECT_NEAR(value(results, "right.friction"), -0.5 * 0.1 * 0.02 * 5 * g, 1e-9);
  });
  const double most = 0.15 * 0.02 * 5 * g;
  with_methods(rotor(0, 0.9 * most), 1, [&](const Results& results, double) {
    EXPECT_EQ(value(results, "left.stuck") + value(results, "right.stuck"), 2);
    EXPECT_NEAR(value(results, "left.angle"), 0, 1e-12);
    EXPECT_NEAR(value(results, "left.friction") + value(results, "right.friction"), -0.9 * most, 1e-9);
  });
  with_methods(rotor(0, 1.1 * most), 1, [&](const Results& results, double) {
    EXPECT_NEAR(value(results, "left.speed"), (1.1 - 0.1 / 0.15) * most / 0.04, 1e-8);
  });
}

// A cross between two shafts in bearings has one row too many. Where its first pin lies in the plane of the shafts one of its
// hinges turns back: at rest nothing moves it, and friction must not hold it when the others begin to slip.
std::string shafts(const std::string& torque, bool two, double speed) {
  const auto joint = [](const std::string& text, const std::string& rubs) {
    return "  " + text + ", friction: {" + rubs + "}}\n";
  };
  const std::string bearing = "static: 0.2, sliding: 0.15, radius: 0.03, length: 0.2",
                    pins = "static: 0.15, sliding: 0.12, radius: 0.02, length: 0.06";
  std::string text = R"(parameters: {b: 35 deg}
points: {O: [0, 0, 0], I: [-0.5, 0, 0], E: [0.5*cos(b), 0.5*sin(b), 0], F: [0.5*cos(b) + 0.5, 0.5*sin(b), 0]}
bodies:
  first: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [-0.25, 0, 0.02]}
  second: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [0.25*cos(b), 0.25*sin(b), 0.01],
           orientation: {axis: [0, 0, 1], angle: b}}
)";
  if (two) text += "  third: {mass: 1.3, inertia: [0.015, 0.02, 0.02], position: [0.5*cos(b) + 0.25, 0.5*sin(b), 0.03]}\n";
  text +=
      "joints:\n" +
      joint("input: {type: revolute, bodies: [ground, first], at: I, axis: [1, 0, 0], initial: {speed: " + number(speed) + "}",
            bearing) +
      joint("cross: {type: universal, bodies: [first, second], at: O, axis: [0, 1, 0], axis2: [0, 0, 1]", pins);
  text += two ? joint("cross2: {type: universal, bodies: [second, third], at: E, axis: [0, 0, 1], axis2: [0, 1, 0]", pins) +
                    joint("output: {type: revolute, bodies: [ground, third], at: F, axis: [1, 0, 0]", bearing + ", preload: 5")
              : joint("output: {type: revolute, bodies: [ground, second], at: E, axis: [cos(b), sin(b), 0]", bearing);
  return text + "forces:\n  motor: {type: joint_force, joint: input, torque: " + torque + "}\n";
}

TEST(FrictionInRedundantJoints, shafts_with_crosses_have_one_motion) {
  struct Case {
    const char* torque;
    bool two;
    double speed;
  };
  for (const Case& each : {Case{"2*sin(3*t)", false, 0}, Case{"2*sin(3*t)", true, 0}, Case{"0.5*sin(8*t)", true, 10}}) {
    SCOPED_TRACE(std::string(each.torque) + (each.two ? " two crosses" : " one cross"));
    const std::string text = shafts(each.torque, each.two, each.speed);
    const Results first = run_text(text, 1.5, {"relative", "auto", "auto"}, 1e-7);
    EXPECT_DONE(first);
    EXPECT_GT(std::abs(value(first, "input.angle")), 1);
    EXPECT_NEAR(first.summary.balance->error, 0, 1e-4);
    for (const auto& [methods, tolerance] :
         {std::pair(Chosen{"absolute", "auto", "auto"}, 1e-7), std::pair(Chosen{"relative", "auto", "dop853"}, 1e-7),
          std::pair(Chosen{"absolute", "auto", "auto"}, 1e-8)}) {
      const Results other = run_text(text, 1.5, methods, tolerance);
      EXPECT_DONE(other);
      for (int row = 0; row < first.rows(); ++row)
        ASSERT_NEAR(value(other, "input.angle", row), value(first, "input.angle", row), 2e-5)
            << methods.coordinates << ' ' << methods.integrator << ' ' << tolerance << " at row " << row;
    }
  }
}

// At the tolerance of every day the stages of a step are open enough that rows left out seem independent: the split that presses
// on the bearings must not follow that. Without weight the preloads and the bent shaft's inertia press.
TEST(FrictionInRedundantJoints, split_does_not_depend_on_what_is_open_in_a_step) {
  const auto turned = [](const char* coordinates) {
    const Model model = read_yaml_text(R"(bricard: 1
gravity: [0, 0, 0]
parameters: {b: 19.519 deg}
points: {O: [0, 0, 0], I: [-0.5, 0, 0], E: [0.5*cos(b), 0.5*sin(b), 0]}
bodies:
  first: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [-0.25, 0, 0.02]}
  second: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [0.25*cos(b), 0.25*sin(b), 0.01],
           orientation: {axis: [0, 0, 1], angle: b}}
joints:
  input: {type: revolute, bodies: [ground, first], at: I, axis: [1, 0, 0], initial: {speed: 10},
          friction: {static: 0.15, sliding: 0.12, radius: 0.03, length: 0.2, preload: 20}}
  cross: {type: universal, bodies: [first, second], at: O, axis: [0, 1, 0], axis2: [0, 0, 1],
          friction: {static: 0.2, sliding: 0.15, radius: 0.02}}
  output: {type: revolute, bodies: [ground, second], at: E, axis: [cos(b), sin(b), 0],
           friction: {static: 0.3, sliding: 0.1, radius: 0.03, length: 0.2, preload: 5}}
forces:
  motor: {type: joint_force, joint: input, torque: 0.5}
)",
                                       "shaft");
    const Results results = run(model, timed(2, 0.1, coordinates, 1e-6));
    EXPECT_DONE(results);
    return value(results, "input.angle");
  };
  EXPECT_NEAR(turned("absolute"), turned("relative"), 1e-5);
}

// All hinges of Bricard's linkage rub; at 30 degrees three of them turn back in one moment, and there the row that was left out
// at the start is independent of the others. It loses what friction dissipates.
TEST(FrictionInRedundantJoints, bricards_linkage_goes_on_where_three_hinges_turn_back) {
  const auto rod = [](const char* name, const char* inertia, const char* at) {
    return "  " + std::string(name) + ": {mass: 1, inertia: " + inertia + ", position: " + at + "}\n";
  };
  const auto hinge = [](const char* name, const char* bodies, const char* at, const char* axis) {
    return "  " + std::string(name) + ": {type: revolute, bodies: " + bodies + ", at: " + at + ", axis: " + axis +
           ", friction: {static: 0.2, sliding: 0.15, radius: 0.02, length: 0.1}}\n";
  };
  const std::string text =
      "bodies:\n" + rod("rod1", "[0.08, 0.001, 0.08]", "[0, 0.5, 0]") + rod("rod2", "[0.001, 0.08, 0.08]", "[0.5, 0, 0]") +
      rod("rod3", "[0.08, 0.08, 0.001]", "[1, 0, -0.5]") + rod("rod4", "[0.08, 0.001, 0.08]", "[1, 0.5, -1]") +
      rod("rod5", "[0.001, 0.08, 0.08]", "[0.5, 1, -1]") + "joints:\n" + hinge("j1", "[ground, rod1]", "[0, 1, 0]", "[1, 0, 0]") +
      hinge("j2", "[rod1, rod2]", "[0, 0, 0]", "[0, 0, 1]") + hinge("j3", "[rod2, rod3]", "[1, 0, 0]", "[0, 1, 0]") +
      hinge("j4", "[rod3, rod4]", "[1, 0, -1]", "[1, 0, 0]") + hinge("j5", "[rod4, rod5]", "[1, 1, -1]", "[0, 0, 1]") +
      hinge("j6", "[rod5, ground]", "[0, 1, -1]", "[0, 1, 0]") +
      "forces:\n  turned: {type: force, body: rod3, at: [1, 0, -0.5], components: [0, -60, 49]}\n";
  const Results first = run_text(text, 2, {"relative", "auto", "auto"});
  EXPECT_DONE(first);
  EXPECT_LT(value(first, "j4.angle"), -pi / 2) << "beyond where they turn back";
  EXPECT_NEAR(first.summary.balance->error, 0, 1e-6);
  for (const Chosen& methods : {Chosen{"absolute", "auto", "auto"}, Chosen{"relative", "auto", "dop853"}}) {
    const Results other = run_text(text, 2, methods);
    EXPECT_DONE(other);
    for (const char* column : {"j1.angle", "j4.angle"}) EXPECT_NEAR(value(other, column), value(first, column), 1e-6) << column;
  }
}

// Without weight and load nothing presses on bearings that have come to rest, and nothing is left to stick or to slip.
TEST(FrictionInRedundantJoints, shafts_come_to_rest_without_weight) {
  for (const Chosen& methods : {Chosen{"relative", "auto", "auto"}, Chosen{"absolute", "auto", "auto"}}) {
    SCOPED_TRACE(methods.coordinates);
    const Model model = read_yaml_text("bricard: 1\ngravity: [0, 0, 0]\n" + shafts("0", true, 1), "shafts");
    const Results results = run(model, timed(4, 0.1, methods.coordinates, 1e-8));
    EXPECT_DONE(results);
    EXPECT_NEAR(value(results, "input.speed"), 0, 1e-12);
    EXPECT_NEAR(results.summary.balance->error, 0, 1e-8);
  }
}

}  // namespace
}  // namespace bricard
