// Kinks of a motion: places where something that switches in the function of a force, input or state (a comparison, min, max,
// abs, sign, floor, mod, the knot of a linear table) changes its mind. The integrator holds all of them during its steps, so that
// what it integrates is smooth; where one should have changed, the run is taken back to that moment and goes on with the other
// branch.
#pragma once
#include <optional>
#include <string>

#include "bricard/analyses/dynamics/change.hpp"

namespace bricard {

class SwitchWatch {
 public:
  SwitchWatch(const System& system, StepCurves& curves, double duration);

  bool empty() const { return watched_.empty(); }
  const std::vector<double>& decisions() const { return held_; }
  // What is decided here holds from here on.
  void start(const State& state);
  // The first moment in (from, to] at which a decision is no longer what it was at the start.
  std::optional<double> next(double from, double to);
  // Whose function has changed there: "forces.brake".
  const std::string& place() const { return system_.functions().decision_places[changed_]; }
  std::vector<FaintChange>& faint() { return search_.faint(); }
  const std::string& place(const FaintChange& change) const {
    return system_.functions().decision_places[change.watched->expression->nodes()[change.watched->nodes[change.index]].decision];
  }
  bool is_of_time() const { return of_time_; }  // and of inputs, not of the motion

 private:
  const System& system_;
  ChangeSearch search_;
  std::vector<Watched> watched_;
  std::vector<const Watched*> all_;
  std::vector<double> held_;
  int changed_ = 0;
  bool of_time_ = false;
  Equations e_;
};

}  // namespace bricard
