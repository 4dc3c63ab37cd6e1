// Tables of numbers (results.csv, references): any bytes read to a table whose rows are full, or to an Error with a place.
#pragma once
#include <cmath>
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/results/csv_reader.hpp"

namespace bricard::broken_by {

inline std::string csv(const std::string& bytes) {
  static const ScratchFolder folder("csv");
  try {
    const NumberTable table = read_csv(folder.write("results.csv", bytes));
    if (table.rows() == 0 || table.values.size() != table.rows() * table.names.size()) return "rows that are not full";
    for (const double value : table.values)
      if (std::isinf(value)) return "a number that is infinite";
    for (std::size_t i = 0; i < table.names.size(); ++i)
      if (table.column(table.names[i]) != static_cast<int>(i)) return "a column that is not found: " + table.names[i];
  } catch (const Error& error) {
    return error.faults().empty() ? "an Error without faults" : "";
  }
  return "";
}

}  // namespace bricard::broken_by
