// Events along a motion: conditions that turn true are found between the points of the dense output and located by root finding.
//
// A condition has a margin: a number that is positive where it is true (a < b: b - a; and: the smaller, or: the larger of two).
// The margin is continuous where its columns are, so its sign change is located by bracketing (the ITP method: I. F. D. Oliveira,
// R. H. C. Takahashi, ACM TOMS 47 (2021), 5) to the last digits of time. Each step is looked at in several points, and where the
// margin comes near zero between them its maximum is searched, so that a condition that is true only for a moment is not stepped
// over.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "bricard/system/recorder.hpp"

namespace bricard {

// > 0: the condition is true; variables as for Expression::evaluate.
double margin(const Expression& condition, std::span<const double> variables, std::vector<double>& values);

// Where f, not positive at `outside`, has become positive towards `inside`, to the last digits of time.
double first_positive(double outside, double inside, const std::function<double(double)>& f);

struct EventHit {
  int event = 0;  // index in the model
  double t = 0;   // the first moment, to rounding, at which the condition is true
};

class EventWatch {
 public:
  EventWatch(const System& system, const std::vector<char>& selected);

  bool empty() const { return watched_.empty(); }
  // Conditions that are true here do not fire until they have been false.
  void start(const State& state);
  // This one has fired just before: rounding may make it false for a moment.
  void has_fired(int event);
  // What is known of the last moment holds no longer: an input has changed.
  void look_again() { read_at_ = std::numeric_limits<double>::quiet_NaN(); }
  // Events whose conditions hold, or have just fired; by index in the model.
  std::vector<int> holding() const;
  // The first condition that turns true in (from, to]; state(t) is the motion there. Without a hit all of it has been seen.
  std::optional<EventHit> next(double from, double to, const std::function<State(double)>& state);
  // New values of the states that an event sets.
  void set_states(int event, State& state);

 private:
  struct Watched {
    int event;
    bool is_true;
  };
  double margin_at(const Watched& watched, double t, const std::function<State(double)>& state);
  void read(const State& state);

  const System& system_;
  std::optional<Recorder> recorder_;  // where there is something to watch
  Level highest_ = Level::time;       // of the columns that conditions read
  std::vector<Watched> watched_;
  std::vector<double> row_, variables_, scratch_;
  double read_at_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace bricard
