// One body on one joint or spring, 5 s, against MSC Adams results shipped with Project Chrono (projectchrono/chrono,
// data/testing/joints, BSD 3-Clause). The files are read where they lie beside the checkout; where they are absent the tests are
// skipped. Adams prints reactions on ground, bricard those on the second body: where it is the moving one, opposite signs.
// Limits: position 1e-4 m (1e-3 where few digits are printed), velocity 1e-3, acceleration and reaction 2e-2; three cases carry
// an integration error of Adams (2e-3, 5e-3).
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bricard/elements/elements.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

struct Limits {
  double position = 1e-4, velocity = 1e-3, force = 2e-2, torque = 2e-2, acceleration = 2e-2;
};
const Limits few_digits{1e-3, 1e-3, 2e-2, 2e-2}, adams_error{2e-3, 5e-3, 5e-2, 5e-2, 5e-2};

std::string file_of(const std::string& name, const std::string& quantity) {
  return source_file("../shared/reference/benchmarks/adams_joints/" + name + "_ADAMS_" + quantity + ".txt");
}

// 3 header lines, then t and three or four columns.
std::vector<std::vector<double>> read(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::vector<double>> rows;
  std::string line;
  for (int i = 0; std::getline(file, line); ++i) {
    if (i < 3) continue;
    std::istringstream words(line);
    std::vector<double> row;
    for (double x; words >> x;) row.push_back(x);
    if (row.size() >= 4) rows.push_back(row);
  }
  return rows;
}

// bricard's torque acts at the joint's point of the moving body, Adams' at the point of ground: moved along a slide.
void move_torque_to_ground(const Model& model, Results& results) {
  const int position = results.column("joint.position");
  if (position < 0) return;
  const Vec3<double> axis = model.joints[0].axis->axis.normalized();
  for (int row = 0; row < results.rows(); ++row) {
    double* values = results.values.data() + row * results.columns.size();
    const Vec3<double> force(values[results.column("joint.fx")], values[results.column("joint.fy")],
                             values[results.column("joint.fz")]);
    const Vec3<double> moment = (values[position] * axis).cross(force);
    for (int i = 0; i < 3; ++i) values[results.column(std::string("joint.t") + "xyz"[i])] += moment[i];
  }
}

// Largest difference of three columns over all rows; `sign` -1 for reactions.
double difference(const Results& results, const std::string& prefix, const std::string& path, double sign = 1) {
  const auto rows = read(path);
  if (rows.size() != 501 || results.rows() != 501) return INFINITY;
  double worst = 0;
  for (int row = 0; row < 501; ++row)
    for (int i = 0; i < 3; ++i)
      worst = std::max(worst, std::abs(sign * value(results, prefix + "xyz"[i], row) - rows[row][i + 1]));
  return worst;
}

// Of the orientation, where a quaternion and its negative are the same.
double orientation_difference(const Results& results, const std::string& path) {
  const auto rows = read(path);
  if (rows.size() != 501 || results.rows() != 501) return INFINITY;
  double worst = 0;
  for (int row = 0; row < 501; ++row) {
    Eigen::Vector4d ours, adams;
    for (int i = 0; i < 4; ++i) {
      ours[i] = value(results, "body.e" + std::to_string(i), row);
      adams[i] = rows[row].at(i + 1);
    }
    worst = std::max(worst, std::min((ours - adams).cwiseAbs().maxCoeff(), (ours + adams).cwiseAbs().maxCoeff()));
  }
  return worst;
}

// Largest difference from the printed vectors of what `at` gives for a row.
template <class At>
double vector_difference(const std::string& path, At at) {
  const auto rows = read(path);
  if (rows.size() != 501) return INFINITY;
  double worst = 0;
  for (int row = 0; row < 501; ++row)
    worst = std::max(worst, (at(row) - Vec3<double>(rows[row][1], rows[row][2], rows[row][3])).cwiseAbs().maxCoeff());
  return worst;
}
Vec3<double> vector_of(const Results& results, const std::string& prefix, int row) {
  return {value(results, prefix + "x", row), value(results, prefix + "y", row), value(results, prefix + "z", row)};
}

Eigen::Quaterniond turn(const Vec3<double>& axis, double degrees) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(degrees * M_PI / 180, axis));
}

// A body of 1 kg whose center of mass is `offset` (body axes) from the joint at `at`; body and joint share the orientation.
Model one_body(const Vec3<double>& at, const Eigen::Quaterniond& R, const Vec3<double>& offset, const Vec3<double>& moments) {
  Model model;
  Body body;
  body.name = "body";
  body.mass = 1;
  body.inertia.matrix = Matrix3::diagonal(moments);
  body.position = Point{at + R * offset, ""};
  body.orientation.quaternion = {R.w(), R.x(), R.y(), R.z()};
  model.bodies.push_back(body);
  return model;
}
const Vec3<double> slender_x(0.04, 0.1, 0.1), slender_z(0.1, 0.1, 0.04);

Model on_joint(JointKind kind, const Vec3<double>& at, const Eigen::Quaterniond& R, const Vec3<double>& offset,
               const Vec3<double>& moments) {
  Model model = one_body(at, R, offset, moments);
  Joint joint;
  joint.name = "joint";
  joint.kind = kind;
  joint.bodies = {"ground", "body"};
  joint.at = Point{at, ""};
  if (kind.is<Universal>()) {
    joint.axis = Direction{R * Vec3<double>::UnitX(), ""};
    joint.axis2 = Direction{R * Vec3<double>::UnitY(), ""};
  } else if (!kind.is<Spherical>()) {
    joint.axis = Direction{R * Vec3<double>::UnitZ(), ""};
  }
  model.joints.push_back(joint);
  return model;
}

struct AdamsJoint : testing::Test {
  void SetUp() override {
    if (!std::filesystem::exists(file_of("Revolute_Case01", "Pos")))
      GTEST_SKIP() << "the files of the Adams joint suite are not beside the checkout";
  }
  // Motion in all coordinates; then `reactions(results, limits)`.
  template <class Reactions>
  void compare(const std::string& name, const Model& model, Limits limits, Reactions reactions) {
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(name + " " + coordinates);
      Results results = run(model, timed(5, 0.01, coordinates, 1e-9));
      EXPECT_DONE(results);
      EXPECT_LT(difference(results, "body.", file_of(name, "Pos")), limits.position);
      EXPECT_LT(orientation_difference(results, file_of(name, "Quat")), limits.position);
      EXPECT_LT(difference(results, "body.v", file_of(name, "Vel")), limits.velocity);
      EXPECT_LT(difference(results, "body.w", file_of(name, "Avel")), limits.velocity);
      EXPECT_LT(difference(results, "body.a", file_of(name, "Acc")), limits.acceleration);
      EXPECT_LT(difference(results, "body.al", file_of(name, "Aacc")), limits.acceleration);
      reactions(results, limits);
    }
  }
  void compare(const std::string& name, const Model& model, Limits limits = {}) {
    compare(name, model, limits, [&](Results& results, const Limits&) {
      move_torque_to_ground(model, results);
      EXPECT_LT(difference(results, "joint.f", file_of(name, "Rforce"), -1), limits.force);
      EXPECT_LT(difference(results, "joint.t", file_of(name, "Rtorque"), -1), limits.torque);
    });
  }
};

const Vec3<double> X = Vec3<double>::UnitX(), Y = Vec3<double>::UnitY(), origin(0, 0, 0), elsewhere(1, 2, 3);
const Eigen::Quaterniond unturned = Eigen::Quaterniond::Identity();

TEST_F(AdamsJoint, revolute) { compare("Revolute_Case01", on_joint(Revolute{}, origin, turn(X, -90), {2, 0, 0}, slender_x)); }

TEST_F(AdamsJoint, spherical) {
  compare("Spherical_Case01", on_joint(Spherical{}, origin, unturned, {2, 0, 0}, slender_x), adams_error);
  compare("Spherical_Case02", on_joint(Spherical{}, elsewhere, turn(X, -45), {2, 0, 0}, slender_x));
}

TEST_F(AdamsJoint, cylindrical) {
  compare("Cylindrical_Case01", on_joint(Cylindrical{}, origin, unturned, {2, 0, 0}, slender_x), few_digits);
  compare("Cylindrical_Case02", on_joint(Cylindrical{}, origin, turn(X, -90), {2, 0, 0}, slender_x));
}

TEST_F(AdamsJoint, prismatic) {
  compare("Prismatic_Case01", on_joint(Prismatic{}, origin, unturned, {2, 0, 0}, slender_x), few_digits);
  const Limits long_lever{1e-4, 1e-3, 2e-2, 0.1};  // of 601 N m, where Adams' own force is off by 1.6e-4
  compare("Prismatic_Case02", on_joint(Prismatic{}, elsewhere, turn(X, -45), {2, 0, 0}, slender_x), long_lever);
}

TEST_F(AdamsJoint, universal) {
  compare("Universal_Case01", on_joint(Universal{}, origin, turn(X, 90), {0, 0, -2}, slender_z), adams_error);
  compare("Universal_Case02", on_joint(Universal{}, origin, turn(Y, 90), {0, 0, -2}, slender_z), adams_error);
}

TEST_F(AdamsJoint, distance) {
  Model model = one_body(origin, unturned, {0, 2, 0}, slender_x);
  Constraint rod;
  rod.name = "rod";
  rod.kind = Distance{};
  rod.bodies = {"ground", "body"};
  rod.at = Point{origin, ""};
  rod.at2 = Point{{0, 2, 0}, ""};
  model.constraints.push_back(rod);
  compare("Distance_Case01", model, {}, [](const Results& results, const Limits& limits) {
    const auto pull = [&](int row) -> Vec3<double> {
      return -value(results, "rod.effort", row) / 2 * vector_of(results, "body.", row);
    };
    EXPECT_LT(vector_difference(file_of("Distance_Case01", "Rforce"), pull), limits.force);
  });
}

// A massless link from a hinge of ground to a ball of the body. Reactions on ground, at the hinge.
TEST_F(AdamsJoint, revolute_spherical) {
  Model model = one_body(origin, unturned, {2, 2, 0}, {0.1, 0.04, 0.1});
  Joint link;
  link.name = "joint";
  link.kind = SphericalRevolute{};
  link.bodies = {"body", "ground"};
  link.at = Point{{2, 0, 0}, ""};
  link.at2 = Point{origin, ""};
  link.axis2 = Direction{Vec3<double>::UnitZ(), ""};
  model.joints.push_back(link);
  compare("RevSpherical_Case01", model, {}, [](const Results& results, const Limits& limits) {
    EXPECT_LT(difference(results, "joint.f", file_of("RevSpherical_Case01", "Rforce_Body1")), limits.force);
    EXPECT_LT(difference(results, "joint.t", file_of("RevSpherical_Case01", "Rtorque_Body1")), limits.torque);
    EXPECT_LT(difference(results, "joint.f", file_of("RevSpherical_Case01", "Rforce_Body2"), -1), limits.force);
  });
}

Model on_spring(const Vec3<double>& center, const Vec3<double>& from, const Vec3<double>& to, const SpringDamper& law) {
  Model model = one_body(center, unturned, origin, slender_x);
  Force spring;
  spring.name = "spring";
  spring.kind = law;
  spring.from = End{"ground", {from, ""}};
  spring.to = End{"body", {to, ""}};
  model.forces.push_back(spring);
  Sensor end;
  end.name = "end";
  end.body = "body";
  end.at = Point{to, ""};
  model.sensors.push_back(end);
  return model;
}

// The tension pulls ground along the spring.
auto tension(const std::string& name, const Vec3<double>& from) {
  return [=](const Results& results, const Limits& limits) {
    const auto pull = [&](int row) -> Vec3<double> {
      const Vec3<double> along = vector_of(results, "end.", row) - from;
      if (along.norm() < 1e-9) return Vec3<double>::Zero();
      return value(results, "spring.force", row) * along.normalized();
    };
    EXPECT_LT(vector_difference(file_of(name, "Rforce"), pull), limits.force);
  };
}

// Each law also as an expression, as Chrono's callback variants have it.
TEST_F(AdamsJoint, translational_spring) {
  SpringDamper law, written;
  law.stiffness = 10, law.damping = 0.5, law.free_length = 0;
  written.force = "10*length + 0.5*rate";
  compare("TranSpring_Case01", on_spring(origin, origin, origin, law), {}, tension("TranSpring_Case01", origin));
  compare("TranSpringCB_Case01", on_spring(origin, origin, origin, written), {}, tension("TranSpringCB_Case01", origin));
  law.stiffness = 100, law.damping = 5, law.free_length = 2;
  written.force = "100*(length - 2) + 5*rate";
  compare("TranSpring_Case02", on_spring({0, 2, 0}, origin, {0, 2, 0}, law), {}, tension("TranSpring_Case02", origin));
  compare("TranSpringCB_Case02", on_spring({0, 2, 0}, origin, {0, 2, 0}, written), {}, tension("TranSpringCB_Case02", origin));
  law.stiffness = 50, law.force = "10*abs(length - 2)*(length - 2)";
  compare("TranSpringCB_Case03", on_spring({-1, 4, 3}, elsewhere, {1, 4, 3}, law), {}, tension("TranSpringCB_Case03", elsewhere));
}

// The spring holds on to ground with its torque, about +y.
TEST_F(AdamsJoint, rotational_spring) {
  Model model = on_joint(Revolute{}, origin, turn(X, -90), {2, 0, 0}, slender_x);
  RotationalSpringDamper law;
  law.stiffness = 200, law.damping = 10;
  Force spring;
  spring.name = "spring";
  spring.kind = law;
  spring.joint = "joint";
  model.forces.push_back(spring);
  compare("RotSpring_Case01", model, {}, [](const Results& results, const Limits& limits) {
    EXPECT_LT(difference(results, "joint.f", file_of("RotSpring_Case01", "Rforce"), -1), limits.force);
    const auto on_ground = [&](int row) -> Vec3<double> {
      return -vector_of(results, "joint.t", row) + value(results, "spring.torque", row) * Y;
    };
    EXPECT_LT(vector_difference(file_of("RotSpring_Case01", "Rtorque"), on_ground), limits.torque);
  });
}

// Adams prints what the actuator does to the plate, and nothing in the guide.
TEST_F(AdamsJoint, linear_actuator) {
  Model model = on_joint(Prismatic{}, origin, unturned, origin, {1, 1, 1});
  Driver motor;
  motor.name = "motor";
  motor.joint = "joint";
  motor.prescribed["position"] = Function("t");
  model.drivers.push_back(motor);
  compare("LinActuator_Case01", model, {}, [](const Results& results, const Limits&) {
    const auto effort = [&](int row) -> Vec3<double> { return value(results, "motor.force", row) * Vec3<double>::UnitZ(); };
    EXPECT_LT(vector_difference(file_of("LinActuator_Case01", "RforceA"), effort), 1e-6);
    EXPECT_LT(difference(results, "joint.f", file_of("LinActuator_Case01", "RforceP")), 1e-9);
    EXPECT_LT(difference(results, "joint.t", file_of("LinActuator_Case01", "RtorqueP")), 1e-9);
    EXPECT_NEAR(value(results, "motor.force"), 9.80665, 1e-9);
    EXPECT_NEAR(value(results, "body.z"), 5, 1e-9);
  });
}

// A wrong sign of the reaction, or a body half as thick, must be seen.
TEST_F(AdamsJoint, sees_mistakes) {
  Model model = on_joint(Revolute{}, origin, turn(X, -90), {2, 0, 0}, slender_x);
  Results results = run(model, timed(5, 0.01, "relative", 1e-9));
  EXPECT_GT(difference(results, "joint.f", file_of("Revolute_Case01", "Rforce"), 1), 1);
  model.bodies[0].inertia.matrix *= 0.99;
  results = run(model, timed(5, 0.01, "relative", 1e-9));
  EXPECT_GT(difference(results, "body.", file_of("Revolute_Case01", "Pos")), 1e-4);
}

}  // namespace
}  // namespace bricard
