// A tree of bodies for a peer, in plain C++17: all kinds of joints that a peer and bricard share, frames fixed in bodies, and a
// state. Joint coordinates mean the same in both: B moves in A as bricard/elements/joints/ says.
#pragma once
#include <array>
#include <vector>

#include "benchmarks/peers/mechanism.hpp"

namespace peer {

enum class TreeJointKind { pin, slider, cylinder, ball, universal, planar, screw, free, weld };

struct TreeFrame {
  std::array<double, 9> axes{1, 0, 0, 0, 1, 0, 0, 0, 1};  // row by row; columns are the axes
  Vector origin{};                                        // from the center of mass
};

struct TreeBody {
  int parent = -1;  // -1: ground; parents come first
  TreeJointKind kind = TreeJointKind::pin;
  bool reversed = false;  // A is on this body and B on its parent
  double pitch = 0;       // of a screw, m/rad
  TreeFrame on_parent, on_body;
  double mass = 1;
  std::array<double, 6> inertia{};  // about the center of mass, body axes: xx yy zz xy xz yz
  std::vector<double> q, v;         // of its joint; free: position, then quaternion; velocity, then angular velocity
};

struct Tree {
  Vector gravity{};
  std::vector<TreeBody> bodies;
};

struct TreeAnswer {
  std::vector<Vector> position;                      // of the centers of mass
  std::vector<std::array<double, 6>> accelerations;  // of every body, global: of the center of mass, angular
  std::vector<std::vector<double>> rates;            // v' of every joint
};

// Accelerations of the tree under gravity.
TreeAnswer simbody_accelerations(const Tree& tree);
// Generalized forces of every joint that give these v' against gravity.
std::vector<std::vector<double>> simbody_inverse(const Tree& tree, const std::vector<std::vector<double>>& rates);

// CPU seconds of one evaluation, the least of several blocks.
struct TreeCost {
  double forward = 0;  // from q and v to v': realize(Acceleration) after both have changed
  double inverse = 0;  // from q, v and v' to generalized forces: realize(Velocity) and calcResidualForceIgnoringConstraints
};
TreeCost simbody_cost(const Tree& tree);

}  // namespace peer
