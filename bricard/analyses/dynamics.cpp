#include "bricard/analyses/dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/formulations/scales.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

struct Clock {
  std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
  std::clock_t cpu = std::clock();
  void stop(Summary& summary) const {
    summary.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    summary.cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  }
};

void check_times(const AnalysisOptions& options, std::size_t columns) {
  const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
  std::vector<Fault> faults;
  const auto fault = [&](std::string where, std::string what, std::string hint) {
    Fault& added = faults.emplace_back();
    added.where = "analysis." + std::move(where);
    added.what = std::move(what);
    added.hint = std::move(hint);
  };
  if (!options.duration) fault("duration", "a simulation needs a duration", "give duration: , for instance 10 s");
  const auto check = [&](const std::optional<double>& value, const char* name) {
    if (value && !positive(*value)) fault(name, "must be positive and finite", "");
  };
  check(options.duration, "duration");
  check(options.output_step, "output_step");
  check(options.step, "step");
  check(options.max_step, "max_step");
  if (!(options.tolerance.relative > 0 && options.tolerance.relative < 1))
    fault("tolerance", "the relative tolerance must lie between 0 and 1", "for instance 1e-6");
  if (options.tolerance.absolute) check(options.tolerance.absolute, "tolerance.absolute");
  if (faults.empty() && options.output_step && *options.duration / *options.output_step * static_cast<double>(columns) > 5e8)
    fault("output_step", "the results would have more than 500 million values", "choose a larger output_step");
  if (!faults.empty()) throw Error(std::move(faults));
}

// Rows at the output times that a step has passed, brought back to the constraints where the stabilization does that.
class OutputRows {
 public:
  OutputRows(const System& system, const MethodChoice& methods, const AnalysisOptions& options, const std::vector<char>& selected,
             Results& results)
      : system_(system),
        methods_(methods),
        tolerance_(options.tolerance.relative),
        bearable_(options.step ? unlimited : tolerance_),  // the errors of fixed steps have nothing to do with a tolerance
        recorder_(system, selected),
        projected_(system),
        results_(results) {
    projected_.kernel.set_selected(selected);
  }

  void write(State state) {
    if (methods_.stabilization->projects) {
      State closed = state;
      if (methods_.stabilization->apply(system_, projected_, closed, bearable_, 1e-3 * tolerance_)) state = closed;
    }
    const bool finite = recorder_.record(state, results_.values);
    Summary& summary = results_.summary;
    if (!finite && !warned_) {
      summary.warnings.push_back(fmt::format("accelerations have no finite value at t = {:.6g} s", state.t));
      warned_ = true;
    }
    auto& violation = summary.violation;
    violation.position = std::max(violation.position, recorder_.position_violation());
    violation.velocity = std::max(violation.velocity, recorder_.velocity_violation());
    violation.acceleration = std::max(violation.acceleration, recorder_.acceleration_violation());
    const double energy = recorder_.energy().kinetic + recorder_.energy().potential;
    if (rows_++ == 0) {
      first_energy_ = energy;
      lowest_ = highest_ = recorder_.energy().potential;
    }
    drift_ = std::max(drift_, std::abs(energy - first_energy_));
    fastest_ = std::max(fastest_, recorder_.energy().kinetic);
    lowest_ = std::min(lowest_, recorder_.energy().potential);
    highest_ = std::max(highest_, recorder_.energy().potential);
    last_ = std::move(state);
  }
  // Relative to the energy that moved.
  double drift() const {
    const double scale = std::max(fastest_, highest_ - lowest_);
    return scale > 0 ? drift_ / scale : 0;
  }
  const State& last() const { return last_; }

 private:
  const System& system_;
  const MethodChoice& methods_;
  double tolerance_, bearable_;
  Recorder recorder_;
  Equations projected_;
  Results& results_;
  State last_;
  bool warned_ = false;
  long rows_ = 0;
  double first_energy_ = 0, drift_ = 0, fastest_ = 0, lowest_ = 0, highest_ = 0;
};

std::unique_ptr<Integrator> make_integrator(const MethodChoice& methods, const ProblemSettings& problem,
                                            const IntegratorSettings& settings, std::unique_ptr<OdeProblem>& ode,
                                            std::unique_ptr<DaeProblem>& dae) {
  if (methods.formulation->yields == ProblemKind::ode) {
    ode = methods.formulation->make_ode(problem);
    Eigen::VectorXd y(problem.start.q.size() + problem.start.v.size());
    y << problem.start.q, problem.start.v;
    return methods.integrator->make_ode(*ode, y, settings);
  }
  dae = methods.formulation->make_dae(problem);
  return methods.integrator->make_dae(*dae, problem.start.q, problem.start.v, settings);
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
  const Clock clock;
  const MethodChoice methods = choose_methods(options);
  const System system(model, methods.coordinates);
  check_times(options, system.layout().columns.size());

  Results results;
  results.columns = result_columns(system);
  Summary& summary = results.summary;
  summary = describe(system, "dynamics");
  summary.methods = methods.names();
  const Assembly assembly = assemble(system);
  add(assembly, summary);
  if (assembly.outcome.failed()) {
    summary.outcome = assembly.outcome;
    clock.stop(summary);
    return results;
  }
  add(diagnose(system, assembly.state), summary);

  Equations e(system);
  system.motion(assembly.state, e);
  system.fill(e);
  e.kernel.select();
  if (!e.kernel.factor()) {
    summary.outcome = Outcome::failure("accelerations cannot be found at the start: " + singular_message(system, e));
    clock.stop(summary);
    return results;
  }

  ProblemReport report;
  ProblemSettings problem;
  problem.system = &system;
  problem.stabilization = methods.stabilization;
  problem.start = assembly.state;
  problem.selected = e.kernel.selected();
  problem.tolerance = options.tolerance.relative;
  problem.absolute = options.tolerance.absolute;
  problem.span = *options.duration;
  problem.report = &report;
  IntegratorSettings settings;
  settings.end = *options.duration;
  settings.tolerance = options.tolerance.relative;
  settings.step = options.step;
  settings.max_step = options.max_step;
  std::unique_ptr<OdeProblem> ode;
  std::unique_ptr<DaeProblem> dae;
  const auto integrator = make_integrator(methods, problem, settings, ode, dae);

  OutputRows output(system, methods, options, problem.selected, results);
  const double end = *options.duration, spacing = options.output_step.value_or(end / 1000);
  output.write(assembly.state);
  long next = 1;
  const auto output_time = [&](long i) {  // the end once, though a multiple of the spacing may miss it by rounding
    const double t = static_cast<double>(i) * spacing;
    return t > end - 1e-9 * spacing ? end : t;
  };
  while (integrator->t() < end) {
    if (control.interrupt && control.interrupt->load()) {
      summary.outcome = {Status::stopped, fmt::format("interrupted at t = {:.6g} s", integrator->t())};
      break;
    }
    const Outcome outcome = integrator->step();
    if (outcome.failed()) {
      summary.outcome = outcome;
      break;
    }
    for (; output_time(next) <= integrator->t() && output_time(next - 1) < end; ++next)
      output.write(integrator->state_at(output_time(next)));
    if (control.progress) control.progress(integrator->t() / end);
  }
  if (summary.outcome.status != Status::done && integrator->t() > output.last().t)
    output.write(integrator->state_at(integrator->t()));

  const auto& statistics = integrator->statistics();
  summary.steps = statistics.steps;
  summary.rejected = statistics.rejected;
  summary.evaluations = statistics.evaluations;
  summary.factorizations = statistics.factorizations;
  if (is_conservative(model)) summary.energy_drift = output.drift();
  warn_of_singular_positions(report, summary);
  if (summary.outcome.status == Status::done) summary.outcome.message = fmt::format("simulated {:.6g} s", end);
  results.state = state_text(system, output.last());
  clock.stop(summary);
  return results;
}

}  // namespace bricard
