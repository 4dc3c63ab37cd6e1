#include "bricard/results/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"

namespace bricard {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// f(cell, column of its first letter, counted from 1)
template <class F>
void for_each_cell(std::string_view line, F f) {
  for (std::size_t begin = 0;; ++begin) {
    const std::size_t start = std::min(line.find_first_not_of(" \t", begin), line.size());
    const std::size_t closed = start < line.size() && line[start] == '"' ? line.find('"', start + 1) : begin;
    const std::size_t end = std::min(line.find(',', closed), line.size());
    f(trimmed(line.substr(begin, end - begin)), static_cast<int>(begin) + 1);
    if (end == line.size()) return;
    begin = end;
  }
}

double to_number(std::string_view cell) {
  if (cell == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const bool negative = cell.starts_with('-');
  if (negative || cell.starts_with('+')) cell.remove_prefix(1);
  const std::size_t size = number_prefix(cell, value);
  if (size == 0 || size != cell.size()) return std::numeric_limits<double>::infinity();
  return negative ? -value : value;
}

}  // namespace

int NumberTable::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

NumberTable read_csv(const std::filesystem::path& path) {
  int line_number = 0;
  const auto refuse = [&](int column, std::string what, std::string hint = "") {
    Fault fault;
    fault.place = {path.string(), line_number, column};
    fault.what = std::move(what);
    fault.hint = std::move(hint);
    throw Error(std::vector{fault});
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse(0, "is a folder, not a table", "give its results.csv");
  std::ifstream file(path);
  if (!file) refuse(0, "the file cannot be read");
  NumberTable table;
  std::string line;
  while (std::getline(file, line)) {
    ++line_number;
    if (line_number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (table.names.empty()) {
      for_each_cell(line, [&](std::string_view cell, int column) {
        if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
        if (table.column(cell) >= 0) refuse(column, "two columns are named " + bricard::quoted(cell));
        table.names.emplace_back(cell);
      });
      continue;
    }
    const std::size_t before = table.values.size();
    for_each_cell(line, [&](std::string_view cell, int column) {
      const double value = to_number(cell);
      if (std::isinf(value)) refuse(column, "a number is expected, found " + bricard::quoted(cell));
      table.values.push_back(value);
    });
    if (table.values.size() - before != table.names.size())
      refuse(0, fmt::format("the line has {} values, the first line names {} columns", table.values.size() - before,
                            table.names.size()));
  }
  if (table.rows() == 0) refuse(0, "the table has no rows", "a row of names is expected, then rows of numbers");
  return table;
}

}  // namespace bricard
