// Inverse dynamics with chosen actuators against closed forms: a two-link robot (equations of motion as in textbooks), slider-
// crank and four-bar linkage with the actuator in a dependent joint (power), a delta robot (virtual work, kinematics in closed
// form); over- and under-actuation; and forward dynamics with the computed efforts, which must give the motion back.
#include <Eigen/Dense>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/analyses/test_four_bar.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/system.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846, g = 9.81;

Model model_of(const std::string& text) { return read_yaml_text(text, "test", source_file("models/mechanisms")); }

Results inverse(const Model& model, const std::vector<std::string>& actuators, double duration, double step,
                const std::string& coordinates = "auto") {
  AnalysisOptions options = timed(duration, step, coordinates, 1e-6);
  options.type = "inverse_dynamics";
  if (!actuators.empty()) options.inverse_dynamics = InverseDynamicsOptions{actuators};
  return run(model, options);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}
void expect_warning(const Results& results, const std::string& part) {
  EXPECT_NE(joined(results.summary.warnings).find(part), std::string::npos) << part << " in\n"
                                                                            << joined(results.summary.warnings);
}
bool is_unique(const Results& results, const std::string& effort) {
  for (const auto& [name, unique] : results.summary.efforts)
    if (name == effort) return unique;
  ADD_FAILURE() << effort;
  return false;
}

bool is_unique_force(const Results& results, const std::string& joint) {  // along x
  for (const ReactionUniqueness& reaction : results.summary.reactions)
    if (reaction.joint == joint) return reaction.components[0].second;
  ADD_FAILURE() << joint;
  return false;
}

// ---- Two links in a vertical plane: shoulder at the origin, lengths l1 and l2, centers of mass at c1 and c2.

struct TwoLinks {
  double m1 = 6, l1 = 0.5, c1 = 0.25, I1 = 0.15, m2 = 4, c2 = 0.24, I2 = 0.08;
  // M(q) q'' + C(q, q') + G(q), q1 from the horizontal, q2 from the first link.
  std::array<double, 2> torques(double q1, double q2, double w1, double w2, double a1, double a2) const {
    const double cosine = l1 * c2 * std::cos(q2), h = m2 * l1 * c2 * std::sin(q2);
    const double M11 = I1 + I2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2 * cosine), M12 = I2 + m2 * (c2 * c2 + cosine),
                 M22 = I2 + m2 * c2 * c2, G2 = m2 * g * c2 * std::cos(q1 + q2);
    return {M11 * a1 + M12 * a2 - h * (2 * w1 * w2 + w2 * w2) + (m1 * c1 + m2 * l1) * g * std::cos(q1) + G2,
            M12 * a1 + M22 * a2 + h * w1 * w1 + G2};
  }
};

// Both links lie along x in the design position; the joints follow 0.7 sin 3t and 1.1 sin(4t) + 0.5 t.
Model two_links(int dimension) {
  const bool planar = dimension == 2;
  const std::string z = planar ? "" : ", 0", I1 = planar ? "0.15" : "[0.02, 0.15, 0.15]",
                    I2 = planar ? "0.08" : "[0.01, 0.08, 0.08]", axis = planar ? "" : ", axis: [0, 0, 1]";
  return model_of("bricard: 1\ndimension: " + std::to_string(dimension) + "\ngravity: [0, -9.81" + z + "]\nbodies:\n" +
                  "  one: {mass: 6, inertia: " + I1 + ", position: [0.25, 0" + z + "]}\n" +  //
                  "  two: {mass: 4, inertia: " + I2 + ", position: [0.74, 0" + z + "]}\n" +
                  "joints:\n  shoulder: {type: revolute, bodies: [ground, one], at: [0, 0" + z + "]" + axis + "}\n" +
                  "  elbow: {type: revolute, bodies: [one, two], at: [0.5, 0" + z + "]" + axis + "}\n" +
                  "drivers:\n  lift: {joint: shoulder, angle: \"0.7*sin(3*t)\"}\n" +
                  "  bend: {joint: elbow, angle: \"1.1*sin(4*t) + 0.5*t\"}\n");
}

std::array<double, 2> exact_torques(double t) {
  return TwoLinks{}.torques(0.7 * std::sin(3 * t), 1.1 * std::sin(4 * t) + 0.5 * t, 2.1 * std::cos(3 * t),
                            4.4 * std::cos(4 * t) + 0.5, -6.3 * std::sin(3 * t), -17.6 * std::sin(4 * t));
}

TEST(InverseDynamics, two_link_robot) {
  for (const int dimension : {2, 3}) {
    const Model model = two_links(dimension);
    for (const std::string& coordinates : coordinate_sets_of(model)) {
      SCOPED_TRACE(coordinates + std::to_string(dimension));
      const Results results = inverse(model, {"elbow", "shoulder.angle"}, 2, 0.05, coordinates);
      EXPECT_DONE(results);
      EXPECT_TRUE(results.summary.warnings.empty()) << joined(results.summary.warnings);
      EXPECT_TRUE(is_unique(results, "elbow") && is_unique(results, "shoulder.angle"));
      for (int row = 0; row < results.rows(); ++row) {
        const auto expected = exact_torques(value(results, "t", row));
        ASSERT_NEAR(value(results, "shoulder.torque", row), expected[0], 1e-10);
        ASSERT_NEAR(value(results, "elbow.torque", row), expected[1], 1e-10);
        ASSERT_EQ(value(results, "lift.torque", row), 0);
        ASSERT_EQ(value(results, "bend.torque", row), 0);
      }
      // The columns stand behind those of the drivers, in the order of the key.
      EXPECT_EQ(results.column("elbow.torque"), results.column("bend.torque") + 1);
      EXPECT_EQ(results.column("shoulder.torque"), results.column("elbow.torque") + 1);
      EXPECT_EQ(results.values.size(), results.columns.size() * results.rows());
    }
  }
}

// Reactions with actuators and with drivers of the same joints are the same.
TEST(InverseDynamics, reactions_do_not_depend_on_who_acts) {
  const Results by_drivers = inverse(two_links(3), {}, 1, 0.1),
                by_actuators = inverse(two_links(3), {"shoulder", "elbow"}, 1, 0.1);
  for (int row = 0; row < by_drivers.rows(); ++row)
    for (const char* column : {"shoulder.fx", "shoulder.fy", "elbow.fx", "elbow.fy", "shoulder.tz", "elbow.tx", "two.ax"})
      ASSERT_NEAR(value(by_drivers, column, row), value(by_actuators, column, row), 1e-9) << column;
}

TEST(InverseDynamics, under_actuated_robot) {
  for (const char* coordinates : {"absolute", "relative"}) {
    const Results results = inverse(two_links(2), {"shoulder"}, 1, 0.05, coordinates);
    EXPECT_DONE(results);
    expect_warning(results, "under-actuated: 1 of 2 driven freedoms is commanded by 'shoulder'; driver 'bend' carries the rest");
    EXPECT_EQ(results.summary.warnings.size(), 1u) << joined(results.summary.warnings);
    for (int row = 0; row < results.rows(); ++row) {
      const auto expected = exact_torques(value(results, "t", row));
      ASSERT_NEAR(value(results, "shoulder.torque", row), expected[0], 1e-10);
      ASSERT_NEAR(value(results, "bend.torque", row), expected[1], 1e-10);
      ASSERT_NEAR(value(results, "lift.torque", row), 0, 1e-10);
    }
  }
}

// The tool follows a path from CSV files; torques by the textbook from the angles and their rates.
TEST(InverseDynamics, robot_with_a_path_from_files) {
  const Model model = read_model(source_file("models/mechanisms/two_link_robot.bricard.yaml"));
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    const Results results = inverse(model, {"shoulder", "elbow"}, 2, 0.005, coordinates);
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      const double q1 = value(results, "upper_arm.angle", row), w1 = value(results, "upper_arm.w", row),
                   a1 = value(results, "upper_arm.al", row);
      const auto expected = TwoLinks{}.torques(q1, value(results, "forearm.angle", row) - q1, w1,
                                               value(results, "forearm.w", row) - w1, a1, value(results, "forearm.al", row) - a1);
      ASSERT_NEAR(value(results, "shoulder.torque", row), expected[0], 1e-9) << row;
      ASSERT_NEAR(value(results, "elbow.torque", row), expected[1], 1e-9) << row;
      // The files hold x = 650 - 500 s, s = 10 u^3 - 15 u^4 + 6 u^5, u = t/2, to 1e-6 mm; between its points a spline of
      // this spacing is right to h^4/384 x'''' = 2e-7 m, and its acceleration to h^2/8 x''''.
      const double u = value(results, "t", row) / 2, x = 0.65 - 0.5 * u * u * u * (10 - 15 * u + 6 * u * u);
      ASSERT_NEAR(value(results, "gripper.x", row), x, row % 10 == 0 ? 1e-8 : 3e-6) << row;
      ASSERT_NEAR(value(results, "gripper.ax", row), -0.5 * (60 * u - 180 * u * u + 120 * u * u * u) / 4, 0.03) << row;
    }
    // Continuous accelerations: a step of 5 ms changes them little.
    for (int row = 1; row < results.rows(); ++row)
      ASSERT_LT(std::abs(value(results, "gripper.ay", row) - value(results, "gripper.ay", row - 1)), 0.1) << row;
  }
}

TEST(InverseDynamics, says_where_a_table_ends) {
  const Model model = read_model(source_file("models/mechanisms/two_link_robot.bricard.yaml"));
  const Results results = inverse(model, {"shoulder", "elbow"}, 3, 0.1);
  EXPECT_TRUE(results.summary.outcome.failed());
  const std::string& message = results.summary.outcome.message;
  EXPECT_NE(
      message.find("no motion beyond t = 2 s: driver 'along_x' has no finite value at t = 2 s; table 'path_x' goes from 0 to 2"),
      std::string::npos)
      << message;
  EXPECT_NEAR(results.series("t").back(), 2, 1e-6);
}

// ---- Closed loops: the actuator sits in a joint that no driver moves.

// Crank of 0.1 m at w = 100, rod of 0.3 m.
TEST(InverseDynamics, slider_crank_pushed_at_the_slider) {
  const double r = 0.1, l = 0.3, w = 100;
  const Model model = benchmark("slider_crank_driven");
  const double turn = 2 * pi / w;
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results motor = inverse(model, {}, turn, turn / 16, coordinates);
    const Results push = inverse(model, {"guide"}, turn, turn / 16, coordinates);
    EXPECT_DONE(push);
    const std::string effort = model.drivers[0].name + ".torque";
    for (int row = 0; row < push.rows(); ++row) {
      if (row % 8 == 0) continue;  // dead points
      const double phi = w * value(push, "t", row), s = std::sin(phi), c = std::cos(phi), rod = std::sqrt(l * l - r * r * s * s);
      const double speed = -w * (r * s + r * r * s * c / rod);
      ASSERT_NEAR(value(push, "guide.force", row) * speed, value(motor, effort, row) * w,
                  1e-9 * std::max(1.0, std::abs(value(motor, effort, row) * w)))
          << row;
      ASSERT_EQ(value(push, effort, row), 0) << row;
    }
    // At the dead points it has no authority: the driver carries all, and nothing is infinite.
    expect_warning(push, "actuator 'guide' loses authority over the motion at t = 0 s and 2 more times");
    for (const int row : {0, 8, 16}) {
      EXPECT_NEAR(value(push, "guide.force", row), 0, 1e-6);
      EXPECT_NEAR(value(push, effort, row), value(motor, effort, row), 1e-6);
    }
  }
}

// A motor at the crank and a push at the slider share the load T on the crank with the least norm of (torque/length, force):
// torque + k force = T, k = dx/dphi.
TEST(InverseDynamics, torque_and_force_share_by_the_characteristic_length) {
  const double r = 0.1, l = 0.3, w = 100;
  const Model model = benchmark("slider_crank_driven");
  const double length = System(model).length(), square = length * length;
  const Results motor = inverse(model, {}, 0.05, 0.003), both = inverse(model, {"main", "guide"}, 0.05, 0.003);
  for (int row = 0; row < both.rows(); ++row) {
    const double phi = w * value(both, "t", row), s = std::sin(phi), c = std::cos(phi), rod = std::sqrt(l * l - r * r * s * s);
    const double k = -(r * s + r * r * s * c / rod), load = value(motor, "motor.torque", row);
    ASSERT_NEAR(value(both, "main.torque", row), load * square / (square + k * k), 1e-9) << row;
    ASSERT_NEAR(value(both, "guide.force", row), load * k / (square + k * k), 1e-8) << row;
  }
}

// A slider of 2 kg alone has mass: the force is m a, whatever the linkage does.
TEST(InverseDynamics, slider_alone) {
  Model model = benchmark("slider_crank_driven");
  model.gravity = Vector3::Zero();
  for (Body& each : model.bodies) {
    each.mass = each.name == "slider" ? 2 : 0;
    each.inertia.matrix = Matrix3::Zero();
  }
  const double r = 0.1, l = 0.3, w = 100;
  const Results results = inverse(model, {"guide"}, 0.03, 0.0011);
  EXPECT_DONE(results);
  for (int row = 1; row < results.rows(); ++row) {
    const double phi = w * value(results, "t", row), s = std::sin(phi), c = std::cos(phi), rod = std::sqrt(l * l - r * r * s * s);
    const double bend = r * r * (c * c - s * s) / rod + r * r * r * r * s * s * c * c / (rod * rod * rod);
    ASSERT_NEAR(value(results, "guide.force", row), -2 * w * w * (r * c + bend), 1e-7) << row;  // of 2666
  }
}

TEST(InverseDynamics, four_bar_driven_at_the_rocker) {
  const FourBar linkage;
  const double w = 10, turn = 2 * pi / w;
  const Model model = benchmark("four_bar_driven");
  const std::string effort = model.drivers[0].name + ".torque", crank = model.drivers[0].joint;
  std::string rocker;
  double sign = 1;  // of the rocker's turning in the joint's angle
  for (const Joint& joint : model.joints)
    if ((joint.bodies[0] == "rocker" && joint.bodies[1] == "ground") ||
        (joint.bodies[0] == "ground" && joint.bodies[1] == "rocker")) {
      rocker = joint.name;
      sign = joint.bodies[1] == "rocker" ? 1 : -1;
    }
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results motor = inverse(model, {}, turn, turn / 24, coordinates);
    const Results other = inverse(model, {rocker}, turn, turn / 24, coordinates);
    const Results both = inverse(model, {crank, rocker}, turn, turn / 24, coordinates);
    EXPECT_DONE(other);
    EXPECT_DONE(both);
    for (int row = 0; row < motor.rows(); ++row) {
      const double torque = value(motor, effort, row), ratio = sign * double(linkage.at(w * value(motor, "t", row), w).w4) / w;
      ASSERT_NEAR(value(other, rocker + ".torque", row) * ratio, torque, 1e-8 * std::abs(torque) + 1e-9) << row;
      // Least norm of both: (1, ratio) torque/(1 + ratio^2).
      ASSERT_NEAR(value(both, crank + ".torque", row), torque / (1 + ratio * ratio), 1e-8) << row;
      ASSERT_NEAR(value(both, rocker + ".torque", row), ratio * torque / (1 + ratio * ratio), 1e-8) << row;
    }
    expect_warning(other, "loses authority over the motion between t = ");  // the rocker turns back twice
    expect_warning(other, " and 1 more times");
    EXPECT_TRUE(is_unique(other, rocker));
    expect_warning(
        both, "over-actuated: the efforts of '" + crank + "', '" + rocker + "' are not unique, 2 actuators command 1 freedom");
    EXPECT_FALSE(is_unique(both, crank) || is_unique(both, rocker));
    // What the actuators push against each other goes through the joints.
    EXPECT_TRUE(is_unique_force(other, "pin"));
    EXPECT_FALSE(is_unique_force(both, "pin"));
  }
}

// Two drivers that agree command one freedom: the actuator's effort does not care.
TEST(InverseDynamics, drivers_that_agree) {
  Model model = benchmark("four_bar_driven");
  const Results alone = inverse(model, {"main"}, 0.5, 0.05);
  Driver twin;
  twin.name = "twin";
  twin.body = "crank";
  twin.coordinate = DrivenCoordinate::y;
  twin.value = Function("0.5*sin(10*t)");
  model.drivers.push_back(twin);
  for (const char* coordinates : {"absolute", "relative"}) {
    const Results results = inverse(model, {"main"}, 0.1, 0.05, coordinates);
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      EXPECT_NEAR(value(results, "main.torque", row), value(alone, "main.torque", row), 1e-8);
      EXPECT_EQ(value(results, "motor.torque", row), 0);
      EXPECT_EQ(value(results, "twin.force", row), 0);
    }
    EXPECT_TRUE(is_unique(results, "main"));
  }
}

// ---- Delta robot: three arms L, rods l, hips on the radius R, platform joints on the radius r.

struct DeltaRobot {
  double R = 0.2, r = 0.05, L = 0.3, l = 0.7, arm = 0.8, J = 0.006 + 0.8 * 0.15 * 0.15, platform = 1.2;

  // Torques (a positive angle lowers an arm) at the platform's position, velocity and acceleration; massless rods.
  Eigen::Vector3d torques(const Eigen::Vector3d& p, const Eigen::Vector3d& v, const Eigen::Vector3d& a) const {
    Eigen::Matrix3d rods;
    Eigen::Vector3d lever, torque;
    for (int i = 0; i < 3; ++i) {
      const double phi = 2 * pi / 3 * i;
      Eigen::Matrix3d in;  // rows: outward, along the axis, up
      in << std::cos(phi), std::sin(phi), 0, -std::sin(phi), std::cos(phi), 0, 0, 0, 1;
      const Eigen::Vector3d q = in * p + Eigen::Vector3d(r - R, 0, 0), qv = in * v, qa = in * a;
      // |q - L (cos, 0, -sin)|^2 = l^2: E cos + F sin = G, the arm outside.
      const double E = 2 * L * q[0], F = -2 * L * q[2], G = q.squaredNorm() + L * L - l * l;
      const double theta = std::atan2(F, E) - std::acos(G / std::hypot(E, F)), c = std::cos(theta), s = std::sin(theta);
      const Eigen::Vector3d rod = q - L * Eigen::Vector3d(c, 0, -s), out(-L * s, 0, -L * c);  // d(elbow)/d(theta)
      const double rate = rod.dot(qv) / rod.dot(out);
      const Eigen::Vector3d rod_rate = qv - rate * out, bend = rate * rate * L * Eigen::Vector3d(-c, 0, s);
      const double second = (rod_rate.squaredNorm() + rod.dot(qa - bend)) / rod.dot(out);
      rods.col(i) = in.transpose() * rod;
      lever[i] = rod.dot(out);
      torque[i] = J * second - arm * g * L / 2 * c;
    }
    const Eigen::Vector3d tension = rods.partialPivLu().solve(-platform * (a + Eigen::Vector3d(0, 0, g)));
    return torque - lever.cwiseProduct(tension);
  }
};

TEST(InverseDynamics, delta_robot) {
  const Model model = read_model(source_file("models/mechanisms/delta_robot.bricard.yaml"));
  const double height = 0.15 + std::sqrt(0.49 - std::pow(0.15 + 0.3 * std::cos(pi / 6), 2)), w = 2 * pi, radius = 0.15;
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    const Results results = inverse(model, {"arm_1.motor", "arm_2.motor", "arm_3.motor"}, 2, 0.02, coordinates);
    EXPECT_DONE(results);
    EXPECT_EQ(results.summary.mobility_actual, 3);
    EXPECT_TRUE(results.summary.redundant.empty());
    EXPECT_TRUE(results.summary.warnings.empty()) << joined(results.summary.warnings);
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row), u = std::min(t, 1.0), c = std::cos(w * t), s = std::sin(w * t);
      const double k = radius * u * u * u * (10 - 15 * u + 6 * u * u), k1 = radius * 30 * u * u * (1 - u) * (1 - u),
                   k2 = radius * 60 * u * (1 - u) * (1 - 2 * u);
      const Eigen::Vector3d e(c, s, 0), across(-s, c, 0);
      const Eigen::Vector3d torque = DeltaRobot{}.torques(k * e - Eigen::Vector3d(0, 0, height), k1 * e + k * w * across,
                                                          (k2 - k * w * w) * e + 2 * k1 * w * across);
      for (int i = 0; i < 3; ++i)
        ASSERT_NEAR(value(results, "arm_" + std::to_string(i + 1) + ".motor.torque", row), torque[i], 1e-9) << row;
      for (const char* driver : {"along_x.force", "along_y.force", "along_z.force"}) ASSERT_EQ(value(results, driver, row), 0);
    }
  }
}

// Two of its motors cannot hold it: what is left is a force of the drivers.
TEST(InverseDynamics, delta_robot_with_two_motors) {
  const Model model = read_model(source_file("models/mechanisms/delta_robot.bricard.yaml"));
  const Results results = inverse(model, {"arm_1.motor", "arm_2.motor"}, 0.5, 0.05);
  EXPECT_DONE(results);
  expect_warning(results,
                 "under-actuated: 2 of 3 driven freedoms are commanded by 'arm_1.motor', 'arm_2.motor'; drivers 'along_x', "
                 "'along_y', 'along_z' carry the rest");
}

// ---- Forward dynamics gives the motion back.

TEST(InverseDynamics, forward_dynamics_with_the_efforts_repeats_the_motion) {
  const Results efforts = inverse(two_links(2), {"shoulder", "elbow"}, 1, 0.0025);
  Model forward = two_links(2);
  forward.drivers.clear();
  const std::vector<double> t = efforts.series("t");
  for (const char* joint : {"shoulder", "elbow"}) {
    Table table;
    table.name = joint + std::string("_torque");
    table.interpolation = Interpolation::spline;
    const std::vector<double> torque = efforts.series(joint + std::string(".torque"));
    for (std::size_t i = 0; i < t.size(); ++i) table.points.push_back({t[i], torque[i]});
    forward.tables.push_back(table);
    Force force;
    force.name = joint + std::string("_motor");
    force.joint = joint;
    JointForce law;
    law.torque = Function("table(" + table.name + ", t)");
    force.kind = law;
    forward.forces.push_back(force);
  }
  forward.joints[0].initial = Initial{};
  (*forward.joints[0].initial)["speed"] = 2.1;
  forward.joints[1].initial = Initial{};
  (*forward.joints[1].initial)["speed"] = 4.9;
  const Results results = run(forward, timed(1, 0.1, "auto", 1e-9));
  EXPECT_DONE(results);
  for (int row = 0; row < results.rows(); ++row) {
    const double now = value(results, "t", row);
    ASSERT_NEAR(value(results, "shoulder.angle", row), 0.7 * std::sin(3 * now), 2e-7) << row;
    ASSERT_NEAR(value(results, "elbow.angle", row), 1.1 * std::sin(4 * now) + 0.5 * now, 2e-7) << row;
  }
}

// ---- What is said about actuators that cannot be.

TEST(InverseDynamics, names_an_actuator_without_work) {
  Model model = benchmark("four_bar_driven");
  for (Joint& joint : model.joints)
    if (joint.name == model.drivers[0].joint) joint.kind = Cylindrical{};
  const std::string crank = model.drivers[0].joint;
  const Results results = inverse(model, {crank + ".angle", crank + ".position"}, 0.2, 0.05);
  EXPECT_DONE(results);
  expect_warning(results, "actuator '" + crank + ".position' can do no work on what the drivers command: its effort is zero");
  EXPECT_TRUE(is_unique(results, crank + ".angle"));
  EXPECT_FALSE(is_unique(results, crank + ".position"));
  const Results motor = inverse(model, {}, 0.2, 0.05);
  for (int row = 0; row < results.rows(); ++row) {
    EXPECT_NEAR(value(results, crank + ".torque", row), value(motor, model.drivers[0].name + ".torque", row), 1e-8);
    EXPECT_EQ(value(results, crank + ".force", row), 0);
  }
}

std::string refusal(Model model, const std::vector<std::string>& actuators) {
  model.analysis = timed(1, 0.1, "auto", 1e-6);
  model.analysis->type = "inverse_dynamics";
  model.analysis->inverse_dynamics = InverseDynamicsOptions{actuators};
  try {
    run(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(InverseDynamics, refuses_what_is_no_actuator) {
  const auto expect_part = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  Model model = two_links(3);
  expect_part(refusal(model, {"shoudler"}), "actuators[0]: unknown joint `shoudler`; did you mean `shoulder`?");
  expect_part(refusal(model, {"elbow", "elbow.angle"}), "actuators[1]: `elbow.angle` is named twice");
  expect_part(refusal(model, {"elbow.position"}), "a revolute joint has no `position`");
  model.joints[1].kind = Cylindrical{};
  expect_part(refusal(model, {"elbow"}), "a cylindrical joint has more than one coordinate; name one: `elbow.angle`");
  model.drivers.pop_back();
  model.joints[1].kind = Spherical{};
  model.joints[1].axis.reset();
  expect_part(refusal(model, {"elbow"}), "a spherical joint has more than one coordinate; name one: `elbow.rx`");
  model = two_links(3);
  model.drivers.clear();
  expect_part(refusal(model, {"elbow"}), "no driver prescribes the motion that the actuators shall produce");
  model = two_links(3);
  model.drivers.pop_back();
  model.joints[1].active = false;
  expect_part(refusal(model, {"elbow"}), "joint `elbow` is switched off");
}

}  // namespace
}  // namespace bricard
