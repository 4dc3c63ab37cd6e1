// Words and numbers in messages and files.
#include "bricard/core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace bricard {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t longest = 64;  // beyond, no one misspells a name: keep the work bounded
  const int rows = static_cast<int>(a.size()), columns = static_cast<int>(b.size());
  if (a.size() > longest || b.size() > longest) return a == b ? 0 : std::max(rows, columns);
  std::vector<int> two_above(columns + 1), above(columns + 1), row(columns + 1);
  for (int j = 0; j <= columns; ++j) row[j] = j;
  for (int i = 1; i <= rows; ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i;
    for (int j = 1; j <= columns; ++j) {
      const char x = lower(a[i - 1]), y = lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (x == y ? 0 : 1)});
      if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[columns];
}

bool near(int distance, std::string_view word) { return distance <= static_cast<int>(word.size() + 1) / 3; }

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
