// What --set changes: numbers of a file by name, checked as if they were written there.
#include "bricard/io/settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bricard/core/test_scratch.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

constexpr const char* corner = R"(bricard: 1
units: {length: mm, angle: deg}
parameters: {k: 35 N/mm, r: 40}
points:
  UBJ: [0, 500, 300]
  top: UBJ
  above: [UBJ.x, UBJ.y, UBJ.z + r]
  knuckle: {in: arm, at: [0, 1, 2]}
bodies:
  arm: {mass: 2, inertia: [1, 2, 2], position: UBJ}
joints:
  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0, 300], axis: [1, 0, 0]}
forces:
  strut: {type: spring_damper, from: {body: ground, at: top}, to: {body: arm, at: above}, stiffness: k, force: "0"}
inputs: {u: "0"}
analysis: {type: dynamics, duration: 1}
)";

Model with(const Overrides& set) { return read_yaml_text(corner, "m.yaml", {}, set); }

std::string fault(const std::string& name, const std::string& value) {
  try {
    with({{name, value}});
  } catch (const Error& error) {
    return to_string(error.faults()[0]);
  }
  return "";
}

Vector3 point(const Model& model, std::string_view name) {
  for (const NamedPoint& each : model.points)
    if (each.name == name) return each.at;
  return {};
}

double stiffness(const Model& model) {
  double found = 0;
  ForceKind kind = model.forces[0].kind;
  kind.for_each_field([&](const KindField& field, auto& member) {
    if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Function>)
      if (field.name == "stiffness") found = member.number;
  });
  return found;
}

// A point moves with all that is made of it: points, the position of a body.
TEST(Settings, ACoordinateOfAPointIsSetAndWhatFollowsFollows) {
  const Model model = with({{"UBJ.z", "310"}});
  EXPECT_DOUBLE_EQ(point(model, "UBJ")[2], 0.310);
  EXPECT_DOUBLE_EQ(point(model, "UBJ")[1], 0.500);
  EXPECT_DOUBLE_EQ(point(model, "above")[2], 0.350);
  EXPECT_DOUBLE_EQ(point(model, "top")[2], 0.310);
  EXPECT_DOUBLE_EQ(model.bodies[0].position->at[2], 0.310);
}

// 1 in = 25.4 mm by definition (NIST SP 811).
TEST(Settings, UnitsAndExpressions) {
  EXPECT_DOUBLE_EQ(point(with({{"UBJ.z", "12.2 in"}}), "UBJ")[2], 12.2 * 0.0254);
  EXPECT_DOUBLE_EQ(point(with({{"UBJ.z", "2*r + 5 cm"}}), "UBJ")[2], 0.130);
  EXPECT_DOUBLE_EQ(point(with({{"r", "50"}, {"UBJ.z", "2*r"}}), "UBJ")[2], 0.100);
  EXPECT_DOUBLE_EQ(with({{"arm.mass", "2500 g"}}).bodies[0].mass, 2.5);
  EXPECT_DOUBLE_EQ(stiffness(with({{"strut.stiffness", "40 N/mm"}})), 40e3);
  EXPECT_DOUBLE_EQ(stiffness(with({{"strut.stiffness", "k/2"}})), 17.5e3);
}

TEST(Settings, KeysOfElementsAndOfTheFile) {
  EXPECT_EQ(with({{"arm.inertia.y", "3"}}).bodies[0].inertia.matrix(1, 1), 3e-6);
  EXPECT_EQ(with({{"arm.inertia[1]", "3"}}).bodies[0].inertia.matrix(1, 1), 3e-6);
  EXPECT_DOUBLE_EQ(with({{"pivot.at.z", "1"}}).joints[0].at->at[2], 1e-3);
  EXPECT_EQ(*with({{"pivot.initial.speed", "180"}}).joints[0].initial->find("speed"), std::acos(-1.0));  // the file has none
  EXPECT_EQ(*with({{"analysis.duration", "100 ms"}}).analysis->duration, 0.1);
  EXPECT_EQ(with({{"u", "3*t"}}).inputs[0].value.text, "3*t");
  EXPECT_DOUBLE_EQ(point(with({{"knuckle.at.z", "12"}}), "knuckle")[2], 0.312);
  EXPECT_EQ(with({{"UBJ.z", "1"}, {"UBJ.z", "2"}}), with({{"UBJ.z", "2"}}));  // the last one counts
}

// Of a point that is given by another's name only the coordinate leaves it.
TEST(Settings, APointThatIsAnotherOne) {
  const Model model = with({{"top.z", "7"}, {"UBJ.y", "1"}});
  EXPECT_DOUBLE_EQ(point(model, "top")[2], 7e-3);
  EXPECT_DOUBLE_EQ(point(model, "top")[1], 1e-3);
}

TEST(Settings, WhatIsNothingOrTwoThingsIsRefusedByName) {
  EXPECT_EQ(fault("UBJ.w", "1"), "m.yaml: error: --set UBJ.w: `w` is none of a list of 3");
  EXPECT_EQ(fault("UJB.z", "1"),
            "m.yaml: error: --set UJB.z: the file has nothing of this name that can be varied; did you mean `UBJ.z`?");
  EXPECT_EQ(fault("UBJ", "1"), "m.yaml: error: --set UBJ: this is not one number; name one of its numbers, for instance `UBJ.x`");
  EXPECT_EQ(fault("kk", "1"), "m.yaml: error: --set kk: the file has no parameter `kk`; did you mean `k`?");
  EXPECT_EQ(fault("strut.stifness", "1").substr(0, 74),
            "m.yaml: error: --set strut.stifness: unknown key `stifness`; did you mean ");
  EXPECT_EQ(fault("knuckle.z", "1"),
            "m.yaml: error: --set knuckle.z: the file gives the point in coordinates of a body; vary `knuckle.at.z`");
}

TEST(Settings, WhatDoesNotFitIsToldAsASetting) {
  EXPECT_EQ(fault("UBJ.z", "3 N"), "m.yaml: error: --set UBJ.z: the unit `N` is force, expected length; for instance mm");
  EXPECT_EQ(fault("UBJ.z", "UBJ.z + 5"), "m.yaml:5:8: error: points.UBJ: `UBJ` depends on itself");
  EXPECT_EQ(fault("UBJ.z", ""), "m.yaml: error: --set UBJ.z: the value is missing");
  EXPECT_EQ(fault("UBJ.z", "heigth"), "m.yaml: error: --set UBJ.z: unknown name `heigth`");
  EXPECT_EQ(fault("strut.type", "bushing"),
            "m.yaml: error: --set strut.type: this is not a number of the model; only numbers can be varied");
  EXPECT_EQ(fault("pivot.active", "false"),
            "m.yaml: error: --set pivot.active: this is not a number of the model; only numbers can be varied");
  EXPECT_NE(fault("arm.mass", "-2").find("--set arm.mass: "), std::string::npos) << fault("arm.mass", "-2");
}

// A flat model has names with dots.
TEST(Settings, AParameterAndACoordinateOfOneName) {
  const std::string text = "bricard: 1\nparameters: {UBJ.z: 3}\npoints: {UBJ: [1, 2, 3]}\n";
  try {
    read_yaml_text(text, "m", {}, {{"UBJ.z", "5"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(to_string(error.faults()[0]),
              "m: error: --set UBJ.z: this may be a number of `parameters` or of `points`; write `parameters.UBJ.z` or "
              "`points.UBJ.z`");
  }
}

TEST(Settings, APlanarPointHasNoZ) {
  const std::string text = "bricard: 1\ndimension: 2\npoints: {A: [1, 2], B: A}\n";
  EXPECT_EQ(read_yaml_text(text, "m", {}, {{"B.y", "5"}}).points[1].at, Vector3(1, 5, 0));
  EXPECT_THROW(read_yaml_text(text, "m", {}, {{"A.z", "5"}}), Error);
}

// All numbers that a file gives, in its units; those of a mirrored part in its own axes.
TEST(Settings, VariablesOfAFileAndItsParts) {
  const ScratchFolder folder("settings");
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder.path() / name) << text; };
  write("corner.bricard.yaml", corner);
  write(
      "car.bricard.yaml",
      "bricard: 1\nparameters: {w: 2}\nsubsystems:\n  right: {file: corner.bricard.yaml, mirror: y, parameters: {k: 30 N/mm}}\n");
  std::vector<Variable> variables;
  const std::string path = (folder.path() / "car.bricard.yaml").string();
  const Model model = read_yaml(path, {{"right.UBJ.y", "510"}, {"right.strut.damping", "2"}}, {}, &variables);
  EXPECT_DOUBLE_EQ(point(model, "right.UBJ")[1], -0.510);
  const auto find = [&](std::string_view name) {
    const auto at = std::find_if(variables.begin(), variables.end(), [&](const Variable& each) { return each.name == name; });
    if (at == variables.end()) throw std::runtime_error("no " + std::string(name));
    return *at;
  };
  EXPECT_EQ(find("w").value, 2);
  EXPECT_EQ(find("right.UBJ.y").value, 510);
  EXPECT_EQ(find("right.UBJ.y").unit(), "mm");
  EXPECT_EQ(find("right.UBJ.y").section, "points");
  EXPECT_EQ(find("right.above.z").value, 340);
  EXPECT_EQ(find("right.k").value, 30);
  EXPECT_EQ(find("right.k").unit(), "N/mm");
  EXPECT_EQ(find("right.strut.damping").unit(), "N*s/mm");
  EXPECT_EQ(find("right.arm.inertia.y").value, 2);
  EXPECT_EQ(find("right.arm.mass").text, "2");
  try {
    read_yaml(path, {{"right.UBX.y", "1"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(to_string(error.faults()[0]).find("--set right.UBX.y: "), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bricard
