// Models as workbooks: what is written reads back to the same model, and what cannot be held is refused or noted by name.
#include "bricard/io/workbook/workbook_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bricard/analyses/run.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/workbook/archive.hpp"
#include "bricard/io/workbook/formula.hpp"
#include "bricard/io/workbook/matlab_text.hpp"
#include "bricard/io/workbook/results_into.hpp"
#include "bricard/io/workbook/test_book.hpp"
#include "bricard/io/workbook/workbook_reader.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model model_of(const ModelText& text) { return read_yaml_text(text.text, "b"); }
Model again(const Model& model) { return model_of(read_workbook(write_workbook(model).content, "b.xlsx")); }

std::string told(const std::vector<std::string>& notes) {
  std::string all;
  for (const std::string& note : notes) all += note + '\n';
  return all;
}
std::string faults_of(const std::string& yaml) {
  try {
    write_workbook(read_yaml_text(yaml, "m"));
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string joints = R"(bricard: 1
name: b
units: {length: mm}
gravity: [0, 0, -9810]
bodies:
  arm:   {mass: 2, inertia: [100, 200, 300], position: [500, 0.1, 0.3], velocity: [0, 0, 0], angular_velocity: [0, 0, 1]}
  rod:   {mass: 1, inertia: [10, 20, 20], position: [1000, 0, 0]}
  block: {mass: 3, inertia: [30, 30, 30], position: [1000, 300, 0], velocity: [1, 0, 0]}
joints:
  link:  {type: spherical_spherical, bodies: [rod, block], at: [1100, 0, 0], at2: [1000, 300, 10]}
  cross: {type: universal, bodies: [arm, rod], at: [900, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}
  tube:  {type: cylindrical, bodies: [arm, block], at: [10, 0, 0], axis: [0, 1, 0]}
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}
  tail:  {type: spherical_revolute, bodies: [rod, arm], at: [10, 0, 0], at2: [20, 30, 0], axis2: [0, 0, 1]}
  guide: {type: revolute_prismatic, bodies: [ground, rod], at: [10, 0, 0], at2: [20, 30, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}
constraints:
  held: {type: coordinate, bodies: [ground, block], at: [0, 0, 0], at2: [1000, 300, 0], coordinate: y, value: 300}
sensors:
  tip: {body: rod, at: [1100, 0, 5]}
outputs:
  plot_rod_x: rod.x
  plot_rod_y: rod.y
  plot_rod_z: rod.z
analysis: {type: kinematics, duration: 2, output_step: 0.1}
)";

// Nothing is noted, so the models are equal: also where velocities are given, and where not.
TEST(WorkbookWriter, WritesWhatReadsBackEqual) {
  const Model model = read_yaml_text(joints, "m");
  const WrittenModel written = write_workbook(model);
  EXPECT_EQ(told(written.notes), "");
  const ModelText text = read_workbook(written.content, "b.xlsx");
  EXPECT_EQ(told(text.notes), "");
  EXPECT_TRUE(model_of(text) == model) << text.text;
  EXPECT_EQ(write_workbook(model).content, written.content) << "the same bytes each time";
}

TEST(WorkbookWriter, BooksOfTheThesisReadBackEqual) {
  for (const std::string name : {"A01_simple_pendulum", "A04_bricard"}) {
    const std::string path = source_dir + "/../shared/reference/thesis/" + name + "/model.xlsx";
    if (!std::ifstream(path)) GTEST_SKIP() << path << " is not beside the checkout";
    Model model = read_model(path);
    model.name = "b";
    EXPECT_TRUE(again(model) == model) << name;
  }
}

// Springs, drivers, loads, turned bodies, products of inertia: another text, the same motion.
TEST(WorkbookWriter, MovesAsTheModelDoes) {
  const Model model = read_yaml_text(R"yaml(bricard: 1
parameters: {w: 3, k: 200}
gravity: [0, -9.81, 0]
bodies:
  wheel: {mass: 1, inertia: [0.1, 0.1, 0.2], position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: 0.4}}
  bob:   {mass: 2, inertia: {xx: 0.3, yy: 0.2, zz: 0.25, xy: 0.05, yz: -0.02}, position: [1, -0.5, 0.2],
          orientation: {euler_xyz: [0.1, 0.2, 0.3]}}
joints:
  shaft: {type: revolute, bodies: [wheel, ground], at: [0, 0, 0], axis: [0, 0, 1]}
  ball:  {type: spherical, bodies: [wheel, bob], at: [0.5, 0, 0]}
drivers:
  motor: {joint: shaft, angle: "0.2*sin(w*t) + if(t < 0.5, 0, (t - 0.5)^3)"}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [2, 0, 0]}, to: {body: bob, at: [1, -0.5, 0.2]}, stiffness: k, damping: 2}
  stop:   {type: spring_damper, from: {body: ground, at: [2, 1, 0]}, to: {body: bob, at: [1, -0.5, 0.2]}, force: "-30*max(1.6 - length, 0)"}
  push:   {type: force, body: bob, at: [1, -0.5, 0.4], components: [0, "3*cos(w*t)", 1]}
analysis: {type: dynamics, duration: 1, output_step: 0.1}
)yaml",
                                     "m");
  const WrittenModel written = write_workbook(model);
  EXPECT_TRUE(has(told(written.notes), "axes are turned to the principal ones of the inertia: bob"));
  EXPECT_TRUE(has(told(written.notes), "one element becomes several: spring"));
  const Results ours = run(model), theirs = run(model_of(read_workbook(written.content, "b.xlsx")));
  ASSERT_EQ(ours.rows(), theirs.rows());
  for (const char* column : {"wheel.e3", "bob.x", "bob.y", "bob.z", "bob.vx"}) {
    const std::vector<double> a = ours.series(column), b = theirs.series(column);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-7) << column << ' ' << i;
  }
}

TEST(WorkbookWriter, RefusesByNameWhatItCannotHold) {
  const std::string faults = faults_of(R"(bricard: 1
gravity: [0, 1, 1]
bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints:
  gear_1: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], friction: {sliding: 0.2, radius: 0.1}}
  weld:   {type: fixed, bodies: [a, b], at: [0, 0, 0]}
  turned: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], initial: {angle: 0.2}}
forces:
  brake: {type: joint_force, joint: gear_1, torque: 1}
  rope:  {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: a, at: [1, 0, 0]}, force: "2*a.x"}
states: {s: {initial: 1, derivative: "-s"}}
)");
  for (const char* where : {"gravity: ", "joints.gear_1.friction: ", "joints.weld: a workbook has no joint of the type `fixed`",
                            "joints.turned.initial.angle: ", "forces.brake: ", "forces.rope.force: ", "states.s: "})
    EXPECT_TRUE(has(faults, where)) << where << '\n' << faults;
}

// MATLAB's text of an expression means what the expression means: from_matlab is tested by itself.
TEST(MatlabText, MeansTheSame) {
  Model model;
  model.parameters.push_back({"k", 1.7});
  for (const std::string text : {"-t^2 - (t - 3)*2/(t + 1)/k", "2^-t^2", "(-t)^2", "if(t > 1 and not t > 2, sin(t), mod(t, 0.3))",
                                 "step(t, 0, 1, 2, 5)", "sind(30*t) + atan2(t, k) - log10(t + 1)", "t - (1 - (2 - t))",
                                 "max(min(t, 2), abs(-t - 1))*sign(t - 1)", "exp(-k*t)*cosh(t)"}) {
    const auto expression = workbook::of_one(text, "t", model);
    ASSERT_TRUE(expression) << text;
    const auto matlab = workbook::matlab_text(*expression, "t");
    ASSERT_TRUE(matlab) << text;
    const auto read = workbook::of_one(from_matlab(*matlab, "t").text, "t", model);
    ASSERT_TRUE(read) << *matlab;
    std::vector<double> scratch;
    for (double t = 0.05; t < 4; t += 0.31) {
      const std::array<double, 1> at{t};
      EXPECT_NEAR(expression->evaluate<double>(at, scratch), read->evaluate<double>(at, scratch), 1e-13)
          << text << " = " << *matlab;
    }
  }
  EXPECT_FALSE(workbook::of_one("k*x", "t", model));
}

TEST(WorkbookWriter, TheTemplateIsAModelThatSaysWhatItMeans) {
  const ModelText text = read_workbook(blank_workbook(), "team.xlsx");
  EXPECT_EQ(told(text.notes), "");
  EXPECT_TRUE(model_of(text).bodies.empty());
  EXPECT_TRUE(has(text.text, "units: {length: mm}"));
  // A word that the sheet does not know is a fault with its cell.
  std::string lines =
      "SimParam!D3 1\nSimParam!D4 0.1\nSimParam!D5 'Dyn'\nSimParam!D8 'SI'\nSimParam!G4 'Angles' 'degs'\nBodies!C4 0 0 0\n"
      "Joints!B4 'Ground' - 1\n";
  try {
    read_workbook(book_of(lines), "b.xlsx");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "SimParam!H4: `degs` is none of rad, deg; did you mean `deg`?")) << error.what();
  }
}

// All parts but the three lists are as they were; results can be put into a copy that has some already.
TEST(ResultsInto, LeavesTheOtherPartsAsTheyAre) {
  const std::vector<std::string> kept{"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/styles.xml"};
  std::string book = write_workbook(read_yaml_text(joints, "m")).content;
  book = archive_with(book, {{"docProps/core.xml", "<odd />\n"}});
  const TableForSheet table = table_for_sheet("t,rod.x,rod.y\n0,1,2\n0.5,nan,4\n", {"s", "mm", "mm"});
  const auto charts = charts_for_sheet(table, {}, {"rod"});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].columns, (std::vector<int>{1, 2}));
  std::string made = with_results(book, "b.xlsx", table, charts);
  made = with_results(made, "b.xlsx", table, charts);
  Archive before(book, "a"), after(made, "b");
  for (const std::string& part : kept) EXPECT_EQ(before.part(part), after.part(part)) << part;
  EXPECT_EQ(after.part("docProps/core.xml"), "<odd />\n");
  const std::string list = *after.part("xl/workbook.xml");
  EXPECT_EQ(list.find("\"Results\""), list.rfind("\"Results\"")) << "once: " << list;
  const Book read = read_book(made, "b.xlsx");
  const Sheet* const sheet = read.find("Results");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(sheet->at(1, "B").text, "rod.x [mm]");
  EXPECT_EQ(sheet->at(3, "C").number, 4);
  EXPECT_TRUE(sheet->at(3, "B").is_empty()) << "no number";
  EXPECT_TRUE(model_of(read_workbook(made, "b.xlsx")) == read_yaml_text(joints, "m"));
}

}  // namespace
}  // namespace bricard
