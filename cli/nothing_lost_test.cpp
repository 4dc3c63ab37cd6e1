// What is computed is not lost, as a user meets it: programs that are killed, full disks, folders that hold something else.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A bob on a spring; it starts at x = 1 and swings as cos(10 t).
const char* const bob = R"(bricard: 1
name: Bob
dimension: 2
gravity: [0, 0]
bodies: {bob: {mass: 1, inertia: 1, position: [1, 0]}}
joints: {guide: {type: prismatic, bodies: [ground, bob], at: [1, 0], axis: [1, 0]}}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0]}, to: {body: bob, at: [1, 0]}, stiffness: 100, free_length: 0.5}
analysis: {type: dynamics, duration: 1, output_step: 10 ms}
)";

class NothingLostTest : public ProgramTest {
 protected:
  NothingLostTest() { write("bob.bricard.yaml", bob); }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
};

TEST_F(NothingLostTest, AKilledRunLeavesItsRows) {
  Setting setting = here();
  setting.signal = SIGKILL;
  setting.signal_after = std::chrono::milliseconds(2500);
  const Ended ended = bricard({"run", "bob.bricard.yaml", "--duration", "1e6", "--output-step", "0.1", "--out", "o"}, setting);
  EXPECT_EQ(ended.signal, SIGKILL);
  EXPECT_FALSE(fs::exists(path("o")));
  const std::string rows = text_of(path("o.partial/results.partial.csv"));
  EXPECT_GT(lines(rows), 100u);
  EXPECT_TRUE(rows.starts_with("t,bob.x,")) << rows.substr(0, 40);
  // The kernel may cut a block at a page; what is before the torn row is whole.
  const auto columns = std::count(rows.begin(), rows.begin() + static_cast<long>(rows.find('\n')), ',');
  std::istringstream whole(rows.substr(0, rows.rfind('\n') + 1));
  for (std::string line; std::getline(whole, line);) ASSERT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
  const Json summary = json("o.partial/summary.json");
  EXPECT_EQ(summary["status"], "partial");
  EXPECT_EQ(summary["analysis"], "dynamics");
  EXPECT_EQ(summary["units"]["columns"]["bob.x"], "m");
  EXPECT_TRUE(fs::exists(path("o.partial/model.bricard.yaml")));
  // They can be looked at, and the next run takes their place.
  EXPECT_EQ(bricard({"plot", "o.partial", "bob.x"}).code, 0);
  EXPECT_EQ(bricard({"run", "bob.bricard.yaml", "--out", "o"}).code, 0);
  EXPECT_FALSE(fs::exists(path("o.partial/results.partial.csv")));
  EXPECT_EQ(json("o/summary.json")["status"], "done");
}

// Before its first row it has left nothing that could be refused, or be taken for a file of the user.
TEST_F(NothingLostTest, ARunThatWasKilledBeforeItsFirstRowIsNotInTheWay) {
  fs::create_directories(path("o.partial"));
  write("o.partial/results.partial.csv", "");
  write("o.partial/summary.json.4711.tmp", "{");
  const Ended ended = bricard({"run", "bob.bricard.yaml", "--out", "o"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(std::distance(fs::directory_iterator(path("o")), {}), 5);
  EXPECT_FALSE(fs::exists(path("o.partial")));
}

TEST_F(NothingLostTest, AFullDiskLeavesWholeRows) {
  Setting setting = here();
  setting.largest_file = 20000;
  const Ended ended = bricard({"run", "bob.bricard.yaml", "--duration", "100", "--out", "o"}, setting);
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("results.partial.csv: error: the file cannot be written"), std::string::npos) << ended.err;
  const std::string rows = text_of(path("o.partial/results.partial.csv"));
  EXPECT_GT(lines(rows), 50u);
  EXPECT_LE(rows.size(), 20000u);
  EXPECT_TRUE(rows.ends_with('\n'));
  EXPECT_EQ(json("o.partial/summary.json")["status"], "partial");
}

TEST_F(NothingLostTest, FilesOfOthersAreCarriedOverAndThoseOfAnotherAnalysisAreNot) {
  ASSERT_EQ(bricard({"modes", "bob.bricard.yaml", "--out", "o"}).code, 0);
  ASSERT_TRUE(fs::exists(path("o/modes.csv")));
  write("o/notes.txt", "mine");
  fs::create_directories(path("o/deep"));
  write("o/deep/more.txt", "mine too");
  const Ended ended = bricard({"run", "bob.bricard.yaml", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(json("o/summary.json")["analysis"], "dynamics");
  EXPECT_FALSE(fs::exists(path("o/modes.csv")));
  EXPECT_FALSE(fs::exists(path("o/linear.json")));
  EXPECT_EQ(text_of(path("o/notes.txt")), "mine");
  EXPECT_EQ(text_of(path("o/deep/more.txt")), "mine too");
  EXPECT_FALSE(fs::exists(path("o.partial")));
}

TEST_F(NothingLostTest, AFolderOfOthersIsRefusedUnlessForced) {
  fs::create_directories(path("o"));
  write("o/results.csv", "mine");
  const Ended refused = bricard({"run", "bob.bricard.yaml", "--out", "o"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
  EXPECT_EQ(text_of(path("o/results.csv")), "mine");
  EXPECT_FALSE(fs::exists(path("o.partial")));
  ASSERT_EQ(bricard({"run", "bob.bricard.yaml", "--out", "o", "--force"}).code, 0);
  EXPECT_EQ(lines(text_of(path("o/results.csv"))), 102u);
  EXPECT_EQ(text_of(path("o/results.csv.old")), "mine") << "even with --force nothing is lost";
  fs::create_directories(path("empty"));
  EXPECT_EQ(bricard({"run", "bob.bricard.yaml", "--out", "empty"}).code, 0);
}

TEST_F(NothingLostTest, ALinkAndTheCurrentFolderStayWhatTheyAre) {
  fs::create_directories(path("real"));
  fs::create_directory_symlink("real", path("link"));
  ASSERT_EQ(bricard({"run", "bob.bricard.yaml", "--out", "link"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(fs::exists(path("real/summary.json")));
  Setting inside = here();
  inside.folder = path("real");
  const Ended ended = bricard({"run", "../bob.bricard.yaml", "--out", "."}, inside);
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(lines(text_of(path("real/results.csv"))), 102u);
  EXPECT_FALSE(fs::exists(path("real.partial")));
}

// A second run into a folder that one is writing to would mix their rows.
TEST_F(NothingLostTest, TwoRunsIntoOneFolder) {
  const std::string run = "'" + std::string(program_path) + "' run bob.bricard.yaml --out o --quiet";
  const Ended ended =
      execute({"sh", "-c", run + " --duration 1e6 & sleep 1; " + run + "; code=$?; kill $!; wait; exit $code"}, here());
  EXPECT_EQ(ended.code, 2) << ended.err;
  EXPECT_NE(ended.err.find("another run is writing"), std::string::npos) << ended.err;
}

// 2e5 rows of 27 columns are 43 MB as numbers; a quarter of that is what the run may grow by.
TEST_F(NothingLostTest, MemoryDoesNotGrowWithRows) {
  const auto peak = [&](const std::string& step, const std::vector<std::string>& further) {
    std::vector<std::string> words{"run", "bob.bricard.yaml", "--quiet", "--out", "o", "--output-step", step};
    words.insert(words.end(), further.begin(), further.end());
    EXPECT_EQ(bricard(words).code, 0);
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_maxrss;  // kB, of the largest of all children so far
  };
  for (const std::vector<std::string>& further : {std::vector<std::string>{}, {"--certify"}}) {
    const long few = peak("1e-3", further), many = peak("5e-6", further);
    EXPECT_LT(many - few, 10000) << further.size();
    EXPECT_EQ(lines(text_of(path("o/results.csv"))), 200002u);
  }
}

TEST_F(NothingLostTest, ASpringWithoutDirectionIsToldWithItsLine) {
  std::string text = bob;
  text.replace(text.find("at: [0, 0]}, to"), 10, "at: [1, 0]");
  write("bob.bricard.yaml", text);
  for (const char* verb : {"run", "check"}) {
    const Ended ended = bricard({verb, "bob.bricard.yaml"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with("bob.bricard.yaml:8:3: error: forces.spring: its ends meet at the start")) << ended.err;
  }
}

TEST_F(NothingLostTest, AGuessThatOverflowsIsNotAssembled) {
  for (const char* far : {"1e60", "1e160", "1e200"}) {
    write("arm.bricard.yaml",
          std::string("bricard: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1], position: [") + far +
              ", 0, 0]}}\njoints:\n  pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], "
              "at2: {in: arm, at: [-1, 0, 0]}, axis2: {in: arm, axis: [0, 0, 1]}}\n");
    for (const char* verb : {"check", "assemble"}) EXPECT_NE(bricard({verb, "arm.bricard.yaml"}).code, 0) << far << ' ' << verb;
  }
}

// Only the direction of an axis counts.
TEST_F(NothingLostTest, HugeAndTinyAxes) {
  const auto end = [&](const std::string& axis) {
    std::string text = bob;
    text.replace(text.find("axis: [1, 0]"), 12, "axis: [" + axis + ", 0]");
    write("bob.bricard.yaml", text);
    const Ended ended = bricard({"run", "bob.bricard.yaml", "--out", "o"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return text_of(path("o/results.csv"));
  };
  const std::string expected = end("1");
  for (const char* axis : {"1e200", "1e-200", "1e308", "1e-308"}) EXPECT_EQ(end(axis), expected) << axis;
}

}  // namespace
}  // namespace bricard::cli
