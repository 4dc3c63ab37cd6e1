#include "bricard/analyses/driven/moments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/power.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

constexpr int most_smooth_changes = 1000;  // that are passed over in one look ahead

Dimension dimension_of(const System& system, const RowGroup& group) {
  const Model& model = system.model();
  if (group.kind == RowGroup::Kind::driver)
    return drives_angle(model.drivers[group.element]) ? dimension::angle : dimension::length;
  return model.constraints[group.element].kind->dimension;
}

std::string kind_and_name(const System& system, const RowGroup& group) {
  return fmt::format("{} '{}'", group.kind == RowGroup::Kind::driver ? "driver" : "constraint", system.name_of(group));
}

std::string amount_of(double value, Dimension dimension, const UnitSystem& units) {
  const std::string unit = units.name(dimension);
  return fmt::format("{:.4g}{}{}", value / units.factor(dimension), unit.empty() ? "" : " ", unit);
}

// The tables that the function of a driver reads and that end: "; table 'path' ends at 2".
std::string tables_that_end(const Model& model, const RowGroup& group) {
  std::string text;
  if (group.kind != RowGroup::Kind::driver) return text;
  const Function* function = model.drivers[group.element].function();
  for (const Table& table : model.tables)
    if (table.extrapolation != Extrapolation::error || !function || function->text.find(table.name) == std::string::npos)
      continue;
    else if (table.grid)
      text +=
          fmt::format("; table '{}' goes from {:.9g} to {:.9g} in x and from {:.9g} to {:.9g} in y and has extrapolation: error",
                      table.name, table.grid->x.front(), table.grid->x.back(), table.grid->y.front(), table.grid->y.back());
    else if (!table.points.empty())
      text += fmt::format("; table '{}' goes from {:.9g} to {:.9g} and has extrapolation: error", table.name,
                          table.points.front()[0], table.points.back()[0]);
  return text;
}

}  // namespace

Moments::Moments(const System& system, double end) : system_(system), end_(end) {
  const FunctionLayout& functions = system.functions();
  const double unit = system.table().column_factor[0];
  const auto add = [&](const Expression& expression) {
    TimePieces pieces(expression, unit);
    if (!pieces.empty()) pieces_.push_back(std::move(pieces));
  };
  std::vector<char> read(functions.inputs.size(), 0);  // by the states that are followed
  const auto reads_more_than_time = [](const Expression& expression) {
    const std::vector<int> variables = expression.variables();
    return std::any_of(variables.begin(), variables.end(), [](int variable) { return variable != 0; });
  };
  const auto add_slot = [&](int index) {
    const Slot& slot = functions.slots[index];
    if (slot.is_number) return;
    add(slot.value);
    if (!reads_more_than_time(slot.value)) return;
    follows_states_ = true;
    add(slot.rate);
    for (const int variable : slot.rate.variables())
      if (const int input = variable - system.table().first_input; input >= 0 && input < static_cast<int>(read.size()))
        read[input] = 1;
  };
  for (const DriverEntry& driver : system.constraints().drivers) add_slot(driver.slot);
  for (const ConstraintEntry& constraint : system.constraints().constraints) add_slot(constraint.slot);
  for (const ExpressionEntry& entry : system.constraints().expressions) add(entry.value);
  for (std::size_t i = 0; i < read.size(); ++i)
    if (read[i]) add(functions.inputs[i].value);
  if (pieces_.empty()) return;
  groups_ = groups_that_depend_on_time(system.layout());
  e_.emplace(system);
}

std::optional<PieceChange> Moments::next_change(const State& state, double until) {
  std::optional<PieceChange> first;
  const double shortest = threshold::one_moment * end_;
  for (const TimePieces& each : pieces_)
    if (const auto change = each.next(state.t, first ? first->after : until, shortest))
      if (!first || change->after < first->after) first = change;
  return first;
}

// Which sample is taken at t; not a whole number: none.
double Moments::number_of_sample(const SampleEntry& sample, double t) const {
  const double k = t / sample.period, whole = std::round(k);
  return std::abs(k - whole) <= threshold::on_grid ? whole : k;
}

std::optional<Moment> Moments::next(const State& state) {
  std::optional<Moment> first;
  for (const SampleEntry& sample : system_.functions().samples) {
    // One that is due within rounding has been taken, together with others.
    double k = std::floor(state.t / sample.period);
    while (k * sample.period <= state.t * (1 + 10 * threshold::rounding)) ++k;
    const double t = k * sample.period;
    if (t <= end_ * (1 + threshold::on_grid) && (!first || t < first->after)) {
      const double at = std::min(t, end_);
      first = Moment{std::nextafter(at, 0.0), at, false, true};
    }
  }
  State there = state;
  for (int passed = 0;; ++passed) {
    const auto change = next_change(there, first ? first->after : end_);
    if (!change) return first;
    Moment moment{change->before, change->after, true, first && change->after >= first->after};
    if (follows_states_ || passed == most_smooth_changes || !look(moment, state).is_smooth) return moment;
    there.t = change->after;
  }
}

Crossing Moments::look(const Moment& moment, const State& at) {
  Crossing found;
  if (!moment.is_prescribed) return found;
  State state = at;
  const auto rows_at = [&](double t) {
    state.t = t;
    system_.motion(state, *e_, RowSet::all, Measure::all);
    struct Rows {
      std::vector<double> open, rate, second;
    };
    return Rows{e_->k.Phi, e_->k.nu, e_->k.second};
  };
  const double nearby = threshold::one_moment * end_, length = system_.length();
  const auto earlier = rows_at(moment.before - nearby), before = rows_at(moment.before), after = rows_at(moment.after),
             later = rows_at(moment.after + nearby);
  for (const int g : groups_) {
    const RowGroup& group = system_.constraints().groups[g];
    const auto size = [&](double value) { return as_length(system_, *e_, group.first_row, value); };
    const Dimension dimension = dimension_of(system_, group);
    const std::string when =
        fmt::format("t = {:.9g} {}", moment.after / system_.model().units.factor(dimension::time), system_.model().units.time);
    for (int row = group.first_row; row < group.first_row + group.rows; ++row) {
      const double jump = after.open[row] - before.open[row], rates = std::max(size(before.rate[row]), size(after.rate[row]));
      const auto refuse = [&](bool is_pole, const std::string& what) {
        found.refusal = fmt::format("{} {}", kind_and_name(system_, group), what);
        found.is_pole = is_pole;
        found.is_smooth = false;
      };
      // Towards a pole the function changes by more than any jump between two neighboring times.
      const double gap = moment.after - moment.before;
      if (!std::isfinite(jump)) {
        refuse(!(gap * size(before.rate[row]) <= threshold::as_written * length),
               fmt::format("has no finite value at {}{}", when, tables_that_end(system_.model(), group)));
        return found;
      }
      if (size(jump) > threshold::as_written * length) {
        const bool is_pole = size(jump) < gap * rates / threshold::bearable;
        refuse(is_pole, is_pole ? fmt::format("has no finite value at {}", when)
                                : fmt::format("jumps by {} at {}: positions must change continuously",
                                              amount_of(-jump, dimension, system_.model().units), when));
        return found;
      }
      // A rate that has no limit grows without end on the way.
      const double limit = 4 * std::max(size(earlier.rate[row]), size(later.rate[row])) + length / nearby * threshold::told;
      if (!(rates <= limit)) {
        refuse(true, fmt::format("has a rate without limit at {}", when));
        return found;
      }
      const double usual = std::max(rates, length / end_);
      if (size(after.rate[row] - before.rate[row]) > threshold::tie_of_rates * usual) {
        found.jumps.push_back({g, before.rate[row], after.rate[row]});
        found.is_smooth = false;
      }
      const double bends = size(after.second[row] - before.second[row]);
      const double most = std::max({size(before.second[row]), size(after.second[row]), usual / end_});
      if (!(bends <= threshold::agrees * most)) found.is_smooth = false;
    }
  }
  return found;
}

void Moments::sample(State& state, Recorder& recorder) {
  row_.clear();
  recorder.record(state, row_);
  const auto& columns = recorder.equations().k.columns;
  for (const SampleEntry& sample : system_.functions().samples)
    if (const double k = number_of_sample(sample, state.t); k == std::floor(k))
      state.z[sample.state] = sample.next.evaluate<double>(columns, scratch_);
}

std::string rate_jumps(const System& system, const std::vector<RateJump>& jumps) {
  std::string text;
  for (const RateJump& each : jumps) {
    const RowGroup& group = system.constraints().groups[each.group];
    const Dimension dimension = dimension_of(system, group) / dimension::time;
    text += fmt::format("{}the rate of {} jumps from {} to {}", text.empty() ? "" : ", ", kind_and_name(system, group),
                        amount_of(each.before, dimension, system.model().units),
                        amount_of(each.after, dimension, system.model().units));
  }
  return text;
}

}  // namespace bricard
