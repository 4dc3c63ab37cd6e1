#include "study/distribution.hpp"

#include <cmath>
#include <numbers>

namespace bricard::study {

namespace {

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

// P(0 < T < t) = C ∫ cos^(n-1) u du from 0 to atan(t/√n), by Simpson.
double student_share(double t, double n) {
  constexpr int pieces = 200;
  const double end = std::atan(t / std::sqrt(n)), h = end / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) sum += (i == 0 || i == pieces ? 1 : i % 2 ? 4 : 2) * std::pow(std::cos(i * h), n - 1);
  return std::exp(std::lgamma((n + 1) / 2) - std::lgamma(n / 2)) / std::sqrt(std::numbers::pi) * sum * h / 3;
}

}  // namespace

// Abramowitz and Stegun 26.2.22, good to 0.003, then Halley's steps on the exact function.
double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  const double t = std::sqrt(-2 * std::log(p));
  double x = (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t)) - t;
  for (int i = 0; i < 4; ++i) {
    const double u = (std::erfc(-x / std::numbers::sqrt2) / 2 - p) / normal_density(x);
    x -= u / (1 + x * u / 2);
  }
  return x;
}

double student_quantile(double p, double freedoms) {
  constexpr double like_normal = 1e6;
  if (freedoms > like_normal) return normal_quantile(p);
  if (p < 0.5) return -student_quantile(1 - p, freedoms);
  double low = 0, high = 1;
  while (student_share(high, freedoms) < p - 0.5 && std::isfinite(high)) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (student_share(middle, freedoms) < p - 0.5 ? low : high) = middle;
  }
  return (low + high) / 2;
}

double Distribution::quantile(double p) const {
  switch (kind) {
    case Kind::uniform:
      return a + (b - a) * p;
    case Kind::normal:
      return a + b * normal_quantile(p);
    case Kind::lognormal:
      return a * std::exp(std::log(b) * normal_quantile(p));
    case Kind::triangular: {
      const double at_mode = (b - a) / (c - a);
      return p < at_mode ? a + std::sqrt(p * (c - a) * (b - a)) : c - std::sqrt((1 - p) * (c - a) * (c - b));
    }
  }
  return a;
}

double Distribution::density(double x) const {
  switch (kind) {
    case Kind::uniform:
      return x < a || x > b ? 0 : 1 / (b - a);
    case Kind::normal:
      return normal_density((x - a) / b) / b;
    case Kind::lognormal:
      return x <= 0 ? 0 : normal_density(std::log(x / a) / std::log(b)) / (x * std::log(b));
    case Kind::triangular:
      if (x < a || x > c) return 0;
      return x < b ? 2 * (x - a) / ((c - a) * (b - a)) : c > b ? 2 * (c - x) / ((c - a) * (c - b)) : 2 / (c - a);
  }
  return 0;
}

Distribution Distribution::narrowed(double share) const {
  switch (kind) {
    case Kind::uniform: {
      const double middle = (a + b) / 2, half = (b - a) / 2 * share;
      return {kind, middle - half, middle + half, c};
    }
    case Kind::normal:
      return {kind, a, b * share, c};
    case Kind::lognormal:
      return {kind, a, std::pow(b, share), c};
    case Kind::triangular:
      return {kind, b - (b - a) * share, b, b + (c - b) * share};
  }
  return *this;
}

}  // namespace bricard::study
