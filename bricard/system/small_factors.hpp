// Factorizations of blocks of at most six rows, for the inner loops of the kernel (kernel.cpp).
#pragma once
#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

// Cholesky of a small matrix in place (lower, column-major, n × n); false if it is not positive.
inline bool cholesky(double* D, int n) {
  for (int j = 0; j < n; ++j) {
    const double before = D[j * n + j];
    double pivot = before;
    for (int k = 0; k < j; ++k) pivot -= D[k * n + j] * D[k * n + j];
    if (!(pivot > threshold::singular_mass * before)) return false;
    const double root = std::sqrt(pivot);
    D[j * n + j] = root;
    for (int i = j + 1; i < n; ++i) {
      double sum = D[j * n + i];
      for (int k = 0; k < j; ++k) sum -= D[k * n + i] * D[k * n + j];
      D[j * n + i] = sum / root;
    }
  }
  return true;
}

inline void cholesky_solve(const double* D, int n, double* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= D[k * n + i] * x[k];
    x[i] /= D[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= D[i * n + k] * x[k];
    x[i] /= D[i * n + i];
  }
}

// LDLᵀ of a pivot block on its selected rows, in place (row by row, unit lower, diagonal holds 1/d). Rows that are not selected,
// or whose pivot is below `least`, get 1/d = 0. Returns whether there were such small pivots.
inline bool factor_pivot(double* P, int n, const char* selected, const double* least, double* pivots) {
  bool truncated = false;
  for (int j = 0; j < n; ++j) {
    const double d = P[j * n + j];
    const bool is_small = selected[j] && !(d > least[j]);
    truncated = truncated || is_small;
    pivots[j] = selected[j] ? d : 0;
    if (!selected[j] || is_small) {
      P[j * n + j] = 0;
      for (int i = j + 1; i < n; ++i) P[i * n + j] = 0;
      continue;
    }
    const double inverse = 1 / d;
    for (int i = j + 1; i < n; ++i) {
      if (!selected[i]) {
        P[i * n + j] = 0;
        continue;
      }
      const double factor = P[i * n + j] * inverse;
      for (int k = j + 1; k <= i; ++k) P[i * n + k] -= factor * P[k * n + j];
      P[j * n + i] = factor;  // kept above the diagonal until the column is done
    }
    for (int i = j + 1; i < n; ++i)
      if (selected[i]) P[i * n + j] = P[j * n + i];
    P[j * n + j] = inverse;
  }
  return truncated;
}

inline void solve_pivot(const double* P, int n, double* x) {
  if (n == 2) {  // a pin in the plane
    x[1] -= P[2] * x[0];
    x[0] *= P[0];
    x[1] *= P[3];
    if (P[0] != 0) x[0] -= P[2] * x[1];
    return;
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) x[i] -= P[i * n + k] * x[k];
  for (int i = 0; i < n; ++i) x[i] *= P[i * n + i];
  for (int i = n - 1; i >= 0; --i) {
    if (P[i * n + i] == 0) continue;
    for (int k = i + 1; k < n; ++k) x[i] -= P[k * n + i] * x[k];
  }
}

// Which rows of a pivot block are independent, largest relative pivot first.
inline void select_rows(const double* block, int n, const double* own, const double* largest, double dependent, char* selected) {
  double P[36];
  std::copy(block, block + n * n, P);
  std::fill(selected, selected + n, 0);
  for (;;) {
    int best = -1;
    double ratio = 0;
    for (int i = 0; i < n; ++i) {
      const double pivot = P[i * n + i];
      if (selected[i] || !(pivot > dependent * own[i]) || !(pivot > threshold::dependent_in_group * dependent * largest[i]))
        continue;
      if (pivot / largest[i] > ratio) {
        ratio = pivot / largest[i];
        best = i;
      }
    }
    if (best < 0) return;
    selected[best] = 1;
    const double d = P[best * n + best];
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        if (!selected[i] && !selected[k]) P[i * n + k] -= P[i * n + best] * P[best * n + k] / d;
  }
}

}  // namespace bricard
