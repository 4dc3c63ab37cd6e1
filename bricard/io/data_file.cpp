#include "bricard/io/data_file.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/files_read.hpp"

namespace bricard {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// What separates the cells of a file: ' ' stands for blanks.
char separator_of(std::string_view line) {
  for (const char c : {';', '\t', ','})
    if (line.find(c) != std::string_view::npos) return c;
  return ' ';
}

void split(std::string_view line, char separator, std::vector<DataCell>& cells) {
  cells.clear();
  const auto add = [&](std::size_t begin, std::size_t end) {
    const std::string_view text = trimmed(line.substr(begin, end - begin));
    const bool is_quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
    const int column = static_cast<int>(text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data())) + 1;
    cells.push_back({is_quoted ? text.substr(1, text.size() - 2) : text, column});
  };
  if (separator == ' ') {
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
      add(begin, end);
      begin = line.find_first_not_of(blanks, end);
    }
    return;
  }
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    add(begin, end);
    if (end == line.size()) return;
    begin = end + 1;
  }
}

}  // namespace

std::optional<double> DataCell::number() const {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  double value = 0;
  const std::string_view digits = text.substr(has_sign ? 1 : 0);
  const std::size_t size = number_prefix(digits, value);
  if (size == 0 || size != digits.size() || !std::isfinite(value)) return {};
  return text.starts_with('-') ? -value : value;
}

std::vector<DataCell> DataLine::parts() const {
  constexpr std::string_view between = " \t\r,;";
  std::vector<DataCell> found;
  for (std::size_t begin = text.find_first_not_of(between); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(between, begin), text.size());
    found.push_back({text.substr(begin, end - begin), static_cast<int>(begin) + 1});
    begin = text.find_first_not_of(between, end);
  }
  return found;
}

std::vector<DataCell> DataLine::own_cells() const {
  std::vector<DataCell> found;
  split(text, separator_of(text), found);
  return found;
}

std::optional<DataFile> DataFile::open(ValueReader& values, const Node& node, const std::string& where) {
  DataFile file(values, where);
  const auto path = values.file(node, where);
  if (!path) return {};
  file.path_ = *path;
  if (!is_file_there(file.path_)) {
    values.reading().fault(node, where, "there is no file " + quoted(file.path_), "the path starts from the model file's folder");
    return {};
  }
  try {
    file.text_ = read_file(file.path_);
  } catch (const Error& e) {
    values.reading().fault(node, where, e.faults().front().what + ": " + quoted(file.path_));
    return {};
  }
  return file;
}

bool DataFile::for_each_line(const std::function<bool(const DataLine&)>& visit) const {
  std::vector<DataCell> cells;
  std::optional<char> separator;
  int number = 0;
  std::string_view rest = text_;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    line = line.substr(0, line.find('#'));
    if (trimmed(line).empty()) continue;
    if (!separator) separator = separator_of(line);
    split(line, *separator, cells);
    if (!visit({cells, number, trimmed(line)})) return false;
  }
  return true;
}

bool DataFile::wrong(int line, int column, std::string what, std::string hint) const {
  values_->reading().spoil(where_);
  values_->reading().fault({{path_, line, column}, where_, std::move(what), std::move(hint)});
  return false;
}

DataHeader data_header(std::string_view cell) {
  DataHeader header{cell, cell, {}, {}};
  if (cell.size() < 3 || (cell.back() != ']' && cell.back() != ')')) return header;
  const std::size_t open = cell.rfind(cell.back() == ']' ? '[' : '(');
  if (open == std::string_view::npos) return header;
  const std::string_view inside = trimmed(cell.substr(open + 1, cell.size() - open - 2)), name = trimmed(cell.substr(0, open));
  std::string text;  // with * between the names
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool is_dot = inside.substr(i).starts_with("\xC2\xB7");
    if (is_dot || blanks.find(inside[i]) != std::string_view::npos) {
      if (!text.empty() && text.back() != '*') text += '*';
      i += is_dot ? 1 : 0;
    } else {
      text += inside[i];
    }
  }
  if (inside == "1" || inside == "-")
    header.unit = Unit{};
  else
    header.unit = parse_unit(text);
  header.unit_text = inside;
  header.name = name;
  return header;
}

}  // namespace bricard
