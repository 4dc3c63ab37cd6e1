#include "bricard/analyses/many/trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {
namespace {

bool is_position(const ResultColumn& column) {
  const std::string& name = column.name;
  return column.dimension == dimension::length && (name.ends_with(".x") || name.ends_with(".y") || name.ends_with(".z"));
}

std::string_view point_of(std::string_view track) { return track.substr(0, track.rfind('.')); }

// Position at t, between the rows k and k + 1 or at one of them; none outside.
class RunAt {
 public:
  explicit RunAt(const std::vector<double>& t) : t_(t) {}
  // Times must not fall.
  bool move_to(double t, double slack) {
    while (k_ + 1 < t_.size() && t_[k_ + 1] <= t + slack) ++k_;
    at_row_ = std::abs(t_[k_] - t) <= slack;
    time_ = t;
    return at_row_ || (t_[k_] < t && k_ + 1 < t_.size());
  }
  bool at_row() const { return at_row_; }
  double value(const Track& track) const {
    if (at_row_) return track.position[k_];
    const double h = t_[k_ + 1] - t_[k_], s = (time_ - t_[k_]) / h;
    const double x0 = track.position[k_], v0 = h * track.velocity[k_], a0 = h * h * track.acceleration[k_] / 2;
    const double dx = track.position[k_ + 1] - x0 - v0 - a0, dv = h * track.velocity[k_ + 1] - v0 - 2 * a0,
                 da = h * h * track.acceleration[k_ + 1] / 2 - a0;
    // x0 + v0 s + a0 s² + s³ (c3 + c4 s + c5 s²), with the position, velocity and acceleration of the end at s = 1
    const double c3 = 10 * dx - 4 * dv + da, c4 = -15 * dx + 7 * dv - 2 * da, c5 = 6 * dx - 3 * dv + da;
    return x0 + s * (v0 + s * (a0 + s * (c3 + s * (c4 + s * c5))));
  }

 private:
  const std::vector<double>& t_;
  std::size_t k_ = 0;
  double time_ = 0;
  bool at_row_ = true;
};

}  // namespace

Trajectories trajectories_of(const Results& results, bool derivatives) {
  Trajectories run;
  if (results.rows() == 0) return run;
  run.t = results.series("t");
  for (const ResultColumn& column : results.columns) {
    if (!is_position(column)) continue;
    Track& track = run.tracks.emplace_back();
    track.name = column.name;
    track.position = results.series(column.name);
    const std::string point(point_of(column.name)), coordinate = column.name.substr(point.size() + 1);
    const std::string v = point + ".v" + coordinate, a = point + ".a" + coordinate;
    if (!derivatives || results.column(v) < 0 || results.column(a) < 0) continue;
    track.velocity = results.series(v);
    track.acceleration = results.series(a);
  }
  return run;
}

Trajectories trajectories_of(const NumberTable& table, const std::vector<ResultColumn>& columns, const UnitSystem& units,
                             const std::string& name) {
  const auto refuse = [&](std::string what, std::string hint) {
    Fault fault;
    fault.place.file = name;
    fault.what = std::move(what);
    fault.hint = std::move(hint);
    throw Error(std::vector{fault});
  };
  const int time = table.column("t");
  if (time < 0) refuse("the reference has no column `t`", "columns are expected as in results.csv");
  Trajectories reference;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    reference.t.push_back(table.at(row, time) * units.factor(dimension::time));
    if (!std::isfinite(reference.t.back()) || (row > 0 && !(reference.t[row] > reference.t[row - 1])))
      refuse(fmt::format("the times of the reference do not rise in row {}", row + 1), "");
  }
  std::vector<std::string> expected;
  for (const ResultColumn& column : columns) {
    if (!is_position(column)) continue;
    expected.push_back(column.name);
    const int index = table.column(column.name);
    if (index < 0) continue;
    Track& track = reference.tracks.emplace_back();
    track.name = column.name;
    for (std::size_t row = 0; row < table.rows(); ++row)
      track.position.push_back(table.at(row, index) * units.factor(column.dimension));
  }
  if (reference.tracks.empty()) {
    std::string hint;
    for (std::size_t i = 0; i < table.names.size() && hint.empty(); ++i) {
      const std::string near = nearest(table.names[i], expected);
      if (!near.empty()) hint = fmt::format("did you mean `{}` where it has {}?", near, bricard::quoted(table.names[i]));
    }
    for (std::size_t i = 0; i < expected.size() && i < 6; ++i)
      hint += (i == 0 ? (hint.empty() ? "it may have " : " It may have ") : ", ") + expected[i];
    refuse("the reference has no position column of this model", hint + (expected.size() > 6 ? ", ..." : ""));
  }
  return reference;
}

std::optional<double> spacing_of(const std::vector<double>& t) {
  if (t.size() < 2 || t[0] != 0) return {};
  const double spacing = t.back() / static_cast<double>(t.size() - 1);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (std::abs(t[i] - static_cast<double>(i) * spacing) > threshold::on_grid * t.back()) return {};
  return spacing;
}

std::optional<double> distance(const Trajectories& run, const Trajectories& reference) {
  if (run.t.empty() || reference.t.empty()) return {};
  struct Common {
    const Track *run, *reference;
  };
  std::vector<Common> common;
  for (const Track& track : reference.tracks) {
    const auto same =
        std::find_if(run.tracks.begin(), run.tracks.end(), [&](const Track& each) { return each.name == track.name; });
    if (same != run.tracks.end()) common.push_back({&*same, &track});
  }
  if (common.empty()) return {};
  const double slack = threshold::on_grid * std::max(std::abs(run.t.back()), std::abs(reference.t.back()));
  std::optional<double> largest;
  RunAt at(run.t);
  for (std::size_t row = 0; row < reference.t.size(); ++row) {
    if (!at.move_to(reference.t[row], slack)) continue;
    double square = 0;
    for (std::size_t i = 0; i < common.size(); ++i) {
      if (!at.at_row() && common[i].run->velocity.empty()) continue;
      const double apart = at.value(*common[i].run) - common[i].reference->position[row];
      square = (i > 0 && point_of(common[i].run->name) == point_of(common[i - 1].run->name) ? square : 0) + apart * apart;
      if (!(square <= largest.value_or(-1) * largest.value_or(-1)) || !largest) largest = std::sqrt(square);
      if (std::isnan(square)) return std::nan("");
    }
  }
  return largest;
}

double extent(const Trajectories& run) {
  double largest = 0;
  for (const Track& track : run.tracks)
    for (const double value : track.position) largest = std::max(largest, std::abs(value - track.position[0]));
  return largest;
}

}  // namespace bricard
