// Tests of `bricard compare` as a user meets it: the table in its four forms, wrong input, exit codes.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A rod that swings, in mm.
const char* const rod_in_mm = R"(bricard: 1
name: Rod
units: {length: mm}
gravity: [0, -9810, 0]
bodies:
  rod: {mass: 1, inertia: [1e4, 83333, 83333], position: [500, 0, 0]}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: dynamics, duration: 0.5, integrator: rk4, step: 1 ms}
)";

class CompareVerb : public ProgramTest {
 protected:
  CompareVerb() { write("rod.bricard.yaml", rod_in_mm); }
  Ended compare(std::vector<std::string> words) const {
    words.insert(words.begin(), {"compare", "rod.bricard.yaml"});
    return bricard(std::move(words));
  }
};

TEST_F(CompareVerb, PrintsAndWritesOneTable) {
  const Ended ended = compare({"--integrators", "dopri5,rk4", "--tolerances", "1e-5, 1e-9", "--steps", "2 ms,1 ms"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out.find("Rod: 4 runs of 0.5 s"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("error [mm]"), std::string::npos) << ended.out;
  EXPECT_TRUE(ended.out.starts_with(text("rod.out/compare.txt")));
  const std::string csv = text("rod.out/compare.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  const Json json = Json::parse(text("rod.out/compare.json"));
  ASSERT_EQ(json["runs"].size(), 4u);
  EXPECT_EQ(json["runs"][0]["tolerance"], 1e-5);
  EXPECT_TRUE(json["runs"][0]["step"].is_null());
  EXPECT_NEAR(json["runs"][2]["step"].get<double>(), 2e-3, 1e-12);
  EXPECT_EQ(json["runs"][2]["steps"], 250);
  const std::string plot = text("rod.out/compare.svg");
  EXPECT_NE(plot.find("error of positions [mm]"), std::string::npos);
  EXPECT_NE(plot.find(">rk4<"), std::string::npos);
}

TEST_F(CompareVerb, JsonGoesToStandardOutput) {
  const Ended ended = compare({"--integrators", "dopri5", "--tolerances", "1e-6", "--json", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["model"], "Rod");
  EXPECT_EQ(json["runs"][0]["status"], "done");
  EXPECT_EQ(compare({"--integrators", "dopri5", "--tolerances", "1e-6", "--quiet", "--out", "o"}).out, "");
}

// The rod is the pendulum of the length J/(m a) = 2/3 m; after t it is where energy and period say: here a reference that
// the closed form of its start gives, phi = -g t^2/(2 l), exact to t^6.
TEST_F(CompareVerb, ErrorIsInTheUnitsOfTheFile) {
  std::string table = "t,rod.x,rod.y\n";
  const double l = (83333e-6 + 0.25) / 0.5, c = 9.81 / l;
  for (int i = 0; i <= 4; ++i) {
    const double t = 0.005 * i, phi = -c * t * t / 2;
    table +=
        std::to_string(t) + "," + std::to_string(500 * std::cos(phi) + 0.5) + "," + std::to_string(500 * std::sin(phi)) + "\n";
  }
  write("start.csv", table);
  const Ended ended =
      compare({"--reference", "start.csv", "--tolerances", "1e-8", "--duration", "0.02", "--json", "--integrators", "dopri5"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json json = Json::parse(ended.out);
  EXPECT_NEAR(json["runs"][0]["error"].get<double>(), 0.5, 1e-5);  // what was added above
  EXPECT_EQ(json["runs"][0]["verdict"], "wrong?");
  EXPECT_NE(json["reference"]["words"].get<std::string>().find("start.csv, 2 columns, 5 times"), std::string::npos);
}

// Columns of other names and units; lists of keys; several sweeps.
TEST_F(CompareVerb, ForeignTablesAndSeveralSweeps) {
  write("meters.csv", "time_s,px\n0,0.5\n0.25,0.5\n0.5,0.5\n");
  const Ended ended = compare({"--reference", "meters.csv", "--columns", "t=time_s,rod.x=px m", "--integrators", "dopri5",
                               "--tolerances", "1e-6", "--formulations", "penalty", "--coordinates", "absolute",
                               "--penalty-alpha", "1e6,1e7", "--sweep", "a=1,2", "--sweep", "b=0:1:1", "--json"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("the file has no parameter `a`"), std::string::npos) << ended.err;
  std::string text = rod_in_mm;
  text.insert(text.find("bodies:"), "parameters: {a: 1, b: 0}\n");
  write("rod.bricard.yaml", text);
  const Ended swept = compare({"--reference", "meters.csv", "--columns", "t=time_s,rod.x=px m", "--integrators", "dopri5",
                               "--tolerances", "1e-6", "--formulations", "penalty", "--coordinates", "absolute",
                               "--penalty-alpha", "1e6,1e7", "--sweep", "a=1,2", "--sweep", "b=0:1:1", "--json"});
  ASSERT_EQ(swept.code, 0) << swept.err;
  const Json json = Json::parse(swept.out);
  ASSERT_EQ(json["runs"].size(), 8u);
  EXPECT_EQ(json["runs"][7]["varied"], Json({{"a", 2}, {"b", 1}, {"penalty.alpha", 1e7}}));
  EXPECT_GT(json["runs"][0]["condition"].get<double>(), 1);
  EXPECT_LT(json["runs"][0]["error"].get<double>(), 1001);  // mm: the reference stands still, the rod swings
  EXPECT_GT(json["runs"][0]["error"].get<double>(), 100);
}

TEST_F(CompareVerb, WrongInputIsExitCode2) {
  write("letters.csv", "t,rod.x\n0,a\n");
  write("others.csv", "t,rood.x\n0,1\n");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--formulations", "lagrng"}, "bricard: error: --formulations: unknown name `lagrng`; did you mean `lagrange`?"},
      {{"--integrators", "dopri5,,rk4"}, "--integrators: a name or number is missing"},
      {{"--integrators", "xyz"}, "choose among auto, all, "},
      {{"--tolerances", "1e-4,tight"}, "--tolerances: `tight`"},
      {{"--tolerances", "2"}, "--tolerances: 2 is not possible"},
      {{"--steps", "1 kg"}, "--steps: the unit `kg` does not fit"},
      {{"--threads", "-1"}, "--threads"},
      {{"--threads", "1.5"}, "--threads"},
      {{"--limit", "0"}, "--limit"},
      {{"--reference", "none.csv"}, "none.csv: error: the file cannot be read"},
      {{"--reference", "letters.csv"}, "letters.csv:2:3: error: a number is expected, found `a`"},
      {{"--reference", "others.csv"}, "others.csv: error: the reference has no position column of this model"},
      {{"--formulations", "index3", "--integrators", "dopri5"}, "does not fit the formulation 'index3'"},
      {{"--formulation", "lagrange"}, "did you mean `--formulations`?"},
      {{"--duration", "-1"}, "--duration"},
      {{"--columns", "t=time_s"}, "--columns: there is no --reference"},
      {{"--penalty-alpha", "1e6,x"}, "--penalty-alpha: `x`"},
      {{"--sweep", "k"}, "--sweep: expected NAME=FROM:TO:STEP"},
  };
  for (const auto& [words, message] : cases) {
    const Ended ended = compare(words);
    EXPECT_EQ(ended.code, 2) << words[0] << " " << words[1];
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
    EXPECT_FALSE(fs::exists(path("rod.out"))) << words[0] << " " << words[1];
  }
}

TEST_F(CompareVerb, NoRunThatReachesTheEndIsExitCode1) {
  const Ended ended = compare({"--integrators", "rk4", "--steps", "1e-6", "--duration", "1000", "--limit", "0.05"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("no run reached the end; the first says: the limit of 0.05 s of CPU time"), std::string::npos)
      << ended.err;
  EXPECT_TRUE(fs::exists(path("rod.out/compare.csv")));
}

}  // namespace
}  // namespace bricard::cli
