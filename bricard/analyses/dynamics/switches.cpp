#include "bricard/analyses/dynamics/switches.hpp"

#include "bricard/analyses/dynamics/events.hpp"

namespace bricard {

namespace {

constexpr int looks = 4;  // points of a step that are looked at

}  // namespace

SwitchWatch::SwitchWatch(const System& system) : system_(system), held_(system.functions().decisions, 0) {
  if (!empty()) e_.emplace(system, Purpose::stepping);
}

void SwitchWatch::start(const State& state) {
  if (empty()) return;
  system_.decision_amounts(state, *e_, amounts_);
  for (std::size_t i = 0; i < held_.size(); ++i) held_[i] = amounts_[i] > 0;
}

std::optional<double> SwitchWatch::next(double from, double to, const std::function<State(double)>& state) {
  if (empty()) return {};
  double last = from;
  for (int look = 1; look <= looks; ++look) {
    const double t = look == looks ? to : from + (to - from) * look / looks;
    system_.decision_amounts(state(t), *e_, amounts_);
    std::optional<double> first;
    const std::vector<double> here = amounts_;
    for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
      if (!(against(i, here[i]) > 0)) continue;
      const double changed = first_positive(last, t, [&](double at) {
        system_.decision_amounts(state(at), *e_, amounts_);
        return against(i, amounts_[i]);
      });
      if (!first || changed < *first) first = changed;
    }
    if (first) return first;
    last = t;
  }
  return {};
}

}  // namespace bricard
