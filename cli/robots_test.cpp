// Robots of other programs as a user meets them: verbs read them, `convert` goes both ways, options say what a file leaves open.
#include <gtest/gtest.h>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class Robots : public ProgramTest {
 protected:
  static std::string robot(const std::string& name) { return source_dir + "/models/robots/" + name; }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
};

TEST_F(Robots, AreReadByOtherVerbs) {
  const Ended checked = bricard({"check", robot("gripper.urdf"), "--json"});
  ASSERT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(nlohmann::json::parse(checked.out)["mobility"]["actual"], 1);  // one motor, whom all follow
  EXPECT_EQ(bricard({"simulate", robot("press.xml"), "--duration", "0.1", "--out", "press.out"}).code, 0);
  EXPECT_EQ(bricard({"scene", robot("arm6.urdf"), "--json"}).code, 0);
  const Ended run = bricard({"run", robot("arm6.urdf")});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(has(run.err, "nothing to run")) << run.err;
}

TEST_F(Robots, GoThereAndBack) {
  const Ended there = bricard({"convert", robot("arm6.urdf"), "arm.bricard.yaml"});
  ASSERT_EQ(there.code, 0) << there.err;
  EXPECT_TRUE(has(there.out, "limits are not kept")) << there.out;
  const Ended back = bricard({"convert", "arm.bricard.yaml", "arm.urdf"});
  ASSERT_EQ(back.code, 0) << back.err;
  const auto first = nlohmann::json::parse(bricard({"evaluate", "arm.bricard.yaml"}).out),
             second = nlohmann::json::parse(bricard({"evaluate", "arm.urdf"}).out);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(first["M"][i][j].get<double>(), second["M"][i][j].get<double>(), 1e-12);
}

TEST_F(Robots, OptionsSayWhatAFileLeavesOpen) {
  const auto freedoms = [&](const std::vector<std::string>& words) {
    const Ended ended = bricard(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return nlohmann::json::parse(ended.out)["mobility"]["actual"].get<int>();
  };
  EXPECT_EQ(freedoms({"check", robot("arm6.urdf"), "--json"}), 6);
  EXPECT_EQ(freedoms({"check", robot("arm6.urdf"), "--base", "floating", "--json"}), 12);
  const Ended wrong = bricard({"check", robot("arm6.urdf"), "--base", "sideways"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(has(wrong.err, "--base: expected `fixed` or `floating`, found `sideways`")) << wrong.err;
  EXPECT_EQ(bricard({"check", robot("arm6.urdf"), "--limits", "hard"}).code, 2);
}

}  // namespace
}  // namespace bricard::cli
