#include "bricard/math/time_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression_decisions.hpp"

namespace bricard {

namespace {

using Op = Expression::Op;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int most_stretches = 1000000;  // of one search: beyond it a function is taken as it comes
constexpr std::size_t most_pieces = 64;  // of a table that are bounded one by one

// Beside what switches: where a pole or a root ends a piece.
bool decides(Op op) {
  switch (op) {
    case Op::table:
    case Op::grid:
    case Op::divide:
    case Op::power:
    case Op::sqrt:
    case Op::log:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan2:
      return true;
    default:
      return switches(op);
  }
}

// Between which poles of the tangent an angle lies.
double branch_of_tangent(double x) { return std::floor(x / std::numbers::pi + 0.5); }

// The piece of a table that counts: every one of a linear table; of a smooth one whether x is before, on or after the curve.
double piece_of(const Interpolant& curve, double x) {
  const auto& points = curve.points();
  if (points.empty()) return 0;
  if (x < points.front()[0]) return -1;
  if (x > points.back()[0]) return static_cast<double>(points.size());
  if (curve.curve() != Interpolant::Curve::linear) return 0;
  return static_cast<double>(std::upper_bound(points.begin(), points.end() - 1, x,
                                              [](double at, const Interpolant::Point& point) { return at < point[0]; }) -
                             points.begin());
}

double piece_of(const std::vector<double>& axis, bool is_linear, double x) {
  if (is_linear) return static_cast<double>(GridInterpolant::piece_at(axis, x));
  return axis.empty() || (x >= axis.front() && x <= axis.back()) ? 0 : x < axis.front() ? -1 : 1;
}

// The same of a surface.
double cell_of(const GridInterpolant& surface, double x, double y) {
  const bool is_linear = surface.curve() == Interpolant::Curve::linear;
  return piece_of(surface.y(), is_linear, y) * static_cast<double>(surface.columns() + 2) + piece_of(surface.x(), is_linear, x);
}

double decision(const Expression& expression, const Expression::Node& node, double a, double b) {
  switch (node.op) {
    case Op::sqrt:
    case Op::power:
      return a < 0;
    case Op::table:
      return piece_of(expression.tables()[node.index], a);
    case Op::grid:
      return cell_of(expression.grids()[node.index], a, b);
    case Op::divide:
      return sign_of(b);
    case Op::log:
      return a <= 0;
    case Op::tan:
      return branch_of_tangent(a);
    case Op::asin:
    case Op::acos:
      return std::abs(a) <= 1;
    case Op::atan2:
      return b < 0 ? sign_of(a) : 2;
    default:
      return decision_of(node.op, a, b);
  }
}

}  // namespace

TimePieces::TimePieces(const Expression& expression, double unit) : expression_(expression), unit_(unit) {
  const auto& nodes = expression_.nodes();
  std::vector<char> is_constant(nodes.size(), 0);
  of_time_.assign(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Expression::Node& node = nodes[i];
    bool known = node.op != Op::variable || node.index == 0, constant = node.op != Op::variable;
    for (const int operand : {node.a, node.b, node.c}) {
      known = known && (operand < 0 || of_time_[operand]);
      constant = constant && (operand < 0 || is_constant[operand]);
    }
    of_time_[i] = known;
    is_constant[i] = constant;
    // A power with a whole number as exponent has no branches; with another one it has where its base turns negative.
    const bool is_whole = node.op == Op::power && nodes[node.b].op == Op::constant &&
                          nodes[node.b].value == std::floor(nodes[node.b].value) && nodes[node.b].value >= 0;
    const bool divides = node.op != Op::divide || !is_constant[node.b];
    if (known && !constant && decides(node.op) && divides && !is_whole) deciding_.push_back(static_cast<int>(i));
  }
}

std::vector<double> TimePieces::decided(double t) const {
  const auto& nodes = expression_.nodes();
  std::vector<double> w(nodes.size(), 0.0), found;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Expression::Node& node = nodes[i];
    if (!of_time_[i]) continue;
    const double a = node.a < 0 ? 0 : w[node.a], b = node.b < 0 ? 0 : w[node.b], c = node.c < 0 ? 0 : w[node.c];
    w[i] = node.op == Op::constant   ? node.value
           : node.op == Op::variable ? t / unit_
           : node.op == Op::table    ? interpolate(expression_.tables()[node.index], a, node.order)
           : node.op == Op::grid     ? interpolate(expression_.grids()[node.index], a, b, node.order % 4, node.order / 4)
           : node.op == Op::call     ? called(expression_, node, w.data())
                                     : Expression::apply<double>(node.op, a, b, c);
  }
  for (const int i : deciding_) {
    const Expression::Node& node = nodes[i];
    found.push_back(decision(expression_, node, w[node.a], node.b < 0 ? 0 : w[node.b]));
  }
  return found;
}

TimePieces::Range TimePieces::of_table(const Interpolant& curve, const Range& x, bool& certain) const {
  certain = certain && piece_of(curve, x.low) == piece_of(curve, x.high);
  const auto& pieces = curve.pieces();
  const auto& points = curve.points();
  const auto last =
      static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), x.high,
                                                [](double at, const Interpolant::Point& point) { return at < point[0]; }) -
                               points.begin());
  const auto first =
      static_cast<std::size_t>(std::lower_bound(points.begin(), points.end(), x.low,
                                                [](const Interpolant::Point& point, double at) { return point[0] < at; }) -
                               points.begin());
  if (!std::isfinite(x.low) || !std::isfinite(x.high) || last - first > most_pieces) return {-infinite, infinite};
  // Around the middle of what each piece covers: |y - y(m)| <= r (|c1| + r (|c2| + r |c3|)) with the slopes there.
  Range all{infinite, -infinite};
  for (std::size_t i = first; i <= std::min(last, pieces.size() - 1); ++i) {
    const double from = i == 0 || points.empty() ? x.low : std::max(x.low, points[i - 1][0]);
    const double to = i >= points.size() ? x.high : std::min(x.high, points[i][0]);
    const double u = 0.5 * (from + to) - pieces[i].x, r = std::max(0.0, 0.5 * (to - from));
    const auto& c = pieces[i].c;
    const double value = ((c[3] * u + c[2]) * u + c[1]) * u + c[0], slope = (3 * c[3] * u + 2 * c[2]) * u + c[1];
    const double by = r * (std::abs(slope) + r * (std::abs(3 * c[3] * u + c[2]) + r * std::abs(c[3])));
    if (!std::isfinite(value + by)) return {-infinite, infinite};
    all = {std::min(all.low, value - by), std::max(all.high, value + by)};
  }
  return all;
}

// Of an operation, from those of its operands; `certain` turns false where it may decide in two ways.
TimePieces::Range TimePieces::range(const Expression::Node& node, const std::vector<Range>& of, bool& certain) const {
  const Range none{-infinite, infinite};
  const Range a = node.a < 0 ? Range{} : of[node.a], b = node.b < 0 ? Range{} : of[node.b], c = node.c < 0 ? Range{} : of[node.c];
  const auto hull = [](std::initializer_list<double> values) {
    Range all{infinite, -infinite};
    for (const double value : values) {
      if (std::isnan(value)) return Range{-infinite, infinite};
      all = {std::min(all.low, value), std::max(all.high, value)};
    }
    return all;
  };
  const auto truth = [&](bool always, bool never) {
    certain = certain && (always || never);
    return Range{always ? 1.0 : 0.0, never ? 0.0 : 1.0};
  };
  const auto is_true = [](const Range& x) { return x.low > 0 || x.high < 0; };
  const auto is_false = [](const Range& x) { return x.low == 0 && x.high == 0; };
  const auto rising = [&](double (*f)(double)) { return hull({f(a.low), f(a.high)}); };
  // Sine, with its maxima at pi/2 + 2 pi k and its minima half a turn later.
  const auto wave = [&](double shift) {
    const double low = a.low + shift, high = a.high + shift, turn = 2 * std::numbers::pi;
    if (!(high - low < turn)) return Range{-1, 1};
    const auto passes = [&](double at) { return std::floor((high - at) / turn) != std::floor((low - at) / turn); };
    Range found = hull({std::sin(low), std::sin(high)});
    if (passes(0.25 * turn)) found.high = 1;
    if (passes(0.75 * turn)) found.low = -1;
    return found;
  };
  switch (node.op) {
    case Op::add:
      return hull({a.low + b.low, a.high + b.high});
    case Op::subtract:
      return hull({a.low - b.high, a.high - b.low});
    case Op::negate:
      return {-a.high, -a.low};
    case Op::multiply:
      return hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    case Op::divide:
      if (is_true(b)) return hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
      certain = false;
      return none;
    case Op::power: {
      const bool whole = b.low == b.high && b.low == std::floor(b.low) && b.low >= 0;
      if (a.low < 0 && !whole) {
        certain = certain && a.high < 0;
        return none;
      }
      Range found = hull({std::pow(a.low, b.low), std::pow(a.low, b.high), std::pow(a.high, b.low), std::pow(a.high, b.high)});
      if (a.low < 0 && a.high > 0) found.low = std::min(found.low, 0.0);
      return found;
    }
    case Op::less:
      return truth(a.high < b.low, a.low >= b.high);
    case Op::less_equal:
      return truth(a.high <= b.low, a.low > b.high);
    case Op::equal:
    case Op::not_equal: {
      const bool apart = a.high < b.low || a.low > b.high, same = a.low == a.high && b.low == b.high && a.low == b.low;
      return node.op == Op::equal ? truth(same, apart) : truth(apart, same);
    }
    case Op::logical_and:
      return {is_true(a) && is_true(b) ? 1.0 : 0.0, is_false(a) || is_false(b) ? 0.0 : 1.0};
    case Op::logical_or:
      return {is_true(a) || is_true(b) ? 1.0 : 0.0, is_false(a) && is_false(b) ? 0.0 : 1.0};
    case Op::logical_not:
      return {is_false(a) ? 1.0 : 0.0, is_true(a) ? 0.0 : 1.0};
    case Op::if_else:
      return is_true(a) ? b : is_false(a) ? c : hull({b.low, b.high, c.low, c.high});
    case Op::min:
      truth(a.high < b.low, a.low >= b.high);
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::max:
      truth(a.high < b.low, a.low >= b.high);
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::abs:
      truth(a.high < 0, a.low >= 0);
      return {is_true(a) ? std::min(std::abs(a.low), std::abs(a.high)) : 0, std::max(std::abs(a.low), std::abs(a.high))};
    case Op::sign:
      certain = certain && sign_of(a.low) == sign_of(a.high);
      return {sign_of(a.low), sign_of(a.high)};
    case Op::floor:
      certain = certain && std::floor(a.low) == std::floor(a.high);
      return {std::floor(a.low), std::floor(a.high)};
    case Op::mod: {
      const Range turns = is_true(b) ? hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}) : none;
      const double low = std::floor(turns.low), high = std::floor(turns.high);
      certain = certain && low == high;
      if (low != high) return {std::min(0.0, b.low), std::max(0.0, b.high)};
      return hull({a.low - b.low * low, a.low - b.high * low, a.high - b.low * low, a.high - b.high * low});
    }
    case Op::sqrt:
      certain = certain && (a.low >= 0 || a.high < 0);
      return a.low < 0 ? none : rising(std::sqrt);
    case Op::log:
      certain = certain && (a.low > 0 || a.high <= 0);
      return a.low > 0 ? rising(std::log) : none;
    case Op::exp:
      return rising(std::exp);
    case Op::sin:
      return wave(0);
    case Op::cos:
      return wave(0.5 * std::numbers::pi);
    case Op::tan: {
      const bool one = branch_of_tangent(a.low) == branch_of_tangent(a.high);
      certain = certain && one;
      return one ? rising(std::tan) : none;
    }
    case Op::asin:
    case Op::acos: {
      const bool inside = a.low >= -1 && a.high <= 1;
      certain = certain && (inside || a.high < -1 || a.low > 1);
      return inside ? hull({Expression::apply<double>(node.op, a.low, 0, 0), Expression::apply<double>(node.op, a.high, 0, 0)})
                    : none;
    }
    case Op::atan:
      return rising(std::atan);
    case Op::atan2:
      certain = certain && (b.low >= 0 || (b.high < 0 && sign_of(a.low) == sign_of(a.high)));
      return {-std::numbers::pi, std::numbers::pi};
    case Op::sinh:
      return rising(std::sinh);
    case Op::cosh:
      return is_true(a) ? rising(std::cosh) : Range{1, std::max(std::cosh(a.low), std::cosh(a.high))};
    case Op::tanh:
      return rising(std::tanh);
    case Op::table:
      return of_table(expression_.tables()[node.index], a, certain);
    case Op::grid: {
      const GridInterpolant& surface = expression_.grids()[node.index];
      certain = certain && cell_of(surface, a.low, b.low) == cell_of(surface, a.high, b.high);
      if (!(std::isfinite(a.low + a.high) && std::isfinite(b.low + b.high))) return none;
      const Enclosure all = interpolate(surface, Enclosure(Interval(a.low, a.high)), Enclosure(Interval(b.low, b.high)),
                                        node.order % 4, node.order / 4);
      return all.value.empty() ? none : Range{all.value.lo, all.value.hi};
    }
    case Op::noise:
      if (a.low == a.high && b.low == b.high) return {noise_of(a.low, b.low), noise_of(a.low, b.low)};
      return {-largest_noise, largest_noise};
    case Op::argument:
      return a;
    case Op::call: {
      std::vector<Enclosure> values(of.size(), Enclosure(0.0));
      for (int i = node.a; i >= 0; i = expression_.nodes()[i].b) values[i] = Enclosure(Interval(of[i].low, of[i].high));
      const Enclosure all = called(expression_, node, values.data());
      return all.value.empty() ? none : Range{all.value.lo, all.value.hi};
    }
    case Op::constant:
    case Op::variable:
      break;
  }
  return none;
}

bool TimePieces::is_certain(double from, double to) const {
  const auto& nodes = expression_.nodes();
  constexpr double outward = 4 * std::numeric_limits<double>::epsilon();
  std::vector<Range> of(nodes.size());
  bool certain = true;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!of_time_[i]) continue;
    if (nodes[i].op == Op::constant) {
      of[i] = {nodes[i].value, nodes[i].value};
      continue;
    }
    if (nodes[i].op == Op::variable) {
      of[i] = {from / unit_, to / unit_};
      continue;
    }
    of[i] = range(nodes[i], of, certain);
    if (!certain) return false;
    // What is decided is a whole number and exact; all else may be off by rounding.
    if (of[i].low != std::floor(of[i].low) || of[i].high != std::floor(of[i].high))
      of[i] = {of[i].low - outward * std::abs(of[i].low), of[i].high + outward * std::abs(of[i].high)};
  }
  return true;
}

std::optional<PieceChange> TimePieces::next(double from, double to, double shortest) const {
  if (empty() || !(to > from)) return {};
  // Stretches that are still to be looked at, the earliest last.
  std::vector<Range> open{{from, to}};
  for (int looked = 0; !open.empty() && looked < most_stretches; ++looked) {
    auto [a, b] = open.back();
    open.pop_back();
    if (is_certain(a, b)) continue;
    const double middle = 0.5 * (a + b);
    if (b - a > shortest && middle > a && middle < b) {
      open.push_back({middle, b});
      open.push_back({a, middle});
      continue;
    }
    const std::vector<double> at_first = decided(a);
    if (decided(b) == at_first) continue;
    for (double m = 0.5 * (a + b); m > a && m < b; m = 0.5 * (a + b)) (decided(m) == at_first ? a : b) = m;
    return PieceChange{a, b};
  }
  return {};
}

}  // namespace bricard
