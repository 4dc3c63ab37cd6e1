// The model file: every form of a value against numbers computed elsewhere, files beside it, and round trips.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "bricard/core/text.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/test_models.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;

Model read(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "m.yaml"); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void expect_near(const Vec3<double>& a, const Vec3<double>& b, double tolerance = 1e-14) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a.transpose() << "  expected " << b.transpose();
}

const char* const slider_crank = R"yaml(name: Slider-crank
units: {length: mm, angle: deg}
gravity: [0, -9.81 m/s^2, 0]
parameters: {r: 200, speed: 1 rev/s, k: 35 N/mm, half: r/2}
points: {A: [0, 0, 0], B: [r, 0, 0], D: [B.x + 30, A.y, 0]}
tables:
  dyno: {points: [[-0.25, -620], [0, 0], [0.25, 790]], units: [m/s, N], interpolation: akima, extrapolation: constant}
bodies:
  crank:
    mass: 1.2
    inertia: [1e3, 4e3, 4e3]
    position: [half, 0, 0]
    orientation: {axis: [0, 0, 1], angle: 30}
    velocity: [0, 1 m/s, 2]
    angular_velocity: [0, 0, speed]
    geometry: [{type: cylinder, radius: 10 mm, from: A, to: B}]
  rod: {mass: 800 g, inertia: {xx: 1000, yy: 2000, zz: 2000, xy: 5}, position: B}
joints:
  main: {type: revolute, bodies: [ground, crank], at: A, axis: [0, 0, 1]}
  pin: {type: cylindrical, bodies: [crank, rod], at: B, at2: {in: rod, at: [1, 2, 3]}, axis: {from: A, to: D},
        axis2: {in: rod, axis: [1, 0, 0]}, initial: {angle: 90, rate: 5}}
drivers:
  motor: {joint: main, angle: speed*t}
  lift: {body: rod, at: D, coordinate: z, value: 30 mm, active: false}
forces:
  strut: {type: spring_damper, from: {body: ground, at: [0, 100, 0]}, to: {body: crank, at: B},
          stiffness: k, damping: 1.5 N*s/mm, free_length: 150, force: "table(dyno, rate) - 2*(length - half)"}
  push: {type: force, body: rod, frame: body, components: [1 kN, "10*sind(main.angle)", 2*k]}
  twist: {type: torque, body: rod, magnitude: 3 N*m, direction: [0, 0, 1]}
sensors:
  tip: {body: rod, at: D, axis: [1, 0, 0], relative_to: crank}
constraints:
  keep: {type: distance, bodies: [crank, rod], at: A, at2: D, value: 230 + t}
  square: {type: coordinate, bodies: [ground, rod], at: A, coordinate: y, value: 0.5}
  dot: {type: dot1, bodies: [ground, rod], axis: [1, 0, 0], axis2: [0, 1, 0], value: 0.5}
outputs:
  power: motor.torque*main.speed
  five: 5 mm
analysis: {type: dynamics, duration: 10, output_step: 5 ms, tolerance: 1e-9, record: [crank.*, "*"]}
)yaml";

TEST(YamlReader, ReadsEveryForm) {
  const Model m = read(slider_crank);
  EXPECT_EQ(m.name, "Slider-crank");
  EXPECT_EQ(m.units.length, "mm");
  expect_near(m.gravity, {0, -9.81, 0});
  EXPECT_EQ(m.parameters[0], (Parameter{"r", 200}));
  EXPECT_NEAR(m.parameters[1].value, 360, 1e-12);
  EXPECT_NEAR(m.parameters[2].value, 35, 1e-14);
  EXPECT_EQ(m.parameters[3].value, 100);
  expect_near(m.points[2].at, {0.23, 0, 0});
  EXPECT_NEAR(m.tables[0].points[0][0], -250, 1e-12);
  EXPECT_EQ(m.tables[0].points[2][1], 790);
  EXPECT_EQ(m.tables[0].extrapolation, Extrapolation::constant);

  const Body& crank = m.bodies[0];
  EXPECT_EQ(crank.mass, 1.2);
  EXPECT_NEAR(crank.inertia.matrix(1, 1), 4e-3, 1e-18);
  expect_near(crank.position->at, {0.1, 0, 0});
  EXPECT_NEAR(crank.orientation.quaternion[0], 0.9659258262890683, 1e-15);
  EXPECT_NEAR(crank.orientation.quaternion[3], 0.25881904510252074, 1e-15);
  expect_near(*crank.velocity, {0, 1, 0.002});
  expect_near(*crank.angular_velocity, {0, 0, 2 * pi});
  EXPECT_EQ(crank.geometry[0].radius, 0.01);
  EXPECT_EQ(m.bodies[1].mass, 0.8);
  EXPECT_NEAR(m.bodies[1].inertia.matrix(1, 0), 5e-6, 1e-20);
  EXPECT_EQ(m.bodies[1].velocity, std::nullopt);

  const Joint& pin = m.joints[1];
  EXPECT_TRUE(pin.kind.is<Cylindrical>());
  EXPECT_EQ(pin.at2->body, "rod");
  expect_near(pin.at2->at, {0.001, 0.002, 0.003});
  expect_near(pin.axis->axis, {0.23, 0, 0});
  EXPECT_NEAR(*pin.initial->find("angle"), pi / 2, 1e-15);
  EXPECT_EQ(*pin.initial->find("rate"), 0.005);
  EXPECT_EQ(m.drivers[0].prescribed.find("angle")->text, "speed*t");
  EXPECT_EQ(m.drivers[1].value->number, 0.03);
  EXPECT_FALSE(m.drivers[1].active);

  const auto& strut = m.forces[0].kind.as<SpringDamper>();
  EXPECT_NEAR(strut.stiffness.number, 35000, 1e-9);
  EXPECT_NEAR(strut.damping.number, 1500, 1e-12);
  EXPECT_EQ(strut.free_length->number, 0.15);
  EXPECT_EQ(strut.force.text, "table(dyno, rate) - 2*(length - half)");
  const auto& push = m.forces[1].kind.as<AppliedForce>();
  EXPECT_EQ((*push.components)[0].number, 1000);
  EXPECT_EQ((*push.components)[1].text, "10*sind(main.angle)");
  EXPECT_NEAR((*push.components)[2].number, 70, 1e-12);
  EXPECT_EQ(push.frame, ForceFrame::body);
  EXPECT_EQ(m.forces[2].kind.as<AppliedTorque>().magnitude->number, 3);
  EXPECT_EQ(m.sensors[0].relative_to, "crank");
  EXPECT_EQ(m.constraints[0].value->text, "230 + t");
  EXPECT_EQ(m.constraints[1].value->number, 0.0005);  // a length
  EXPECT_EQ(m.constraints[2].value->number, 0.5);     // a pure number
  EXPECT_EQ(m.outputs[1].value.number, 5);            // in the file's units
  EXPECT_EQ(m.analysis->output_step, 0.005);
  EXPECT_EQ(m.analysis->tolerance.relative, 1e-9);
  EXPECT_EQ(m.analysis->record, (std::vector<std::string>{"crank.*", "*"}));
}

TEST(YamlReader, DefaultsAreTheContracts) {
  const Model m = read("bodies: {b: {}}\njoints:\n");
  expect_near(m.gravity, {0, 0, -9.80665});
  EXPECT_EQ(m.bodies[0], [] {
    Body b;
    b.name = "b";
    return b;
  }());
  EXPECT_FALSE(m.analysis);
  EXPECT_EQ(read("analysis: {type: dynamics, tolerance: {relative: 1e-4, absolute: 1e-7}}").analysis->tolerance.absolute, 1e-7);
}

Mat3<double> orientation(const std::string& text) {
  const Model m =
      read("units: {angle: deg}\npoints: {S: [0.2, 0, 0]}\nbodies:\n  b: {position: [0.1, 0.05, 0.1], orientation: " + text +
           "}\n  other: {position: [1, 2, 3], orientation: {axis: [0, 0, 1], angle: 90}}");
  return rotation<double>(m.bodies[0].orientation.quaternion);
}

// Matrices from Rx Ry Rz and Rz Rx Rz multiplied out in Python.
TEST(YamlReader, Orientations) {
  Mat3<double> xyz, zxz, haug;
  xyz << 0.49240387650610407, -0.5868240888334652, 0.6427876096865393, 0.8700019037522058, 0.31046846097336755,
      -0.38302222155948895, 0.025201386257487246, 0.7478280708194912, 0.6634139481689384;
  zxz << 0.26325835480968696, -0.9096158864219903, 0.32139380484326957, 0.8295983733257066, 0.04341204441673269,
      -0.5566703992264194, 0.49240387650610395, 0.4131759111665348, 0.766044443118978;
  haug.col(0) = Vec3<double>(2, -1, -2) / 3;
  haug.col(1) = Vec3<double>(0, 2, -1) / std::sqrt(5.0);
  haug.col(2) = Vec3<double>(5, 2, 4) / std::sqrt(45.0);
  const auto expect = [](const Mat3<double>& a, const Mat3<double>& b, double tolerance = 1e-14) {
    EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a;
  };
  expect(orientation("{euler_xyz: [30, 40, 50]}"), xyz);
  expect(orientation("{euler_zxz: [30, 40, 50 deg]}"), zxz);
  // All twelve, against matrices about x, y and z multiplied here.
  const auto about = [](char axis, double degrees) {
    const double c = std::cos(degrees * std::acos(-1.0) / 180), s = std::sin(degrees * std::acos(-1.0) / 180);
    const int i = axis - 'x', j = (i + 1) % 3, k = (i + 2) % 3;
    Mat3<double> R = Mat3<double>::Identity();
    R(j, j) = R(k, k) = c;
    R(k, j) = s;
    R(j, k) = -s;
    return R;
  };
  for (const std::string axes : {"xyx", "xyz", "xzx", "xzy", "yxy", "yxz", "yzx", "yzy", "zxy", "zxz", "zyx", "zyz"})
    expect(orientation("{euler_" + axes + ": [20, -35, 110]}"), about(axes[0], 20) * about(axes[1], -35) * about(axes[2], 110));
  expect(orientation("{x_point: S, y_point: [0.1, 0.05 + 2, 0.1 - 1]}"), haug);
  expect(orientation("{x_point: S, y_point: [0.2, 2, -1]}"), haug);  // only the plane counts
  expect(orientation("{matrix: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}"), orientation("{axis: [0, 0, 5], angle: 90}"));
  expect(orientation("{matrix: [[0.5, -0.866, 0], [0.866, 0.5, 0], [0, 0, 1]]}"), orientation("{axis: [0, 0, 1], angle: 60}"),
         1e-4);
  expect(orientation("{quaternion: [0.7071, 0.7071, 0, 0]}"), orientation("{axis: [1, 0, 0], angle: 90}"));
  expect(orientation("{axis: {in: other, axis: [1, 0, 0]}, angle: 90}"), orientation("{axis: [0, 1, 0], angle: 90}"));
}

TEST(YamlReader, BodyCoordinatesMayRefToAnyBodyInAnyOrder) {
  const Model m = read(R"yaml(
points: {P: {in: b, at: [1, 0, 0]}, Q: P}
bodies:
  a: {position: {in: b, at: [0, 2, 0]}}
  b: {position: [10, 0, 0], orientation: {axis: [0, 0, 1], angle: 90 deg}}
joints:
  j: {type: revolute, bodies: [a, b], at: Q, axis: {from: {in: b, at: [0, 0, 0]}, to: {in: a, at: [0, 0, 0]}}}
)yaml");
  expect_near(m.points[0].at, {10, 1, 0});
  expect_near(m.joints[0].at->at, {10, 1, 0});
  expect_near(m.bodies[0].position->at, {8, 0, 0});
  expect_near(m.joints[0].axis->axis, {-2, 0, 0});
}

TEST(YamlReader, UnitsOfAFile) {
  const Model m = read(R"yaml(units: {length: in, mass: lb, time: ms, force: lbf, angle: rev}
bodies: {b: {mass: 2, position: [1, 0, 1 m], velocity: [1, 0, 0], angular_velocity: [1 rpm, 0, 1]}}
forces: {f: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: b, at: [0, 0, 0]}, stiffness: 1, damping: 1}}
)yaml");
  EXPECT_NEAR(m.bodies[0].mass, 0.90718474, 1e-15);
  EXPECT_NEAR(m.bodies[0].position->at[0], 0.0254, 1e-16);
  EXPECT_EQ(m.bodies[0].position->at[2], 1);
  EXPECT_NEAR((*m.bodies[0].velocity)[0], 25.4, 1e-13);
  EXPECT_NEAR((*m.bodies[0].angular_velocity)[0], 2 * pi / 60, 1e-15);
  EXPECT_NEAR((*m.bodies[0].angular_velocity)[2], 2000 * pi, 1e-11);
  const auto& spring = m.forces[0].kind.as<SpringDamper>();
  EXPECT_NEAR(spring.stiffness.number, 175.12683524647636, 1e-10);  // N/m per lbf/in
  EXPECT_NEAR(spring.damping.number, 0.17512683524647636, 1e-13);
}

TEST(YamlReader, Overrides) {
  const std::string text = "bricard: 1\nparameters: {k: 35 N/mm, twice: 2*k}\n";
  EXPECT_EQ(read_yaml_text(text, "m.yaml", "", {{"k", "1 N/m"}, {"k", "40 N/mm"}}).parameters[1].value, 80000);
  const auto fault = [&](const std::string& name, const std::string& value) -> std::string {
    try {
      read_yaml_text(text, "m.yaml", "", {{name, value}});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault("kk", "1"), "m.yaml: error: --set kk: the file has no parameter `kk`; did you mean `k`?");
  EXPECT_TRUE(has(fault("k", "40 mm"), "--set k: `mm` is length, expected force/length"));
  EXPECT_TRUE(has(fault("k", "40 mm"), "the file gives `35 N/mm` in line 2"));
  EXPECT_TRUE(has(fault("k", "40 mm + 3 m"), "expected force/length")) << "of an expression too";
  EXPECT_EQ(fault("k", "2*3 mm"), "") << "a bare number fits anything";
  EXPECT_TRUE(has(fault("k", "40 +"), "--set k: the expression ends too early"));
  EXPECT_TRUE(has(fault("k", ""), "--set k: expected a number"));
  EXPECT_TRUE(has(fault("k", "twice"), "depends on itself"));
}

// ---- files ------------------------------------------------------------------------------------------------------------------

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("bricard_yaml_test_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
};

TEST(YamlFiles, TablesFromCsv) {
  const Folder folder;
  folder.write("d.csv", "compression_mm,force_N\n# measured\n0,0\n5; 150\n10\t500\r\n\n");
  const std::string path = folder.write("m.yaml", "bricard: 1\ntables: {d: {file: d.csv, units: [mm, N]}}\n");
  const Model m = read_model(path);
  EXPECT_EQ(m.tables[0].points.size(), 3u);
  EXPECT_NEAR(m.tables[0].points[1][0], 0.005, 1e-18);
  EXPECT_EQ(m.tables[0].points[2][1], 500);
  folder.write("d.csv", "0,0\n1,2,3\n");
  try {
    read_model(path);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "d.csv:2:1: error: tables.d.file: expected two numbers, found `1,2,3`")) << error.what();
  }
}

// Faults of a table stand at their line of the file; what is wrong with the first row is not taken for a heading.
TEST(YamlFiles, FaultsInCsvTables) {
  const Folder folder;
  const std::string path = folder.write("m.yaml", "bricard: 1\ntables: {d: {file: d.csv}}\n");
  const auto fault_of = [&](const std::string& csv) -> std::string {
    folder.write("d.csv", csv);
    try {
      read_model(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  const std::pair<const char*, const char*> cases[] = {
      {"t, x\n0, 0\n1, 1\n1, 2\n", "d.csv:4:1: error: tables.d.file: x must rise: 1 does not exceed the x before it"},
      {"0, 0\n2, 1\n1, 2\n", "d.csv:3:1: error: tables.d.file: x must rise: 1"},
      {"0, 0\n1, one\n2, 2\n", "d.csv:2:1: error: tables.d.file: expected two numbers, found `1, one`"},
      {"t, x\n0, zero\n1, 1\n", "d.csv:2:1: error: tables.d.file: expected two numbers"},
      {"0, 0\nend of data\n", "d.csv:2:1: error: tables.d.file: expected two numbers"},
      {"0, 0\n1, nan\n", "d.csv:2:1: error"},
      {"t, x\n0, 0\n", "a table needs at least two points, found 1"},
      {"", "a table needs at least two points, found 0"}};
  for (const auto& [csv, message] : cases) EXPECT_TRUE(has(fault_of(csv), message)) << fault_of(csv);
}

// A recorded trajectory: the cost is linear in its length, and uneven spacing is no matter.
TEST(YamlFiles, LongCsvTables) {
  const Folder folder;
  std::string text = "time,position\n";
  const int rows = 100000;
  for (int i = 0; i < rows; ++i) text += to_text(i * 1e-3 + (i % 3) * 1e-4) + "," + to_text(std::sin(i * 1e-3)) + "\n";
  folder.write("d.csv", text);
  const std::string path = folder.write("m.yaml", "bricard: 1\ntables: {d: {file: d.csv, interpolation: spline}}\n");
  const std::clock_t begin = std::clock();
  const Model model = read_model(path);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 1);
  ASSERT_EQ(model.tables[0].points.size(), static_cast<std::size_t>(rows));
  EXPECT_EQ(model.tables[0].points[rows - 1][1], std::sin((rows - 1) * 1e-3));
}

TEST(YamlFiles, PathsThatAreNoModelFiles) {
  const Folder folder;
  const auto error = [](const std::string& path) -> std::string {
    try {
      read_model(path);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_TRUE(has(error("nowhere.yaml"), "nowhere.yaml: error: there is no such file"));
  EXPECT_TRUE(has(error(folder.path.string()), "this is a folder"));
  EXPECT_TRUE(has(error(folder.write("m.txt", "bricard: 1")), "known endings: .yaml .yml"));
  EXPECT_THROW(read_yaml(folder.path.string()), Error);
  EXPECT_THROW(read_yaml("nowhere"), Error);
  EXPECT_THROW(write_model(Model{}, "/nonexistent/m.yaml"), Error);
  EXPECT_THROW(write_model(Model{}, "m.txt"), Error);
  std::filesystem::resize_file(folder.write("large.yaml", "bricard: 1"), 200'000'000);  // sparse
  EXPECT_TRUE(has(error((folder.path / "large.yaml").string()), "larger than 100 MB"));
}

// ---- round trips ------------------------------------------------------------------------------------------------------------

void expect_round_trip(const Model& model, const std::string& name) {
  const std::string text = write_yaml(model);
  try {
    EXPECT_TRUE(read_yaml_text(text, "written") == model) << name << '\n' << text;
    EXPECT_EQ(write_yaml(read_yaml_text(text, "written")), text) << name;
  } catch (const Error& error) {
    ADD_FAILURE() << name << '\n' << error.what() << '\n' << text;
  }
}

TEST(YamlWriter, WritesWhatItReads) {
  expect_round_trip(read(slider_crank), "slider-crank");
  for (const char* units :
       {"{}", "{length: mm}", "{length: in, mass: lb, time: ms, force: lbf, angle: deg}", "{angle: rev, time: min}"}) {
    std::string text = slider_crank;
    text.replace(text.find("{length: mm, angle: deg}"), 24, units);
    text.replace(text.find("sind(main.angle)"), 16, "main.angle");
    expect_round_trip(read(text), units);
  }
}

TEST(YamlWriter, WritesReadableLines) {
  const std::string text = write_yaml(read(slider_crank));
  EXPECT_TRUE(has(text, "\n  rod: {mass: 0.8, inertia: [1000, 2000, 2000, 5, 0, 0], position: [200, 0, 0]}\n")) << text;
  EXPECT_TRUE(has(text, "\n  main: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n")) << text;
  EXPECT_TRUE(has(text, "\n  motor: {joint: main, angle: speed*t}\n")) << text;
  EXPECT_TRUE(has(text, "force: \"table(dyno, rate) - 2*(length - half)\"")) << text;
  for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
    EXPECT_LE(end - start, 132u);
}

TEST(YamlWriter, ExactNumbersAndStrangeTexts) {
  Model m;
  m.units.length = "mm";
  m.name = "a \"strange\": name, with \\ # and \x7F \xC3\xA4\n{[*&!";
  m.parameters = {{"a", 0.1}, {"b", 1e-300}, {"c", -1.7976931348623157e308}, {"d", 1.0 / 3}};
  for (int i = 0; i < 200; ++i) m.points.push_back({"p" + std::to_string(i), Vector3(std::sin(i), std::exp(-i), 1e5 / (i + 1))});
  m.outputs = {{"o", Function("  if(t < 1, 2, 3)  ")}, {"n", Function("null + 1*t")}, {"q", 7.25}};
  m.parameters.push_back({"null", 3});
  m.analysis.emplace();
  m.analysis->record = {"*", "~", "null", "a: b", "", "'x", "- y", "x #y"};
  expect_round_trip(m, "strange");
}

TEST(YamlWriter, ModelsOfTheProject) {
  const std::vector<std::string> names = shipped_models();
  EXPECT_GT(names.size(), 50u);
  for (const std::string& name : names) {
    try {
      expect_round_trip(read_model(shipped_model_path(name)), name);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(Formats, ReadWhatTheyWriteWithoutANote) {
  const Folder folder;
  const Model model = read(slider_crank);
  for (const Format& format : formats()) {
    if (!format.write) continue;
    const std::string path = (folder.path / ("m" + std::string(format.endings.front()))).string();
    try {
      if (!write_model(model, path).empty()) continue;
    } catch (const Error& error) {  // what it cannot hold, by name
      EXPECT_TRUE(
          std::all_of(error.faults().begin(), error.faults().end(), [](const Fault& each) { return !each.where.empty(); }));
      continue;
    }
    EXPECT_TRUE(read_model(path) == model) << format.name;
  }
}

}  // namespace
}  // namespace bricard
