// Pair of gears:  angle b - ratio · angle a = 0  for the joints a, b; outside mesh has a negative ratio.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Gear {
  static constexpr std::string_view type = "gear";
  static constexpr std::string_view help = "couples two angles: that of the second joint is `ratio` times that of the first";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr std::array<CoordinateName, 0> names{};

  double ratio = 0;
  static constexpr auto fields() {
    return std::tuple{field("ratio", &Gear::ratio, "second angle per first; outside mesh is negative", required)};
  }
  friend bool operator==(const Gear&, const Gear&) = default;

  std::vector<double> coefficients() const { return {-ratio, 1}; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
