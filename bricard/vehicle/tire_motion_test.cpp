// Tires in motion: cars against closed forms and an algebraic solution, a wheel that stands, and what a mirror must do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/run.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/vehicle/maneuver.hpp"

namespace bricard {
namespace {

double last(const Results& results, const std::string& column) {
  const int i = results.column(column);
  if (i < 0 || results.rows() == 0) throw std::runtime_error("no " + column);
  return results.at(results.rows() - 1, i);
}

Results run_text(const std::string& text, const std::string& coordinates = "auto") {
  Model model = read_yaml_text(text, "test");
  model.analysis->coordinates = coordinates;
  return run(model);
}

// A plane single-track car on two linear tires; its speed is kept by a force on the chassis.
std::string single_track(double mass, double inertia, double a, double b, double front, double rear, double V, double delta,
                         const std::string& analysis) {
  const auto tire = [](const std::string& name, double x, double stiffness) {
    return "  " + name + ": {type: tire, wheel: " + name + "_wheel, carrier: " + name + "_hub, at: [" + std::to_string(x) +
           ", 0, 0.3], axis: [0, 1, 0], model: linear, relaxation: false, radius: 0.31, rolling_radius: 0.3, vertical_stiffness: 1e5, "
           "slip_stiffness: 1e5, cornering_stiffness: " + std::to_string(stiffness) + "}\n";
  };
  const auto bodies = [](const std::string& name, double x) {
    const std::string at = std::to_string(x);
    return "  " + name + "_hub: {mass: 1e-6, inertia: [1e-6, 1e-6, 1e-6], position: [" + at + ", 0, 0.3]}\n  " + name +
           "_wheel: {mass: 1e-6, inertia: [1e-6, 1e-3, 1e-6], position: [" + at + ", 0, 0.3]}\n";
  };
  char car[400];
  std::snprintf(car, sizeof car, "  car: {mass: %.15g, inertia: [1, 1, %.15g], position: [0, 0, 0.3], velocity: [%.15g, 0, 0]}\n", mass, inertia, V);
  char rest[1200];
  std::snprintf(rest, sizeof rest,
                "joints:\n  level: {type: planar, bodies: [ground, car], at: [0, 0, 0.3], axis: [0, 0, 1]}\n"
                "  steer: {type: revolute, bodies: [car, f_hub], at: [%.15g, 0, 0.3], axis: [0, 0, 1]}\n"
                "  fixed: {type: fixed, bodies: [car, r_hub], at: [%.15g, 0, 0.3]}\n"
                "  fs: {type: revolute, bodies: [f_hub, f_wheel], at: [%.15g, 0, 0.3], axis: [0, 1, 0], initial: {speed: %.15g}}\n"
                "  rs: {type: revolute, bodies: [r_hub, r_wheel], at: [%.15g, 0, 0.3], axis: [0, 1, 0], initial: {speed: %.15g}}\n"
                "drivers:\n  delta: {joint: steer, angle: %.15g}\n"
                "states:\n  sum: {initial: 0, derivative: \"%.15g - sqrt(car.vx^2 + car.vy^2)\"}\n"
                "outputs:\n  pushing: 3000*(%.15g - sqrt(car.vx^2 + car.vy^2)) + 5000*sum\n",
                a, -b, a, V / 0.3, -b, V / 0.3, delta, V, V);
  return "bricard: 1\nname: single track\nbodies:\n" + std::string(car) + bodies("f", a) + bodies("r", -b) + rest + "forces:\n" +
         tire("f", a, front) + tire("r", -b, rear) + "  push: {type: force, body: car, frame: body, components: [pushing, 0, 0]}\n" + analysis;
}

// Yaw gain V/(l + K V²), K = (m/l)(b/C_f - a/C_r), and the poles of the plane car (v_y, r): the closed forms.
TEST(TireMotion, ASingleTrackHasTheGainAndPolesOfTheClosedForm) {
  struct Case {
    double m, I, a, b, Cf, Cr, V, gain;
  };
  for (const Case& c : {Case{300, 110, 0.8215, 0.7285, 34000, 46000, 15, 8.795740851829633},
                        Case{1093.2952334674046, 1791.5995300122856, 1.1561957064, 1.4227170936, 129696.69330802372, 105400.26587968635, 20, 7.755206}}) {
    const double delta = 1e-5;
    const Results turn = run_text(single_track(c.m, c.I, c.a, c.b, c.Cf, c.Cr, c.V, delta,
                                               "analysis: {type: equilibrium, equilibrium: {kind: turning, body: car, steer: delta}}\n"));
    ASSERT_FALSE(turn.summary.outcome.failed()) << turn.summary.outcome.message;
    EXPECT_NEAR(turn.summary.equilibrium->turning->yaw_rate / delta, c.gain, 1e-6 * c.gain);
  }
}

// Step steer of the published single-track car (CommonRoad `st`): 0.02 rad of wheel angle from 1.0 to 1.2 s, linear in time. That
// model is linear in the angles; with cosines of 0.02 rad the yaw rate is 2e-4 of itself away.
TEST(TireMotion, TheStepSteerOfThePublishedCarIsMet) {
  std::string text = single_track(1093.2952334674046, 1791.5995300122856, 1.1561957064, 1.4227170936, 129696.69330802372, 105400.26587968635, 20, 0,
                                  "analysis: {type: dynamics, duration: 2, output_step: 0.1, tolerance: 1e-8}\n");
  const std::string still = "angle: 0}";
  text.replace(text.find(still), still.size(), "angle: \"0.1*(sqrt((t - 1)^2 + 1e-8) - sqrt((t - 1.2)^2 + 1e-8) + 0.2)/2\"}");
  const Results results = run_text(text);
  ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
  EXPECT_NEAR(last(results, "car.wz"), 0.155092811, 1e-4);
}

// Steady turns of a car on four posts: an algebraic solution with a residual of 1e-13, Magic Formula tires. With relaxation, which
// a steady turn does not notice.
TEST(TireMotion, TheCarOnPostsTurnsAsItsAlgebraicSolution) {
  const auto meets = [](const Results& results) {
    ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
    EXPECT_NEAR(last(results, "car.wz"), 0.378667465, 1e-9);
    EXPECT_NEAR(last(results, "torque"), 6.962968, 1e-6);
    const double loads[] = {477.846, 866.897, 539.688, 881.990};
    int i = 0;
    for (const char* corner : {"fl", "fr", "rl", "rr"}) EXPECT_NEAR(last(results, std::string(corner) + ".tire.fz"), loads[i++], 1e-3) << corner;
  };
  Model model = read_model("verification/steady/posts_car_tires.bricard.yaml");
  meets(run(model));
  AnalysisOptions trim;
  trim.type = "equilibrium";
  trim.equilibrium.emplace().kind = EquilibriumKind::turning;
  trim.equilibrium->body = "car";
  trim.equilibrium->steer = "delta";
  for (const char* coordinates : {"absolute", "relative"}) {
    trim.coordinates = coordinates;
    meets(run(model, trim));
  }
}

// A loaded wheel, its brake on, on a slope of 0.1 rad: it settles, and then stands.
std::string on_slope(double v0, double duration, const std::string& more = "") {
  const std::string v = std::to_string(v0), spin = std::to_string(v0 / 0.31);
  return "bricard: 1\nname: wheel on a slope\nbodies:\n"
         "  carrier: {mass: 60, inertia: [10, 10, 10], position: [0, 0, 0.23], velocity: [" + v + ", 0, 0]}\n"
         "  wheel: {mass: 10, inertia: [0.3, 0.5, 0.3], position: [0, 0, 0.23], velocity: [" + v + ", 0, 0], angular_velocity: [0, " + spin + ", 0]}\n"
         "joints:\n  hub: {type: revolute, bodies: [carrier, wheel], at: [0, 0, 0.23], axis: [0, 1, 0]}\n"
         "constraints:\n"
         "  a: {type: dot1, bodies: [ground, carrier], axis: [0, 0, 1], axis2: [1, 0, 0]}\n"
         "  b: {type: dot1, bodies: [ground, carrier], axis: [0, 0, 1], axis2: [0, 1, 0]}\n"
         "  c: {type: dot1, bodies: [ground, carrier], axis: [0, 1, 0], axis2: [1, 0, 0]}\n"
         "gravity: [-0.979, -0.3, -9.75]\nforces:\n"
         "  brake: {type: joint_force, joint: hub, torque: \"-20000*hub.angle*(1 - step(t, 1, 0, 1.1, 0)) - 200*hub.speed\"}\n"
         "  tire: {type: tire, wheel: wheel, carrier: carrier, axis: [0, 1, 0], file: models/vehicles/formula_tire.tir}\n" +
         "analysis: {type: dynamics, duration: " + std::to_string(duration) + ", output_step: 1" + more + "}\n";
}
TEST(TireMotion, AWheelOnASlopeStandsForAMinute) {
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run_text(on_slope(0, 60), coordinates);
    ASSERT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
    const int x = results.column("carrier.x"), y = results.column("carrier.y");
    for (const int column : {x, y}) {
      EXPECT_NEAR(results.at(20, column), results.at(60, column), 1e-8) << coordinates;  // no creep in 40 s
      EXPECT_GT(std::abs(results.at(60, column)), 1e-4);                                  // the tread gives way
      EXPECT_LT(std::abs(results.at(60, column)), 0.01);
    }
    EXPECT_NEAR(last(results, "tire.fx"), 70 * 0.979, 0.01);
    EXPECT_NEAR(last(results, "tire.fy"), 70 * 0.3, 0.01);
  }
}

// From 10 m/s to rest with a locked wheel: it stops once, without a jump, and where it stands does not depend on the tolerance.
TEST(TireMotion, AWheelStopsAndStands) {
  const auto stop = [](const std::string& tolerance) { return run_text(on_slope(10, 8, ", tolerance: " + tolerance)); };
  const Results coarse = stop("1e-5"), fine = stop("1e-7");
  ASSERT_FALSE(coarse.summary.outcome.failed() || fine.summary.outcome.failed());
  EXPECT_NEAR(last(coarse, "carrier.x"), last(fine, "carrier.x"), 1e-4);
  EXPECT_NEAR(last(fine, "carrier.vx"), 0, 1e-4);
  EXPECT_NEAR(fine.at(6, fine.column("carrier.x")), fine.at(8, fine.column("carrier.x")), 1e-4);
}

vehicle::ManeuverResults drive(const std::string& model_file, vehicle::ManeuverOptions options) {
  std::vector<Annotation> annotations;
  const Model model = read_model(model_file, {}, "", nullptr, {}, &annotations);
  return vehicle::maneuver(model, vehicle::read_vehicle(model, annotations), options);
}
double metric(const vehicle::ManeuverResults& results, const std::string& name) {
  for (const vehicle::Metric& each : results.metrics)
    if (each.name == name) return each.value.value();
  throw std::runtime_error("no metric " + name);
}
const char* const racing_car = "models/vehicles/posts_car/car.bricard.yaml";

// Left and right steps are mirror images; straight ahead nothing leaves the middle.
// The file of our tire covers 50 to 2600 N.
TEST(TireMotion, ALoadBeyondTheRangeOfItsFileIsTold) {
  const auto told = [](double weight) {
    const Model model = read_yaml_text(
        "bricard: 1\nbodies:\n  beam: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0.234]}\n"
        "  carrier: {mass: 20, inertia: [1, 1, 1], position: [0, 0, 0.234], velocity: [10, 0, 0]}\n"
        "  wheel: {mass: 10, inertia: [0.25, 0.45, 0.25], position: [0, 0, 0.234]}\n"
        "joints:\n  hub: {type: revolute, bodies: [carrier, wheel], at: [0, 0, 0.234], axis: [0, 1, 0], initial: {speed: 50}}\n"
        "  upright: {type: prismatic, bodies: [ground, beam], at: [0, 0, 0.234], axis: [0, 0, 1]}\n"
        "  along: {type: prismatic, bodies: [beam, carrier], at: [0, 0, 0.234], axis: [1, 0, 0]}\n"
        "forces:\n  tire: {type: tire, wheel: wheel, carrier: carrier, axis: [0, 1, 0], file: models/vehicles/formula_tire.tir}\n"
        "  load: {type: force, body: carrier, components: [0, 0, -" + std::to_string(weight) + "]}\n"
        "analysis: {type: dynamics, duration: 0.2, output_step: 20 ms}\n",
        "test");
    const Results results = run(model);
    EXPECT_FALSE(results.summary.outcome.failed()) << results.summary.outcome.message;
    return std::any_of(results.summary.warnings.begin(), results.summary.warnings.end(), [](const std::string& warning) {
      return warning.find("forces.tire: load, slip or inclination leave the range") != std::string::npos;
    });
  };
  EXPECT_TRUE(told(20000));
  EXPECT_FALSE(told(500));
}

TEST(TireMotion, ACarDrivesStraightAndItsMirrorImageMirrors) {
  vehicle::ManeuverOptions options;
  options.kind = "step_steer";
  options.speed = 15;
  options.duration = 2;
  const auto at_end = [&](double steer) {
    options.steer = steer;
    const vehicle::ManeuverResults results = drive(racing_car, options);
    EXPECT_FALSE(results.results.summary.outcome.failed()) << results.results.summary.outcome.message;
    return std::array{last(results.results, "car.y"), last(results.results, "car.wz"), last(results.results, "fl.tire.fz"),
                      last(results.results, "fr.tire.fz")};
  };
  const auto straight = at_end(0), left = at_end(0.003), right = at_end(-0.003);
  EXPECT_NEAR(straight[0], 0, 1e-9);
  EXPECT_NEAR(straight[1], 0, 1e-9);
  EXPECT_GT(left[1], 0.1);
  EXPECT_NEAR(left[0], -right[0], 1e-6 * std::abs(left[0]));
  EXPECT_NEAR(left[1], -right[1], 1e-6 * left[1]);
  EXPECT_NEAR(left[2], right[3], 1e-4);
}

// The steer is found for the lateral acceleration that is asked for, and the run ends there.
TEST(Maneuver, AStepSteerEndsAtTheLateralAccelerationThatWasAskedFor) {
  vehicle::ManeuverOptions options;
  options.kind = "step_steer";
  options.speed = 15;
  options.lateral_acceleration = 4;
  const vehicle::ManeuverResults results = drive(racing_car, options);
  EXPECT_NEAR(metric(results, "lateral_acceleration"), 4, 0.01);
  EXPECT_NEAR(metric(results, "yaw_rate"), 4 / 15.0 * 180 / M_PI, 0.1);
  EXPECT_GT(metric(results, "yaw_rate_response_time"), 0.02);
  EXPECT_LT(metric(results, "yaw_rate_response_time"), metric(results, "lateral_acceleration_response_time"));
}

// At small lateral accelerations the understeer gradient of the car is that of a single track with the tires' stiffness at those
// loads, K = (m/l)(b/C_f - a/C_r), where side forces act at their trails t behind the wheels and roll inclines all tires by gamma:
// F_y = -C alpha - F_z gamma, M_z = t C alpha - 0.05 R_0 F_z gamma.
TEST(Maneuver, TheUndersteerGradientOfASmallTurnIsThatOfASingleTrack) {
  const Model model = read_model("verification/steady/posts_car_tires.bricard.yaml", {{"delta", "0.002"}});
  AnalysisOptions trim;
  trim.type = "equilibrium";
  trim.equilibrium.emplace().kind = EquilibriumKind::turning;
  trim.equilibrium->body = "car";
  trim.equilibrium->steer = "delta";
  const Results turn = run(model, trim);
  ASSERT_FALSE(turn.summary.outcome.failed());
  const double V = 12, l = 1.55, r = turn.summary.equilibrium->turning->yaw_rate, K = (0.002 - l * r / V) / (V * r);
  // C = 60000 sin(2 atan(Fz/8000)) for each tire, loads by the weights of chassis and corners.
  const double corner = 13 * 9.81, front = 230 * 9.81 * 0.75 / 1.55 / 2 + corner, rear = 230 * 9.81 * 0.8 / 1.55 / 2 + corner;
  const auto stiffness = [](double load) { return 2 * 60000 * std::sin(2 * std::atan(load / 8000)); };
  const double m = 230 + 4 * 13, a = (0.75 * 2 * rear + -0.8 * 2 * front) / (m * 9.81);  // center of mass ahead of the chassis' own
  const double to_front = 0.8 + a, to_rear = 0.75 - a;
  const auto trail = [](double load) { return load / 4000 * 0.3135 * 0.12; };
  const double ay = V * r, gamma = last(turn, "fl.tire.gamma"), Ff = 2 * front, Fr = 2 * rear, Cf = stiffness(front), Cr = stiffness(rear);
  const double ahead = to_front - trail(front), behind = to_rear + trail(rear);
  const double turning = (trail(front) * Ff + trail(rear) * Fr + 0.05 * 0.3135 * (Ff + Fr)) * gamma;
  const double front_side = (behind * m * ay + turning) / (ahead + behind), rear_side = m * ay - front_side;
  const double closed = ((front_side + Ff * gamma) / Cf - (rear_side + Fr * gamma) / Cr) / ay;
  EXPECT_NEAR(K, closed, 0.02 * closed);
}

TEST(Maneuver, ADriverChangesTheLane) {
  vehicle::ManeuverOptions options;
  options.kind = "lane_change";
  options.speed = 15;
  const vehicle::ManeuverResults results = drive(racing_car, options);
  EXPECT_EQ(metric(results, "clean"), 1);
  EXPECT_NEAR(last(results.results, "car.y"), 0, 0.05);
}

TEST(Maneuver, WhatAVehicleLacksIsToldByName) {
  const auto fault_of = [](const std::string& from, const std::string& to) -> std::string {
    std::vector<Annotation> annotations;
    Model model = read_model(racing_car, {}, "", nullptr, {}, &annotations);
    if (from == "tire") std::erase_if(model.forces, [&](const Force& force) { return force.name == to; });
    if (from == "annotation") std::erase_if(annotations, [&](const Annotation& each) { return each.name.starts_with(to); });
    vehicle::ManeuverOptions options;
    options.kind = "brake";
    try {
      vehicle::maneuver(model, vehicle::read_vehicle(model, annotations), options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(fault_of("tire", "rl.tire").find("no tire is on the carrier `rl.carrier`"), std::string::npos) << fault_of("tire", "rl.tire");
  EXPECT_NE(fault_of("annotation", "vehicle.drive").find("which axle is driven is missing"), std::string::npos);
  EXPECT_NE(fault_of("annotation", "vehicle.front.steered_by").find("steered_by: rack_guide"), std::string::npos);
}

TEST(Maneuver, AnUnknownKindIsAnsweredByName) {
  std::vector<Annotation> annotations{{"analysis.maneuver.kind", {{"step_stear", {}, {}}}, {}}};
  try {
    vehicle::read_maneuver_options(annotations);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean `step_steer`?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bricard
