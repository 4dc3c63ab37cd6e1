#include "bricard/analyses/dynamics/stick_slip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/dynamics/change.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int looks = 8;         // per step
constexpr int most_quick = 200;  // changes within one moment

// Rows that depended on the others at the start may not along the way: with them left out a mechanism would seem to have more
// freedoms. At the motion in e, on the constraints: a choice of more rows, or of as many that are clearly more independent.
void choose_rows(const System& system, Equations& e) {
  const std::vector<char> before = e.kernel.selected();
  const long kept = std::count(before.begin(), before.end(), 1);
  if (kept == static_cast<long>(before.size())) return;
  system.fill(e);
  e.kernel.factor();
  const double pivot = e.kernel.smallest_pivot();
  const int rank = e.kernel.select();
  if (!(rank > kept || (rank == kept && e.kernel.smallest_pivot() > 4 * pivot))) e.kernel.set_selected(before);
}

}  // namespace

StickSlip::StickSlip(System& system, const std::vector<char>& selected, double duration, double tolerance)
    : system_(system),
      duration_(duration),
      tolerance_(tolerance),
      e_(system),
      caught_(system.rubbing().rubbing.size(), 0),
      fastest_slip_(caught_.size(), 0.0),
      amounts_(caught_.size(), 0.0) {
  e_.kernel.set_selected(selected);
}

double StickSlip::slip_of(const RubbingSurface& surface) const {
  return e_.rubbed.problem.slip.segment(surface.first, surface.count).norm();
}

double StickSlip::least_slip() const {
  return threshold::standing_still * std::max(system_.speed(e_), system_.length() / duration_);
}

Outcome StickSlip::settle(State& state) {
  quick_ = std::abs(state.t - last_) <= threshold::one_moment * duration_ ? quick_ + 1 : 0;
  last_ = state.t;
  if (quick_ > most_quick) return Outcome::failure(fmt::format("surfaces stick and slip without end at t = {:.9g} s", state.t));
  const std::vector<RubbingMode> before = system_.rubbing_modes();
  for (std::size_t s = 0; s < before.size(); ++s)
    if (before[s].contact == Contact::sticks) caught_[s] = 1;
  system_.motion(state, e_);
  choose_rows(system_, e_);
  slip_velocities(system_, e_);
  for (std::size_t s = 0; s < caught_.size(); ++s)  // where all stands still, what rounding has left says no direction
    if (slip_of(e_.rubbed.problem.surfaces[s]) <= least_slip()) caught_[s] = 1;
  system_.forces(e_);
  if (!bricard::settle(system_, e_, caught_)) return Outcome::failure(why_not(system_, e_));
  system_.set_rubbing_modes(e_.rubbed.modes);
  split_ = split_ || !e_.rubbed.efforts.unique;
  for (std::size_t s = 0; s < caught_.size(); ++s)
    fastest_slip_[s] = e_.rubbed.modes[s].contact == Contact::sticks || caught_[s] ? 0 : slip_of(e_.rubbed.problem.surfaces[s]);
  std::fill(caught_.begin(), caught_.end(), 0);
  if (!hold_still(system_, e_, state)) return Outcome::failure("what sticks cannot be held: a body has no inertia");
  return {};
}

const std::vector<double>& StickSlip::amounts(const State& state) {
  const std::vector<RubbingMode>& modes = system_.rubbing_modes();
  system_.motion(state, e_);
  bool answered = false;
  if (std::any_of(modes.begin(), modes.end(), [](const RubbingMode& mode) { return mode.contact == Contact::sticks; })) {
    system_.forces(e_);
    answered = rub(system_, e_);
  } else {
    slip_velocities(system_, e_);
  }
  const Rubbed& rubbed = e_.rubbed;
  const double noise = least_slip();
  double most = 0;  // of all cones
  for (std::size_t s = 0; answered && s < amounts_.size(); ++s)
    most =
        std::max(most, rubbed.problem.surfaces[s].holding * rubbed.problem.normal(rubbed.problem.surfaces[s], rubbed.efforts.f));
  for (std::size_t s = 0; s < amounts_.size(); ++s) {
    const RubbingSurface& surface = rubbed.problem.surfaces[s];
    const RubbingMode& mode = modes[s];
    amounts_[s] = -1;
    if (mode.contact == Contact::slides) {
      double ahead = 0;
      for (int i = 0; i < surface.count; ++i) ahead += rubbed.problem.slip[surface.first + i] * mode.direction[i];
      amounts_[s] = -ahead - noise;
      if (surface.count > 1)
        amounts_[s] = std::max(amounts_[s], threshold::depth * tolerance_ * fastest_slip_[s] - slip_of(surface));
    } else if (mode.contact == Contact::rests) {
      amounts_[s] = slip_of(surface) - noise;
    } else if (answered) {
      const double effort = rubbed.efforts.f.segment(surface.first, surface.count).norm();
      amounts_[s] = rubbed.problem.excess(surface, rubbed.efforts.f) -
                    std::max((rubbed.efforts.unique ? threshold::outside_cone : threshold::outside_split_cone) * effort,
                             threshold::outside_cone * most);
    }
  }
  return amounts_;
}

std::optional<double> StickSlip::next(double from, double to, const std::function<State(double)>& at) {
  const std::size_t n = amounts_.size();
  std::vector<double> times(looks + 1);
  std::vector<std::vector<double>> seen(looks + 1);
  for (int i = 0; i <= looks; ++i) {
    times[i] = i == looks ? to : from + (to - from) * i / looks;
    seen[i] = amounts(at(times[i]));
  }
  const auto amount = [&](std::size_t s, double t) { return amounts(at(t))[s]; };
  // What may have risen above zero between two looks: the top of the parabola through three of them.
  const auto top = [&](std::size_t s, int i) -> std::optional<double> {
    const double a = seen[i - 1][s], b = seen[i][s], c = seen[i + 1][s];
    if (!(b >= a && b >= c && b <= 0) || a - 2 * b + c == 0) return {};
    const double rise = (a - c) * (a - c) / (8 * (2 * b - a - c));
    if (!(b + 4 * rise > 0)) return {};
    double low = times[i - 1], high = times[i + 1];
    for (int k = 0; k < 60 && high - low > threshold::one_moment * duration_; ++k) {
      const double left = low + (high - low) / 3, right = high - (high - low) / 3;
      (amount(s, left) < amount(s, right) ? low : high) = amount(s, left) < amount(s, right) ? left : right;
    }
    return 0.5 * (low + high);
  };
  std::optional<double> first;
  std::vector<double> when(n, to + 1);
  for (std::size_t s = 0; s < n; ++s) {
    for (int i = 1; i <= looks; ++i) {
      double outside = times[i - 1], inside = times[i];
      if (!(seen[i][s] > 0)) {
        const std::optional<double> highest = i < looks ? top(s, i) : std::nullopt;
        if (!highest || !(amount(s, *highest) > 0)) continue;
        inside = *highest;
      }
      when[s] = seen[i - 1][s] > 0 ? outside : first_positive(outside, inside, [&](double t) { return amount(s, t); });
      break;
    }
    if (when[s] <= to && (!first || when[s] < *first)) first = when[s];
  }
  if (!first) return {};
  // Those that slide and stop in this moment are judged with those that stick.
  amounts(at(*first));
  const double noise = least_slip();
  for (std::size_t s = 0; s < n; ++s) {
    if (when[s] > *first + threshold::one_moment * duration_ || system_.rubbing_modes()[s].contact != Contact::slides) continue;
    const RubbingSurface& surface = e_.rubbed.problem.surfaces[s];
    const double small = std::max(2 * threshold::depth * tolerance_ * fastest_slip_[s], 4 * noise);
    caught_[s] = surface.count == 1 || slip_of(surface) <= small;
  }
  return first;
}

void StickSlip::follow(const State& state) {
  system_.motion(state, e_);
  choose_rows(system_, e_);
  std::vector<RubbingMode> modes = system_.rubbing_modes();
  const Eigen::VectorXd slip = slip_velocities(system_, e_);
  for (std::size_t s = 0; s < modes.size(); ++s) {
    const RubbingSurface& surface = e_.rubbed.problem.surfaces[s];
    const double speed = slip_of(surface);
    fastest_slip_[s] = std::max(fastest_slip_[s], speed);
    if (modes[s].contact != Contact::slides || surface.count == 1 || !(speed > 0)) continue;
    for (int i = 0; i < surface.count; ++i) modes[s].direction[i] = slip[surface.first + i] / speed;
  }
  system_.set_rubbing_modes(std::move(modes));
}

std::string StickSlip::refusal(const State& state) {
  system_.motion(state, e_);
  system_.forces(e_);
  return rub(system_, e_) ? std::string() : why_not(system_, e_);
}

}  // namespace bricard
