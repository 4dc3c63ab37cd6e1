#include "bricard/analyses/driven/path.hpp"

#include <cmath>
#include <limits>

#include "bricard/formulations/problems/scales.hpp"

namespace bricard {

namespace {

constexpr double rounding = 1e-16;
constexpr double longest_motion = 0.3;      // of a body in a step: characteristic lengths or radians
constexpr double careful_motion = 0.02;     // near singular positions
constexpr double largest_share = 0.1;       // of the correction in the motion
constexpr double negligible_change = 1e-4;  // a correction that needs no comparison
constexpr int most_newton_steps = 10;
// Pivots are squares: a singular position is near at a tenth of the usual distance, and passed at a fiftieth.
constexpr double near = 1e-2, passed = 4e-4;
constexpr double undetermined = 1e-12;  // pivot of a direction that is left alone and keeps its rate

}  // namespace

Path::Path(const System& system, Weights weights, State start, bool driven)
    : system_(system),
      weights_(std::move(weights)),
      driven_(driven),
      e_(system),
      state_(std::move(start)),
      a_(Eigen::VectorXd::Zero(system.nv())),
      d_(Eigen::VectorXd::Zero(system.nv())) {
  system_.motion(state_, e_, RowSet::all, Measure::all);
  system_.fill(e_);
  weigh(weights_, e_);
  e_.kernel.select();
  selected_ = e_.kernel.selected();
  double change = 0;
  close(state_, change);
  state_.v.setZero();
  rates(state_, 0);
}

bool Path::factor(double truncate) {
  system_.fill(e_);
  weigh(weights_, e_);
  ++counts_.factorizations;
  return e_.kernel.factor(truncate);
}

// Largest |Phi| of the rows in use. Those that are left out close with them or not at all.
double Path::open_rows() const {
  std::vector<char> left_out(system_.layout().rows + system_.own_rows(), 0);
  for (std::size_t l = 0; l < system_.loop_groups().size(); ++l) {
    const RowGroup& group = system_.layout().groups[system_.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      left_out[group.first_row + i] = !e_.kernel.selected()[e_.kernel.first_row(static_cast<int>(l)) + i];
  }
  double open = 0;
  for (int row : system_.active_rows())
    if (const double by = system_.scaled(row, e_.k.Phi[row]); !left_out[row] && !(by <= open)) open = by;
  return open;
}

// Expects nothing in e; leaves the motion of the closed state there. False: no convergence.
bool Path::newton(State& state, double& change) {
  const double reach = system_.reach(), length = system_.layout().length;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0;; ++i) {
    system_.motion(state, e_);
    ++counts_.evaluations;
    if (system_.singular(e_.k)) {
      refusal_ = system_.why_singular(e_.k);
      return false;
    }
    const double open = open_rows() / reach;
    if (!std::isfinite(open)) return false;
    if (open <= 2 * rounding || (i > 1 && open > 0.3 * before)) return open <= 1e-12;
    if (i == most_newton_steps) return false;
    before = open;
    if (!factor(undetermined)) return false;
    system_.correction(Order::position, e_, e_.increment);
    const double step = largest_increment(e_.solution, length);
    if (!std::isfinite(step)) return false;
    change += step;
    if (change > 2 * longest_motion) return false;
    system_.move(state.q, e_.increment, e_.moved);
    state.q = e_.moved;
  }
}

// Newton with the rows in use; where a row that was left out stays open, with a new choice of rows.
bool Path::close(State& state, double& change) {
  const State start = state;
  for (int attempt = 0; attempt < 2; ++attempt) {
    state.q = start.q;
    change = 0;
    if (!newton(state, change)) break;
    if (left_out_rows_open(system_, e_) <= 1e-11 * system_.reach()) return true;
    if (attempt == 1) break;
    state.q = start.q;
    system_.motion(state, e_);
    system_.fill(e_);
    weigh(weights_, e_);
    const auto before = e_.kernel.selected();
    e_.kernel.select(1e-6);
    if (e_.kernel.selected() == before) break;
  }
  e_.kernel.set_selected(selected_);
  return false;
}

// Velocities and accelerations at a closed state whose motion stands in e.
void Path::rates(State& state, double h) {
  selected_ = e_.kernel.selected();
  system_.motion(state, e_, RowSet::all, Measure::all);
  system_.update_angles(e_, state);
  const Eigen::VectorXd predicted = state.v + h * a_, last = state.v;
  if (!factor(undetermined)) return;
  watch_pivots();
  const bool determined = !e_.kernel.truncated();
  if (determined)
    state.v.setZero();
  else
    state.v = predicted;
  for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding of the first
    system_.motion(state, e_);
    system_.correction(Order::velocity, e_, e_.increment);
    state.v += e_.increment;
  }
  system_.motion(state, e_);
  here_ = poses(e_);
  if (!driven_) return;
  if (determined) {
    for (auto& f : e_.right.f) f.setZero();
    system_.correction(Order::acceleration, e_, a_);
  } else if (h > 0) {
    a_ = (state.v - last) / h;
  }
}

void Path::watch_pivots() {
  const auto& pivots = e_.kernel.pivots();
  usual_.resize(pivots.size(), 0);
  nearness_ = 1;
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    if (!selected_[i]) continue;
    usual_[i] = std::max(usual_[i], pivots[i]);
    if (usual_[i] > 0) nearness_ = std::min(nearness_, pivots[i] / usual_[i]);
  }
  if (nearness_ < passed && !is_near_) singular_times_.push_back(state_.t);
  is_near_ = nearness_ < passed || (is_near_ && nearness_ < near);
}

bool Path::advance(double to, double finest) {
  const double length = system_.layout().length;
  if (step_ == 0) step_ = to - state_.t;
  while (state_.t < to) {
    const double limit = nearness_ < near ? careful_motion : longest_motion;
    const double left = to - state_.t;
    const double h = std::min(step_, left);
    State trial = state_;
    trial.t = h == left ? to : state_.t + h;
    d_ = h * state_.v;
    if (driven_) d_ += h * h / 2 * a_;
    system_.move(state_.q, d_, trial.q);
    double change = 0;
    refusal_.clear();
    bool good = trial.q.allFinite() && close(trial, change);
    double motion = 0;
    if (good) {
      motion = largest_difference(here_, poses(e_), length);
      good = motion <= 1.2 * limit && change <= std::max(negligible_change, largest_share * motion);
    }
    if (!good) {
      ++counts_.rejected;
      e_.kernel.set_selected(selected_);
      step_ = h / 2;
      if (step_ < finest) return false;
      continue;
    }
    ++counts_.steps;
    state_ = std::move(trial);
    rates(state_, h);
    if (h < step_) continue;  // cut to an output time: the step itself is still good
    const double by_motion = motion > 0 ? 0.8 * limit / motion : 2;
    const double by_change = change > negligible_change ? std::cbrt(0.3 * largest_share * motion / change) : 2;
    step_ = h * std::clamp(std::min(by_motion, by_change), 0.3, 2.0);
  }
  return true;
}

}  // namespace bricard
