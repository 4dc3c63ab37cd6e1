// Tables of a model file: points in the file itself or in a CSV file beside it; and the paths of drivers.
#pragma once
#include <optional>
#include <string>

#include "bricard/io/value_reader.hpp"
#include "bricard/results/csv_reader.hpp"

namespace bricard {

// The name of the table is left empty. Points are converted from the table's `units` to the file's.
std::optional<Table> read_table(ValueReader& values, const Node& node, const std::string& where);

// The CSV file of a path: a row of names, `t` and coordinates of a joint, then rows of numbers in the file's units, t rising.
std::optional<NumberTable> read_path(ValueReader& values, const Node& node, const std::string& where);

}  // namespace bricard
