// Drivers of bodies along a direction and through the angles rx, ry, rz. The references are products of rotation matrices and
// Newton's and Euler's equations worked out here, and the mirror image of a motion.
#include <Eigen/Geometry>
#include <numbers>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

Matrix about(int axis, double angle) { return Eigen::AngleAxisd(angle, Vector::Unit(axis)).toRotationMatrix(); }

// Over more than a turn of rx and rz.
Vector angles(double t) { return {4 * t + 0.3 * std::sin(5 * t), 1.1 * std::sin(3 * t), -5 * t + 0.4 * t * t}; }
Vector rates(double t) { return {4 + 1.5 * std::cos(5 * t), 3.3 * std::cos(3 * t), -5 + 0.8 * t}; }
Matrix turned(double t) { return about(0, angles(t)[0]) * about(1, angles(t)[1]) * about(2, angles(t)[2]); }
Matrix axes(double t) {
  Matrix columns;
  columns << Vector::UnitX(), about(0, angles(t)[0]) * Vector::UnitY(),
      about(0, angles(t)[0]) * about(1, angles(t)[1]) * Vector::UnitZ();
  return columns;
}
Vector spin(double t) { return axes(t) * rates(t); }
Vector spin_rate(double t) {
  constexpr double h = 1e-4;
  return (8 * (spin(t + h) - spin(t - h)) - (spin(t + 2 * h) - spin(t - 2 * h))) / (12 * h);
}

// Three directions that are neither unit vectors nor at right angles, and what is asked along them.
const Matrix directions = (Matrix() << 0, 3, 4, 1, 0, 1, 1, -2, 0).finished();  // in rows
Vector along(double t) { return {0.2 * t * t, std::sin(t), 0.3 - t}; }
Vector along_rate2(double t) { return {0.4, -std::sin(t), 0}; }

const std::string brick = R"(bricard: 1
gravity: [0, 0, -9.81]
bodies:
  brick: {mass: 2, inertia: [0.3, 0.5, 0.7], position: [0, 0, 0.1], orientation: {euler_xyz: [0.02, 0.01, 0.03]}}
drivers:
  roll:  {body: brick, coordinate: rx, value: 4*t + 0.3*sin(5*t)}
  pitch: {body: brick, coordinate: ry, value: 1.1*sin(3*t)}
  yaw:   {body: brick, coordinate: rz, value: -5*t + 0.4*t^2}
  first:  {body: brick, direction: [0, 3, 4], value: 0.2*t^2}
  second: {body: brick, direction: [1, 0, 1], value: sin(t)}
  third:  {body: brick, direction: [1, -2, 0], value: 0.3 - t}
analysis: )";

Vector triple(const Results& results, const std::string& name, const std::array<const char*, 3>& columns, int row) {
  return {value(results, name + columns[0], row), value(results, name + columns[1], row), value(results, name + columns[2], row)};
}

TEST(BodyDrivers, TurnAndLeadABodyAsTheAnglesAndDirectionsSay) {
  for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
    SCOPED_TRACE(coordinates);
    const std::string options =
        std::string("{type: inverse_dynamics, duration: 2, output_step: 0.1, coordinates: ") + coordinates + "}";
    const Results results = run(read_yaml_text(brick + options, "m.yaml"));
    EXPECT_DONE(results);
    Matrix units = directions;
    for (int i = 0; i < 3; ++i) units.row(i).normalize();
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row);
      const Matrix R = turned(t);
      const Eigen::Quaterniond e(value(results, "brick.e0", row), value(results, "brick.e1", row),
                                 value(results, "brick.e2", row), value(results, "brick.e3", row));
      EXPECT_LT((e.toRotationMatrix() - R).norm(), 1e-9) << t;
      EXPECT_NEAR(value(results, "roll.value", row), angles(t)[0], 1e-12);
      EXPECT_LT((triple(results, "brick.", {"wx", "wy", "wz"}, row) - spin(t)).norm(), 1e-8) << t;
      const Vector p = triple(results, "brick.", {"x", "y", "z"}, row);
      EXPECT_LT((units * p - along(t)).norm(), 1e-10) << t;
      // Σ e_i F_i = m (a - g);  the torque of each angle is the share of I w' + w × I w along the axis of its rate.
      const Vector a = units.inverse() * along_rate2(t), force = 2 * (a + Vector(0, 0, 9.81));
      const Vector F(value(results, "first.force", row), value(results, "second.force", row), value(results, "third.force", row));
      EXPECT_LT((units.transpose() * F - force).norm(), 1e-7) << t;
      const Matrix I = R * Vector(0.3, 0.5, 0.7).asDiagonal() * R.transpose();
      const Vector torque = axes(t).transpose() * (I * spin_rate(t) + spin(t).cross(I * spin(t)));
      EXPECT_LT((triple(results, "", {"roll.torque", "pitch.torque", "yaw.torque"}, row) - torque).norm(), 1e-6) << t;
    }
  }
}

// A brick on a slope that only one angle and one direction hold: a wheel of known torque.
TEST(BodyDrivers, OneAngleLeavesTheOthersFree) {
  const std::string text = R"(bricard: 1
units: {length: mm, angle: deg}
gravity: [0, 0, 0]
bodies:
  top: {mass: 1, inertia: [100, 100, 400], position: [0, 0, 0], angular_velocity: [0, 0, 0]}
drivers:
  spin: {body: top, coordinate: rz, value: 90*t^2}
analysis: {type: dynamics, duration: 4, output_step: 0.5, coordinates: )";
  for (const char* coordinates : {"absolute", "relative"}) {
    const Results results = run(read_yaml_text(text + coordinates + "}", "m.yaml"));
    EXPECT_DONE(results);
    const int last = results.rows() - 1;
    EXPECT_NEAR(value(results, "spin.value", last), 8 * std::numbers::pi, 1e-12);  // four turns; Results are in SI
    // I rz'' with rz'' = 180 deg/s²
    EXPECT_NEAR(value(results, "spin.torque", last), 400e-6 * std::numbers::pi, 1e-12);
    EXPECT_NEAR(value(results, "top.wz", last), 4 * std::numbers::pi, 1e-9);
  }
}

TEST(BodyDrivers, AreRefusedByNameNearTheEndsOfRy) {
  const std::string start = R"(bricard: 1
bodies: {top: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
drivers: {tip: {body: top, coordinate: ry, value: )";
  const Results results = run(read_yaml_text(start + "t}}\nanalysis: {type: dynamics, duration: 2, output_step: 0.1}", "m.yaml"));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NE(results.summary.outcome.message.find("body 'top' has its angle ry at 90 deg, where rx, ry, rz are not defined"),
            std::string::npos)
      << results.summary.outcome.message;
  EXPECT_GT(value(results, "t", results.rows() - 1), 1.4);
  try {
    read_yaml_text(start + "90 deg}}", "m.yaml");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(error.faults()[0].what.find("`ry` lies within ±90 deg"), std::string::npos) << error.faults()[0].what;
  }
}

std::string fault(const std::string& driver, const std::string& dimension = "3") {
  const std::string at = dimension == "2" ? "[0, 0]" : "[0, 0, 0]";
  try {
    read_yaml_text(
        "bricard: 1\ndimension: " + dimension + "\nbodies: {top: {position: " + at + "}}\ndrivers: {d: " + driver + "}\n",
        "m.yaml");
  } catch (const Error& error) {
    return error.faults()[0].where + ": " + error.faults()[0].what + "; " + error.faults()[0].hint;
  }
  return "";
}

TEST(BodyDrivers, SayWhatIsWrong) {
  EXPECT_EQ(fault("{body: top, value: t}"),
            "drivers.d.coordinate: a driver of a body needs `coordinate` or `direction`; x, y, z, rx, ry or rz");
  EXPECT_EQ(fault("{body: top, coordinate: x, direction: [1, 0, 0], value: t}"),
            "drivers.d.direction: a driver of a body has a `coordinate` or a `direction`, not both; ");
  EXPECT_EQ(fault("{body: top, direction: [0, 0, 0], value: t}"),
            "drivers.d.direction: the direction has zero length; give a direction such as [0, 0, 1]");
  EXPECT_EQ(fault("{body: top, coordinate: rx, at: [1, 0, 0], value: t}"),
            "drivers.d.at: the angle of a body does not depend on a point; ");
  EXPECT_EQ(fault("{body: top, coordinate: rx, value: t}", "2"),
            "drivers.d.coordinate: a planar body has one angle, about z; x, y or angle");
  EXPECT_EQ(fault("{body: top, coordinate: angle, value: t}"),
            "drivers.d.coordinate: a body in space has no single angle; drive rx, ry or rz, or the angle of a joint");
  EXPECT_EQ(fault("{body: top, direction: [1, 1], value: t}", "2"), "");
  EXPECT_EQ(fault("{body: top, direction: [1, 1, 0], value: 5 mm}"), "");
  EXPECT_NE(fault("{body: top, direction: [1, 1, 0], value: 5 deg}").find("expected length"), std::string::npos);
  EXPECT_NE(fault("{body: top, coordinate: rx, value: 5 mm}").find("expected angle"), std::string::npos);
}

// The mirror image of a driven body, moved and in other units: its points and angles are those of the original, mirrored.
TEST(BodyDrivers, AreMirroredAndMovedWithTheirSubsystem) {
  const ScratchFolder folder("body_drivers");
  const Results original =
      run(read_model(folder
                         .write("part.bricard.yaml", brick + "{type: kinematics, duration: 1, output_step: 0.25}\n" +
                                                         "outputs: {told: second.value, turned: roll.value}\n")
                         .string()));
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = std::string(1, static_cast<char>('x' + axis));
    const Model whole = read_model(
        folder
            .write("whole.bricard.yaml",
                   "bricard: 1\nunits: {length: mm, angle: deg}\nsubsystems: {p: {file: part.bricard.yaml, mirror: " + name +
                       ", move: [100, 200, 300]}}\nanalysis: {type: kinematics, duration: 1, output_step: 0.25}\n")
            .string());
    EXPECT_EQ(read_yaml_text(write_yaml(whole), "again"), whole);
    const Results results = run(whole);
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      Vector p = triple(original, "brick.", {"x", "y", "z"}, row), w = triple(original, "brick.", {"wx", "wy", "wz"}, row);
      p[axis] = -p[axis];
      for (int i = 0; i < 3; ++i)
        if (i != axis) w[i] = -w[i];
      const Vector moved = p + Vector(0.1, 0.2, 0.3);
      EXPECT_LT((triple(results, "p.brick.", {"x", "y", "z"}, row) - moved).norm(), 1e-10) << name << row;
      EXPECT_LT((triple(results, "p.brick.", {"wx", "wy", "wz"}, row) - w).norm(), 1e-8) << name << row;
      EXPECT_NEAR(value(results, "p.told", row), value(original, "told", row), 1e-12);
      EXPECT_NEAR(value(results, "p.turned", row), value(original, "turned", row), 1e-12);
    }
  }
}

TEST(BodyDrivers, LeadAlongADirectionInThePlane) {
  for (const char* coordinates : {"absolute", "relative"}) {
    const Results results = run(read_yaml_text(std::string(R"(bricard: 1
dimension: 2
gravity: [0, -10]
bodies: {load: {mass: 3, inertia: 1, position: [1, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, load], at: [1, 0], axis: [1, 0]}}
drivers: {push: {body: load, direction: [3, 4], value: 0.6 + 0.3*t^2}}
analysis: {type: dynamics, duration: 1, output_step: 0.5, coordinates: )") +
                                                   coordinates + "}",
                                               "m.yaml"));
    EXPECT_DONE(results);
    const int last = results.rows() - 1;
    EXPECT_NEAR(value(results, "load.x", last), 1.5, 1e-9);      // 0.6 x = 0.6 + 0.3
    EXPECT_NEAR(value(results, "push.force", last), 5, 1e-9);    // 0.6 F = 3 kg 1 m/s²
    EXPECT_NEAR(value(results, "rail.fy", last), 30 - 4, 1e-9);  // the weight less 0.8 F
  }
}

}  // namespace
}  // namespace bricard
