// Load cases: wheel loads against the balance of the whole vehicle, forces in links against a free-body calculation of the corner.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "bricard/vehicle/load_cases.hpp"
#include "bricard/vehicle/test_kc_cases.hpp"

namespace bricard {
namespace {

using Eigen::Vector3d;

// Wishbones without mass, so that each of their legs is a two-force member but for what the spring does to the lower one.
const char* corner = R"(bricard: 1
name: corner
units: {length: mm, angle: deg}
bodies:
  upper_arm: {}
  lower_arm: {}
  upright: {mass: 10, inertia: [1e5, 1e5, 1e5], position: [3, 590, 225]}
joints:
  upper_pivot: {type: revolute, bodies: [ground, upper_arm], at: [120, 250, 300], axis: [300, 0, 15]}
  lower_pivot: {type: revolute, bodies: [ground, lower_arm], at: [140, 175, 128], axis: [330, -5, -7]}
  upper_ball: {type: spherical, bodies: [upper_arm, upright], at: [-8, 520, 325]}
  lower_ball: {type: spherical, bodies: [lower_arm, upright], at: [0, 555, 130]}
  tie_rod: {type: spherical_spherical, bodies: [ground, upright], at: [65, 245, 155], at2: [62, 580, 158]}
forces:
  coilover: {type: spring_damper, from: {body: ground, at: [-20, 270, 480]}, to: {body: lower_arm, at: [-12, 430, 145]}, stiffness: 40 N/mm}
sensors:
  hub: {body: upright, at: [0, 610, 228], axis: [0, 1, 0]}
points: {WC: [0, 610, 228], UF: [120, 250, 300], UR: [-180, 250, 285], UBJ: [-8, 520, 325], LF: [140, 175, 128], LR: [-190, 180, 135], LBJ: [0, 555, 130]}
vehicle:
  front: {left: {carrier: upright, wheel_center: WC, spin_axis: hub, radius: 228, spring: coilover, upper_arm: [UF, UR, UBJ], lower_arm: [LF, LR, LBJ]}}
  wheelbase: 1550
  center_of_mass: [-700, 0, 290]
  mass: 300
  brakes: {front: 0.65}
  drive: {rear: 1}
)";

vehicle::KcOptions no_tests() {
  vehicle::KcOptions options;
  options.positions = 3;
  options.tests = {"heave"};
  return options;
}

TEST(MemberForces, AreThoseOfAFreeBodyCalculation) {
  const ScratchFolder folder("loads");
  const Sheet sheet = sheet_of(folder.write("corner.bricard.yaml", corner).string(), no_tests());
  ASSERT_EQ(sheet.results.load_cases.size(), vehicle::usual_load_cases().size());
  const Vector3d UF(.120, .250, .300), UR(-.180, .250, .285), UB(-.008, .520, .325), LF(.140, .175, .128), LR(-.190, .180, .135), LB(0, .555, .130),
      TI(.065, .245, .155), TO(.062, .580, .158), SU(-.020, .270, .480), SL(-.012, .430, .145), W(0, .610, .228), C(0, .610, 0), G(.003, .590, .225);
  for (const vehicle::KcLoadCase& each : sheet.results.load_cases) {
    const vehicle::WheelLoad& wheel = each.axles[0].left;
    const Vector3d F(wheel.fx, wheel.fy, wheel.fz), weight = -10 * 9.80665 * Vector3d(each.load.g[0], each.load.g[1], each.load.g[2]);
    // Unknowns: tensions of both upper legs, of the tie rod and of the spring, force of the lower arm on the upright.
    Eigen::Matrix<double, 7, 7> A = Eigen::Matrix<double, 7, 7>::Zero();
    Eigen::Matrix<double, 7, 1> b = Eigen::Matrix<double, 7, 1>::Zero();
    const auto pull = [&](int column, const Vector3d& at, const Vector3d& to) {
      const Vector3d u = (to - at).normalized();
      A.block<3, 1>(0, column) = u;
      A.block<3, 1>(3, column) = at.cross(u);
    };
    pull(0, UB, UF);
    pull(1, UB, UR);
    pull(2, TO, TI);
    for (int i = 0; i < 3; ++i) {
      A(i, 3 + i) = 1;
      A.block<3, 1>(3, 3 + i) = LB.cross(Vector3d::Unit(i));
    }
    b.head<3>() = -(F + weight);
    b.tail<4>().head<3>() = -(C.cross(F) + G.cross(weight));
    // Moment of the lower arm about its axis: what the upright does to it and the spring.
    const Vector3d axis = (LF - LR).normalized(), along_spring = (SU - SL).normalized();
    for (int i = 0; i < 3; ++i) A(6, 3 + i) = -axis.dot((LB - LF).cross(Vector3d::Unit(i)));
    A(6, 6) = axis.dot((SL - LF).cross(along_spring));
    const Eigen::Matrix<double, 7, 1> x = A.fullPivLu().solve(b);
    const auto member = [&](const std::string& name) {
      for (const vehicle::MemberForce& m : each.members[0])
        if (m.name == name) return m;
      throw std::runtime_error("no member " + name);
    };
    const auto vector = [](const Vector3& v) { return Vector3d(v[0], v[1], v[2]); };
    const double size = 1e-9 * (1 + F.norm());
    EXPECT_NEAR(*member("tie_rod").axial, x[2], size) << each.load.name;
    EXPECT_NEAR(*member("coilover").axial, x[6], size) << each.load.name;
    EXPECT_LT((vector(member("lower_ball").force) - x.segment<3>(3)).norm(), size) << each.load.name;
    const Vector3d upper = x[0] * (UF - UB).normalized() + x[1] * (UR - UB).normalized();
    EXPECT_LT((vector(member("upper_ball").force) - upper).norm(), size) << each.load.name;
    // Pick-ups: what the chassis does to the arm there, but for the part along the axis, which they share.
    const Vector3d along = (UF - UR).normalized(), front = x[0] * (UF - UB).normalized(), rear = x[1] * (UR - UB).normalized();
    const auto across = [&](const Vector3d& f) -> Vector3d { return f - along.dot(f) * along; };
    EXPECT_LT((across(vector(member("upper_pivot.front").force)) - across(front)).norm(), size) << each.load.name;
    EXPECT_LT((across(vector(member("upper_pivot.rear").force)) - across(rear)).norm(), size) << each.load.name;
  }
}

// Loads of both axles carry the vehicle: its weight, and the moments of the inertia of its mass about the road.
TEST(WheelLoads, BalanceTheVehicle) {
  vehicle::Vehicle car;
  vehicle::Axle front, rear;
  front.name = "front";
  rear.name = "rear";
  front.has_brake_share = rear.has_brake_share = true;
  front.brake_share = 0.65;
  rear.brake_share = 0.35;
  rear.drive_share = 1;
  car.axles = {front, rear};
  const std::vector<vehicle::AxleMass> masses{{0, 1.2, 0, 25, 0.22, 0.04, 30000, 0.2, 0}, {-1.55, 1.15, 0, 28, 0.23, 0.06, 26000, 0.1, 0.15}};
  const double m = 300, h = 0.29, g = 9.80665;
  for (const vehicle::LoadCase& load : vehicle::usual_load_cases()) {
    const vehicle::VehicleLoads loads = vehicle::wheel_loads(car, masses, load, m, {-0.8, 0, h});
    EXPECT_TRUE(loads.notes.empty()) << load.name;
    double weight = 0, roll = 0, pitch = 0, fx = 0, fy = 0, yaw = 0;
    for (int i = 0; i < 2; ++i) {
      const auto& [left, right] = loads.axles[i];
      weight += left.fz + right.fz;
      roll += (right.fz - left.fz) * masses[i].track / 2;
      pitch += (left.fz + right.fz) * (masses[i].x + 0.8);
      fx += left.fx + right.fx;
      fy += left.fy + right.fy;
      yaw += (left.fy + right.fy) * (masses[i].x + 0.8);
    }
    EXPECT_NEAR(weight, m * g * load.g[2], 1e-9 * m * g);
    EXPECT_NEAR(roll, m * g * load.g[1] * h, 1e-9 * m * g);
    EXPECT_NEAR(pitch, -m * g * load.g[0] * h, 1e-9 * m * g);
    EXPECT_NEAR(fx, m * g * load.g[0], 1e-9 * m * g);
    EXPECT_NEAR(fy, m * g * load.g[1], 1e-9 * m * g);
    EXPECT_NEAR(yaw, 0, 1e-9 * m * g);
  }
  // A turn to the left loads the right wheels, brakes the front, drive the rear.
  const auto corner_loads = vehicle::wheel_loads(car, masses, {"corner", {0, 1, 1}}, m, {-0.8, 0, h}).axles[0];
  EXPECT_GT(corner_loads.right.fz, corner_loads.left.fz);
  const auto brake = vehicle::wheel_loads(car, masses, {"brake", {-1, 0, 1}}, m, {-0.8, 0, h}).axles;
  EXPECT_GT(brake[0].left.fz, brake[0].left.rest);
  EXPECT_LT(brake[1].left.fz, brake[1].left.rest);
  EXPECT_NEAR(brake[0].left.geometric_x, 0.2 * (brake[0].left.fz - brake[0].left.rest), 1e-9 * m * g);
  // What cannot be is told, not computed: a wheel does not pull at the road.
  const auto lifted = vehicle::wheel_loads(car, masses, {"corner", {0, 3, 1}}, m, {-0.8, 0, h});
  EXPECT_FALSE(lifted.notes.empty());
  EXPECT_EQ(lifted.axles[0].left.fz, 0);
}

// A test under load: positions of balance, so that the linear compliance is the slope of its curves at design, and the force over
// travel in heave is the load in the vertical test.
TEST(LoadTests, HaveTheCompliance) {
  vehicle::KcOptions options;
  options.positions = 21;
  options.vertical = 700;
  const Sheet sheet = sheet_of("models/vehicles/front_axle.bricard.yaml", options);
  const auto slope = [&](const std::string& test, const std::string& key) {
    const auto y = [&](int i) { return sheet.at(test, 10 + i, key); };
    const double step = sheet.test(test).setting[1] - sheet.test(test).setting[0];
    return (45 * (y(1) - y(-1)) - 9 * (y(2) - y(-2)) + y(3) - y(-3)) / (60 * step);
  };
  // The matrix has rotations of the carrier; of a wheel with camber the steer angle is rz - ry n_z/n_y.
  const Eigen::MatrixXd& C = sheet.axle().compliance->at_contact;
  const auto steer = [&](int load) { return (C(5, load) + C(5, load + 6) - std::tan(1.5 * vehicle::deg) * (C(4, load) + C(4, load + 6))) / vehicle::deg; };
  EXPECT_NEAR(slope("lateral", "left.steer"), steer(1), 1e-9);
  EXPECT_NEAR(slope("lateral", "left.camber") * 1000, sheet.design("left.lateral_camber_parallel"), 2e-6);
  EXPECT_NEAR(slope("longitudinal", "left.toe"), -steer(0), 1e-9);
  EXPECT_NEAR(slope("aligning", "left.steer"), steer(5), 1e-8);
  EXPECT_NEAR(1 / slope("vertical", "left.contact_z"), sheet.design("left.wheel_rate_parallel"), 1e-4);
  // The other way round: the force that holds the height which a vertical load has found. At the contact point and at the center it
  // differs by the camber's share only.
  const double travel = sheet.at("vertical", 20, "left.travel");
  vehicle::KcOptions there;
  there.tests = {"heave"};
  there.positions = 3;
  there.travel = travel * vehicle::mm;
  const Sheet heave = sheet_of("models/vehicles/front_axle.bricard.yaml", there);
  EXPECT_NEAR(heave.at("heave", 2, "left.camber"), sheet.at("vertical", 20, "left.camber"), 1e-6);
  EXPECT_NEAR(heave.at("heave", 2, "left.holding_force"), 700, 8);
}

}  // namespace
}  // namespace bricard
