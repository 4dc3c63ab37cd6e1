#include "bricard/analyses/driven/kinematics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/doctor/freedoms.hpp"
#include "bricard/analyses/driven/actuation.hpp"
#include "bricard/analyses/driven/path.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int samples = 20;  // positions at which the doctor looks

std::string quoted_list(const std::vector<std::string>& names) { return fmt::format("'{}'", fmt::join(names, "', '")); }

std::string time_text(double t, const Model& model) {
  return fmt::format("t = {:.9g} {}", t / model.units.factor(dimension::time), model.units.time);
}

// Too few drivers: a failure that names what is still free.
Outcome left_free(const System& system, const State& state, int free) {
  const std::vector<std::string> names = names_of_free_motions(system, state);
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

// The tables that the function of a driver reads and that end: "; table 'path' ends at 2".
std::string tables_that_end(const Model& model, const Driver& driver) {
  std::string text;
  for (const Table& table : model.tables) {
    if (table.extrapolation != Extrapolation::error || table.points.empty()) continue;
    if (const Function* function = driver.function(); function && function->text.find(table.name) != std::string::npos)
      text += fmt::format("; table '{}' goes from {:.9g} to {:.9g} and has extrapolation: error", table.name,
                          table.points.front()[0], table.points.back()[0]);
  }
  return text;
}

// A driver whose function jumps or has no value just after `t`; empty: there is none.
std::string broken_driver(const System& system, const State& state, double step) {
  Equations e(system);
  State later = state;
  later.t = state.t + step;
  system.motion(state, e, RowSet::all, Measure::all);
  const std::vector<double> now = e.k.Phi, rate = e.k.nu;
  system.motion(later, e, RowSet::all, Measure::all);
  for (const RowGroup& group : system.constraints().groups) {
    const int row = group.first_row;
    if (group.rows == 0 || group.kind == RowGroup::Kind::joint) continue;
    if (!std::isfinite(e.k.Phi[row]))
      return fmt::format(
          "'{}' has no finite value there{}", system.name_of(group),
          group.kind == RowGroup::Kind::driver ? tables_that_end(system.model(), system.model().drivers[group.element]) : "");
    const double jump = system.scaled(row, e.k.Phi[row] - now[row]);
    if (jump > threshold::agrees * system.length() && jump > 1e3 * step * system.scaled(row, rate[row]))
      return fmt::format("the value of '{}' jumps there; positions must change continuously", system.name_of(group));
  }
  return {};
}

// Why the path ended where it ended.
Outcome path_end(const System& system, const Path& path, double step) {
  const State& state = path.state();
  const std::string when = time_text(state.t, system.model());
  if (!path.refusal().empty()) return Outcome::failure(fmt::format("no motion beyond {}: {}", when, path.refusal()));
  if (const std::string broken = broken_driver(system, state, 2 * step); !broken.empty())
    return Outcome::failure(fmt::format("no motion beyond {}: {}", when, broken));
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
  MotionRows(const System& system, const Path& path, MotionFrom source, Actuation* actuation, double duration, bool last_only,
             Results& results)
      : system_(system),
        path_(path),
        actuation_(actuation),
        recorder_(system, path.selected(), source),
        kept_(source == MotionFrom::drivers ? all_columns(system) : columns_up_to(system, Level::acceleration)),
        duration_(duration),
        last_only_(last_only && !actuation),  // what actuators can do is looked at along the whole motion
        results_(results) {
    results.columns = result_columns(system, kept_);
    if (!actuation) return;
    results.columns.insert(results.columns.begin() + actuation->place(), actuation->columns().begin(),
                           actuation->columns().end());
    recorder_.share_by([actuation](double t, Equations& e, Reactions& out) { actuation->share(t, e, out); });
  }
  void write() {
    row_.clear();
    recorder_.select(path_.selected());
    const bool finite = recorder_.record(path_.state(), row_);
    for (int column : kept_) {
      if (actuation_ && column == actuation_->place())
        results_.values.insert(results_.values.end(), actuation_->efforts().begin(), actuation_->efforts().end());
      results_.values.push_back(row_[column]);
    }
    Summary& summary = results_.summary;
    if (!finite && !warned_)
      summary.warnings.push_back(fmt::format("accelerations have no finite value at t = {:.6g} s", path_.state().t));
    warned_ = warned_ || !finite;
    summary.violation.position = std::max(summary.violation.position, recorder_.position_violation());
    summary.violation.velocity = std::max(summary.violation.velocity, recorder_.velocity_violation());
    summary.violation.acceleration = std::max(summary.violation.acceleration, recorder_.acceleration_violation());
    if (last_ < 0 || path_.state().t >= next_sample_) {
      doctor_.sample(system_, path_.state());
      next_sample_ = path_.state().t + duration_ / samples;
      summary.along_run = doctor_.found();
    }
    last_ = path_.state().t;
  }
  // At a time of the output, and not the last.
  void write_if_wanted() {
    if (!last_only_ || path_.state().t >= std::min(next_sample_, duration_)) write();
  }
  double last() const { return last_; }

 private:
  const System& system_;
  const Path& path_;
  Actuation* actuation_;
  Recorder recorder_;
  std::vector<int> kept_;
  double duration_, next_sample_ = 0;
  bool last_only_;
  DoctorAlongRun doctor_;
  Results& results_;
  std::vector<double> row_;
  bool warned_ = false;
  double last_ = -1;
};

void follow(const System& system, Path& path, const AnalysisOptions& options, const Control& control, MotionRows& rows,
            Summary& summary) {
  const double end = *options.duration, spacing = options.output_step.value_or(end / 1000);
  rows.write();
  for (long i = 1; path.state().t < end; ++i) {
    if (control.interrupt && control.interrupt->load()) {
      summary.outcome = {Status::stopped, "interrupted at " + time_text(path.state().t, system.model())};
      break;
    }
    if (!path.advance(output_time(i, spacing, end), threshold::finest_path_step * spacing)) {
      summary.outcome = path_end(system, path, threshold::finest_path_step * spacing);
      break;
    }
    rows.write_if_wanted();
    if (control.progress) control.progress(path.state().t / end);
  }
  if (path.state().t > rows.last()) rows.write();
}

}  // namespace

Results driven_motion(const Model& model, const AnalysisOptions& options, const Control& control, const std::string& analysis,
                      MotionFrom source, const std::vector<std::string>& actuators) {
  const Stopwatch clock;
  const System system(model, chosen_coordinates(options));
  check_output_times(options, system.table().columns.size());
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (system.constraints().is_rate_row[row])
        throw Error("joints." + system.name_of(group),
                    "where a rolling body is depends on its way, which only `simulate` follows",
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
  if (free > 0) return ended(left_free(system, assembly.state, free));
  if (system.nz() > 0) summary.warnings.push_back("user states keep their start values: this analysis integrates nothing");
  for (const EventRule& event : model.events)
    if (event.active) {
      summary.warnings.push_back("events are watched by `simulate` only");
      break;
    }
  int drivers = 0;
  for (const RowGroup& group : system.constraints().groups) drivers += group.kind == RowGroup::Kind::driver ? group.rows : 0;
  if (drivers > diagnosis.actual)
    if (Outcome outcome = driven_twice(system, assembly.state, summary.warnings); outcome.failed())
      return ended(std::move(outcome));

  Path path(system, equal_weights(system), assembly.state, true);
  MotionRows rows(system, path, source, actuation ? &*actuation : nullptr, *options.duration, control.last_row_only, results);
  follow(system, path, options, control, rows, summary);
  if (actuation) actuation->report(summary);

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
  return driven_motion(model, options, control, "kinematics", MotionFrom::drivers_alone);
}

}  // namespace bricard
