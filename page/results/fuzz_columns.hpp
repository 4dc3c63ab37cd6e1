// results.csv as the page reads it: any bytes read to columns of equal length, thinned as asked, or to an Error with a place.
// Where the program's own reader takes the table too, both have the same numbers.
#pragma once
#include <cmath>
#include <optional>
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/results/csv_reader.hpp"
#include "page/results/column_file.hpp"

namespace bricard::broken_by {

inline std::string columns(const std::string& bytes) {
  static const ScratchFolder folder("columns");
  const std::filesystem::path path = folder.write("results.csv", bytes);
  std::optional<page::Columns> columns;
  try {
    columns.emplace(path);
  } catch (const Error& error) {
    return error.faults().empty() ? "an Error without faults" : "";
  }
  std::optional<NumberTable> plain;
  try {
    plain = read_csv(path);
    if (plain->names != columns->names()) plain.reset();
  } catch (const Error&) {  // it is stricter
  }
  if (plain && plain->rows() != columns->rows()) return "two readers, another number of rows";
  using By = page::RowStretch::By;
  for (int c = 0; c < std::min(static_cast<int>(columns->names().size()), 5); ++c) {
    if (columns->find(columns->names()[static_cast<std::size_t>(c)]) != c) return "a column that is not found";
    for (const page::RowStretch& stretch : {page::RowStretch{}, page::RowStretch{.from = 0, .to = columns->rows(), .points = 3},
                                            page::RowStretch{.from = columns->rows() / 2, .points = 2, .by = By::envelope}})
      if (columns->values(c, stretch).size() != columns->count(stretch)) return "another number of values than was said";
    const std::vector<double> values = columns->values(c);
    if (values.size() != columns->rows()) return "a column that is too short";
    for (std::size_t row = 0; plain && row < values.size(); ++row) {
      const double other = plain->at(row, static_cast<std::size_t>(c));
      if (values[row] != other && !(std::isnan(values[row]) && std::isnan(other))) return "two readers, another number";
    }
  }
  return "";
}

}  // namespace bricard::broken_by
