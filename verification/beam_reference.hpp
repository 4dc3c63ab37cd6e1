// Angular accelerations of a chain of uniform links on parallel hinges, by the dense textbook equations in the links' absolute
// angles:
//   Σ_j c_ij (cos(θ_i - θ_j) α_j + sin(θ_i - θ_j) ω_j²) = -g cos θ_i (1/2 + links after i),   c_ij = (links after the later) +
//   1/2,
// solved by Cholesky in a wider floating-point type. Nothing here is shared with the program.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

namespace bricard {

// theta, omega: absolute angle and rate of every link; side: of the square section.
template <class Real>
std::vector<Real> beam_reference(const std::vector<double>& theta, const std::vector<double>& omega, double side) {
  const int n = static_cast<int>(theta.size());
  std::vector<Real> M(static_cast<std::size_t>(n) * n), x(n);
  std::vector<long double> sine(n), cosine(n);
  for (int i = 0; i < n; ++i) {
    sine[i] = std::sin(static_cast<long double>(theta[i]));
    cosine[i] = std::cos(static_cast<long double>(theta[i]));
  }
  for (int i = 0; i < n; ++i) {
    x[i] = -Real(9.81) * Real(cosine[i]) * (Real(0.5) + (n - 1 - i));
    for (int j = 0; j < n; ++j) {
      const Real c = Real(n - 1 - std::max(i, j)) + Real(0.5);
      const Real cos_difference = Real(cosine[i]) * Real(cosine[j]) + Real(sine[i]) * Real(sine[j]);
      const Real sin_difference = Real(sine[i]) * Real(cosine[j]) - Real(cosine[i]) * Real(sine[j]);
      M[i * std::size_t(n) + j] = c * cos_difference;
      if (i != j) x[i] -= c * sin_difference * Real(omega[j]) * Real(omega[j]);
    }
    M[i * std::size_t(n) + i] = (Real(1) + Real(side) * Real(side)) / 12 + Real(0.25) + (n - 1 - i);
  }
  // LDLᵀ, row by row; then the two triangular solves.
  std::vector<Real> scaled(n);
  for (int i = 0; i < n; ++i) {
    Real* row = M.data() + i * std::size_t(n);
    for (int j = 0; j < i; ++j) {
      const Real* other = M.data() + j * std::size_t(n);
      Real sum = row[j];
      for (int k = 0; k < j; ++k) sum -= scaled[k] * other[k];
      scaled[j] = sum;
      row[j] = sum / other[j];
    }
    for (int j = 0; j < i; ++j) row[i] -= scaled[j] * row[j];
    for (int j = 0; j < i; ++j) x[i] -= row[j] * x[j];
  }
  for (int i = 0; i < n; ++i) x[i] /= M[i * std::size_t(n) + i];
  for (int i = n - 1; i >= 0; --i)
    for (int j = i + 1; j < n; ++j) x[i] -= M[j * std::size_t(n) + i] * x[j];
  return x;
}

}  // namespace bricard
