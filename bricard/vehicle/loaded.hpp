// Positions of an axle under loads at its wheels: heights at which nothing but springs and bushings holds them, by Newton's method on
// the vertical forces that the rig would have to add, with the stiffness updated by Broyden's rule from one position to the next.
#pragma once
#include "bricard/vehicle/compliance.hpp"

namespace bricard::vehicle {

// On each wheel: a force at the contact point and a torque about z, N and N m, global.
struct ContactLoad {
  Vec3<double> force = Vec3<double>::Zero();
  double about_z = 0;
};

class LoadedRig {
 public:
  LoadedRig(Rig& rig, const AxlePoints& points, const Compliance& at_design);
  ~LoadedRig();  // takes the loads off
  // Next to the position before. Nothing: there is no balance nearby.
  std::optional<Posture> at(const std::array<ContactLoad, 2>& loads);

 private:
  void load(const Posture& posture, const std::array<ContactLoad, 2>& loads);
  Rig& rig_;
  const AxlePoints& points_;
  std::vector<int> wheels_;
  std::array<double, 2> design_force_{};  // that holds the design position: it is a part of every load
  Eigen::MatrixXd stiffness_;
  Posture posture_;
};

}  // namespace bricard::vehicle
