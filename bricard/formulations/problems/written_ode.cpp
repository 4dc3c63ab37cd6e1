#include "bricard/formulations/problems/written_ode.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/system/loads.hpp"

namespace bricard {

namespace {

constexpr double seems_independent = 100;      // of what is open, relative to the length: singular values of dependent rows
constexpr double largest_apparent_row = 0.01;  // above it they count however open the rows are

}  // namespace

WrittenOde::WrittenOde(const ProblemSettings& settings)
    : MechanicalOde(settings),
      w_(system_),
      S_(system_.nv()),
      Q_(system_.nv()),
      M_(w_.M()),
      unit_(system_.nv()),
      keeps_redundant_(settings.options && settings.options->redundant == "keep") {
  velocity_scales(system_, system_.length(), 1, unit_);
  if (!settings.options || settings.options->nonideal.empty()) return;
  const auto& names = settings.options->nonideal;
  for (const Force& force : system_.model().forces)
    nonideal_.push_back(std::find(names.begin(), names.end(), force.name) != names.end());
}

void WrittenOde::write() {
  w_.write(e_);
  if (!has_nonideal()) return;
  C_ = w_.Q();
  add_loads(system_, e_, nonideal_, Sense::take_away);
  w_.write(e_);
  C_ -= w_.Q();
  add_loads(system_, e_, nonideal_, Sense::add);
}

bool WrittenOde::accelerations(Eigen::Ref<Eigen::VectorXd> a) {
  write();
  if (!w_.Q().allFinite() || !w_.gamma().allFinite() || (has_nonideal() && !C_.allFinite())) {
    a.setConstant(std::nan(""));  // said by the caller, who may know a way out
    return true;
  }
  choose_rows();
  return solve(a);
}

// The kernel may choose again along the way.
void WrittenOde::choose_rows() {
  const std::vector<char>& selected = e_.rows().selected();
  if (choices_ > 0 && selected == selected_) return;
  ++choices_;
  selected_ = selected;
  rows_.clear();
  const std::vector<int>& kernel_rows = w_.kernel_rows();
  for (int l = 0; l < static_cast<int>(kernel_rows.size()); ++l)
    if (keeps_redundant_ || kernel_rows[l] < 0 || selected[kernel_rows[l]]) rows_.push_back(l);
  const int rows = static_cast<int>(rows_.size());
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < rows; ++i)
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(w_.Phi_v(), rows_[i]); entry; ++entry)
      triplets.emplace_back(static_cast<int>(entry.col()), i, 1.0);
  Gt_.resize(system_.nv(), rows);
  Gt_.setFromTriplets(triplets.begin(), triplets.end());
  row_scale_.resize(rows);
  g_.resize(rows);
}

// The rows of an exact dependency turn against each other by as much as positions are open.
double WrittenOde::dependent(double least) const {
  if (!keeps_redundant_) return least;
  const double open = system_.violation(e_, Order::position, system_.row_set()) / system_.length();
  return std::max(least, std::min(seems_independent * open, largest_apparent_row));
}

double WrittenOde::dependent_squared() const {
  const double singular = dependent(0);
  return std::max(threshold::vanished_pivot, singular * singular);
}

void WrittenOde::balance(double least) {
  const int nv = system_.nv();
  double largest = 0;
  for (int i = 0; i < nv; ++i) {
    S_[i] = w_.M().coeff(i, i);
    largest = std::max(largest, S_[i] * unit_[i] * unit_[i]);
  }
  if (largest == 0) largest = 1;
  for (int i = 0; i < nv; ++i) S_[i] = 1 / std::sqrt(std::max(S_[i], least * largest / (unit_[i] * unit_[i])));
  Q_ = S_.cwiseProduct(w_.Q());
  if (has_nonideal()) C_.array() *= S_.array();
  for (int j = 0; j < nv; ++j)
    for (int at = M_.outerIndexPtr()[j]; at < M_.outerIndexPtr()[j + 1]; ++at)
      M_.valuePtr()[at] = S_[j] * w_.M().valuePtr()[at] * S_[M_.innerIndexPtr()[at]];
  const auto& Phi_v = w_.Phi_v();
  double* to = Gt_.valuePtr();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    double square = 0, size = 0;
    double* const column = to;
    for (int at = Phi_v.outerIndexPtr()[rows_[i]]; at < Phi_v.outerIndexPtr()[rows_[i] + 1]; ++at, ++to) {
      *to = Phi_v.valuePtr()[at] * S_[Phi_v.innerIndexPtr()[at]];
      square += *to * *to;
      size += std::pow(Phi_v.valuePtr()[at] * unit_[Phi_v.innerIndexPtr()[at]], 2);
    }
    const bool says_nothing = square == 0 || is_idle(rows_[i], std::sqrt(size));
    const double scale = row_scale_[static_cast<int>(i)] = says_nothing ? 0 : 1 / std::sqrt(square);
    for (double* x = column; x < to; ++x) *x *= scale;
    g_[static_cast<int>(i)] = scale * w_.gamma()[rows_[i]];
  }
}

// Where dependent rows stay, the coordinates may satisfy one by themselves, as they do a second hinge on the axis of the first:
// what it has of entries is rounding. `size`: of the row for lengths of the model and radians.
bool WrittenOde::is_idle(int row, double size) const {
  if (!keeps_redundant_ || w_.kernel_rows()[row] < 0) return false;
  return system_.scaled(system_.active_rows()[row], size) < threshold::dependent_direction * system_.length();
}

std::string WrittenOde::undetermined_message(const Eigen::MatrixXd& Z) const {
  const SymmetricSpectrum inertias = symmetric_spectrum(transposed_product(Z, M_ * Z));
  const Eigen::VectorXd motion = Z * inertias.vectors.col(0);  // the one with the least inertia
  int largest = 0;
  motion.cwiseProduct(S_).cwiseQuotient(unit_).cwiseAbs().maxCoeff(&largest);
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    if (largest >= system_.first_velocity(b) && largest < system_.first_velocity(b) + system_.velocity_count(b))
      return "body '" + system_.model().bodies[system_.mechanism().tree.given[b] - 1].name +
             "' has no inertia against a motion that the constraints leave free: give it mass or inertia";
  return "a motion that the constraints leave free has no inertia";
}

std::string WrittenOde::singular_mass_message() const {
  return "the mass matrix is singular: give all bodies mass and inertia, or choose the formulation lagrange, "
         "coordinate_partitioning, null_space, least_squares_2 or udwadia_phohomsiri";
}

}  // namespace bricard
