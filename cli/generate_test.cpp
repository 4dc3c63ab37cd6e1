// `bricard generate`: what it writes, over what it does not write, and what it says of wrong requests. The code itself is judged in
// bricard/codegen/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class GenerateVerb : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    model = write("arm.bricard.yaml", R"yaml(bricard: 1
name: Arm
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 2, inertia: [0.2, 0.2, 0.01], position: [0, 0, -0.5]}}
joints: {hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: 1}}}
analysis: {type: dynamics, duration: 1, output_step: 0.1}
)yaml");
  }
  std::string model;
};

TEST_F(GenerateVerb, WritesAProgramThatSimulates) {
  const Ended made = bricard({"generate", model, "--language", "c", "--out", "code"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("to simulate: make -C code && code/run"), std::string::npos) << made.out;
  ASSERT_EQ(std::system(("make -s -C '" + path("code").string() + "' && '" + path("code/run").string() + "' > /dev/null").c_str()), 0);
  EXPECT_NE(text("code/results.csv").find("hinge.angle"), std::string::npos);
  // Once more: its own files are written over.
  EXPECT_EQ(bricard({"generate", model, "--language", "c", "--out", "code"}).code, 0);
}

TEST_F(GenerateVerb, WritesOverNothingOfOthers) {
  std::filesystem::create_directory(path("code"));
  write("code/arm.h", "/* mine */\n");
  const Ended refused = bricard({"generate", model, "--language", "c", "--out", "code"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("arm.h: is there already and was not generated"), std::string::npos) << refused.err;
  EXPECT_EQ(text("code/arm.h"), "/* mine */\n");
  EXPECT_FALSE(std::filesystem::exists(path("code/arm.c")));
  EXPECT_EQ(bricard({"generate", model, "--language", "c", "--out", "code", "--force"}).code, 0);
  EXPECT_NE(text("code/arm.h"), "/* mine */\n");
}

TEST_F(GenerateVerb, NamesWhatThereIsNot) {
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"generate", model});
    const Ended ended = bricard(words);
    EXPECT_EQ(ended.code, 2);
    return ended.err;
  };
  EXPECT_NE(said({}).find("one of c, cpp, python, matlab"), std::string::npos);
  EXPECT_NE(said({"--language", "pyton"}).find("did you mean `python`?"), std::string::npos);
  EXPECT_NE(said({"--language", "c", "--functions", "dirdin"}).find("did you mean `dirdyn`?"), std::string::npos);
  EXPECT_NE(said({"--language", "c", "--functions", "dirdyn,run", "--loads"}).find("--loads"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("arm.code")));
}

TEST_F(GenerateVerb, CountsOperations) {
  const Ended table = bricard({"generate", model, "--count", "--functions", "dirdyn"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_NE(table.out.find("trigonometric"), std::string::npos) << table.out;
  EXPECT_FALSE(std::filesystem::exists(path("arm.code")));
  const Ended json = bricard({"generate", model, "--count", "--functions", "dirdyn", "--fold", "--json"});
  const auto counts = nlohmann::json::parse(json.out)["operations"]["dirdyn"];
  // c = m g l sin(angle), M a number: one product, one sine.
  EXPECT_EQ(counts["multiplications"], 1);
  EXPECT_EQ(counts["additions"], 0);
  EXPECT_EQ(counts["trigonometric"], 1);
}

TEST_F(GenerateVerb, RefusesByNameWhatHasNoCode) {
  const auto refused = [&](const std::string& more, std::vector<std::string> options = {}) {
    const std::string other = write("other.bricard.yaml", text("arm.bricard.yaml") + more);
    options.insert(options.begin(), {"generate", other, "--language", "c", "--out", "code"});
    const Ended ended = bricard(options);
    EXPECT_EQ(ended.code, 2) << more;
    EXPECT_FALSE(std::filesystem::exists(path("code")));
    return ended.err;
  };
  EXPECT_NE(refused("events: {stop: {when: hinge.angle < 0, do: switch, deactivate: [joints.hinge]}}\n").find("events.stop"), std::string::npos);
  EXPECT_NE(refused("inputs: {u: sin(t)}\nforces: {f: {type: joint_force, joint: hinge, torque: der(u)}}\n").find("inputs.u"), std::string::npos);
  EXPECT_NE(refused("forces: {f: {type: joint_force, joint: hinge, torque: 'delay(hinge.angle, 0.1)'}}\n").find("forces.f"), std::string::npos);
  EXPECT_NE(refused("inputs: {u: 'noise(t, 3)'}\n").find("noise"), std::string::npos);
}

}  // namespace
}  // namespace bricard::cli
