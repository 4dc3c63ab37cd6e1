// Mobility and redundancy of mechanisms whose numbers are known from mechanics.
#include "bricard/analyses/doctor/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/doctor/irreducible.hpp"
#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

using Names = std::vector<std::string>;

Diagnosis of(const Model& model, const char* coordinates = "relative") {
  const System system(model, coordinates);
  return diagnose(system, assemble(system).state);
}

TEST(Diagnosis, FourRevolutesInSpace) {
  for (const char* coordinates : {"absolute", "relative"}) {
    const Diagnosis d = of(four_bar(), coordinates);
    EXPECT_EQ(d.counted, -2);  // 3 bodies, 4 joints of 5 rows
    EXPECT_EQ(d.actual, 1);
    ASSERT_EQ(d.redundant.size(), 1u);
    EXPECT_EQ(d.redundant[0].rows.size(), 3u);
    EXPECT_EQ(d.redundant[0].group, (std::vector<std::string>{"main", "pin", "wrist", "pivot"}));
    // In the plane the reactions are known; out of the plane the force and two moments can be shared in many ways.
    for (const auto& reaction : d.reactions) {
      EXPECT_FALSE(reaction.unique);
      for (const auto& [component, unique] : reaction.components)
        EXPECT_EQ(unique, component == "fx" || component == "fy" || component == "tz") << reaction.joint << "." << component;
    }
  }
}

TEST(Diagnosis, BricardMovesThoughItIsCountedImmobile) {
  const Diagnosis d = of(bricard_linkage());
  EXPECT_EQ(d.counted, 0);
  EXPECT_EQ(d.actual, 1);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].group.size(), 6u);
  EXPECT_TRUE(std::none_of(d.reactions.begin(), d.reactions.end(), [](const auto& r) { return r.unique; }));
}

TEST(Diagnosis, AMechanismWithoutRedundancyHasUniqueReactions) {
  const Diagnosis d = of(slider_crank());
  EXPECT_EQ(d.counted, 18 - (5 + 3 + 4 + 5));
  EXPECT_EQ(d.actual, d.counted);
  EXPECT_TRUE(d.redundant.empty());
  EXPECT_TRUE(std::all_of(d.reactions.begin(), d.reactions.end(), [](const auto& r) { return r.unique; }));
}

TEST(Diagnosis, DriversAreNotCounted) {
  Model model = four_bar();
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.prescribed["angle"] = Function("2*t");
  model.drivers = {motor};
  EXPECT_EQ(of(model).actual, 1);
}

TEST(Diagnosis, TwoEqualConstraintsAreOneGroup) {
  Model model = slider_crank();
  for (const char* name : {"rod_a", "rod_b"}) {
    Constraint rod;
    rod.name = name;
    rod.kind = Distance{};
    rod.bodies = {"ground", "slider"};
    rod.at = Point{{1, 1, 1}, {}};
    rod.at2 = Point{{0.2, 0, 0}, {}};
    model.constraints.push_back(rod);
  }
  const Diagnosis d = of(model);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].group, (std::vector<std::string>{"rod_a", "rod_b"}));
}

// An independent opinion: singular values of the Jacobian of all rows over all bodies, absolute coordinates.
int dense_mobility(const Model& model, const System& from, const State& at) {
  Model undriven = model;
  undriven.drivers.clear();
  const System system(undriven);
  Equations e(system), there(from);
  from.motion(at, there, RowSet::all, Measure::all);
  for (int i = 1; i <= system.mechanism().bodies; ++i) {
    const int a = from.mechanism().tree.number[i], b = system.mechanism().tree.number[i];
    e.k.R[b] = there.k.R[a];
    e.k.p[b] = there.k.p[a];
  }
  evaluate_rows<double>(system.layout(), e.k, RowSet::all, Measure::all, {}, nullptr);
  const State state = system.state_of(e, 0);
  system.motion(state, e, RowSet::all, Measure::all);
  system.forces(e);
  const Eigen::MatrixXd Phi_v = matrices<double>(system, e.k).Phi_v;
  const Eigen::VectorXd values = singular_values(Phi_v).values;
  int rank = 0;
  for (double value : values) rank += value > 1e-7 * values[0];
  return system.nv() - rank;
}

template <class Kind>
void replace(Joint& joint) {
  joint.kind = Kind{};
  if (!Kind::uses.axis) joint.axis.reset();
}

Model changed(Model model, const Suggestion& suggestion) {
  for (const Replacement& change : suggestion.changes) {
    for (Constraint& constraint : model.constraints)
      if (constraint.name == change.joint) constraint.active = false;
    for (Joint& joint : model.joints) {
      if (joint.name != change.joint) continue;
      if (change.to == "cylindrical") replace<Cylindrical>(joint);
      if (change.to == "spherical") replace<Spherical>(joint);
      if (change.to == "point_on_line") replace<PointOnLine>(joint);
      if (change.to == "point_on_plane") replace<PointOnPlane>(joint);
      if (change.to.empty()) joint.active = false;
    }
  }
  return model;
}

// Every suggestion holds by the independent rank, in the assembled position and at others.
void expect_confirmed(const Model& model) {
  const System system(model, "relative");
  const State start = assemble(system).state;
  const Diagnosis d = diagnose(system, start);
  for (const RedundantGroup& group : d.redundant)
    for (const Suggestion& suggestion : group.suggestions) {
      const Model other = changed(model, suggestion);
      const int released = d.rows - System(other).constraints().rows;
      EXPECT_EQ(released, suggestion.released) << suggestion.text;
      EXPECT_GT(released, 0);
      EXPECT_EQ(dense_mobility(other, system, start), d.actual) << suggestion.text;
      for (int seed : {1, 2, 3})
        EXPECT_EQ(dense_mobility(other, system, random_state(system, seed, 0.05)), d.actual) << suggestion.text;
    }
}

std::size_t rows_of(const Diagnosis& d) {
  return std::accumulate(d.redundant.begin(), d.redundant.end(), std::size_t{0},
                         [](std::size_t sum, const auto& each) { return sum + each.rows.size(); });
}

// A door on hinges along one line.
void add_door(Model& model, const std::string& name, double x, int hinges) {
  model.bodies.push_back(bar(name, {x, 0, 0}, {x + 0.8, 0, 2}));
  for (int i = 0; i < hinges; ++i)
    model.joints.push_back(joint<Revolute>(name + "_hinge_" + std::to_string(i + 1), "ground", name, {x, 0, 0.3 + 0.7 * i}));
}

// Cranks of length 1 at x = 0, 3, 6, ... at an angle, and couplers: one over all of them, or one between each two.
Model parallelograms(int cranks, bool one_coupler, double angle = std::acos(-1.0) / 2) {
  Model model;
  const Vector3 arm(std::cos(angle), std::sin(angle), 0);
  const auto foot = [](int i) { return Vector3(3.0 * i, 0, 0); };
  for (int i = 0; i < cranks; ++i) {
    model.bodies.push_back(bar("crank" + std::to_string(i), foot(i), foot(i) + arm));
    model.joints.push_back(joint<Revolute>("foot" + std::to_string(i), "ground", "crank" + std::to_string(i), foot(i)));
  }
  if (one_coupler) {
    model.bodies.push_back(bar("coupler", foot(0) + arm, foot(cranks - 1) + arm));
    for (int i = 0; i < cranks; ++i)
      model.joints.push_back(joint<Revolute>("head" + std::to_string(i), "crank" + std::to_string(i), "coupler", foot(i) + arm));
    return model;
  }
  for (int i = 0; i + 1 < cranks; ++i) {
    const std::string coupler = "coupler" + std::to_string(i);
    model.bodies.push_back(bar(coupler, foot(i) + arm, foot(i + 1) + arm));
    model.joints.push_back(joint<Revolute>("left" + std::to_string(i), "crank" + std::to_string(i), coupler, foot(i) + arm));
    model.joints.push_back(
        joint<Revolute>("right" + std::to_string(i), coupler, "crank" + std::to_string(i + 1), foot(i + 1) + arm));
  }
  return model;
}

// A platform on six legs, each of two bodies that slide in each other, with a ball at either end.
Model stewart_platform() {
  Model model;
  Body platform = bar("platform", {-0.5, 0, 1}, {0.5, 0, 1});
  platform.inertia.matrix = Matrix3::Identity() * 0.1;
  model.bodies.push_back(platform);
  for (int i = 0; i < 6; ++i) {
    const double pi = std::acos(-1.0), low = pi / 3 * (i / 2 * 2) + (i % 2 ? 0.9 : -0.2), high = low + (i % 2 ? -0.5 : 0.5);
    const Vector3 a(std::cos(low), std::sin(low), 0), b(0.6 * std::cos(high), 0.6 * std::sin(high), 1);
    const std::string leg = std::to_string(i);
    model.bodies.push_back(bar("lower" + leg, a, 0.5 * (a + b)));
    model.bodies.push_back(bar("upper" + leg, 0.5 * (a + b), b));
    model.joints.push_back(joint<Spherical>("base" + leg, "ground", "lower" + leg, a));
    model.joints.push_back(joint<Prismatic>("slide" + leg, "lower" + leg, "upper" + leg, 0.5 * (a + b), (b - a).normalized()));
    model.joints.push_back(joint<Spherical>("top" + leg, "upper" + leg, "platform", b));
  }
  return model;
}

double rate_of(const FreeMotion& motion, const std::string& name) {
  for (const auto& [joint, rate] : motion.joints)
    if (joint == name) return rate;
  return 0;
}

TEST(Diagnosis, SuggestionsForTheFourBarHold) {
  const Diagnosis d = of(four_bar());
  ASSERT_EQ(d.redundant.size(), 1u);
  const auto& suggestions = d.redundant[0].suggestions;
  ASSERT_FALSE(suggestions.empty());
  EXPECT_EQ(suggestions[0].remaining, 0) << suggestions[0].text;  // one joint alone, or a ball and a sleeve together
  EXPECT_EQ(suggestions[0].released, 3);
  for (const Suggestion& each : suggestions) EXPECT_EQ(each.released + each.remaining, 3) << each.text;
  expect_confirmed(four_bar());
}

TEST(Diagnosis, OneSleeveCuresBricard) {
  const Diagnosis d = of(bricard_linkage());
  const auto& suggestions = d.redundant[0].suggestions;
  ASSERT_EQ(suggestions.size(), 4u);
  for (const Suggestion& each : suggestions) {
    EXPECT_EQ(each.remaining, 0);
    EXPECT_EQ(each.released, 1);
    EXPECT_NE(each.text.find("the mechanism keeps 1 degree of freedom and the group disappears"), std::string::npos) << each.text;
  }
  expect_confirmed(bricard_linkage());
}

// n hinges on one line: 5 rows hold the door, the others are redundant, and any two hinges depend on each other.
TEST(Diagnosis, Doors) {
  Model two, pair;
  add_door(two, "door", 0, 2);
  const Diagnosis d = of(two);
  EXPECT_EQ(d.counted, 6 - 10);
  EXPECT_EQ(d.actual, 1);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].rows.size(), 5u);
  ASSERT_EQ(d.free_motions.size(), 1u);
  EXPECT_NE(d.free_motions[0].words.find("body `door` turns about (0, 0, 1) through (0, 0, "), std::string::npos)
      << d.free_motions[0].words;
  EXPECT_FALSE(d.free_motions[0].idle);
  expect_confirmed(two);

  add_door(pair, "left", 0, 3);
  add_door(pair, "right", 5, 3);
  const Diagnosis both = of(pair);
  EXPECT_EQ(both.actual, 2);
  ASSERT_EQ(both.redundant.size(), 4u);
  for (const RedundantGroup& group : both.redundant) {
    EXPECT_EQ(group.rows.size(), 5u);
    ASSERT_EQ(group.group.size(), 2u);
    EXPECT_EQ(group.group[0].substr(0, 4), group.group[1].substr(0, 4)) << "doors have nothing to do with each other";
    EXPECT_TRUE(std::any_of(group.suggestions.begin(), group.suggestions.end(),
                            [](const Suggestion& each) { return each.changes[0].to.empty() && each.remaining == 0; }));
  }
  expect_confirmed(pair);
}

// Each loop of the chain is told by its own four joints, though the loops share cranks. 3 redundant rows a loop.
TEST(Diagnosis, CoupledLoopsGiveOneGroupEach) {
  const int loops = 5;
  const Diagnosis d = of(parallelograms(loops + 1, false));
  EXPECT_EQ(d.counted, 6 * (2 * loops + 1) - 5 * (3 * loops + 1));
  EXPECT_EQ(d.actual, 1);
  ASSERT_EQ(d.redundant.size(), static_cast<std::size_t>(loops));
  std::set<std::set<std::string>> found, expected;
  for (const RedundantGroup& group : d.redundant) {
    EXPECT_EQ(group.rows.size(), 3u);
    found.emplace(group.group.begin(), group.group.end());
    for (const std::string& row : group.rows)
      EXPECT_NE(std::find(group.group.begin(), group.group.end(), row.substr(0, row.find(':'))), group.group.end()) << row;
  }
  for (int i = 0; i < loops; ++i) {
    const std::string n = std::to_string(i);
    expected.insert({"foot" + n, "left" + n, "right" + n, "foot" + std::to_string(i + 1)});
  }
  EXPECT_EQ(found, expected);
}

// A six-bar chain of two loops that share a joint: the spanning tree leads the second loop the long way round through ground, but
// its group is the short one.
TEST(Diagnosis, TheShortLoopIsTold) {
  Model model;
  const Vector3 O(0, 0, 0), A(0.2, 1, 0), B(2.5, 1.8, 0), C(3, 0, 0), D(2.2, 3, 0), E(4.2, 2.5, 0), F(4, 1, 0);
  model.bodies = {bar("crank", O, A), bar("coupler", A, B), bar("rocker", B, C), bar("upper", D, E), bar("side", E, F)};
  model.joints = {joint<Revolute>("g0", "ground", "crank", O),  joint<Revolute>("p", "crank", "coupler", A),
                  joint<Revolute>("q", "coupler", "rocker", B), joint<Revolute>("g1", "rocker", "ground", C),
                  joint<Revolute>("r", "coupler", "upper", D),  joint<Revolute>("s", "rocker", "side", F),
                  joint<Revolute>("u", "upper", "side", E)};
  const Diagnosis d = of(model);
  EXPECT_EQ(d.counted, 6 * 5 - 5 * 7);
  EXPECT_EQ(d.actual, 1);
  std::set<Names> found;
  for (const RedundantGroup& group : d.redundant) {
    EXPECT_EQ(group.rows.size(), 3u);
    found.insert(group.group);
  }
  EXPECT_EQ(found, (std::set<Names>{{"g0", "p", "q", "g1"}, {"q", "r", "s", "u"}}));
}

// A welded body with a ball too: without the weld's rotations it would spin about the line through both points.
TEST(Diagnosis, AReleaseThatGivesANewFreedomIsNotSuggested) {
  Model model;
  model.bodies = {bar("box", {0, 0, 0}, {1, 0, 0})};
  model.joints = {joint<Fixed>("weld", "ground", "box", {0, 0, 0}), joint<Spherical>("ball", "ground", "box", {1, 0, 0})};
  const Diagnosis d = of(model);
  EXPECT_EQ(d.actual, 0);
  EXPECT_TRUE(d.free_motions.empty());
  ASSERT_EQ(d.redundant.size(), 1u);
  ASSERT_EQ(d.redundant[0].suggestions.size(), 1u);
  EXPECT_EQ(d.redundant[0].suggestions[0].text,
            "leave out spherical `ball`: the mechanism keeps 0 degrees of freedom and the group disappears");
}

// Two cranks in one line and a rod between their tips: the rod does nothing there, but it does elsewhere.
TEST(Diagnosis, WhatIsRedundantOnlyHereIsNotReleased) {
  Model model = parallelograms(2, false, 0);
  model.bodies.pop_back();
  model.joints.resize(2);
  Constraint rod;
  rod.name = "rod";
  rod.kind = Distance{};
  rod.bodies = {"crank0", "crank1"};
  rod.at = Point{{1, 0, 0}, {}};
  rod.at2 = Point{{4, 0, 0}, {}};
  model.constraints = {rod};
  const Diagnosis d = of(model);
  EXPECT_EQ(d.counted, 1);
  EXPECT_EQ(d.actual, 2);
  EXPECT_TRUE(d.singularity.singular) << d.singularity.words;
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_TRUE(d.redundant[0].suggestions.empty()) << d.redundant[0].suggestions[0].text;
}

// Three parallel cranks under one coupler: the two loops hold out of the plane (3 rows each), and in the plane the third crank
// depends on the two others (1 row, all six joints).
TEST(Diagnosis, ParallelogramWithARedundantCrank) {
  const Model model = parallelograms(3, true);
  const Diagnosis d = of(model);
  EXPECT_EQ(d.counted, 6 * 4 - 5 * 6);
  EXPECT_EQ(d.actual, 1);
  std::multiset<std::pair<std::size_t, std::size_t>> found;
  for (const RedundantGroup& group : d.redundant) found.emplace(group.group.size(), group.rows.size());
  EXPECT_EQ(found, (std::multiset<std::pair<std::size_t, std::size_t>>{{4, 3}, {4, 3}, {6, 1}}));
  EXPECT_FALSE(d.singularity.singular) << d.singularity.words;
  expect_confirmed(model);
}

// A loop of a hundred and more parallelograms stays cheap: traces, trials and lists are bounded; no row is lost.
TEST(Diagnosis, ManyLoops) {
  const int loops = 150;
  const Diagnosis d = of(parallelograms(loops + 1, false));
  EXPECT_EQ(d.actual, 1);
  EXPECT_EQ(rows_of(d), static_cast<std::size_t>(3 * loops));
}

// Six legs: 6 freedoms of the platform and one idle spin of every leg. 13 bodies, 6 (3 + 5 + 3) rows.
TEST(Diagnosis, LegsOfAStewartPlatformSpin) {
  const Diagnosis d = of(stewart_platform());
  EXPECT_EQ(d.counted, 12);
  EXPECT_EQ(d.actual, 12);
  EXPECT_TRUE(d.redundant.empty());
  ASSERT_EQ(d.free_motions.size(), 12u);
  std::set<Names> spinning;
  for (const FreeMotion& motion : d.free_motions) {
    if (!motion.idle) continue;
    Names bodies;
    for (const auto& [name, twist] : motion.bodies) bodies.push_back(name);
    spinning.insert(bodies);
    EXPECT_NE(motion.words.find("idle"), std::string::npos) << motion.words;
  }
  std::set<Names> legs;
  for (int i = 0; i < 6; ++i) legs.insert({"lower" + std::to_string(i), "upper" + std::to_string(i)});
  EXPECT_EQ(spinning, legs);
}

// Velocities of a four-bar from its loop: w2 z × OA + w3 z × AB = w4 z × CB.
TEST(Diagnosis, TheMotionOfAFourBar) {
  const Model model = four_bar();
  const Diagnosis d = of(model);
  ASSERT_EQ(d.free_motions.size(), 1u);
  const Vector3 O = model.joints[0].at->at, A = model.joints[1].at->at, B = model.joints[2].at->at, C = model.joints[3].at->at;
  const auto turned = [](const Vector3& r) { return Eigen::Vector2d(-r[1], r[0]); };
  Eigen::Matrix2d loop;
  loop << turned(B - A), -turned(B - C);
  const Eigen::Vector2d w = loop.inverse() * -turned(A - O);  // w3 and w4 for w2 = 1
  const FreeMotion& motion = d.free_motions[0];
  const double main = rate_of(motion, "main.angle");
  ASSERT_NE(main, 0);
  EXPECT_NEAR(rate_of(motion, "pin.angle") / main, w[0] - 1, 1e-9);
  EXPECT_NEAR(rate_of(motion, "wrist.angle") / main, w[1] - w[0], 1e-9);
  EXPECT_NEAR(rate_of(motion, "pivot.angle") / main, -w[1], 1e-9);
  double largest = 0;
  for (const auto& [name, rate] : motion.joints) largest = std::max(largest, std::abs(rate));
  EXPECT_NEAR(largest, 1, 1e-12);
  ASSERT_EQ(motion.bodies.size(), 3u);
  EXPECT_EQ(motion.bodies[0].first, "crank");
  EXPECT_NEAR(motion.bodies[0].second[5], main, 1e-12);         // turns with the hinge
  EXPECT_NEAR(motion.bodies[0].second[0], -0.5 * main, 1e-12);  // its middle, at (0, 0.5)
}

TEST(Diagnosis, OpenChainsMoveJointByJoint) {
  const Diagnosis d = of(open_chain());
  EXPECT_EQ(d.actual, 1 + 3 + 1 + 2 + 2 + 1 + 6);
  ASSERT_EQ(d.free_motions.size(), 16u);
  const auto told = [&](const std::string& words) {
    return std::any_of(d.free_motions.begin(), d.free_motions.end(),
                       [&](const FreeMotion& each) { return each.words.find(words) != std::string::npos; });
  };
  for (const char* words : {"joint hinge (angle) alone", "joint sleeve (position) alone", "joint slide (position) alone",
                            "joint ball (about x) alone", "body `flying` is not joined to ground: it moves along (1, 0, 0)"})
    EXPECT_TRUE(told(words)) << words;
  EXPECT_EQ(d.singularity.words, "no loops: no position is singular");
}

// Flat, a parallelogram can fold into an antiparallelogram: two freedoms there and one elsewhere.
TEST(Diagnosis, AFlatParallelogramIsSingular) {
  const Diagnosis d = of(parallelograms(2, false, 0));
  EXPECT_EQ(d.actual, 2);
  EXPECT_EQ(rows_of(d), 4u);
  EXPECT_TRUE(d.singularity.singular);
  EXPECT_EQ(d.singularity.measure, 0);
  EXPECT_NE(d.singularity.words.find("2 degrees of freedom here, 1 nearby"), std::string::npos) << d.singularity.words;
  EXPECT_NE(d.singularity.words.find("foot0, foot1, left0, right0"), std::string::npos) << d.singularity.words;
  for (const RedundantGroup& group : d.redundant)
    for (const Suggestion& each : group.suggestions) {
      const Model other = changed(parallelograms(2, false, 0.7), each);
      const System system(other);
      EXPECT_EQ(dense_mobility(other, system, assemble(system).state), 1) << each.text;
    }
}

TEST(Diagnosis, TheMeasureFallsWithTheDistanceToASingularPosition) {
  const Diagnosis far = of(parallelograms(2, false, 1)), near = of(parallelograms(2, false, 2e-3)),
                  nearer = of(parallelograms(2, false, 1e-3));
  EXPECT_EQ(near.actual, 1);
  EXPECT_EQ(nearer.actual, 1);
  EXPECT_NEAR(near.singularity.measure / nearer.singularity.measure, 2, 0.02);
  EXPECT_NE(nearer.singularity.words.find("near singular: the constraints of foot0, foot1, left0, right0"), std::string::npos)
      << nearer.singularity.words;
  EXPECT_NE(far.singularity.words.find("far from singular"), std::string::npos) << far.singularity.words;
  EXPECT_GT(far.singularity.measure, 20 * near.singularity.measure);
}

// Two bars in one line between fixed hinges: they give way to first order, and then no further.
TEST(Diagnosis, AnInstantaneousFreedomIsToldApart) {
  Model model;
  model.bodies = {bar("a", {0, 0, 0}, {1, 0, 0}), bar("b", {1, 0, 0}, {2, 0, 0})};
  model.joints = {joint<Revolute>("left", "ground", "a", {0, 0, 0}), joint<Revolute>("middle", "a", "b", {1, 0, 0}),
                  joint<Revolute>("right", "b", "ground", {2, 0, 0})};
  const Diagnosis d = of(model);
  EXPECT_EQ(d.actual, 1);
  EXPECT_TRUE(d.singularity.singular);
  EXPECT_NE(d.singularity.words.find("only instantaneous"), std::string::npos) << d.singularity.words;
}

TEST(Diagnosis, DriversThatFightAreFound) {
  Model model = four_bar();
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.prescribed["angle"] = Function("2*t");
  model.drivers = {motor};
  Diagnosis d = of(model);
  EXPECT_EQ(d.driven, 0);
  EXPECT_TRUE(d.warnings.empty());
  EXPECT_EQ(d.efforts, (std::vector<std::pair<std::string, bool>>{{"motor", true}}));
  motor.name = "second";
  motor.joint = "pivot";
  motor.prescribed["angle"] = Function("0*t");
  model.drivers.push_back(motor);
  const System system(model, "absolute");
  d = diagnose(system, system.designed());
  EXPECT_EQ(d.actual, 1);
  EXPECT_EQ(d.driven, 0);
  ASSERT_EQ(d.warnings.size(), 1u);
  EXPECT_NE(d.warnings[0].find("1 of 2 drivers follows"), std::string::npos) << d.warnings[0];
  EXPECT_EQ(d.efforts, (std::vector<std::pair<std::string, bool>>{{"motor", false}, {"second", false}}));
}

// Along a whole turn of a parallelogram: flat at pi, where it has two freedoms.
TEST(Diagnosis, AlongARun) {
  const Model model = parallelograms(2, false, 0);
  const System system(model, "relative");
  State state = system.designed();
  const double pi = std::acos(-1.0);
  DoctorAlongRun doctor;
  for (int i = 0; i <= 18; ++i) {
    state.t = 0.1 * i;
    const double angle = 0.1 + (pi - 0.1) / 16 * i;  // flat at i = 16
    for (int b = 1; b <= system.mechanism().bodies; ++b) {
      const std::string& name = model.joints[system.mechanism().joint_of_body[b]].name;
      state.q[system.mechanism().tree_joints[b].q] = name == "left0" ? -angle : angle;
    }
    doctor.sample(system, state);
  }
  const AlongRun& run = doctor.found();
  EXPECT_EQ(run.sampled, 19);
  ASSERT_EQ(run.mobility_changes.size(), 2u);
  EXPECT_NEAR(run.mobility_changes[0].t, 1.6, 1e-12);
  EXPECT_EQ(run.mobility_changes[0].mobility, 2);
  EXPECT_EQ(run.mobility_changes[0].before, 1);
  EXPECT_EQ(run.mobility_changes[1].mobility, 1);
  ASSERT_TRUE(run.nearest_singular);
  EXPECT_NEAR(run.nearest_singular->t, 1.6, 1e-12);
  EXPECT_EQ(run.nearest_singular->measure, 0);
}

TEST(Diagnosis, LooksAtWhatHasBeenCompiledButForDrivers) {
  Model model = four_bar();
  const System free(model, "absolute");
  EXPECT_TRUE(Mechanism(free).system().shares(free));
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.prescribed["angle"] = Function("t");
  model.drivers = {motor};
  const System driven(model, "relative");
  Mechanism acting(driven, WithDrivers::yes), undriven(driven);
  EXPECT_TRUE(acting.system().shares(driven));
  for (Mechanism* each : {&acting, &undriven}) {
    each->place(driven, assemble(driven).state);
    each->select();
  }
  EXPECT_EQ(acting.mobility(), 0);
  EXPECT_EQ(undriven.mobility(), 1);
}

// Three blocks; a + b lives on the first, b on the second and third.
TEST(Irreducible, VectorsThatLiveOnFewBlocks) {
  Eigen::MatrixXd Z = Eigen::MatrixXd::Zero(18, 2);
  Z(0, 0) = 2, Z(7, 0) = 1, Z(13, 0) = -3;
  Z(7, 1) = -1, Z(13, 1) = 3;
  make_irreducible(Z, 0, {0, 1}, {2, 1, 0});
  EXPECT_EQ(support(Z, 0), (std::vector<int>{0}));
  EXPECT_NEAR(Z(0, 0), 1, 1e-14);
  make_irreducible(Z, 1, {0, 1}, {0, 1, 2});
  EXPECT_EQ(support(Z, 1), (std::vector<int>{1, 2}));
  EXPECT_NEAR(Z(7, 1) / Z(13, 1), -1.0 / 3, 1e-12);
}

}  // namespace
}  // namespace bricard::test
