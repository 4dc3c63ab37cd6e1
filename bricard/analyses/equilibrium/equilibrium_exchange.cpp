#include "bricard/analyses/equilibrium/equilibrium_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bricard/analyses/common.hpp"
#include "bricard/core/text.hpp"
#include "bricard/system/rubbing.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_mounted = 8;
constexpr const char* key_of_find = "analysis.equilibrium.find";
constexpr const char* key_of_conditions = "analysis.equilibrium.so_that";

// "lhs == rhs" as "(lhs) - (rhs)".
std::string difference_of(const std::string& condition) {
  const std::size_t at = condition.find("==");
  const auto blank = [](std::string_view text) { return text.find_first_not_of(" \t\n") == std::string_view::npos; };
  if (at == std::string::npos)
    throw Error(key_of_conditions, quoted(condition) + " is not a condition",
                "write column == value, for instance car.z == 30 mm");
  if (condition.find("==", at + 2) != std::string::npos)
    throw Error(key_of_conditions, quoted(condition) + " has more than one `==`", "write a condition of its own for each");
  const std::string left = condition.substr(0, at), right = condition.substr(at + 2);
  if (blank(left) || blank(right))
    throw Error(key_of_conditions, quoted(condition) + " has nothing on one side of `==`",
                "write column == value, for instance car.z == 30 mm");
  return fmt::format("({}) - ({})", left, right);
}

std::string free_name(const Model& model, std::size_t i) {
  std::set<std::string> taken;
  for (const Output& each : model.outputs) taken.insert(each.name);
  for (const Parameter& each : model.parameters) taken.insert(each.name);
  for (const Input& each : model.inputs) taken.insert(each.name);
  for (const StateEquation& each : model.states) taken.insert(each.name);
  std::string name = fmt::format("condition_{}", i + 1);
  while (taken.count(name)) name += '_';
  return name;
}

// Where the search for an unknown begins: its value in the file.
double start_of(const std::string& name, const Model& model, const Control& control) {
  std::vector<std::string> names;
  for (const Parameter& each : model.parameters) {
    if (each.name == name) return each.value;
    names.push_back(each.name);
  }
  if (!control.variable || name.find('.') == std::string::npos)
    throw Error(key_of_find, fmt::format("there is no parameter {}", quoted(name)), did_you_mean(name, names));
  try {
    return control.variable(name).value;
  } catch (const Error& error) {
    const Fault& fault = error.faults()[0];
    throw Error(key_of_find, quoted(name) + ": " + fault.what, fault.hint);
  }
}

}  // namespace

Model at_rest(const Model& model) {
  Model still = model;
  for (Body& body : still.bodies) {
    body.velocity.reset();
    body.angular_velocity.reset();
  }
  for (Joint& joint : still.joints)
    if (joint.initial)
      std::erase_if(joint.initial->list, [](const auto& each) { return find_coordinate_key(each.first)->is_rate; });
  const auto moves = [](const auto& function) { return function && !function->is_number(); };
  const bool is_driven =
      std::any_of(model.drivers.begin(), model.drivers.end(),
                  [&](const Driver& each) { return each.active && moves(each.function()); }) ||
      std::any_of(model.constraints.begin(), model.constraints.end(), [&](const Constraint& each) { return moves(each.value); });
  if (!is_driven) return still;

  const System system(model);
  Equations e(system);
  system.motion(system.designed(), e, RowSet::all, Measure::all);
  for (const RowGroup& group : system.constraints().groups) {
    if (group.rows == 0) continue;
    double prescribed = -e.k.Phi[group.first_row];
    for (int m = 0; m < group.terms; ++m) prescribed += e.k.entries[group.first_entry + m].value;
    if (group.kind == RowGroup::Kind::constraint) {
      if (auto& value = still.constraints[group.element].value; moves(value)) value = Function(prescribed);
    } else if (group.kind == RowGroup::Kind::driver) {
      if (Function* function = still.drivers[group.element].function(); moves(function)) *function = Function(prescribed);
    }
  }
  return still;
}

MountedSystem::MountedSystem(const Model& model, std::string_view coordinates, int conditions, MotionFrom motion)
    : system(model, coordinates), equations(system), conditions_(conditions), motion_(motion) {}

Eigen::VectorXd MountedSystem::conditions(const State& state) {
  Eigen::VectorXd values(conditions_);
  if (conditions_ == 0) return values;
  Equations e(system);
  if (motion_ == MotionFrom::forces) {
    system.motion(state, e, RowSet::all, Measure::all);
    system.fill(e);
    weigh(inertial_weights(system), e);
    e.kernel.select();
  }
  Recorder recorder(system, e.kernel.selected(), motion_);
  row_.clear();
  recorder.record(state, row_);
  const auto& outputs = system.table().output_columns;
  for (int i = 0; i < conditions_; ++i) values[i] = row_[outputs[outputs.size() - conditions_ + i]];
  return values;
}

EquilibriumExchange::EquilibriumExchange(const Model& model, const AnalysisOptions& options, const Control& control)
    : model_(model),
      control_(control),
      options_(options.equilibrium.value_or(EquilibriumOptions{})),
      assembly_options_(options),
      coordinates_(is_steady()    ? std::string(relative_coordinates)
                   : is_turning() ? std::string(absolute_coordinates)
                                  : chosen_coordinates(options)) {
  start_.resize(count());
  for (int i = 0; i < count(); ++i) {
    const std::string& name = options_.find[i];
    if (std::count(options_.find.begin(), options_.find.end(), name) > 1)
      throw Error(key_of_find, fmt::format("the parameter {} is named twice", quoted(name)), "name each unknown once");
    start_[i] = start_of(name, model, control);
  }
  for (const std::string& each : options_.so_that) differences_.push_back(difference_of(each));
  if (!is_turning() && conditions() > count())
    throw Error(key_of_conditions,
                fmt::format("{} condition{} for {} unknown parameter{}", conditions(), conditions() == 1 ? "" : "s", count(),
                            count() == 1 ? "" : "s"),
                "give no more conditions in `so_that` than parameters in `find`");
  if (count() > 0 && !control.vary)
    throw Error(key_of_find, "parameters can be varied only in a model that is read from a file",
                "pass Control::vary, or leave `find` and `so_that` out");
  if (options_.starts < 1)
    throw Error("analysis.equilibrium.starts", "there must be at least one start", "for instance starts: 8");
  if (options_.starts > 10000)
    throw Error("analysis.equilibrium.starts", "more than 10000 starts take too long", "for instance starts: 20");
}

Model EquilibriumExchange::model(const Eigen::VectorXd& values) const {
  if (count() == 0) return model_;
  std::vector<std::pair<std::string, double>> named;
  for (int i = 0; i < count(); ++i) named.emplace_back(options_.find[i], values[i]);
  Model varied = control_.vary(named);
  varied.analysis = model_.analysis;
  return varied;
}

Model EquilibriumExchange::with_conditions(const Model& model) const {
  Model mounted = is_steady() || is_turning() ? model : at_rest(model);
  for (std::size_t i = 0; i < differences_.size(); ++i)
    mounted.outputs.push_back({free_name(mounted, i), Function(differences_[i])});
  return mounted;
}

void EquilibriumExchange::keep_rates_along(Eigen::MatrixXd motions) {
  motions_ = std::move(motions);
  for (Entry& each : entries_) give_rates(*each.system);
}

void EquilibriumExchange::give_rates(MountedSystem& mounted) const {
  if (!is_steady()) return;
  const System& system = mounted.system;
  Eigen::VectorXd rates = assemble(system, assembly_settings(assembly_options_)).state.v;
  if (motions_) {
    const Eigen::VectorXd& scale = mounted.equations.scale();
    const Eigen::VectorXd x = rates.cwiseQuotient(scale);
    rates = scale.cwiseProduct(*motions_ * (motions_->transpose() * x));
  }
  mounted.equations.keep_rates(rates);
}

MountedSystem& EquilibriumExchange::mounted(const Eigen::VectorXd& values) {
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry)
    if (entry->values == values) {
      entries_.splice(entries_.begin(), entries_, entry);
      return *entries_.front().system;
    }
  const Model mounted = with_conditions(model(values));
  std::unique_ptr<MountedSystem> made;
  try {
    const bool is_held = has_friction(mounted) && !is_steady();
    made = std::make_unique<MountedSystem>(mounted, coordinates_, conditions(),
                                           is_turning() || is_held ? MotionFrom::forces : MotionFrom::rates);
  } catch (const Error& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults)
      for (std::size_t i = 0; i < differences_.size(); ++i)
        if (fault.where == "outputs." + mounted.outputs[mounted.outputs.size() - differences_.size() + i].name) {
          fault.where = key_of_conditions;
          fault.what = quoted(options_.so_that[i]) + ": " + fault.what;
        }
    throw Error(std::move(faults));
  }
  if (!entries_.empty()) {
    const System &here = made->system, &before = entries_.front().system->system;
    if (here.nq() != before.nq() || here.nv() != before.nv() || here.nz() != before.nz() ||
        here.active_rows() != before.active_rows())
      throw Error(key_of_find, "these parameters change which joints and constraints there are",
                  "find parameters that change only numbers: lengths, stiffnesses, speeds");
  }
  give_rates(*made);
  entries_.push_front({values, std::move(made)});
  if (entries_.size() > most_mounted) entries_.pop_back();
  return *entries_.front().system;
}

}  // namespace bricard
