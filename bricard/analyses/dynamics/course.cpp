#include "bricard/analyses/dynamics/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bricard/analyses/common.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

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

// Visits every element that can be switched: name with its section, and whether it takes part.
template <class Model, class Visitor>
void for_each_switch(Model& model, const Visitor& visit) {
  const auto in = [&](const std::string& section, auto& elements) {
    for (auto& element : elements) visit(section + "." + element.name, element.active);
  };
  in("joints", model.joints);
  in("constraints", model.constraints);
  in("drivers", model.drivers);
  in("forces", model.forces);
  in("events", model.events);
}

template <class List>
bool has(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

Course::Course(const Model& model, const AnalysisOptions& options)
    : options_(options), present_(model), end_(0), methods_(choose_methods(options)), rows_(methods_, options_) {
  make_stretch();
  assembly_ = assemble(system(), assembly_settings(options_));
  last_row_ = assembly_.state;
  outcome_ = assembly_.outcome;
  if (outcome_.failed()) return;
  if (const Outcome outcome = begin(assembly_.state); outcome.failed())
    outcome_ = Outcome::failure("accelerations cannot be found at the start: " + outcome.message);
  else if (const auto found = contradictions_->ahead(assembly_.state, 0))
    outcome_ = Outcome::failure("at the start " + found->words);
}

Course::Course(const Model& model, const AnalysisOptions& options, const Checkpoint& from)
    : options_(options), present_(model), end_(0), methods_(choose_methods(options)), rows_(methods_, options_) {
  make_stretch();
  restart(from);
}

void Course::make_stretch() {
  stretch_ = std::make_unique<Stretch>(present_, methods_, options_, report_);
  check_times(options_, system().table().columns.size());
  end_ = *options_.duration;
  methods_ = choose_methods(options_, traits_of(system()));
}

// Makes all that belongs to the System ready to go on from a state.
Outcome Course::begin(const State& start) {
  if (Outcome outcome = stretch_->begin(start); outcome.failed()) return outcome;
  contradictions_.emplace(system(), start, options_.tolerance.relative);
  rows_.take(system(), selected());
  return {};
}

std::function<State(double)> Course::dense() {
  return [integrator = &stretch_->integrator()](double t) { return integrator->state_at(t); };
}

Outcome Course::advance_to(double t) {
  if (t < t_)
    throw Error("advance_to", fmt::format("t = {:.9g} s lies before the present time, {:.9g} s", t, t_),
                "at() looks back inside the last step; restore() goes back to a snapshot");
  while (t_ < t)
    if (const Outcome outcome = proceed(t); outcome.status != Status::done) return outcome;
  return outcome_;
}

// On to `limit`, but at most to the end of what the integrator knows.
Outcome Course::proceed(double limit) {
  if (outcome_.status != Status::done) return outcome_;
  if (t_ >= end_) return {Status::stopped, fmt::format("the duration of {:.6g} s is over", end_)};
  if (!ahead_) make_step();
  if (ahead_) pass(std::min(limit, ahead_->until));
  if (ahead_ && t_ >= ahead_->until) end_step();
  return outcome_;
}

void Course::make_step() {
  Integrator& integrator = stretch_->integrator();
  outcome_ = integrator.step();
  const double from = integrator.t_previous(), to = integrator.t();
  if (outcome_.failed()) {
    if (const auto found = contradictions_->ahead(integrator.state_at(to), end_))
      outcome_.message = fmt::format("from t = {:.6g} s on {}", found->t, found->words);
    return;
  }
  Ahead& ahead = ahead_.emplace();
  ahead.contradiction = contradictions_->look(from, to, dense());
  if (stretch_->holds_decisions()) ahead.kink = stretch_->switches().next(from, to, dense());
  ahead.until = ahead.kink.value_or(to);
  if (ahead.contradiction && ahead.contradiction->t < ahead.until) {
    ahead.until = ahead.contradiction->t;
    ahead.kink.reset();
  }
}

// Events in their order; one that switches elements leaves nothing ahead.
void Course::pass(double until) {
  while (outcome_.status == Status::done && ahead_ && t_ < until) {
    const auto hit = stretch_->events().next(t_, until, dense());
    const double before = std::exchange(t_, hit ? hit->t : until);
    if (listener_) listener_->moved(before, t_);
    write_rows_until(t_);
    if (hit) outcome_ = act(*hit);
  }
}

void Course::end_step() {
  const Ahead ahead = *std::exchange(ahead_, std::nullopt);
  if (outcome_.status != Status::done) return;
  if (ahead.contradiction && !ahead.kink)
    outcome_ = Outcome::failure(fmt::format("from t = {:.6g} s on {}", ahead.contradiction->t, ahead.contradiction->words));
  else if (!ahead.kink)
    stretch_->reconsider();
  else if (!stretch_->go_on(state_at(*ahead.kink)))
    warn(fmt::format("functions of forces or states switch without end at t = {:.6g} s; from there error control resolves them",
                     *ahead.kink));
}

// What an event does; the run goes on while the outcome is `done`.
Outcome Course::act(const EventHit& hit) {
  const EventRule& event = present_.events[hit.event];
  events_.push_back({event.name, hit.t});
  if (listener_) listener_->happened(events_.back());
  const State at = state_at(hit.t);
  if (event.action == EventAction::change) {
    Outcome outcome = switch_elements(hit, at);
    if (outcome.failed())
      outcome.message = fmt::format("event '{}' at t = {:.6g} s: {}", events_.back().name, hit.t, outcome.message);
    return outcome;
  }
  if (at.t > last_row_.t) write_row(at);
  if (event.action == EventAction::record) return {};
  return {Status::stopped, fmt::format("event '{}' at t = {:.9g} s", event.name, hit.t)};
}

Outcome Course::switch_elements(const EventHit& hit, const State& at) {
  const State state = switched(present_, hit.event, *stretch_, at);
  std::unique_ptr<Stretch> after;
  try {
    after = std::make_unique<Stretch>(present_, methods_, options_, report_);
  } catch (const Error& error) {  // with what is switched on now the model is wrong; the run until here is not
    return Outcome::failure(error.what());
  }
  const Impact impact = take_over(system(), state, after->system());
  if (impact.outcome.failed()) {
    write_row(at);
    return impact.outcome;
  }
  const double lost = impact.energy_lost;
  if (lost > threshold::always_bearable * (1 + std::abs(lost)))
    warn(fmt::format("event '{}' at t = {:.6g} s: the impact took {:.6g} J", events_.back().name, hit.t, lost));
  if (const Outcome outcome = after->begin(impact.start); outcome.failed())
    return Outcome::failure("accelerations cannot be found after it: " + outcome.message);
  after->events().has_fired(hit.event);
  if (listener_) listener_->ends(at);
  replace(std::move(after));
  if (listener_) listener_->begins(impact.start);
  contradictions_.emplace(system(), impact.start, options_.tolerance.relative);
  const auto contradiction = contradictions_->ahead(impact.start, 0);
  rows_.take(system(), selected());
  write_row(impact.start);
  return contradiction ? Outcome::failure(contradiction->words) : Outcome{};
}

void Course::replace(std::unique_ptr<Stretch> after) {
  counted_ = statistics();
  reasons_ = reasons();
  contradictions_.reset();
  stretch_ = std::move(after);
  ahead_.reset();
}

IntegratorStatistics Course::statistics() const {
  IntegratorStatistics all = counted_;
  if (has_begun()) all += stretch_->statistics();
  return all;
}

std::string Course::reasons() const {
  const std::string more = stretch_->reasons();
  return more.empty() ? reasons_ : reasons_ + "; " + more;
}

void Course::write_rows_until(double t) {
  const double spacing = options_.output_step.value_or(end_ / 1000);
  for (; output_time(next_row_, spacing, end_) <= t && output_time(next_row_ - 1, spacing, end_) < end_; ++next_row_)
    if (const double at = output_time(next_row_, spacing, end_); listener_ && at > last_row_.t && listener_->wants_row(at))
      write_row(state_at(at));
}

void Course::write_row(State state) {
  if (!listener_) return;
  row_.clear();
  const bool finite = rows_.write(state, row_);
  last_row_ = std::move(state);
  listener_->row(last_row_, finite, row_);
}

void Course::warn(std::string text) {
  if (listener_) listener_->warned(text);
  warnings_.push_back(std::move(text));
}

State Course::state() { return has_begun() ? state_at(t_) : last_row_; }

double Course::known_from() const { return has_begun() ? std::min(t_, stretch_->integrator().t_previous()) : t_; }

void Course::hold_input(int input, double value) {
  const std::string& name = present_.inputs[input].name;
  if (const auto held = inputs_.find(name); held != inputs_.end() && held->second == value) return;
  inputs_[name] = value;
  present_.inputs[input].value = value;
  if (!has_begun()) return;
  const State here = state();
  ahead_.reset();
  stretch_->hold_input(input, value, here);
}

Checkpoint Course::checkpoint() {
  Checkpoint point;
  point.model = present_.name;
  point.coordinates = system().coordinates();
  point.state = state();
  point.inputs = inputs_;
  for_each_switch(present_, [&](const std::string& name, bool active) {
    if (!active) point.inactive.push_back(name);
  });
  if (has_begun())
    for (const int event : stretch_->events().holding()) point.events.push_back(present_.events[event].name);
  return point;
}

void Course::restart(const Checkpoint& from) {
  const State& state = from.state;
  if (from.model != present_.name || from.coordinates != system().coordinates() || state.q.size() != system().nq() ||
      state.v.size() != system().nv() || state.z.size() != system().nz())
    throw Error("snapshot", fmt::format("it is of the model '{}' in {} coordinates", from.model, from.coordinates),
                fmt::format("this one is '{}' in {} coordinates", present_.name, system().coordinates()));
  for_each_switch(present_, [&](const std::string& name, bool& active) { active = !has(from.inactive, name); });
  for (Input& input : present_.inputs)
    if (const auto held = from.inputs.find(input.name); held != from.inputs.end()) input.value = held->second;
  inputs_ = from.inputs;
  replace(std::make_unique<Stretch>(present_, methods_, options_, report_));
  t_ = state.t;
  last_row_ = state;
  const double spacing = options_.output_step.value_or(end_ / 1000);
  next_row_ = std::max(1L, static_cast<long>(t_ / spacing));
  while (next_row_ > 1 && output_time(next_row_ - 1, spacing, end_) > t_) --next_row_;
  while (output_time(next_row_, spacing, end_) <= t_ && output_time(next_row_ - 1, spacing, end_) < end_) ++next_row_;
  outcome_ = begin(state);
  if (outcome_.failed()) return;
  for (std::size_t i = 0; i < present_.events.size(); ++i)
    if (has(from.events, present_.events[i].name)) stretch_->events().has_fired(static_cast<int>(i));
}

}  // namespace bricard
