// Tests of the program as a user meets it: golden runs, wrong input, exit codes, Ctrl-C, pipes, full disks.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string program = program_path;
const std::string models = source_dir + "/models/mechanisms/";

const char* const rod = R"(bricard: 1
name: Rod
gravity: [0, -9.81, 0]
parameters: {size: 1}
bodies:
  rod: {mass: 1, inertia: [0.01, size^2/12, size^2/12], position: [size/2, 0, 0]}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
)";
const char* const analysis = "analysis: {type: dynamics, duration: 0.1, output_step: 10 ms}\n";

// results.csv as numbers.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  explicit Table(const fs::path& path) {
    std::ifstream file(path);
    std::string line, cell;
    std::getline(file, line);
    for (std::stringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
    while (std::getline(file, line)) {
      rows.emplace_back();
      for (std::stringstream cells(line); std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
      EXPECT_EQ(rows.back().size(), names.size()) << line;
    }
  }
  double at(std::size_t row, const std::string& name) const {
    const auto column = std::find(names.begin(), names.end(), name);
    if (column == names.end() || row >= rows.size()) {
      ADD_FAILURE() << "no " << name << " in row " << row;
      return NAN;
    }
    return rows[row][column - names.begin()];
  }
};

class CliTest : public ProgramTest {};

// ---- golden runs

// The rod swings as the simple pendulum of 1 m: exact values by elliptic functions (UDC benchmark A01).
TEST_F(CliTest, PendulumFollowsItsClosedForm) {
  const Ended ended = bricard({"run", models + "pendulum.bricard.yaml", "--tolerance", "1e-10"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  const Table table(path("pendulum.out/results.csv"));
  ASSERT_EQ(table.rows.size(), 1001u);
  EXPECT_EQ(table.at(1000, "t"), 10);
  EXPECT_NEAR(table.at(100, "bob.x"), 0.986291751131875, 1e-7);
  EXPECT_NEAR(table.at(100, "bob.y"), -0.165010853125541, 1e-7);
  EXPECT_NEAR(table.at(500, "bob.x"), -0.942305435043757, 1e-7);
  EXPECT_NEAR(table.at(1000, "bob.x"), -0.275087462576117, 1e-7);
  EXPECT_NEAR(table.at(1000, "bob.y"), -0.961419205099125, 1e-7);
  for (const char* file : {"summary.json", "state.json", "model.bricard.yaml"})
    EXPECT_TRUE(fs::exists(path("pendulum.out") / file)) << file;
  EXPECT_EQ(summary("pendulum.out")["status"], "done");
  EXPECT_EQ(summary("pendulum.out")["mobility"]["actual"], 1);
}

TEST_F(CliTest, PendulumIsRightWithoutAnyOption) {
  ASSERT_EQ(bricard({"run", models + "pendulum.bricard.yaml", "--out", "o"}).code, 0);
  EXPECT_NEAR(Table(path("o/results.csv")).at(1000, "bob.x"), -0.275087462576117, 1e-3);
}

TEST_F(CliTest, ACertifiedRunTellsItsError) {
  const Ended ended = bricard({"run", models + "pendulum.bricard.yaml", "--certify", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json estimate = summary("o")["error_estimate"];
  ASSERT_TRUE(estimate.is_object());
  EXPECT_EQ(estimate["tolerance"], 5e-7);
  const double error = std::abs(Table(path("o/results.csv")).at(1000, "bob.x") - -0.275087462576117);
  EXPECT_GT(estimate["position"].get<double>(), 0.5 * error);
  EXPECT_NE(ended.out.find("5e-07"), std::string::npos) << ended.out;
  ASSERT_EQ(bricard({"run", models + "pendulum.bricard.yaml", "--out", "plain"}).code, 0);
  EXPECT_TRUE(summary("plain")["error_estimate"].is_null());
}

TEST_F(CliTest, FourBarMovesDespiteRedundantConstraints) {
  const Ended ended = bricard({"run", models + "four_bar.bricard.yaml"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json json = summary("four_bar.out");
  EXPECT_EQ(json["mobility"], Json::parse(R"({"counted": -2, "actual": 1})"));
  EXPECT_EQ(json["constraints"], 20);
  std::size_t redundant = 0;
  for (const Json& group : json["redundant"]) redundant += group["rows"].size();
  EXPECT_EQ(redundant, 3u);
  EXPECT_FALSE(json["reactions"]["main"]["unique"].get<bool>());
  EXPECT_LT(json["violation"]["position"].get<double>(), 1e-4);
  ASSERT_TRUE(json["energy_drift"].is_number());
  EXPECT_LT(std::abs(json["energy_drift"].get<double>()), 1e-4);
  // Loop closure at the start, th3 and th4 at th2 = 60 deg by closed form; the coupler then turns about z only.
  const Table table(path("four_bar.out/results.csv"));
  ASSERT_EQ(table.rows.size(), 501u);
  EXPECT_NEAR(2 * std::atan2(table.at(0, "coupler.e3"), table.at(0, "coupler.e0")), 0.5734095907724517, 1e-9);
  EXPECT_NEAR(2 * std::atan2(table.at(0, "rocker.e3"), table.at(0, "rocker.e0")), 1.642791112445616, 1e-9);
  EXPECT_NEAR(table.at(0, "main.speed"), 10, 1e-9);
  EXPECT_NEAR(table.at(0, "rocker.wz"), 2.081233844916358, 1e-8);
}

TEST_F(CliTest, SliderCrankFollowsItsClosedForm) {
  const Ended ended = bricard({"run", models + "slider_crank.bricard.yaml", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Table table(path("o/results.csv"));
  ASSERT_EQ(table.rows.size(), 721u);
  for (const std::size_t row : {60u, 420u}) {
    EXPECT_NEAR(table.at(row, "slider.x"), 0.3372281323269014, 1e-6);
    EXPECT_NEAR(table.at(row, "slider.vx"), -10.167810760733, 1e-4);
    EXPECT_NEAR(table.at(row, "slider.ax"), -333.83496476956, 1e-1);
  }
}

TEST_F(CliTest, ResultsAreInTheUnitsOfTheFile) {
  std::string text = std::string(rod) + analysis;
  write("si.bricard.yaml", text);
  text.replace(text.find("gravity: [0, -9.81, 0]"), 22, "gravity: [0, -9810, 0]\nunits: {length: mm, angle: deg}");
  text.replace(text.find("size: 1"), 7, "size: 1000");
  text.replace(text.find("[0.01,"), 6, "[1e4,");
  write("mm.bricard.yaml", text);
  ASSERT_EQ(bricard({"run", "si.bricard.yaml"}).code, 0);
  ASSERT_EQ(bricard({"run", "mm.bricard.yaml"}).code, 0);
  const Table si(path("si.out/results.csv")), mm(path("mm.out/results.csv"));
  EXPECT_EQ(si.names, mm.names);
  EXPECT_NEAR(mm.at(10, "rod.x"), 1000 * si.at(10, "rod.x"), 1e-5);
  EXPECT_NEAR(mm.at(10, "pivot.angle"), si.at(10, "pivot.angle") * 180 / std::acos(-1.0), 1e-5);
  EXPECT_NEAR(mm.at(10, "pivot.fy"), si.at(10, "pivot.fy"), 1e-5);
  EXPECT_NEAR(mm.at(10, "energy.kinetic"), 1000 * si.at(10, "energy.kinetic"), 1e-3);
  EXPECT_EQ(summary("mm.out")["units"]["columns"]["rod.vx"], "mm/s");
}

// ---- options

TEST_F(CliTest, OptionsOverrideTheFile) {
  write("rod.bricard.yaml", std::string(rod) + analysis);
  const Ended ended =
      bricard({"run", "rod.bricard.yaml", "--duration", "300 ms", "--output-step", "0.1", "--set", "size=2", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Table table(path("o/results.csv"));
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.at(3, "t"), 0.3);
  EXPECT_EQ(table.at(0, "rod.x"), 1);
  EXPECT_FALSE(fs::exists(path("rod.out")));
  // Without quotes, and with an expression of a parameter.
  ASSERT_EQ(bricard({"run", "rod.bricard.yaml", "--duration", "20", "ms", "--output-step=size/100"}).code, 0);
  EXPECT_EQ(Table(path("rod.out/results.csv")).rows.size(), 3u);
}

TEST_F(CliTest, SimulateNeedsNoAnalysisSection) {
  write("rod.bricard.yaml", rod);
  ASSERT_EQ(bricard({"simulate", "rod.bricard.yaml", "--duration", "0.1", "--output-step", "10 ms"}).code, 0);
  EXPECT_EQ(Table(path("rod.out/results.csv")).rows.size(), 11u);
}

TEST_F(CliTest, TheModelLeftBehindRunsAgain) {
  const Ended first = bricard({"run", models + "four_bar.bricard.yaml", "--duration", "0.5", "--set", "start=50 deg"});
  ASSERT_EQ(first.code, 0) << first.err;
  const Ended second = bricard({"run", "four_bar.out/model.bricard.yaml", "--out", "again"});
  ASSERT_EQ(second.code, 0) << second.err;
  const Table a(path("four_bar.out/results.csv")), b(path("again/results.csv"));
  ASSERT_EQ(a.rows.size(), b.rows.size());
  EXPECT_NEAR(a.at(50, "tracer.x"), b.at(50, "tracer.x"), 1e-9);
}

TEST_F(CliTest, RecordSelectsColumns) {
  write("rod.bricard.yaml", std::string(rod) + "analysis: {type: dynamics, duration: 0.1, record: [pivot.*, rood.x]}\n");
  const Ended ended = bricard({"run", "rod.bricard.yaml"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Table(path("rod.out/results.csv")).names.at(1), "pivot.angle");
  EXPECT_NE(summary("rod.out")["warnings"].dump().find("`rood.x`"), std::string::npos);
  EXPECT_NE(ended.out.find("`rood.x`"), std::string::npos) << ended.out;
}

TEST_F(CliTest, JsonOnStandardOutputIsTheSummaryAndNothingElse) {
  const Ended ended = bricard({"run", models + "four_bar.bricard.yaml", "--duration", "0.1", "--json", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out), summary("o"));
  EXPECT_EQ(ended.err, "");
}

TEST_F(CliTest, QuietSaysNothing) {
  const Ended ended = bricard({"run", models + "pendulum.bricard.yaml", "--quiet"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out + ended.err, "");
}

// Six hinges, counted 0: it moves, because one row depends on the others.
TEST_F(CliTest, CheckExplainsBricard) {
  const std::string model = models + "bricard.bricard.yaml";
  const Ended ended = bricard({"check", model});
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* part :
       {"1 (counting gives 0; 1 row is redundant)", "follows from the rest of j1, j2, j3, j4, j5, j6", "by cylindrical",
        "the group disappears", "joints j1 (angle)", "far from singular", "not unique, the split of least norm is given: j1"}) {
    EXPECT_NE(ended.out.find(part), std::string::npos) << part << "\n" << ended.out;
  }
  const Json json = Json::parse(bricard({"check", model, "--json"}).out);
  EXPECT_EQ(json["mobility"], Json::parse(R"({"counted": 0, "actual": 1})"));
  ASSERT_EQ(json["redundant"].size(), 1u);
  EXPECT_EQ(json["redundant"][0]["group"].size(), 6u);
  EXPECT_EQ(json["redundant"][0]["suggestions"][0]["to"], "cylindrical");
  EXPECT_EQ(json["free_motions"].size(), 1u);
  for (const auto& [joint, reaction] : json["reactions"].items()) EXPECT_FALSE(reaction["unique"].get<bool>()) << joint;
}

TEST_F(CliTest, CheckNamesRedundantConstraints) {
  const Ended ended = bricard({"check", models + "four_bar.bricard.yaml"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  for (const char* part : {"3 bodies, 4 joints", "1 (counting gives -2; 3 rows are redundant)", "not unique", "wrist"}) {
    EXPECT_NE(ended.out.find(part), std::string::npos) << part << " is not in\n" << ended.out;
  }
  const Json json = Json::parse(bricard({"check", models + "four_bar.bricard.yaml", "--json"}).out);
  EXPECT_EQ(json["mobility"]["actual"], 1);
  EXPECT_FALSE(json.contains("steps"));
  EXPECT_FALSE(fs::exists(path("four_bar.out"))) << "check writes nothing";
}

TEST_F(CliTest, ListNamesEverything) {
  const Ended ended = bricard({"list"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  for (const char* part : {"revolute", "distance", "spring_damper", "relative", "lagrange"}) {
    EXPECT_NE(ended.out.find(part), std::string::npos) << part;
  }
  const Json json = Json::parse(bricard({"list", "--json"}).out);
  for (const char* key : {"joints", "constraints", "forces", "analyses", "coordinates", "formulations", "stabilizations",
                          "integrators", "formats"}) {
    ASSERT_TRUE(json.contains(key)) << key;
    for (const Json& entry : json[key]) EXPECT_FALSE(entry["name"].get<std::string>().empty()) << key;
  }
  EXPECT_GT(json["combinations"].size(), 0u);
  for (const Json& entry : json["coordinates"]) EXPECT_FALSE(entry["help"].get<std::string>().empty()) << entry["name"];
  EXPECT_NE(ended.out.find("docs/reference/index.md"), std::string::npos) << "where more is said";
}

// The pages that the program writes are those of the source tree, and their examples can be checked as files.
TEST_F(CliTest, ReferenceWritesThePages) {
  const Ended ended = bricard({"reference", "pages/new"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("pages in pages/new/"), std::string::npos) << ended.out;
  const fs::path committed = source_dir + "/docs/reference";
  int pages = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path("pages/new"))) {
    if (!entry.is_regular_file()) continue;
    const fs::path page = fs::relative(entry.path(), path("pages/new"));
    EXPECT_EQ(text_of(entry.path()), text_of(committed / page)) << page;
    ++pages;
  }
  EXPECT_EQ(ended.out.substr(0, ended.out.find(' ')), std::to_string(pages));
  EXPECT_EQ(Json::parse(bricard({"reference", "again", "--json"}).out)["pages"], pages);

  const std::string text = text_of(path("pages/new/joints/revolute.md"));
  const std::size_t first = text.find("```yaml\n") + 8;
  write("example.bricard.yaml", text.substr(first, text.find("```", first) - first));
  EXPECT_EQ(bricard({"run", "example.bricard.yaml", "--quiet"}).code, 0);
}

TEST_F(CliTest, HelpAndVersion) {
  for (const auto& words : std::vector<std::vector<std::string>>{{"--help"}, {"run", "--help"}, {"version"}, {"--version"}}) {
    const Ended ended = bricard(words);
    EXPECT_EQ(ended.code, 0) << words[0];
    EXPECT_NE(ended.out.find("bricard"), std::string::npos) << words[0];
    EXPECT_EQ(ended.err, "");
  }
}

// ---- wrong input

struct Wrong {
  std::vector<std::string> words;
  std::string message;  // a part of standard error
};

TEST_F(CliTest, VerbsOfDrivenMotionRunWhateverTheFileSays) {
  const std::string driven = std::string(rod) + "drivers:\n  motor: {joint: pivot, angle: 3*t}\n" + analysis;
  const std::string model = write("rod.bricard.yaml", driven);
  Ended ended = bricard({"kinematics", model});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(summary("rod.out")["analysis"], "kinematics");
  const Table motion(path("rod.out") / "results.csv");
  ASSERT_EQ(motion.rows.size(), 11u);
  EXPECT_NEAR(motion.at(10, "rod.y"), 0.5 * std::sin(0.3), 1e-12);
  EXPECT_EQ(std::count(motion.names.begin(), motion.names.end(), "motor.torque"), 0);

  ended = bricard({"inverse", model});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NEAR(Table(path("rod.out") / "results.csv").at(10, "motor.torque"), 9.81 * 0.5 * std::cos(0.3), 1e-9);

  ended = bricard({"assemble", model});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("no body moved"), std::string::npos) << ended.out;
  EXPECT_EQ(Table(path("rod.out") / "results.csv").rows.size(), 1u);
  EXPECT_TRUE(fs::exists(path("rod.out") / "state.json"));
}

TEST_F(CliTest, AMechanismThatLocksIsExitCode1AndKeepsItsResults) {
  const std::string model = write("rod.bricard.yaml", std::string(rod) +
                                                          "drivers:\n  lift: {body: rod, coordinate: y, value: 2*t}\n"
                                                          "analysis: {type: kinematics, duration: 1, output_step: 0.1}\n");
  const Ended ended = bricard({"run", model});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("locks at t = 0.25"), std::string::npos) << ended.err;  // half a meter up
  EXPECT_EQ(summary("rod.out")["status"], "failed");
  const Table motion(path("rod.out") / "results.csv");
  ASSERT_EQ(motion.rows.size(), 4u);
  EXPECT_NEAR(motion.at(3, "t"), 0.25, 1e-7);
}

TEST_F(CliTest, AWrongCommandLineIsExitCode2) {
  write("rod.bricard.yaml", std::string(rod) + analysis);
  const std::string m = "rod.bricard.yaml";
  for (const Wrong& wrong : {Wrong{{}, "a verb is missing"},
                             Wrong{{"simulte", m}, "did you mean `simulate`?"},
                             Wrong{{"generate", m}, "--language: the language is missing"},
                             Wrong{{"--quiet", "run", m}, "the verb must stand before"},
                             Wrong{{"run"}, "the model file is missing"},
                             Wrong{{"run", m, "second"}, "unexpected argument `second`"},
                             Wrong{{"run", m, "--durtion", "1"}, "did you mean `--duration`?"},
                             Wrong{{"run", m, "--duration"}, "--duration"},
                             Wrong{{"run", m, "--duration", ""}, "--duration: the value is missing"},
                             Wrong{{"run", m, "--duration", "5 kg"}, "--duration: the unit `kg` does not fit: time is expected"},
                             Wrong{{"run", m, "--duration", "1+"}, "--duration: `1+`"},
                             Wrong{{"run", m, "--duration", "siz"}, "--duration"},
                             Wrong{{"run", m, "--duration", "-1"}, "--duration"},
                             Wrong{{"run", m, "--duration", "nan"}, "--duration"},
                             Wrong{{"run", m, "--duration", "1e999"}, "--duration"},
                             Wrong{{"run", m, "--output-step", "0"}, "--output-step"},
                             Wrong{{"run", m, "--tolerance", "-1"}, "--tolerance"},
                             Wrong{{"run", m, "--integrator", "rk5"}, "--integrator"},
                             Wrong{{"run", m, "--formulation", "lagrang"}, "`lagrange`"},
                             Wrong{{"run", m, "--coordinates", "relativ"}, "`relative`"},
                             Wrong{{"run", m, "--stabilization", "nonsense"}, "--stabilization"},
                             Wrong{{"run", m, "--set", "size"}, "expected NAME=VALUE"},
                             Wrong{{"run", m, "--set", "sise=1"}, "`size`"},
                             Wrong{{"run", m, "--set", "size=1 +"}, "size"},
                             Wrong{{"check", m, "--set", "sise=1"}, "`size`"},
                             Wrong{{"run", m, "--out=", "--quiet"}, "--out: the value is missing"},
                             Wrong{{"run", m, "--out", m}, "is a file, not a folder"},
                             Wrong{{"run", m, "--out", "/proc/none"}, "/proc/none: error: the folder cannot be made"},
                             Wrong{{"list", m}, "unexpected argument"},
                             Wrong{{"reference"}, "the folder of the pages is missing"},
                             Wrong{{"reference", ""}, "the folder of the pages is missing"},
                             Wrong{{"reference", "a", "b"}, "unexpected argument"},
                             Wrong{{"reference", "/proc/none"}, "/proc/none: error: the folder cannot be made"}}) {
    const Ended ended = bricard(wrong.words);
    const std::string words = wrong.words.empty() ? "" : Json(wrong.words).dump();
    EXPECT_EQ(ended.code, 2) << words << "\n" << ended.err;
    EXPECT_NE(ended.err.find(wrong.message), std::string::npos) << words << "\n" << wrong.message << " is not in\n" << ended.err;
    EXPECT_NE(ended.err.find("error: "), std::string::npos) << words;
    EXPECT_EQ(ended.out, "") << words;
    EXPECT_FALSE(fs::exists(path("rod.out"))) << words << " left a folder";
  }
}

TEST_F(CliTest, AWrongModelIsExitCode2AndNamesThePlace) {
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = std::string(rod) + analysis;
    return text.replace(text.find(from), from.size(), to);
  };
  struct Case {
    std::string text, message;
    bool placed = true;
  };
  for (const Case& each :
       {Case{changed("revolute", "revolut"), "`revolute`"},
        Case{changed("bodies: [ground, rod]", "bodies: [ground, rood]"), "`rod`"}, Case{changed("mass: 1,", "mas: 1,"), "`mass`"},
        Case{changed("mass: 1,", "mass: 1 m,"), "mass"}, Case{changed("mass: 1,", "mass: -1,"), "mass"},
        Case{changed("axis: [0, 0, 1]", "axis: [0, 0, 0]"), "axis"}, Case{changed("size/2", "size/"), "bodies.rod.position"},
        Case{changed("type: dynamics", "type: dynamic"), "`dynamics`"},
        Case{changed("duration: 0.1", "duration: -0.1"), "duration"}, Case{changed("parameters: {", "parameters: {{"), ""},
        Case{rod, "no `analysis` section"}, Case{"", "", false}, Case{"\xff\xfe\x00", "", false}, Case{"[1, 2", "", false},
        Case{"bricard: 2\n", "bricard"}}) {
    write("m.bricard.yaml", each.text);
    const Ended ended = bricard({"run", "m.bricard.yaml"});
    EXPECT_EQ(ended.code, 2) << each.text << "\n" << ended.err;
    EXPECT_NE(ended.err.find(each.message), std::string::npos) << each.message << " is not in\n" << ended.err;
    const char* form = each.placed ? "^m.bricard.yaml:[0-9]+:[0-9]+: error: .*" : "^m.bricard.yaml:([0-9]+:)*( error:) .*";
    EXPECT_TRUE(std::regex_search(ended.err, std::regex(form))) << each.text << "\n" << ended.err;
    EXPECT_FALSE(fs::exists(path("m.out"))) << each.text;
  }
  EXPECT_EQ(bricard({"run", "missing.bricard.yaml"}).code, 2);
  EXPECT_EQ(bricard({"run", "."}).code, 2);
  EXPECT_EQ(bricard({"run", "/dev/null"}).code, 2);
}

// For programs the same faults are on standard output, with their parts apart.
TEST_F(CliTest, FaultsAsJson) {
  write("m.bricard.yaml", "bricard: 1\nbodies: {a: {mass: -1}}\nx: 3\n");
  for (const char* verb : {"check", "simulate"}) {
    const Ended ended = bricard({verb, "m.bricard.yaml", "--json"});
    EXPECT_EQ(ended.code, 2);
    const Json faults = Json::parse(ended.out)["faults"];
    ASSERT_GE(faults.size(), 2u) << ended.out;
    EXPECT_EQ(faults[0], Json::parse(R"({"file": "m.bricard.yaml", "line": 2, "column": 20, "where": "bodies.a.mass",
                                         "what": "the mass is negative", "hint": ""})"));
    EXPECT_EQ(faults[1]["line"], 3);
    EXPECT_TRUE(ended.err.starts_with("m.bricard.yaml:2:20: error: bodies.a.mass: the mass is negative\n")) << ended.err;
  }
  const Ended ended = bricard({"simulate", models + "pendulum.bricard.yaml", "--duration", "-1", "--json"});
  EXPECT_EQ(ended.code, 2);
  const Json fault = Json::parse(ended.out)["faults"][0];
  EXPECT_EQ(fault["file"], "");
  EXPECT_EQ(fault["where"], "--duration");
  EXPECT_EQ(bricard({"check", "m.bricard.yaml"}).out, "");
}

TEST_F(CliTest, AParameterThatNothingUsesIsNamed) {
  write("a.bricard.yaml", R"yaml(bricard: 1
name: a pendulum
parameters:
  mass: 2
  lenght: 0.5
  length_of_rod: 0.5
bodies: {rod: {mass: mass, inertia: [0.1, 0.1, 0.1], position: [length_of_rod/2, 0, 0]}}
joints: {hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}
analysis: {type: dynamics, duration: 0.1, output_step: 0.1}
)yaml");
  for (const char* verb : {"run", "check"}) {
    const Ended ended = bricard({verb, "a.bricard.yaml", "--json"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const nlohmann::json warnings = nlohmann::json::parse(ended.out)["warnings"];
    ASSERT_EQ(warnings.size(), 1u) << warnings;
    EXPECT_EQ(warnings[0], "a.bricard.yaml:5:3: parameters.lenght: nothing in the file uses it");
  }
}

TEST_F(CliTest, GravityInMillimetersIsAskedFor) {
  write("a.bricard.yaml", R"yaml(bricard: 1
name: a stone
units: {length: mm}
gravity: [0, 0, -9.81]
bodies: {stone: {mass: 2, inertia: [10, 10, 10], position: [0, 0, 0]}}
analysis: {type: dynamics, duration: 0.1, output_step: 0.1}
)yaml");
  const Ended ended = bricard({"run", "a.bricard.yaml", "--json"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("a.bricard.yaml:4:1: gravity: 9.81 mm/s^2 is not the earth's"), std::string::npos) << ended.out;
}

TEST_F(CliTest, TheModelIsNeverOverwritten) {
  const std::string text = std::string(rod) + analysis;
  write("model.bricard.yaml", text);
  const Ended ended = bricard({"run", "model.bricard.yaml", "--out", "."});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("overwrite"), std::string::npos) << ended.err;
  EXPECT_EQ(text_of(path("model.bricard.yaml")), text);
}

// ---- computations that fail

TEST_F(CliTest, AFailedRunKeepsWhatWasComputed) {
  write("rod.bricard.yaml",
        std::string(rod) + "forces:\n  push: {type: force, body: rod, components: [0, sqrt(0.05 - t), 0]}\n" + analysis);
  const Ended ended = bricard({"run", "rod.bricard.yaml"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("error: the computation failed: "), std::string::npos) << ended.err;
  EXPECT_EQ(summary("rod.out")["status"], "failed");
  EXPECT_NE(summary("rod.out")["message"], "");
  const Table table(path("rod.out/results.csv"));
  ASSERT_GE(table.rows.size(), 5u);
  EXPECT_NEAR(table.rows.back()[0], 0.05, 1e-3);
}

TEST_F(CliTest, WhatCannotBeAssembledIsExitCode1) {
  std::string text = rod;
  text += "  far: {type: spherical, bodies: [ground, rod], at: [3, 0, 0], at2: {in: rod, at: [0.5, 0, 0]}}\n";
  write("rod.bricard.yaml", text + analysis);
  for (const char* verb : {"run", "check"}) {
    const Ended ended = bricard({verb, "rod.bricard.yaml"});
    EXPECT_EQ(ended.code, 1) << verb;
    EXPECT_NE(ended.err.find("far"), std::string::npos) << verb << "\n" << ended.err;
  }
}

// ---- what surrounds the program

TEST_F(CliTest, CtrlCKeepsTheResults) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Setting setting = here();
    setting.signal = signal;
    const Ended ended =
        bricard({"run", models + "four_bar.bricard.yaml", "--duration", "1e5", "--output-step", "0.1", "--out", "o"}, setting);
    EXPECT_EQ(ended.code, 1) << ended.signal;
    EXPECT_NE(ended.err.find("interrupted at t = "), std::string::npos) << ended.err;
    EXPECT_GT(Table(path("o/results.csv")).rows.size(), 1u);
    EXPECT_EQ(summary("o")["status"], "stopped");
    EXPECT_EQ(summary("o")["message"].get<std::string>().substr(0, 11), "interrupted");
  }
}

TEST_F(CliTest, AClosedPipeIsNoFault) {
  const std::string command =
      "('" + program + "' list; echo $? > code) | head -c 10 > /dev/null; ('" + program + "' list; echo $? > code2) | true";
  EXPECT_EQ(execute({"sh", "-c", command}, here()).code, 0);
  EXPECT_EQ(text_of(path("code")), "0\n");
  EXPECT_EQ(text_of(path("code2")), "0\n");
}

TEST_F(CliTest, AFullDiskIsToldAndLeavesNoHalfFolder) {
  Setting setting = here();
  setting.largest_file = 20000;
  const Ended ended = bricard({"run", models + "pendulum.bricard.yaml", "--quiet"}, setting);
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("results.partial.csv: error: the file cannot be written"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(path("pendulum.out")));
  EXPECT_EQ(execute({"sh", "-c", "'" + program + "' list > /dev/full"}, here()).code, 1);
}

TEST_F(CliTest, ProgressShowsOnATerminalOnly) {
  const std::vector<std::string> words{
      "run", models + "four_bar.bricard.yaml", "--duration", "1e5", "--output-step", "0.1", "--out", "o"};
  Setting setting = here();
  setting.signal = SIGINT;
  EXPECT_EQ(bricard(words, setting).err.find('\r'), std::string::npos);
  std::vector<std::string> on_terminal = words;
  on_terminal.insert(on_terminal.begin(), program);
  const Ended shown = execute_on_terminal(on_terminal, setting);
  EXPECT_NE(shown.out.find(" %"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("\r["), std::string::npos) << shown.out;
  on_terminal.push_back("--quiet");
  EXPECT_EQ(execute_on_terminal(on_terminal, setting).out.find("\r["), std::string::npos);
}

TEST_F(CliTest, ProgressForPrograms) {
  write("rod.yaml", rod);
  const Ended ended = bricard({"simulate", "rod.yaml", "--duration", "2000", "--tolerance", "1e-10", "--progress", "--quiet"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(std::regex_match(ended.err, std::regex(R"((progress (0|1|0\.\d+|\de-\d+)\n)+)"))) << ended.err;
  EXPECT_EQ(ended.out, "");
}

TEST_F(CliTest, TheSourceOfARunIsKept) {
  const std::string text = std::string(rod) + analysis;
  write("rod.bricard.yaml", text);
  ASSERT_EQ(bricard({"run", "rod.bricard.yaml", "--set", "size=2", "--duration", "50 ms", "--out", "out", "--quiet"}).code, 0);
  const Json source = Json::parse(text_of(path("out/source.json")));
  EXPECT_EQ(source, (Json{{"file", "rod.bricard.yaml"},
                          {"text", text},
                          {"analysis", "dynamics"},
                          {"set", {{"size", "2"}}},
                          {"options", {{"duration", "50 ms"}}}}));
}

TEST_F(CliTest, FilesWithinAFolder) {
  fs::create_directories(path("data"));
  write("data/load.csv", "0,0\n1,1\n");
  write("rod.yaml", std::string(rod) + "tables: {load: {file: load.csv}}\n" + analysis);
  EXPECT_EQ(bricard({"check", "rod.yaml", "--quiet"}).code, 2);
  const Ended good = bricard({"check", "rod.yaml", "--within", "data", "--quiet"});
  EXPECT_EQ(good.code, 0) << good.err;
  const Ended wrong = bricard({"check", "rod.yaml", "--within", "nowhere"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err, "bricard: error: --within: there is no folder `nowhere`\n");
}

}  // namespace
}  // namespace bricard::cli
