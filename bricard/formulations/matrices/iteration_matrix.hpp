// The iteration matrix of the index-3 equations, column by column from dual numbers:
//
//   [ c_a M + c_v C + c_q K T   Phi_vᵀ ]      unknowns: increment d (velocities, then user states), multipliers
//   [         Phi_v T             0    ]      T: tangent operator of q_n ∘ d, from central differences of it
//
// and its simplification [c_a M, Phi_vᵀ; Phi_v, 0], whose columns come from residuals in plain numbers: at rest, without forces,
// the residual of unit accelerations is a column of M, that of unit multipliers a column of Phi_vᵀ.
// A row at velocity level (rolling) is Phi_v + (c_q/c_v) (dPhi'/dq) T instead: the derivative of Phi'(q ∘ d, v(d)) times c_q/c_v.
#pragma once
#include "bricard/math/dual.hpp"
#include "bricard/math/linear_solver.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

class IterationMatrix {
 public:
  // `rows`: positions in system.active_rows() that are kept.
  IterationMatrix(const System& system, const std::vector<int>& rows);

  // v and a with user states and their derivatives behind them. `d`: the increment that leads to q; without it T = I.
  bool factor(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
              const Eigen::VectorXd& lambda, const Eigen::VectorXd& angles, double c_a, double c_v, double c_q,
              const Eigen::VectorXd* d = nullptr);
  // M and Phi_v alone.
  bool factor_mass(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& angles, double c_a);
  // (r, c) → (d, lambda), in place.
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c);

 private:
  static constexpr int lanes = dual_lanes;
  using Number = Dual<double, lanes>;
  // Columns that are found in one sweep: column i of lane m moves `columns[m]`; entries it may touch.
  struct Sweep {
    struct Entry {
      int lane, row, index;  // row: of the whole matrix; index: in values_
    };
    std::vector<std::pair<int, int>> seeds;  // velocity coordinate or state, lane
    std::vector<Entry> entries;
  };
  // Columns of M, or of Phi_vᵀ, that share no row and are found from one residual.
  struct Probe {
    struct Entry {
      int row, index;
    };
    std::vector<int> seeds;  // velocity coordinates; or multipliers, counted in rows_
    std::vector<Entry> entries;
  };
  void plan();
  void plan_probes();
  bool is_rate_row(int l) const;
  void stand_still(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& angles);
  template <class Write>
  void probe_rows(Write write);
  bool factor_values();
  void move_along(const Eigen::VectorXd& q, const Eigen::VectorXd* d);

  const System& system_;
  std::vector<int> rows_;
  std::vector<std::pair<int, int>> pattern_;
  std::vector<Sweep> sweeps_;
  std::vector<Probe> mass_probes_, row_probes_;
  std::vector<std::vector<Probe::Entry>> mass_entries_, row_entries_;  // per velocity coordinate, per row
  std::vector<int> state_entries_;                                     // on the diagonal
  bool has_rate_rows_ = false, turns_ = false;                         // turns_: T is not I
  std::vector<double> values_;
  std::optional<LinearSolver> solver_;
  Kinematics<Number> k_;
  Kinematics<double> rest_;
  std::vector<Number> q_, v_, a_, lambda_, r_;
  std::vector<double> still_, unit_a_, unit_lambda_, column_;
  Eigen::VectorXd unit_, rate_, back_, ahead_, behind_, x_;
};

}  // namespace bricard
