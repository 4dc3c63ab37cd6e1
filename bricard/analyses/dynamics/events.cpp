#include "bricard/analyses/dynamics/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int looks = 8;  // points of a step that are looked at

}  // namespace

double margin(const Expression& condition, std::span<const double> variables, std::vector<double>& values) {
  using Op = Expression::Op;
  const auto& nodes = condition.nodes();
  values.resize(2 * nodes.size());
  double* const w = values.data();
  double* const m = w + nodes.size();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& n = nodes[i];
    const double a = n.a < 0 ? 0 : w[n.a], b = n.b < 0 ? 0 : w[n.b], c = n.c < 0 ? 0 : w[n.c];
    switch (n.op) {
      case Op::constant:
        w[i] = n.value;
        break;
      case Op::variable:
        w[i] = variables[n.index];
        break;
      case Op::table:
        w[i] = interpolate(condition.tables()[n.index], a, n.order);
        break;
      default:
        w[i] = Expression::apply<double>(n.op, a, b, c);
    }
    switch (n.op) {
      case Op::less:
      case Op::less_equal:
        m[i] = b - a;
        break;
      case Op::equal:
        m[i] = -std::abs(a - b);
        break;
      case Op::logical_and:
        m[i] = std::min(m[n.a], m[n.b]);
        break;
      case Op::logical_or:
        m[i] = std::max(m[n.a], m[n.b]);
        break;
      case Op::logical_not:
        m[i] = -m[n.a];
        break;
      case Op::if_else:
        m[i] = w[n.a] != 0 ? m[n.b] : m[n.c];
        break;
      default:
        m[i] = w[i] != 0 ? 1 : -1;
    }
  }
  const double found = m[nodes.size() - 1];
  // `<=` and `==` are true at zero.
  return found == 0 && w[nodes.size() - 1] != 0 ? std::numeric_limits<double>::min() : found;
}

// ITP: a bracketing method that bisects at worst and interpolates at best.
double first_positive(double outside, double inside, const std::function<double(double)>& f) {
  double a = outside, b = inside, fa = f(a), fb = f(b);
  const double smallest = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  const double width = b - a;
  const int bisections = static_cast<int>(std::ceil(std::log2(std::max(2.0, width / (2 * smallest)))));
  for (int i = 0; b - a > smallest && i < bisections + 8; ++i) {
    const double middle = 0.5 * (a + b), radius = std::max(0.0, smallest * std::ldexp(1.0, bisections + 1 - i) - 0.5 * (b - a));
    double t = std::isfinite(fa) && std::isfinite(fb) && fa < fb ? (fb * a - fa * b) / (fb - fa) : middle;
    const double towards = std::copysign(1.0, middle - t), shift = 0.2 / width * (b - a) * (b - a);
    t = shift <= std::abs(middle - t) ? t + towards * shift : middle;
    if (std::abs(t - middle) > radius) t = middle - towards * radius;
    t = std::clamp(t, a, b);
    if (t == a || t == b) t = middle;
    const double value = f(t);
    if (value > 0) {
      b = t;
      fb = value;
    } else {
      a = t;
      fa = std::min(value, -std::numeric_limits<double>::min());
    }
  }
  return b;
}

EventWatch::EventWatch(const System& system, const std::vector<char>& selected)
    : system_(system), variables_(system.functions().variables, 0.0) {
  for (std::size_t i = 0; i < system.model().events.size(); ++i) {
    if (!system.model().events[i].active) continue;
    watched_.push_back({static_cast<int>(i), false});
    highest_ = std::max(highest_, system.functions().events[i].level);
  }
  if (!watched_.empty()) recorder_.emplace(system, selected);
}

void EventWatch::read(const State& state) {
  if (state.t == read_at_) return;
  row_.clear();
  recorder_->record(state, row_, highest_);
  const auto& columns = recorder_->equations().k.columns;
  std::copy(columns.begin(), columns.end(), variables_.begin());
  read_at_ = state.t;
}

double EventWatch::margin_at(const Watched& watched, double t, const std::function<State(double)>& state) {
  if (t != read_at_) read(state(t));
  return margin(system_.functions().events[watched.event].when, variables_, scratch_);
}

void EventWatch::start(const State& state) {
  read_at_ = std::numeric_limits<double>::quiet_NaN();
  if (watched_.empty()) return;
  read(state);
  for (Watched& watched : watched_)
    watched.is_true = margin(system_.functions().events[watched.event].when, variables_, scratch_) > 0;
  read_at_ = std::numeric_limits<double>::quiet_NaN();
}

void EventWatch::has_fired(int event) {
  for (Watched& watched : watched_)
    if (watched.event == event) watched.is_true = true;
}

std::vector<int> EventWatch::holding() const {
  std::vector<int> events;
  for (const Watched& watched : watched_)
    if (watched.is_true) events.push_back(watched.event);
  return events;
}

std::optional<EventHit> EventWatch::next(double from, double to, const std::function<State(double)>& state) {
  if (watched_.empty() || !(to > from)) return {};
  std::vector<double> times, margins(watched_.size() * (looks + 1));
  for (int i = 0; i <= looks; ++i) times.push_back(i == looks ? to : from + (to - from) * i / looks);
  for (int i = 0; i <= looks; ++i)
    for (std::size_t w = 0; w < watched_.size(); ++w) margins[w * (looks + 1) + i] = margin_at(watched_[w], times[i], state);

  std::optional<EventHit> first;
  for (std::size_t w = 0; w < watched_.size(); ++w) {
    Watched& watched = watched_[w];
    const double* m = margins.data() + w * (looks + 1);
    bool is_true = watched.is_true;
    for (int i = 1; i <= looks; ++i) {
      double inside = times[i];
      bool turns = m[i] > 0;
      // A maximum between the points: golden section until it is positive or clearly is not.
      if (!turns && !is_true && i < looks && m[i] > m[i - 1] && m[i] >= m[i + 1]) {
        double a = times[i - 1], b = times[i + 1], best = m[i];
        for (int k = 0; k < 30 && !turns && b - a > threshold::one_moment * (to - from); ++k) {
          const double x = a + 0.381966 * (b - a), y = b - 0.381966 * (b - a);
          const double fx = margin_at(watched, x, state), fy = margin_at(watched, y, state);
          if (std::max(fx, fy) > 0) {
            inside = fx > 0 ? x : y;
            turns = true;
          } else if (k > 3 && std::max(fx, fy) < best - std::abs(best)) {
            break;
          }
          best = std::max({best, fx, fy});
          (fx > fy ? b : a) = fx > fy ? y : x;
        }
      }
      if (turns && !is_true) {
        const double t = first_positive(times[i - 1], inside, [&](double at) { return margin_at(watched, at, state); });
        if (!first || t < first->t) first = EventHit{watched.event, t};
        break;
      }
      is_true = m[i] > 0;
    }
  }
  const double seen_until = first ? first->t : to;
  for (Watched& watched : watched_) watched.is_true = margin_at(watched, seen_until, state) > 0;
  if (first) has_fired(first->event);
  return first;
}

void EventWatch::set_states(int event, State& state) {
  const auto& set = system_.functions().events[event].set;
  if (set.empty()) return;
  row_.clear();
  recorder_->record(state, row_);
  std::vector<double> values(recorder_->equations().k.columns.begin(), recorder_->equations().k.columns.end());
  for (const auto& each : set) state.z[each.state] = each.value.evaluate<double>(values, scratch_);
  read_at_ = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace bricard
