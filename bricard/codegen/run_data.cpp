#include "bricard/codegen/run_data.hpp"

#include <algorithm>

#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {
namespace {

const std::string who = "generated code";

bool reads(const Expression& expression, int variable) {
  const std::vector<int> variables = expression.variables();
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

// Inputs are arguments, whose rates nobody knows.
void refuse_rates_of_inputs(const System& system) {
  const Layout& layout = system.layout();
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) {
    const int rate = layout.first_input_rate + static_cast<int>(i);
    const auto any = [&](const std::vector<Slot>& slots) {
      return std::any_of(slots.begin(), slots.end(), [&](const Slot& slot) { return reads(slot.value, rate); });
    };
    const bool of_event = std::any_of(layout.events.begin(), layout.events.end(), [&](const auto& e) { return reads(e.when, rate); });
    if (any(layout.slots) || any(layout.outputs) || any(layout.states) || of_event)
      throw Error("inputs." + system.model().inputs[i].name, "its time derivative is read, which " + who + " does not know",
                  "write the function of time where it is read");
  }
}

std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

GeneratedAction action_of(const EventRule& event) {
  if (event.action == EventAction::stop) return GeneratedAction::stop;
  if (event.action == EventAction::record) return GeneratedAction::record;
  if (!event.activate.empty() || !event.deactivate.empty() || !event.rest.empty())
    throw Error("events." + event.name, "it switches elements, which " + who + " cannot do: it is made of one set of elements",
                "bricard simulate does it; events that set states or stop can be generated");
  return GeneratedAction::set;
}

// The rows of elements that are independent at the start, and the others.
void sort_rows(const System& system, const std::vector<char>& selected, GeneratedRun& run) {
  std::vector<char> independent(static_cast<std::size_t>(system.layout().rows), 1);
  int row = 0;
  for (const int g : system.loop_groups())
    for (int i = 0; i < system.layout().groups[g].rows; ++i) independent[system.layout().groups[g].first_row + i] = selected[row++];
  for (std::size_t i = 0; i < system.active_rows().size(); ++i)
    (independent[system.active_rows()[i]] ? run.independent : run.dependent).push_back(static_cast<int>(i));
}

void measure_rows(const System& system, const State& state, GeneratedRun& run) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  for (const RowGroup& group : system.layout().groups) {
    if (system.holds(group)) continue;
    for (int i = 0; i < group.rows; ++i) run.row_length.push_back(length_per_one(system, e, group.first_row + i));
  }
}

void add_sizes(const System& system, GeneratedRun& run) {
  const double length = system.length();
  const auto size = [&](double per_radian) { return per_radian == 0 ? length : per_radian; };
  for (const double each : system.q_per_radian()) run.q_size.push_back(size(each));
  for (const double each : system.v_per_radian()) {
    run.v_size.push_back(size(each));
    run.turning.push_back(each != 0);
  }
  for (int b = 1; b <= system.layout().bodies; ++b)
    if (const TreeJoint& joint = system.layout().tree_joints[b]; joint.has_quaternion) run.quaternions.push_back(joint.q + joint.quaternion);
  for (const MeasuredCoordinate& coordinate : system.measures().measured)
    run.counts_turns.push_back(coordinate.is_angle && coordinate.tree_body == 0);
}

}  // namespace

void refuse_what_has_no_code(const Model& model, const System& system) {
  refuse_friction(model, who);
  refuse_delay(model, who);
  const Layout& layout = system.layout();
  for (std::size_t i = 0; i < layout.late_states.size(); ++i)
    if (layout.late_states[i])
      throw Error("states." + model.states[i].name, "its derivative reads accelerations or reactions, which " + who + " does not follow");
  if (!layout.motion_rates.empty())
    throw Error("outputs", "der() of `" + layout.columns[layout.motion_rates[0]].name + "` is read, which " + who + " does not know",
                "read the column of its rate, where there is one");
  refuse_rates_of_inputs(system);
}

GeneratedRun run_data(const Course& course, const AnalysisOptions& options) {
  if (course.outcome().failed()) throw Error("the start", course.outcome().message);
  const System& system = course.system();
  const State& state = course.assembly().state;
  GeneratedRun run;
  run.end = course.end();
  run.output_step = options.output_step.value_or(run.end / 1000);
  run.tolerance = options.tolerance.relative;
  run.length = system.length();
  run.q = numbers(state.q);
  run.v = numbers(state.v);
  run.z = numbers(state.z);
  run.angles = numbers(state.angles);
  add_sizes(system, run);
  sort_rows(system, course.selected(), run);
  measure_rows(system, state, run);
  Recorder recorder(system, course.selected());
  std::vector<double> row;
  recorder.record(state, row);
  const FunctionLayout& functions = system.functions();
  std::vector<double> variables(recorder.equations().k.columns), scratch;
  for (std::size_t i = 0; i < functions.events.size(); ++i) {
    const EventRule& event = system.model().events[i];
    run.events.push_back({event.name, action_of(event)});
    run.holding.push_back(functions.events[i].when.evaluate<double>(variables, scratch) != 0);
    run.events_need_motion = run.events_need_motion || functions.events[i].level > Level::force;
  }
  run.held = held_values(system);
  for (std::size_t c = 0; c < system.table().columns.size(); ++c)
    run.columns.push_back({system.table().columns[c].name, system.table().column_factor[c]});
  return run;
}

}  // namespace bricard
