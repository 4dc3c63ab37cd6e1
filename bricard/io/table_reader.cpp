// Reads tables and paths: {points: [[x, y], ..]}, {file: d.csv}, {file: d.csv, columns: {x: , y: }}, {grid: }.
#include "bricard/io/table_reader.hpp"

#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/field_reader.hpp"
#include "bricard/io/table_files.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_points = 1'000'000;

// Of x and y, or of x, y and the value of a grid.
std::optional<TableUnits> read_units(ValueReader& values, const Node* node, const std::string& where, std::size_t count) {
  TableUnits units(count);
  if (!node) return units;
  const bool of_grid = count == 3;
  if (!node->is_sequence() || node->items.size() != count) {
    values.reading().fault(
        *node, where,
        std::string("expected the units of ") + (of_grid ? "x, y and the value" : "x and y") + ", found " + describe(*node),
        of_grid ? "for instance [rpm, 1, N*m]" : "for instance [mm/s, N]");
    return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string inner = where + '[' + std::to_string(i) + ']';
    const auto name = values.text(node->items[i], inner);
    if (!name) return std::nullopt;
    units[i].text = *name;
    units[i].unit = *name == "1" ? std::optional(Unit{}) : parse_unit(*name);
    if (units[i].unit) continue;
    values.reading().fault(node->items[i], inner, "unknown unit " + quoted(*name), nearest_unit(*name));
    return std::nullopt;
  }
  return units;
}

}  // namespace

std::optional<NumberTable> read_path(ValueReader& values, const Node& node, const std::string& where) {
  const auto path = values.file(node, where);
  if (!path) return std::nullopt;
  const auto wrong = [&](std::string what, std::string hint) {
    values.reading().fault(node, where, std::move(what), std::move(hint));
    return std::nullopt;
  };
  NumberTable table;
  try {
    table = read_csv(*path);
  } catch (const Error& error) {
    values.reading().spoil(where);
    for (Fault fault : error.faults()) {
      fault.where = where;
      values.reading().fault(std::move(fault));
    }
    return std::nullopt;
  }
  const std::string file = "the path " + quoted(node.text);
  const int t = table.column("t");
  const std::string columns = "its first line names the columns: t and the coordinates of the joint, as in t,x,y,z,rx,ry,rz";
  if (t < 0) return wrong(file + " has no column `t`", columns);
  for (const std::string& name : table.names) {
    const CoordinateKey* key = find_coordinate_key(name);
    if (name == "t" || (key && !key->is_rate)) continue;
    const std::string near = did_you_mean(name, names_of_coordinates(false));
    return wrong(file + " has a column " + quoted(name) + ", which is no coordinate of a joint", near.empty() ? columns : near);
  }
  if (table.rows() < 2) return wrong(file + " has one row", "a motion needs at least two");
  if (table.rows() > most_points) return wrong(file + " has more than a million rows", "");
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t c = 0; c < table.names.size(); ++c)
      if (!std::isfinite(table.at(row, c)))
        return wrong(file + " has no number for " + quoted(table.names[c]) + " in row " + std::to_string(row + 1), "");
    const auto column = static_cast<std::size_t>(t);
    if (row > 0 && !(table.at(row, column) > table.at(row - 1, column)))
      return wrong("t must rise in " + file.substr(4) + ": " + to_text(table.at(row, column)) + " in row " +
                       std::to_string(row + 1) + " does not exceed " + to_text(table.at(row - 1, column)) + " before it",
                   "");
  }
  return table;
}

std::optional<Table> read_table(ValueReader& values, const Node& node, const std::string& where) {
  Reading& reading = values.reading();
  if (!check_keys(reading, node, where, {"points", "file", "columns", "grid", "units", "interpolation", "extrapolation"}))
    return std::nullopt;
  const Node *points = node.find("points"), *file = node.find("file"), *grid = node.find("grid"), *columns = node.find("columns");
  const auto refuse = [&](const Node& at, std::string what, std::string hint = {}) {
    reading.fault(at, where, std::move(what), std::move(hint));
    return std::nullopt;
  };
  if ((points != nullptr) + (file != nullptr) + (grid != nullptr) != 1)
    return refuse(node, "a table needs one of `points`, `file` and `grid`");
  if (columns && !file)
    return refuse(*columns, "`columns` are those of a `file`", "{file: motor.csv, columns: {x: speed, y: torque}}");
  const auto units = read_units(values, node.find("units"), where + ".units", grid ? 3 : 2);
  Table table;
  bool good = units.has_value();
  const TableUnits known = units.value_or(TableUnits(grid ? 3 : 2));
  if (points && !points->is_null()) good = read_points(values, *points, where + ".points", known, table) && good;
  if (grid && !grid->is_null()) good = read_grid(values, *grid, where + ".grid", known, table) && good;
  if (file && !file->is_null() && columns)
    good = read_named_columns(values, *file, *columns, where, known, table) && good;
  else if (file && !file->is_null())
    good = read_two_columns(values, *file, where + ".file", known, table) && good;
  if (const Node* key = node.find("interpolation"))
    good = read(values, table.interpolation, *key, where + ".interpolation", {}) && good;
  if (const Node* key = node.find("extrapolation"))
    good = read(values, table.extrapolation, *key, where + ".extrapolation", {}) && good;
  return good ? std::optional(std::move(table)) : std::nullopt;
}

}  // namespace bricard
