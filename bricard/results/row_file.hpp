// The rows of a run on their way to the disk: results.csv as far as it has come. A second thread writes twice a second what has
// been computed and has the disk keep it, so that a killed program or a lost supply takes no more than the last second.
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bricard/results/csv_writer.hpp"
#include "bricard/results/row_sink.hpp"

namespace bricard {

class RowFile final : public RowSink {
 public:
  // `record`: the patterns that select columns; none: all.
  RowFile(std::filesystem::path path, std::vector<std::string> record);
  // What has come in is written; the file stays.
  ~RowFile() override;
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  // Both throw Error where the file cannot be written; what it holds then are whole rows.
  void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) override;
  void row(std::span<const double> values) override;
  // All rows are written; whoever completes the folder puts them on the disk. Throws Error as they do.
  void finish();

  bool has_begun() const { return csv_.has_value(); }
  bool failed() const { return trouble_ != 0; }
  const std::vector<ResultColumn>& columns() const { return columns_; }  // those that are selected
  std::vector<std::string> warnings() const;                             // of patterns, and of values that are not finite

 private:
  void write_out();
  void keep_writing(const std::stop_token& stop);
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::vector<std::string> record_;
  ColumnChoice choice_;
  std::vector<ResultColumn> columns_;
  std::optional<CsvText> csv_;
  std::vector<double> selected_;

  std::mutex mutex_;  // of all below
  std::condition_variable_any wake_;
  std::string text_;  // not yet written
  int file_ = -1;
  off_t written_ = 0;  // whole rows
  int trouble_ = 0;    // errno
  std::jthread keeper_;
};

}  // namespace bricard
