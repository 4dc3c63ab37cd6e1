// Everything that a Summary can tell, as summary.json and as text, in the file's units: mm, ms, deg. What is expected is written
// out by hand from the numbers in SI: mm/ms = m/s, mm/ms² = 1000 m/s², N*mm = 0.001 J.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace {

using Json = nlohmann::json;
constexpr double deg = std::numbers::pi / 180;

Summary everything() {
  Summary s;
  s.model = "Mixer";
  s.analysis = "modes";
  s.outcome = {Status::stopped, "event `touch`"};
  s.methods = {"relative", "lagrange", "mass_projection", "dopri5", "a small closed loop"};
  s.units.length = "mm";
  s.units.time = "ms";
  s.units.angle = "deg";
  s.bodies = 3;
  s.joints = 4;
  s.tree = "the loop is cut at `pin`";
  s.mobility_counted = -2;
  s.mobility_actual = 1;
  s.driven = 0;
  s.constraints = 20;
  Suggestion both{{{"pivot", "revolute", "spherical"}, {"wrist", "revolute", "cylindrical"}}, 3, 0, "replace both"};
  Suggestion out{{{"pin", "revolute", ""}}, 5, 1, "leave out `pin`"};
  s.redundant = {{{"pivot: z"}, {"main", "pivot"}, {both, out}}};
  s.reactions = {{"main", false, {{"fx", true}, {"fz", false}}}, {"pin", false, {}}, {"pivot", true, {{"fx", true}}}};
  s.efforts = {{"motor", false}, {"strut", true}};
  s.free_motions = {{"`rod` turns", true, {{"main.angle", 1}}, {{"rod", {1, 2, 3, 4, 5, 6}}}}};
  s.singularity = {0.25, true, "regular"};
  s.along_run = AlongRun{21, {{0.31, 2, 1}, {0.41, 1, 2}}, AlongRun::Nearest{0.31, 2e-4}};
  s.steps = 520;
  s.rejected = 3;
  s.evaluations = 3200;
  s.factorizations = 7;
  s.cpu_seconds = 0.25;
  s.wall_seconds = 0.5;
  s.violation = {1e-12, 2e-12, 3e-12};
  s.balance = Balance{10, 11, 2, 3, 4, 0.5, 1e-6, 2e-6, 5, {{"motor", 2, 0}, {"strut", 3, 4}}, -0.75};
  s.momentum = MomentumBalance{2, 1e-10, 2e-10, 3e-12};
  s.condition = Conditioning{40, 0.5, 600, 0.75, 1e-3};
  s.error_estimate = ErrorEstimate{2e-6, 4e-5, 1e-6, 2e-5, "crank.x", 1.5, {}, 0.002, 610, 21, 1.25};
  s.warnings = {"first", "second"};
  s.elements = {{"main", true, "joint", "revolute", true, {{dimension::force, 12}, {dimension::torque, 3}}},
                {"strut", false, "", "", false, {}}};
  s.assembly = "nothing moved";
  s.events = {{"touch", 1.25}, {"leave", 2.5}};
  EquilibriumReport& e = s.equilibrium.emplace();
  e.configuration = {{{{"main.angle", dimension::angle}, 30 * deg}, {{"q0", dimension::none}, 0.5}}, true, -3};
  e.found = {{"k", 35}};
  e.left_alone = {"rod.angle"};
  e.others = {{{{{"main.angle", dimension::angle}, 60 * deg}}, false, 2}};
  e.ranges = {{{"slide.position", dimension::length}, -0.25, 0.5}, {{"main.angle", dimension::angle}, {}, 45 * deg}};
  e.turning = TurningReport{"car", 2, -0.5, {{{"wheel.speed", dimension::angular_speed}, 10}}, {"wheel.speed"}, "2 and 2"};
  Mode sway;
  sway.real = -3;
  sway.imag = 4;
  sway.frequency = 5 / (2 * std::numbers::pi);
  sway.damping = 0.6;
  sway.multiplicity = 2;
  sway.moves = "main.angle";
  Mode grows;
  grows.kind = Mode::Kind::real;
  grows.real = 2;
  grows.unstable = true;
  s.modes = {sway, grows};
  s.sweep = SweepReport{{{"k", "N/mm", {1, 2}}}, "curves", {"crank.x"}, 2, {{{1}, 11, ""}, {{2}, 0, "did not start"}}};
  s.files = {"modes.csv"};
  return s;
}

const std::vector<ResultColumn> columns{{"t", dimension::time}, {"crank.vx", dimension::speed}, {"k", dimension::none, "N/mm"}};

// What differs, numbers by more than rounding.
std::string difference(const Json& found, const Json& expected) {
  std::string text;
  const Json a = found.flatten(), b = expected.flatten();
  for (const auto& [key, value] : a.items()) {
    const bool known = b.contains(key);
    const bool equal = known && (value.is_number() && b[key].is_number() ? std::abs(value.get<double>() - b[key].get<double>()) <=
                                                                               1e-14 * std::abs(b[key].get<double>())
                                                                         : value == b[key]);
    if (!equal) text += key + " is " + value.dump() + (known ? " and not " + b[key].dump() : "") + "\n";
  }
  for (const auto& [key, value] : b.items())
    if (!a.contains(key)) text += key + " is missing\n";
  return text;
}

Json expected() {
  return Json::parse(R"({
    "model": "Mixer", "analysis": "modes", "status": "stopped", "message": "event `touch`",
    "methods": {"coordinates": "relative", "formulation": "lagrange", "stabilization": "mass_projection",
                "integrator": "dopri5", "why": "a small closed loop"},
    "mobility": {"counted": -2, "actual": 1}, "constraints": 20, "driven": 0,
    "redundant": [{"rows": ["pivot: z"], "group": ["main", "pivot"], "suggestions": [
      {"joint": "pivot", "from": "revolute", "to": "spherical",
       "also": [{"joint": "wrist", "from": "revolute", "to": "cylindrical"}],
       "released": 3, "remaining": 0, "text": "replace both"},
      {"joint": "pin", "from": "revolute", "to": null, "released": 5, "remaining": 1, "text": "leave out `pin`"}]}],
    "reactions": {"main": {"unique": false, "components": {"fx": true, "fz": false}},
                  "pin": {"unique": false, "components": {}}, "pivot": {"unique": true, "components": {"fx": true}}},
    "efforts": {"motor": {"unique": false}, "strut": {"unique": true}},
    "free_motions": [{"words": "`rod` turns", "idle": true, "joints": {"main.angle": 1}, "vector": {"rod": [1, 2, 3, 4, 5, 6]}}],
    "singularity": {"measure": 0.25, "singular": true, "words": "regular"},
    "sampled": {"positions": 21, "mobility_changes": [{"t": 310, "mobility": 2, "before": 1}, {"t": 410, "mobility": 1, "before": 2}],
                "nearest_singular": {"t": 310, "measure": 2e-4}},
    "steps": 520, "rejected": 3, "evaluations": 3200, "factorizations": 7, "cpu_seconds": 0.25, "wall_seconds": 0.5,
    "violation": {"position": 1e-9, "velocity": 2e-12, "acceleration": 3e-15}, "energy_drift": null,
    "balance": {"energy_start": 10e3, "energy_end": 11e3, "work_drivers": 2e3, "work_forces": 3e3, "dissipated": 4e3,
                "lost_at_events": 500, "error": 1e-3, "energy_moved": 5e3, "work_nonideal": -750,
                "elements": [{"name": "motor", "work": 2e3, "dissipated": 0}, {"name": "strut", "work": 3e3, "dissipated": 4e3}]},
    "momentum": {"free_groups": 2, "linear_drift": 1e-10, "angular_drift": 2e-10, "reactions_error": 3e-12},
    "condition": {"constraints": {"estimate": 40, "t": 500}, "mass": {"estimate": 600, "t": 750}, "smallest_pivot": 1e-3},
    "error_estimate": {"position": 2e-3, "velocity": 4e-5, "column": "crank.x", "t": 1500, "position_difference": 1e-3,
                       "velocity_difference": 2e-5, "tolerance": null, "step": 2, "steps": 610, "rows": 21, "trusted_until": 1250},
    "warnings": ["first", "second"],
    "elements": [{"name": "main", "active": true, "section": "joint", "type": "revolute", "evaluated": true,
                  "largest_effort": {"N": 12, "N*mm": 3e3}}, {"name": "strut", "active": false, "evaluated": false}],
    "units": {"length": "mm", "mass": "kg", "time": "ms", "angle": "deg", "force": "N",
              "columns": {"t": "ms", "crank.vx": "mm/ms", "k": "N/mm"}},
    "assembly": "nothing moved", "events": [{"name": "touch", "t": 1250}, {"name": "leave", "t": 2500}],
    "configuration": {"main.angle": 30, "q0": 0.5}, "stable": true, "growth": -3e-3, "found": {"k": 35},
    "left_alone": ["rod.angle"], "others": [{"configuration": {"main.angle": 60}, "stable": false, "growth": 2e-3}],
    "ranges": {"slide.position": {"from": -250, "to": 500, "unit": "mm"}, "main.angle": {"from": null, "to": 45, "unit": "deg"}},
    "turning": {"body": "car", "speed": 2, "yaw_rate": -0.0286478897565412, "radius": -4e3, "lateral_acceleration": -1e-3,
                "running": {"wheel.speed": 0.572957795130823}, "kept": ["wheel.speed"], "counts": "2 and 2"},
    "sweep": {"varied": [{"name": "k", "unit": "N/mm", "values": [1, 2]}], "keep": "curves", "variants": 2, "done": 1,
              "failures": [{"values": [2], "reason": "did not start"}], "kept": ["crank.x"],
              "curves": [{"values": [1], "rows": 11}, {"values": [2], "rows": 0}]},
    "modes": [{"real": -3, "imag": 4, "frequency": 0.795774715459477, "damped_frequency": 0.636619772367581, "damping": 0.6,
               "kind": "oscillating", "unstable": false, "multiplicity": 2, "moves": "main.angle"},
              {"real": 2, "imag": 0, "frequency": 0, "damped_frequency": 0, "damping": 0, "kind": "real", "unstable": true,
               "multiplicity": 1, "moves": ""}],
    "files": ["modes.csv"]})");
}

TEST(WholeSummary, AsJson) {
  EXPECT_EQ(difference(Json::parse(summary_json(everything(), columns)), expected()), "");
  std::string parts;
  write_summary(everything(), columns, [&](std::string_view part) { parts += part; });
  EXPECT_EQ(parts, summary_json(everything(), columns)) << "what goes to a file is the same text";
  Json check = expected();
  for (const char* key : {"sampled", "steps", "rejected", "evaluations", "factorizations", "cpu_seconds", "wall_seconds",
                          "energy_drift", "balance", "momentum", "condition", "error_estimate", "events"})
    check.erase(key);
  check["units"]["columns"] = Json::object();
  EXPECT_EQ(difference(Json::parse(check_json(everything())), check), "");
  Json partial;
  for (const char* key : {"model", "analysis", "status", "message", "warnings", "units", "events", "files"})
    partial[key] = expected()[key];
  EXPECT_EQ(difference(Json::parse(partial_json(everything(), columns)), partial), "");
}

TEST(WholeSummary, AsText) {
  EXPECT_EQ(report_text(everything()), R"(Mixer: modes stopped
  message      event `touch`
  equilibrium  stable: main.angle = 30 deg, q0 = 0.5
  turn         car: speed 2 mm/ms, yaw rate -0.02864789 deg/ms, radius -4000 mm
  running      wheel.speed 0.5729578 deg/ms
  rests        slide.position from -250 to 500 mm
               main.angle from ? to 45 deg
  found        k = 35
  left alone   rod.angle: no force depends on it
  others       - unstable, a disturbance grows by 2 1/s: main.angle = 60 deg
  mechanism    3 bodies, 4 joints, 20 constraint rows
  tree         the loop is cut at `pin`
  mobility     1 (counting gives -2; 1 row is redundant), drivers not counted; 0 when they act
  moves        - `rod` turns
  redundant    pivot: z follows from the rest of main, pivot
               - replace both
               - leave out `pin`
  position     regular
  reactions    not unique, the split of least norm is given: main (fz), pin, motor (effort)
  inactive     strut
  assembly     nothing moved
  methods      coordinates relative, formulation lagrange, stabilization mass_projection, integrator
               dopri5
  why          a small closed loop
  steps        520 accepted, 3 rejected; 3200 evaluations, 7 factorizations
  violation    at most 1e-09 mm of position, 2e-12 mm/ms of velocity, 3e-15 mm/ms^2 of acceleration
  along run    at 21 sampled positions: at t = 310 ms the mobility is 2 instead of 1, at t = 410 ms
               the mobility is 1 instead of 2; nearest to singular at t = 310 ms (0.0002)
  energy       10000 at the start + 2000 by drivers + 3000 by forces - 4000 dissipated - 500 lost at
               events = 11000 N*mm at the end, up to 0.001 (2e-07 of what moved); non-ideal
               constraints did -750 N*mm of it
  momentum     of 2 groups of bodies that nothing joins with ground: relative drift 1e-10, about the
               center of mass 2e-10; accelerations, forces and the reactions of ground agree to 3e-12
  condition    at worst loop constraints 40 at t = 500 ms, mass matrix 6e+02 at t = 750 ms
  error        about 0.002 mm of position (crank.x at t = 1500 ms), 4e-05 mm/ms of velocity, by a
               second run with step 2 ms (610 steps); trusted until t = 1250 ms
  modes        1: 0.795775 Hz, damping 0.6, seen at 0.63662 Hz, one of 2 equal ones; moves most:
               main.angle
               2: real, grows with 2 1/s
  event        touch at t = 1250 ms
  event        leave at t = 2500 ms
  warnings     - first
               - second
  time         0.25 s of computing, 0.5 s on the clock
)");
  EXPECT_EQ(check_text(everything()), R"(Mixer: the model is in order
  message      event `touch`
  mechanism    3 bodies, 4 joints, 20 constraint rows
  tree         the loop is cut at `pin`
  mobility     1 (counting gives -2; 1 row is redundant), drivers not counted; 0 when they act
  moves        - `rod` turns
  redundant    pivot: z follows from the rest of main, pivot
               - replace both
               - leave out `pin`
  position     regular
  reactions    not unique, the split of least norm is given: main (fz), pin, motor (effort)
  inactive     strut
  assembly     nothing moved
  units        mm, kg, ms, deg, N
  warnings     - first
               - second
)");
}

}  // namespace
}  // namespace bricard
