// The equations of a System at a State: caller-owned scratch, one per thread. Fields stand in order of dependency.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "bricard/system/coordinates/coordinates.hpp"
#include "bricard/system/kernel.hpp"
#include "bricard/system/kinematics.hpp"

namespace bricard {

class System;

struct Equations {
  explicit Equations(const System& system);

  Kinematics<double> k;  // by System::motion
  EdgeWork edges;        // by System::factor, with the kernel's matrices
  Kernel kernel;
  KernelRightSide right;  // by the solves
  KernelSolution solution;
  std::vector<Vec6<double>> F;  // joint forces on each body

  Eigen::VectorXd increment;  // scratch of the size of v
  Eigen::VectorXd moved;      // scratch of the size of q
};

}  // namespace bricard
