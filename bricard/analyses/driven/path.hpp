// Follows the positions of a mechanism along time, without integration: from a closed position at t to one at t + h by
//
//   q ∘ (h v + h²/2 a),  then Newton steps of least change until Phi(t + h, q) = 0 to rounding,
//
// and from there velocities from Phi_v v = nu and accelerations from Phi_v a = gamma. A step is taken only if the correction is
// small against the motion and the motion small against the mechanism; else it is halved. So the branch is not left silently,
// and where no position exists beyond some time (a dead point, the end of reach) the steps shrink towards it.
//
// Motion and correction are those of joined bodies relative to each other, on which alone the rows depend: the end of a long
// chain may turn many times in a step in which every joint turns little. For the same reason coordinates of bodies are
// extrapolated from each body's parent in the tree.
//
// Redundant rows are left out by structure (Kernel::select) and watched: where one opens the choice is made anew. Near singular
// positions the motion per step is limited further; directions that have no determined velocity keep the one they had.
//
// Reference: E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), chapter 4; the step control is that
// of predictor-corrector path following: E. L. Allgower, K. Georg, Numerical Continuation Methods (1990), chapter 6.
#pragma once
#include <atomic>
#include <limits>

#include "bricard/analyses/assembly/poses.hpp"
#include "bricard/math/passage_time.hpp"

namespace bricard {

class Path {
 public:
  // `start`: closed positions at its time; velocities follow. `driven`: no motion is left free, so that accelerations are
  // determined too. The system must outlive this.
  Path(const System& system, Weights weights, State start, bool driven);

  // Some freedoms are idle (doctor/idle.hpp): velocities are the least, and accelerations shall be their derivatives.
  void hold_idle();

  // To the time `to` exactly. False: no position continues the path; state() is the last one, within `finest` of the end.
  bool advance(double to, double finest);

  // The same while user states go evenly to these values.
  bool advance_to(double to, const Eigen::VectorXd& z, double finest);
  // The same position at a time just after this one, where rates may be others; user states may be too.
  void pass(double t, const Eigen::VectorXd& z);
  // Beyond so many steps advance() gives up: a thousand turns are a few ten thousand.
  void limit_steps(long most) { most_steps_ = most; }
  // When it turns true advance() returns.
  void interrupt_by(const std::atomic<bool>* interrupt) { interrupt_ = interrupt; }
  bool interrupted() const { return interrupt_ && interrupt_->load(); }

  const State& state() const { return state_; }
  const Eigen::VectorXd& accelerations() const { return a_; }
  // The rows determine them here. At a dead point they do not, and velocities and accelerations are those of the way there.
  bool is_determined() const { return is_determined_; }
  const std::vector<char>& selected() const { return selected_; }
  // Times at which nearly singular positions were passed, one per passage: where the pivot is least, a square of the time from it.
  const std::vector<double>& singular_times() const { return singular_times_; }

  // Why the last trial was refused, where coordinates are not defined there; empty: for another reason, or it was not.
  const std::string& refusal() const { return refusal_; }

  struct Counts {
    long steps = 0, rejected = 0, evaluations = 0, factorizations = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  // Rows whose pivot is below `least` of the largest of their group, or of what it usually is, are left alone: the latter are not
  // selected any more.
  bool factor(double least);
  double open_rows() const;
  bool newton(State& state);
  bool close(State& state);
  void rates(State& state, double h);
  void find_rates(State& state, double h);
  void add_idle_accelerations(const State& state);
  void watch_pivots();
  bool is_determined_at_trial();
  void extrapolate(double h, State& trial);

  const System* system_;
  Weights weights_;
  bool driven_;
  Equations e_;
  State state_;
  std::vector<std::pair<int, int>> joined_;  // bodies, by number
  Poses here_, extrapolated_;
  std::vector<Vec3<double>> v_, w_;  // of the bodies, here
  std::vector<Vec6<double>> A_;
  Eigen::VectorXd a_, d_;
  Eigen::VectorXd a_before_;  // of the step before, where rows determined it
  double h_before_ = 0;
  std::vector<char> selected_;
  std::vector<double> usual_;  // largest pivot so far of every row
  double nearness_ = 1;        // smallest pivot against its usual size
  bool is_near_ = false;
  bool holds_idle_ = false;
  bool is_determined_ = true, leaves_alone_ = false;  // leaves_alone_: the last factorization did some rows
  PassageTime passage_;
  double step_ = 0;
  Eigen::VectorXd z_rate_;  // of user states; empty: they stay
  std::vector<double> singular_times_;
  std::string refusal_;
  Counts counts_;
  long most_steps_ = std::numeric_limits<long>::max();
  const std::atomic<bool>* interrupt_ = nullptr;
};

}  // namespace bricard
