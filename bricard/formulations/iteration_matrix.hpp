// The iteration matrix of the index-3 equations, column by column from dual numbers.
#pragma once
#include "bricard/math/dual.hpp"
#include "bricard/math/linear_solver.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

class IterationMatrix {
 public:
  // `rows`: positions in system.active_rows() that are kept.
  IterationMatrix(const System& system, const std::vector<int>& rows);

  bool factor(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
              const Eigen::VectorXd& lambda, const Eigen::VectorXd& angles, double c_a, double c_v, double c_q);
  // (r, c) → (d, lambda), in place.
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c);

 private:
  static constexpr int lanes = 6;
  using Number = Dual<double, lanes>;
  // Columns that are found in one sweep: column i of lane m moves `columns[m]`; entries it may touch.
  struct Sweep {
    struct Entry {
      int lane, row, index;  // row: of the whole matrix; index: in values_
    };
    std::vector<std::pair<int, int>> seeds;  // velocity coordinate, lane
    std::vector<Entry> entries;
  };
  void plan();

  const System& system_;
  std::vector<int> rows_;
  std::vector<std::pair<int, int>> pattern_;
  std::vector<Sweep> sweeps_;
  std::vector<double> values_;
  std::optional<LinearSolver> solver_;
  Kinematics<Number> k_;
  std::vector<Number> q_, v_, a_, lambda_, r_;
  Eigen::VectorXd unit_, rate_, x_;
};

}  // namespace bricard
