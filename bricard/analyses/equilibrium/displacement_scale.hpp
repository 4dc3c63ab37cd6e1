// Displacements without dimension: lengths in characteristic lengths, angles in radians.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

// D, by velocity: x = D xi.
inline Eigen::VectorXd displacement_scale(const System& system) {
  Eigen::VectorXd scale(system.nv());
  for (int i = 0; i < system.nv(); ++i) {
    const double per_radian = system.v_per_radian()[i];
    scale[i] = per_radian > 0 ? per_radian : system.length();
  }
  return scale;
}

// Radians, or its part of the mechanism's reach.
inline double displacement_size(const System& system, const Eigen::VectorXd& xi) {
  const double reach = system.reach() / system.length();
  double largest = 0;
  for (Eigen::Index i = 0; i < xi.size(); ++i) {
    const double part = std::abs(xi[i]) / (system.v_per_radian()[i] > 0 ? 1 : reach);
    if (!(part <= largest)) largest = part;
  }
  return largest;
}

}  // namespace bricard
