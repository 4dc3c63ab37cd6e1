#include "bricard/analyses/dynamics/output_row.hpp"

#include "bricard/math/thresholds.hpp"

namespace bricard {

void OutputRow::take(const System& system, const std::vector<char>& selected) {
  recorder_.emplace(system, selected);
  ProblemSettings settings;
  settings.system = &system;
  settings.options = &options_;
  settings.tolerance = options_.tolerance.relative;
  settings.span = *options_.duration;
  stabilizer_ = methods_.stabilization->make(settings);
}

bool OutputRow::write(State& state, std::vector<double>& values) {
  const double tolerance = options_.tolerance.relative;
  if (methods_.stabilization->projects) {
    // The errors of fixed steps have nothing to do with a tolerance.
    State closed = state;
    if (stabilizer_->apply(recorder_->scratch(), closed, options_.step ? unlimited : tolerance,
                           threshold::negligible_share * tolerance))
      state = closed;
  }
  return recorder_->record(state, values);
}

}  // namespace bricard
