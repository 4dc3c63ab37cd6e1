#include "bricard/analyses/dynamics/row_comparison.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/columns.hpp"

namespace bricard {

namespace {

// Between two orientations; q and -q are the same.
double angle_between(const double* p, const double* q) {
  double less = 0, more = 0;
  for (int k = 0; k < 4; ++k) {
    less += (p[k] - q[k]) * (p[k] - q[k]);
    more += (p[k] + q[k]) * (p[k] + q[k]);
  }
  return 4 * std::asin(std::min(1.0, 0.5 * std::sqrt(std::min(less, more))));
}

}  // namespace

ComparedColumns::ComparedColumns(const Model& model) {
  using Kind = Entry::Kind;
  const std::vector<ColumnInfo> columns = list_columns(model);
  width_ = columns.size();
  picked_.push_back(0);
  for (std::size_t c = 1; c < columns.size(); ++c) {
    const auto& [name, dimension] = std::tie(columns[c].name, columns[c].dimension);
    const bool angular = dimension == dimension::angle || dimension == dimension::angular_speed;
    const bool is_position = columns[c].level == Level::position && (dimension == dimension::length || angular);
    const bool is_velocity = columns[c].level == Level::velocity && (dimension == dimension::speed || angular);
    if (name.ends_with(".e0") && c + 3 < columns.size()) {
      entries_.push_back({picked_.size(), Kind::orientation, true, "the orientation of " + name.substr(0, name.size() - 3)});
      for (std::size_t k = 0; k < 4; ++k) picked_.push_back(c + k);
    } else if (is_position || is_velocity) {
      entries_.push_back({picked_.size(), is_position ? Kind::position : Kind::velocity, angular, name});
      picked_.push_back(c);
    }
  }
}

void ComparedColumns::pick(std::span<const double> row, std::vector<double>& picked) const {
  picked.resize(picked_.size());
  for (std::size_t i = 0; i < picked.size(); ++i) picked[i] = row[picked_[i]];
}

RowComparison::RowComparison(const ComparedColumns& columns, double end, double length, double limit, NextRow next)
    : columns_(columns),
      within_(threshold::cancelled * std::max(std::abs(end), threshold::nothing)),
      length_(length),
      limit_(limit),
      next_(std::move(next)),
      has_first_(next_(first_)) {}

// Rows of events stand at slightly different times in both: only common times count.
void RowComparison::row(std::span<const double> values) {
  if (values.size() != columns_.width()) return;
  while (has_first_ && first_[0] < values[0] - within_) has_first_ = next_(first_);
  if (!has_first_ || first_[0] > values[0] + within_) return;
  columns_.pick(values, second_);
  compare();
  has_first_ = next_(first_);
}

void RowComparison::compare() {
  ++estimate_.rows;
  bool is_trusted = true;
  for (const ComparedColumns::Entry& each : columns_.entries()) {
    const double* const a = first_.data() + each.at;
    const double* const b = second_.data() + each.at;
    const bool is_orientation = each.kind == ComparedColumns::Entry::Kind::orientation;
    const double difference = (is_orientation ? angle_between(a, b) : std::abs(*a - *b)) * (each.is_angular ? length_ : 1);
    const bool is_velocity = each.kind == ComparedColumns::Entry::Kind::velocity;
    is_trusted = is_trusted && (is_velocity || !(difference > limit_));
    if (is_velocity) {
      estimate_.velocity_difference = std::max(estimate_.velocity_difference, difference);
    } else if (difference > estimate_.position_difference) {
      estimate_.position_difference = difference;
      estimate_.column = each.name;
      estimate_.t = first_[0];
    }
  }
  if (estimate_.trusted_until) return;
  if (is_trusted)
    trusted_ = first_[0];
  else
    estimate_.trusted_until = trusted_;
}

std::optional<ErrorEstimate> RowComparison::found(double growth) const {
  if (estimate_.rows == 0) return {};
  ErrorEstimate estimate = estimate_;
  estimate.position = growth * estimate.position_difference;
  estimate.velocity = growth * estimate.velocity_difference;
  return estimate;
}

}  // namespace bricard
