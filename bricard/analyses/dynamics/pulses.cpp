#include "bricard/analyses/dynamics/pulses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double beyond = 0.5;      // of the range of the values that were seen: what is off
constexpr double unresolved = 0.1;  // of that range: a tail that no smooth curve has
constexpr int steps_in_pulse = 8;
constexpr int most_looks = 1000;  // at a sum in a step: terms that cancel each other nearly are enclosed badly, and watched apart

// By node: whether its value can be large somewhere and small all around. `variable_can`: of inputs and outputs.
template <class VariableCan>
std::vector<char> can_hold_pulse(const Expression& expression, const VariableCan& variable_can) {
  using Op = Expression::Op;
  const auto& nodes = expression.nodes();
  std::vector<char> can(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Expression::Node& node = nodes[i];
    switch (node.op) {
      case Op::exp:
      case Op::sinh:
      case Op::cosh:
      case Op::tanh:
      case Op::atan:
      case Op::atan2:
      case Op::tan:
      case Op::call:
        can[i] = 1;
        break;
      case Op::divide:
      case Op::power:
        can[i] = nodes[node.b].op != Op::constant || (node.op == Op::power && nodes[node.b].value < 0);
        break;
      case Op::table:
        can[i] = expression.tables()[node.index].curve() != Interpolant::Curve::linear;
        break;
      case Op::grid:
        can[i] = expression.grids()[node.index].curve() != Interpolant::Curve::linear;
        break;
      case Op::variable:
        can[i] = variable_can(node.index);
        break;
      default:
        break;
    }
    for (const int operand : {node.a, node.b, node.c}) can[i] = can[i] || (operand >= 0 && can[operand]);
  }
  return can;
}

// The terms of which the value of a node is the sum, each with its factor.
template <class Visitor>
void for_each_term(const Expression& expression, int node, double factor, const Visitor& visit) {
  using Op = Expression::Op;
  const auto& nodes = expression.nodes();
  const Expression::Node& n = nodes[node];
  const auto is_number = [&](int i) { return nodes[i].op == Op::constant && nodes[i].value != 0; };
  if (n.op == Op::add || n.op == Op::subtract) {
    for_each_term(expression, n.a, factor, visit);
    for_each_term(expression, n.b, factor, visit);
  } else if (n.op == Op::negate) {
    for_each_term(expression, n.a, factor, visit);
  } else if (n.op == Op::multiply && is_number(n.a)) {
    for_each_term(expression, n.b, factor * std::abs(nodes[n.a].value), visit);
  } else if (n.op == Op::multiply && is_number(n.b)) {
    for_each_term(expression, n.a, factor * std::abs(nodes[n.b].value), visit);
  } else {
    visit(node, factor);
  }
}

}  // namespace

PulseWatch::PulseWatch(const System& system, StepCurves& curves, double tolerance, double duration, Asks asks)
    : curves_(curves), duration_(duration), asks_(asks), whole_(1) {
  const FunctionLayout& functions = system.functions();
  const double share = threshold::depth * tolerance;
  const double force = system.mechanism().total_mass * system.length() / (duration * duration) * std::min(1.0, system.length());
  // What an input or output that is read stands for.
  const auto written = [&](int variable) -> const Expression* {
    const int input = variable - system.table().first_input;
    if (input >= 0 && input < static_cast<int>(functions.inputs.size())) return &functions.inputs[input].value;
    for (std::size_t i = 0; i < functions.outputs.size(); ++i)
      if (variable == system.table().output_columns[i]) return &functions.outputs[i].value;
    return nullptr;
  };
  const std::function<bool(int)> by_way_of = [&](int variable) {
    const Expression* const expression = written(variable);
    return expression && can_hold_pulse(*expression, by_way_of).back();
  };
  // The sum, for terms may cancel each other, and each of its terms.
  const std::function<void(const Expression&, double, bool)> add_terms = [&](const Expression& expression, double negligible,
                                                                             bool of_time) {
    const std::vector<char> can = can_hold_pulse(expression, by_way_of);
    const int sum = static_cast<int>(can.size()) - 1;
    if (!can[sum]) return;
    const std::size_t own = laws_.size();
    laws_.push_back({&expression, sum, negligible, of_time});
    for_each_term(expression, sum, 1, [&](int term, double factor) {
      if (!can[term]) return;
      const Expression::Node& node = expression.nodes()[term];
      if (node.op == Expression::Op::variable)
        add_terms(*written(node.index), negligible / factor, of_time);
      else if (term != sum)
        laws_.push_back({&expression, term, negligible / factor, of_time});
    });
    laws_[own].is_sum = laws_.size() > own + 1;
  };
  const auto add = [&](const Slot& slot, double negligible) {
    if (can_hold_pulse(slot.value, by_way_of).back()) add_terms(slot.value, share * negligible, !curves.reads(slot.value));
  };
  for (const ForceStage& stage : functions.force_stages)
    for (const ForceEntry& entry : stage.forces)
      for (std::size_t i = 0; i < entry.kind.functions().size(); ++i)
        if (const Slot& slot = functions.slots[entry.first_slot + i]; !slot.is_number) add(slot, force / slot.factor);
  for (const Slot& slot : functions.states) add(slot, threshold::least_state / duration / slot.factor);
}

template <class S>
S PulseWatch::at(const Law& law, std::span<const S> variables, std::vector<S>& scratch, const double* held) const {
  law.expression->evaluate<S>(variables, scratch, held);
  return scratch[law.term];
}

double PulseWatch::value(const Law& law, double t, const double* held) {
  return at<double>(law, law.of_time ? curves_.on(whole_[0], t) : curves_.at(t), scratch_, held);
}

const std::vector<StepCurves::Piece>& PulseWatch::pieces(const Law& law, double from, double to) {
  if (!law.of_time) return curves_.pieces();
  whole_[0].from = from;
  whole_[0].to = to;
  return whole_;
}

bool PulseWatch::has_come_and_gone(Law& law, double from, double to, const double* held) {
  const double begin = value(law, from, held), end = value(law, to, held);
  if (law.most < law.least) law.least = law.most = begin;
  double least = std::min({law.least, begin, end}), most = std::max({law.most, begin, end}), off = 0;
  const double known = most - least;
  for (int j = 1; j < StepCurves::degree; ++j) {
    const double t = StepCurves::node(j, from, to), here = value(law, t, held), share = (t - from) / (to - from);
    off = std::max(off, std::abs(here - (begin + share * (end - begin))));
    least = std::min(least, here);
    most = std::max(most, here);
  }
  if (off > law.negligible && off > unresolved * known) return true;
  law.least = least;
  law.most = most;
  return false;
}

// Known from a few points of the step, which others may have asked for too.
bool PulseWatch::is_roughly_smooth(const Law& law, const double* held) {
  const std::span<const Enclosure> variables = curves_.roughly();
  if (variables.empty()) return false;
  const Enclosure all = at<Enclosure>(law, variables, enclosing_scratch_, held);
  if (all.value.empty()) return false;
  if (all.value.width() <= law.negligible) return true;
  double values[StepCurves::few + 1];
  for (int j = 0; j <= StepCurves::few; ++j) values[j] = at<double>(law, curves_.roughly_at(j), scratch_, held);
  const auto [least, most] = std::minmax_element(values, values + StepCurves::few + 1);
  const double range = *most - *least, margin = std::max(beyond * range, law.negligible);
  return std::isfinite(range) && all.value.hi <= *most + margin && all.value.lo >= *least - margin &&
         StepCurves::rough_tail(values) <= unresolved * range;
}

// A moment of the piece at which the function is off.
std::optional<double> PulseWatch::off(const StepCurves::Piece& piece, const Law& law, const Values& near, const double* held) {
  const double width = piece.to - piece.from;
  const Enclosure all = at<Enclosure>(law, curves_.over(piece), enclosing_scratch_, held);
  if (all.value.empty()) return {};
  const double begin = at<double>(law, curves_.at_begin(piece), scratch_, held);
  const double end = at<double>(law, curves_.at_end(piece), scratch_, held);
  const double rise = std::max(0.0, all.d[0].hi) * width, fall = std::min(0.0, all.d[0].lo) * width;
  const double most = std::min({all.value.hi, begin + rise, end - fall}),
               least = std::max({all.value.lo, begin + fall, end - rise});
  if (most <= near.most && least >= near.least) return {};
  if (end > near.most || end < near.least) return piece.to;
  if (width < threshold::narrowest_pulse * duration_ || (law.is_sum && ++looks_ > most_looks)) return {};
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
  const bool is_whole = from == curves_.from() && to == curves_.to();
  for (Law& law : laws_) {
    if (asks_ == Asks::at_their_ends && has_come_and_gone(law, from, to, held)) {
      take({from, to, (to - from) / steps_in_pulse});
      continue;
    }
    if (!law.of_time && is_whole && is_roughly_smooth(law, held)) continue;
    looks_ = 0;
    const std::vector<StepCurves::Piece>& all = pieces(law, from, to);
    double values[StepCurves::degree + 1];
    const bool is_sampled = !law.of_time && is_whole && all.size() == 1;  // at the same points
    for (int j = 0; j <= StepCurves::degree; ++j) {
      const double t = StepCurves::node(j, from, to);
      values[j] = is_sampled ? at<double>(law, curves_.on(all[0], t), scratch_, held) : value(law, t, held);
    }
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
    for (const StepCurves::Piece& piece : all) {
      if (piece.to <= from || piece.from >= to) continue;
      curves_.clip(piece, from, to, part);
      const auto found = off(part, law, near, held);
      if (!found) continue;
      double half = threshold::narrowest_pulse * duration_;
      const auto is_off = [&](double t) {
        const double here = value(law, std::clamp(t, from, to), held);
        return here > near.most || here < near.least;
      };
      while (half < to - from && (is_off(*found - half) || is_off(*found + half))) half *= 2;
      take({std::max(from, *found - 2 * half), std::min(to, *found + 2 * half), half / steps_in_pulse * 2});
      break;
    }
  }
  return first;
}

}  // namespace bricard
