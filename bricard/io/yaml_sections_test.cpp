// Couplings, bushings, inputs, states, events, expression constraints, the whole analysis section, and planar models: what is
// read, what is refused and where, and round trips.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "bricard/elements/elements.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;

Model read(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "m.yaml"); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void expect_round_trip(const Model& model) {
  const std::string text = write_yaml(model);
  try {
    EXPECT_TRUE(read_yaml_text(text, "written") == model) << text;
    EXPECT_EQ(write_yaml(read_yaml_text(text, "written")), text);
  } catch (const Error& error) {
    ADD_FAILURE() << error.what() << '\n' << text;
  }
}

const char* const machine = R"yaml(units: {length: mm, angle: deg}
parameters: {k: 35 N/mm, z1: 18, z2: 54, wait: 0.5}
bodies:
  gear: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], cut: body}
  wheel: {mass: 1, inertia: [1, 1, 1], position: [54, 0, 0]}
  rack: {mass: 1, inertia: [1, 1, 1], position: [54, 14.3, 0]}
  nut: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 100]}
joints:
  motor: {type: revolute, bodies: [ground, gear], at: [0, 0, 0], axis: [0, 0, 1], cut: joint}
  shaft: {type: cylindrical, bodies: [ground, wheel], at: [54, 0, 0], axis: [0, 0, 1]}
  guide: {type: prismatic, bodies: [ground, rack], at: [54, 14.3, 0], axis: [-1, 0, 0]}
  screw: {type: screw, bodies: [ground, nut], at: [0, 0, 100], axis: [0, 0, 1], lead: 5}
  mesh: {type: gear, joints: [motor, shaft.angle], ratio: -z1/z2}
  steer: {type: rack_pinion, joints: [shaft.angle, guide], ratio: 90 mm/rev}
  sum: {type: coupler, joints: [motor, guide, shaft.position], ratio: [1, -z1, 2]}
  stay: {type: spherical_spherical, bodies: [gear, nut], at: [10, 0, 0], at2: [10, 0, 100], length: 101}
  roll: {type: rolling, bodies: [ground, wheel], at: [0, 0, -20], axis: [0, 0, 1], at2: [54, 0, 0], radius: 20, active: false}
constraints:
  lock: {type: expression, equal_zero: screw.position - 0.1*guide.position}
drivers:
  lift: {body: rack, coordinate: x, value: 54 + t}
forces:
  assist: {type: joint_force, joint: motor, torque: "2 N*m*u"}
  tires: {type: joint_force, joint: guide, force: -20 N/mm*guide.position}
  coil: {type: rotational_spring_damper, joint: shaft.angle, stiffness: 2, damping: 0.1, free_angle: 30, torque: "3*angle"}
  flex: {type: rotational_spring_damper, bodies: [gear, nut], axis: [0, 0, 1], stiffness: 1 N*m/rad}
  mount: {type: bushing, bodies: [gear, nut], at: [0, 0, 50], orientation: {x_point: [0, 10, 50], y_point: [-10, 0, 50]},
          stiffness: [1000, 2000, k], damping: [1, 2, 3], rotational_stiffness: [1, 2, 3], rotational_damping: [0, 0, 1]}
  plate: {type: bushing, bodies: [ground, rack], at: [54, 0, 0], preload: [1, 2, 3, 4, 5, 6 N*m], matrix: [[1, 0, 0, 0, 7, 0],
          [0, 1, 0, 0, 0, 0], [0, 0, 1 N/m, 0, 0, 0], [0, 0, 0, 2, 0, 0], [7, 0, 0, 0, 2 N*m/rad, 0], [0, 0, 0, 0, 0, 2]]}
sensors:
  tip: {body: rack, at: [50, 0, 0]}
inputs: {u: "step(t, 0, 0, 0.1, 1)", bias: 24}
states:
  i: {initial: 2*wait, derivative: (u - 0.1*motor.speed - 2*i)/0.01}
  far: {initial: 3 m, derivative: "0"}
events:
  touch: {when: tip.y < 0, do: stop}
  late: {when: t > wait, do: switch, activate: roll, deactivate: [assist, coil], set: {i: i/2, far: 5 mm}}
  note: {when: lift.force > 3, do: record, active: false}
outputs: {power: "motor.speed*assist.torque"}
analysis:
  type: modes
  duration: 20
  start: equilibrium
  weights: {rack: 10, nut: 0.5}
  independent: [motor, shaft.position]
  newton: modified
  baumgarte: {alpha: 10, beta: 20}
  penalty: {alpha: 1e7, omega: 10, mu: 1}
  index3: {projections: true}
  equilibrium: {find: k, so_that: "rack.x == 30 mm", kind: steady, starts: 3}
  inverse_dynamics: {actuators: [motor]}
  modes: {about: design, inputs: [u, lift], outputs: [tip.y, power], frequencies: {from: 0.1 Hz, to: 50 Hz, points: 400}}
)yaml";

TEST(YamlSections, ReadsEverySection) {
  const Model m = read(machine);
  EXPECT_EQ(m.bodies[0].cut, Cut::body);
  EXPECT_EQ(m.joints[0].cut, Cut::joint);
  EXPECT_NEAR(m.joints[3].kind.as<Screw>().lead, 0.005, 1e-18);
  EXPECT_EQ(m.joints[4].joints, (std::vector<std::string>{"motor", "shaft.angle"}));
  EXPECT_NEAR(m.joints[4].kind.as<Gear>().ratio, -1.0 / 3, 1e-16);
  EXPECT_NEAR(m.joints[5].kind.as<RackPinion>().ratio, 0.09 / (2 * pi), 1e-17);
  EXPECT_EQ(m.joints[6].kind.as<Coupler>().ratio, (std::vector<double>{1, -18, 2}));
  EXPECT_NEAR(*m.joints[7].kind.as<SphericalSpherical>().length, 0.101, 1e-16);
  EXPECT_EQ(m.constraints[0].kind.as<ExpressionConstraint>().equal_zero.text, "screw.position - 0.1*guide.position");

  EXPECT_EQ(m.forces[0].kind.as<JointForce>().torque->text, "2 N*m*u");
  const auto& coil = m.forces[2].kind.as<RotationalSpringDamper>();
  EXPECT_EQ(m.forces[2].joint, "shaft.angle");
  EXPECT_NEAR(coil.stiffness.number, 2e-3 * 180 / pi, 1e-15);  // N·mm/deg
  EXPECT_NEAR(coil.free_angle->number, pi / 6, 1e-15);
  EXPECT_EQ(m.forces[3].kind.as<RotationalSpringDamper>().stiffness.number, 1);
  EXPECT_EQ((*m.forces[3].bodies)[1], "nut");
  const auto& mount = m.forces[4].kind.as<Bushing>();
  EXPECT_NEAR((*mount.stiffness)[2], 35e3, 1e-9);
  EXPECT_NEAR((*mount.damping)[1], 2e3, 1e-12);
  EXPECT_NEAR((*mount.rotational_stiffness)[0], 1e-3 * 180 / pi, 1e-15);
  const Mat3<double> R = rotation<double>(m.forces[4].orientation->quaternion);
  EXPECT_NEAR((R.col(0) - Vec3<double>::UnitY()).norm(), 0, 1e-15);
  EXPECT_NEAR((R.col(1) + Vec3<double>::UnitX()).norm(), 0, 1e-15);
  const auto& K = *m.forces[5].kind.as<Bushing>().matrix;
  EXPECT_NEAR(K[0][0], 1000, 1e-12);          // N/mm
  EXPECT_NEAR(K[0][4], 7 * 180 / pi, 1e-12);  // N/deg
  EXPECT_NEAR(K[4][0], 7, 1e-15);             // N·mm/mm
  EXPECT_EQ(K[2][2], 1);
  EXPECT_NEAR(K[3][3], 2e-3 * 180 / pi, 1e-15);
  EXPECT_EQ(K[4][4], 2);
  const auto& preload = *m.forces[5].kind.as<Bushing>().preload;
  EXPECT_EQ(preload[1], 2);
  EXPECT_NEAR(preload[3], 0.004, 1e-18);
  EXPECT_EQ(preload[5], 6);

  EXPECT_EQ(m.inputs[1].value, Function(24.0));
  EXPECT_EQ(m.states[0].initial, 1);
  EXPECT_EQ(m.states[1].initial, 3000);  // in the file's units
  EXPECT_EQ(m.events[0].action, EventAction::stop);
  EXPECT_EQ(m.events[1].activate, std::vector<std::string>{"roll"});
  EXPECT_EQ(m.events[1].deactivate, (std::vector<std::string>{"assist", "coil"}));
  EXPECT_EQ(m.events[1].set[0], (std::pair<std::string, Function>{"i", "i/2"}));
  EXPECT_FALSE(m.events[2].active);

  const AnalysisOptions& a = *m.analysis;
  EXPECT_EQ(a.start, StartAt::equilibrium);
  EXPECT_EQ(a.weights[1], (std::pair<std::string, double>{"nut", 0.5}));
  EXPECT_EQ(a.newton, Newton::modified);
  EXPECT_EQ(a.baumgarte->beta, 20);
  EXPECT_EQ(a.penalty->omega, 10);
  EXPECT_TRUE(a.index3->projections);
  EXPECT_EQ(a.equilibrium->find, std::vector<std::string>{"k"});
  EXPECT_EQ(a.equilibrium->so_that, std::vector<std::string>{"rack.x == 30 mm"});
  EXPECT_EQ(a.equilibrium->kind, EquilibriumKind::steady);
  EXPECT_EQ(a.equilibrium->starts, 3);
  EXPECT_EQ(a.modes->about, About::design);
  EXPECT_EQ(a.modes->frequencies->points, 400);
  EXPECT_EQ(a.modes->frequencies->to, 50);
}

TEST(YamlSections, WritesWhatItReads) {
  expect_round_trip(read(machine));
  for (const char* units : {"{angle: deg}", "{length: in, mass: lb, time: ms, force: lbf, angle: deg}"}) {
    std::string text = machine;
    text.replace(text.find("{length: mm, angle: deg}"), 24, units);
    expect_round_trip(read(text));
  }
}

std::string faults(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    std::string all;
    for (Fault fault : error.faults()) {
      --fault.place.line;
      fault.place.file.clear();
      all += std::to_string(fault.place.line) + ':' + std::to_string(fault.place.column) + ": " + fault.where + ": " +
             fault.what + (fault.hint.empty() ? "" : "; " + fault.hint) + '\n';
    }
    return all;
  }
  return "";
}

void expect_one_fault(const std::string& text, const std::string& expected) {
  const std::string found = faults(text);
  EXPECT_TRUE(has(found, expected)) << text << "\nexpected " << expected << "\nfound    " << found;
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << text << "\nfound:\n" << found;
}

TEST(YamlSections, FaultsOneByOne) {
  const std::string b = "bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n";
  const std::string j = b + "joints:\n  j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}\n";
  const std::string k = "  k: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}\n";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {j + "  g: {type: gear, joints: [j, k], ratio: 2}", "4:31: joints.g.joints[1]: unknown joint `k`"},
           {j + "  g: {type: gear, joints: [j, j], ratio: 2}", "4:31: joints.g.joints[1]: the coordinate is coupled with itself"},
           {j + k + "  g: {type: gear, joints: [j, k]}", "5:3: joints.g: the key `ratio` is missing"},
           {j + k + "  g: {type: coupler, joints: [j, k], ratio: 2}", "5:45: joints.g.ratio: expected a list, found `2`"},
           {j + "  s: {type: screw, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], lead: 0}",
            "joints.s.lead: the lead is zero"},
           {j + "  p: {type: planar, bodies: [ground, b], at: [0, 0, 0]}", "4:3: joints.p.axis: the type `planar` needs `axis`"},
           {j + "  p: {type: fixed, bodies: [ground], at: [0, 0, 0]}",
            "4:28: joints.p.bodies: expected a list of 2, found a list of 1"},
           {b + "forces: {f: {type: joint_force, joint: b, torque: 1}}",
            "2:40: forces.f.joint: unknown joint `b` (that name is in `bodies`)"},
           {j + "forces: {f: {type: joint_force, joint: j, force: 1}}", "forces.f.force: `j` is an angle; give `torque`"},
           {j + "forces: {f: {type: bushing, bodies: [ground, b], at: [0, 0, 0], stiffness: [1, 2]}}",
            "4:76: forces.f.stiffness: expected a list of 3 numbers, found a list of 2"},
           {j + "forces: {f: {type: bushing, bodies: [ground, b], at: [0, 0, 0], matrix: [[1, 2], [3, 4]]}}",
            "4:73: forces.f.matrix: expected 6 rows of 6 numbers, found a list of 2"},
           {j + "forces: {f: {type: bushing, bodies: [ground, b], at: [0, 0, 0], preload: [1, 2, 3, 4 N, 5, 6]}}",
            "4:84: forces.f.preload[3]: the unit `N` is force, expected force*length"},
           {j + "forces: {f: {type: rotational_spring_damper, bodies: [ground, b]}}", "forces.f.axis: the type"},
           {"inputs: {u: [1]}", "1:13: inputs.u: expected a number, found a list of 1"},
           {j + "inputs: {u: j.angle}", "4:13: inputs.u: `j.angle` may not be used here"},
           {"states: {i: {initial: t, derivative: i}}", "1:23: states.i.initial: `t` may not be used here"},
           {"states: {i: {derivative: k}}", "1:26: states.i.derivative: unknown name `k`"},
           {"states: {i: {derivative: i, start: 3}}", "1:29: states.i.start: unknown key `start`"},
           {"events: {e: {when: t > 1}}", "1:10: events.e: the key `do` is missing"},
           {"events: {e: {when: t > 1, do: halt}}", "1:31: events.e.do: expected one of stop, record, switch, found `halt`"},
           {"events: {e: {when: t > 1, do: switch, activate: [x]}}", "1:50: events.e.activate[0]: unknown element `x`"},
           {"events: {e: {when: t > 1, do: switch, set: {x: 1}}}", "1:45: events.e.set.x: unknown state `x`"},
           {"events: {e: {when: t > 1, do: switch, set: [x]}}", "1:44: events.e.set: expected names with values"},
           {"constraints: {c: {type: expression}}", "1:15: constraints.c.equal_zero: the expression holds no column"},
           {j + "constraints: {c: {type: expression, equal_zero: j.speed}}",
            "4:49: constraints.c.equal_zero: `j.speed` may not be"},
           {"analysis: {type: modes, modes: {frequencies: {points: 2.5}}}",
            "1:55: analysis.modes.frequencies.points: expected a whole"},
           {"analysis: {type: modes, modes: {frequencies: {from: 1 m}}}", "1:53: analysis.modes.frequencies.from: the unit `m`"},
           {"analysis: {type: dynamics, weights: {x: 1}}", "1:38: analysis.weights.x: unknown body `x`"},
           {b + "analysis: {type: dynamics, weights: {b: -1}}", "2:38: analysis.weights.b: the value must be positive"},
           {"analysis: {type: dynamics, weights: {x: 1, x: 2}}", "1:44: analysis.weights.x: the name is repeated"},
           {"analysis: {type: dynamics, newton: half}", "expected one of full, modified, quasi"},
           {"analysis: {type: dynamics, index3: {projections: 1}}", "expected `true` or `false`"},
           {"analysis: {type: equilibrium, equilibrium: {find: [k], so_that: [\"1 == 2\"]}}", "find[0]: unknown parameter `k`"},
       })
    expect_one_fault(text, expected);
}

// ---- planar models ----------------------------------------------------------------------------------------------------------

const char* const planar = R"yaml(dimension: 2
units: {length: mm, angle: deg}
parameters: {L: 1000}
points: {O: [0, 0], P: [L, 0]}
bodies:
  arm:
    mass: 2
    inertia: 5 kg*m^2
    position: [L/2, 0]
    orientation: 400
    velocity: [1, 2]
    angular_velocity: 30
    geometry: [{type: box, size: [10, 20], at: [0, 0]}, {type: line, from: O, to: {in: arm, at: [10, 0]}}]
  block: {mass: 1, inertia: 1, position: P}
joints:
  pin: {type: revolute, bodies: [ground, arm], at: O, initial: {angle: 20}}
  back: {type: revolute, bodies: [arm, block], at: P, axis: [0, 0, -1]}
  guide: {type: prismatic, bodies: [ground, block], at: P, axis: {from: O, to: P}, axis2: {in: block, axis: [1, 0]}}
  rim: {type: rolling, bodies: [ground, block], at: [0, -100], axis: [0, 1], at2: P, radius: 100}
constraints:
  dist: {type: distance, bodies: [ground, block], at: O, at2: P}
  level: {type: coordinate, bodies: [ground, block], at: O, coordinate: y, value: 3}
drivers:
  turn: {body: block, coordinate: angle, value: 90, active: false}
  lift: {body: block, at: P, coordinate: y, value: "10*t", active: false}
forces:
  push: {type: force, body: block, components: [1, "2*t"]}
  pull: {type: force, body: block, frame: body, magnitude: 3, direction: [1, 1]}
  twist: {type: torque, body: arm, magnitude: "2*t"}
  turner: {type: torque, body: arm, components: [7]}
  other: {type: torque, body: arm, components: 8 N*m}
  coil: {type: rotational_spring_damper, bodies: [ground, block], stiffness: 1}
  spring: {type: spring_damper, from: {body: ground, at: O}, to: {body: block, at: [L, 5]}, stiffness: 1}
  mount: {type: bushing, bodies: [arm, block], at: P, orientation: 30, stiffness: [1, 2], rotational_stiffness: 3, preload: [1, 2, 3]}
  plate: {type: bushing, bodies: [ground, block], at: P, matrix: [[1, 2, 3], [4, 5, 6], [7, 8, 9 N*m/rad]]}
sensors:
  tip: {body: block, at: P, axis: [0, 1]}
outputs: {a: "arm.angle + tip.ux + number(pin.tz)"}
)yaml";

TEST(YamlPlanar, DataAreSpatial) {
  const Model m = read(planar);
  EXPECT_EQ(m.dimension, 2);
  EXPECT_EQ(m.gravity, Vector3(0, -9.80665, 0));
  EXPECT_EQ(m.points[1].at, Vector3(1, 0, 0));
  const Body& arm = m.bodies[0];
  EXPECT_EQ(eigen(arm.inertia.matrix).diagonal(), Vec3<double>(2.5, 2.5, 5));
  EXPECT_NEAR(arm.orientation.angle, 400 * pi / 180, 1e-15);  // whole turns are kept
  EXPECT_NEAR(arm.orientation.quaternion[0], -std::cos(pi / 9), 1e-15);
  EXPECT_NEAR((*arm.velocity - Vector3(0.001, 0.002, 0)).norm(), 0, 1e-18);
  EXPECT_NEAR((*arm.angular_velocity - Vector3(0, 0, pi / 6)).norm(), 0, 1e-15);
  EXPECT_EQ(*arm.geometry[0].size, Vector3(0.01, 0.02, 0));
  EXPECT_EQ(m.joints[0].axis->axis, Vector3::UnitZ());
  EXPECT_EQ(m.joints[1].axis->axis, -Vector3::UnitZ());
  EXPECT_EQ(m.joints[2].axis->axis, Vector3(1, 0, 0));
  EXPECT_NEAR(m.drivers[0].value->number, pi / 2, 1e-15);
  EXPECT_EQ((*m.forces[0].kind.as<AppliedForce>().components)[1].text, "2*t");
  EXPECT_EQ((*m.forces[0].kind.as<AppliedForce>().components)[2], Function(0.0));
  EXPECT_EQ(m.forces[2].kind.as<AppliedTorque>().direction->axis, Vector3::UnitZ());
  EXPECT_NEAR((*m.forces[3].kind.as<AppliedTorque>().components)[2].number, 0.007, 1e-18);
  EXPECT_EQ((*m.forces[4].kind.as<AppliedTorque>().components)[2].number, 8);
  EXPECT_EQ(m.forces[5].axis->axis, Vector3::UnitZ());
  const auto& mount = m.forces[7].kind.as<Bushing>();
  EXPECT_NEAR((*mount.stiffness)[1], 2000, 1e-12);
  EXPECT_EQ((*mount.stiffness)[2], 0);
  EXPECT_NEAR((*mount.rotational_stiffness)[2], 3e-3 * 180 / pi, 1e-15);
  EXPECT_NEAR((*mount.preload)[5], 3e-3, 1e-18);
  EXPECT_NEAR(m.forces[7].orientation->angle, pi / 6, 1e-15);
  const auto& K = *m.forces[8].kind.as<Bushing>().matrix;
  EXPECT_NEAR(K[0][1], 2000, 1e-12);
  EXPECT_NEAR(K[0][5], 3 * 180 / pi, 1e-12);
  EXPECT_NEAR(K[5][1], 8, 1e-15);
  EXPECT_EQ(K[5][5], 9);
  EXPECT_EQ(K[3][3], 0);
  EXPECT_EQ(read("dimension: 2\ngravity: [1, 2]").gravity, Vector3(1, 2, 0));
}

TEST(YamlPlanar, WritesTheShortForm) {
  const Model m = read(planar);
  expect_round_trip(m);
  const std::string text = write_yaml(m);
  EXPECT_TRUE(has(text, "\ndimension: 2\n"));
  EXPECT_TRUE(has(text, "P: [1000, 0]\n"));
  EXPECT_TRUE(has(text, "pin: {type: revolute, bodies: [ground, arm], at: [0, 0], initial: {angle: 20}}\n")) << text;
  EXPECT_TRUE(has(text, "twist: {type: torque, body: arm, magnitude: 2*t}\n")) << text;
  EXPECT_TRUE(has(text, "matrix: [[1, 2, 3], [4, 5, 6], [7, 8, 157.07963267948966]]")) << text;
}

TEST(YamlPlanar, RefusesWhatIsNotInThePlane) {
  const std::string b = "dimension: 2\nbodies: {b: {mass: 1, inertia: 1, position: [0, 0]}}\n";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"dimension: 2\npoints: {A: [0, 0, 0]}", "2:13: points.A: expected a list of 2 numbers, found a list of 3"},
           {"dimension: 2\ngravity: [0, 0, -9.81]",
            "2:10: gravity: expected a list of 2 numbers, found a list of 3; a planar model"},
           {"dimension: 2\nbodies: {b: {inertia: [1, 1, 1]}}", "2:23: bodies.b.inertia: expected one moment of inertia about z"},
           {"dimension: 2\nbodies: {b: {orientation: {axis: [0, 0, 1], angle: 1}}}",
            "2:27: bodies.b.orientation: expected one angle"},
           {"dimension: 2\nbodies: {b: {angular_velocity: [0, 0, 1]}}",
            "2:32: bodies.b.angular_velocity: expected one number, about z"},
           {b + "joints: {j: {type: spherical, bodies: [ground, b], at: [0, 0]}}",
            "3:10: joints.j: a planar model has no `spherical`; it has revolute, prismatic"},
           {b + "joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0], axis: [1, 0]}}",
            "joints.j.axis: in a planar model rotations"},
           {b + "joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0], axis: [0, 1, 0]}}",
            "joints.j.axis: a planar model has no dir"},
           {b + "joints: {j: {type: prismatic, bodies: [ground, b], at: [0, 0], axis: [0, 0, 1]}}",
            "joints.j.axis: the axis is not in"},
           {b + "drivers: {d: {body: b, coordinate: z, value: t}}",
            "3:36: drivers.d.coordinate: a planar model has no z; x, y or angle"},
           {b + "constraints: {c: {type: coordinate, bodies: [ground, b], at: [0, 0], coordinate: z}}",
            "a planar model has no z; x or y"},
           {b + "forces: {f: {type: force, body: b, components: [1, 2, 3]}}", "3:48: forces.f.components: expected a list of 2"},
           {b + "forces: {f: {type: torque, body: b, components: [1, 2, 3]}}",
            "forces.f.components: expected one number, about z"},
           {b + "outputs: {o: b.z}", "unknown name `b.z`"},
           {"bodies: {b: {position: [0, 0, 0]}}\ndrivers: {d: {body: b, coordinate: angle, value: 1}}", "no single angle"},
       })
    expect_one_fault(text, expected);
}

}  // namespace
}  // namespace bricard
