// Eigenvalues with their shapes, as any method finds them, and the list of modes that is made of them.
#pragma once
#include <Eigen/Core>
#include <complex>
#include <vector>

#include "bricard/results/results.hpp"

namespace bricard {

// Of a pair the eigenvalue with positive imaginary part.
struct FoundMode {
  std::complex<double> value;
  Eigen::VectorXcd shape;
};

// The slowest first; `shapes` (not null) gets a column of this length for each.
std::vector<Mode> listed(std::vector<FoundMode> found, Eigen::Index length, Eigen::MatrixXcd* shapes);

}  // namespace bricard
