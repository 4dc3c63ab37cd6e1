#include "bricard/system/functions.hpp"

#include <algorithm>
#include <functional>

namespace bricard {

FunctionCompiler::FunctionCompiler(Layout& layout, std::vector<Fault>& faults)
    : layout_(layout), faults_(faults), vocabulary_(layout.model) {
  layout_.columns = vocabulary_.columns();
  for (const auto& column : layout_.columns) layout_.column_factor.push_back(layout.model.units.factor(column.dimension));
  for (std::size_t i = 0; i < layout_.model.outputs.size(); ++i)
    layout_.output_columns.push_back(vocabulary_.first_output() + static_cast<int>(i));
}

Expression FunctionCompiler::parse(const std::string& text, Level highest, const Force* own, const std::string& where) {
  std::vector<ExpressionFault> faults;
  Expression expression = Expression::parse(text, vocabulary_.scope(highest, own), faults);
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
  const auto rate_of_time = [](int) { return Expression::rate_one; };
  const double time = layout_.model.units.factor(dimension::time);
  Slot slot;
  slot.is_number = false;
  slot.value = parse(function.text, Level::time, nullptr, where);
  slot.rate = slot.value.time_derivative(rate_of_time);
  slot.second = slot.rate.time_derivative(rate_of_time);
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
  return static_cast<int>(layout_.slots.size()) - 1;
}

void FunctionCompiler::read_measured(int measured) {
  std::apply(
      [&](auto&... entries) {
        (
            [&] {
              for (auto& joint : entries)
                if (measured >= joint.measured && measured < joint.measured + static_cast<int>(joint.kind.names.size()))
                  joint.is_measured = true;
            }(),
            ...);
      },
      layout_.joints);
}

bool FunctionCompiler::add_source(int column) {
  using What = ColumnSource::What;
  const Model& model = layout_.model;
  const std::string& name = layout_.columns[column].name;
  const auto offset = [&](const std::vector<ColumnInfo>& own) {
    const auto it = std::find_if(own.begin(), own.end(), [&](const ColumnInfo& info) { return info.name == name; });
    return it == own.end() ? -1 : static_cast<int>(it - own.begin());
  };
  const auto add = [&](What what, int index, int component) {
    if (sourced_.insert(column).second) layout_.sources.push_back({what, index, component, column});
    return true;
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (const int at = offset(body_columns(model.bodies[i])); at >= 0) {
      const int body = layout_.tree.number[i + 1];
      if (at < 3) return add(What::position, body, at);
      if (at < 7) return add(What::quaternion, body, at - 3);
      if (at < 10) return add(What::velocity, body, at - 7);
      if (at < 13) return add(What::angular_velocity, body, at - 10);
      return false;
    }
  for (std::size_t i = 0; i < model.sensors.size(); ++i)
    if (const int at = offset(sensor_columns(model.sensors[i])); at >= 0) {
      if (at < 3) return add(What::sensor_position, static_cast<int>(i), at);
      if (at < 6) return add(What::sensor_velocity, static_cast<int>(i), at - 3);
      if (at >= 9) return add(What::sensor_axis, static_cast<int>(i), at - 9);
      return false;
    }
  int measured = 0;
  for (const Joint& joint : model.joints) {
    const int names = static_cast<int>(std::visit([](const auto& kind) { return kind.names.size(); }, joint.kind));
    if (const int at = offset(joint_columns(joint)); at >= 0 && at < 2 * names) {
      read_measured(measured + at / 2);
      return add(at % 2 == 0 ? What::coordinate : What::coordinate_rate, measured + at / 2, 0);
    }
    measured += names;
  }
  return false;
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
  std::vector<std::pair<int, int>> force_range;  // columns of each active force: first, one past the measured, ...
  std::vector<int> measured_until;
  std::vector<Reader> readers;
  std::vector<std::vector<int>> variables;
  std::apply(
      [&](const auto&... entries) {
        (
            [&] {
              for (const auto& force : entries) {
                const int measured = static_cast<int>(force.kind.measured.size());
                force_range.emplace_back(force.first_column,
                                         force.first_column + measured + static_cast<int>(force.kind.results.size()));
                measured_until.push_back(force.first_column + measured);
                std::vector<int> used;
                for (std::size_t f = 0; f < force.kind.functions().size(); ++f) {
                  const auto more = layout_.slots[force.first_slot + f].value.variables();
                  if (!layout_.slots[force.first_slot + f].is_number) used.insert(used.end(), more.begin(), more.end());
                }
                variables.push_back(std::move(used));
              }
            }(),
            ...);
      },
      layout_.force_stages[0].forces);
  const int forces = static_cast<int>(force_range.size());
  for (const Slot& output : layout_.outputs) {
    variables.push_back(output.value.variables());
    const auto more = output.rate.variables();
    variables.back().insert(variables.back().end(), more.begin(), more.end());
  }
  readers.resize(variables.size());

  // What a column needs; the sources are added only for what forces reach.
  std::function<int(int)> stage_of = [&](int node) -> int {
    Reader& reader = readers[node];
    if (reader.stage >= 0) return reader.stage;
    reader.stage = 0;  // cycles were refused by validate()
    int stage = 0;
    for (int variable : variables[node]) {
      if (variable >= columns) {
        stage = std::max(stage, stage_of(forces + variable - columns));
      } else if (variable >= first_output && variable < first_output + outputs) {
        stage = std::max(stage, stage_of(forces + variable - first_output));
      } else if (!add_source(variable)) {
        for (int f = 0; f < forces; ++f)
          if (f != node && variable >= force_range[f].first && variable < force_range[f].second) {
            if (variable < measured_until[f])
              layout_.measure_first = true;
            else
              stage = std::max(stage, stage_of(f) + 1);
          }
      }
    }
    return reader.stage = stage;
  };
  int last = 0;
  for (int f = 0; f < forces; ++f) last = std::max(last, stage_of(f));

  std::vector<ForceStage> stages(last + 1);
  int f = 0;
  const auto place = [&]<class Entry>(const std::vector<Entry>& entries) {
    for (const Entry& force : entries) std::get<std::vector<Entry>>(stages[readers[f++].stage].forces).push_back(force);
  };
  std::apply([&](const auto&... entries) { (place(entries), ...); }, layout_.force_stages[0].forces);
  for (int output : layout_.output_order)
    if (readers[forces + output].stage >= 0) stages[std::min(last, readers[forces + output].stage)].outputs.push_back(output);
  layout_.force_stages = std::move(stages);
}

}  // namespace bricard
