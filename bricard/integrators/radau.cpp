#include "bricard/integrators/radau.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 7;
constexpr int most_iterations_of_fixed_steps = 12;
constexpr double newton_share = 0.02;  // of the allowed error
constexpr double slow = 0.05;          // contraction above which J is taken anew for the next step
constexpr std::string_view refused = "the derivative cannot be evaluated";
constexpr std::string_view no_matrix = "the iteration matrix cannot be factorized";
constexpr std::string_view no_convergence = "Newton's iteration does not converge";
constexpr std::string_view overflow = "the new values are not finite";

const double root6 = std::sqrt(6.0);
const std::array<double, 3> c{(4 - root6) / 10, (4 + root6) / 10, 1};
const std::array<double, 3> e{(-13 - 7 * root6) / 3, (-13 + 7 * root6) / 3, -1. / 3};
constexpr std::array<double, 3> dense_at{0.25, 0.5, 0.75};

// Eigenvalues of A⁻¹, eigenvectors and rows of the inverse basis.
struct Basis {
  double gamma;
  Complex mu;
  std::array<double, 3> u, l0;
  std::array<Complex, 3> w, l1;
};

// 1/gamma = (6 + 81^(1/3) - 9^(1/3)) / 30; the other two eigenvalues of A follow from its trace 3/5 and determinant 1/60, and
// eigenvectors, which are orthogonal to the rows of A - lambda I, as cross products of two of them, scaled to 1 in the last
// stage.
Basis make_basis() {
  Eigen::Matrix3cd A;
  A << (88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225,  //
      (296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225,   //
      (16 - root6) / 36, (16 + root6) / 36, 1. / 9;
  const double lambda = (6 + std::cbrt(81) - std::cbrt(9)) / 30;
  const double half_sum = (0.6 - lambda) / 2, product = 1 / (60 * lambda);
  const Complex pair(half_sum, -std::sqrt(product - half_sum * half_sum));
  const auto eigenvector = [&](Complex value) {
    const Eigen::Matrix3cd shifted = A - value * Eigen::Matrix3cd::Identity();
    Eigen::Vector3cd v;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      v[i] = shifted(0, j) * shifted(1, k) - shifted(0, k) * shifted(1, j);
    }
    return Eigen::Vector3cd(v / v[2]);
  };
  Eigen::Matrix3cd V;
  V << eigenvector(lambda), eigenvector(pair), eigenvector(std::conj(pair));
  const Eigen::Matrix3cd L = V.inverse();
  Basis basis{};
  basis.gamma = 1 / lambda;
  basis.mu = 1.0 / pair;
  for (int i = 0; i < 3; ++i) {
    basis.u[i] = V(i, 0).real();
    basis.l0[i] = L(0, i).real();
    basis.w[i] = V(i, 1);
    basis.l1[i] = L(1, i);
  }
  return basis;
}

const Basis basis = make_basis();

// The polynomial with values 0 at 0 and Z_i at c_i.
std::array<double, 3> collocation(double theta) {
  std::array<double, 3> weights;
  for (int i = 0; i < 3; ++i) {
    weights[i] = theta / c[i];
    for (int j = 0; j < 3; ++j)
      if (j != i) weights[i] *= (theta - c[j]) / (c[i] - c[j]);
  }
  return weights;
}

}  // namespace

Radau::Radau(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
    : OneStepMethod("radau", settings,
                    {.error_order = 3, .largest_growth = 8, .share = 0.02, .power = 0.85, .predictive = true, .keep_below = 1.2}),
      problem_(problem),
      real_(problem.shifted()),
      complex_(problem.shifted()),
      y_(y0),
      f_(Eigen::VectorXd::Zero(y0.size())),
      scale_(Eigen::VectorXd::Ones(y0.size())),
      y_previous_(y0),
      W0_(f_),
      dW0_(f_),
      W1_(Eigen::VectorXcd::Zero(y0.size())),
      dW1_(W1_),
      stage_(y0),
      y_new_(y0),
      f_new_(f_),
      error_(f_),
      weighted_(f_),
      y_marked_(y0),
      f_marked_(f_) {
  Z_.fill(f_);
  F_ = Z_previous_ = dense_ = Z_;
  problem_.error_scale(y_, scale_);
  f_known_ = evaluate(t(), y_, f_);
  f_previous_ = f_;
  if (!f_known_ || fixed()) return;
  const double pace = size(f_);
  start_with(pace > 0 ? std::min(threshold::first_step * span(), std::sqrt(tolerance()) / pace)
                      : threshold::probing_step * span());
}

bool Radau::evaluate(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  ++statistics_.evaluations;
  return problem_.derivative(t, y, f) && f.allFinite();
}

OneStepMethod::Trial Radau::attempt(double t1, double h) {
  if (!f_known_ && !(f_known_ = evaluate(t(), y_, f_))) return {refused};
  problem_.begin_step(h);
  if (!prepare(h)) return {no_matrix};
  predict(h);
  if (!newton(t1, h)) {
    if (J_fresh_) return {no_convergence};
    J_usable_ = false;
    if (!prepare(h)) return {no_matrix};
    predict(h);
    if (!newton(t1, h)) return {no_convergence};
  }
  y_new_ = y_ + Z_[2];
  if (!y_new_.allFinite() || !estimate(h)) return {overflow};
  return {.trouble = {}, .error = size(error_), .round_off = threshold::rounding_of_step * size(y_)};
}

// J and the matrices for a step of length h.
bool Radau::prepare(double h) {
  if (!J_usable_) {
    ++statistics_.linearizations;
    matrix_step_ = 0;
    if (!problem_.linearize(t(), y_, f_)) return false;
    J_usable_ = J_fresh_ = true;
    missing_ = 1;
  }
  if (matrix_step_ == h) return true;
  ++statistics_.factorizations;
  matrix_step_ = 0;
  if (!real_->factorize(h / basis.gamma) || !complex_->factorize(h / basis.mu)) return false;
  matrix_step_ = h;
  return true;
}

// The polynomial of the last step, extrapolated.
void Radau::predict(double h) {
  for (int i = 0; i < 3; ++i) {
    if (h_previous_ == 0) {
      Z_[i].setZero();
      continue;
    }
    const auto weights = collocation(1 + c[i] * h / h_previous_);
    Z_[i] = weights[0] * Z_previous_[0] + weights[1] * Z_previous_[1] + (weights[2] - 1) * Z_previous_[2];
  }
  W0_ = basis.l0[0] * Z_[0] + basis.l0[1] * Z_[1] + basis.l0[2] * Z_[2];
  W1_ = basis.l1[0] * Z_[0] + basis.l1[1] * Z_[1] + basis.l1[2] * Z_[2];
}

// One iteration: the size of its increment, negative where it cannot be done.
double Radau::iterate(double t1, double h) {
  for (int i = 0; i < 3; ++i) {
    stage_ = y_ + Z_[i];
    if (!evaluate(i == 2 ? t1 : t() + c[i] * h, stage_, F_[i])) return -1;
  }
  const Complex step = h / basis.mu;
  dW0_ = (h / basis.gamma) * (basis.l0[0] * F_[0] + basis.l0[1] * F_[1] + basis.l0[2] * F_[2]) - W0_;
  dW1_ = step * (basis.l1[0] * F_[0] + basis.l1[1] * F_[1] + basis.l1[2] * F_[2]) - W1_;
  real_->solve(dW0_);
  complex_->solve(dW1_);
  if (!dW0_.allFinite() || !dW1_.allFinite()) return -1;
  W0_ += dW0_;
  W1_ += dW1_;
  double increment = 0;
  for (int i = 0; i < 3; ++i) {
    stage_ = basis.u[i] * dW0_ + 2 * (basis.w[i] * dW1_).real();
    increment = std::max(increment, size(stage_));
    Z_[i] = basis.u[i] * W0_ + 2 * (basis.w[i] * W1_).real();
  }
  return increment;
}

// Ends when what is still missing, increment * rate / (1 - rate), is a small share of the allowed error, or round-off; gives up
// early when the iterations that are left will not get there.
bool Radau::newton(double t1, double h) {
  const int most = fixed() ? most_iterations_of_fixed_steps : most_iterations;
  const double floor = 10 * epsilon * size(y_);
  const double enough = std::max((fixed() ? threshold::negligible_share : 1) * newton_share * allowed(h), floor);
  missing_ = std::pow(std::max(missing_, epsilon), 0.8);
  double previous = 0;
  for (iterations_ = 1; iterations_ <= most; ++iterations_) {
    const double increment = iterate(t1, h);
    if (increment < 0) return false;
    if (iterations_ > 1) {
      rate_ = increment / previous;
      if (rate_ >= 0.99) return increment <= 10 * floor;
      missing_ = rate_ / (1 - rate_);
      const double at_the_end = increment * missing_ * std::pow(rate_, most - iterations_);
      if (at_the_end > enough && increment > 10 * floor) return false;
    } else {
      rate_ = std::min(rate_, slow);
    }
    if (missing_ * increment <= enough) return true;
    previous = increment;
  }
  return previous <= 10 * floor;
}

bool Radau::estimate(double h) {
  const double step = h / basis.gamma;
  weighted_ = (e[0] * Z_[0] + e[1] * Z_[1] + e[2] * Z_[2]) / basis.gamma;
  error_ = step * f_ + weighted_;
  real_->solve(error_);
  if (!error_.allFinite()) return false;
  if (!fixed() && rejected_ && size(error_) > allowed(h)) {
    // Stiff components that are off the solution at the start make it large for nothing: once more with f at y + error.
    stage_ = y_ + error_;
    if (evaluate(t(), stage_, f_new_)) {
      error_ = step * f_new_ + weighted_;
      real_->solve(error_);
    }
  }
  rejected_ = size(error_) > allowed(h);
  return error_.allFinite();
}

StepEnd Radau::finish(double t1) {
  f_new_ = F_[2];
  const StepEnd end = problem_.after_step(t1, y_new_, f_new_);
  ++statistics_.evaluations;
  if (end == StepEnd::repeat) {  // evaluated in another way from now on
    f_known_ = false;
    J_usable_ = false;
  }
  if (end == StepEnd::accept && !(y_new_.allFinite() && f_new_.allFinite())) return StepEnd::failed;
  return end;
}

void Radau::accept(double h) {
  y_previous_.swap(y_);
  f_previous_.swap(f_);
  y_.swap(y_new_);
  f_.swap(f_new_);
  Z_previous_.swap(Z_);
  h_previous_ = h;
  problem_.error_scale(y_, scale_);
  J_fresh_ = false;
  J_usable_ = rate_ < slow;
  dense_ready_ = false;
}

void Radau::mark() {
  y_marked_ = y_;
  f_marked_ = f_;
}

void Radau::return_to_mark() {
  y_ = y_previous_ = y_marked_;
  f_ = f_previous_ = f_marked_;
  f_known_ = true;
  forget();
}

void Radau::forget() {
  h_previous_ = 0;
  J_usable_ = false;
  dense_ready_ = false;
}

// More iterations than usual: a shorter step.
double Radau::caution() const { return (2. * most_iterations + 1) / (2 * most_iterations + iterations_); }

// Values inside the last step; the correction at its end is spread over it.
void Radau::make_dense() {
  const double h = t() - t_previous();
  for (int i = 0; i < 3; ++i) {
    const double theta = dense_at[i];
    const auto weights = collocation(theta);
    dense_[i] = (1 - theta) * y_previous_ + theta * y_ + weights[0] * Z_previous_[0] + weights[1] * Z_previous_[1] +
                (weights[2] - theta) * Z_previous_[2];
    problem_.interpolate(theta, h, y_previous_, f_previous_, y_, f_, stage_);
    error_ = stage_ - dense_[i];
    if (matrix_step_ > 0) real_->solve(error_);
    if (matrix_step_ > 0 && error_.allFinite()) dense_[i] += error_;
  }
  dense_ready_ = true;
}

State Radau::state_at(double at) {
  const double h = t() - t_previous();
  if (at >= t() || h == 0) return problem_.lift(t(), y_);
  if (at <= t_previous()) return problem_.lift(at, y_previous_);
  if (h_previous_ == 0) {  // back from a passage that failed
    problem_.interpolate((at - t_previous()) / h, h, y_previous_, f_previous_, y_, f_, stage_);
    return problem_.lift(at, stage_);
  }
  if (!dense_ready_) make_dense();
  // The polynomial of degree 4 through the ends and the three values between.
  const double theta = (at - t_previous()) / h;
  constexpr std::array<double, 5> nodes{0, dense_at[0], dense_at[1], dense_at[2], 1};
  std::array<double, 5> weights;
  for (int i = 0; i < 5; ++i) {
    weights[i] = 1;
    for (int j = 0; j < 5; ++j)
      if (j != i) weights[i] *= (theta - nodes[j]) / (nodes[i] - nodes[j]);
  }
  stage_ = weights[0] * y_previous_ + weights[4] * y_;
  for (int i = 0; i < 3; ++i) stage_ += weights[i + 1] * dense_[i];
  return problem_.lift(at, stage_);
}

}  // namespace bricard
