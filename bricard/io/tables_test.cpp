// Tables from files: two columns, columns by their names, units in headers, grids; and what is said where something is wrong.
#include <gtest/gtest.h>

#include <numbers>

#include "bricard/core/test_scratch.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {
namespace {

class TableFiles : public testing::Test {
 protected:
  const ScratchFolder folder{"tables_test"};

  Model read(const std::string& text) const { return read_model(folder.write("m.bricard.yaml", "bricard: 1\n" + text).string()); }
  // "file:line:column: what; hint" of the first fault.
  std::string fault(const std::string& text) const {
    try {
      read(text);
    } catch (const Error& error) {
      const Fault& first = error.faults()[0];
      return std::filesystem::path(first.place.file).filename().string() + ':' + std::to_string(first.place.line) + ':' +
             std::to_string(first.place.column) + ": " + first.what + (first.hint.empty() ? "" : "; " + first.hint);
    }
    return "";
  }
  using Points = std::vector<std::array<double, 2>>;
};

TEST_F(TableFiles, ColumnsAreFoundByTheirNamesAndCountInTheUnitsOfTheHeader) {
  folder.write("motor.csv", "time;note;speed [rpm];torque (N m)\n0;cold;0;10\n1;\"warm\";600;12.5\n2;;1200;9\n");
  const std::string table = "tables: {motor: {file: motor.csv, columns: {x: speed, y: torque}}}\n";
  const Model si = read(table);
  ASSERT_EQ(si.tables[0].points.size(), 3u);
  EXPECT_NEAR(si.tables[0].points[1][0], 20 * std::numbers::pi, 1e-12);  // 600 rpm in rad/s
  EXPECT_EQ(si.tables[0].points[1][1], 12.5);
  const Model mm = read("units: {length: mm, angle: deg}\n" + table);
  EXPECT_NEAR(mm.tables[0].points[1][0], 3600, 1e-9);   // deg/s
  EXPECT_NEAR(mm.tables[0].points[1][1], 12500, 1e-9);  // N mm
  // The whole header names a column too, and equal units may stand in both places.
  EXPECT_EQ(
      read("tables: {motor: {file: motor.csv, columns: {x: 'speed [rpm]', y: torque}, units: [rpm, Nm]}}\n").tables[0].points,
      si.tables[0].points);
  EXPECT_EQ(read(write_yaml(mm).substr(11)), mm);
}

TEST_F(TableFiles, FormsOfUnitsInHeaders) {
  const auto y = [&](const std::string& header, const std::string& more = "") {
    folder.write("d.csv", "x," + header + "\n0,0\n1,2\n");
    return read("tables: {d: {file: d.csv, columns: {x: x, y: force}" + more + "}}\n").tables[0].points[1][1];
  };
  EXPECT_EQ(y("force"), 2);
  EXPECT_EQ(y("force [kN]"), 2000);
  EXPECT_EQ(y("force (kN)"), 2000);
  EXPECT_EQ(y("force[kN]"), 2000);
  EXPECT_EQ(y("\"force [kN m]\""), 2000);
  EXPECT_EQ(y("force [kN·m]"), 2000);
  EXPECT_EQ(y("force [kN*m]"), 2000);
  EXPECT_EQ(y("force [-]"), 2);
  EXPECT_EQ(y("force [1]"), 2);
  EXPECT_EQ(y("force", ", units: [1, kN]"), 2000);
}

TEST_F(TableFiles, FaultsOfColumnsAreNamedWithTheirPlace) {
  folder.write("d.csv", "# measured\nspeed [rpm],torque [Nm],note,torque [kNm],power [hpp]\n0,10,a,1,2\n1,b,c,2,3\n");
  const auto of = [&](const std::string& columns) { return fault("tables: {d: {file: d.csv, columns: " + columns + "}}\n"); };
  EXPECT_EQ(of("{x: sped, y: note}"), "m.bricard.yaml:2:40: the file `d.csv` has no column `sped`; did you mean `speed`?");
  EXPECT_EQ(of("{x: speed, y: current}"),
            "m.bricard.yaml:2:50: the file `d.csv` has no column `current`; it has `speed`, `torque`, `note`, `torque`, `power`");
  EXPECT_EQ(of("{x: speed, y: torque}"), "d.csv:2:13: two columns are named `torque`");
  EXPECT_EQ(
      of("{x: speed, y: power}"),
      "d.csv:2:43: unknown unit `hpp` in the header; write a unit as in the model file, or name the column by its whole header");
  EXPECT_EQ(of("{x: speed, y: note}"), "d.csv:3:6: expected a number in the column `note`, found `a`");
  EXPECT_EQ(of("{x: speed, y: 'torque [Nm]'}"), "d.csv:4:3: expected a number in the column `torque [Nm]`, found `b`");
  EXPECT_EQ(of("{x: speed}"), "m.bricard.yaml:2:36: the key `y` is missing; the names of two columns: {x: speed, y: torque}");
  EXPECT_EQ(fault("tables: {d: {points: [[0, 0], [1, 1]], columns: {x: a, y: b}}}\n").substr(0, 60),
            "m.bricard.yaml:2:49: `columns` are those of a `file`; {file:");
  folder.write("e.csv", "speed [rpm],torque [Nm]\n0,1\n1,2\n");
  EXPECT_EQ(
      fault("tables: {d: {file: e.csv, columns: {x: speed, y: torque}, units: [rad/s, Nm]}}\n"),
      "e.csv:1:1: the header tells the unit `rpm`, but the table has `units` with `rad/s`; leave `units` out, or correct one "
      "of them");
  folder.write("f.csv", "speed,torque\n1,1\n1,2\n");
  EXPECT_EQ(fault("tables: {d: {file: f.csv, columns: {x: speed, y: torque}}}\n"),
            "f.csv:3:1: x must rise: 1 does not exceed the x before it");
}

TEST_F(TableFiles, TwoColumnsCountInTheUnitsOfTheirHeading) {
  folder.write("d.csv", "Damper of 2021\nspeed [mm/s], force (kN)\n-100, -1.5\n0 0\n200; 2\n");
  const Model model = read("tables: {d: {file: d.csv}}\n");
  EXPECT_EQ(model.tables[0].points, (Points{{-0.1, -1500}, {0, 0}, {0.2, 2000}}));
  EXPECT_EQ(fault("tables: {d: {file: d.csv, units: [m/s, kN]}}\n").substr(0, 46),
            "d.csv:2:1: the header tells the unit `mm/s`, b");
  folder.write("plain.csv", "speed, force\n-100, -1.5\n0, 0\n");
  EXPECT_EQ(read("tables: {d: {file: plain.csv}}\n").tables[0].points, (Points{{-100, -1.5}, {0, 0}}));
  folder.write("three.csv", "1,2,3\n4,5,6\n");
  EXPECT_EQ(fault("tables: {d: {file: three.csv}}\n"),
            "three.csv:1:1: expected two numbers, found `1,2,3`; name two of several columns by `columns: {x: , y: }`, or read a "
            "surface by `grid`");
}

TEST_F(TableFiles, GridsStandInTheFileOrBesideIt) {
  const Model model = read("tables: {map: {grid: [[0, 1, 2, 4], [10, 5, 6, 7], [20, 8, 9, 1 km]], units: [1, rpm, mm]}}\n");
  const TableGrid& grid = *model.tables[0].grid;
  EXPECT_EQ(grid.x, (std::vector<double>{1, 2, 4}));
  EXPECT_NEAR(grid.y[1], 20 * std::numbers::pi / 30, 1e-15);
  const std::vector<double> values{0.005, 0.006, 0.007, 0.008, 0.009, 1000};  // row by row; 1 km has its own unit
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_DOUBLE_EQ(grid.values[i], values[i]);
  EXPECT_EQ(read(write_yaml(model).substr(11)), model);
  folder.write("map.csv", "y \\ x;1;2;4\n10;5;6;7\n20;8;9;1000000\n");
  EXPECT_EQ(*read("tables: {map: {grid: map.csv, units: [1, rpm, mm]}}\n").tables[0].grid, grid);
  // In an expression of parameters: on the lines of the grid and between them.
  const Model used = read("parameters: {a: 'table(map, 2, 10)', b: 'table(map, 1.5, 15)'}\ntables: {map: {grid: map.csv}}\n");
  EXPECT_EQ(used.parameters[0].value, 6);
  EXPECT_EQ(used.parameters[1].value, (5 + 6 + 8 + 9) / 4.0);
}

TEST_F(TableFiles, FaultsOfGridsAreNamedWithTheirPlace) {
  const auto of = [&](const std::string& grid) { return fault("tables: {map: {grid: " + grid + "}}\n"); };
  EXPECT_EQ(of("[[0, 1], [1, 2], [2, 3]]").substr(0, 100),
            "m.bricard.yaml:2:23: a grid needs at least two numbers in its first row and two further rows; [[0, x");
  EXPECT_EQ(of("[[0, 1, 2], [1, 2, 3], [2, 3]]").substr(0, 90),
            "m.bricard.yaml:2:45: expected 3 numbers, y and a value for every x, found 2; [[0, x1, x2, ");
  EXPECT_EQ(of("[[0, 1, 1], [1, 2, 3], [2, 3, 4]]").substr(0, 72),
            "m.bricard.yaml:2:30: x must rise along the first row: 1 does not; [[0, x");
  EXPECT_EQ(of("[[0, 1, 2], [2, 2, 3], [1, 3, 4]]").substr(0, 68),
            "m.bricard.yaml:2:45: y must rise down the first column: 1 does not; ");
  EXPECT_EQ(of("[[0, 1, 2], [1, 2, 3], [2, 3, 4]], interpolation: akima"),
            "m.bricard.yaml:2:72: a grid has no akima interpolation; linear, or spline, which is smooth in both directions");
  EXPECT_EQ(of("[[0, 1, 2], [1, 2, 3], [2, 3, 4]], units: [m, N]").substr(0, 74),
            "m.bricard.yaml:2:64: expected the units of x, y and the value, found a lis");
  folder.write("map.csv", "corner,1,2\n1,2,3\n2,3,x\n");
  EXPECT_EQ(of("map.csv"), "map.csv:3:5: expected a number, found `x`");
  EXPECT_EQ(of("nowhere.csv").substr(0, 34), "m.bricard.yaml:2:22: there is no f");
  EXPECT_EQ(fault("tables: {map: {grid: [[0, 1, 2], [1, 2, 3], [2, 3, 4]]}}\noutputs: {a: 'table(map, t)'}\n"),
            "m.bricard.yaml:3:21: `map` is a surface over a grid; write `table(map, x, y)`");
  EXPECT_EQ(fault("tables: {map: {grid: [[0, 1, 2], [1, 2, 3], [2, 3, 4]]}}\nbodies: {b: {position: [0, 0, 0]}}\n"
                  "drivers: {d: {body: b, coordinate: x, value: 'table(map, t, 1)'}}\n"),
            "m.bricard.yaml:4:47: the table `map` is not smooth enough for a prescribed motion; give the table `interpolation: "
            "spline`");
}

// A part in other units: what its tables and its noise mean stays the same.
TEST_F(TableFiles, GridsAndNoiseOfAPartKeepTheirUnits) {
  folder.write("part.bricard.yaml",
               "bricard: 1\nunits: {time: ms, length: mm}\ntables: {map: {grid: [[0, 1, 2], [0, 10, 20], [1000, 30, 40]]}}\n"
               "outputs: {a: 'table(map, 1.5, t)', b: 'noise(3, 20)', c: 'noise(3, 20 ms)'}\n");
  const Model whole = read("subsystems: {p: {file: part.bricard.yaml}}\n");
  const Vocabulary vocabulary(whole);
  std::vector<double> columns(vocabulary.variables(), 0.0), scratch;
  columns[0] = 0.25;  // s
  EXPECT_NEAR(vocabulary.outputs()[0].evaluate<double>(columns, scratch), 15 + 0.25 * 20, 1e-12);
  EXPECT_EQ(vocabulary.outputs()[1].evaluate<double>(columns, scratch), normal_noise(12, 3));
  EXPECT_EQ(vocabulary.outputs()[2].evaluate<double>(columns, scratch), normal_noise(12, 3));
}

}  // namespace
}  // namespace bricard
