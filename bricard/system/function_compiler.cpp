#include "bricard/system/function_compiler.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "bricard/model/references.hpp"

namespace bricard {

FunctionCompiler::FunctionCompiler(Layout& layout, std::vector<Fault>& faults)
    : layout_(layout), faults_(faults), vocabulary_(layout.model) {
  layout_.columns = vocabulary_.columns();
  for (const auto& column : layout_.columns) layout_.column_factor.push_back(layout.model.units.factor(column.dimension));
  for (std::size_t i = 0; i < layout_.model.outputs.size(); ++i)
    layout_.output_columns.push_back(vocabulary_.first_output() + static_cast<int>(i));
  layout_.first_input = vocabulary_.first_input();
  layout_.first_state = vocabulary_.first_state();
  layout_.first_input_rate = vocabulary_.input_rate(0);
  layout_.first_state_rate = vocabulary_.state_rate(0);
  layout_.first_motion_rate = vocabulary_.motion_rate(0);
  layout_.first_delay = vocabulary_.first_delay();
  layout_.variables = vocabulary_.variables();
}

Expression FunctionCompiler::parse(const std::string& text, Level highest, const Force* own, const std::string& where) {
  return parse(text, vocabulary_.scope(highest, own), where);
}

// A plain number in the file's units.
Expression FunctionCompiler::plain(const Function& function, Level highest, const std::string& where) {
  return function.is_number() ? Expression::constant(function.number) : parse(function.text, highest, nullptr, where);
}

Expression FunctionCompiler::parse(const std::string& text, const Scope& scope, const std::string& where) {
  std::vector<ExpressionFault> faults;
  Expression expression = Expression::parse(text, scope, faults);
  for (auto& fault : faults) {
    Fault& added = faults_.emplace_back();
    added.where = where;
    added.what = std::move(fault.what);
    added.hint = std::move(fault.hint);
  }
  return expression;
}

int FunctionCompiler::number(double value) {
  Slot slot;
  slot.number = value;
  layout_.slots.push_back(std::move(slot));
  return static_cast<int>(layout_.slots.size()) - 1;
}

int FunctionCompiler::of_time(const Function& function, Dimension dimension, const std::string& where) {
  if (function.is_number()) return number(function.number);
  // Of its variables, which are time, states and the inputs that those read.
  const auto rate_of = [&](int variable) {
    if (variable == 0) return Expression::constant(1);
    const int state = variable - vocabulary_.first_state();
    return state >= 0 ? *vocabulary_.followed(state) : Expression::line(0, 1, vocabulary_.rate(variable));
  };
  const double time = layout_.model.units.factor(dimension::time);
  Slot slot;
  slot.is_number = false;
  slot.value = parse(function.text, vocabulary_.scope_of_prescribed(), where);
  slot.rate = slot.value.time_derivative_by(rate_of);
  slot.second = slot.rate.time_derivative_by(rate_of);
  slot.factor = layout_.model.units.factor(dimension);
  slot.rate_factor = slot.factor / time;
  slot.second_factor = slot.rate_factor / time;
  layout_.slots.push_back(std::move(slot));
  return static_cast<int>(layout_.slots.size()) - 1;
}

int FunctionCompiler::of_columns(const Function& function, Dimension dimension, const std::string& where, const Force* own) {
  if (function.is_number()) return number(function.number);
  Slot slot;
  slot.is_number = false;
  slot.value = parse(function.text, Level::force, own, where);
  slot.factor = layout_.model.units.factor(dimension);
  layout_.slots.push_back(std::move(slot));
  const int index = static_cast<int>(layout_.slots.size()) - 1;
  number_decisions(layout_.slots.back(), index, layout_.deciding_slots, where);
  return index;
}

void FunctionCompiler::number_decisions(Slot& slot, int index, std::vector<int>& deciding, const std::string& where) {
  const int after = slot.value.number_decisions(layout_.decisions);
  if (after > layout_.decisions) deciding.push_back(index);
  layout_.decisions = after;
  layout_.decision_places.resize(after, where);
}

std::optional<ColumnSource> FunctionCompiler::source_of(int column) const {
  using What = ColumnSource::What;
  const Model& model = layout_.model;
  const std::string& name = layout_.columns[column].name;
  const int size = model.dimension;  // components of a vector
  const auto offset = [&](const std::vector<ColumnInfo>& own) {
    const auto it = std::find_if(own.begin(), own.end(), [&](const ColumnInfo& info) { return info.name == name; });
    return it == own.end() ? -1 : static_cast<int>(it - own.begin());
  };
  const auto source = [&](What what, int index, int component) { return ColumnSource{what, index, component, column}; };
  const auto belongs_to = [&](const std::string& owner) {
    return name.size() > owner.size() && name[owner.size()] == '.' && name.compare(0, owner.size(), owner) == 0;
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!belongs_to(model.bodies[i].name)) continue;
    int at = offset(body_columns(model, model.bodies[i]));
    if (at < 0) continue;
    const int body = layout_.tree.number[i + 1], turning = size == 2 ? 1 : 3;
    if (at < size) return source(What::position, body, at);
    at -= size;
    if (size == 2 && at == 0) return source(What::coordinate, layout_.body_angle[body], 0);
    if (size == 3 && at < 4) return source(What::quaternion, body, at);
    at -= size == 2 ? 1 : 4;
    if (at < size) return source(What::velocity, body, at);
    at -= size;
    if (at < turning) return source(What::angular_velocity, body, size == 2 ? 2 : at);
    return {};
  }
  for (std::size_t i = 0; i < model.sensors.size(); ++i) {
    if (!belongs_to(model.sensors[i].name)) continue;
    const int at = offset(sensor_columns(model, model.sensors[i]));
    if (at < 0) continue;
    if (at < size) return source(What::sensor_position, static_cast<int>(i), at);
    if (at < 2 * size) return source(What::sensor_velocity, static_cast<int>(i), at - size);
    if (at >= 3 * size) return source(What::sensor_axis, static_cast<int>(i), at - 3 * size);
    return {};
  }
  int measured = 0;
  for (const Joint& joint : model.joints) {
    const int names = static_cast<int>(coordinates_of(model, joint).size());
    if (belongs_to(joint.name))
      if (const int at = offset(joint_columns(model, joint)); at >= 0 && at < 2 * names)
        return source(at % 2 == 0 ? What::coordinate : What::coordinate_rate, measured + at / 2, 0);
    measured += names;
  }
  return {};
}

bool FunctionCompiler::add_source(int column) {
  using What = ColumnSource::What;
  const auto source = source_of(column);
  if (!source) return false;
  if (source->what == What::coordinate || source->what == What::coordinate_rate) read_measured(layout_, source->index);
  if (sourced_.insert(column).second) layout_.sources.push_back(*source);
  return true;
}

PositionRow FunctionCompiler::row_of(int column, const std::function<int(const PairFrames&)>& add_pair) {
  using From = ColumnSource::What;
  using What = PositionRow::What;
  const auto measured = [&](int index) {
    read_measured(layout_, index);
    return PositionRow{What::measured, layout_.measured[index].pair, index};
  };
  if (const auto source = source_of(column)) {
    const auto of_body = [&](What what) {
      return PositionRow{what, add_pair({Frame{}, Frame{source->index}}), source->component};
    };
    const auto of_sensor = [&](What what) { return PositionRow{what, layout_.sensors[source->index].pair, source->component}; };
    switch (source->what) {
      case From::position:
      case From::velocity:
        return of_body(What::along);
      case From::quaternion:
        return of_body(What::quaternion);
      case From::angular_velocity:
        return layout_.model.dimension == 2 ? measured(layout_.body_angle[source->index]) : of_body(What::turning);
      case From::sensor_position:
      case From::sensor_velocity:
        return of_sensor(What::along);
      case From::sensor_axis:
        return of_sensor(What::direction);
      case From::coordinate:
      case From::coordinate_rate:
        return measured(source->index);
    }
  }
  for (const ForceEntry& force : layout_.force_stages[0].forces)
    for (const int own : force.measured)
      if (own == column) return force.coordinate >= 0 ? measured(force.coordinate) : PositionRow{What::length, force.pair, 0};
  return {};
}

ExpressionEntry FunctionCompiler::of_positions(const Function& function, const std::string& where,
                                               const std::function<int(const PairFrames&)>& add_pair) {
  ExpressionEntry entry;
  if (function.is_number())
    entry.value = Expression::constant(function.number);
  else
    entry.value = parse(function.text, Level::position, nullptr, where);
  std::map<int, int> rates{{0, Expression::rate_one}};
  for (const int column : entry.value.variables()) {
    if (column == 0) continue;
    rates[column] = layout_.variables;
    entry.terms.push_back({row_of(column, add_pair), column, false, layout_.variables++, {}, {}});
  }
  const auto rate_of = [&](int variable) { return rates.at(variable); };
  for (auto& term : entry.terms) {
    term.slope = entry.value.derivative(term.column);
    term.slope_rate = term.slope.time_derivative(rate_of);
  }
  entry.rate_of_time = entry.value.derivative(0);
  entry.second_of_time = entry.rate_of_time.time_derivative(rate_of);
  entry.depends_on_time = !(entry.rate_of_time.is_constant() && entry.rate_of_time.constant_value() == 0);
  if (entry.terms.empty()) {
    Fault& fault = faults_.emplace_back();
    fault.where = where;
    fault.what = "the constraint does not depend on any position";
    fault.hint = "name columns such as crank.x or hinge.angle";
  }
  return entry;
}

ExpressionEntry FunctionCompiler::of_rates(const Function& function, const std::string& where,
                                           const std::function<int(const PairFrames&)>& add_pair) {
  ExpressionEntry entry;
  entry.is_of_rates = true;
  entry.value = parse(function.text, Level::velocity, nullptr, where);
  const auto is_known = [&](int column) { return column == 0 || column >= vocabulary_.first_input(); };  // time, inputs
  std::map<int, int> rates{{0, Expression::rate_one}};
  const std::vector<int> variables = entry.value.variables();
  for (const int column : variables) {
    if (is_known(column)) {
      rates[column] = vocabulary_.rate(column);
    } else if (vocabulary_.level(column) == Level::velocity) {
      rates[column] = Expression::rate_zero;  // while the velocities stay
      entry.terms.push_back({row_of(column, add_pair), column, true, column, entry.value.derivative(column), {}});
    }
  }
  for (const int column : variables)
    if (!is_known(column) && vocabulary_.level(column) < Level::velocity) {
      rates[column] = layout_.variables;
      entry.terms.push_back({row_of(column, add_pair), column, false, layout_.variables++, {}, {}});
    }
  entry.second_of_time = entry.value.time_derivative([&](int variable) { return rates.at(variable); });
  // h: what is left of f at rest; judged by its values at some positions and times.
  std::vector<double> columns(layout_.variables, 0.0), scratch;
  for (int sample = 1; sample <= 5; ++sample) {
    for (const int column : variables)
      if (is_known(column) || vocabulary_.level(column) < Level::velocity) columns[column] = std::sin(1.7 * sample + column);
    entry.depends_on_time = entry.depends_on_time || entry.value.evaluate<double>(columns, scratch) != 0;
  }
  return entry;
}

void FunctionCompiler::inputs() {
  for (const Input& input : layout_.model.inputs) {
    Slot slot;
    slot.is_number = false;
    slot.value = plain(input.value, Level::time, "inputs." + input.name);
    slot.rate = slot.value.time_derivative([](int) { return Expression::rate_one; });
    number_decisions(slot, static_cast<int>(layout_.inputs.size()), layout_.deciding_inputs, "inputs." + input.name);
    layout_.inputs.push_back(std::move(slot));
  }
}

void FunctionCompiler::states() {
  for (const StateEquation& state : layout_.model.states) {
    const std::string where = "states." + state.name;
    const int index = static_cast<int>(layout_.states.size());
    Slot slot;
    slot.is_number = false;
    slot.value = plain(state.derivative, Level::reaction, where + ".derivative");
    slot.factor = 1 / layout_.model.units.factor(dimension::time);
    if (slot.value.is_constant() && slot.value.constant_value() == 0) layout_.held_states.push_back(index);
    if (state.sample && state.next)
      layout_.samples.push_back({index, *state.sample, plain(*state.next, Level::balance, where + ".next")});
    const std::vector<int> variables = slot.value.variables();
    const bool is_late =
        std::any_of(variables.begin(), variables.end(), [&](int variable) { return vocabulary_.level(variable) > Level::force; });
    layout_.late_states.push_back(is_late);
    if (is_late)  // evaluated before outputs
      slot.value = vocabulary_.written_out(state.derivative);
    else
      number_decisions(slot, index, layout_.deciding_states, where);
    layout_.states.push_back(std::move(slot));
  }
}

void FunctionCompiler::delays() {
  for (const Vocabulary::Delay& delay : vocabulary_.delays()) {
    Slot slot;
    slot.is_number = false;
    slot.value = delay.value;
    number_decisions(slot, static_cast<int>(layout_.delays.size()), layout_.deciding_delays, delay.where);
    layout_.delays.push_back(std::move(slot));
    layout_.delay_times.push_back(delay.time * layout_.model.units.factor(dimension::time));
  }
}

void FunctionCompiler::events() {
  const auto expression = [&](const Function& function, const std::string& where) {
    return plain(function, Level::balance, where);
  };
  std::set<int> seen;
  for (const EventRule& event : layout_.model.events) {
    EventEntry entry;
    entry.when = expression(event.when, "events." + event.name + ".when");
    read_by_events(entry.when, seen);
    for (const int variable : entry.when.variables()) entry.level = std::max(entry.level, vocabulary_.level(variable));
    for (const auto& [state, value] : event.set)
      entry.set.push_back({index_of(layout_.model.states, state), expression(value, "events." + event.name + ".set." + state)});
    layout_.events.push_back(std::move(entry));
  }
}

void FunctionCompiler::read_by_events(const Expression& expression, std::set<int>& seen) {
  const int columns = static_cast<int>(layout_.columns.size()), outputs = static_cast<int>(layout_.outputs.size());
  for (const int variable : expression.variables()) {
    if (!seen.insert(variable).second) continue;
    if (variable >= columns && variable < columns + outputs)
      read_by_events(layout_.outputs[variable - columns].rate, seen);
    else if (variable >= vocabulary_.first_output() && variable < vocabulary_.first_output() + outputs)
      read_by_events(layout_.outputs[variable - vocabulary_.first_output()].value, seen);
    else if (variable < columns && !sourced_.count(variable))
      if (const auto source = source_of(variable)) layout_.event_sources.push_back(*source);
  }
}

void FunctionCompiler::order_outputs() {
  for (std::size_t i = 0; i < layout_.model.outputs.size(); ++i) {
    Slot slot;
    slot.is_number = false;
    slot.value = vocabulary_.outputs()[i];
    slot.rate = slot.value.time_derivative([&](int variable) {
      const int rate = vocabulary_.rate(variable);
      return rate == -1 ? Expression::rate_zero : rate == -2 ? Expression::rate_one : rate;
    });
    layout_.outputs.push_back(std::move(slot));
  }
  layout_.output_order = vocabulary_.output_order();
}

// Stages by longest path of dependencies. Nodes: forces (active ones, in stage 0 so far), then outputs that they need.
void FunctionCompiler::order_forces() {
  struct Reader {
    std::set<int> needs;  // nodes
    int stage = -1;
  };
  const int columns = static_cast<int>(layout_.columns.size()), first_output = vocabulary_.first_output();
  const int outputs = static_cast<int>(layout_.outputs.size());
  std::map<int, int> measured_by, result_of;  // column → active force
  int forces = 0;
  std::vector<Reader> readers;
  std::vector<std::vector<int>> variables;
  for (const ForceEntry& force : layout_.force_stages[0].forces) {
    for (const int column : force.measured) measured_by[column] = forces;
    for (const int column : force.results) result_of[column] = forces;
    ++forces;
    std::vector<int> used;
    for (std::size_t f = 0; f < force.kind.functions().size(); ++f) {
      const auto more = layout_.slots[force.first_slot + f].value.variables();
      if (!layout_.slots[force.first_slot + f].is_number) used.insert(used.end(), more.begin(), more.end());
    }
    variables.push_back(std::move(used));
  }
  for (const Slot& output : layout_.outputs) {
    variables.push_back(output.value.variables());
    const auto more = output.rate.variables();
    variables.back().insert(variables.back().end(), more.begin(), more.end());
  }
  for (std::size_t i = 0; i < layout_.states.size(); ++i)  // late ones are no matter of the forces
    variables.push_back(layout_.late_states[i] ? std::vector<int>() : layout_.states[i].value.variables());
  readers.resize(variables.size());

  // What a column needs; the sources are added only for what forces reach.
  std::function<int(int)> stage_of = [&](int node) -> int {
    Reader& reader = readers[node];
    if (reader.stage >= 0) return reader.stage;
    reader.stage = 0;  // cycles were refused by validate()
    int stage = 0;
    for (int variable : variables[node]) {
      if (variable >= columns + outputs) {
        continue;  // rates of inputs are known from the start, those of states are not used here
      } else if (variable >= columns) {
        stage = std::max(stage, stage_of(forces + variable - columns));
      } else if (variable >= first_output && variable < first_output + outputs) {
        stage = std::max(stage, stage_of(forces + variable - first_output));
      } else if (!add_source(variable)) {
        if (const auto measured = measured_by.find(variable); measured != measured_by.end() && measured->second != node)
          layout_.measure_first = true;
        if (const auto result = result_of.find(variable); result != result_of.end() && result->second != node)
          stage = std::max(stage, stage_of(result->second) + 1);
      }
    }
    return reader.stage = stage;
  };
  for (const Slot& delay : layout_.delays)  // of motions alone, which are known before the first stage
    for (const int variable : delay.value.variables())
      if (variable < columns && !add_source(variable) && measured_by.count(variable)) layout_.measure_first = true;

  int last = 0;
  for (int f = 0; f < forces; ++f) last = std::max(last, stage_of(f));
  for (int s = forces + outputs; s < static_cast<int>(readers.size()); ++s) last = std::max(last, stage_of(s));

  std::vector<ForceStage> stages(last + 1);
  int f = 0;
  for (const ForceEntry& force : layout_.force_stages[0].forces) stages[readers[f++].stage].forces.push_back(force);
  for (int output : layout_.output_order)
    if (readers[forces + output].stage >= 0) stages[std::min(last, readers[forces + output].stage)].outputs.push_back(output);
  for (const ForceStage& stage : stages)
    for (const int output : stage.outputs)
      number_decisions(layout_.outputs[output], output, layout_.deciding_outputs,
                       "outputs." + layout_.model.outputs[output].name);
  layout_.force_stages = std::move(stages);
}

// By way of der() of outputs too.
void FunctionCompiler::motion_rates() {
  std::set<int> read, outputs;
  const int columns = static_cast<int>(layout_.columns.size()), count = static_cast<int>(layout_.outputs.size());
  const int first = vocabulary_.motion_rate(0), end = vocabulary_.first_delay();
  const std::function<void(const Expression&)> add = [&](const Expression& expression) {
    for (const int variable : expression.variables()) {
      if (variable >= first && variable < end) read.insert(variable - first);
      const int output = variable - columns;
      if (output >= 0 && output < count && outputs.insert(output).second) add(layout_.outputs[output].rate);
    }
  };
  for (const Slot& output : layout_.outputs) add(output.value);
  for (const Slot& state : layout_.states) add(state.value);
  for (const SampleEntry& sample : layout_.samples) add(sample.next);
  for (const EventEntry& event : layout_.events) {
    add(event.when);
    for (const auto& each : event.set) add(each.value);
  }
  layout_.motion_rates.assign(read.begin(), read.end());
}

}  // namespace bricard
