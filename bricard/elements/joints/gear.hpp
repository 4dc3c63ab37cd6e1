// Pair of gears:  angle b - ratio · angle a = 0  for the joints a, b; outside mesh has a negative ratio.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Gear {
  static constexpr std::string_view type = "gear";
  static constexpr std::string_view help = "couples two angles: that of the second joint is `ratio` times that of the first";
  static constexpr std::string_view equation = R"(angle b - ratio · angle a = 0         1 row, for joints: [a, b])";
  static constexpr std::string_view reactions =
      "`effort` is the torque of the mesh on the angle of the last joint, b; on a it is -ratio times as much.";
  static constexpr std::string_view example = R"(bricard: 1
name: Pinion with half the teeth of its wheel
bodies:
  pinion: {mass: 0.2, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0]}
  wheel:  {mass: 0.8, inertia: [2e-3, 2e-3, 4e-3], position: [0.09, 0, 0]}
joints:
  fast: {type: revolute, bodies: [ground, pinion], at: [0, 0, 0], axis: [0, 0, 1]}
  slow: {type: revolute, bodies: [ground, wheel], at: [0.09, 0, 0], axis: [0, 0, 1]}
  mesh: {type: gear, joints: [fast, slow], ratio: -0.5}
forces:
  motor: {type: joint_force, joint: fast, torque: 0.1}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "gears";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr std::array<CoordinateName, 0> names{};

  double ratio = 0;
  static constexpr auto fields(const auto& list) {
    return list(field("ratio", &Gear::ratio, "second angle per first; outside mesh is negative", required));
  }
  static constexpr std::array coupled{true, true};
  void check(const KindCheck& check) const {
    if (ratio == 0) check.fault("ratio", "the ratio is zero");
  }
  void reflect(const Reflection& reflection) {
    for (const double sign : reflection.coordinate_sign) ratio *= sign;
  }
  friend bool operator==(const Gear&, const Gear&) = default;

  std::vector<double> coefficients() const { return {-ratio, 1}; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
