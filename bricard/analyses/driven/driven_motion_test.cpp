// Kinematics and inverse dynamics against closed forms: slider-crank, four-bar linkage and Hooke joint through several turns,
// with output steps far longer than the motion allows a step to be; the torque of a driven pendulum and of a four-bar linkage.
#include "bricard/analyses/test_cases.hpp"
#include "bricard/analyses/test_four_bar.hpp"
#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double turns = 3;

// Rows at 0, 45, 90 ... degrees of three turns, so that 0, 180 and 360 degrees are among them.
Results driven(const Model& model, const char* type, const std::string& coordinates, double turn) {
  AnalysisOptions options = timed(turns * turn, turn / 8, coordinates, 1e-6);
  options.type = type;
  return run(model, options);
}

TEST(DrivenMotion, slider_crank) {
  const double r = 0.1, l = 0.3, w = 100;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven(benchmark("slider_crank_driven"), "kinematics", coordinates, 2 * pi / w);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 25);
    for (int row = 0; row < results.rows(); ++row) {
      const double phi = w * value(results, "t", row), s = std::sin(phi), c = std::cos(phi),
                   rod = std::sqrt(l * l - r * r * s * s);
      const double bend = r * r * (c * c - s * s) / rod + r * r * r * r * s * s * c * c / (rod * rod * rod);
      ASSERT_NEAR(value(results, "slider.x", row), r * c + rod, 1e-12) << row;
      ASSERT_NEAR(value(results, "slider.vx", row), -w * (r * s + r * r * s * c / rod), 1e-10) << row;
      ASSERT_NEAR(value(results, "slider.ax", row), -w * w * (r * c + bend), 1e-8) << row;  // of 1333
      ASSERT_NEAR(value(results, "main.angle", row), phi, 1e-10) << row;
    }
  }
}

TEST(DrivenMotion, four_bar) {
  const FourBar linkage;
  const double w = 10;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven(benchmark("four_bar_driven"), "kinematics", coordinates, 2 * pi / w);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 25);
    for (int row = 0; row < results.rows(); ++row) {
      const FourBar::Motion m = linkage.at(w * value(results, "t", row), w);
      ASSERT_NEAR(value(results, "theta3", row), double(m.theta3), 1e-10) << row;
      ASSERT_NEAR(value(results, "theta4", row), double(m.theta4), 1e-10) << row;
      ASSERT_NEAR(value(results, "coupler.wz", row), double(m.w3), 1e-10) << row;
      ASSERT_NEAR(value(results, "rocker.wz", row), double(m.w4), 1e-10) << row;
      ASSERT_NEAR(value(results, "coupler.alz", row), double(m.a3), 1e-10) << row;
      ASSERT_NEAR(value(results, "rocker.alz", row), double(m.a4), 1e-10) << row;
    }
  }
}

TEST(DrivenMotion, hooke_joint) {
  const double b = pi / 6;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven(benchmark("hooke_joint"), "kinematics", coordinates, 2 * pi);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 25);
    for (int row = 0; row < results.rows(); ++row) {
      const double p1 = value(results, "t", row), p2 = value(results, "output.angle", row);
      ASSERT_NEAR(std::sin(p2) * std::cos(b) * std::cos(p1) - std::cos(p2) * std::sin(p1), 0, 1e-12) << row;
      const double down = 1 - std::pow(std::sin(b) * std::cos(p1), 2);
      ASSERT_NEAR(value(results, "output.speed", row), std::cos(b) / down, 1e-10) << row;
    }
    EXPECT_NEAR(value(results, "output.angle"), 2 * pi * turns, 1e-10);
  }
}

// A rod of 78 kg and 4 m on a hinge, its angle from the vertical theta = pi/4 cos(2 t) (the driven pendulum of simEngine3D, case
// C2). With J = 104 kg m² about the centre, 2 m from the hinge:
//   torque = (J + m l²) theta'' + m g l sin(theta),   force on the rod = m (centre'' + g).
TEST(DrivenMotion, torque_of_a_driven_pendulum) {
  const double m = 78, J = 104, l = 2, g = 9.81, s = std::sqrt(0.5);
  Model model;
  model.gravity = {0, 0, -g};
  Body rod;
  rod.name = "rod";
  rod.mass = m;
  rod.inertia.matrix = Matrix3::diagonal({J, J, J});
  rod.position = Point{{0, l * s, -l * s}, {}};
  model.bodies = {rod};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = Revolute{};
  hinge.bodies = {"ground", "rod"};
  hinge.at = Point{};
  hinge.axis = Direction{Vector3::UnitX(), {}};
  model.joints = {hinge};
  Driver motor;
  motor.name = "motor";
  motor.joint = "hinge";
  motor.prescribed["angle"] = Function("pi/4*cos(2*t) - pi/4");
  model.drivers = {motor};
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven(model, "inverse_dynamics", coordinates, pi);
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row), theta = pi / 4 * std::cos(2 * t), rate = -pi / 2 * std::sin(2 * t),
                   second = -pi * std::cos(2 * t);
      const double ay = l * (std::cos(theta) * second - std::sin(theta) * rate * rate),
                   az = l * (std::sin(theta) * second + std::cos(theta) * rate * rate);
      ASSERT_NEAR(value(results, "motor.torque", row), (J + m * l * l) * second + m * g * l * std::sin(theta), 1e-9) << row;
      ASSERT_NEAR(value(results, "hinge.fy", row), m * ay, 1e-9) << row;
      ASSERT_NEAR(value(results, "hinge.fz", row), m * (az + g), 1e-9) << row;
      ASSERT_NEAR(value(results, "hinge.tx", row), 0, 1e-9) << row;  // the driver's effort is not the joint's
    }
  }
}

Model heavy_four_bar() {
  Model model = benchmark("four_bar_driven");
  model.gravity = {0, -9.81, 0};
  return model;
}

// Power balance: with J(theta) the kinetic energy per half squared crank rate and V(theta) the potential energy, at a constant
// rate w the torque is w²/2 dJ/dtheta + dV/dtheta.
TEST(DrivenMotion, torque_of_a_four_bar_from_its_energy) {
  const FourBar linkage;
  const double w = 10;
  const auto slope = [](auto&& f, long double x) {
    const long double h = 1e-4L;  // central differences of fourth order in long double: about 1e-14
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
  };
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results results = driven(heavy_four_bar(), "inverse_dynamics", coordinates, 2 * pi / w);
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      const long double theta = w * value(results, "t", row);
      const long double torque = w * w / 2 * slope([&](long double x) { return linkage.kinetic(x, 0); }, theta) +
                                 slope([&](long double x) { return linkage.potential(x); }, theta);
      ASSERT_NEAR(value(results, "motor.torque", row), double(torque), 1e-8) << row;  // of 900
    }
  }
}

// The torque that was found moves the crank as the driver did.
TEST(DrivenMotion, torque_of_a_four_bar_applied) {
  const double w = 10, turn = 2 * pi / w;
  AnalysisOptions options = timed(turn, turn / 2000, "relative", 1e-6);
  options.type = "inverse_dynamics";
  const Results results = run(heavy_four_bar(), options);
  EXPECT_DONE(results);
  Model free = heavy_four_bar();
  free.drivers.clear();
  Table table;
  table.name = "torque_table";
  table.interpolation = Interpolation::spline;
  for (int row = 0; row < results.rows(); ++row)
    table.points.push_back({value(results, "t", row), value(results, "motor.torque", row)});
  free.tables = {table};
  Force effort;
  effort.name = "effort";
  AppliedTorque load;
  load.components = {Function(0.0), Function(0.0), Function("table(torque_table, t)")};
  effort.kind = load;
  effort.body = "crank";
  free.forces = {effort};
  free.joints[0].initial = Initial{};
  (*free.joints[0].initial)["speed"] = w;
  const Results forward = run(free, timed(turn, turn / 8, "relative", 1e-9));
  EXPECT_DONE(forward);
  for (int row = 0; row < forward.rows(); ++row)
    EXPECT_NEAR(value(forward, "main.angle", row), w * value(forward, "t", row), 1e-7) << row;
}

// Reactions and accelerations of a driven mechanism are those of its dynamics, redundant rows included.
TEST(DrivenMotion, inverse_dynamics_agrees_with_dynamics) {
  const double w = 10, turn = 2 * pi / w;
  AnalysisOptions options = timed(turn, turn / 8, "relative", 1e-10);
  const Results forward = run(heavy_four_bar(), options);
  options.type = "inverse_dynamics";
  const Results inverse = run(heavy_four_bar(), options);
  EXPECT_DONE(inverse);
  ASSERT_EQ(inverse.columns.size(), forward.columns.size());
  for (const char* column : {"rocker.ax", "coupler.alz", "pin.fx", "wrist.fy", "pivot.fx", "motor.torque", "energy.total"})
    for (int row = 0; row < inverse.rows(); ++row)
      EXPECT_NEAR(value(inverse, column, row), value(forward, column, row), 1e-6) << column << row;
}

}  // namespace
}  // namespace bricard
