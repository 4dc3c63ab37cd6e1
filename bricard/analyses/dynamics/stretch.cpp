#include "bricard/analyses/dynamics/stretch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "bricard/analyses/doctor/idle.hpp"
#include "bricard/analyses/dynamics/smooth_tables.hpp"
#include "bricard/analyses/dynamics/stepped_in_plane.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/problems/engine.hpp"
#include "bricard/formulations/problems/scales.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/integrators/adams.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

Eigen::VectorXd stacked(const State& state) {
  Eigen::VectorXd y(state.q.size() + state.v.size() + state.z.size());
  y << state.q, state.v, state.z;
  return y;
}

std::string told_of(const CompiledUse& code) {
  if (code.interpreted == 0) return "accelerations by compiled code";
  return fmt::format("accelerations by compiled code, but for {} of {} evaluations near singular positions or where it has no value",
                     code.interpreted, code.compiled + code.interpreted);
}

// Functions in code that forces, inputs, states, outputs or events call: nothing is proven of what they do inside steps.
std::string warning_of_code(const FunctionLayout& functions) {
  std::set<std::string> names;
  const auto add = [&](const Expression& expression) {
    for (const auto& function : expression.functions()) names.insert("`" + function->name + "`");
  };
  for (const auto* slots : {&functions.slots, &functions.inputs, &functions.states, &functions.outputs, &functions.delays})
    for (const Slot& slot : *slots) add(slot.value);
  for (const EventEntry& event : functions.events) add(event.when);
  if (names.empty()) return {};
  return fmt::format("{} in code: sampled inside steps, so that a kink, jump or short pulse in it is not located",
                     fmt::join(names, ", "));
}

}  // namespace

Stretch::Stretch(const Model& model, const MethodChoice& methods, const AnalysisOptions& options, ProblemReport& report)
    : system_(model, methods.coordinates),
      methods_(methods),
      options_(options),
      report_(report),
      moments_(system_, *options.duration) {
  if (const auto smooth = with_smooth_tables(model, options.tolerance.relative); smooth && !options.step && !system_.rubs())
    smooth_.emplace(*smooth, methods.coordinates);
  if (const auto& times = system_.functions().delay_times; !times.empty()) {
    auto past = std::make_shared<PastValues>(times);
    const double shortest = past->shortest_delay(), least = threshold::one_moment * *options.duration;
    if (!(shortest > least))
      throw Error("analysis.duration",
                  fmt::format("a delay of {:.2g} s is shorter than what is resolved, {:.2g} s", shortest, least),
                  "leave `delay` out, or give a shorter duration");
    if (options.step && *options.step > shortest)
      throw Error("analysis.step",
                  fmt::format("the step of {:.6g} s is longer than the shortest delay, {:.6g} s", *options.step, shortest),
                  "a step looks back to what is known before it");
    take_past(std::move(past));
  }
}

void Stretch::take_past(std::shared_ptr<PastValues> past) {
  if (!past || system_.functions().delays.empty()) return;
  past_ = std::move(past);
  system_.remember(past_);
  if (smooth_) smooth_->remember(past_);
}

// What begins here shows again after each delay: there steps end too.
void Stretch::bend_at(double t) {
  if (past_) past_->bend(t, threshold::one_moment * *options_.duration);
}

Outcome Stretch::begin(const State& given) {
  Equations e(system_);
  system_.motion(given, e);
  system_.fill(e);
  e.kernel.select();
  selected_ = e.kernel.selected();
  if (!e.kernel.factor()) return Outcome::failure(singular_message(system_, e));
  if (!e.kernel.lent().empty()) {
    IdleFreedoms idle;
    if (Outcome outcome = check_inertia(system_, given, idle); outcome.failed()) return outcome;
    if (idle.count() > 0) report_.warnings.push_back(idle_warning(idle));
  }
  if (system_.rubs()) stick_slip_.emplace(system_, selected_, *options_.duration, options_.tolerance.relative);
  const State start = settled(given);
  if (contact_.failed()) return contact_;
  if (std::string warning = warning_of_code(system_.functions()); !warning.empty())
    report_.warnings.push_back(std::move(warning));
  make_watches();
  if (past_ && !past_->has_begun()) past_recorder_->begin(start);
  bend_at(start.t);
  switches_->start(start);
  look_for_twin(start);
  make_problem(start);
  if (methods_.when_stiff) {
    stiffness_.emplace(*methods_.integrator, *methods_.when_stiff);
    stiffness_->look(*ode_, start.t, stacked(start), *options_.duration - start.t);
  }
  make_integrator(start);
  events_->start(start);
  return {};
}

State Stretch::settled(State start) {
  if (!stick_slip_) return start;
  contact_ = stick_slip_->settle(start);
  selected_ = stick_slip_->selected();  // what begins here begins with rows that are independent here
  return start;
}

void Stretch::make_watches() {
  switches_.reset();
  events_.reset();
  pulses_.reset();
  curves_.emplace(system_, selected_, options_.tolerance.relative, *options_.duration);
  if (past_) past_recorder_.emplace(system_, *curves_, *past_, options_.tolerance.relative, *options_.duration);
  switches_.emplace(system_, *curves_, *options_.duration);
  events_.emplace(system_, *curves_, *options_.duration);
  const bool at_ends = methods_.integrator->variable_order || methods_.integrator->accepts == ProblemKind::dae;
  pulses_.emplace(system_, *curves_, options_.tolerance.relative, *options_.duration,
                  at_ends ? PulseWatch::Asks::at_their_ends : PulseWatch::Asks::inside_steps);
}

void Stretch::change_contact(const State& given) {
  curves_->forget();
  end_integrator();
  const State start = settled(given);
  bend_at(start.t);
  make_problem(start);
  make_integrator(start);
}

bool Stretch::go_on(const State& given, std::optional<double> longest_step) {
  constexpr int most = 30;
  const State start = settled(given);
  quick_kinks_ = start.t - last_kink_ < threshold::one_moment * *options_.duration ? quick_kinks_ + 1 : 0;
  last_kink_ = start.t;
  if (quick_kinks_ == 0) first_quick_kink_ = start.t;
  if (quick_kinks_ > most) holds_decisions_ = false;
  bend_at(start.t);
  end_integrator();
  if (holds_decisions_) switches_->start(start);
  const double h = integrator_->t() - integrator_->t_previous();
  make_problem(start);
  make_integrator(start, longest_step, h > 0 ? std::optional(h) : std::nullopt);
  return holds_decisions_;
}

void Stretch::hold_input(int input, double value, const State& start) {
  const std::vector<int> holding = events_->holding();
  system_.hold_input(input, value);
  if (smooth_) smooth_->hold_input(input, value);
  if (twin_) twin_->hold_input(input, value);
  make_watches();
  for (const int event : holding) events_->hold(event);
  if (start.t < *options_.duration) pass_moment(start);
}

bool Stretch::take_tables_as_written() {
  if (!smooth_) return false;
  const State state = integrator_->state_at(integrator_->t());
  end_integrator();
  integrator_.reset();
  smooth_.reset();
  looked_for_code_ = false;
  look_for_twin(state);
  make_problem(state);
  make_integrator(state);
  return true;
}

bool Stretch::sample(State& state) {
  if (system_.functions().samples.empty()) return false;
  if (!sampler_) sampler_.emplace(system_, selected_);
  moments_.sample(state, *sampler_);
  return true;
}

void Stretch::pass_moment(const State& given) {
  const State start = settled(given);
  curves_->forget();
  end_integrator();
  bend_at(start.t);
  switches_->start(start);
  make_problem(start);
  make_integrator(start);
}

void Stretch::reconsider() {
  if (!stiffness_ || without_stages_from_ || !stiffness_->is_due(*integrator_) || integrator_->t() >= *options_.duration) return;
  const State state = integrator_->state_at(integrator_->t());
  if (!stiffness_->turns(*ode_, *integrator_, stacked(state))) return;
  end_integrator();
  make_integrator(state);
}

bool Stretch::pass_without_stages() {
  if (!stiffness_ || without_stages_from_ || !ode_->in_passage()) return false;
  const State state = integrator_->state_at(integrator_->t());
  end_integrator();
  without_stages_from_ = state.t;
  make_integrator(state);
  return true;
}

const IntegratorEntry& Stretch::integrator_entry() const {
  if (without_stages_from_) return adams;
  return stiffness_ ? stiffness_->entry() : *methods_.integrator;
}

void Stretch::end_integrator() { statistics_ += integrator_->statistics(); }

IntegratorStatistics Stretch::statistics() const {
  IntegratorStatistics all = statistics_;
  all += integrator_->statistics();
  if (stiffness_) all.evaluations += stiffness_->evaluations();
  return all;
}

void Stretch::look_for_twin(const State& start) {
  if (system_.coordinates() != relative_coordinates || system_.rubs()) return;
  if (options_.redundant == "keep") return;  // rows that the plane does not have are meant to stay
  twin_ = PlanarTwin::of(with_tables());
  if (!twin_) return;
  Equations e(twin_->system());
  twin_->system().motion(twin_->into(start), e);
  twin_->system().fill(e);
  e.kernel.select();
  selected_in_plane_ = e.kernel.selected();
  if (!e.kernel.factor()) twin_.reset();
  if (twin_ && past_) twin_->remember(past_);
}

std::string Stretch::reasons() const {
  std::string changes = stiffness_ ? stiffness_->reasons() : std::string();
  if (without_stages_from_)
    changes +=
        fmt::format("{}adams from t = {:.6g} s on: it has no stages, in which the singular position there would amplify rounding",
                    changes.empty() ? "" : "; ", *without_stages_from_);
  if (code_.motion) changes += (changes.empty() ? "" : "; ") + told_of(code_);
  const std::string plane = twin_ ? "it moves in a plane, where steps are computed" : "";
  return changes.empty() || plane.empty() ? changes + plane : changes + "; " + plane;
}

// Once for every System. What has none is interpreted, which is told once.
void Stretch::look_for_code(const ProblemSettings& problem) {
  if (engine() == Engine::interpreted || std::exchange(looked_for_code_, true)) return;
  std::string why;
  if (methods_.formulation->name != lagrange.name)
    why = "the formulation is not lagrange";
  else if (!methods_.stabilization->projects && methods_.stabilization->name != "none")
    why = "the stabilization feeds back what is open";
  else
    code_.motion = compile_motion(*problem.system, problem.selected, problem.start, why);
  if (why.empty()) return;
  std::string told = "accelerations are interpreted, not compiled: " + why;
  if (std::find(report_.warnings.begin(), report_.warnings.end(), told) == report_.warnings.end())
    report_.warnings.push_back(std::move(told));
}

void Stretch::make_problem(const State& start) {
  ProblemSettings problem;
  problem.system = &stepped();
  problem.stabilization = methods_.stabilization;
  problem.start = twin_ ? twin_->into(start) : start;
  problem.selected = twin_ ? selected_in_plane_ : selected_;
  problem.tolerance = options_.tolerance.relative;
  problem.absolute = options_.tolerance.absolute;
  problem.span = *options_.duration;
  problem.report = &report_;
  problem.options = &options_;
  if (holds_decisions_ && !switches_->empty()) problem.decisions = &switches_->decisions();
  look_for_code(problem);
  if (code_.motion) problem.compiled = &code_;
  if (methods_.formulation->yields == ProblemKind::ode)
    ode_ = methods_.formulation->make_ode(problem);
  else
    dae_ = methods_.formulation->make_dae(problem);
}

void Stretch::make_integrator(const State& start, std::optional<double> longest_step, std::optional<double> first_step) {
  IntegratorSettings settings;
  settings.start = start.t;
  moment_ = moments_.empty() ? std::nullopt : moments_.next(start);
  const double near = threshold::one_moment * *options_.duration;
  if (const auto bend = past_ ? past_->next_bend(start.t, near) : std::nullopt; bend && *bend < *options_.duration - near)
    if (!moment_ || *bend < moment_->after - near) moment_ = Moment{std::nextafter(*bend, 0.0), *bend};
  settings.end = moment_ ? moment_->before : *options_.duration;
  if (moment_) settings.span = *options_.duration;
  settings.tolerance = options_.tolerance.relative;
  settings.step = options_.step;
  settings.max_step = options_.max_step;
  if (past_) {  // a step may ask for what was before it, not for what is inside it
    const double shortest = past_->shortest_delay();
    longest_step = std::min(longest_step.value_or(shortest), shortest);
  }
  if (longest_step) settings.max_step = std::min(*longest_step, options_.max_step.value_or(*longest_step));
  settings.first_step = first_step;
  settings.newton = options_.newton;
  if (methods_.formulation->yields == ProblemKind::ode) {
    integrator_ = integrator_entry().make_ode(*ode_, stacked(start), settings);
  } else {
    Eigen::VectorXd v(start.v.size() + start.z.size());
    v << start.v, start.z;
    integrator_ = methods_.integrator->make_dae(*dae_, start.q, v, settings);
  }
  if (twin_) integrator_ = std::make_unique<SteppedInPlane>(std::move(integrator_), *twin_);
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

State switched(Model& model, const std::vector<int>& events, Stretch& before, const State& at) {
  State state = at;
  Recorder recorder(before.system(), before.selected());
  std::vector<double> row;
  recorder.record(at, row);
  const std::vector<double> columns = recorder.equations().k.columns;
  for (const int event : events) {
    const EventRule rule = model.events[event];
    if (rule.action != EventAction::change) continue;
    before.events().set_states(event, columns, state);
    for (const std::string& name : rule.activate) set_active(model, name, true);
    for (const std::string& name : rule.deactivate) set_active(model, name, false);
  }
  return state;
}

Impact take_over(const System& before, const State& at, const System& after, double tolerance) {
  Impact impact;
  // In absolute coordinates, where joints may be open and velocities free: relative ones know no motion against their joints.
  const System system(after.model());
  State state = system.carry_over(before, at);
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (const double open = as_length(system, e, row, e.k.Phi[row]); open > threshold::bearable * system.length()) {
        impact.outcome = Outcome::failure(fmt::format("'{}' is open by {:.3g} m there", system.name_of(group), open));
        return impact;
      }
  const double energy = system.kinetic_energy(e);
  // Rows that depend on others only where all are closed must not act on velocities: first positions, by no more than the
  // tolerance.
  const auto close = [&](double most) {
    system.fill(e);
    e.kernel.select();
    return project(system, e, state, most, threshold::rounding_of_run);
  };
  const Eigen::VectorXd v = state.v;
  const bool is_closed = close(tolerance);
  state.v = v;
  system.motion(state, e);
  const std::vector<Vec6<double>> twists_before = twists(system, e);
  const double pace = system.speed(e);
  if (!is_closed || !close(unlimited)) {
    impact.outcome = Outcome::failure("its constraints cannot be closed");
    return impact;
  }
  system.motion(state, e, RowSet::all, Measure::all);
  impact.is_open = system.violation(e, Order::velocity, RowSet::all) > threshold::bearable * std::max(pace, system.speed(e));
  std::vector<double> friction;
  if (!rub_in_impact(system, e, twists_before, state, friction)) {
    impact.outcome = Outcome::failure("in the impact " + why_not(system, e));
    return impact;
  }
  impact.energy = energy;
  impact.energy_lost = energy - system.kinetic_energy(e);
  impact.start = after.carry_over(system, state);
  return impact;
}

}  // namespace bricard
