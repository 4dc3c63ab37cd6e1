#include "bricard/analyses/dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/events.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/formulations/scales.hpp"
#include "bricard/model/references.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

constexpr int samples = 20;  // positions at which the doctor looks

void check_times(const AnalysisOptions& options, std::size_t columns) {
  check_output_times(options, columns);
  const auto check = [](const std::optional<double>& value, const char* name) {
    if (value && !(std::isfinite(*value) && *value > 0))
      throw Error(std::string("analysis.") + name, "must be positive and finite", "");
  };
  check(options.step, "step");
  check(options.max_step, "max_step");
  check(options.tolerance.absolute, "tolerance.absolute");
  if (!(options.tolerance.relative > 0 && options.tolerance.relative < 1))
    throw Error("analysis.tolerance", "the relative tolerance must lie between 0 and 1", "for instance 1e-6");
  if (options.start == StartAt::equilibrium)
    throw Error("analysis.start", "a start from equilibrium is not available in this version", "start: design");
}

// What index 3 cannot take: it closes positions, and its unknowns are those of the bodies.
void check_methods(const System& system, const MethodChoice& methods) {
  if (methods.formulation->yields == ProblemKind::ode) return;
  const auto refuse = [&](const std::string& what) {
    throw Error("analysis.formulation", "the formulation '" + std::string(methods.formulation->name) + "' does not take " + what,
                "choose formulation lagrange");
  };
  if (system.nz() > 0) refuse("user states");
  for (const RowGroup& group : system.layout().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (system.layout().is_rate_row[row]) refuse("rolling joints ('" + system.name_of(group) + "')");
}

// Rows at the output times that a step has passed, brought back to the constraints where the stabilization does that. The System
// may change between rows, where an event switches elements.
class OutputRows {
 public:
  OutputRows(const MethodChoice& methods, const AnalysisOptions& options, Results& results)
      : methods_(methods),
        tolerance_(options.tolerance.relative),
        bearable_(options.step ? unlimited : tolerance_),  // the errors of fixed steps have nothing to do with a tolerance
        duration_(*options.duration),
        results_(results) {}

  void take(const System& system, const std::vector<char>& selected) {
    system_ = &system;
    recorder_.emplace(system, selected);
    projected_.emplace(system);
    projected_->kernel.set_selected(selected);
  }

  void write(State state) {
    if (methods_.stabilization->projects) {
      State closed = state;
      if (methods_.stabilization->apply(*system_, *projected_, closed, bearable_, 1e-3 * tolerance_)) state = closed;
    }
    const bool finite = recorder_->record(state, results_.values);
    if (rows_ == 0 || state.t >= next_sample_) {
      doctor_.sample(*system_, state);
      next_sample_ = state.t + duration_ / samples;
    }
    Summary& summary = results_.summary;
    if (!finite && !warned_) {
      summary.warnings.push_back(fmt::format("accelerations have no finite value at t = {:.6g} s", state.t));
      warned_ = true;
    }
    auto& violation = summary.violation;
    violation.position = std::max(violation.position, recorder_->position_violation());
    violation.velocity = std::max(violation.velocity, recorder_->velocity_violation());
    violation.acceleration = std::max(violation.acceleration, recorder_->acceleration_violation());
    const double energy = recorder_->energy().kinetic + recorder_->energy().potential;
    if (rows_++ == 0) {
      first_energy_ = energy;
      lowest_ = highest_ = recorder_->energy().potential;
    }
    drift_ = std::max(drift_, std::abs(energy - first_energy_));
    fastest_ = std::max(fastest_, recorder_->energy().kinetic);
    lowest_ = std::min(lowest_, recorder_->energy().potential);
    highest_ = std::max(highest_, recorder_->energy().potential);
    last_ = std::move(state);
  }
  // Relative to the energy that moved.
  double drift() const {
    const double scale = std::max(fastest_, highest_ - lowest_);
    return scale > 0 ? drift_ / scale : 0;
  }
  const State& last() const { return last_; }
  const AlongRun& along_run() const { return doctor_.found(); }

 private:
  const System* system_ = nullptr;
  const MethodChoice& methods_;
  double tolerance_, bearable_, duration_, next_sample_ = 0;
  DoctorAlongRun doctor_;
  std::optional<Recorder> recorder_;
  std::optional<Equations> projected_;
  Results& results_;
  State last_;
  bool warned_ = false;
  long rows_ = 0;
  double first_energy_ = 0, drift_ = 0, fastest_ = 0, lowest_ = 0, highest_ = 0;
};

// A stretch of the run with one System: from the start, or from an event that switched elements, to the next such event.
class Stretch {
 public:
  Stretch(const Model& model, const MethodChoice& methods) : system_(model, methods.coordinates), methods_(methods) {}

  const System& system() const { return system_; }
  const std::vector<char>& selected() const { return selected_; }
  Integrator& integrator() { return *integrator_; }
  EventWatch& events() { return *events_; }

  // Independent rows at the start. False: accelerations cannot be found; why() says it.
  bool choose_rows(const State& start) {
    Equations e(system_);
    system_.motion(start, e);
    system_.fill(e);
    e.kernel.select();
    selected_ = e.kernel.selected();
    if (e.kernel.factor()) return true;
    why_ = singular_message(system_, e);
    return false;
  }
  const std::string& why() const { return why_; }

  void begin(const State& start, const AnalysisOptions& options, ProblemReport& report) {
    ProblemSettings problem;
    problem.system = &system_;
    problem.stabilization = methods_.stabilization;
    problem.start = start;
    problem.selected = selected_;
    problem.tolerance = options.tolerance.relative;
    problem.absolute = options.tolerance.absolute;
    problem.span = *options.duration;
    problem.report = &report;
    IntegratorSettings settings;
    settings.start = start.t;
    settings.end = *options.duration;
    settings.tolerance = options.tolerance.relative;
    settings.step = options.step;
    settings.max_step = options.max_step;
    if (methods_.formulation->yields == ProblemKind::ode) {
      ode_ = methods_.formulation->make_ode(problem);
      Eigen::VectorXd y(start.q.size() + start.v.size() + start.z.size());
      y << start.q, start.v, start.z;
      integrator_ = methods_.integrator->make_ode(*ode_, y, settings);
    } else {
      dae_ = methods_.formulation->make_dae(problem);
      integrator_ = methods_.integrator->make_dae(*dae_, start.q, start.v, settings);
    }
    events_.emplace(system_, selected_);
    events_->start(start);
  }

 private:
  System system_;
  const MethodChoice& methods_;
  std::vector<char> selected_;
  std::string why_;
  std::unique_ptr<OdeProblem> ode_;
  std::unique_ptr<DaeProblem> dae_;
  std::unique_ptr<Integrator> integrator_;
  std::optional<EventWatch> events_;
};

void add(const IntegratorStatistics& statistics, Summary& summary) {
  summary.steps += statistics.steps;
  summary.rejected += statistics.rejected;
  summary.evaluations += statistics.evaluations;
  summary.factorizations += statistics.factorizations;
}

// Every element that can be switched has `active`.
void set_active(Model& model, const std::string& name, bool active) {
  const auto in = [&](auto& elements) {
    for (auto& element : elements)
      if (element.name == name) element.active = active;
  };
  in(model.joints);
  in(model.constraints);
  in(model.drivers);
  in(model.forces);
  in(model.events);
}

// An event that switches elements: another System, which takes over the motion. Constraints that are activated act as an impact
// without rebound: M (v+ - v-) + Phi_vᵀ p = 0, Phi_v v+ = nu, which is the mass-weighted smallest change of the velocities.
Outcome switch_elements(const EventRule& event, Stretch& before, const State& at, const MethodChoice& methods,
                        const AnalysisOptions& options, ProblemReport& report, Model& present, std::unique_ptr<Stretch>& next,
                        Summary& summary) {
  State moved = at;
  const int index = index_of(present.events, event.name);
  before.events().set_states(index, moved);
  for (const std::string& name : event.activate) set_active(present, name, true);
  for (const std::string& name : event.deactivate) set_active(present, name, false);
  auto after = std::make_unique<Stretch>(present, methods);
  // In absolute coordinates, where joints may be open and velocities free: relative ones know no motion against their joints.
  const System system(present);
  State free = system.carry_over(before.system(), moved);
  Equations e(system);
  system.motion(free, e, RowSet::all, Measure::all);
  const double open = system.violation(e, Order::position, RowSet::all);
  if (open > 1e-3 * system.layout().length)
    return Outcome::failure(
        fmt::format("event '{}' at t = {:.6g} s activates constraints that are open by {:.3g} m there", event.name, at.t, open));
  system.fill(e);
  e.kernel.select();
  const double before_impact = system.kinetic_energy(e);
  if (!projection.apply(system, e, free, unlimited, 0))
    return Outcome::failure(fmt::format("the constraints cannot be closed after event '{}' at t = {:.6g} s", event.name, at.t));
  if (const double lost = before_impact - system.kinetic_energy(e); lost > 1e-9 * before_impact)
    summary.warnings.push_back(fmt::format("event '{}' at t = {:.6g} s: the impact took {:.6g} J", event.name, at.t, lost));
  const State start = after->system().carry_over(system, free);
  if (!after->choose_rows(start))
    return Outcome::failure(
        fmt::format("accelerations cannot be found after event '{}' at t = {:.6g} s: {}", event.name, at.t, after->why()));
  add(before.integrator().statistics(), summary);
  after->begin(start, options, report);
  after->events().has_fired(index);
  next = std::move(after);
  return {};
}

void warn_of_singular_positions(const ProblemReport& report, Summary& summary) {
  if (report.singular_times.empty()) return;
  summary.warnings.push_back(
      fmt::format("a nearly singular position was passed at t = {:.4g} s{}; stages were projected there to keep the branch",
                  report.singular_times.front(),
                  report.singular_times.size() > 1 ? fmt::format(" and {} more times", report.singular_times.size() - 1) : ""));
}

}  // namespace

Results dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  const MethodChoice methods = choose_methods(options);
  auto stretch = std::make_unique<Stretch>(model, methods);
  const System& system = stretch->system();
  check_times(options, system.layout().columns.size());
  check_methods(system, methods);

  Results results;
  results.columns = result_columns(system);
  Summary& summary = results.summary;
  summary = describe(system, "dynamics");
  summary.methods = methods.names();
  const Assembly assembly = assemble(system, assembly_settings(options));
  add(assembly, summary);
  if (assembly.outcome.failed()) {
    summary.outcome = assembly.outcome;
    clock.stop(summary);
    return results;
  }
  add(diagnose(system, assembly.state), summary);
  if (!stretch->choose_rows(assembly.state)) {
    summary.outcome = Outcome::failure("accelerations cannot be found at the start: " + stretch->why());
    clock.stop(summary);
    return results;
  }

  ProblemReport report;
  stretch->begin(assembly.state, options, report);
  OutputRows output(methods, options, results);
  output.take(stretch->system(), stretch->selected());
  const double end = *options.duration, spacing = options.output_step.value_or(end / 1000);
  output.write(assembly.state);
  Model present = model;
  long next = 1;
  double seen = 0;  // events and outputs are known until here
  bool running = true;
  const auto output_time = [&](long i) { return bricard::output_time(i, spacing, end); };
  const auto write_until = [&](double t) {
    for (; output_time(next) <= t && output_time(next - 1) < end; ++next)
      if (output_time(next) > output.last().t) output.write(stretch->integrator().state_at(output_time(next)));
  };
  while (running && seen < end) {
    Integrator& integrator = stretch->integrator();
    if (control.interrupt && control.interrupt->load()) {
      summary.outcome = {Status::stopped, fmt::format("interrupted at t = {:.6g} s", integrator.t())};
      break;
    }
    if (const Outcome outcome = integrator.step(); outcome.failed()) {
      summary.outcome = outcome;
      break;
    }
    seen = std::max(seen, integrator.t_previous());
    while (seen < integrator.t()) {
      const auto hit = stretch->events().next(seen, integrator.t(), [&](double t) { return integrator.state_at(t); });
      seen = hit ? hit->t : integrator.t();
      write_until(seen);
      if (!hit) break;
      const EventRule& event = present.events[hit->event];
      summary.events.push_back({event.name, hit->t});
      const State at_event = integrator.state_at(hit->t);
      if (event.action != EventAction::change) {
        if (at_event.t > output.last().t) output.write(at_event);
        if (event.action == EventAction::record) continue;
        summary.outcome = {Status::stopped, fmt::format("event '{}' at t = {:.9g} s", event.name, hit->t)};
        running = false;
        break;
      }
      const EventRule fired = event;
      if (const Outcome outcome = switch_elements(fired, *stretch, at_event, methods, options, report, present, stretch, summary);
          outcome.failed()) {
        output.write(at_event);
        summary.outcome = outcome;
        running = false;
      } else {
        output.take(stretch->system(), stretch->selected());
        output.write(stretch->integrator().state_at(hit->t));
      }
      break;
    }
    if (control.progress) control.progress(seen / end);
  }
  Integrator& integrator = stretch->integrator();
  if (summary.outcome.status != Status::done && running && integrator.t() > output.last().t)
    output.write(integrator.state_at(integrator.t()));

  add(integrator.statistics(), summary);
  if (is_conservative(model)) summary.energy_drift = output.drift();
  warn_of_singular_positions(report, summary);
  summary.along_run = output.along_run();
  if (summary.outcome.status == Status::done) summary.outcome.message = fmt::format("simulated {:.6g} s", end);
  results.state = state_text(stretch->system(), output.last());
  clock.stop(summary);
  return results;
}

}  // namespace bricard
