// Rack and pinion:  position - ratio · angle = 0  for the joints pinion, rack; the ratio is the radius of the pinion.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct RackPinion {
  static constexpr std::string_view type = "rack_pinion";
  static constexpr std::string_view help =
      "couples the angle of a pinion with the position of a rack: position = `ratio` times angle";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr std::array<CoordinateName, 0> names{};

  double ratio = 0;
  static constexpr auto fields() {
    return std::tuple{field("ratio", &RackPinion::ratio, dimension::length / dimension::angle,
                            "position of the rack per angle of the pinion", required)};
  }
  friend bool operator==(const RackPinion&, const RackPinion&) = default;

  std::vector<double> coefficients() const { return {-ratio, 1}; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
