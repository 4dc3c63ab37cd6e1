// The error of a run from the rows of a finer second run of the same model: both are read side by side, row by row, so that
// neither has to be in memory. Only positions and velocities are compared.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bricard/model/model.hpp"
#include "bricard/results/row_sink.hpp"

namespace bricard {

// The columns that count: time first, then lengths, angles, orientations and their rates.
class ComparedColumns {
 public:
  explicit ComparedColumns(const Model& model);
  // Of a row with all columns those that count.
  void pick(std::span<const double> row, std::vector<double>& picked) const;
  std::size_t size() const { return picked_.size(); }  // numbers of a picked row
  std::size_t width() const { return width_; }         // of a whole one

  struct Entry {
    std::size_t at;  // in a picked row; of an orientation the first of four
    enum class Kind { position, orientation, velocity } kind;
    bool is_angular;
    std::string name;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::size_t width_;
  std::vector<std::size_t> picked_;  // columns
  std::vector<Entry> entries_;
};

// Takes the rows of the second run.
class RowComparison final : public RowSink {
 public:
  using NextRow = std::function<bool(std::vector<double>& picked)>;  // of the first run; false: there is none any more
  // `end`: the time of its last row; `length`: what makes an angle a length; `limit`: the difference of positions up to which the
  // first run is trusted.
  RowComparison(const ComparedColumns& columns, double end, double length, double limit, NextRow next);

  void begin(const std::vector<ResultColumn>&, const UnitSystem&) override {}
  void row(std::span<const double> values) override;
  // `growth`: what the difference of both is times to be the error of the first. Without common rows: none.
  std::optional<ErrorEstimate> found(double growth) const;

 private:
  void compare();

  const ComparedColumns& columns_;
  double within_, length_, limit_;
  double trusted_ = 0;  // the last time at which all differences were within the limit
  NextRow next_;
  std::vector<double> first_, second_;
  bool has_first_;
  ErrorEstimate estimate_;
};

}  // namespace bricard
