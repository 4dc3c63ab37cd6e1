// Bodies that go where rows want them while all others are held: the change of least norm of their positions, velocities and
// accelerations that closes the rows,
//
//   Phi_F dx = -Phi,   Phi_F dv = nu - Phi_v v,   Phi_F da = gamma - Phi_v a,
//
// with Phi_F the columns of these bodies. What rows do not determine stays.
#pragma once
#include "bricard/math/dense.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

class Followers {
 public:
  Followers(const System& system, const std::vector<int>& bodies);

  void close(State& state);  // positions, then velocities
  // At the last state that was closed: accelerations, and virtual motions, which drivers do not move.
  void accelerate(Eigen::VectorXd& a) const;
  void follow(Eigen::VectorXd& motion) const;
  // The same for virtual motions at another state.
  void look(const State& state);

 private:
  void change(const Eigen::VectorXd& missing, Eigen::VectorXd& of) const;

  const System& system_;
  Equations e_;
  WrittenOut written_;
  std::vector<int> columns_;
  Eigen::VectorXd scale_, row_scale_;
  LeastNorm rows_;
};

}  // namespace bricard
