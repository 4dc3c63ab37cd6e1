#include "python/core/column_store.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "bricard/core/text.hpp"
#include "bricard/results/csv_writer.hpp"

namespace bricard::python {

void ColumnStore::begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
  ColumnChoice choice = choose_columns(columns, record_);
  kept_ = std::move(choice.kept);
  warnings_ = std::move(choice.warnings);
  for (const std::size_t i : kept_) {
    columns_.push_back(columns[i]);
    factors_.push_back(units.factor(columns[i].dimension));
  }
  values_.resize(kept_.size());
  has_begun_ = true;
}

void ColumnStore::row(std::span<const double> values) {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    double value = values[kept_[i]] / factors_[i];
    if (!std::isfinite(value)) {
      if (not_finite_++ == 0) first_ = fmt::format("`{}` in row {}", columns_[i].name, values_[i].size() + 1);
      value = std::numeric_limits<double>::quiet_NaN();
    }
    values_[i].push_back(value);
  }
}

void ColumnStore::take(const Results& results) {
  if (has_begun_) return;
  begin(results.columns, results.summary.units);
  const std::size_t width = results.columns.size();
  for (int i = 0; i < results.rows(); ++i) row({results.values.data() + static_cast<std::size_t>(i) * width, width});
}

std::vector<std::string> ColumnStore::warnings() const {
  std::vector<std::string> all = warnings_;
  if (not_finite_ > 0)
    all.push_back(fmt::format("{} value{} not finite, which the columns hold as nan, first {}", not_finite_,
                              not_finite_ == 1 ? " is" : "s are", first_));
  return all;
}

}  // namespace bricard::python
