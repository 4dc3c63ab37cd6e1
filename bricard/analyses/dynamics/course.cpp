#include "bricard/analyses/dynamics/course.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bricard/analyses/common.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

void check_times(const AnalysisOptions& options) {
  check_output_times(options);
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

template <class List>
bool has(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

void keep_event(std::vector<Event>& events, const Event& event) {
  if (events.size() < most_events_kept)
    events.push_back(event);
  else
    events.back() = event;
}

Course::Course(const Model& model, const AnalysisOptions& options)
    : options_(options), present_(model), end_(0), methods_(choose_methods(options)), rows_(methods_, options_) {
  make_stretch();
  assembly_ = assemble(system(), assembly_settings(options_));
  last_row_ = assembly_.state;
  outcome_ = assembly_.outcome;
  if (outcome_.failed()) return;
  Outcome outcome = begin(assembly_.state);
  if (!outcome.failed() && stretch_->sample(assembly_.state)) outcome = begin(last_row_ = assembly_.state);
  if (outcome.failed())
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
  check_times(options_);
  end_ = *options_.duration;
  methods_ = choose_methods(options_, traits_of(system()));
}

// Makes all that belongs to the System ready to go on from a state.
Outcome Course::begin(const State& start) {
  if (Outcome outcome = stretch_->begin(start); outcome.failed()) return outcome;
  contradictions_.emplace(system(), start, options_.tolerance.relative);
  rows_.take(system(), selected());
  warn_of_friction();
  return {};
}

void Course::warn_of_split() {
  if (stretch_->stick_slip() && stretch_->stick_slip()->takes_note_of_split() && !std::exchange(told_of_split_, true))
    warn(fmt::format("from t = {:.6g} s on the efforts of what sticks are not unique: the least is reported", t_));
}

// Friction follows from reactions: where they are not unique, neither is it.
void Course::warn_of_friction() {
  if (!system().rubs()) return;
  warn_of_split();
  const auto tell = [&](const std::string& text) {
    if (!has(warnings_, text)) warn(text);
  };
  Equations e(system());
  system().motion(state(), e, RowSet::all, Measure::all);
  if (std::find(selected().begin(), selected().end(), 0) != selected().end()) {
    const auto unique = unique_components(system(), e);
    for (const RubbingEntry& entry : system().rubbing().rubbing)
      if (entry.group >= 0 &&
          std::find(unique[entry.group].begin(), unique[entry.group].end(), false) != unique[entry.group].end())
        tell("the reaction of " + name_of(system(), entry) +
             " is not unique, because joints are redundant: its friction follows from the split of least norm");
  }
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
  if (!ahead_ && end_ - t_ <= 10 * threshold::shortest_step * end_) return arrive();
  if (!ahead_) make_step();
  if (ahead_) pass(std::min(limit, ahead_->until));
  if (ahead_ && t_ >= ahead_->until) end_step();
  return outcome_;
}

// What happened within rounding of the end happened at the end.
Outcome Course::arrive() {
  State last = state();
  last.t = t_ = end_;
  if (listener_ && listener_->wants_row(end_)) write_row(std::move(last));
  return outcome_;
}

void Course::make_step() {
  external_trouble();  // what was before this step does not matter
  outcome_ = stretch_->integrator().step();
  if (outcome_.failed() && stretch_->take_tables_as_written()) outcome_ = stretch_->integrator().step();
  if (outcome_.failed() && stretch_->pass_without_stages()) outcome_ = stretch_->integrator().step();
  Integrator& integrator = stretch_->integrator();
  const double from = integrator.t_previous(), to = integrator.t();
  if (outcome_.failed()) {
    if (const std::string trouble = external_trouble(); !trouble.empty()) {
      outcome_.message += "; " + trouble;
      return;
    }
    if (!endless_.empty() && !stretch_->holds_decisions()) {
      outcome_.message =
          fmt::format("{}: what it switches keeps it on its border; give it hysteresis or a slope there, or use `friction` ({})",
                      endless_, outcome_.message);
      return;
    }
    if (StickSlip* const stick_slip = stretch_->stick_slip())
      if (const std::string refusal = stick_slip->refusal(integrator.state_at(to)); !refusal.empty())
        outcome_.message = fmt::format("at t = {:.6g} s {}", to, refusal);
    if (const auto found = contradictions_->ahead(integrator.state_at(to), end_))
      outcome_.message = fmt::format("from t = {:.6g} s on {}", found->t, found->words);
    else if (const auto& moment = stretch_->moment(); moment && moment->before - to < threshold::bearable * end_)
      if (const Crossing crossing = stretch_->look(*moment, integrator.state_at(to)); !crossing.refusal.empty())
        outcome_.message = crossing.refusal;
    return;
  }
  ahead_ = Ahead{};
  Ahead& ahead = *ahead_;
  ahead.contradiction = contradictions_->look(from, to, dense());
  const bool holds = stretch_->holds_decisions();
  const auto rough = [&integrator](double t) { return integrator.rough_state_at(t); };
  stretch_->curves().begin(from, to, dense(), rough, holds ? &stretch_->switches().decisions() : nullptr);
  if (holds) ahead.kink = stretch_->switches().next(from, to);
  ahead.until = ahead.kink.value_or(to);
  look_for_pulses(from);
  look_for_contact(from);
  if (ahead.contradiction && ahead.contradiction->t < ahead.until) {
    ahead.until = ahead.contradiction->t;
    ahead.kink.reset();
  }
}

// A step with a pulse inside is not to be trusted anywhere, for some of its stages may have seen it: another goes from the same
// place to where the pulse begins. Inside a pulse there may be shorter ones. Fixed steps are the user's affair.
void Course::look_for_pulses(double from) {
  Ahead& ahead = *ahead_;
  if (pulse_ && from >= pulse_->to) pulse_.reset();
  if (options_.step || stretch_->pulses().empty()) return;
  const double* const held = stretch_->holds_decisions() ? stretch_->switches().decisions().data() : nullptr;
  ahead.pulse = stretch_->pulses().next(from, stretch_->integrator().t(), held);
  if (ahead.pulse) {
    const double begin = std::min(ahead.pulse->from, ahead.until);
    if (begin - from > threshold::narrowest_pulse * end_) ahead.pulse = Pulse{from, begin, begin - from};
    ahead.kink = ahead.until = from;
  } else if (pulse_ && ahead.until >= pulse_->to) {
    ahead.kink = ahead.until = pulse_->to;
    pulse_.reset();
  }
}

void Course::look_for_contact(double from) {
  Ahead& ahead = *ahead_;
  StickSlip* const stick_slip = stretch_->stick_slip();
  if (!stick_slip || !(ahead.until > from)) return;
  const auto at = stick_slip->next(from, ahead.until, dense());
  if (!at) return;
  ahead.kink = ahead.until = *at;
  ahead.changes_contact = true;
  ahead.pulse.reset();
}

// Events in their order; one that switches elements leaves nothing ahead.
void Course::pass(double until) {
  while (outcome_.status == Status::done && ahead_ && t_ < until) {
    const auto hit = stretch_->events().next(t_, until);
    const double before = std::exchange(t_, hit ? hit->t : until);
    if (listener_) listener_->moved(before, t_);
    write_rows_until(t_);
    if (hit) outcome_ = act(*hit);
  }
}

// What is not as deep as the tolerance can tell is passed over, and told.
void Course::warn_of_faint_changes() {
  const auto tell = [&](const std::string& what, const FaintChange& change) {
    const std::string text = fmt::format(
        "{} by {:.2g} at t = {:.9g} s, which is less than the {:.2g} that its variables may be off there: this was passed over; "
        "take a tolerance below {:.1g}",
        what, change.amount, change.t, change.band, 0.5 * options_.tolerance.relative * change.amount / change.band);
    if (std::find(faint_.begin(), faint_.end(), what) != faint_.end()) return;
    faint_.push_back(what);
    warn_again(text);
  };
  EventWatch& events = stretch_->events();
  for (const FaintChange& each : events.faint())
    tell(fmt::format("the condition of event `{}` is true only", present_.events[each.watched->event].name), each);
  events.faint().clear();
  SwitchWatch& switches = stretch_->switches();
  for (const FaintChange& each : switches.faint())
    tell(fmt::format("a condition in the function of {} is met only", switches.place(each)), each);
  switches.faint().clear();
}

void Course::end_step() {
  const Ahead ahead = *std::exchange(ahead_, std::nullopt);
  warn_of_faint_changes();
  stretch_->remember(t_);
  if (ahead.kink) ++switches_;
  if (outcome_.status != Status::done) return;
  if (ahead.contradiction && !ahead.kink)
    outcome_ = Outcome::failure(fmt::format("from t = {:.6g} s on {}", ahead.contradiction->t, ahead.contradiction->words));
  else if (stretch_->is_at_moment() && t_ >= stretch_->moment()->before)
    outcome_ = cross(*stretch_->moment());
  else if (const std::string pole = pole_ahead(); !pole.empty())
    outcome_ = Outcome::failure(pole);
  else if (!ahead.kink)
    stretch_->reconsider();
  else
    go_on(ahead);
  if (outcome_.status != Status::done) return;
  warn_of_split();
  if (stretch_->contact().failed())
    outcome_ = Outcome::failure(fmt::format("at t = {:.6g} s {}", t_, stretch_->contact().message));
  else if (stretch_->stick_slip() && !ahead.kink)
    stretch_->stick_slip()->follow(state_at(t_));
}

// A driver that has no limit is followed up to a thousand moments before its pole: the nearer, the shorter the steps, without
// end, and the more turns to count.
std::string Course::pole_ahead() {
  const auto& moment = stretch_->moment();
  if (!moment || !moment->is_prescribed || moment->before - t_ > 1000 * threshold::one_moment * end_) return {};
  const Crossing crossing = stretch_->look(*moment, state_at(t_));
  return crossing.is_pole ? crossing.refusal : std::string();
}

// A moment that was known ahead: the motion ends just before it and goes on just after it.
Outcome Course::cross(const Moment& moment) {
  const State before = state_at(t_);
  State after = before;
  after.t = moment.after;
  const Crossing crossing = stretch_->look(moment, before);
  if (!crossing.refusal.empty()) return Outcome::failure(crossing.refusal);
  if (!crossing.jumps.empty())
    if (const Outcome outcome = strike_at(before, crossing, after); outcome.failed()) return outcome;
  if (moment.is_sample) stretch_->sample(after);
  t_ = moment.after;
  if (t_ < end_) {
    stretch_->pass_moment(after);
  } else {
    last_ = after;
    write_rows_until(t_);
  }
  return {};
}

Outcome Course::strike_at(const State& before, const Crossing& crossing, State& after) {
  constexpr int told = 5;
  const std::string what = fmt::format("at t = {:.6g} s {}", after.t, rate_jumps(system(), crossing.jumps));
  std::vector<double> friction;
  if (const Outcome outcome = strike(system(), selected(), after, friction); outcome.failed())
    return Outcome::failure(fmt::format("{}: {}", what, outcome.message));
  if (StickSlip* const stick_slip = stretch_->stick_slip()) stick_slip->forget();
  const std::vector<Blow> blows = blows_between(system(), before, after, friction);
  double work = 0;
  for (const Blow& each : blows) work += each.work;
  if (++strikes_ <= told)
    warn(fmt::format("{}: an impact, in which {} and {:.4g} J{}", what, impulses(system(), blows), work,
                     strikes_ == told ? "; further ones are not told" : ""));
  if (!listener_) return {};
  listener_->ends(before);
  listener_->struck(blows);
  listener_->begins(after);
  return {};
}

void Course::go_on(const Ahead& ahead) {
  if (ahead.changes_contact) {
    const std::vector<char> before = selected();
    stretch_->change_contact(state_at(*ahead.kink));
    if (selected() != before) rows_.take(system(), selected());
    return;
  }
  if (ahead.pulse) pulse_ = ahead.pulse;
  const bool held = stretch_->holds_decisions();
  const bool holds = stretch_->go_on(state_at(*ahead.kink), pulse_ ? std::optional(pulse_->longest_step) : std::nullopt);
  if (holds || !held) return;
  const SwitchWatch& switches = stretch_->switches();
  if (switches.is_of_time()) {
    outcome_ =
        Outcome::failure(fmt::format("the function of {} switches every {:.2g} s at t = {:.6g} s, which is {:.1g} of the "
                                     "duration: what is shorter than {:.0e} "
                                     "of it is not resolved; give its mean value, or a duration below {:.2g} s",
                                     switches.place(), stretch_->between_kinks(), *ahead.kink, stretch_->between_kinks() / end_,
                                     threshold::one_moment, stretch_->between_kinks() / threshold::one_moment));
    return;
  }
  endless_ = fmt::format("the function of {} switches without end at t = {:.6g} s", stretch_->switches().place(), *ahead.kink);
  warn_again(endless_ + "; from there error control resolves it");
}

// What events do that happen together; the run goes on while the outcome is `done`. Those that turn true by what others have done
// follow at the same moment.
Outcome Course::act(const EventHit& hit) {
  constexpr int most = 100;
  std::vector<int> events = hit.events;
  State at = state_at(hit.t);
  for (int round = 0; !events.empty(); ++round) {
    if (round == most)
      return Outcome::failure(fmt::format("events {} set each other off without end at t = {:.9g} s", names_of(events), hit.t));
    bool switches = false;
    std::optional<Outcome> stop;
    for (const int each : events) {
      const EventRule& event = present_.events[each];
      keep_event(events_, {event.name, hit.t});
      if (listener_) listener_->happened(events_.back());
      switches = switches || event.action == EventAction::change;
      if (event.action == EventAction::change)
        if (Outcome outcome = look_for_end(each, hit.t); outcome.failed()) return outcome;
      if (event.action == EventAction::stop && !stop)
        stop = Outcome{Status::stopped, fmt::format("event '{}' at t = {:.9g} s", event.name, hit.t)};
    }
    if (!switches) {
      if (at.t > last_row_.t) write_row(at);
      return stop.value_or(Outcome{});
    }
    if (round == 0 && accumulation_.has_no_end(hit.t, threshold::one_moment * end_))
      return Outcome::failure(
          fmt::format("events {} follow each other without end at t = {:.9g} s: what they switch leaves their conditions on "
                      "their borders; let the conditions overlap (hysteresis), or switch the motion along the border",
                      last_events(), hit.t));
    Outcome outcome = switch_elements(events, at);
    if (outcome.failed()) {
      outcome.message = fmt::format("event {} at t = {:.6g} s: {}", names_of(events), hit.t, outcome.message);
      return outcome;
    }
    if (stop) return *stop;
    at = state();
    events = turned_true_;
  }
  return {};
}

// Where the repetitions of an event end: what it names goes on from there.
Outcome Course::look_for_end(int event, double t) {
  const double near = std::max(options_.tolerance.relative, threshold::narrowest_pulse) * end_;
  EventRule& rule = present_.events[event];
  if (accumulation_.goes_on(event, t, near))
    return Outcome::failure(
        fmt::format("event '{}' goes on after t = {:.6g} s, where it should come to rest: what its `rest` "
                    "names does not hold it",
                    rule.name, t));
  const auto found = accumulation_.at(event, t, near);
  if (!found) return {};
  const double end = *found;
  if (rule.rest.empty()) {
    write_row(state_at(t));
    return Outcome::failure(fmt::format(
        "event '{}' happens ever faster: infinitely many times until t = {:.6g} s; name under `rest` what is activated there",
        rule.name, end));
  }
  warn_again(fmt::format("event '{}' happens ever faster until t = {:.6g} s: there it comes to rest", rule.name, end));
  for (std::string& name : rule.rest)
    if (!has(rule.activate, name)) rule.activate.push_back(name);
  accumulation_.rest(event, end);
  return {};
}

// Those that have happened last, each once.
std::string Course::last_events() const {
  constexpr std::size_t looked_at = 10;
  std::vector<std::string> names;
  for (std::size_t i = events_.size(); i > 0 && i + looked_at > events_.size(); --i)
    if (const std::string name = "'" + events_[i - 1].name + "'"; !has(names, name)) names.insert(names.begin(), name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string Course::names_of(const std::vector<int>& events) const {
  std::string names;
  for (const int event : events) names += (names.empty() ? "'" : ", '") + present_.events[event].name + "'";
  return names;
}

// The motion before ends at `at`; that of other elements, or with other states, begins.
Outcome Course::switch_elements(const std::vector<int>& events, const State& at) {
  const State state = switched(present_, events, *stretch_, at);
  stretch_->remember(at.t);
  std::unique_ptr<Stretch> after;
  try {
    after = std::make_unique<Stretch>(present_, methods_, options_, report_);
    after->take_past(stretch_->past());
  } catch (const Error& error) {  // with what is switched on now the model is wrong; the run until here is not
    return Outcome::failure(error.what());
  }
  const Impact impact = take_over(system(), state, after->system(), options_.tolerance.relative);
  if (impact.outcome.failed()) {
    write_row(at);
    return impact.outcome;
  }
  const double lost = impact.energy_lost;
  if (lost > std::max(threshold::always_bearable, options_.tolerance.relative * impact.energy))
    warn_again(fmt::format("event {} at t = {:.6g} s: the impact took {:.6g} J", names_of(events), at.t, lost));
  if (const Outcome outcome = after->begin(impact.start); outcome.failed())
    return Outcome::failure("accelerations cannot be found after it: " + outcome.message);
  turned_true_ = after->events().start_after(stretch_->events(), impact.start, events);
  if (listener_) listener_->ends(at);
  replace(std::move(after));
  if (listener_) listener_->begins(impact.start);
  contradictions_.emplace(system(), impact.start, options_.tolerance.relative);
  const auto contradiction = contradictions_->ahead(impact.start, 0);
  rows_.take(system(), selected());
  write_row(impact.start);
  if (contradiction) return Outcome::failure(contradiction->words);
  if (impact.is_open)
    return Outcome::failure(
        "velocities that meet the constraints cannot be found after the impact: a body is a billion times lighter than its "
        "neighbors; leave its mass out, or give it more");
  return {};
}

void Course::replace(std::unique_ptr<Stretch> after) {
  counted_ = statistics();
  reasons_ = reasons();
  stretch_ = std::move(after);
  ahead_.reset();
  last_.reset();
}

IntegratorStatistics Course::statistics() const {
  IntegratorStatistics all = counted_;
  if (has_begun()) all += stretch_->statistics();
  return all;
}

std::string Course::reasons() const {
  constexpr std::size_t most = 2000;  // characters: a run may change its elements without end
  const std::string more = stretch_->reasons();
  return more.empty() || reasons_.ends_with(more) || reasons_.size() > most ? reasons_ : reasons_ + "; " + more;
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

// What a run may do any number of times.
void Course::warn_again(const std::string& text) {
  constexpr int most = 100;
  if (++repeated_warnings_ <= most) warn(text + (repeated_warnings_ == most ? "; further ones are not told" : ""));
}

State Course::state() { return has_begun() ? state_at(t_) : last_row_; }

double Course::known_from() const { return has_begun() ? std::min(t_, stretch_->integrator().t_previous()) : t_; }

}  // namespace bricard
