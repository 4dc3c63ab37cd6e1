// Which surfaces stick and which slide along a motion (system/rubbing.hpp). During a step that is held, so that what is
// integrated is smooth; where it should have changed, the run goes back to that moment and on with what holds from there:
//
//   a surface that slides stops where its slip turns against the direction it had, or becomes too small to matter;
//   a surface that sticks is released where its effort leaves the cone;
//   a surface that rests, because at this position nothing can move it, slides as soon as it has slip.
//
// At such a moment all surfaces that stand still are judged together, at the level of accelerations (stand_or_slip).
#pragma once
#include <functional>
#include <optional>
#include <utility>

#include "bricard/core/outcome.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

class StickSlip {
 public:
  // The System must outlive it; its modes are set here.
  StickSlip(System& system, const std::vector<char>& selected, double duration, double tolerance);

  // What sticks and slides from here on; what sticks has no slip any more. Fails where no answer exists.
  Outcome settle(State& state);
  // After an impact: what stuck before may slip now.
  void forget() { system_.set_rubbing_modes({}); }
  // The first moment in (from, to] at which something is no longer as it was held.
  std::optional<double> next(double from, double to, const std::function<State(double)>& at);
  // After a step that was accepted: directions of slip are those of its end.
  void follow(const State& state);
  // The rows that are kept where it was settled last.
  const std::vector<char>& selected() const { return e_.kernel.selected(); }
  // Surfaces that stick share their efforts in more than one way: told once.
  bool takes_note_of_split() { return std::exchange(split_, false); }
  // Why there is no motion here, as far as friction is the reason; empty: it is not.
  std::string refusal(const State& state);

 private:
  // By surface: > 0 where it is no longer what it was held to be.
  const std::vector<double>& amounts(const State& state);
  double slip_of(const RubbingSurface& surface) const;
  double least_slip() const;  // that is more than rounding, at the motion in e_

  System& system_;
  double duration_, tolerance_;
  Equations e_;
  std::vector<char> caught_;          // at the moment that next() has found
  std::vector<double> fastest_slip_;  // of each surface since it slides
  std::vector<double> amounts_;
  double last_ = -1;
  int quick_ = 0;
  bool split_ = false;
};

}  // namespace bricard
