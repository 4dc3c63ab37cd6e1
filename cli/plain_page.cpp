#include "cli/plain_page.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <vector>

namespace bricard::cli {
namespace {

using Row = std::vector<std::string>;

std::size_t length(std::string_view text) {  // in characters of UTF-8
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Without marks: `code` and [words](link) are plain words.
std::string words_of(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t middle = text[i] == '[' ? text.find("](", i) : text.npos;
    const std::size_t end = middle == text.npos ? text.npos : text.find(')', middle);
    if (text[i] == '`' || text.substr(i).starts_with("\\|")) continue;
    if (end == text.npos || text.find(']', i) != middle) {
      words += text[i];
      continue;
    }
    words += words_of(text.substr(i + 1, middle - i - 1));
    i = end;
  }
  return words;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && length(lines.back()) + 1 + length(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

Row cells_of(std::string_view line) {
  Row cells;
  std::size_t from = 1;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '|' || line[i - 1] == '\\') continue;
    const std::string words = words_of(line.substr(from, i - from));
    const std::size_t first = words.find_first_not_of(' ');
    cells.push_back(first == words.npos ? "" : words.substr(first, words.find_last_not_of(' ') - first + 1));
    from = i + 1;
  }
  return cells;
}

// The widest column gives way until the table fits.
void put_table(const std::vector<Row>& rows, std::size_t width, std::string& text) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) widths[i] = std::max(widths[i], length(row[i]));
  constexpr std::size_t gap = 2, least = 16;
  const auto whole = [&] { return std::accumulate(widths.begin(), widths.end(), gap * widths.size()); };
  for (auto widest = std::max_element(widths.begin(), widths.end()); whole() > width && *widest > least;
       widest = std::max_element(widths.begin(), widths.end()))
    --*widest;
  for (const Row& row : rows) {
    std::vector<std::vector<std::string>> parts;
    std::size_t height = 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      parts.push_back(wrapped(i < row.size() ? row[i] : "", widths[i]));
      height = std::max(height, parts.back().size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      std::string line;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string part = k < parts[i].size() ? parts[i][k] : "";
        line += std::string(gap, ' ') + part + std::string(widths[i] - std::min(widths[i], length(part)), ' ');
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
  }
}

}  // namespace

std::string plain_page(std::string_view markdown, int width) {
  const auto room = static_cast<std::size_t>(std::max(width, 40));
  std::string text, line;
  std::vector<Row> table;
  bool code = false;
  const auto end_table = [&] {
    if (!table.empty()) put_table(table, room, text);
    table.clear();
  };
  const auto put = [&](const std::string& mark, std::string_view words) {
    std::string before = mark;
    for (const std::string& part : wrapped(words_of(words), room - mark.size())) {
      text += before + part + '\n';
      before.assign(mark.size(), ' ');
    }
  };
  for (std::istringstream lines{std::string(markdown)}; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      code = !code;
    } else if (code) {
      text += "    " + line + '\n';
    } else if (line.starts_with('|')) {
      if (!line.starts_with("|---")) table.push_back(cells_of(line));
    } else {
      end_table();
      if (line.starts_with('#')) {
        const std::string title = words_of(line.substr(line.find(' ') + 1));
        text += title + '\n' + std::string(length(title), line.starts_with("##") ? '-' : '=') + '\n';
      } else if (line.starts_with("- ")) {
        put("- ", line.substr(2));
      } else {
        put("", line);
      }
    }
  }
  end_table();
  return text;
}

}  // namespace bricard::cli
