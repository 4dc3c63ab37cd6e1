// Random mechanisms judge the program: 300 of them here, 20 000 with BRICARD_LONG; BRICARD_SEED=N looks at one.
#include "verification/oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/expression_functions.hpp"
#include "verification/cases.hpp"
#include "verification/oracle/random_mechanism.hpp"

namespace bricard {
namespace {

constexpr unsigned few = 300, many = 20000;

class Oracle : public testing::TestWithParam<unsigned> {};

// In twelve parts, which run side by side.
constexpr unsigned parts = 12;

std::string written(const Model& model, unsigned seed) {
  const auto folder = std::filesystem::temp_directory_path() / "bricard-oracle";
  std::filesystem::create_directories(folder);
  std::string path = folder / ("seed_" + std::to_string(seed) + ".bricard.yaml");
  std::ofstream(path) << write_yaml(model);
  return path;
}

void look_at(unsigned seed, int& amplifying, int& stopped) {
  const Model model = random_mechanism(seed);
  const bool is_kept = std::getenv("BRICARD_KEEP") != nullptr;  // as it is, whatever comes of it
  if (is_kept) written(model, seed);
  const Judgement found = judge(model, seed);
  amplifying += found.amplifies;
  stopped += found.stopped;
  if (!found.disagreement) return;
  const Model small = is_kept ? model : shrunk(model, seed);
  const std::string path = written(small, seed);
  const Judgement again = judge(small, seed);
  ADD_FAILURE() << "seed " << seed << ", " << found.disagreement->between << ": " << found.disagreement->what
                << "\nmade small in " << path << ": "
                << (again.disagreement ? again.disagreement->between + ": " + again.disagreement->what : "");
}

TEST_P(Oracle, AnyWayOfComputingItGivesTheSameMotion) {
  int amplifying = 0, stopped = 0, count = 0;
  if (const char* one = std::getenv("BRICARD_SEED")) {
    if (GetParam() == 0) look_at(static_cast<unsigned>(std::atoi(one)), amplifying, stopped);
    return;
  }
  const unsigned last = is_long() ? many : few;
  for (unsigned seed = GetParam(); seed < last; seed += parts, ++count) look_at(seed, amplifying, stopped);
  RecordProperty("amplifying", amplifying);
  EXPECT_LE(amplifying, count / 4) << "motions of which little can be demanded";
  EXPECT_LE(stopped, count / 8) << "runs that stopped";
}
INSTANTIATE_TEST_SUITE_P(All, Oracle, testing::Range(0u, parts));

TEST(RandomMechanisms, HaveEveryKindAndEveryFunction) {
  std::set<std::string> kinds, text;
  int loops = 0, redundant = 0, drivers = 0, events = 0, states = 0, inputs = 0;
  std::string laws;
  for (unsigned seed = 0; seed < few; ++seed) {
    const Model model = random_mechanism(seed);
    for (const Joint& each : model.joints) kinds.emplace(each.kind->type);
    for (const Force& each : model.forces) kinds.emplace(each.kind->type);
    for (const Constraint& each : model.constraints) kinds.emplace(each.kind->type);
    loops += model.joints.size() + model.constraints.size() > model.bodies.size();
    for (const Joint& each : model.joints) redundant += each.name.ends_with("_again");
    drivers += !model.drivers.empty();
    events += !model.events.empty();
    states += !model.states.empty();
    inputs += !model.inputs.empty();
    laws += write_yaml(model);
  }
  for (const JointInfo* each : JointKind::all()) EXPECT_TRUE(kinds.contains(std::string(each->type))) << each->type;
  for (const ForceInfo* each : ForceKind::all()) EXPECT_TRUE(kinds.contains(std::string(each->type))) << each->type;
  for (const ConstraintInfo* each : ConstraintKind::all()) EXPECT_TRUE(kinds.contains(std::string(each->type))) << each->type;
  for (const ExpressionFunction& each : expression_functions())
    if (each.name != "der") {
      EXPECT_NE(laws.find(std::string(each.name) + "("), std::string::npos) << each.name;
    }
  for (const int count : {loops, redundant, drivers, events, states, inputs}) EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace bricard
