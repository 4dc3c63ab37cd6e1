#include "bricard/formulations/problems/turn_count.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double most_looks = 1e5;  // at one step

double fastest_rotation(const Equations& e) {
  double square = 0;
  if (e.plane)
    for (const double w : e.plane->k.w) square = std::max(square, w * w);
  else
    for (const auto& w : e.k.w) square = std::max(square, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  return std::sqrt(square);
}

}  // namespace

TurnCount::TurnCount(const System& system) : system_(system) {
  const auto& measured = system.measures().measured;
  const bool relative = system.coordinates() == relative_coordinates;  // these hold the angles of the tree, turns included
  for (std::size_t m = 0; m < measured.size(); ++m)
    if (measured[m].is_angle && !(relative && measured[m].tree_body)) angles_.push_back(static_cast<int>(m));
}

void TurnCount::read(const Equations& e, Look& look) const {
  const auto& measured = system_.measures().measured;
  look.rates.setZero(static_cast<Eigen::Index>(measured.size()));
  for (const int m : angles_)
    look.rates[m] = e.plane ? rate(e.plane->k.measured[m], e.plane->k.pairs[measured[m].pair])
                            : rate(e.k.measured[m], e.k.pairs[measured[m].pair]);
}

void TurnCount::start(const Equations& e, const State& state) {
  if (angles_.empty()) return;
  read(e, last_);
  last_.t = state.t;
  last_.angles = state.angles;
  fastest_ = fastest_rotation(e);
}

void TurnCount::see(const Equations& e) {
  if (!angles_.empty()) fastest_ = std::max(fastest_, fastest_rotation(e));
}

void TurnCount::see(double rotation) { fastest_ = std::max(fastest_, rotation); }

void TurnCount::expect_from(const Look& look, State& state) const {
  for (const int m : angles_) state.angles[m] = look.angles[m] + (state.t - look.t) * look.rates[m];
}

void TurnCount::expect(State& state) const { expect_from(last_, state); }

// Two bodies may turn against each other.
double TurnCount::looks_needed(const Equations& e, double h) const {
  const double turned = 2 * std::max(fastest_, fastest_rotation(e)) * h;
  return std::isfinite(turned) ? std::min(std::ceil(turned / threshold::turn_in_a_look), most_looks) : 1;
}

bool TurnCount::must_walk(const Equations& e, const State& state) const {
  return !angles_.empty() && looks_needed(e, state.t - last_.t) > 1;
}

void TurnCount::walk(Equations& e, State& state, const std::function<void(double, State&)>& between) {
  const State end = state;
  const double h = end.t - last_.t;
  const int count = static_cast<int>(looks_needed(e, h));
  walked_.clear();
  Look look = last_;
  for (int i = 1; i <= count; ++i) {
    walked_.push_back(look);
    if (i < count) {
      between(static_cast<double>(i) / count, state);
      state.t = last_.t + h * i / count;
    } else {
      state = end;
    }
    expect_from(look, state);
    system_.motion(state, e, system_.row_set(), Measure::all);
    system_.update_angles(e, state);
    look.t = state.t;
    look.angles = state.angles;
    read(e, look);
  }
}

void TurnCount::arrive(const Equations& e, const State& state) {
  looks_.swap(walked_);
  walked_.clear();
  start(e, state);
}

void TurnCount::recall(State& state) const {
  if (looks_.empty() || state.t >= last_.t) return expect_from(last_, state);
  const auto after =
      std::upper_bound(looks_.begin() + 1, looks_.end(), state.t, [](double t, const Look& look) { return t < look.t; });
  expect_from(*(after - 1), state);
}

}  // namespace bricard
