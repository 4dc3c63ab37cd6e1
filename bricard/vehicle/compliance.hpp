// Compliance of an axle at a position: displacement and rotation of both carriers per force and moment, at the wheel centers and at
// the contact points. With K the stiffness on the motions y that the joints leave while chassis and steering are held (derivative
// of the equilibrium, so that the load on the springs counts), and G the motion of the carriers at the points per y:
//
//   K y = Gᵀ w,   u = G y   →   C = G K⁻¹ Gᵀ,   12 x 12, columns loads, rows motions, left 1-6, right 7-12
//
// One factorization, twelve right sides. With rigid joints the only motion left is travel: C has a rank of one for each wheel.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bricard/vehicle/corner.hpp"

namespace bricard::vehicle {

struct Compliance {
  Eigen::MatrixXd at_center, at_contact;  // SI: m/N, rad/N, m/(N m), rad/(N m)
  int freedoms = 0;                       // motions that springs and bushings resist
  std::array<double, 2> held_by{};        // vertical force at each wheel center that holds the position, N
  std::string trouble;                    // not empty: no spring resists this, and there is no matrix
};

class ElasticRig {
 public:
  explicit ElasticRig(const Rig& rig);
  ~ElasticRig();
  Compliance at(const Posture& posture, const AxleShape& shape);

 private:
  const Rig& rig_;
  std::unique_ptr<System> system_;
  std::unique_ptr<Equations> e_;
};

// Single values from the matrix. `i` and `j` count in 1..6 of a wheel: x y z, rotations about x y z.
struct ComplianceOf {
  const Eigen::MatrixXd& C;
  // Motion i of a wheel per load j on the same wheel and `other` times that on the other one.
  double operator()(Input wheel, int i, int j, double other) const {
    const int own = wheel == left ? 0 : 6;
    return C(own + i - 1, own + j - 1) + other * C(own + i - 1, 6 - own + j - 1);
  }
};

// y and z of the force-based roll center: where the lines of the forces meet that lift no wheel. Nothing: they are parallel.
std::optional<InView> force_roll_center(const Compliance& compliance, const AxleShape& shape);

}  // namespace bricard::vehicle
