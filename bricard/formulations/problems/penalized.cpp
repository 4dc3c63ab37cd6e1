#include "bricard/formulations/problems/penalized.hpp"

#include <fmt/format.h>

#include "bricard/math/thresholds.hpp"

namespace bricard {

Penalized::Penalized(const ProblemSettings& settings)
    : WrittenOde(settings),
      rate_(settings),
      projects_(settings.stabilization->projects),
      omega_(projects_ ? 0 : rate_.rate()),
      mu_(1) {
  if (!settings.options || !settings.options->penalty) return;
  const PenaltyOptions& given = *settings.options->penalty;
  const auto check = [](const std::optional<double>& value, const char* name, bool zero_too) {
    if (value && !(std::isfinite(*value) && (*value > 0 || (zero_too && *value == 0))))
      throw Error(std::string("analysis.penalty.") + name, zero_too ? "must not be negative" : "must be positive", "");
  };
  check(given.alpha, "alpha", false);
  check(given.omega, "omega", true);
  check(given.mu, "mu", true);
  alpha_ = given.alpha;
  given_omega_ = given.omega;
  omega_ = given_omega_.value_or(omega_);
  mu_ = given.mu.value_or(mu_);
}

void Penalized::begin_step(double h) {
  WrittenOde::begin_step(h);
  rate_.begin_step(h);
  omega_ = given_omega_.value_or(projects_ ? 0 : rate_.rate());
}

void Penalized::prepare() {
  balance(threshold::least_penalized_mass);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    g_[static_cast<int>(i)] -=
        row_scale_[static_cast<int>(i)] * omega_ * (2 * mu_ * w_.Phi_rate()[rows_[i]] + omega_ * w_.Phi()[rows_[i]]);
}

void Penalized::make_pattern() {
  std::vector<Eigen::Triplet<double>> triplets;
  std::vector<std::pair<int, int>> products;
  for (int j = 0; j < M_.cols(); ++j)
    for (int at = M_.outerIndexPtr()[j]; at < M_.outerIndexPtr()[j + 1]; ++at)
      triplets.emplace_back(M_.innerIndexPtr()[at], j, 1.0);
  for (int l = 0; l < Gt_.cols(); ++l)
    for (int a = Gt_.outerIndexPtr()[l]; a < Gt_.outerIndexPtr()[l + 1]; ++a)
      for (int b = Gt_.outerIndexPtr()[l]; b < Gt_.outerIndexPtr()[l + 1]; ++b)
        products.emplace_back(Gt_.innerIndexPtr()[a], Gt_.innerIndexPtr()[b]);
  for (const auto& [i, j] : products) triplets.emplace_back(i, j, 1.0);
  A_.resize(M_.rows(), M_.cols());
  A_.setFromTriplets(triplets.begin(), triplets.end());
  const auto place = [&](int i, int j) { return static_cast<int>(&A_.coeffRef(i, j) - A_.valuePtr()); };
  mass_places_.clear();
  row_places_.clear();
  for (int j = 0; j < M_.cols(); ++j)
    for (int at = M_.outerIndexPtr()[j]; at < M_.outerIndexPtr()[j + 1]; ++at)
      mass_places_.push_back(place(M_.innerIndexPtr()[at], j));
  for (const auto& [i, j] : products) row_places_.push_back(place(i, j));
  ldlt_.analyzePattern(A_);
  choice_ = choices_;
}

bool Penalized::factor(double relative, double growth) {
  if (choice_ != choices_) make_pattern();
  relative_ = relative * growth;
  growth_ = growth;
  const int rows = static_cast<int>(rows_.size());
  weights_.setConstant(rows, relative_);
  if (alpha_)
    for (int l = 0; l < rows; ++l) weights_[l] = row_scale_[l] > 0 ? growth_ * *alpha_ / (row_scale_[l] * row_scale_[l]) : 0;
  std::fill_n(A_.valuePtr(), A_.nonZeros(), 0.0);
  for (std::size_t i = 0; i < mass_places_.size(); ++i) A_.valuePtr()[mass_places_[i]] += M_.valuePtr()[i];
  const int* place = row_places_.data();
  for (int l = 0; l < rows; ++l)
    for (int a = Gt_.outerIndexPtr()[l]; a < Gt_.outerIndexPtr()[l + 1]; ++a)
      for (int b = Gt_.outerIndexPtr()[l]; b < Gt_.outerIndexPtr()[l + 1]; ++b, ++place)
        A_.valuePtr()[*place] += weights_[l] * Gt_.valuePtr()[a] * Gt_.valuePtr()[b];
  ldlt_.factorize(A_);
  if (ldlt_.info() == Eigen::Success && ldlt_.vectorD().minCoeff() > 0) return true;
  failure_ = "mass and penalty matrix cannot be factorized with " + parameters() +
             ": a motion that the constraints leave free has no inertia, or alpha is too large for the masses";
  return false;
}

std::string Penalized::parameters() const {
  return (alpha_ ? fmt::format("alpha = {:.6g}", growth_ * *alpha_) : fmt::format("alpha = {:.3g} effective masses", relative_)) +
         fmt::format(", omega = {:.6g}, mu = {:.6g}", omega_, mu_);
}

}  // namespace bricard
