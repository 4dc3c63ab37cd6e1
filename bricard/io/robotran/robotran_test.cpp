// Files of ours; a car that others drew: verification/robotran_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/test_corpus.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/robotran/fuzz_robotran.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/model/missing_laws.hpp"

namespace bricard {
namespace {

const std::string folder = source_dir + "/bricard/io/corpus/robotran/";

std::string bytes_of(const std::string& name) {
  std::ifstream file(folder + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string faults_of(const std::string& bytes) {
  try {
    read_robotran(bytes, "m.mbs");
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

template <class Element>
const Element& named(const std::vector<Element>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Element& each) { return each.name == name; });
  if (found == all.end()) throw Error("", "there is no " + name);
  return *found;
}

TEST(Robotran, ReadsWhatStandsInTheFile) {
  const Model model = read_model(folder + "crane.mbs");
  EXPECT_EQ(model.name, "crane");
  EXPECT_EQ(model.gravity, Vector3(0, 0, -9.81));
  const Body& hook = named(model.bodies, "hook");
  EXPECT_EQ(hook.mass, 100);
  EXPECT_EQ(hook.position->at, Vector3(0, 0, 2.75));  // rail 5, below -0.25, center -2
  EXPECT_EQ(hook.inertia.matrix(0, 2), 0.5);          // a component of the tensor: no further sign
  EXPECT_EQ(named(model.bodies, "hook_1").mass, 0);
  const Joint& first = named(model.joints, "R1_hook");
  EXPECT_EQ(first.bodies, (std::array<std::string, 2>{"trolley", "hook_1"}));
  EXPECT_EQ(first.axis->axis, Vector3(1, 0, 0));
  EXPECT_EQ(*first.initial->find("angle"), 0);  // independent: also 0
  EXPECT_EQ(*first.initial->find("speed"), 0);
  EXPECT_EQ(*named(model.joints, "R2_hook").initial->find("speed"), -0.2);
  EXPECT_FALSE(named(model.joints, "T1_trolley").initial);
  EXPECT_EQ(named(model.drivers, "T1_trolley_driver").function()->text, "T1_trolley_law");
  EXPECT_EQ(named(model.outputs, "T1_trolley_law").value.text, "1.5 + missing");
  EXPECT_EQ(named(model.sensors, "tip").body, "hook");
  EXPECT_EQ(named(model.sensors, "guide").relative_to, "trolley");
  EXPECT_EQ(named(model.parameters, "motor_k").value, 2.5);
  EXPECT_EQ(named(model.parameters, "motor_gains_2").value, 20);
  EXPECT_EQ(named(model.states, "motor_current").initial, 0.5);
  EXPECT_EQ(named(model.inputs, "voltage_2").value.text, "missing");
  const Body& trolley = named(model.bodies, "trolley");
  ASSERT_EQ(trolley.geometry.size(), 1u);
  EXPECT_EQ(trolley.geometry[0].color, "#cc0010");
  EXPECT_EQ(read_yaml_text(write_yaml(model), "again"), model);
}

// The link has the name of a body: its kind stands in front.
TEST(Robotran, NamesThatAreTakenGetTheirKind) {
  const Model model = read_model(folder + "crane.mbs");
  EXPECT_EQ(named(model.forces, "link_hook").from->body, "ground");
  EXPECT_EQ(named(model.outputs, "link_hook_law").value.text, "missing");
}

TEST(Robotran, MissingLawsAreNamed) {
  const std::vector<std::string> laws = missing_laws(read_model(folder + "crane.mbs"));
  for (const char* name : {"outputs.link_hook_law", "outputs.wind_Fx", "outputs.wind_Mz", "outputs.R1_hook_torque",
                           "outputs.power", "outputs.T1_trolley_law", "outputs.motor_current_rate", "inputs.voltage_1"})
    EXPECT_EQ(std::count(laws.begin(), laws.end(), name), 1) << name;
  EXPECT_EQ(laws.size(), 13u);
  Model model;
  model.outputs.push_back({"a", Function("2*missing")});
  model.outputs.push_back({"b", Function("missing.x + is_missing")});
  EXPECT_EQ(missing_laws(model), std::vector<std::string>{"outputs.a"});
  model.parameters.push_back({"missing", 3});
  EXPECT_TRUE(missing_laws(model).empty());
}

TEST(Robotran, LawsHaveTemplatesInC) {
  const ModelText text = read_robotran(bytes_of("crane.mbs"), "crane.mbs");
  ASSERT_EQ(text.beside.size(), 1u);
  EXPECT_EQ(text.beside[0].first, ".laws.c");
  const std::string& code = text.beside[0].second;
  EXPECT_TRUE(has(code, "double link_hook_law(double t, double length, double rate) {\n  return 0;\n}\n")) << code;
  EXPECT_TRUE(has(
      code, "  wind_Fx_code: {file: @, function: wind_Fx, arguments: [t, wind.x, wind.y, wind.z, wind.vx, wind.vy, wind.vz]}\n"))
      << code;
  EXPECT_TRUE(has(code, "  link_hook_law: link_hook_law_code\n")) << code;
  EXPECT_TRUE(read_robotran(bytes_of("ball.mbs"), "ball.mbs").beside.empty());
}

TEST(Robotran, FaultsHaveTheirPlaces) {
  const std::string faults = faults_of(bytes_of("faults.mbs"));
  EXPECT_TRUE(has(
      faults, "m.mbs:2:31: error: base/gravity/coordinates/z: expected a number, found `-9,81`; decimals stand behind a point"))
      << faults;
  EXPECT_TRUE(has(faults, "m.mbs:7:43: error: bodytree/body arm/joint R4_arm/type: expected the type of a joint, found `R4`"))
      << faults;
  EXPECT_TRUE(has(faults, "found `free`; independent, dependent and driven are known")) << faults;
  EXPECT_TRUE(has(faults, "m.mbs:8:7: error: bodytree/body arm/mass: expected a number, found `two`")) << faults;
  EXPECT_TRUE(has(faults, "m.mbs:10:5: error: bodytree/body stick: the body has no joint")) << faults;
  EXPECT_TRUE(has(faults, "m.mbs:12:9: error: cuts/screw s: a cut of this kind is not known")) << faults;
  EXPECT_TRUE(has(faults, "expected a size from 1 to 1000")) << faults;
  const std::string references = faults_of(bytes_of("references.mbs"));
  EXPECT_TRUE(has(references, "there is no body `bas`; did you mean `base`?")) << references;
  EXPECT_TRUE(has(references, "the body `wheel` has no point `hubb`; did you mean `hub`?")) << references;
  EXPECT_TRUE(has(references, "the point `hub` is there twice")) << references;
  std::string cycle = bytes_of("references.mbs");
  cycle.erase(cycle.find("<body><bodyname>wheel"), cycle.find("  </bodytree>") - cycle.find("<body><bodyname>wheel"));
  EXPECT_TRUE(has(faults_of(cycle), "the chain of its parents comes back to itself")) << faults_of(cycle);
}

TEST(Robotran, HostileFilesAreRefusedQuickly) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has(faults_of(bytes_of("entities.mbs")), "m.mbs:2:")) << faults_of(bytes_of("entities.mbs"));
  EXPECT_TRUE(has(faults_of(bytes_of("entities.mbs")), "declares a DOCTYPE"));
  EXPECT_TRUE(has(faults_of(bytes_of("cut.mbs")), "no XML"));
  EXPECT_TRUE(has(faults_of("<a/>"), "its root is not `mbsDescR7`"));
  std::string deep = "<mbsDescR7>";
  for (int i = 0; i < 200000; ++i) deep += "<base>";
  EXPECT_TRUE(has(faults_of(deep), "no XML"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Robotran, IsKnownByItsContent) {
  EXPECT_TRUE(is_robotran(bytes_of("crane.mbs")));
  EXPECT_TRUE(is_robotran(bytes_of("entities.mbs")));
  EXPECT_FALSE(is_robotran("bricard: 1\n# <mbsDescR7>\n"));
  EXPECT_FALSE(is_robotran(""));
}

TEST(Corpus, OfRobotran) { Corpus("bricard/io/corpus/robotran", broken_by::robotran).expect_unbroken(10); }

}  // namespace
}  // namespace bricard
