// Weights of the bodies in questions of least change: which nearby position closes the joints, which velocities follow. They take
// the place of the masses in the kernel. Where drivers and joints leave nothing free the answer does not depend on them; equal
// weights then make the question purely geometric, and bodies without mass are as good as others.
#pragma once
#include <algorithm>
#include <vector>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct Weights {
  std::vector<double> mass;           // by body number
  std::vector<Mat3<double>> inertia;  // body axes
};

inline Weights equal_weights(const System& system) {
  const Mat3<double> inertia = system.length() * system.length() * Mat3<double>::Identity();
  return {std::vector<double>(system.mechanism().bodies + 1, 1.0),
          std::vector<Mat3<double>>(system.mechanism().bodies + 1, inertia)};
}

// Masses and inertias; bodies without mass would move for nothing: a small weight makes the nearest position unique.
inline Weights inertial_weights(const System& system) {
  Weights weights{system.mechanism().mass, system.mechanism().inertia};
  const double mass = system.mechanism().total_mass > 0 ? threshold::least_mass * system.mechanism().total_mass : 1;
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    weights.mass[b] = std::max(weights.mass[b], mass);
    weights.inertia[b] += mass * system.length() * system.length() * Mat3<double>::Identity();
  }
  return weights;
}

// After System::fill, before the kernel is factorized.
inline void weigh(const Weights& weights, Equations& e) {
  if (e.plane) {
    auto& matrices = e.plane->kernel.matrices();
    for (std::size_t b = 1; b < weights.mass.size(); ++b) {
      matrices.mass[b] = weights.mass[b];
      matrices.inertia[b] = weights.inertia[b](2, 2);
    }
    return;
  }
  KernelMatrices& matrices = e.kernel.matrices();
  for (std::size_t b = 1; b < weights.mass.size(); ++b) {
    matrices.mass[b] = weights.mass[b];
    matrices.inertia[b].noalias() = e.k.R[b] * weights.inertia[b] * e.k.R[b].transpose();
  }
}

}  // namespace bricard
