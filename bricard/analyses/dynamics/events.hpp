// Events along a motion: conditions that turn true, found on the curves of a step (change.hpp). Those that turn true within one
// moment happen together. An action may leave its condition on the border, just true or just false: which it is shows in the way
// that its margin goes from there.
#pragma once
#include <optional>
#include <vector>

#include "bricard/analyses/dynamics/change.hpp"

namespace bricard {

struct EventHit {
  double t = 0;             // the first moment, to rounding, at which a condition is true
  std::vector<int> events;  // indices in the model, ascending
};

class EventWatch {
 public:
  EventWatch(const System& system, StepCurves& curves, double duration);

  bool empty() const { return watched_.empty(); }
  // Conditions that are true here do not fire until they have been false.
  void start(const State& state);
  // These have just acted.
  void have_fired(const std::vector<int>& events);
  // After others have acted: the events that are true because of it, of which these have acted themselves. What is within the
  // error of its variables is as it was before.
  std::vector<int> start_after(EventWatch& before, const State& state, const std::vector<int>& acted);
  // This one holds.
  void hold(int event);
  // Events whose conditions hold, or have just fired; by index in the model.
  std::vector<int> holding() const;
  // The first conditions that turn true in (from, to]. Without a hit all of it has been seen.
  std::optional<EventHit> next(double from, double to);
  // Conditions that were true for a moment by less than their variables are known.
  std::vector<FaintChange>& faint() { return search_.faint(); }
  // New values of the states that an event sets.
  void set_states(int event, std::span<const double> columns, State& state);

 private:
  const System& system_;
  StepCurves& curves_;
  ChangeSearch search_;
  double duration_;
  std::vector<Watched> watched_;
  std::vector<const Watched*> all_;
  std::vector<char> on_border_;      // by watched: it has acted, and has not yet been looked at since
  std::vector<double> acted_until_;  // where it has acted before its time: that is part of the moment
  std::vector<double> band_;         // how well each was known at the moment at which events act, one after the other
  std::vector<double> scratch_;
};

}  // namespace bricard
