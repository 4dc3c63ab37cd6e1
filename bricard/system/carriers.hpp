// Bodies without mass in a row from ground to the first that has some or carries several: the slides of a car along x and y, the
// rings of a gimbal. They have no motion of their own but follow what they carry, which moves as if it were free.
#pragma once
#include "bricard/system/layout.hpp"

namespace bricard {

// By body number.
inline std::vector<char> carriers(const MechanismLayout& mechanism) {
  std::vector<int> carried(mechanism.bodies + 1, 0);
  for (int b = 1; b <= mechanism.bodies; ++b) ++carried[mechanism.tree.parent[b]];
  std::vector<char> is_carrier(mechanism.bodies + 1, 0);
  for (int b = 1; b <= mechanism.bodies; ++b) {
    const int parent = mechanism.tree.parent[b];
    is_carrier[b] = (parent == 0 || is_carrier[parent]) && mechanism.joint_of_body[b] >= 0 && carried[b] == 1 &&
                    mechanism.mass[b] == 0 && mechanism.inertia[b].isZero(0);
  }
  return is_carrier;
}

}  // namespace bricard
