// A partition of the velocities into independent ones and ones that follow from the constraints:
//   Phi_d v_d + Phi_i v_i = nu,       v_d = Phi_d⁺ (nu - Phi_i v_i),
// and of positions likewise, along increments d whose independent components are zero (R.A. Wehage, E.J. Haug: Generalized
// coordinate partitioning for dimension reduction in analysis of constrained dynamic systems, J. Mech. Design 104 (1982)
// 247-255).
//
// The dependent columns are chosen by pivoting: of those that are left the one with the largest part outside the span of those
// taken, with lengths in units of the characteristic length and angles in quarter radians; then columns are exchanged until no
// velocity moves much more than the independent ones that it follows. A choice is good where what it multiplies errors of the
// independent velocities with, the largest entry of Phi_d⁺ Phi_i, is small; it is made again where that exceeds 2 and another
// choice is clearly better. What the user wishes to be independent stays so up to 10, and is taken back below 3. Redundant rows
// are kept: Phi_d has as many columns as the constraints have rank, and least squares close all rows.
#pragma once
#include <vector>

#include "bricard/formulations/formulation.hpp"
#include "bricard/formulations/partitioning/wishes.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/system/matrices.hpp"

namespace bricard {

class Partition {
 public:
  // Wishes of the user are in settings.options->independent; what becomes of them, and every choice, is in settings.report.
  // Throws Error where no partition has them all independent.
  explicit Partition(const ProblemSettings& settings);

  // Recomputes the dependent positions and velocities. `rows`: whose selected rows are independent. `closed`: as in
  // Stabilizer::apply.
  bool close(State& state, const KernelRows& rows, double closed);
  // The dependent columns at the last close() are much nearer to dependence than they have been: no choice is good there.
  bool is_near_singular();
  // Chooses again at a closed state where the present choice has become bad.
  void review(const State& state, const KernelRows& rows);

  // By velocity coordinate: it follows from the others.
  const std::vector<char>& is_dependent() const { return is_dependent_; }

  // The equations of motion at a state, dense.
  const Matrices<double>& equations(const State& state, bool with_forces, const Values<double>* decisions = nullptr);
  // v' = (a_i, Phi_d⁺ (gamma - Phi_i a_i)) with  Rᵀ M R a_i = Rᵀ (Q - M g),  R = (1, -Phi_d⁺ Phi_i),  g = (0, Phi_d⁺ gamma), at
  // the last equations() with forces. False: motion that no inertia resists.
  bool accelerations(Eigen::Ref<Eigen::VectorXd> a);

 private:
  // Rows of an order and the dependent columns they determine.
  struct Level {
    std::vector<int> rows;  // in active_rows()
    std::vector<int> dependent, independent;
    PivotedQr factors;  // of Phi_d, scaled
  };

  struct Ranks {
    int position = 0, velocity = 0;
    friend bool operator==(const Ranks&, const Ranks&) = default;
  };
  enum class Heed { wishes, numbers };  // what a choice looks at first
  Ranks ranks(const KernelRows& rows) const;
  void choose(Ranks ranks, Heed heed);
  void exchange(Heed heed);
  void choose_first(const State& start, const KernelRows& rows);
  bool is_better(Heed heed, Ranks ranks, double limit);
  Eigen::MatrixXd by_independent() const;  // velocities by the independent ones, scaled
  std::string contradiction(const State& start, const KernelRows& rows);
  void take(Level& level, const std::vector<int>& dependent) const;
  Eigen::MatrixXd scaled(const Level& level, const std::vector<int>& columns) const;
  void factor(Level& level) const;
  Eigen::VectorXd solve(const Level& level, const Eigen::VectorXd& right) const;  // of all active rows; the size of v
  double amplification(Heed heed) const;                                          // largest entry of Phi_d⁺ Phi_i
  double open(Order order) const;
  void tell(double t);

  const System& system_;
  ProblemReport* report_;
  Equations e_;  // in space
  Matrices<double> m_;
  Eigen::VectorXd row_scale_, column_scale_;
  Wishes wishes_;
  std::vector<std::string> names_;  // of the velocity coordinates
  std::vector<char> is_dependent_;
  Ranks ranks_{-1, -1};
  Level position_, velocity_;
  std::vector<std::string> told_;  // wishes that the user knows not to be kept
  double best_ = 0;                // least pivot of the dependent columns, the largest so far
};

// The stabilization that works with a partition (stabilizations/coordinate_partitioning.hpp).
class PartitionStabilizer : public Stabilizer {
 public:
  explicit PartitionStabilizer(const ProblemSettings& settings);
  bool apply(Equations& e, State& state, double tolerance, double closed) override;
  bool apply_once(Equations& e, State& state) override;
  Partition& partition() { return partition_; }
  // After the last step no choice was good: the stages of the next are closed by projection too.
  bool is_near_singular() const { return is_near_singular_; }

 private:
  Partition partition_;
  bool is_near_singular_ = false;
};

}  // namespace bricard
