#include "bricard/analyses/driven/path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

constexpr double longest_motion = 0.3;   // of joined bodies in a step: characteristic lengths or radians
constexpr double careful_motion = 0.02;  // near singular positions
constexpr double within_reach = 0.25;  // pivot of its usual size, half the usual distance: a step may end at a singular position
constexpr double largest_share = 0.1;  // of the correction in the motion
constexpr double smooth = 0.01;        // what differences to both sides may differ by, of themselves
constexpr int most_newton_steps = 10;
// Pivots are squares: a singular position is near at a tenth of the usual distance, and passed at a fiftieth.

// Those of the tree and those of loops, and in space those whose angle is counted. What a driver joins with ground may be far
// from it.
std::vector<std::pair<int, int>> joined_bodies(const System& system) {
  std::vector<std::pair<int, int>> joined;
  for (int b = 1; b <= system.mechanism().bodies; ++b) joined.emplace_back(system.mechanism().tree.parent[b], b);
  for (const RowGroup& group : system.constraints().groups)
    if (group.edge == 0 && group.kind != RowGroup::Kind::driver)
      for (const int pair : group.pairs)
        if (const int a = system.mechanism().pairs[pair].A.body, b = system.mechanism().pairs[pair].B.body; a != b)
          joined.emplace_back(a, b);
  if (system.model().dimension == 3)
    for (const MeasuredCoordinate& angle : system.measures().measured)
      if (angle.joint < 0)
        joined.emplace_back(system.mechanism().pairs[angle.pair].A.body, system.mechanism().pairs[angle.pair].B.body);
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  return joined;
}

Mat3<double> turned_by(const Vec3<double>& vector) {
  const double angle = vector.norm();
  return angle > 0 ? Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix() : Mat3<double>(Mat3<double>::Identity());
}

// Largest change of a body as the body it is joined with sees it.
double largest_relative_difference(const std::vector<std::pair<int, int>>& joined, const Poses& from, const Poses& to,
                                   double length) {
  const auto seen = [](const Poses& at, int a, int b, Vec3<double>& p, Mat3<double>& R) {
    p = at.R[a].transpose() * (at.p[b] - at.p[a]);
    R = at.R[a].transpose() * at.R[b];
  };
  double largest = 0;
  Poses before{std::vector<Vec3<double>>(1), std::vector<Mat3<double>>(1)}, after = before;
  for (const auto& [a, b] : joined) {
    seen(from, a, b, before.p[0], before.R[0]);
    seen(to, a, b, after.p[0], after.R[0]);
    if (const double size = size_of(difference(before, after, 0), length); !(size <= largest)) largest = size;
  }
  return largest;
}

// The same of an increment of all bodies (linear; angular, global axes).
double largest_relative_increment(const std::vector<std::pair<int, int>>& joined, const Poses& at,
                                  const std::vector<Vec6<double>>& A, double length) {
  double largest = 0;
  for (const auto& [a, b] : joined) {
    Vec6<double> d = A[b];
    if (a != 0) {
      d -= A[a];
      d.head<3>() -= Vec3<double>(A[a].tail<3>()).cross(at.p[b] - at.p[a]);
    }
    if (const double size = size_of(d, length); !(size <= largest)) largest = size;
  }
  return largest;
}

}  // namespace

Path::Path(const System& system, Weights weights, State start, bool driven)
    : system_(&system),
      weights_(std::move(weights)),
      driven_(driven),
      e_(system),
      state_(std::move(start)),
      joined_(joined_bodies(system)),
      A_(system.mechanism().bodies + 1, Vec6<double>::Zero()),
      a_(Eigen::VectorXd::Zero(system.nv())),
      d_(Eigen::VectorXd::Zero(system.nv())) {
  system_->motion(state_, e_, RowSet::all, Measure::all);
  system_->fill(e_);
  weigh(weights_, e_);
  e_.kernel.select();
  selected_ = e_.kernel.selected();
  close(state_);
  state_.v.setZero();
  rates(state_, 0);
}

bool Path::factor(double least) {
  system_->fill(e_);
  weigh(weights_, e_);
  ++counts_.factorizations;
  leaves_alone_ = false;
  if (!e_.kernel.factor(least)) return false;
  std::vector<char> strong = e_.kernel.selected();
  for (std::size_t i = 0; i < usual_.size(); ++i)
    if (strong[i] && e_.kernel.pivots()[i] < least * usual_[i]) strong[i] = 0;
  const bool are_all = strong == e_.kernel.selected();
  leaves_alone_ = e_.kernel.truncated() || !are_all;
  if (are_all) return true;
  e_.kernel.set_selected(strong);
  return e_.kernel.factor(least);
}

// Largest |Phi| of the rows in use. Those that are left out close with them or not at all.
double Path::open_rows() const {
  std::vector<char> left_out(system_->constraints().rows + system_->own_rows(), 0);
  for (std::size_t l = 0; l < system_->loop_groups().size(); ++l) {
    const RowGroup& group = system_->constraints().groups[system_->loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      left_out[group.first_row + i] = !e_.kernel.selected()[e_.kernel.first_row(static_cast<int>(l)) + i];
  }
  double open = 0;
  for (int row : system_->active_rows())
    if (const double by = as_length(*system_, e_, row, e_.k.Phi[row]); !left_out[row] && !(by <= open)) open = by;
  return open;
}

// Expects nothing in e; leaves the motion of the closed state there. False: no convergence.
bool Path::newton(State& state) {
  const double reach = system_->reach(), length = system_->length();
  double before = std::numeric_limits<double>::infinity(), change = 0;
  for (int i = 0;; ++i) {
    system_->motion(state, e_);
    if (i == 0) extrapolated_ = poses(e_);
    ++counts_.evaluations;
    if (system_->singular(e_.k)) {
      refusal_ = system_->why_singular(e_.k);
      return false;
    }
    const double open = open_rows() / reach;
    if (!std::isfinite(open)) return false;
    if (open <= 2 * threshold::rounding || (i > 1 && open > 0.3 * before)) return open <= threshold::closed_on_path;
    if (i == most_newton_steps) return false;
    before = open;
    const std::vector<char> kept = e_.kernel.selected();
    if (!factor(threshold::undetermined)) return false;
    system_->correction(Order::position, e_, e_.increment);
    e_.kernel.set_selected(kept);
    const double step = largest_relative_increment(joined_, poses(e_), e_.solution.A, length);
    if (!std::isfinite(step)) return false;
    change += step;
    if (change > 2 * longest_motion) return false;
    system_->move(state.q, e_.increment, e_.moved);
    state.q = e_.moved;
  }
}

// Newton with the rows in use; where a row that was left out stays open, with a new choice of rows.
bool Path::close(State& state) {
  const State start = state;
  for (int attempt = 0; attempt < 2; ++attempt) {
    state.q = start.q;
    if (!newton(state)) break;
    if (left_out_rows_open(*system_, e_) <= threshold::closed_to_rounding * system_->reach()) return true;
    if (attempt == 1) break;
    state.q = start.q;
    system_->motion(state, e_);
    system_->fill(e_);
    weigh(weights_, e_);
    const auto before = e_.kernel.selected();
    e_.kernel.select(threshold::dependent_off_path);
    if (e_.kernel.selected() == before) break;
  }
  e_.kernel.set_selected(selected_);
  return false;
}

// Velocities and accelerations at a closed state whose motion stands in e.
void Path::rates(State& state, double h) {
  selected_ = e_.kernel.selected();
  find_rates(state, h);
  e_.kernel.set_selected(selected_);
}

void Path::find_rates(State& state, double h) {
  system_->motion(state, e_, RowSet::all, Measure::all);
  system_->update_angles(e_, state);
  Eigen::VectorXd predicted = state.v + h * a_, a_predicted = a_;
  if (h > 0 && h_before_ > 0) {
    const Eigen::VectorXd change = (a_ - a_before_) / h_before_;
    predicted += h * h / 2 * change;
    a_predicted += h * change;
  }
  if (!factor(threshold::undetermined)) return;
  watch_pivots();
  is_determined_ = !leaves_alone_;
  if (is_determined_)
    state.v.setZero();
  else
    state.v = predicted;
  for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding of the first
    system_->motion(state, e_);
    system_->correction(Order::velocity, e_, e_.increment);
    state.v += e_.increment;
  }
  system_->motion(state, e_);
  here_ = poses(e_);
  v_ = e_.k.v;
  w_ = e_.k.w;
  if (!driven_) return;
  a_before_ = a_;
  h_before_ = is_determined_ ? h : 0;
  if (is_determined_) {
    for (auto& f : e_.right.f) f.setZero();
    system_->correction(Order::acceleration, e_, a_);
    if (holds_idle_) add_idle_accelerations(state);
  } else {
    a_ = a_predicted;
  }
  system_->body_accelerations<double>(e_.k, a_.data(), A_);
}

void Path::hold_idle() {
  holds_idle_ = true;
  pass(state_.t, state_.z);
}

// The least velocities at positions a little before and after, on the way, by central differences; and of all accelerations that
// the rows allow those nearest to them. Only what is idle can differ from the least accelerations, which a_ holds.
void Path::add_idle_accelerations(const State& state) {
  Equations aside(e_);
  const double speed = system_->speed(e_) / system_->length();
  if (!(speed > 0)) return;
  const double h = threshold::turn_increment / speed;
  Eigen::VectorXd change = Eigen::VectorXd::Zero(system_->nv()), kink = change;
  for (const double sign : {1.0, -1.0}) {
    State there = state;
    there.t += sign * h;
    system_->move(state.q, sign * h * state.v + h * h / 2 * a_, there.q);
    there.v.setZero();
    system_->motion(there, aside);
    system_->fill(aside);
    weigh(weights_, aside);
    if (!aside.kernel.factor()) return;
    system_->correction(Order::velocity, aside, aside.increment);
    change += sign * aside.increment;
    kink += aside.increment - state.v;
  }
  if (!(kink.norm() <= smooth * change.norm() + threshold::cancelled * state.v.norm())) return;  // a driver kinks between
  change /= 2 * h;
  system_->body_accelerations<double>(e_.k, change.data(), A_);
  for (int b = 1; b <= system_->mechanism().bodies; ++b)
    e_.right.f[b] << weights_.mass[b] * A_[b].head<3>(), e_.kernel.matrices().inertia[b] * A_[b].tail<3>();
  system_->correction(Order::acceleration, e_, a_);
}

// Joint coordinates by themselves; of bodies the pose in their parent's axes, p = Rᵀ (p_b - p_a) and so on, with its derivatives.
// Angles from ground may turn far in a step: they are counted from where they should be.
void Path::extrapolate(double h, State& trial) {
  for (const TurnEntry& turn : system_->measures().turns) {
    const PairFrames& pair = system_->mechanism().pairs[turn.pair];
    const int a = pair.A.body, b = pair.B.body;
    const Vec3<double> axis = here_.R[a] * pair.A.R.col(2);
    trial.angles[turn.measured] += h * axis.dot(w_[b] - w_[a]) + h * h / 2 * axis.dot(Vec3<double>((A_[b] - A_[a]).tail<3>()));
  }
  const bool by_parent = system_->is_local() && driven_;
  d_ = h * state_.v;
  if (driven_) d_ += h * h / 2 * a_;
  if (!by_parent) {
    system_->move(state_.q, d_, trial.q);
    return;
  }
  for (int b = 1; b <= system_->mechanism().bodies; ++b) {
    const int a = system_->mechanism().tree.parent[b];
    const Mat3<double> to_parent = here_.R[a].transpose();
    const Vec3<double> arm = here_.p[b] - here_.p[a], v = v_[b] - v_[a] - w_[a].cross(arm), w = w_[b] - w_[a];
    const Vec3<double> turn_rate = A_[a].tail<3>(), turn_rate_b = A_[b].tail<3>(), linear = A_[b].head<3>() - A_[a].head<3>();
    const Vec3<double> v_rate = linear - turn_rate.cross(arm) - w_[a].cross(w_[a].cross(arm)) - 2 * w_[a].cross(v);
    const Vec3<double> w_rate = turn_rate_b - turn_rate - w_[a].cross(w_[b]);
    const Vec3<double> p = to_parent * (arm + h * v + h * h / 2 * v_rate), turn = to_parent * (h * w + h * h / 2 * w_rate);
    e_.k.p[b] = e_.k.p[a] + e_.k.R[a] * p;
    e_.k.R[b] = e_.k.R[a] * turned_by(turn) * to_parent * here_.R[b];
  }
  trial.q = system_->state_of(e_, trial.t).q;
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
  passage_.add(state_.t, nearness_);
  if (nearness_ < threshold::singular_passed && !is_near_) singular_times_.push_back(state_.t);
  is_near_ = nearness_ < threshold::singular_passed || (is_near_ && nearness_ < threshold::near_singular);
  if (is_near_)
    singular_times_.back() = passage_.time();
  else if (nearness_ > threshold::near_singular)
    passage_.forget();
}

void Path::pass(double t, const Eigen::VectorXd& z) {
  state_.t = t;
  state_.z = z;
  system_->motion(state_, e_);
  rates(state_, 0);
}

bool Path::advance_to(double to, const Eigen::VectorXd& z, double finest) {
  z_rate_ = (z - state_.z) / (to - state_.t);
  const bool arrived = advance(to, finest);
  z_rate_.resize(0);
  if (arrived) pass(to, z);
  return arrived;
}

// Whether the rows determine velocities where the motion in e stands; if not, they are extrapolated over a short step only.
bool Path::is_determined_at_trial() {
  const std::vector<char> kept = e_.kernel.selected();
  const bool regular = factor(threshold::undetermined);
  e_.kernel.set_selected(kept);
  return regular && !leaves_alone_;
}

bool Path::advance(double to, double finest) {
  const double length = system_->length();
  if (step_ == 0) step_ = to - state_.t;
  while (state_.t < to) {
    if (interrupted() || counts_.steps >= most_steps_) return false;
    const double limit = nearness_ < threshold::near_singular ? careful_motion : longest_motion;
    const double left = to - state_.t;
    const double h = std::min(step_, left);
    State trial = state_;
    trial.t = h == left ? to : state_.t + h;
    if (z_rate_.size() > 0) trial.z += h * z_rate_;
    refusal_.clear();
    extrapolate(h, trial);
    bool good = trial.q.allFinite() && close(trial);
    double motion = 0, change = 0;
    if (good) {
      const Poses there = poses(e_);
      motion = largest_relative_difference(joined_, here_, there, length);
      change = largest_relative_difference(joined_, extrapolated_, there, length);
      good = motion <= 1.2 * limit && change <= std::max(threshold::negligible_correction, largest_share * motion);
    }
    if (good && motion > careful_motion && nearness_ < within_reach) good = is_determined_at_trial();
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
    const double by_change = change > threshold::negligible_correction ? std::cbrt(0.3 * largest_share * motion / change) : 2;
    step_ = h * std::clamp(std::min(by_motion, by_change), 0.3, 2.0);
  }
  return true;
}

}  // namespace bricard
