// A large mechanism between inputs and outputs: the small motions of sparse_motion.hpp with what moves them and what is seen of
// them,
//
//   M xi'' + G xi' + K xi + Phi_vᵀ mu = B_xi u,   Phi_v xi = B_mu u,   y = C (xi, xi', xi'', mu) + D u
//
// As x = (xi, xi', xi'', mu) it is a descriptor system E x' = A x + B u, y = C x + D u. A driver as an input prescribes the
// displacement of its row. Everything is as sparse as the mechanism and costs in proportion to the number of bodies (C: n log n);
// A of x' = A x + B u would be a full matrix, as one body's acceleration depends on the forces on all others.
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "bricard/analyses/linear/shifted_motion.hpp"

namespace bricard {

struct SparseModel {
  std::string refusal;  // why the motion has none, in words that go on "because ..."; empty: it has
  std::vector<std::string> inputs, outputs;
  std::vector<Dimension> input_dimensions, output_dimensions;  // of values
  SparseEntries B;  // rows: forces on xi, then constraints; SI
  SparseEntries C;  // columns: xi, xi', xi'', mu
  SparseEntries D;
};

// `inputs`: names of inputs or drivers; `outputs`: of columns. Throws Error where there is none of that name.
SparseModel sparse_model(const System& system, const State& state, const SparseMotion& motion,
                         const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

// Outputs over inputs at frequencies in Hz.
class SparseResponse {
 public:
  SparseResponse(const SparseMotion& motion, const SparseModel& model);
  Eigen::MatrixXcd at(double frequency);

 private:
  const SparseMotion& motion_;
  const SparseModel& model_;
  ShiftedMotion<std::complex<double>> shifted_;
};

}  // namespace bricard
