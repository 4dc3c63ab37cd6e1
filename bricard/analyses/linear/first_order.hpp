// First-order changes of the equations of motion, by dual numbers through the System, several directions at a time.
//
//   r = M v' + Phi_vᵀ lambda - Q,   g = Phi_v v' - gamma,   Phi',   z'
//
// A direction moves the coordinates by dq = T xi, the velocities, user states, and inputs with their rates; accelerations and
// multipliers stay.
#pragma once
#include <Eigen/Dense>
#include <vector>

#include "bricard/math/dual.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// One direction per column. Inputs are plain numbers, their rates are per second.
struct Directions {
  Directions(const System& system, int count);
  int count() const { return static_cast<int>(xi.cols()); }
  Eigen::MatrixXd xi, v, z, input, input_rate;
};

class FirstOrder {
 public:
  static constexpr int lanes = dual_lanes;
  using Number = Dual<double, lanes>;

  // In sets without rows of their own. `kept`: positions in active_rows(); `lambda` belongs to them.
  FirstOrder(const System& system, const State& state, const std::vector<int>& kept, const Eigen::VectorXd& a,
             const Eigen::VectorXd& lambda);

  struct Changes {
    Eigen::MatrixXd r, g, Phi_rate, z_rate;  // g and Phi': of the kept rows
    bool finite() const { return r.allFinite() && g.allFinite() && Phi_rate.allFinite() && z_rate.allFinite(); }
  };
  Changes changes(const Directions& directions);

  // Motion, rows and forces with `lanes` directions from `first` on; and the coordinates that were used for it.
  Kinematics<Number>& move(const Directions& directions, int first);
  const std::vector<Number>& q() const { return q_; }

 private:
  Number row(int kept) const;

  const System& system_;
  const State& state_;
  struct KeptRow {
    const RowGroup* group;
    int index;
  };
  std::vector<KeptRow> rows_;
  Kinematics<Number> k_;
  std::vector<Number> q_, v_, z_, a_, lambda_, r_;
  std::vector<Vec6<Number>> A_;
};

}  // namespace bricard
