// Chains of n uniform links through the C++ API, for cost and accuracy over the number of bodies.
#pragma once
#include "verification/n_four_bar.hpp"

namespace bricard {

enum class ChainAxes { parallel, alternating };

// n links of 1 m hanging out along x from ground, gravity -y: parallel hinges (all z: like a beam) or alternating ones (z, y, z,
// ...).
inline Model chain(int links, ChainAxes axes) {
  Model model;
  model.name = "chain of " + std::to_string(links);
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < links; ++i) {
    const std::string name = "l" + std::to_string(i + 1);
    model.bodies.push_back(uniform_bar(name, {i + 0.5, 0, 0}, 0));
    const Vector3 axis = axes == ChainAxes::parallel || i % 2 == 0 ? Vector3(0, 0, 1) : Vector3(0, 1, 0);
    model.joints.push_back(
        hinge("j" + std::to_string(i + 1), i == 0 ? "ground" : "l" + std::to_string(i), name, {double(i), 0, 0}, axis));
  }
  return model;
}

}  // namespace bricard
