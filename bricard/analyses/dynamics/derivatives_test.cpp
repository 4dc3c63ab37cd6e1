// der() of what results have no column for: quaternions, rates of joints, axes of sensors, results of force elements, states and
// values of drivers. The references are the formulas of kinematics, from columns of the same run.
#include <numbers>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

// A gyroscope in gimbals on a swinging arm: nothing stands still.
const std::string machine = R"(bricard: 1
units: {length: mm, angle: deg}
gravity: [0, 0, -9810]
bodies:
  arm:  {mass: 1, inertia: [1000, 4000, 5000], position: [100, 0, 0]}
  ball: {mass: 0.5, inertia: [200, 300, 400], position: [200, 0, 0], angular_velocity: [100, 200, -50]}
joints:
  hinge:  {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0.3], initial: {speed: 40}}
  socket: {type: spherical, bodies: [arm, ball], at: [200, 0, 0]}
sensors:
  nose: {body: ball, at: [200, 50, 0], axis: [0, 1, 1]}
states:
  charge: {initial: 1, derivative: -2*charge + 0.01*hinge.speed}
forces:
  strut: {type: spring_damper, from: {body: ground, at: [50, 0, -100]}, to: {body: ball, at: [220, 0, 0]}, stiffness: 0.2,
          damping: 0.0005, force: 3*charge}
  lift:  {type: force, body: arm, components: [0, 0, "2*charge^2 + 0.01*arm.vz"]}
outputs:
  e0: der(ball.e0)
  e2: der(ball.e2)
  turning: der(hinge.speed)
  ux: der(nose.ux)
  uz: der(nose.uz)
  strut_rate: der(strut.rate)
  strut_force: der(strut.force)
  lift_force: der(lift.fz)
  inside: der(strut.force*hinge.speed)
  ry: der(socket.ry_rate)
analysis: {type: dynamics, duration: 0.4, output_step: 2 ms, tolerance: 1e-8, coordinates: )";

TEST(Derivatives, FollowFromTheAccelerations) {
  for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
    SCOPED_TRACE(coordinates);
    const Results results = run(read_yaml_text(machine + coordinates + "}", "m.yaml"));
    EXPECT_DONE(results);
    const double degree = std::numbers::pi / 180;
    for (int row = 0; row < results.rows(); ++row) {
      // Columns are in SI, outputs are plain numbers in mm and degrees.
      const auto at = [&](const std::string& column) { return value(results, column, row); };
      const double wx = at("ball.wx"), wy = at("ball.wy"), wz = at("ball.wz"), speed = at("hinge.speed") / degree;
      // e' = ½ (0, w) ∘ e
      EXPECT_NEAR(at("e0"), -0.5 * (wx * at("ball.e1") + wy * at("ball.e2") + wz * at("ball.e3")), 1e-9);
      EXPECT_NEAR(at("e2"), 0.5 * (wy * at("ball.e0") + wz * at("ball.e1") - wx * at("ball.e3")), 1e-9);
      // u' = w × u
      EXPECT_NEAR(at("ux"), wy * at("nose.uz") - wz * at("nose.uy"), 1e-9);
      EXPECT_NEAR(at("uz"), wx * at("nose.uy") - wy * at("nose.ux"), 1e-9);
      // The angle of a hinge along its axis.
      EXPECT_NEAR(at("turning"), (at("arm.aly") + 0.3 * at("arm.alz")) / std::hypot(1, 0.3) / degree, 1e-6);
      // tension = k (l - l0) + c l' + 3 z
      const double charge_rate = -2 * at("charge") + 0.01 * speed;
      EXPECT_NEAR(at("strut_force"), 0.2 * 1000 * at("strut.rate") + 0.0005 * at("strut_rate") + 3 * charge_rate, 1e-6);
      EXPECT_NEAR(at("lift_force"), 4 * at("charge") * charge_rate + 0.01 * 1000 * at("arm.az"), 1e-6);
      EXPECT_NEAR(at("inside"), at("strut_force") * speed + at("strut.force") * at("turning"),
                  1e-9 * (1 + std::abs(at("inside"))));
    }
    // By differences of their columns, of second order in 2 ms of a smooth motion: they agree as far as these do.
    for (const auto& [rate, column, unit] : {std::tuple{"strut_rate", "strut.rate", 1e-3}, {"ry", "socket.ry_rate", degree}}) {
      double largest = 0, off = 0;
      for (int row = 1; row + 1 < results.rows(); ++row) {
        const double slope = (value(results, column, row + 1) - value(results, column, row - 1)) / 0.004 / unit;
        largest = std::max(largest, std::abs(slope));
        off = std::max(off, std::abs(slope - value(results, rate, row)));
      }
      EXPECT_LT(off, 0.01 * largest) << rate;
    }
  }
}

// m x'' = -k x - c x' with the force of a spring as a column: F' = k x' + c x''.
TEST(Derivatives, OfForcesTriggerEvents) {
  const Results results = run(read_yaml_text(R"(bricard: 1
gravity: [0, 0, 0]
bodies: {mass: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 1}}}
forces: {spring: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: mass, at: [1, 0, 0]}, stiffness: 100}}
events: {turns: {when: der(spring.force) < 0, do: stop}}
analysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-10}
)",
                                             "m.yaml"));
  EXPECT_EQ(results.summary.outcome.status, Status::stopped);
  EXPECT_NEAR(value(results, "t"), std::numbers::pi / 20, 1e-8);  // a quarter of its period
}

TEST(Derivatives, MayDriveStatesAndFollowDrivers) {
  const Results results = run(read_yaml_text(R"(bricard: 1
gravity: [0, 0, 0]
bodies: {rotor: {mass: 1, inertia: [1, 1, 2], position: [0, 0, 0]}}
joints: {shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}}
drivers: {motor: {joint: shaft, angle: sin(2*t)}}
states: {kept: {initial: 2, derivative: der(shaft.speed)}}
outputs: {driven: der(motor.value)}
analysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-9}
)",
                                             "m.yaml"));
  EXPECT_DONE(results);
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row);
    EXPECT_NEAR(value(results, "driven", row), 2 * std::cos(2 * t), 1e-9);
    EXPECT_NEAR(value(results, "kept", row), 2 * std::cos(2 * t), 1e-7);  // its speed, which starts at 2
  }
}

std::string fault(const std::string& more) {
  try {
    read_yaml_text(
        "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
        "joints: {J: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}\n" +
            more,
        "m.yaml");
  } catch (const Error& error) {
    return error.faults()[0].what;
  }
  return "";
}

TEST(Derivatives, ThatAreNotKnownAreRefusedByName) {
  EXPECT_EQ(fault("outputs: {a: der(b.ax)}"), "the time derivative of `b.ax` is not known here");
  EXPECT_EQ(fault("outputs: {a: der(J.fx)}"), "the time derivative of `J.fx` is not known here");
  EXPECT_EQ(fault("forces: {f: {type: joint_force, joint: J, torque: -der(J.speed)}}"),
            "the time derivative of `J.speed` is not known here");
  EXPECT_EQ(fault("forces: {f: {type: joint_force, joint: J, torque: s}}\nstates: {s: {derivative: der(f.torque)}}"),
            "the derivative of a state cannot read `der(f.torque)`, which may depend on it");
  EXPECT_EQ(fault("outputs: {a: der(b.e0), c: der(J.speed)}"), "");
}

TEST(Derivatives, ThatModesCannotFollowAreRefusedByName) {
  try {
    run(read_yaml_text(R"(bricard: 1
bodies: {rod: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1]}}
joints: {J: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
outputs: {a: der(J.speed), b: 2*a}
analysis: {type: modes, modes: {outputs: [b]}}
)",
                       "m.yaml"));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(error.faults()[0].what.find("`der(J.speed)`"), std::string::npos) << error.faults()[0].what;
  }
}

}  // namespace
}  // namespace bricard
