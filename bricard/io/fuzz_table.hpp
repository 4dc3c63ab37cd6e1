// CSV files that a model names, as a table, as columns, as a grid and as the path of a driver: they read to a Model that can be written and read back,
// or to an Error with a place.
#pragma once
#include <string>

#include "bricard/core/test_scratch.hpp"
#include "bricard/io/fuzz_yaml.hpp"

namespace bricard::broken_by {

inline std::string table(const std::string& bytes) {
  static const ScratchFolder folder("table");
  folder.write("data.csv", bytes);
  const std::string as_table = "bricard: 1\ntables: {d: {file: data.csv, units: [mm, kN], interpolation: akima}}\n";
  const std::string as_path =
      "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
      "joints: {J: {type: planar, axis: [0, 0, 1], bodies: [ground, b], at: [0, 0, 0]}}\n"
      "drivers: {move: {joint: J, path: data.csv}}\n";
  const std::string as_columns = "bricard: 1\ntables: {d: {file: data.csv, columns: {x: a, y: b}}}\n";
  const std::string as_grid = "bricard: 1\ntables: {d: {grid: data.csv, units: [mm, 1, kN], interpolation: spline}}\n";
  return yaml(as_table, folder.path()) + yaml(as_path, folder.path()) + yaml(as_columns, folder.path()) +
         yaml(as_grid, folder.path());
}

}  // namespace bricard::broken_by
