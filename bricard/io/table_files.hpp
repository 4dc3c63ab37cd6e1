// The numbers of tables: in the model file or in a file of data beside it. Each function reads into a table and converts to the
// units of the model file; false, and faults, if something is wrong.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/io/value_reader.hpp"

namespace bricard {

// The units that a table gives for x and y, or for x, y and the value; nothing: that of the file, or of a header.
struct TableUnit {
  std::optional<Unit> unit;
  std::string text;
};
using TableUnits = std::vector<TableUnit>;

// Remembers what the numbers of an axis, which are in the file's units, count in.
void keep_unit(const ValueReader& values, const TableUnit& unit, std::size_t axis, Table& table);

// From a unit of the table to that of the file.
double table_factor(const ValueReader& values, const std::optional<Unit>& unit);

// [[x, y], ..]
bool read_points(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table);
// Two numbers per line, x rising, separated by a comma, a semicolon or blanks. Lines before the first number are headings, of
// which the last may tell units.
bool read_two_columns(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table);
// Two columns of a file with a header, by their names: {x: speed, y: torque}.
bool read_named_columns(ValueReader& values, const Node& file, const Node& columns, const std::string& where,
                        const TableUnits& units, Table& table);
// A list of rows, or the path of a file with such rows: the first row is a corner, which is not read, and x rising; each further
// one y, rising, and the values at every x.
bool read_grid(ValueReader& values, const Node& node, const std::string& where, const TableUnits& units, Table& table);

}  // namespace bricard
