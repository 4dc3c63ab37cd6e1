// Access to result columns by name.
#include "bricard/results/results.hpp"

#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

void RowTally::add(std::span<const double> row) {
  if (count++ == 0) largest.assign(row.size(), 0.0);
  last.assign(row.begin(), row.end());
  for (std::size_t i = 0; i < row.size(); ++i)
    if (const double size = std::abs(row[i]); size > largest[i]) largest[i] = size;
}

int Results::column(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<double> Results::series(std::string_view name) const {
  const int index = column(name);
  if (index < 0) {
    std::vector<std::string> names;
    for (const ResultColumn& each : columns) names.push_back(each.name);
    throw Error("results", "there is no column " + bricard::quoted(name), did_you_mean(name, names));
  }
  std::vector<double> series(rows());
  for (int row = 0; row < rows(); ++row) series[row] = at(row, index);
  return series;
}

}  // namespace bricard
