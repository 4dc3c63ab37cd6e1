// results.csv: one header row, then one row per output time, in the file's units, with 17 significant digits.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/results/results.hpp"

namespace bricard {

// Whether the name fits the pattern; `*` stands for any characters (also dots and none at all), `?` for one.
bool matches(std::string_view pattern, std::string_view name);

// The columns that the `record` patterns choose, in their own order, and `t`; no patterns: all. A pattern that chooses nothing is
// a warning.
struct ColumnChoice {
  std::vector<std::size_t> kept;
  std::vector<std::string> warnings;
};
ColumnChoice choose_columns(const std::vector<ResultColumn>& columns, const std::vector<std::string>& record);

// Keeps those; warnings join those of the Summary.
void select_columns(Results& results, const std::vector<std::string>& record);

// The text of results.csv, line by line, appended to what is there.
class CsvText {
 public:
  CsvText(const std::vector<ResultColumn>& columns, const UnitSystem& units);
  void header(std::string& text) const;
  void row(std::span<const double> values, std::string& text);  // SI
  std::string warning() const;                                  // of values that are not finite, written as `nan`; may be empty

 private:
  std::vector<std::string> names_;
  std::vector<double> factors_;  // SI value of one unit of each column
  long rows_ = 0, not_finite_ = 0;
  std::string first_;  // of those
};

// Returns the warnings of writing: values that are not finite are written as `nan`. Throws Error where the file cannot be
// written; then an older file of that name stays as it was.
std::vector<std::string> write_csv(const Results& results, const UnitSystem& units, const std::filesystem::path& path);

}  // namespace bricard
