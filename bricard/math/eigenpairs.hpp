// Eigenvalues and eigenvectors behind plain functions, so that what needs them compiles no decomposition: all of a dense matrix,
// or those at the outer end of the spectrum of an operator that is known only by what it does to a vector.
//
// The outer ones come from Lanczos's and Arnoldi's methods with implicit restarts (R.B. Lehoucq, D.C. Sorensen, C. Yang, ARPACK
// Users' Guide, SIAM 1998) in Spectra. The start is the same in every run.
#pragma once
#include <Eigen/Core>
#include <functional>
#include <optional>

namespace bricard {

inline constexpr double precise_eigenvalue = 1e-12;  // relative to itself

struct RealEigenpairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
struct ComplexEigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};

// K u = value M u with symmetric K and positive definite M, the lowest first; vectors are orthonormal in M.
RealEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M);
ComplexEigenpairs general_eigenpairs(const Eigen::MatrixXd& A);

using LinearOperator = std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd& y)>;  // x → y

// The `count` eigenvalues of S M of largest magnitude, where S and the semidefinite M are symmetric: (K + s M)⁻¹ M, say. Vectors
// are orthonormal in M. Nothing: no convergence.
std::optional<RealEigenpairs> outer_symmetric_eigenpairs(int size, const LinearOperator& S, const LinearOperator& M, int count,
                                                         double precision = precise_eigenvalue);
// The lowest value of xᵀ M S M x / xᵀ M x among the x of that many steps of Lanczos's method: not below the lowest eigenvalue of
// S M, and soon near it where it lies apart. Not a number where S gives none.
double lowest_quotient(int size, const LinearOperator& S, const LinearOperator& M, int steps);
// The `count` of largest magnitude of any real operator, or one less where that would cut a pair.
std::optional<ComplexEigenpairs> outer_eigenpairs(int size, const LinearOperator& A, int count);

}  // namespace bricard
