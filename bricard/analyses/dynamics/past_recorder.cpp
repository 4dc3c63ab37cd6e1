#include "bricard/analyses/dynamics/past_recorder.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

static_assert(PastValues::degree == StepCurves::degree);

PastRecorder::PastRecorder(const System& system, StepCurves& curves, PastValues& past, double tolerance, double duration)
    : system_(system),
      curves_(curves),
      past_(past),
      tolerance_(tolerance),
      duration_(duration),
      largest_(system.functions().delays.size(), threshold::least_state) {
  for (const Slot& delay : system.functions().delays) curves_.reads(delay.value);
}

double PastRecorder::value(std::size_t delay, std::span<const double> variables) {
  return system_.functions().delays[delay].value.evaluate<double>(variables, scratch_);
}

void PastRecorder::begin(const State& start) {
  const std::span<const double> here = curves_.at(start);
  std::vector<double> first, variables(here.begin(), here.end());
  for (std::size_t i = 0; i < largest_.size(); ++i) {  // a delay may be one of those before it
    first.push_back(value(i, variables));
    variables[static_cast<std::size_t>(system_.functions().first_delay) + i] = first.back();
  }
  past_.begin(start.t, first);
}

void PastRecorder::go_on(double until) {
  const double from = std::max(past_.end(), curves_.from());
  if (!(until - from > 10 * threshold::rounding * std::abs(until))) return;  // or the moment before one that was known ahead
  add(from, until, 0);
  past_.end_at(until);
}

// As many pieces as it takes for their tails to be small against the error that steps are allowed.
void PastRecorder::add(double from, double to, int depth) {
  constexpr int deepest = 10;
  constexpr int points = PastValues::degree + 1;
  std::vector<PastValues::Piece> pieces(largest_.size(), {from, to, {}});
  for (int j = 0; j < points; ++j) {
    const std::span<const double> variables = curves_.at(StepCurves::node(j, from, to));
    for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i].values[j] = value(i, variables);
  }
  bool is_good = true;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto& values = pieces[i].values;
    for (const double each : values)
      if (std::isfinite(each)) largest_[i] = std::max(largest_[i], std::abs(each));
    is_good = is_good && !(StepCurves::tail(values.data()) > threshold::depth * tolerance_ * largest_[i]);
  }
  if (!is_good && depth < deepest && to - from > threshold::one_moment * duration_) {
    const double middle = from + 0.5 * (to - from);
    add(from, middle, depth + 1);
    return add(middle, to, depth + 1);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) past_.append(i, pieces[i]);
}

}  // namespace bricard
