// Coupler:  sum of ratio · coordinate = 0  over its joints, coordinates in the units of the file.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Coupler {
  static constexpr std::string_view type = "coupler";
  static constexpr std::string_view help = "couples joints: the sum of `ratio` times coordinate is zero";
  static constexpr std::string_view equation =
      R"(ratio1 · c1 + ratio2 · c2 + … = 0     1 row, for joints: [c1, c2, …], coordinates in the units of the file)";
  static constexpr std::string_view reactions =
      "`effort` is the force or torque on the coordinate of the last joint; on the others it is in the proportion of the "
      "ratios.";
  static constexpr std::string_view example = R"(bricard: 1
name: Two weights on a rope over a pulley
bodies:
  left:  {mass: 3, inertia: [0.01, 0.01, 0.01], position: [-0.1, 0, 0]}
  right: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0.1, 0, 0]}
joints:
  shaft1: {type: prismatic, bodies: [ground, left], at: [-0.1, 0, 0], axis: [0, 0, 1]}
  shaft2: {type: prismatic, bodies: [ground, right], at: [0.1, 0, 0], axis: [0, 0, 1]}
  rope:   {type: coupler, joints: [shaft1, shaft2], ratio: [1, 1]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "coupler";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr bool in_file_units = true;  // its coefficients count coordinates in the units of the file
  static constexpr std::array<CoordinateName, 0> names{};

  std::vector<double> ratio;  // in the units of the file
  static constexpr auto fields(const auto& list) {
    return list(field("ratio", &Coupler::ratio, "one number for each joint, in the units of the file", required));
  }
  void check(const KindCheck& check) const {
    if (check.joints < 2) check.fault("joints", "the type `coupler` couples at least two joints");
    if (ratio.size() != check.joints)
      check.fault("ratio",
                  "there are " + std::to_string(check.joints) + " joints and " + std::to_string(ratio.size()) + " ratios",
                  "give one number for each joint");
    for (std::size_t i = 0; i < ratio.size(); ++i)
      if (ratio[i] == 0) check.fault("ratio[" + std::to_string(i) + ']', "the ratio is zero");
  }
  void reflect(const Reflection& reflection) {
    for (std::size_t i = 0; i < ratio.size() && i < reflection.coordinate_sign.size(); ++i)
      ratio[i] *= reflection.coordinate_sign[i] * reflection.coordinate_unit[i];
  }
  friend bool operator==(const Coupler&, const Coupler&) = default;

  std::vector<double> coefficients() const { return ratio; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
