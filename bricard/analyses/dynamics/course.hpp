// The course of a motion, the one event loop of the program: an integrator makes a step; what happens inside it (kinks, events,
// contradictions) is found on its dense output and acts at its moment; rows are taken on the way. The present time may lie inside
// the last step of the integrator: what is left of it comes later.
//
// Behind the public Simulation (simulation.hpp), and for analyses that want to know more than it tells.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/doctor/contradiction.hpp"
#include "bricard/analyses/driven/strike.hpp"
#include "bricard/analyses/dynamics/accumulation.hpp"
#include "bricard/analyses/dynamics/output_row.hpp"
#include "bricard/analyses/dynamics/stretch.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// Memory does not grow with a run: of more events the first and the last are kept.
inline constexpr std::size_t most_events_kept = 10000;
void keep_event(std::vector<Event>& events, const Event& event);

// Who listens hears what happens, in its order.
class CourseListener {
 public:
  virtual ~CourseListener() = default;
  virtual bool wants_row(double /*t*/) const { return true; }  // at a time of the output; events are rows in any case
  virtual void row(const State& /*closed*/, bool /*finite*/, std::span<const double> /*values*/) {}
  virtual void moved(double /*from*/, double /*to*/) {}  // a piece of a step with nothing inside
  virtual void happened(const Event&) {}
  virtual void warned(const std::string&) {}
  // An event switches elements: the motion of the present System ends here, that of another begins.
  virtual void ends(const State&) {}
  virtual void begins(const State&) {}
  // Between an end and a beginning: prescribed motions have struck.
  virtual void struck(const std::vector<Blow>&) {}
};

// Where a course may begin anew, in this process or another.
struct Checkpoint {
  std::string model, coordinates;  // whose state it is
  State state;
  std::vector<std::string> inactive;     // elements that are switched off: "joints.hook"
  std::map<std::string, double> inputs;  // that are held
  std::vector<std::string> events;       // whose conditions hold: they do not fire until they have been false
  std::optional<PastValues> past;        // what delays read
};

class Course {
 public:
  // From the assembled start. Throws Error where model or options are wrong; what fails is in outcome().
  Course(const Model& model, const AnalysisOptions& options);
  Course(const Model& model, const AnalysisOptions& options, const Checkpoint& from);
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  void listen(CourseListener* listener) { listener_ = listener; }

  // To the end of the integrator's step, or to an event that switches elements. A course that has failed or was stopped stays.
  Outcome step() { return proceed(end_); }
  Outcome advance_to(double t);
  const Outcome& outcome() const { return outcome_; }
  double t() const { return t_; }
  double end() const { return end_; }
  // The start was found; else there is no more than its state.
  bool has_begun() const { return stretch_->has_begun(); }
  // From here to t() the motion is known.
  double known_from() const;
  State state_at(double t) { return last_ && t >= last_->t ? *last_ : stretch_->integrator().state_at(t); }
  State state();

  // An input of the model has this value from now on: the integrator starts anew, as after a kink.
  void hold_input(int input, double value);
  Checkpoint checkpoint();
  // Everything starts anew there, with nothing left of what was before but the counts. Throws Error where the state is not one
  // of this model in these coordinates.
  void restart(const Checkpoint& from);

  // The row of a state, to the listener; and a row that nobody hears of.
  void write_row(State state);
  bool compute_row(State state, std::vector<double>& values) { return rows_.write(state, values); }
  const State& last_row() const { return last_row_; }
  const Recorder& recorder() const { return rows_.recorder(); }

  const System& system() const { return stretch_->system(); }
  const std::vector<char>& selected() const { return stretch_->selected(); }
  const Model& present() const { return present_; }  // with the elements that are switched on now
  const Assembly& assembly() const { return assembly_; }
  const MethodChoice& methods() const { return methods_; }
  const ProblemReport& report() const { return report_; }
  const std::vector<Event>& events() const { return events_; }  // of very many the first and the last
  const std::vector<std::string>& warnings() const { return warnings_; }
  long switches() const { return switches_; }
  // Counts, the integrator in use and why, of the whole course.
  IntegratorStatistics statistics() const;
  const IntegratorStatistics& statistics_of_integrator() const { return stretch_->integrator().statistics(); }
  std::string_view integrator() const { return stretch_->integrator_entry().name; }
  std::string reasons() const;

 private:
  // What a step of the integrator holds, as far as it has not been passed.
  struct Ahead {
    double until = 0;
    std::optional<double> kink;    // where the integrator starts anew
    bool changes_contact = false;  // there a surface begins to stick or to slide
    std::optional<Pulse> pulse;    // that begins there
    std::optional<Contradiction> contradiction;
  };

  void make_stretch();
  Outcome begin(const State& start);
  Outcome proceed(double limit);
  Outcome arrive();
  void make_step();
  void pass(double until);
  void look_for_pulses(double from);
  void look_for_contact(double from);
  void end_step();
  std::string pole_ahead();
  Outcome cross(const Moment& moment);
  Outcome strike_at(const State& before, const Crossing& crossing, State& after);
  void go_on(const Ahead& ahead);
  Outcome act(const EventHit& hit);
  Outcome switch_elements(const std::vector<int>& events, const State& at);
  Outcome look_for_end(int event, double t);
  void warn_of_friction();
  void warn_of_split();
  std::string names_of(const std::vector<int>& events) const;
  std::string last_events() const;
  void replace(std::unique_ptr<Stretch> after);
  void write_rows_until(double t);
  void warn(std::string text);
  void warn_again(const std::string& text);
  void warn_of_faint_changes();
  std::function<State(double)> dense();

  AnalysisOptions options_;
  Model present_;
  double end_;
  MethodChoice methods_;
  ProblemReport report_;
  std::unique_ptr<Stretch> stretch_;
  Assembly assembly_;
  OutputRow rows_;
  std::optional<ContradictionWatch> contradictions_;
  std::map<std::string, double> inputs_;
  CourseListener* listener_ = nullptr;
  Outcome outcome_;
  double t_ = 0;
  std::optional<Ahead> ahead_;
  std::optional<State> last_;  // at the end of the run, where something happens just there
  int strikes_ = 0;
  bool told_of_split_ = false;  // of the efforts of surfaces that stick
  long switches_ = 0;
  std::optional<Pulse> pulse_;  // that lasts
  Accumulation accumulation_;
  std::vector<int> turned_true_;  // events, by what others have just done
  long next_row_ = 1;
  State last_row_;
  std::vector<double> row_;
  std::vector<Event> events_;
  std::vector<std::string> warnings_;
  int repeated_warnings_ = 0;
  std::string endless_;             // which function switches without end since when; empty: none
  std::vector<std::string> faint_;  // what was told of changes that were passed over
  IntegratorStatistics counted_;    // of stretches that have ended
  std::string reasons_;
};

}  // namespace bricard
