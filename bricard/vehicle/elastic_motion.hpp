// A rig with elastic joints: bushings and springs leave motions of the wheels that height and steering do not determine; they follow
// from equilibrium. A position is settled by Newton's method on the motions y that the rig leaves,
//
//   R(q) = 0,   K y = -R,
//
// and the motion per unit of a setting is the one that constraints give, v_i, with the elastic rest that keeps the balance:
//
//   Aᵀ K (c_i + A y_i) = 0,   K on all motions while nothing drives the axle, c_i and A what v_i and y are in them.
//
// The forces that hold the wheels act along fixed lines on points whose heights are given: they have no part in K.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard::vehicle {

class ElasticMotion {
 public:
  // `driven`: of the rig, outlives this; its drivers are switched off in a copy. `carriers`: their numbers.
  ElasticMotion(const System& driven, const Model& undriven, std::vector<int> carriers);
  ~ElasticMotion();

  // Motions that the rig leaves to the carriers in this state; and whether springs or bushings resist all of them.
  int loose(const State& state);
  bool is_held(const State& state);
  // The position of balance next to this one. False: there is none nearby.
  bool settle(State& state);
  // Changes the velocities per unit of each setting, which constraints have given. `holding`: vertical forces at the wheels, N.
  bool relax(const State& state, std::vector<Eigen::VectorXd>& velocities, const std::array<double, 2>& holding);

 private:
  Eigen::MatrixXd carrier_motions(const State& state, const Eigen::MatrixXd& velocities);

  const System& driven_;
  std::unique_ptr<System> undriven_;
  std::vector<int> carriers_;
};

}  // namespace bricard::vehicle
