// The equations of a System at a State: caller-owned scratch, one per thread. Fields stand in order of dependency.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "bricard/math/rubbing_problem.hpp"
#include "bricard/system/coordinates/coordinates.hpp"
#include "bricard/system/kernel.hpp"
#include "bricard/system/kinematics.hpp"

namespace bricard {

class System;

// What is wanted of Equations: everything a System can say (poses, axes, entries of rows), or only what the steps of a run need
// (accelerations, corrections, violations). A planar System then works in the plane, which costs less.
enum class Purpose { reading, stepping };

template <class Space>
struct EquationsIn {
  EquationsIn(const System& system, KinematicsIn<Space> room);

  KinematicsIn<Space> k;    // by System::motion
  EdgeWorkIn<Space> edges;  // by System::factor, with the kernel's matrices
  KernelIn<Space> kernel;
  KernelRightSideIn<Space> right;  // by the solves
  KernelSolutionIn<Space> solution;
};

struct Reactions;

// What rubs, at a state (rubbing.hpp).
struct Rubbed {
  RubbingProblem problem;
  std::vector<RubbingMode> modes;
  RubbingEfforts efforts;
  bool failed = false;                   // accelerations without friction could not be found
  std::shared_ptr<Reactions> reactions;  // scratch
};

struct Equations : EquationsIn<InSpace> {
  explicit Equations(const System& system, Purpose purpose = Purpose::reading);
  Equations(const Equations&);
  Equations(Equations&&) noexcept;
  Equations& operator=(const Equations&);
  Equations& operator=(Equations&&) noexcept;
  ~Equations();

  std::optional<EquationsIn<InPlane>> plane;  // where this stands, the System computes there instead
  std::vector<Vec6<double>> F;                // joint forces on each body

  Rubbed rubbed;  // by rub()

  Eigen::VectorXd increment;  // scratch of the size of v
  Eigen::VectorXd moved;      // scratch of the size of q

  // The kernel and the values in use, in space or plane.
  KernelRows& rows() { return plane ? static_cast<KernelRows&>(plane->kernel) : kernel; }
  const KernelRows& rows() const { return plane ? static_cast<const KernelRows&>(plane->kernel) : kernel; }
  Values<double>& values() { return plane ? static_cast<Values<double>&>(plane->k) : k; }
  const Values<double>& values() const { return plane ? static_cast<const Values<double>&>(plane->k) : k; }
};

}  // namespace bricard
