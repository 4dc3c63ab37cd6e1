// Files of measured data that a model names: lines of cells, separated by semicolons, tabs, commas or blanks, whichever of them,
// in this order, the first line has. `#` starts a comment; a cell may stand in quotes. A cell of a header is a name, or a name
// and its unit: `speed [rpm]`, `torque (N m)`.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/io/value_reader.hpp"

namespace bricard {

struct DataCell {
  std::string_view text;  // without blanks around it
  int column = 1;         // of its first letter, from 1
  // A finite number; nothing if the cell is something else.
  std::optional<double> number() const;
};

struct DataLine {
  std::span<const DataCell> cells;
  int number = 0;
  std::string_view text;
  // What stands between commas, semicolons and blanks of any kind; and the cells by what separates them in this line alone.
  std::vector<DataCell> parts() const;
  std::vector<DataCell> own_cells() const;
};

class DataFile {
 public:
  // Nothing, and a fault, if the file cannot be read or lies outside of the permitted folder.
  static std::optional<DataFile> open(ValueReader& values, const Node& node, const std::string& where);

  // All lines that hold a cell, until one is refused; false then.
  bool for_each_line(const std::function<bool(const DataLine&)>& visit) const;
  // A fault in the file itself; returns false.
  bool wrong(int line, int column, std::string what, std::string hint = {}) const;

 private:
  DataFile(ValueReader& values, std::string where) : values_(&values), where_(std::move(where)) {}
  ValueReader* values_;
  std::string where_, path_, text_;
};

// A cell of a header: `speed [rpm]` is named `speed` and counts in rpm. In the brackets stands a unit as in model files, where
// blanks and `·` are products too, or 1 or - for none. Other brackets are part of the name.
struct DataHeader {
  std::string_view whole, name;
  std::string_view unit_text;  // what stands in the brackets
  std::optional<Unit> unit;
};
DataHeader data_header(std::string_view cell);

}  // namespace bricard
