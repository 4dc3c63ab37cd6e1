// Words and numbers in messages and files.
#include "bricard/core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace bricard {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

int edit_distance(std::string_view a, std::string_view b, int most) {
  constexpr std::size_t longest = 64;  // beyond, no one misspells a name: keep the work bounded
  const int rows = static_cast<int>(a.size()), columns = static_cast<int>(b.size());
  if (std::abs(rows - columns) > most) return std::abs(rows - columns);
  if (a.size() > longest || b.size() > longest) return a == b ? 0 : std::max(rows, columns);
  std::array<char, longest> x, y;
  std::transform(a.begin(), a.end(), x.begin(), lower);
  std::transform(b.begin(), b.end(), y.begin(), lower);
  // Entry (i, j) is at least |i - j|: only a band about the diagonal counts.
  const int band = std::min(most, std::max(rows, columns)), beyond = band + 1;
  std::array<int, longest + 2> lines[3];
  int *two_above = lines[0].data(), *above = lines[1].data(), *row = lines[2].data();
  for (int j = 0; j <= columns; ++j) row[j] = j;
  int least = 0;
  for (int i = 1; i <= rows; ++i) {
    const int first = std::max(1, i - band), last = std::min(columns, i + band), least_above = least;
    std::swap(two_above, above);
    std::swap(above, row);
    least = row[first - 1] = first == 1 ? i : beyond;
    row[last + 1] = beyond;
    for (int j = first; j <= last; ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (x[i - 1] == y[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1]) row[j] = std::min(row[j], two_above[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > band && least_above > band) return beyond;  // it can only grow from here
  }
  return row[columns];
}

int most_slips(std::string_view word) { return static_cast<int>(word.size() + 1) / 3; }

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t size = text.size();
  if (size > longest) {
    size = longest;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;  // not inside a UTF-8 character
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "`";
  for (const char c : text.substr(0, size)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      result += c;
    } else {
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return result + (size < text.size() ? "...`" : "`");
}

std::string to_text(double number) {
  if (std::isnan(number)) return "nan";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

}  // namespace bricard
