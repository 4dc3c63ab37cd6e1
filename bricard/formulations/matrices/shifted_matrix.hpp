// The derivative J = df/dy of a mechanical system y = (q, v, z), and solutions with I - c J, without ever forming J.
//
//   q' = T(q) v,   r = M v' + Phi_vᵀ lambda - Q = 0,   g = Phi_v v' - gamma = 0 (kept rows),   s = -z'(t, q, v, z)
//
// With K, C, M the derivatives of r by q, v and v', G_q, G_v, Phi_v those of g, T_q = d(T v)/dq and B = (I - c T_q)⁻¹, which is
// block diagonal by body, the solution of (I - c J) x = b follows from
//
//   [ M + c C + c² K B T            Phi_vᵀ ] [     x_v    ]   [   M b_v - c K B b_q   ]
//   [ Phi_v + c G_v + c² G_q B T      0    ] [ c x_lambda ] = [ Phi_v b_v - c G_q B b_q ],    x_q = B (b_q + c T x_v)
//
// and likewise with the rows s and the columns of z. It is as sparse as the mechanism: in absolute coordinates its cost is linear
// in the number of bodies. Derivatives are exact, by dual numbers, several bodies at a time where no equation sees two of them.
#pragma once
#include <memory>
#include <optional>

#include "bricard/formulations/problems/problem.hpp"
#include "bricard/formulations/stabilizations/stabilization.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/math/linear_solver.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// The derivatives at one state.
class Linearization {
 public:
  // `rows`: positions in system.active_rows() that are kept.
  Linearization(const System& system, const std::vector<int>& rows);

  // At a state with accelerations a. `held`: how the decisions of functions are held. False: the equations cannot be solved for
  // the multipliers there, or a derivative is not finite.
  bool take(const State& state, const Eigen::Ref<const Eigen::VectorXd>& a, const Values<double>& held, const Feedback& feedback);
  // At rest, without accelerations, with these multipliers, by kept row: the derivatives by q and T alone.
  bool take_stiffness(const State& state, const Eigen::VectorXd& multipliers, const Values<double>& held);
  // By kept row.
  double multiplier(int row) const { return lambda_[rows_[row]].value; }

  // The columns of one body (relative coordinates: of its tree joint).
  struct Columns {
    int q, nq, v, nv;
    std::vector<int> rows;             // of the matrix above: r, then s, then g
    Eigen::MatrixXd by_q, by_v, by_a;  // derivatives of these rows
    Eigen::MatrixXd T, T_q;
    std::vector<std::pair<int, int>> own;  // the constraints among rows: place in rows, row of the matrix
  };
  const std::vector<Columns>& columns() const { return columns_; }
  const Eigen::MatrixXd& by_z() const { return by_z_; }  // of all rows r and s

  int nq() const { return system_.nq(); }
  int nv() const { return system_.nv(); }
  int nz() const { return system_.nz(); }
  int size() const { return nv() + nz() + static_cast<int>(rows_.size()); }
  // Entries of the matrix, in the order in which assemble() writes their values.
  const std::vector<std::pair<int, int>>& pattern() const { return pattern_; }

  // BT: B T of every body. c = 0: the equations of accelerations.
  template <class Scalar>
  using Block = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, 0, 7, 7>;
  template <class Scalar>
  void assemble(Scalar c, const std::vector<Block<Scalar>>& BT, std::vector<Scalar>& values) const;

 private:
  static constexpr int lanes = dual_lanes;
  using Number = Dual<double, lanes>;
  struct Seed {
    int body, column, lane;
  };
  using Sweep = std::vector<Seed>;  // columns that are moved together
  template <class Count>
  std::vector<Sweep> packed(const std::vector<std::vector<int>>& of_color, const Count& count) const;
  void make_columns(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& rows_of);
  void make_pattern();
  void set_numbers(const State& state, const Eigen::Ref<const Eigen::VectorXd>& a);
  void evaluate(const State& state);
  void write_equations(const Feedback& feedback);
  void take_rates(const State& state);
  void take_coordinates(const State& state, const Feedback& feedback);
  bool find_multipliers();
  // Derivatives by the columns of `sweeps`, which stand in `numbers` from first(columns) on, go to target(columns).
  template <class First, class Target>
  void sweep(const std::vector<Sweep>& sweeps, std::vector<Number>& numbers, const First& first, const Target& target,
             const State* state, const Feedback& feedback);

  const System& system_;
  std::vector<int> rows_;
  struct Row {
    const RowGroup* group;  // null: a row of the coordinates
    int index;              // in its group, or among those of the coordinates
    int row;                // in Phi
  };
  std::vector<Row> row_info_;
  std::vector<Columns> columns_;
  Eigen::MatrixXd by_z_;
  std::vector<Sweep> by_coordinate_, by_velocity_;
  std::vector<std::pair<int, int>> pattern_;
  std::optional<LinearSolver> static_solver_;  // c = 0
  std::vector<double> static_values_;
  std::vector<Block<double>> no_blocks_;
  Eigen::VectorXd x_;
  Kinematics<Number> k_;
  std::vector<Number> q_, v_, a_, z_, lambda_, equations_;
  std::vector<Vec6<Number>> A_;
  Eigen::VectorXd unit_q_, unit_v_, rate_, drift_;
};

// Solutions with the Linearization that `current` points to at the time of factorize().
std::unique_ptr<ShiftedMatrix> make_shifted_matrix(const std::shared_ptr<Linearization>& current);

}  // namespace bricard
