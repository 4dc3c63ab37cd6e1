#include "bricard/analyses/linear/slow_modes.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/analyses/linear/shifted_motion.hpp"
#include "bricard/math/eigenpairs.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

constexpr double step_of_shifts = 30;
constexpr double larger_shift = 1e4;  // below the squares of the slowest in a row of some hundred bodies
constexpr int lanczos_steps = 40;

// Solutions without what constraints take up.
class ShiftedFreely {
 public:
  explicit ShiftedFreely(const SparseMotion& motion) : motion_(motion), shifted_(motion), x_(motion.size + motion.rows) {}
  bool factor(double c_M, double c_G) { return shifted_.factor(c_M, c_G); }
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
    x_ << b, Eigen::VectorXd::Zero(motion_.rows);
    shifted_.solve(x_);  // what is not finite is seen by whoever iterates
    x = x_.head(motion_.size);
  }

 private:
  const SparseMotion& motion_;
  ShiftedMotion<double> shifted_;
  Eigen::VectorXd x_;
};

LinearOperator mass_of(const SparseMotion& motion) {
  return [&motion](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
    y.setZero(x.size());
    add_product(motion.M, x, 1, y);
  };
}

// omega² nearest to -s, the nearest to zero first.
std::optional<RealEigenpairs> squares_near(const SparseMotion& motion, ShiftedFreely& shifted, double s, int count,
                                           double precision) {
  if (!shifted.factor(s, 0)) return {};
  auto found = outer_symmetric_eigenpairs(
      motion.size, [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) { shifted.solve(x, y); }, mass_of(motion), count, precision);
  if (!found) return {};
  found->values = found->values.cwiseInverse().array() - s;
  return found;
}

// A shift of the size of the slowest motion.
double first_shift(const SparseMotion& motion) {
  const double by_forces = 1e9 * motion.slowest * motion.slowest, by_stiffness = threshold::rigid_mode * motion.stiffest;
  return std::max({by_forces, by_stiffness, threshold::nothing});
}

double slowest_of(const RealEigenpairs& found, double floor) {
  double slowest = 0;
  for (const double square : found.values)
    if (const double size = std::abs(square); size > floor && (slowest == 0 || size < slowest)) slowest = size;
  return slowest;
}

// Eigenvalues of the damped motion near sigma, without what rigid motions leave there.
std::optional<std::vector<FoundMode>> damped_modes(const SparseMotion& motion, ShiftedFreely& shifted, double sigma, int count) {
  const int n = motion.size;
  if (!shifted.factor(sigma * sigma, sigma)) return {};
  Eigen::VectorXd b(n), x(n);
  const LinearOperator inverse = [&](const Eigen::VectorXd& from, Eigen::VectorXd& to) {
    b.setZero();
    add_product(motion.M, from.tail(n), -1, b);
    add_product(motion.G, from.head(n), -1, b);
    add_product(motion.M, from.head(n), -sigma, b);
    shifted.solve(b, x);
    to.resize(2 * n);
    to << x, from.head(n) + sigma * x;
  };
  const auto pairs = outer_eigenpairs(2 * n, inverse, std::min(2 * count + 2, 2 * n - 2));
  if (!pairs) return {};
  std::vector<FoundMode> found;
  for (Eigen::Index i = 0; i < pairs->values.size(); ++i) {
    Complex value = sigma + 1.0 / pairs->values[i];
    if (std::abs(value) <= threshold::pair_of_rigid_modes * sigma) continue;
    Eigen::VectorXcd shape = pairs->vectors.col(i).head(n);
    if (std::abs(value.imag()) <= threshold::equal_modes * std::abs(value)) value = value.real();
    if (value.imag() < 0) continue;  // the other half of a pair
    found.push_back({value, shape});
  }
  return found;
}

}  // namespace

std::optional<std::vector<FoundMode>> slow_modes(const SparseMotion& motion, int count) {
  const int most = std::min(count, motion.size - motion.rows);
  if (most <= 0) return {};
  ShiftedFreely shifted(motion);
  // A rough look first: beside the inverse of a zero others are known to a few digits only, so the larger shift is tried first.
  const double smallest = first_shift(motion);
  double s = larger_shift * smallest;
  auto found = squares_near(motion, shifted, s, most, threshold::agrees);
  if (!found) found = squares_near(motion, shifted, s = smallest, most, threshold::agrees);
  if (!found) return {};
  double floor = std::max(motion.slowest * motion.slowest, threshold::rigid_mode * s);
  if (const double slowest = slowest_of(*found, floor); slowest > 0) {
    s = slowest;
    found = squares_near(motion, shifted, s, most, precise_eigenvalue);
    if (!found) return {};
  }
  floor = std::max(motion.slowest * motion.slowest, threshold::rigid_mode * s);
  std::vector<FoundMode> modes;
  for (Eigen::Index i = 0; i < found->values.size(); ++i) {
    const double square = found->values[i], rate = std::sqrt(std::abs(square));
    const Eigen::VectorXcd shape = found->vectors.col(i).cast<Complex>();
    if (std::abs(square) <= floor) {
      modes.push_back({0, shape});
    } else if (motion.damped) {
      continue;
    } else if (square > 0) {
      modes.push_back({Complex(0, rate), shape});
    } else {
      modes.push_back({-rate, shape});
      modes.push_back({rate, shape});
    }
  }
  if (motion.damped) {
    auto damped = damped_modes(motion, shifted, std::sqrt(s), most);
    if (!damped) return {};
    modes.insert(modes.end(), damped->begin(), damped->end());
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const FoundMode& a, const FoundMode& b) { return std::abs(a.value) < std::abs(b.value); });
  if (static_cast<int>(modes.size()) > count) modes.resize(count);
  return modes;
}

Curvature curvature(const SparseMotion& motion) {
  Curvature out;
  ShiftedFreely shifted(motion);
  const LinearOperator inverse = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) { shifted.solve(x, y); };
  const double floor = motion.slowest * motion.slowest, bound = motion.stiffest;
  for (double s = std::max({floor, threshold::cancelled * bound, threshold::nothing}); s < bound; s *= step_of_shifts) {
    if (!shifted.factor(s, 0)) return {{}, false};
    const double theta = lowest_quotient(motion.size, inverse, mass_of(motion), lanczos_steps);
    if (!std::isfinite(theta)) return {{}, false};
    if (theta < -0.1 / (step_of_shifts * s)) out.lowest = std::min(out.lowest.value_or(0), 1 / theta - s);
  }
  return out;
}

bool only_takes_energy(const SparseMotion& motion) {
  if (!motion.damped) return true;
  double largest = 0;
  for (const SparseEntry& entry : motion.G) largest = std::max(largest, std::abs(entry.value));
  const LinearOperator symmetric = [&](const Eigen::VectorXd& x, Eigen::VectorXd& to) {
    to.setZero(x.size());
    for (const SparseEntry& entry : motion.G) {
      to[entry.row] += 0.5 * entry.value * x[entry.column];
      to[entry.column] += 0.5 * entry.value * x[entry.row];
    }
  };
  const LinearOperator unit = [](const Eigen::VectorXd& x, Eigen::VectorXd& to) { to = x; };
  return lowest_quotient(motion.size, symmetric, unit, lanczos_steps) >= -threshold::growing * largest;
}

}  // namespace bricard
