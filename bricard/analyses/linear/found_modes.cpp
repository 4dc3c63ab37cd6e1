#include "bricard/analyses/linear/found_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

Mode mode_of(Complex value, double largest) {
  Mode mode;
  if (std::abs(value.real()) <= threshold::cancelled * largest) value.real(0);
  mode.real = value.real();
  mode.imag = value.imag();
  const double size = std::abs(value);
  mode.frequency = size / (2 * std::numbers::pi);
  mode.damping = size > 0 ? 0 - value.real() / size : 0;  // not a negative zero
  mode.kind = size == 0 ? Mode::Kind::rigid : value.imag() == 0 ? Mode::Kind::real : Mode::Kind::oscillating;
  mode.unstable = value.real() > std::max(threshold::growing * size, threshold::insensitive * largest);
  return mode;
}

}  // namespace

std::vector<Mode> listed(std::vector<FoundMode> found, Eigen::Index length, Eigen::MatrixXcd* shapes) {
  double largest = 0;
  for (const FoundMode& each : found) largest = std::max(largest, std::abs(each.value));
  std::stable_sort(found.begin(), found.end(),
                   [](const FoundMode& a, const FoundMode& b) { return std::abs(a.value) < std::abs(b.value); });
  // Of equal size, within rounding: what falls before what grows.
  for (std::size_t first = 0; first < found.size();) {
    std::size_t last = first + 1;
    while (last < found.size() && std::abs(found[last].value) <= (1 + threshold::equal_modes) * std::abs(found[first].value))
      ++last;
    std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const FoundMode& a, const FoundMode& b) { return a.value.real() < b.value.real(); });
    first = last;
  }
  std::vector<Mode> modes;
  if (shapes) shapes->resize(length, static_cast<Eigen::Index>(found.size()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    modes.push_back(mode_of(found[i].value, largest));
    modes.back().multiplicity = static_cast<int>(std::count_if(found.begin(), found.end(), [&](const FoundMode& other) {
      return std::abs(other.value - found[i].value) <= 10 * threshold::equal_modes * std::abs(found[i].value);
    }));
    if (shapes) shapes->col(static_cast<Eigen::Index>(i)) = found[i].shape;
  }
  return modes;
}

}  // namespace bricard
