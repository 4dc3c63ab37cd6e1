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

// Appends numbers to a block of text that is handed to the file when it is full.
class CsvStream {
 public:
  explicit CsvStream(AtomicFile& file) : file_(file) { text_.resize(block); }
  void put(std::string_view text) {
    reserve(text.size());
    end_ = std::copy(text.begin(), text.end(), text_.data() + end_) - text_.data();
  }
  // The fewest digits that read back as the same bits.
  void put(double value) {
    reserve(longest_number);
    end_ = std::to_chars(text_.data() + end_, text_.data() + text_.size(), value).ptr - text_.data();
  }
  void flush() {
    file_.write({text_.data(), end_});
    end_ = 0;
  }

 private:
  void reserve(std::size_t size) {
    if (end_ + size > text_.size()) flush();
    if (size > text_.size()) text_.resize(size);
  }

  AtomicFile& file_;
  std::string text_;
  std::size_t end_ = 0;
};

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

void select_columns(Results& results, const std::vector<std::string>& record) {
  if (record.empty()) return;
  std::vector<std::string> names;
  for (const ResultColumn& each : results.columns) names.push_back(each.name);
  std::vector<bool> chosen(names.size());
  for (const std::string& pattern : record) {
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (matches(pattern, names[i])) chosen[i] = any = true;
    }
    if (any) continue;
    const std::string hint = did_you_mean(pattern, names);
    results.summary.warnings.push_back(
        fmt::format("record: no column matches {}{}{}", bricard::quoted(pattern), hint.empty() ? "" : "; ", hint));
  }
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (chosen[i] || names[i] == "t") kept.push_back(i);
  }
  const std::size_t rows = results.rows(), width = names.size();
  double* next = results.values.data();  // moves up in the same memory, never past what it reads
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::size_t i : kept) *next++ = results.values[row * width + i];
  }
  results.values.resize(rows * kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) results.columns[i] = results.columns[kept[i]];
  results.columns.resize(kept.size());
}

std::vector<std::string> write_csv(const Results& results, const UnitSystem& units, const std::filesystem::path& path) {
  AtomicFile file(path);
  CsvStream stream(file);
  std::vector<double> factors;  // SI value of one unit of each column
  for (const ResultColumn& column : results.columns) {
    if (!factors.empty()) stream.put(",");
    stream.put(column.name);
    factors.push_back(units.factor(column.dimension));
  }
  stream.put("\n");

  const std::size_t width = factors.size();
  long not_finite = 0;
  std::string first;
  for (int row = 0; row < results.rows(); ++row) {
    const double* values = results.values.data() + static_cast<std::size_t>(row) * width;
    for (std::size_t i = 0; i < width; ++i) {
      if (i > 0) stream.put(",");
      const double value = values[i] / factors[i];
      if (std::isfinite(value)) {
        stream.put(value);
      } else {
        stream.put("nan");
        if (not_finite++ == 0) first = fmt::format("`{}` in row {}", results.columns[i].name, row + 1);
      }
    }
    stream.put("\n");
  }
  stream.flush();
  file.commit();
  if (not_finite == 0) return {};
  return {
      fmt::format("{} value{} not finite and written as nan, first {}", not_finite, not_finite == 1 ? " is" : "s are", first)};
}

}  // namespace bricard
