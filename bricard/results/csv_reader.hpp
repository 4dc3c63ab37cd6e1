// Reads tables as results.csv: one row of names, then rows of numbers. What a user gives as a reference may come from anywhere,
// so every fault is told with its line.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bricard {

struct NumberTable {
  std::vector<std::string> names;
  std::vector<double> values;  // row by row

  std::size_t rows() const { return names.empty() ? 0 : values.size() / names.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * names.size() + column]; }
  int column(std::string_view name) const;  // -1: there is none
};

// Throws Error with file, line and column where the file cannot be read or is no such table. `nan` is a number here.
NumberTable read_csv(const std::filesystem::path& path);

}  // namespace bricard
