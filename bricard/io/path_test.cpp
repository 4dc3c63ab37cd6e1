// Drivers along a path, from a CSV file: what they are made into, and what is said where the file or the driver is wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/model/references.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

class PathTest : public testing::Test {
 protected:
  PathTest() { fs::create_directories(folder_); }
  ~PathTest() override { fs::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(folder_ / "p.csv") << text; }
  Model read(const std::string& joint, const std::string& drivers, const std::string& head = "") const {
    return read_yaml_text("bricard: 1\n" + head +
                              "bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\njoints: {J: {type: " + joint +
                              ", bodies: [ground, b], at: [0, 0, 0]}}\ndrivers: " + drivers + "\n",
                          "m.yaml", folder_.string());
  }
  // The faults of a path with this file, or of these drivers.
  std::string faults(const std::string& csv, const std::string& joint = "spherical",
                     const std::string& drivers = "{move: {joint: J, path: p.csv}}") const {
    write(csv);
    try {
      read(joint, drivers);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_ = fs::canonical(fs::temp_directory_path()) / ("bricard_path_test_" + std::to_string(::getpid()));
};

void expect(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

TEST_F(PathTest, BecomesATableAndADriverForEachCoordinate) {
  write("# a comment\nt, x, y, angle\n0, 0, 0, 0\n\n0.5, 10, -2, 90\n1.5, 20, -8, 400\n");
  const Model model = read("planar, axis: [0, 0, 1]", "{move: {joint: J, path: p.csv}}", "units: {length: mm, angle: deg}\n");
  ASSERT_EQ(model.drivers.size(), 3u);
  ASSERT_EQ(model.tables.size(), 3u);
  EXPECT_EQ(model.drivers[2].name, "move.angle");
  EXPECT_EQ(model.drivers[2].joint, "J");
  ASSERT_NE(model.drivers[2].prescribed.find("angle"), nullptr);
  EXPECT_EQ(model.drivers[2].prescribed.find("angle")->text, "table(move.angle_of_t, t)");
  EXPECT_EQ(model.tables[2].points, (std::vector<std::array<double, 2>>{{0, 0}, {0.5, 90}, {1.5, 400}}));  // the file's units
  EXPECT_EQ(model.tables[2].interpolation, Interpolation::spline);
  EXPECT_EQ(read_yaml_text(write_yaml(model), "written"), model);
  EXPECT_EQ(read("planar, axis: [0, 0, 1]", "{move: {joint: J, path: p.csv, active: false}}").drivers[1].active, false);
}

TEST_F(PathTest, FaultsOfTheFileAreToldByName) {
  const std::string good = "t,rx,ry,rz\n0,0,0,0\n1,1,1,1\n";
  EXPECT_EQ(faults(good), "");
  expect(faults("t,rx,rz\n0,0,0\n1,1,1\n"), {"drivers.move.path", "`p.csv` has no column `ry`", "all coordinates of the joint"});
  expect(faults("rx,ry,rz\n0,0,0\n1,1,1\n"), {"has no column `t`", "t,x,y,z,rx,ry,rz"});
  expect(faults("t,rx,ry,rw\n0,0,0,0\n1,1,1,1\n"), {"column `rw`, which is no coordinate", "did you mean `rx`?"});
  expect(faults("t,rx,ry,rz\n0,0,0,0\n1,1,1,1\n1,2,2,2\n"), {"t must rise", "1 in row 3 does not exceed 1"});
  expect(faults("t,rx,ry,rz\n0,0,0,0\n"), {"has one row", "at least two"});
  expect(faults("t,rx,ry,rz\n"), {"p.csv", "has no rows"});
  expect(faults(""), {"p.csv", "has no rows"});
  expect(faults("t,rx,ry,rz\n0,0,0,0\n1,1,one,1\n"), {"p.csv:3:5", "a number is expected, found `one`"});
  expect(faults("t,rx,ry,rz\n0,0,0,0\n1,1,nan,1\n"), {"no number for `ry` in row 2"});
  expect(faults("t,rx,ry,rz\n0,0,0,0\n1,1,1\n"), {"p.csv:3", "3 values", "4 columns"});
  expect(faults("t,rx,ry,rz,rx_rate\n0,0,0,0,0\n1,1,1,1,1\n"), {"`rx_rate`, which is no coordinate"});
  expect(faults("t,rx,ry,rz,x\n0,0,0,0,0\n1,1,1,1,1\n"), {"a spherical joint has no `x`", "`rx`, `ry`, `rz`"});
  expect(faults(good, "spherical", "{move: {joint: J, path: q.csv}}"), {"q.csv", "cannot be read"});
}

TEST_F(PathTest, FaultsOfTheDriverAreToldByName) {
  const std::string plane = "t,x,y,angle\n0,0,0,0\n1,1,1,1\n", joint = "planar, axis: [0, 0, 1]";
  expect(faults(plane, joint, "{move: {joint: J, path: p.csv, angle: 3*t}}"),
         {"drivers.move.angle", "a driver along a path does not use `angle`"});
  expect(faults(plane, joint, "{move: {joint: J, path: p.csv}, turn: {joint: J, angle: 3*t}}"),
         {"drivers.turn", "the driver `move.angle` prescribes the same coordinate"});
  expect(faults(plane, joint, "{move: {body: b, path: p.csv}}"), {"drivers.move.body", "does not use `body`"});
  expect(faults(plane, joint, "{move: {path: p.csv}}"), {"the key `joint` is missing"});
  expect(faults(plane, joint, "{move: {joint: K, path: p.csv}}"), {"unknown joint `K`"});
  expect(faults(plane, joint, "{move: {joint: J, path: p.csv, activ: true}}"), {"unknown key `activ`", "did you mean `active`?"});
  expect(faults(plane, joint, "{move: {joint: J, pth: p.csv}}"), {"unknown key `pth`", "did you mean `path`?"});
}

// Names of coordinates that are misspelt, or are those of another joint.
TEST_F(PathTest, NamesOfCoordinatesAreCorrected) {
  expect(faults("", "spherical", "{d: {joint: J, rxx: 3*t}}"), {"unknown key `rxx`", "did you mean `rx`?"});
  expect(faults("", "spherical", "{d: {joint: J, angle: 3*t}}"), {"a spherical joint has no `angle`", "it has `rx`, `ry`, `rz`"});
  expect(faults("", "spherical, initial: {rx_rat: 2}", "{}"), {"unknown key `rx_rat`", "did you mean `rx_rate`?"});
  expect(faults("", "spherical, initial: {x_rate: 2}", "{}"), {"a spherical joint has no `x_rate`", "`rx`, `rx_rate`, `ry`"});
  expect(faults("", "spherical, initial: {ry: 90 deg}", "{}"), {"joints.J.initial.ry", "`ry` lies within ±90 deg"});
  expect(faults("", "spherical", "{d: {joint: J, ry: 2}}"), {"drivers.d.ry", "`ry` lies within ±90 deg"});
  expect(faults("", "spherical, initial: {rx: 1}", "{d: {joint: J, rx: 2}}"), {"is prescribed by a driver"});
  expect(faults("", "spherical", "{d: {joint: J, rx: 2, ry: 1}}"), {"a driver drives one coordinate"});
  expect(faults("", "spherical", "{d: {joint: J}}"), {"the driven coordinate is missing", "`rx`, `ry`, `rz`"});
  expect(faults("", "spherical", "{d: {joint: J, rx: 2 mm}}"), {"the unit `mm` is length, expected angle"});
}

}  // namespace
}  // namespace bricard
