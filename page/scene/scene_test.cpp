// Scenes beside facts of the model files: coordinates that are written there, geometry that follows from them by hand, and for
// every model that its joints close in the design position. Positions are rebuilt here from quaternions by their own formula.
#include "page/scene/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/test_models.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "page/json.hpp"

namespace bricard::page {
namespace {

using Three = std::array<double, 3>;

Json scene_of_text(const std::string& text) { return scene(read_yaml_text(text, "test.bricard.yaml"), text); }
Json scene_of_file(const std::string& path, const std::vector<std::pair<std::string, std::string>>& set = {}) {
  return scene(read_yaml(path, set), read_file(path));
}

const Json& named(const Json& list, const std::string& name) {
  for (const Json& each : list)
    if (each["name"] == name) return each;
  throw std::runtime_error("no element " + name);
}
const Json& element(const Json& scene, const std::string& section, const std::string& name) {
  return named(named(scene["sections"], section)["elements"], name);
}
const Json& datum(const Json& element, const std::string& key) {
  for (const Json& each : element["data"])
    if (each["key"] == key) return each;
  throw std::runtime_error("no datum " + key);
}

Three three(const Json& json) { return {json[0], json[1], json[2]}; }

void expect_near(const Json& found, const Three& wanted, double tolerance = 1e-12) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i].get<double>(), wanted[i], tolerance) << "component " << i << " of " << found;
}

// v + 2 e0 (e × v) + 2 e × (e × v)
Three turned(const Json& q, const Three& v) {
  const Three e{q[1], q[2], q[3]};
  const auto cross = [](const Three& a, const Three& b) {
    return Three{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Three once = cross(e, v), twice = cross(e, once);
  Three result;
  for (int i = 0; i < 3; ++i) result[i] = v[i] + 2 * q[0].get<double>() * once[i] + 2 * twice[i];
  return result;
}

Three global_direction(const Json& scene, const std::string& body, const Json& v) {
  return body == "ground" ? three(v) : turned(named(scene["bodies"], body)["q"], three(v));
}
Three global(const Json& scene, const std::string& body, const Json& p) {
  Three at = global_direction(scene, body, p);
  if (body != "ground")
    for (int i = 0; i < 3; ++i) at[i] += named(scene["bodies"], body)["at"][i].get<double>();
  return at;
}
double distance(const Three& a, const Three& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// The line, from 1, that starts with these words.
int line_of(const std::string& path, const std::string& start) {
  std::istringstream text(read_file(path));
  std::string line;
  for (int n = 1; std::getline(text, line); ++n)
    if (line.starts_with(start)) return n;
  return 0;
}

std::vector<std::string> all_models() {
  std::vector<std::string> paths;
  for (const std::string& name : shipped_models()) paths.push_back(shipped_model_path(name));
  return paths;
}

// ---- every model ------------------------------------------------------------------------------------------------------------

// A second point or axis that the file does not give coincides with the first, on whichever bodies they are.
TEST(Scene, JointsOfEveryModelCloseInTheDesignPosition) {
  int joints = 0;
  ASSERT_GT(all_models().size(), 50u);
  for (const std::string& path : all_models()) {
    SCOPED_TRACE(path);
    const Json found = scene_of_file(path);
    const double tolerance = 1e-9 * found["size"].get<double>();
    for (const Json& joint : found["joints"]) {
      SCOPED_TRACE(joint["name"]);
      if (joint["bodies"].empty()) {
        EXPECT_GE(joint["joints"].size(), 2u);
        for (const Json& coupled : joint["joints"]) EXPECT_NO_THROW(named(found["joints"], coupled));
        continue;
      }
      const Json& data = element(found, "joints", joint["name"])["data"];
      const auto is_given = [&](const char* key) {
        return std::any_of(data.begin(), data.end(), [&](const Json& each) { return each["key"] == key; });
      };
      const std::string first = joint["bodies"][0], second = joint["bodies"][1];
      const Three a = global(found, first, joint["at"][0]), b = global(found, second, joint["at"][1]);
      if (is_given("at") && !is_given("at2")) {
        EXPECT_LT(distance(a, b), tolerance);
      }
      if (joint["type"] == "spherical_spherical" && !is_given("length")) {
        EXPECT_NEAR(joint["length"].get<double>(), distance(a, b), tolerance);
      }
      if (joint.contains("axis")) {
        const Three u = global_direction(found, first, joint["axis"][0]), v = global_direction(found, second, joint["axis"][1]);
        EXPECT_NEAR(distance(u, {0, 0, 0}), 1, 1e-12);
        EXPECT_NEAR(distance(v, {0, 0, 0}), 1, 1e-12);
        if (is_given("axis") && !is_given("axis2")) {
          EXPECT_LT(distance(u, v), 1e-12);
        }
      }
      ++joints;
    }
  }
  EXPECT_GT(joints, 250);
}

// Every end of a joint is an attachment of its body, and no two attachments of a body are at one place.
TEST(Scene, AttachmentsAreTheMarkersOnce) {
  for (const std::string& path : all_models()) {
    SCOPED_TRACE(path);
    const Json found = scene_of_file(path);
    const double size = found["size"];
    const auto attachments = [&](const std::string& body) {
      return body == "ground" ? found["ground"] : named(found["bodies"], body)["attachments"];
    };
    for (const Json& joint : found["joints"]) {
      for (int i = 0; i < 2 && !joint["bodies"].empty(); ++i) {
        int here = 0;
        for (const Json& each : attachments(joint["bodies"][i]))
          if (distance(three(each["at"]), three(joint["at"][i])) < 1e-6 * size) ++here;
        EXPECT_EQ(here, 1) << joint["name"] << " on " << joint["bodies"][i];
      }
    }
    for (const Json& body : found["bodies"])
      for (std::size_t i = 0; i < body["attachments"].size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_GT(distance(three(body["attachments"][i]["at"]), three(body["attachments"][j]["at"])), 1e-6 * size);
  }
}

TEST(Scene, EveryKindHasItsMarkersAndData) {
  const auto check = [](const std::string& section, std::string_view type, std::string_view symbol, std::string_view example) {
    SCOPED_TRACE(type);
    const Json found = scene_of_text(std::string(example));
    int there = 0;
    for (const Json& each : found[section]) there += each["type"] == type && each["symbol"] == symbol;
    EXPECT_GE(there, 1);
    for (const Json& each : found[section]) EXPECT_EQ(element(found, section, each["name"])["type"], each["type"]);
    return found;
  };
  const auto markers = [](const Json& found, const std::string& section, std::string_view type, bool has_axis) {
    for (const Json& each : found[section])
      if (each["type"] == type) {
        EXPECT_EQ(each["bodies"].size(), each.contains("joints") || !each.contains("at") ? 0u : 2u);
        EXPECT_EQ(each.contains("axis"), has_axis) << type;
      }
  };
  for (const JointInfo* kind : JointKind::all())
    markers(check("joints", kind->type, kind->symbol, kind->example), "joints", kind->type, kind->uses.axis || kind->uses.axis2);
  for (const ConstraintInfo* kind : ConstraintKind::all())
    markers(check("constraints", kind->type, kind->symbol, kind->example), "constraints", kind->type,
            kind->uses.axis || kind->uses.axis2);
  for (const ForceInfo* kind : ForceKind::all()) {
    const Json found = check("forces", kind->type, kind->symbol, kind->example);
    const auto ends_of = [](ForceEnds uses) { return uses == ForceEnds::body || uses == ForceEnds::torque || over_road(uses) ? 1u : 2u; };
    for (const Json& each : found["forces"])
      EXPECT_TRUE(each.contains("joint") || each["ends"].size() == ends_of(ForceKind::find(each["type"].get<std::string>())->uses));
  }
}

// ---- what the files say -----------------------------------------------------------------------------------------------------

TEST(Scene, FourBarHasItsLengthsAndLines) {
  const std::string path = "models/mechanisms/four_bar.bricard.yaml";
  const Json found = scene_of_file(path);
  EXPECT_EQ(found["dimension"], 3);
  expect_near(found["gravity"], {0, -9.81, 0});
  const Json& crank = named(found["bodies"], "crank");
  ASSERT_EQ(crank["attachments"].size(), 2u);  // along its x axis, half a length before and behind
  expect_near(crank["attachments"][0]["at"], {-0.5, 0, 0});
  expect_near(crank["attachments"][1]["at"], {0.5, 0, 0});
  EXPECT_EQ(crank["attachments"][1]["of"], Json::parse(R"([{"section": "joints", "name": "pin"}])"));
  expect_near(crank["geometry"][0]["to"], {0.5, 0, 0});
  expect_near(named(found["joints"], "wrist")["at"][1], {1.25, 0, 0});
  ASSERT_EQ(found["ground"].size(), 2u);
  expect_near(found["ground"][1]["at"], {3.2, 0, 0});
  expect_near(named(found["sensors"], "tracer")["at"], {0, 0.8, 0});  // given in the axes of the coupler
  expect_near(crank["inertia"], {0.00045, (3 * 0.0009 + 1) / 12, (3 * 0.0009 + 1) / 12});
  EXPECT_EQ(element(found, "bodies", "rocker")["line"], line_of(path, "  rocker:"));
  EXPECT_EQ(element(found, "joints", "wrist")["line"], line_of(path, "  wrist:"));
  EXPECT_EQ(element(found, "analysis", "analysis")["line"], line_of(path, "analysis:"));
  EXPECT_EQ(found["analysis"], "dynamics");
  const Json& speed = datum(element(found, "joints", "main"), "initial.speed");
  EXPECT_EQ(speed["value"], "10");
  EXPECT_EQ(speed["unit"], "rad/s");
  const Json& start = named(found["parameters"], "start");
  EXPECT_EQ(start["text"], "60 deg");
  EXPECT_EQ(start["unit"], "deg");
  EXPECT_DOUBLE_EQ(start["value"].get<double>(), 60);
  EXPECT_TRUE(start["free"]);
  EXPECT_FALSE(named(found["parameters"], "bx")["free"]);
  std::vector<std::string> order;
  for (const Json& section : found["sections"]) order.push_back(section["name"]);
  EXPECT_EQ(order, (std::vector<std::string>{"parameters", "points", "bodies", "joints", "sensors", "outputs",
                                             "analysis"}));  // the file's
}

TEST(Scene, AFileInMillimetersStaysInMillimeters) {
  const Json found = scene_of_file("models/examples/double_wishbone.bricard.yaml", {{"bump", "45 mm"}});
  EXPECT_EQ(found["units"]["length"], "mm");
  EXPECT_NEAR(found["units"]["radians"].get<double>(), std::acos(-1.0) / 180, 1e-15);
  EXPECT_NEAR(named(found["joints"], "tie_rod")["length"].get<double>(), std::sqrt(3.0 * 3 + 335 * 335 + 3 * 3), 1e-9);
  const Json& coilover = named(found["forces"], "coilover");
  EXPECT_DOUBLE_EQ(coilover["freeLength"].get<double>(), 220);
  expect_near(coilover["ends"][0]["at"], {-20, 10, 560}, 1e-9);
  expect_near(coilover["ends"][1]["at"], {-5, -10, 40}, 1e-9);  // RS from the rocker's center of mass
  expect_near(named(found["drivers"], "travel")["at"], {-5, 20, 3}, 1e-9);
  EXPECT_EQ(named(found["drivers"], "travel")["coordinate"], "z");
  EXPECT_EQ(named(found["drivers"], "steer")["coordinate"], "position");
  expect_near(named(found["points"], "CP")["at"], {0, 610, 0}, 1e-9);
  EXPECT_NEAR(named(found["bodies"], "upright")["inertia"][1].get<double>(), 230000, 1e-6);
  const Json& stiffness = datum(element(found, "forces", "coilover"), "stiffness");
  EXPECT_EQ(stiffness["value"], "35");
  EXPECT_EQ(stiffness["unit"], "N/mm");
  EXPECT_FALSE(stiffness["help"].get<std::string>().empty());
  const Json& columns = element(found, "forces", "coilover")["columns"];
  EXPECT_EQ(columns, Json::parse(R"(["coilover.length", "coilover.rate", "coilover.force"])"));
  EXPECT_EQ(element(found, "outputs", "camber")["columns"], Json::parse(R"(["camber"])"));
  const Json& bump = named(found["parameters"], "bump");  // the text is the file's, the value what was set
  EXPECT_EQ(bump["text"], "30 mm");
  EXPECT_DOUBLE_EQ(bump["value"].get<double>(), 45);
}

TEST(Scene, PlanarModelInDegrees) {
  const Json found = scene_of_text(R"(bricard: 1
dimension: 2
units: {length: mm, angle: deg}
parameters: {k: 2 N/mm, arm_length: 0.1 m, twice: 2*k}
bodies:
  arm: {mass: 2, inertia: 900, position: [100, 50], orientation: 30, geometry: [{type: box, size: [10, 20]}]}
joints:
  pin: {type: revolute, bodies: [ground, arm], at: [100, 50], initial: {angle: 5}}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0, 0]}, to: {body: arm, at: {in: arm, at: [30, 40]}}, stiffness: k}
  push: {type: force, body: arm, frame: body, magnitude: 3, direction: {in: arm, axis: [0, 1]}}
  moved: {type: force, body: arm, at: [100, 150], components: [1, 2], active: false}
)");
  const double c = std::cos(std::acos(-1.0) / 6), s = 0.5;  // of 30 degrees
  const Json& arm = named(found["bodies"], "arm");
  EXPECT_NEAR(arm["q"][0].get<double>(), std::cos(std::acos(-1.0) / 12), 1e-15);
  EXPECT_NEAR(arm["q"][3].get<double>(), std::sin(std::acos(-1.0) / 12), 1e-15);
  expect_near(arm["at"], {100, 50, 0}, 1e-10);
  EXPECT_NEAR(arm["inertia"][2].get<double>(), 900, 1e-9);
  expect_near(arm["geometry"][0]["at"], {0, 0, 0});  // a box without `at` is at the center of mass, its axes global
  EXPECT_NEAR(arm["geometry"][0]["q"][3].get<double>(), -std::sin(std::acos(-1.0) / 12), 1e-15);
  const Json& spring = named(found["forces"], "spring");
  expect_near(spring["ends"][1]["at"], {30, 40, 0}, 1e-10);
  EXPECT_NEAR(spring["freeLength"].get<double>(), std::hypot(100 + 30 * c - 40 * s, 50 + 30 * s + 40 * c), 1e-9);  // as designed
  const Json& push = named(found["forces"], "push");
  expect_near(push["ends"][0]["at"], {0, 0, 0});
  expect_near(push["direction"], {0, 1, 0});
  EXPECT_EQ(push["frame"], "body");
  const Json& moved = named(found["forces"], "moved");
  expect_near(moved["ends"][0]["at"], {100 * s, 100 * c, 0}, 1e-10);  // [0, 100] seen from axes that are turned by 30 degrees
  EXPECT_FALSE(moved["active"]);
  EXPECT_FALSE(element(found, "forces", "moved")["active"]);
  EXPECT_EQ(datum(element(found, "bodies", "arm"), "orientation")["value"], "30");
  EXPECT_EQ(datum(element(found, "bodies", "arm"), "orientation")["unit"], "deg");
  EXPECT_EQ(datum(element(found, "bodies", "arm"), "inertia")["value"], "900");
  EXPECT_EQ(datum(element(found, "joints", "pin"), "initial.angle")["unit"], "deg");
  EXPECT_DOUBLE_EQ(named(found["parameters"], "arm_length")["value"].get<double>(), 0.1);  // in m, as written
  EXPECT_EQ(named(found["parameters"], "twice")["unit"], "");
  EXPECT_DOUBLE_EQ(named(found["parameters"], "twice")["value"].get<double>(), 4);
  EXPECT_EQ(element(found, "bodies", "arm")["columns"].size(), 9u);
}

TEST(Scene, DataOfKinds) {
  const Json screw = scene_of_text(std::string(Screw::example));
  EXPECT_DOUBLE_EQ(named(screw["joints"], "spindle")["lead"].get<double>(), 60);
  const Json gear = scene_of_text(std::string(Gear::example));
  EXPECT_EQ(named(gear["joints"], "mesh")["ratio"], Json::parse("[-0.5]"));
  EXPECT_EQ(named(gear["joints"], "mesh")["joints"], Json::parse(R"(["fast", "slow"])"));
  EXPECT_EQ(named(gear["forces"], "motor")["joint"], "fast");
  const Json rope = scene_of_text(std::string(Distance::example));
  EXPECT_NEAR(named(rope["constraints"], "rope")["length"].get<double>(), std::sqrt(17.0), 1e-12);  // its value is a function
  const Json sleeve = scene_of_text(std::string(RevoluteCylindrical::example));
  const Json& joint = named(sleeve["joints"], "sleeve");
  EXPECT_NEAR(joint["length"].get<double>(), 0.1, 1e-12);
  expect_near(joint["axis"][0], {0, 0, 1});
  expect_near(joint["axis"][1], {1, 0, 0});  // the second axis is another one
  const Json mount = scene_of_text(std::string(Bushing::example));
  expect_near(named(mount["forces"], "mount")["ends"][1]["at"], {0, 0, -100}, 1e-10);
  EXPECT_EQ(datum(element(mount, "forces", "mount"), "damping")["unit"], "N*s/mm");
  EXPECT_EQ(datum(element(mount, "forces", "mount"), "preload")["unit"], "");  // forces and torques
}

// The columns of a body without position follow the point that is at the global origin in the design position.
TEST(Scene, BodyWithoutPosition) {
  const Json found = scene_of_text(R"(bricard: 1
bodies:
  rod: {orientation: {axis: [0, 0, 1], angle: 90 deg}}
  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [12, 0, 0]}
joints:
  a: {type: universal, bodies: [ground, rod], at: [11, 0, 0], axis: [0, 1, 0], axis2: [0, 0, 1]}
  b: {type: spherical, bodies: [rod, bob], at: [12, 0, 0]}
)");
  const Json& rod = named(found["bodies"], "rod");
  expect_near(rod["at"], {0, 0, 0});
  expect_near(rod["attachments"][0]["at"], {0, -11, 0}, 1e-14);
  expect_near(rod["attachments"][1]["at"], {0, -12, 0}, 1e-14);
  EXPECT_NEAR(found["size"].get<double>(), 1, 1e-12);  // the origin is no part of it
}

TEST(Scene, ElementsOfSubsystemsStandAtTheirEntry) {
  const std::string path = "models/mechanisms/stewart_platform.bricard.yaml";
  const Json found = scene_of_file(path);
  EXPECT_EQ(element(found, "joints", "leg_3.slide")["line"], line_of(path, "  leg_3:"));
  EXPECT_EQ(element(found, "drivers", "drive_2")["line"], line_of(path, "  drive_2:"));
  EXPECT_EQ(element(found, "subsystems", "leg_1")["line"], line_of(path, "  leg_1:"));
  EXPECT_EQ(datum(element(found, "subsystems", "leg_1"), "file")["value"], "stewart_leg.bricard.yaml");
  EXPECT_EQ(named(found["drivers"], "drive_2")["joint"], "leg_2.slide");
  EXPECT_EQ(named(found["parameters"], "leg_2.base")["text"], "10 deg");
  EXPECT_FALSE(named(found["parameters"], "leg_2.h")["free"]);
  EXPECT_TRUE(named(found["parameters"], "lift")["free"]);
}

TEST(Scene, WithoutTextLinesAreUnknown) {
  const Json found = scene(read_yaml("models/mechanisms/four_bar.bricard.yaml"));
  EXPECT_EQ(element(found, "bodies", "crank")["line"], 0);
  EXPECT_EQ(named(found["parameters"], "a")["text"], "");
  EXPECT_FALSE(named(found["parameters"], "a")["free"]);
  EXPECT_DOUBLE_EQ(named(found["parameters"], "start")["value"].get<double>(), std::acos(-1.0) / 3);  // rad
}

TEST(Scene, FiveThousandBodiesInAMoment) {
  Model model;
  for (int i = 0; i < 5000; ++i) {
    Body body;
    body.name = "link_" + std::to_string(i);
    body.mass = 1;
    body.inertia.matrix = Matrix3::Identity();
    body.position = Point{Vector3(i + 0.5, 0, 0), ""};
    Joint joint;
    joint.name = "pin_" + std::to_string(i);
    joint.kind = Revolute{};
    joint.bodies = {i == 0 ? "ground" : model.bodies.back().name, body.name};
    joint.at = Point{Vector3(i, 0, 0), ""};
    joint.axis = Direction{Vector3::UnitY(), ""};
    model.bodies.push_back(std::move(body));
    model.joints.push_back(std::move(joint));
  }
  const std::clock_t start = std::clock();
  const Json found = scene(model);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1.5);
  ASSERT_EQ(found["bodies"].size(), 5000u);
  expect_near(found["bodies"][4999]["attachments"][0]["at"], {-0.5, 0, 0}, 1e-9);
}

// Lines and columns are counted in the text by hand.
TEST(Scene, HandlesSayWhereCoordinatesAreWritten) {
  const Json found = scene_of_text(R"(bricard: 1
units: {length: mm}
parameters: {half: 25 cm, twice: 2*half}
points:
  A: [10, 2 cm, -half]
  B: [twice, half + 1, 0]
bodies: {rod: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [1, 2, 3], axis: [0, 0, 1]}
  other: {type: spherical, bodies: [ground, rod], at: A}
)");
  ASSERT_EQ(found["handles"].size(), 3);
  const Json& a = found["handles"][0];
  EXPECT_EQ(three(a["at"]), (Three{10, 20, -250}));
  EXPECT_EQ(a["coordinates"][0]["line"], 5);
  EXPECT_EQ(a["coordinates"][0]["column"], 7);
  EXPECT_EQ(a["coordinates"][1]["unit"], "cm");
  EXPECT_NEAR(a["coordinates"][1]["factor"], 10, 1e-12);
  EXPECT_EQ(a["coordinates"][2]["parameter"], "half");
  EXPECT_NEAR(a["coordinates"][2]["factor"], -10, 1e-12);
  const Json& b = found["handles"][1];
  EXPECT_EQ(b["coordinates"][0]["fixed"], "it is the parameter twice, which is the expression 2*half");
  EXPECT_EQ(b["coordinates"][1]["fixed"], "it is the expression half + 1");
  EXPECT_EQ(found["handles"][2]["name"], "pivot");
  EXPECT_EQ(found["handles"][2]["key"], "at");
}

TEST(Scene, HandlesOfSubsystemsNameTheirFile) {
  const Json found = scene_of_file("models/examples/front_axle.bricard.yaml");
  bool some = false;
  for (const Json& each : found["handles"]) {
    const std::string name = each["name"];
    if (!name.starts_with("left.")) continue;
    some = true;
    EXPECT_NE(each["fixed"].get<std::string>().find("corner.bricard.yaml, the file of the subsystem left"), std::string::npos);
  }
  EXPECT_TRUE(some);
}

}  // namespace
}  // namespace bricard::page
