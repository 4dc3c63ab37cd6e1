// Eigenvalues and eigenvectors of a LinearModel.
//
// Without gyroscopic and damping terms and with symmetric K: (K - omega² M) u = 0, lambda = ± i omega, in real arithmetic, so
// that pairs are exact and shapes real and orthogonal in M. Otherwise zero eigenvalues are taken out first by orthogonal
// transformations that show the null space of A, then that of what is left, and so on (the staircase form: a rigid motion is a
// double zero with one eigenvector, which any method for general matrices would return as a pair of about 1e-8).
//
// Reference: G.H. Golub, J.H. Wilkinson: Ill-conditioned eigensystems and the computation of the Jordan canonical form, SIAM
// Review 18 (1976) 578-619.
#include <algorithm>
#include <cmath>

#include "bricard/analyses/linear/found_modes.hpp"
#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/eigenpairs.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

// A basis of the same space that does not depend on rounding: the first vector alone moves the coordinate that moves most, the
// second alone of the others that which is left most, and so on. Orthogonality stays.
template <class Matrix>
void make_definite(Matrix& V) {
  for (Eigen::Index k = 0; k + 1 < V.cols(); ++k) {
    const Eigen::Index left = V.cols() - k;
    Eigen::Index pivot = 0;
    double most = 0;
    for (Eigen::Index i = 0; i < V.rows(); ++i)
      if (const double size = V.row(i).tail(left).norm(); size > most * (1 + threshold::tie)) {
        most = size;
        pivot = i;
      }
    // Householder's reflection of that row to its first place: V (1 - 2 w w* / |w|²).
    Eigen::Matrix<typename Matrix::Scalar, Eigen::Dynamic, 1> w = V.row(pivot).tail(left).adjoint();
    const double first = std::abs(w[0]), all = w.norm();
    if (!(all > first)) continue;
    if (first > 0) {
      w[0] *= 1 + all / first;
    } else {
      w[0] = all;
    }
    const auto along = (V.rightCols(left) * w).eval();
    for (Eigen::Index j = 0; j < left; ++j) V.col(k + j) -= along * (2.0 * Eigen::numext::conj(w[j]) / w.squaredNorm());
  }
}

bool is_conservative(const LinearModel& linear, const Eigen::VectorXd& scale) {
  const Eigen::MatrixXd K = scale.asDiagonal() * linear.K * scale.asDiagonal();
  const Eigen::MatrixXd G = scale.asDiagonal() * linear.G * scale.asDiagonal();
  const double rate = std::sqrt(K.norm()) + 1e6 * linear.slowest;
  return G.norm() <= threshold::cancelled * rate && (K - K.transpose()).norm() <= threshold::symmetric * rate * rate;
}

// (K - omega² M) u = 0.
std::vector<FoundMode> conservative_modes(const LinearModel& linear, const Eigen::VectorXd& scale) {
  const int n = linear.positions;
  Eigen::MatrixXd K = scale.asDiagonal() * linear.K * scale.asDiagonal();
  K = (0.5 * (K + K.transpose())).eval();
  const Eigen::MatrixXd M = scale.asDiagonal() * linear.M * scale.asDiagonal();
  const auto [squares, vectors] = symmetric_eigenpairs(K, M);
  const double largest = squares.cwiseAbs().maxCoeff(),
               floor = std::max(threshold::soft * largest, linear.slowest * linear.slowest);
  std::vector<FoundMode> found;
  for (int i = 0; i < n;) {
    const bool rigid = std::abs(squares[i]) <= floor;
    int last = i + 1;
    while (last < n && (rigid ? std::abs(squares[last]) <= floor
                              : squares[last] - squares[i] <= 2 * threshold::equal_modes * std::abs(squares[i])))
      ++last;
    Eigen::MatrixXd shapes = vectors.middleCols(i, last - i);
    make_definite(shapes);
    for (int j = i; j < last; ++j) {
      const Eigen::VectorXd u = scale.asDiagonal() * shapes.col(j - i);
      const auto add = [&](Complex value) {
        FoundMode& each = found.emplace_back();
        each.value = value;
        each.shape = Eigen::VectorXcd::Zero(linear.A.rows());
        each.shape.head(n) = u.cast<Complex>();
        each.shape.segment(n, n) = value * u - (linear.A.topLeftCorner(n, n) * u).cast<Complex>();
      };
      const double rate = std::sqrt(std::abs(squares[j]));
      if (rigid) {
        add(0);
      } else if (squares[j] > 0) {
        add(Complex(0, rate));
      } else {
        add(-rate);
        add(rate);
      }
    }
    i = last;
  }
  return found;
}

// Units in which the states compare: displacements by theirs, velocities by a rate each, so that rounding beside stiff directions
// does not reach soft ones, user states balanced against all others (B.N. Parlett, C. Reinsch, Num. Math. 13 (1969) 293-304).
Eigen::VectorXd scales(const LinearModel& linear, int n) {
  const int np = linear.positions, nv = linear.velocities;
  Eigen::VectorXd scale = linear.unit.head(n);
  const auto scaled = [&](int i, int j) { return std::abs(linear.A(i, j)) * scale[j] / scale[i]; };
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(nv);
  for (int i = 0; i < nv; ++i)
    for (int j = 0; j < np + nv; ++j) rates[i] = std::max(rates[i], j < np ? std::sqrt(scaled(np + i, j)) : scaled(np + i, j));
  const double fastest = std::max(1e6 * linear.slowest, nv > 0 ? rates.maxCoeff() : 0);
  const double least = std::sqrt(threshold::cancelled) * fastest;  // its square is rounding
  if (fastest > 0) scale.segment(np, nv).array() *= (rates.array() > 0).select(rates.cwiseMax(least), fastest).array();
  for (int sweep = 0; sweep < 20; ++sweep)
    for (int k = np + nv; k < n; ++k) {
      double row = 0, column = 0;
      for (int j = 0; j < n; ++j)
        if (j != k) {
          row += scaled(k, j);
          column += scaled(j, k);
        }
      if (row > 0 && column > 0) scale[k] *= std::sqrt(row / column);
    }
  return scale;
}

// A = U [0 X; 0 rest] Uᵀ, where the first columns of U span the null space.
struct Stair {
  Eigen::MatrixXd U, X;
};

std::vector<FoundMode> general_modes(const LinearModel& linear, int n) {
  const Eigen::VectorXd scale = scales(linear, n);
  Eigen::MatrixXd A = scale.cwiseInverse().asDiagonal() * linear.A.topLeftCorner(n, n) * scale.asDiagonal();
  std::vector<Stair> stairs;
  std::vector<FoundMode> found;
  const auto add = [&](Complex value, Eigen::VectorXcd shape, std::size_t stair) {
    for (; stair > 0; --stair) {
      const auto& [U, X] = stairs[stair - 1];
      Eigen::VectorXcd longer(U.rows());
      longer << X * shape / value, shape;
      shape = U * longer;
    }
    FoundMode& each = found.emplace_back();
    each.value = value;
    each.shape = Eigen::VectorXcd::Zero(linear.A.rows());
    each.shape.head(n) = scale.asDiagonal() * shape;
  };
  const double largest = n > 0 ? singular_values(A).values[0] : 0;
  while (A.rows() > 0) {
    const SingularValues svd = singular_values(A);
    const auto nullity = (svd.values.array() <= threshold::soft * largest).count();
    if (nullity == 0) break;
    const Eigen::Index left = A.rows() - nullity;
    Eigen::MatrixXd U(A.rows(), A.rows());
    U << svd.V.rightCols(nullity), svd.V.leftCols(left);
    if (stairs.empty()) {  // of a chain only its first vector is an eigenvector
      Eigen::MatrixXd rigid = U.leftCols(nullity);
      make_definite(rigid);
      for (int i = 0; i < nullity; ++i) add(0, rigid.col(i).cast<Complex>(), 0);
    }
    const Eigen::MatrixXd turned = product(transposed_product(U, A), U);
    stairs.push_back({U, turned.topRightCorner(nullity, left)});
    A = turned.bottomRightCorner(left, left).eval();
  }
  if (A.rows() == 0) return found;

  auto [values, vectors] = general_eigenpairs(A);
  for (Complex& value : values)  // a double real eigenvalue that rounding has made a pair
    if (std::abs(value.imag()) <= 10 * threshold::equal_modes * std::abs(value)) value = value.real();
  std::vector<char> done(static_cast<std::size_t>(values.size()), 0);
  for (int i = 0; i < values.size(); ++i) {
    if (done[i] || values[i].imag() < 0) continue;
    std::vector<int> same;
    Complex mean = 0;
    for (int j = i; j < values.size(); ++j)
      if (!done[j] && std::abs(values[j] - values[i]) <= 10 * threshold::equal_modes * std::abs(values[i])) {
        same.push_back(j);
        mean += values[j];
        done[j] = 1;
      }
    const auto count = static_cast<Eigen::Index>(same.size());
    mean /= static_cast<double>(count);
    Eigen::MatrixXcd shapes(A.rows(), count);
    for (Eigen::Index j = 0; j < count; ++j) shapes.col(j) = vectors.col(same[j]);
    if (count > 1) {  // as many independent eigenvectors: a basis of them that is orthogonal
      Eigen::MatrixXcd shifted = A.transpose().cast<Complex>();
      shifted.diagonal().array() -= std::conj(mean);
      if (const LeastColumns of_adjoint = least_columns(shifted, static_cast<int>(count));
          of_adjoint.pivot <= 10 * threshold::equal_modes * std::abs(mean)) {
        shapes = of_adjoint.columns;
        make_definite(shapes);
      }
    }
    for (Eigen::Index j = 0; j < count; ++j) add(mean, shapes.col(j), stairs.size());
  }
  return found;
}

}  // namespace

std::vector<Mode> modes_of(const LinearModel& linear, Eigen::MatrixXcd* shapes) {
  const int n = static_cast<int>(linear.A.rows()) - linear.of_inputs;
  std::vector<FoundMode> found;
  if (linear.M.rows() > 0) {
    const Eigen::VectorXd scale = linear.M.diagonal().cwiseSqrt().cwiseInverse();
    found = is_conservative(linear, scale) ? conservative_modes(linear, scale) : general_modes(linear, n);
  } else {
    found = general_modes(linear, n);
  }
  return listed(std::move(found), linear.A.rows(), shapes);
}

}  // namespace bricard
