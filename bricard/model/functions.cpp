// Checks the expression texts of a model: each is parsed with the names that its place allows.
#include "bricard/model/functions.hpp"

#include <algorithm>
#include <type_traits>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/elements/constraints/expression.hpp"
#include "bricard/math/expression_units.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

// Calls visit(name, function, dimension) where the value of a field is a Function, or holds some.
template <class Field, class Value, class Visit>
void visit_functions(const Field& field, const Value& value, Visit&& visit) {
  const std::string name(field.name);
  if constexpr (std::is_same_v<Value, Function>) visit(name, value, field.dimension);
  if constexpr (std::is_same_v<Value, std::optional<Function>>)
    if (value) visit(name, *value, field.dimension);
  if constexpr (std::is_same_v<Value, std::optional<std::array<Function, 3>>>)
    if (value)
      for (int i = 0; i < 3; ++i) visit(name + '[' + std::to_string(i) + ']', (*value)[i], field.dimension);
  if constexpr (std::is_same_v<Value, OfCoordinates<Function>>)
    for (const auto& [coordinate, function] : value.list) visit(coordinate, function, field.dimension);
}

// For each Function among the fields of a struct, or of a kind.
template <class Struct, class Visit>
void for_each_function(const Struct& object, Visit&& visit) {
  if constexpr (requires { object.info(); })
    object.for_each_field([&](const KindField& field, const auto& value) { visit_functions(field, value, visit); });
  else
    for_each_field<Struct>([&](const auto& field) { visit_functions(field, object.*field.member, visit); });
}

// Tables have kinks unless they are splines, and a driver needs two derivatives.
void check_driver_tables(const Model& model, const FunctionPlace& place, const Expression& expression,
                         std::vector<FunctionFault>& faults) {
  const auto refuse = [&](const auto& is_used) {
    std::string name;
    for (const Table& table : model.tables)
      if (is_used(table)) name = table.name;
    faults.push_back({place.where, place.function, 0,
                      "the table " + quoted(name) + " is not smooth enough for a prescribed motion",
                      "give the table `interpolation: spline`"});
  };
  for (const Interpolant& used : expression.tables())
    if (used.curve() != Interpolant::Curve::spline)
      return refuse([&](const Table& table) { return !table.grid && table.points == used.points(); });
  for (const GridInterpolant& used : expression.grids())
    if (used.curve() != Interpolant::Curve::spline)
      return refuse([&](const Table& table) { return table.grid && table.grid->values == used.values(); });
}

// Of a motion that is prescribed two derivatives are needed, and those of code are not taken by differences there.
void check_code_derivatives(const Model& model, const FunctionPlace& place, const Expression& expression,
                            std::vector<FunctionFault>& faults) {
  for (const Expression::Node& node : expression.nodes()) {
    if (node.op != Expression::Op::call) continue;
    const std::string& name = expression.functions()[node.index]->name;
    const auto fault = [&](std::string what, std::string hint) {
      faults.push_back({place.where, place.function, 0, std::move(what), std::move(hint)});
    };
    if (node.order > 0) return fault("the third derivative of " + quoted(name) + " is not known", "leave `der` out");
    for (const CodeFunction& function : model.functions)
      if (function.name == name && function.second_derivatives.empty() && !(function.code && function.code->second))
        return fault("a prescribed motion needs the first and second derivatives of the function " + quoted(name) + " in code",
                     "name the functions in C that give them: derivatives: .., second_derivatives: ..");
  }
}

// Σ g(positions, t) velocity + h(positions, t): the slope by a velocity depends on none, and there is a velocity.
void check_linear_in_rates(const Vocabulary& vocabulary, const FunctionPlace& place, const Expression& expression,
                           std::vector<FunctionFault>& faults) {
  const auto fault = [&](std::string what, std::string hint) {
    faults.push_back({place.where, place.function, 0, std::move(what), std::move(hint)});
  };
  const auto name = [&](int variable) { return quoted(vocabulary.columns()[variable].name); };
  const auto is_rate = [&](int variable) {
    return variable > 0 && variable < vocabulary.first_input() && vocabulary.level(variable) == Level::velocity;
  };
  int rates = 0;
  for (const int variable : expression.variables()) {
    if (variable >= static_cast<int>(vocabulary.columns().size()))
      return fault("a constraint on velocities may not use `der()` of an input or state", "it may use `t`, inputs and motions");
    if (variable >= vocabulary.first_state() && variable < vocabulary.first_output())
      return fault("a constraint on velocities may not use the state " + name(variable), "it may use `t`, inputs and motions");
    if (!is_rate(variable)) continue;
    ++rates;
    for (const int other : expression.derivative(variable).variables())
      if (is_rate(other))
        return fault("the expression is not linear in velocities: its slope by " + name(variable) + " depends on " + name(other),
                     "write it as a sum of velocities times functions of positions and time");
  }
  if (rates == 0) fault("the constraint does not depend on any velocity", "name columns such as blade.vy or hinge.speed");
}

// The rates of all states are computed together.
void check_state_rates(const Vocabulary& vocabulary, const FunctionPlace& place, std::vector<FunctionFault>& faults) {
  for (const int variable : vocabulary.written_out(*place.function).variables())
    if (variable >= vocabulary.first_delay()) {
      continue;
    } else if (variable >= vocabulary.motion_rate(0)) {
      const ColumnInfo& column = vocabulary.columns()[variable - vocabulary.motion_rate(0)];
      if (column.level == Level::position || column.level == Level::velocity) continue;  // these do not depend on states
      return faults.push_back({place.where, place.function, 0,
                               "the derivative of a state cannot read `der(" + column.name + ")`, which may depend on it",
                               "outputs and events may"});
    } else if (variable >= vocabulary.state_rate(0)) {
      return faults.push_back({place.where, place.function, 0, "the derivative of a state cannot read `der()` of a state",
                               "write what that derivative is"});
    }
}

// Outputs and the results of force elements may use each other, but not in a circle.
void check_cycles(const Model& model, const Vocabulary& vocabulary, const std::vector<FunctionPlace>& places,
                  std::vector<FunctionFault>& faults) {
  const int outputs = static_cast<int>(model.outputs.size()), all = static_cast<int>(vocabulary.columns().size());
  std::vector<int> node_of(all, -1);  // outputs first, then force elements by their result columns
  for (int k = 0; k < outputs; ++k) node_of[vocabulary.first_output() + k] = k;
  for (std::size_t f = 0; f < model.forces.size(); ++f)
    for (const ColumnInfo& column : force_columns(model, model.forces[f]))
      if (column.level == Level::force) node_of[vocabulary.find(column.name)] = outputs + static_cast<int>(f);

  std::vector<std::vector<int>> uses(model.outputs.size() + model.forces.size());
  std::vector<const FunctionPlace*> user(uses.size());
  for (const FunctionPlace& place : places) {
    if (place.function->is_number() || (place.output < 0 && !place.own)) continue;
    const int node = place.own ? outputs + static_cast<int>(place.own - model.forces.data()) : place.output;
    const auto expression = parsed(place.function->text, vocabulary.scope(Level::balance, place.own));
    for (const int i : expression.variables()) {
      const int used = i >= all + outputs ? -1 : i >= all ? i - all : node_of[i];
      if (used < 0) continue;
      uses[node].push_back(used);
      user[node] = &place;
    }
  }
  const std::vector<int> cycle = sort_dependencies(uses).cycle;
  if (cycle.empty()) return;
  std::string names;
  const auto name = [&](int node) {
    return node < outputs ? model.outputs[node].name : model.forces[static_cast<std::size_t>(node - outputs)].name;
  };
  for (const int node : cycle) names += name(node) + " -> ";
  const FunctionPlace& place = *user[cycle.front()];
  faults.push_back({place.where, place.function, 0, "depends on itself: " + names + name(cycle.front()), ""});
}

}  // namespace

std::vector<FunctionPlace> list_functions(const Model& model) {
  std::vector<FunctionPlace> places;
  const auto add = [&](const std::string& where, Level highest, const Force* own, std::optional<Dimension> known = {}) {
    return [&places, &model, where, highest, own, known](const std::string& name, const Function& function, Dimension dimension) {
      const Dimension of = known.value_or(dimension);
      FunctionPlace& place = places.emplace_back(FunctionPlace{where + '.' + name, &function, of, highest, own});
      place.is_prescribed = highest == Level::time;
      if (of != dimension::none) place.wanted = unit_of(of, model.units);
    };
  };
  for (const Driver& driver : model.drivers)
    for_each_function(
        driver, add("drivers." + driver.name, Level::time, nullptr, drives_angle(driver) ? dimension::angle : dimension::length));
  for (const Constraint& constraint : model.constraints) {
    const std::string where = "constraints." + constraint.name;
    for_each_function(constraint, add(where, Level::time, nullptr, constraint.kind->dimension));
    const auto* expression = constraint.kind.get_if<ExpressionConstraint>();
    for_each_function(constraint.kind, [&](const std::string& name, const Function& function, Dimension dimension) {
      const bool of_rates = expression && expression->is_of_rates(function);
      add(where, of_rates ? Level::velocity : Level::position, nullptr)(name, function, dimension);
      places.back().is_of_rates = of_rates;
    });
  }
  for (const Force& force : model.forces) for_each_function(force.kind, add("forces." + force.name, Level::force, &force));
  for (const Input& input : model.inputs)
    places.push_back({"inputs." + input.name, &input.value, dimension::none, Level::time, nullptr});
  for (const StateEquation& state : model.states) {
    const std::string where = "states." + state.name;
    places.push_back({where + ".derivative", &state.derivative, dimension::none, Level::reaction, nullptr});
    const Unit time = unit_of(dimension::time, model.units);
    if (state.unit) places.back().wanted = Unit{state.unit->factor / time.factor, state.unit->dimension / time.dimension};
    if (state.next) places.push_back({where + ".next", &*state.next, dimension::none, Level::balance, nullptr});
    if (state.next) places.back().wanted = state.unit;
  }
  for (const EventRule& event : model.events) {
    for_each_function(event, add("events." + event.name, Level::balance, nullptr));
    for (const auto& [state, value] : event.set) {
      places.push_back({"events." + event.name + ".set." + state, &value, dimension::none, Level::balance, nullptr});
      if (const int i = index_of(model.states, state); i >= 0) places.back().wanted = model.states[i].unit;
    }
  }
  for (std::size_t k = 0; k < model.outputs.size(); ++k) {
    places.push_back({"outputs." + model.outputs[k].name, &model.outputs[k].value, dimension::none, Level::balance, nullptr,
                      static_cast<int>(k)});
    places.back().wanted = parse_unit(model.outputs[k].unit);
  }
  return places;
}

namespace {

bool has_text(const std::vector<FunctionPlace>& places) {
  return std::any_of(places.begin(), places.end(), [](const FunctionPlace& place) { return !place.function->is_number(); });
}

}  // namespace

std::vector<FunctionFault> check_functions(const Model& model) {
  if (!has_text(list_functions(model))) return {};  // there are no names to know
  return check_functions(model, Vocabulary(model));
}

std::vector<FunctionFault> check_functions(const Model& model, const Vocabulary& vocabulary) {
  const std::vector<FunctionPlace> places = list_functions(model);
  if (!has_text(places)) return {};
  std::vector<FunctionFault> faults;
  for (const FunctionPlace& place : places) {
    if (place.function->is_number()) continue;
    std::vector<ExpressionFault> found;
    Scope scope = place.is_prescribed ? vocabulary.scope_of_prescribed() : vocabulary.scope(place.highest, place.own);
    if (faults.size() >= most_faults_told) scope.suggest = nullptr;
    Counting counting;
    const auto expression = Expression::parse(place.function->text, scope, found, &counting);
    for (ExpressionFault& fault : found)
      faults.push_back(
          {place.where, place.function, fault.position, std::move(fault.what), std::move(fault.hint), fault.of_units});
    // A ratio is a number, which an output may say the unit of: {value: "tip.x/1 mm", unit: mm}.
    const bool is_number = place.output >= 0 && counting.unit == Unit{};
    if (found.empty() && place.wanted && !is_number)
      if (auto fault = misfit(place.function->text, counting, *place.wanted, model.units))
        faults.push_back({place.where, place.function, 0, std::move(fault->what), std::move(fault->hint), true});
    if (found.empty() && (place.highest <= Level::position || place.is_of_rates) && place.where.rfind("inputs.", 0) != 0)
      check_driver_tables(model, place, expression, faults), check_code_derivatives(model, place, expression, faults);
    if (found.empty() && place.is_of_rates) check_linear_in_rates(vocabulary, place, expression, faults);
    if (found.empty() && place.highest == Level::reaction) check_state_rates(vocabulary, place, faults);
  }
  check_cycles(model, vocabulary, places, faults);
  return faults;
}

void refuse_delay(const Model& model, const std::string& who) {
  const auto places = list_functions(model);
  const bool may = std::any_of(places.begin(), places.end(), [](const FunctionPlace& place) {
    return place.function->text.find("delay") != std::string::npos;
  });
  if (!may) return;
  const Vocabulary vocabulary(model);
  if (!vocabulary.delays().empty())
    throw Error(vocabulary.delays()[0].where, who + " does not know `delay` of a motion",
                "`dynamics` does; an equilibrium at rest takes x itself for delay(x, T)");
}

}  // namespace bricard
