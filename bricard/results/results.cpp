// Access to result columns by name.
#include "bricard/results/results.hpp"

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

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
