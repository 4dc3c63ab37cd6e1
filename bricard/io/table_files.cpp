#include "bricard/io/table_files.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/data_file.hpp"
#include "bricard/io/reading.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_points = 1'000'000;

// The unit that counts, of a header and of the table; nothing, and a fault, where they contradict each other.
std::optional<TableUnit> agreed(const DataFile& file, const DataHeader& header, const TableUnit& given, int line, int column) {
  if (!header.unit) return given;
  const TableUnit told{header.unit, std::string(header.unit_text)};
  if (!given.unit) return told;
  const bool same = header.unit->dimension == given.unit->dimension &&
                    std::abs(header.unit->factor - given.unit->factor) <= threshold::as_written * std::abs(given.unit->factor);
  if (same) return told;
  file.wrong(line, column,
             "the header tells the unit " + quoted(told.text) + ", but the table has `units` with " + quoted(given.text),
             "leave `units` out, or correct one of them");
  return {};
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 8); ++i) text += (i ? ", " : "") + quoted(names[i]);
  return names.size() > 8 ? text + " and " + std::to_string(names.size() - 8) + " more" : text;
}

bool add_point(const DataFile& file, int line, int column, double x, double y, Table& table) {
  if (table.points.size() == most_points) return file.wrong(line, 1, "the table has more than a million points");
  if (!table.points.empty() && !(x > table.points.back()[0]))
    return file.wrong(line, column, "x must rise: " + to_text(x) + " does not exceed the x before it");
  table.points.push_back({x, y});
  return true;
}

bool enough(const DataFile& file, int line, const Table& table) {
  if (table.points.size() >= 2) return true;
  return file.wrong(line, 1, "a table needs at least two points, found " + std::to_string(table.points.size()));
}

}  // namespace

double table_factor(const ValueReader& values, const std::optional<Unit>& unit) {
  return unit ? unit->factor / values.units().factor(unit->dimension) : 1;
}

void keep_unit(const ValueReader& values, const TableUnit& unit, std::size_t axis, Table& table) {
  if (unit.unit) table.units[axis] = unit_of(unit.unit->dimension, values.units());
}

bool read_points(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table) {
  for (std::size_t k = 0; k < 2; ++k) keep_unit(values, units[k], k, table);
  values.reading().note(where, node);
  if (!node.is_sequence()) {
    values.reading().fault(node, where, "expected a list of points [x, y], found " + describe(node));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& point = node.items[i];
    const std::string inner = where + '[' + std::to_string(i) + ']';
    values.reading().note(inner, point);
    if (!point.is_sequence() || point.items.size() != 2) {
      values.reading().fault(point, inner, "expected a point [x, y], found " + describe(point));
      good = false;
      continue;
    }
    std::array<double, 2> xy{};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto value =
          values.table_number(point.items[k], inner + '[' + std::to_string(k) + ']', units[k].unit, table.units[k]);
      if (value) xy[k] = *value;
      good = good && value;
    }
    table.points.push_back(xy);
  }
  return good;
}

bool read_two_columns(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table) {
  const auto file = DataFile::open(values, node, where);
  if (!file) return false;
  std::array<double, 2> factors{table_factor(values, units[0].unit), table_factor(values, units[1].unit)};
  for (std::size_t k = 0; k < 2; ++k) keep_unit(values, units[k], k, table);
  int last = 0;
  const bool good = file->for_each_line([&](const DataLine& line) {
    last = line.number;
    std::vector<std::optional<double>> row;
    for (const DataCell& cell : line.parts()) row.push_back(cell.number());
    if (table.points.empty() && !row.empty() && !row[0]) {  // a heading: the last one counts
      const std::vector<DataCell> cells = line.own_cells();
      for (std::size_t k = 0; cells.size() == 2 && k < 2; ++k) {
        const auto unit = agreed(*file, data_header(cells[k].text), units[k], line.number, cells[k].column);
        if (!unit) return false;
        factors[k] = table_factor(values, unit->unit);
        keep_unit(values, *unit, k, table);
      }
      return true;
    }
    if (row.size() != 2 || !row[0] || !row[1])
      return file->wrong(line.number, 1, "expected two numbers, found " + quoted(line.text),
                         "name two of several columns by `columns: {x: , y: }`, or read a surface by `grid`");
    return add_point(*file, line.number, 1, *row[0] * factors[0], *row[1] * factors[1], table);
  });
  return good && enough(*file, last, table);
}

bool read_named_columns(ValueReader& values, const Node& path, const Node& columns, const std::string& where,
                        const TableUnits& units, Table& table) {
  if (!check_keys(values.reading(), columns, where + ".columns", {"x", "y"})) return false;
  std::array<std::string, 2> wanted;
  for (std::size_t k = 0; k < 2; ++k) {
    const char* const key = k == 0 ? "x" : "y";
    const Node* name = columns.find(key);
    if (!name || name->is_null()) {
      values.reading().fault(columns, where + ".columns", "the key `" + std::string(key) + "` is missing",
                             "the names of two columns: {x: speed, y: torque}");
      return false;
    }
    const auto text = values.text(*name, where + ".columns." + key);
    if (!text) return false;
    wanted[k] = *text;
  }
  const auto file = DataFile::open(values, path, where + ".file");
  if (!file) return false;
  std::array<std::size_t, 2> at{};
  std::array<double, 2> factors{1, 1};
  std::size_t size = 0;
  int last = 0;
  const auto read_header = [&](const DataLine& line) {
    std::vector<std::string> names;
    for (const DataCell& cell : line.cells) names.emplace_back(data_header(cell.text).name);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto find = [&](const auto& name_of) {
        return std::find_if(line.cells.begin(), line.cells.end(),
                            [&](const DataCell& cell) { return name_of(data_header(cell.text)) == wanted[k]; });
      };
      auto found = find([](const DataHeader& header) { return header.whole; });
      const bool by_whole = found != line.cells.end();
      if (!by_whole) found = find([](const DataHeader& header) { return header.name; });
      const std::string key = where + ".columns." + (k == 0 ? "x" : "y");
      if (found == line.cells.end()) {
        const std::string near = did_you_mean(wanted[k], names);
        values.reading().fault(*columns.find(k == 0 ? "x" : "y"), key,
                               "the file " + quoted(path.text) + " has no column " + quoted(wanted[k]),
                               near.empty() ? "it has " + listed(names) : near);
        return false;
      }
      const DataHeader header = data_header(found->text);
      if (std::count(names.begin(), names.end(), std::string(header.name)) > 1 && !by_whole)
        return file->wrong(line.number, found->column, "two columns are named " + quoted(header.name));
      if (!header.unit_text.empty() && !header.unit && !by_whole)
        return file->wrong(line.number, found->column, "unknown unit " + quoted(header.unit_text) + " in the header",
                           "write a unit as in the model file, or name the column by its whole header");
      const auto unit = agreed(*file, header, units[k], line.number, found->column);
      if (!unit) return false;
      at[k] = static_cast<std::size_t>(found - line.cells.begin());
      factors[k] = table_factor(values, unit->unit);
      keep_unit(values, *unit, k, table);
    }
    size = line.cells.size();
    return true;
  };
  const bool good = file->for_each_line([&](const DataLine& line) {
    last = line.number;
    if (size == 0) return read_header(line);
    std::array<double, 2> xy{};
    for (std::size_t k = 0; k < 2; ++k) {
      const DataCell cell = at[k] < line.cells.size() ? line.cells[at[k]] : DataCell{"", 1};
      const auto number = cell.number();
      if (!number)
        return file->wrong(line.number, cell.column,
                           "expected a number in the column " + quoted(wanted[k]) + ", found " + quoted(cell.text));
      xy[k] = *number * factors[k];
    }
    return add_point(*file, line.number, line.cells[at[0]].column, xy[0], xy[1], table);
  });
  return good && enough(*file, last, table);
}

namespace {

// Rows of numbers, the first without its corner, to a grid; `fault(row, column, what)` is told where something is wrong.
template <class Fault>
bool make_grid(const std::vector<std::vector<double>>& rows, TableGrid& grid, const Fault& fault) {
  if (rows.size() < 3 || rows[0].size() < 2)
    return fault(0, 0, "a grid needs at least two numbers in its first row and two further rows");
  grid.x = rows[0];
  for (std::size_t i = 1; i < grid.x.size(); ++i)
    if (!(grid.x[i] > grid.x[i - 1]))
      return fault(0, i + 1, "x must rise along the first row: " + to_text(grid.x[i]) + " does not");
  for (std::size_t j = 1; j < rows.size(); ++j) {
    if (rows[j].size() != grid.x.size() + 1)
      return fault(j, 0,
                   "expected " + std::to_string(grid.x.size() + 1) + " numbers, y and a value for every x, found " +
                       std::to_string(rows[j].size()));
    if (j > 1 && !(rows[j][0] > grid.y.back()))
      return fault(j, 0, "y must rise down the first column: " + to_text(rows[j][0]) + " does not");
    grid.y.push_back(rows[j][0]);
    grid.values.insert(grid.values.end(), rows[j].begin() + 1, rows[j].end());
  }
  return true;
}

bool read_grid_file(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, TableGrid& grid) {
  const auto file = DataFile::open(values, node, where);
  if (!file) return false;
  const double to_x = table_factor(values, units[0].unit), to_y = table_factor(values, units[1].unit),
               to_value = table_factor(values, units[2].unit);
  std::vector<std::vector<double>> rows;
  std::vector<int> numbers;
  std::size_t count = 0;
  const bool read = file->for_each_line([&](const DataLine& line) {
    std::vector<double>& row = rows.emplace_back();
    numbers.push_back(line.number);
    // Where blanks separate, a corner may be left out: then the first row has one cell less than the others.
    for (std::size_t i = rows.size() == 1 ? 1 : 0; i < line.cells.size(); ++i) {
      const auto number = line.cells[i].number();
      if (!number)
        return file->wrong(line.number, line.cells[i].column, "expected a number, found " + quoted(line.cells[i].text));
      row.push_back(*number * (rows.size() == 1 ? to_x : i == 0 ? to_y : to_value));
    }
    count += row.size();
    return count <= most_points || file->wrong(line.number, 1, "the grid has more than a million numbers");
  });
  return read && make_grid(rows, grid, [&](std::size_t row, std::size_t, std::string what) {
           return file->wrong(numbers.empty() ? 1 : numbers[row], 1, std::move(what));
         });
}

}  // namespace

bool read_grid(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table) {
  values.reading().note(where, node);
  TableGrid& grid = table.grid.emplace();
  for (std::size_t axis = 0; axis < 3; ++axis) keep_unit(values, units[axis], axis, table);
  if (node.is_scalar()) return read_grid_file(values, node, where, units, grid);
  const std::string expected = "[[0, x1, x2, ..], [y1, v11, v12, ..], ..] or the path of a CSV file";
  if (!node.is_sequence()) {
    values.reading().fault(node, where, "expected rows of a grid, found " + describe(node), expected);
    return false;
  }
  std::vector<std::vector<double>> rows;
  bool good = true;
  for (std::size_t j = 0; j < node.items.size(); ++j) {
    const Node& row = node.items[j];
    const std::string inner = where + '[' + std::to_string(j) + ']';
    values.reading().note(inner, row);
    if (!row.is_sequence()) {
      values.reading().fault(row, inner, "expected a row of numbers, found " + describe(row), expected);
      return false;
    }
    rows.emplace_back();
    for (std::size_t i = j == 0 ? 1 : 0; i < row.items.size(); ++i) {
      const std::size_t axis = j == 0 ? 0 : i == 0 ? 1 : 2;
      const auto value =
          values.table_number(row.items[i], inner + '[' + std::to_string(i) + ']', units[axis].unit, table.units[axis]);
      rows.back().push_back(value.value_or(0));
      good = good && value;
    }
  }
  return good && make_grid(rows, grid, [&](std::size_t row, std::size_t column, std::string what) {
           const std::string inner = node.items.empty() ? where : where + '[' + std::to_string(row) + ']';
           const Node* at = node.items.empty() ? &node : &node.items[row];
           if (column > 0) at = &at->items[column];
           values.reading().fault(*at, inner, std::move(what), expected);
           return false;
         });
}

}  // namespace bricard
