#include "study/measured_data.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/csv_reader.hpp"

namespace bricard::study {

void read_measured(const std::filesystem::path& path, Identify& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw Error("", "there is no file " + quoted(path.string()), "the path starts from the study file's folder");
  const NumberTable table = read_csv(path);
  const auto column = [&](const std::string& name) {
    const int found = table.column(name);
    if (found < 0) throw Error(path.string(), "the table has no column " + quoted(name), did_you_mean(name, table.names));
    std::vector<double> values;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      values.push_back(table.at(i, static_cast<std::size_t>(found)));
      if (!std::isfinite(values.back()))
        throw Error(path.string(), fmt::format("row {} has no number in column {}", i + 1, quoted(name)), "leave the row out");
    }
    return values;
  };
  options.at = column(options.over);
  options.data.clear();
  for (const auto& [name, expression] : options.match) options.data.push_back(column(name));
}

}  // namespace bricard::study
