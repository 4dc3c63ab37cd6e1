// Events and the analysis section of a model: names they refer to, words of the format, numbers that must be positive.
#include <algorithm>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"
#include "bricard/math/expression_functions.hpp"
#include "bricard/model/structure.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

using Words = std::vector<std::string_view>;

// The words of the format for each choice of the analysis section; which of them can be combined is decided by the run.
struct Choice {
  const char* key;
  std::string AnalysisOptions::*member;
  Words words;
};
const std::vector<Choice> choices{
    {"type", &AnalysisOptions::type, {"assembly", "kinematics", "inverse_dynamics", "dynamics", "equilibrium", "modes"}},
    {"coordinates", &AnalysisOptions::coordinates, {"auto", "absolute", "euler_parameters", "euler_angles", "relative"}},
    {"formulation",
     &AnalysisOptions::formulation,
     {"auto", "lagrange", "pseudo_inverse", "udwadia_kalaba", "least_squares_1", "least_squares_2", "udwadia_phohomsiri",
      "penalty", "augmented_lagrangian", "coordinate_partitioning", "null_space", "index3"}},
    {"stabilization",
     &AnalysisOptions::stabilization,
     {"auto", "none", "baumgarte", "projection", "mass_projection", "coordinate_partitioning"}},
    {"integrator",
     &AnalysisOptions::integrator,
     {"auto", "rk4", "dopri5", "dop853", "adams", "bdf", "rosenbrock", "radau", "hht", "generalized_alpha", "bdf1", "bdf2"}},
    {"redundant", &AnalysisOptions::redundant, {"auto", "keep"}}};

constexpr double most_rows = 1e11;  // of results.csv: nobody means that

std::string item(const std::string& where, std::size_t i) { return where + '[' + std::to_string(i) + ']'; }

}  // namespace

void StructureCheck::function(const CodeFunction& function) {
  constexpr std::size_t most = ExternalFunction::most_arguments;
  const std::string where = "functions." + function.name;
  if (find_expression_function(function.name))
    fault(where, quoted(function.name) + " is a function of the language", "give this one another name");
  if (function.arguments.empty() || function.arguments.size() > most)
    fault(where + ".arguments",
          "a function in code has 1 to " + std::to_string(most) + " arguments, not " + std::to_string(function.arguments.size()));
  if (!function.units.empty() && function.units.size() != function.arguments.size())
    fault(where + ".units",
          "there are " + std::to_string(function.arguments.size()) + " arguments and " + std::to_string(function.units.size()) +
              " units",
          "give each argument its unit, `1` for none");
  const auto unit = [&](const std::string& name, const std::string& key) {
    if (!name.empty() && name != "1" && !parse_unit(name)) fault(where + key, "unknown unit " + quoted(name), nearest_unit(name));
  };
  unit(function.unit, ".unit");
  for (std::size_t i = 0; i < function.units.size(); ++i) unit(function.units[i], item(".units", i));
  const auto is_identifier = [](const std::string& name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  };
  const auto identifier = [&](const std::string& name, const std::string& key) {
    if (!name.empty() && !is_identifier(name)) fault(where + key, quoted(name) + " is not the name of a function in C");
  };
  identifier(function.function, ".function");
  identifier(function.derivatives, ".derivatives");
  identifier(function.second_derivatives, ".second_derivatives");
  if (!function.second_derivatives.empty() && function.derivatives.empty())
    fault(where + ".second_derivatives", "second derivatives need the first ones", "give `derivatives` too");
}

void StructureCheck::state(const StateEquation& state) {
  const std::string where = "states." + state.name;
  if (state.sample && !(*state.sample > 0)) fault(where + ".sample", "the time between samples must be positive");
  if (state.sample && !state.next) fault(where + ".sample", "a sampled state needs `next`", "its value from a sample on");
  if (state.next && !state.sample) fault(where + ".next", "`next` needs `sample`", "the time between samples, such as 10 ms");
  if (state.next && state.derivative != Function{})
    fault(where + ".derivative", "a state has a `derivative` or is sampled, not both");
}

void StructureCheck::event(const EventRule& event) {
  const std::string where = "events." + event.name;
  const bool is_switch = event.action == EventAction::change;
  const auto only_switch = [&](bool given, const char* key) {
    if (given && !is_switch) fault(where + '.' + key, "only a switch uses `" + std::string(key) + '`', "write `do: switch`");
  };
  only_switch(!event.activate.empty(), "activate");
  only_switch(!event.deactivate.empty(), "deactivate");
  only_switch(!event.set.empty(), "set");
  only_switch(!event.rest.empty(), "rest");
  if (is_switch && event.activate.empty() && event.deactivate.empty() && event.set.empty())
    fault(where + ".activate", "the switch changes nothing", "give `activate`, `deactivate` or `set`");
  switched(event.activate, where + ".activate");
  switched(event.deactivate, where + ".deactivate");
  switched(event.rest, where + ".rest");
  for (std::size_t i = 0; i < event.deactivate.size(); ++i)
    if (std::find(event.activate.begin(), event.activate.end(), event.deactivate[i]) != event.activate.end())
      fault(item(where + ".deactivate", i), quoted(event.deactivate[i]) + " is activated by the same event");
  for (const auto& [state, value] : event.set) {
    const auto found = sections_.find(state);
    if (found != sections_.end() && std::string_view(found->second) == "parameters")  // of a model that no file was read for
      fault(where + ".set." + state, quoted(state) + " is a number of this model", "make it a state without a derivative");
    else
      is_section(state, "states", "state", where + ".set." + state);
  }
}

// Elements that can be switched on and off are those that have `active`.
void StructureCheck::switched(const std::vector<std::string>& names, const std::string& where) {
  const Words sections{"joints", "constraints", "drivers", "forces", "events"};
  const auto can_switch = [&](std::string_view section) {
    return std::find(sections.begin(), sections.end(), section) != sections.end();
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = sections_.find(names[i]);
    if (found != sections_.end() && can_switch(found->second)) continue;
    if (found == sections_.end())
      fault(item(where, i), "unknown element " + quoted(names[i]), nearest_name(names[i], can_switch));
    else
      fault(item(where, i), quoted(names[i]) + " is in `" + found->second + "` and cannot be switched",
            "joints, constraints, drivers, forces and events can");
  }
}

void StructureCheck::analysis(const AnalysisOptions& options) {
  const std::string where = "analysis.";
  for (const Choice& choice : choices) {
    const std::string& word = options.*choice.member;
    if (std::find(choice.words.begin(), choice.words.end(), word) != choice.words.end()) continue;
    std::string hint = did_you_mean(word, choice.words);
    if (hint.empty())
      for (const std::string_view known : choice.words) hint += (hint.empty() ? "known: " : ", ") + std::string(known);
    fault(where + choice.key, "unknown " + std::string(choice.key) + ' ' + quoted(word), hint);
  }
  const auto positive = [&](const std::optional<double>& value, const std::string& key) {
    if (value && *value <= 0) fault(where + key, "the value must be positive");
  };
  positive(options.duration, "duration");
  positive(options.output_step, "output_step");
  positive(options.step, "step");
  positive(options.max_step, "max_step");
  positive(options.tolerance.relative, "tolerance.relative");
  positive(options.tolerance.absolute, "tolerance.absolute");
  if (options.duration && options.output_step && *options.output_step > 0 && *options.duration / *options.output_step > most_rows)
    fault(where + "output_step", "the results would have more than 100 billion rows");
  for (const auto& [body, weight] : options.weights) {
    positive(weight, "weights." + body);
    if (body == "ground")
      fault(where + "weights.ground", "ground does not move and has no weight");
    else
      is_section(body, "bodies", "body", where + "weights." + body);
  }
  has_coordinates(options.independent, where + "independent");
  for (std::size_t i = 0; i < options.nonideal.size(); ++i) {
    is_section(options.nonideal[i], "forces", "force", item(where + "nonideal", i));
    if (std::count(options.nonideal.begin(), options.nonideal.begin() + static_cast<std::ptrdiff_t>(i), options.nonideal[i]) > 0)
      fault(item(where + "nonideal", i), quoted(options.nonideal[i]) + " is named twice");
  }
  if (options.baumgarte) {
    positive(options.baumgarte->alpha, "baumgarte.alpha");
    positive(options.baumgarte->beta, "baumgarte.beta");
  }
  if (options.penalty) {
    positive(options.penalty->alpha, "penalty.alpha");
    positive(options.penalty->omega, "penalty.omega");
    positive(options.penalty->mu, "penalty.mu");
  }
  if (options.equilibrium) equilibrium(*options.equilibrium);
  if (options.inverse_dynamics) actuators(options.inverse_dynamics->actuators, where + "inverse_dynamics.actuators");
  if (options.modes) modes(*options.modes);
}

// Joints by name, or single coordinates of them.
void StructureCheck::has_coordinates(const std::vector<std::string>& joints, const std::string& where) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto joint = joints_.find(joints[i]);
    if (joint == joints_.end() || coordinates_of(model_, *joint->second).empty()) coordinate(joints[i], item(where, i));
    if (std::find(joints.begin(), joints.begin() + static_cast<std::ptrdiff_t>(i), joints[i]) !=
        joints.begin() + static_cast<std::ptrdiff_t>(i))
      fault(item(where, i), quoted(joints[i]) + " is named twice");
  }
}

// Single coordinates of joints, each once however it is written.
void StructureCheck::actuators(const std::vector<std::string>& names, const std::string& where) {
  std::set<std::pair<int, int>> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!coordinate(names[i], item(where, i))) continue;
    const CoordinateReference found = find_coordinate(model_, names[i]);
    if (!taken.emplace(found.joint, found.which).second) fault(item(where, i), quoted(names[i]) + " is named twice");
    if (!model_.joints[found.joint].active)
      fault(item(where, i), "joint " + quoted(model_.joints[found.joint].name) + " is switched off");
  }
}

void StructureCheck::at_least_one(double value, const std::string& where) {
  if (value < 1) fault(where, "the number must be at least 1");
}

// What is asked of a steady turn.
void StructureCheck::turning(const EquilibriumOptions& options) {
  const std::string where = "analysis.equilibrium.";
  const std::pair<const char*, bool> given[] = {{"radius", options.radius.has_value()},
                                                {"steer", !options.steer.empty()},
                                                {"lateral_acceleration", options.lateral_acceleration.has_value()},
                                                {"speed", options.speed.has_value()},
                                                {"body", !options.body.empty()}};
  if (options.kind != EquilibriumKind::turning) {
    for (const auto& [key, is_given] : given)
      if (is_given) fault(where + key, "this key belongs to a steady turn", "give `kind: turning`, or leave it out");
    return;
  }
  if (given[0].second + given[1].second + given[2].second > 1)
    fault(where + "radius", "the path is given more than once", "give one of radius, steer and lateral_acceleration");
  if (options.radius && *options.radius == 0) fault(where + "radius", "the radius is zero", "negative: to the right");
  if (options.speed && !(*options.speed > 0)) fault(where + "speed", "the speed must be positive");
  if (!options.body.empty()) is_body(options.body, where + "body");
  if (options.body == "ground") fault(where + "body", "ground does not move");
  if (options.steer.empty()) return;
  const auto found = sections_.find(options.steer);
  if (found == sections_.end() || std::string_view(found->second) != "drivers")
    is_section(options.steer, "parameters", "driver or parameter", where + "steer");
  if (std::count(options.find.begin(), options.find.end(), options.steer) > 0)
    fault(where + "steer", quoted(options.steer) + " is held, and among the unknown parameters too", "leave it out of `find`");
}

void StructureCheck::equilibrium(const EquilibriumOptions& options) {
  const std::string where = "analysis.equilibrium.";
  at_least_one(options.starts, where + "starts");
  for (std::size_t i = 0; i < options.find.size(); ++i) {
    // `UBJ.z`, `strut.stiffness`: a number of something that the model has; which ones its file gives, the analysis knows.
    const std::string& name = options.find[i];
    bool is_of_element = false;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
      is_of_element = is_of_element || sections_.count(name.substr(0, dot)) > 0;
    if (!is_of_element || sections_.count(name) > 0) is_section(name, "parameters", "parameter", item(where + "find", i));
    if (std::count(options.find.begin(), options.find.begin() + static_cast<std::ptrdiff_t>(i), options.find[i]) > 0)
      fault(item(where + "find", i), quoted(options.find[i]) + " is named twice");
  }
  turning(options);
  // Balance may be the condition of a parameter, but rest leaves no other unknown to a condition.
  if (options.kind != EquilibriumKind::turning && options.find.size() < options.so_that.size())
    fault(where + "so_that",
          "there are " + std::to_string(options.find.size()) + " unknown parameters and " +
              std::to_string(options.so_that.size()) + " conditions",
          "give no more conditions than parameters");
  if (options.so_that.empty() || !faults_.empty()) return;  // expressions are read in a model without faults
  const Vocabulary vocabulary(model_);
  for (std::size_t i = 0; i < options.so_that.size(); ++i) {
    std::vector<ExpressionFault> found;
    Expression::parse(options.so_that[i], vocabulary.scope(Level::balance), found);
    for (ExpressionFault& each : found) fault(item(where + "so_that", i), std::move(each.what), std::move(each.hint));
    if (found.empty() && options.so_that[i].find("==") == std::string::npos)
      fault(item(where + "so_that", i), quoted(options.so_that[i]) + " is no condition", "for instance \"car.z == 30 mm\"");
  }
}

void StructureCheck::modes(const ModesOptions& options) {
  const std::string where = "analysis.modes.";
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const auto found = sections_.find(options.inputs[i]);
    const bool is_driver = found != sections_.end() && std::string_view(found->second) == "drivers";
    if (!is_driver) is_section(options.inputs[i], "inputs", "input", item(where + "inputs", i));
  }
  if (options.frequencies) {
    const FrequencyRange& range = *options.frequencies;
    if (range.from <= 0)
      fault(where + "frequencies.from", "the frequency must be positive");
    else if (range.to <= range.from)
      fault(where + "frequencies.to", "the highest frequency must exceed the lowest");
    if (range.points < 2)
      fault(where + "frequencies.points", "the number must be at least 2");
    else if (range.points > 100000)
      fault(where + "frequencies.points", "the number must be at most 100000");
  }
  if (options.outputs.empty() || !faults_.empty()) return;
  const Vocabulary vocabulary(model_);
  std::vector<std::string> names;
  for (const ColumnInfo& column : vocabulary.columns()) names.push_back(column.name);
  for (std::size_t i = 0; i < options.outputs.size(); ++i)
    if (vocabulary.find(options.outputs[i]) < 0)
      fault(item(where + "outputs", i), "there is no column " + quoted(options.outputs[i]),
            i < most_faults_told ? did_you_mean(options.outputs[i], names) : "");
}

}  // namespace bricard
