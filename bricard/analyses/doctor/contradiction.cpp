#include "bricard/analyses/doctor/contradiction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/analyses/dynamics/events.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/power.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

constexpr double part = 0.05;       // of the largest: a row takes part in the residual
constexpr int most_columns = 1500;  // beyond it the dense matrices are too large, and rows are told that stand open
constexpr std::size_t most_names = 6;

}  // namespace

ContradictionWatch::ContradictionWatch(const System& system, const State& start, double tolerance)
    : system_(system),
      given_(system.constraints().groups.size(), 0),
      limit_(std::max(10 * tolerance, threshold::always_bearable) * system.length()),
      bearable_(limit_) {
  const std::vector<int> groups = groups_that_depend_on_time(system.layout());
  if (groups.empty()) return;
  for (int group : groups) given_[group] = 1;
  for (std::size_t g = 0; g < given_.size(); ++g)
    if (system.constraints().groups[g].kind == RowGroup::Kind::driver) given_[g] = 1;
  Mechanism acting(system, WithDrivers::yes);
  acting.place(system, start);
  acting.select();
  if (acting.redundant() > 0) e_.emplace(system);
}

double ContradictionWatch::open(const State& state) {
  system_.motion(state, *e_, RowSet::all, Measure::all);
  return system_.violation(*e_, Order::position, RowSet::all);
}

// What least squares leave of `open`, at the motion in e_.
ContradictionWatch::Residual ContradictionWatch::residual(const std::vector<double>& open, double threshold) const {
  Residual found{0, std::vector<double>(system_.constraints().rows, 0.0)};
  if (6 * system_.mechanism().bodies > most_columns) {
    for (int row = 0; row < system_.constraints().rows; ++row) found.rows[row] = as_length(system_, *e_, row, open[row]);
  } else {
    const ScaledRows rows = scaled_rows(system_, *e_);
    Eigen::VectorXd asked(system_.constraints().rows);
    for (int row = 0; row < system_.constraints().rows; ++row) asked[row] = open[row] * rows.scale[row];
    const PivotedQr qr(rows.G, threshold);
    Eigen::VectorXd left = asked;
    qr.apply_Qt(left);
    left.head(qr.rank()).setZero();
    qr.apply_Q(left);
    for (int row = 0; row < system_.constraints().rows; ++row) found.rows[row] = std::abs(left[row]);
  }
  for (double each : found.rows) found.largest = std::max(found.largest, each);
  return found;
}

std::optional<Contradiction> ContradictionWatch::look(double from, double to, const std::function<State(double)>& state_at) {
  if (idle()) return {};
  const auto at = [&](double t) {
    const double now = open(state_at(t));
    // Off the constraints dependent rows are so only up to what is open.
    return residual(e_->k.Phi, std::max(threshold::dependent_dimensionless, 10 * now / system_.length()));
  };
  const double now = open(state_at(to));
  if (!(now > bearable_)) return {};
  const Residual there = at(to);
  if (!(there.largest > limit_)) {
    bearable_ = 2 * now;  // all rows drift, but together
    return {};
  }
  const double t = first_positive(from, to, [&](double time) { return at(time).largest - limit_; });
  return Contradiction{t, words(there)};
}

std::optional<Contradiction> ContradictionWatch::ahead(const State& state, double moment) {
  if (idle()) return {};
  State later = state;
  later.v.setZero();
  for (const double part : threshold::moments_ahead) {
    later.t = state.t + part * moment;
    system_.motion(later, *e_, RowSet::all, Measure::all);
    const Residual rates = residual(e_->k.nu, threshold::dependent_dimensionless);
    double largest = 0;
    for (int row = 0; row < system_.constraints().rows; ++row)
      largest = std::max(largest, as_length(system_, *e_, row, e_->k.nu[row]));
    if (rates.largest > threshold::agrees * largest) return Contradiction{state.t, words(rates)};
    if (moment == 0) break;
  }
  return {};
}

// Those with a prescribed value, and only where there is but one of them the joints that it fights.
std::string ContradictionWatch::words(const Residual& residual) const {
  const auto& groups = system_.constraints().groups;
  std::vector<std::string> given, others;
  bool all_drivers = true;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    double share = 0;
    for (int i = 0; i < groups[g].rows; ++i) share = std::max(share, residual.rows[groups[g].first_row + i]);
    if (!(share > part * residual.largest)) continue;
    (given_[g] ? given : others).push_back("'" + system_.name_of(groups[g]) + "'");
    if (given_[g] && groups[g].kind != RowGroup::Kind::driver) all_drivers = false;
  }
  const auto list = [](std::vector<std::string> names) {
    const std::size_t more = names.size() > most_names ? names.size() - most_names : 0;
    names.resize(names.size() - more);
    if (more > 0) return fmt::format("{} and {} more", fmt::join(names, ", "), more);
    if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
  };
  const char* kind = all_drivers ? "driver" : "constraint";
  if (given.size() > 1)
    return fmt::format(
        "{}s {} drive the same motion and contradict each other: switch off all but one, or make their functions agree", kind,
        list(given));
  if (given.empty()) return fmt::format("the constraints of {} contradict each other", list(others));
  return fmt::format("{} {} contradicts {}, which alone determine that motion: switch it off, or release one of them", kind,
                     list(given), others.empty() ? "the joints" : list(others));
}

}  // namespace bricard
