// Every model of models/README.md loads, passes its check and runs as its own analysis asks, and what comes out is right: each
// has a line here with a closed form, a conserved quantity or a number from elsewhere. Parts and analyses that this version lacks
// are only checked.
#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <numbers>
#include <set>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/io/test_models.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846, g = 9.81;

using Expectation = std::function<void(const Model&, const Results&)>;

void expect_no_drift(const Model&, const Results& results) {
  ASSERT_TRUE(results.summary.energy_drift.has_value());
  EXPECT_LT(*results.summary.energy_drift, 1e-6);
}

// Kinetic and potential energy change by the work of 38 N on the arm and of 2 + 0.01 sin t N on the rack.
void expect_work_on_strut(const Results& r) {
  const double lift = 38 * (value(r, "arm.z") - value(r, "arm.z", 0)), pull = 2 * (value(r, "rack.y") - value(r, "rack.y", 0));
  double wave = 0;
  for (int row = 1; row < r.rows(); ++row) {
    const auto power = [&](int i) { return 0.01 * std::sin(value(r, "t", i)) * value(r, "rack.vy", i); };
    wave += (value(r, "t", row) - value(r, "t", row - 1)) * (power(row) + power(row - 1)) / 2;
  }
  EXPECT_NEAR(value(r, "energy.total") - value(r, "energy.total", 0), lift + pull + wave, 1e-6);
  EXPECT_GT(std::abs(pull), 0.01);
}
void expect_closed(const Model&, const Results& results) {
  for (const double violation : results.series("violation.position")) ASSERT_LT(violation, 1e-8);
}

// check(row) for every row of a run.
template <class Check>
void for_each_row(const Results& results, Check check) {
  ASSERT_GT(results.rows(), 10);
  for (int row = 0; row < results.rows() && !testing::Test::HasFatalFailure(); ++row) check(row);
}

// A car at rest: its tires carry what it weighs.
void expect_weight_on_tires(const Model& model, const Results& r) {
  double mass = 0, carried = 0;
  for (const Body& body : model.bodies) mass += body.mass;
  int tires = 0;
  for (const Force& force : model.forces)
    if (force.name.starts_with("tire")) {
      carried += value(r, force.name + ".fz", 0);
      ++tires;
    }
  EXPECT_GE(tires, 1);
  EXPECT_NEAR(carried, mass * -model.gravity[2], 1e-7 * carried);
}

const std::map<std::string, Expectation> expectations = {
    {"vehicles/quarter_car", expect_weight_on_tires},
    {"vehicles/formula_car", expect_weight_on_tires},
    {"vehicles/sedan", expect_weight_on_tires},
    {"mechanisms/pendulum",
     [](const Model&, const Results& r) {
       // a point mass on 1 m: the exact solution after 1 s and 5 s (benchmark A01)
       EXPECT_LT(distance(r, "bob", {0.986291751131875, -0.165010853125541, 0}, 100), 1e-6);
       EXPECT_LT(distance(r, "bob", {-0.942305435043757, -0.334754338414001, 0}, 500), 1e-6);
       EXPECT_LT(*r.summary.energy_drift, 1e-6);
     }},
    {"mechanisms/circling_disc",
     [](const Model&, const Results& r) {
       const double lean = value(r, "leaning"), a = 0.5, W = 2.0 / 3;
       EXPECT_NEAR(g * a * std::sin(lean), W * W * std::cos(lean) * (1.5 * a * 3 + a * a / 4 * std::sin(lean)), 1e-9);
     }},
    {"mechanisms/double_pendulum",
     [](const Model& m, const Results& r) {
       expect_no_drift(m, r);
       // released horizontal, uniform bars: alpha1 = -9 g/(7 l), alpha2 = 3 g/(7 l) absolute
       EXPECT_NEAR(value(r, "upper.al", 0), -9 * g / 7, 1e-9);
       EXPECT_NEAR(value(r, "lower.al", 0), 3 * g / 7, 1e-9);
     }},
    {"mechanisms/driven_pendulum",
     [](const Model&, const Results& r) {
       const double m = 78, J = m * (16 + 0.0025) / 12, a = 2;
       for_each_row(r, [&](int row) {
         const double t = value(r, "t", row), theta = pi / 4 * std::cos(2 * t);
         ASSERT_NEAR(value(r, "motor.torque", row), -pi * std::cos(2 * t) * (J + m * a * a) + m * g * a * std::sin(theta), 1e-8);
       });
     }},
    {"vehicles/formula_corner",
     [](const Model& m, const Results& r) {
       double mass = 0;
       for (const Body& body : m.bodies) mass += body.mass;
       const auto momentum = [&](int row) {
         double sum = 0;
         for (const Body& body : m.bodies) sum += body.mass * value(r, body.name + ".vz", row);
         return sum;
       };
       // at rest the tire carries all; in the air everything falls together, whatever springs and wishbones do
       EXPECT_NEAR(value(r, "tire_load", 0), mass * 9.80665, 1e-6);
       int flying = 0;
       for (int row = 1; row < r.rows(); ++row) {
         if (value(r, "tire_load", row - 1) > 0 || value(r, "tire_load", row) > 0) continue;
         const double dt = value(r, "t", row) - value(r, "t", row - 1);
         EXPECT_NEAR(momentum(row) - momentum(row - 1), -mass * 9.80665 * dt, 1e-5);
         ++flying;
       }
       EXPECT_GT(flying, 20);
     }},
    {"mechanisms/four_bar", expect_no_drift},
    {"mechanisms/slider_crank",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(value(r, "slider.x", 60), 0.3372281323269014, 1e-9);
       EXPECT_NEAR(value(r, "slider.vx", 60), -10.167810760733, 1e-6);
     }},
    {"mechanisms/slider_crank_planar",
     [](const Model& m, const Results& r) {
       // energy = start + work of the motor; the spring of the slider holds k x^2/2
       for_each_row(r, [&](int row) {
         const double x = value(r, "guide.position", row), phi = value(r, "main.angle", row);
         ASSERT_NEAR(value(r, "energy.total", row) + 50 * x * x - 2 * phi, value(r, "energy.total", 0), 1e-4);
         ASSERT_NEAR(value(r, "slider.x", row), 0.1 * std::cos(phi) + std::sqrt(0.09 - std::pow(0.1 * std::sin(phi), 2)), 1e-8);
       });
       EXPECT_TRUE(r.summary.redundant.empty());
       expect_closed(m, r);
     }},
    {"mechanisms/slider_crank_spatial",
     [](const Model&, const Results& r) {
       for_each_row(r, [&](int row) {
         const double phi = 2 * pi * value(r, "t", row), y = 0.1 + 0.08 * std::sin(phi), z = 0.12 + 0.08 * std::cos(phi);
         ASSERT_NEAR(value(r, "slider.x", row), std::sqrt(0.09 - y * y - z * z), 1e-11);
       });
       EXPECT_TRUE(r.summary.redundant.empty());
     }},
    {"mechanisms/spatial_four_bar",
     [](const Model&, const Results& r) {
       // |BC| = 12.2 for B = (0, -2 sin, 2 cos) and the rocker through D
       for_each_row(r, [&](int row) {
         const double phi = pi * value(r, "t", row), by = 8.5 - 2 * std::sin(phi), bz = 2 * std::cos(phi);
         const double far = 16 + by * by + bz * bz + 7.4 * 7.4 - 12.2 * 12.2;
         const double lean = std::asin(far / (14.8 * std::hypot(by, bz))) - std::atan2(bz, by);
         ASSERT_NEAR(value(r, "rocker.z", row), 3.7 * std::cos(lean), 1e-10);
       });
       EXPECT_EQ(r.summary.mobility_actual, 1);
       EXPECT_TRUE(r.summary.redundant.empty());
     }},
    {"mechanisms/flyball_governor",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(value(r, "collar.y"), 0.05 - 25.0 / 12500, 3e-5);                        // nearly settled
       for (const double y : r.series("collar.y")) ASSERT_TRUE(y > 0.046 && y < 0.051);     // plot 12.6.5
       for (const double w : r.series("bearing.speed")) ASSERT_TRUE(w > 10.1 && w < 11.1);  // plot 12.6.6
     }},
    {"mechanisms/governor_spring",
     [](const Model&, const Results& r) {
       const double w = 10 * pi, h = 0.1;
       EXPECT_NEAR(r.summary.equilibrium->found.at(0).second, (0.5 * w * w * h - 2.5 * g) / 400 + 2 * h, 1e-9);
     }},
    {"mechanisms/governor_speed",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(r.summary.equilibrium->found.at(0).second, std::sqrt((2.5 * g + 400 * 0.2) / (0.5 * 0.1)), 1e-8);
       EXPECT_NEAR(value(r, "sleeve.z"), 0.3, 1e-12);
     }},
    {"mechanisms/sprung_linkage",
     [](const Model&, const Results& r) {
       const auto angle = [](const EquilibriumReport::Position& at) { return at.coordinates.at(0).second; };
       const auto torque = [](double p) { return 40 * (p - 0.5) - 9 * g * std::sin(p); };
       const EquilibriumReport& found = *r.summary.equilibrium;
       ASSERT_EQ(found.others.size(), 2u);
       EXPECT_NEAR(torque(angle(found.configuration)), 0, 1e-9);
       for (const auto& each : found.others) {
         EXPECT_NEAR(torque(angle(each)), 0, 1e-9);
         EXPECT_EQ(each.stable.value(), std::abs(angle(each)) > 1);
       }
     }},
    {"mechanisms/hanging_chain",
     [](const Model&, const Results& r) {
       const double step = std::tan(value(r, "rod2.angle")) - std::tan(value(r, "rod1.angle"));
       EXPECT_NEAR(step, 0.5 * g / std::abs(value(r, "j1.fx")), 1e-10);
       for (const char* rod : {"rod1", "rod2", "rod3", "rod4"})
         EXPECT_NEAR(std::tan(value(r, std::string(rod) + ".angle")), (rod[3] - '1' - 3.5) * step, 1e-10) << rod;
     }},
    {"mechanisms/block_on_incline",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(value(r, "block.x"), g * 25 / 4, 1e-8);
       EXPECT_NEAR(value(r, "block.y"), -g * 25 / 4, 1e-8);
     }},
    {"mechanisms/mass_spring_damper",
     [](const Model&, const Results& r) {
       const double w = std::sqrt(99);
       for_each_row(r, [&](int row) {
         const double t = value(r, "t", row);
         ASSERT_NEAR(value(r, "block.x", row), 0.02 * std::exp(-t) * (std::cos(w * t) + std::sin(w * t) / w), 1e-7);
       });
     }},
    {"mechanisms/bricard",
     [](const Model& m, const Results& r) {
       expect_no_drift(m, r);
       EXPECT_EQ(r.summary.mobility_actual, 1);
       EXPECT_LT(distance(r, "p3", {0.9997309873038339, -0.9999999638258171, -2.689765122506e-04}), 1e-5);
     }},
    {"mechanisms/mcpherson_strut",
     [](const Model&, const Results& r) {
       EXPECT_EQ(r.summary.mobility_actual, 4);
       EXPECT_TRUE(r.summary.redundant.empty());
       expect_work_on_strut(r);
     }},
    {"mechanisms/mcpherson_strut_overconstrained",
     [](const Model& m, const Results& r) {
       EXPECT_EQ(r.summary.mobility_actual, 4);
       EXPECT_EQ(r.summary.mobility_counted, -1);
       expect_work_on_strut(r);
       Model simple = m;
       std::erase_if(simple.joints, [](const Joint& joint) { return joint.name == "hinge_B"; });
       const Results one_hinge = run(simple);
       for (const char* column : {"knuckle.x", "knuckle.y", "knuckle.z", "rack.y"})
         EXPECT_NEAR(value(r, column), value(one_hinge, column), 1e-6) << column;
     }},
    {"mechanisms/double_wishbone",
     [](const Model&, const Results& r) {
       // at t = 0 and t = 2 s the wheel is where it was drawn; the drivers' power is the change of energy (tested in laws)
       for (const int row : {0, 100, 200}) {
         EXPECT_NEAR(value(r, "hub.z", row), 0.228, 1e-12);
         EXPECT_NEAR(value(r, "camber", row), -1.5, 1e-9);
       }
       EXPECT_NEAR(value(r, "rack_guide.position"), 0.02, 1e-12);
       EXPECT_LT(value(r, "push_rod.force", 0), -500);  // pressed
       for (const double v : r.series("violation.position")) ASSERT_LT(v, 1e-9);
     }},
    {"mechanisms/biped",
     [](const Model&, const Results& r) {
       // on the limit cycle the legs have exchanged their angles at touch-down, and the step takes 0.734 s
       EXPECT_EQ(r.summary.outcome.status, Status::stopped);
       ASSERT_EQ(r.summary.events.size(), 1u);
       EXPECT_EQ(r.summary.events[0].name, "heel_strike");
       EXPECT_NEAR(value(r, "foot.angle"), -0.3234, 1e-3);
       EXPECT_NEAR(value(r, "foot.angle") + value(r, "hip_axis.angle"), 0.2187, 1e-3);
       EXPECT_NEAR(value(r, "t"), 0.734, 2e-3);
     }},
    {"mechanisms/geneva",
     [](const Model&, const Results& r) {
       for_each_row(r, [&](int row) {
         // seen from the line of centers, the pin turns from -pi to pi; it is in a slot from -60 to 60 deg
         const double turns = value(r, "t", row), n = std::floor(turns + 1e-9), phi = 2 * pi * (turns - n) - pi;
         const double psi = std::abs(phi) < pi / 3 ? std::atan2(std::sin(phi), 2 - std::cos(phi)) : std::copysign(pi / 6, phi);
         ASSERT_NEAR(value(r, "wheel_axis.angle", row), -pi / 3 * (n + 0.5) - psi, 1e-10) << row;
       });
       EXPECT_NEAR(value(r, "wheel_axis.angle"), -2 * pi, 1e-10);
     }},
    {"mechanisms/cam",
     [](const Model&, const Results& r) {
       for_each_row(r, [&](int row) {
         ASSERT_NEAR(value(r, "guide.position", row), 0.01 * (1 - std::cos(value(r, "shaft.angle", row))), 1e-9);
         ASSERT_NEAR(value(r, "energy.total", row) - 0.2 * value(r, "shaft.angle", row), value(r, "energy.total", 0), 1e-5);
         ASSERT_GT(value(r, "profile.effort", row), 0);  // it presses all the time
       });
     }},
    {"mechanisms/rolling_disc",
     [](const Model& m, const Results& r) {
       EXPECT_LT(energy_error(r), 1e-6 * value(r, "energy.total", 0));
       expect_closed(m, r);
       // the lowest point of the rim is on the table and stands still
       for_each_row(r, [&](int row) {
         const Eigen::Quaterniond e(value(r, "disc.e0", row), value(r, "disc.e1", row), value(r, "disc.e2", row),
                                    value(r, "disc.e3", row));
         const Vec3<double> u = e * Vec3<double>::UnitY(),
                            v(value(r, "disc.vx", row), value(r, "disc.vy", row), value(r, "disc.vz", row)),
                            w(value(r, "disc.wx", row), value(r, "disc.wy", row), value(r, "disc.wz", row));
         const Vec3<double> down = -0.5 * (Vec3<double>::UnitZ() - u.z() * u).normalized();
         ASSERT_NEAR(value(r, "disc.z", row) + down.z(), 0, 1e-8) << row;
         ASSERT_LT((v + w.cross(down)).norm(), 1e-7) << row;
       });
     }},
    {"mechanisms/planetary_gear",
     [](const Model&, const Results& r) {
       // reduced to the carrier, in kg mm^2: sun 16, carrier 1, three planets of 0.2 kg on 40 mm that turn -2 absolute
       const double J = (16 * 60 + 900 + 3 * (0.2 * 1600 + 40 * 4)) * 1e-6, alpha = (4 * 0.5 - 1) / J;
       EXPECT_NEAR(value(r, "carrier_axis.speed"), alpha, 1e-6 * alpha);
       EXPECT_NEAR(value(r, "sun_axis.speed"), 4 * alpha, 4e-6 * alpha);
       // sun: J alpha = torque + effort on its angle, which is zs/zp = 1 times that on the planet
       EXPECT_NEAR(value(r, "sun_mesh.effort", 5), 60e-6 * 4 * alpha - 0.5, 1e-9);
     }},
    {"mechanisms/five_bar_robot",
     [](const Model&, const Results& r) {
       // the tool is the upper intersection of two circles of 300 mm about the elbows
       for_each_row(r, [&](int row) {
         const double t = value(r, "t", row), a = (110 + 20 * std::sin(2 * pi * t)) * pi / 180,
                      b = (70 + 15 * (1 - std::cos(2 * pi * t))) * pi / 180;
         const double lx = -0.1 + 0.2 * std::cos(a), ly = 0.2 * std::sin(a), rx = 0.1 + 0.2 * std::cos(b), ry = 0.2 * std::sin(b);
         const double dx = rx - lx, dy = ry - ly, apart = std::hypot(dx, dy), height = std::sqrt(0.09 - apart * apart / 4);
         ASSERT_NEAR(value(r, "gripper.x", row), (lx + rx) / 2 - dy / apart * height, 1e-11);
         ASSERT_NEAR(value(r, "gripper.y", row), (ly + ry) / 2 + dx / apart * height, 1e-11);
       });
     }},
    {"mechanisms/two_link_robot",
     [](const Model&, const Results& r) {
       // at rest in the beginning (the path's acceleration is zero to that of its spline): the torques hold the weight
       const double x1 = value(r, "upper_arm.x", 0), x2 = value(r, "forearm.x", 0), elbow = 2 * x1;
       EXPECT_NEAR(value(r, "elbow.torque", 0), 4 * g * (x2 - elbow), 0.2);
       EXPECT_NEAR(value(r, "shoulder.torque", 0), g * (6 * x1 + 4 * x2), 0.2);
       // work of both motors = change of energy: Simpson over 400 intervals
       double work = 0;
       for (int row = 0; row < r.rows(); ++row) {
         const double power = value(r, "shoulder.torque", row) * value(r, "shoulder.speed", row) +
                              value(r, "elbow.torque", row) * value(r, "elbow.speed", row);
         work += power * (row == 0 || row == r.rows() - 1 ? 1 : row % 2 ? 4 : 2) * 0.005 / 3;
       }
       EXPECT_NEAR(work, value(r, "energy.total") - value(r, "energy.total", 0), 1e-5);
       EXPECT_NEAR(value(r, "gripper.x"), 0.15, 1e-9);
       EXPECT_TRUE(r.summary.warnings.empty());
     }},
    {"mechanisms/delta_robot",
     [](const Model&, const Results& r) {
       // at rest all motors hold a third of the platform and their own arm: virtual work with dz/dtheta from
       // (out - r)^2 + (h - L sin)^2 = l^2, out - r = 0.15 + L cos, arm and rod in one plane
       const double c = 0.3 * std::cos(pi / 6), s = 0.15, d = 0.15 + c, v = std::sqrt(0.49 - d * d);
       const double fall = c + d * s / v;  // of the platform per turn of an arm
       for (const char* motor : {"arm_1.motor.torque", "arm_2.motor.torque", "arm_3.motor.torque"})
         EXPECT_NEAR(value(r, motor, 0), -g * (1.2 / 3 * fall + 0.8 * c / 2), 1e-9);
       for (const char* turn : {"platform.e1", "platform.e2", "platform.e3"})  // the rods keep it level
         for (const double e : r.series(turn)) ASSERT_NEAR(e, 0, 1e-12);
       EXPECT_EQ(r.summary.mobility_actual, 3);
       EXPECT_TRUE(r.summary.redundant.empty());
       EXPECT_TRUE(r.summary.warnings.empty());
     }},
    {"mechanisms/stewart_platform",
     [](const Model&, const Results& r) {
       // all legs of one length: straight up
       const double far = 1 + 0.36 - 1.2 * std::cos(40 * pi / 180), drawn = std::sqrt(far + 1), leg = drawn + 0.2;
       EXPECT_NEAR(value(r, "platform.z", 100), std::sqrt(leg * leg - far), 1e-11);
       // a yaw of psi gives legs of the squared lengths R^2 + P^2 - 2 R P cos(40 deg +- psi) + z^2
       const double sine = (std::pow(leg + 0.05, 2) - std::pow(leg - 0.05, 2)) / (4 * 0.6 * std::sin(40 * pi / 180));
       EXPECT_NEAR(value(r, "yaw"), -std::asin(sine), 1e-10);
       // at rest, by virtual work of equal changes of all legs: cylinders have their centers at c = 0.3 drawn from the foot,
       // at the height c z/leg, pistons at (leg - c) z/leg, and dz/dleg = leg/z with z = 1
       const double cylinder = 0.3 * drawn * (1 - 1 / (drawn * drawn)), piston = drawn - cylinder;
       EXPECT_NEAR(value(r, "drive_1.force", 0), g * (50 * drawn / 6 + 4 * cylinder + 2 * piston), 1e-9);
     }},
    {"examples/double_pendulum", expect_no_drift},
    {"examples/haug_slider_crank", expect_closed},
    {"examples/haug_slider_crank_guess", expect_no_drift},
    {"examples/flyball_governor", expect_closed},
    {"examples/andrews_squeezer", [](const Model&, const Results& r) { EXPECT_NEAR(value(r, "beta"), 15.81077119515371, 1e-6); }},
    {"examples/double_wishbone", expect_closed},
    {"examples/quarter_car",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(r.series("unsprung.y")[0], 0.23 - 69 * g / 120e3, 1e-12);
       EXPECT_NEAR(r.series("tire_load")[0], 69 * g, 1e-8);
       EXPECT_NEAR(value(r, "tire_load"), 69 * g, 69);  // nearly at rest again
     }},
    {"examples/chain_modes",
     [](const Model&, const Results& r) {  // omega_k = 2 sqrt(k/m) sin(k pi/8), damping ratio c omega/(2 k)
       const double omega[] = {7.653668647301796, 14.142135623730951, 18.477590650225736};
       ASSERT_EQ(r.summary.modes.size(), 3u);
       for (int i = 0; i < 3; ++i) {
         EXPECT_NEAR(r.summary.modes[i].frequency * 2 * std::numbers::pi, omega[i], 1e-10);
         EXPECT_NEAR(r.summary.modes[i].damping, 0.2 * omega[i] / 200, 1e-12);
       }
     }},
    {"mechanisms/rolling_wheel",
     [](const Model&, const Results& r) {  // above g a/3 it wobbles: lambda² = (2/a²) (2 g a - 6 v²)/5 of a disc
       const double v = 2, a = 0.5, g = 9.81;
       ASSERT_FALSE(r.summary.modes.empty());
       for (const Mode& mode : r.summary.modes) EXPECT_FALSE(mode.unstable);
       EXPECT_NEAR(std::pow(r.summary.modes.back().imag, 2), 4 * (3 * v * v - g * a) / (5 * a * a), 1e-9);
     }},
    {"examples/equilibrium_exchange",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(value(r, "floor.y"), 0.03, 1e-12);
       EXPECT_NEAR(r.summary.equilibrium->found.at(0).second, 395 - (230 - 69 * g / 120) + 60 * g / 30, 1e-9);
     }},
    {"examples/dc_motor_pid",
     [](const Model&, const Results& r) {
       EXPECT_NEAR(value(r, "main.angle"), pi / 2, 0.05);  // it holds what was asked
       for (const double v : r.series("voltage")) ASSERT_LE(std::abs(v), 24);
     }},
    {"examples/rack_and_gears",
     [](const Model&, const Results& r) {
       // at rest the rack's spring holds the motor: x = -3 torque/(c k) with c = 90 mm/rev
       EXPECT_NEAR(value(r, "rack_guide.position"), -0.8 * 3 / (0.09 / (2 * pi)) / 20000, 2e-5);
     }},
    {"examples/biped_step", [](const Model&, const Results& r) { EXPECT_EQ(r.summary.outcome.status, Status::stopped); }},
    {"examples/tabulated_damper",
     [](const Model&, const Results& r) { EXPECT_NEAR(value(r, "block.y"), 0.2 - 40 * 9.80665 / 35000, 2e-3); }},
    {"examples/front_axle",
     [](const Model&, const Results& r) { EXPECT_NEAR(value(r, "toe_left", 0), value(r, "toe_right", 0), 1e-9); }},
    {"benchmarks/a01", expect_no_drift},
    {"benchmarks/a02", expect_no_drift},
    {"benchmarks/a03",
     [](const Model& m, const Results& r) {
       // angles and rates at 0.03 s by quadrature of the energy; work of the motor
       const std::pair<const char*, double> angles[] = {{"beta", 15.81077119515371},   {"theta", -15.75637105841184},
                                                        {"gamma", 0.0408222401196458}, {"phi", -0.5347301163420796},
                                                        {"delta", 0.5244099658799541}, {"omega", 0.5347301163420796},
                                                        {"epsilon", 1.048080741041938}};
       for (const auto& [name, angle] : angles) EXPECT_NEAR(value(r, name), angle, 1e-6) << name;
       EXPECT_NEAR(value(r, "main.speed"), 1139.920302259106, 1e-3);
       EXPECT_NEAR(value(r, "pin.speed"), -1424.379295177540, 1e-3);
       for_each_row(r, [&](int row) {
         ASSERT_NEAR(value(r, "energy.total", row) - 0.033 * value(r, "main.angle", row), value(r, "energy.total", 0), 1e-5);
       });
       expect_closed(m, r);
     }},
    {"benchmarks/car_axis",
     [](const Model& m, const Results& r) {
       EXPECT_NEAR(value(r, "left.x"), 0.493455784275402809e-1, 1e-6);
       EXPECT_NEAR(value(r, "left.y"), 0.496989460230171154, 1e-6);
       EXPECT_NEAR(value(r, "right.x"), 1.04174252488542152, 1e-6);
       EXPECT_NEAR(value(r, "right.y"), 0.373911027265361257, 1e-6);
       EXPECT_NEAR(value(r, "right.vy"), 0.770341043779251976, 1e-5);
       expect_closed(m, r);
     }},
    {"benchmarks/a04", expect_no_drift},
    {"benchmarks/a05", [](const Model&, const Results& r) { EXPECT_NEAR(value(r, "slider.z"), 0.619622917061355, 1e-6); }},
    {"benchmarks/free_body", expect_no_drift},
    {"benchmarks/heavy_top", expect_no_drift},
    {"benchmarks/four_bar_driven", expect_closed},
    {"benchmarks/hooke_joint", expect_closed},
    {"benchmarks/slider_crank_driven", expect_closed},
};

const std::set<std::string> only_checked = {"mechanisms/stewart_leg", "mechanisms/delta_arm", "examples/corner",
                                            "vehicles/front_axle"};  // its analysis is the K&C sheet: bricard/vehicle/

// The model of a file with other values of its parameters.
Control varying(const std::string& path) {
  Control control;
  control.vary = [path](const std::vector<std::pair<std::string, double>>& values) {
    std::vector<std::pair<std::string, std::string>> overrides;
    for (const auto& [name, value] : values) overrides.emplace_back(name, to_text(value));
    return read_model(path, overrides);
  };
  return control;
}

struct Models : testing::TestWithParam<std::string> {};

TEST_P(Models, runs) {
  const std::string path = shipped_model_path(GetParam());
  const Model model = read_model(path);
  const Results checked = check(model, model.analysis.value_or(AnalysisOptions{}));
  ASSERT_FALSE(checked.summary.outcome.failed()) << checked.summary.outcome.message;
  EXPECT_GE(checked.summary.mobility_actual, 0);
  if (only_checked.contains(GetParam())) return;
  const auto expectation = expectations.find(GetParam());
  ASSERT_NE(expectation, expectations.end()) << "say in this file what must come out of it";
  const Results results = run(model, varying(path));
  ASSERT_NE(results.summary.outcome.status, Status::failed) << results.summary.outcome.message;
  expectation->second(model, results);
}

// Accelerations of all bodies, in the order of the model, at a state; drivers and dependent rows as in a run.
std::vector<Vec6<double>> accelerations(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  EXPECT_TRUE(system.factor(e));
  system.forces(e);
  Eigen::VectorXd a(system.nv());
  system.accelerations(e, a);
  std::vector<Vec6<double>> all;
  for (std::size_t i = 1; i < system.mechanism().tree.number.size(); ++i) {
    Vec6<double> A = e.solution.A[system.mechanism().tree.number[i]];
    A.tail<3>() *= system.length();
    all.push_back(A);
  }
  return all;
}

// Another position and other velocities on the constraints, near by.
State displaced(const System& system, State state) {
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  Eigen::VectorXd d(system.nv()), moved(system.nq());
  for (int i = 0; i < system.nv(); ++i) {
    const double size = system.v_per_radian()[i] == 0 ? system.length() : 1;
    d[i] = 0.02 * size * std::sin(2.3 * i + 1);
    state.v[i] += 0.3 * size * std::cos(1.9 * i);
  }
  system.move(state.q, d, moved);
  state.q = moved;
  for (int i = 0; i < 30; ++i) project_once(system, e, state);
  system.motion(state, e, RowSet::all, Measure::all);
  system.update_angles(e, state);
  EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-10 * system.reach());
  return state;
}

// The tree with its cuts and every joint as rows are two ways to the same accelerations.
TEST_P(Models, accelerate_alike_in_relative_and_absolute_coordinates) {
  const Model model = read_model(shipped_model_path(GetParam()));
  const System relative(model, "relative"), absolute(model, "absolute");
  const State assembled = assemble(relative).state;
  for (const State& state : {assembled, displaced(relative, assembled)}) {
    Equations e(relative);
    relative.motion(state, e, RowSet::all, Measure::all);
    const auto expected = accelerations(absolute, absolute.state_of(e, state.t)), found = accelerations(relative, state);
    double largest = 0;
    for (const auto& A : expected) largest = std::max(largest, A.norm());
    for (std::size_t b = 0; b < expected.size(); ++b)
      EXPECT_LT((found[b] - expected[b]).norm(), 1e-8 * (1e-3 + largest)) << model.bodies[b].name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Models, testing::ValuesIn(shipped_models()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

// What is expected of a model is looked at: none is left out because its name is missing there.
TEST(ShippedModels, are_all_that_something_is_expected_of) {
  const std::vector<std::string> names = shipped_models();
  const std::set<std::string> shipped(names.begin(), names.end());
  EXPECT_EQ(shipped.size(), names.size());
  for (const auto& [name, expectation] : expectations) EXPECT_TRUE(shipped.contains(name)) << name;
  for (const std::string& name : only_checked) EXPECT_TRUE(shipped.contains(name)) << name;
}

}  // namespace
}  // namespace bricard
