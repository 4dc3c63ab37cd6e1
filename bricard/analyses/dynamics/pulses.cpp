#include "bricard/analyses/dynamics/pulses.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double beyond = 0.5;      // of the range of the values that were seen: what is off
constexpr double unresolved = 0.1;  // of that range: a tail that no smooth curve has
constexpr int steps_in_pulse = 8;

// Whether an expression can be large somewhere and small all around.
bool can_hold_pulse(const Expression& expression) {
  using Op = Expression::Op;
  const auto& nodes = expression.nodes();
  return std::any_of(nodes.begin(), nodes.end(), [&](const Expression::Node& node) {
    switch (node.op) {
      case Op::exp:
      case Op::sinh:
      case Op::cosh:
      case Op::tanh:
      case Op::atan:
      case Op::atan2:
      case Op::tan:
        return true;
      case Op::divide:
      case Op::power:
        return nodes[node.b].op != Op::constant || (node.op == Op::power && nodes[node.b].value < 0);
      case Op::table:
        return expression.tables()[node.index].curve() != Interpolant::Curve::linear;
      default:
        return false;
    }
  });
}

}  // namespace

PulseWatch::PulseWatch(const System& system, StepCurves& curves, double tolerance, double duration)
    : curves_(curves), duration_(duration) {
  const FunctionLayout& functions = system.functions();
  const double share = threshold::depth * tolerance;
  const double force = system.mechanism().total_mass * system.length() / (duration * duration) * std::min(1.0, system.length());
  const auto add = [&](const Slot& slot, double negligible) {
    bool holds = can_hold_pulse(slot.value);
    for (const int variable : slot.value.variables()) {  // by way of inputs and outputs
      const int input = variable - system.table().first_input;
      if (input >= 0 && input < static_cast<int>(functions.inputs.size()))
        holds = holds || can_hold_pulse(functions.inputs[input].value);
      for (std::size_t i = 0; i < functions.outputs.size(); ++i)
        if (variable == system.table().output_columns[i]) holds = holds || can_hold_pulse(functions.outputs[i].value);
    }
    if (!holds) return;
    curves.reads(slot.value);
    laws_.push_back({&slot.value, share * negligible});
  };
  for (const ForceStage& stage : functions.force_stages)
    for (const ForceEntry& entry : stage.forces)
      for (std::size_t i = 0; i < entry.kind.functions().size(); ++i)
        if (const Slot& slot = functions.slots[entry.first_slot + i]; !slot.is_number) add(slot, force / slot.factor);
  for (const Slot& slot : functions.states) add(slot, threshold::least_state / duration / slot.factor);
}

double PulseWatch::value(const Law& law, double t, const double* held) {
  return law.expression->evaluate<double>(curves_.at(t), scratch_, held);
}

// A moment of the piece at which the function is off.
std::optional<double> PulseWatch::off(const StepCurves::Piece& piece, const Law& law, const Values& near, const double* held) {
  const double width = piece.to - piece.from;
  const Enclosure all = law.expression->evaluate<Enclosure>(curves_.over(piece), enclosing_scratch_, held);
  if (all.value.empty()) return {};
  const double begin = law.expression->evaluate<double>(curves_.at_begin(piece), scratch_, held);
  const double end = law.expression->evaluate<double>(curves_.at_end(piece), scratch_, held);
  const double rise = std::max(0.0, all.d[0].hi) * width, fall = std::min(0.0, all.d[0].lo) * width;
  const double most = std::min({all.value.hi, begin + rise, end - fall}),
               least = std::max({all.value.lo, begin + fall, end - rise});
  if (most <= near.most && least >= near.least) return {};
  if (end > near.most || end < near.least) return piece.to;
  if (width < threshold::narrowest_pulse * duration_) return {};
  const double middle = piece.from + 0.5 * width;
  StepCurves::Piece half;
  curves_.clip(piece, piece.from, middle, half);
  if (const auto found = off(half, law, near, held)) return found;
  curves_.clip(piece, middle, piece.to, half);
  return off(half, law, near, held);
}

std::optional<Pulse> PulseWatch::next(double from, double to, const double* held) {
  std::optional<Pulse> first;
  if (laws_.empty() || !(to - from > threshold::narrowest_pulse * duration_)) return first;
  const auto take = [&](const Pulse& pulse) {
    if (!first || pulse.from < first->from) first = pulse;
  };
  for (const Law& law : laws_) {
    double values[StepCurves::degree + 1];
    for (int j = 0; j <= StepCurves::degree; ++j) values[j] = value(law, StepCurves::node(j, from, to), held);
    const auto [least, most] = std::minmax_element(values, values + StepCurves::degree + 1);
    const double range = *most - *least;
    if (!std::isfinite(range)) continue;
    if (range > law.negligible && StepCurves::tail(values) > unresolved * range) {
      take({from, to, (to - from) / steps_in_pulse});
      continue;
    }
    const double margin = std::max(beyond * range, law.negligible);
    const Values near{*least - margin, *most + margin};
    StepCurves::Piece part;
    for (const StepCurves::Piece& piece : curves_.pieces()) {
      if (piece.to <= from || piece.from >= to) continue;
      curves_.clip(piece, from, to, part);
      const auto at = off(part, law, near, held);
      if (!at) continue;
      double half = threshold::narrowest_pulse * duration_;
      const auto is_off = [&](double t) {
        const double here = value(law, std::clamp(t, from, to), held);
        return here > near.most || here < near.least;
      };
      while (half < to - from && (is_off(*at - half) || is_off(*at + half))) half *= 2;
      take({std::max(from, *at - 2 * half), std::min(to, *at + 2 * half), half / steps_in_pulse * 2});
      break;
    }
  }
  return first;
}

}  // namespace bricard
