#include "bricard/analyses/dynamics/change.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/expression_decisions.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Op = Expression::Op;

template <class S>
S smaller(const S& a, const S& b) {
  return select(a < b, a, b);
}

// The margin of a condition, after the expression has been evaluated into w.
template <class S>
S margin_of(const Expression& condition, const S* w, std::vector<S>& margins) {
  const auto& nodes = condition.nodes();
  if (margins.size() < nodes.size()) margins.resize(nodes.size(), S(0));
  S* const m = margins.data();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& n = nodes[i];
    switch (n.op) {
      case Op::less:
      case Op::less_equal:
        m[i] = w[n.b] - w[n.a];
        break;
      case Op::equal: {
        const S apart = w[n.a] - w[n.b];
        m[i] = smaller<S>(apart, -apart);
        break;
      }
      case Op::logical_and:
        m[i] = smaller(m[n.a], m[n.b]);
        break;
      case Op::logical_or:
        m[i] = larger(m[n.a], m[n.b]);
        break;
      case Op::logical_not:
        m[i] = -m[n.a];
        break;
      case Op::if_else:
        m[i] = jumping(w[n.a] != S(0), select(w[n.a] != S(0), m[n.b], m[n.c]));
        break;
      default:
        m[i] = stepped(S(select(w[i] != S(0), S(1), S(-1))));
    }
  }
  return m[nodes.size() - 1];
}

// Amounts of all that is watched in an expression.
template <class S>
void amounts_of(const Watched& watched, std::span<const S> variables, std::vector<S>& scratch, std::vector<S>& margins,
                const double* held, std::vector<S>& amounts) {
  const Expression& expression = *watched.expression;
  amounts.clear();
  const S value = expression.evaluate<S>(variables, scratch, watched.event >= 0 ? nullptr : held);
  if (watched.event < 0) {
    for (const int node : watched.nodes) {
      const auto& n = expression.nodes()[node];
      amounts.push_back(left_behind<S>(expression, n, scratch.data(), held[n.decision]));
    }
    return;
  }
  S found = margin_of<S>(expression, scratch.data(), margins);
  // At zero `<=` and `==` are true, `<` is false: also where it stays there, as a contact force does that is max(0, ..).
  if constexpr (std::is_same_v<S, double>)
    if (found == 0) found = value != 0 ? std::numeric_limits<double>::min() : -std::numeric_limits<double>::min();
  amounts.push_back(watched.is_true ? S(-found) : found);
}

// Whether a change makes a difference however faint it is: of a max, min or abs it does not.
bool jumps(const Watched& watched, int index) {
  if (watched.event >= 0) return !watched.is_true;
  const Op op = watched.expression->nodes()[watched.nodes[index]].op;
  return op == Op::less || op == Op::less_equal || op == Op::equal;
}

}  // namespace

double margin(const Expression& condition, std::span<const double> variables, std::vector<double>& values) {
  Watched watched;
  watched.expression = &condition;
  watched.event = 0;
  std::vector<double> margins, amounts;
  amounts_of<double>(watched, variables, values, margins, nullptr, amounts);
  return amounts[0];
}

// ITP: a bracketing method that bisects at worst and interpolates at best.
double first_positive(double outside, double inside, const std::function<double(double)>& f, double near) {
  double a = outside, b = inside, fa = f(a), fb = f(b);
  const double smallest = std::max(near, 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)));
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

double ChangeSearch::amount(const Watched& watched, int index, double t, const double* held) {
  amounts_of<double>(watched, curves_.at(t), scratch_, margins_, held, amounts_);
  return amounts_[index];
}

ChangeSearch::Pace ChangeSearch::pace(const Watched& watched, double at, double towards) {
  std::vector<Enclosure> margins;
  StepCurves::Piece part;
  for (const StepCurves::Piece& piece : curves_.pieces()) {
    if (at < piece.from || at > piece.to || (at == piece.to && towards > at && piece.to < curves_.to())) continue;
    // Not longer than it takes to come back: a ball may bounce off for a moment only.
    const double width = std::min(threshold::first_step * (piece.to - piece.from), 10 * threshold::one_moment * duration_);
    const bool forward = towards > at ? at + width <= piece.to : at - width < piece.from;
    curves_.clip(piece, forward ? at : at - width, forward ? at + width : at, part);
    amounts_of<Enclosure>(watched, curves_.over(part), enclosing_scratch_, margins, nullptr, enclosures_);
    const double rate = enclosures_[0].d[0].middle();
    amounts_of<Enclosure>(watched, curves_.as_known(part), enclosing_scratch_, margins, nullptr, enclosures_);
    return {amount(watched, 0, at, nullptr), rate, watched.is_exact ? 0 : 0.5 * enclosures_[0].value.width()};
  }
  return {amount(watched, 0, at, nullptr), 0, 0};
}

std::optional<Change> ChangeSearch::first(double from, double to, const std::vector<const Watched*>& watched,
                                          const double* held) {
  if (watched.empty() || !(to > from)) return {};
  from_ = from;
  // Most conditions are far from their borders during most steps.
  if (const std::span<const Enclosure> variables = curves_.roughly(); !variables.empty()) {
    std::vector<Enclosure> margins;
    const bool nothing = std::all_of(watched.begin(), watched.end(), [&](const Watched* each) {
      amounts_of<Enclosure>(*each, variables, enclosing_scratch_, margins, held, enclosures_);
      return std::all_of(enclosures_.begin(), enclosures_.end(),
                         [](const Enclosure& amount) { return amount.value.empty() || amount.value.hi < 0; });
    });
    if (nothing) return {};
  }
  StepCurves::Piece part;
  for (const StepCurves::Piece& piece : curves_.pieces()) {
    if (piece.to <= from || piece.from >= to) continue;
    curves_.clip(piece, from, to, part);
    if (auto found = search(part, watched, held)) return found;
  }
  return {};
}

std::optional<Change> ChangeSearch::search(const StepCurves::Piece& piece, const std::vector<const Watched*>& watched,
                                           const double* held) {
  std::vector<const Watched*> undecided;
  std::vector<Open> open;
  const double width = piece.to - piece.from;
  std::vector<Enclosure> enclosed, margins;
  const std::span<const Enclosure> variables = curves_.over(piece);
  for (const Watched* each : watched) {
    amounts_of<Enclosure>(*each, variables, enclosing_scratch_, margins, held, enclosures_);
    for (std::size_t i = 0; i < enclosures_.size(); ++i) {
      // An amount whose values are below zero; `<=` is true at zero, so that zero is not below.
      if (enclosures_[i].value.empty() || enclosures_[i].value.hi < 0) continue;
      open.push_back({each, static_cast<int>(i), 0, 0, 0, enclosures_[i].d[0].lo > 0});
      enclosed.push_back(enclosures_[i]);
    }
  }
  if (open.empty()) return {};

  std::vector<double> numbers;
  const auto at_ends = [&](std::span<const double> values, double Open::*end) {
    for (Open& each : open) {
      amounts_of<double>(*each.watched, values, scratch_, numbers, held, amounts_);
      each.*end = amounts_[each.index];
    }
  };
  at_ends(curves_.at_begin(piece), &Open::begin);
  at_ends(curves_.at_end(piece), &Open::end);
  const std::span<const Enclosure> known = curves_.as_known(piece);
  for (Open& each : open) {
    amounts_of<Enclosure>(*each.watched, known, enclosing_scratch_, margins, held, enclosures_);
    each.band = each.watched->is_exact ? 0 : 0.5 * enclosures_[each.index].value.width();
  }
  bool all_rise = true;
  std::vector<Open> left;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Open& each = open[i];
    const Interval& value = enclosed[i].value;
    const Interval& slope = enclosed[i].d[0];
    if (!(each.band < Interval::infinity)) {  // not known here: the halves know more
      all_rise = false;
    } else if (each.end > each.band) {
      all_rise = all_rise && (each.rises || each.begin > each.band);
    } else if (!(each.begin > each.band)) {
      const double most =
          std::min({value.hi, each.begin + std::max(0.0, slope.hi) * width, each.end - std::min(0.0, slope.lo) * width});
      if (most <= 0) continue;
      if (most <= each.band && is_one_band(each, piece, held)) {
        note_if_faint(each, piece, most, held);
        continue;
      }
      all_rise = false;
    }
    left.push_back(each);
    if (undecided.empty() || undecided.back() != each.watched) undecided.push_back(each.watched);
  }
  if (left.empty()) return {};
  const bool is_last = width <= threshold::one_moment * duration_ || !(piece.from + 0.5 * width > piece.from);
  if (all_rise || is_last) {
    std::optional<Change> found;
    for (const Open& each : left) {
      if (!(each.end > each.band) && !(each.begin > each.band)) continue;
      const Change change = locate(each, piece, held);
      if (!found || change.t < found->t) found = change;
    }
    return found;
  }
  const double middle = piece.from + 0.5 * width;
  StepCurves::Piece half;
  curves_.clip(piece, piece.from, middle, half);
  if (auto found = search(half, undecided, held)) return found;
  curves_.clip(piece, middle, piece.to, half);
  return search(half, undecided, held);
}

// Whether what is not known of an amount is about the same all over a piece: one that does not go far from it.
bool ChangeSearch::is_one_band(const Open& open, const StepCurves::Piece& piece, const double* held) {
  constexpr double far = 10;
  if (piece.to - piece.from <= threshold::one_moment * duration_) return true;
  if (std::min(open.begin, open.end) < -far * open.band) return false;
  std::vector<Enclosure> margins;
  double least = open.band, most = open.band;
  for (const int end : {0, StepCurves::degree}) {
    amounts_of<Enclosure>(*open.watched, curves_.as_known(piece, end), enclosing_scratch_, margins, held, enclosures_);
    const double band = 0.5 * enclosures_[open.index].value.width();
    least = std::min(least, band);
    most = std::max(most, band);
  }
  return most <= 2 * least;
}

// Its largest amount on the curve, by golden sections: pieces that are left have one top.
void ChangeSearch::note_if_faint(const Open& open, const StepCurves::Piece& piece, double most, const double* held) {
  constexpr double golden = 0.6180339887498949;
  constexpr int sections = 30;
  constexpr double faint = 0.01;  // of the band: less is rounding
  const double least = faint * open.band;
  const Watched* const watched = open.watched;
  if (!(most > least) || !jumps(*watched, open.index) || std::find(told_.begin(), told_.end(), watched) != told_.end()) return;
  double a = piece.from, b = piece.to, t = a + golden * (b - a), top = on_curve(open, piece, t, held);
  for (int i = 0; i < sections; ++i) {
    const double other = a + b - t, there = on_curve(open, piece, other, held);
    const bool is_better = there > top, is_left = other < t;
    (is_better == is_left ? b : a) = is_better ? t : other;
    if (is_better) t = other, top = there;
  }
  for (const double end : {open.begin, open.end}) top = std::max(top, end);
  if (!(top > least)) return;
  told_.push_back(watched);
  faint_.push_back({t, top, open.band, watched, open.index});
}

double ChangeSearch::on_curve(const Open& open, const StepCurves::Piece& piece, double t, const double* held) {
  amounts_of<double>(*open.watched, curves_.on(piece, t), scratch_, margins_, held, amounts_);
  return amounts_[open.index];
}

// On the curve the amount rises through zero, and on the dense output beside it, by the difference over the slope: there the
// bracket is as narrow as time is resolved. Before the piece it may have passed zero without leaving the band: back to there.
Change ChangeSearch::locate(const Open& open, const StepCurves::Piece& piece, const double* held) {
  const bool is_exact = open.watched->is_exact, acts = open.watched->event < 0 || !open.watched->is_true;
  const auto curve = [&](double t) { return on_curve(open, piece, t, held); };
  const auto at = [&](double t) { return is_exact ? curve(t) : amount(*open.watched, open.index, t, held); };
  const auto found = [&](double t) { return Change{t, open.watched, open.index}; };
  double outside = piece.from, inside = piece.to;
  if (open.begin <= 0 && !is_exact) {
    const double apart = threshold::first_step * (inside - outside);
    const double rough = first_positive(outside, inside, curve, acts ? threshold::first_step * apart : 0);
    if (!acts) return found(rough);
    const double left = std::max(outside, rough - apart), right = std::min(inside, rough + apart);
    const double slope = (curve(right) - curve(left)) / (right - left);
    const double next = std::clamp(rough - at(rough) / slope, left, right), guess = next - at(next) / slope;
    const double near = 4 * std::numeric_limits<double>::epsilon() * std::abs(inside);
    for (double by = near; slope > 0 && by < apart; by *= 1000) {
      const double a = std::max(outside, guess - by), b = std::min(inside, guess + by);
      if (!(a < b)) break;
      if (!(at(b) > 0))
        outside = b;
      else if (at(a) > 0)
        inside = a;
      else
        return found(by == near ? b : first_positive(a, b, at));
    }
  }
  for (double back = threshold::shortest_step * duration_; outside > from_ && at(outside) > 0; back *= 2) {
    inside = outside;
    outside = std::max(from_, inside - back);
  }
  return found(at(outside) > 0 ? outside : first_positive(outside, inside, at));
}

}  // namespace bricard
