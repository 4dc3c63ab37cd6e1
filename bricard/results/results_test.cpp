// Tests of the results: columns by name, the csv file, the summary, the output folder, the texts for people.
#include "bricard/results/results.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/csv_writer.hpp"
#include "bricard/results/output_folder.hpp"
#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A folder of its own for every test, gone afterwards.
class ResultsTest : public testing::Test {
 protected:
  ResultsTest() {
    folder_ = fs::temp_directory_path() / ("bricard_results_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  ~ResultsTest() override { fs::remove_all(folder_); }
  fs::path path(const std::string& name) const { return folder_ / name; }
  static std::string text(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::vector<std::string> lines(const fs::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  int files() const { return static_cast<int>(std::distance(fs::directory_iterator(folder_), {})); }

 private:
  fs::path folder_;
};

Results sample() {
  Results results;
  results.columns = {{"t", dimension::time},           {"crank.x", dimension::length},           {"crank.vx", dimension::speed},
                     {"main.angle", dimension::angle}, {"main.speed", dimension::angular_speed}, {"main.fx", dimension::force},
                     {"main.tz", dimension::torque},   {"energy.total", dimension::energy}};
  results.values = {0,   0.1, 0.2, 0.5, 1, 10, 2, 3,  //
                    0.5, 0.3, 0.4, 1.5, 2, 20, 4, 3};
  results.state = "{\"t\": 0.5}\n";
  return results;
}

Summary full_summary() {
  Summary s;
  s.model = "Four-bar linkage";
  s.analysis = "dynamics";
  s.outcome = {Status::stopped, "event `touch`"};
  s.methods = {"relative", "lagrange", "mass_projection", "dopri5", "a small closed loop"};
  s.bodies = 3;
  s.joints = 4;
  s.mobility_counted = -2;
  s.mobility_actual = 1;
  s.constraints = 20;
  s.driven = 0;
  Suggestion both{{{"pivot", "revolute", "spherical"}, {"wrist", "revolute", "cylindrical"}}, 3, 0, "replace both: all goes"};
  Suggestion pivot{{{"pivot", "revolute", "cylindrical"}}, 1, 2, "replace revolute `pivot` by cylindrical: 1 goes"};
  Suggestion wrist{{{"wrist", "revolute", "cylindrical"}}, 1, 2, "replace revolute `wrist` by cylindrical: 1 goes"};
  Suggestion pin{{{"pin", "revolute", ""}}, 5, 0, "leave out revolute `pin`: all goes"};
  s.redundant = {{{"pivot: z", "pivot: rx"}, {"main", "pin", "wrist", "pivot"}, {both, pivot, wrist, pin}},
                 {{"pivot: ry"}, {"main", "pin", "wrist", "pivot"}, {}}};
  s.efforts = {{"motor", false}, {"strut", true}};
  s.free_motions = {{"joints main (angle) 1, pin (angle) -0.5", false, {{"main.angle", 1}, {"pin.angle", -0.5}}, {}},
                    {"body `rod` turns", true, {}, {{"rod", {0, 0.25, 0, 1, 0, 0}}}}};
  s.singularity = {1e-5, false, "near singular: the constraints of main, pin are nearly dependent (1.0e-05)"};
  s.along_run = AlongRun{21, {{0.31, 2, 1}}, AlongRun::Nearest{0.31, 2e-4}};
  s.reactions = {{"main", false, {{"fx", true}, {"fz", false}}}, {"pin", true, {{"fx", true}}}};
  s.steps = 520;
  s.rejected = 3;
  s.evaluations = 3200;
  s.factorizations = 7;
  s.cpu_seconds = 0.25;
  s.wall_seconds = 0.5;
  s.violation = {1e-12, 2e-12, 3e-12};
  s.energy_drift = 1e-9;
  s.balance = Balance{10, 10.5, 2, 3, 4, 0.5, 1e-8, 2e-8, 5, {{"motor", 2, 0}, {"strut", 3, 4}}, {}};
  s.momentum = MomentumBalance{2, 1e-10, 2e-10, 3e-12};
  s.condition = Conditioning{40, 0.5, 600, 0.75, 1e-3};
  s.error_estimate = ErrorEstimate{2e-6, 4e-5, 1e-6, 2e-5, "crank.x", 1.5, 5e-7, {}, 610, 21, 1.25};
  s.warnings = {"the velocity of `rocker` was changed"};
  s.elements = {{"main", true, "joint", "revolute", true, {{dimension::force, 12}, {dimension::torque, 3}}},
                {"strut", false, "force", "spring_damper", false, {}}};
  s.assembly = "nothing moved";
  s.events = {{"touch", 1.25}};
  return s;
}

std::set<std::string> keys(const Json& json) {
  std::set<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.insert(key);
  return keys;
}

TEST_F(ResultsTest, ColumnsAreFoundByName) {
  const Results results = sample();
  EXPECT_EQ(results.column("t"), 0);
  EXPECT_EQ(results.column("main.fx"), 5);
  EXPECT_EQ(results.column("main.f"), -1);
  EXPECT_EQ(results.series("crank.x"), (std::vector<double>{0.1, 0.3}));
}

TEST_F(ResultsTest, AnUnknownColumnNamesTheNearest) {
  try {
    sample().series("crnk.x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("`crnk.x`"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("`crank.x`"), std::string::npos);
  }
}

TEST_F(ResultsTest, CsvIsInSiByDefault) {
  EXPECT_TRUE(write_csv(sample(), {}, path("r.csv")).empty());
  const auto rows = lines(path("r.csv"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], "t,crank.x,crank.vx,main.angle,main.speed,main.fx,main.tz,energy.total");
  EXPECT_EQ(rows[1], "0,0.1,0.2,0.5,1,10,2,3");
  EXPECT_EQ(files(), 1) << "a temporary file was left";
}

TEST_F(ResultsTest, CsvIsInTheUnitsOfTheFile) {
  UnitSystem units;
  units.length = "mm";
  units.angle = "deg";
  units.time = "ms";
  write_csv(sample(), units, path("r.csv"));
  std::stringstream row(lines(path("r.csv"))[2]);
  std::vector<double> values;
  for (std::string value; std::getline(row, value, ',');) values.push_back(std::stod(value));
  const double deg = 180 / std::acos(-1.0);
  const std::vector<double> expected{500, 300, 0.4, 1.5 * deg, 2 * deg / 1000, 20, 4000, 3000};  // energy in N·mm
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-12 * expected[i]) << i;
}

TEST_F(ResultsTest, CsvReadsBackTheSameBits) {
  Results results;
  results.columns = {{"x", dimension::none}};
  std::uint64_t bits = 88172645463325252ull;  // xorshift: numbers of every size
  for (int i = 0; i < 20000; ++i) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) results.values.push_back(value);
  }
  for (const double edge : {0.0, -0.0, std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()}) {
    results.values.push_back(edge);
    results.values.push_back(-edge);
  }
  write_csv(results, {}, path("r.csv"));
  const auto rows = lines(path("r.csv"));
  ASSERT_EQ(rows.size(), results.values.size() + 1);
  for (std::size_t i = 0; i < results.values.size(); ++i) {
    const double back = std::strtod(rows[i + 1].c_str(), nullptr);
    ASSERT_EQ(std::memcmp(&back, &results.values[i], sizeof back), 0) << rows[i + 1];
  }
}

TEST_F(ResultsTest, ValuesThatAreNotFiniteAreNanWithOneWarning) {
  Results results = sample();
  results.values[5] = std::numeric_limits<double>::quiet_NaN();
  results.values[6] = std::numeric_limits<double>::infinity();
  results.values[14] = -std::numeric_limits<double>::infinity();
  const auto warnings = write_csv(results, {}, path("r.csv"));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("3 values"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("`main.fx` in row 1"), std::string::npos) << warnings[0];
  EXPECT_EQ(lines(path("r.csv"))[1], "0,0.1,0.2,0.5,1,nan,nan,3");
  EXPECT_EQ(lines(path("r.csv"))[2], "0.5,0.3,0.4,1.5,2,20,nan,3");
}

TEST_F(ResultsTest, NoRowsLeaveTheHeader) {
  Results results = sample();
  results.values.clear();
  write_csv(results, {}, path("r.csv"));
  EXPECT_EQ(lines(path("r.csv")).size(), 1u);
}

TEST_F(ResultsTest, ManyRowsPassThroughTheBuffer) {
  Results results;
  results.columns = {{"t", dimension::time}, {"x", dimension::length}};
  for (int i = 0; i < 200000; ++i) results.values.insert(results.values.end(), {i / 7.0, std::sin(i)});
  write_csv(results, {}, path("r.csv"));
  const auto rows = lines(path("r.csv"));
  ASSERT_EQ(rows.size(), 200001u);
  for (int i = 0; i < 200000; i += 997) {
    double t = 0, x = 0;
    ASSERT_EQ(std::sscanf(rows[i + 1].c_str(), "%lf,%lf", &t, &x), 2);
    ASSERT_EQ(t, i / 7.0);
    ASSERT_EQ(x, std::sin(i));
  }
}

TEST_F(ResultsTest, Patterns) {
  struct Case {
    const char *pattern, *name;
    bool matches;
  };
  for (const Case& each :
       {Case{"crank.x", "crank.x", true}, Case{"crank.*", "crank.vx", true}, Case{"*", "energy.total", true},
        Case{"*.x", "left.crank.x", true}, Case{"*.?x", "crank.vx", true}, Case{"*.?x", "crank.x", false},
        Case{"crank", "crank.x", false}, Case{"*a*a*", "banana", true}, Case{"b*na", "banana", true},
        Case{"b*nn", "banana", false}, Case{"", "", true}, Case{"", "t", false}, Case{"?", "", false}, Case{"**", "t", true},
        Case{"t*", "t", true}, Case{"crank?x", "crank.x", true}, Case{"t?", "t", false}}) {
    EXPECT_EQ(matches(each.pattern, each.name), each.matches) << each.pattern << " " << each.name;
  }
  const std::string many(2000, 'a'), stars = "*a*a*a*a*a*a*a*a*a*a*a*a*b";
  EXPECT_FALSE(matches(stars, many));  // and does not take for ever
}

TEST_F(ResultsTest, RecordKeepsChosenColumnsInTheirOrder) {
  Results results = sample();
  select_columns(results, {"main.t?", "crank.*"});
  EXPECT_TRUE(results.summary.warnings.empty());
  write_csv(results, {}, path("r.csv"));
  EXPECT_EQ(lines(path("r.csv"))[0], "t,crank.x,crank.vx,main.tz");
  EXPECT_EQ(lines(path("r.csv"))[2], "0.5,0.3,0.4,4");
}

TEST_F(ResultsTest, APatternWithoutColumnsIsAWarning) {
  Results results = sample();
  select_columns(results, {"crnk.x", "main.fx"});
  ASSERT_EQ(results.summary.warnings.size(), 1u);
  EXPECT_EQ(results.summary.warnings[0], "record: no column matches `crnk.x`; did you mean `crank.x`?");
  EXPECT_EQ(results.columns.size(), 2u);
}

TEST_F(ResultsTest, NoPatternsKeepAll) {
  Results results = sample();
  select_columns(results, {});
  EXPECT_EQ(results.columns.size(), 8u);
  EXPECT_EQ(results.values.size(), 16u);
}

TEST_F(ResultsTest, AFileAppearsAllAtOnce) {
  write_file(path("f"), "old");
  {
    AtomicFile file(path("f"));
    file.write("half of the ");
    EXPECT_EQ(text(path("f")), "old");
  }
  EXPECT_EQ(text(path("f")), "old");
  EXPECT_EQ(files(), 1);
  write_file(path("f"), "new");
  EXPECT_EQ(text(path("f")), "new");
}

TEST_F(ResultsTest, TroubleWithAFileIsAnErrorThatNamesIt) {
  try {
    write_csv(sample(), {}, path("missing") / "r.csv");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("missing/r.csv"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("No such file"), std::string::npos) << error.what();
  }
  fs::create_directories(path("r.csv") / "in_the_way");
  EXPECT_THROW(write_csv(sample(), {}, path("r.csv")), Error);
  EXPECT_EQ(files(), 1) << "a temporary file was left";
}

TEST_F(ResultsTest, SummaryHasTheKeysOfTheContract) {
  const Json json = Json::parse(summary_json(full_summary()));
  EXPECT_EQ(keys(json),
            (std::set<std::string>{"model",          "analysis",     "status",       "message",   "methods",      "mobility",
                                   "constraints",    "redundant",    "reactions",    "steps",     "rejected",     "evaluations",
                                   "factorizations", "cpu_seconds",  "wall_seconds", "violation", "energy_drift", "balance",
                                   "warnings",       "elements",     "units",        "assembly",  "events",       "efforts",
                                   "driven",         "free_motions", "singularity",  "sampled",   "momentum",     "condition",
                                   "error_estimate"}));
  EXPECT_EQ(keys(json["methods"]), (std::set<std::string>{"coordinates", "formulation", "stabilization", "integrator", "why"}));
  EXPECT_EQ(keys(json["mobility"]), (std::set<std::string>{"counted", "actual"}));
  EXPECT_EQ(keys(json["violation"]), (std::set<std::string>{"position", "velocity", "acceleration"}));
}

TEST_F(ResultsTest, SummaryHoldsTheValues) {
  const Json json = Json::parse(summary_json(full_summary(), sample().columns));
  EXPECT_EQ(json["model"], "Four-bar linkage");
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["message"], "event `touch`");
  EXPECT_EQ(json["methods"]["integrator"], "dopri5");
  EXPECT_EQ(json["mobility"], Json::parse(R"({"counted": -2, "actual": 1})"));
  EXPECT_EQ(json["constraints"], 20);
  EXPECT_EQ(json["redundant"][0]["rows"], Json::parse(R"(["pivot: z", "pivot: rx"])"));
  EXPECT_EQ(json["redundant"][1], Json::parse(R"({"rows": ["pivot: ry"], "group": ["main", "pin", "wrist", "pivot"],
                                                 "suggestions": []})"));
  EXPECT_EQ(json["reactions"], Json::parse(R"({"main": {"unique": false, "components": {"fx": true, "fz": false}},
                                              "pin": {"unique": true, "components": {"fx": true}}})"));
  EXPECT_EQ(json["steps"], 520);
  EXPECT_EQ(json["factorizations"], 7);
  EXPECT_EQ(json["wall_seconds"], 0.5);
  EXPECT_EQ(json["violation"]["velocity"], 2e-12);
  EXPECT_EQ(json["energy_drift"], 1e-9);
  EXPECT_EQ(json["balance"]["work_drivers"], 2);
  EXPECT_EQ(json["balance"]["lost_at_events"], 0.5);
  EXPECT_EQ(json["balance"]["elements"][1], Json::parse(R"({"name": "strut", "work": 3.0, "dissipated": 4.0})"));
  EXPECT_EQ(json["momentum"],
            Json::parse(R"({"free_groups": 2, "linear_drift": 1e-10, "angular_drift": 2e-10, "reactions_error": 3e-12})"));
  EXPECT_EQ(json["condition"],
            Json::parse(R"({"constraints": {"estimate": 40.0, "t": 0.5}, "mass": {"estimate": 600.0, "t": 0.75},
                                              "smallest_pivot": 1e-3})"));
  EXPECT_EQ(json["error_estimate"]["position"], 2e-6);
  EXPECT_EQ(json["error_estimate"]["column"], "crank.x");
  EXPECT_EQ(json["error_estimate"]["trusted_until"], 1.25);
  EXPECT_EQ(json["error_estimate"]["tolerance"], 5e-7);
  EXPECT_TRUE(json["error_estimate"]["step"].is_null());
  EXPECT_EQ(json["elements"], Json::parse(R"([{"name": "main", "active": true, "section": "joint", "type": "revolute",
                                               "evaluated": true, "largest_effort": {"N": 12.0, "N*m": 3.0}},
                                              {"name": "strut", "active": false, "section": "force", "type": "spring_damper",
                                               "evaluated": false}])"));
  EXPECT_EQ(json["units"]["length"], "m");
  EXPECT_EQ(json["units"]["columns"]["crank.x"], "m");
  EXPECT_EQ(json["events"], Json::parse(R"([{"name": "touch", "t": 1.25}])"));
}

TEST_F(ResultsTest, SummaryHoldsTheDiagnosis) {
  Summary summary = full_summary();
  summary.units.time = "ms";
  const Json json = Json::parse(summary_json(summary));
  const Json suggestions = json["redundant"][0]["suggestions"];
  ASSERT_EQ(suggestions.size(), 4u);
  EXPECT_EQ(suggestions[0], Json::parse(R"({"joint": "pivot", "from": "revolute", "to": "spherical",
      "also": [{"joint": "wrist", "from": "revolute", "to": "cylindrical"}],
      "released": 3, "remaining": 0, "text": "replace both: all goes"})"));
  EXPECT_FALSE(suggestions[1].contains("also"));
  EXPECT_TRUE(suggestions[3]["to"].is_null()) << "left out";
  EXPECT_EQ(json["driven"], 0);
  EXPECT_EQ(json["efforts"], Json::parse(R"({"motor": {"unique": false}, "strut": {"unique": true}})"));
  EXPECT_EQ(json["free_motions"][0]["joints"], Json::parse(R"({"main.angle": 1.0, "pin.angle": -0.5})"));
  EXPECT_EQ(json["free_motions"][1]["vector"], Json::parse(R"({"rod": [0.0, 0.25, 0.0, 1.0, 0.0, 0.0]})"));
  EXPECT_EQ(json["free_motions"][1]["idle"], true);
  EXPECT_EQ(json["singularity"]["measure"], 1e-5);
  EXPECT_EQ(json["sampled"]["positions"], 21);
  EXPECT_EQ(json["sampled"]["mobility_changes"], Json::parse(R"([{"t": 310.0, "mobility": 2, "before": 1}])"));
  EXPECT_NEAR(json["sampled"]["nearest_singular"]["t"].get<double>(), 310, 1e-9);
  EXPECT_TRUE(Json::parse(summary_json({}))["sampled"].is_null());
}

TEST_F(ResultsTest, SummaryIsInTheUnitsOfTheFile) {
  Summary summary = full_summary();
  summary.units.length = "mm";
  summary.units.time = "ms";
  const Json json = Json::parse(summary_json(summary, {{"t", dimension::time}, {"crank.x", dimension::length}}));
  EXPECT_EQ(json["events"][0]["t"], 1250);
  EXPECT_NEAR(json["violation"]["position"].get<double>(), 1e-9, 1e-20);       // mm
  EXPECT_NEAR(json["violation"]["velocity"].get<double>(), 2e-12, 1e-20);      // mm/ms
  EXPECT_NEAR(json["violation"]["acceleration"].get<double>(), 3e-15, 1e-20);  // mm/ms^2
  EXPECT_NEAR(json["balance"]["energy_start"].get<double>(), 10000, 1e-9);     // N·mm
  EXPECT_NEAR(json["balance"]["elements"][0]["work"].get<double>(), 2000, 1e-9);
  EXPECT_NEAR(json["error_estimate"]["position"].get<double>(), 2e-3, 1e-15);  // mm
  EXPECT_NEAR(json["error_estimate"]["velocity"].get<double>(), 4e-5, 1e-17);  // mm/ms
  EXPECT_NEAR(json["error_estimate"]["t"].get<double>(), 1500, 1e-9);
  EXPECT_NEAR(json["condition"]["mass"]["t"].get<double>(), 750, 1e-9);
  EXPECT_EQ(json["units"]["columns"], Json::parse(R"({"t": "ms", "crank.x": "mm"})"));
}

TEST_F(ResultsTest, WhatIsNotKnownIsNullOrEmpty) {
  const Json json = Json::parse(summary_json({}));
  EXPECT_TRUE(json["energy_drift"].is_null());
  for (const char* key : {"balance", "momentum", "condition", "error_estimate"}) EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_TRUE(json["reactions"].is_object());
  for (const char* list : {"redundant", "warnings", "elements", "events"}) EXPECT_TRUE(json[list].is_array()) << list;
  Summary broken;
  broken.violation.position = std::numeric_limits<double>::quiet_NaN();
  broken.model = "\xff\xfe not UTF-8";
  EXPECT_TRUE(Json::parse(summary_json(broken))["violation"]["position"].is_null());
}

TEST_F(ResultsTest, CheckTellsNothingAboutARun) {
  const Json json = Json::parse(check_json(full_summary()));
  for (const char* key : {"mobility", "redundant", "reactions", "constraints", "warnings", "units", "assembly", "elements",
                          "free_motions", "singularity", "driven", "efforts"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key :
       {"steps", "cpu_seconds", "energy_drift", "events", "sampled", "balance", "momentum", "condition", "error_estimate"})
    EXPECT_FALSE(json.contains(key)) << key;
}

TEST_F(ResultsTest, OutputFolderHoldsAllFiles) {
  Results results = sample();
  results.values[5] = std::numeric_limits<double>::quiet_NaN();
  OutputFolder folder(path("deep/out"));
  folder.write(results, "bricard: 1\n");
  EXPECT_EQ(lines(path("deep/out/results.csv")).size(), 3u);
  EXPECT_EQ(text(path("deep/out/model.bricard.yaml")), "bricard: 1\n");
  EXPECT_EQ(text(path("deep/out/state.json")), results.state);
  EXPECT_EQ(Json::parse(text(path("deep/out/summary.json")))["warnings"].size(), 1u) << "the warning of the csv writer";
  OutputFolder again(path("deep/out"));  // a second run replaces the first
  again.write(results, "bricard: 1\nname: second\n");
  EXPECT_EQ(text(path("deep/out/model.bricard.yaml")), "bricard: 1\nname: second\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("deep/out")), {}), 4);
}

TEST_F(ResultsTest, OutputFolderWithoutResultsGoesAway) {
  { OutputFolder folder(path("out")); }
  EXPECT_FALSE(fs::exists(path("out")));
  fs::create_directories(path("mine"));
  { OutputFolder folder(path("mine")); }
  EXPECT_TRUE(fs::exists(path("mine")));
}

TEST_F(ResultsTest, OutputFolderNeverTakesAModelOfTheUser) {
  write_file(path("model.bricard.yaml"), "precious");
  EXPECT_THROW(OutputFolder(path("")), Error);
  EXPECT_EQ(text(path("model.bricard.yaml")), "precious");
  EXPECT_THROW(OutputFolder(path("model.bricard.yaml")), Error);  // a file, not a folder
  EXPECT_THROW(OutputFolder(path("model.bricard.yaml") / "below"), Error);
  EXPECT_THROW(OutputFolder(""), Error);
}

TEST_F(ResultsTest, ReportExplainsTheRun) {
  const std::string report = report_text(full_summary());
  for (const char* part : {"Four-bar linkage: dynamics stopped",
                           "event `touch`",
                           "3 bodies, 4 joints",
                           "1 (counting gives -2; 3 rows are redundant)",
                           "pivot: z, pivot: rx, pivot: ry follow from the rest of main, pin, wrist, pivot",
                           "main (fz)",
                           "strut",
                           "formulation lagrange",
                           "a small closed loop",
                           "520 accepted, 3 rejected",
                           "1e-12 m of position, 2e-12 m/s of velocity, 3e-12 m/s^2 of acceleration",
                           "drift 1e-09",
                           "of 2 groups of bodies that nothing joins with ground: relative drift 1e-10, about the",
                           "agree to 3e-12",
                           "at worst loop constraints 40 at t = 0.5 s, mass matrix 6e+02 at t = 0.75 s",
                           "about 2e-06 m of position (crank.x at t = 1.5 s), 4e-05 m/s of velocity",
                           "- joints main (angle) 1, pin (angle) -0.5",
                           "- body `rod` turns",
                           "- replace both: all goes",
                           "- replace revolute `pivot` or `wrist` by cylindrical: 1 goes",
                           "- leave out revolute `pin`",
                           "motor (effort)",
                           "drivers not counted; 0 when they act",
                           "near singular: the constraints of main, pin are nearly dependent",
                           "at 21 sampled positions: at t = 0.31 s the mobility is 2 instead of 1",
                           "singular at t = 0.31 s (0.0002)",
                           "touch at t = 1.25 s",
                           "the velocity of `rocker` was changed",
                           "0.5 s on the clock"}) {
    EXPECT_NE(report.find(part), std::string::npos) << part << "\nis not in\n" << report;
  }
  std::stringstream stream(report);
  for (std::string line; std::getline(stream, line);) EXPECT_LE(line.size(), 102u) << line;
}

TEST_F(ResultsTest, ReportBalancesEnergyWithoutTermsThatAreNothing) {
  Summary summary;
  summary.balance = Balance{10, 6.5, 0, 0, 3, 0.5, 1e-8, 1e-8, 4, {}, {}};
  std::string report = report_text(summary);
  EXPECT_NE(report.find("10 at the start - 3 dissipated - 0.5 lost at events = 6.5 N*m at the end, up to 1e-08"),
            std::string::npos)
      << report;
  summary.balance = Balance{10, 8, -2, 0, 0, 0, 0, 0, 4, {}, {}};
  report = report_text(summary);
  EXPECT_NE(report.find("10 at the start - 2 by drivers = 8 N*m at the end"), std::string::npos) << report;
}

TEST_F(ResultsTest, CheckTextExplainsTheMechanism) {
  const std::string report = check_text(full_summary());
  EXPECT_NE(report.find("mobility     1 (counting gives -2"), std::string::npos) << report;
  EXPECT_EQ(report.find("steps"), std::string::npos) << report;
  EXPECT_NE(check_text({}).find("no constraint"), std::string::npos);
}

TEST_F(ResultsTest, WhatWasNotAssembledIsNotDescribed) {
  Summary summary;
  summary.outcome = Outcome::failure("`far` stays open");
  summary.assembly = summary.outcome.message;
  for (const std::string& text : {check_text(summary), report_text(summary)}) {
    EXPECT_EQ(text.find("mobility"), std::string::npos) << text;
    EXPECT_EQ(text.find("`far`"), text.rfind("`far`")) << "said twice\n" << text;
  }
}

}  // namespace
}  // namespace bricard
