#include "bricard/math/eigenpairs.hpp"

#include <Spectra/GenEigsSolver.h>
#include <Spectra/SymGEigsShiftSolver.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "bricard/math/dense.hpp"

namespace bricard {

namespace {

constexpr int most_restarts = 300;

// What Spectra asks of an operator.
class Applied {
 public:
  using Scalar = double;
  Applied(int size, const LinearOperator& apply) : apply_(apply), x_(size), y_(size) {}
  Eigen::Index rows() const { return x_.size(); }
  Eigen::Index cols() const { return x_.size(); }
  void set_shift(double) {}  // it is in the operator
  void perform_op(const double* x, double* y) const {
    x_ = Eigen::Map<const Eigen::VectorXd>(x, x_.size());
    apply_(x_, y_);
    Eigen::Map<Eigen::VectorXd>(y, y_.size()) = y_;
  }

 private:
  const LinearOperator& apply_;
  mutable Eigen::VectorXd x_, y_;
};

// Spectra throws where an operator gives what is not finite.
template <class Solver>
bool converges(Solver& solver, int count, double precision) {
  try {
    solver.init();
    return solver.compute(Spectra::SortRule::LargestMagn, most_restarts, precision) >= count;
  } catch (const std::exception&) {
    return false;
  }
}

// How many vectors the subspace has.
int subspace(int size, int count) { return std::min(size, std::max(2 * count + 1, 20)); }

}  // namespace

std::optional<RealEigenpairs> outer_symmetric_eigenpairs(int size, const LinearOperator& S, const LinearOperator& M, int count,
                                                         double precision) {
  if (count <= 0 || count >= size) return {};
  Applied inverse(size, S), mass(size, M);
  // Spectra gives 1/theta + shift: with no shift the inverse of an eigenvalue of S M.
  Spectra::SymGEigsShiftSolver<Applied, Applied, Spectra::GEigsMode::ShiftInvert> solver(inverse, mass, count,
                                                                                         subspace(size, count), 0.0);
  if (!converges(solver, count, precision)) return {};
  RealEigenpairs found{solver.eigenvalues().cwiseInverse(), solver.eigenvectors()};
  if (!found.values.allFinite() || !found.vectors.allFinite()) return {};
  return found;
}

double lowest_quotient(int size, const LinearOperator& S, const LinearOperator& M, int steps) {
  Eigen::MatrixXd V(size, steps), H = Eigen::MatrixXd::Zero(steps, steps);
  Eigen::VectorXd x(size), y(size), weighted(size);
  Spectra::SimpleRandom<double>(0).random_vec(x);
  S(x, y);  // into the range of S
  int done = 0;
  for (; done < steps; ++done) {
    M(y, weighted);
    const double norm = std::sqrt(y.dot(weighted));
    if (!std::isfinite(norm)) return norm;
    if (done > 0 && norm <= precise_eigenvalue * H.col(done - 1).norm()) break;
    V.col(done) = y / norm;
    if (done > 0) H(done, done - 1) = H(done - 1, done) = norm;
    S(weighted / norm, y);
    for (int pass = 0; pass < 2; ++pass) {  // against all, twice: orthogonal to rounding
      M(y, weighted);
      const Eigen::VectorXd along = V.leftCols(done + 1).transpose() * weighted;
      y -= V.leftCols(done + 1) * along;
      H(done, done) += along[done];
    }
  }
  if (done == 0) return 0;
  return symmetric_eigenvalues(H.topLeftCorner(done, done))[0];
}

std::optional<ComplexEigenpairs> outer_eigenpairs(int size, const LinearOperator& A, int count) {
  if (count <= 0 || count > size - 2) return {};
  Applied op(size, A);
  Spectra::GenEigsSolver<Applied> solver(op, count, std::min(size, std::max(2 * count + 2, 20)));
  if (!converges(solver, count, precise_eigenvalue)) return {};
  ComplexEigenpairs found{solver.eigenvalues(), solver.eigenvectors()};
  if (!found.values.allFinite() || !found.vectors.allFinite()) return {};
  return found;
}

}  // namespace bricard
