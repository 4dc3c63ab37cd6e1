// Angles that count turns, along steps of any length. A measured angle is known up to whole turns; which turn it is on follows
// from the angle before and its rate, as long as less than half a turn is in doubt. A step may take bodies around many times (a
// coordinate that grows evenly is no work for an integrator), so what lies between its ends is walked along in looks that are a
// radian apart at most, by the fastest rotation that was seen in the step.
#pragma once
#include <functional>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

class TurnCount {
 public:
  explicit TurnCount(const System& system);

  bool empty() const { return angles_.empty(); }
  // The motion (all measured) at the start is in e; the State knows its angles.
  void start(const Equations& e, const State& state);
  // A motion of the step that is being tried.
  void see(const Equations& e);
  void see(double fastest_rotation);
  // The angles to be expected at state.t, which lies ahead.
  void expect(State& state) const;
  // The step ends at `state`, whose motion (all measured) is in e: whether it must be walked along; the walk, with between(x,
  // state) for the motion at x of the step, which leaves e and state at the end; and the angles there, once they are known.
  bool must_walk(const Equations& e, const State& state) const;
  void walk(Equations& e, State& state, const std::function<void(double, State&)>& between);
  void arrive(const Equations& e, const State& state);
  double since() const { return last_.t; }  // the last accepted point
  // The angles near a moment of the last step.
  void recall(State& state) const;

 private:
  struct Look {
    double t = 0;
    Eigen::VectorXd angles, rates;
  };
  void read(const Equations& e, Look& look) const;

  const System& system_;
  std::vector<int> angles_;  // measured coordinates that count turns
  double looks_needed(const Equations& e, double h) const;
  void expect_from(const Look& look, State& state) const;

  double fastest_ = 0;
  Look last_;
  std::vector<Look> looks_;   // of the last step; empty: it turned less than a look
  std::vector<Look> walked_;  // of the step that is being tried
};

}  // namespace bricard
