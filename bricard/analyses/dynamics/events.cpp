#include "bricard/analyses/dynamics/events.hpp"

#include <algorithm>

#include "bricard/math/thresholds.hpp"

namespace bricard {

EventWatch::EventWatch(const System& system, StepCurves& curves, double duration)
    : system_(system), curves_(curves), search_(curves, duration), duration_(duration) {
  for (std::size_t i = 0; i < system.model().events.size(); ++i) {
    if (!system.model().events[i].active) continue;
    Watched watched;
    watched.expression = &system.functions().events[i].when;
    watched.event = static_cast<int>(i);
    watched.is_exact = !curves.reads(*watched.expression);
    watched_.push_back(std::move(watched));
  }
  for (const Watched& watched : watched_) all_.push_back(&watched);
  on_border_.assign(watched_.size(), 0);
  band_.assign(watched_.size(), 0.0);
  acted_until_.assign(watched_.size(), -1.0);
}

void EventWatch::start(const State& state) {
  std::fill(on_border_.begin(), on_border_.end(), 0);
  if (watched_.empty()) return;
  curves_.forget();
  const std::span<const double> variables = curves_.at(state);
  for (Watched& watched : watched_) watched.is_true = margin(*watched.expression, variables, scratch_) > 0;
}

void EventWatch::have_fired(const std::vector<int>& events) {
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (std::find(events.begin(), events.end(), watched_[i].event) != events.end()) on_border_[i] = 1;
}

void EventWatch::hold(int event) {
  for (Watched& watched : watched_)
    if (watched.event == event) watched.is_true = true;
}

std::vector<int> EventWatch::start_after(EventWatch& before, const State& state, const std::vector<int>& acted) {
  start(state);
  have_fired(acted);
  std::vector<int> events;
  const std::vector<double> variables = [&] {
    const std::span<const double> here = curves_.at(state);
    return std::vector<double>(here.begin(), here.end());
  }();
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const auto same = std::find_if(before.watched_.begin(), before.watched_.end(),
                                   [&](const Watched& each) { return each.event == watched_[i].event; });
    if (same == before.watched_.end()) continue;
    const double amount = margin(*watched_[i].expression, variables, scratch_);
    const auto k = same - before.watched_.begin();
    on_border_[i] |= before.on_border_[k];  // it has acted at this moment
    acted_until_[i] = before.acted_until_[k];
    const double band = band_[i] = std::max(before.band_[k], before.search_.pace(*same, state.t, state.t).band);
    if (std::abs(amount) <= band && !on_border_[i]) watched_[i].is_true = same->is_true;
    if (on_border_[i] && amount < -band) {  // its action has made it false: it may turn true again at once
      on_border_[i] = 0;
      acted_until_[i] = -1;
    } else if (!on_border_[i] && watched_[i].is_true && !same->is_true) {
      events.push_back(watched_[i].event);
    }
  }
  return events;
}

std::vector<int> EventWatch::holding() const {
  std::vector<int> events;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (watched_[i].is_true || on_border_[i]) events.push_back(watched_[i].event);
  return events;
}

std::optional<EventHit> EventWatch::next(double from, double to) {
  if (watched_.empty() || !(to > from)) return {};
  // What has acted is true, and on its border unless it goes away from there.
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    if (!std::exchange(on_border_[i], 0)) continue;
    watched_[i].is_true = false;
    const ChangeSearch::Pace pace = search_.pace(watched_[i], from, to);
    const double band = std::max(pace.band, band_[i]);
    watched_[i].is_true = pace.amount > band || (pace.amount >= -band && !(pace.rate * duration_ < -band));
  }
  std::fill(band_.begin(), band_.end(), 0.0);
  for (double seen = from; seen < to;) {
    const auto change = search_.first(seen, to, all_, nullptr);
    if (!change) return {};
    Watched& changed = watched_[change->watched - watched_.data()];
    changed.is_true = !changed.is_true;
    seen = change->t;
    if (!changed.is_true || change->t <= acted_until_[&changed - watched_.data()]) continue;
    // Those that follow within a moment belong to it.
    EventHit hit{change->t, {}};
    const double moment = 2 * threshold::one_moment * duration_;
    for (Watched& watched : watched_) {
      if (&watched != &changed) {
        if (watched.is_true) continue;
        const ChangeSearch::Pace pace = search_.pace(watched, hit.t, to);
        if (!(pace.amount > 0) && !(pace.rate > 0 && pace.amount + pace.rate * moment > 0)) continue;
        watched.is_true = true;
        // It acts before its time, and not again when that comes.
        band_[&watched - watched_.data()] = std::max(0.0, -2 * pace.amount);
        acted_until_[&watched - watched_.data()] = hit.t + moment;
      }
      hit.events.push_back(watched.event);
    }
    have_fired(hit.events);
    return hit;
  }
  return {};
}

void EventWatch::set_states(int event, std::span<const double> columns, State& state) {
  for (const auto& each : system_.functions().events[event].set)
    state.z[each.state] = each.value.evaluate<double>(columns, scratch_);
}

}  // namespace bricard
