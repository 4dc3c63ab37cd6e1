#include "bricard/analyses/dynamics/switches.hpp"

namespace bricard {

SwitchWatch::SwitchWatch(const System& system, StepCurves& curves, double duration)
    : system_(system), search_(curves, duration), held_(system.functions().decisions, 0.0), e_(system, Purpose::stepping) {
  const FunctionLayout& functions = system.functions();
  const auto add = [&](const std::vector<int>& deciding, const std::vector<Slot>& slots) {
    for (const int i : deciding) {
      Watched watched;
      watched.expression = &slots[i].value;
      watched.is_exact = !curves.reads(slots[i].value);
      const auto& nodes = slots[i].value.nodes();
      for (std::size_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].decision >= 0) watched.nodes.push_back(static_cast<int>(n));
      if (!watched.nodes.empty()) watched_.push_back(std::move(watched));
    }
  };
  add(functions.deciding_slots, functions.slots);
  add(functions.deciding_inputs, functions.inputs);
  add(functions.deciding_outputs, functions.outputs);
  add(functions.deciding_states, functions.states);
  add(functions.deciding_delays, functions.delays);
  for (const Watched& watched : watched_) all_.push_back(&watched);
}

void SwitchWatch::start(const State& state) {
  if (!empty()) system_.decide(state, e_, held_);
}

std::optional<double> SwitchWatch::next(double from, double to) {
  const auto change = search_.first(from, to, all_, held_.data());
  if (!change) return {};
  changed_ = change->watched->expression->nodes()[change->watched->nodes[change->index]].decision;
  of_time_ = change->watched->is_exact;
  return change->t;
}

}  // namespace bricard
