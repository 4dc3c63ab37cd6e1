#include "bricard/system/past_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace bricard {

namespace {

constexpr int smoothest = 8;  // derivatives that the methods of highest order ask for

// The extrema of Chebyshev's polynomial.
const std::array<double, PastValues::degree + 1>& nodes() {
  static const auto all = [] {
    std::array<double, PastValues::degree + 1> s;
    for (int j = 0; j <= PastValues::degree; ++j) s[j] = 0.5 * (1 - std::cos(std::numbers::pi * j / PastValues::degree));
    return s;
  }();
  return all;
}

// Barycentric interpolation (Berrut, Trefethen: SIAM Review 46, 2004): weights 1/2, -1, 1, .., 1/2.
double value_of(const PastValues::Piece& piece, double s) {
  double above = 0, below = 0;
  for (int j = 0; j <= PastValues::degree; ++j) {
    const double apart = s - nodes()[j];
    if (apart == 0) return piece.values[j];
    const double weight = (j % 2 == 0 ? 1 : -1) * (j == 0 || j == PastValues::degree ? 0.5 : 1) / apart;
    above += weight * piece.values[j];
    below += weight;
  }
  return above / below;
}

}  // namespace

double PastValues::node(int j) { return nodes()[j]; }

PastValues::PastValues(const std::vector<double>& times) {
  for (const double time : times) pasts_.push_back({time, 0, {}});
}

void PastValues::begin(double t, std::span<const double> first) {
  for (std::size_t i = 0; i < pasts_.size(); ++i) pasts_[i].first = first[i];
  end_ = t;
  has_begun_ = true;
}

void PastValues::end_at(double t) {
  end_ = t;
  for (Past& past : pasts_)
    while (past.pieces.size() > 1 && past.pieces[1].from + past.time < t) {
      past.pieces.pop_front();
      past.first = past.pieces.front().values[0];
    }
}

double PastValues::at(std::size_t delay, double t) const {
  const Past& past = pasts_[delay];
  // Sums of the same two numbers are the same: a jump that was at `from` is read from `from + time` on.
  const auto after = std::upper_bound(past.pieces.begin(), past.pieces.end(), t,
                                      [&](double at, const Piece& piece) { return at < piece.from + past.time; });
  if (after == past.pieces.begin()) return past.first;
  const Piece& piece = *std::prev(after);
  return value_of(piece, std::clamp((t - past.time - piece.from) / (piece.to - piece.from), 0.0, 1.0));
}

void PastValues::bend(double t, double near) {
  std::set<double> times;
  for (const Past& past : pasts_) times.insert(past.time);
  int smoothed = 0;
  const auto last = bends_.upper_bound(t + near);
  if (const auto here = bends_.lower_bound(t - near); here != bends_.end() && here->first <= t + near) smoothed = here->second;
  bends_.erase(bends_.begin(), last);
  // With several delays the moments multiply.
  if (smoothed >= std::max<int>(2, smoothest / static_cast<int>(times.size()))) return;
  for (const double time : times) {
    const auto known = bends_.lower_bound(t + time - near);
    if (known != bends_.end() && known->first <= t + time + near)
      known->second = std::min(known->second, smoothed + 1);
    else
      bends_.emplace(t + time, smoothed + 1);
  }
}

std::optional<double> PastValues::next_bend(double t, double near) const {
  const auto next = bends_.upper_bound(t + near);
  return next == bends_.end() ? std::nullopt : std::optional(next->first);
}

double PastValues::shortest_delay() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const Past& past : pasts_) shortest = std::min(shortest, past.time);
  return shortest;
}

}  // namespace bricard
