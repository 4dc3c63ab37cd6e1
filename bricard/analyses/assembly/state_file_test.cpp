#include "bricard/analyses/assembly/state_file.hpp"

#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/core/error.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

AnalysisOptions lasting(double duration) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = duration;
  options.tolerance.relative = 1e-10;
  return options;
}

TEST(StateFile, ReadsWhatItWrites) {
  const System system(four_bar());
  StartState state = start_state(system, assemble(system).state);
  state.t = 3.5;
  state.found.emplace_back("length", 12.5);
  EXPECT_EQ(read_state(state_text(state), "state.json"), state);
}

TEST(StateFile, NamesWhatIsWrong) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      read_state(text, "some/state.json");
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto expect = [](const std::string& text, const char* part) { EXPECT_NE(text.find(part), std::string::npos) << text; };
  expect(refusal(""), "some/state.json");
  expect(refusal(""), "no JSON");
  expect(refusal("[1, 2]"), "bodies");
  expect(refusal("{}"), "bodies: this entry is missing");
  expect(refusal(R"({"bodies": 3})"), "names with their values");
  expect(refusal(R"({"bodies": {"a": 3}})"), "bodies.a: position");
  expect(refusal(R"({"bodies": {"a": {"position": [0, 0]}}})"), "bodies.a.position: 3 numbers");
  expect(refusal(R"({"bodies": {"a": {"position": [0, 0, "x"]}}})"), "bodies.a.position: a number");
  const std::string rest = R"(, "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0]}})";
  expect(refusal(R"({"bodies": {"a": {"position": [0, 0, 0], "quaternion": [2, 0, 0, 0])" + rest + "}"), "its length is not 1");
  const std::string good = R"({"bodies": {"a": {"position": [0, 0, 0], "quaternion": [1, 0, 0, 0])" + rest;
  EXPECT_EQ(refusal(good + "}"), "accepted");
  expect(refusal(good + R"(, "states": {"i": null}})"), "states.i: a number");
  expect(refusal(good + R"(, "joints": {"j": 1}})"), "joints.j: coordinates");
  expect(refusal(good + R"(, "joints": {"j": {"a.b": 1}}})"), "joints.j.a.b: this is no coordinate");
}

// Two runs, the second from the end of the first, are one run. The joints have made turns.
TEST(StartFromState, GoesOnWhereTheOtherRunEnded) {
  Model model = four_bar();
  model.bodies[0].angular_velocity = Vector3(0, 0, 30);
  const Results whole = run(model, lasting(1));
  const Results first = run(model, lasting(0.4));
  AnalysisOptions rest = lasting(0.6);
  rest.from = read_state(first.state, "state.json");
  const Results second = run(model, rest);
  ASSERT_FALSE(second.summary.outcome.failed()) << second.summary.outcome.message;
  for (std::size_t c = 1; c < whole.columns.size(); ++c) {
    const std::string& name = whole.columns[c].name;
    if (!name.ends_with(".x") && !name.ends_with(".y") && !name.ends_with(".angle") && !name.ends_with(".speed")) continue;
    const double right = whole.at(whole.rows() - 1, static_cast<int>(c));
    EXPECT_NEAR(second.at(second.rows() - 1, static_cast<int>(c)), right, 1e-6 * (1 + std::abs(right))) << name;
  }
}

TEST(StartFromState, BodiesMustBeThoseOfTheModel) {
  const System system(four_bar());
  const auto refusal = [&](const StartState& from) -> std::string {
    AssemblySettings settings;
    settings.from = from;
    try {
      assemble(system, settings);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  const StartState good = start_state(system, assemble(system).state);
  EXPECT_EQ(refusal(good), "accepted");
  StartState fewer = good, other = good;
  fewer.bodies.pop_back();
  other.bodies[0].name = "stranger";
  EXPECT_NE(refusal(fewer).find("the state has no body '" + good.bodies.back().name + "'"), std::string::npos) << refusal(fewer);
  EXPECT_NE(refusal(other).find("'stranger' that the model has not"), std::string::npos) << refusal(other);
}

}  // namespace
}  // namespace bricard::test
