#include "bricard/analyses/linear/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/doctor/idle.hpp"
#include "bricard/analyses/dynamics/dynamics.hpp"
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/analyses/independent_rows.hpp"
#include "bricard/analyses/linear/frequency_response.hpp"
#include "bricard/analyses/linear/linear_files.hpp"
#include "bricard/analyses/linear/linear_outputs.hpp"
#include "bricard/analyses/linear/linear_sources.hpp"
#include "bricard/analyses/linear/slow_modes.hpp"
#include "bricard/analyses/linear/sparse_files.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/results/root_locus.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

// Rates that change by less do not count: of the accelerations that forces could cause; and of those that displacements by the
// characteristic length would.

// All modes of small models; of larger ones some, because all would take the cube of the freedoms.
constexpr int most_freedoms = 200, few_modes = 20;

// Displacements are linearized in joints or bodies; other sets of absolute coordinates have the same modes.
std::string linear_coordinates(const AnalysisOptions& options) {
  const std::string chosen = chosen_coordinates(options);
  return chosen == relative_coordinates ? chosen : std::string(absolute_coordinates);
}

// A row of results, and what it says of constraints.
void record(const System& system, const State& state, Results& results) {
  Recorder recorder(system, independent_rows(system, state));
  if (!recorder.record(state, results.values)) results.summary.warnings.push_back(without_accelerations);
  results.summary.violation.position = recorder.position_violation();
  results.summary.violation.velocity = recorder.velocity_violation();
  results.state = state_text(system, state);
}

// "the state is neither an equilibrium nor a steady motion: ..." where rates change.
void warn_of_drift(const LinearModel& linear, const UnitSystem& units, std::vector<std::string>& warnings) {
  const int np = linear.positions;
  double largest = 1e12 * linear.slowest * linear.slowest;  // acceleration, in units of the states
  for (int i = np; i < np + linear.velocities; ++i)
    for (int j = 0; j < np; ++j)
      largest =
          std::max(largest, threshold::no_drift / threshold::agrees * std::abs(linear.A(i, j)) * linear.unit[j] / linear.unit[i]);
  int worst = -1;
  double most = 0;
  for (int i = np; i < linear.drift.size() - linear.of_inputs; ++i) {
    const bool is_velocity = i < np + linear.velocities;
    const double size = std::abs(linear.drift[i]) / linear.unit[i] / (is_velocity ? std::max(largest, threshold::no_force) : 1);
    if (size > most) {
      most = size;
      worst = i;
    }
  }
  if (most <= threshold::agrees) return;
  const Dimension dimension = linear.state_dimensions[worst] / dimension::time;
  warnings.push_back(
      fmt::format("the state is neither an equilibrium nor a steady motion: {} changes by {}; the modes are those of this moment",
                  linear.states[worst], amount(linear.drift[worst], dimension, units)));
}

// Where the run stood at each of its rows, as states of `system`.
class StatesOfRows {
 public:
  StatesOfRows(const System& system, const Results& results)
      : system_(system), results_(results), absolute_(system.model(), absolute_coordinates) {
    for (const Body& body : system.model().bodies)
      for (const ColumnInfo& column : body_columns(system.model(), body)) columns_.push_back(results.column(column.name));
    for (const StateEquation& state : system.model().states) states_.push_back(results.column(state.name));
    measured_.assign(system.measures().measured.size(), -1);
    for (std::size_t m = 0; m < measured_.size(); ++m) {
      const MeasuredCoordinate& coordinate = system.measures().measured[m];
      if (coordinate.joint < 0) continue;
      const Joint& joint = system.model().joints[coordinate.joint];
      const std::string_view name = coordinate_name(system, coordinate);
      measured_[m] = results.column(joint.name + "." + std::string(name));
    }
  }

  State at(int row) const {
    const bool planar = system_.model().dimension == 2;
    const int per_body = planar ? 9 : 19, nq = planar ? 3 : 7, nv = planar ? 3 : 6;
    State state = absolute_.designed();
    state.t = results_.at(row, 0);
    for (std::size_t i = 0; i < system_.model().bodies.size(); ++i) {
      const int b = absolute_.mechanism().tree.number[i + 1] - 1, first = per_body * static_cast<int>(i);
      for (int c = 0; c < nq; ++c) state.q[nq * b + c] = results_.at(row, columns_[first + c]);
      for (int c = 0; c < nv; ++c) state.v[nv * b + c] = results_.at(row, columns_[first + nq + c]);
    }
    for (std::size_t i = 0; i < states_.size(); ++i) state.z[static_cast<int>(i)] = results_.at(row, states_[i]);
    for (std::size_t m = 0; m < measured_.size(); ++m)
      if (measured_[m] >= 0)
        if (const double value = results_.at(row, measured_[m]); std::isfinite(value)) state.angles[static_cast<int>(m)] = value;
    State here = system_.carry_over(absolute_, state);
    here.z = state.z;
    return here;
  }

 private:
  const System& system_;
  const Results& results_;
  System absolute_;
  std::vector<int> columns_, states_, measured_;
};

// Nothing depends on an idle displacement d, and nothing resists or drives its rate: A (d, 0) = 0 and A (0, d) = (d, 0), at rest.
// That is so up to rounding, which would show as slow modes that fall or grow; here it becomes exact.
void clear_idle(const System& system, const IdleFreedoms& idle, LinearModel& linear) {
  const int np = linear.positions, nv = linear.velocities, n = static_cast<int>(linear.A.rows()),
            bodies = system.mechanism().bodies;
  if (idle.count() == 0 || np != nv) return;
  Eigen::MatrixXd moved(6 * bodies, idle.count());
  for (int i = 0; i < bodies; ++i) {
    const int b = system.mechanism().tree.number[i + 1] - 1;
    moved.middleRows<3>(6 * i) = idle.motions.middleRows<3>(6 * b);
    moved.middleRows<3>(6 * i + 3) = idle.motions.middleRows<3>(6 * b + 3) / system.length();
  }
  const LeastNorm displacements(linear.bodies.leftCols(np), threshold::dependent_dimensionless);
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(n, 2 * idle.count()), Y = X;
  for (int j = 0; j < idle.count(); ++j) {
    const Eigen::VectorXd d = displacements.solve(moved.col(j));
    X.col(j).head(np) = X.col(idle.count() + j).segment(np, nv) = Y.col(idle.count() + j).head(np) = d;
  }
  linear.A -= product(product(linear.A, X) - Y, LeastNorm(X, threshold::dependent_dimensionless).pseudo_inverse());
  if (linear.M.rows() == 0) return;
  linear.G = -linear.M * (linear.A.topLeftCorner(np, np) + linear.A.block(np, np, nv, nv));
  linear.K = -linear.M * (linear.A.block(np, 0, nv, np) - linear.A.block(np, np, nv, nv) * linear.A.topLeftCorner(np, np));
}

class ModesAnalysis {
 public:
  ModesAnalysis(const Model& model, const AnalysisOptions& options, const Control& control)
      : model_(model), options_(options), control_(control), modes_(options.modes.value_or(ModesOptions())) {}

  Results run() {
    const System system(model_, linear_coordinates(options_));
    check_names(system);
    results_.columns = result_columns(system);
    results_.summary = describe(system, "modes");
    tell_methods(system);
    if (!system.functions().samples.empty())
      summary().warnings.push_back("sampled states are taken as constant: these are the motions between two samples");
    if (options_.from) return about(system, "the state that was given");
    switch (modes_.about) {
      case About::equilibrium:
        return about_equilibrium();
      case About::design:
        return about(system, "the assembled design position");
      case About::run:
        return along_run(system);
    }
    return results_;
  }

 private:
  Summary& summary() { return results_.summary; }
  Results ended(Outcome outcome = {}) {
    if (outcome.failed()) summary().outcome = std::move(outcome);
    clock_.stop(summary());
    return std::move(results_);
  }

  // Names are wrong whatever the state is.
  void check_names(const System& system) const {
    check_inputs(model_, modes_.inputs);
    output_columns(system, modes_.outputs);
    std::vector<std::string> known;
    for (const Joint& joint : model_.joints) known.push_back(joint.name);
    for (const std::string& name : options_.independent)
      if (const std::string joint = name.substr(0, name.find('.')); std::find(known.begin(), known.end(), joint) == known.end())
        throw Error("analysis.independent", "there is no joint '" + joint + "'", did_you_mean(joint, known));
  }

  void tell_methods(const System& system) {
    const std::string chosen = chosen_coordinates(options_);
    summary().methods = {std::string(system.coordinates()), "none", "none", "none",
                         "derivatives are exact, by dual numbers; nothing is integrated"};
    if (chosen != system.coordinates())
      summary().methods.why += "; coordinates '" + chosen + "' are linearized as absolute, which have the same modes";
  }

  // A model that is given velocities or driver rates moves: who does not say which kind of equilibrium he means, means a steady
  // motion.
  bool moves_at_start() const {
    const System system(model_, relative_coordinates);
    const Assembly assembly = assemble(system, assembly_settings(options_));
    return !assembly.outcome.failed() && !assembly.state.v.isZero(threshold::cancelled);
  }

  Results about_equilibrium() {
    if (!options_.equilibrium && moves_at_start()) {
      options_.equilibrium.emplace();
      options_.equilibrium->kind = EquilibriumKind::steady;
    }
    const EquilibriumKind kind = options_.equilibrium ? options_.equilibrium->kind : EquilibriumKind::rest;
    const Equilibrium found = find_equilibrium(model_, options_, control_);
    summary().warnings.insert(summary().warnings.end(), found.warnings.begin(), found.warnings.end());
    summary().assembly = found.assembly;
    summary().evaluations = found.evaluations;
    summary().factorizations = found.factorizations;
    if (found.outcome.failed())
      return ended(
          Outcome::failure(found.outcome.message + "; modes: {about: design} would linearize the assembled design position"));
    summary().equilibrium = found.report;
    options_.from = found.state;
    const System system(found.model, linear_coordinates(options_));
    if (found.turning) return about_turn(system, found);
    return about(system, kind == EquilibriumKind::steady ? "the steady motion" : "the equilibrium");
  }

  Results about(const System& system, const std::string& where) {
    const Assembly assembly = assemble(system, assembly_settings(options_));
    add(assembly, summary());
    if (assembly.outcome.failed()) return ended(assembly.outcome);
    add(diagnose(system, assembly.state, Therapy::none), summary());
    record(system, assembly.state, results_);
    idle_ = idle_freedoms(system, assembly.state);
    if (idle_.count() > 0) summary().warnings.push_back(idle_warning(idle_));
    // What moves without inertia has no mode; where it is idle nothing else feels that it is held.
    IdleFreedoms without;
    if (Outcome outcome = check_inertia(system, assembly.state, without); outcome.failed()) return ended(std::move(outcome));
    if (without.count() == 0) return linearize_at(system, assembly.state, where, true);
    const System held(system, system.coordinates(), holding(system, assembly.state, without));
    idle_ = idle_freedoms(held, assembly.state);
    return linearize_at(held, assembly.state, where, true);
  }

  // As it was found, with functions of time as they are then.
  Results about_turn(const System& system, const Equilibrium& found) {
    const State state = as_given(system, found.state);
    turning_ground_ = found.turning;
    add(diagnose(system, state, Therapy::none), summary());
    record(system, state, results_);
    return linearize_at(system, state, "the steady turn", true);
  }

  Results along_run(const System& system) {
    for (const EventRule& event : model_.events)
      if (event.active && event.action == EventAction::change)
        throw Error("events." + event.name, "modes along a run need a model that no event switches",
                    "switch the event off with active: false, or linearize about: design");
    AnalysisOptions of_run = options_;
    of_run.type = "dynamics";
    Control of_rows = control_;
    of_rows.certify = false;
    of_rows.rows = nullptr;  // they are read again
    results_ = dynamics(model_, of_run, of_rows);
    summary().analysis = "modes";
    if (results_.rows() == 0) return ended(summary().outcome);
    const StatesOfRows states(system, results_);
    std::vector<LocusPoint> points;
    const double time = model_.units.factor(dimension::time);
    for (int row = 0; row < results_.rows(); ++row) {
      if (control_.interrupt && control_.interrupt->load()) {
        summary().outcome = {Status::stopped, "interrupted while the rows were linearized"};
        break;
      }
      const State state = states.at(row);
      const LinearModel linear = linearize(system, state, {}, {}, options_.independent);
      if (linear.outcome.failed())
        summary().warnings.push_back(fmt::format("no modes at t = {:.6g} s: {}", state.t, linear.outcome.message));
      else
        points.push_back({state.t / time, modes_of(linear)});
    }
    results_.files.push_back({"modes_over_time.csv", locus_csv("t", points)});
    results_.files.push_back(
        {"modes_over_time.svg", locus_svg(model_.name.empty() ? "Modes along the run" : model_.name + ": modes along the run",
                                          "time", model_.units.time, points)});
    return linearize_at(system, states.at(results_.rows() - 1), "the end of the run", false);
  }

  // Of a large model the slowest modes, from matrices as sparse as the mechanism. False: the full matrices are needed.
  bool linearize_sparsely(const System& system, const State& state, const std::string& where) {
    if (system.coordinates() != absolute_coordinates) {
      const System absolute(system.model(), absolute_coordinates);
      return linearize_sparsely(absolute, absolute.carry_over(system, state), where);
    }
    const int freedoms = count_freedoms(system, state);
    if (freedoms <= most_freedoms) return false;
    const SparseMotion motion = sparse_motion(system, state);
    const SparseModel model = sparse_model(system, state, motion, modes_.inputs, modes_.outputs);
    const auto found = model.refusal.empty() ? slow_modes(motion, few_modes) : std::nullopt;
    if (!found) {
      summary().warnings.push_back(
          fmt::format("all modes are computed from full matrices, whose cost grows with the cube of the {} freedoms, because {}",
                      freedoms, model.refusal.empty() ? "the slowest alone could not be found" : model.refusal));
      return false;
    }
    Eigen::MatrixXcd shapes;
    std::vector<Mode> modes = listed(*found, motion.size, &shapes);
    const ModeShapes named = mode_shapes(system, state, shapes);
    for (std::size_t i = 0; i < modes.size(); ++i) modes[i].moves = named.moves[i];
    auto& files = results_.files;
    files.push_back({"modes.csv", modes_csv(modes)});
    files.push_back({"mode_shapes.csv", mode_shapes_csv(named, model_.units)});
    files.push_back({"linear.json", sparse_json(motion, model, modes, system, state)});
    files.push_back({"linear.m", sparse_matlab_text(motion, model, system)});
    respond(modes, [&](const FrequencyRange& range) { return frequency_response(motion, model, range, model_.units); });
    summary().outcome.message = fmt::format("{}; they are the slowest of {} freedoms", words(modes, where), freedoms);
    summary().modes = std::move(modes);
    return true;
  }

  Results linearize_at(const System& system, const State& state, const std::string& where, bool shall_be_steady) {
    if (shall_be_steady && linearize_sparsely(system, state, where)) return ended();
    LinearModel linear = linearize(system, state, modes_.inputs, modes_.outputs, options_.independent, turning_ground_);
    if (linear.outcome.failed()) return ended(linear.outcome);
    if (shall_be_steady && state.v.isZero(threshold::cancelled)) clear_idle(system, idle_, linear);
    if (shall_be_steady) warn_of_drift(linear, model_.units, summary().warnings);
    Eigen::MatrixXcd shapes;
    std::vector<Mode> found = modes_of(linear, &shapes);
    const ModeShapes named = mode_shapes(linear, shapes, system);
    for (std::size_t i = 0; i < found.size(); ++i) found[i].moves = named.moves[i];
    write_files(linear, found, named, system, state);
    if (summary().outcome.status == Status::done) summary().outcome.message = words(found, where);
    summary().modes = std::move(found);
    return ended();
  }

  static std::string words(const std::vector<Mode>& found, const std::string& where) {
    const auto unstable = std::count_if(found.begin(), found.end(), [](const Mode& mode) { return mode.unstable; });
    const auto rigid = std::count_if(found.begin(), found.end(), [](const Mode& mode) { return mode.kind == Mode::Kind::rigid; });
    if (found.empty()) return "no modes about " + where + ": joints and drivers leave nothing to move";
    std::string text = fmt::format("{} mode{} about {}", found.size(), found.size() == 1 ? "" : "s", where);
    if (rigid > 0) text += fmt::format(", {} of them rigid: nothing pulls back", rigid);
    if (unstable > 0)
      text +=
          fmt::format("; {} unstable: a small disturbance grows", unstable == 1 ? "one is" : std::to_string(unstable) + " are");
    return text;
  }

  void write_files(const LinearModel& linear, const std::vector<Mode>& found, const ModeShapes& named, const System& system,
                   const State& state) {
    const UnitSystem& units = model_.units;
    const LinearModel written = in_units(linear, units);
    auto& files = results_.files;
    files.push_back({"modes.csv", modes_csv(found)});
    files.push_back({"mode_shapes.csv", mode_shapes_csv(named, units)});
    files.push_back({"linear.json", linear_json(written, found, system, state)});
    files.push_back({"linear.m", matlab_text(written, model_)});
    for (ResultFile& file : matrix_files(written)) files.push_back(std::move(file));
    respond(found, [&](const FrequencyRange& range) { return frequency_response(linear, range, units); });
  }

  template <class Response>
  void respond(const std::vector<Mode>& found, const Response& at) {
    if (modes_.inputs.empty() || modes_.outputs.empty()) {
      if (modes_.frequencies)
        summary().warnings.push_back("there is no frequency response without inputs and outputs: give both in `modes`");
      return;
    }
    const FrequencyResponse response = at(modes_.frequencies.value_or(range_of(found)));
    results_.files.push_back({"frequency_response.csv", frequency_response_csv(response)});
    results_.files.push_back({"bode.svg", bode_svg(response, model_)});
  }

  const Stopwatch clock_;
  Model model_;
  AnalysisOptions options_;
  const Control& control_;
  ModesOptions modes_;
  std::optional<Eigen::Vector3d> turning_ground_;  // of a steady turn
  Results results_;
  IdleFreedoms idle_;
};

}  // namespace

Results modes(const Model& model, const AnalysisOptions& options, const Control& control) {
  refuse_friction(model, "the analysis 'modes'");
  refuse_delay(model, "the analysis 'modes'");
  return ModesAnalysis(model, options, control).run();
}

}  // namespace bricard
