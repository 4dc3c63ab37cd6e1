// Where all bodies are, whatever the coordinates, and how far two such pictures are apart.
#pragma once
#include <Eigen/Geometry>

#include "bricard/system/weights.hpp"

namespace bricard {

struct Poses {
  std::vector<Vec3<double>> p;  // by body number
  std::vector<Mat3<double>> R;
};

inline Poses poses(const Equations& e) { return {e.k.p, e.k.R}; }

// The increment (linear; angular, global axes) that takes body b from one pose to the other.
inline Vec6<double> difference(const Poses& from, const Poses& to, int b) {
  const Eigen::AngleAxisd turn(Mat3<double>(to.R[b] * from.R[b].transpose()));
  Vec6<double> d;
  d << to.p[b] - from.p[b], turn.angle() * turn.axis();
  return d;
}

// The size of an increment: lengths in characteristic lengths, angles in radians.
inline double size_of(const Vec6<double>& d, double length) { return std::max(d.head<3>().norm() / length, d.tail<3>().norm()); }

// The largest increment of a body in a solution of the kernel; not a number if one of them is none.
inline double largest_increment(const KernelSolution& solution, double length) {
  double largest = 0;
  for (std::size_t b = 1; b < solution.A.size(); ++b)
    if (const double size = size_of(solution.A[b], length); !(size <= largest)) largest = size;
  return largest;
}

// The largest difference of a body.
inline double largest_difference(const Poses& from, const Poses& to, double length) {
  double largest = 0;
  for (std::size_t b = 1; b < from.p.size(); ++b)
    largest = std::max(largest, size_of(difference(from, to, static_cast<int>(b)), length));
  return largest;
}

// In the metric of the weights, per characteristic length and root of the whole mass: a mean over the bodies.
inline double weighted_distance(const Weights& weights, const Poses& from, const Poses& to, double length) {
  double sum = 0, mass = 0;
  for (std::size_t b = 1; b < from.p.size(); ++b) {
    const Vec6<double> d = difference(from, to, static_cast<int>(b));
    const Vec3<double> inside = to.R[b].transpose() * d.tail<3>();
    sum += weights.mass[b] * d.head<3>().squaredNorm() + inside.dot(weights.inertia[b] * inside);
    mass += weights.mass[b];
  }
  return mass > 0 ? std::sqrt(sum / mass) / length : 0;
}

}  // namespace bricard
