#include "bricard/analyses/dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/balance.hpp"
#include "bricard/analyses/certificate.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/contradiction.hpp"
#include "bricard/analyses/stretch.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

constexpr int samples = 20;           // positions at which the doctor looks
constexpr double first_share = 0.45;  // of the progress, where a second, finer run follows

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
}

// Rows at the output times that a step has passed, brought back to the constraints where the stabilization does that. The System
// may change between rows, where an event switches elements.
class OutputRows {
 public:
  OutputRows(const MethodChoice& methods, const AnalysisOptions& options, bool doctor, Results& results)
      : methods_(methods),
        options_(options),
        has_doctor_(doctor),
        tolerance_(options.tolerance.relative),
        bearable_(options.step ? unlimited : tolerance_),  // the errors of fixed steps have nothing to do with a tolerance
        duration_(*options.duration),
        results_(results) {}

  void take(const System& system, const std::vector<char>& selected) {
    system_ = &system;
    recorder_.emplace(system, selected);
    momentum_.begin(system);
    projected_.emplace(system);
    projected_->kernel.set_selected(selected);
    ProblemSettings settings;
    settings.system = &system;
    settings.options = &options_;
    settings.tolerance = tolerance_;
    settings.span = duration_;
    stabilizer_ = methods_.stabilization->make(settings);
  }

  void write(State state) {
    if (methods_.stabilization->projects) {
      State closed = state;
      if (stabilizer_->apply(*projected_, closed, bearable_, 1e-3 * tolerance_)) state = closed;
    }
    const bool finite = recorder_->record(state, results_.values);
    if (finite) momentum_.look(*recorder_, state.t);
    if (has_doctor_ && (rows_ == 0 || state.t >= next_sample_)) {
      doctor_.sample(*system_, state);
      if (finite) add_condition(*system_, *recorder_, state.t, condition_);
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
  double energy_moved() const { return std::max(fastest_, highest_ - lowest_); }
  // Relative to the energy that moved.
  double drift() const { return energy_moved() > 0 ? drift_ / energy_moved() : 0; }
  const Conditioning& condition() const { return condition_; }
  std::optional<MomentumBalance> momentum() const { return momentum_.found(); }
  const State& last() const { return last_; }
  const AlongRun& along_run() const { return doctor_.found(); }

 private:
  const System* system_ = nullptr;
  const MethodChoice& methods_;
  const AnalysisOptions& options_;
  bool has_doctor_;
  double tolerance_, bearable_, duration_, next_sample_ = 0;
  DoctorAlongRun doctor_;
  MomentumWatch momentum_;
  Conditioning condition_;
  std::optional<Recorder> recorder_;
  std::optional<Equations> projected_;
  std::unique_ptr<Stabilizer> stabilizer_;
  Results& results_;
  State last_;
  bool warned_ = false;
  long rows_ = 0;
  double first_energy_ = 0, drift_ = 0, fastest_ = 0, lowest_ = 0, highest_ = 0;
};

void add(const Stretch& stretch, Summary& summary) {
  const IntegratorStatistics statistics = stretch.statistics();
  summary.steps += statistics.steps;
  summary.rejected += statistics.rejected;
  summary.evaluations += statistics.evaluations;
  summary.factorizations += statistics.factorizations;
  summary.methods.integrator = stretch.integrator_entry().name;  // the last one
  if (const std::string reasons = stretch.reasons(); !reasons.empty()) summary.methods.why += "; " + reasons;
}

void warn_of_impact(const EventRule& event, double t, double lost, Summary& summary) {
  if (lost > 1e-9 * (1 + std::abs(lost)))
    summary.warnings.push_back(fmt::format("event '{}' at t = {:.6g} s: the impact took {:.6g} J", event.name, t, lost));
}

void warn_of_singular_positions(const ProblemReport& report, const MethodChoice& methods, Summary& summary) {
  if (report.singular_times.empty()) return;
  summary.warnings.push_back(fmt::format(
      "a nearly singular position was passed at t = {:.4g} s{}{}", report.singular_times.front(),
      report.singular_times.size() > 1 ? fmt::format(" and {} more times", report.singular_times.size() - 1) : "",
      report.unprojected ? "; nothing brought its stages back to the constraints, so that the motion may have gone on along "
                           "another branch: choose stabilization mass_projection"
      : methods.stabilization->projects ? "; stages were projected there to keep the branch"
                                        : ""));
}

void add_warnings(const ProblemReport& report, Summary& summary) {
  for (const std::string& warning : report.warnings)
    if (std::find(summary.warnings.begin(), summary.warnings.end(), warning) == summary.warnings.end())
      summary.warnings.push_back(warning);
}

// Which coordinates were independent, and when that changed.
void add_choices(const ProblemReport& report, Summary& summary) {
  constexpr std::size_t told = 8;
  for (std::size_t i = 0; i < std::min(report.choices.size(), told); ++i)
    summary.methods.why += i == 0 ? fmt::format("; independent: {}", report.choices[i].what)
                                  : fmt::format("; from t = {:.6g} s on {}", report.choices[i].t, report.choices[i].what);
  if (report.choices.size() > told) summary.methods.why += fmt::format("; and {} more changes", report.choices.size() - told);
}

// Balances that do not close are told, with the limit that they pass.
void add_balances(const EnergyBalance& energy, const OutputRows& output, const AnalysisOptions& options, Summary& summary) {
  summary.momentum = output.momentum();
  summary.condition = output.condition();
  if (energy.broken()) {
    summary.warnings.push_back("powers have no finite value somewhere: the energy balance is not known");
    return;
  }
  Balance balance = energy.found();
  balance.moved = std::max({output.energy_moved(), std::abs(balance.work_drivers), std::abs(balance.work_forces),
                            std::abs(balance.dissipated), std::abs(balance.lost_at_events)});
  // Fixed steps have no tolerance: a thousandth.
  const double limit = options.step ? 1e-3 : std::max(100 * options.tolerance.relative, 1e-9);
  if (std::abs(balance.error) > limit * balance.moved)
    summary.warnings.push_back(fmt::format("the energy balance misses {}, {:.2g} of the energy that moved ({}, {:.1g}): {}",
                                           amount(balance.error, dimension::energy, summary.units),
                                           std::abs(balance.error) / balance.moved,
                                           options.step ? "the limit for fixed steps is" : "the limit is 100 tolerances", limit,
                                           options.step ? "take a shorter step" : "take a smaller tolerance"));
  summary.balance = std::move(balance);
  const double unbalanced = summary.momentum
                                ? std::max({summary.momentum->linear.value_or(0), summary.momentum->angular.value_or(0),
                                            summary.momentum->reactions.value_or(0)})
                                : 0;
  if (unbalanced > limit)
    summary.warnings.push_back(
        fmt::format("the momentum balance misses {:.2g} of the momentum or force that it is made of", unbalanced));
}

// What takes part now was active at some time.
void add_activity(const Model& present, const System& system, Summary& summary) {
  const std::vector<ElementActivity> now = list_elements(present, system);
  for (std::size_t i = 0; i < now.size(); ++i) {
    ElementActivity& element = summary.elements[i];
    if (!now[i].active) continue;
    element.evaluated = now[i].evaluated && (element.evaluated || !element.active);
    element.active = true;
  }
}

Results simulate(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  MethodChoice methods = choose_methods(options);
  ProblemReport report;
  auto stretch = std::make_unique<Stretch>(model, methods, options, report);
  check_times(options, stretch->system().layout().columns.size());
  methods = choose_methods(options, traits_of(stretch->system()));

  Results results;
  results.columns = result_columns(stretch->system());
  Summary& summary = results.summary;
  summary = describe(stretch->system(), "dynamics");
  summary.methods = methods.names();
  warn_of_keys_without_effect(options, summary);
  const auto ended = [&](Outcome outcome) {
    summary.outcome = std::move(outcome);
    clock.stop(summary);
    return results;
  };
  const Assembly assembly = assemble(stretch->system(), assembly_settings(options));
  add(assembly, summary);
  if (assembly.outcome.failed()) return ended(assembly.outcome);
  add(diagnose(stretch->system(), assembly.state, Therapy::none), summary);
  if (const Outcome outcome = stretch->begin(assembly.state); outcome.failed())
    return ended(Outcome::failure("accelerations cannot be found at the start: " + outcome.message));

  EnergyBalance energy(model);
  std::optional<ContradictionWatch> contradictions;
  const auto take = [&](const State& start) {
    energy.begin(stretch->system(), stretch->selected(), start);
    contradictions.emplace(stretch->system(), start, options.tolerance.relative);
    return contradictions->ahead(start, 0);
  };
  if (const auto found = take(assembly.state)) return ended(Outcome::failure("at the start " + found->words));

  OutputRows output(methods, options, control.doctor, results);
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
    std::unique_ptr<Stretch> after;
    try {
      after = std::make_unique<Stretch>(present, methods, options, report);
    } catch (const Error& error) {  // with what is switched on now the model is wrong; the run until here is not
      return failed_at(event, hit.t, error.what());
    }
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
    energy.end(at);
    stretch = std::move(after);
    add_activity(present, stretch->system(), summary);
    const auto contradiction = take(impact.start);
    output.take(stretch->system(), stretch->selected());
    output.write(impact.start);
    if (contradiction) return failed_at(event, hit.t, contradiction->words);
    return {};
  };

  if (control.progress) control.progress(0);  // assembly and diagnosis are over
  while (summary.outcome.status == Status::done && seen < end) {
    if (control.interrupt && control.interrupt->load()) {
      summary.outcome = {Status::stopped, fmt::format("interrupted at t = {:.6g} s", seen)};
      break;
    }
    Integrator* const integrator = &stretch->integrator();
    summary.outcome = integrator->step();
    const auto state_at = [&](double t) { return integrator->state_at(t); };
    std::optional<Contradiction> contradiction;
    if (summary.outcome.failed()) {
      if (const auto found = contradictions->ahead(integrator->state_at(integrator->t()), end))
        summary.outcome.message = fmt::format("from t = {:.6g} s on {}", found->t, found->words);
    } else {
      contradiction = contradictions->look(integrator->t_previous(), integrator->t(), state_at);
    }
    std::optional<double> kink;
    if (summary.outcome.status == Status::done && stretch->holds_decisions())
      kink = stretch->switches().next(integrator->t_previous(), integrator->t(), state_at);
    double until = kink.value_or(integrator->t());
    if (contradiction && contradiction->t < until) {
      until = contradiction->t;
      kink.reset();
    }
    while (summary.outcome.status == Status::done && seen < until) {
      const auto hit = stretch->events().next(seen, until, state_at);
      const double before = std::exchange(seen, hit ? hit->t : until);
      energy.add(before, seen, quadrature_points(integrator->statistics(), methods.integrator->order), state_at);
      write_until(seen);
      if (hit) summary.outcome = act(*hit);
      if (&stretch->integrator() != integrator) break;  // the event has changed the System
    }
    if (contradiction && !kink && summary.outcome.status == Status::done && &stretch->integrator() == integrator)
      summary.outcome = Outcome::failure(fmt::format("from t = {:.6g} s on {}", contradiction->t, contradiction->words));
    if (kink && summary.outcome.status == Status::done && &stretch->integrator() == integrator &&
        !stretch->go_on(integrator->state_at(*kink)))
      summary.warnings.push_back(fmt::format(
          "functions of forces or states switch without end at t = {:.6g} s; from there error control resolves them", *kink));
    if (!kink && summary.outcome.status == Status::done && &stretch->integrator() == integrator) stretch->reconsider();
    if (control.progress) control.progress(seen / end);
  }
  if (summary.outcome.status != Status::done && seen > output.last().t) output.write(stretch->integrator().state_at(seen));
  energy.end(seen > 0 ? stretch->integrator().state_at(seen) : output.last());

  add(*stretch, summary);
  if (is_conservative(model)) summary.energy_drift = output.drift();
  add_balances(energy, output, options, summary);
  summary.condition->smallest_pivot = report.smallest_pivot;
  add_warnings(report, summary);
  add_choices(report, summary);
  warn_of_singular_positions(report, methods, summary);
  if (control.doctor) summary.along_run = output.along_run();
  if (summary.outcome.status == Status::done) summary.outcome.message = fmt::format("simulated {:.6g} s", end);
  results.state = state_text(stretch->system(), output.last());
  clock.stop(summary);
  return results;
}

// Half the tolerance, or half the step.
AnalysisOptions finer(AnalysisOptions options) {
  if (options.step) {
    *options.step /= 2;
  } else {
    options.tolerance.relative /= 2;
    if (options.tolerance.absolute) *options.tolerance.absolute /= 2;
  }
  return options;
}

// A second run, for the error of the first.
void certify(const Model& model, const AnalysisOptions& options, const Control& control, Results& results) {
  Summary& summary = results.summary;
  if (results.rows() < 2) return;
  AnalysisOptions second = finer(options);
  Control rest = control;
  if (control.progress) rest.progress = [&](double fraction) { control.progress(first_share + (1 - first_share) * fraction); };
  const Results fine = simulate(model, second, rest);
  summary.cpu_seconds += fine.summary.cpu_seconds;
  summary.wall_seconds += fine.summary.wall_seconds;
  const std::string what = second.step ? "half the step" : "half the tolerance";
  if (control.interrupt && control.interrupt->load()) {
    summary.outcome = {Status::stopped, "interrupted in the second run, for the error estimate; the first is complete"};
    return;
  }
  if (fine.summary.outcome.failed()) {
    summary.warnings.push_back(
        fmt::format("no error estimate: the second run, at {}, failed: {}", what, fine.summary.outcome.message));
    return;
  }
  const MethodChoice methods = choose_methods(options);
  const double length = System(model, methods.coordinates).layout().length;
  summary.error_estimate = estimate_error(model, results, fine, length, growth_of_error(methods, options));
  if (!summary.error_estimate) return;
  ErrorEstimate& estimate = *summary.error_estimate;
  estimate.steps = fine.summary.steps;
  if (second.step)
    estimate.step = second.step;
  else
    estimate.tolerance = second.tolerance.relative;
  const double asked = options.tolerance.absolute.value_or(options.tolerance.relative * length);
  const double limit = options.step ? 1e-3 * length : 10 * asked;
  if (estimate.position > limit)
    summary.warnings.push_back(fmt::format(
        "the run at {} differs: the error estimate {} ({} at t = {:.4g} s) is {:.2g} times {}; {}", what,
        amount(estimate.position, dimension::length, summary.units), estimate.column, estimate.t,
        estimate.position / (options.step ? length : asked), options.step ? "the model's length" : "the tolerance",
        options.step ? "take a shorter step" : "errors grow in this motion: take a smaller tolerance, or trust a shorter time"));
}

}  // namespace

Results dynamics(const Model& model, const AnalysisOptions& options, const Control& control) {
  if (!control.certify) return simulate(model, options, control);
  Control first = control;
  if (control.progress) first.progress = [&](double fraction) { control.progress(first_share * fraction); };
  Results results = simulate(model, options, first);
  if (results.summary.outcome.status == Status::failed || (control.interrupt && control.interrupt->load())) return results;
  certify(model, options, control, results);
  return results;
}

}  // namespace bricard
