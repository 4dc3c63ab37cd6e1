// Moments that are known ahead of a motion: a prescribed motion changes its piece, a state takes its next sample. What follows
// the motion ends a step just before such a moment and goes on just after it, so that no step has one inside.
//
// Where the value of a driver or constraint jumps no motion exists; where its rate jumps velocities do; where only the second
// derivative jumps accelerations do.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/math/time_pieces.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

struct Moment {
  double before = 0, after = 0;  // neighboring numbers
  bool is_prescribed = false, is_sample = false;
};

// A rate that jumps, SI.
struct RateJump {
  int group = 0;  // of the layout
  double before = 0, after = 0;
};

// What prescribed motions do at a moment.
struct Crossing {
  std::string refusal;   // why no motion leads there: "driver 'd' jumps by 1 rad at t = 0.5 s"
  bool is_pole = false;  // the refusal is one of those that should not be approached
  std::vector<RateJump> jumps;
  bool is_smooth = true;  // nothing up to the second derivative
};

class Moments {
 public:
  // Up to the time `end`. The system must outlive this.
  Moments(const System& system, double end);

  bool empty() const { return pieces_.empty() && system_.functions().samples.empty(); }
  // The first after state.t, the end included.
  std::optional<Moment> next(const State& state);
  Crossing look(const Moment& moment, const State& at);
  // The states that are sampled at state.t take their next values, all from the columns as they are.
  void sample(State& state, Recorder& recorder);

 private:
  double number_of_sample(const SampleEntry& sample, double t) const;
  std::optional<PieceChange> next_change(const State& state, double until);
  std::string words(const RowGroup& group) const;

  const System& system_;
  double end_;
  std::vector<TimePieces> pieces_;
  std::vector<int> groups_;      // whose value depends on time
  bool follows_states_ = false;  // what a change means is known only there
  std::optional<Equations> e_;
  std::vector<double> row_, scratch_;
};

// "'d', whose rate jumps from 0 to 1 m/s"
std::string rate_jumps(const System& system, const std::vector<RateJump>& jumps);

}  // namespace bricard
