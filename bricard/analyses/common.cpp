#include "bricard/analyses/common.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/dynamics/certificate.hpp"
#include "bricard/formulations/augmented_lagrangian.hpp"
#include "bricard/formulations/index3.hpp"
#include "bricard/formulations/penalty.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/doubtful_gravity.hpp"
#include "bricard/model/impossible_inertia.hpp"
#include "bricard/model/missing_laws.hpp"
#include "bricard/system/cuts.hpp"

namespace bricard {

std::string amount(double value, Dimension dimension, const UnitSystem& units) {
  return fmt::format("{:.4g} {}", value / units.factor(dimension), units.name(dimension));
}

Summary describe(const System& system, const std::string& analysis) {
  const Model& model = system.model();
  Summary summary;
  summary.model = model.name;
  summary.analysis = analysis;
  summary.bodies = static_cast<int>(model.bodies.size());
  summary.joints = static_cast<int>(model.joints.size());
  summary.units = model.units;
  summary.elements = list_elements(model, system);
  std::vector<std::string> doubtful;
  if (std::string told = doubtful_gravity(model); !told.empty()) doubtful.push_back(std::move(told));
  if (model.dimension == 3)
    for (const Body& body : model.bodies)
      if (const std::string why = impossible_inertia(body.inertia.matrix); !why.empty())
        doubtful.push_back("bodies." + body.name + ".inertia: " + why);
  if (system.coordinates() == relative_coordinates) {
    summary.tree = tree_in_words(system.layout());
    summary.warnings = cut_warnings(system.layout());
  } else {
    const auto warn = [&](bool given, const std::string& key) {
      if (given) summary.warnings.push_back("the key `" + key + "` has an effect in relative coordinates only");
    };
    for (const Joint& joint : model.joints) warn(joint.cut.has_value(), "joints." + joint.name + ".cut");
    for (const Body& body : model.bodies) warn(body.cut == Cut::body, "bodies." + body.name + ".cut");
  }
  summary.warnings.insert(summary.warnings.begin(), doubtful.begin(), doubtful.end());
  if (const std::vector<std::string> laws = missing_laws(model); !laws.empty())
    summary.warnings.push_back(fmt::format("laws are still `missing`, and 0 stands for each: {}", fmt::join(laws, ", ")));
  return summary;
}

void add(const Assembly& assembly, Summary& summary) {
  summary.assembly = assembly.what;
  summary.warnings.insert(summary.warnings.end(), assembly.warnings.begin(), assembly.warnings.end());
}

void add(const Diagnosis& diagnosis, Summary& summary) {
  summary.mobility_counted = diagnosis.counted;
  summary.mobility_actual = diagnosis.actual;
  summary.constraints = diagnosis.rows;
  summary.redundant = diagnosis.redundant;
  summary.reactions = diagnosis.reactions;
  summary.driven = diagnosis.driven;
  summary.efforts = diagnosis.efforts;
  summary.free_motions = diagnosis.free_motions;
  summary.singularity = diagnosis.singularity;
  summary.warnings.insert(summary.warnings.end(), diagnosis.warnings.begin(), diagnosis.warnings.end());
}

namespace {

constexpr double most_values_in_memory = 5e8;  // 4 GB
constexpr double most_values_on_disk = 1e12;   // some 10 TB: nobody means that

// The formulation of that name has a property; `auto` has none.
bool is_of(const std::string& name, bool property(const Formulation&)) {
  for (const Formulation& each : formulations)
    if (each.name == name) return property(each);
  return false;
}

}  // namespace

void warn_of_keys_without_effect(const AnalysisOptions& options, Summary& summary) {
  const auto warn_without_index3 = [&](bool given, const std::string& key) {
    if (given && !is_of(summary.methods.formulation, [](const Formulation& each) { return each.yields == ProblemKind::dae; }))
      summary.warnings.push_back("the key `" + key + "` has an effect with formulation: index3 only");
  };
  warn_without_index3(options.newton.has_value(), "analysis.newton");
  warn_without_index3(options.index3.has_value(), "analysis.index3");
  const auto warn_without = [&](bool given, const std::string& key, const std::string& method) {
    if (given) summary.warnings.push_back("the key `analysis." + key + "` has no effect without " + method);
  };
  const bool penalizes = is_of(options.formulation, [](const Formulation& each) { return each.penalizes; });
  warn_without(options.penalty && !penalizes, "penalty", "formulation: penalty or augmented_lagrangian");
  warn_without(options.baumgarte && options.stabilization != "baumgarte", "baumgarte", "stabilization: baumgarte");
  warn_without(!options.independent.empty() && options.stabilization != "coordinate_partitioning" &&
                   options.formulation != "coordinate_partitioning",
               "independent", "coordinate_partitioning as formulation or stabilization");
  const auto warn_outside_dynamics = [&](bool given, const std::string& key, const std::string& consequence) {
    if (given && summary.analysis != "dynamics")
      summary.warnings.push_back("the key `analysis." + key + "` has an effect in dynamics only" + consequence);
  };
  warn_outside_dynamics(options.redundant == "keep", "redundant", "");
  warn_outside_dynamics(!options.nonideal.empty(), "nonideal", ": here its elements are forces like others");
}

AssemblySettings assembly_settings(const AnalysisOptions& options) {
  return {options.weights, options.from, options.start == StartAt::equilibrium};
}

std::vector<ResultColumn> result_columns(const System& system) { return result_columns(system, all_columns(system)); }

std::vector<ResultColumn> result_columns(const System& system, const std::vector<int>& kept) {
  std::vector<ResultColumn> columns;
  for (int index : kept) {
    const ColumnInfo& column = system.table().columns[index];
    const auto signal = static_cast<std::size_t>(index - system.table().first_input);
    const bool is_signal = index >= system.table().first_input && signal < system.table().signal_units.size();
    columns.push_back({column.name, column.dimension, is_signal ? system.table().signal_units[signal] : ""});
  }
  return columns;
}

std::vector<int> all_columns(const System& system) {
  std::vector<int> all(system.table().columns.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> columns_up_to(const System& system, Level level) {
  std::vector<int> kept;
  for (int i = 0; i < static_cast<int>(system.table().columns.size()); ++i) {
    const ColumnInfo& column = system.table().columns[i];
    const bool is_output = std::find(system.table().output_columns.begin(), system.table().output_columns.end(), i) !=
                           system.table().output_columns.end();
    const bool is_known = column.level <= level && (is_output || column.level != Level::force);
    if (is_known || column.name.starts_with("violation.")) kept.push_back(i);
  }
  return kept;
}

std::string chosen_coordinates(const AnalysisOptions& options) {
  return options.coordinates == "auto" ? std::string(relative_coordinates) : options.coordinates;
}

void check_output_times(const AnalysisOptions& options) {
  std::vector<Fault> faults;
  const auto fault = [&](std::string where, std::string what, std::string hint) {
    Fault& added = faults.emplace_back();
    added.where = "analysis." + std::move(where);
    added.what = std::move(what);
    added.hint = std::move(hint);
  };
  const auto check = [&](const std::optional<double>& value, const char* name) {
    if (value && !(std::isfinite(*value) && *value > 0)) fault(name, "must be positive and finite", "");
  };
  if (!options.duration) fault("duration", "this analysis needs a duration", "give duration: , for instance 10 s");
  check(options.duration, "duration");
  check(options.output_step, "output_step");
  if (!faults.empty()) throw Error(std::move(faults));
}

void check_size(const AnalysisOptions& options, std::size_t columns, const Control& control) {
  const double most = control.rows ? most_values_on_disk : most_values_in_memory;
  if (options.output_step && *options.duration / *options.output_step * static_cast<double>(columns) > most)
    throw Error("analysis.output_step", fmt::format("the results would have more than {:.0f} million values", most / 1e6),
                "choose a larger output_step");
}

double output_time(long i, double spacing, double end) {
  const double t = static_cast<double>(i) * spacing;
  return t > end - threshold::on_grid * spacing ? end : t;
}

void Stopwatch::stop(Summary& summary) const {
  summary.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  summary.cpu_seconds = static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC;
}

std::string state_text(const System& system, const State& state) { return state_text(start_state(system, state)); }

bool is_conservative(const Model& model) {
  for (const auto& event : model.events)
    if (event.active && event.action == EventAction::change) return false;
  for (const auto& driver : model.drivers)
    if (driver.active) return false;
  for (const auto& constraint : model.constraints)
    if (constraint.active && constraint.value && !constraint.value->is_number()) return false;
  for (const auto& force : model.forces)
    if (force.active && (!force.kind.conservative() || force.kind.friction() > 0)) return false;
  for (const auto& joint : model.joints)
    if (joint.active && joint.friction) return false;
  return true;
}

}  // namespace bricard
