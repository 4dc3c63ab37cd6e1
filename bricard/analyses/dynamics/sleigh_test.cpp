// Velocity constraints by expression (`rate_zero`): Chaplygin's sleigh, a body on ice with an edge at the distance a behind its
// center of mass. With the speed v along the edge, the yaw rate w and k² = (I + m a²) / m
//   v' = a w²,  w' = -(a / k²) v w:     v = c tanh x,  w = (c / k) / cosh x,  x = x0 + (a c / k²) t,  yaw = (2 k / a) [atan tanh
//   x/2]
// (S. A. Chaplygin 1911; Yu. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, 1972, chapter III). Models:
// verification/idle/.
#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model model_of(const std::string& name) { return read_model(source_file("verification/idle/" + name + ".bricard.yaml")); }

constexpr double a = 0.3, m = 2, I = 0.25, v0 = 0.5, w0 = 1.2;

struct Sleigh {
  double k = std::sqrt((I + m * a * a) / m), c = std::sqrt(v0 * v0 + k * k * w0 * w0), x0 = std::atanh(v0 / c);
  double x(double t) const { return x0 + a * c / (k * k) * t; }
  double speed(double t) const { return c * std::tanh(x(t)); }
  double rate(double t) const { return c / k / std::cosh(x(t)); }
  double yaw(double t) const { return 2 * k / a * (std::atan(std::tanh(x(t) / 2)) - std::atan(std::tanh(x0 / 2))); }
  // Where the edge is, by Simpson's rule along its way.
  double along_x(double t) const {
    constexpr int n = 2000;
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
      const double s = t * i / n;
      sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * speed(s) * std::cos(yaw(s));
    }
    return sum * t / (3 * n);
  }
};

TEST(RateZero, ChaplyginsSleigh) {
  const Model model = model_of("sleigh");
  const Sleigh exact;
  for (const std::string& coordinates : coordinate_sets_of(model))
    for (const std::string formulation :
         {"auto", "coordinate_partitioning", "null_space", "udwadia_kalaba", "udwadia_phohomsiri", "index3"}) {
      if (formulation == std::string("udwadia_kalaba") && coordinates == "euler_parameters") continue;
      SCOPED_TRACE(coordinates + " " + formulation);
      AnalysisOptions options = *model.analysis;
      options.coordinates = coordinates;
      options.formulation = formulation;
      options.tolerance.relative = 1e-8;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      const double limit = formulation == std::string("index3") ? 1e-3 : 1e-6;
      EXPECT_NEAR(value(results, "ice.angle"), exact.yaw(5), limit);
      EXPECT_NEAR(value(results, "ice.angle_rate"), exact.rate(5), limit);
      EXPECT_NEAR(std::hypot(value(results, "blade.vx"), value(results, "blade.vy")), exact.speed(5), limit);
      EXPECT_NEAR(value(results, "blade.x"), exact.along_x(5), limit);
      // What the edge carries across: m (a w' + v w).
      const double v = exact.speed(5), w = exact.rate(5);
      EXPECT_NEAR(std::abs(value(results, "edge.effort")), std::abs(m * (v * w - a * a / (exact.k * exact.k) * v * w)),
                  10 * limit);
      ASSERT_TRUE(results.summary.balance.has_value());
      EXPECT_LT(results.summary.balance->largest_error, 1e-3 * results.summary.balance->moved + limit);
    }
}

// In mm and degrees, evaluated in the plane, the edge written by velocities of the body.
TEST(RateZero, InThePlaneAndInOtherUnits) {
  const Model model = model_of("planar_sleigh");
  const Sleigh exact;
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    options.tolerance.relative = 1e-8;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "sleigh.angle"), exact.yaw(5), 1e-6) << coordinates;
    const double yaw = exact.yaw(5);
    EXPECT_NEAR(value(results, "sleigh.x"), exact.along_x(5) + a * std::cos(yaw), 1e-6) << coordinates;
  }
}

// Across the edge the slope is carried, along it and about it springs balance. Of small motions s along the edge and u about it
//   m s'' = -k s + F u,  (I + m a²) u'' = -(c + a m g_x) u,   F = m g_y = -6 N:
// the force along the edge changes with its direction, and nothing answers it, because the constraint has no position.
TEST(RateZero, EquilibriumAndModes) {
  const Model model = model_of("sleigh_on_springs");
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    options.type = "equilibrium";
    const Results rest = run(model, options);
    ASSERT_EQ(rest.summary.outcome.status, Status::done) << rest.summary.outcome.message;
    EXPECT_NEAR(value(rest, "blade.x"), -2.0 / 50, 1e-9);
    EXPECT_NEAR(value(rest, "blade.y"), 0, 1e-9);
    EXPECT_NEAR(value(rest, "ice.angle"), 0, 1e-9);
    EXPECT_NEAR(value(rest, "edge.effort"), 6, 1e-8);
    options.type = "modes";
    const Results modes = run(model, options);
    ASSERT_EQ(modes.summary.outcome.status, Status::done) << modes.summary.outcome.message;
    std::vector<double> rates;
    for (const Mode& mode : modes.summary.modes)
      if (mode.kind != Mode::Kind::rigid) rates.push_back(mode.imag);
    ASSERT_EQ(rates.size(), 2u);
    EXPECT_NEAR(rates[0], std::sqrt((7 - 0.6) / (I + m * a * a)), 1e-6);
    EXPECT_NEAR(rates[1], std::sqrt(50 / m), 1e-6);
  }
}

// Positions do not follow from velocities that are zero: kinematics says so, by name.
TEST(RateZero, KinematicsRefusesIt) {
  Model model = model_of("sleigh");
  AnalysisOptions options = *model.analysis;
  options.type = "kinematics";
  try {
    run(model, options);
    ADD_FAILURE() << "it has no kinematics";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("constraints.edge"), std::string::npos) << error.what();
  }
}

// A ball that is not round inside rolls as the joint `rolling` has it: v = w × r at its center, by angular velocities.
TEST(RateZero, ARollingBallAsTheJoint) {
  const std::string ball =
      "bricard: 1\ngravity: [1, 0.5, -9.81]\nbodies:\n  b: {mass: 2, inertia: [0.03, 0.04, 0.05], position: [0, 0, 0.2], "
      "velocity: "
      "[0.4, -0.2, 0], angular_velocity: [1, 2, 3]}\nanalysis: {type: dynamics, duration: 3}\n";
  const Model rolling =
      read_yaml_text(ball +
                         "joints: {c: {type: rolling, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], at2: [0, 0, 0.2], "
                         "radius: 0.2}}\n",
                     "ball");
  const Model written = read_yaml_text(ball +
                                           "constraints:\n  z: {type: expression, equal_zero: b.z - 0.2}\n"
                                           "  x: {type: expression, rate_zero: b.vx - 0.2*b.wy}\n"
                                           "  y: {type: expression, rate_zero: b.vy + 0.2*b.wx}\n",
                                       "ball");
  for (const std::string& coordinates : coordinate_sets_of(written)) {
    AnalysisOptions options = *written.analysis;
    options.coordinates = coordinates;
    options.tolerance.relative = 1e-8;
    const Results right = run(rolling, options), results = run(written, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    for (const std::string column : {"b.x", "b.y", "b.wx", "b.wz", "b.e1"})
      EXPECT_NEAR(value(results, column), value(right, column), 1e-6) << coordinates << " " << column;
  }
}

// A moving edge does work: a cart is dragged with the speed 0.3 t; x = 0.15 t², and the drive gives m v² / 2.
TEST(RateZero, ASpeedThatIsPrescribed) {
  const Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, 0]\nbodies: {cart: {mass: 4, inertia: [1, 1, 1], position: [0, 0, 0]}}\njoints:\n"
      "  way: {type: prismatic, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}\nconstraints:\n"
      "  drag: {type: expression, rate_zero: \"2*way.rate - 0.6*t\"}\nanalysis: {type: dynamics, duration: 2}\n",
      "cart");
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "way.position"), 0.6, 1e-6) << coordinates;
    EXPECT_NEAR(value(results, "drag.effort"), 0.6, 1e-6) << coordinates;  // 2 effort = m x''
    EXPECT_NEAR(results.summary.balance->work_drivers, 0.72, 1e-5) << coordinates;
  }
}

TEST(RateZero, IsCheckedWithItsLine) {
  const auto faults = [](const std::string& expression) -> std::string {
    try {
      read_yaml_text(
          "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\nstates: {z: {initial: 0}}\n"
          "constraints:\n  edge: {type: expression, " +
              expression + "}\n",
          "file");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(faults("rate_zero: b.vy*cos(2*b.x) - b.vx*sin(t)"), "");
  EXPECT_NE(faults("rate_zero: b.vy*b.vx")
                .find("file:5:39: error: constraints.edge.rate_zero: the expression is not linear in "
                      "velocities: its slope by `b.vx` depends on `b.vy`"),
            std::string::npos)
      << faults("rate_zero: b.vy*b.vx");
  EXPECT_NE(faults("rate_zero: abs(b.vy)").find("not linear"), std::string::npos) << faults("rate_zero: abs(b.vy)");
  EXPECT_NE(faults("rate_zero: b.vy^2").find("not linear"), std::string::npos);
  EXPECT_NE(faults("rate_zero: b.y").find("does not depend on any velocity"), std::string::npos) << faults("rate_zero: b.y");
  EXPECT_NE(faults("rate_zero: b.vy + b.ax").find("may use only"), std::string::npos) << faults("rate_zero: b.vy + b.ax");
  EXPECT_NE(faults("rate_zero: b.vy*z").find("state `z`"), std::string::npos) << faults("rate_zero: b.vy*z");
  EXPECT_NE(faults("rate_zero: 0").find("holds no velocity"), std::string::npos);
  EXPECT_NE(faults("rate_zero: b.vy, equal_zero: b.y").find("keep one of"), std::string::npos);
}

}  // namespace
}  // namespace bricard
