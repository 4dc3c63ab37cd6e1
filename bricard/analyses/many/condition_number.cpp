#include "bricard/analyses/many/condition_number.hpp"

#include <cmath>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

namespace {

constexpr int most_unknowns = 300;  // of a dense spectrum

// The rows of Phi_v that the kernel has chosen, or that it does not know.
Eigen::MatrixXd independent_rows(const WrittenOut& written, const std::vector<char>& selected) {
  std::vector<int> rows;
  const std::vector<int>& kernel_rows = written.kernel_rows();
  for (int i = 0; i < static_cast<int>(kernel_rows.size()); ++i)
    if (kernel_rows[i] < 0 || selected[kernel_rows[i]]) rows.push_back(i);
  const Eigen::MatrixXd all = written.Phi_v();
  Eigen::MatrixXd chosen(rows.size(), all.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) chosen.row(static_cast<Eigen::Index>(i)) = all.row(rows[i]);
  return chosen;
}

}  // namespace

std::optional<double> condition_number(const Model& model, const MethodChoice& methods, const AnalysisOptions& options) {
  const std::optional<double> alpha = options.penalty ? options.penalty->alpha : std::nullopt;
  if (methods.formulation->penalizes && !alpha) return {};
  const System system(model, methods.coordinates);
  if (system.nv() > most_unknowns) return {};
  const Assembly assembly = assemble(system, assembly_settings(options));
  if (assembly.outcome.failed()) return {};
  Equations e(system);
  system.motion(assembly.state, e);
  system.fill(e);
  e.kernel.select();
  const std::vector<char> selected = e.kernel.selected();
  system.forces(e);
  WrittenOut written(system);
  written.write(e);
  const Eigen::MatrixXd Phi_v = independent_rows(written, selected), M = written.M();
  Eigen::MatrixXd A;
  if (methods.formulation->penalizes) {
    A = M + *alpha * transposed_product(Phi_v, Phi_v);
  } else {
    const Eigen::Index nv = M.rows(), rows = Phi_v.rows();
    A = Eigen::MatrixXd::Zero(nv + rows, nv + rows);
    A.topLeftCorner(nv, nv) = M;
    A.bottomLeftCorner(rows, nv) = Phi_v;
    A.topRightCorner(nv, rows) = Phi_v.transpose();
  }
  if (A.size() == 0 || !A.allFinite()) return {};
  const Eigen::VectorXd sizes = symmetric_spectrum(A).values.cwiseAbs();
  return sizes.maxCoeff() / sizes.minCoeff();
}

}  // namespace bricard
