// The user's cuts: the tree is another one, the motion is not.
#include "bricard/system/cuts.hpp"

#include <gtest/gtest.h>

#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Model with_cut(Model model, const std::string& name, Cut cut) {
  for (Joint& joint : model.joints)
    if (joint.name == name) joint.cut = cut;
  for (Body& body : model.bodies)
    if (body.name == name) body.cut = cut;
  return model;
}

std::vector<std::string> cut_names(const System& system) {
  std::vector<std::string> names;
  for (const int j : cut_joints(system.layout())) names.push_back(system.model().joints[j].name);
  return names;
}

// Accelerations of all bodies, in the order of the model, at a motion of `from`.
std::vector<Vec6<double>> accelerations(const System& system, const System& from, const State& state) {
  State here = carried_over(from, state, system);
  Equations e(system);
  system.motion(here, e);
  system.fill(e);
  e.kernel.select();
  EXPECT_TRUE(system.factor(e));
  system.forces(e);
  Eigen::VectorXd a(system.nv());
  system.accelerations(e, a);
  std::vector<Vec6<double>> all;
  for (std::size_t i = 1; i < system.layout().tree.number.size(); ++i)
    all.push_back(e.solution.A[system.layout().tree.number[i]]);
  return all;
}

void expect_same_motion(const Model& model, const Model& cut) {
  const System plain(model, "relative"), other(cut, "relative");
  const State state = random_state(plain, 4);
  const auto expected = accelerations(plain, plain, state), found = accelerations(other, plain, state);
  for (std::size_t b = 0; b < expected.size(); ++b)
    EXPECT_LT((found[b] - expected[b]).norm(), 1e-10 * (1 + expected[b].norm())) << model.name << " " << b;
}

TEST(Cuts, AJointThatIsCutClosesTheLoop) {
  EXPECT_EQ(cut_names(System(four_bar(), "relative")), std::vector<std::string>{"wrist"});
  for (const char* name : {"main", "pin", "wrist", "pivot"}) {
    const Model cut = with_cut(four_bar(), name, Cut::joint);
    const System system(cut, "relative");
    EXPECT_EQ(cut_names(system), std::vector<std::string>{name});
    EXPECT_EQ(tree_in_words(system.layout()), "loops are cut at `" + std::string(name) + "`");
    EXPECT_TRUE(cut_warnings(system.layout()).empty());
    expect_same_motion(four_bar(), cut);
  }
  for (const char* name : {"j0", "j2", "j5"})
    expect_same_motion(bricard_linkage(), with_cut(bricard_linkage(), name, Cut::joint));
}

TEST(Cuts, ABallThatIsCutLeavesThreeRows) {
  const Model cut = with_cut(slider_crank(), "pin", Cut::ball);
  const System system(cut, "relative");
  EXPECT_EQ(cut_names(system), std::vector<std::string>{"pin"});
  EXPECT_EQ(system.active_rows().size(), 3u);
  expect_same_motion(slider_crank(), cut);
}

TEST(Cuts, ABodyThatIsCutCarriesNothing) {
  // By itself the coupler hangs on the crank; now the rocker carries it.
  const Model cut = with_cut(four_bar(), "crank", Cut::body);
  const System system(cut, "relative");
  EXPECT_EQ(cut_names(system), std::vector<std::string>{"pin"});
  EXPECT_TRUE(cut_warnings(system.layout()).empty());
  expect_same_motion(four_bar(), cut);
  expect_same_motion(slider_crank(), with_cut(slider_crank(), "rod", Cut::body));
}

TEST(Cuts, WishesThatCostAreTold) {
  const auto warnings = [](const Model& model) { return cut_warnings(System(model, "relative").layout()); };
  const auto floating = warnings(with_cut(open_chain(), "sleeve", Cut::joint));
  ASSERT_EQ(floating.size(), 1u);
  EXPECT_NE(floating[0].find("`joints.sleeve.cut` cuts no loop: without this joint `b3` hangs on nothing"), std::string::npos)
      << floating[0];
  expect_same_motion(open_chain(), with_cut(open_chain(), "sleeve", Cut::joint));

  // All joints of a body cut: it floats, and all of them close.
  const Model held = with_cut(with_cut(four_bar(), "pin", Cut::joint), "wrist", Cut::joint);
  ASSERT_EQ(warnings(held).size(), 2u);
  EXPECT_NE(warnings(held)[0].find("`coupler` hangs on nothing"), std::string::npos) << warnings(held)[0];
  expect_same_motion(four_bar(), held);

  const auto carries = warnings(with_cut(open_chain(), "b1", Cut::body));
  ASSERT_EQ(carries.size(), 1u);
  EXPECT_NE(carries[0].find("`bodies.b1.cut` cannot be kept: `b2` reaches ground only through this body"), std::string::npos)
      << carries[0];
  const auto idle = warnings(with_cut(open_chain(), "b5", Cut::body));
  ASSERT_EQ(idle.size(), 1u);
  EXPECT_NE(idle[0].find("`bodies.b5.cut` has no effect"), std::string::npos) << idle[0];
}

}  // namespace
}  // namespace bricard::test
