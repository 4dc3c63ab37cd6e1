// Files of ours; masses and forces beside MuJoCo: verification/robots_test.cpp. Numbers by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "bricard/core/test_corpus.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/urdf/fuzz_urdf.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

std::string bytes_of(const std::string& name) {
  std::ifstream file(source_dir + "/bricard/io/corpus/urdf/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Model model_of(const std::string& bytes, const ReadingWishes& wishes = {}) {
  return read_yaml_text(read_urdf(bytes, "m.urdf", wishes).text, "m.urdf");
}

std::string faults_of(const std::string& bytes) {
  try {
    read_urdf(bytes, "m.urdf");
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string notes_of(const std::vector<std::string>& notes) {
  std::string all;
  for (const std::string& each : notes) all += each + '\n';
  return all;
}

template <class Element>
const Element& named(const std::vector<Element>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Element& each) { return each.name == name; });
  if (found == all.end()) throw Error("", "there is no " + name);
  return *found;
}

void expect_near(const Vector3& found, const Vector3& right) {
  EXPECT_LT((found - right).norm(), 1e-14) << found[0] << ' ' << found[1] << ' ' << found[2];
}

const std::string two_links = R"(<robot name="two">
  <link name="base"><inertial><mass value="7"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <link name="arm">
    <inertial><origin xyz="0.5 0 0" rpy="0 0 1.5707963267948966"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/></inertial>
  </link>
  <link name="tool"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.3"/></inertial></link>
  <link name="tip"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 2"/>
    <limit lower="-1" upper="2" effort="30" velocity="4"/><dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="weld" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="1.5 0 0"/></joint>
  <joint name="end" type="fixed"><parent link="tool"/><child link="tip"/><origin xyz="0 0.5 0"/></joint>
</robot>)";

// The arm lies along x, its y axis up: what is fastened to it moves the center and adds m d² = 2·0.5² + 2·0.5².
TEST(Urdf, WhatIsFastenedIsAPart) {
  const Model model = model_of(two_links);
  ASSERT_EQ(model.bodies.size(), 1u);
  const Body& arm = model.bodies[0];
  EXPECT_EQ(arm.mass, 4);
  expect_near(arm.position->at, {1, 0, 1});
  const Matrix3& I = arm.inertia.matrix;
  EXPECT_NEAR(I(0, 0), 2 + 0.1, 1e-14);  // the inertial is turned: its x is the link's y
  EXPECT_NEAR(I(1, 1), 1 + 0.2 + 1, 1e-14);
  EXPECT_NEAR(I(2, 2), 3 + 0.3 + 1, 1e-14);
  const Joint& elbow = named(model.joints, "elbow");
  EXPECT_EQ(elbow.bodies, (std::array<std::string, 2>{"ground", "arm"}));
  expect_near(elbow.axis->axis, {0, -1, 0});
  expect_near(elbow.at->at, {0, 0, 1});
  expect_near(named(model.sensors, "tool").at->at, {1.5, 0, 1});
  expect_near(named(model.sensors, "tip").at->at, {1.5, 0, 1.5});
  const auto& passive = named(model.forces, "elbow_passive").kind.as<RotationalSpringDamper>();
  EXPECT_EQ(passive.damping.number, 0.5);
  EXPECT_EQ(passive.friction, 0.25);
  const std::string notes = notes_of(read_urdf(two_links, "m.urdf").notes);
  EXPECT_TRUE(has(notes, "line 2: the root link base is the ground, whose mass does nothing (`--base floating` lets it move)"))
      << notes;
  EXPECT_TRUE(
      has(notes,
          "limits are not kept (`--limits stops` makes stops of them): elbow from -1 to 2 rad, at most 30 N m, at most 4 rad/s"))
      << notes;
  EXPECT_EQ(read_yaml_text(write_yaml(model), "again"), model);
}

TEST(Urdf, TheBaseFloatsWhereItIsWished) {
  ReadingWishes wishes;
  wishes.base = "floating";
  const Model model = model_of(two_links, wishes);
  EXPECT_EQ(named(model.bodies, "base").mass, 7);
  EXPECT_TRUE(named(model.joints, "base_free").kind.is<Free>());
  EXPECT_TRUE(named(model_of(bytes_of("floating.urdf")).joints, "body_free").kind.is<Free>());
  wishes.base = "fixed";  // against the file
  EXPECT_TRUE(model_of(bytes_of("floating.urdf"), wishes).bodies.empty());
  wishes.base = "free";
  EXPECT_THROW(model_of(two_links, wishes), Error);
}

// The stop carries the effort of the joint at a hundredth behind the limit: 30/0.01 = 3000.
TEST(Urdf, LimitsAreStopsWhereTheyAreWished) {
  ReadingWishes wishes;
  wishes.limits = "stops";
  const Model model = model_of(two_links, wishes);
  EXPECT_EQ(named(model.parameters, "elbow_stop_stiffness").value, 3000);
  const EquationsOfMotion equations(model, "relative");
  StateValues state = equations.designed();
  const auto stop = [&](double angle) {
    state.q[0] = angle;
    const auto forces = equations.at(state).forces;
    for (const auto& [name, value] : forces)
      if (name == "elbow_stop.torque") return value;
    return std::nan("");
  };
  EXPECT_EQ(stop(1.9), 0);
  EXPECT_NEAR(stop(2.01), -30, 1e-9);
  EXPECT_NEAR(stop(-1.01), 30, 1e-9);
}

TEST(Urdf, MimicIsACoupling) {
  const Model model = model_of(bytes_of("mimic.urdf"));
  const Joint& coupler = named(model.joints, "j2_mimic");
  EXPECT_EQ(coupler.joints, (std::vector<std::string>{"j2", "j1"}));
  EXPECT_EQ(coupler.kind.as<Coupler>().ratio, (std::vector<double>{1, 2}));
  const EquationsOfMotion equations(model, "relative");
  StateValues state = equations.designed();
  state.q = {0.2, -0.4, 0.2};  // j2 = -2 j1, j3 = 0.5 j1 + 0.1
  for (const double open : equations.at(state).Phi) EXPECT_NEAR(open, 0, 1e-15);
  state.q[2] = 0.3;
  double largest = 0;
  for (const double open : equations.at(state).Phi) largest = std::max(largest, std::abs(open));
  EXPECT_NEAR(largest, 0.1, 1e-15);
}

TEST(Urdf, TransmissionsAreInputs) {
  const Model model = model_of(bytes_of("transmission.urdf"));
  EXPECT_EQ(named(model.inputs, "m").value.number, 0);
  EXPECT_EQ(named(model.forces, "m_effort").kind.as<JointForce>().torque->text, "50*m");
  std::string other = bytes_of("transmission.urdf");
  other.replace(other.find("<joint name=\"j\"/>"), 17, "<joint name=\"k\"/>");
  EXPECT_TRUE(has(notes_of(read_urdf(other, "m.urdf").notes),
                  "the transmission `t` is not held: there is no joint `k`"));
}

TEST(Urdf, LoopsAreElementsOfOurs) {
  const Model model = model_of(bytes_of("loop.urdf"));
  EXPECT_EQ(model.gravity, Vector3(0, 0, -9.81));
  const Joint& pin = named(model.joints, "pin");
  EXPECT_EQ(pin.bodies, (std::array<std::string, 2>{"ground", "b"}));
  expect_near(pin.at->at, {1, 0, 1});
  const WrittenModel written = write_urdf(model);
  EXPECT_TRUE(has(notes_of(written.notes), "joints.pin closes a loop"));
  const Model again = model_of(written.content);
  expect_near(named(again.joints, "pin").at->at, {1, 0, 1});
  EXPECT_EQ(again.gravity, model.gravity);
}

TEST(Urdf, ShapesAreDrawn) {
  const ModelText text = read_urdf(bytes_of("shapes.urdf"), "m.urdf");
  const Model model = read_yaml_text(text.text, "m");
  const Body& body = named(model.bodies, "a");
  ASSERT_EQ(body.geometry.size(), 5u);  // box, ball, and a rod with two balls
  EXPECT_EQ(body.geometry[0].type, Shape::box);
  expect_near(*body.geometry[0].size, {3, 2, 1});  // turned by a right angle about y
  EXPECT_EQ(body.geometry[2].type, Shape::cylinder);
  expect_near(body.geometry[2].to->at, {2, 0, 1});
  const std::string notes = notes_of(text.notes);
  EXPECT_TRUE(has(notes, "the mesh `m.stl` of a is turned against the global axes and is not drawn")) << notes;
  EXPECT_TRUE(has(notes, "a shape of this kind is not drawn")) << notes;
}

TEST(Urdf, FaultsHaveTheirPlaces) {
  const std::string faults = faults_of(bytes_of("faults.urdf"));
  for (const char* each :
       {"m.urdf:3:30: error: link arm/inertial/mass: the mass must not be negative",
        "link arm/inertial/inertia: iyy: expected a number, found `one`",
        "m.urdf:4:3: error: link arm: the name of the link is there twice",
        "m.urdf:5:3: error: joint j: type: expected the type of a joint, found `hinge`",
        "m.urdf:6:5: error: joint j/parent: there is no link `bse`; did you mean `base`?",
        "joint j/axis: the axis has zero length", "m.urdf:10:3: error: joint j: the name of the joint is there twice",
        "the element `parent` is missing", "joint j/origin: xyz: expected a number, found `1,2,3`; numbers stand between blanks",
        "rpy: expected 3 numbers, found `0 0`", "m.urdf:14:3: error: joint: the attribute `name` is missing",
        "a joint of the type `floating` cannot follow another one"})
    EXPECT_TRUE(has(faults, each)) << each << '\n' << faults;
  EXPECT_TRUE(has(faults_of(bytes_of("cycle.urdf")), "the chain of parents of `b` comes back to itself"));
  EXPECT_TRUE(has(faults_of(bytes_of("roots.urdf")), "this is a second root beside `one`"));
  EXPECT_TRUE(has(faults_of(bytes_of("parents.urdf")), "the link `b` has a parent already, by the joint `j2`"));
  EXPECT_TRUE(has(faults_of(bytes_of("references.urdf")), "there is no joint `j11`; did you mean `j1`?"));
  EXPECT_TRUE(has(faults_of(bytes_of("xacro.urdf")), "macros of xacro"));
}

TEST(Urdf, HostileFilesAreRefusedQuickly) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has(faults_of(bytes_of("entities.urdf")), "declares a DOCTYPE"));
  EXPECT_TRUE(has(faults_of(bytes_of("cut.urdf")), "no XML"));
  std::string deep = "<robot name=\"d\">";
  for (int i = 0; i < 200000; ++i) deep += "<link>";
  EXPECT_TRUE(has(faults_of(deep), "no XML"));
  std::string cycle = "<robot name=\"c\"><link name=\"w\"/>", joints;
  for (int i = 0; i < 20000; ++i) {
    const std::string a = std::to_string(i), b = std::to_string((i + 1) % 20000);
    cycle += "<link name=\"" + a + "\"/>";
    joints += "<joint name=\"j" + a + "\" type=\"fixed\"><parent link=\"" + a + "\"/><child link=\"" + b + "\"/></joint>";
  }
  EXPECT_TRUE(has(faults_of(cycle + joints + "</robot>"), "comes back to itself"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

// What URDF has no word for is refused by name, and the rest is told.
TEST(Urdf, SaysWhatItCannotHold) {
  const Model model = read_yaml_text(R"(bricard: 1
parameters: {k: 3}
bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]},
         c: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}}
joints: {ball: {type: spherical, bodies: [ground, a], at: [0, 0, 0]}, hook: {type: universal, bodies: [a, b], at: [1, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}}
constraints: {rod: {type: distance, bodies: [a, c], at: [0, 0, 0], at2: [2, 0, 0]}}
forces: {pull: {type: force, body: a, components: [1, 0, 0]}}
)",
                                     "m");
  try {
    write_urdf(model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "joints.hook: URDF has no universal joint")) << error.what();
    EXPECT_TRUE(has(error.what(), "constraints.rod: URDF has no constraints")) << error.what();
  }
}

// There and back again: bodies where they were, joints as they were.
TEST(Urdf, KeepsTreesOnTheWayThere) {
  for (const char* name : {"pendulum.urdf", "kinds.urdf", "transmission.urdf", "mimic.urdf"}) {
    Model model = model_of(bytes_of(name));
    std::erase_if(model.constraints, [](const Constraint&) { return true; });
    const Model again = model_of(write_urdf(model).content);
    ASSERT_EQ(again.bodies.size(), model.bodies.size()) << name;
    for (const Body& body : model.bodies) {
      const Body& other = named(again.bodies, body.name);
      EXPECT_EQ(other.mass, body.mass);
      expect_near(other.position->at, body.position->at);
      for (int i = 0; i < 9; ++i)
        EXPECT_NEAR(other.inertia.matrix.numbers[static_cast<std::size_t>(i)],
                    body.inertia.matrix.numbers[static_cast<std::size_t>(i)], 1e-15);
      EXPECT_EQ(other.geometry, body.geometry) << name;
    }
    EXPECT_EQ(again.forces, model.forces) << name;
    EXPECT_EQ(again.inputs, model.inputs) << name;
    EXPECT_EQ(again.sensors.size(), model.sensors.size()) << name;
    for (const Joint& joint : model.joints)
      EXPECT_TRUE(named(again.joints, joint.name).kind == joint.kind) << name << ' ' << joint.name;
  }
}

// A hinge whose first body is the child: the axis turns around, the coordinate stays.
TEST(Urdf, WritesJointsFromEitherBody) {
  const Model model = read_yaml_text(R"(bricard: 1
bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {j: {type: revolute, bodies: [a, ground], at: [0, 0, 0], axis: [0, 1, 0]}}
)",
                                     "m");
  const Model again = model_of(write_urdf(model).content);
  expect_near(named(again.joints, "j").axis->axis, {0, -1, 0});
}

TEST(Urdf, IsKnownByItsContent) {
  EXPECT_TRUE(is_urdf(two_links));
  EXPECT_TRUE(is_urdf("<?xml version='1.0'?>\n<!-- <mujoco> -->\n<robot>"));
  EXPECT_FALSE(is_urdf("<mujoco><robot/></mujoco>"));
  EXPECT_FALSE(is_urdf("bricard: 1\n# <robot>\n"));
  EXPECT_FALSE(is_urdf(""));
}

TEST(Corpus, OfUrdf) { Corpus("bricard/io/corpus/urdf", broken_by::urdf).expect_unbroken(15); }

}  // namespace
}  // namespace bricard
