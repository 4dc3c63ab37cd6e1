#include "bricard/analyses/dynamics/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/dynamics/snapshot_text.hpp"
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/rods.hpp"

namespace bricard {

namespace {

// What a run does before its first step: rods leave the model, an equilibrium is found.
struct Prepared {
  Model model;
  AnalysisOptions options;
  Outcome outcome;
  std::vector<std::string> warnings;
};

Prepared prepared(const Model& model, const AnalysisOptions& options) {
  Prepared start{model, options, {}, {}};
  if (has_rods(model)) {
    RodsRemoved without = with_rods_removed(model);
    start.model = std::move(without.model);
    start.warnings = std::move(without.told);
  }
  if (options.start != StartAt::equilibrium || options.from) return start;
  const Equilibrium found = find_equilibrium(start.model, options, {});
  start.outcome = found.outcome;
  start.warnings.insert(start.warnings.end(), found.warnings.begin(), found.warnings.end());
  if (found.outcome.failed()) return start;
  start.model = found.model;
  start.options.from = found.state;
  return start;
}

const AnalysisOptions& own_options(const Model& model) {
  if (!model.analysis)
    throw Error("analysis", "the model has no analysis section",
                "add one, for instance analysis: {type: dynamics, duration: 10}, or give options");
  return *model.analysis;
}

}  // namespace

struct Simulation::Inside final : CourseListener {
  Inside(const Prepared& start, const Snapshot* snapshot)
      : no_start(start.outcome),
        warnings(start.warnings),
        course(snapshot ? std::make_unique<Course>(start.model, start.options, read_checkpoint(snapshot->text()))
                        : std::make_unique<Course>(start.model, start.options)) {
    if (no_start.failed()) no_start.message = "the simulation has no equilibrium to start from: " + no_start.message;
    warnings.insert(warnings.end(), course->assembly().warnings.begin(), course->assembly().warnings.end());
  }

  // Made when somebody asks for them.
  const std::vector<ResultColumn>& columns() {
    if (columns_.empty()) columns_ = result_columns(course->system());
    return columns_;
  }
  const std::unordered_map<std::string_view, std::size_t>& index() {
    if (index_.empty())
      for (std::size_t i = 0; i < columns().size(); ++i) index_.emplace(columns()[i].name, i);
    return index_;
  }

  void row(const State& closed, bool, std::span<const double> values) override {
    if (on_row) on_row(closed.t, values);
  }
  void happened(const Event& event) override {
    if (on_event) on_event(event);
  }
  void listen() { course->listen(on_row || on_event ? this : nullptr); }

  std::span<const double> row_here() {
    if (row_t != course->t()) {
      row_values.clear();
      if (course->has_begun())
        course->compute_row(course->state(), row_values);
      else
        row_values.assign(course->system().table().columns.size(), std::numeric_limits<double>::quiet_NaN());
      row_t = course->t();
    }
    return row_values;
  }
  void forget_row() { row_t = std::numeric_limits<double>::quiet_NaN(); }

  Outcome no_start;  // failed: there is no equilibrium to start from
  std::vector<std::string> warnings;
  std::unique_ptr<Course> course;
  std::vector<ResultColumn> columns_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::function<void(const Event&)> on_event;
  std::function<void(double, std::span<const double>)> on_row;
  std::vector<double> row_values;
  double row_t = std::numeric_limits<double>::quiet_NaN();
};

Simulation::Simulation(const Model& model, const AnalysisOptions& options)
    : inside_(std::make_unique<Inside>(prepared(model, options), nullptr)) {}
Simulation::Simulation(const Model& model) : Simulation(model, own_options(model)) {}
Simulation::Simulation(const Model& model, const AnalysisOptions& options, const Snapshot& snapshot)
    : inside_(std::make_unique<Inside>(prepared(model, options), &snapshot)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Course& Simulation::course() { return *inside_->course; }
const Course& Simulation::course() const { return *inside_->course; }

Outcome Simulation::step() { return outcome().failed() ? outcome() : course().step(); }
Outcome Simulation::advance_to(double t) { return outcome().failed() ? outcome() : course().advance_to(t); }
const Outcome& Simulation::outcome() const { return inside_->no_start.failed() ? inside_->no_start : course().outcome(); }
double Simulation::t() const { return course().t(); }

StateValues Simulation::state() { return plain(course().state()); }

StateValues Simulation::at(double t) {
  if (!(t >= known_from() && t <= this->t()))
    throw Error("at",
                fmt::format("t = {:.9g} s is not inside the last step, from {:.9g} s to {:.9g} s", t, known_from(), this->t()),
                "ask between steps, or take rows");
  return plain(course().has_begun() ? course().state_at(t) : course().state());
}

double Simulation::known_from() const { return course().known_from(); }
StateNames Simulation::names() const { return state_names(course().system()); }
const std::vector<ResultColumn>& Simulation::columns() const { return inside_->columns(); }
std::span<const double> Simulation::values() { return inside_->row_here(); }

double Simulation::value(std::string_view column) {
  const auto found = inside_->index().find(column);
  if (found != inside_->index().end()) return inside_->row_here()[found->second];
  std::vector<std::string> names;
  for (const ResultColumn& each : inside_->columns()) names.push_back(each.name);
  throw Error("value", fmt::format("there is no column '{}'", column), did_you_mean(column, names));
}

void Simulation::set_input(std::string_view name, double value) {
  std::vector<std::string> names;
  for (const Input& input : course().present().inputs) names.push_back(input.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw Error("set_input", fmt::format("the model has no input '{}'", name),
                names.empty() ? "give it one: inputs: {" + std::string(name) + ": 0}" : did_you_mean(name, names));
  if (!std::isfinite(value)) throw Error("set_input", fmt::format("the value of '{}' is not finite", name));
  course().hold_input(static_cast<int>(found - names.begin()), value);
  inside_->forget_row();
}

const std::vector<Event>& Simulation::events() const { return course().events(); }

std::vector<std::string> Simulation::warnings() const {
  std::vector<std::string> all = inside_->warnings;
  all.insert(all.end(), course().warnings().begin(), course().warnings().end());
  return all;
}

void Simulation::on_event(std::function<void(const Event&)> callback) {
  inside_->on_event = std::move(callback);
  inside_->listen();
}

void Simulation::on_row(std::function<void(double, std::span<const double>)> callback) {
  inside_->on_row = std::move(callback);
  inside_->listen();
  if (inside_->on_row && course().has_begun()) course().write_row(course().state());
}

// What is written is also what this simulation goes on from: so both do the same.
Snapshot Simulation::snapshot() {
  const Checkpoint point = course().checkpoint();
  if (outcome().status == Status::done && t() < course().end()) course().restart(point);
  Snapshot snapshot;
  snapshot.text_ = checkpoint_text(point);
  return snapshot;
}

void Simulation::restore(const Snapshot& snapshot) {
  course().restart(read_checkpoint(snapshot.text()));
  inside_->no_start = {};
  inside_->forget_row();
}

Snapshot Snapshot::read(std::string text) {
  read_checkpoint(text);
  Snapshot snapshot;
  snapshot.text_ = std::move(text);
  return snapshot;
}

}  // namespace bricard
