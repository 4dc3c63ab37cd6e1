// Workbooks of ours, made in the tests; those of the thesis: verification/workbook_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/test_corpus.hpp"
#include "bricard/io/settings.hpp"
#include "bricard/io/workbook/formula.hpp"
#include "bricard/io/workbook/fuzz_workbook.hpp"
#include "bricard/io/workbook/workbook_reader.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

std::string lines_of(const std::string& name) {
  std::ifstream file(source_dir + "/bricard/io/corpus/workbook/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

ModelText translated(const std::string& lines, const ReadingWishes& wishes = {}) {
  return read_workbook(book_of(lines), "b.xlsx", wishes);
}
Model model_of(const std::string& lines) { return read_yaml_text(translated(lines).text, "b.xlsx"); }

std::string faults_of(const std::string& bytes) {
  try {
    read_workbook(bytes, "b.xlsx");
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}
std::string faults_of_lines(const std::string& lines) { return faults_of(book_of(lines)); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
bool tells(const ModelText& text, const std::string& part) {
  return std::any_of(text.notes.begin(), text.notes.end(), [&](const std::string& note) { return has(note, part); });
}

const std::string pendulum = lines_of("pendulum.txt");

TEST(Workbook, ReadsWhatStandsInItsCells) {
  const Model model = model_of(pendulum);
  ASSERT_EQ(model.bodies.size(), 1u);
  const Body& rod = model.bodies[0];
  EXPECT_EQ(rod.name, "Rod");
  EXPECT_EQ(rod.mass, 2);
  EXPECT_EQ(rod.inertia.matrix(1, 1), 0.17);
  EXPECT_EQ(rod.position->at, Vector3(0.5, 0, 0));
  EXPECT_FALSE(rod.velocity);  // zeros everywhere: it starts at rest, as far as drivers let it
  ASSERT_EQ(rod.geometry.size(), 1u);
  EXPECT_EQ(rod.geometry[0].to->at, Vector3(1, 0, 0));
  ASSERT_EQ(model.joints.size(), 1u);
  EXPECT_EQ(model.joints[0].name, "Pivot");
  EXPECT_EQ(model.joints[0].bodies, (std::array<std::string, 2>{"ground", "Rod"}));
  EXPECT_EQ(model.gravity, Vector3(0, -9.81, 0));
  EXPECT_EQ(model.sensors[1].name, "Tip");
  EXPECT_EQ(model.outputs[0].value.text, "Rod.x");  // SimParam wants the position of body 2
  EXPECT_EQ(model.analysis->type, "dynamics");
  EXPECT_EQ(model.analysis->output_step, 0.01);
}

// All at once, each with its cell.
TEST(Workbook, TellsAllTenFaults) {
  const std::string faults = faults_of_lines(lines_of("ten_faults.txt"));
  for (const char* const each :
       {"SimParam!D3: expected a number, the time to run; found the text `long`",
        "SimParam!D5: expected the type of simulation, Kin or Dyn; found the text `Static`",
        "SimParam!D8: expected the units SI, MKS or MMKS; found the text `inch`",
        "Bodies!S5: expected a number, the mass; found the text `2,5`; the number is stored as a text",
        "Bodies!T5: a moment of inertia is negative: -1",
        "Joints!B3: the type `Revolut` is not known; did you mean `Revolute`? An empty cell switches the row off",
        "Joints!E4: body 9 is not defined; the sheet Bodies ends at 2",
        "Joints!K5: expected a number, the axis; the formula gave `#REF!`",
        "Joints_Drivers!I3: the function `@(t) 0.2*t + bump(t)` is not understood: `bump` is neither the argument `t` nor a "
        "function that is known, at character",
        "Force_Elements!M4: neither a coefficient nor a function is given"})
    EXPECT_TRUE(has(faults, each)) << each << "\n" << faults;
  EXPECT_EQ(std::count(faults.begin(), faults.end(), '\n') + (faults.ends_with('\n') ? 0 : 1), 10) << faults;
}

TEST(Workbook, NamesWhatIsMissing) {
  EXPECT_TRUE(has(faults_of_lines("Bodies!C4 0 0 0\nJoints!B2 'Ground' - 1\n"),
                  "the workbook has no sheet of this name; it has Bodies, Joints"));
  EXPECT_TRUE(
      has(faults_of_lines("SimParam!D3 1\nbodies!C4 0 0 0\n"), "did you mean `bodies`? The name must be exactly `Bodies`"));
  EXPECT_TRUE(has(faults_of_lines(pendulum + "Joints!B3 'Revolute' - 2 2 0 0 0 0 0 1\n"), "Joints!E3: both bodies are body 2"));
  EXPECT_TRUE(has(faults_of_lines(pendulum + "Joints!B3 'Revolute' - - 2 0 0 0 0 0 1\n"),
                  "Joints!D3: expected the number of a body; the cell is empty"));
  EXPECT_TRUE(has(faults_of_lines(pendulum + "PosProcessing!A3 7 'UAUFL'\nPosProcessing!G3 'UAUFL'\n"),
                  "PosProcessing!A3: point 7 is not defined"));
  EXPECT_TRUE(has(faults_of_lines(pendulum + "PosProcessing!A3 1 'UAUFM'\nPosProcessing!G3 'UAUFL'\n"),
                  "PosProcessing!B3: `UAUFM` is none of the names in G3:G38; did you mean `UAUFL`?"));
}

TEST(Workbook, RowsAreSwitchedOff) {
  const ModelText text = translated(pendulum + "Joints!B4 - 'spare' 1 2 0 0 0\nJoints!B5 'not now' - 1 2 0 0 0\n");
  EXPECT_TRUE(tells(text, "Joints!B4: the row has no type: it is switched off"));
  EXPECT_TRUE(tells(text, "Joints!B5: `not now` is no type: the row is switched off"));
  EXPECT_EQ(read_yaml_text(text.text, "b").joints.size(), 1u);
}

// The joints of two parts, constraints of one coordinate, names that occur twice.
TEST(Workbook, ReadsCompositeJoints) {
  const Model model = model_of(lines_of("composites.txt"));
  const auto joint = [&](const std::string& name) {
    return *std::find_if(model.joints.begin(), model.joints.end(), [&](const Joint& each) { return each.name == name; });
  };
  EXPECT_EQ(model.bodies[1].name, "A_body");
  EXPECT_EQ(joint("rod_1").kind->type, "spherical_spherical");
  EXPECT_EQ(joint("rod_1").at2->at, Vector3(1, 0, 0));
  EXPECT_EQ(joint("sph_rev_1").kind->type, "spherical_revolute");
  EXPECT_EQ(joint("sph_rev_1").axis2->axis, Vector3(0, 0, 1));
  EXPECT_EQ(joint("tra_rev_1").kind->type, "revolute_prismatic");
  EXPECT_EQ(joint("tra_rev_1").axis->axis, Vector3(0, 0, 1));   // of the hinge, on the first body: a point
  EXPECT_EQ(joint("tra_rev_1").axis2->axis, Vector3(1, 0, 0));  // of the slider, on the second: a vector
  ASSERT_EQ(model.constraints.size(), 2u);
  EXPECT_EQ(model.constraints[0].value->number, 1.5);
  EXPECT_EQ(model.constraints[1].kind->type, "expression");
  EXPECT_EQ(model.sensors[0].name, "UAUFL");
}

// Roles of points are the names of their sensors.
TEST(Workbook, KeepsRolesOfPoints) {
  const Model model = model_of(pendulum + "PosProcessing!A3 2 'UAUFL'\nPosProcessing!G3 'UAUFR'\nPosProcessing!G4 'UAUFL'\n");
  EXPECT_EQ(model.sensors[0].name, "Pin");
  EXPECT_EQ(model.sensors[1].name, "UAUFL");
}

// ---- what the file does not say
// ---------------------------------------------------------------------------------------------------

TEST(Workbook, ReadsAxesAsWhatTheyCanBe) {
  const auto axis = [](const std::string& row, const ReadingWishes& wishes = {}) {
    return read_yaml_text(translated(pendulum + "Joints!B3 'Revolute' 'Pivot' 1 2 " + row + '\n', wishes).text, "b")
        .joints[0]
        .axis->axis;
  };
  EXPECT_EQ(axis("2 3 0 2 3 0.1"), Vector3(0, 0, 0.1));  // a point above the joint
  EXPECT_EQ(axis("2 3 0 0 0 1"), Vector3(0, 0, 1));      // (-2, -3, 1) would be no axis that anyone draws
  EXPECT_EQ(axis("2 3 0 0 0 1", {"", "", "points"}), Vector3(-2, -3, 1));
  EXPECT_EQ(axis("2 3 0 2 3 0.1", {"", "", "vectors"}), Vector3(2, 3, 0.1));
  const ModelText told = translated(pendulum + "Joints!B3 'Revolute' - 1 2 2 3 0 0 0 1\n");
  EXPECT_TRUE(tells(told,
                    "Joints!I3:K3: read as a vector, axis (0, 0, 1): it is parallel to z, it has unit length; as a point, which "
                    "the schema says, the axis would be (-2, -3, 1)"));
  EXPECT_FALSE(tells(translated(pendulum), "--axes"));
  EXPECT_TRUE(has(faults_of_lines(pendulum + "Joints!B3 'Revolute' - 1 2 1 0 0 1 0 0\n"), "no fault"));  // (1, 0, 0) as a vector
  EXPECT_TRUE(
      has(faults_of_lines(pendulum + "Joints!B3 'Revolute' - 1 2 0 0 0 0 0 0\n"), "Joints!I3:K3: the axis has no direction"));
}

// A slider lies along its spring, the axes of a cross are perpendicular.
TEST(Workbook, ReadsAxesByStrutAndCross) {
  const ModelText strut = translated(pendulum + "Joints!B3 'Translation' - 1 2 1 1 0 1.2 1.6 0\n" +
                                     "Force_Elements!B4 'Spring' - 1 2 0.4 0.2 0 1 1 0 - 5\n");
  EXPECT_TRUE(tells(strut, "Joints!I3:K3: read as a vector, axis (1.2, 1.6, 0): it lies along the strut")) << strut.text;
  const Joint cross = model_of(pendulum + "Joints!B3 'Universal' - 1 2 3 5 6 0.3 0.4 0 -1.6 1.2 0\n").joints[0];
  EXPECT_EQ(cross.axis->axis, Vector3(0.3, 0.4, 0));
  EXPECT_EQ(cross.axis2->axis, Vector3(-1.6, 1.2, 0));
}

TEST(Workbook, TakesTheOrientationThatIsFilledIn) {
  const auto quaternion = [](const std::string& cells, const ReadingWishes& wishes = {}) {
    return read_yaml_text(translated(pendulum + cells, wishes).text, "b").bodies[0].orientation.quaternion;
  };
  const double s = std::sqrt(0.5);
  EXPECT_NEAR(quaternion("Bodies!O5 0 0 1 1.5707963267948966\n")[3], s, 1e-12);
  EXPECT_NEAR(quaternion("Bodies!O5 0 0 1 90\n")[3], s, 1e-12);  // no one turns by 14 turns: degrees
  EXPECT_TRUE(tells(translated(pendulum + "Bodies!O5 0 0 1 90\n"),
                    "Bodies!R4: the angles are read as degrees: the largest is 90 (--angles)"));
  EXPECT_NEAR(quaternion("Bodies!O5 0 0 1 90\n", {"", "rad", ""})[3], std::sin(45.0), 1e-12);
  EXPECT_NEAR(quaternion("Bodies!L5 0 0 1.5707963267948966\n")[3], s, 1e-12);
  // Without a unit in the header: the slender rod lies along x, so that it is turned by 1.5 degrees rather than 1.5 rad.
  EXPECT_NEAR(quaternion("Bodies!R2 'Rot Ang'\nBodies!O5 0 0 1 1.5\n")[3], std::sin(0.75 * 3.14159265358979 / 180), 1e-12);
  EXPECT_NEAR(quaternion("Bodies!F5 0.5 1 0 -0.5 0 0\n")[3], s, 1e-12);  // x axis through (0.5, 1, 0)
  // Both are filled: the rod is slender along its x, which only the Bryant angles leave along the way to its tip.
  const std::string both = "Bodies!L5 0.7 0 0 0 0 1 1.5707963267948966\n";
  EXPECT_NEAR(quaternion(both)[1], std::sin(0.35), 1e-12);
  EXPECT_NEAR(quaternion(both, {"axis_angle", "", ""})[3], s, 1e-12);
}

// Velocities that contradict the joints leave the zeros open; those that agree are kept.
TEST(Workbook, TakesZeroVelocitiesAsWhatTheyCanBe) {
  const ModelText turning = translated(pendulum + "Bodies!AB5 3\n");
  EXPECT_TRUE(tells(turning, "with the velocities as written the joint Joints!B3 comes apart"));
  const Body open = read_yaml_text(turning.text, "b").bodies[0];
  EXPECT_EQ(*open.angular_velocity, Vector3(0, 0, 3));
  EXPECT_FALSE(open.velocity);
  const ModelText whole = translated(pendulum + "Bodies!W5 0 1.5 0 0 0 3\n");
  EXPECT_FALSE(tells(whole, "comes apart"));
  EXPECT_EQ(*read_yaml_text(whole.text, "b").bodies[0].velocity, Vector3(0, 1.5, 0));
}

// ---- functions
// --------------------------------------------------------------------------------------------------------------------

TEST(Workbook, TranslatesFunctions) {
  const Model model = model_of(lines_of("functions.txt"));
  EXPECT_EQ(model.analysis->type, "kinematics");
  EXPECT_EQ(model.drivers[0].joint, "Pivot");
  EXPECT_EQ(model.drivers[0].prescribed.list[0].second.text, "0.2*sin(3*t)^2");
  EXPECT_TRUE(tells(translated(lines_of("functions.txt")),
                    "Joints_Drivers!K3: the second derivative as typed is not that of the function"));
  EXPECT_FALSE(tells(translated(lines_of("functions.txt")), "Joints_Drivers!J3"));
  EXPECT_EQ(model.forces.size(), 7u);
  const Model again = read_yaml_text(write_yaml(model), "again");
  EXPECT_TRUE(again == model);
}

// x^2 is a force there, though x is a length, and exp(x) knows no unit.
TEST(Workbook, FunctionsComputeWithPlainNumbers) {
  for (const char* const function : {"x^2", "exp(x)-1", "x", "3*sin(x)", "x*(x>0.1)", "-3"}) {
    const std::string end = " - '@(x) " + std::string(function) + "'\n";
    const Model model = model_of(pendulum + "Force_Elements!B4 'Spring' - 1 2 0 -1 0 1 0 0 0.5" + end +
                                 "Force_Elements!B9 'Damper' - 1 2 0 -1 0 1 0 0" + end +
                                 "Force_Elements!B14 'TSpring' - 1 2 0 0 0 0 0 1 1 0 0 1 0 0 - 0.2 '@(x) " + function + "'\n" +
                                 "Force_Elements!B19 'Actuator' - 1 2 0 -1 0 1 0 0 '@(x) " + function + "'\n");
    EXPECT_TRUE(validate(model).empty()) << function;
    EXPECT_EQ(model.forces.size(), 4u);
  }
}

// 2^3^2 is 64 in MATLAB and in a sheet, and -2^2 is 4 in a sheet.
TEST(Formula, KeepsWhatTheyMean) {
  const auto matlab = [](const std::string& text) { return from_matlab("@(x)" + text, "t").text; };
  EXPECT_EQ(matlab("2^3^2"), "(2^3)^2");
  EXPECT_EQ(matlab("-x^2"), "-t^2");
  EXPECT_EQ(matlab("2.*x./3.^x"), "2*t/3^t");
  EXPECT_EQ(matlab("x^-2"), "t^(-2)");
  EXPECT_EQ(matlab("(x>=1).*(x<2) + ~(x~=0)"), "(t >= 1)*(t < 2) + (not (t != 0))");
  EXPECT_EQ(matlab("1.5e-3*exp(-x)*cos(20*x)"), "1.5e-3*exp(-t)*cos(20*t)");
  EXPECT_EQ(matlab("x - (1 - x)"), "t - (1 - t)");
  EXPECT_EQ(matlab("log(x) + pi"), "log(t) + pi");
  EXPECT_EQ(from_matlab("  @( x ) 3 ;", "t").text, "3");
  for (const char* const wrong :
       {"@(t,x) 1", "0.1*t", "@t 1", "@(t) sin", "@(t) 2*(t", "@(t) t t", "@(t)", "@(t) [1 2]", "@(t) y"})
    EXPECT_FALSE(from_matlab(wrong, "t").fault.empty()) << wrong;
  const auto sheet = [](const std::string& text) {
    return from_sheet(text,
                      [](const std::string& cell) { return cell == "D6" ? std::optional<std::string>("roll") : std::nullopt; })
        .text;
  };
  EXPECT_EQ(sheet("-2^2"), "(-2)^2");
  EXPECT_EQ(sheet("SIN(RADIANS($D$6))*1200/2"), "sind(roll)*1200/2");
  EXPECT_EQ(sheet("(D6-5%)"), "roll - 5/100");
  EXPECT_EQ(sheet("D7+1"), "");
  EXPECT_EQ(sheet("Bodies!D6"), "");
}

// The sheet Motions: parameters and expressions of them.
TEST(Workbook, DrivesByTheSheetMotions) {
  const ModelText text = translated(lines_of("motions.txt"));
  const Model model = read_yaml_text(text.text, "b");
  EXPECT_EQ(model.units.length, "mm");
  EXPECT_EQ(model.analysis->type, "kinematics");
  EXPECT_TRUE(has(text.text, "displacement: \"heave - sind(pitch)*wheelbase/2\"")) << text.text;
  EXPECT_EQ(model.drivers[0].value->text, "200 + (displacement + wheel_speed*t)");  // the wheel stands at 200 mm
  EXPECT_EQ(model.joints[0].axis->axis, Vector3(1, 0, 0));                          // vectors
  EXPECT_TRUE(tells(text, "Bodies!F5:K5: no axes of a body"));
  const auto value = [&](const Overrides& set) {
    const Model varied = read_yaml_text(text.text, "b", "", set);
    for (const Parameter& each : varied.parameters)
      if (each.name == "displacement") return each.value;
    return 0.0;
  };
  EXPECT_NEAR(value({}), 10 - std::sin(2 * 3.14159265358979 / 180) * 750, 1e-9);
  EXPECT_NEAR(value({{"heave", "25"}, {"pitch", "0"}}), 25, 1e-12);
  // A cell that no longer fits its formula keeps its number, and is told.
  EXPECT_TRUE(
      tells(translated(lines_of("motions.txt") + "Motions!Q4 =D5~7\n"), "Motions!Q4: holds 7, but its formula `=D5` gives 10"));
}

TEST(Workbook, CountsADriverFromWhereItIsNearer) {
  const std::string slider = pendulum + "Joints!B3 'Translation' - 1 2 0 0 0 1 0 0\n";
  EXPECT_TRUE(has(translated(slider + "Joints_Drivers!B3 'Driver' - 2 1 1 0 0 '@(t) 0.5+t'\n").text, "value: \"0.5 + t\""));
  const ModelText way = translated(slider + "Joints_Drivers!B3 'Driver' - 2 1 1 0 0 '@(t) 0.1*cos(t)'\n");
  EXPECT_TRUE(has(way.text, "value: \"0.5 + (0.1*cos(t))\"")) << way.text;
  EXPECT_TRUE(tells(
      way, "Joints_Drivers!I3: the driver begins with 0.1 m along x and its body stands at 0.5: read as the way from there"));
}

// ---- hostile files
// ----------------------------------------------------------------------------------------------------------------

// A text of a cell stays in its comment, whatever ends a line in YAML; what is no UTF-8 does no harm.
TEST(Workbook, TextsOfCellsAreNoKeys) {
  for (const char* const end : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE6", "\xFF\xFE", "\xEF\xBB\xBF"}) {
    const ModelText text = translated(pendulum + "Joints!B4 'nothing" + end + "inputs: {u: 1}' - 1 2 0 0 0\n");
    EXPECT_TRUE(read_yaml_text(text.text, "b").inputs.empty()) << text.text;
    EXPECT_TRUE(has(text.text, "inputs: {u: 1}` is no type"));
  }
  EXPECT_TRUE(has(translated(pendulum + "Joints!B4 'Sph\xC3\xA9rique' - 1 2 0 0 0\n").text,
                  "# Joints!B4: `Sph\xC3\xA9rique` is no type"));
}

// A deflate stream of one literal and its copies, 258 bytes in 13 bits.
std::string zip_bomb(std::size_t copies) {
  std::string bytes;
  unsigned held = 0, bits = 0;
  const auto put = [&](unsigned code, int size, bool is_huffman) {
    for (int i = 0; i < size; ++i) {
      held |= ((code >> (is_huffman ? size - 1 - i : i)) & 1u) << bits++;
      if (bits == 8) bytes += static_cast<char>(held), held = bits = 0;
    }
  };
  put(1, 1, false), put(1, 2, false);  // the last block, fixed codes
  put(0x30 + ' ', 8, true);
  for (std::size_t i = 0; i < copies; ++i) put(0xC5, 8, true), put(0, 5, true);
  put(0, 7, true);
  return bytes + static_cast<char>(held);
}

TEST(Workbook, RefusesHostileFilesQuickly) {
  const auto start = std::chrono::steady_clock::now();
  const std::string workbook = "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Bodies\" r:id=\"r1\"/></sheets></workbook>";
  const std::string relations = "<Relationships><Relationship Id=\"r1\" Target=\"s.xml\"/></Relationships>";
  const auto with_sheet = [&](ZipPart sheet) {
    sheet.name = "xl/s.xml";
    return faults_of(zipped({{"xl/workbook.xml", workbook}, {"xl/_rels/workbook.xml.rels", relations}, std::move(sheet)}));
  };
  EXPECT_TRUE(has(with_sheet({"", zip_bomb(400'000), true, 103'200'001}), "would be 103 MB, and more than 64 MB are not read"));
  EXPECT_TRUE(has(with_sheet({"", zip_bomb(400'000), true, 1000}), "the part `xl/s.xml`"))
      << with_sheet({"", zip_bomb(400'000), true, 1000});
  std::string entities = "<!DOCTYPE w [<!ENTITY a \"aaaaaaaaaa\">";
  for (char c = 'b'; c < 'k'; ++c)
    entities += std::string("<!ENTITY ") + c + " \"&" + std::string(1, static_cast<char>(c - 1)) + ";&" +
                static_cast<char>(c - 1) + ";\">";
  EXPECT_TRUE(has(with_sheet({"", entities + "]><worksheet>&j;</worksheet>"}), "declares a DOCTYPE, which no workbook has"));
  EXPECT_TRUE(has(faults_of(zipped({{"../../etc/passwd", "x"}})), "a part that points outside of it: `../../etc/passwd`"));
  EXPECT_TRUE(has(faults_of(zipped({{"/etc/passwd", "x"}})), "points outside"));
  EXPECT_TRUE(has(faults_of(zipped({{"a.txt", "x"}})), "is no workbook: it has no xl/workbook.xml"));
  EXPECT_TRUE(has(faults_of(zipped(std::vector<ZipPart>(6000, {"x", ""}))), "has 6000 parts"));
  EXPECT_TRUE(has(faults_of("\xD0\xCF\x11\xE0 old"), "an encrypted workbook, or one in the old binary format"));
  const std::string book = book_of(pendulum);
  EXPECT_TRUE(has(faults_of(book.substr(0, book.size() / 2)), "the zip archive is damaged"));
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_TRUE(has(with_sheet({"", deep}), "is not XML"));
  std::string rows = "<worksheet><sheetData>";  // a million rows, most of them beyond every schema
  for (int i = 1; i <= 1'000'000; ++i) rows += "<row r=\"" + std::to_string(10 * i) + "\"><c><v>1</v></c></row>";
  EXPECT_TRUE(has(with_sheet({"", rows + "</sheetData></worksheet>"}), "no sheet of this name"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Corpus, OfWorkbooks) { Corpus("bricard/io/corpus/workbook", broken_by::workbook).expect_unbroken(9, 2000); }

}  // namespace
}  // namespace bricard
