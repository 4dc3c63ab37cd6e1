// Steady motion, straight and on circles, against closed forms and an algebraic solution; in absolute and relative coordinates.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bricard/analyses/equilibrium/test_equilibrium_cases.hpp"
#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

constexpr double g = 9.81;
const char* const both_sets[] = {"absolute", "relative"};

Model steady_model(const std::string& name, const std::vector<std::pair<std::string, std::string>>& values = {}) {
  return read_model(source_file("verification/steady/" + name + ".bricard.yaml"), values);
}
Control varying(const std::string& name) {
  Control control;
  control.vary = [name](const std::vector<std::pair<std::string, double>>& values) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [parameter, value] : values) texts.emplace_back(parameter, to_text(value));
    return steady_model(name, texts);
  };
  return control;
}

Results in_set(const EquilibriumCase& of, const std::string& coordinates, const std::string& type = "equilibrium",
               double duration = 0) {
  AnalysisOptions options = of.options();
  options.coordinates = coordinates;
  options.type = type;
  if (duration > 0) options.duration = duration;
  if (type == "dynamics") options.start = StartAt::equilibrium;
  return run(of.model, options, of.control);
}
void expect_done(const Results& results) {
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
}

// The largest |imag| of the modes, and the one nearest to a value.
double nearest_frequency(const Results& modes, double to) {
  double nearest = 0;
  for (const Mode& mode : modes.summary.modes)
    if (std::abs(mode.imag - to) < std::abs(nearest - to)) nearest = mode.imag;
  return nearest;
}

// Drag equals drive at v = 30 exactly: nothing is left over, and that is no imbalance.
TEST(SteadyCruise, IsAcceptedWhereDragEqualsDrive) {
  for (const char* speed : {"29", "30", "31"}) {
    const Model model = steady_model("steady_cruise", {{"v", speed}});
    for (const std::string& coordinates : coordinate_sets_of(model)) {
      AnalysisOptions options = *model.analysis;
      options.coordinates = coordinates;
      const Results results = run(model, options, varying("steady_cruise"));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << speed << coordinates << results.summary.outcome.message;
      const double v = std::stod(speed);
      EXPECT_NEAR(results.series("car.z")[0], 0.6 - (1000 * g - 0.3 * v * v) / 50000, 1e-9) << coordinates;
      EXPECT_NEAR(results.series("go.force")[0], 0.4 * v * v - 360, 1e-7) << coordinates;
    }
  }
}

TEST(SteadyCruise, ForceOfASpeedWithAndWithoutACondition) {
  const Model model = steady_model("steady_find_force");
  for (const bool with_condition : {true, false})
    for (const std::string& coordinates : coordinate_sets_of(model)) {
      AnalysisOptions options = *model.analysis;
      options.coordinates = coordinates;
      if (!with_condition) options.equilibrium->so_that.clear();
      const Results results = run(model, options, varying("steady_find_force"));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << coordinates << results.summary.outcome.message;
      EXPECT_NEAR(results.summary.equilibrium->found.at(0).second, 360, 1e-8) << coordinates << with_condition;
    }
}

// More freedoms than full matrices serve: the drag of every one equals its drive to rounding, with nothing else to compare with.
TEST(SteadyCruise, ALongRowIsAcceptedExactlyWhereDragEqualsDrive) {
  std::string bodies = "bodies:\n", joints = "joints:\n", forces = "forces:\n", before = "ground";
  for (int i = 0; i < 210; ++i) {
    bodies += fmt::format("  car{0}: {{mass: 10, inertia: [1, 1, 1], position: [{0}, 0, 0]}}\n", i);
    joints += fmt::format("  T{0}: {{type: prismatic, bodies: [{1}, car{0}], at: [{0}, 0, 0], axis: [1, 0, 0]}}\n", i, before);
    forces += fmt::format(
        "  drive{0}: {{type: force, body: car{0}, components: [\"0.3*3\", 0, 0]}}\n"
        "  drag{0}: {{type: force, body: car{0}, components: [\"-c*3^2\", 0, 0]}}\n",
        i);
    before = fmt::format("car{}", i);
  }
  ASSERT_NE(0.3 * 3, 0.1 * 9);  // by a rounding
  for (const char* c : {"0.1", "0.1001"}) {
    const EquilibriumCase row(fmt::format("gravity: [0, 0, 0]\nparameters: {{c: {}}}\n", c) + bodies + joints + forces);
    EXPECT_EQ(row.find().outcome.failed(), std::string_view(c) != "0.1") << c << row.find().outcome.message;
  }
}

const std::string cruising = R"(
gravity: [0, 0, -9.81]
parameters: {v: 25, F: 100, c: 0.4}
bodies: {car: {mass: 1000, inertia: [300, 1000, 1000], position: [0, 0, 0.5], velocity: [v, 0, 0]}}
joints: {road: {type: planar, bodies: [ground, car], at: [0, 0, 0.5], axis: [0, 0, 1]}}
forces:
  drive: {type: force, body: car, components: ["F*dir.ux", "F*dir.uy", 0]}
  drag: {type: force, body: car, components: ["-c*car.vx*speed + 500*slip*dir.uy", "-c*car.vy*speed - 500*slip*dir.ux", 0]}
  yaw: {type: torque, body: car, components: [0, 0, "-800*car.wz"]}
sensors: {dir: {body: car, axis: [1, 0, 0]}}
outputs: {speed: sqrt(car.vx^2 + car.vy^2), slip: car.vy*dir.ux - car.vx*dir.uy}
)";
std::string turning(const std::string& model, const std::string& asked) {
  return model + "analysis: {type: equilibrium, equilibrium: {kind: turning" + (asked.empty() ? "" : ", " + asked) + "}}\n";
}

// ROBOTRAN's dynamic equilibrium (user manual, 5.3.5): fix the speed and find the force, fix the force and find the speed.
TEST(SteadyTurn, SpeedToForceAndForceToSpeed) {
  const Equilibrium force = EquilibriumCase(turning(cruising, "speed: 30, find: [F]")).find();
  ASSERT_FALSE(force.outcome.failed()) << force.outcome.message;
  EXPECT_NEAR(force.report.found.at(0).second, 360, 1e-7);
  const Results speed = EquilibriumCase(turning(cruising, "")).results();
  expect_done(speed);
  EXPECT_NEAR(speed.series("speed")[0], std::sqrt(100 / 0.4), 1e-9);
}

// Speed and yaw rate are told of the heaviest body, wherever it stands, or of the one that is asked for.
TEST(SteadyTurn, OneBodyIsObserved) {
  const std::string car = "  car: {mass: 1000, inertia: [300, 1000, 1000], position: [0, 0, 0.5], velocity: [v, 0, 0]}\n",
                    rider = "  rider: {mass: 80, inertia: [5, 5, 5], position: [0.5, 0, 1], velocity: [v, 0, 0]}\n";
  for (const bool first : {false, true}) {
    const std::string model = "parameters: {v: 15}\nbodies:\n" + (first ? rider + car : car + rider) + R"(joints:
  road: {type: planar, bodies: [ground, car], at: [0, 0, 0.5], axis: [0, 0, 1]}
  seat: {type: fixed, bodies: [car, rider], at: [0.5, 0, 0.5]}
forces:
  drive: {type: force, body: car, components: ["100*dir.ux", "100*dir.uy", 0]}
  drag: {type: force, body: car, components: ["-0.4*car.vx*speed + 500*slip*dir.uy", "-0.4*car.vy*speed - 500*slip*dir.ux", 0]}
  yaw: {type: torque, body: car, components: [0, 0, "-800*car.wz"]}
sensors: {dir: {body: car, axis: [1, 0, 0]}}
outputs: {speed: sqrt(car.vx^2 + car.vy^2), slip: car.vy*dir.ux - car.vx*dir.uy}
)";
    for (const char* asked : {"", "body: rider"}) {
      const Equilibrium found = EquilibriumCase(turning(model, asked)).find();
      ASSERT_FALSE(found.outcome.failed()) << found.outcome.message;
      EXPECT_EQ(found.report.turning->body, *asked ? "rider" : "car");
      EXPECT_NEAR(found.report.turning->speed, std::sqrt(100 / 0.4), 1e-8);
    }
    EXPECT_THROW(EquilibriumCase(turning(model, "body: rifer")).find(), Error);
  }
}

// Both counts are told where a condition has no unknown.
TEST(SteadyTurn, AConditionNeedsAnUnknown) {
  const Equilibrium found = EquilibriumCase(turning(cruising, "speed: 30")).find();
  ASSERT_TRUE(found.outcome.failed());
  EXPECT_NE(found.outcome.message.find("4 equations (3 balances along what runs, 1 condition) for 3 unknowns (3 rates)"),
            std::string::npos)
      << found.outcome.message;
}

// A top on its tip: A W² cos - C w3 W + m g l = 0, A about the tip, w3 the component of the angular velocity along the axis.
struct Top {
  double m = 0.4, l = 0.12, inertia = 2e-3, C = 1e-3, tilt = 0.5, w3 = 150;
  double A() const { return inertia + m * l * l; }
  double slow(double sign = -1) const {
    const double a = A() * std::cos(tilt), b = C * w3, c = m * g * l;
    return (b + sign * std::sqrt(b * b - 4 * a * c)) / (2 * a);
  }
  EquilibriumCase model(double guess) const {
    const double s = std::sin(tilt), c = std::cos(tilt), spin = w3 - guess * c;
    return EquilibriumCase(turning(fmt::format(R"(
gravity: [0, 0, -9.81]
bodies:
  top: {{mass: {0}, inertia: [{1}, {1}, {2}], position: [{3:.17g}, 0, {4:.17g}], orientation: {{axis: [0, 1, 0], angle: {5}}},
        angular_velocity: [{6:.17g}, 0, {7:.17g}]}}
joints: {{tip: {{type: spherical, bodies: [ground, top], at: [0, 0, 0]}}}}
sensors: {{axis: {{body: top, axis: {{in: top, axis: [0, 0, 1]}}}}}}
outputs: {{w3: "top.wx*axis.ux + top.wy*axis.uy + top.wz*axis.uz"}}
)",
                                               m, inertia, C, l * s, l * c, tilt, spin * s, spin * c + guess),
                                   fmt::format("so_that: [\"axis.uz == {:.17g}\", \"w3 == {:.17g}\"]", c, w3)));
  }
  // Energy of the tilt at constant momenta, and its second derivative: nutation about steady precession.
  double nutation(double W) const {
    const double c = std::cos(tilt), s = std::sin(tilt), L3 = C * w3, Lz = A() * W * s * s + L3 * c;
    const auto V = [&](long double x) {
      const long double p = Lz - L3 * std::cos(x);
      return p * p / (2 * A() * std::sin(x) * std::sin(x)) + m * g * l * std::cos(x);
    };
    const long double h = 1e-4L;
    const long double second =
        (-V(tilt + 2 * h) + 16 * V(tilt + h) - 30 * V(tilt) + 16 * V(tilt - h) - V(tilt - 2 * h)) / (12 * h * h);
    return std::sqrt(static_cast<double>(second) / A());
  }
};

// A rotor with a controller of its speed, T = k z - c w², z' = 7 - w - s z: drive and drag in one function, of which nothing is
// left where they balance. Wherever the search starts, on its answer too; where the drive is limited, T = 2 - c w².
TEST(SteadyTurn, DriveAndDragMayBeOneFunction) {
  const auto speed = [](const std::string& drive, double s, double z, const char* coordinates) {
    const Model model = read_yaml_text(
        fmt::format(
            "bricard: 1\ngravity: [0, 0, 0]\n"
            "bodies: {{r: {{mass: 1, inertia: [0.1, 0.1, 0.2], position: [0, 0, 0]}}}}\n"
            "joints: {{h: {{type: revolute, bodies: [ground, r], at: [0, 0, 0], axis: [0, 0, 1], initial: {{speed: 3}}}}}}\n"
            "states: {{z: {{initial: {}, derivative: 7 - h.speed - {}*z}}}}\n"
            "forces: {{m: {{type: joint_force, joint: h, torque: \"{} - 0.3*h.speed^2\"}}}}\n"
            "analysis: {{type: equilibrium, equilibrium: {{kind: turning}}}}\n",
            z, s, drive),
        "rotor");
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    const Results results = run(model, options);
    EXPECT_DONE(results);
    return results.summary.outcome.failed() ? 0 : value(results, "h.speed");
  };
  for (const char* coordinates : both_sets)
    for (const double z : {0.0, 0.3 * 49 / 5}) EXPECT_NEAR(speed("5*z", 0, z, coordinates), 7, 1e-8) << z;
  for (const char* coordinates : both_sets)
    for (const double z : {0.0, 1.0, 0.5 * (7 - std::sqrt(2 / 0.3))})
      EXPECT_NEAR(speed("clamp(5*z, -2, 2)", 2, z, coordinates), std::sqrt(2 / 0.3), 1e-8) << z;
}

TEST(SteadyTurn, TopPrecessesSlowlyOrFast) {
  const Top top;
  for (const double sign : {-1.0, 1.0}) {
    const double W = top.slow(sign);
    const EquilibriumCase precessing = top.model(1.1 * W);
    for (const char* coordinates : both_sets) {
      const Results results = in_set(precessing, coordinates);
      expect_done(results);
      EXPECT_NEAR(results.summary.equilibrium->turning->yaw_rate, W, 1e-8 * W) << coordinates;
      const Results modes = in_set(precessing, coordinates, "modes");
      expect_done(modes);
      EXPECT_NEAR(nearest_frequency(modes, top.nutation(W)), top.nutation(W), 1e-6 * top.nutation(W)) << coordinates << sign;
      EXPECT_TRUE(modes.summary.warnings.empty()) << modes.summary.warnings.front();
    }
  }
}

TEST(SteadyTurn, TopStaysInSimulation) {
  const Top top;
  for (const char* coordinates : both_sets) {
    const Results results = in_set(top.model(top.slow()), coordinates, "dynamics", 2);
    expect_done(results);
    for (double tilt : results.series("axis.uz")) EXPECT_NEAR(tilt, std::cos(top.tilt), 1e-6) << coordinates;
  }
}

// A rod on a turning shaft: W² = m g l/((A - C) cos), and L_z is kept: epicyclic frequency W sqrt(1 + 3 cos²) for C = 0.
TEST(SteadyTurn, ConicalPendulumAndItsEpicycle) {
  const double tilt = 0.8, m = 2, l = 0.7, A = 0.05 + m * l * l, W = std::sqrt(m * g * l / (A * std::cos(tilt)));
  const EquilibriumCase pendulum(turning(fmt::format(R"(
gravity: [0, 0, -9.81]
bodies:
  shaft: {{angular_velocity: [0, 0, {0:.17g}]}}
  rod: {{mass: 2, inertia: [0.05, 0.05, 0], position: [{1:.17g}, 0, {2:.17g}], orientation: {{axis: [0, 1, 0], angle: -0.7}},
        angular_velocity: [0, 0, {0:.17g}]}}
joints:
  bearing: {{type: revolute, bodies: [ground, shaft], at: [0, 0, 0], axis: [0, 0, 1]}}
  pin: {{type: revolute, bodies: [shaft, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
)",
                                                     W, 0.7 * std::sin(0.7), -0.7 * std::cos(0.7)),
                                         ""));
  for (const char* coordinates : both_sets) {
    const Results results = in_set(pendulum, coordinates);
    expect_done(results);
    EXPECT_NEAR(results.summary.equilibrium->turning->yaw_rate, W, 1e-10);  // nothing determines it: it stays
    EXPECT_NEAR(results.series("rod.z")[0], -l * std::cos(tilt), 1e-9) << coordinates;
    const Results modes = in_set(pendulum, coordinates, "modes");
    expect_done(modes);
    const double epicycle = W * std::sqrt(1 + 3 * std::cos(tilt) * std::cos(tilt));
    EXPECT_NEAR(nearest_frequency(modes, epicycle), epicycle, 1e-7 * epicycle) << coordinates;
  }
}

// A ball on a rod that stands aside: of its speed only the size is said, and it can run only across its first axis. With a spin s
// along the rod and ω = (s sin θ, 0, Ω - s cos θ) the moments about the pivot are  m g l = m l² Ω² cos θ + I s Ω.
TEST(SteadyTurn, ABodyThatStandsRunsWhereItCan) {
  const Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, -9.81]\n"
      "bodies: {m: {mass: 2, inertia: [0.05, 0.05, 0.05], position: [0.6, 0, -0.8]}}\n"
      "joints: {top: {type: spherical, bodies: [ground, m], at: [0, 0, 0]}}\n"
      "analysis: {type: equilibrium, equilibrium: {kind: turning, body: m, speed: 1.5}}\n",
      "model");
  for (const char* coordinates : both_sets) {
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    const Results found = run(model, options);
    expect_done(found);
    const auto value = [&](const char* column) { return found.series(column)[0]; };
    const double sine = std::hypot(value("m.x"), value("m.y")), cosine = -value("m.z"), turns = 1.5 / sine;
    const double along = (value("m.wx") * value("m.x") + value("m.wy") * value("m.y")) / sine;  // ω, outwards
    const double spin = along / sine;
    EXPECT_NEAR(value("m.wz"), turns - spin * cosine, 1e-9) << coordinates;
    EXPECT_NEAR(2 * turns * turns * cosine + 0.05 * spin * turns, 2 * g, 1e-6) << coordinates;
    // Rates that nothing determines are double zeros, no growth.
    EXPECT_EQ(found.summary.equilibrium->configuration.stable, true) << coordinates;
    EXPECT_EQ(found.summary.equilibrium->configuration.growth, 0) << coordinates;
  }
}

// m g a sin(lean) = W² cos(lean) ((C + m a²) r/a + A sin(lean)).
TEST(SteadyTurn, DiscRollsOnACircle) {
  const Model model = read_model(source_file("models/mechanisms/circling_disc.bricard.yaml"));
  const double a = 0.5, A = a * a / 4, C = a * a / 2, r = 3, v = 2, W = v / r;
  for (const char* coordinates : both_sets) {
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    const Results results = run(model, options);
    expect_done(results);
    const double lean = results.series("leaning")[0];
    EXPECT_GT(lean, 0.05);
    EXPECT_NEAR(g * a * std::sin(lean), W * W * std::cos(lean) * ((C + a * a) * r / a + A * std::sin(lean)), 1e-10);
    EXPECT_NEAR(results.summary.equilibrium->turning->yaw_rate, W, 1e-10);
    options.type = "dynamics";
    const Results rolling = run(model, options);
    expect_done(rolling);
    for (double each : rolling.series("leaning")) EXPECT_NEAR(each, lean, 1e-5) << coordinates;
  }
}

nlohmann::json posts_reference() {
  std::ifstream file(source_file("verification/data/posts_car_steady_turn.json"));
  return nlohmann::json::parse(file);
}
Results posts_car(const std::string& delta, const std::string& asked, const std::string& coordinates,
                  const std::string& name = "posts_car", const std::string& type = "equilibrium") {
  const Model model = steady_model(name, {{"delta", delta}});
  AnalysisOptions options = *model.analysis;
  options.type = type;
  options.coordinates = coordinates;
  EquilibriumOptions& turn = options.equilibrium.emplace();
  turn.kind = EquilibriumKind::turning;
  turn.body = "car";
  if (asked == "steer") {
    turn.speed = 12;
    turn.steer = "delta";
  } else {
    turn.lateral_acceleration = std::stod(asked);
    turn.find = {"delta"};
  }
  return run(model, options, varying(name));
}

std::vector<std::pair<std::string, nlohmann::json>> with_and_without_slides(const nlohmann::json& references) {
  std::vector<std::pair<std::string, nlohmann::json>> all;
  for (const char* name : {"posts_car", "posts_car_on_slides"})
    for (const auto& each : references) all.emplace_back(name, each);
  return all;
}

// The car may be free, or carried by slides and rings without mass, which do not turn with it.
TEST(SteadyTurn, PostsCarAtItsReference) {
  const nlohmann::json reference = posts_reference();
  ASSERT_EQ(reference["results"].size(), 3u);
  for (const auto& [name, each] : with_and_without_slides(reference["results"])) {
    const std::string delta = to_text(each["delta"].get<double>());
    const Results results = posts_car(delta, "steer", "relative", name);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << name << delta << results.summary.outcome.message;
    const auto expect = [&](const std::string& column, double value) {
      EXPECT_NEAR(results.series(column)[0], value, 1e-6 * std::max(1.0, std::abs(value))) << delta << " " << column;
    };
    expect("car.wz", each["yaw_rate"]);
    expect("car.z", each["chassis_height"]);
    expect("torque", each["drive_torque_per_rear_wheel"]);
    EXPECT_NEAR(results.summary.equilibrium->turning->yaw_rate, each["yaw_rate"].get<double>(), 1e-9);
    for (const auto& [name, wheel] :
         {std::pair("front_left", "fl"), {"front_right", "fr"}, {"rear_left", "rl"}, {"rear_right", "rr"}})
      for (const char* load : {"Fz", "Fx", "Fy", "Mz"}) expect(fmt::format("{}.{}", wheel, load), each["wheels"][name][load]);
  }
}

// The steering angle of a lateral acceleration is the one that gives it.
TEST(SteadyTurn, PostsCarFindsItsSteeringAngle) {
  const auto each = posts_reference()["results"][0];
  const Results results = posts_car("0.03", to_text(each["lateral_acceleration"].get<double>()), "absolute");
  expect_done(results);
  EXPECT_NEAR(results.summary.equilibrium->found.at(0).second, each["delta"].get<double>(), 1e-8);
}

TEST(SteadyTurn, PostsCarOnSlidesHasTheModesOfTheFreeOne) {
  const Results free = posts_car("0.05", "steer", "relative", "posts_car", "modes");
  expect_done(free);
  for (const char* coordinates : both_sets) {
    const Results carried = posts_car("0.05", "steer", coordinates, "posts_car_on_slides", "modes");
    expect_done(carried);
    ASSERT_EQ(carried.summary.modes.size(), free.summary.modes.size());
    for (std::size_t i = 0; i < free.summary.modes.size(); ++i) {
      EXPECT_NEAR(carried.summary.modes[i].real, free.summary.modes[i].real, 1e-6 * (1 + std::abs(free.summary.modes[i].real)));
      EXPECT_NEAR(carried.summary.modes[i].imag, free.summary.modes[i].imag, 1e-6 * (1 + std::abs(free.summary.modes[i].imag)));
    }
  }
}

// A top in rings without mass, the outer axis of which lies: it precesses as on its tip, and the rings follow as they can.
TEST(SteadyTurn, TopInAGimbalPrecesses) {
  const Top top;
  const double s = std::sin(top.tilt), c = std::cos(top.tilt), W = top.slow(1);
  const EquilibriumCase gimbal(turning(fmt::format(R"(
gravity: [0, 0, -9.81]
bodies:
  outer: {{}}
  inner: {{}}
  top: {{mass: {0}, inertia: [{1}, {1}, {2}], position: [{3:.17g}, 0, {4:.17g}], orientation: {{axis: [0, 1, 0], angle: {5}}}}}
joints:
  lying: {{type: revolute, bodies: [ground, outer], at: [0, 0, 0], axis: [1, 0, 0]}}
  cross: {{type: revolute, bodies: [outer, inner], at: [0, 0, 0], axis: [0, 1, 0]}}
  spin: {{type: revolute, bodies: [inner, top], at: [0, 0, 0], axis: {{in: top, axis: [0, 0, 1]}}, initial: {{speed: 140}}}}
sensors: {{axis: {{body: top, axis: {{in: top, axis: [0, 0, 1]}}}}}}
outputs: {{w3: "top.wx*axis.ux + top.wy*axis.uy + top.wz*axis.uz"}}
)",
                                                   top.m, top.inertia, top.C, top.l * s, top.l * c, top.tilt),
                                       fmt::format("so_that: [\"axis.uz == {:.17g}\", \"w3 == {:.17g}\"]", c, top.w3)));
  for (const char* coordinates : both_sets) {
    const Results results = in_set(gimbal, coordinates);
    expect_done(results);
    EXPECT_NEAR(results.summary.equilibrium->turning->yaw_rate, W, 1e-8 * W) << coordinates;
    const Results modes = in_set(gimbal, coordinates, "modes");
    expect_done(modes);
    EXPECT_NEAR(nearest_frequency(modes, top.nutation(W)), top.nutation(W), 1e-6 * top.nutation(W)) << coordinates;
    const Results stays = in_set(gimbal, coordinates, "dynamics", 2);
    expect_done(stays);
    for (double tilt : stays.series("axis.uz")) EXPECT_NEAR(tilt, c, 1e-6) << coordinates;
  }
}

// A plane car with linear tires on two slides: yaw rate = delta u/(L + m u² (b Cr - a Cf)/(L Cf Cr)), and the drive holds m v r.
TEST(SteadyTurn, PlaneCarOnSlides) {
  const double m = 1200, a = 1.2, b = 1.5, L = a + b, Cf = 6e4, Cr = 7e4, delta = 0.03, K = 3000, V = 20;
  const EquilibriumCase car(turning(R"yaml(
dimension: 2
gravity: [0, 0]
parameters: {delta: 0.03, V: 20, Cf: 6e4, Cr: 7e4, K: 3000}
bodies:
  ahead: {position: [0, 0]}
  aside: {position: [0, 0]}
  car: {mass: 1200, inertia: 1800, position: [0, 0]}
joints:
  T1: {type: prismatic, bodies: [ground, ahead], at: [0, 0], axis: [1, 0], initial: {rate: 20}}
  T2: {type: prismatic, bodies: [ahead, aside], at: [0, 0], axis: [0, 1]}
  R3: {type: revolute, bodies: [aside, car], at: [0, 0]}
outputs:
  u: car.vx*cos(R3.angle) + car.vy*sin(R3.angle)
  v: car.vy*cos(R3.angle) - car.vx*sin(R3.angle)
  front: Cf*(delta - (v + 1.2*R3.speed)/u)
  rear: -Cr*(v - 1.5*R3.speed)/u
forces:
  tire1: {type: force, body: car, at: [1.2, 0], components: ["-front*sin(R3.angle)", "front*cos(R3.angle)"]}
  tire2: {type: force, body: car, at: [-1.5, 0], components: ["-rear*sin(R3.angle)", "rear*cos(R3.angle)"]}
  drive: {type: force, body: car, at: [0, 0], components: ["K*(V - u)*cos(R3.angle)", "K*(V - u)*sin(R3.angle)"]}
)yaml",
                                    ""));
  for (const char* coordinates : both_sets) {
    const Results results = in_set(car, coordinates);
    expect_done(results);
    const double u = results.series("u")[0], v = results.series("v")[0], r = results.series("R3.speed")[0];
    EXPECT_NEAR(r, delta * u / (L + m * u * u * (b * Cr - a * Cf) / (L * Cf * Cr)), 1e-9) << coordinates;
    EXPECT_NEAR(m * -v * r, K * (V - u), 1e-6) << coordinates;
    const Results stays = in_set(car, coordinates, "dynamics", 3);
    expect_done(stays);
    for (int row = 0; row < stays.rows(); ++row) {
      EXPECT_NEAR(value(stays, "u", row), u, 1e-5) << coordinates;
      EXPECT_NEAR(value(stays, "R3.speed", row), r, 1e-6) << coordinates;
    }
  }
}

// A wheel that is too slow falls, which its modes tell; no other start would find another motion.
TEST(SteadyTurn, UnstableMotionGivesNoHintOfOtherStarts) {
  const Model model = read_model(source_file("models/mechanisms/rolling_wheel.bricard.yaml"), {{"v", "1"}});
  const Results results = run(model, *model.analysis);
  expect_done(results);
  EXPECT_TRUE(std::any_of(results.summary.modes.begin(), results.summary.modes.end(), [](const Mode& m) { return m.unstable; }));
  EXPECT_TRUE(results.summary.warnings.empty()) << results.summary.warnings.front();
}

// So does one that stands where it was put, and says that it is unstable.
TEST(SteadyTurn, StandingWhereItWasPutGivesNoHintOfOtherStarts) {
  const Equilibrium up = EquilibriumCase(R"(
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 2, inertia: [0.2, 0.2, 0.01], position: [0, 0, 0.5]}}
joints: {hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
)")
                             .find();
  EXPECT_FALSE(up.report.configuration.stable.value_or(true));
  ASSERT_EQ(up.warnings.size(), 1u);
  EXPECT_NE(up.warnings[0].find("unstable"), std::string::npos) << up.warnings[0];
  EXPECT_EQ(up.warnings[0].find("starts"), std::string::npos) << up.warnings[0];
}

// A state that another run has left is linearized in axes that turn with it, found from its accelerations.
TEST(SteadyTurn, StateOfATurnHasTheModesOfTheTurn) {
  const Top top;
  const EquilibriumCase precessing = top.model(top.slow());
  AnalysisOptions options = precessing.options();
  const Equilibrium found = find_equilibrium(precessing.model, options, precessing.control);
  options.from = found.state;
  options.type = "modes";
  for (const char* coordinates : both_sets) {
    options.coordinates = coordinates;
    const Results modes = run(precessing.model, options, precessing.control);
    expect_done(modes);
    const double nutation = top.nutation(top.slow());
    EXPECT_NEAR(nearest_frequency(modes, nutation), nutation, 1e-6 * nutation) << coordinates;
    EXPECT_TRUE(modes.summary.warnings.empty()) << modes.summary.warnings.front();
  }
}

// Four flyballs on a base that turns freely: the closed form of the governor, m w² h = m g, holds at the speed that is given.
TEST(SteadyTurn, BallsOnATurningBaseOpen) {
  std::string text =
      "gravity: [0, 0, -9.81]\nbodies:\n  base: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0], angular_velocity: [0, "
      "0, 9]}\n";
  std::string joints = "joints:\n  bearing: {type: revolute, bodies: [ground, base], at: [0, 0, 0], axis: [0, 0, 1]}\n";
  for (int i = 0; i < 4; ++i) {
    const double phi = i * 1.5707963267948966 + 0.3;
    text += fmt::format("  ball{0}: {{mass: 0.5, position: [{1:.17g}, {2:.17g}, -0.16], angular_velocity: [0, 0, 9]}}\n", i,
                        0.12 * std::cos(phi), 0.12 * std::sin(phi));
    joints += fmt::format("  arm{0}: {{type: revolute, bodies: [base, ball{0}], at: [0, 0, 0], axis: [{1:.17g}, {2:.17g}, 0]}}\n",
                          i, -std::sin(phi), std::cos(phi));
  }
  const EquilibriumCase base(turning(text + joints, "so_that: [\"base.wz == 9\"]"));
  for (const char* coordinates : both_sets) {
    const Results results = in_set(base, coordinates);
    expect_done(results);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(results.series(fmt::format("ball{}.z", i))[0], -g / 81, 1e-10) << coordinates;
  }
}

}  // namespace
}  // namespace bricard
