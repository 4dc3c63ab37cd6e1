// Tests of `bricard evaluate` as a user meets it: the equations of a double pendulum at its design position and where a run
// ended.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

// Two bars of 1 m and 1 kg along x: M = [5/3 + cos q2, 1/3 + cos(q2)/2; .., 1/3], c = g [3/2 cos q1 + cos(q1 + q2)/2; ..].
class EvaluateVerb : public ProgramTest {
 protected:
  Ended with(const std::string& verb, std::vector<std::string> words) const {
    words.insert(words.begin(), {verb, source_dir + "/models/mechanisms/double_pendulum.bricard.yaml"});
    return bricard(std::move(words));
  }
  nlohmann::json evaluated(const std::vector<std::string>& words) const {
    const Ended ended = with("evaluate", words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return nlohmann::json::parse(ended.out);
  }
};

TEST_F(EvaluateVerb, PrintsTheEquationsAtTheDesignPosition) {
  const nlohmann::json json = evaluated({});
  for (const char* key :
       {"t", "q", "v", "names", "M", "c", "Phi", "J", "gamma", "forces", "sensors", "links", "inverse_dynamics"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["names"]["q"], (std::vector<std::string>{"shoulder.angle", "elbow.angle"}));
  EXPECT_NEAR(json["M"][0][0], 8. / 3, 1e-14);
  EXPECT_NEAR(json["M"][0][1], 5. / 6, 1e-14);
  EXPECT_NEAR(json["M"][1][1], 1. / 3, 1e-14);
  EXPECT_NEAR(json["c"][0], 2 * 9.81, 1e-12);
  EXPECT_NEAR(json["c"][1], 0.5 * 9.81, 1e-12);
  EXPECT_NEAR(json["sensors"]["tip"]["position"][0], 2, 1e-14);
  EXPECT_NEAR(json["sensors"]["tip"]["J"][1][0], 2, 1e-14);
}

TEST_F(EvaluateVerb, TakesTheStateThatARunHasLeft) {
  ASSERT_EQ(with("run", {"--duration", "0.4", "--out", "o"}).code, 0);
  const nlohmann::json relative = evaluated({"--at", "o"});
  EXPECT_EQ(relative["t"], 0.4);
  EXPECT_NE(relative["v"][0], 0);
  const double q2 = relative["q"][1];
  EXPECT_NEAR(relative["M"][0][0], 5. / 3 + std::cos(q2), 1e-12);
  for (const double effort : relative["inverse_dynamics"]["tau"]) EXPECT_NEAR(effort, 0, 1e-9);

  const nlohmann::json absolute = evaluated({"--at", "o/state.json", "--coordinates", "absolute"});
  EXPECT_EQ(absolute["names"]["rows"].size(), 4u);
  EXPECT_EQ(absolute["names"]["v"][0], "upper.vx");
  EXPECT_EQ(absolute["M"].size(), 6u);
  EXPECT_NEAR(absolute["M"][0][0], 1, 1e-14);
  for (const double open : absolute["Phi"]) EXPECT_NEAR(open, 0, 1e-12);
  EXPECT_NEAR(absolute["sensors"]["tip"]["velocity"][1], relative["sensors"]["tip"]["velocity"][1], 1e-12);
}

TEST_F(EvaluateVerb, RefusesWhatItCannotTake) {
  EXPECT_EQ(with("evaluate", {"--at", "nowhere"}).code, 2);
  EXPECT_EQ(with("evaluate", {"--coordinates", "polar"}).code, 2);
  EXPECT_EQ(with("evaluate", {"--duration", "1"}).code, 2);
}

}  // namespace
}  // namespace bricard::cli
