// Writer of results.csv. Numbers go straight into a block of text with std::to_chars, so that a million rows take seconds.
#include "bricard/results/csv_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/results/atomic_file.hpp"

namespace bricard {
namespace {

constexpr std::size_t block = 1 << 20;      // bytes handed to the file at once
constexpr std::size_t longest_number = 32;  // "-1.2345678901234567e-308,"

}  // namespace

// Greedy with one point of return: after a mismatch the last `*` takes one more character.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, after_star = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

ColumnChoice choose_columns(const std::vector<ResultColumn>& columns, const std::vector<std::string>& record) {
  ColumnChoice choice;
  std::vector<std::string_view> names;
  for (const ResultColumn& each : columns) names.push_back(each.name);
  std::vector<bool> chosen(names.size(), record.empty());
  for (const std::string& pattern : record) {
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (matches(pattern, names[i])) chosen[i] = any = true;
    }
    if (any) continue;
    const std::string hint = did_you_mean(pattern, names);
    choice.warnings.push_back(
        fmt::format("record: no column matches {}{}{}", bricard::quoted(pattern), hint.empty() ? "" : "; ", hint));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (chosen[i] || names[i] == "t") choice.kept.push_back(i);
  }
  return choice;
}

void select_columns(Results& results, const std::vector<std::string>& record) {
  if (record.empty()) return;
  ColumnChoice choice = choose_columns(results.columns, record);
  auto& warnings = results.summary.warnings;
  warnings.insert(warnings.end(), choice.warnings.begin(), choice.warnings.end());
  const std::vector<std::size_t>& kept = choice.kept;
  const std::size_t rows = results.rows(), width = results.columns.size();
  double* next = results.values.data();  // moves up in the same memory, never past what it reads
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::size_t i : kept) *next++ = results.values[row * width + i];
  }
  results.values.resize(rows * kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) results.columns[i] = results.columns[kept[i]];
  results.columns.resize(kept.size());
}

// A quote inside is written twice.
std::string in_quotes(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

CsvText::CsvText(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
  for (const ResultColumn& column : columns) {
    names_.push_back(column.name);
    factors_.push_back(units.factor(column.dimension));
  }
}

void CsvText::header(std::string& text) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (i > 0) text += ',';
    const bool is_plain = names_[i].find_first_of(",\"") == std::string::npos;  // all but numbers of a sweep: at(x, t == 2)
    text += is_plain ? names_[i] : in_quotes(names_[i]);
  }
  text += '\n';
}

// Straight into the text, with the fewest digits that read back as the same bits.
void CsvText::row(std::span<const double> values, std::string& text) {
  ++rows_;
  std::size_t end = text.size();
  text.resize(end + values.size() * longest_number + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text[end++] = ',';
    const double value = values[i] / factors_[i];
    if (std::isfinite(value)) {
      end = static_cast<std::size_t>(std::to_chars(text.data() + end, text.data() + text.size(), value).ptr - text.data());
    } else {
      for (const char c : std::string_view("nan")) text[end++] = c;
      if (not_finite_++ == 0) first_ = fmt::format("`{}` in row {}", names_[i], rows_);
    }
  }
  text[end++] = '\n';
  text.resize(end);
}

std::string CsvText::warning() const {
  if (not_finite_ == 0) return {};
  return fmt::format("{} value{} not finite and written as nan, first {}", not_finite_, not_finite_ == 1 ? " is" : "s are",
                     first_);
}

std::vector<std::string> write_csv(const Results& results, const UnitSystem& units, const std::filesystem::path& path) {
  AtomicFile file(path);
  CsvText csv(results.columns, units);
  std::string text;
  csv.header(text);
  const std::size_t width = results.columns.size();
  for (int row = 0; row < results.rows(); ++row) {
    csv.row({results.values.data() + static_cast<std::size_t>(row) * width, width}, text);
    if (text.size() < block) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
  file.commit();
  const std::string warning = csv.warning();
  return warning.empty() ? std::vector<std::string>{} : std::vector{warning};
}

}  // namespace bricard
