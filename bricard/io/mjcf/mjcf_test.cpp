// Files of ours; masses, forces and rows beside MuJoCo: verification/robots_test.cpp. Numbers by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "bricard/core/test_corpus.hpp"
#include "bricard/core/text.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/mjcf/fuzz_mjcf.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;

std::string bytes_of(const std::string& name) {
  std::ifstream file(source_dir + "/bricard/io/corpus/mjcf/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Model model_of(const std::string& bytes) { return read_yaml_text(read_mjcf(bytes, "m.xml").text, "m.xml"); }

std::string faults_of(const std::string& bytes) {
  try {
    read_mjcf(bytes, "m.xml");
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string notes_of(const std::string& bytes) {
  std::string all;
  for (const std::string& each : read_mjcf(bytes, "m.xml").notes) all += each + '\n';
  return all;
}

template <class Element>
const Element& named(const std::vector<Element>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Element& each) { return each.name == name; });
  if (found == all.end()) throw Error("", "there is no " + name);
  return *found;
}

std::string in_body(const std::string& inside, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody><body name=\"b\"><joint name=\"j\"/>" + inside + "</body></worldbody></mujoco>";
}

// Volumes and moments of the five solids, from a table of them; density 1000.
TEST(Mjcf, ShapesHaveMass) {
  struct Solid {
    const char* geom;
    double mass, across, along;
  };
  const double ball = 1000 * 4.0 / 3 * pi * 1e-3, rod = 1000 * pi * 0.01 * 0.4;
  const Solid solids[] = {
      {"type='sphere' size='0.1'", ball, 0.4 * ball * 0.01, 0.4 * ball * 0.01},
      {"type='cylinder' size='0.1 0.2'", rod, rod / 12 * (3 * 0.01 + 0.16), rod * 0.005},
      {"type='box' size='0.1 0.1 0.2'", 16, 16.0 / 12 * (0.04 + 0.16), 16.0 / 12 * 0.08},
      {"type='ellipsoid' size='0.1 0.1 0.2'", 2 * ball, 2 * ball / 5 * 0.05, 2 * ball / 5 * 0.02},
      // Half balls: their center lies 3/8 r from the base, about which they have 2/5 m r².
      {"type='capsule' size='0.1 0.2'", ball + rod,
       rod / 12 * (3 * 0.01 + 0.16) + ball * (0.4 * 0.01 - 0.0375 * 0.0375 + 0.2375 * 0.2375), rod * 0.005 + 0.4 * ball * 0.01}};
  for (const Solid& solid : solids) {
    const Body body = model_of(in_body(std::string("<geom ") + solid.geom + "/>")).bodies.at(0);
    EXPECT_NEAR(body.mass, solid.mass, 1e-13 * solid.mass) << solid.geom;
    EXPECT_NEAR(body.inertia.matrix(0, 0), solid.across, 1e-13) << solid.geom;
    EXPECT_NEAR(body.inertia.matrix(2, 2), solid.along, 1e-13) << solid.geom;
  }
}

TEST(Mjcf, ClassesSayWhatElementsDoNot) {
  const Model model = model_of(bytes_of("classes.xml"));
  ASSERT_EQ(model.bodies.size(), 2u);
  EXPECT_NEAR(model.bodies[0].mass, 500 * 4.0 / 3 * pi * 1e-3, 1e-12);  // of the class of the body
  EXPECT_NEAR(model.bodies[1].mass, 500 * 8 * 0.006, 1e-12);            // of the class inside it
  for (const Joint& joint : model.joints) EXPECT_TRUE(joint.kind.is<Prismatic>());
  EXPECT_TRUE(has(faults_of(in_body("<geom size='1' class='none'/>")), "there is no class `none` of defaults"));
}

TEST(Mjcf, AnglesAreDegreesUnlessTheFileSaysOtherwise) {
  const std::string geom = "<geom size='0.1'/><body euler='0 0 90'><joint axis='1 0 0'/><geom size='0.1'/></body>";
  const Direction axis = *model_of(in_body(geom)).joints[1].axis;
  EXPECT_NEAR(axis.axis[1], 1, 1e-15);
  const Direction in_radians = *model_of(in_body(geom, "<compiler angle='radian'/>")).joints[1].axis;
  EXPECT_NEAR(in_radians.axis[1], std::sin(90.0), 1e-15);
}

TEST(Mjcf, EqualitiesAreLoopsAndCouplings) {
  const Model model = model_of(bytes_of("equalities.xml"));
  EXPECT_TRUE(named(model.joints, "connect").kind.is<Spherical>());
  EXPECT_TRUE(named(model.joints, "weld").kind.is<Fixed>());
  EXPECT_FALSE(named(model.joints, "weld").active);
  ASSERT_EQ(model.constraints.size(), 2u);
  EXPECT_EQ(model.constraints[0].kind.as<ExpressionConstraint>().equal_zero.text,
            "number(ja.angle) - 0.1 - number(jb.position) - 0.2*jb.position^2");
  EXPECT_EQ(model.constraints[1].kind.as<ExpressionConstraint>().equal_zero.text, "number(jb.position)");
  EXPECT_TRUE(has(notes_of(bytes_of("equalities.xml")), "the equality `tendon` is not held"));
  EXPECT_TRUE(has(notes_of(bytes_of("equalities.xml")), "the tendon `t` is not held"));
}

TEST(Mjcf, ActuatorsAreInputs) {
  const Model model = model_of(bytes_of("actuators.xml"));
  const auto torque = [&](const char* force) { return named(model.forces, force).kind.as<JointForce>().torque->text; };
  const std::string zero = to_text(10 * pi / 180);  // ref: where MuJoCo begins to count
  EXPECT_EQ(torque("actuator_j_effort"), "3*actuator_j");
  // The gear stands in the default of motors, which all actuators share: 5 u - 5·3 (q + 10 deg), times 3.
  EXPECT_EQ(torque("actuator_j_2_effort"),
            "3*(5*clamp(actuator_j_2, -1, 1) - " + to_text(15 * (10 * (pi / 180))) + " - 15*j.angle)");
  EXPECT_EQ(torque("actuator_j_3_effort"), "3*clamp(2*actuator_j_3 - 6*j.speed, -3, 3)");
  EXPECT_EQ(named(model.states, "j_activation").derivative.text, "actuator_j_4");
  EXPECT_EQ(named(model.states, "g_activation").derivative.text, "(g - g_activation)/0.1");
  const auto& spring = named(model.forces, "j_passive").kind.as<RotationalSpringDamper>();
  EXPECT_NEAR(spring.free_angle->number, -5 * pi / 180, 1e-15);
  const std::string notes = notes_of(bytes_of("actuators.xml"));
  EXPECT_TRUE(has(notes, "its kind is `muscle`")) << notes;
  EXPECT_TRUE(has(notes, "it acts on no single joint")) << notes;
  EXPECT_TRUE(has(notes, "the coordinate of MuJoCo is j.angle + " + zero)) << notes;
}

TEST(Mjcf, SaysWhatIsNotHeld) {
  const std::string notes = notes_of(
      "<mujoco><option density='1.2'/><worldbody><body><joint name='j' armature='0.1'/><geom size='0.1'/></body></worldbody>"
      "<contact><pair/></contact><keyframe><key/></keyframe><sensor><clock/></sensor></mujoco>");
  for (const char* each : {"the armature of these joints, the inertia of their motors, is not held: j",
                           "density of a fluid is not held", "pairs of contact are not held", "keyframes are passed over",
                           "sensors are passed over", "bodies do not touch each other"})
    EXPECT_TRUE(has(notes, each)) << each << '\n' << notes;
}

TEST(Mjcf, FaultsHaveTheirPlaces) {
  const std::string faults = faults_of(bytes_of("faults.xml"));
  for (const char* each :
       {"m.xml:2:3: error: compiler: angle: expected `degree` or `radian`, found `grad`", "eulerseq: expected three of",
        "m.xml:4:5: error: worldbody/body a: quat: the direction has zero length",
        "m.xml:5:7: error: worldbody/body a/joint j: type: expected the type of a joint, found `screw`",
        "geom: type: expected the type of a shape, found `cube`", "size: expected 3 positive numbers",
        "the name of the body is there twice", "there is no class `none` of defaults", "damping must not be negative",
        "mass: expected a number, found `x`", "body1: there is no body `b`"})
    EXPECT_TRUE(has(faults, each)) << each << '\n' << faults;
  EXPECT_TRUE(
      has(faults_of(in_body("<geom size='0.1'/></body></worldbody><actuator><motor joint='jj'/></actuator><worldbody><body>")),
          "there is no joint `jj`; did you mean `j`?"));
  EXPECT_TRUE(has(faults_of(bytes_of("mesh.xml")), "the mass of the body comes from the mesh `m`, which is not read"));
  EXPECT_EQ(faults_of("<mujoco><worldbody><body><geom type='box' mesh='m'/></body></worldbody></mujoco>"),
            "no fault");  // it stands still
  EXPECT_TRUE(has(faults_of(bytes_of("include.xml")), "the element `include` is not read"));
  EXPECT_TRUE(has(faults_of(bytes_of("weld.xml")), "the weld asks for another pose"));
}

TEST(Mjcf, HostileFilesAreRefusedQuickly) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has(faults_of(bytes_of("entities.xml")), "declares a DOCTYPE"));
  EXPECT_TRUE(has(faults_of(bytes_of("cut.xml")), "no XML"));
  std::string deep = "<mujoco><worldbody>", end;
  for (int i = 0; i < 5000; ++i) {
    deep += "<body><joint/><geom size='0.1'/>";
    end += "</body>";
  }
  EXPECT_EQ(faults_of(deep + end + "</worldbody></mujoco>"), "no fault");  // deep, and right
  std::string classes = "<mujoco>", close;
  for (int i = 0; i < 2000; ++i) {
    classes += "<default class='c" + std::to_string(i) + "'><geom density='2'/>";
    close += "</default>";
  }
  EXPECT_TRUE(has(faults_of(classes + close + "</mujoco>"), "the model has no body"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Mjcf, IsKnownByItsContent) {
  EXPECT_TRUE(is_mjcf("\n<mujoco model='m'>"));
  EXPECT_FALSE(is_mjcf("<robot><mujoco/></robot>"));
}

TEST(Corpus, OfMjcf) { Corpus("bricard/io/corpus/mjcf", broken_by::mjcf).expect_unbroken(12); }

}  // namespace
}  // namespace bricard
