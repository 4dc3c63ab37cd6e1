// Joints, forces, states, events and expressions, each in the smallest mechanism in which it has a closed form, in all
// coordinates that hold everywhere. Derivations stand with the cases.
#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846, g = 9.81;

Model written(const std::string& text) { return read_yaml_text("bricard: 1\nname: case\n" + text, "case"); }

template <class Check>
void in_all_coordinates(const Model& model, const AnalysisOptions& asked, Check check) {
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    AnalysisOptions options = asked;
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_NE(results.summary.outcome.status, Status::failed) << results.summary.outcome.message;
    check(results);
  }
}
AnalysisOptions kinematics(double duration, double output_step) {
  AnalysisOptions options = timed(duration, output_step, "auto", 1e-9);
  options.type = "kinematics";
  return options;
}

// ---- rolling ------------------------------------------------------------------------------------------------------------------

// Sphere, cylinder and hoop on a plane of 30 degrees: a = g sin/(1 + I/(m r²)) = 3.503571428571429, 3.27, 2.4525 m/s². Gravity is
// turned instead of the plane.
TEST(ElementsAtWork, rolling_down_an_incline) {
  const std::tuple<double, bool, double> bodies[] = {{0.4, false, 3.503571428571429}, {0.5, true, 3.27}, {1.0, true, 2.4525}};
  for (const auto& [factor, is_disc, expected] : bodies) {
    const double r = 0.2, I = factor * r * r;
    const std::string across = std::to_string(I / 2 + (is_disc ? 0 : I / 2)), along = std::to_string(I);
    const Model model = written("gravity: [9.81*sind(30), 0, -9.81*cosd(30)]\nbodies:\n  wheel: {mass: 1, inertia: [" + across +
                                ", " + along + ", " + across + "], position: [0, 0, 0.2]}\njoints:\n" +
                                "  contact: {type: rolling, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], " +
                                (is_disc ? "axis2: [0, 1, 0], " : "") + "at2: [0, 0, 0.2], radius: 0.2}\n");
    in_all_coordinates(model, timed(2, 0.1, "auto", 1e-9), [&, a = expected](const Results& results) {
      EXPECT_NEAR(value(results, "wheel.x"), a * 2, 1e-8);
      EXPECT_NEAR(value(results, "wheel.wy"), a * 2 / r, 1e-7);
      EXPECT_NEAR(value(results, "wheel.z"), r, 1e-10);
      EXPECT_NEAR(value(results, "contact.fx"), a - g / 2, 1e-8);  // the plane holds it back
      EXPECT_NEAR(value(results, "contact.fz"), g * std::sqrt(0.75), 1e-8);
    });
  }
}

// Steady turning of a disc of radius a with the lean s from the vertical, its center on a circle of radius R at the rate W. With
// the spin -W (R/a + sin s) about the axis that points outwards and up, moments about the center give
//   W² (m a R + I_axis R/a + I_across sin s) = m g a tan s,
// for a thin uniform disc W² (6 R + a sin s) = 4 g tan s; J. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, chapter
// II.
TEST(ElementsAtWork, steady_turning_of_a_disc) {
  const double a = 0.5, lean = 20 * pi / 180, R = 2;
  const double W = std::sqrt(4 * g * std::tan(lean) / (6 * R + a * std::sin(lean))), spin = -W * (R / a + std::sin(lean));
  const std::string parameters =
      "parameters: {a: 0.5, lean: 20 deg, R: 2, W: \"sqrt(4*9.81*tan(lean)/(6*R + a*sin(lean)))\", "
      "spin: -W*(R/a + sin(lean))}\n";
  const Model model = written("gravity: [0, 0, -9.81]\n" + parameters + R"(bodies:
  disc:
    mass: 3
    inertia: [3*a^2/2, 3*a^2/4, 3*a^2/4]
    position: [R, 0, a*cos(lean)]
    orientation: {axis: [0, 1, 0], angle: -lean}
    velocity: [0, W*R, 0]
    angular_velocity: [spin*cos(lean), 0, W + spin*sin(lean)]
joints:
  contact: {type: rolling, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 0, 1], at2: [R, 0, a*cos(lean)],
            axis2: {in: disc, axis: [1, 0, 0]}, radius: a}
)");
  in_all_coordinates(model, timed(5, 0.5, "auto", 1e-10), [&](const Results& results) {
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row);
      ASSERT_LT(distance(results, "disc", {R * std::cos(W * t), R * std::sin(W * t), a * std::cos(lean)}, row), 1e-7) << row;
      const Vector3 w(value(results, "disc.wx", row), value(results, "disc.wy", row), value(results, "disc.wz", row));
      ASSERT_NEAR(w.norm(), std::hypot(spin * std::cos(lean), W + spin * std::sin(lean)), 1e-7);
      ASSERT_NEAR(value(results, "contact.fz", row), 3 * g, 1e-6);
      ASSERT_NEAR(std::hypot(value(results, "contact.fx", row), value(results, "contact.fy", row)), 3 * R * W * W, 1e-6);
    }
  });
}

// ---- shafts, screws, angles over several turns
// ------------------------------------------------------------------------------------

// Two shafts at 30 degrees: a cross makes the second lead and lag (tan p2 = tan p1/cos b), a constant-velocity joint does not.
TEST(ElementsAtWork, constant_velocity_joint_against_cross) {
  const auto shafts = [](const std::string& joint) {
    return written(R"(gravity: [0, 0, 0]
bodies:
  drive:  {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0, 0]}
  output: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0, 0]}
joints:
  first:  {type: revolute, bodies: [ground, drive], at: [0, 0, 0], axis: [1, 0, 0]}
  second: {type: revolute, bodies: [ground, output], at: [0, 0, 0], axis: [cosd(30), sind(30), 0]}
  between: )" + joint +
                   R"(
drivers:
  motor: {joint: first, angle: t}
)");
  };
  const Model even = shafts(
      "{type: constant_velocity, bodies: [drive, output], at: [0, 0, 0], axis: [1, 0, 0], "
      "axis2: [cosd(30), sind(30), 0]}");
  in_all_coordinates(even, kinematics(6 * pi, pi / 8), [&](const Results& results) {
    for (int row = 0; row < results.rows(); ++row) {
      ASSERT_NEAR(value(results, "second.angle", row), value(results, "t", row), 1e-10) << row;
      ASSERT_NEAR(value(results, "second.speed", row), 1, 1e-10) << row;
    }
  });
  // the yoke of the drive stands in the plane of the shafts: p2 starts at a quarter turn of the table's p1
  const Model cross =
      shafts("{type: universal, bodies: [drive, output], at: [0, 0, 0], axis: [0, 0, 1], axis2: [-sind(30), cosd(30), 0]}");
  in_all_coordinates(cross, kinematics(6 * pi, pi / 8), [&](const Results& results) {
    const double b = pi / 6;
    for (int row = 0; row < results.rows(); ++row) {
      const double p1 = value(results, "t", row), p2 = value(results, "second.angle", row);
      ASSERT_NEAR(std::sin(p2) * std::cos(p1) - std::cos(b) * std::cos(p2) * std::sin(p1), 0, 1e-11) << row;
      ASSERT_LT(std::abs(p2 - p1), 0.2);  // it counts turns with the drive
    }
  });
}

// A screw jack: (J + m p²) angle'' = torque - m g p with p = lead/(2 pi); a cylindrical joint with the same law written by hand
// is the same joint.
TEST(ElementsAtWork, screw_jack) {
  const double p = 0.005 / (2 * pi), J = 0.02, m = 100, torque = 1.5, alpha = (torque - m * g * p) / (J + m * p * p);
  const auto jack = [](const std::string& joint) {
    return written(R"(gravity: [0, 0, -9.81]
bodies:
  spindle: {mass: 100, inertia: [1, 1, 0.02], position: [0, 0, 0.5]}
joints:
  screw: )" + joint +
                   R"(
forces:
  hand: {type: joint_force, joint: screw.angle, torque: 1.5}
)");
  };
  const Model joint = jack("{type: screw, bodies: [ground, spindle], at: [0, 0, 0], axis: [0, 0, 1], lead: 5 mm}");
  const Model by_hand = jack(
      "{type: cylindrical, bodies: [ground, spindle], at: [0, 0, 0], axis: [0, 0, 1]}\nconstraints:\n"
      "  nut: {type: expression, equal_zero: screw.position - 0.005/(2*pi)*screw.angle}");
  for (const Model* model : {&joint, &by_hand})
    in_all_coordinates(*model, timed(2, 0.1, "auto", 1e-10), [&](const Results& results) {
      EXPECT_NEAR(value(results, "screw.angle"), alpha * 2, 1e-7 * alpha);  // many turns
      EXPECT_NEAR(value(results, "screw.position"), p * alpha * 2, 1e-9);
      EXPECT_NEAR(value(results, "energy.total") - value(results, "energy.total", 0), torque * alpha * 2, 1e-6 * torque * alpha);
    });
  // the thread carries the weight, in the joint's own column or in that of the constraint
  const double thread = m * (g + p * alpha);
  in_all_coordinates(joint, timed(0.1, 0.01, "auto", 1e-9),
                     [&](const Results& results) { EXPECT_NEAR(value(results, "screw.fz"), thread, 1e-6); });
  in_all_coordinates(by_hand, timed(0.1, 0.01, "auto", 1e-9),
                     [&](const Results& results) { EXPECT_NEAR(value(results, "nut.effort"), thread, 1e-6); });
}

// A driver passes 0, 180 and 360 degrees of every joint that has an angle, forwards and backwards, over several turns.
TEST(ElementsAtWork, driven_angles_over_several_turns) {
  for (const char* joint :
       {"type: revolute", "type: cylindrical", "type: screw, lead: 10 mm", "type: universal, axis2: [0, 1, 0]"}) {
    SCOPED_TRACE(joint);
    const std::string kind = joint;
    std::string rest;
    if (kind.find("cylindrical") != std::string::npos) rest = "  hold: {joint: j, position: 0.1*t}\n";
    if (kind.find("universal") != std::string::npos) rest = "  hold: {joint: j, angle2: 0.3*sin(t)}\n";
    const Model model =
        written("gravity: [0, 0, 0]\nbodies:\n  b: {mass: 1, inertia: [1, 2, 2], position: [0.5, 0, 0]}\njoints:\n  j: {" + kind +
                ", bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}\ndrivers:\n" +
                "  motor: {joint: j, angle: \"20*sin(t/2)\"}\n" + rest);
    in_all_coordinates(model, kinematics(10, 0.05), [&](const Results& results) {
      EXPECT_DONE(results);
      for (int row = 0; row < results.rows(); ++row) {
        const double t = value(results, "t", row), angle = 20 * std::sin(t / 2);
        ASSERT_NEAR(value(results, "j.angle", row), angle, 1e-10) << row;
        ASSERT_NEAR(value(results, "j.speed", row), 10 * std::cos(t / 2), 1e-10) << row;
        const double reach = kind.find("universal") != std::string::npos ? std::cos(0.3 * std::sin(t)) : 1;
        ASSERT_NEAR(value(results, "b.x", row), 0.5 * reach * std::cos(angle), 1e-11) << row;
        ASSERT_NEAR(value(results, "b.y", row), 0.5 * reach * std::sin(angle), 1e-11) << row;
      }
    });
  }
}

// The Geneva drive of models/ at the angles of a table computed elsewhere: 6 slots, distance/crank = 2; at 15 degrees from the
// line of centers 0.2452521500474152 rad and a ratio of 0.8200777638504816.
TEST(ElementsAtWork, geneva_drive) {
  const Model model = read_model(source_file("models/mechanisms/geneva.bricard.yaml"));
  AnalysisOptions options = kinematics(1, 1.0 / 24);  // 15 degrees
  in_all_coordinates(model, options, [&](const Results& results) {
    EXPECT_NEAR(value(results, "wheel_axis.angle", 13), -pi / 6 - 0.2452521500474152, 1e-11);
    EXPECT_NEAR(value(results, "wheel_axis.angle", 11), -pi / 6 + 0.2452521500474152, 1e-11);
    EXPECT_NEAR(value(results, "wheel_axis.speed", 13), -2 * pi * 0.8200777638504816, 1e-10);
    EXPECT_NEAR(value(results, "wheel_axis.speed", 4), 0, 1e-12);
  });
}

// ---- incline with friction, bushing, couplings
// --------------------------------------------------------------------------------------

TEST(ElementsAtWork, block_with_friction) {
  const auto block = [](const std::string& mu) {
    return read_model(source_file("models/mechanisms/block_on_incline.bricard.yaml"), {{"slope", "30 deg"}, {"mu", mu}});
  };
  for (const auto& [mu, expected] : {std::pair("0", 4.905), std::pair("0.2", 3.205858157774931)}) {
    const Model model = block(mu);
    in_all_coordinates(model, timed(2, 0.1, "auto", 1e-8), [&, a = expected](const Results& results) {
      EXPECT_NEAR(value(results, "plane.rate"), 2 * a, 1e-4);  // friction is smooth below 0.1 mm/s
      EXPECT_NEAR(std::hypot(value(results, "block.ax", 10), value(results, "block.ay", 10)), a, 1e-8);
      EXPECT_NEAR(std::hypot(value(results, "plane.fx", 10), value(results, "plane.fy", 10)), 2 * g * std::cos(pi / 6), 1e-8);
    });
  }
}

// A block on an elastic mount comes to rest where springs along turned axes carry weight and force: d = K⁻¹ F in the axes of the
// mount.
TEST(ElementsAtWork, bushing_at_rest) {
  const Model model = written(R"(gravity: [0, 0, -9.81]
bodies:
  block: {mass: 10, inertia: [0.5, 0.5, 0.5], position: [1, 2, 3]}
forces:
  mount: {type: bushing, bodies: [ground, block], at: [1, 2, 3], orientation: {axis: [0, 1, 0], angle: 30 deg},
          stiffness: [2000, 3000, 4000], damping: [250, 300, 400], rotational_stiffness: [50, 60, 70],
          rotational_damping: [8, 9, 9]}
  push:  {type: force, body: block, components: [30, -20, 0]}
  twist: {type: torque, body: block, components: [0, 3, 0]}
)");
  const Eigen::Matrix3d A = Eigen::AngleAxisd(pi / 6, Vec3<double>::UnitY()).toRotationMatrix();
  const Vec3<double> stiffness(2000, 3000, 4000), load(30, -20, -98.1),
      deflection = A * (A.transpose() * load).cwiseQuotient(stiffness);
  in_all_coordinates(model, timed(8, 1, "auto", 1e-10), [&](const Results& results) {
    EXPECT_LT(distance(results, "block", Vec3<double>(1, 2, 3) + deflection), 1e-9);
    EXPECT_NEAR(2 * std::asin(value(results, "block.e2")), 3.0 / 60, 1e-8);
    EXPECT_NEAR(value(results, "mount.fz"), 98.1, 1e-6);
    EXPECT_NEAR(value(results, "mount.fx"), -30, 1e-6);
    EXPECT_NEAR(value(results, "mount.ty"), -3, 1e-7);
  });
}

// A torque T on one of three shafts that are coupled by a + 2 b - 3 c = 0, all of inertia J: with the multiplier on the last,
// angles' accelerations (T + l, 2 l, -3 l)/J per unit of the row. The column is the effort on c: -3 l.
TEST(ElementsAtWork, coupler_effort) {
  const Model model = written(R"(gravity: [0, 0, 0]
bodies:
  a: {mass: 1, inertia: [1, 1, 0.5], position: [0, 0, 0]}
  b: {mass: 1, inertia: [1, 1, 0.5], position: [1, 0, 0]}
  c: {mass: 1, inertia: [1, 1, 0.5], position: [2, 0, 0]}
joints:
  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  jb: {type: revolute, bodies: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]}
  jc: {type: revolute, bodies: [ground, c], at: [2, 0, 0], axis: [0, 0, 1]}
  differential: {type: coupler, joints: [ja, jb, jc], ratio: [1, 2, -3]}
forces:
  motor: {type: joint_force, joint: ja, torque: 7}
)");
  const double l = -7.0 / 14;  // (T + l) + 4 l + 9 l = 0
  in_all_coordinates(model, timed(1, 0.1, "auto", 1e-9), [&](const Results& results) {
    EXPECT_NEAR(value(results, "ja.speed"), (7 + l) / 0.5, 1e-7);
    EXPECT_NEAR(value(results, "jb.speed"), 2 * l / 0.5, 1e-7);
    EXPECT_NEAR(value(results, "jc.speed"), -3 * l / 0.5, 1e-7);
    EXPECT_NEAR(value(results, "differential.effort"), -3 * l, 1e-9);
  });
}

// ---- states, events, impacts
// ------------------------------------------------------------------------------------------------------

// A capacitor charges through a resistor and, from the event on, discharges.
TEST(ElementsAtWork, states_of_a_circuit) {
  const Model model = written(R"yaml(dimension: 2
bodies: {b: {mass: 1, inertia: 1, position: [0, 0]}}
joints: {j: {type: fixed, bodies: [ground, b], at: [0, 0]}}
parameters: {tau: 0.3}
inputs: {source: "if(t < 1, 5, 0)"}
states:
  u: {initial: 0, derivative: (source - u)/tau}
)yaml");
  in_all_coordinates(model, timed(2, 0.1, "auto", 1e-9), [&](const Results& results) {
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row), top = 5 * (1 - std::exp(-1 / 0.3));
      const double u = t <= 1 ? 5 * (1 - std::exp(-t / 0.3)) : top * std::exp(-(t - 1) / 0.3);
      ASSERT_NEAR(value(results, "u", row), u, 1e-8) << row;
    }
  });
}

// A ball falls past marks; a mass on a spring passes its middle twice a period; one that is only just reached.
TEST(ElementsAtWork, events_are_located) {
  const Model fall = written(R"(dimension: 2
gravity: [0, -9.81]
bodies: {ball: {mass: 1, inertia: 1, position: [0, 10]}}
events:
  high:   {when: ball.y < 9, do: record}
  middle: {when: "ball.y < 5 and ball.vy < 0", do: record}
  ground_: {when: ball.y < 0, do: stop}
)");
  in_all_coordinates(fall, timed(5, 0.5, "auto", 1e-8), [&](const Results& results) {
    EXPECT_EQ(results.summary.outcome.status, Status::stopped);
    ASSERT_EQ(results.summary.events.size(), 3u);
    for (const auto& [i, height] : {std::pair(0, 9.0), std::pair(1, 5.0), std::pair(2, 0.0)})
      EXPECT_NEAR(results.summary.events[i].t, std::sqrt(2 * (10 - height) / g), 1e-9);
    EXPECT_NEAR(value(results, "t"), std::sqrt(20 / g), 1e-9);
    EXPECT_NEAR(value(results, "ball.y"), 0, 1e-8);
  });
  const Model swing = written(R"(dimension: 2
gravity: [0, 0]
bodies: {m: {mass: 1, inertia: 1, position: [1, 0]}}
joints: {slide: {type: prismatic, bodies: [ground, m], at: [1, 0], axis: [1, 0], initial: {rate: 0}}}
forces: {spring: {type: joint_force, joint: slide, force: -25*(slide.position + 1)}}
events:
  left:  {when: m.x < 0, do: record}
  right: {when: m.x > 0, do: record}
  touch: {when: m.x < -0.9999, do: record}
)");
  in_all_coordinates(swing, timed(5, 0.5, "auto", 1e-11), [&](const Results& results) {
    std::vector<double> left, right, touch;
    for (const Event& event : results.summary.events)
      (event.name == "left" ? left : event.name == "right" ? right : touch).push_back(event.t);
    ASSERT_EQ(left.size(), 4u);  // cos(5 t) = 0 at (1/2 + 2 k) pi/5
    ASSERT_EQ(right.size(), 4u);
    ASSERT_EQ(touch.size(), 4u);
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(left[k], (0.5 + 2 * k) * pi / 5, 1e-9);
      EXPECT_NEAR(right[k], (1.5 + 2 * k) * pi / 5, 1e-9);
      EXPECT_NEAR(touch[k], (2 * pi * k + std::acos(-0.9999)) / 5, 1e-7);  // a shallow crossing
    }
  });
}

// A bar falls flat, and its end is caught by a pin: the angular momentum about the pin is kept, m v l/2 = (m l²/3) w, so w = 3
// v/(2 l), and a quarter of the kinetic energy is lost.
TEST(ElementsAtWork, a_bar_is_caught_by_a_pin) {
  const Model model = written(R"(dimension: 2
gravity: [0, -9.81]
bodies: {bar: {mass: 2, inertia: 2*1.5^2/12, position: [0.75, 0.8]}}
joints:
  pin: {type: revolute, bodies: [ground, bar], at: [0, 0], at2: {in: bar, at: [-0.75, 0]}, active: false}
sensors: {end: {body: bar, at: [0, 0.8]}}
events:
  caught: {when: end.y < 0, do: switch, activate: [pin]}
)");
  const double hit = std::sqrt(2 * 0.8 / g), v = g * hit, w = -3 * v / (2 * 1.5);
  in_all_coordinates(model, timed(hit + 1e-9, hit + 1e-9, "auto", 1e-10), [&](const Results& results) {
    ASSERT_EQ(results.summary.events.size(), 1u);
    EXPECT_NEAR(results.summary.events[0].t, hit, 1e-9);
    EXPECT_NEAR(value(results, "bar.w"), w, 1e-6);
    EXPECT_NEAR(value(results, "bar.vy"), 0.75 * w, 1e-6);
    EXPECT_NEAR(value(results, "bar.vx"), 0, 1e-6);
    EXPECT_NEAR(value(results, "energy.kinetic"), 0.75 * v * v, 1e-6);  // of v² J
  });
  // afterwards a physical pendulum: w² = w0² + 3 g sin(fall)/l
  in_all_coordinates(model, timed(hit + 0.3, 0.01, "auto", 1e-10), [&](const Results& results) {
    const double fallen = -value(results, "bar.angle");
    EXPECT_GT(fallen, 0.5);
    EXPECT_NEAR(std::pow(value(results, "bar.w"), 2), w * w + 3 * g * std::sin(fallen) / 1.5, 1e-7);
    EXPECT_NEAR(value(results, "end.x"), 0, 1e-9);
    EXPECT_NEAR(value(results, "end.y"), 0, 1e-9);
  });
}

// A ship docks off center: momentum and angular momentum are kept. With the reduced mass m = 2/3 kg, the distance (1, 0.6) m and
// the approach of 1 m/s the spin is  m 0.6/(I_station + I_ship + m (1 + 0.36)).
TEST(ElementsAtWork, two_bodies_dock) {
  const Model model = written(R"(gravity: [0, 0, 0]
bodies:
  station: {mass: 2, inertia: [0.3, 0.25, 0.2], position: [0, 0, 0], velocity: [0, 0, 0], angular_velocity: [0, 0, 0]}
  ship:    {mass: 1, inertia: [0.15, 0.12, 0.1], position: [2, 0.6, 0], velocity: [-1, 0, 0], angular_velocity: [0, 0, 0]}
joints:
  dock: {type: fixed, bodies: [station, ship], at: {in: station, at: [0.5, 0.3, 0]}, at2: {in: ship, at: [-0.5, -0.3, 0]}, active: false}
events:
  touch: {when: ship.x - station.x < 1, do: switch, activate: [dock]}
)");
  const double m = 2.0 / 3, w = m * 0.6 / (0.3 + m * 1.36);
  in_all_coordinates(model, timed(3, 0.5, "auto", 1e-10), [&](const Results& results) {
    ASSERT_EQ(results.summary.events.size(), 1u);
    EXPECT_NEAR(results.summary.events[0].t, 1, 1e-9);
    for (const char* body : {"station", "ship"}) {
      EXPECT_NEAR(value(results, std::string(body) + ".wz"), w, 1e-8) << body;
      EXPECT_NEAR(value(results, std::string(body) + ".wx"), 0, 1e-10) << body;
    }
    // the common center of mass goes on at -1/3 m/s; at the touch it was at (1/3, 0.2)
    EXPECT_NEAR((2 * value(results, "station.x") + value(results, "ship.x")) / 3, 1.0 / 3 - 2.0 / 3, 1e-8);
    EXPECT_NEAR((2 * value(results, "station.y") + value(results, "ship.y")) / 3, 0.2, 1e-8);
    // both have turned about it by 2 s of spin
    const double angle = std::atan2(0.6, 1) + 2 * w, reach = std::hypot(0.6, 1);
    EXPECT_NEAR(value(results, "ship.x") - value(results, "station.x"), reach * std::cos(angle), 1e-7);
    EXPECT_NEAR(value(results, "ship.y") - value(results, "station.y"), reach * std::sin(angle), 1e-7);
  });
}

// ---- units of expressions -----------------------------------------------------------------------------------------------------

// How far a row is open is a length, in every file: an expression counts in units of its own (mm, mm², degrees), and its row by
// the way that closes it. Without stabilization rows drift, by what the columns themselves tell.
TEST(ElementsAtWork, expressions_are_as_open_in_mm_as_in_m) {
  const std::string bodies = "bodies: {b: {mass: 1, inertia: 1, position: [L, 0], velocity: [0, 4*L]}}\n";
  const std::string ring =
      "gravity: [0, 0]\n" + bodies + "constraints: {ring: {type: expression, equal_zero: b.x^2 + b.y^2 - L^2}}\n";
  const Model in_m = written("dimension: 2\nparameters: {L: 0.3}\n" + ring);
  const Model in_mm = written("dimension: 2\nunits: {length: mm, angle: deg}\nparameters: {L: 300}\n" + ring);
  AnalysisOptions options = timed(1, 0.1, "absolute", 1e-6);
  options.stabilization = "none";
  options.integrator = "rk4";
  options.step = 0.05;
  const Results m = run(in_m, options), mm = run(in_mm, options);
  for (int row = 1; row < m.rows(); ++row) {
    const double open = std::abs(std::hypot(value(m, "b.x", row), value(m, "b.y", row)) - 0.3);
    ASSERT_GT(open, 1e-9);
    EXPECT_NEAR(value(m, "violation.position", row), open, 1e-3 * open) << row;
    EXPECT_NEAR(value(mm, "violation.position", row), open, 1e-3 * open) << row;
    EXPECT_NEAR(value(mm, "violation.velocity", row), value(m, "violation.velocity", row),
                1e-6 * value(m, "violation.velocity", row) + 1e-15);
  }
  EXPECT_NEAR(mm.summary.violation.position, m.summary.violation.position, 1e-6 * m.summary.violation.position);
  EXPECT_NEAR(mm.summary.violation.acceleration, m.summary.violation.acceleration, 1e-12);
}

}  // namespace
}  // namespace bricard
