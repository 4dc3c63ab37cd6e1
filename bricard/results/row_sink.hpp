// Who takes the rows of a run as they are computed, so that none has to be kept in memory (Control::rows).
#pragma once
#include <span>
#include <vector>

#include "bricard/results/results.hpp"

namespace bricard {

class RowSink {
 public:
  virtual ~RowSink() = default;
  // Before the first row.
  virtual void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) = 0;
  // In SI, one number for each column.
  virtual void row(std::span<const double> values) = 0;
};

// A row that an analysis has computed: counted, and given to the sink, or kept in the Results where there is none.
inline void keep_row(Results& results, RowSink* sink, std::span<const double> values) {
  if (sink && results.tally.count == 0) sink->begin(results.columns, results.summary.units);
  results.tally.add(values);
  if (sink)
    sink->row(values);
  else
    results.values.insert(results.values.end(), values.begin(), values.end());
}

}  // namespace bricard
