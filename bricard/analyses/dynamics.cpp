#include "bricard/analyses/dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/stretch.hpp"
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

void add(Stretch& stretch, Summary& summary) {
  for (const IntegratorStatistics* statistics : {&stretch.statistics_before(), &stretch.integrator().statistics()}) {
    summary.steps += statistics->steps;
    summary.rejected += statistics->rejected;
    summary.evaluations += statistics->evaluations;
    summary.factorizations += statistics->factorizations;
  }
}

void warn_of_impact(const EventRule& event, double t, double lost, Summary& summary) {
  if (lost > 1e-9 * (1 + std::abs(lost)))
    summary.warnings.push_back(fmt::format("event '{}' at t = {:.6g} s: the impact took {:.6g} J", event.name, t, lost));
}

void warn_of_singular_positions(const ProblemReport& report, const MethodChoice& methods, Summary& summary) {
  if (report.singular_times.empty()) return;
  summary.warnings.push_back(
      fmt::format("a nearly singular position was passed at t = {:.4g} s{}{}", report.singular_times.front(),
                  report.singular_times.size() > 1 ? fmt::format(" and {} more times", report.singular_times.size() - 1) : "",
                  methods.stabilization->projects ? "; stages were projected there to keep the branch" : ""));
}

}  // namespace

Results dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  const MethodChoice methods = choose_methods(options);
  ProblemReport report;
  auto stretch = std::make_unique<Stretch>(model, methods, options, report);
  check_times(options, stretch->system().layout().columns.size());

  Results results;
  results.columns = result_columns(stretch->system());
  Summary& summary = results.summary;
  summary = describe(stretch->system(), "dynamics");
  summary.methods = methods.names();
  warn_of_keys_without_effect(model, options, summary);
  const auto ended = [&](Outcome outcome) {
    summary.outcome = std::move(outcome);
    clock.stop(summary);
    return results;
  };
  const Assembly assembly = assemble(stretch->system(), assembly_settings(options));
  add(assembly, summary);
  if (assembly.outcome.failed()) return ended(assembly.outcome);
  add(diagnose(stretch->system(), assembly.state), summary);
  if (const Outcome outcome = stretch->begin(assembly.state); outcome.failed())
    return ended(Outcome::failure("accelerations cannot be found at the start: " + outcome.message));

  OutputRows output(methods, options, results);
  output.take(stretch->system(), stretch->selected());
  output.write(assembly.state);
  const double end = *options.duration, spacing = options.output_step.value_or(end / 1000);
  long next = 1;
  const auto write_until = [&](double t) {
    for (; output_time(next, spacing, end) <= t && output_time(next - 1, spacing, end) < end; ++next)
      if (const double at = output_time(next, spacing, end); at > output.last().t)
        output.write(stretch->integrator().state_at(at));
  };

  Model present = model;
  double seen = 0;  // events and outputs are known until here
  const auto failed_at = [&](const EventRule& event, double t, const std::string& why) {
    return Outcome::failure(fmt::format("event '{}' at t = {:.6g} s: {}", event.name, t, why));
  };
  // What an event does; the run goes on while the outcome is `done`.
  const auto act = [&](const EventHit& hit) -> Outcome {
    const EventRule event = present.events[hit.event];
    summary.events.push_back({event.name, hit.t});
    const State at = stretch->integrator().state_at(hit.t);
    if (event.action != EventAction::change) {
      if (at.t > output.last().t) output.write(at);
      return event.action == EventAction::record
                 ? Outcome{}
                 : Outcome{Status::stopped, fmt::format("event '{}' at t = {:.9g} s", event.name, hit.t)};
    }
    const State state = switched(present, hit.event, *stretch, at);
    auto after = std::make_unique<Stretch>(present, methods, options, report);
    const Impact impact = take_over(stretch->system(), state, after->system());
    if (impact.outcome.failed()) {
      output.write(at);
      return failed_at(event, hit.t, impact.outcome.message);
    }
    warn_of_impact(event, hit.t, impact.energy_lost, summary);
    if (const Outcome outcome = after->begin(impact.start); outcome.failed())
      return failed_at(event, hit.t, "accelerations cannot be found after it: " + outcome.message);
    after->events().has_fired(hit.event);
    add(*stretch, summary);
    stretch = std::move(after);
    output.take(stretch->system(), stretch->selected());
    output.write(impact.start);
    return {};
  };

  while (summary.outcome.status == Status::done && seen < end) {
    if (control.interrupt && control.interrupt->load()) {
      summary.outcome = {Status::stopped, fmt::format("interrupted at t = {:.6g} s", seen)};
      break;
    }
    Integrator* const integrator = &stretch->integrator();
    summary.outcome = integrator->step();
    const auto state_at = [&](double t) { return integrator->state_at(t); };
    std::optional<double> kink;
    if (summary.outcome.status == Status::done && stretch->holds_decisions())
      kink = stretch->switches().next(integrator->t_previous(), integrator->t(), state_at);
    const double until = kink.value_or(integrator->t());
    while (summary.outcome.status == Status::done && seen < until) {
      const auto hit = stretch->events().next(seen, until, state_at);
      seen = hit ? hit->t : until;
      write_until(seen);
      if (hit) summary.outcome = act(*hit);
      if (&stretch->integrator() != integrator) break;  // the event has changed the System
    }
    if (kink && summary.outcome.status == Status::done && &stretch->integrator() == integrator &&
        !stretch->go_on(integrator->state_at(*kink)))
      summary.warnings.push_back(fmt::format(
          "functions of forces or states switch without end at t = {:.6g} s; from there error control resolves them", *kink));
    if (control.progress) control.progress(seen / end);
  }
  if (summary.outcome.status != Status::done && seen > output.last().t) output.write(stretch->integrator().state_at(seen));

  add(*stretch, summary);
  if (is_conservative(model)) summary.energy_drift = output.drift();
  warn_of_singular_positions(report, methods, summary);
  summary.along_run = output.along_run();
  if (summary.outcome.status == Status::done) summary.outcome.message = fmt::format("simulated {:.6g} s", end);
  results.state = state_text(stretch->system(), output.last());
  clock.stop(summary);
  return results;
}

}  // namespace bricard
