// Kinks of a motion: places where a comparison, min, max, abs or sign in the function of a force or state changes its mind. The
// integrator holds all of them during its steps, so that what it integrates is smooth; where one should have changed, the run is
// taken back to that moment and goes on with the other branch.
#pragma once
#include <functional>
#include <optional>

#include "bricard/system/system.hpp"

namespace bricard {

class SwitchWatch {
 public:
  explicit SwitchWatch(const System& system);

  bool empty() const { return system_.functions().decisions == 0; }
  // What is decided here holds from here on.
  void start(const State& state);
  // The first moment in (from, to] at which a decision is no longer what it was at the start.
  std::optional<double> next(double from, double to, const std::function<State(double)>& state);

 private:
  double against(int decision, double amount) const { return held_[decision] ? -amount : amount; }

  const System& system_;
  std::optional<Equations> e_;  // where there is something to decide
  std::vector<char> held_;
  std::vector<double> amounts_;
};

}  // namespace bricard
