// Coupler:  sum of ratio · coordinate = 0  over its joints, coordinates in the units of the file.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Coupler {
  static constexpr std::string_view type = "coupler";
  static constexpr std::string_view help = "couples joints: the sum of `ratio` times coordinate is zero";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr bool in_file_units = true;  // its coefficients count coordinates in the units of the file
  static constexpr std::array<CoordinateName, 0> names{};

  std::vector<double> ratio;  // in the units of the file
  static constexpr auto fields() {
    return std::tuple{field("ratio", &Coupler::ratio, "one number for each joint, in the units of the file", required)};
  }
  friend bool operator==(const Coupler&, const Coupler&) = default;

  std::vector<double> coefficients() const { return ratio; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
