#include "bricard/analyses/assembly/closing.hpp"

#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

constexpr double longest_step = 0.4;  // of a body: characteristic lengths or radians
constexpr int most_steps = 200;

// What is not a number stays.
double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

}  // namespace

std::vector<int> position_rows(const System& system) {
  std::vector<int> rows;
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (!system.constraints().is_rate_row[row]) rows.push_back(row);
  return rows;
}

Closing::Closing(const System& system, Weights weights)
    : system_(system),
      weights_(std::move(weights)),
      e_(system),
      held_(system.constraints().rows, 0.0),
      rows_(position_rows(system)),
      per_one_(system.constraints().rows, 1.0),
      joined_(system.constraints().rows) {
  for (const RowGroup& group : system.constraints().groups)
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      for (const int pair : group.pairs)
        for (const Frame* frame : {&system.mechanism().pairs[pair].A, &system.mechanism().pairs[pair].B})
          joined_[row].push_back(frame->body);
}

// A guess may lie so far away that its square is not finite.
double Closing::reach(int row) const {
  double reach = system_.length();
  for (const int body : joined_[row]) reach = std::max(reach, e_.k.p[body].stableNorm());
  return reach;
}

void Closing::hold(std::vector<double> open) { held_ = std::move(open); }

// Motion, with Phi less what is held open.
void Closing::evaluate(const State& state) {
  system_.motion(state, e_, RowSet::all, Measure::all);
  open_ = relatively_open_ = 0;
  for (int row : rows_) {
    e_.k.Phi[row] -= held_[row];
    const double open = as_length(system_, e_, row, e_.k.Phi[row]), relative = open / reach(row);
    open_ = larger(open_, open);
    relatively_open_ = larger(relatively_open_, relative);
  }
}

// The sum whose descent Newton's step is: with these weights until the next one.
void Closing::weigh_rows() {
  for (int row : rows_) per_one_[row] = length_per_one(system_, e_, row);
}

double Closing::sum_of_squares() const {
  double sum = 0;
  for (int row : rows_) sum += std::pow(per_one_[row] * e_.k.Phi[row], 2);
  return sum;
}

// Far from closed, rows that depend on others in closed positions only seem independent and would ask for huge steps.
bool Closing::factor() {
  system_.fill(e_);
  weigh(weights_, e_);
  const double distance = open_ / system_.length();
  e_.kernel.select(std::clamp(distance * distance, threshold::least_truncation, threshold::largest_truncation));
  // Rows that hold for velocities only do not hinder positions.
  std::vector<char> selected = e_.kernel.selected();
  for (std::size_t l = 0; l < system_.loop_groups().size(); ++l) {
    const RowGroup& group = system_.constraints().groups[system_.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (system_.constraints().is_rate_row[group.first_row + i]) selected[e_.kernel.first_row(static_cast<int>(l)) + i] = 0;
  }
  e_.kernel.set_selected(selected);
  return e_.kernel.factor();
}

void Closing::accept(State& state) { system_.update_angles(e_, state); }

bool Closing::close(State& state) {
  const double length = system_.length();
  State trial = state;
  evaluate(state);
  for (int iteration = 0; iteration < most_steps; ++iteration) {
    weigh_rows();
    const double before = sum_of_squares();
    if (relatively_open_ <= threshold::closed) return true;
    if (!std::isfinite(before) || !factor()) return false;
    system_.correction(Order::position, e_, e_.increment);
    const double largest = largest_increment(e_.solution, length);
    if (!std::isfinite(largest)) return false;
    double fraction = std::min(1.0, longest_step / largest);
    for (bool better = false; !better; fraction /= 2) {
      if (fraction < threshold::shortest_fraction) {
        evaluate(state);
        return relatively_open_ <= threshold::closed_to_rounding;
      }
      const Eigen::VectorXd step = fraction * e_.increment;
      system_.move(state.q, step, trial.q);
      trial.angles = state.angles;
      evaluate(trial);
      better = sum_of_squares() < before;
    }
    accept(trial);
    state.q = trial.q;
    state.angles = trial.angles;
  }
  return relatively_open_ <= threshold::closed_to_rounding;
}

double Closing::approach(State& state, const Poses& target) {
  const double length = system_.length();
  evaluate(state);
  double left = distance(poses(e_), target);
  double longest = 0.2;
  for (int iteration = 0; iteration < most_steps && left > threshold::approached; ++iteration) {
    evaluate(state);
    const Poses here = poses(e_);
    if (!factor()) return left;
    const KernelMatrices& matrices = e_.kernel.matrices();
    for (int b = 1; b <= system_.mechanism().bodies; ++b) {
      const Vec6<double> w = difference(here, target, b);
      e_.right.f[b] << matrices.mass[b] * w.head<3>(), matrices.inertia[b] * w.tail<3>();
    }
    // The equations of motion are those of this least-squares problem: gamma is what the rows still need.
    for (int row : rows_) e_.k.gamma[row] = -e_.k.Phi[row];
    system_.correction(Order::acceleration, e_, e_.increment);
    const double largest = largest_increment(e_.solution, length);
    if (!(largest > threshold::approached)) return left;
    double fraction = std::min(1.0, longest / largest);
    for (;; fraction /= 2) {
      if (fraction * largest < threshold::shortest_approach) return left;
      State trial = state;
      const Eigen::VectorXd step = fraction * e_.increment;
      system_.move(state.q, step, trial.q);
      const Eigen::VectorXd kept = e_.increment;
      const bool closes = close(trial);
      e_.increment = kept;
      const double now = distance(poses(e_), target);
      const bool jumped = largest_difference(here, poses(e_), length) > 2 * fraction * largest;
      if (!closes || jumped || !(now < left)) continue;
      const bool settled = left - now < threshold::approached * left;
      state = trial;
      left = now;
      if (settled) return left;
      break;
    }
  }
  return left;
}

Poses Closing::poses_of(const State& state) {
  evaluate(state);
  return poses(e_);
}

State Closing::state_at(const Poses& places, const State& near) {
  e_.k.p = places.p;
  e_.k.R = places.R;
  State state = system_.state_of(e_, near.t);
  state.v = near.v;
  state.angles = near.angles;
  evaluate(state);
  accept(state);
  return state;
}

double Closing::distance(const Poses& from, const Poses& to) const {
  return weighted_distance(weights_, from, to, system_.length());
}

}  // namespace bricard
