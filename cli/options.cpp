// Reading the model and laying the options of the command line over its analysis section.
#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/problems/engine.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/math/expression_units.hpp"
#include "bricard/model/structure.hpp"
#include "bricard/model/vocabulary.hpp"
#include "cli/code.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

// In the file's units; the unit that is wanted, where there is one, is checked.
double expression_value(std::string_view option, std::string_view text, const Model& model,
                        std::optional<Dimension> dimension = {}) {
  Scope scope;
  scope.units = &model.units;
  scope.lookup = [&](std::string_view name) {
    Meaning meaning;
    for (const Parameter& each : model.parameters) {
      if (each.name != name) continue;
      meaning.kind = Meaning::Kind::number;
      meaning.number = each.value;
      meaning.counting = counting_in(each.unit);
    }
    return meaning;
  };
  scope.table = [](std::string_view) { return nullptr; };
  std::vector<ExpressionFault> faults;
  Counting counting;
  const Expression expression = Expression::parse(text, scope, faults, &counting);
  if (!faults.empty())
    throw Error(std::string(option), fmt::format("{}: {}", bricard::quoted(text), faults[0].what), faults[0].hint);
  if (const auto fault = dimension ? misfit(text, counting, unit_of(*dimension, model.units), model.units) : std::nullopt)
    throw Error(std::string(option), fault->what, fault->hint);
  if (!expression.is_constant()) throw Error(std::string(option), bricard::quoted(text) + " is not a constant");
  return expression.constant_value();
}

}  // namespace

double quantity(std::string_view option, std::string_view text, Dimension dimension, const Model& model) {
  if (text.empty()) throw Error(std::string(option), "the value is missing");
  const std::optional<Quantity> plain = parse_quantity(text);
  if (!plain) return expression_value(option, text, model, dimension) * model.units.factor(dimension);
  if (!plain->unit) return plain->number * model.units.factor(dimension);
  if (!compatible(plain->unit->dimension, dimension)) {
    throw Error(std::string(option),
                fmt::format("the unit `{}` does not fit: {} is expected", plain->unit_text, to_string(dimension)));
  }
  return plain->number * plain->unit->factor;
}

namespace {

void assign(std::string& member, std::string_view, const std::string& text, Dimension, const Model&) { member = text; }
void assign(std::optional<double>& member, std::string_view option, const std::string& text, Dimension dimension,
            const Model& model) {
  member = quantity(option, text, dimension, model);
}
void assign(Tolerance& member, std::string_view option, const std::string& text, Dimension, const Model& model) {
  member = {.relative = quantity(option, text, dimension::none, model), .absolute = {}};
}
template <class Other>
void assign(Other&, std::string_view, const std::string&, Dimension, const Model&) {}  // not an option (arguments.cpp)

// What the file asks for, with the verb and the options of the command line over it.
AnalysisOptions analysis_options(const Arguments& arguments, const Model& model) {
  AnalysisOptions options = model.analysis.value_or(AnalysisOptions{});
  for_each_field<AnalysisOptions>([&](const auto& field) {
    const auto given = arguments.analysis.find(std::string(field.name));
    if (given != arguments.analysis.end())
      assign(options.*field.member, option_name(field.name), given->second, field.dimension, model);
  });
  if (const auto given = arguments.analysis.find("engine"); given != arguments.analysis.end()) set_engine(given->second, "--engine");
  const std::string_view type = find_verb(arguments.verb)->analysis;
  if (!type.empty()) options.type = type;
  return options;
}

// The last state of a run, from its folder or from its state.json.
StartState start_of(const std::string& path, const std::string& option) {
  std::filesystem::path file = path;
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) file /= "state.json";
  std::ifstream stream(file);
  std::stringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || text.fail())
    throw Error(option, bricard::quoted(file.string()) + " cannot be read", "give the folder that a run has left");
  return read_state(text.str(), file.string());
}

std::vector<std::pair<std::string, std::string>> as_text(const ParameterValues& values) {
  std::vector<std::pair<std::string, std::string>> text;
  for (const auto& [name, value] : values) text.emplace_back(name, fmt::format("{:.17g}", value));
  return text;
}

std::optional<StartState> start_asked_for(const Arguments& arguments) {
  if (!arguments.from) return std::nullopt;
  return start_of(*arguments.from, arguments.verb == "evaluate" ? "--at" : "--from");
}

// What --set gives, over what the run of --from has found.
std::vector<std::pair<std::string, std::string>> settings_of(const Arguments& arguments, const std::optional<StartState>& from) {
  std::vector<std::pair<std::string, std::string>> set = as_text(from ? from->found : ParameterValues{});
  set.insert(set.end(), arguments.set.begin(), arguments.set.end());
  return set;
}
std::vector<std::pair<std::string, std::string>> settings_of(const Arguments& arguments) {
  return settings_of(arguments, start_asked_for(arguments));
}

}  // namespace

Variable variable(const Arguments& arguments, const std::string& name, const std::string& trial) {
  std::vector<Variable> all;
  read_model(arguments.model, settings_of(arguments), arguments.within.value_or(""), &all, arguments.reading);
  const auto find = [&] { return std::find_if(all.begin(), all.end(), [&](const Variable& each) { return each.name == name; }); };
  if (const auto found = find(); found != all.end()) return *found;
  std::vector<std::pair<std::string, std::string>> set = settings_of(arguments);
  set.emplace_back(name, trial.empty() ? "0" : trial);
  all.clear();
  read_model(arguments.model, set, arguments.within.value_or(""), &all, arguments.reading);  // says what is wrong with the name
  const auto found = find();
  if (found == all.end() && name.find('.') != std::string::npos && set.size() > 0) {  // with its section before it
    const std::string inner = name.substr(name.find('.') + 1);
    for (const Variable& each : all)
      if (each.name == inner && each.section == name.substr(0, name.find('.'))) return each;
  }
  if (found == all.end() || trial.empty())
    throw Error(name, "the file gives no value of it, where a search could begin", "write one");
  return *found;
}

double value_of(const Variable& variable, const std::string& where, const std::string& text, const Model& model) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  const double number = quantity ? quantity->number : expression_value(where, text, model, variable.dimension);
  if (!std::isfinite(number)) throw Error(where, bricard::quoted(text) + " is not a number");
  if (!quantity || !quantity->unit) return number;
  if (variable.dimension && !compatible(*variable.dimension, quantity->unit->dimension))
    throw Error(where,
                fmt::format("the unit {} is {}, expected {}", bricard::quoted(quantity->unit_text),
                            to_string(quantity->unit->dimension), to_string(*variable.dimension)),
                variable.unit().empty() ? "" : "for instance " + variable.unit());
  return number * quantity->unit->factor / variable.units->factor(quantity->unit->dimension);
}

std::vector<Sweep> asked_sweeps(const Arguments& arguments, const Model& model) {
  std::vector<Sweep> sweeps;
  for (const std::string& each : arguments.sweeps) {
    const SweepText text = split_sweep(each);
    try {
      const Variable varied = variable(arguments, text.name, text.numbers[0]);
      Sweep& sweep = sweeps.emplace_back(
          sweep_of(text, [&](const std::string& number) { return value_of(varied, "--sweep " + varied.name, number, model); }));
      sweep.unit = varied.unit();
    } catch (const Error& error) {
      constexpr std::string_view set = "--set ";
      std::vector<Fault> faults = error.faults();
      for (Fault& fault : faults)
        if (fault.where == std::string(set) + text.name) fault.where = "--sweep " + text.name;
      throw Error(std::move(faults));
    }
  }
  return sweeps;
}

std::filesystem::path default_folder(const std::string& model) {
  std::string name = std::filesystem::path(model).filename().string();
  const auto cut = [&](std::string_view ending) {
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  };
  for (const Format& format : formats()) {
    for (const std::string_view ending : format.endings) cut(ending);
  }
  cut(".bricard");
  return name + ".out";
}

ModelText source_of(const Arguments& arguments) {
  std::error_code error;
  return std::filesystem::is_regular_file(arguments.model, error) ? read_model_text(arguments.model, arguments.reading)
                                                                  : ModelText{};
}

void tell_notes(const Arguments& arguments) {
  if (arguments.quiet) return;
  for (const std::string& note : source_of(arguments).notes)
    print_error(fmt::format("bricard: note: {}: {}\n", arguments.model, note));
}

std::string analysis_above(const std::vector<Annotation>& annotations) {
  for (const Annotation& each : annotations)
    if (each.name == "analysis.type" && !each.values.empty() && (each.values[0].text == "kc" || each.values[0].text == "maneuver"))
      return each.values[0].text;
  return "";
}

Model load(const Arguments& arguments, const ParameterValues& values, std::vector<Annotation>* annotations,
           std::vector<Variable>* variables) {
  std::optional<StartState> from = start_asked_for(arguments);
  std::vector<std::pair<std::string, std::string>> set = settings_of(arguments, from);
  for (auto& each : as_text(values)) set.push_back(std::move(each));
  std::error_code error;
  if (arguments.within && !std::filesystem::is_directory(*arguments.within, error))
    throw Error("--within", "there is no folder " + bricard::quoted(*arguments.within));
  Model model = read_model(arguments.model, set, arguments.within.value_or(""), variables, arguments.reading, annotations);
  const Verb& verb = *find_verb(arguments.verb);
  if (annotations && !model.analysis && verb.run == run && verb.analysis.empty() && !analysis_above(*annotations).empty())
    return model;
  if (verb.run == run && verb.analysis.empty() && !model.analysis) {
    Fault fault;
    fault.place = {arguments.model, 1, 1};
    fault.where = "analysis";
    fault.what = "the file has no `analysis` section, so there is nothing to run";
    fault.hint = "add one, for instance analysis: {type: dynamics, duration: 1}, or use bricard simulate --duration 1";
    throw Error(std::vector{fault});
  }
  load_allowed_code(model, arguments);
  model.analysis = analysis_options(arguments, model);
  model.analysis->from = std::move(from);
  const std::vector<Fault> faults = check_analysis(model);  // the rest was checked with its places in the file
  if (!faults.empty()) throw Error(faults);
  return model;
}

namespace {

// Where the file says what a fault is about that showed only when the model was computed.
void place_in_file(const Arguments& arguments, Fault& fault) {
  fault.place = {arguments.model, 0, 0};
  if (fault.where.empty()) return;
  try {
    const ModelText text = source_of(arguments);
    if (text.is_translated && !text.cell_of(fault.where).empty())
      fault.where = text.cell_of(fault.where) + ": " + fault.where;
    else if (!text.is_translated && !text.text.empty())
      fault.place = parse_document(text.text, arguments.model).place_of(fault.where);
  } catch (const Error&) {  // it is gone
  }
}

}  // namespace

// A fault in a key that was given as an option or by the verb is told as a fault of that.
std::vector<Fault> told_faults(const Error& error, const Arguments& arguments) {
  constexpr std::string_view section = "analysis.";
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (!fault.place.file.empty()) continue;
    std::string key = fault.where.starts_with(section) ? fault.where.substr(section.size()) : "";
    key = key.substr(0, key.find('.'));  // tolerance.relative
    const bool of_verb = key == "type" && arguments.verb != "run";
    const bool of_option = arguments.analysis.count(key) > 0 || fault.where.starts_with("--");
    if (of_verb) fault.where = arguments.verb;
    if (arguments.analysis.count(key)) fault.where = option_name(key);
    if (!of_verb && !of_option) place_in_file(arguments, fault);
  }
  return faults;
}

}  // namespace bricard::cli
