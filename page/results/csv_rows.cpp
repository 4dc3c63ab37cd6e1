#include "page/results/csv_rows.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <unordered_set>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t most_columns = 200'000;
constexpr std::size_t longest_line = std::size_t{16} << 20;  // bytes
constexpr std::size_t piece = std::size_t{1} << 20;          // of the text, read at a time
constexpr const char* expected = "a row of names is expected, then rows of numbers";

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view cell) {
  return cell.size() > 1 && cell.front() == '"' && cell.back() == '"' ? cell.substr(1, cell.size() - 2) : cell;
}

// What std::from_chars alone does not take: blanks, quotes, a plus, nothing at all (NaN), numbers beyond the range of a double.
bool unusual_number(std::string_view cell, double& value) {
  cell = trimmed(unquoted(trimmed(cell)));
  if (cell.empty()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (cell.front() == '+' && !cell.substr(1).starts_with('-')) cell.remove_prefix(1);
  const char* const end = cell.data() + cell.size();
  const auto [at, status] = std::from_chars(cell.data(), end, value);
  if (at != end || status == std::errc::invalid_argument) return false;
  if (status == std::errc::result_out_of_range) value = std::strtod(std::string(cell).c_str(), nullptr);  // 0 or infinite
  return true;
}

char separator_of(std::string_view header) {
  constexpr std::string_view candidates = ",;\t";
  std::size_t found[3] = {};
  bool inside = false;
  for (const char c : header) {
    inside ^= c == '"';
    if (const auto kind = candidates.find(c); !inside && kind != candidates.npos) ++found[kind];
  }
  return candidates[static_cast<std::size_t>(std::max_element(found, found + 3) - found)];
}

// A quote inside quotes is written twice. A column without name is called by its number.
std::string name_of(std::string_view cell, std::size_t number) {
  cell = trimmed(cell);
  const std::string_view inner = unquoted(cell);
  if (inner.empty()) return fmt::format("column {}", number);
  if (inner.size() == cell.size()) return std::string(cell);
  std::string name;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    name += inner[i];
    if (inner.substr(i).starts_with("\"\"")) ++i;
  }
  return name;
}

}  // namespace

// ---- lines

// Regular files only: a pipe or a terminal would keep the reader waiting.
LineReader::LineReader(const std::filesystem::path& path, LastLine last) : path_(path), last_(last), buffer_(piece) {
  file_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0) refuse(0, fmt::format("the file cannot be read: {}", std::strerror(errno)));
  struct stat status {};
  if (fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) return;
  close(file_);
  if (S_ISDIR(status.st_mode)) refuse(0, "is a folder, not a table", "give its results.csv");
  refuse(0, "is not a file");
}

LineReader::~LineReader() { close(file_); }

void LineReader::refuse(std::size_t column, std::string what, std::string hint) const {
  Fault fault;
  fault.place = {path_.string(), number_, static_cast<int>(column)};
  fault.what = std::move(what);
  fault.hint = std::move(hint);
  throw Error(std::vector{fault});
}

bool LineReader::next(std::string_view& line) {
  ++number_;
  for (std::size_t searched = 0;;) {
    const char* const first = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    if (const void* at = std::memchr(first + searched, '\n', size - searched)) {
      line = {first, static_cast<std::size_t>(static_cast<const char*>(at) - first)};
      begin_ += line.size() + 1;
      return true;
    }
    if (size > longest_line) refuse(0, fmt::format("the line is longer than {} MB", longest_line >> 20), expected);
    searched = size;
    if (fill()) continue;
    if (last_ == LastLine::has_its_end) {
      --number_;
      return false;
    }
    line = {buffer_.data() + begin_, size};
    begin_ = end_;
    ended_ = false;
    return size > 0;
  }
}

bool LineReader::reads(const std::filesystem::path& path) const {
  struct stat own {
  }, other{};
  return fstat(file_, &own) == 0 && stat(path.c_str(), &other) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

bool LineReader::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  for (;;) {
    const ssize_t n = ::read(file_, buffer_.data() + end_, buffer_.size() - end_);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(0, fmt::format("the file cannot be read: {}", std::strerror(errno)));
    end_ += static_cast<std::size_t>(n);
    return n > 0;
  }
}

// ---- rows

TableReader::TableReader(const std::filesystem::path& path, LastLine last) : lines_(path, last) {
  std::string_view line;
  if (!next_line(line)) lines_.refuse(0, "the table is empty", expected);
  separator_ = separator_of(line);
  std::unordered_set<std::string> known;
  bool numbers = true;
  for (std::size_t at = 0;; ++at) {
    const std::size_t begin = at;
    bool inside = false;
    for (; at < line.size() && (inside || line[at] != separator_); ++at) inside ^= line[at] == '"';
    std::string name = name_of(line.substr(begin, at - begin), names_.size() + 1);
    if (!known.insert(name).second) lines_.refuse(begin + 1, "two columns are named " + bricard::quoted(name));
    double number = 0;
    numbers = numbers && unusual_number(name, number);
    names_.push_back(std::move(name));
    if (names_.size() > most_columns) lines_.refuse(0, fmt::format("the table has more than {} columns", most_columns));
    if (at >= line.size()) break;
  }
  if (numbers)
    lines_.refuse(0, "the first line has numbers where the names of the columns are expected", "put a line such as t,x,y before");
}

bool TableReader::next_line(std::string_view& line) {
  while (lines_.next(line)) {
    if (lines_.number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(' ') != line.npos && line.front() != '#') return true;
  }
  return false;
}

bool TableReader::next(std::span<double> row) {
  std::string_view line;
  return next_line(line) && parse(line, row);
}

bool TableReader::parse(std::string_view line, std::span<double> row) const {
  const char *at = line.data(), *const end = at + line.size();
  for (std::size_t column = 0; column < row.size(); ++column) {
    auto [next, status] = std::from_chars(at, end, row[column]);
    if (status != std::errc() || (next != end && *next != separator_)) {
      next = std::find(at, end, separator_);
      const std::string_view cell = trimmed({at, static_cast<std::size_t>(next - at)});
      const bool is_number = unusual_number(cell, row[column]);
      if (next == end && !lines_.ended() && (!is_number || cell.empty())) return false;
      if (!is_number)
        lines_.refuse(static_cast<std::size_t>(at - line.data()) + 1, "a number is expected, found " + bricard::quoted(cell),
                      separator_ != ',' && cell.find(',') != cell.npos    ? "write decimals with a point"
                      : names_.size() == 1 && cell.find(' ') != cell.npos ? "separate the columns by comma, semicolon or tab"
                                                                          : "");
    }
    if ((next == end) == (column + 1 == row.size())) {
      if (next != end) at = next + 1;
      continue;
    }
    if (next == end && !lines_.ended()) return false;
    lines_.refuse(0, fmt::format("the line has {} values, the first line names {} columns",
                                 std::count(line.begin(), line.end(), separator_) + 1, names_.size()));
  }
  return true;
}

}  // namespace bricard::page
