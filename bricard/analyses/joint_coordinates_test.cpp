// Every coordinate of a ball, a planar and a free joint, driven, started and measured by its name. The references are products of
// rotation matrices and Newton's and Euler's equations worked out here, a universal joint and a chain of sliders that move the
// same, and the lengths of the legs of a Stewart platform from the geometry of its path.
#include <Eigen/Geometry>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
constexpr double pi = std::numbers::pi;

// Angles, rates and second rates of a motion through the three angles, faster than its output step and over more than a turn.
struct Turning {
  static Vector angles(double t) { return {4 * t + 0.3 * std::sin(5 * t), 1.1 * std::sin(3 * t), -5 * t + 0.4 * t * t}; }
  static Matrix first(double a) { return Eigen::AngleAxisd(a, Vector::UnitX()).toRotationMatrix(); }
  static Matrix second(double b) { return Eigen::AngleAxisd(b, Vector::UnitY()).toRotationMatrix(); }
  static Matrix third(double c) { return Eigen::AngleAxisd(c, Vector::UnitZ()).toRotationMatrix(); }
  static Matrix rotation(double t) {
    const Vector q = angles(t);
    return first(q[0]) * second(q[1]) * third(q[2]);
  }
  // The axes that the rates turn about.
  static Matrix axes(double t) {
    const Vector q = angles(t);
    Matrix columns;
    columns << Vector::UnitX(), first(q[0]) * Vector::UnitY(), first(q[0]) * second(q[1]) * Vector::UnitZ();
    return columns;
  }
  static Vector rates(double t) { return {4 + 1.5 * std::cos(5 * t), 3.3 * std::cos(3 * t), -5 + 0.8 * t}; }
  static Vector angular_velocity(double t) { return axes(t) * rates(t); }
};

constexpr double h = 1e-4;
template <class F>
auto derivative(F&& f, double t) {  // of order four
  return ((8 * (f(t + h) - f(t - h)) - (f(t + 2 * h) - f(t - 2 * h))) / (12 * h)).eval();
}

Vector triple(const Results& results, const std::string& name, const std::array<const char*, 3>& columns, int row) {
  return {value(results, name + columns[0], row), value(results, name + columns[1], row), value(results, name + columns[2], row)};
}

const std::string turning_drivers = R"(
  roll:  {joint: ball, rx: 4*t + 0.3*sin(5*t)}
  pitch: {joint: ball, ry: 1.1*sin(3*t)}
  yaw:   {joint: ball, rz: -5*t + 0.4*t^2}
)";

// A brick held at its center by a ball on a mast that is turned in the design position, which must not matter.
std::string brick(const std::string& joint, const std::string& drivers, const std::string& analysis) {
  return R"(bricard: 1
gravity: [0, 0, 0]
bodies:
  mast:  {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], orientation: {euler_xyz: [0.3, -0.2, 1]}}
  brick: {mass: 2, inertia: [0.3, 0.5, 0.7], position: [0, 0, 1], orientation: {euler_zxz: [0.4, 0.5, 0.6]}}
joints:
  foot: {type: fixed, bodies: [ground, mast], at: [0, 0, 0]}
  ball: )" +
         joint + "\ndrivers:" + drivers +
         "sensors: {nose: {body: brick, at: [0.2, 0.1, 1.3], axis: [0.6, 0, 0.8]}}\nanalysis: " + analysis + "\n";
}

// Axes are the global ones in the design position, so the inertia that the reference turns is the one there.
Matrix designed_inertia() {
  const Matrix R = Turning::third(0.4) * Turning::first(0.5) * Turning::third(0.6);
  return R * Vector(0.3, 0.5, 0.7).asDiagonal() * R.transpose();
}

void expect_turning(const Results& results) {
  ASSERT_EQ(results.rows(), 11);
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row);
    const Matrix R = Turning::rotation(t);
    const Vector w = Turning::angular_velocity(t), reach = R * Vector(0.2, 0.1, 0.3);
    EXPECT_LT((triple(results, "ball.", {"rx", "ry", "rz"}, row) - Turning::angles(t)).norm(), 1e-10) << row;
    EXPECT_LT((triple(results, "ball.", {"rx_rate", "ry_rate", "rz_rate"}, row) - Turning::rates(t)).norm(), 1e-9) << row;
    EXPECT_LT((triple(results, "brick.", {"wx", "wy", "wz"}, row) - w).norm(), 1e-9) << row;
    EXPECT_LT((triple(results, "brick.", {"alx", "aly", "alz"}, row) - derivative(Turning::angular_velocity, t)).norm(), 1e-8);
    EXPECT_LT((triple(results, "nose.", {"x", "y", "z"}, row) - Vector::UnitZ() - reach).norm(), 1e-10) << row;
    EXPECT_LT((triple(results, "nose.", {"vx", "vy", "vz"}, row) - w.cross(reach)).norm(), 1e-9) << row;
    EXPECT_LT((triple(results, "nose.", {"ux", "uy", "uz"}, row) - R * Vector(0.6, 0, 0.8)).norm(), 1e-10) << row;
  }
}

TEST(JointCoordinates, BallFollowsTheProductOfRotations) {
  const std::string timing = "{type: kinematics, duration: 2, output_step: 0.2}";
  for (const char* joint : {"{type: spherical, bodies: [mast, brick], at: [0, 0, 1]}",
                            "{type: spherical, bodies: [mast, brick], at: [0, 0, 1], cut: joint}"}) {
    Model model = read_yaml_text(brick(joint, turning_drivers, timing), "brick");
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(coordinates + joint);
      model.analysis->coordinates = coordinates;
      const Results results = run(model, *model.analysis);
      EXPECT_DONE(results);
      expect_turning(results);
    }
  }
}

TEST(JointCoordinates, DynamicsFollowsTheDriversToo) {
  Model model = read_yaml_text(brick("{type: spherical, bodies: [mast, brick], at: [0, 0, 1]}", turning_drivers,
                                     "{type: dynamics, duration: 2, output_step: 0.2, tolerance: 1e-9}"),
                               "brick");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    model.analysis->coordinates = coordinates;
    const Results results = run(model, *model.analysis);
    EXPECT_DONE(results);
    expect_turning(results);
  }
}

// The torque on the brick is the rate of R I Rᵀ w; a driver's part is its component along the axis that its rate turns about.
TEST(JointCoordinates, EffortsAreConjugateToTheRates) {
  const auto momentum = [](double t) {
    const Matrix R = Turning::rotation(t);
    return Vector(R * designed_inertia() * R.transpose() * Turning::angular_velocity(t));
  };
  for (const char* joint : {"{type: spherical, bodies: [mast, brick], at: [0, 0, 1]}",
                            "{type: spherical, bodies: [mast, brick], at: [0, 0, 1], cut: joint}"}) {
    Model model =
        read_yaml_text(brick(joint, turning_drivers, "{type: inverse_dynamics, duration: 2, output_step: 0.2}"), "brick");
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(coordinates + joint);
      model.analysis->coordinates = coordinates;
      const Results results = run(model, *model.analysis);
      EXPECT_DONE(results);
      for (int row = 0; row < results.rows(); ++row) {
        const double t = value(results, "t", row);
        const Vector expected = Turning::axes(t).transpose() * derivative(momentum, t);
        const Vector found(value(results, "roll.torque", row), value(results, "pitch.torque", row),
                           value(results, "yaw.torque", row));
        EXPECT_LT((found - expected).norm(), 1e-6 * (1 + expected.norm())) << row;
      }
    }
  }
}

// A ball whose rz is held at zero is a universal joint about x on the first body and y on the second: the same swing, and the
// torque that the cross passes on about its normal is the driver's.
TEST(JointCoordinates, BallWithOneAngleHeldIsAUniversalJoint) {
  const auto lamp = [](const std::string& rest) {
    return "bricard: 1\nbodies: {lamp: {mass: 3, inertia: [0.04, 0.05, 0.02], position: [0.1, 0.05, -0.4]}}\n"
           "analysis: {type: dynamics, duration: 1.5, output_step: 0.1, tolerance: 1e-10}\n" +
           rest;
  };
  const Model cross = read_yaml_text(lamp("joints: {J: {type: universal, bodies: [ground, lamp], at: [0, 0, 0], axis: [1, 0, 0],"
                                          " axis2: [0, 1, 0], initial: {angle: 20 deg, speed2: 2}}}"),
                                     "cross");
  const Results expected = run(cross, *cross.analysis);
  EXPECT_DONE(expected);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    Model ball = read_yaml_text(lamp("joints: {J: {type: spherical, bodies: [ground, lamp], at: [0, 0, 0],"
                                     " initial: {rx: 20 deg, ry_rate: 2}}}\ndrivers: {hold: {joint: J, rz: 0}}"),
                                "ball");
    ball.analysis->coordinates = coordinates;
    const Results found = run(ball, *ball.analysis);
    EXPECT_DONE(found);
    ASSERT_EQ(found.rows(), expected.rows());
    for (int row = 0; row < found.rows(); ++row) {
      EXPECT_NEAR(value(found, "J.rx", row), value(expected, "J.angle", row), 1e-7);
      EXPECT_NEAR(value(found, "J.ry", row), value(expected, "J.angle2", row), 1e-7);
      EXPECT_NEAR(value(found, "J.rx_rate", row), value(expected, "J.speed", row), 1e-6);
      EXPECT_NEAR(value(found, "J.ry_rate", row), value(expected, "J.speed2", row), 1e-6);
      // The cross gives a torque along x × y' of its axes; its component about z turned twice is that along the last axis.
      const double rx = value(found, "J.rx", row), ry = value(found, "J.ry", row);
      const Vector last = Turning::first(rx) * Turning::second(ry) * Vector::UnitZ();
      EXPECT_NEAR(value(found, "hold.torque", row), triple(expected, "J.", {"tx", "ty", "tz"}, row).dot(last), 1e-5);
    }
  }
}

TEST(JointCoordinates, OneAngleAloneIsDriven) {
  const auto run_in = [](const std::string& coordinates, const std::string& driver) {
    Model model = read_yaml_text(
        "bricard: 1\nbodies: {top: {mass: 1, inertia: [0.02, 0.03, 0.01], position: [0.05, 0.02, -0.2]}}\n"
        "joints: {ball: {type: spherical, bodies: [ground, top], at: [0, 0, 0]}}\ndrivers: {one: {joint: ball, " +
            driver + "}}\nanalysis: {type: dynamics, duration: 0.6, output_step: 0.05, tolerance: 1e-10}\n",
        "top");
    model.analysis->coordinates = coordinates;
    return run(model, *model.analysis);
  };
  for (const char* driver : {"rx: 2*t", "ry: 0.3*sin(9*t)", "rz: 30*t"}) {
    const Results first = run_in("relative", driver);
    EXPECT_DONE(first);
    const double t = value(first, "t", 7);
    const std::string name(driver, 2);
    EXPECT_NEAR(value(first, "ball." + name, 7), name == "rx" ? 2 * t : name == "ry" ? 0.3 * std::sin(9 * t) : 30 * t, 1e-9);
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(coordinates + driver);
      const Results other = run_in(coordinates, driver);
      EXPECT_DONE(other);
      for (const char* column : {"top.x", "top.vy", "top.wz", "ball.rx", "ball.ry_rate", "one.torque", "ball.fz"})
        EXPECT_NEAR(value(other, column), value(first, column), 1e-5 * (1 + std::abs(value(first, column)))) << column;
    }
  }
}

// Position and rates at the start are those of the formulas.
TEST(JointCoordinates, StartsAreKept) {
  for (const char* joint : {"spherical", "free"}) {
    const bool free = std::string_view(joint) == "free";
    const std::string more = free ? ", x: 0.3, y: -0.2, z: 0.1, x_rate: 1, y_rate: 2, z_rate: -3" : "";
    Model model = read_yaml_text(
        "bricard: 1\nbodies: {b: {mass: 1, inertia: [0.02, 0.03, 0.01], position: [0.05, 0.02, 0.2]}}\njoints: {J: {type: " +
            std::string(joint) +
            ", bodies: [ground, b], at: [0, 0, 0], initial: {rx: 200 deg, ry: -70 deg, rz: 0.4, rx_rate: 2, ry_rate: 3,"
            " rz_rate: -1" +
            more + "}}}\nanalysis: {type: dynamics, duration: 0.01}\n",
        "start");
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(coordinates + joint);
      model.analysis->coordinates = coordinates;
      const Results results = run(model, *model.analysis);
      EXPECT_DONE(results);
      const double a = 200 * pi / 180, b = -70 * pi / 180;
      EXPECT_LT((triple(results, "J.", {"rx", "ry", "rz"}, 0) - Vector(a, b, 0.4)).norm(), 1e-10);
      EXPECT_LT((triple(results, "J.", {"rx_rate", "ry_rate", "rz_rate"}, 0) - Vector(2, 3, -1)).norm(), 1e-9);
      const Vector w = 2 * Vector::UnitX() + Turning::first(a) * (3 * Vector::UnitY() - Turning::second(b) * Vector::UnitZ());
      EXPECT_LT((triple(results, "b.", {"wx", "wy", "wz"}, 0) - w).norm(), 1e-9);
      const Vector reach = Turning::first(a) * Turning::second(b) * Turning::third(0.4) * Vector(0.05, 0.02, 0.2);
      const Vector p = free ? Vector(0.3, -0.2, 0.1) : Vector(0, 0, 0), v = free ? Vector(1, 2, -3) : Vector(0, 0, 0);
      EXPECT_LT((triple(results, "b.", {"x", "y", "z"}, 0) - p - reach).norm(), 1e-10);
      EXPECT_LT((triple(results, "b.", {"vx", "vy", "vz"}, 0) - v - w.cross(reach)).norm(), 1e-9);
    }
  }
}

// Turns are counted in coordinates that hold no angle: a body spins freely about x for three turns.
TEST(JointCoordinates, TurnsAreCounted) {
  Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: [0.02, 0.03, 0.01], position: [0, 0, 0]}}\n"
      "joints: {J: {type: free, bodies: [ground, b], at: [0, 0, 0], initial: {rx_rate: 20}}}\n"
      "analysis: {type: dynamics, duration: 1, output_step: 1, tolerance: 1e-10}\n",
      "spin");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    model.analysis->coordinates = coordinates;
    EXPECT_NEAR(value(run(model, *model.analysis), "J.rx"), 20, 1e-6) << coordinates;
  }
}

// A body that hangs on a ball under a point that is moved: by x, y and z of a free joint, whose angles are left alone, or by
// three sliders and a ball.
TEST(JointCoordinates, PositionOfAFreeJointIsDrivenAlone) {
  const std::string head = "bricard: 1\nanalysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-10}\n";
  const std::string bob = "bob: {mass: 2, inertia: [0.02, 0.03, 0.01], position: [0.1, 0.2, -0.5]}";
  const std::string at = "at: [0, 0, 0]";
  const Model sliders = read_yaml_text(
      head +
          "bodies: {a: {mass: 1, position: [0, 0, 0]}, b: {mass: 1, position: [0, 0, 0]}, c: {mass: 1, position: [0, 0, 0]}, " +
          bob + "}\njoints:\n  X: {type: prismatic, bodies: [ground, a], axis: [1, 0, 0], " + at +
          "}\n  Y: {type: prismatic, bodies: [a, b], axis: [0, 1, 0], " + at +
          "}\n  Z: {type: prismatic, bodies: [b, c], axis: [0, 0, 1], " + at + "}\n  ball: {type: spherical, bodies: [c, bob], " +
          at +
          "}\ndrivers:\n  x: {joint: X, position: 1 - cos(3*t)}\n  y: {joint: Y, position: t^2}\n"
          "  z: {joint: Z, position: 0.2*cos(4*t) - 0.2}\n",
      "sliders");
  const Results expected = run(sliders, *sliders.analysis);
  EXPECT_DONE(expected);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    Model free = read_yaml_text(head + "bodies: {" + bob + "}\njoints: {J: {type: free, bodies: [ground, bob], " + at +
                                    "}}\ndrivers:\n  x: {joint: J, x: 1 - cos(3*t)}\n  y: {joint: J, y: t^2}\n"
                                    "  z: {joint: J, z: 0.2*cos(4*t) - 0.2}\n",
                                "free");
    free.analysis->coordinates = coordinates;
    const Results found = run(free, *free.analysis);
    EXPECT_DONE(found);
    for (int row = 0; row < found.rows(); ++row) {
      for (const char* column : {"bob.x", "bob.y", "bob.z", "bob.wx", "bob.wz", "bob.ax"})
        EXPECT_NEAR(value(found, column, row), value(expected, column, row), 1e-6) << column;
      const Vector efforts(value(found, "x.force", row), value(found, "y.force", row), value(found, "z.force", row));
      EXPECT_LT((efforts - triple(expected, "ball.", {"fx", "fy", "fz"}, row)).norm(), 1e-5);
    }
  }
}

// x, y and angle of a point of a plate beside its center of mass; Newton and Euler in the plane.
struct Plate {
  static constexpr double mass = 2, inertia = 0.3, g = 9.81, cx = 0.3, cy = -0.1;
  static Vector point(double t) { return {std::sin(2 * t), 0.5 * t * t, 3 * t + std::sin(t)}; }
  static Vector rates(double t) { return {2 * std::cos(2 * t), t, 3 + std::cos(t)}; }
  static Vector seconds(double t) { return {-4 * std::sin(2 * t), 1, -std::sin(t)}; }
  static Vector efforts(double t) {
    const double a = point(t)[2], w = rates(t)[2], alpha = seconds(t)[2];
    const double rx = cx * std::cos(a) - cy * std::sin(a), ry = cx * std::sin(a) + cy * std::cos(a);
    const double fx = mass * (seconds(t)[0] - alpha * ry - w * w * rx), fy = mass * (seconds(t)[1] + alpha * rx - w * w * ry + g);
    return {fx, fy, inertia * alpha + rx * fy - ry * fx};
  }
};

void expect_plate(const Results& results) {
  ASSERT_EQ(results.rows(), 11);
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row);
    EXPECT_LT((triple(results, "table.", {"x", "y", "angle"}, row) - Plate::point(t)).norm(), 1e-10);
    EXPECT_LT((triple(results, "table.", {"x_rate", "y_rate", "angle_rate"}, row) - Plate::rates(t)).norm(), 1e-10);
    const Vector found(value(results, "dx.force", row), value(results, "dy.force", row), value(results, "turn.torque", row));
    EXPECT_LT((found - Plate::efforts(t)).norm(), 1e-9 * (1 + found.norm())) << row;
  }
}

const std::string plate_drivers =
    "drivers:\n  dx: {joint: table, x: sin(2*t)}\n  dy: {joint: table, y: 0.5*t^2}\n  turn: {joint: table, angle: 3*t + sin(t)}\n"
    "analysis: {type: inverse_dynamics, duration: 2, output_step: 0.2}\n";

TEST(JointCoordinates, PlanarJointNeedsTheForcesOfNewton) {
  Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, -9.81, 0]\nbodies: {plate: {mass: 2, inertia: [0.2, 0.2, 0.3], position: [0.3, -0.1, 0]}}\n"
      "joints: {table: {type: planar, bodies: [ground, plate], at: [0, 0, 0], axis: [0, 0, 1]}}\n" +
          plate_drivers,
      "plate");
  for (const char* cut : {"", "joint"}) {
    if (*cut) model.joints[0].cut = Cut::joint;
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(coordinates + cut);
      model.analysis->coordinates = coordinates;
      const Results results = run(model, *model.analysis);
      EXPECT_DONE(results);
      expect_plate(results);
    }
  }
}

TEST(JointCoordinates, PlaneModelsHaveThemToo) {
  for (const char* type : {"planar", "free"})
    for (const char* coordinates : {"relative", "absolute"}) {
      SCOPED_TRACE(std::string(type) + coordinates);
      Model model = read_yaml_text(
          "bricard: 1\ndimension: 2\ngravity: [0, -9.81]\nbodies: {plate: {mass: 2, inertia: 0.3, position: [0.3, -0.1]}}\n"
          "joints: {table: {type: " +
              std::string(type) + ", bodies: [ground, plate], at: [0, 0]}}\n" + plate_drivers,
          "plate");
      model.analysis->coordinates = coordinates;
      const Results results = run(model, *model.analysis);
      EXPECT_DONE(results);
      expect_plate(results);
    }
}

// A path of a platform as a CSV file, and the legs that carry it: their lengths are distances of points, computed by hand.
struct Stewart {
  static Vector position(double t) { return {0.1 * std::sin(t), 0.15 * std::sin(2 * t), 0.1 * t}; }
  static Vector angles(double t) { return {0.3 * std::sin(t), -0.2 * std::sin(2 * t), 0.4 * t}; }
  static Vector below(int i) { return Vector(std::cos(pi / 3 * i), std::sin(pi / 3 * i), 0); }
  static Vector above(int i) { return Vector(0.6 * std::cos(pi / 3 * i + 0.5), 0.6 * std::sin(pi / 3 * i + 0.5), 0.8); }
  static Vector leg(int i, double t) {
    const Vector center(0, 0, 0.8), q = angles(t);
    const Matrix R = Turning::first(q[0]) * Turning::second(q[1]) * Turning::third(q[2]);
    return center + position(t) + R * (above(i) - center) - below(i);
  }
};

TEST(JointCoordinates, PathOfAStewartPlatform) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "bricard_path_test";
  std::filesystem::create_directories(folder);
  std::ofstream csv(folder / "path.csv");
  csv.precision(17);
  csv << "# degrees and millimeters\nt,x,y,z,rx,ry,rz\n";
  for (int i = 0; i <= 200; ++i) {
    const double t = 0.01 * i;
    csv << t;
    for (const double x : Stewart::position(t)) csv << ',' << 1000 * x;
    for (const double a : Stewart::angles(t)) csv << ',' << 180 / pi * a;
    csv << '\n';
  }
  csv.close();
  std::string text =
      "bricard: 1\nunits: {length: mm, angle: deg}\nbodies: {platform: {mass: 5, inertia: [1e5, 1e5, 2e5], position: [0, 0, "
      "800]}}\n"
      "joints: {pose: {type: free, bodies: [ground, platform], at: [0, 0, 800]}}\ndrivers: {move: {joint: pose, path: "
      "path.csv}}\n"
      "analysis: {type: inverse_dynamics, duration: 2, output_step: 0.05}\nforces:\n";
  const auto point = [](const Vector& p) {
    return "[" + std::to_string(1000 * p[0]) + ", " + std::to_string(1000 * p[1]) + ", " + std::to_string(1000 * p[2]) + "]";
  };
  for (int i = 0; i < 6; ++i)
    text += "  leg" + std::to_string(i) + ": {type: spring_damper, from: {body: ground, at: " + point(Stewart::below(i)) +
            "}, to: {body: platform, at: " + point(Stewart::above(i)) + "}, stiffness: 0}\n";
  const Model model = read_yaml_text(text, "stewart", folder.string());
  // What the path was made into is written and read back as it is.
  EXPECT_EQ(read_yaml_text(write_yaml(model), "written").drivers, model.drivers);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    const Results results = run(model, options);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 41);
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row);
      for (int i = 0; i < 6; ++i) {
        const std::string leg = "leg" + std::to_string(i);
        const auto length = [&](double at) { return Stewart::leg(i, at).norm(); };
        EXPECT_NEAR(value(results, leg + ".length", row), length(t), 2e-9);  // points are written to 1e-6 mm
        const double rate = (length(t + 1e-5) - length(t - 1e-5)) / 2e-5;
        if (row > 1 && row < results.rows() - 2) {
          EXPECT_NEAR(value(results, leg + ".rate", row), rate, 1e-6);
        }
      }
      EXPECT_NEAR(value(results, "move.rz.value", row), Stewart::angles(t)[2], 1e-12);
      if (row > 1 && row < results.rows() - 2) {
        EXPECT_NEAR(value(results, "move.z.force", row), 5 * 9.80665, 1e-3);
      }
    }
  }
  std::filesystem::remove_all(folder);
}

// A part and its mirror image, both moved by the same drivers: they stay mirror images.
TEST(JointCoordinates, MirrorImagesMoveAsMirrorImages) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "bricard_mirror_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "part.yaml") << R"(bricard: 1
bodies:
  a: {mass: 1, inertia: [1, 1, 1], position: [0.1, 0.2, 0.3]}
  b: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0.4, 0.2]}
  c: {mass: 1, inertia: [1, 1, 1], position: [0.9, 0.3, 0.1]}
  d: {mass: 1, inertia: [1, 1, 1], position: [1.2, 0.3, 0.3]}
joints:
  A: {type: free, bodies: [ground, a], at: [0, 0, 0]}
  B: {type: spherical, bodies: [a, b], at: [0.3, 0.3, 0.3]}
  C: {type: planar, bodies: [b, c], at: [0.7, 0.3, 0.2], axis: [0.2, 0.3, 1]}
  D: {type: planar, bodies: [b, d], at: [1, 0.3, 0.2], axis: [1, 0, 0], initial: {x: 0.2, y: 0.1, angle: 0.4}}
drivers:
  ax: {joint: A, x: 0.3*t}
  ay: {joint: A, y: -0.2*t}
  az: {joint: A, z: 0.1*t}
  arx: {joint: A, rx: 0.7*t}
  ary: {joint: A, ry: -0.5*t}
  arz: {joint: A, rz: 0.4*t}
  brx: {joint: B, rx: -0.6*t}
  bry: {joint: B, ry: 0.4*t}
  brz: {joint: B, rz: 0.9*t}
  cx: {joint: C, x: 0.2*t}
  cy: {joint: C, y: 0.5*t}
  ca: {joint: C, angle: 1.1*t}
)";
  for (int axis = 0; axis < 3; ++axis) {
    const Model model =
        read_yaml_text(std::string("bricard: 1\nsubsystems: {l: {file: part.yaml}, r: {file: part.yaml, mirror: ") + "xyz"[axis] +
                           "}}\ngravity: [0, 0, 0]\n",
                       "two", folder.string());
    AnalysisOptions options = timed(1, 0.25, "relative", 1e-8);
    options.type = "dynamics";
    const Results results = run(model, options);
    EXPECT_DONE(results);
    for (const std::string body : {"a", "b", "c", "d"})
      for (const int row : {0, -1}) {
        Vector expected = triple(results, "l." + body, {".x", ".y", ".z"}, row);
        expected[axis] = -expected[axis];
        const Vector image = triple(results, "r." + body, {".x", ".y", ".z"}, row);
        EXPECT_LT((image - expected).norm(), 1e-7) << body << ' ' << axis << ' ' << row;
      }
  }
  std::filesystem::remove_all(folder);
}

std::string refusal(const std::string& type, const std::string& driver) {
  const Model model = read_yaml_text(
      "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 2, 3], position: [0, 0, 0]}}\n"
      "joints: {knee: {type: spherical, bodies: [ground, b], at: [0, 0, 0]}}\ndrivers:\n  a: {joint: knee, rx: 0.2*t}\n"
      "  nod: {joint: knee, " +
          driver + "}\n  c: {joint: knee, rz: 0}\nanalysis: {type: " + type + ", duration: 4, output_step: 0.5}\n",
      "knee");
  const Results results = run(model, *model.analysis);
  EXPECT_EQ(results.summary.outcome.status, Status::failed) << type;
  EXPECT_NEAR(value(results, "t"), pi / 2, 1e-3) << type;  // kept up to the end of the angles
  return results.summary.outcome.message;
}

TEST(JointCoordinates, AnglesAreRefusedByNameAtTheirEnds) {
  for (const char* type : {"kinematics", "inverse_dynamics", "dynamics"})
    for (const char* driver : {"ry: t", "ry: -t"}) {
      const std::string message = refusal(type, driver);
      for (const char* word : {"'knee'", "ry", "90 deg", "rx, ry, rz are not defined", "1.57"})
        EXPECT_NE(message.find(word), std::string::npos) << type << ": " << message;
    }
}

// Columns alone hinder no motion: a body that tumbles over the ends goes on, and there they are nan.
TEST(JointCoordinates, MeasuringHindersNoMotion) {
  const Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: [1, 2, 3], position: [0, 0, 0], angular_velocity: [0, 3, "
      "0]}}\n"
      "joints: {J: {type: spherical, bodies: [ground, b], at: [0, 0, 0]}}\n"
      "analysis: {type: dynamics, duration: 2*pi/3, output_step: pi/12, tolerance: 1e-10}\n",
      "tumble");
  const Results results = run(model, *model.analysis);
  EXPECT_DONE(results);
  ASSERT_EQ(results.rows(), 9);
  EXPECT_NEAR(value(results, "J.ry", 1), pi / 4, 1e-8);
  EXPECT_TRUE(std::isnan(value(results, "J.rx", 2)));  // at ry = 90 deg
  EXPECT_NEAR(value(results, "J.ry", 3), pi / 4, 1e-8);
  EXPECT_NEAR(std::abs(value(results, "J.rx", 3)), pi, 1e-8);
  EXPECT_NEAR(std::abs(value(results, "b.e0")), 1, 1e-8);  // one turn
}

}  // namespace
}  // namespace bricard
