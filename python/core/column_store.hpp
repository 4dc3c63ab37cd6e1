// The rows of a run as columns in the units of the file, which NumPy then shows without copying them. The numbers are those of
// results.csv.
#pragma once
#include <string>
#include <vector>

#include "bricard/results/row_sink.hpp"

namespace bricard::python {

class ColumnStore final : public RowSink {
 public:
  // `record`: the patterns that select columns; none: all.
  explicit ColumnStore(std::vector<std::string> record) : record_(std::move(record)) {}

  void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) override;
  void row(std::span<const double> values) override;
  // What an analysis has kept in its Results because it is no analysis over time.
  void take(const Results& results);

  const std::vector<ResultColumn>& columns() const { return columns_; }  // those that are selected
  std::vector<std::vector<double>>& values() { return values_; }
  std::vector<std::string> warnings() const;

 private:
  std::vector<std::string> record_, warnings_;
  std::vector<std::size_t> kept_;
  std::vector<ResultColumn> columns_;
  std::vector<double> factors_;  // SI value of one unit of each
  std::vector<std::vector<double>> values_;
  long not_finite_ = 0;
  std::string first_;  // of those
  bool has_begun_ = false;
};

}  // namespace bricard::python
