#include "bricard/analyses/dynamics/stretch.hpp"

#include <fmt/format.h>

#include "bricard/formulations/problems/scales.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

Eigen::VectorXd stacked(const State& state) {
  Eigen::VectorXd y(state.q.size() + state.v.size() + state.z.size());
  y << state.q, state.v, state.z;
  return y;
}

}  // namespace

Stretch::Stretch(const Model& model, const MethodChoice& methods, const AnalysisOptions& options, ProblemReport& report)
    : system_(model, methods.coordinates),
      methods_(methods),
      options_(options),
      report_(report),
      switches_(system_),
      holds_decisions_(methods.formulation->yields == ProblemKind::ode) {}

Outcome Stretch::begin(const State& start) {
  Equations e(system_);
  system_.motion(start, e);
  system_.fill(e);
  e.kernel.select();
  if (methods_.formulation->takes_massless && !system_.singular(e.k) && !e.kernel.factor()) {
    system_.fill(e);
    weigh(inertial_weights(system_), e);
    e.kernel.select();
  }
  selected_ = e.kernel.selected();
  if (!e.kernel.factor()) return Outcome::failure(singular_message(system_, e));
  make_problem(start);
  if (methods_.when_stiff) {
    stiffness_.emplace(*methods_.integrator, *methods_.when_stiff);
    stiffness_->look(*ode_, start.t, stacked(start), *options_.duration - start.t);
  }
  make_integrator(start);
  events_.emplace(system_, selected_);
  events_->start(start);
  return {};
}

bool Stretch::go_on(const State& start) {
  constexpr int most = 30;
  quick_kinks_ = start.t - last_kink_ < threshold::one_moment * *options_.duration ? quick_kinks_ + 1 : 0;
  last_kink_ = start.t;
  if (quick_kinks_ > most) holds_decisions_ = false;
  end_integrator();
  make_problem(start);
  make_integrator(start);
  return holds_decisions_;
}

void Stretch::hold_input(int input, double value, const State& start) {
  system_.hold_input(input, value);
  events_->look_again();
  if (start.t >= *options_.duration) return;
  end_integrator();
  make_problem(start);
  make_integrator(start);
}

void Stretch::reconsider() {
  if (!stiffness_ || !stiffness_->is_due(*integrator_) || integrator_->t() >= *options_.duration) return;
  const State state = integrator_->state_at(integrator_->t());
  if (!stiffness_->turns(*ode_, *integrator_, stacked(state))) return;
  end_integrator();
  make_integrator(state);
}

void Stretch::end_integrator() { statistics_ += integrator_->statistics(); }

IntegratorStatistics Stretch::statistics() const {
  IntegratorStatistics all = statistics_;
  all += integrator_->statistics();
  if (stiffness_) all.evaluations += stiffness_->evaluations();
  return all;
}

void Stretch::make_problem(const State& start) {
  ProblemSettings problem;
  problem.system = &system_;
  problem.stabilization = methods_.stabilization;
  problem.start = start;
  problem.selected = selected_;
  problem.tolerance = options_.tolerance.relative;
  problem.absolute = options_.tolerance.absolute;
  problem.span = *options_.duration;
  problem.report = &report_;
  problem.options = &options_;
  problem.holds_decisions = holds_decisions_;
  if (methods_.formulation->yields == ProblemKind::ode)
    ode_ = methods_.formulation->make_ode(problem);
  else
    dae_ = methods_.formulation->make_dae(problem);
}

void Stretch::make_integrator(const State& start) {
  IntegratorSettings settings;
  settings.start = start.t;
  settings.end = *options_.duration;
  settings.tolerance = options_.tolerance.relative;
  settings.step = options_.step;
  settings.max_step = options_.max_step;
  settings.newton = options_.newton;
  if (methods_.formulation->yields == ProblemKind::ode) {
    integrator_ = integrator_entry().make_ode(*ode_, stacked(start), settings);
  } else {
    Eigen::VectorXd v(start.v.size() + start.z.size());
    v << start.v, start.z;
    integrator_ = methods_.integrator->make_dae(*dae_, start.q, v, settings);
  }
  if (holds_decisions_) switches_.start(start);
}

namespace {

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

}  // namespace

State switched(Model& model, int event, Stretch& before, const State& at) {
  State state = at;
  before.events().set_states(event, state);
  const EventRule rule = model.events[event];
  for (const std::string& name : rule.activate) set_active(model, name, true);
  for (const std::string& name : rule.deactivate) set_active(model, name, false);
  return state;
}

Impact take_over(const System& before, const State& at, const System& after) {
  Impact impact;
  // In absolute coordinates, where joints may be open and velocities free: relative ones know no motion against their joints.
  const System system(after.model());
  State state = system.carry_over(before, at);
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (const double open = system.scaled(row, e.k.Phi[row]); open > threshold::bearable * system.length()) {
        impact.outcome = Outcome::failure(fmt::format("'{}' is open by {:.3g} m there", system.name_of(group), open));
        return impact;
      }
  const double energy = system.kinetic_energy(e);
  system.fill(e);
  e.kernel.select();
  if (!project(system, e, state, unlimited, 0)) {
    impact.outcome = Outcome::failure("its constraints cannot be closed");
    return impact;
  }
  impact.energy_lost = energy - system.kinetic_energy(e);
  impact.start = after.carry_over(system, state);
  return impact;
}

}  // namespace bricard
