#include "bricard/analyses/linear/sparse_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/analyses/linear/columns_along.hpp"
#include "bricard/analyses/linear/linear_outputs.hpp"
#include "bricard/analyses/linear/linear_sources.hpp"

namespace bricard {

namespace {

constexpr int lanes = FirstOrder::lanes;

// Where outputs depend on (xi, xi', xi'', mu, u), and how. Many places are moved together, each by an amount of its own; only what
// changes an output is divided further, down to single places. Derivatives that are zero by structure are exactly zero, so that
// nothing is overlooked.
class OutputSlopes {
 public:
  OutputSlopes(const System& system, const State& state, const SparseMotion& motion, FirstOrder& first_order,
               const std::vector<LinearSource>& sources, const std::vector<int>& columns)
      : system_(system),
        motion_(motion),
        sources_(sources),
        columns_(columns),
        along_(system, state, first_order, motion.a),
        places_(3 * motion.size + motion.rows),
        da_(motion.size, lanes),
        mu_(motion.rows, lanes) {}

  void find(SparseModel& model) {
    std::vector<Range> open = parts({0, places_ + static_cast<int>(sources_.size())});
    while (!open.empty() && model.refusal.empty()) {
      std::vector<Range> now(open.end() - std::min<std::ptrdiff_t>(lanes, std::ssize(open)), open.end());
      open.resize(open.size() - now.size());
      const std::vector<FirstOrder::Number>& row = move(now);
      for (std::size_t lane = 0; lane < now.size(); ++lane)
        if (now[lane].end - now[lane].begin == 1)
          take(now[lane].begin, static_cast<int>(lane), row, model);
        else if (std::any_of(columns_.begin(), columns_.end(), [&](int c) { return row[c].d[lane] != 0; }))
          for (const Range& part : parts(now[lane])) open.push_back(part);
    }
    for (SparseEntries* entries : {&model.C, &model.D})
      std::sort(entries->begin(), entries->end(), [](const SparseEntry& a, const SparseEntry& b) {
        return std::pair(a.row, a.column) < std::pair(b.row, b.column);
      });
  }

 private:
  struct Range {
    int begin, end;
  };

  static std::vector<Range> parts(const Range& whole) {
    std::vector<Range> found;
    for (int i = 0, begin = whole.begin; i < lanes; ++i) {
      const int end = whole.begin + static_cast<int>(static_cast<long>(whole.end - whole.begin) * (i + 1) / lanes);
      if (end > begin) found.push_back({begin, end});
      begin = end;
    }
    return found;
  }

  // Between 1 and 2, so that what places do to an output does not cancel.
  static double amount(int place) { return 1 + std::fmod(place * std::numbers::phi, 1.0); }

  const std::vector<FirstOrder::Number>& move(const std::vector<Range>& ranges) {
    Directions directions(system_, static_cast<int>(ranges.size()));
    da_.setZero();
    mu_.setZero();
    const int n = motion_.size;
    for (std::size_t r = 0; r < ranges.size(); ++r) {
      const auto lane = static_cast<Eigen::Index>(r);
      const bool alone = ranges[r].end - ranges[r].begin == 1;
      for (int place = ranges[r].begin; place < ranges[r].end; ++place) {
        const double by = alone ? 1 : amount(place);
        if (place < n)
          directions.xi(place, lane) = by;
        else if (place < 2 * n)
          directions.v(place - n, lane) = by;
        else if (place < 3 * n)
          da_(place - 2 * n, lane) = by;
        else if (place < places_)
          mu_(place - 3 * n, lane) = by;
        else if (const int input = sources_[place - places_].input; input >= 0)
          directions.input(input, lane) = by;
      }
    }
    return along_.at(directions, 0, da_, [&](const auto&, const auto&, std::vector<FirstOrder::Number>& effort) {
      for (int l = 0; l < motion_.rows; ++l) {  // an effort is minus the multiplier (system/reactions.hpp)
        FirstOrder::Number& of_row = effort[system_.active_rows()[motion_.kept[l]]];
        of_row = FirstOrder::Number(-motion_.lambda[l]);
        for (int lane = 0; lane < lanes; ++lane) of_row.d[lane] = -mu_(l, lane);
      }
    });
  }

  void take(int place, int lane, const std::vector<FirstOrder::Number>& row, SparseModel& model) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double slope = row[columns_[i]].d[lane];
      if (!std::isfinite(slope)) model.refusal = "the output '" + model.outputs[i] + "' has no finite derivative";
      if (slope == 0) continue;
      const int output = static_cast<int>(i);
      if (place < places_)
        model.C.push_back({output, place, slope});
      else
        model.D.push_back({output, place - places_, slope});
    }
  }

  const System& system_;
  const SparseMotion& motion_;
  const std::vector<LinearSource>& sources_;
  const std::vector<int>& columns_;
  ColumnsAlong along_;
  int places_;  // before the inputs
  Eigen::MatrixXd da_, mu_;
};

// Forces of an input, and what a driver prescribes.
void find_effects(const System& system, const SparseMotion& motion, FirstOrder& first_order,
                  const std::vector<LinearSource>& sources, SparseModel& model) {
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const int column = static_cast<int>(s);
    if (sources[s].row >= 0) {
      model.B.push_back({motion.size + sources[s].row, column, 1});
      continue;
    }
    Directions directions(system, 2);
    directions.input(sources[s].input, 0) = directions.input_rate(sources[s].input, 1) = 1;
    const FirstOrder::Changes changes = first_order.changes(directions);
    if (!changes.finite()) model.refusal = "forces have no finite derivative by the input '" + sources[s].name + "'";
    if (!changes.r.col(1).isZero(0)) model.refusal = "forces read the rate of the input '" + sources[s].name + "'";
    for (int i = 0; i < motion.size; ++i)
      if (const double change = changes.r(i, 0); change != 0) model.B.push_back({i, column, -change});
  }
}

}  // namespace

SparseModel sparse_model(const System& system, const State& state, const SparseMotion& motion,
                         const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  SparseModel model;
  model.refusal = motion.refusal;
  if (!model.refusal.empty()) return model;
  check_inputs(system.model(), inputs);
  std::vector<LinearSource> sources;
  for (const std::string& name : inputs) sources.push_back(find_source(system, motion.kept, name));
  const std::vector<int> columns = output_columns(system, outputs);
  model.inputs = inputs;
  model.outputs = outputs;
  for (const LinearSource& source : sources) model.input_dimensions.push_back(source.dimension);
  for (const int column : columns) model.output_dimensions.push_back(system.table().columns[column].dimension);
  if (!outputs.empty() && motion.rows < system.constraints().rows) {
    model.refusal = "constraints depend on each other, and their efforts are shared out by the least norm";
    return model;
  }
  FirstOrder first_order(system, state, motion.kept, motion.a, motion.lambda);
  find_effects(system, motion, first_order, sources, model);
  if (!outputs.empty()) OutputSlopes(system, state, motion, first_order, sources, columns).find(model);
  return model;
}

SparseResponse::SparseResponse(const SparseMotion& motion, const SparseModel& model)
    : motion_(motion), model_(model), shifted_(motion) {}

Eigen::MatrixXcd SparseResponse::at(double frequency) {
  const std::complex<double> s(0, 2 * std::numbers::pi * frequency);
  const int n = motion_.size;
  Eigen::MatrixXcd H =
      Eigen::MatrixXcd::Zero(static_cast<int>(model_.outputs.size()), static_cast<int>(model_.inputs.size()));
  if (!shifted_.factor(s * s, s)) return H.setConstant(std::numeric_limits<double>::quiet_NaN());
  Eigen::VectorXcd x(n + motion_.rows);
  for (int j = 0; j < H.cols(); ++j) {
    x.setZero();
    for (const SparseEntry& entry : model_.B)
      if (entry.column == j) x[entry.row] += entry.value;
    shifted_.solve(x);
    for (const SparseEntry& entry : model_.C) {
      const int order = std::min(entry.column / n, 3);
      const std::complex<double> factor = order == 1 ? s : order == 2 ? s * s : 1.0;
      H(entry.row, j) += entry.value * factor * x[order == 3 ? entry.column - 2 * n : entry.column % n];
    }
  }
  for (const SparseEntry& entry : model_.D) H(entry.row, entry.column) += entry.value;
  return H;
}

}  // namespace bricard
