// The columns of results.csv, or of any CSV table, of any length: read once from start to end, kept as numbers in an unnamed
// temporary file, column by column in blocks. What is in memory at a time does not grow with the rows. Of a table that is being
// written only what has come since is read again.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/results/csv_rows.hpp"

namespace bricard::page {

// Rows of a table, from included, to not.
struct RowStretch {
  std::size_t from = 0, to = static_cast<std::size_t>(-1);
  std::size_t points = 0;  // thin to about so many rows; 0: all of them
  enum class By { every, envelope } by = By::every;
};

class Columns {
 public:
  // Reads the header and all rows. Throws Error with file, line and reason where it is not a table of numbers; a last line that
  // is still being written is left out. `nan` and empty cells are NaN.
  explicit Columns(const std::filesystem::path& csv, LastLine last = LastLine::may_lack_its_end);
  // One whose rows are still coming.
  static Columns growing(const std::filesystem::path& csv);
  // With the rows that have come since, where `csv` is still the file of the growing table, by this name or another; else
  // nothing. These columns keep their rows, and both may be read at once.
  std::optional<Columns> continued(const std::filesystem::path& csv) const;

  const std::vector<std::string>& names() const;
  // Of a header that tells it, as an exported `tip.x [mm]`, of which the name is tip.x; else empty.
  const std::string& unit(int column) const;
  std::size_t rows() const { return rows_; }
  int find(std::string_view name) const;  // -1: there is none

  // How many rows the stretch gives: the same for every column of the table.
  std::size_t count(const RowStretch& stretch) const;
  // Hands the values of a column over in pieces, count(stretch) in all.
  //   every:    rows at even distance, the first and the last included
  //   envelope: for each part of the rows the lowest and the highest value, in the order in which they stand; of the table's
  //             first column, which is the axis, the first and the last value instead. NaN counts only where a part has nothing
  //             else.
  void read(int column, const RowStretch& stretch, const std::function<bool(std::span<const double>)>& take) const;
  std::vector<double> values(int column, const RowStretch& stretch = {}) const;

 private:
  struct Table;  // what a growing table and its continuations share
  Columns(std::shared_ptr<Table> table, std::size_t rows) : table_(std::move(table)), rows_(rows) {}
  void read_rows(int column, std::size_t from, std::size_t to, const std::function<bool(std::span<const double>)>& take) const;

  std::shared_ptr<Table> table_;
  std::size_t rows_ = 0;
};

}  // namespace bricard::page
