// A stretch of a simulation with one System: from the start, or from an event that switched elements, to the next such event. It
// owns what belongs to that System: the Problem, the Integrator, the watch over events.
#pragma once
#include <memory>

#include "bricard/analyses/dynamics/events.hpp"
#include "bricard/analyses/dynamics/stiffness.hpp"
#include "bricard/analyses/dynamics/switches.hpp"
#include "bricard/analyses/methods.hpp"

namespace bricard {

class Stretch {
 public:
  // All must outlive it.
  Stretch(const Model& model, const MethodChoice& methods, const AnalysisOptions& options, ProblemReport& report);

  const System& system() const { return system_; }
  const std::vector<char>& selected() const { return selected_; }
  Integrator& integrator() { return *integrator_; }
  const Integrator& integrator() const { return *integrator_; }
  EventWatch& events() { return *events_; }

  // Makes the integrator ready. Fails where accelerations cannot be found.
  Outcome begin(const State& start);
  bool has_begun() const { return integrator_ != nullptr; }
  // The same from a kink, after which functions take other branches. Too many in no time: from then on they are left to error
  // control; false says so.
  bool go_on(const State& start);
  // An input of the model has this value from here on.
  void hold_input(int input, double value, const State& start);
  // After a step: goes over to the implicit method, or back, where stiffness asks for it.
  void reconsider();
  // Which integrators were taken along the way, and why; empty: the one that was chosen.
  std::string reasons() const { return stiffness_ ? stiffness_->reasons() : std::string(); }
  const IntegratorEntry& integrator_entry() const { return stiffness_ ? stiffness_->entry() : *methods_.integrator; }
  SwitchWatch& switches() { return switches_; }
  bool holds_decisions() const { return holds_decisions_; }
  // Of all integrators of this stretch.
  IntegratorStatistics statistics() const;

 private:
  void make_problem(const State& start);
  void make_integrator(const State& start);
  void end_integrator();

  System system_;
  const MethodChoice& methods_;
  const AnalysisOptions& options_;
  ProblemReport& report_;
  std::vector<char> selected_;
  SwitchWatch switches_;
  bool holds_decisions_;
  int quick_kinks_ = 0;
  double last_kink_ = -1;
  IntegratorStatistics statistics_;           // of integrators that ended at kinks or at a change of method
  std::optional<StiffnessSwitch> stiffness_;  // where the integrator was left to us
  std::unique_ptr<OdeProblem> ode_;
  std::unique_ptr<DaeProblem> dae_;
  std::unique_ptr<Integrator> integrator_;
  std::optional<EventWatch> events_;
};

// The motion that takes over after an event has changed the model as it says. Constraints that are activated act as an impact
// without rebound:
//   M (v+ - v-) + Phi_vᵀ p = 0,  Phi_v v+ = nu,
// which is the mass-weighted smallest change of the velocities.
struct Impact {
  Outcome outcome;         // failed: what is activated stands open
  State start;             // of the System `after`
  double energy_lost = 0;  // J
};
// Changes elements of the model; returns the States that its event sets.
State switched(Model& model, int event, Stretch& before, const State& at);
Impact take_over(const System& before, const State& at, const System& after);

}  // namespace bricard
