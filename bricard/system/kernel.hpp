// The one linear kernel: accelerations of a constrained tree of rigid bodies, for any right side.
//
//   I_k A_k + Σ B_lkᵀ lambda_l + (joint forces) = f_k      every body k,            A = (linear at the centre of mass; angular)
//   A_k = X_k A_parent + S_k a_k + c_k                     every tree joint,        S_kᵀ (joint force) = tau_k
//   Σ_k B_lk A_k = gamma_l                                 every loop row group l
//
// The tree is eliminated exactly, leaves first; that is the articulated-body algorithm (Featherstone 1983). Each group of loop
// rows is carried upwards with the bodies it touches and eliminated at the lowest common ancestor of its bodies, so that fill
// stays local and the cost is linear in the number of bodies and loops. Rows that depend on others are found by their pivots
// (select) and left out by structure; the rest are regularized by 1e-14 of their own inverse mass and refined with the true
// residual where a singular position is near, which keeps the solution finite and smooth through singular
// positions. The same factorization gives accelerations, mass-weighted projections of positions and velocities, and the
// coefficients of dependent rows: only the right side differs.
//
// A body may have no inertia against the free motion of its tree joint where loops determine it (a rod without mass). The
// factorization lends its joint columns some inertia W, and every solution gives it back (kernel_lent.cpp): what is asked of the
// masses is only that they resist the motions that the rows leave, which is the reduced mass matrix.
//
// All vectors in global axes; nothing is allocated after construction. The algorithm is the same in space and in the plane, where
// a body has three accelerations (x, y, about z) instead of six; what differs is in math/spaces.hpp.
#pragma once
#include <memory>
#include <vector>

#include "bricard/math/spaces.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

// What never changes: the tree, the free columns of its joints, and which bodies each row group touches.
struct KernelStructure {
  struct Group {
    int rows = 0;
    bool from_ground = false;  // a row may also see ground: the group then ends there
    std::vector<int> bodies;   // without ground; ascending, distinct
  };
  std::vector<int> parent;  // number → parent; entry 0 is ground
  std::vector<int> free;    // number → columns of S
  std::vector<Group> groups;
  std::vector<char> angular;  // per row of all groups: its value is an angle; empty: none is
  double length = 1;          // to compare angles with lengths
  double mass = 1;            // of a body as it is usual here: what is lent to bodies without
};

// The symbolic analysis: which blocks exist and in which order they are eliminated. Made once per System; its kernels share it.
struct KernelPlan {
  explicit KernelPlan(KernelStructure of);

  struct Carried {                         // a group's rows at a body, when that body is eliminated
    int group, block, parent_block, work;  // offsets: rows in blocks; BS and W in work; -1: parent is ground
  };
  struct Coupling {   // two groups
    int i, j, block;  // Σ_ij in couplings, rows of i by rows of j row by row, i eliminated before j (or i = j)
  };
  struct Elimination {                  // of a group
    int group, at_body, at_block;       // the ancestor and its rows there; block -1: ground
    int first_neighbor, last_neighbor;  // in neighbors
    int first_pair, last_pair;          // in neighbor_pairs
  };
  struct Neighbor {
    int group, coupling, at_block, work;
  };

  KernelStructure structure;
  int bodies = 0;  // ground not counted
  int depth = 0;   // of the tree
  std::vector<int> first_column, first_row, first_block;
  std::vector<int> first_D, first_P;  // where the factors of each body and of each group start
  // What to do at each body, then at ground.
  std::vector<int> first_elimination, last_elimination;  // body → eliminations; entry 0: at ground
  std::vector<Elimination> eliminations;
  std::vector<int> first_carried, last_carried;  // body → carried
  std::vector<Carried> carried;
  std::vector<int> first_body_pair, last_body_pair;  // body → body_pairs; i and j count in carried
  std::vector<Coupling> body_pairs;
  std::vector<Neighbor> neighbors;
  std::vector<Coupling> neighbor_pairs;  // i and j count in neighbors
  std::vector<int> own_coupling;         // group → Σ_ll
  std::vector<int> incident_block;       // per (group, body): where its rows start in blocks
  int block_rows = 0, work_size = 0, couplings_size = 0;

 private:
  void count_offsets();
  void order_eliminations();
};

// The matrices at one position. Filled by the assembler.
template <class Space>
struct KernelMatricesIn {
  std::vector<double> mass;                         // per body
  std::vector<typename Space::Rotational> inertia;  // about the centre of mass, global axes
  std::vector<typename Space::Offset> offset;       // from the parent's centre of mass to the body's (children of ground: unused)
  std::vector<typename Space::Vector> S;            // columns, body after body
  std::vector<typename Space::Vector> B;            // rows: group after group, body after body of the group, row after row
};

template <class Space>
struct KernelRightSideIn {
  std::vector<typename Space::Vector> f;  // per body
  std::vector<typename Space::Vector> c;  // per body
  std::vector<double> tau;                // per column of S
  std::vector<double> gamma;              // per loop row
};

template <class Space>
struct KernelSolutionIn {
  std::vector<typename Space::Vector> A;  // per body
  std::vector<double> a;                  // per column of S
  std::vector<double> lambda;             // per loop row; zero on rows that are left out
};

// The tree, the loop rows and the choice among them: what does not depend on the space.
class KernelRows {
 public:
  virtual ~KernelRows() = default;

  int first_column(int body) const { return plan_->first_column[body]; }
  int first_row(int group) const { return plan_->first_row[group]; }
  int first_block(int group) const { return plan_->first_block[group]; }  // in B
  int rows() const { return plan_->first_row.back(); }
  int columns() const { return plan_->first_column.back(); }

  // Decides which loop rows are independent of those before them, at the present matrices (which should lie on the constraints: a
  // dependency is then exact to rounding), and factorizes. Returns the number of independent rows. `dependent`: a row whose pivot
  // relative to its own inverse mass is below it counts as dependent (or 1e-4 of that, relative to the largest of its group); off
  // the constraints a larger value truncates near dependencies.
  int select(double dependent = threshold::dependent_row);
  const std::vector<char>& selected() const { return selected_; }
  void set_selected(const std::vector<char>& selected) { selected_ = selected; }

  // Factorizes with the selected rows. False if a body cannot move along its free motion at all; singular_body() then names it.
  // `truncate`: rows whose pivot relative to the largest inverse mass of their group is smaller are left out this time, so that a
  // projection near a singular position does not amplify rounding; truncated() says whether there were any.
  virtual bool factor(double truncate = 0) = 0;
  bool truncated() const { return truncated_; }
  int singular_body() const { return singular_body_; }
  // Bodies that were lent inertia at the last factorization; empty: all have their own.
  const std::vector<int>& lent() const { return lent_; }
  // At the last solve: the body that a load pushes along a motion which neither inertia nor rows resist; 0: there is none.
  int unresisted_body() const { return unresisted_body_; }

  // Pivot of every selected row (an inverse mass), 0 for the others. Where one falls far below its usual size, a singular
  // position is near: it falls with the square of the distance.
  const std::vector<double>& pivots() const { return pivots_; }
  // Smallest of them relative to the largest inverse mass among the rows of its group.
  double smallest_pivot() const { return smallest_pivot_; }

 protected:
  explicit KernelRows(std::shared_ptr<const KernelPlan> plan);
  KernelRows(const KernelRows&) = default;
  KernelRows& operator=(const KernelRows&) = default;

  void factor_pivots(int group);

  std::shared_ptr<const KernelPlan> plan_;

  // Numeric. Of each group only the rows in use take part: active_ of them, place_ says which row each is.
  std::vector<int> active_, place_;
  std::vector<double> D_;     // per body: Cholesky factor of SᵀIA S, column-major free × free (with one column: 1/D)
  std::vector<double> work_;  // BS and W = BS D⁻¹ per carried group; Σ P⁻¹ per neighbor
  std::vector<double> couplings_;
  std::vector<double> own_mass_;  // per row: Σ_ii from the tree alone
  std::vector<double> pivots_;
  std::vector<double> P_;  // per group: LDLᵀ of the pivot block
  std::vector<char> selected_;
  double smallest_pivot_ = 1;
  int singular_body_ = 0, unresisted_body_ = 0;
  std::vector<int> lent_;          // bodies
  std::vector<double> lent_to_;    // per column of S: its inertia that is lent, W
  bool regularize_ = true;  // and refine
  bool selecting_ = false;
  double dependent_ = threshold::dependent_row;
  double truncate_ = 0;
  bool truncated_ = false;
  std::vector<double> u_, g_, lambda_;  // of a solve
};

template <class Space>
class KernelIn : public KernelRows {
 public:
  using Vector = typename Space::Vector;
  using Matrices = KernelMatricesIn<Space>;
  using RightSide = KernelRightSideIn<Space>;
  using Solution = KernelSolutionIn<Space>;

  explicit KernelIn(std::shared_ptr<const KernelPlan> plan);
  explicit KernelIn(const KernelStructure& structure) : KernelIn(std::make_shared<const KernelPlan>(structure)) {}

  Matrices& matrices() { return matrices_; }
  const Matrices& matrices() const { return matrices_; }
  RightSide right_side() const;  // of the right sizes, zero
  Solution solution() const;

  bool factor(double truncate = 0) override;

  // Solves with the last factorization, refined with the true residual where that helps.
  void solve(const RightSide& right, Solution& solution);

  // B A of one row at a solution.
  double row_product(int group, int row, const std::vector<Vector>& A) const;
  // The force that each tree joint puts on its body, at the body's centre of mass, at a solution (inward sum).
  void joint_forces(const RightSide& right, const Solution& solution, std::vector<Vector>& F) const;

 private:
  bool eliminate();
  void lend_to(int k);
  bool factor_body(int k);
  // factor_body for one free column, as most joints have; D_ then holds 1/D itself.
  bool factor_single(int k);
  void factor_group(const KernelPlan::Elimination& e);
  void forward(const RightSide& right);
  void backward(const RightSide& right, Solution& solution);
  double residual(const RightSide& right, const Solution& solution);
  // With the inertia that is lent.
  void solve_refined(const RightSide& right, Solution& solution);
  void give_back(const RightSide& right, Solution& solution);
  void look_for_unresisted(const RightSide& right, const Solution& solution);

  Matrices matrices_;
  std::vector<typename Space::Matrix> IA_;
  std::vector<Vector> U_;       // per column
  std::vector<Vector> blocks_;  // carried rows
  std::vector<Vector> pA_, F_;
  RightSide correction_right_;
  Solution correction_;
  RightSide push_;  // of what is lent; empty where nothing ever was
  Solution pushed_;
  struct {
    std::vector<int> columns;
    std::vector<double> root, left, direction, rest;
  } gradients_;  // scratch of give_back
};

extern template class KernelIn<InSpace>;
extern template class KernelIn<InPlane>;

using Kernel = KernelIn<InSpace>;
using KernelMatrices = KernelMatricesIn<InSpace>;
using KernelRightSide = KernelRightSideIn<InSpace>;
using KernelSolution = KernelSolutionIn<InSpace>;

}  // namespace bricard
