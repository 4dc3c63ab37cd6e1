// results.csv: one header row, then one row per output time, in the file's units, with 17 significant digits.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/results/results.hpp"

namespace bricard {

// Whether the name fits the pattern; `*` stands for any characters (also dots and none at all), `?` for one.
bool matches(std::string_view pattern, std::string_view name);

// Keeps the columns that the `record` patterns choose, in their own order, and `t`; no patterns: all. A pattern that chooses
// nothing is a warning of the Summary.
void select_columns(Results& results, const std::vector<std::string>& record);

// Returns the warnings of writing: values that are not finite are written as `nan`. Throws Error where the file cannot be
// written; then an older file of that name stays as it was.
std::vector<std::string> write_csv(const Results& results, const UnitSystem& units, const std::filesystem::path& path);

}  // namespace bricard
