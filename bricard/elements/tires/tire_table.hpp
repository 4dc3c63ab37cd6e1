// A measured tire: forces of pure slip over loads and slips, of the longitudinal force over kappa, of the lateral force and the
// aligning moment over alpha. Both slips together share the friction in proportion (similarity; H. B. Pacejka, Tire and Vehicle
// Dynamics, 3rd ed. 2012, section 4.2):
//
//   s = sqrt(kappa² + alpha²),  F_x = |kappa|/s X(s sgn kappa),  F_y = |alpha|/s Y(s sgn alpha),  M_z likewise.
//
// Linear between the rows; beyond the slips the last row, beyond the loads in proportion to the load.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "bricard/elements/tires/slip.hpp"

namespace bricard {

struct TireTable {
  std::vector<double> loads, slips;        // rising
  std::vector<std::array<double, 3>> rows;  // X, Y, M at [load * slips.size() + slip]
  friend bool operator==(const TireTable&, const TireTable&) = default;

  // One of X, Y, M.
  template <class S>
  S at(const S& load, const S& slip, int which) const {
    const auto place = [](const std::vector<double>& x, double at) {
      const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, at);
      return static_cast<std::size_t>(above - x.begin()) - 1;
    };
    const S Fz = larger(S(loads.front()), smaller(S(loads.back()), load));
    const S s = larger(S(slips.front()), smaller(S(slips.back()), slip));
    const std::size_t i = place(loads, number_of(Fz)), j = place(slips, number_of(s));
    const S u = (Fz - loads[i]) / (loads[i + 1] - loads[i]), v = (s - slips[j]) / (slips[j + 1] - slips[j]);
    const auto value = [&](std::size_t a, std::size_t b) { return rows[(i + a) * slips.size() + j + b][which]; };
    const S low = value(0, 0) + (value(0, 1) - value(0, 0)) * v, high = value(1, 0) + (value(1, 1) - value(1, 0)) * v;
    return (low + (high - low) * u) * (load / Fz);
  }
};

template <class S>
TireForce<S> forces_of(const TireTable& tire, const Slip<S>& slip) {
  const S total = root_of(S(slip.kappa * slip.kappa + slip.alpha * slip.alpha));
  const S safe = select(total > S(0), total, S(1));
  const S share_x = select(total > S(0), S(size_of(slip.kappa) / safe), S(1));
  const S share_y = select(total > S(0), S(size_of(slip.alpha) / safe), S(1));
  const S along = total * sign_of(slip.kappa), across = total * sign_of(slip.alpha);
  TireForce<S> f;
  f.fx = share_x * tire.at(slip.load, along, 0) * slip.friction;
  f.fy = share_y * tire.at(slip.load, across, 1) * slip.friction;
  f.mz = share_y * tire.at(slip.load, across, 2) * slip.friction * slip.heading;
  const auto slope = [&](int which) {
    const double h = 0.02;
    return S(size_of(S(tire.at(slip.load, S(h), which) - tire.at(slip.load, S(-h), which))) / (2 * h) * slip.friction);
  };
  f.stiffness_x = slope(0);
  f.stiffness_y = slope(1);
  f.peak_x = size_of(tire.at(slip.load, S(tire.slips.back()), 0)) * slip.friction;
  f.peak_y = size_of(tire.at(slip.load, S(tire.slips.back()), 1)) * slip.friction;
  return f;
}

}  // namespace bricard
