// Meanings of names in expressions; levels of outputs.
#include "bricard/model/vocabulary.hpp"

#include <algorithm>
#include <numbers>
#include <tuple>
#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/math/expression_graph.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/missing_laws.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

const std::string components[] = {".x", ".y", ".z"};

std::string refusal(Level highest) {
  if (highest == Level::time) return "it depends on the motion, and a function of time may use only `t` and parameters";
  if (highest == Level::reaction) return "it is known only after the states, which may use `t`, motions, forces and reactions";
  if (highest == Level::position) return "a constraint may use only `t`, parameters and positions";
  if (highest == Level::velocity) return "a constraint on velocities may use only `t`, parameters, positions and velocities";
  return "it is known only after the forces, which may use `t`, positions, velocities and force elements";
}

// Measured columns of a force element may be used in its own functions without its name.
bool is_own(std::string_view name, const Force* own) {
  return own && std::ranges::any_of(own->kind->measured, [&](const ColumnName& measured) { return measured.name == name; });
}

}  // namespace

Vocabulary::Vocabulary(const Model& model) : model_(model) {
  columns_.reserve(24 * model.bodies.size() + 10 * (model.joints.size() + model.sensors.size() + model.forces.size()) + 16);
  const auto append = [&](std::vector<ColumnInfo> more) {
    columns_.insert(columns_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append({{"t", dimension::time, Level::time, ""}});
  for (const Body& body : model.bodies) append(body_columns(model, body));
  for (const Sensor& sensor : model.sensors) append(sensor_columns(model, sensor));
  for (const Joint& joint : model.joints) append(joint_columns(model, joint));
  for (const Driver& driver : model.drivers) append(driver_columns(model, driver));
  for (const Constraint& constraint : model.constraints) append(constraint_columns(model, constraint));
  for (const Force& force : model.forces) append(force_columns(model, force));
  first_input_ = static_cast<int>(columns_.size());
  for (const Input& input : model.inputs) append({{input.name, dimension::none, Level::velocity, ""}});
  first_state_ = static_cast<int>(columns_.size());
  for (const StateEquation& state : model.states) append({{state.name, dimension::none, Level::velocity, ""}});
  first_output_ = static_cast<int>(columns_.size());
  for (const Output& output : model.outputs) append({{output.name, dimension::none, Level::time, ""}});
  for (const char* energy : {"energy.kinetic", "energy.potential", "energy.total"})
    append({{energy, dimension::energy, Level::balance, ""}});
  append({{"violation.position", dimension::length, Level::balance, ""},
          {"violation.velocity", dimension::speed, Level::balance, ""}});

  for (const Parameter& parameter : model.parameters)
    numbers_.emplace(parameter.name, Number{parameter.value, counting_in(parameter.unit)});
  numbers_.emplace(missing_law, Number{});  // missing_laws.hpp
  const Unit length = unit_of(dimension::length, model.units);
  for (const NamedPoint& point : model.points)
    for (int i = 0; i < 3; ++i)
      numbers_.emplace(point.name + components[i], Number{point.at[i] / length.factor, Counting::firm(length)});
  for (const Table& table : model.tables)
    if (table.grid)
      grids_.emplace(table.name, make_grid(table));
    else
      tables_.emplace(table.name, make_interpolant(table));
  list_functions_in_code();
  signals_.resize(model.inputs.size() + model.states.size() + model.outputs.size());
  count_inputs_and_states();
  parse_outputs();
  find_delays();
  find_followed();
}

void Vocabulary::list_functions_in_code() {
  const auto unit = [&](const std::string& name) {
    const std::optional<Unit> known = name.empty() || name == "1" ? std::nullopt : parse_unit(name);
    return known ? std::pair(Counting::of(known->dimension, model_.units), known->factor / model_.units.factor(known->dimension))
                 : std::pair(name == "1" ? Counting::firm({}) : Counting{}, 1.0);
  };
  for (const CodeFunction& each : model_.functions) {
    CallMeaning call;
    call.function = each.code;
    if (!call.function) {  // it is checked all the same
      auto without_code = std::make_shared<ExternalFunction>();
      without_code->name = each.name;
      without_code->arguments = static_cast<int>(std::min<std::size_t>(each.arguments.size(), ExternalFunction::most_arguments));
      call.function = std::move(without_code);
    }
    call.arguments = each.arguments;
    std::tie(call.counting, call.factor) = unit(each.unit);
    for (const std::string& name : each.units) {
      const auto [counting, factor] = unit(name);
      call.argument_countings.push_back(counting);
      call.argument_factors.push_back(1 / factor);
    }
    calls_.emplace(each.name, std::move(call));
  }
}

// All that forces and states read, those that are switched off too: what is switched on later reads what was before.
void Vocabulary::find_delays() {
  for (const FunctionPlace& place : list_functions(model_)) {
    const std::string& text = place.function->text;
    const bool is_state = place.highest == Level::reaction;
    if ((!place.own && !is_state) || text.find("delay") == std::string::npos) continue;
    const Delayed add = [&](const Expression& value, double time, std::string& why) {
      const int known = delayed(value, time, why);
      if (known >= 0 || !why.empty()) return known;
      delays_.push_back({as_remembered(value), time, place.where});
      return variables() - 1;
    };
    Scope scope = this->scope(place.highest, place.own);
    scope.delayed = add;
    parsed(text, std::move(scope));
    if (is_state) written_out(*place.function, add);  // where the derivative reads accelerations
  }
}

// Outputs written out: the past is known before they are.
Expression Vocabulary::as_remembered(const Expression& value) const {
  ExpressionGraph graph;
  const int count = static_cast<int>(written_out_.size());
  return graph.extract(graph.insert(value, [&](int variable) {
    const int output = variable - first_output_;
    return output >= 0 && output < count ? graph.insert(written_out_[output]) : graph.variable(variable);
  }));
}

int Vocabulary::delayed(const Expression& value, double time, std::string& why) const {
  const Expression written = as_remembered(value);
  for (const int variable : written.variables())
    if (const bool is_column = variable<static_cast<int>(columns_.size()); level(variable)> Level::velocity ||
                               (!is_column && variable < first_delay())) {
      why = (is_column ? quoted(columns_[variable].name) : std::string("a derivative of an input, output or state")) +
            " is not remembered: positions, velocities, inputs and states are";
      return -1;
    }
  for (std::size_t i = 0; i < delays_.size(); ++i)
    if (delays_[i].time == time && delays_[i].value == written) return first_delay() + static_cast<int>(i);
  return -1;
}

Expression parsed(std::string_view text, Scope scope, Counting* counting) {
  scope.suggest = nullptr;
  std::vector<ExpressionFault> ignored;
  return Expression::parse(text, scope, ignored, counting);
}

void Vocabulary::count_inputs_and_states() {
  for (std::size_t i = 0; i < model_.inputs.size(); ++i)
    if (const Function& value = model_.inputs[i].value; !value.is_number()) parsed(value.text, scope(Level::time), &signals_[i]);
  for (std::size_t i = 0; i < model_.states.size(); ++i) signals_[model_.inputs.size() + i] = counting_in(model_.states[i].unit);
}

Counting Vocabulary::counting(int column) const {
  if (column == 0) return Counting::loose(unit_of(dimension::time, model_.units));  // 0.2*sin(t), 3 - t
  const int signal = column - first_input_;
  if (signal >= 0 && signal < static_cast<int>(signals_.size())) return signals_[signal];
  // What the effort of an expression counts in follows from the expression.
  const ColumnInfo& info = columns_[column];
  return info.counts_in_file_units ? Counting::of(info.dimension, model_.units) : Counting{};
}

std::string Vocabulary::signal_unit(int column) const {
  const int output = column - first_output_, count = static_cast<int>(model_.outputs.size());
  if (output >= 0 && output < count && !model_.outputs[output].unit.empty()) return model_.outputs[output].unit;
  const bool is_signal = column >= first_input_ && output < count;
  const Counting known = is_signal ? signals_[column - first_input_] : Counting{};
  const bool has_unit = known.is_firm() || (known.known == Counting::Known::loose && known.unit.dimension.angle != 0);
  return has_unit ? name_of(known.unit, model_.units) : "";
}

// Levels follow the order of evaluation: an output is known when all its parts are, its derivative when their rates are.
void Vocabulary::parse_outputs() {
  const int count = static_cast<int>(model_.outputs.size()), all = static_cast<int>(columns_.size());
  rate_levels_.assign(count, Level::time);  // until its parts are known; for good where it depends on itself, which is one fault
  has_rate_.assign(count, true);
  std::vector<std::vector<int>> uses(count);
  for (int k = 0; k < count; ++k) {
    const Function& value = model_.outputs[k].value;
    outputs_.push_back(value.is_number() ? Expression::constant(value.number) : parsed(value.text, scope(Level::balance)));
    for (const int i : outputs_.back().variables()) {
      if (i >= all && i < all + count) uses[k].push_back(i - all);
      if (i >= first_output_ && i < first_output_ + count) uses[k].push_back(i - first_output_);
    }
  }
  output_order_ = sort_dependencies(uses).sorted;
  for (const int k : output_order_) {
    Level value_level = Level::time, rate_level = Level::time;
    bool differentiable = true;
    for (const int i : outputs_[k].variables()) {
      value_level = std::max(value_level, level(i));
      const int r = rate(i);
      if (r == Expression::rate_unknown) differentiable = false;
      if (r >= 0) rate_level = std::max({rate_level, level(i), level(r)});
    }
    columns_[first_output_ + k].level = value_level;
    rate_levels_[k] = rate_level;
    has_rate_[k] = differentiable;
  }
  written_out_.resize(count);
  Counting* const countings = signals_.data() + (first_output_ - first_input_);
  for (const int k : output_order_) {
    written_out_[k] = written_out(model_.outputs[k].value, &countings[k]);
    if (const auto given = parse_unit(model_.outputs[k].unit)) countings[k] = Counting::firm(*given);
  }
}

Expression Vocabulary::written_out(const Function& value, Counting* counting) const {
  return written_out(
      value, [this](const Expression& x, double time, std::string& why) { return delayed(x, time, why); }, counting);
}

Expression Vocabulary::written_out(const Function& value, const Delayed& delayed, Counting* counting) const {
  if (value.is_number()) return Expression::constant(value.number);
  Scope scope = this->scope(Level::balance);
  scope.delayed = delayed;
  scope.lookup = [this](std::string_view name) {
    Meaning found = meaning(name, Level::balance, nullptr);
    if (found.kind == Meaning::Kind::variable) write_out(found);
    return found;
  };
  return parsed(value.text, std::move(scope), counting);
}

// All states that have a derivative, less those whose derivative reads something else, until none has to go.
void Vocabulary::find_followed() {
  const int count = static_cast<int>(model_.states.size());
  followed_.resize(count);
  for (int i = 0; i < count; ++i) {
    Expression derivative = written_out(model_.states[i].derivative);
    const bool is_held = derivative.is_constant() && derivative.constant_value() == 0;
    if (!is_held && !model_.states[i].sample) followed_[i] = std::move(derivative);
  }
  const auto is_known = [&](int variable) {
    const int state = variable - first_state_;
    return variable == 0 || (variable >= first_input_ && variable < first_state_) ||
           (state >= 0 && state < count && followed_[state].has_value());
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& each : followed_) {
      if (!each) continue;
      const std::vector<int> variables = each->variables();
      if (std::all_of(variables.begin(), variables.end(), is_known)) continue;
      each.reset();
      changed = true;
    }
  }
}

// Listed when a name is asked for first: a model without functions asks for none.
int Vocabulary::find(std::string_view column) const {
  if (index_.empty()) {
    index_.reserve(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) index_.emplace(columns_[i].name, static_cast<int>(i));
  }
  const auto found = index_.find(column);
  return found == index_.end() ? -1 : found->second;
}

int Vocabulary::rate(int variable) const {
  const int all = static_cast<int>(columns_.size()), outputs = static_cast<int>(has_rate_.size());
  if (variable == 0) return Expression::rate_one;
  if (variable >= all) return Expression::rate_unknown;
  if (variable >= first_input_ && variable < first_state_) return input_rate(variable - first_input_);
  if (variable >= first_state_ && variable < first_output_) return state_rate(variable - first_state_);
  if (variable >= first_output_ && variable < first_output_ + outputs)
    return has_rate_[variable - first_output_] ? all + variable - first_output_ : Expression::rate_unknown;
  if (!columns_[variable].rate.empty()) return find(columns_[variable].rate);
  return columns_[variable].level <= Level::force ? motion_rate(variable) : Expression::rate_unknown;
}

Level Vocabulary::level(int variable) const {
  const int all = static_cast<int>(columns_.size());
  if (variable < all) return columns_[variable].level;
  if (variable < input_rate(0)) return rate_levels_[variable - all];
  if (variable >= first_delay()) return Level::velocity;
  return variable < state_rate(0) ? Level::velocity : Level::acceleration;  // states change with the forces, motions after them
}

Expression Vocabulary::output_rate(int output) const {
  if (!has_rate_[output]) return {};
  return outputs_[output].time_derivative([this](int variable) { return rate(variable); });
}

Scope Vocabulary::scope(Level highest, const Force* own) const {
  Scope scope;
  scope.lookup = [this, highest, own](std::string_view name) { return meaning(name, highest, own); };
  scope.suggest = [this, own](std::string_view name) { return suggestion(name, own); };
  scope.units = &model_.units;
  scope.table = [this](std::string_view name) -> const Interpolant* {
    const auto found = tables_.find(std::string(name));
    return found == tables_.end() ? nullptr : &found->second;
  };
  scope.grid = [this](std::string_view name) -> const GridInterpolant* {
    const auto found = grids_.find(std::string(name));
    return found == grids_.end() ? nullptr : &found->second;
  };
  for (const Table& table : model_.tables) scope.table_names.push_back(table.name);
  if (!calls_.empty())
    scope.function = [this](std::string_view name) -> const CallMeaning* {
      const auto found = calls_.find(std::string(name));
      return found == calls_.end() ? nullptr : &found->second;
    };
  for (const CodeFunction& function : model_.functions) scope.function_names.push_back(function.name);
  if (own || highest == Level::reaction || highest == Level::time)
    scope.delayed = [this](const Expression& value, double time, std::string& why) { return delayed(value, time, why); };
  scope.table_countings = [this](std::string_view name) {
    const int i = index_of(model_.tables, name);
    return i < 0 ? std::array<Counting, 3>{} : countings_of(model_.tables[i]);
  };
  scope.rate_of = [this, highest](int variable) {
    const int r = rate(variable);
    return r >= 0 && level(r) > highest ? Expression::rate_unknown : r;
  };
  return scope;
}

Scope Vocabulary::scope_of_prescribed() const {
  Scope scope = this->scope(Level::time);
  scope.delayed = nullptr;
  scope.lookup = [this](std::string_view name) {
    Meaning found = meaning(name, Level::time, nullptr);
    const int state = found.variable - first_state_;
    if (found.kind != Meaning::Kind::refused || state < 0 || state >= static_cast<int>(followed_.size())) return found;
    if (followed_[state])
      found.kind = Meaning::Kind::variable;
    else
      found.why = "a prescribed motion can follow a state only whose derivative reads `t`, inputs and such states";
    return found;
  };
  return scope;
}

Meaning Vocabulary::meaning(std::string_view name, Level highest, const Force* own) const {
  Meaning meaning;
  if (const auto number = numbers_.find(std::string(name)); number != numbers_.end()) {
    meaning.kind = Meaning::Kind::number;
    meaning.number = number->second.value;
    meaning.counting = number->second.counting;
    return meaning;
  }
  const int i = is_own(name, own) ? find(own->name + '.' + std::string(name)) : find(name);
  if (i < 0) return meaning;
  const int r = rate(i);
  meaning.variable = i;
  meaning.rate_is_one = r == Expression::rate_one;
  meaning.rate = r >= 0 && level(r) <= highest ? r : -1;
  meaning.counting = counting(i);
  meaning.kind = level(i) <= highest ? Meaning::Kind::variable : Meaning::Kind::refused;
  if (meaning.kind == Meaning::Kind::variable && highest <= Level::velocity) write_out(meaning);
  if (meaning.kind == Meaning::Kind::refused) meaning.why = refusal(highest);
  return meaning;
}

// Drivers, inputs and constraints are computed before any output: there an output stands for its expression.
void Vocabulary::write_out(Meaning& meaning) const {
  const int output = meaning.variable - first_output_;
  if (output < 0 || output >= static_cast<int>(written_out_.size())) return;
  meaning.kind = Meaning::Kind::expression;
  meaning.expression = &written_out_[output];
}

// Compares with whole names where there is no dot or its owner is unknown, else with the columns of the owner.
std::string Vocabulary::suggestion(std::string_view name, const Force* own) const {
  const std::string_view owner = name.substr(0, name.find('.'));
  std::vector<std::string_view> owners;
  std::vector<std::string> own_columns;
  const auto consider = [&](std::string_view known) {
    if (owners.empty() || owners.back() != known) owners.push_back(known);
    return known == owner;
  };
  for (const ColumnInfo& column : columns_)
    if (consider(std::string_view(column.name).substr(0, column.name.find('.')))) own_columns.push_back(column.name);
  for (const Parameter& parameter : model_.parameters)
    if (consider(parameter.name)) own_columns.push_back(parameter.name);
  for (const NamedPoint& point : model_.points)
    if (consider(point.name))
      for (const std::string& component : components) own_columns.push_back(point.name + component);
  if (own_columns.empty()) {
    if (own)
      for (const ColumnName& measured : own->kind->measured) owners.push_back(measured.name);
    const std::string best = nearest(owner, owners);
    return best.empty() || owner.size() == name.size() ? best : best + std::string(name.substr(owner.size()));
  }
  const std::string best = nearest(name, own_columns);
  return best.empty() ? own_columns.front() : best;
}

Counting counting_in(const std::optional<Unit>& unit) {
  if (!unit) return {};
  return unit->dimension == dimension::none ? Counting::loose(*unit) : Counting::firm(*unit);
}

std::array<Counting, 3> countings_of(const Table& table) {
  return {counting_in(table.units[0]), counting_in(table.units[1]), counting_in(table.units[2])};
}

Interpolant make_interpolant(const Table& table) {
  try {
    return Interpolant(table.points, static_cast<Interpolant::Curve>(table.interpolation),
                       static_cast<Interpolant::Outside>(table.extrapolation));
  } catch (const Error&) {
    return {};
  }
}

GridInterpolant make_grid(const Table& table) {
  try {
    return GridInterpolant(table.grid->x, table.grid->y, table.grid->values, static_cast<Interpolant::Curve>(table.interpolation),
                           static_cast<Interpolant::Outside>(table.extrapolation));
  } catch (const Error&) {
    return {};
  }
}

// Kahn's algorithm; what is left over depends on itself, and following its needs leads around a cycle.
DependencyOrder sort_dependencies(const std::vector<std::vector<int>>& uses) {
  const int count = static_cast<int>(uses.size());
  std::vector<std::vector<int>> users(count);
  std::vector<std::size_t> waiting(count);
  DependencyOrder order;
  for (int i = 0; i < count; ++i) {
    waiting[i] = uses[i].size();
    for (const int j : uses[i]) users[j].push_back(i);
    if (waiting[i] == 0) order.sorted.push_back(i);
  }
  for (std::size_t next = 0; next < order.sorted.size(); ++next)
    for (const int user : users[order.sorted[next]])
      if (--waiting[user] == 0) order.sorted.push_back(user);
  if (static_cast<int>(order.sorted.size()) == count) return order;

  int i = static_cast<int>(std::find_if(waiting.begin(), waiting.end(), [](std::size_t n) { return n > 0; }) - waiting.begin());
  std::vector<int> visited(count, -1), path;
  while (visited[i] < 0) {
    visited[i] = static_cast<int>(path.size());
    path.push_back(i);
    i = *std::find_if(uses[i].begin(), uses[i].end(), [&](int j) { return waiting[j] > 0; });
  }
  order.cycle.assign(path.begin() + visited[i], path.end());
  return order;
}

}  // namespace bricard
