#include "bricard/analyses/dynamics/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/run_warnings.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/results/row_sink.hpp"

namespace bricard {

namespace {

constexpr int samples = 20;  // positions at which the doctor looks, and the rows of a run of which only the last is kept

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

}  // namespace

RunRecord::RunRecord(const Model& model, const AnalysisOptions& options, const Control& control, Course& course, Results& results)
    : model_(model),
      options_(options),
      has_doctor_(control.doctor),
      last_row_only_(control.last_row_only),
      rows_taken_by_(control.rows),
      course_(course),
      results_(results),
      energy_(model) {
  const State start = course.assembly().state;
  energy_.begin(course.system(), course.selected(), start);
  momentum_.begin(course.system());
  for (const std::string& text : course.warnings()) warned(text);  // of the start
  course.listen(this);
  course.write_row(start);
}

void RunRecord::begins(const State& start) {
  add_activity(course_.present(), course_.system(), results_.summary);
  energy_.begin(course_.system(), course_.selected(), start);
  momentum_.begin(course_.system());
}

void RunRecord::moved(double from, double to) {
  energy_.add(from, to, quadrature_points(course_.statistics_of_integrator(), course_.methods().integrator->order),
              [this](double t) { return course_.state_at(t); });
  if (options_.step) energy_.look(course_.state_at(to));
}

void RunRecord::row(const State& closed, bool finite, std::span<const double> values) {
  const Recorder& recorder = course_.recorder();
  Summary& summary = results_.summary;
  keep_row(results_, rows_taken_by_, values);
  if (finite) momentum_.look(recorder, closed.t);
  if (rows_ == 0 || closed.t >= next_sample_) {
    if (has_doctor_) doctor_.sample(course_.system(), closed);
    if (has_doctor_ && finite) add_condition(course_.system(), recorder, closed.t, condition_);
    next_sample_ = closed.t + course_.end() / samples;
  }
  if (!finite && !std::exchange(warned_, true))
    summary.warnings.push_back(fmt::format("accelerations have no finite value at t = {:.6g} s", closed.t));
  summary.violation.position = std::max(summary.violation.position, recorder.position_violation());
  summary.violation.velocity = std::max(summary.violation.velocity, recorder.velocity_violation());
  summary.violation.acceleration = std::max(summary.violation.acceleration, recorder.acceleration_violation());
  follow_energy(recorder);
}

void RunRecord::follow_energy(const Recorder& row) {
  const auto& [kinetic, potential] = row.energy();
  if (rows_++ == 0) {
    first_energy_ = kinetic + potential;
    lowest_ = highest_ = potential;
  }
  drift_ = std::max(drift_, std::abs(kinetic + potential - first_energy_));
  fastest_ = std::max(fastest_, kinetic);
  lowest_ = std::min(lowest_, potential);
  highest_ = std::max(highest_, potential);
}

void RunRecord::add_counts() {
  Summary& summary = results_.summary;
  const IntegratorStatistics counts = course_.statistics();
  summary.steps = counts.steps;
  summary.rejected = counts.rejected;
  summary.evaluations = counts.evaluations;
  summary.factorizations = counts.factorizations;
  summary.switches = course_.switches();
  summary.methods.integrator = course_.integrator();  // the last one
  summary.methods.why += course_.reasons();
}

// What rounding of positions makes of weights and of the energies that are stored.
double RunRecord::unknown_energy() const {
  const System& system = course_.system();
  const double weight = system.mechanism().total_mass * eigen(model_.gravity).norm();
  return threshold::rounding_of_run * (weight * system.reach() + std::max(std::abs(lowest_), std::abs(highest_)));
}

void RunRecord::add_balances() {
  Summary& summary = results_.summary;
  summary.momentum = momentum_.found();
  summary.condition = condition_;
  if (energy_.broken()) {
    summary.warnings.push_back("powers have no finite value somewhere: the energy balance is not known");
    return;
  }
  Balance balance = energy_.found();
  if (!options_.nonideal.empty()) balance.work_nonideal = 0;
  for (const ElementWork& each : balance.elements)
    if (std::count(options_.nonideal.begin(), options_.nonideal.end(), each.name) > 0)
      *balance.work_nonideal += each.work - each.dissipated;
  balance.moved = std::max({energy_moved(), energy_.most_given(), std::abs(balance.work_drivers), std::abs(balance.work_forces),
                            std::abs(balance.dissipated), std::abs(balance.lost_at_events)});
  summary.balance = std::move(balance);
  warn_of_balances(options_, unknown_energy(), summary);
}

void RunRecord::finish() {
  Summary& summary = results_.summary;
  const double t = course_.t();
  if (summary.outcome.status != Status::done && t > course_.last_row().t) course_.write_row(course_.state_at(t));
  energy_.end(t > 0 ? course_.state_at(t) : course_.last_row());
  add_counts();
  if (is_conservative(model_)) summary.energy_drift = drift();
  add_balances();
  if (static_cast<std::size_t>(events_) > summary.events.size())
    summary.warnings.push_back(fmt::format("{} events happened: `events` lists the first {} and the last; each has a row",
                                           events_, summary.events.size() - 1));
  summary.condition->smallest_pivot = course_.report().smallest_pivot;
  add_report(course_.report(), course_.methods(), summary);
  if (has_doctor_) summary.along_run = doctor_.found();
  if (summary.outcome.status == Status::done) summary.outcome.message = fmt::format("simulated {:.6g} s", course_.end());
  results_.state = state_text(course_.system(), course_.last_row());
  course_.listen(nullptr);
}

}  // namespace bricard
