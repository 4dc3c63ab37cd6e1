// The Cholesky factor of a sparse mass matrix, M = Pᵀ L Lᵀ P, and rows seen through it: D = G Pᵀ L⁻ᵀ, whose lengths are inverse
// masses, D Dᵀ = G M⁻¹ Gᵀ. D is small where G is: rows have entries only on the bodies (relative coordinates: branches) they
// join.
#pragma once
#include <Eigen/SparseCore>
#include <memory>

namespace bricard {

class MassFactor {
 public:
  MassFactor();
  ~MassFactor();

  // M with ones on the diagonal; its pattern must stay the same. False: it is singular.
  bool factor(const Eigen::SparseMatrix<double>& M);
  Eigen::VectorXd solve(const Eigen::VectorXd& Q) const;  // M⁻¹ Q
  // Dᵀ of Gᵀ.
  void see(const Eigen::SparseMatrix<double>& Gt, Eigen::SparseMatrix<double>& Dt) const;
  Eigen::VectorXd back(const Eigen::VectorXd& y) const;  // Pᵀ L⁻ᵀ y

 private:
  struct Cholesky;
  std::unique_ptr<Cholesky> cholesky_;
};

}  // namespace bricard
