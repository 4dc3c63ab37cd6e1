// A stretch of a simulation with one System: from the start, or from an event that switched elements, to the next such event. It
// owns what belongs to that System: the Problem, the Integrator, the watch over events.
#pragma once
#include <memory>

#include "bricard/analyses/driven/moments.hpp"
#include "bricard/analyses/dynamics/events.hpp"
#include "bricard/analyses/dynamics/past_recorder.hpp"
#include "bricard/analyses/dynamics/pulses.hpp"
#include "bricard/analyses/dynamics/stick_slip.hpp"
#include "bricard/analyses/dynamics/stiffness.hpp"
#include "bricard/analyses/dynamics/switches.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/formulations/problems/compiled_motion.hpp"
#include "bricard/system/planar_twin.hpp"

namespace bricard {

class Stretch {
 public:
  // All must outlive it.
  Stretch(const Model& model, const MethodChoice& methods, const AnalysisOptions& options, ProblemReport& report);

  const System& system() const { return system_; }
  const std::vector<char>& selected() const { return selected_; }
  Integrator& integrator() { return *integrator_; }
  const Integrator& integrator() const { return *integrator_; }
  // What the integrator's last step did to all that is watched.
  StepCurves& curves() { return *curves_; }
  EventWatch& events() { return *events_; }
  SwitchWatch& switches() { return *switches_; }
  PulseWatch& pulses() { return *pulses_; }
  StickSlip* stick_slip() { return stick_slip_ ? &*stick_slip_ : nullptr; }  // null: nothing rubs

  // What delay() reads; null: nothing is. Before begin(): goes on from what another stretch remembers.
  const std::shared_ptr<PastValues>& past() const { return past_; }
  void take_past(std::shared_ptr<PastValues> past);
  // The motion up to this time is past: before the integrator's next step, or where it begins anew.
  void remember(double until) {
    if (past_recorder_) past_recorder_->go_on(until);
  }

  // Makes the integrator ready. Fails where accelerations cannot be found.
  Outcome begin(const State& start);
  bool has_begun() const { return integrator_ != nullptr; }
  // The same from a kink, after which functions take other branches. Too many in no time: from then on they are left to error
  // control; false says so.
  // `longest_step`: while a pulse lasts.
  bool go_on(const State& start, std::optional<double> longest_step = {});
  double between_kinks() const { return quick_kinks_ > 0 ? (last_kink_ - first_quick_kink_) / quick_kinks_ : 0; }  // s, then
  // The same where a surface that rubs begins to stick or to slide.
  void change_contact(const State& start);
  // Friction had no answer where the integrator started anew.
  const Outcome& contact() const { return contact_; }
  // The integrator ends just before this moment, which was known ahead; none: at the end of the run.
  const std::optional<Moment>& moment() const { return moment_; }
  bool is_at_moment() const { return moment_ && integrator_->t() >= moment_->before; }
  Crossing look(const Moment& moment, const State& at) { return moments_.look(moment, at); }
  // The states that are sampled at this time take their next values; false: there are none.
  bool sample(State& state);
  // From just after it.
  void pass_moment(const State& start);
  // Steps were computed with smoother tables (smooth_tables.hpp): from here on with those of the model. False: they are already.
  bool take_tables_as_written();
  // An input of the model has this value from here on.
  void hold_input(int input, double value, const State& start);
  // After a step: goes over to the implicit method, or back, where stiffness asks for it.
  void reconsider();
  // The integrator has failed at a singular position, whose noise the stages of its steps amplify: adams, which has none, goes on
  // from before it. False: the failure is another, or the integrator is not left to us.
  bool pass_without_stages();
  // Which integrators were taken along the way, and why; empty: the one that was chosen.
  std::string reasons() const;
  const IntegratorEntry& integrator_entry() const;
  bool holds_decisions() const { return holds_decisions_; }
  // Of all integrators of this stretch.
  IntegratorStatistics statistics() const;

 private:
  void make_watches();
  void make_problem(const State& start);
  void look_for_code(const ProblemSettings& problem);
  void make_integrator(const State& start, std::optional<double> longest_step = {}, std::optional<double> first_step = {});
  void end_integrator();

  void bend_at(double t);
  void look_for_twin(const State& start);
  // Those with which steps are computed.
  const System& stepped() const { return twin_ ? twin_->system() : with_tables(); }
  const System& with_tables() const { return smooth_ ? *smooth_ : system_; }
  State settled(State start);

  System system_;
  const MethodChoice& methods_;
  const AnalysisOptions& options_;
  ProblemReport& report_;
  std::vector<char> selected_;
  std::optional<System> smooth_;    // with smoother tables, where they serve
  std::optional<PlanarTwin> twin_;  // in the plane, where there is one
  std::vector<char> selected_in_plane_;
  Moments moments_;
  std::optional<Moment> moment_;
  std::optional<Recorder> sampler_;  // where states are sampled
  std::optional<StepCurves> curves_;
  std::shared_ptr<PastValues> past_;
  std::optional<PastRecorder> past_recorder_;
  std::optional<SwitchWatch> switches_;
  std::optional<EventWatch> events_;
  std::optional<PulseWatch> pulses_;
  std::optional<StickSlip> stick_slip_;
  Outcome contact_;
  bool holds_decisions_ = true;
  int quick_kinks_ = 0;
  double last_kink_ = -1, first_quick_kink_ = -1;
  std::optional<double> without_stages_from_;  // s
  IntegratorStatistics statistics_;            // of integrators that ended at kinks or at a change of method
  std::optional<StiffnessSwitch> stiffness_;   // where the integrator was left to us
  CompiledUse code_;  // of what steps are computed with, where it is wanted
  bool looked_for_code_ = false;
  std::unique_ptr<OdeProblem> ode_;
  std::unique_ptr<DaeProblem> dae_;
  std::unique_ptr<Integrator> integrator_;
};

// The motion that takes over after an event has changed the model as it says. Constraints that are activated act as an impact
// without rebound:
//   M (v+ - v-) + Phi_vᵀ p = 0,  Phi_v v+ = nu,
// which is the mass-weighted smallest change of the velocities; then friction acts by impulses too (rub_in_impact).
struct Impact {
  Outcome outcome;         // failed: what is activated stands open
  State start;             // of the System `after`
  double energy = 0;       // kinetic, before it
  double energy_lost = 0;  // J
  bool is_open = false;    // no velocities were found that meet the constraints
};
// Changes elements of the model as events ask that act together; returns the State with what they set, each from the values
// before.
State switched(Model& model, const std::vector<int>& events, Stretch& before, const State& at);
Impact take_over(const System& before, const State& at, const System& after, double tolerance);

}  // namespace bricard
