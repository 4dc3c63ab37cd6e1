// Units of a whole file: parameters remember theirs, every place checks what it gets, outputs have units. The cases are
// dimensional analysis by hand.
#include <gtest/gtest.h>

#include "bricard/core/error.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {
namespace {

// A file in these units, with a load on a guide, an arm on a hinge and what the text adds.
std::string file(const std::string& units, const std::string& rest) {
  return "bricard: 1\nunits: {" + units + R"yaml(}
bodies:
  load: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0.1]}
  arm: {mass: 1, inertia: [1, 1, 1], position: [0.1, 0, 0]}
joints:
  guide: {type: prismatic, bodies: [ground, load], at: [0, 0, 0], axis: [0, 0, 1]}
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}
)yaml" + rest +
         '\n';
}

std::string fault_of(const std::string& units, const std::string& rest,
                     const std::vector<std::pair<std::string, std::string>>& set = {}) {
  try {
    read_yaml_text(file(units, rest), "m.yaml", "", set);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(UnitsInFiles, AParameterRemembersItsUnit) {
  const auto spring = [](const std::string& parameters) {
    return "parameters: {" + parameters + "}\nforces: {f: {type: spring_damper, from: {body: ground, at: [0, 0, 0.3]}, " +
           "to: {body: load, at: [0, 0, 0.1]},\n  stiffness: spring_rate}}";
  };
  const std::string fault = fault_of("length: mm", spring("spring_rate: 35 N*mm"));
  EXPECT_TRUE(has(fault, "m.yaml:11:14: error: forces.f.stiffness: `spring_rate` is force*length, expected force/length"))
      << fault;
  EXPECT_TRUE(has(fault, "`spring_rate` is `35 N*mm` in line 9")) << fault;
  EXPECT_EQ(fault_of("length: mm", spring("spring_rate: 35 N/mm")), "");
  EXPECT_EQ(fault_of("length: mm", spring("spring_rate: 35")), "");
  EXPECT_EQ(fault_of("length: mm", spring("F: 3 N, spring_rate: F/2 mm")), "");
  EXPECT_EQ(fault_of("length: mm", spring("F: 3 N, spring_rate: 2*F")), "");
  EXPECT_NE(fault_of("length: mm", spring("F: 3 N, spring_rate: F")), "");
  EXPECT_NE(fault_of("length: mm", spring("F: 3 N, spring_rate: F + 1 mm")), "");
  EXPECT_NE(fault_of("length: mm", spring("F: 3 N, spring_rate: F/2 mm"), {{"spring_rate", "3 N"}}), "");
  EXPECT_EQ(fault_of("length: mm", spring("F: 3 N, spring_rate: F/2 mm"), {{"spring_rate", "3 N/m"}, {"F", "2"}}), "");
  EXPECT_NE(fault_of("length: mm", spring("F: 3 N, spring_rate: F/2 mm"), {{"F", "spring_rate"}}), "") << "it depends on itself";
  EXPECT_EQ(fault_of("length: mm", spring("F: 3 N, spring_rate: F/2 mm"), {{"spring_rate", "5"}, {"F", "spring_rate*1 mm"}}), "");
}

TEST(UnitsInFiles, EveryPlaceChecksWhatItGets) {
  for (const char* rest :
       {"events: {e: {when: \"load.z == 3 N\", do: stop}}", "drivers: {d: {joint: guide, position: \"3 N*t\"}}",
        "forces: {f: {type: joint_force, joint: guide, force: load.z}}",
        "parameters: {L: 2 m}\nsensors: {s: {body: arm, at: [L, L*L, 0]}}",
        "parameters: {T: 2 m}\nanalysis: {type: dynamics, duration: T}", "states: {s: {initial: 3 mm, derivative: load.z}}",
        "states: {s: {initial: 3 mm, sample: 1 s, next: load.vz}}",
        "states: {s: {initial: 3 mm}}\nevents: {e: {when: \"t > 1\", do: switch, set: {s: 3 N}}}",
        "constraints: {c: {type: expression, equal_zero: \"guide.position - hinge.angle*3 N\"}}",
        "inputs: {u: 3 N*sin(t)}\noutputs: {x: u + load.z}",
        "tables: {d: {points: [[0, 0], [1, 2]], units: [m/s, N]}}\noutputs: {x: \"table(d, load.z)\"}",
        "tables: {d: {points: [[0, 0], [1 m, 2 N], [2 m, 3 kg]]}}", "outputs: {a: b + 3 N, b: load.z}",
        "parameters: {p: 2 kg}\noutputs: {a: p + load.z}"})
    EXPECT_NE(fault_of("length: m", rest), "") << rest;
  for (const char* rest :
       {"drivers: {d: {joint: guide, position: \"sin(t)\"}}", "drivers: {d: {joint: guide, position: \"0.3 - t\"}}",
        "parameters: {a: 3 m, b: 4 m}\nsensors: {s: {body: arm, axis: [a, b, a - b]}}",
        "parameters: {r: 0.2 m}\noutputs: {x: load.z - r*hinge.angle}", "states: {s: {initial: 3, derivative: load.z}}",
        "outputs: {x: number(load.z) + 3 N}", "forces: {f: {type: joint_force, joint: hinge, torque: -30*hinge.angle}}"})
    EXPECT_EQ(fault_of("length: m", rest), "") << rest;
}

// Radians are the contract of asin, acos, atan and atan2 in every file.
TEST(UnitsInFiles, InverseFunctionsInAFileInDegrees) {
  for (const char* call : {"asin(t/9)", "acos(t/9)", "atan(t)", "atan2(t, 2)", "-atan2(t, 2) + 30", "max(atan(t), 3)"}) {
    const std::string rest = std::string("drivers: {d: {joint: hinge, angle: \"") + call + "\"}}";
    const std::string fault = fault_of("angle: deg", rest);
    EXPECT_TRUE(has(fault, "is counted in rad, expected deg")) << fault;
    EXPECT_TRUE(has(fault, "d`, which gives degrees")) << fault;
    EXPECT_EQ(fault_of("angle: rad", rest), "");
  }
  EXPECT_EQ(fault_of("angle: deg", "drivers: {d: {joint: hinge, angle: \"atan2d(t, 2)\"}}"), "");
  EXPECT_EQ(fault_of("angle: deg", "drivers: {d: {joint: hinge, angle: \"atan2(t, 2)*1 rad\"}}"), "");
  EXPECT_EQ(fault_of("angle: deg", "drivers: {d: {joint: hinge, angle: \"180/pi*atan2(t, 2)\"}}"), "");
  EXPECT_NE(fault_of("angle: rad", "drivers: {d: {joint: hinge, angle: \"atan2d(t, 2)\"}}"), "");
}

TEST(UnitsInFiles, OutputsHaveUnits) {
  const Model model = read_yaml_text(file("length: mm, angle: deg", R"yaml(
inputs: {u: 3 N*sin(50*t)}
states: {s: {initial: 3 cm, derivative: load.vz}}
outputs:
  way: load.z - s
  work: u*way
  bare: 2*load.z
  camber: {value: "atan2d(load.z, 100 mm)", unit: deg}
  meters: {value: load.z/1 m, unit: m}
  slope: atan(load.z/1 mm)
  reach: 5 mm)yaml"),
                                     "m.yaml");
  const Vocabulary vocabulary(model);
  const auto unit = [&](const char* name) { return vocabulary.signal_unit(vocabulary.find(name)); };
  EXPECT_EQ(unit("u"), "N");
  EXPECT_EQ(unit("s"), "mm");
  EXPECT_EQ(unit("way"), "mm");
  EXPECT_EQ(unit("work"), "N*mm");
  EXPECT_EQ(unit("bare"), "") << "the 2 may have any unit";
  EXPECT_EQ(unit("camber"), "deg");
  EXPECT_EQ(unit("meters"), "m");
  EXPECT_EQ(unit("slope"), "rad");
  EXPECT_EQ(unit("reach"), "mm");
  EXPECT_TRUE(read_yaml_text(write_yaml(model), "w.yaml") == model) << write_yaml(model);
  EXPECT_TRUE(has(fault_of("length: mm", "outputs: {a: {value: load.z, unit: N}}"), "is length, expected force"));
  EXPECT_TRUE(has(fault_of("length: mm", "outputs: {a: {value: load.z, unit: m}}"), "multiply `load.z` by 0.001"));
  EXPECT_TRUE(has(fault_of("length: mm", "outputs: {a: {value: load.z, unit: mmm}}"), "outputs.a.unit: unknown unit `mmm`"));
  EXPECT_TRUE(has(fault_of("length: mm", "outputs: {a: {unit: mm}}"), "the key `value` is missing"));
  EXPECT_TRUE(has(fault_of("length: mm", "outputs: {a: {value: load.z, unit: m, uint: 3}}"), "unknown key `uint`"));
  EXPECT_NE(fault_of("length: mm", "outputs: {a: {value: load.z/1 m, unit: m}, b: a + load.z}"), "") << "a counts in m";
}

}  // namespace
}  // namespace bricard
