// Reports of equilibria and steady turns, in the file's units and worked out by hand; and long lists, which are told by number.
#include "bricard/results/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace {

using Json = nlohmann::json;
constexpr double deg = std::numbers::pi / 180;

// In mm and deg: 20 m/s to the left with 0.5 rad/s, so on a radius of 40 m and with 10 m/s².
Summary turning() {
  Summary s;
  s.model = "Car";
  s.analysis = "equilibrium";
  s.units.length = "mm";
  s.units.angle = "deg";
  EquilibriumReport& report = s.equilibrium.emplace();
  report.configuration.coordinates = {{{"main.angle", dimension::angle}, 30 * deg}, {{"car.z", dimension::length}, 0.25}};
  report.configuration.stable = false;
  report.configuration.growth = 1.5;
  report.found = {{"k", 35}, {"m", 2.5}};
  report.left_alone = {"wheel.angle"};
  EquilibriumReport::Position other;
  other.coordinates = {{{"main.angle", dimension::angle}, -90 * deg}};
  other.stable = true;
  report.others = {other, {}};
  TurningReport& turn = report.turning.emplace();
  turn.body = "car";
  turn.speed = 20;
  turn.yaw_rate = 0.5;
  turn.running = {{{"wheel.speed", dimension::angular_speed}, 180 * deg}, {{"car.vx", dimension::speed}, 20}};
  turn.kept = {"wheel.speed"};
  turn.counts = "7 equations, 7 unknowns";
  return s;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(EquilibriumReport, IsInTheUnitsOfTheFile) {
  Summary summary = turning();
  const std::string text = report_text(summary);
  for (const char* part : {"Car: equilibrium done\n",
                           "  equilibrium  unstable, a disturbance grows by 1.5 1/s: main.angle = 30 deg, car.z = 250 mm\n",
                           "  turn         car: speed 20000 mm/s, yaw rate 28.64789 deg/s, radius 40000 mm\n",
                           "  running      wheel.speed 180 deg/s, car.vx 20000 mm/s\n", "  found        k = 35, m = 2.5\n",
                           "  left alone   wheel.angle: no force depends on it\n",
                           "  others       - stable: main.angle = -90 deg\n", "               - stability not known:\n"})
    EXPECT_TRUE(has(text, part)) << part << "is not in\n" << text;
  summary.equilibrium->turning->yaw_rate = 0;
  EXPECT_TRUE(has(report_text(summary), "yaw rate 0 deg/s\n")) << "straight on has no radius";
  summary.equilibrium->left_alone.push_back("car.x");
  EXPECT_TRUE(has(report_text(summary), "wheel.angle, car.x: no force depends on them\n"));
  summary.equilibrium->configuration.growth = 0;
  EXPECT_TRUE(has(report_text(summary), "  equilibrium  unstable: main"));
}

TEST(EquilibriumReport, Json) {
  Summary summary = turning();
  Json json = Json::parse(summary_json(summary));
  EXPECT_NEAR(json["configuration"]["main.angle"].get<double>(), 30, 1e-13);
  EXPECT_EQ(json["configuration"]["car.z"], 250);
  EXPECT_EQ(json["stable"], false);
  EXPECT_EQ(json["growth"], 1.5);
  EXPECT_EQ(json["found"], Json::parse(R"({"k": 35.0, "m": 2.5})"));
  EXPECT_EQ(json["left_alone"], Json::parse(R"(["wheel.angle"])"));
  EXPECT_EQ(json["others"].size(), 2u);
  EXPECT_EQ(json["others"][0]["stable"], true);
  EXPECT_TRUE(json["others"][1]["stable"].is_null());
  const Json turn = json["turning"];
  EXPECT_EQ(turn["body"], "car");
  EXPECT_NEAR(turn["speed"].get<double>(), 20e3, 1e-9);
  EXPECT_NEAR(turn["yaw_rate"].get<double>(), 0.5 / deg, 1e-12);
  EXPECT_NEAR(turn["radius"].get<double>(), 40e3, 1e-9);
  EXPECT_NEAR(turn["lateral_acceleration"].get<double>(), 10e3, 1e-9);
  EXPECT_NEAR(turn["running"]["wheel.speed"].get<double>(), 180, 1e-12);
  EXPECT_EQ(turn["kept"], Json::parse(R"(["wheel.speed"])"));
  EXPECT_EQ(turn["counts"], "7 equations, 7 unknowns");
  summary.equilibrium->turning->yaw_rate = 0;
  EXPECT_TRUE(Json::parse(summary_json(summary))["turning"]["radius"].is_null()) << "straight on";
  summary.equilibrium->turning.reset();
  EXPECT_FALSE(Json::parse(summary_json(summary)).contains("turning"));
  summary.equilibrium.reset();
  EXPECT_FALSE(Json::parse(summary_json(summary)).contains("configuration"));
}

TEST(Report, TellsLongListsByNumber) {
  Summary s;
  s.analysis = "dynamics";
  s.constraints = 100;
  AlongRun& run = s.along_run.emplace();
  run.sampled = 9;
  for (int i = 0; i < 23; ++i) {
    const std::string n = std::to_string(i);
    s.redundant.push_back({{"row " + n}, {"joint " + n}, {}});
    s.free_motions.push_back({"motion " + n, false, {}, {}});
    s.reactions.push_back({"joint " + n, false, {}});
    s.modes.emplace_back().frequency = i + 1;
    run.mobility_changes.push_back({0.5 * i, 2, 1});
  }
  for (int i = 0; i < 53; ++i) s.events.push_back({"event " + std::to_string(i), 0.1 * i});
  const std::string text = report_text(s);
  for (const char* part : {"row 19 follows from the rest of joint 19", "... and 3 more groups", "- motion 19\n",
                           "... and 3 more motions", "joint 19 and 3 more", "20: 20 Hz, damping 0\n", "and 3 more in modes.csv",
                           "at t = 2 s the mobility is 2 instead of 1 and 18 more", "event 49 at t = 4.9 s", "and 3 more\n",
                           "`bricard check` tries what could be released"})
    EXPECT_TRUE(has(text, part)) << part << " is not in\n" << text;
  for (const char* part : {"row 20", "motion 20", "joint 20", "21: 21 Hz", "t = 2.5 s the mobility", "event 50"})
    EXPECT_FALSE(has(text, part)) << part << " is in\n" << text;
  s.analysis = "check";
  EXPECT_FALSE(has(report_text(s), "`bricard check` tries"));
}

TEST(Report, CountsInWords) {
  Summary s;
  s.bodies = s.joints = s.constraints = 1;
  s.mobility_counted = s.mobility_actual = s.driven = 5;
  std::string text = report_text(s);
  EXPECT_TRUE(has(text, "model without a name:"));
  EXPECT_TRUE(has(text, "  mechanism    1 body, 1 joint, 1 constraint row\n")) << text;
  EXPECT_TRUE(has(text, "  mobility     5, drivers not counted\n")) << text;
  s.bodies = s.joints = s.constraints = 2;
  s.mobility_counted = 4;
  s.redundant = {{{"hinge: z"}, {"hinge", "pin"}, {}}};
  s.reactions = {{"hinge", true, {}}};
  s.momentum = MomentumBalance{1, 1e-10, 2e-10, {}};
  s.error_estimate = ErrorEstimate{};
  s.error_estimate->step = 0.002;
  s.condition = Conditioning{{}, 0, 50, 0.5, 1};
  text = report_text(s);
  EXPECT_TRUE(has(text, "  mechanism    2 bodies, 2 joints, 2 constraint rows\n")) << text;
  EXPECT_TRUE(has(text, "5 (counting gives 4; 1 row is redundant), drivers not counted\n")) << text;
  EXPECT_TRUE(has(text, "hinge: z follows from the rest of hinge, pin\n")) << text;
  EXPECT_TRUE(has(text, "  reactions    all unique\n")) << text;
  EXPECT_TRUE(
      has(text,
          "of the bodies that nothing joins with ground: relative drift 1e-10, about the center of\n               mass 2e-10\n"))
      << text;
  EXPECT_TRUE(has(text, "by a second run with step 0.002 s (0 steps)\n")) << text;
  EXPECT_TRUE(has(text, "  condition    at worst mass matrix 50 at t = 0.5 s\n")) << text;
  s.balance = Balance{10, 14, 2, 1, -0.5, -0.5, 0, 0, 8, {}, {}};
  EXPECT_TRUE(has(report_text(s),
                  "  energy       10 at the start + 2 by drivers + 1 by forces + 0.5 by negative dampers + 0.5 gained at\n       "
                  "        events = 14 N*m at the end"))
      << report_text(s);
}

// What nobody has filled in is nothing: zero, but for measures of which 1 is the best and a mode that occurs once.
TEST(Summary, BeginsWithNothing) {
  Summary s;
  s.analysis = "modes";
  s.balance = Balance{};
  s.balance->elements.emplace_back();
  s.momentum = MomentumBalance{};
  s.condition = Conditioning{};
  s.error_estimate = ErrorEstimate{};
  s.along_run = AlongRun{};
  s.modes.emplace_back();
  s.events.emplace_back();
  s.equilibrium = EquilibriumReport{};
  s.equilibrium->turning = TurningReport{};
  const Json flat = Json::parse(summary_json(s)).flatten();
  std::string others;
  for (const auto& [key, value] : flat.items())
    if (value.is_number() && value != 0) others += key + " " + value.dump() + "\n";
  EXPECT_EQ(others, "/condition/smallest_pivot 1.0\n/modes/0/multiplicity 1\n/singularity/measure 1.0\n");
}

TEST(RowTally, KeepsTheLargestOfEveryColumnAndTheLastRow) {
  RowTally tally;
  tally.add(std::vector<double>{1, -5, 0});
  tally.add(std::vector<double>{-3, 2, 0});
  tally.add(std::vector<double>{2, -1, 0});
  EXPECT_EQ(tally.count, 3);
  EXPECT_EQ(tally.largest, (std::vector<double>{3, 5, 0}));
  EXPECT_EQ(tally.last, (std::vector<double>{2, -1, 0}));
}

}  // namespace
}  // namespace bricard
