#include "bricard/formulations/matrices/mass_factor.hpp"

#include <Eigen/SparseCholesky>

#include "bricard/math/thresholds.hpp"

namespace bricard {

struct MassFactor::Cholesky {
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> llt;
  bool analyzed = false;
};

MassFactor::MassFactor() : cholesky_(std::make_unique<Cholesky>()) {}
MassFactor::~MassFactor() = default;

bool MassFactor::factor(const Eigen::SparseMatrix<double>& M) {
  auto& llt = cholesky_->llt;
  if (!cholesky_->analyzed) llt.analyzePattern(M);
  cholesky_->analyzed = true;
  llt.factorize(M);
  if (llt.info() != Eigen::Success) return false;
  const auto& L = llt.matrixL().nestedExpression();
  for (int i = 0; i < L.cols(); ++i)
    if (const double pivot = L.valuePtr()[L.outerIndexPtr()[i]]; !(pivot * pivot > threshold::singular_mass)) return false;
  return true;
}

Eigen::VectorXd MassFactor::solve(const Eigen::VectorXd& Q) const { return cholesky_->llt.solve(Q); }

void MassFactor::see(const Eigen::SparseMatrix<double>& Gt, Eigen::SparseMatrix<double>& Dt) const {
  Dt = cholesky_->llt.permutationP() * Gt;
  cholesky_->llt.matrixL().solveInPlace(Dt);
}

Eigen::VectorXd MassFactor::back(const Eigen::VectorXd& y) const {
  return cholesky_->llt.permutationPinv() * cholesky_->llt.matrixU().solve(y);
}

}  // namespace bricard
