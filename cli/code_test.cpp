// Code of a model, as a user meets it: asked for at a terminal, refused without one, run with --allow-code.
#include <cstdlib>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class Code : public ProgramTest {
 protected:
  Code() {
    ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
    write("spring.c", "double force(double x) { return -18 * x; }\n");
    write("m.bricard.yaml", R"(bricard: 1
gravity: [0, 0, 0]
functions: {spring: {file: spring.c, function: force, arguments: [rail.position], unit: N}}
bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0], velocity: [1, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {push: {type: joint_force, joint: rail, force: spring}}
analysis: {type: dynamics, duration: 1}
)");
  }
};

TEST_F(Code, IsRefusedWithoutATerminalAndRunWhereItIsAllowed) {
  for (const char* verb : {"run", "check", "compare", "evaluate"}) {
    const Ended refused = bricard({verb, "m.bricard.yaml"});
    EXPECT_EQ(refused.code, 2) << verb;
    EXPECT_NE(refused.err.find("m.bricard.yaml:3:"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("--allow-code"), std::string::npos) << refused.err;
  }
  EXPECT_FALSE(std::filesystem::exists(path("m.out")));
  EXPECT_EQ(bricard({"check", "m.bricard.yaml", "--allow-code"}).code, 0);
  const Ended done = bricard({"run", "m.bricard.yaml", "--allow-code", "--out", "a"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(bricard({"run", "m.bricard.yaml", "--out", "b"}).code, 2);  // what was allowed once is not allowed for ever
}

TEST_F(Code, TheFolderOfARunCanBeRunAgain) {
  ASSERT_EQ(bricard({"run", "m.bricard.yaml", "--allow-code", "--out", "a"}).code, 0);
  std::filesystem::remove(path("spring.c"));
  EXPECT_EQ(bricard({"run", "m.bricard.yaml", "--allow-code"}).code, 2);
  const Ended again = bricard({"run", "a/model.bricard.yaml", "--allow-code", "--out", "b"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(text("a/results.csv"), text("b/results.csv"));
  EXPECT_EQ(text("b/spring.c"), "double force(double x) { return -18 * x; }\n");
}

TEST_F(Code, WhatTheCompilerFindsWrongEndsWithItsLineAndCode2) {
  write("spring.c", "double force(double x) {\n  return -18 * y;\n}\n");
  const Ended ended = bricard({"run", "m.bricard.yaml", "--allow-code"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("spring.c:2:16: error: functions.spring:"), std::string::npos) << ended.err;
}

TEST_F(Code, AtATerminalTheUserIsAskedOnceForAContent) {
  const auto asked = [&](const std::string& answer) {
    // A terminal on both ends, as `script` makes it, with the answer typed.
    return execute({"sh", "-c",
                    "printf '" + answer + "\\n' | script -qec '" + std::string(program_path) +
                        " run m.bricard.yaml --out a --quiet' /dev/null"},
                   here());
  };
  if (std::system("script --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no `script`";
  const Ended no = asked("n");
  EXPECT_NE(no.out.find("wants to run the code in"), std::string::npos) << no.out;
  EXPECT_FALSE(std::filesystem::exists(path("a/results.csv")));
  asked("y");
  EXPECT_TRUE(std::filesystem::exists(path("a/results.csv")));
  EXPECT_EQ(asked("n").out.find("wants to run"), std::string::npos);
  write("spring.c", "double force(double x) { return -19 * x; }\n");
  EXPECT_NE(asked("n").out.find("wants to run"), std::string::npos);
}

}  // namespace
}  // namespace bricard::cli
