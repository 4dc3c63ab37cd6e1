#include "bricard/analyses/driven/kinematics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/doctor/freedoms.hpp"
#include "bricard/analyses/doctor/idle.hpp"
#include "bricard/analyses/driven/actuation.hpp"
#include "bricard/analyses/driven/driven_states.hpp"
#include "bricard/analyses/driven/moments.hpp"
#include "bricard/analyses/driven/path.hpp"
#include "bricard/analyses/driven/strike.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/results/row_sink.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

constexpr int samples = 20;  // positions at which the doctor looks

std::string quoted_list(const std::vector<std::string>& names) { return fmt::format("'{}'", fmt::join(names, "', '")); }

std::string time_text(double t, const Model& model) {
  return fmt::format("t = {:.9g} {}", t / model.units.factor(dimension::time), model.units.time);
}

// Too few drivers: a failure that names what is still free.
Outcome left_free(const System& system, const State& state, int free, const IdleFreedoms& idle) {
  const std::vector<std::string> names = names_of_free_motions(system, state, idle.motions);
  return Outcome::failure(
      fmt::format("{} motion{} left free{}{}; drive {} or fix {} (a start in a singular position also shows free motions)", free,
                  free == 1 ? " is" : "s are", names.empty() ? "" : ": ", fmt::join(names, ", "), free == 1 ? "it" : "them",
                  free == 1 ? "it" : "them"));
}

std::string conflict_text(const DriverConflict& conflict) {
  if (conflict.drivers.size() == 1)
    return fmt::format("driver {} drives what the joints alone determine", quoted_list(conflict.drivers));
  return fmt::format("drivers {} drive the same motion", quoted_list(conflict.drivers));
}

// More drivers than motions: a failure where they contradict, else a warning.
Outcome driven_twice(const System& system, const State& state, std::vector<std::string>& warnings) {
  for (const DriverConflict& conflict : dependent_drivers(system, state)) {
    if (conflict.contradicts)
      return Outcome::failure(conflict_text(conflict) +
                              " and contradict each other at the start; switch off all but one of each motion");
    warnings.push_back(conflict_text(conflict) +
                       "; their functions agree at the start, so the motion is computed; efforts are shared");
  }
  return {};
}

// Why the path ended where it ended.
Outcome path_end(const System& system, const Path& path, double step) {
  const State& state = path.state();
  const std::string when = time_text(state.t, system.model());
  if (!path.refusal().empty()) return Outcome::failure(fmt::format("no motion beyond {}: {}", when, path.refusal()));
  State later = state;
  later.t += 10 * step;
  for (const DriverConflict& conflict : dependent_drivers(system, later))
    if (conflict.contradicts)
      return Outcome::failure(fmt::format("{} and contradict each other after {}; switch off all but one of each motion",
                                          conflict_text(conflict), when));
  const Lock lock = locked(system, state);
  return Outcome::failure(fmt::format(
      "the mechanism locks at {}: {} cannot go on, at a dead point or the end of reach{}; what was computed until then is kept",
      when, lock.drivers.empty() ? "it" : fmt::format("{}", fmt::join(lock.drivers, ", ")),
      lock.joint.empty() ? "" : fmt::format(" ({} moves fastest)", lock.joint)));
}

// Rows at output times, with the columns that the analysis computes.
class MotionRows {
 public:
  MotionRows(const System& system, const Path& path, MotionFrom source, bool has_idle, Actuation* actuation, double duration,
             const Control& control, Results& results)
      : system_(system),
        has_idle_(has_idle),
        looks_at_idle_(has_idle && source == MotionFrom::drivers),
        path_(path),
        actuation_(actuation),
        recorder_(system, path.selected(), source),
        kept_(source == MotionFrom::drivers ? all_columns(system) : columns_up_to(system, Level::acceleration)),
        duration_(duration),
        last_only_(control.last_row_only && !actuation),  // what actuators can do is looked at along the whole motion
        taken_by_(control.rows),
        results_(results) {
    results.columns = result_columns(system, kept_);
    if (!actuation) return;
    results.columns.insert(results.columns.begin() + actuation->place(), actuation->columns().begin(),
                           actuation->columns().end());
    recorder_.share_by([actuation](double t, Equations& e, Reactions& out) { actuation->share(t, e, out); });
  }
  void write() {
    all_.clear();
    row_.clear();
    recorder_.select(path_.selected());
    recorder_.take_accelerations(path_.is_determined() && !has_idle_ ? nullptr : &path_.accelerations());
    const bool finite = recorder_.record(path_.state(), all_);
    for (int column : kept_) {
      if (actuation_ && column == actuation_->place())
        row_.insert(row_.end(), actuation_->efforts().begin(), actuation_->efforts().end());
      row_.push_back(all_[column]);
    }
    keep_row(results_, taken_by_, row_);
    Summary& summary = results_.summary;
    if (!finite && !warned_)
      summary.warnings.push_back(fmt::format("accelerations have no finite value at t = {:.6g} s", path_.state().t));
    warned_ = warned_ || !finite;
    warn_of_standstill();
    summary.violation.position = std::max(summary.violation.position, recorder_.position_violation());
    summary.violation.velocity = std::max(summary.violation.velocity, recorder_.velocity_violation());
    summary.violation.acceleration = std::max(summary.violation.acceleration, recorder_.acceleration_violation());
    if (last_ < 0 || path_.state().t >= next_sample_) {
      doctor_.sample(system_, path_.state());
      next_sample_ = path_.state().t + duration_ / samples;
      summary.along_run = doctor_.found();
      if (looks_at_idle_) look_at_idle();
    }
    last_ = path_.state().t;
  }
  // At a time of the output, and not the last.
  void write_if_wanted() {
    if (!last_only_ || path_.state().t >= std::min(next_sample_, duration_)) write();
  }
  double last() const { return last_; }

  // What no joint carries, because it acts along freedoms that are held though nothing holds them.
  void warn_of_idle_load() {
    if (idle_load_ > threshold::balanced * largest_load_)
      results_.summary.warnings.push_back(fmt::format(
          "to hold the idle freedoms takes up to {} about an axis through the joints, which they cannot carry: it is left out",
          amount(idle_load_ * system_.length(), dimension::torque, system_.model().units)));
  }

 private:
  // At rest friction may be anything inside its cone.
  void warn_of_standstill() {
    const std::vector<RubbingMode>& modes = recorder_.equations().rubbed.modes;
    if (kept_.size() < system_.table().columns.size()) return;  // no efforts are asked for
    for (std::size_t s = 0; s < modes.size() && !stood_still_; ++s) {
      if (modes[s].contact != Contact::rests) continue;
      stood_still_ = true;
      results_.summary.warnings.push_back(
          fmt::format("{} stands still at {}: there its friction is not determined, and counted as 0",
                      name_of(system_, system_.rubbing().rubbing[s]), time_text(path_.state().t, system_.model())));
    }
  }

  void look_at_idle() {
    const Eigen::VectorXd load = scaled_load(system_, recorder_.equations());
    const IdleFreedoms idle = idle_freedoms(system_, path_.state());
    if (idle.count() > 0) idle_load_ = std::max(idle_load_, (idle.motions.transpose() * load).cwiseAbs().maxCoeff());
    largest_load_ = std::max(largest_load_, load.cwiseAbs().maxCoeff());
  }

  const System& system_;
  bool has_idle_, looks_at_idle_;
  double idle_load_ = 0, largest_load_ = 0;
  const Path& path_;
  Actuation* actuation_;
  Recorder recorder_;
  std::vector<int> kept_;
  double duration_, next_sample_ = 0;
  bool last_only_;
  DoctorAlongRun doctor_;
  RowSink* taken_by_;  // null: rows are kept in the Results
  Results& results_;
  std::vector<double> all_, row_;
  bool warned_ = false, stood_still_ = false;
  double last_ = -1;
};

// The motion along the path, with what happens at moments that are known ahead.
class Follower {
 public:
  Follower(const System& system, Path& path, const AnalysisOptions& options, double finest, MotionFrom source, Summary& summary)
      : system_(system),
        path_(path),
        end_(*options.duration),
        moments_(system, end_),
        states_(system, options),
        finest_(finest),
        source_(source),
        summary_(summary) {
    if (system.functions().samples.empty()) return;
    sampler_.emplace(system, path.selected(), source);
    State state = path.state();
    moments_.sample(state, *sampler_);
    path.pass(state.t, state.z);
  }

  // False: it ends before, as the Summary says.
  bool advance(double to) {
    if (!has_begun_) find_next();
    while (moment_ && moment_->after <= to) {
      if (const Crossing ahead = moments_.look(*moment_, path_.state()); ahead.is_pole) return ends(ahead.refusal);
      if (!walk(moment_->before)) return false;
      const Crossing crossing = moments_.look(*moment_, path_.state());
      if (!crossing.refusal.empty()) return ends(crossing.refusal);
      cross(crossing);
      find_next();
    }
    return walk(to);
  }

 private:
  void find_next() {
    has_begun_ = true;
    moment_ = moments_.empty() ? std::nullopt : moments_.next(path_.state());
    const double until = moment_ ? moment_->before : end_;
    if (!states_.empty() && until > path_.state().t) states_.begin(path_, until);
  }
  bool walk(double to) {
    if (to <= path_.state().t) return true;
    if (states_.empty() ? path_.advance(to, finest_) : walk_with_states(to)) return true;
    if (summary_.outcome.failed()) return false;
    summary_.outcome = path_.interrupted()
                           ? Outcome{Status::stopped, "interrupted at " + time_text(path_.state().t, system_.model())}
                           : path_end(system_, path_, finest_);
    return false;
  }
  bool walk_with_states(double to) {
    Eigen::VectorXd z;
    if (Outcome outcome = states_.at(to, z); outcome.failed()) {
      summary_.outcome = std::move(outcome);
      return false;
    }
    return path_.advance_to(to, z, finest_);
  }
  bool ends(const std::string& why) {
    summary_.outcome = Outcome::failure(fmt::format("no motion beyond {}: {}", time_text(path_.state().t, system_.model()), why));
    return false;
  }
  void cross(const Crossing& crossing) {
    const State before = path_.state();
    path_.pass(moment_->after, before.z);
    if (!crossing.jumps.empty() && ++jumps_ <= told) {
      std::string text = fmt::format("at {} {}: velocities jump there", time_text(moment_->after, system_.model()),
                                     rate_jumps(system_, crossing.jumps));
      if (source_ == MotionFrom::drivers)
        text += fmt::format("; {}, which no column shows", impulses(system_, blows_between(system_, before, path_.state())));
      if (source_ == MotionFrom::drivers && system_.rubs()) text += " and in which friction has no part";
      if (jumps_ == told) text += "; further ones are not told";
      summary_.warnings.push_back(std::move(text));
    }
    if (!moment_->is_sample) return;
    State state = path_.state();
    sampler_->select(path_.selected());
    moments_.sample(state, *sampler_);
    path_.pass(state.t, state.z);
  }

  static constexpr int told = 5;
  const System& system_;
  Path& path_;
  double end_;
  Moments moments_;
  std::optional<Moment> moment_;
  bool has_begun_ = false;
  DrivenStates states_;
  std::optional<Recorder> sampler_;
  double finest_;
  MotionFrom source_;
  Summary& summary_;
  int jumps_ = 0;
};

void follow(Path& path, Follower& follower, const AnalysisOptions& options, const Control& control, MotionRows& rows) {
  const double end = *options.duration, spacing = options.output_step.value_or(end / 1000);
  rows.write();
  for (long i = 1; path.state().t < end; ++i) {
    if (!follower.advance(output_time(i, spacing, end))) break;
    rows.write_if_wanted();
    if (control.progress) control.progress(path.state().t / end);
  }
  if (path.state().t > rows.last() && !path.interrupted()) rows.write();
}

}  // namespace

Results driven_motion(const Model& model, const AnalysisOptions& options, const Control& control, const std::string& analysis,
                      MotionFrom source, const std::vector<std::string>& actuators) {
  const Stopwatch clock;
  const System system(model, chosen_coordinates(options));
  check_output_times(options);
  check_size(options, system.table().columns.size(), control);
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (system.constraints().is_rate_row[row])
        throw Error((group.kind == RowGroup::Kind::joint ? "joints." : "constraints.") + system.name_of(group),
                    "where a body is that rolls or keeps a velocity at zero depends on its way, which only `simulate` follows",
                    "use the analysis dynamics; drivers act there too");
  std::optional<Actuation> actuation;
  if (!actuators.empty()) actuation.emplace(system, actuators);
  Results results;
  results.columns = result_columns(system, columns_up_to(system, Level::acceleration));
  Summary& summary = results.summary;
  summary = describe(system, analysis);
  summary.methods = {std::string(system.coordinates()), "none", "none", "none",
                     "positions are solved at every time from drivers and joints; nothing is integrated"};
  warn_of_keys_without_effect(options, summary);
  const auto ended = [&](Outcome outcome) {
    summary.outcome = std::move(outcome);
    clock.stop(summary);
    return results;
  };
  const Assembly assembly = assemble(system, assembly_settings(options));
  add(assembly, summary);
  if (assembly.outcome.failed()) return ended(assembly.outcome);
  const Diagnosis diagnosis = diagnose(system, assembly.state, Therapy::none);
  add(diagnosis, summary);
  results.state = state_text(system, assembly.state);

  const int free = free_motions(system, assembly.state);
  bool has_idle = false;
  if (free > 0) {
    const IdleFreedoms idle = idle_freedoms(system, assembly.state);
    if (free > idle.count()) return ended(left_free(system, assembly.state, free - idle.count(), idle));
    summary.warnings.push_back(fmt::format("{}; of the mobility {} that leaves {}", idle_warning(idle), diagnosis.actual,
                                           diagnosis.actual - idle.count()));
    has_idle = true;
  }
  for (const EventRule& event : model.events)
    if (event.active) {
      summary.warnings.push_back("events are watched by `simulate` only");
      break;
    }
  int drivers = 0;
  for (const RowGroup& group : system.constraints().groups) drivers += group.kind == RowGroup::Kind::driver ? group.rows : 0;
  if (drivers > diagnosis.actual - free)
    if (Outcome outcome = driven_twice(system, assembly.state, summary.warnings); outcome.failed())
      return ended(std::move(outcome));

  Path path(system, equal_weights(system), assembly.state, true);
  if (has_idle) path.hold_idle();
  path.interrupt_by(control.interrupt);
  const double finest = threshold::finest_path_step * options.output_step.value_or(*options.duration / 1000);
  Follower follower(system, path, options, finest, source, summary);
  MotionRows rows(system, path, source, has_idle, actuation ? &*actuation : nullptr, *options.duration, control, results);
  follow(path, follower, options, control, rows);
  if (actuation) actuation->report(summary);
  rows.warn_of_idle_load();

  summary.steps = path.counts().steps;
  summary.rejected = path.counts().rejected;
  summary.evaluations = path.counts().evaluations;
  summary.factorizations = path.counts().factorizations;
  if (!path.singular_times().empty())
    summary.warnings.push_back(
        fmt::format("a nearly singular position was passed at {}{}; the branch was kept by extrapolation",
                    time_text(path.singular_times().front(), model),
                    path.singular_times().size() > 1 ? fmt::format(" and {} more times", path.singular_times().size() - 1) : ""));
  if (summary.outcome.status == Status::done)
    summary.outcome.message = "computed the motion up to " + time_text(*options.duration, model);
  results.state = state_text(system, path.state());
  clock.stop(summary);
  return results;
}

Results kinematics(const Model& model, const AnalysisOptions& options, const Control& control) {
  refuse_delay(model, "the analysis 'kinematics'");
  return driven_motion(model, options, control, "kinematics", MotionFrom::drivers_alone);
}

}  // namespace bricard
