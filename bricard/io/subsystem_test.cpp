// Model files as parts of others: names, places, mirror images, units, and what is said where something is wrong.
#include "bricard/io/subsystem.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "bricard/core/test_paths.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/expression_text.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

using Overrides = std::vector<std::pair<std::string, std::string>>;

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("bricard_subsystem_test_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path / name).parent_path());
    std::ofstream(path / name) << "bricard: 1\n" << text;
    return (path / name).string();
  }
  Model read(const std::string& text, const Overrides& overrides = {}) const {
    return read_model(write("m.yaml", text), overrides);
  }
  // With lines as in the text that was given.
  std::string faults(const std::string& text) const {
    try {
      read(text);
    } catch (const Error& error) {
      std::string all;
      for (Fault fault : error.faults()) {
        --fault.place.line;
        fault.place.file = std::filesystem::path(fault.place.file).filename();
        all += to_string(fault) + '\n';
      }
      return all;
    }
    return "";
  }
};

template <class Element>
const Element& find(const std::vector<Element>& elements, const std::string& name) {
  const int i = index_of(elements, name);
  if (i < 0) throw Error("test", "no element " + name);
  return elements[i];
}

Vector3 mirrored(const Vector3& v) { return {v[0], -v[1], v[2]}; }

void expect_near(const Vec3<double>& a, const Vec3<double>& b, double tolerance = 1e-14) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a.transpose() << "  expected " << b.transpose();
}

void expect_flat_round_trip(const Model& model) {
  const std::string text = write_yaml(model);
  const Folder folder;
  const std::string path = (folder.path / "flat.yaml").string();
  std::ofstream(path) << text;
  try {
    // A flat file has one set of units: of numbers that count in those of a part it only tells the numbers.
    const auto numbers = [](Model each) {
      for (Parameter& parameter : each.parameters) parameter.unit.reset();
      for (StateEquation& state : each.states) state.unit.reset();
      for (Table& table : each.tables) table.units = {};
      return each;
    };
    EXPECT_TRUE(numbers(read_model(path)) == numbers(model)) << text;
  } catch (const Error& error) {
    ADD_FAILURE() << error.what() << '\n' << text;
  }
}

// ---- the front axle: hard points of a corner are those of its file, mirrored for the right side
// --------------------------------

TEST(Subsystems, FrontAxleFromOneCorner) {
  const std::string models = source_dir + "/models/examples/";
  const Model axle = read_model(models + "front_axle.bricard.yaml");
  const Model corner = read_model(models + "corner.bricard.yaml");
  EXPECT_EQ(corner.bodies.size(), 4u);  // chassis and rack are ground
  EXPECT_EQ(corner.joints[0].bodies[0], "ground");
  EXPECT_EQ(corner.sensors[0].relative_to, "");
  EXPECT_EQ(axle.bodies.size(), 10u);
  for (const Body& body : corner.bodies) {
    expect_near(find(axle.bodies, "left." + body.name).position->at, body.position->at);
    expect_near(find(axle.bodies, "right." + body.name).position->at, mirrored(body.position->at));
  }
  for (const NamedPoint& point : corner.points) expect_near(find(axle.points, "right." + point.name).at, mirrored(point.at));
  const Joint& left = find(axle.joints, "left.upper_pivot");
  const Joint& right = find(axle.joints, "right.upper_pivot");
  EXPECT_EQ(left.bodies, (std::array<std::string, 2>{"car", "left.upper_arm"}));
  EXPECT_EQ(right.bodies, (std::array<std::string, 2>{"car", "right.upper_arm"}));
  expect_near(left.axis->axis, {0.3, 0, 0.015});
  expect_near(right.axis->axis, {-0.3, 0, -0.015});
  EXPECT_EQ(find(axle.joints, "right.tie_rod").bodies[0], "rack");
  EXPECT_NEAR(find(axle.forces, "right.coilover").kind.as<SpringDamper>().stiffness.number, 35e3, 1e-9);
  const Sensor& hub = find(axle.sensors, "right.hub");
  EXPECT_EQ(hub.relative_to, "car");
  EXPECT_LT(hub.axis->axis[1], -0.99);  // outwards
  EXPECT_EQ(find(axle.outputs, "left.motion_ratio").value.text, "left.coilover.rate/left.hub.vz");
  EXPECT_EQ(find(axle.outputs, "right.motion_ratio").value.text, "right.coilover.rate/right.hub.vz");
  EXPECT_EQ(find(axle.drivers, "left_wheel").body, "left.upright");
  expect_near(find(axle.drivers, "right_wheel").at->at, {0, -0.61, 0.228});
  expect_flat_round_trip(axle);
}

// ---- equal coordinates are mirror images
// ------------------------------------------------------------------------------------------

Mat3<double> turn(const Vec3<double>& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

// Where the joint takes a point of its second body: the definition of its coordinates.
Vec3<double> moved(const Joint& joint, const Vec3<double>& point, double angle, double second) {
  const Vec3<double> u = joint.axis->axis.normalized(), at = joint.at->at, from = point - at;
  if (joint.axis2) return at + turn(u, angle) * turn(joint.axis2->axis, second) * from;
  return at + turn(u, angle) * from + second * u;
}

TEST(Subsystems, EqualAnglesAreMirrorImages) {
  const Folder folder;
  folder.write("part.yaml", R"yaml(interface: base
bodies: {b: {position: [1, 2, 3]}}
joints:
  hinge: {type: revolute, bodies: [base, b], at: [1, 2, 3], axis: [1, 2, -3], initial: {angle: 0.3, speed: 2}}
  slide: {type: prismatic, bodies: [base, b], at: [1, 2, 3], axis: [1, 2, -3], initial: {position: 0.3, rate: 2}}
  sleeve: {type: cylindrical, bodies: [base, b], at: [1, 2, 3], axis: [1, 2, -3], initial: {angle: 0.3, position: 0.4, rate: 5}}
  screw: {type: screw, bodies: [base, b], at: [1, 2, 3], axis: [1, 2, -3], lead: 0.7}
  cross: {type: universal, bodies: [base, b], at: [1, 2, 3], axis: [1, 2, -3], axis2: [3, 0, 1]}
  wheel: {type: rolling, bodies: [base, b], at: [1, 2, 2], axis: [0, 1, 2], at2: [1, 2, 3], radius: 1}
  mesh: {type: gear, joints: [hinge, sleeve.angle], ratio: -2}
  rack: {type: rack_pinion, joints: [hinge, sleeve.position], ratio: 0.1}
  rack2: {type: rack_pinion, joints: [hinge, slide], ratio: 0.1}
  sum: {type: coupler, joints: [hinge, sleeve.position, slide, screw.position], ratio: [1, 2, 3, 4]}
drivers:
  push: {joint: sleeve, position: "2*t", active: false}
  turn: {joint: sleeve, angle: "2*t", active: false}
forces:
  actuator: {type: joint_force, joint: sleeve.position, force: 3}
  motor: {type: joint_force, joint: hinge, torque: number(sleeve.position)}
)yaml");
  const Model model = folder.read(
      "subsystems:\n  a: {file: part.yaml, bodies: {base: ground}}\n  b: {file: part.yaml, bodies: {base: ground}, mirror: y}\n");
  const Vec3<double> p(0.3, -1.2, 2.5);
  for (const double angle : {0.4, -2.0})
    for (const double second : {0.25, -1.5}) {
      const auto check = [&](const std::string& name, double first, double own, double image) {
        const Joint &a = find(model.joints, "a." + name), &b = find(model.joints, "b." + name);
        expect_near(moved(b, mirrored(p), first, image), mirrored(moved(a, p, first, own)));
      };
      check("hinge", angle, 0, 0);
      check("slide", 0, second, second);
      check("sleeve", angle, second, -second);  // along the axis of rotation a position changes its sign
      check("cross", angle, second, second);
      const auto lead = [&](const char* name) { return find(model.joints, name).kind.as<Screw>().lead; };
      check("screw", angle, lead("a.screw") * angle / (2 * std::numbers::pi), lead("b.screw") * angle / (2 * std::numbers::pi));
    }
  expect_near(find(model.joints, "b.wheel").axis->axis, {0, -1, 2});  // the ball stays above the plane
  EXPECT_EQ(*find(model.joints, "b.sleeve").initial->find("angle"), 0.3);
  EXPECT_EQ(*find(model.joints, "b.sleeve").initial->find("position"), -0.4);
  EXPECT_EQ(*find(model.joints, "b.sleeve").initial->find("rate"), -5);
  EXPECT_EQ(*find(model.joints, "b.slide").initial->find("position"), 0.3);
  EXPECT_EQ(find(model.joints, "b.mesh").joints[1], "b.sleeve.angle");
  EXPECT_EQ(find(model.joints, "b.mesh").kind.as<Gear>().ratio, -2);
  EXPECT_EQ(find(model.joints, "b.rack").kind.as<RackPinion>().ratio, -0.1);
  EXPECT_EQ(find(model.joints, "b.rack2").kind.as<RackPinion>().ratio, 0.1);
  EXPECT_EQ(find(model.joints, "b.sum").kind.as<Coupler>().ratio, (std::vector<double>{1, -2, 3, -4}));
  EXPECT_EQ(find(model.drivers, "b.push").prescribed.find("position")->text, "-(2*t)");
  EXPECT_EQ(find(model.drivers, "b.turn").prescribed.find("angle")->text, "2*t");
  EXPECT_EQ(find(model.forces, "b.actuator").kind.as<JointForce>().force->number, -3);
  EXPECT_EQ(find(model.forces, "b.motor").kind.as<JointForce>().torque->text, "number((-b.sleeve.position))");
  expect_flat_round_trip(model);
}

TEST(Subsystems, MirrorsBodiesAndLoads) {
  const Folder folder;
  folder.write("part.yaml", R"yaml(bodies:
  b: {mass: 1, inertia: [3, 4, 5, 0.1, 0.2, 0.3], position: [1, 2, 3], orientation: {euler_xyz: [0.1, 0.2, 0.3]},
      velocity: [1, 2, 3], angular_velocity: [1, 2, 3], geometry: [{type: sphere, radius: 1, at: {in: b, at: [1, 2, 3]}}]}
forces:
  f: {type: force, body: b, components: [1, 2, "3*t"], at: {in: b, at: [1, 2, 3]}}
  q: {type: torque, body: b, frame: body, components: [1, "2*t", 3]}
  d: {type: torque, body: b, magnitude: 3, direction: [1, 2, 3]}
  m: {type: bushing, bodies: [ground, b], at: [1, 2, 3], preload: [1, 2, 3, 4, 5, 6], matrix: [[9, 1, 2, 3, 4, 5],
      [1, 9, 6, 7, 8, 1], [2, 6, 9, 2, 3, 4], [3, 7, 2, 9, 5, 6], [4, 8, 3, 5, 9, 7], [5, 1, 4, 6, 7, 9]]}
  r: {type: rotational_spring_damper, bodies: [ground, b], axis: [1, 2, 3], stiffness: 1}
sensors: {s: {body: b, axis: [1, 2, 3]}}
constraints: {c: {type: coordinate, bodies: [ground, b], at: [0, 0, 0], coordinate: y, value: 2 + t}}
drivers:
  y: {body: b, coordinate: y, value: 2, active: false}
  x: {body: b, coordinate: x, value: "1 + t", active: false}
)yaml");
  const Model m = folder.read("subsystems: {l: {file: part.yaml}, r: {file: part.yaml, mirror: y, move: [10, 20, 30]}}\n");
  const Body &a = find(m.bodies, "l.b"), &b = find(m.bodies, "r.b");
  const Mat3<double> S = Vec3<double>(1, -1, 1).asDiagonal();
  expect_near(b.position->at, {11, 18, 33});
  const Mat3<double> Ra = rotation<double>(a.orientation.quaternion), Rb = rotation<double>(b.orientation.quaternion);
  EXPECT_LE((Rb - S * Ra * S).norm(), 1e-14);
  // The inertia in global axes and the velocity of every point are mirror images.
  EXPECT_LE((Rb * eigen(b.inertia.matrix) * Rb.transpose() - S * Ra * eigen(a.inertia.matrix) * Ra.transpose() * S).norm(),
            1e-14);
  const Vec3<double> at(0.3, 0.5, -0.7), at_image = S * at;
  expect_near(*b.velocity + b.angular_velocity->cross(at_image), S * eigen(*a.velocity + a.angular_velocity->cross(at)));
  expect_near(b.geometry[0].at->at, {1, -2, 3});
  EXPECT_EQ(b.geometry[0].at->body, "r.b");
  const auto& f = *find(m.forces, "r.f").kind.as<AppliedForce>().components;
  EXPECT_EQ(f[1].number, -2);
  EXPECT_EQ(f[2].text, "3*t");
  const auto& q = *find(m.forces, "r.q").kind.as<AppliedTorque>().components;
  EXPECT_EQ(q[0].number, -1);
  EXPECT_EQ(q[1].text, "2*t");
  EXPECT_EQ(q[2].number, -3);
  expect_near(find(m.forces, "r.d").kind.as<AppliedTorque>().direction->axis, {-1, 2, -3});
  expect_near(find(m.forces, "r.r").axis->axis, {-1, 2, -3});
  expect_near(find(m.sensors, "r.s").axis->axis, {1, -2, 3});
  const auto& bush = find(m.forces, "r.m").kind.as<Bushing>();
  EXPECT_EQ(*bush.preload, (Bushing::Six{1, -2, 3, -4, 5, -6}));
  EXPECT_EQ((*bush.matrix)[0], (Bushing::Six{9, -1, 2, -3, 4, -5}));
  EXPECT_EQ(find(m.constraints, "r.c").value->text, "-(2 + t)");
  EXPECT_EQ(find(m.drivers, "r.y").value->number, 18);
  EXPECT_EQ(find(m.drivers, "r.x").value->text, "number(1 + t) + 10 m");
  expect_flat_round_trip(m);
}

// ---- texts ------------------------------------------------------------------------------------------------------------------

TEST(ExpressionText, ChangesNamesAndUnits) {
  TextChange change;
  change.name = [](std::string_view name) { return "<" + std::string(name) + ">"; };
  change.table = [](std::string_view name) { return "T_" + std::string(name); };
  EXPECT_EQ(change_text("2*a.b + 5 mm*sin(pi*t)/table( c, x) and not y", change),
            "2*<a.b> + 5 mm*sin(pi*<t>)/table( T_c, <x>) and not <y>");
  EXPECT_EQ(change_text("1e3*der((a)) + .5 N*m*step(t,0,0,1,1)", change), "1e3*der((<a>)) + .5 N*m*step(<t>,0,0,1,1)");
  change.from.length = "mm";
  change.from.time = "ms";
  EXPECT_EQ(change_text("5 cm + 3 kg", change), "50 + 3");
  EXPECT_EQ(change_text("2^der(x + (y))", change), "2^number(der(<x> + (<y>))*1 ms)");
  EXPECT_EQ(in_old_unit("x", dimension::speed, change), "x");  // mm/ms is m/s
  EXPECT_EQ(in_old_unit("x", dimension::length, change), "number(x/1 mm)");
  EXPECT_EQ(in_new_unit("x", dimension::stiffness, change), "number(x)*1 N/mm");
  EXPECT_EQ(change_text("((", change), "((");
  EXPECT_EQ(change_text("5 ", change), "5 ");
}

// The value of a function of a model in SI, columns being given in SI.
double value_of(const Model& model, const std::string& where, const std::map<std::string, double>& columns) {
  const Vocabulary vocabulary(model);
  for (const FunctionPlace& place : list_functions(model)) {
    if (place.where != where) continue;
    if (place.function->is_number()) return place.function->number;
    std::vector<ExpressionFault> faults;
    const Expression e = Expression::parse(place.function->text, vocabulary.scope(place.highest, place.own), faults);
    for (const ExpressionFault& fault : faults) ADD_FAILURE() << place.function->text << ": " << fault.what;
    std::vector<double> values(vocabulary.variables(), std::nan("")), scratch;
    for (const auto& [name, value] : columns) {
      const int i = vocabulary.find(name);
      if (i < 0)
        ADD_FAILURE() << "no column " << name;
      else
        values[i] = value / model.units.factor(vocabulary.columns()[i].dimension);
    }
    return e.evaluate<double>(values, scratch) * model.units.factor(place.dimension);
  }
  ADD_FAILURE() << where;
  return 0;
}

const char* const law = R"yaml(interface: base
parameters: {k: 2 N/mm, q: 3}
points: {P: [10, 20, 30]}
tables: {curve: {points: [[-1000, -5], [1000, 7]]}}
bodies: {b: {mass: 1, position: [1, 2, 3]}}
joints:
  hinge: {type: revolute, bodies: [base, b], at: P, axis: [1, 2, 3]}
  sleeve: {type: cylindrical, bodies: [base, b], at: P, axis: [1, 2, 3]}
sensors: {tip: {body: b, at: P}, rel: {body: b, at: P, relative_to: base}}
inputs: {u: "3*sin(pi*t/500)"}
states: {w: {initial: 1, derivative: "u - 2*w + tip.vy"}}
drivers: {d: {body: b, coordinate: y, value: "25 mm + 3*t", active: false}}
forces:
  spring: {type: spring_damper, from: {body: base, at: [0, 0, 0]}, to: {body: b, at: P}, stiffness: k*(1 + hinge.angle/90),
           force: "k*(length - 5 mm) + q*tip.y + table(curve, rate) + sind(hinge.angle) + number(P.y*rel.y) + number(base.x) + 4*der(tip.y) + 0.1*sleeve.position + w*u + number(b.wx) + b.e1"}
)yaml";

// Time is in ms in the part: speeds, angular speeds, der() and the equation of the state change with it.
TEST(Subsystems, TextsKeepTheirMeaningInOtherUnitsAndMirrored) {
  const Folder folder;
  folder.write("part.yaml", std::string("units: {length: mm, angle: deg, time: ms}\n") + law);
  const std::string use = "bodies: {car: {mass: 1, position: [7, 8, 9]}}\nsubsystems:\n";
  const Model part = folder.read(std::string("units: {length: mm, angle: deg, time: ms}\n") + law);
  const Model plain = folder.read(use + "  s: {file: part.yaml, bodies: {base: car}}\n");
  const Model mirror = folder.read("units: {length: in, force: lbf}\n" + use +
                                   "  s: {file: part.yaml, bodies: {base: car}, mirror: y, move: [0.5 m, -0.7 m, 3 m]}\n");
  EXPECT_EQ(find(plain.parameters, "s.k").value, 2);  // in its own file's units
  const double t = 0.12, length = 0.3, rate = 0.2, angle = 0.5, y = 0.04, vy = 0.6, rel = 0.02, x = 0, p = 0.03, u = 2, w = 0.7,
               wx = 0.9, e1 = 0.1;
  const auto columns = [&](const std::string& s, double sign, const Vector3& move) {
    std::map<std::string, double> c{{"t", t},
                                    {s + "spring.length", length},
                                    {s + "spring.rate", rate},
                                    {s + "hinge.angle", angle},
                                    {s + "tip.y", sign * y + move[1]},
                                    {s + "tip.vy", sign * vy},
                                    {s + "rel.y", sign * rel},
                                    {s + "sleeve.position", sign * p},
                                    {s + "u", u},
                                    {s + "w", w},
                                    {s + "b.wx", sign * wx},
                                    {s + "b.e1", sign * e1}};
    if (!s.empty()) c["car.x"] = x + move[0];
    return c;
  };
  const auto alone = columns("", 1, Vector3::Zero()), placed = columns("s.", 1, Vector3::Zero()),
             image = columns("s.", -1, Vector3(0.5, -0.7, 3));
  const auto compare = [&](const std::string& section, const std::string& key, double sign = 1, double offset = 0) {
    const double expected = value_of(part, section + '.' + key, alone);
    EXPECT_TRUE(std::isfinite(expected) && expected != 0) << key;
    EXPECT_NEAR(value_of(plain, section + ".s." + key, placed), expected, 1e-12 * std::abs(expected)) << key;
    EXPECT_NEAR(value_of(mirror, section + ".s." + key, image), sign * expected + offset, 1e-12 * std::abs(expected)) << key;
  };
  compare("forces", "spring.force");
  compare("forces", "spring.stiffness");
  compare("inputs", "u");
  compare("drivers", "d.value", -1, -0.7);
  // The law by hand: N, with lengths in mm, times in ms, angles in deg.
  const double deg = 180 / std::numbers::pi;
  const double by_hand = 2 * (300 - 5) + 3 * 40 + (1 + 6 * 0.2 / 1000) + std::sin(angle) + 20 * 20 + 0 + 4 * 0.6 + 0.1 * 30 +
                         0.7 * 2 + 0.9 * deg / 1000 + 0.1;
  EXPECT_NEAR(value_of(plain, "forces.s.spring.force", placed), by_hand, 1e-10);
  EXPECT_NEAR(value_of(plain, "states.s.w.derivative", placed), 1000 * (u - 2 * w + 0.6), 1e-9);  // per s
  expect_flat_round_trip(plain);
  expect_flat_round_trip(mirror);
}

// Coordinates in a supplied body are those of its own axes, reflected there, wherever the body stands.
TEST(Subsystems, CoordinatesInSuppliedBodies) {
  const Folder folder;
  folder.write("sub/part.yaml", R"yaml(interface: base
points: {P: {in: base, at: [1, 2, 3]}}
bodies: {b: {position: P, geometry: [{type: mesh, file: b.stl}]}, c: {position: [0, 0, 0]}}
joints: {j: {type: revolute, bodies: [base, b], at: {in: base, at: [1, 2, 3]}, axis: {in: base, axis: [1, 2, 3]}}}
sensors: {s: {body: c, axis: {from: {in: base, at: [0, 0, 0]}, to: {in: b, at: [0, 1, 0]}}}}
)yaml");
  const Model m = folder.read(
      "bodies: {car: {position: [7, 8, 9], orientation: {euler_xyz: [0.3, 0.4, 0.5]}}}\n"
      "subsystems: {l: {file: sub/part.yaml, bodies: {base: car}},\n"
      "             r: {file: sub/part.yaml, bodies: {base: car}, mirror: y, move: [10, 20, 30]}}\n");
  const Mat3<double> R = rotation<double>(m.bodies[0].orientation.quaternion);
  expect_near(find(m.points, "l.P").at, Vec3<double>(7, 8, 9) + R * Vec3<double>(1, 2, 3), 1e-13);
  expect_near(find(m.points, "r.P").at, Vec3<double>(7, 8, 9) + R * Vec3<double>(1, -2, 3), 1e-13);
  expect_near(find(m.bodies, "r.b").position->at, find(m.points, "r.P").at);
  EXPECT_EQ(find(m.joints, "r.j").at->body, "car");
  EXPECT_EQ(find(m.joints, "r.j").at->at, Vector3(1, -2, 3));
  EXPECT_EQ(find(m.joints, "r.j").axis->axis, Vector3(-1, 2, -3));
  expect_near(find(m.sensors, "r.s").axis->axis, R * Vec3<double>(1, -2, 3) + Vec3<double>(0, -1, 0), 1e-13);
  EXPECT_EQ(find(m.bodies, "r.b").geometry[0].file, "sub/b.stl");
}

TEST(Subsystems, InterfaceOnGroundHasConstantColumns) {
  const Folder folder;
  folder.write("part.yaml", "interface: base\noutputs: {o: base.x + 2*base.e0 + 3*base.wz}\n");
  EXPECT_EQ(folder.read("interface: base\noutputs: {o: base.x + 2*base.e0 + 3*base.wz}\n").outputs[0].value.text,
            "0 + 2*1 + 3*0");
  const Model m = folder.read("subsystems: {s: {file: part.yaml, bodies: {base: ground}, move: [5, 0, 0]}}\n");
  EXPECT_EQ(value_of(m, "outputs.s.o", {}), -3);
}

TEST(Subsystems, PlanarMirrorTurnsAgainstZ) {
  const Folder folder;
  folder.write("leg.yaml", R"yaml(dimension: 2
interface: hip
bodies: {leg: {mass: 1, inertia: 1, position: [1, -1], orientation: 0.3, angular_velocity: 2}}
joints: {pin: {type: revolute, bodies: [hip, leg], at: [1, 0], initial: {angle: 0.1}}}
forces: {q: {type: torque, body: leg, magnitude: 3*leg.angle}}
)yaml");
  const Model m = folder.read(
      "dimension: 2\nbodies: {trunk: {mass: 1, inertia: 1, position: [0, 0]}}\nsubsystems: {r: {file: leg.yaml, bodies: {hip: "
      "trunk}, mirror: x}}\n");
  EXPECT_EQ(find(m.bodies, "r.leg").position->at, Vector3(-1, -1, 0));
  EXPECT_EQ(find(m.bodies, "r.leg").orientation.angle, -0.3);
  EXPECT_EQ((*find(m.bodies, "r.leg").angular_velocity)[2], -2);
  EXPECT_EQ(m.joints[0].axis->axis, -Vector3::UnitZ());
  EXPECT_EQ(*m.joints[0].initial->find("angle"), 0.1);
  EXPECT_EQ(m.forces[0].kind.as<AppliedTorque>().direction->axis, -Vector3::UnitZ());
  EXPECT_EQ(m.forces[0].kind.as<AppliedTorque>().magnitude->text, "3*(-r.leg.angle)");
  expect_flat_round_trip(m);
}

// ---- references into parts, nesting, parameters
// -----------------------------------------------------------------------------------

TEST(Subsystems, NestedPartsAndReferencesIntoThem) {
  const Folder folder;
  folder.write("sub/inner.yaml",
               "parameters: {a: 3 mm, n: 7}\npoints: {P: [a, 0, 0]}\nbodies: {b: {position: P}}\nstates: {s: {derivative: "
               "\"-s*n\"}}\nevents: {e: {when: s < 1, do: switch, deactivate: e, set: {s: n}}}\n");
  folder.write("sub/outer.yaml",
               "units: {length: mm}\nparameters: {b: 8}\nsubsystems: {in: {file: inner.yaml, parameters: {a: b/2}}}\n");
  const std::string text =
      "parameters: {far: 2*one.in.P.x}\npoints: {Q: one.in.P}\nbodies: {c: {position: {in: one.in.b, at: [1, 0, "
      "0]}}}\nsubsystems: "
      "{one: {file: sub/outer.yaml}, two: {file: sub/outer.yaml, parameters: {b: far*1000}, move: [0, 0, 5]}}\noutputs: {o: "
      "one.in.s + two.in.b.x}\n";
  const Model m = folder.read(text);
  EXPECT_NEAR(find(m.parameters, "far").value, 0.008, 1e-17);
  expect_near(find(m.points, "Q").at, {0.004, 0, 0});
  expect_near(find(m.bodies, "c").position->at, {1.004, 0, 0});
  expect_near(find(m.points, "two.in.P").at, {0.004, 0, 5});
  EXPECT_EQ(find(m.states, "two.in.s").derivative.text, "-two.in.s*two.in.n");
  const EventRule& event = find(m.events, "two.in.e");
  EXPECT_EQ(event.deactivate[0], "two.in.e");
  EXPECT_EQ(event.set[0].first, "two.in.s");
  EXPECT_EQ(find(folder.read(text, {{"one.in.n", "9"}, {"two.b", "100"}}).parameters, "one.in.n").value, 9);
  expect_near(find(folder.read(text, {{"two.b", "100"}}).points, "two.in.P").at, {0.05, 0, 5});
  expect_flat_round_trip(m);
}

// Copies of a kind share its values until they are changed: placing a part, mirrored and renamed, must not write into its source.
TEST(Subsystems, PlacingAPartTwiceLeavesItsModelAlone) {
  const Folder folder;
  const Model part = folder.read(R"(units: {length: mm}
parameters: {k: 2}
bodies: {arm: {mass: 1, inertia: [1, 1, 1], position: [100, 0, 0]}}
joints: {hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}
constraints: {reach: {type: expression, equal_zero: arm.x - 100 + 0*k}}
forces: {push: {type: force, body: arm, components: ["k*arm.x", 0, 0]}}
)");
  const std::string before = write_yaml(part);
  Model whole;
  Placing left, right;
  left.name = "left";
  right.name = "right";
  right.mirror = Axis::x;
  add_part(whole, part, left);
  const std::string with_left = write_yaml(whole);
  add_part(whole, part, right);
  EXPECT_EQ(write_yaml(part), before);
  EXPECT_TRUE(has(with_left, "left.arm.x")) << with_left;
  EXPECT_TRUE(has(write_yaml(whole), "right.arm.x"));
}

TEST(Subsystems, Faults) {
  const Folder folder;
  folder.write("part.yaml", "interface: [base]\nparameters: {k: 3 N/mm}\nbodies: {b: {mass: 1, position: [0, 0, 0]}}\n");
  folder.write("bad.yaml", "bodies: {b: {mass: -1, position: [0, 0, 0]}}\njoints: {j: {type: hinge}}\n");
  folder.write("loop.yaml", "subsystems: {again: {file: loop2.yaml}}\n");
  folder.write("loop2.yaml", "subsystems: {again: {file: loop.yaml}}\n");
  folder.write("flat.yaml", "dimension: 2\n");
  std::filesystem::create_directories(folder.path / "folder.yaml");
  const std::string car = "bodies: {car: {position: [0, 0, 0]}}\n";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"subsystems: {s: {file: nowhere.yaml}}", "m.yaml:1:24: error: subsystems.s.file: there is no file"},
           {"subsystems: {s: {file: folder.yaml}}", "there is no file"},
           {"subsystems: {s: {fil: part.yaml}}", "m.yaml:1:18: error: subsystems.s.fil: unknown key `fil`; did you mean `file`?"},
           {"subsystems: {s: {move: [0, 0, 0]}}", "the key `file` is missing"},
           {"subsystems: {s: {file: part.yaml}}",
            "m.yaml:1:14: error: subsystems.s: the body `base` of the interface is missing; write bodies: {base: BODY}"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: cra}}}",
            "m.yaml:2:50: error: subsystems.s.bodies.base: unknown body `cra`; did you mean `car`?"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car, bas: car}}}", "`bas` is not in the interface of"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}, parameters: {kk: 1}}}",
            "m.yaml:2:69: error: subsystems.s.parameters.kk: "},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}, parameters: {k: 1 mm}}}",
            "`mm` is length, expected force/length; the part"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}, parameters: {k: x}}}",
            "m.yaml:2:72: error: subsystems.s.parameters.k: unknown name `x`"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}, mirror: w}}", "expected one of x, y, z, found `w`"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}, move: [1, 2]}}",
            "expected a list of 3 numbers, found a list of 2"},
           {car + "subsystems: {car: {file: part.yaml, bodies: {base: car}}}",
            "`car` is an element of `bodies` and cannot be a subsystem too"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}}}\noutputs: {o: s.b.w}",
            "m.yaml:3:14: error: outputs.o: unknown name `s.b.w`"},
           {car + "subsystems: {s: {file: part.yaml, bodies: {base: car}}}\nsensors: {o: {body: s.c}}",
            "unknown body `s.c`; did you mean `s.b`?"},
           {"subsystems: {s: {file: loop.yaml}}", "the file contains itself: m.yaml -> loop.yaml -> loop2.yaml -> loop.yaml"},
           {"subsystems: {s: {file: m.yaml}}", "the file contains itself: m.yaml -> m.yaml"},
           {"subsystems: {s: {file: flat.yaml}}", "a planar model cannot be a part of a spatial one"},
           {"subsystems: {s: {file: part.yaml, bodies: {base: b}}}\nbodies: {b: {position: s.P}}", "depends on itself"},
           {"subsystems: [part.yaml]", "m.yaml:1:13: error: subsystems: expected names with values"},
           {"interface: [a, a]", "`a` is named twice"},
       }) {
    const std::string found = folder.faults(text);
    EXPECT_TRUE(has(found, expected)) << text << "\nexpected " << expected << "\nfound    " << found;
  }
  // Faults of the part are shown in its file, once, and nothing is said about what follows from them.
  EXPECT_EQ(
      folder.faults(
          "subsystems: {s: {file: bad.yaml}, r: {file: bad.yaml}}\noutputs: {o: s.b.x}\npoints: {P: {in: s.b, at: [0, 0, 0]}}\n"),
      "bad.yaml:1:20: error: bodies.b.mass: the mass is negative\n"
      "bad.yaml:2:20: error: joints.j: unknown type `hinge`; did you mean `revolute`?\n");
}

}  // namespace
}  // namespace bricard
