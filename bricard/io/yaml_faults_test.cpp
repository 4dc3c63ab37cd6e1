// Faults of a model file: each at its place with its line and column, all together, and hostile input.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "bricard/io/document.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model read(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "m.yaml"); }

// The faults of a text, one "line:column: where: what; hint" per line; lines count from the line after `bricard: 1`.
std::string faults(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    std::string all;
    for (Fault fault : error.faults()) {
      EXPECT_EQ(fault.place.file, "m.yaml");
      const std::string place =
          fault.place.line == 0 ? "" : std::to_string(fault.place.line - 1) + ':' + std::to_string(fault.place.column) + ": ";
      fault.place = {};
      all += place + to_string(fault).substr(7) + '\n';
    }
    return all;
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(YamlReader, AllFaultsAtOnceWithTheirPlaces) {
  EXPECT_EQ(faults(R"yaml(units: {length: mm, angle: degg}
parameters: {speed: 360*t, a: b, b: a+1, k: 35 N/mm}
bodies:
  crank: {mass: 1.2 N, position: [100, 0]}
  rod: {mass: 1, positon: [0, 0, 0], inertia: [1, -1, 5]}
joints:
  main:  {type: revolute, bodies: [ground, cranck], at: A, axis: [0, 0, 0]}
  pin: {type: spherical, bodies: [crank, rod], at: [0, 0, 0], at: [0, 0, 0]}
  foo: {type: revolut, bodies: [crank, rod], at: [0, 0, 0]}
drivers:
  motor: {joint: main, position: 3}
  second: {joint: pin, angle: "2*t + crank.x"}
forces:
  strut: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: crank},
          stiffness: 1000 mm, force: "lenght + mian.angle"}
outputs:
  x: "3 + (4"
analysis: {type: dynamics, start: desing, duration: 0}
extra: 3
)yaml"),
            R"yaml(1:28: units.angle: expected the name of a unit of angle, found `degg`; did you mean `deg`?
2:25: parameters.speed: `t` may not be used here: it changes with time; only parameters and points may be used here
2:31: parameters.a: `a` depends on itself
4:17: bodies.crank.mass: the unit `N` is force, expected mass; for instance kg
4:34: bodies.crank.position: expected a list of 3 numbers, found a list of 2
5:18: bodies.rod.positon: unknown key `positon`; did you mean `position`?
5:47: bodies.rod.inertia: no body has this inertia: a principal moment is negative (-1e-06, 1e-06, 5e-06 kg*m^2)
7:44: joints.main.bodies[1]: unknown body `cranck`; did you mean `crank`?
7:57: joints.main.at: unknown point `A`
7:66: joints.main.axis: the direction has zero length; give a direction such as [0, 0, 1]
8:63: joints.pin.at: the key is repeated; keep one of them
9:15: joints.foo: unknown type `revolut`; did you mean `revolute`?
11:34: drivers.motor.position: a revolute joint has no `position`; it has `angle`
12:31: drivers.second.angle: a spherical joint has no `angle`; it has `rx`, `ry`, `rz`
12:38: drivers.second.angle: `crank.x` may not be used here: it depends on the motion, and a function of time may use only `t` and parameters
14:73: forces.strut.to: the key `at` is missing; for instance {body: ground, at: [0, 0, 0]}
15:22: forces.strut.stiffness: the unit `mm` is length, expected force/length; for instance N/mm
15:39: forces.strut.force: unknown name `lenght`; did you mean `length`?
15:48: forces.strut.force: unknown name `mian.angle`; did you mean `main.angle`?
17:13: outputs.x: `)` is missing after the expression in parentheses
18:35: analysis.start: expected one of design, equilibrium, found `desing`; did you mean `design`?
18:53: analysis.duration: the value must be positive
19:1: extra: unknown key `extra`; known keys: bricard, name, dimension, units, gravity, parameters, points, tables, bodies, joints, constraints, drivers, forces, sensors, inputs, states, events, outputs, subsystems, interface, analysis, functions, roles, vehicle, mass_properties, road
)yaml");
}

TEST(YamlReader, FaultsOneByOne) {
  const std::string b = "bodies: {b: {mass: 1, position: [0, 0, 0]}}\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"bodies: [1, 2]", "1:9: bodies: expected names with values, found a list of 2"},
      {"bodies: {b: 3}", "1:13: bodies.b: expected keys with values, found `3`"},
      {"bodies: {b: {}, b: {}}", "1:17: bodies.b: the name `b` is used twice in this section"},
      {"bodies: {b: {mass: }}", "1:14: bodies.b.mass: the key has no value"},
      {"bodies: {b: {mass: [1]}}", "expected a number, found a list of 1"},
      {"bodies: {b: {mass: 1}}", "1:10: bodies.b.position: a body with mass needs a `position`"},
      {"bodies: {b: {mass: 1e999}}", "out of range"},
      {"bodies: {b: {mass: nan}}", "unknown name `nan`"},
      {"bodies: {b: {mass: .inf}}", "unexpected `.`"},
      {"bodies: {b: {mass: 1/0}}", "not a finite number"},
      {"bodies: {b: {mass: ~}}", "has no value"},
      {"bodies: {b: {mass: \"\"}}", "the expression is empty"},
      {"bodies: {b: {mass: 5 kgg}}", "`kgg` is no unit; did you mean `kg`?"},
      {"bodies: {b: {mass: !!float 5}}", "YAML tags"},
      {"bodies: {b: {position: whel}}\npoints: {wheel: [1, 2, 3]}",
       "1:24: bodies.b.position: unknown point `whel`; did you mean `wheel`?"},
      {"bodies: {b: {position: {in: b, at: [1, 0, 0]}}}", "`b` depends on itself"},
      {"bodies: {b: {orientation: {axis: [0, 0, 0], angle: 1}}}", "zero length"},
      {"bodies: {b: {orientation: {axis: [0, 0, 1]}}}", "expected one way"},
      {"bodies: {b: {orientation: {quaternion: [1, 1, 0, 0]}}}", "has length 1.41"},
      {"bodies: {b: {orientation: {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}}}", "left-handed"},
      {"bodies: {b: {orientation: {matrix: [[1, 0, 0], [0, 1, 0], [0, 1, 1]]}}}", "not perpendicular"},
      {"bodies: {b: {orientation: {x_point: [1, 0, 0], y_point: [2, 0, 0]}}}", "one line"},
      {"bodies: {b: {orientation: {x_point: [0, 0, 0], y_point: [2, 0, 0]}}}", "gives no direction"},
      {"bodies: {b: {inertia: 3}}", "expected moments of inertia"},
      {"bodies: {b: {inertia: {xxx: 3}}}", "did you mean `xx`?"},
      {"bodies: {b: {cut: joints}}", "1:19: bodies.b.cut: expected one of joint, ball, rod, body, found `joints`"},
      {"bodies: {\"a b\": {}}", "1:10: bodies.a b: `a b` is not a name"},
      {"bodies: {t: {}}", "reserved"},
      {"bodies: {? [1] : {}}", "a name must be a word"},
      {"bodies: {null: {}}", "a name must be a word"},
      {"points: {A: [1, 2, 3]}\nparameters: {A: 1}", "1:10: points.A: the name `A` is used already in `parameters`"},
      {b + "joints: {j: {bodies: [ground, b], at: [0, 0, 0]}}", "the key `type` is missing"},
      {b + "joints: {j: {type: fixed, bodies: [ground, b]}}", "2:10: joints.j.at: the type `fixed` needs `at`"},
      {b + "joints: {j: {type: fixed, bodies: [ground, b], at: [0, 0, 0], lead: 3}}", "unknown key `lead`"},
      {b + "joints: {j: {type: fixed, bodies: [ground, b], at: [0, 0, 0], active: yes}}", "expected `true` or `false`"},
      {b + "forces: {f: {type: contact}}", "2:20: forces.f: the type `contact` is not available"},
      {b + "forces: {f: {type: force, body: b, frame: gobal, components: [1, 2, 3]}}", "did you mean `global`?"},
      {b + "forces: {f: {type: force, body: b, components: [1, 2]}}", "expected a list of 3"},
      {b + "drivers: {d: {body: b, coordinate: w, value: t}}", "expected one of x, y, z, angle, rx, ry, rz, found `w`"},
      {b + "outputs: {o: [1, 2]}", "expected a number, found a list of 2"},
      {b + "outputs: {o: b.x + *y}", "2:20: outputs.o: unexpected `*`"},
      {b + "outputs: {o: *y}", "quote expressions that start with `*`"},
      {"tables: {c: {points: [[0, 1], [0, 2]]}}", "1:31: tables.c.points[1]: x must rise"},
      {"tables: {c: {points: [[0, 1, 2]]}}", "expected a point [x, y]"},
      {"tables: {c: {points: [[0, 1]], file: x.csv}}", "one of `points`, `file` and `grid`"},
      {"tables: {c: {file: nowhere.csv}}", "there is no file"},
      {"tables: {c: {points: [[0, 1], [1, 2]], units: [mm, foo]}}", "unknown unit `foo`"},
      {"tables: {c: {points: [[0, 1], [1, 2]], interpolation: cubic}}", "expected one of linear, akima, spline"},
      {"parameters: {a: 2 b, b: 1}", "`b` is no unit"},
      {"parameters: {a: lenght + 1, len: 3}", "unknown name `lenght`"},
      {"parameters: {a: \"table(c, 1)\"}\ntables: {c: {points: [[a, 1], [1, 2]]}}", "depends on itself"},
      {"gravity: 9.81", "expected a list of 3 numbers, found `9.81`"},
      {"gravity: [0, 0, 9.81 N]", "the unit `N` is force, expected length/time^2"},
      {"units: {length: mm^2}", "expected the name of a unit of length"},
      {"units: {lenght: mm}", "did you mean `length`?"},
      {"analysis: {duration: 1}", "1:11: analysis: the key `type` is missing"},
      {"analysis: {type: dynamics, duration: 5 m}", "expected time"},
      {"analysis: {type: dynamics, record: {a: 1}}", "expected a list"},
      {"dimension: 4", "expected 2 or 3"},
      {"bricard: 1", "the key is repeated"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string found = faults(text);
    EXPECT_TRUE(has(found, expected)) << text << "\nexpected " << expected << "\nfound    " << found;
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << text << "\nmore than one fault:\n" << found;
  }
}

std::string error_of(const std::string& bytes) {
  try {
    read_yaml_text(bytes, "m.yaml");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(YamlReader, HostileInput) {
  EXPECT_TRUE(has(error_of(""), "m.yaml:1:1: error: the file is empty"));
  EXPECT_TRUE(has(error_of("# only a comment\n"), "empty"));
  EXPECT_TRUE(has(error_of("\xEF\xBB\xBF"), "empty"));
  EXPECT_EQ(error_of("\xEF\xBB\xBF"
                     "bricard: 1\n"),
            "");
  EXPECT_EQ(error_of("bricard: 1\r\nname: x\r\n"), "");
  EXPECT_TRUE(has(error_of("bricard: 1\nname: a\xFF"), "m.yaml:2:8: error: the file is not UTF-8"));
  EXPECT_TRUE(has(error_of("bricard: 1\nname: \xED\xA0\x80"), "not UTF-8"));
  EXPECT_TRUE(has(error_of(std::string("bricard: 1\nname: a\0b", 20)), "control character"));
  EXPECT_TRUE(has(error_of("bricard: 1\nname: [a"), "not valid YAML"));
  EXPECT_TRUE(has(error_of("bricard: 1\n---\nbricard: 1\n"), "second YAML document"));
  EXPECT_TRUE(has(error_of("bricard: 1\nbodies:\n\tb: {mass: 1}\n"), "indent with spaces"));
  EXPECT_TRUE(has(error_of("bricard: 1\nname: @home\n"), "quote a text that starts with `@`"));
  EXPECT_TRUE(has(error_of("bricard: 1\nbodies: {b: {mass: *m}}\n"), "there is no anchor `&m`"));
  EXPECT_TRUE(has(error_of("just text"), "expected keys with values"));
  EXPECT_TRUE(has(error_of("- 1\n- 2\n"), "expected keys with values"));
  EXPECT_TRUE(has(error_of("name: x"), "start the file with `bricard: 1`"));
  EXPECT_TRUE(has(error_of("bricard: 2"), "this version reads format 1, found `2`"));
  EXPECT_TRUE(has(error_of("bricard: 1\nname: " + std::string(2'000'000, 'x')), "longer than a million"));
  EXPECT_TRUE(has(error_of("bricard: 1\nparameters: {a: " + std::string(50'000, '(') + "}"), "longer than"));
  EXPECT_TRUE(has(error_of("bricard: 1\nparameters: {a: " + std::string(5'000, '(') + "}"), "nested too deeply"));
  for (const char* open : {"[", "{", "{a: ", "[[a]: ", "- ", "? ", "\"", "&a [", "!", "a: "})
    for (const int count : {100, 100'000}) {
      std::string text = "bricard: 1\nname: ";
      if (*open == '-' || *open == '?') text += "\n  ";
      for (int i = 0; i < count; ++i) text += open;
      EXPECT_NE(error_of(text), "") << open << count;
    }
}

TEST(YamlReader, AliasesAreExpandedWithinLimits) {
  EXPECT_EQ(read("points: {A: &a [1, 2, 3], B: *a}").points[1].at, Vector3(1, 2, 3));
  std::string bomb = "bricard: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 0; k < 9; ++k) bomb += ", " + before;
    bomb += "]\n";
  }
  EXPECT_TRUE(has(error_of(bomb), "more values than a model may have"));
  std::string tower = "bricard: 1\na0: &a0 [[[[[[[[[[x]]]]]]]]]]\n";
  for (int i = 1; i < 30; ++i)
    tower += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [[[[[[[[[[*a" + std::to_string(i - 1) + "]]]]]]]]]]\n";
  EXPECT_TRUE(has(error_of(tower), "nested too deeply"));
  EXPECT_NE(error_of("bricard: 1\nname: &a [*a]\n"), "");
}

TEST(YamlReader, LongChainsOfReferences) {
  std::string forward = "parameters:\n", backward = "parameters:\n";
  for (int i = 0; i < 5000; ++i) {
    forward += "  p" + std::to_string(i) + ": " + (i == 0 ? "1" : "p" + std::to_string(i - 1) + " + 1") + "\n";
    backward += "  p" + std::to_string(i) + ": p" + std::to_string(i + 1) + " + 1\n";
  }
  EXPECT_EQ(read(forward).parameters.back().value, 5000);
  EXPECT_TRUE(has(faults(backward + "  p5000: 1\n"), "wait for each other"));
}

TEST(YamlReader, ManyFaultsAreCut) {
  std::string text = "parameters:\n";
  for (int i = 0; i < 1000; ++i) text += "  p" + std::to_string(i) + ": x\n";
  const std::string found = faults(text);
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 201);
  EXPECT_TRUE(has(found, "there are 800 more faults"));
}

// Each of 8000 references is misspelt: a comparison of all with all would take minutes.
TEST(YamlReader, ManyMisspeltNamesAreToldAtOnce) {
  std::string bodies = "bodies:\n", joints = "joints:\n", outputs = "outputs:\n";
  for (int i = 0; i < 8000; ++i) {
    const std::string n = std::to_string(i);
    bodies += "  body_" + n + ": {mass: 1, position: [0, 0, 0]}\n";
    joints += "  j" + n + ": {type: spherical, bodies: [ground, bdoy_" + n + "], at: [0, 0, 0]}\n";
    outputs += "  o" + n + ": bdoy_" + n + ".x\n";
  }
  for (const std::string& wrong : {joints, outputs}) {
    const std::clock_t start = std::clock();  // of this process: others may run beside it
    const std::string found = faults(bodies + wrong);
    EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC);  // it takes 0.3 s
    EXPECT_TRUE(has(found, "did you mean `body_17"));
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 201);
    EXPECT_TRUE(has(found, "there are 7800 more faults"));
  }
}

// The contract: letters, digits and `_`.
TEST(YamlReader, NamesMayBeNumbersWhereAColumnFollows) {
  const Model model = read(
      "bodies: {1: {mass: 1, position: [0, 0, 0]}, 2e5: {mass: 1, position: [1, 0, 0]}}\n"
      "joints: {7: {type: revolute, bodies: [1, 2e5], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
      "outputs: {gap: 2e5.x - 1.x + 0*7.angle}\n");
  EXPECT_EQ(model.bodies[1].name, "2e5");
  EXPECT_EQ(model.joints[0].bodies[0], "1");
  EXPECT_TRUE(has(faults("parameters: {1: 2}\n"), "`1` is not a name here"));
}

TEST(YamlReader, PointsThatAreTooFarToComputeWith) {
  for (const char* far : {"1e160", "-1e200", "1e101"})
    EXPECT_TRUE(has(faults(std::string("bodies: {a: {mass: 1, position: [0, ") + far + ", 0]}}\n"),
                    ": bodies.a.position: the point is too far away"))
        << far;
  EXPECT_EQ(faults("bodies: {a: {mass: 1, position: [0, 1e90, 0]}}\n"), "");
}

TEST(Document, PlaceOfWhatAModelSays) {
  const Document document = parse_document(
      "bricard: 1\nforces:\n  strut: {type: spring_damper,\n    stiffness: 3}\n  left.pad: {}\nsubsystems:\n  rear: {}\n", "f");
  const auto line = [&](const char* where) { return document.place_of(where).line; };
  EXPECT_EQ(line("forces.strut"), 3);
  EXPECT_EQ(line("forces.strut.stiffness"), 4);
  EXPECT_EQ(line("forces.strut.damping[2]"), 3);
  EXPECT_EQ(line("forces.left.pad.x"), 5);
  EXPECT_EQ(line("forces.rear.strut.stiffness"), 7) << "of a subsystem: where it is used";
  EXPECT_EQ(line("forces.none"), 2);
  EXPECT_EQ(line("joints.a"), 0);
}

// The words of other programs are answered with ours, where the place has one.
TEST(YamlReader, ForeignNamesAreAnsweredWithOurs) {
  const auto joint = [](const std::string& type) {
    return faults("bodies: {b: {position: [0, 0, 0]}}\njoints: {J: {type: " + type + ", bodies: [ground, b], at: [0, 0, 0]}}\n");
  };
  for (const char* word : {"sphere", "ball", "ball_joint", "Ball-and-Socket", "sperical"})
    EXPECT_TRUE(has(joint(word), "did you mean `spherical`?")) << joint(word);
  for (const char* word : {"hinge", "pin", "revolute_joint", "rotational"})
    EXPECT_TRUE(has(joint(word), "did you mean `revolute`?")) << joint(word);
  EXPECT_TRUE(has(joint("slider"), "did you mean `prismatic`?"));
  EXPECT_TRUE(has(joint("weld"), "did you mean `fixed`?"));
  EXPECT_TRUE(has(joint("cardan"), "did you mean `universal`?"));
  EXPECT_TRUE(has(faults("forces: {f: {type: spring}}\n"), "did you mean `spring_damper`?"));
  EXPECT_TRUE(has(faults("bodies: {b: {geometry: [{type: ball, radius: 1}]}}\n"), "did you mean `sphere`?"));
  EXPECT_TRUE(has(faults("bodies: {b: {geometry: [{type: cuboid, size: [1, 1, 1]}]}}\n"), "did you mean `box`?"));
  EXPECT_TRUE(has(faults("bodies: {a: {position: [0, 0, 0]}}\njoints: {J: {type: spherical, bodies: [ground, a], at: [0, 0, 0], "
                         "cut: sphere}}\n"),
                  "did you mean `ball`?"));
}

TEST(YamlReader, APlanarShapeHasTwoEdges) {
  EXPECT_EQ(faults("dimension: 2\nbodies: {b: {geometry: [{type: box, size: [1, 2, 3]}]}}\n"),
            "2:43: bodies.b.geometry[0].size: expected a list of 2 numbers, found a list of 3; a shape of a planar model has two "
            "edges: [x, y]\n");
}

TEST(YamlReader, ATableAndAForceOfOneName) {
  const std::string told = faults(R"yaml(tables: {damper: {points: [[0, 0], [1, 1]]}}
bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
forces: {damper: {type: force, body: b, components: [0, 0, "table(damper, b.vz)"]}}
)yaml");
  EXPECT_EQ(told, "3:10: forces.damper: the name `damper` is used already in `tables`; names are unique in a file\n");
}

}  // namespace
}  // namespace bricard
