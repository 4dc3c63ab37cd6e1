// Wishes for independent coordinates: what can be wished, and which wish follows from others.
#include "bricard/formulations/partitioning/wishes.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/formulations/partitioning/partition.hpp"
#include "bricard/formulations/stabilizations/stabilization.hpp"
#include "bricard/model/building.hpp"

namespace bricard {
namespace {

// Three links on hinges about z, then a sleeve: a tree of five freedoms.
Model arm() {
  Model model;
  std::string before = "ground";
  for (int i = 0; i < 4; ++i) {
    const std::string body = "body" + std::to_string(i), joint = i < 3 ? "j" + std::to_string(i) : "sleeve";
    add_body(model, body, 1, {1, 1, 1}, {i + 0.5, 0, 0});
    add_joint(model, joint, i < 3 ? "revolute" : "cylindrical", {before, body}, {double(i), 0, 0}, {0, 0, 1});
    before = body;
  }
  return model;
}

Wishes wishes_of(const Model& model, const std::vector<std::string>& names, const char* coordinates = "relative") {
  AnalysisOptions options;
  options.independent = names;
  return Wishes(System(model, coordinates), &options);
}

std::string thrown(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Wishes, NameJointsOrTheirCoordinates) {
  const Model model = arm();
  EXPECT_EQ(velocity_names(System(model, "relative")),
            (std::vector<std::string>{"j0", "j1", "j2", "sleeve.angle", "sleeve.position"}));
  EXPECT_EQ(wishes_of(model, {"j1"}).wished(), (std::vector<char>{0, 1, 0, 0, 0}));
  EXPECT_EQ(wishes_of(model, {"sleeve", "j0"}).wished(), (std::vector<char>{1, 0, 0, 1, 1}));
  EXPECT_EQ(wishes_of(model, {"sleeve.position"}).wished(), (std::vector<char>{0, 0, 0, 0, 1}));
  EXPECT_FALSE(wishes_of(model, {}).any());
  const Wishes two = wishes_of(model, {"sleeve", "j0"});
  EXPECT_EQ(two.not_kept({0, 1, 1, 0, 0}), std::vector<std::string>{});
  EXPECT_EQ(two.not_kept({0, 1, 1, 0, 1}), std::vector<std::string>{"sleeve"});
  EXPECT_EQ(two.not_kept({1, 0, 0, 0, 0}), std::vector<std::string>{"j0"});
}

TEST(Wishes, SayWhatCannotBe) {
  Model model = arm();
  EXPECT_NE(thrown([&] { wishes_of(model, {"j7"}); }).find("there is no joint 'j7'"), std::string::npos);
  EXPECT_EQ(wishes_of(model, {"j1"}).notes().size(), 0u);
  const Wishes in_bodies = wishes_of(model, {"j1"}, "absolute");
  EXPECT_FALSE(in_bodies.any());
  ASSERT_EQ(in_bodies.notes().size(), 1u);
  EXPECT_NE(in_bodies.notes()[0].find("only in relative coordinates"), std::string::npos);
  EXPECT_EQ(thrown([&] { wishes_of(model, {"j0", "j1"}).check_number(2); }), "nothing");
  const std::string many = thrown([&] { wishes_of(model, {"j0", "sleeve"}).check_number(2); });
  EXPECT_NE(many.find("3 coordinates ('j0', 'sleeve') cannot be independent"), std::string::npos) << many;
  EXPECT_NE(many.find("name at most 2"), std::string::npos) << many;
  EXPECT_NE(thrown([&] { wishes_of(model, {"j0"}).check_number(0); }).find("leave the key out"), std::string::npos);
  add_driver(model, "motor", "j1", "angle", "t");
  const std::string driven = thrown([&] { wishes_of(model, {"j0", "j1"}); });
  EXPECT_NE(driven.find("driver 'motor' prescribes 'j1'"), std::string::npos) << driven;
  EXPECT_NE(driven.find("'j0', 'j2', 'sleeve'"), std::string::npos) << driven;
}

// Rows of R are what the joints do per independent rate.
TEST(Wishes, TheFirstThatFollowsFromOthersIsNamed) {
  const Wishes wishes = wishes_of(arm(), {"j0", "j1", "j2"});
  const auto contradiction = [&](double a0, double a1, double b0, double b1, double c0, double c1) {
    return wishes.contradiction((Eigen::MatrixXd(5, 2) << a0, a1, b0, b1, c0, c1, 0, 0, 0, 0).finished());
  };
  EXPECT_EQ(contradiction(1, 0, 2, 0, 0, 1), "'j1' follows from 'j0'");
  EXPECT_EQ(contradiction(1, 0, -3, 0, 0, 1), "'j1' follows from 'j0'");
  EXPECT_EQ(contradiction(1, 2, 3, 1, 5, 7), "'j2' follows from 'j0', 'j1'");
  EXPECT_EQ(contradiction(0, 0, 1, 0, 0, 1), "'j0' cannot move");
  EXPECT_EQ(contradiction(1, 1, 0, 0, 0, 1), "'j1' cannot move");
  EXPECT_EQ(wishes_of(arm(), {"j2", "j0"}).contradiction((Eigen::MatrixXd(5, 2) << 1, 0, 9, 9, 1, 1e-3, 0, 0, 0, 0).finished()), "");
}

// A gear makes the second hinge follow the first: three freedoms are left, and not these two.
TEST(Wishes, AGearedPairCannotBeIndependent) {
  Model model = arm();
  set(add_coupling(model, "gear", "gear", {"j0", "j1"}), "ratio", -2);
  const System system(model, "relative");
  const auto independent = [&](const std::vector<std::string>& names) {
    AnalysisOptions options;
    options.independent = names;
    Equations e(system);
    const State start = system.designed();
    system.motion(start, e, RowSet::all, Measure::all);
    system.fill(e);
    e.kernel.select();
    ProblemSettings settings{.system = &system};
    settings.options = &options;
    settings.start = start;
    settings.selected = e.kernel.selected();
    const Partition partition(settings);
    std::string free;
    for (int j = 0; j < 3; ++j)
      if (!partition.is_dependent()[j]) free += "j" + std::to_string(j) + " ";
    return free;
  };
  EXPECT_EQ(independent({"j0"}), "j0 j2 ");
  EXPECT_EQ(independent({"j1"}), "j1 j2 ");
  EXPECT_EQ(independent({"j2", "j1"}), "j1 j2 ");
  const std::string both = thrown([&] { independent({"j0", "j1"}); });
  EXPECT_NE(both.find("'j1' follows from 'j0': no partition has all of these coordinates independent"), std::string::npos) << both;
}

}  // namespace
}  // namespace bricard
