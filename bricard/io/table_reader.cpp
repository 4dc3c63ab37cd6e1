// Reads tables and paths: {points: [[x, y], ..]} or {file: d.csv}.
#include "bricard/io/table_reader.hpp"

#include <cmath>
#include <filesystem>

#include "bricard/core/text.hpp"
#include "bricard/io/field_reader.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_points = 1'000'000;

using Factors = std::array<double, 2>;  // from the table's units to the file's

std::optional<Factors> read_units(ValueReader& values, const Node* node, const std::string& where) {
  Factors factors{1, 1};
  if (!node) return factors;
  if (!node->is_sequence() || node->items.size() != 2) {
    values.reading().fault(*node, where, "expected the units of x and y, found " + describe(*node), "for instance [mm/s, N]");
    return std::nullopt;
  }
  for (int i = 0; i < 2; ++i) {
    const std::string inner = where + '[' + std::to_string(i) + ']';
    const auto name = values.text(node->items[i], inner);
    const auto unit = name ? parse_unit(*name) : std::nullopt;
    if (name && !unit && *name != "1")
      values.reading().fault(node->items[i], inner, "unknown unit " + quoted(*name), nearest_unit(*name));
    if (!name || (!unit && *name != "1")) return std::nullopt;
    if (unit) factors[i] = unit->factor / values.units().factor(unit->dimension);
  }
  return factors;
}

bool read_points(ValueReader& values, const Node& node, const std::string& where, const Factors& factors, Table& table) {
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
    for (int k = 0; k < 2; ++k) {
      const Node& item = point.items[k];
      const auto value = values.number(item, inner + '[' + std::to_string(k) + ']', std::nullopt);
      const auto quantity = item.is_scalar() ? parse_quantity(item.text) : std::nullopt;
      const bool has_unit = quantity && quantity->unit;  // it is in the file's units already
      if (value) xy[k] = *value * (has_unit ? 1 : factors[k]);
      good = good && value;
    }
    table.points.push_back(xy);
  }
  return good;
}

// Two numbers per line, x rising, separated by a comma, a semicolon or blanks. Lines before the first number are headings; `#`
// starts a comment.
bool read_csv(ValueReader& values, const Node& node, const std::string& where, const Factors& factors, Table& table) {
  const auto found = values.file(node, where);
  if (!found) return false;
  const std::string& path = *found;
  std::string text;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    values.reading().fault(node, where, "there is no file " + quoted(path), "the path starts from the model file's folder");
    return false;
  }
  try {
    text = read_file(path);
  } catch (const Error& e) {
    values.reading().fault(node, where, e.faults().front().what + ": " + quoted(path));
    return false;
  }
  int line_number = 0;
  const auto wrong = [&](std::string what) {
    values.reading().spoil(where);
    values.reading().fault({{path, line_number, 1}, where, std::move(what), ""});
    return false;
  };
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    start = end + 1;
    ++line_number;
    line.erase(std::min(line.find('#'), line.size()));
    for (char& c : line)
      if (c == ',' || c == ';' || c == '\t' || c == '\r') c = ' ';
    std::vector<double> row;
    std::size_t at = line.find_first_not_of(' ');
    bool is_number = true;
    while (at != std::string::npos && is_number) {
      double number = 0;
      const std::size_t size = number_prefix(std::string_view(line).substr(at), number);
      is_number = size > 0 && std::isfinite(number) && (at + size == line.size() || line[at + size] == ' ');
      row.push_back(number);
      at = line.find_first_not_of(' ', at + size);
    }
    const bool is_heading = table.points.empty() && row.size() == 1 && !is_number;
    if (row.empty() || is_heading) continue;
    if (!is_number || row.size() != 2) return wrong("expected two numbers, found " + quoted(line));
    if (table.points.size() == most_points) return wrong("the table has more than a million points");
    table.points.push_back({row[0] * factors[0], row[1] * factors[1]});
    if (const std::size_t n = table.points.size(); n > 1 && !(table.points[n - 1][0] > table.points[n - 2][0]))
      return wrong("x must rise: " + to_text(row[0]) + " does not exceed the x before it");
  }
  if (table.points.size() < 2) return wrong("a table needs at least two points, found " + std::to_string(table.points.size()));
  return true;
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
  if (!check_keys(values.reading(), node, where, {"points", "file", "units", "interpolation", "extrapolation"}))
    return std::nullopt;
  Table table;
  const Node* points = node.find("points");
  const Node* file = node.find("file");
  if (!points == !file) {
    values.reading().fault(node, where, "a table needs either `points` or `file`");
    return std::nullopt;
  }
  const auto factors = read_units(values, node.find("units"), where + ".units");
  bool good = factors.has_value();
  if (points && !points->is_null())
    good = read_points(values, *points, where + ".points", factors.value_or(Factors{1, 1}), table) && good;
  if (file && !file->is_null()) good = read_csv(values, *file, where + ".file", factors.value_or(Factors{1, 1}), table) && good;
  if (const Node* key = node.find("interpolation"))
    good = read(values, table.interpolation, *key, where + ".interpolation", {}) && good;
  if (const Node* key = node.find("extrapolation"))
    good = read(values, table.extrapolation, *key, where + ".extrapolation", {}) && good;
  return good ? std::optional(std::move(table)) : std::nullopt;
}

}  // namespace bricard
