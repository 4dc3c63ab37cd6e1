// Reads a CSV table of any length row by row. The first line has the names of the columns; what stands most often between them,
// comma, semicolon or tab, separates the cells. Names may be quoted. Blank lines and lines that start with # are passed over.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bricard::page {

// Whether a last line without its end may count: in a table of a user's, yes; of rows that we write it is the torn rest of one,
// because a killed process, or the loss of power, ends a block of rows anywhere, also in the middle of a number. Of a table that
// is being written it is the beginning of what comes next.
enum class LastLine { may_lack_its_end, has_its_end };

// The lines of a text file, in a buffer that holds a piece of it, or the longest line.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& path, LastLine last);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // False at the end, where more may be written until the next call. The text stays until then.
  bool next(std::string_view& line);
  bool ended() const { return ended_; }  // the last line had its end of line
  int number() const { return number_; }
  bool reads(const std::filesystem::path& path) const;  // the same file, by whatever name
  // Throws Error at the line that was read last.
  [[noreturn]] void refuse(std::size_t column, std::string what, std::string hint = "") const;

 private:
  bool fill();

  std::filesystem::path path_;
  LastLine last_;
  int file_ = -1, number_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool ended_ = true;
};

class TableReader {
 public:
  // Reads the row of names. Throws Error with file and line where it is not a table, and next() where a row is wrong.
  explicit TableReader(const std::filesystem::path& path, LastLine last = LastLine::may_lack_its_end);
  const std::vector<std::string>& names() const { return names_; }

  // One value for each name. False at the end, and at a last line that is not yet written to its end: it has no end of line, and
  // its last cell is missing, empty or no number, or LastLine asks for its end; then it is read when it has one.
  bool next(std::span<double> row);
  bool reads(const std::filesystem::path& path) const { return lines_.reads(path); }

 private:
  bool next_line(std::string_view& line);
  bool parse(std::string_view line, std::span<double> row) const;

  LineReader lines_;
  char separator_ = ',';
  std::vector<std::string> names_;
};

}  // namespace bricard::page
