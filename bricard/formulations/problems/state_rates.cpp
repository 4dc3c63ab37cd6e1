#include "bricard/formulations/problems/state_rates.hpp"

#include <algorithm>

namespace bricard {

StateRates::StateRates(const System& system, const State& start, const std::vector<char>& selected)
    : system_(system), held_(system.functions().held_states), start_(start.z) {
  const auto& late = system.functions().late_states;
  if (std::find(late.begin(), late.end(), 1) != late.end()) recorder_.emplace(system, selected);
}

void StateRates::add_late(const State& state, double* z_rate) {
  if (!recorder_) return;
  row_.clear();
  recorder_->record(state, row_);
  const FunctionLayout& functions = system_.functions();
  const auto& columns = recorder_->equations().k.columns;
  for (std::size_t i = 0; i < functions.states.size(); ++i)
    if (functions.late_states[i]) z_rate[i] = columns[functions.first_state_rate + i] * functions.states[i].factor;
}

}  // namespace bricard
