// The slowest modes of a large mechanism, and whether it would stay where it is, without all its eigenvalues.
//
// With a shift s the solutions of [K + s M, Phiᵀ; Phi, 0] are those of the inverse of the pencil moved by s: of its eigenvalues
// 1/(omega² + s) the largest belong to the slowest motions, and Lanczos's method finds them from a few dozen solutions. Where
// there is damping the same is done with lambda, in x' = u, M u' = -G u - K x - Phiᵀ mu, by Arnoldi's method:
//   (K + sigma G + sigma² M) x + Phiᵀ mu = -M b_u - (G + sigma M) b_x,   Phi x = 0,   u = b_x + sigma x.
// A rigid motion is a zero of K; the pair of rounding that it leaves among the damped eigenvalues is taken out.
//
// Reference: T. Ericsson, A. Ruhe: The spectral transformation Lanczos method for the numerical solution of large sparse
// generalized symmetric eigenvalue problems, Math. Comp. 35 (1980) 1251-1268.
#pragma once
#include <optional>

#include "bricard/analyses/linear/found_modes.hpp"
#include "bricard/analyses/linear/sparse_motion.hpp"

namespace bricard {

// At most `count` modes with shapes in the displacements of the motion. Nothing: they could not be found.
std::optional<std::vector<FoundMode>> slow_modes(const SparseMotion& motion, int count);

// The lowest omega², if one is negative: the motion is pushed away from its state. A negative one that lies between two shifts,
// which rise in steps up to the stiffest of the motion, is an outer eigenvalue of the inverse there.
struct Curvature {
  std::optional<double> lowest;  // negative
  bool known = true;             // false: a factorization or the iteration failed
};
Curvature curvature(const SparseMotion& motion);
// Velocities feel no force that drives them on. Then the motion stays near its state exactly where no omega² is negative
// (N.G. Chetaev, The Stability of Motion, 1961).
bool only_takes_energy(const SparseMotion& motion);

}  // namespace bricard
