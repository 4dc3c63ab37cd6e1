// Tests of runs that start where another ended (--from) and of runs over a parameter (--sweep), as a user meets them.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A bob on a spring: rest at x = m g/k, omega² = k/m.
const char* const bob = R"(bricard: 1
name: Bob
units: {length: mm}
dimension: 2
gravity: [0, -10 m/s^2]
parameters: {k: 1 N/mm, m: 2, L0: 100}
bodies: {bob: {mass: m, inertia: 1e3, position: [0, -100]}}
joints: {guide: {type: prismatic, bodies: [ground, bob], at: [0, -100], axis: [0, 1]}}
forces: {spring: {type: spring_damper, from: {body: ground, at: [0, 0]}, to: {body: bob, at: [0, -100]}, stiffness: k, free_length: L0}}
analysis: {type: dynamics, duration: 0.5, output_step: 10 ms}
)";

class StartTest : public ProgramTest {
 protected:
  StartTest() { write("bob.bricard.yaml", bob); }
  // A column of results.csv.
  std::vector<double> column(const std::string& run, const std::string& name) const {
    std::ifstream file(path(run) / "results.csv");
    std::string line, cell;
    std::getline(file, line);
    int index = -1, i = 0;
    for (std::stringstream cells(line); std::getline(cells, cell, ','); ++i)
      if (cell == name) index = i;
    EXPECT_GE(index, 0) << name;
    std::vector<double> values;
    while (index >= 0 && std::getline(file, line)) {
      std::stringstream cells(line);
      for (int k = 0; k <= index; ++k) std::getline(cells, cell, ',');
      values.push_back(std::stod(cell));
    }
    return values;
  }
};

// Two halves are the whole: -100 mm - (m g/k) (1 - cos(omega t)) with omega = 22.36/s.
TEST_F(StartTest, ARunGoesOnWhereAnotherEnded) {
  ASSERT_EQ(bricard({"simulate", "bob.bricard.yaml", "--duration", "0.1", "--tolerance", "1e-10", "--out", "one"}).code, 0);
  const Ended ended =
      bricard({"simulate", "bob.bricard.yaml", "--duration", "0.2", "--tolerance", "1e-10", "--from", "one", "--out", "two"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const double omega = std::sqrt(1000.0 / 2);
  EXPECT_NEAR(column("two", "bob.y").front(), -100 - 20 * (1 - std::cos(omega * 0.1)), 1e-5);
  EXPECT_NEAR(column("two", "bob.y").back(), -100 - 20 * (1 - std::cos(omega * 0.3)), 1e-5);
  EXPECT_NEAR(column("two", "bob.vy").back(), -20 * omega * std::sin(omega * 0.3), 1e-3);
}

TEST_F(StartTest, ABadStartIsWrongInput) {
  const auto refused = [&](const std::string& from, const std::string& words) {
    const Ended ended = bricard({"simulate", "bob.bricard.yaml", "--from", from});
    EXPECT_EQ(ended.code, 2) << from << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  refused("nowhere", "nowhere");
  for (const char* text : {"", "{", "{}", "[]", "7", R"({"bodies": 3})", R"({"bodies": {"bob": {"position": [0, 1]}}})",
                           R"({"bodies": {"bob": {"position": [0, "x", 0], "quaternion": [1, 0, 0, 0]}}})",
                           R"({"bodies": {"bob": {"position": [0, 0, 0], "quaternion": [0, 0, 0, 0]}}})"}) {
    write("state.json", text);
    refused("state.json", "state.json");
  }
  write("state.json", R"({"t": 0, "bodies": {"other": {"position": [0, 0, 0], "quaternion": [1, 0, 0, 0],
                          "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0]}}})");
  refused("state.json", "'other'");
}

TEST_F(StartTest, ASweepOverAStiffness) {
  const Ended ended = bricard({"equilibrium", "bob.bricard.yaml", "--sweep", "k=1:4:1", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::vector<double> k = column("o", "k"), y = column("o", "bob.y");
  ASSERT_EQ(k, (std::vector<double>{1, 2, 3, 4}));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(y[i], -100 - 20 / k[i], 1e-9);
  EXPECT_EQ(summary("o")["message"], "4 values of k");
}

// omega² = k/m, whatever the rest.
TEST_F(StartTest, ASweepOfModesIsARootLocus) {
  const Ended ended = bricard({"modes", "bob.bricard.yaml", "--sweep", "m=1:4:0.5", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::vector<double> m = column("o", "m");
  std::ifstream file(path("o/root_locus.csv"));
  std::string header;
  ASSERT_TRUE(std::getline(file, header));
  EXPECT_EQ(header.substr(0, 2), "m,");
  EXPECT_TRUE(fs::exists(path("o/root_locus.svg")));
  EXPECT_EQ(m.size(), 7u);
}

// Upright rolling is stable above v² = g a/(2 (1 + kappa)): of a disc g a/3, of a hoop g a/4. The wheel moves at the start, so
// its modes are those of the steady motion.
TEST_F(StartTest, TheCriticalSpeedOfARollingWheel) {
  const std::string wheel = source_dir + "/models/mechanisms/rolling_wheel.bricard.yaml";
  for (const double kappa : {0.5, 1.0}) {
    const Ended ended =
        bricard({"modes", wheel, "--set", "kappa=" + std::to_string(kappa), "--sweep", "v=0.9:1.5:0.01", "--out", "o"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const double critical = std::sqrt(9.81 * 0.5 / (2 * (1 + kappa)));
    std::ifstream file(path("o/root_locus.csv"));
    std::string line;
    std::getline(file, line);
    int grown = 0, kept = 0;
    while (std::getline(file, line)) {
      double v = 0, mode = 0, real = 0;
      char comma = 0;
      std::stringstream(line) >> v >> comma >> mode >> comma >> real;
      if (real > 1e-6) {
        EXPECT_LT(v, critical) << line;
        ++grown;
      } else if (real < -1e-6) {
        EXPECT_LT(v, critical) << line;
      } else if (v > critical) {
        ++kept;
      }
    }
    EXPECT_EQ(grown, static_cast<int>(std::ceil((critical - 0.9) / 0.01 - 1e-9)));
    EXPECT_GT(kept, 0);
  }
}

TEST_F(StartTest, ABadSweepIsWrongInput) {
  for (const char* sweep : {"k", "k=1:2", "k=1:2:0", "k=1:2:-1", "k=a:b:c", "stiffness=1:2:1", "m=-1:-3:-1"}) {
    const Ended ended = bricard({"simulate", "bob.bricard.yaml", "--sweep", sweep, "--out", "o"});
    EXPECT_EQ(ended.code, 2) << sweep << ended.err;
    EXPECT_NE(ended.err.find(std::string(sweep)[0] == 'm' ? "mass" : "--sweep"), std::string::npos) << ended.err;
  }
}

}  // namespace
}  // namespace bricard::cli
